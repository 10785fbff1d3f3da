//! ML-KEM (FIPS 203) with its keys expanded: the matrix A, and the hash of the public key, are computed once for each key.
//!
//! The code is portable. It is compiled for the vectors of each CPU, see `field_fast::keccak`, which has the permutation in lanes.

use crate::{
    DecapsulationError,
    half::{Half, Shared},
};
use coding::{compress, decode, decompress, encode, from_message, to_message};
use core::{fmt, hint::black_box};
use field_fast::{Cpu, keccak::Task};
#[cfg(feature = "p384")]
use hybrid_array::sizes::U1568;
use hybrid_array::{
    Array,
    sizes::{U32, U64, U1088, U1184},
};
use kem::{
    Generate, InvalidKey,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
use ring::Poly;
use zeroize::{Zeroize, ZeroizeOnDrop};

mod coding;
mod ring;
mod sampling;
#[cfg(test)]
mod tests;

/// The seeds d and z of a key pair, one after the other (FIPS 203 § 3.3, § 7.1).
pub(crate) type Seed = Array<u8, U64>;

/// A public key of rank `K`, expanded.
#[derive(Clone)]
struct Expanded<const K: usize> {
    /// A, in the NTT domain, in `[0, q)`.
    matrix: [[Poly; K]; K],
    /// t, in the NTT domain, in `[-q, q]`.
    t: [Poly; K],
    /// H of the encoding.
    hash: [u8; 32],
}

/// A secret key of rank `K`, but for its public key. Wiped when dropped.
#[derive(Clone)]
pub struct Secret<const K: usize> {
    /// s, in the NTT domain, in `[-q/2, q/2]`.
    s: [Poly; K],
    /// z, for what does not fit.
    z: [u8; 32],
}

impl<const K: usize> Drop for Secret<K> {
    fn drop(&mut self) {
        for poly in &mut self.s {
            poly.0.zeroize();
        }
        self.z.zeroize();
    }
}

impl<const K: usize> ZeroizeOnDrop for Secret<K> {}

/// Shows nothing.
impl<const K: usize> fmt::Debug for Secret<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}

/// A key pair from d and z, K-PKE.KeyGen in algorithm 13; the encoding of the public key goes to `bytes`.
struct GenerateKey<'a, const K: usize> {
    cpu: Cpu,
    seed: &'a Seed,
    bytes: &'a mut [u8],
}

impl<const K: usize> Task for GenerateKey<'_, K> {
    type Output = (Secret<K>, Expanded<K>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cpu, seed, bytes } = self;
        let (d, z) = seed.split_at(32);
        let [rho, mut sigma] = sampling::g(cpu, &[d, &[K as u8]]);
        let mut matrix = [[Poly::ZERO; K]; K];
        let mut noise = [[Poly::ZERO; K]; 2];
        sampling::sample(cpu, &rho, &mut matrix, &sigma, noise.as_flattened_mut());
        sigma.zeroize();
        let (mut s, mut t) = ([Poly::ZERO; K], [Poly::ZERO; K]);
        for i in 0..K {
            s[i] = noise[0][i].ntt();
        }
        let (values, end) = bytes.split_at_mut(384 * K);
        for (i, bytes) in values.chunks_exact_mut(384).enumerate() {
            let product = Poly::inner_product(matrix[i].iter().zip(&s)).times_2_16();
            t[i] = product.plus(&noise[1][i].ntt()).reduced();
            encode(&t[i], bytes);
        }
        end.copy_from_slice(&rho);
        let hash = sampling::h(cpu, &[bytes]);
        let z = z.try_into().expect("32 bytes");
        for poly in noise.as_flattened_mut() {
            poly.0.zeroize();
        }
        (Secret { s, z }, Expanded { matrix, t, hash })
    }
}

/// The public key of an encoding, if all its coefficients are reduced (§ 7.2).
struct DecodeKey<'a, const K: usize> {
    cpu: Cpu,
    bytes: &'a [u8],
}

impl<const K: usize> Task for DecodeKey<'_, K> {
    type Output = Option<Expanded<K>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cpu, bytes } = self;
        let (values, rho) = bytes.split_at(384 * K);
        let mut t = [Poly::ZERO; K];
        for (t, bytes) in t.iter_mut().zip(values.chunks_exact(384)) {
            let (values, reduced) = decode(bytes);
            if !reduced {
                return None;
            }
            // For products: the greater factor may be q, this one not.
            *t = values.reduced();
        }
        let rho = rho.try_into().expect("32 bytes");
        let mut matrix = [[Poly::ZERO; K]; K];
        sampling::sample(cpu, rho, &mut matrix, &[0; 32], &mut []);
        let hash = sampling::h(cpu, &[bytes]);
        Some(Expanded { matrix, t, hash })
    }
}

/// K-PKE.Encrypt, algorithm 14: the ciphertext goes to `bytes`. With `K <= 4`.
#[inline(always)]
fn encrypt<const K: usize, const DU: usize, const DV: usize>(
    cpu: Cpu,
    key: &Expanded<K>,
    message: &[u8; 32],
    randomness: &[u8; 32],
    bytes: &mut [u8],
) {
    let mut noise = [Poly::ZERO; 9];
    let noise = &mut noise[..2 * K + 1];
    sampling::sample::<K>(cpu, &[0; 32], &mut [], randomness, noise);
    let mut y = [Poly::ZERO; K];
    for (y, noise) in y.iter_mut().zip(&*noise) {
        *y = noise.ntt();
    }
    let (us, v) = bytes.split_at_mut(32 * DU * K);
    for (i, bytes) in us.chunks_exact_mut(32 * DU).enumerate() {
        let column = key.matrix.iter().map(|row| &row[i]);
        let u = Poly::inner_product(column.zip(&y)).inverse_ntt();
        compress::<DU>(&u.plus(&noise[K + i]), bytes);
    }
    let product = Poly::inner_product(key.t.iter().zip(&y)).inverse_ntt();
    let message = from_message(message);
    compress::<DV>(&product.plus(&noise[2 * K]).plus(&message), v);
    for poly in noise.iter_mut().chain(&mut y) {
        poly.0.zeroize();
    }
}

/// ML-KEM.Encaps_internal, algorithm 17: the secret; the ciphertext goes to `bytes`.
struct EncapsulateTo<'a, const K: usize, const DU: usize, const DV: usize> {
    cpu: Cpu,
    key: &'a Expanded<K>,
    message: &'a [u8; 32],
    bytes: &'a mut [u8],
}

impl<const K: usize, const DU: usize, const DV: usize> Task for EncapsulateTo<'_, K, DU, DV> {
    type Output = [u8; 32];

    #[inline(always)]
    fn run(self) -> [u8; 32] {
        let Self {
            cpu,
            key,
            message,
            bytes,
        } = self;
        let [shared, mut randomness] = sampling::g(cpu, &[message, &key.hash]);
        encrypt::<K, DU, DV>(cpu, key, message, &randomness, bytes);
        randomness.zeroize();
        shared
    }
}

/// ML-KEM.Decaps_internal, algorithm 18; `again` has room for a ciphertext.
struct DecapsulateFrom<'a, const K: usize, const DU: usize, const DV: usize> {
    cpu: Cpu,
    secret: &'a Secret<K>,
    key: &'a Expanded<K>,
    ciphertext: &'a [u8],
    again: &'a mut [u8],
}

impl<const K: usize, const DU: usize, const DV: usize> Task for DecapsulateFrom<'_, K, DU, DV> {
    type Output = [u8; 32];

    #[inline(always)]
    fn run(self) -> [u8; 32] {
        let Self {
            cpu,
            secret,
            key,
            ciphertext,
            again,
        } = self;
        // K-PKE.Decrypt, algorithm 15.
        let (us, v) = ciphertext.split_at(32 * DU * K);
        let mut u = [Poly::ZERO; K];
        for (u, bytes) in u.iter_mut().zip(us.chunks_exact(32 * DU)) {
            *u = decompress::<DU>(bytes).ntt();
        }
        let product = Poly::inner_product(u.iter().zip(&secret.s)).inverse_ntt();
        let mut message = to_message(&decompress::<DV>(v).minus(&product));

        let [mut shared, mut randomness] = sampling::g(cpu, &[&message, &key.hash]);
        let rejected = sampling::j(cpu, &[&secret.z, ciphertext]);
        encrypt::<K, DU, DV>(cpu, key, &message, &randomness, again);
        let mut difference = 0;
        for (a, b) in again.iter().zip(ciphertext) {
            difference |= a ^ b;
        }
        // All ones if they are different: -1 / 2^8 where a byte is not zero.
        let mask = black_box((u16::from(difference).wrapping_neg() >> 8) as u8);
        for (byte, rejected) in shared.iter_mut().zip(rejected) {
            *byte ^= (*byte ^ rejected) & mask;
        }
        message.zeroize();
        randomness.zeroize();
        again.zeroize();
        shared
    }
}

macro_rules! parameter_set {
    (
        $(#[$doc:meta])* $name:ident, $module:ident, $rank:literal, $du:literal, $dv:literal, $public_size:ident, $ciphertext_size:ident
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        pub(crate) mod $module {
            use super::*;

            /// A secret key.
            pub(crate) type Secret = super::Secret<$rank>;

            /// An encapsulation key that has passed the modulus check, expanded.
            #[derive(Clone)]
            pub struct Public {
                pub(super) bytes: Array<u8, $public_size>,
                pub(super) expanded: Expanded<$rank>,
            }

            impl Public {
                pub(crate) fn decode(cpu: Cpu, bytes: &Array<u8, $public_size>) -> Option<Self> {
                    let expanded = cpu.run(DecodeKey { cpu, bytes })?;
                    Some(Self { bytes: *bytes, expanded })
                }

                pub(crate) fn as_bytes(&self) -> &Array<u8, $public_size> {
                    &self.bytes
                }

                /// Encapsulates the message (§ 6.2).
                pub(crate) fn encapsulate(&self, cpu: Cpu, message: &[u8; 32]) -> Shared<$name> {
                    let mut ciphertext = Array::default();
                    let shared = cpu.run(EncapsulateTo::<$rank, $du, $dv> {
                        cpu,
                        key: &self.expanded,
                        message,
                        bytes: &mut ciphertext,
                    });
                    (ciphertext, Array(shared))
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
        }

        impl $name {
            /// The key pair of a seed.
            pub(crate) fn from_seed(cpu: Cpu, seed: &Seed) -> ($module::Secret, $module::Public) {
                let mut bytes = Array::default();
                let (secret, expanded) = cpu.run(GenerateKey { cpu, seed, bytes: &mut bytes });
                (secret, $module::Public { bytes, expanded })
            }

            /// The secret that a ciphertext shares, or one that nobody knows (§ 6.3).
            pub(crate) fn decapsulate(
                cpu: Cpu,
                secret: &$module::Secret,
                public: &$module::Public,
                ciphertext: &Array<u8, $ciphertext_size>,
            ) -> Array<u8, U32> {
                let mut again: Array<u8, $ciphertext_size> = Array::default();
                Array(cpu.run(DecapsulateFrom::<$rank, $du, $dv> {
                    cpu,
                    secret,
                    key: &public.expanded,
                    ciphertext,
                    again: &mut again,
                }))
            }
        }

        impl Half for $name {
            type Public = $module::Public;
            type Secret = $module::Secret;
            type PublicSize = $public_size;
            type CiphertextSize = $ciphertext_size;
            type SharedSize = U32;

            fn generate<R: TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> Result<(Self::Secret, Self::Public), R::Error> {
                let mut seed = Seed::try_generate_from_rng(rng)?;
                let keys = Self::from_seed(Cpu::detect(), &seed);
                seed.zeroize();
                Ok(keys)
            }

            fn decode(bytes: &Array<u8, $public_size>) -> Result<Self::Public, InvalidKey> {
                $module::Public::decode(Cpu::detect(), bytes).ok_or(InvalidKey)
            }

            fn encode(public: &Self::Public) -> Array<u8, $public_size> {
                *public.as_bytes()
            }

            fn encapsulate<R: CryptoRng + ?Sized>(public: &Self::Public, rng: &mut R) -> Shared<Self> {
                let mut message = [0; 32];
                rng.fill_bytes(&mut message);
                let shared = public.encapsulate(Cpu::detect(), &message);
                message.zeroize();
                shared
            }

            fn decapsulate(
                secret: &Self::Secret,
                public: &Self::Public,
                ciphertext: &Array<u8, $ciphertext_size>,
            ) -> Result<Array<u8, U32>, DecapsulationError> {
                Ok(Self::decapsulate(Cpu::detect(), secret, public, ciphertext))
            }
        }
    };
}

parameter_set! {
    /// ML-KEM-768.
    MlKem768, mlkem768, 3, 10, 4, U1184, U1088
}

#[cfg(feature = "p384")]
parameter_set! {
    /// ML-KEM-1024.
    MlKem1024, mlkem1024, 4, 11, 5, U1568, U1568
}
