//! Verification of messages that come in pieces.

use super::{Policy, VerifyingKey};
use crate::{SignatureError, scalar::Scalar, signature::Parts};
use core::fmt;
use sha2::{Digest, Sha512};

/// A verification that waits for the rest of the message: made by [`VerifyingKey::verify_stream`].
///
/// What came so far must not be used before the verification has ended.
pub struct StreamVerifier {
    key: VerifyingKey,
    parts: Parts,
    hash: Sha512,
}

impl StreamVerifier {
    pub(super) fn new(key: VerifyingKey, parts: Parts) -> Self {
        let hash = key.challenge(&parts.R, |_| {});
        Self { key, parts, hash }
    }

    /// The next piece of the message.
    pub fn update(&mut self, chunk: impl AsRef<[u8]>) {
        self.hash.update(chunk);
    }

    /// Verifies the signature of all pieces, as [`Verifier::verify`](crate::Verifier::verify) does.
    ///
    /// # Errors
    /// If it is not valid.
    pub fn finalize_and_verify(self) -> Result<(), SignatureError> {
        let k = Scalar::from_hash(self.hash);
        self.key
            .check_equation(Policy::Cofactorless, &self.parts, &k)
    }
}

impl fmt::Debug for StreamVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamVerifier")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}
