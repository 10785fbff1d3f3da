//! A curve's multiples of its generator, laid out at compile time from the bytes that `tables.py` writes.

use super::schedule::{BASE_NAF, BASE_WINDOW};

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
