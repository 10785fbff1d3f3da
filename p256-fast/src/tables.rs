//! Multiples of the generator, 94 KiB, made by `tables/generate.py` and laid out at compile time.

use crate::NistP256;
use field_fast::weierstrass::schedule::BaseTable;

static BYTES: &[u8; 64 * (43 * 32 + 128)] = include_bytes!("tables/p256.bin");

/// The points from number `first` on: x and y, each four little-endian words.
const fn points<const N: usize>(first: usize) -> [[[u64; 4]; 2]; N] {
    let mut points = [[[0; 4]; 2]; N];
    let mut i = 0;
    while i < 64 * N {
        let byte = BYTES[64 * first + i] as u64;
        points[i / 64][i / 32 % 2][i / 8 % 4] |= byte << (8 * (i % 8));
        i += 1;
    }
    points
}

static WINDOWS: [[[[u64; 4]; 2]; 32]; 43] = {
    let mut windows = [[[[0; 4]; 2]; 32]; 43];
    let mut i = 0;
    while i < 43 {
        windows[i] = points(32 * i);
        i += 1;
    }
    windows
};

static ODD: [[[u64; 4]; 2]; 128] = points(32 * 43);

pub(crate) static BASE: BaseTable<NistP256> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};
