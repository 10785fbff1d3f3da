//! Twisted Edwards curves `-x^2 + y^2 = 1 + d x^2 y^2`: coordinates and formulas, over any [`Element`].
//!
//! Where `-1` is a square and `d` is none, as in the field of Curve25519, the formulas are complete: they are right for all points
//! of the curve, those of small order and the identity included.
//!
//! Hisil, Wong, Carter and Dawson, "Twisted Edwards curves revisited" (2008), § 3.1 and 3.3 for `a = -1`. All differences here are
//! of products, which is what lazy elements ask for.

pub mod curve25519;
pub(crate) mod dispatch;
mod elligator;
mod group;
pub(crate) mod half;
pub(crate) mod schedule;
pub(crate) mod vector;

pub use group::SubgroupPoint;

use crate::{Element, Fe, Kernel, Lazy, P25519, Prime, arch::ct};

/// `x = X/Z`, `y = Y/Z`, `x y = T/Z`.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // kernels take whole points as words
pub struct Extended<E> {
    #[allow(missing_docs)]
    pub X: E,
    #[allow(missing_docs)]
    pub Y: E,
    #[allow(missing_docs)]
    pub Z: E,
    #[allow(missing_docs)]
    pub T: E,
}

/// `x = X/Z`, `y = Y/Z`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projective<E> {
    pub(crate) X: E,
    pub(crate) Y: E,
    pub(crate) Z: E,
}

/// A result before its last products: `x = E/G`, `y = H/F`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completed<E> {
    E: E,
    F: E,
    G: E,
    H: E,
}

/// An operand of additions: `Y + X`, `Y - X`, `2 Z`, `2 d T`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Cached<E> {
    pub(crate) sum: E,
    pub(crate) difference: E,
    pub(crate) Z2: E,
    pub(crate) T2d: E,
}

/// The same of an affine point, `Z = 1`: `y + x`, `y - x`, `2 d x y`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Niels<E> {
    pub(crate) sum: E,
    pub(crate) difference: E,
    pub(crate) xy2d: E,
}

impl<E: Element> Completed<E> {
    /// 3M.
    #[inline(always)]
    pub(crate) fn projective(self) -> Projective<E> {
        let Self { E, F, G, H } = self;
        Projective {
            X: E * F,
            Y: G * H,
            Z: F * G,
        }
    }

    /// To `p`, whose `T` stays as it is unless `WITH_T`.
    #[inline(always)]
    fn write<const WITH_T: bool>(self, p: &mut Extended<E>) {
        if WITH_T {
            *p = self.extended();
        } else {
            let Projective { X, Y, Z } = self.projective();
            *p = Extended { X, Y, Z, ..*p };
        }
    }

    /// 4M.
    #[inline(always)]
    pub(crate) fn extended(self) -> Extended<E> {
        let Self { E, F, G, H } = self;
        Extended {
            X: E * F,
            Y: G * H,
            Z: F * G,
            T: E * H,
        }
    }
}

impl<E: Element> Projective<E> {
    /// `2 self`: dbl-2008-hwcd, 4S and the products of the result.
    #[inline(always)]
    pub(crate) fn double(self) -> Completed<E> {
        let A = self.X.square();
        let B = self.Y.square();
        let C = self.Z.square().double();
        // All four with the other sign than in the paper, which their products do not see.
        let H = A + B;
        let E = H - (self.X + self.Y).square();
        let G = A - B;
        let F = C + G;
        Completed { E, F, G, H }
    }
}

impl<E: Element> Extended<E> {
    #[inline(always)]
    pub(crate) fn projective(self) -> Projective<E> {
        let Self { X, Y, Z, .. } = self;
        Projective { X, Y, Z }
    }

    #[inline(always)]
    pub(crate) fn double(self) -> Completed<E> {
        self.projective().double()
    }

    /// As an operand of additions: 1M.
    #[inline(always)]
    pub(crate) fn cached(self, d2: E) -> Cached<E> {
        Cached {
            sum: self.Y + self.X,
            difference: self.Y - self.X,
            Z2: self.Z.double(),
            T2d: self.T * d2,
        }
    }

    /// `self + q`: add-2008-hwcd-3, 4M and the products of the result.
    #[inline(always)]
    pub(crate) fn add(self, q: &Cached<E>) -> Completed<E> {
        self.add_with(self.Z * q.Z2, q.sum, q.difference, q.T2d)
    }

    /// `self + q`: 3M and the products of the result.
    #[inline(always)]
    pub(crate) fn add_niels(self, q: &Niels<E>) -> Completed<E> {
        self.add_with(self.Z.double(), q.sum, q.difference, q.xy2d)
    }

    #[inline(always)]
    fn add_with(self, D: E, sum: E, difference: E, T2d: E) -> Completed<E> {
        let A = (self.Y - self.X) * difference;
        let B = (self.Y + self.X) * sum;
        let C = self.T * T2d;
        Completed {
            E: B - A,
            F: D - C,
            G: D + C,
            H: B + A,
        }
    }
}

impl<E: Element> Cached<E> {
    /// `b` where the mask is set, `a` elsewhere.
    #[inline(always)]
    pub(crate) fn select(a: Self, b: &Self, mask: u64) -> Self {
        Self {
            sum: E::select(a.sum, b.sum, mask),
            difference: E::select(a.difference, b.difference, mask),
            Z2: E::select(a.Z2, b.Z2, mask),
            T2d: E::select(a.T2d, b.T2d, mask),
        }
    }

    /// `-self`.
    #[inline(always)]
    pub(crate) fn negate(self) -> Self {
        Self {
            sum: self.difference,
            difference: self.sum,
            T2d: -self.T2d,
            ..self
        }
    }

    /// `-self` where the mask is set.
    #[inline(always)]
    pub(crate) fn negate_if(self, mask: u64) -> Self {
        let negative = self.negate();
        Self {
            sum: E::select(self.sum, negative.sum, mask),
            difference: E::select(self.difference, negative.difference, mask),
            T2d: E::select(self.T2d, negative.T2d, mask),
            ..self
        }
    }
}

impl<E: Element> Niels<E> {
    /// `-self`.
    #[inline(always)]
    pub(crate) fn negate(self) -> Self {
        Self {
            sum: self.difference,
            difference: self.sum,
            xy2d: -self.xy2d,
        }
    }

    /// `-self` where the mask is set.
    #[inline(always)]
    pub(crate) fn negate_if(self, mask: u64) -> Self {
        let negative = self.negate();
        Self {
            sum: E::select(self.sum, negative.sum, mask),
            difference: E::select(self.difference, negative.difference, mask),
            xy2d: E::select(self.xy2d, negative.xy2d, mask),
        }
    }
}

/// Operations on points in place, for elements that have better texts for them than the formulas. The `T` of a result is right only
/// `WITH_T`, which is a product more, and is needed only by an addition.
// Out of line: each is some KB of code, and is called in several places.
pub(crate) trait PointElement: Element {
    /// `p = 2 p`, by any `T`.
    #[inline(never)]
    fn double_point<const WITH_T: bool>(p: &mut Extended<Self>) {
        p.double().write::<WITH_T>(p);
    }
    /// `p = p + q`.
    #[inline(never)]
    fn add_cached<const WITH_T: bool>(p: &mut Extended<Self>, q: &Cached<Self>) {
        p.add(q).write::<WITH_T>(p);
    }
    /// `p = p + q`.
    #[inline(never)]
    fn add_niels<const WITH_T: bool>(p: &mut Extended<Self>, q: &Niels<Self>) {
        Extended::add_niels(*p, q).write::<WITH_T>(p);
    }
    /// The entry of a secret index below the table's length: every entry is read.
    #[inline(always)]
    fn look_up(table: &[Cached<Self>], index: u64) -> Cached<Self> {
        (1..).zip(&table[1..]).fold(table[0], |found, (i, entry)| {
            Cached::select(found, entry, ct::equal(index, i))
        })
    }
}

impl PointElement for Lazy<P25519> {}
impl<P: Prime, B: Kernel<P>> PointElement for Fe<P, B> {}

#[cfg(test)]
pub(crate) mod tests;
