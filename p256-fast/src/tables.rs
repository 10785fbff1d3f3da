//! Multiples of the generator, 94 KiB, made by `field/src/weierstrass/tables.py`.

use crate::NistP256;
use field_fast::weierstrass::{schedule::BaseTable, table};

const BYTES: &[u8] = include_bytes!("p256.bin");
static WINDOWS: [[[[u64; 4]; 2]; 32]; 43] = table::windows(BYTES);
static ODD: [[[u64; 4]; 2]; 128] = table::odd::<4, 43>(BYTES);

pub(crate) static BASE: BaseTable<NistP256> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;
