//! What can be wrong with keys and signatures.

use core::fmt;

/// A key or a signature that is malformed, or a signature that is not valid; with `alloc`, its source says which.
pub type SignatureError = ed25519::Error;

/// The source of a [`SignatureError`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, Hash)]
pub(crate) enum InternalError {
    PointDecompression,
    ScalarFormat,
    BytesLength {
        name: &'static str,
        length: usize,
    },
    Verify,
    #[cfg(feature = "batch")]
    ArrayLength {
        signatures: usize,
        messages: usize,
        verifying_keys: usize,
    },
    ContextLength,
    MismatchedKeypair,
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointDecompression => f.write_str("no point of the curve has this encoding"),
            Self::ScalarFormat => f.write_str("the scalar of a signature is not below the order"),
            Self::BytesLength { name, length } => write!(f, "a {name} has {length} bytes"),
            Self::Verify => f.write_str("the signature is not valid"),
            #[cfg(feature = "batch")]
            Self::ArrayLength {
                signatures,
                messages,
                verifying_keys,
            } => write!(
                f,
                "{signatures} signatures of {messages} messages by {verifying_keys} keys"
            ),
            Self::ContextLength => f.write_str("a context has at most 255 bytes"),
            Self::MismatchedKeypair => {
                f.write_str("the public key is not the one of the secret key")
            }
        }
    }
}

impl core::error::Error for InternalError {}

impl From<InternalError> for SignatureError {
    fn from(error: InternalError) -> Self {
        #[cfg(feature = "alloc")]
        return Self::from_source(error);
        #[cfg(not(feature = "alloc"))]
        {
            let _ = error;
            Self::new()
        }
    }
}
