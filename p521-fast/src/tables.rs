//! Multiples of the generator, 410 KiB, made by `field/src/weierstrass/tables.py`.

use crate::NistP521;
use field_fast::weierstrass::{schedule::BaseTable, table};

const BYTES: &[u8] = include_bytes!("p521.bin");
static WINDOWS: [[[[u64; 9]; 2]; 32]; 87] = table::windows(BYTES);
static ODD: [[[u64; 9]; 2]; 128] = table::odd::<9, 87>(BYTES);

pub(crate) static BASE: BaseTable<NistP521> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
