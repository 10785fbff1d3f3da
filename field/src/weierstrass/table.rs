//! A curve's multiples of its generator, laid out at compile time from the bytes that `tables.py` writes.

use super::{
    Weierstrass,
    schedule::{BASE_NAF, BASE_WINDOW},
    vector::{Doubled, LaneTable},
};
use crate::Prime;

const WINDOW: usize = 1 << (BASE_WINDOW - 1);
const ODD: usize = 1 << (BASE_NAF - 2);

/// x and y in Montgomery words.
type Point<const N: usize> = [[u64; N]; 2];

/// The `D` windows of a [`super::schedule::BaseTable`].
pub const fn windows<const N: usize, const D: usize>(bytes: &[u8]) -> [[Point<N>; WINDOW]; D] {
    assert!(bytes.len() == 16 * N * (D * WINDOW + ODD));
    let mut windows = [[[[0; N]; 2]; WINDOW]; D];
    let mut i = 0;
    while i < D {
        windows[i] = points(bytes, WINDOW * i);
        i += 1;
    }
    windows
}

/// Its odd multiples, which are after `D` windows.
pub const fn odd<const N: usize, const D: usize>(bytes: &[u8]) -> [Point<N>; ODD] {
    points(bytes, WINDOW * D)
}

/// The points from number `first` on: x and y, each `N` little-endian words.
const fn points<const N: usize, const COUNT: usize>(
    bytes: &[u8],
    first: usize,
) -> [Point<N>; COUNT] {
    let (_, bytes) = bytes.split_at(16 * N * first);
    let (words, _) = bytes.as_chunks();
    let mut points = [[[0; N]; 2]; COUNT];
    let mut i = 0;
    while i < 2 * N * COUNT {
        points[i / (2 * N)][i / N % 2][i % N] = u64::from_le_bytes(words[i]);
        i += 1;
    }
    points
}

/// The table of the vector comb, with elements of `W` words.
pub const fn lanes<C, const ROW: usize, const ROUNDS: usize, const W: usize>(
    bytes: &[u8],
) -> LaneTable<C, ROW, ROUNDS>
where
    C: Weierstrass<Base: Prime<Words = [u64; W]>, Order: Prime<Words = [u64; W]>>,
{
    let (rounds_bytes, doubled) = bytes.split_at(64 * ROW * 8 * ROUNDS);
    let (words, _) = rounds_bytes.as_chunks();
    let mut rounds = [[[[0; 8]; ROW]; 8]; ROUNDS];
    let mut i = 0;
    while i < words.len() {
        rounds[i / (64 * ROW)][i / (8 * ROW) % 8][i / 8 % ROW][i % 8] =
            u64::from_le_bytes(words[i]);
        i += 1;
    }
    let doubled = if doubled.is_empty() {
        None
    } else {
        assert!(doubled.len() == 24 * W);
        let (words, _) = doubled.as_chunks();
        let mut parts = [[0; W]; 3];
        let mut i = 0;
        while i < 3 * W {
            parts[i / W][i % W] = u64::from_le_bytes(words[i]);
            i += 1;
        }
        let [scalar, x, y] = parts;
        Some(Doubled {
            scalar,
            point: [x, y],
        })
    };
    LaneTable { rounds, doubled }
}
