//! ML-KEM (FIPS 203) with its keys expanded: the matrix A, and the hash of the public key, are computed once for each key.
//!
//! Portable code, which `Cpu::run` compiles for the vectors of each CPU; only the Keccak permutation of several states has intrinsics.

use crate::{
    DecapsulationError,
    half::{Half, Shared},
};
use coding::{compress, decode, decompress, encode, from_message, to_message};
use core::{fmt, hint::black_box, marker::PhantomData};
use field_fast::{Cpu, Vectorized};
#[cfg(feature = "p384")]
use hybrid_array::sizes::U1568;
use hybrid_array::{
    Array, ArraySize,
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

/// An encapsulation key of rank `K` and `N` bytes that has passed the modulus check, expanded.
#[derive(Clone)]
pub struct Public<const K: usize, N: ArraySize> {
    bytes: Array<u8, N>,
    /// A, in the NTT domain, in `[0, q)`.
    matrix: [[Poly; K]; K],
    /// t, in the NTT domain, in `[-q/2, q)`.
    t: [Poly; K],
    /// H of the encoding.
    hash: [u8; 32],
}

impl<const K: usize, N: ArraySize> Public<K, N> {
    pub(crate) fn as_bytes(&self) -> &Array<u8, N> {
        &self.bytes
    }
}

impl<const K: usize, N: ArraySize> PartialEq for Public<K, N> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<const K: usize, N: ArraySize> Eq for Public<K, N> {}

impl<const K: usize, N: ArraySize> fmt::Debug for Public<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Public").field(&self.bytes).finish()
    }
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
        wipe(&mut self.s, Poly::ZERO);
        wipe(&mut self.z, 0);
    }
}

impl<const K: usize> ZeroizeOnDrop for Secret<K> {}

/// Shows nothing.
impl<const K: usize> fmt::Debug for Secret<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}

/// Zeros in place of secrets, stored by vectors and not one by one; the barrier is why the compiler does not leave them out.
#[inline(always)]
fn wipe<T: Copy>(secrets: &mut [T], zero: T) {
    secrets.fill(zero);
    zeroize::optimization_barrier(secrets);
}

/// A key pair from d and z, K-PKE.KeyGen in algorithm 13.
struct GenerateKey<'a, const K: usize, N> {
    cpu: Cpu,
    seed: &'a Seed,
    size: PhantomData<N>,
}

impl<const K: usize, N: ArraySize> Vectorized for GenerateKey<'_, K, N> {
    type Output = (Secret<K>, Public<K, N>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let (d, z) = self.seed.split_at(32);
        let [rho, mut sigma] = sampling::g(&[d, &[K as u8]]);
        let mut matrix = [[Poly::ZERO; K]; K];
        let mut noise = [[Poly::ZERO; K]; 2];
        let flat = noise.as_flattened_mut();
        sampling::sample(self.cpu, &rho, &mut matrix, &sigma, flat);
        let (mut s, mut t) = ([Poly::ZERO; K], [Poly::ZERO; K]);
        for i in 0..K {
            s[i] = noise[0][i].ntt();
        }
        let mut bytes = Array::<u8, N>::default();
        let (values, end) = bytes.split_at_mut(384 * K);
        for (i, bytes) in values.chunks_exact_mut(384).enumerate() {
            let product = Poly::inner_product(matrix[i].iter().zip(&s)).times_2_16();
            // Below q + q/2 before it is reduced.
            t[i] = product.plus(&noise[1][i].ntt()).reduced();
            encode(&t[i], bytes);
        }
        end.copy_from_slice(&rho);
        wipe(&mut sigma, 0);
        wipe(noise.as_flattened_mut(), Poly::ZERO);
        let secret = Secret {
            s,
            z: z.try_into().expect("32 bytes"),
        };
        let hash = sampling::h(&bytes);
        let public = Public {
            bytes,
            matrix,
            t,
            hash,
        };
        (secret, public)
    }
}

/// The public key of an encoding, if all its coefficients are reduced (§ 7.2).
struct DecodeKey<'a, const K: usize, N: ArraySize> {
    cpu: Cpu,
    bytes: &'a Array<u8, N>,
}

impl<const K: usize, N: ArraySize> Vectorized for DecodeKey<'_, K, N> {
    type Output = Option<Public<K, N>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let (values, rho) = self.bytes.split_at(384 * K);
        let mut t = [Poly::ZERO; K];
        for (t, bytes) in t.iter_mut().zip(values.chunks_exact(384)) {
            *t = decode(bytes)?;
        }
        let rho = rho.try_into().expect("32 bytes");
        let mut matrix = [[Poly::ZERO; K]; K];
        sampling::sample(self.cpu, rho, &mut matrix, &[0; 32], &mut []);
        Some(Public {
            bytes: self.bytes.clone(),
            matrix,
            t,
            hash: sampling::h(self.bytes),
        })
    }
}

/// K-PKE.Encrypt, algorithm 14: the ciphertext goes to `bytes`. With `K <= 4`.
#[inline(always)]
fn encrypt<const K: usize, const DU: usize, const DV: usize, N: ArraySize>(
    cpu: Cpu,
    key: &Public<K, N>,
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
    // Sums: below q + 2, and q + 2 + (q + 1)/2.
    for (i, bytes) in us.chunks_exact_mut(32 * DU).enumerate() {
        let column = key.matrix.iter().map(|row| &row[i]);
        let u = Poly::inner_product(column.zip(&y)).inverse_ntt();
        compress::<DU>(&u.plus(&noise[K + i]), bytes);
    }
    let product = Poly::inner_product(key.t.iter().zip(&y)).inverse_ntt();
    let message = from_message(message);
    compress::<DV>(&product.plus(&noise[2 * K]).plus(&message), v);
    wipe(noise, Poly::ZERO);
    wipe(&mut y, Poly::ZERO);
}

/// ML-KEM.Encaps_internal, algorithm 17: the secret; the ciphertext goes to `bytes`.
struct EncapsulateTo<'a, const K: usize, const DU: usize, const DV: usize, N: ArraySize> {
    cpu: Cpu,
    key: &'a Public<K, N>,
    message: &'a [u8; 32],
    bytes: &'a mut [u8],
}

impl<const K: usize, const DU: usize, const DV: usize, N: ArraySize> Vectorized
    for EncapsulateTo<'_, K, DU, DV, N>
{
    type Output = [u8; 32];

    #[inline(always)]
    fn run(self) -> [u8; 32] {
        let [shared, mut randomness] = sampling::g(&[self.message, &self.key.hash]);
        encrypt::<K, DU, DV, N>(self.cpu, self.key, self.message, &randomness, self.bytes);
        wipe(&mut randomness, 0);
        shared
    }
}

/// ML-KEM.Decaps_internal, algorithm 18; `again` has room for a ciphertext.
struct DecapsulateFrom<'a, const K: usize, const DU: usize, const DV: usize, N: ArraySize> {
    cpu: Cpu,
    secret: &'a Secret<K>,
    key: &'a Public<K, N>,
    ciphertext: &'a [u8],
    again: &'a mut [u8],
}

impl<const K: usize, const DU: usize, const DV: usize, N: ArraySize> Vectorized
    for DecapsulateFrom<'_, K, DU, DV, N>
{
    type Output = [u8; 32];

    #[inline(always)]
    fn run(self) -> [u8; 32] {
        let (secret, ciphertext) = (self.secret, self.ciphertext);
        // K-PKE.Decrypt, algorithm 15.
        let (us, v) = ciphertext.split_at(32 * DU * K);
        let mut u = [Poly::ZERO; K];
        for (u, bytes) in u.iter_mut().zip(us.chunks_exact(32 * DU)) {
            *u = decompress::<DU>(bytes).ntt();
        }
        let mut product = [Poly::inner_product(u.iter().zip(&secret.s)).inverse_ntt()];
        // In (-q, 2 q).
        let mut message = to_message(&decompress::<DV>(v).minus(&product[0]));

        let [mut shared, mut randomness] = sampling::g(&[&message, &self.key.hash]);
        let mut rejected = sampling::j(&secret.z, ciphertext);
        encrypt::<K, DU, DV, N>(self.cpu, self.key, &message, &randomness, self.again);
        let mut difference = 0;
        for (a, b) in self.again.iter().zip(ciphertext) {
            difference |= a ^ b;
        }
        // All ones if they are different: the upper half of minus a byte is that, unless the byte is zero.
        let mask = black_box((u16::from(difference).wrapping_neg() >> 8) as u8);
        for (byte, rejected) in shared.iter_mut().zip(rejected) {
            *byte ^= (*byte ^ rejected) & mask;
        }
        wipe(&mut product, Poly::ZERO);
        wipe(&mut message, 0);
        wipe(&mut randomness, 0);
        wipe(&mut rejected, 0);
        wipe(self.again, 0);
        shared
    }
}

macro_rules! parameter_set {
    (
        $(#[$doc:meta])* $name:ident, $rank:literal, $du:literal, $dv:literal, $public_size:ident, $ciphertext_size:ident
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl $name {
            /// The key pair of a seed.
            pub(crate) fn from_seed(cpu: Cpu, seed: &Seed) -> (Secret<$rank>, Public<$rank, $public_size>) {
                cpu.run(GenerateKey { cpu, seed, size: PhantomData })
            }

            /// The key of an encoding (§ 7.2).
            pub(crate) fn decode(cpu: Cpu, bytes: &Array<u8, $public_size>) -> Option<Public<$rank, $public_size>> {
                cpu.run(DecodeKey { cpu, bytes })
            }

            /// Encapsulates the message (§ 6.2).
            pub(crate) fn encapsulate(cpu: Cpu, key: &Public<$rank, $public_size>, message: &[u8; 32]) -> Shared<Self> {
                let mut ciphertext = Array::default();
                let shared = cpu.run(EncapsulateTo::<$rank, $du, $dv, _> {
                    cpu,
                    key,
                    message,
                    bytes: &mut ciphertext,
                });
                (ciphertext, Array(shared))
            }

            /// The secret that a ciphertext shares, or one that nobody knows (§ 6.3).
            pub(crate) fn decapsulate(
                cpu: Cpu,
                secret: &Secret<$rank>,
                key: &Public<$rank, $public_size>,
                ciphertext: &Array<u8, $ciphertext_size>,
            ) -> Array<u8, U32> {
                let mut again: Array<u8, $ciphertext_size> = Array::default();
                Array(cpu.run(DecapsulateFrom::<$rank, $du, $dv, _> {
                    cpu,
                    secret,
                    key,
                    ciphertext,
                    again: &mut again,
                }))
            }
        }

        impl Half for $name {
            type Public = Public<$rank, $public_size>;
            type Secret = Secret<$rank>;
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
                Self::decode(Cpu::detect(), bytes).ok_or(InvalidKey)
            }

            fn encode(public: &Self::Public) -> Array<u8, $public_size> {
                public.bytes
            }

            fn encapsulate<R: CryptoRng + ?Sized>(public: &Self::Public, rng: &mut R) -> Shared<Self> {
                let mut message = [0; 32];
                rng.fill_bytes(&mut message);
                let shared = Self::encapsulate(Cpu::detect(), public, &message);
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
    MlKem768, 3, 10, 4, U1184, U1088
}

#[cfg(feature = "p384")]
parameter_set! {
    /// ML-KEM-1024.
    MlKem1024, 4, 11, 5, U1568, U1568
}
