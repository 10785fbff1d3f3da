#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

mod secrets;

pub use rand_core;
#[cfg(feature = "reusable_secrets")]
pub use secrets::ReusableSecret;
#[cfg(feature = "static_secrets")]
pub use secrets::StaticSecret;
pub use secrets::{EphemeralSecret, SharedSecret};

use core::hash::{Hash, Hasher};
use field_fast::montgomery;

/// The `u` coordinate of the base point, 9.
pub const X25519_BASEPOINT_BYTES: [u8; 32] = {
    let mut u = [0; 32];
    u[0] = 9;
    u
};

/// The function X25519 of RFC 7748 § 5: the `u` coordinate of `k` times the point with the coordinate `u`, where `k` is clamped
/// first.
///
/// Zero if the point has a small order. Constant time.
#[must_use]
pub fn x25519(k: [u8; 32], u: [u8; 32]) -> [u8; 32] {
    montgomery::x25519(&k, &u)
}

/// The public key of a secret: its multiple of the base point.
fn base(k: &[u8; 32]) -> [u8; 32] {
    #[cfg(feature = "precomputed-tables")]
    return montgomery::x25519_base(k, &field_fast::edwards::curve25519::BASE);
    #[cfg(not(feature = "precomputed-tables"))]
    montgomery::x25519(k, &X25519_BASEPOINT_BYTES)
}

/// The `u` coordinate of a point, in any of its encodings. `Debug` and serde call it as the peer does.
#[derive(Copy, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct MontgomeryPoint([u8; 32]);

/// A public key: 32 bytes of any value.
///
/// Two are equal if they are the same coordinate: the highest bit does not count, and what is `2^255 - 19` or more is reduced.
#[derive(Copy, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PublicKey(MontgomeryPoint);

impl PublicKey {
    /// The bytes that it was made of.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.0
    }

    /// The bytes that it was made of.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0.0
    }
}

impl From<[u8; 32]> for PublicKey {
    fn from(bytes: [u8; 32]) -> Self {
        Self(MontgomeryPoint(bytes))
    }
}

impl AsRef<[u8]> for PublicKey {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        montgomery::canonical(self.as_bytes()) == montgomery::canonical(other.as_bytes())
    }
}

impl Eq for PublicKey {}

impl Hash for PublicKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        montgomery::canonical(self.as_bytes()).hash(state);
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for PublicKey {
    fn zeroize(&mut self) {
        self.0.0.zeroize();
    }
}
