//! The elliptic curve digital signature algorithm, FIPS 186-5, with RFC 6979's nonces.
//!
//! ```
//! # #[cfg(all(feature = "ecdsa", feature = "getrandom"))] {
//! use p384_fast::{
//!     ecdsa::{Signature, SigningKey, signature::{Signer, Verifier}},
//!     elliptic_curve::Generate,
//! };
//!
//! let key = SigningKey::generate();
//! let signature: Signature = key.sign(b"message");
//! key.verifying_key().verify(b"message", &signature)?;
//! # }
//! # Ok::<(), p384_fast::ecdsa::Error>(())
//! ```

pub use ecdsa_core::signature::{self, Error};

use crate::NistP384;
use ecdsa_core::EcdsaCurve;

/// A signature: `r` and `s`, 48 bytes each.
pub type Signature = ecdsa_core::Signature<NistP384>;

/// A signature as an ASN.1 DER sequence of two integers, at most 104 bytes.
pub type DerSignature = ecdsa_core::der::Signature<NistP384>;

impl EcdsaCurve for NistP384 {
    const NORMALIZE_S: bool = false;
}

/// A signing key.
#[cfg(feature = "ecdsa")]
pub type SigningKey = ecdsa_core::SigningKey<NistP384>;

/// A verifying key.
#[cfg(feature = "ecdsa")]
pub type VerifyingKey = ecdsa_core::VerifyingKey<NistP384>;

#[cfg(feature = "sha384")]
impl ecdsa_core::DigestAlgorithm for NistP384 {
    type Digest = sha2::Sha384;
}
