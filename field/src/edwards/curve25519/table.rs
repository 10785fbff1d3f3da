//! Multiples of the base point, 204 KiB, made by `tables.py` beside this file.

use crate::edwards::schedule::{
    BASE_NAF, BASE_WINDOW, BASE_WINDOWS, BaseTable, LaneTable, TableEntry,
};

const BYTES: &[u8] = include_bytes!("edwards25519.bin");
const WINDOW: usize = 1 << (BASE_WINDOW - 1);

/// The table of the base point.
pub static BASE: BaseTable = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
    lanes: &LANES,
};

static WINDOWS: [[TableEntry; WINDOW]; BASE_WINDOWS] = {
    let mut windows = [[[[0; 4]; 3]; WINDOW]; BASE_WINDOWS];
    let mut i = 0;
    while i < BASE_WINDOWS {
        windows[i] = entries(WINDOW * i);
        i += 1;
    }
    windows
};

const ODDS: usize = 1 << (BASE_NAF - 2);

static ODD: [[TableEntry; ODDS]; 2] = [
    entries(WINDOW * BASE_WINDOWS),
    entries(WINDOW * BASE_WINDOWS + ODDS),
];

/// The entries from number `first` on: each three elements of four little-endian words.
const fn entries<const COUNT: usize>(first: usize) -> [TableEntry; COUNT] {
    let (_, bytes) = BYTES.split_at(96 * first);
    let (words, _) = bytes.as_chunks();
    let mut entries = [[[0; 4]; 3]; COUNT];
    let mut i = 0;
    while i < 12 * COUNT {
        entries[i / 12][i / 4 % 3][i % 4] = u64::from_le_bytes(words[i]);
        i += 1;
    }
    entries
}

static LANES: LaneTable = {
    let (_, bytes) = BYTES.split_at(96 * (WINDOW * BASE_WINDOWS + 2 * ODDS));
    let (words, _) = bytes.as_chunks();
    let mut rounds = [[[[0; 8]; 12]; 8]; 8];
    let mut i = 0;
    while i < words.len() {
        rounds[i / 768][i / 96 % 8][i / 8 % 12][i % 8] = u64::from_le_bytes(words[i]);
        i += 1;
    }
    LaneTable(rounds)
};
