//! `p384-fast` under the name `p384`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use p384_fast::*;
