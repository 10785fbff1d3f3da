//! Multiples of the generator, made by `field/src/weierstrass/tables.py`: 204 KiB for words, 72 KiB for vectors.

use crate::NistP384;
use field_fast::weierstrass::{schedule::BaseTable, table, vector::LaneTable};

const BYTES: &[u8] = include_bytes!("p384.bin");
static WINDOWS: [[[[u64; 6]; 2]; 32]; 64] = table::windows(BYTES);
static ODD: [[[u64; 6]; 2]; 128] = table::odd::<6, 64>(BYTES);

pub(crate) static BASE: BaseTable<NistP384> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

pub(crate) static LANES: LaneTable<NistP384, 12, 12> = table::lanes(include_bytes!("lanes.bin"));

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
