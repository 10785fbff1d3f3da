//! The hashes of ML-KEM (FIPS 203 § 4.1), and what is sampled with them (§ 4.2.2): eight Keccak states at once.

use super::{
    ring::{Poly, Q, transposed},
    wipe,
};
use field_fast::{Cpu, keccak::States};
use sha3::{Digest, Sha3_256, Sha3_512};
use shake::{ExtendableOutput, Shake256, Update, XofReader};

/// Bytes that a block of SHAKE128 has.
const SHAKE128: usize = 168;
/// Bytes that a block of SHAKE256 has.
const SHAKE256: usize = 136;

// Out of line: compiled for vectors, a single permutation takes 540 ns in place of 330 (Zen 4).

/// SHA3-256.
#[inline(never)]
pub(super) fn h(bytes: &[u8]) -> [u8; 32] {
    Sha3_256::digest(bytes).0
}

/// SHA3-512, in two halves.
#[inline(never)]
pub(super) fn g(parts: &[&[u8]]) -> [[u8; 32]; 2] {
    let mut hash = Sha3_512::new();
    for part in parts {
        Digest::update(&mut hash, part);
    }
    let mut digest = hash.finalize();
    let (a, b) = digest.split_at(32);
    let halves = [a, b].map(|half| half.try_into().expect("32 bytes"));
    wipe(&mut digest, 0);
    halves
}

/// SHAKE256, of 32 bytes.
#[inline(never)]
pub(super) fn j(z: &[u8; 32], ciphertext: &[u8]) -> [u8; 32] {
    let mut hash = Shake256::default();
    hash.update(z);
    hash.update(ciphertext);
    let mut digest = [0; 32];
    hash.finalize_xof().read(&mut digest);
    digest
}

/// What one of eight sponges makes.
enum Wanted<'a> {
    /// An entry of the matrix, from rho and its indices, in that order.
    Uniform(&'a mut Poly, [u8; 2]),
    /// Noise, from sigma and a number.
    Noise(&'a mut Poly, u8),
}

/// The matrix of rho, `matrix[i][j]`, if any, and as much noise of sigma as there is room for, numbered from zero.
///
/// Variable time in rho, which is public; constant time in sigma.
#[inline(always)]
pub(super) fn sample<const K: usize>(
    cpu: Cpu,
    rho: &[u8; 32],
    matrix: &mut [[Poly; K]],
    sigma: &[u8; 32],
    noise: &mut [Poly],
) {
    let entries = matrix.iter_mut().enumerate();
    let uniform = entries.flat_map(|(i, row)| {
        row.iter_mut()
            .enumerate()
            .map(move |(j, poly)| Wanted::Uniform(poly, [j as u8, i as u8]))
    });
    let noise = noise
        .iter_mut()
        .zip(0..)
        .map(|(poly, n)| Wanted::Noise(poly, n));
    let mut wanted = uniform.chain(noise);
    loop {
        let mut eight = [const { None }; 8];
        let mut count = 0;
        for (place, next) in eight.iter_mut().zip(&mut wanted) {
            *place = Some(next);
            count += 1;
        }
        if count == 0 {
            return;
        }
        eight_sponges(cpu, rho, sigma, &mut eight, count);
    }
}

#[inline(always)]
fn eight_sponges(
    cpu: Cpu,
    rho: &[u8; 32],
    sigma: &[u8; 32],
    wanted: &mut [Option<Wanted<'_>>; 8],
    count: usize,
) {
    let mut states: States = [[0; 8]; 25];
    for (l, wanted) in wanted.iter().flatten().enumerate() {
        let (seed, last, end) = match wanted {
            Wanted::Uniform(_, [j, i]) => {
                let last = u64::from(*j) | u64::from(*i) << 8 | 0x1f << 16;
                (rho, last, SHAKE128 / 8 - 1)
            }
            Wanted::Noise(_, n) => (sigma, u64::from(*n) | 0x1f << 8, SHAKE256 / 8 - 1),
        };
        for (i, bytes) in seed.as_chunks().0.iter().enumerate() {
            states[i][l] = u64::from_le_bytes(*bytes);
        }
        states[4][l] = last;
        states[end][l] = 1 << 63;
    }
    // All candidates of a block are written, and counted up to 255 + 112.
    let mut accepted = [[0; 512]; 8];
    let mut lengths = [0; 8];
    let mut block = [0; SHAKE128];
    loop {
        cpu.permute_states(&mut states, count);
        let mut done = true;
        for (l, place) in wanted.iter_mut().enumerate() {
            let Some(wanted) = place else {
                continue;
            };
            for (bytes, word) in block.as_chunks_mut::<8>().0.iter_mut().zip(&states) {
                *bytes = word[l].to_le_bytes();
            }
            match wanted {
                Wanted::Uniform(poly, _) => {
                    lengths[l] = accept(&mut accepted[l], lengths[l], &block);
                    if lengths[l] < 256 {
                        done = false;
                        continue;
                    }
                    for n in 0..256 {
                        poly.0[transposed(n)] = accepted[l][n];
                    }
                }
                Wanted::Noise(poly, _) => **poly = centered_binomial(&block),
            }
            *place = None;
        }
        if done {
            wipe(states.as_flattened_mut(), 0);
            wipe(&mut block, 0);
            return;
        }
    }
}

/// SampleNTT, algorithm 7: puts the candidates below q after the first `length` values; how many there are then.
#[inline(always)]
fn accept(values: &mut [i16; 512], mut length: usize, block: &[u8; SHAKE128]) -> usize {
    for [x, y, z] in block.as_chunks().0 {
        let [x, y, z]: [i16; 3] = [x, y, z].map(|&byte: &u8| i16::from(byte));
        for candidate in [x | (y & 15) << 8, y >> 4 | z << 4] {
            values[length % 512] = candidate;
            length += usize::from(candidate < Q);
        }
    }
    length
}

/// SamplePolyCBD_2, algorithm 8, of the first 128 bytes.
#[inline(always)]
fn centered_binomial(block: &[u8; SHAKE128]) -> Poly {
    let mut poly = Poly::ZERO;
    for (eight, bytes) in poly
        .0
        .as_chunks_mut::<8>()
        .0
        .iter_mut()
        .zip(block.as_chunks().0)
    {
        let bits = u32::from_le_bytes(*bytes);
        let sums = (bits & 0x5555_5555) + (bits >> 1 & 0x5555_5555);
        for (k, x) in eight.iter_mut().enumerate() {
            let [a, b] = [sums >> (4 * k) & 3, sums >> (4 * k + 2) & 3];
            *x = a as i16 - b as i16;
        }
    }
    poly
}
