//! ML-KEM (FIPS 203) with its keys expanded: the matrix A, and the hash of the public key, are computed once for each key.
//!
//! The one place that knows whose ML-KEM this is: `libcrux-ml-kem`'s, which is formally verified, in three implementations. Their
//! vectors' modules do not ask whether the CPU has what they need, so this module does.

use crate::{
    DecapsulationError,
    half::{Half, Shared},
};
use core::fmt;
use hybrid_array::{Array, sizes::*};
use kem::{
    Generate, InvalidKey,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The seeds d and z of a key pair, one after the other (FIPS 203 § 3.3, § 7.1).
pub(crate) type Seed = Array<u8, U64>;

/// Which of the library's implementations computes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Implementation {
    /// For every target.
    Portable,
    /// For x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// For every AArch64.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Implementation {
    /// The best that this machine has, or the one that `field_backend` leaves.
    fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if field_fast::Cpu::detect().adx.is_some() {
            // The token stands for AVX2, too.
            return Self::Avx2;
        }
        #[cfg(target_arch = "aarch64")]
        if !cfg!(field_backend = "portable") {
            return Self::Neon;
        }
        Self::Portable
    }

    /// All that this machine has.
    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let best = Self::best();
        [Self::Portable, best]
            .into_iter()
            .take(if best == Self::Portable { 1 } else { 2 })
    }
}

macro_rules! parameter_set {
    (
        $(#[$doc:meta])* $name:ident, $lib:ident, $public_size:ident, $secret_size:ident, $ciphertext_size:ident,
        $public:ident, $pair:ident, $($(#[$cfg:meta])? $variant:ident $path:ident),*
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        pub(crate) mod $lib {
            use super::*;
            use libcrux_ml_kem::{$lib as lib, MlKemCiphertext, MlKemPublicKey};

            type PublicBytes = Array<u8, $public_size>;

            #[derive(Clone)]
            enum Expanded {
                $($(#[$cfg])? $variant(lib::$path::unpacked::$public),)*
            }

            /// An encapsulation key that has passed the modulus check, with the matrix A and its hash.
            #[derive(Clone)]
            pub struct Public {
                bytes: PublicBytes,
                expanded: Expanded,
            }

            impl Public {
                pub(crate) fn decode(implementation: Implementation, bytes: &PublicBytes) -> Option<Self> {
                    let key = MlKemPublicKey::from(&bytes.0);
                    let expanded = match implementation {
                        $($(#[$cfg])? Implementation::$variant => {
                            if !lib::$path::validate_public_key(&key) {
                                return None;
                            }
                            let mut expanded = lib::$path::unpacked::init_public_key();
                            lib::$path::unpacked::unpacked_public_key(&key, &mut expanded);
                            Expanded::$variant(expanded)
                        })*
                    };
                    Some(Self { bytes: *bytes, expanded })
                }

                /// Encapsulates the message `m` (FIPS 203 § 6.2).
                pub(crate) fn encapsulate(&self, m: [u8; 32]) -> Shared<$name> {
                    let (ciphertext, shared) = match &self.expanded {
                        $($(#[$cfg])? Expanded::$variant(key) => lib::$path::unpacked::encapsulate(key, m),)*
                    };
                    (Array(ciphertext.into()), Array(shared))
                }

                pub(crate) fn as_bytes(&self) -> &PublicBytes {
                    &self.bytes
                }
            }

            impl PartialEq for Public {
                fn eq(&self, other: &Self) -> bool {
                    self.bytes == other.bytes
                }
            }

            impl Eq for Public {}

            impl fmt::Debug for Public {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_tuple(stringify!($name)).field(&self.bytes).finish()
                }
            }

            enum Pair {
                $($(#[$cfg])? $variant(lib::$path::unpacked::$pair),)*
            }

            /// A key pair. Wiped when dropped.
            pub struct Secret {
                seed: Seed,
                pair: Pair,
            }

            impl Secret {
                pub(crate) fn from_seed(implementation: Implementation, seed: &Seed) -> Self {
                    // In place: a key pair is 8 KiB, which are not to be moved twice.
                    let mut secret = Self {
                        seed: *seed,
                        pair: match implementation {
                            $($(#[$cfg])? Implementation::$variant => Pair::$variant(lib::$path::unpacked::init_key_pair()),)*
                        },
                    };
                    match &mut secret.pair {
                        $($(#[$cfg])? Pair::$variant(pair) => lib::$path::unpacked::generate_key_pair_mut(seed.0, pair),)*
                    }
                    secret
                }

                /// From the expanded encoding, if it passes the checks of FIPS 203 § 7.3. Forgets the seed.
                #[cfg(test)]
                pub(crate) fn from_expanded(implementation: Implementation, bytes: &Array<u8, $secret_size>) -> Option<Self> {
                    let key = libcrux_ml_kem::MlKemPrivateKey::from(&bytes.0);
                    let pair = match implementation {
                        $($(#[$cfg])? Implementation::$variant => {
                            if !lib::$path::validate_private_key_only(&key) {
                                return None;
                            }
                            let mut pair = lib::$path::unpacked::init_key_pair();
                            lib::$path::unpacked::key_pair_from_private_mut(&key, &mut pair);
                            Pair::$variant(pair)
                        })*
                    };
                    Some(Self { seed: Seed::default(), pair })
                }

                /// The expanded encoding.
                #[cfg(test)]
                pub(crate) fn to_expanded(&self) -> Array<u8, $secret_size> {
                    Array(match &self.pair {
                        $($(#[$cfg])? Pair::$variant(pair) => lib::$path::unpacked::key_pair_serialized_private_key(pair).into(),)*
                    })
                }

                pub(crate) fn public(&self) -> Public {
                    let mut bytes = MlKemPublicKey::from(PublicBytes::default().0);
                    let expanded = match &self.pair {
                        $($(#[$cfg])? Pair::$variant(pair) => {
                            lib::$path::unpacked::key_pair_serialized_public_key_mut(pair, &mut bytes);
                            Expanded::$variant(pair.public_key.clone())
                        })*
                    };
                    Public { bytes: Array(bytes.into()), expanded }
                }

                pub(crate) fn decapsulate(&self, ciphertext: &Array<u8, $ciphertext_size>) -> Array<u8, U32> {
                    let ciphertext = MlKemCiphertext::from(&ciphertext.0);
                    Array(match &self.pair {
                        $($(#[$cfg])? Pair::$variant(pair) => lib::$path::unpacked::decapsulate(pair, &ciphertext),)*
                    })
                }
            }

            impl Clone for Secret {
                /// Expands the seed again.
                fn clone(&self) -> Self {
                    let implementation = match self.pair {
                        $($(#[$cfg])? Pair::$variant(_) => Implementation::$variant,)*
                    };
                    Self::from_seed(implementation, &self.seed)
                }
            }

            impl Drop for Secret {
                fn drop(&mut self) {
                    self.seed.zeroize();
                    match &mut self.pair {
                        $($(#[$cfg])? Pair::$variant(pair) => *pair = lib::$path::unpacked::init_key_pair(),)*
                    }
                    // Or the compiler would leave out what nobody reads.
                    zeroize::optimization_barrier(self);
                }
            }

            impl ZeroizeOnDrop for Secret {}

            /// Shows nothing.
            impl fmt::Debug for Secret {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.debug_struct(stringify!($name)).finish_non_exhaustive()
                }
            }
        }

        impl Half for $name {
            type Public = $lib::Public;
            type Secret = $lib::Secret;
            type PublicSize = $public_size;
            type CiphertextSize = $ciphertext_size;
            type SharedSize = U32;

            fn generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<$lib::Secret, R::Error> {
                let mut seed = Seed::try_generate_from_rng(rng)?;
                let secret = $lib::Secret::from_seed(Implementation::best(), &seed);
                seed.zeroize();
                Ok(secret)
            }

            fn public(secret: &$lib::Secret) -> $lib::Public {
                secret.public()
            }

            fn decode(bytes: &Array<u8, $public_size>) -> Result<$lib::Public, InvalidKey> {
                $lib::Public::decode(Implementation::best(), bytes).ok_or(InvalidKey)
            }

            fn encode(public: &$lib::Public) -> Array<u8, $public_size> {
                *public.as_bytes()
            }

            fn encapsulate<R: CryptoRng + ?Sized>(public: &$lib::Public, rng: &mut R) -> Shared<Self> {
                let mut m = [0; 32];
                rng.fill_bytes(&mut m);
                let shared = public.encapsulate(m);
                m.zeroize();
                shared
            }

            fn decapsulate(
                secret: &$lib::Secret,
                ciphertext: &Array<u8, $ciphertext_size>,
            ) -> Result<Array<u8, U32>, DecapsulationError> {
                Ok(secret.decapsulate(ciphertext))
            }
        }

        impl $name {
            /// The secret key of a seed.
            pub(crate) fn from_seed(seed: &Seed) -> $lib::Secret {
                $lib::Secret::from_seed(Implementation::best(), seed)
            }
        }
    };
}

#[cfg(test)]
mod tests;

parameter_set! {
    /// ML-KEM-768.
    MlKem768, mlkem768, U1184, U2400, U1088, MlKem768PublicKeyUnpacked, MlKem768KeyPairUnpacked,
    Portable portable, #[cfg(target_arch = "x86_64")] Avx2 avx2, #[cfg(target_arch = "aarch64")] Neon neon
}

#[cfg(feature = "p384")]
parameter_set! {
    /// ML-KEM-1024.
    MlKem1024, mlkem1024, U1568, U3168, U1568, MlKem1024PublicKeyUnpacked, MlKem1024KeyPairUnpacked,
    Portable portable, #[cfg(target_arch = "x86_64")] Avx2 avx2, #[cfg(target_arch = "aarch64")] Neon neon
}
