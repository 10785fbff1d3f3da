//! Contexts of prehashed signatures.

use crate::{SignatureError, errors::InternalError};

/// A key, and the context in which it signs or verifies prehashed messages: Ed25519ph of RFC 8032 § 5.1.
///
/// Made by `with_context` of [`crate::SigningKey`] and [`crate::VerifyingKey`], and used through [`crate::DigestSigner`] and
/// [`crate::DigestVerifier`].
#[derive(Clone, Debug)]
pub struct Context<'k, 'v, K> {
    key: &'k K,
    value: &'v [u8],
}

impl<'k, 'v, K> Context<'k, 'v, K> {
    /// Bytes of the longest context.
    pub const MAX_LENGTH: usize = 255;

    pub(crate) fn new(key: &'k K, value: &'v [u8]) -> Result<Self, SignatureError> {
        if value.len() > Self::MAX_LENGTH {
            return Err(InternalError::ContextLength.into());
        }
        Ok(Self { key, value })
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &'k K {
        self.key
    }

    /// The context.
    #[must_use]
    pub fn value(&self) -> &'v [u8] {
        self.value
    }
}
