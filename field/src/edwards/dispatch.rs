//! Which backend runs an operation of Curve25519: one list, best first.

/// `f(layout, arguments)` in the best layout of the machine.
macro_rules! dispatch {
    ($($f:ident)::+($($argument:expr),* $(,)?)) => {
        $($f)::+(<$crate::P25519 as $crate::Prime>::LAYOUT, $($argument),*)
    };
}
pub(crate) use dispatch;
