//! What a formula is written over.

use crate::weierstrass::{Affine, Jacobian, Xyzz, jacobian};
use core::ops::{Add, Mul, Neg, Sub};

/// A field element in some layout, on some kernel: [`crate::Fe`] on every backend, [`crate::Lazy`], and the vector layouts.
///
/// One formula text, written over this trait, serves one point or eight. `+` and `-` may leave a value less reduced than `*`
/// does; each layout states what it accepts, and a test runs every formula at a type that tracks the bounds.
pub trait Element:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// `self^2`.
    fn square(self) -> Self;
    /// `2 self`.
    #[inline(always)]
    fn double(self) -> Self {
        self + self
    }
    /// `3 self`.
    #[inline(always)]
    fn triple(self) -> Self {
        self.double() + self
    }
    /// `self^(2^n)`.
    #[inline(always)]
    fn square_n(self, n: usize) -> Self {
        (0..n).fold(self, |x, _| x.square())
    }
    /// `self / 2`, for a product.
    fn halve(self) -> Self;
    /// The same element, as small as a product, so that it may be a right operand of `-` again. Free where `+` and `-` reduce.
    #[inline(always)]
    fn reduce(self) -> Self {
        self
    }
    /// `p = 2 p`, for kernels that have a better text than the formula.
    #[inline(always)]
    fn jacobian_double(p: &mut Jacobian<Self>) {
        *p = jacobian::double(*p);
    }
    /// `p = p + q` for an affine `q`, different points other than the identity; likewise.
    #[inline(always)]
    fn jacobian_add_mixed(p: &mut Jacobian<Self>, q: &Affine<Self>) {
        *p = p.add_mixed_checked(*q).0;
    }
    /// The same for a `p` in the coordinates of [`Xyzz`].
    #[inline(always)]
    fn xyzz_add_mixed(p: &mut Xyzz<Self>, q: &Affine<Self>) {
        jacobian::xyzz_add_mixed(p, q);
    }
    /// The entry of a secret index below the table's length: every entry is read.
    #[inline(always)]
    fn affine_look_up(table: &[Affine<Self>], index: u64) -> Affine<Self> {
        jacobian::look_up(table, index)
    }
    /// `b` where the mask is set, `a` elsewhere; masks come from `arch::ct`, one word of all zeros or all ones.
    fn select(a: Self, b: Self, mask: u64) -> Self;
}
