//! Which backend runs an operation of Curve25519: one list, best first.

/// `f(layout, arguments)` in the best layout of the machine; or `g(cpu, arguments)` where there are vectors.
macro_rules! dispatch {
    ($($f:ident)::+($($argument:expr),* $(,)?), vector::$g:ident($($vector_argument:expr),* $(,)?)) => {
        match $crate::Cpu::detect() {
            $crate::Cpu { ifma: Some(cpu), .. } => $crate::edwards::vector::$g(cpu, $($vector_argument),*),
            #[cfg(field_backend = "avxifma")]
            $crate::Cpu { avx_ifma: Some(cpu), .. } => $crate::edwards::vector::vex::$g(cpu, $($vector_argument),*),
            _ => $crate::edwards::dispatch::dispatch!($($f)::+($($argument),*)),
        }
    };
    ($($f:ident)::+($($argument:expr),* $(,)?)) => {
        match $crate::Cpu::detect().adx {
            #[cfg(target_arch = "x86_64")]
            Some(adx) => $($f)::+($crate::arch::x86_64::tight::TightLayout(adx), $($argument),*),
            _ => $($f)::+(<$crate::P25519 as $crate::Prime>::LAYOUT, $($argument),*),
        }
    };
}
pub(crate) use dispatch;
