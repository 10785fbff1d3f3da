//! What the tests of Curve25519's crates share: hexadecimal, random bytes, files of vectors, and memory after a drop.
#![allow(dead_code, unreachable_pub)] // each test binary uses its own part
#![allow(unsafe_code, reason = "to look at memory after a value was dropped")]

use std::{
    mem::{MaybeUninit, size_of},
    path::PathBuf,
    time::SystemTime,
};

/// The bytes of hexadecimal digits.
pub fn hex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "half a byte: {text}");
    let byte = |i| u8::from_str_radix(&text[i..i + 2], 16).expect("hexadecimal digits");
    (0..text.len()).step_by(2).map(byte).collect()
}

/// The same, of an array's length.
pub fn array<const N: usize>(text: &str) -> [u8; N] {
    hex(text).try_into().expect("as many bytes")
}

/// The coordinates `u` of points of order 1, 2, 4, 8, and what is reduced to them, each with and without the highest bit.
pub fn small_order() -> Vec<[u8; 32]> {
    let mut all = Vec::new();
    for low in [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ] {
        let mut u: [u8; 32] = array(low);
        all.push(u);
        u[31] |= 0x80;
        all.push(u);
    }
    all
}

/// The text of an external file, if there are external files: the environment variable `CURVE_VECTORS` names their folder.
pub fn external(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CURVE_VECTORS") else {
        println!("skipped: CURVE_VECTORS does not name a folder of vectors");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

/// Random cases of each test, or as many as `CURVE_CASES` says.
pub fn cases() -> usize {
    std::env::var("CURVE_CASES").map_or(200, |s| s.parse().expect("CURVE_CASES is a number"))
}

/// SplitMix64. A test that fails prints the seed; `CURVE_SEED` sets it.
pub struct Rng {
    seed: u64,
    state: u64,
}

impl Rng {
    pub fn new() -> Self {
        let seed = match std::env::var("CURVE_SEED") {
            Ok(seed) => seed.parse().expect("CURVE_SEED is a number"),
            Err(_) => {
                let now = SystemTime::UNIX_EPOCH.elapsed();
                now.expect("a clock after 1970").as_nanos() as u64
            }
        };
        Self { seed, state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.next() as u8)
    }

    /// Bytes of a length below `n`.
    pub fn message(&mut self, n: u64) -> Vec<u8> {
        (0..self.next() % n).map(|_| self.next() as u8).collect()
    }
}

impl Drop for Rng {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("CURVE_SEED={}", self.seed);
        }
    }
}

/// The bytes of a value after it was dropped where it is.
pub fn after_drop<T>(value: T) -> Vec<u8> {
    let mut place = MaybeUninit::new(value);
    let bytes = place.as_mut_ptr().cast::<u8>();
    // SAFETY: the value is dropped once and never used again; its bytes are read one by one, of types without padding.
    unsafe {
        place.assume_init_drop();
        (0..size_of::<T>())
            .map(|i| bytes.add(i).read_volatile())
            .collect()
    }
}
