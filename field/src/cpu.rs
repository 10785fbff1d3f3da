//! Which kernels this machine may run.
//!
//! A *token* is the proof that the CPU has what a kernel needs. Everybody may name [`Portable`]; the others come only from
//! [`Cpu`], which asks the CPU once. `--cfg field_backend="portable"` (or another name) in `RUSTFLAGS` grants exactly that
//! backend without asking: for SGX, UEFI, audits, and tools that hide CPU features.

/// The kernels in plain Rust, for every target; the reference that all others are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The best kernels of this target that need no detection. The public element types carry it, so a single field operation
/// never dispatches.
pub use Portable as Native;

/// The tokens that this machine grants.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cpu {}

impl Cpu {
    /// Detects once, then answers from memory.
    #[inline]
    pub fn detect() -> Self {
        Self {}
    }

    /// The name of the best backend: what an operation with kernels for every backend runs on.
    pub fn best(self) -> &'static str {
        "portable"
    }
}
