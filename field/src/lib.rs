//! Field and curve arithmetic shared by the fast curve crates. See `README.md` beside this crate for the picture.
#![no_std]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod arch;
mod constant;
mod cpu;
pub mod edwards;
mod element;
mod fe;
mod inversion;
pub mod keccak;
#[cfg(target_arch = "x86_64")]
mod lanes;

mod layout;
mod lazy;
pub mod montgomery;
#[cfg(target_arch = "x86_64")]
mod octo;
mod ops;
mod p25519;
mod p256;
mod p384;
mod p521;
mod prime;
#[cfg(target_arch = "x86_64")]
mod quad;
#[cfg(test)]
mod testing;
mod vectorized;
pub mod weierstrass;
mod window;

pub use cpu::{Adx, AvxIfma, Cpu, Ifma, Native, Portable};
pub use element::Element;
pub use fe::{Fe, FermatInverse};
pub use layout::{Layout, LazyLayout, Saturated};
pub use lazy::{Lazy, Unsaturated};
pub use p256::{N256, P256};
pub use p384::{N384, P384};
pub use p521::{N521, P521};
pub use p25519::{N25519, P25519};
pub use prime::{Kernel, Order, Prime};
pub use vectorized::Vectorized;

mod sealed {
    /// Primes are defined here only.
    pub trait Sealed {}
}
