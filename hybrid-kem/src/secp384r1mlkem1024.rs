//! SecP384r1MLKEM1024, the group 4589 of TLS (draft-ietf-tls-ecdhe-mlkem): shares, ciphertexts and secrets of P-384, then those of
//! ML-KEM-1024. Points are uncompressed.

use crate::{
    ecdh::Ecdh,
    half::{self, Concatenation, Scheme, Secrets},
    mlkem::MlKem1024,
};
use field_fast::Cpu;
use hybrid_array::{
    AsArrayRef,
    sizes::{U80, U1665},
};
use kem::Kem;
use p384_fast::{NistP384, PublicKey, SecretKey};

/// Bytes of an encapsulation key, the client's share.
pub const ENCAPSULATION_KEY_SIZE: usize = 1665;
/// Bytes of a ciphertext, the server's share.
pub const CIPHERTEXT_SIZE: usize = 1665;
/// Bytes of a shared secret.
pub const SHARED_KEY_SIZE: usize = 80;

/// SecP384r1MLKEM1024. Its secrets are not uniform: for a key schedule that hashes them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct SecP384r1MlKem1024;

/// An encapsulation key, the client's share.
pub type EncapsulationKey = half::EncapsulationKey<SecP384r1MlKem1024>;

/// A decapsulation key. It has no encoding.
pub type DecapsulationKey = half::DecapsulationKey<SecP384r1MlKem1024>;

impl Kem for SecP384r1MlKem1024 {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type CiphertextSize = U1665;
    type SharedKeySize = U80;
}

impl Scheme for SecP384r1MlKem1024 {
    type Half = Concatenation<Ecdh<NistP384>, MlKem1024>;
}

impl DecapsulationKey {
    /// The key of these halves: a secret key of P-384, and ML-KEM's seeds d and z (FIPS 203 § 7.1). Constant time.
    #[must_use]
    pub fn from_halves(p384: SecretKey, ml_kem: &[u8; 64]) -> Self {
        let public = p384.public_key();
        let (second, b) = MlKem1024::from_seed(Cpu::detect(), ml_kem.as_array_ref());
        let secrets = Secrets {
            first: p384,
            second,
        };
        Self::of((secrets, (public, b)))
    }

    /// The half of P-384: a client that offers P-384 alone as well may use it there, too.
    #[must_use]
    pub fn p384(&self) -> &SecretKey {
        &self.secret.first
    }
}

impl EncapsulationKey {
    /// The half of P-384: the share of a client for P-384 alone.
    #[must_use]
    pub fn p384(&self) -> &PublicKey {
        &self.0.0
    }
}
