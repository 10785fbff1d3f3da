//! The ground: how one machine multiplies. The only module with `unsafe`, see SOUNDNESS in the crate documentation.

#![allow(unsafe_code)]

pub(crate) mod ct;
pub(crate) mod divsteps;
pub(crate) mod portable;
pub(crate) mod radix51;
pub(crate) mod radix56;
pub(crate) mod radix58;
#[cfg(test)]
pub(crate) mod symbolic;
pub(crate) mod unsaturated;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
