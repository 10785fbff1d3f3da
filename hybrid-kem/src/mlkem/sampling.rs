//! The hashes of ML-KEM (FIPS 203 § 4.1), and what is sampled with them (§ 4.2.2): eight Keccak states at once.

use super::ring::{Poly, Q, transposed};
use field_fast::{Cpu, keccak::States};

/// Bytes that a block of SHAKE128 has.
const SHAKE128: usize = 168;
/// Bytes that a block of SHAKE256, and of SHA3-256, has.
const SHAKE256: usize = 136;
/// Bytes that a block of SHA3-512 has.
const SHA3_512: usize = 72;

/// The first `N <= RATE` bytes of a sponge over some bytes, which end with this suffix (FIPS 202 § 6).
#[inline(always)]
fn sponge<const RATE: usize, const N: usize>(cpu: Cpu, suffix: u8, parts: &[&[u8]]) -> [u8; N] {
    let mut state = [0; 25];
    let mut block = [0; RATE];
    let mut length = 0;
    for mut part in parts.iter().copied() {
        while !part.is_empty() {
            let (now, rest) = part.split_at(part.len().min(RATE - length));
            block[length..][..now.len()].copy_from_slice(now);
            length += now.len();
            part = rest;
            if length == RATE {
                absorb(&mut state, &block);
                cpu.permute(&mut state);
                length = 0;
            }
        }
    }
    block[length..].fill(0);
    block[length] = suffix;
    block[RATE - 1] |= 0x80;
    absorb(&mut state, &block);
    cpu.permute(&mut state);
    let mut digest = [0; N];
    for (bytes, word) in digest.as_chunks_mut::<8>().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    digest
}

#[inline(always)]
fn absorb(state: &mut [u64; 25], block: &[u8]) {
    for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
        *word ^= u64::from_le_bytes(*bytes);
    }
}

/// SHA3-256.
pub(super) fn h(cpu: Cpu, parts: &[&[u8]]) -> [u8; 32] {
    sponge::<SHAKE256, 32>(cpu, 6, parts)
}

/// SHA3-512, in two halves.
pub(super) fn g(cpu: Cpu, parts: &[&[u8]]) -> [[u8; 32]; 2] {
    let digest = sponge::<SHA3_512, 64>(cpu, 6, parts);
    let (a, b) = digest.split_at(32);
    [a, b].map(|half| half.try_into().expect("32 bytes"))
}

/// SHAKE256, of 32 bytes.
pub(super) fn j(cpu: Cpu, parts: &[&[u8]]) -> [u8; 32] {
    sponge::<SHAKE256, 32>(cpu, 0x1f, parts)
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
    loop {
        cpu.permute_states(&mut states, count);
        let mut done = true;
        for (l, place) in wanted.iter_mut().enumerate() {
            let Some(wanted) = place else {
                continue;
            };
            let mut block = [0; SHAKE128];
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
