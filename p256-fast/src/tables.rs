//! Multiples of the generator, made by `field/src/weierstrass/tables.py`: 94 KiB for words, 32 KiB for vectors.

use crate::NistP256;
use field_fast::weierstrass::{schedule::BaseTable, table, vector::LaneTable};

const BYTES: &[u8] = include_bytes!("p256.bin");
static WINDOWS: [[[[u64; 4]; 2]; 32]; 43] = table::windows(BYTES);
static ODD: [[[u64; 4]; 2]; 128] = table::odd::<4, 43>(BYTES);

pub(crate) static BASE: BaseTable<NistP256> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

pub(crate) static LANES: LaneTable<NistP256, 8, 8> = table::lanes(include_bytes!("lanes.bin"));

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
