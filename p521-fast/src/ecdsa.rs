//! The elliptic curve digital signature algorithm, FIPS 186-5, with RFC 6979's nonces.
//!
//! ```
//! # #[cfg(all(feature = "ecdsa", feature = "getrandom"))] {
//! use p521_fast::{
//!     ecdsa::{Signature, SigningKey, signature::{Signer, Verifier}},
//!     elliptic_curve::Generate,
//! };
//!
//! let key = SigningKey::generate();
//! let signature: Signature = key.sign(b"message");
//! key.verifying_key().verify(b"message", &signature)?;
//! # }
//! # Ok::<(), p521_fast::ecdsa::Error>(())
//! ```

pub use ecdsa_core::signature::{self, Error};

use crate::NistP521;
use ecdsa_core::EcdsaCurve;

/// A signature: `r` and `s`, 66 bytes each.
pub type Signature = ecdsa_core::Signature<NistP521>;

/// A signature as an ASN.1 DER sequence of two integers, at most 139 bytes.
pub type DerSignature = ecdsa_core::der::Signature<NistP521>;

impl EcdsaCurve for NistP521 {
    const NORMALIZE_S: bool = false;
}

/// A signing key.
#[cfg(feature = "ecdsa")]
pub type SigningKey = ecdsa_core::SigningKey<NistP521>;

/// A verifying key.
#[cfg(feature = "ecdsa")]
pub type VerifyingKey = ecdsa_core::VerifyingKey<NistP521>;

#[cfg(feature = "sha512")]
impl ecdsa_core::DigestAlgorithm for NistP521 {
    type Digest = sha2::Sha512;
}
