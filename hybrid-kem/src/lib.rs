#![cfg_attr(not(test), no_std, forbid(unsafe_code))]
#![doc = include_str!("../README.md")]

#[cfg(any(feature = "p256", feature = "p384"))]
mod ecdh;
mod error;
mod half;
mod mlkem;
#[cfg(feature = "p256")]
pub mod secp256r1mlkem768;
#[cfg(feature = "p384")]
pub mod secp384r1mlkem1024;
pub mod x25519;
pub mod x25519mlkem768;
mod xwing;

pub use error::DecapsulationError;
pub use kem::{
    self, Decapsulate, Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport,
    KeyInit, KeySizeUser, TryDecapsulate, TryKeyInit,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
#[cfg(feature = "p256")]
pub use secp256r1mlkem768::SecP256r1MlKem768;
#[cfg(feature = "p384")]
pub use secp384r1mlkem1024::SecP384r1MlKem1024;
pub use x25519::X25519Kem;
pub use x25519mlkem768::X25519MlKem768;
pub use xwing::{
    CIPHERTEXT_SIZE, Ciphertext, CiphertextMessage, DECAPSULATION_KEY_SIZE, DecapsulationKey,
    DecapsulationKeyRejectNonContrib, ENCAPSULATION_KEY_SIZE, ENCAPSULATION_RANDOMNESS_SIZE,
    EncapsulationKey, SharedKey, XWingKem,
};
