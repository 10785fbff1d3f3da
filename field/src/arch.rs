//! The ground: how one machine multiplies. The only module with `unsafe`, see SOUNDNESS in the crate documentation.

#![allow(unsafe_code)]

pub(crate) mod ct;
pub(crate) mod portable;
pub(crate) mod radix56;
