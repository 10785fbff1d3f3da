//! The elliptic curve digital signature algorithm, FIPS 186-5, with RFC 6979's nonces.
//!
//! ```
//! # #[cfg(all(feature = "ecdsa", feature = "getrandom"))] {
//! use p256_fast::{
//!     ecdsa::{Signature, SigningKey, signature::{Signer, Verifier}},
//!     elliptic_curve::Generate,
//! };
//!
//! let key = SigningKey::generate();
//! let signature: Signature = key.sign(b"message");
//! key.verifying_key().verify(b"message", &signature)?;
//! # }
//! # Ok::<(), p256_fast::ecdsa::Error>(())
//! ```

pub use ecdsa_core::{
    RecoveryId,
    signature::{self, Error},
};

use crate::NistP256;
use ecdsa_core::EcdsaCurve;

/// A signature: `r` and `s`, 32 bytes each.
pub type Signature = ecdsa_core::Signature<NistP256>;

/// A signature as an ASN.1 DER sequence of two integers, at most 72 bytes.
pub type DerSignature = ecdsa_core::der::Signature<NistP256>;

impl EcdsaCurve for NistP256 {
    const NORMALIZE_S: bool = false;
}

/// A signing key.
#[cfg(feature = "ecdsa")]
pub type SigningKey = ecdsa_core::SigningKey<NistP256>;

/// A verifying key.
#[cfg(feature = "ecdsa")]
pub type VerifyingKey = ecdsa_core::VerifyingKey<NistP256>;

#[cfg(feature = "sha256")]
impl ecdsa_core::DigestAlgorithm for NistP256 {
    type Digest = sha2::Sha256;
}
