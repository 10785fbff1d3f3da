#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[cfg(feature = "batch")]
mod batch;
pub mod constants;
#[cfg(feature = "digest")]
mod context;
mod dispatch;
pub mod edwards;
mod errors;
#[cfg(feature = "hazmat")]
pub mod hazmat;
#[cfg(not(feature = "hazmat"))]
mod hazmat;
pub mod montgomery;
pub mod scalar;
#[cfg(feature = "serde")]
mod serde;
mod signature;
mod signing;
pub mod traits;
mod verifying;

#[cfg(feature = "digest")]
pub use ::signature::{DigestSigner, DigestVerifier};
#[cfg(feature = "batch")]
pub use batch::verify_batch;
#[cfg(feature = "digest")]
pub use context::Context;
#[cfg(any(feature = "batch", feature = "digest"))]
pub use digest::Digest;
#[cfg(feature = "pkcs8")]
pub use ed25519::pkcs8;
pub use ed25519::{
    self, Signature,
    signature::{Signer, Verifier},
};
pub use errors::SignatureError;
#[cfg(feature = "rand_core")]
pub use rand_core;
#[cfg(feature = "digest")]
pub use sha2::Sha512;
pub use signing::{SecretKey, SigningKey};
#[cfg(feature = "hazmat")]
pub use verifying::StreamVerifier;
pub use verifying::VerifyingKey;

/// Bytes of a signature.
pub const SIGNATURE_LENGTH: usize = 64;
/// Bytes of a secret key: the seed.
pub const SECRET_KEY_LENGTH: usize = 32;
/// Bytes of a public key.
pub const PUBLIC_KEY_LENGTH: usize = 32;
/// Bytes of a secret key and its public key.
pub const KEYPAIR_LENGTH: usize = SECRET_KEY_LENGTH + PUBLIC_KEY_LENGTH;
/// Bytes of an expanded secret key: the scalar, and what the nonces are hashed with.
pub const EXPANDED_SECRET_KEY_LENGTH: usize = 64;
