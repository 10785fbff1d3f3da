//! What is wiped when dropped.

use crate::PublicKey;
use core::fmt;
use rand_core::CryptoRng;
#[cfg(feature = "zeroize")]
use zeroize::{Zeroize, ZeroizeOnDrop};

/// 32 bytes, wiped when dropped, that `Debug` does not show.
macro_rules! wiped {
    ($(#[$cfg:meta])* $name:ident) => {
        $(#[$cfg])*
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).finish_non_exhaustive()
            }
        }

        $(#[$cfg])*
        impl Drop for $name {
            fn drop(&mut self) {
                #[cfg(feature = "zeroize")]
                self.0.zeroize();
            }
        }

        $(#[$cfg])*
        #[cfg(feature = "zeroize")]
        impl ZeroizeOnDrop for $name {}
    };
}

/// A secret key: how it is drawn, its public key, and its shared secrets, for which it is given by `$reference` or by value.
macro_rules! secret {
    ($(#[$cfg:meta])* $name:ident, [$($reference:tt)?] $self:ident) => {
        wiped! { $(#[$cfg])* $name }

        $(#[$cfg])*
        impl $name {
            /// The shared secret with the owner of a public key. Constant time.
            #[must_use]
            pub fn diffie_hellman($($reference)? $self, their_public: &PublicKey) -> SharedSecret {
                SharedSecret(crate::x25519($self.0, their_public.to_bytes()))
            }

            /// A random secret from a generator.
            pub fn random_from_rng<R: CryptoRng + ?Sized>(csprng: &mut R) -> Self {
                let mut bytes = [0; 32];
                csprng.fill_bytes(&mut bytes);
                Self(bytes)
            }

            /// A random secret from the operating system.
            ///
            /// # Panics
            /// If that has none.
            #[cfg(feature = "getrandom")]
            #[must_use]
            pub fn random() -> Self {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).expect("random bytes of the operating system");
                Self(bytes)
            }
        }

        $(#[$cfg])*
        impl<'a> From<&'a $name> for PublicKey {
            /// Constant time.
            fn from(secret: &'a $name) -> Self {
                Self::from(crate::base(&secret.0))
            }
        }
    };
}

/// A secret key for one shared secret: to use it is to consume it.
pub struct EphemeralSecret([u8; 32]);
secret! { EphemeralSecret, [] self }

/// A secret key for several shared secrets of one protocol run, that is not to be stored.
#[cfg(feature = "reusable_secrets")]
#[derive(Clone)]
pub struct ReusableSecret([u8; 32]);
secret! { #[cfg(feature = "reusable_secrets")] ReusableSecret, [&] self }

/// A secret key that can be stored: any 32 bytes, which are clamped when they are used.
#[cfg(feature = "static_secrets")]
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StaticSecret([u8; 32]);
secret! { #[cfg(feature = "static_secrets")] StaticSecret, [&] self }

#[cfg(feature = "static_secrets")]
impl StaticSecret {
    /// The bytes that it was made of, not clamped.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The bytes that it was made of, not clamped.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

#[cfg(feature = "static_secrets")]
impl From<[u8; 32]> for StaticSecret {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

#[cfg(feature = "static_secrets")]
impl AsRef<[u8]> for StaticSecret {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// What two parties share. Hash it before it becomes a key.
pub struct SharedSecret([u8; 32]);
wiped! { SharedSecret }

impl SharedSecret {
    /// Its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Does it depend on the secret key? Not if the other's public key has a small order: then it is zero. Constant time but for
    /// its result.
    #[must_use]
    pub fn was_contributory(&self) -> bool {
        (!field_fast::montgomery::is_zero(&self.0)).into()
    }
}

impl AsRef<[u8]> for SharedSecret {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
