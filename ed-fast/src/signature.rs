//! A signature's parts.

use crate::{
    Signature, SignatureError, edwards::CompressedEdwardsY, errors::InternalError, scalar::Scalar,
};
use field_fast::edwards::curve25519::words_of;

/// `R`, and the integer `s`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) R: CompressedEdwardsY,
    pub(crate) s: [u64; 4],
}

impl TryFrom<&Signature> for Parts {
    type Error = SignatureError;

    /// `s` must be below `l`; with `legacy_compatibility`, below `2^253`.
    fn try_from(signature: &Signature) -> Result<Self, SignatureError> {
        let s = *signature.s_bytes();
        let is_integer = if cfg!(feature = "legacy_compatibility") {
            s[31] >> 5 == 0
        } else {
            Scalar::from_canonical_bytes(s).is_some().into()
        };
        if !is_integer {
            return Err(InternalError::ScalarFormat.into());
        }
        Ok(Self {
            R: CompressedEdwardsY(*signature.r_bytes()),
            s: words_of(&s),
        })
    }
}
