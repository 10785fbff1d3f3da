//! Portable code compiled for the vectors of a CPU, where the compiler makes such of it by itself.

use crate::Cpu;

/// Portable code that the compiler makes vectors of.
pub trait Vectorized {
    /// What it computes.
    type Output;
    /// Computes it. `#[inline(always)]`, as is what it calls: what is not is compiled for every CPU.
    fn run(self) -> Self::Output;
}

impl Cpu {
    /// Runs the code, compiled for this CPU.
    #[inline]
    pub fn run<T: Vectorized>(self, code: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            use crate::arch::x86_64::vectorized::{OnIfma, run_on_adx};
            if let Some(ifma) = self.ifma {
                return ifma.run(OnIfma(code));
            }
            if let Some(adx) = self.adx {
                return run_on_adx(adx, code);
            }
        }
        code.run()
    }
}
