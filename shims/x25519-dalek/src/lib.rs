//! `x25519-fast` under the name `x25519-dalek`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use x25519_fast::*;
