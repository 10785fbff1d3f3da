//! Many signatures.

use crate::{Signature, SignatureError, VerifyingKey, errors::InternalError};
use ed25519::signature::Verifier;

/// Verifies many signatures: valid if each is, as [`Verifier::verify`] says, so that the verdict is the same for one signature and for
/// many. (A verification of their random sum is not: of keys and `R` with a part of small order it takes some by chance.)
///
/// # Errors
/// If one is not valid, or if there are not as many messages as signatures and keys.
pub fn verify_batch(
    messages: &[&[u8]],
    signatures: &[Signature],
    verifying_keys: &[VerifyingKey],
) -> Result<(), SignatureError> {
    let lengths = [signatures.len(), messages.len(), verifying_keys.len()];
    let [signatures_len, messages_len, keys_len] = lengths;
    if signatures_len != messages_len || signatures_len != keys_len {
        return Err(InternalError::ArrayLength {
            signatures: signatures_len,
            messages: messages_len,
            verifying_keys: keys_len,
        }
        .into());
    }
    let mut all = messages.iter().zip(signatures).zip(verifying_keys);
    all.try_for_each(|((message, signature), key)| key.verify(message, signature))
}
