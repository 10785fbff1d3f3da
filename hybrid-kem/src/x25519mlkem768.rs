//! X25519MLKEM768, the group 4588 of TLS (draft-ietf-tls-ecdhe-mlkem): shares, ciphertexts and secrets of ML-KEM-768, then those of
//! X25519.

use crate::{
    half::{self, Concatenation, Scheme, Secrets},
    mlkem::MlKem768,
    x25519::{X25519, with_public},
};
use field_fast::Cpu;
use hybrid_array::{
    AsArrayRef,
    sizes::{U64, U1120},
};
use kem::Kem;
use x25519_fast::{PublicKey, StaticSecret};

/// Bytes of an encapsulation key, the client's share.
pub const ENCAPSULATION_KEY_SIZE: usize = 1216;
/// Bytes of a ciphertext, the server's share.
pub const CIPHERTEXT_SIZE: usize = 1120;
/// Bytes of a shared secret.
pub const SHARED_KEY_SIZE: usize = 64;

/// X25519MLKEM768. Its secrets are not uniform: for a key schedule that hashes them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct X25519MlKem768;

/// An encapsulation key, the client's share.
pub type EncapsulationKey = half::EncapsulationKey<X25519MlKem768>;

/// A decapsulation key. It has no encoding.
pub type DecapsulationKey = half::DecapsulationKey<X25519MlKem768>;

impl Kem for X25519MlKem768 {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type CiphertextSize = U1120;
    type SharedKeySize = U64;
}

impl Scheme for X25519MlKem768 {
    type Half = Concatenation<MlKem768, X25519>;
}

impl DecapsulationKey {
    /// The key of these halves: ML-KEM's seeds d and z (FIPS 203 § 7.1), and a secret of X25519. Constant time.
    #[must_use]
    pub fn from_halves(ml_kem: &[u8; 64], x25519: StaticSecret) -> Self {
        let (first, a) = MlKem768::from_seed(Cpu::detect(), ml_kem.as_array_ref());
        let (second, b) = with_public(x25519);
        Self::of((Secrets { first, second }, (a, b)))
    }

    /// The half of X25519: a client that offers X25519 alone as well may use it there, too.
    #[must_use]
    pub fn x25519(&self) -> &StaticSecret {
        &self.secret.second
    }
}

impl EncapsulationKey {
    /// The half of X25519: the share of a client for X25519 alone.
    #[must_use]
    pub fn x25519(&self) -> PublicKey {
        self.0.1
    }
}
