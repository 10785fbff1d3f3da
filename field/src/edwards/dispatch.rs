//! Which backend runs an operation of Curve25519: one list, best first.

/// `f(layout, arguments)` in the best layout of the machine.
macro_rules! dispatch {
    ($($f:ident)::+($($argument:expr),* $(,)?)) => {
        'best: {
            #[cfg(target_arch = "x86_64")]
            if let Some(adx) = $crate::Cpu::detect().adx {
                break 'best $($f)::+($crate::arch::x86_64::tight::TightLayout(adx), $($argument),*);
            }
            $($f)::+(<$crate::P25519 as $crate::Prime>::LAYOUT, $($argument),*)
        }
    };
}
pub(crate) use dispatch;
