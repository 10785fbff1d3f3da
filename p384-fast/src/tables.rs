//! Multiples of the generator, 204 KiB, made by `field/src/weierstrass/tables.py`.

use crate::NistP384;
use field_fast::weierstrass::{schedule::BaseTable, table};

const BYTES: &[u8] = include_bytes!("p384.bin");
static WINDOWS: [[[[u64; 6]; 2]; 32]; 64] = table::windows(BYTES);
static ODD: [[[u64; 6]; 2]; 128] = table::odd::<6, 64>(BYTES);

pub(crate) static BASE: BaseTable<NistP384> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
