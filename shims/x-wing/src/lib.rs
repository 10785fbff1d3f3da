//! `hybrid-kem` under the name `x-wing`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use hybrid_kem::*;
