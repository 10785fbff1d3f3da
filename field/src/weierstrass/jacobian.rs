//! Jacobian coordinates: `x = X / Z^2`, `y = Y / Z^3`; `Z = 0` is the identity. Formulas for `a = -3`.
//!
//! `reduce` marks where a result becomes the right operand of a later `-`; see [`crate::Lazy`].

use crate::{Element, arch::ct};

/// A point in Jacobian coordinates.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Jacobian<E> {
    pub(crate) X: E,
    pub(crate) Y: E,
    pub(crate) Z: E,
}

/// A point other than the identity in affine coordinates.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Affine<E> {
    pub(crate) x: E,
    pub(crate) y: E,
}

impl<E: Element> Jacobian<E> {
    /// `2 P`, for every `P`: there is no point of order two.
    #[inline(always)]
    pub(crate) fn double(mut self) -> Self {
        self.double_in_place();
        self
    }

    /// [`Self::double`].
    #[inline(always)]
    pub(crate) fn double_in_place(&mut self) {
        E::jacobian_double(self);
    }

    /// `P + Q` for `P`, `Q` different and not the identity; the identity if `Q = -P`, and if one of them is the identity.
    ///
    /// 12M + 4S, add-1998-cmo-2. <https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-3.html>
    #[cfg(any(test, target_arch = "x86_64"))] // batches in vectors
    #[inline(always)]
    pub(crate) fn add_distinct(mut self, q: Self) -> Self {
        self.add_distinct_in_place(&q);
        self
    }

    /// [`Self::add_distinct`].
    #[cfg(any(test, target_arch = "x86_64"))] // batches in vectors
    #[inline(always)]
    pub(crate) fn add_distinct_in_place(&mut self, q: &Self) {
        *self = self.add_checked(*q).0;
    }

    /// [`Self::add_distinct`] for an affine `Q`: 8M + 3S.
    #[inline(always)]
    pub(crate) fn add_mixed_distinct_in_place(&mut self, q: &Affine<E>) {
        E::jacobian_add_mixed(self, q);
    }

    /// [`Self::add_mixed_distinct_in_place`].
    #[cfg(test)]
    pub(crate) fn add_mixed_distinct(mut self, q: Affine<E>) -> Self {
        self.add_mixed_distinct_in_place(&q);
        self
    }

    /// [`Self::add_distinct`], with the differences `H`, `R`: if neither point is the identity, `H` is zero exactly if
    /// `P = ±Q`, and `R` is zero too exactly if `P = Q`, the case that the sum is wrong for.
    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn add_checked(self, q: Self) -> (Self, E, E) {
        let Z1Z1 = self.Z.square();
        let Z2Z2 = q.Z.square();
        let U1 = self.X * Z2Z2;
        let U2 = q.X * Z1Z1;
        let S1 = self.Y * (q.Z * Z2Z2);
        let S2 = q.Y * (self.Z * Z1Z1);
        let (H, R) = (U1 - U2, S1 - S2);
        (sum(U1, S1, H, R, self.Z * q.Z), H, R)
    }

    /// [`Self::add_checked`] for an affine `Q`.
    #[inline(always)]
    pub(crate) fn add_mixed_checked(self, q: Affine<E>) -> (Self, E, E) {
        let Z1Z1 = self.Z.square();
        let U2 = q.x * Z1Z1;
        let S2 = q.y * (self.Z * Z1Z1);
        let (H, R) = (self.X - U2, self.Y - S2);
        (sum(self.X, self.Y, H, R, self.Z), H, R)
    }

    /// `b` where the mask is set, `a` elsewhere.
    #[inline(always)]
    pub(crate) fn select(a: Self, b: Self, mask: u64) -> Self {
        Self {
            X: E::select(a.X, b.X, mask),
            Y: E::select(a.Y, b.Y, mask),
            Z: E::select(a.Z, b.Z, mask),
        }
    }

    /// The same point with coordinates that may be right operands of `-`.
    #[inline(always)]
    pub(crate) fn reduce(self) -> Self {
        Self {
            X: self.X.reduce(),
            Y: self.Y.reduce(),
            Z: self.Z,
        }
    }

    /// `-P` where the mask is set, for a [`Self::reduce`]d `P`.
    #[inline(always)]
    pub(crate) fn negate_if(self, mask: u64) -> Self {
        Self {
            Y: E::select(self.Y, -self.Y, mask),
            ..self
        }
    }
}

/// The entry of a secret index below the table's length: every entry is read.
#[inline(always)]
pub(crate) fn look_up<E: Element>(table: &[Affine<E>], index: u64) -> Affine<E> {
    let mut r = table[0];
    for (j, e) in table.iter().enumerate().skip(1) {
        let here = ct::equal(index, j as u64);
        r.x = E::select(r.x, e.x, here);
        r.y = E::select(r.y, e.y, here);
    }
    r
}

/// `2 P`: 4M + 4S.
///
/// With `D = Z²`, `G = Y²`, `S = X G`, `m = 3/2 (X - D) (X + D)`: the usual formula scaled by `1/2` (`X3`, `Y3`, `Z3` by `1/4`,
/// `1/8`, `1/2`), the same point.
#[inline(always)]
pub(crate) fn double<E: Element>(Jacobian { X, Y, Z }: Jacobian<E>) -> Jacobian<E> {
    let D = Z.square();
    let m = ((X - D) * (X + D)).halve().triple();
    let G = Y.square();
    let S = X * G;
    let X3 = (m.square() - S.double()).reduce();
    let Y3 = m * (S - X3) - G.square();
    Jacobian {
        X: X3,
        Y: Y3,
        Z: Y * Z,
    }
}

/// The common end of the additions, from the first point's `U1, S1`, the differences `H = U1 - U2`, `R = S1 - S2`, and the
/// product of the Zs:
///
/// ```text
///   X3 = R² + H³ - 2 U1 H²,  Y3 = R (U1 H² - X3) - S1 H³,  Z3 = Z1 Z2 H
/// ```
///
/// That is the usual formula with both differences negated: then `Z3` changes its sign, and so `Y3` with it.
#[inline(always)]
fn sum<E: Element>(U1: E, S1: E, H: E, R: E, ZZ: E) -> Jacobian<E> {
    let End { X, Y, .. } = End::new(U1, S1, H, R);
    Jacobian { X, Y, Z: ZZ * H }
}

/// [`sum`] without `Z3`, and `H²`, `H³`.
struct End<E> {
    X: E,
    Y: E,
    HH: E,
    HHH: E,
}

impl<E: Element> End<E> {
    #[inline(always)]
    fn new(U1: E, S1: E, H: E, R: E) -> Self {
        let HH = H.square();
        let HHH = H * HH;
        let V = U1 * HH;
        let X = (R.square() + HHH - V.double()).reduce();
        let Y = R * (V - X) - S1 * HHH;
        Self { X, Y, HH, HHH }
    }
}

/// A point as `x = X / ZZ`, `y = Y / ZZZ` with `ZZ³ = ZZZ²`, for sums of many affine points; the identity has `ZZ = ZZZ = 0`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Xyzz<E> {
    pub(crate) X: E,
    pub(crate) Y: E,
    pub(crate) ZZ: E,
    pub(crate) ZZZ: E,
}

impl<E: Element> Xyzz<E> {
    /// `P + Q` for `P`, `Q` different and not the identity; the identity if `Q = -P`, and if `P` is the identity.
    #[inline(always)]
    pub(crate) fn add_mixed_distinct_in_place(&mut self, q: &Affine<E>) {
        E::xyzz_add_mixed(self, q);
    }

    /// `Z = ZZZ`: `X / ZZ = X ZZ² / ZZ³`, `Y / ZZZ = Y ZZ³ / ZZZ³`.
    #[inline(always)]
    pub(crate) fn to_jacobian(self) -> Jacobian<E> {
        let square = self.ZZ.square();
        Jacobian {
            X: self.X * square,
            Y: self.Y * (square * self.ZZ),
            Z: self.ZZZ,
        }
    }
}

/// [`Xyzz::add_mixed_distinct_in_place`]: 8M + 2S, madd-2008-s with both differences negated, so `Y3` and `ZZZ3` too.
/// <https://hyperelliptic.org/EFD/g1p/auto-shortw-xyzz.html>
#[inline(always)]
pub(crate) fn xyzz_add_mixed<E: Element>(p: &mut Xyzz<E>, q: &Affine<E>) {
    let (H, R) = (p.X - q.x * p.ZZ, p.Y - q.y * p.ZZZ);
    let End { X, Y, HH, HHH } = End::new(p.X, p.Y, H, R);
    *p = Xyzz {
        X,
        Y,
        ZZ: p.ZZ * HH,
        ZZZ: p.ZZZ * HHH,
    };
}
