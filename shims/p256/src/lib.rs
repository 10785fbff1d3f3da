//! `p256-fast` under the name `p256`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use p256_fast::*;
