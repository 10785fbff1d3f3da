//! The ground: how one machine multiplies. The only module with `unsafe`, see SOUNDNESS in the crate documentation.

#![allow(unsafe_code)]

pub(crate) mod ct;
pub(crate) mod divsteps;
pub(crate) mod portable;
pub(crate) mod radix56;
#[cfg(test)]
pub(crate) mod symbolic;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
