//! X25519 as a key encapsulation: the ciphertext is an ephemeral public key, the secret is theirs (RFC 7748 § 6.1).

use crate::{
    DecapsulationError,
    half::{self, Half, Scheme, Shared},
};
use hybrid_array::{Array, sizes::U32};
use kem::{
    Generate, InvalidKey, Kem, Key, KeyExport, KeyInit, KeySizeUser,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
use x25519_fast::{PublicKey, StaticSecret};

/// Bytes of an encapsulation key.
pub const ENCAPSULATION_KEY_SIZE: usize = 32;
/// Bytes of a ciphertext.
pub const CIPHERTEXT_SIZE: usize = 32;
/// Bytes of a shared secret.
pub const SHARED_KEY_SIZE: usize = 32;

/// X25519 as a key encapsulation. Its secrets are coordinates of points: hash them.
///
/// Unlike `dhkem`'s, it refuses keys of small order, with which the secret would be zero.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct X25519Kem;

/// A public key.
pub type EncapsulationKey = half::EncapsulationKey<X25519Kem>;

/// A secret key: any 32 bytes.
pub type DecapsulationKey = half::DecapsulationKey<X25519Kem>;

impl Kem for X25519Kem {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type CiphertextSize = U32;
    type SharedKeySize = U32;
}

impl Scheme for X25519Kem {
    type Half = X25519;
}

impl DecapsulationKey {
    /// The secret key as X25519 knows it.
    pub fn x25519(&self) -> &StaticSecret {
        &self.secret
    }
}

impl From<StaticSecret> for DecapsulationKey {
    fn from(secret: StaticSecret) -> Self {
        Self::of(with_public(secret))
    }
}

impl EncapsulationKey {
    /// The public key as X25519 knows it.
    pub fn x25519(&self) -> PublicKey {
        self.0
    }
}

impl KeySizeUser for DecapsulationKey {
    type KeySize = U32;
}

impl KeyInit for DecapsulationKey {
    fn new(key: &Key<Self>) -> Self {
        Self::of(with_public(StaticSecret::from(key.0)))
    }
}

impl KeyExport for DecapsulationKey {
    /// The key, clamped as RFC 9180 § 7.1.2 demands.
    fn to_bytes(&self) -> Key<Self> {
        let mut key = self.secret.to_bytes();
        key[0] &= 0xf8;
        key[31] = key[31] & 0x7f | 0x40;
        Array(key)
    }
}

/// Both keys.
pub(crate) fn with_public(secret: StaticSecret) -> (StaticSecret, PublicKey) {
    let public = PublicKey::from(&secret);
    (secret, public)
}

/// X25519 in a hybrid.
#[derive(Debug)]
pub struct X25519;

impl Half for X25519 {
    type Public = PublicKey;
    type Secret = StaticSecret;
    type PublicSize = U32;
    type CiphertextSize = U32;
    type SharedSize = U32;

    fn generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(StaticSecret, PublicKey), R::Error> {
        let secret = StaticSecret::from(<[u8; 32]>::try_generate_from_rng(rng)?);
        Ok(with_public(secret))
    }

    fn decode(bytes: &Array<u8, U32>) -> Result<PublicKey, InvalidKey> {
        not_of_small_order(bytes).ok_or(InvalidKey)
    }

    fn encode(public: &PublicKey) -> Array<u8, U32> {
        Array(public.to_bytes())
    }

    fn encapsulate<R: CryptoRng + ?Sized>(public: &PublicKey, rng: &mut R) -> Shared<Self> {
        let ephemeral = StaticSecret::random_from_rng(rng);
        let shared = ephemeral.diffie_hellman(public);
        (
            Array(PublicKey::from(&ephemeral).to_bytes()),
            Array(shared.to_bytes()),
        )
    }

    fn decapsulate(
        secret: &StaticSecret,
        _: &PublicKey,
        ciphertext: &Array<u8, U32>,
    ) -> Result<Array<u8, U32>, DecapsulationError> {
        let public = not_of_small_order(ciphertext).ok_or(DecapsulationError)?;
        Ok(Array(secret.diffie_hellman(&public).to_bytes()))
    }
}

/// The coordinates of the points of small order.
///
/// X25519 multiplies by a multiple of 8, so its result is zero (RFC 7748 § 6.1) where 8 P = 0: on the curve, whose cofactor is 8, at
/// 0 (order 2), 1 (order 4) and two roots (order 8); on its twist, whose cofactor is 4, at 0 and -1.
const SMALL_ORDER: [[u8; 32]; 5] = {
    const fn small(u: u8) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[0] = u;
        bytes
    }
    // 2^255 - 20
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    [
        small(0),
        small(1),
        minus_one,
        [
            0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f,
            0xc4, 0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16,
            0x5f, 0x49, 0xb8, 0x00,
        ],
        [
            0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83,
            0xef, 0x5b, 0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd,
            0xd0, 0x9f, 0x11, 0x57,
        ],
    ]
};

/// The public key, unless X25519 is zero with it. Its encoding need not be canonical.
fn not_of_small_order(bytes: &Array<u8, U32>) -> Option<PublicKey> {
    let key = PublicKey::from(bytes.0);
    SMALL_ORDER
        .iter()
        .all(|u| PublicKey::from(*u) != key)
        .then_some(key)
}
