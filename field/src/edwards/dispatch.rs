//! Which backend runs an operation of Curve25519: one list, best first.

/// `f(layout, arguments)` in the best layout of the machine; or `g(cpu, arguments)` where there are vectors.
macro_rules! dispatch {
    ($($f:ident)::+($($argument:expr),* $(,)?), $($g:ident)::+($($vector_argument:expr),* $(,)?)) => {
        match $crate::Cpu::detect().ifma {
            Some(cpu) => $($g)::+(cpu, $($vector_argument),*),
            None => $crate::edwards::dispatch::dispatch!($($f)::+($($argument),*)),
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
