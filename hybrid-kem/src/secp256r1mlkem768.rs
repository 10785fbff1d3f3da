//! SecP256r1MLKEM768, the group 4587 of TLS (draft-ietf-tls-ecdhe-mlkem): shares, ciphertexts and secrets of P-256, then those of
//! ML-KEM-768. Points are uncompressed.

use crate::{
    ecdh::Ecdh,
    half::{self, Concatenation, Scheme, Secrets},
    mlkem::MlKem768,
};
use field_fast::Cpu;
use hybrid_array::{
    AsArrayRef,
    sizes::{U64, U1153},
};
use kem::Kem;
use p256_fast::{NistP256, PublicKey, SecretKey};

/// Bytes of an encapsulation key, the client's share.
pub const ENCAPSULATION_KEY_SIZE: usize = 1249;
/// Bytes of a ciphertext, the server's share.
pub const CIPHERTEXT_SIZE: usize = 1153;
/// Bytes of a shared secret.
pub const SHARED_KEY_SIZE: usize = 64;

/// SecP256r1MLKEM768. Its secrets are not uniform: for a key schedule that hashes them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct SecP256r1MlKem768;

/// An encapsulation key, the client's share.
pub type EncapsulationKey = half::EncapsulationKey<SecP256r1MlKem768>;

/// A decapsulation key. It has no encoding.
pub type DecapsulationKey = half::DecapsulationKey<SecP256r1MlKem768>;

impl Kem for SecP256r1MlKem768 {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type CiphertextSize = U1153;
    type SharedKeySize = U64;
}

impl Scheme for SecP256r1MlKem768 {
    type Half = Concatenation<Ecdh<NistP256>, MlKem768>;
}

impl DecapsulationKey {
    /// The key of these halves: a secret key of P-256, and ML-KEM's seeds d and z (FIPS 203 § 7.1). Constant time.
    #[must_use]
    pub fn from_halves(p256: SecretKey, ml_kem: &[u8; 64]) -> Self {
        let public = p256.public_key();
        let (second, b) = MlKem768::from_seed(Cpu::detect(), ml_kem.as_array_ref());
        let secrets = Secrets {
            first: p256,
            second,
        };
        Self::of((secrets, (public, b)))
    }

    /// The half of P-256: a client that offers P-256 alone as well may use it there, too.
    #[must_use]
    pub fn p256(&self) -> &SecretKey {
        &self.secret.first
    }
}

impl EncapsulationKey {
    /// The half of P-256: the share of a client for P-256 alone.
    #[must_use]
    pub fn p256(&self) -> &PublicKey {
        &self.0.0
    }
}
