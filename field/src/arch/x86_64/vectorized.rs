//! The functions in which portable code is compiled for vectors.

use super::ifma::Task;
use crate::{Adx, Ifma, vectorized::Vectorized};

/// Portable code as a task of [`Ifma::run`].
pub(crate) struct OnIfma<T>(pub(crate) T);

impl<T: Vectorized> Task for OnIfma<T> {
    type Output = T::Output;
    #[inline(always)]
    fn run(self, _: Ifma) -> T::Output {
        self.0.run()
    }
}

/// Runs the code with AVX2.
#[inline(always)]
pub(crate) fn run_on_adx<T: Vectorized>(_: Adx, code: T) -> T::Output {
    #[target_feature(enable = "bmi2,avx2")]
    #[inline(never)]
    fn with_features<T: Vectorized>(code: T) -> T::Output {
        code.run()
    }
    // SAFETY: an `Adx`: the CPU has the features.
    unsafe { with_features(code) }
}
