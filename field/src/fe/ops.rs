//! The operators, on every backend.

use crate::{Fe, Kernel, Prime};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

macro_rules! operator {
    ($($trait:ident::$f:ident, $assign_trait:ident::$f_assign:ident, |$a:ident, $b:ident| $e:expr;)*) => {$(
        impl<P: Prime, B: Kernel<P>> $trait for Fe<P, B> {
            type Output = Self;
            #[inline(always)]
            fn $f(self, $b: Self) -> Self {
                let $a = self;
                Self { words: $e, backend: $a.backend }
            }
        }
        impl<P: Prime, B: Kernel<P>> $trait<&Fe<P, B>> for Fe<P, B> {
            type Output = Self;
            #[inline(always)]
            fn $f(self, b: &Self) -> Self {
                $trait::$f(self, *b)
            }
        }
        impl<P: Prime, B: Kernel<P>> $trait<&Fe<P, B>> for &Fe<P, B> {
            type Output = Fe<P, B>;
            #[inline(always)]
            fn $f(self, b: &Fe<P, B>) -> Fe<P, B> {
                $trait::$f(*self, *b)
            }
        }
        impl<P: Prime, B: Kernel<P>> $assign_trait for Fe<P, B> {
            #[inline(always)]
            fn $f_assign(&mut self, b: Self) {
                *self = $trait::$f(*self, b);
            }
        }
        impl<P: Prime, B: Kernel<P>> $assign_trait<&Fe<P, B>> for Fe<P, B> {
            #[inline(always)]
            fn $f_assign(&mut self, b: &Self) {
                *self = $trait::$f(*self, *b);
            }
        }
    )*};
}

operator! {
    Add::add, AddAssign::add_assign, |a, b| P::add(&a.words, &b.words);
    Sub::sub, SubAssign::sub_assign, |a, b| P::sub(&a.words, &b.words);
    Mul::mul, MulAssign::mul_assign, |a, b| a.backend.mul(&a.words, &b.words);
}

impl<P: Prime, B: Kernel<P>> Neg for Fe<P, B> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let zero = <P::Words as crate::prime::Words>::ZERO;
        Self {
            words: P::sub(&zero, &self.words),
            ..self
        }
    }
}

impl<P: Prime, B: Kernel<P>> Neg for &Fe<P, B> {
    type Output = Fe<P, B>;
    #[inline(always)]
    fn neg(self) -> Fe<P, B> {
        -*self
    }
}
