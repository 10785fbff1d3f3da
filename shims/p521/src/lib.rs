//! `p521-fast` under the name `p521`, so that one `[patch.crates-io]` entry switches a whole tree of dependencies.
#![no_std]
#![forbid(unsafe_code)]

pub use p521_fast::*;
