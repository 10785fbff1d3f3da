//! `ed-fast` under the name `ed25519-dalek`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use ed_fast::*;
