//! Operators in all forms of values and references, for the types of this crate and of those above it.

/// `$left $op $right` by a function of references.
#[doc(hidden)]
#[macro_export]
macro_rules! binary_operator {
    ($($trait:ident $method:ident: $left:ty, $right:ty => $output:ty, $f:expr;)*) => {$(
        impl core::ops::$trait<&$right> for &$left {
            type Output = $output;
            fn $method(self, other: &$right) -> $output {
                let f: fn(&$left, &$right) -> $output = $f;
                f(self, other)
            }
        }
        impl core::ops::$trait<$right> for &$left {
            type Output = $output;
            fn $method(self, other: $right) -> $output {
                core::ops::$trait::$method(self, &other)
            }
        }
        impl core::ops::$trait<&$right> for $left {
            type Output = $output;
            fn $method(self, other: &$right) -> $output {
                core::ops::$trait::$method(&self, other)
            }
        }
        impl core::ops::$trait<$right> for $left {
            type Output = $output;
            fn $method(self, other: $right) -> $output {
                core::ops::$trait::$method(&self, &other)
            }
        }
    )*};
}
/// `$left $op= $right` by the operator.
#[doc(hidden)]
#[macro_export]
macro_rules! assign_operator {
    ($($trait:ident $method:ident $op:tt: $left:ty, $right:ty;)*) => {$(
        impl core::ops::$trait<&$right> for $left {
            fn $method(&mut self, other: &$right) {
                *self = &*self $op other;
            }
        }
        impl core::ops::$trait<$right> for $left {
            fn $method(&mut self, other: $right) {
                *self = &*self $op &other;
            }
        }
    )*};
}
/// `-a` by a function of a reference.
#[doc(hidden)]
#[macro_export]
macro_rules! neg_operator {
    ($type:ty, $f:expr) => {
        impl core::ops::Neg for &$type {
            type Output = $type;
            fn neg(self) -> $type {
                let f: fn(&$type) -> $type = $f;
                f(self)
            }
        }
        impl core::ops::Neg for $type {
            type Output = Self;
            fn neg(self) -> Self {
                -&self
            }
        }
    };
}
