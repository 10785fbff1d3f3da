//! Multiples of the generator, made by `field/src/weierstrass/tables.py`: 410 KiB for words, 153 KiB for vectors.

use crate::NistP521;
use field_fast::weierstrass::{schedule::BaseTable, table, vector::LaneTable};

const BYTES: &[u8] = include_bytes!("p521.bin");
static WINDOWS: [[[[u64; 9]; 2]; 32]; 87] = table::windows(BYTES);
static ODD: [[[u64; 9]; 2]; 128] = table::odd::<9, 87>(BYTES);

pub(crate) static BASE: BaseTable<NistP521> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

pub(crate) static LANES: LaneTable<NistP521, 18, 17> = table::lanes(include_bytes!("lanes.bin"));

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
