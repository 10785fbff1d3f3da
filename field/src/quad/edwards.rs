//! One point of edwards25519 across four lanes, in extended coordinates `X, Y, T, Z`.
//!
//! Hisil, Wong, Carter and Dawson, "Twisted Edwards curves revisited" (2008), § 4.1 and 4.2: two levels of one product. For an addition of
//! `(X2, Y2, T2, Z2)`, which is held as `Y2 - X2, Y2 + X2, 2 d T2, 2 Z2`:
//!
//! | level | lane 0 | lane 1 | lane 2 | lane 3 |
//! |---|---|---|---|---|
//! | 1 | `A = (Y1 - X1) (Y2 - X2)` | `B = (Y1 + X1) (Y2 + X2)` | `C = T1 2 d T2` | `D = Z1 2 Z2` |
//! | 2 | `X3 = E F` | `Y3 = G H` | `T3 = E H` | `Z3 = F G` |
//!
//! with `E = B - A`, `H = B + A`, `F = D - C`, `G = D + C`. The first level of a doubling has squares only:
//!
//! | level | lane 0 | lane 1 | lane 2 | lane 3 |
//! |---|---|---|---|---|
//! | 1 | `A = X1²` | `B = Y1²` | `S = (X1 + Y1)²` | `Z1²` |
//!
//! with `H = A + B`, `E = H - S`, `G = A - B`, `F = 2 Z1² + G`. The formulas are complete.
//!
//! Zen 4, cycles: a doubling 93, an addition 74; `k P` 33,000, `a B + b P` 33,000 in variable time, decompression of two points 10,000.

use super::{
    FourLanes,
    montgomery::{from_lanes, to_lanes},
};
use crate::{
    Fe, P25519, Unsaturated,
    edwards::curve25519::Point,
    lanes::{Factor, Sum},
    octo::edwards::TWICE_D,
};

/// What all formulas use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constants<V: FourLanes> {
    lane_0: V::Mask,
    lane_1: V::Mask,
    lane_2: V::Mask,
    lane_3: V::Mask,
    lanes_0_1: V::Mask,
    lanes_0_2: V::Mask,
    /// `1, 1, 2 d, 2`.
    cached: Factor<P25519, V>,
}

impl<V: FourLanes> Constants<V> {
    #[inline(always)]
    pub(crate) fn new(token: V::Token) -> Self {
        let mask = |a, b, c, d| V::mask(token, [a, b, c, d]);
        let (one, two) = ([1, 0, 0, 0, 0], [2, 0, 0, 0, 0]);
        Self {
            lane_0: mask(true, false, false, false),
            lane_1: mask(false, true, false, false),
            lane_2: mask(false, false, true, false),
            lane_3: mask(false, false, false, true),
            lanes_0_1: mask(true, true, false, false),
            lanes_0_2: mask(true, false, true, false),
            cached: from_lanes(token, [&one, &one, &TWICE_D, &two]),
        }
    }
}

/// A point as four products: lanes `X, Y, T, Z`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lying<V: FourLanes>(pub(crate) Sum<P25519, V>);

/// An operand of additions: lanes `Y - X, Y + X, 2 d T, 2 Z`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cached<V: FourLanes>(pub(crate) Factor<P25519, V>);

impl<V: FourLanes> Lying<V> {
    /// `Y - X, Y + X, T, Z`.
    #[inline(always)]
    fn split(self, on: &Constants<V>) -> Factor<P25519, V> {
        let Self(p) = self;
        let signed = p.sub_in(on.lane_0, Sum::above(p.token()), p);
        signed.add_in(on.lanes_0_1, signed, p.swap()).carry()
    }

    /// As an operand of additions: one level.
    #[inline(always)]
    pub(crate) fn cached(self, on: &Constants<V>) -> Cached<V> {
        Cached((self.split(on) * on.cached).carry())
    }

    /// `P + Q`.
    #[inline(always)]
    pub(crate) fn add(self, Cached(q): Cached<V>, on: &Constants<V>) -> Self {
        let products = self.split(on) * q; // A, B, C, D
        let signed = products.sub_in(on.lanes_0_2, Sum::above(products.token()), products);
        let ehfg = (products.swap() + signed).carry();
        Self(ehfg.permute([0, 3, 0, 2]) * ehfg.permute([2, 1, 1, 3]))
    }

    /// `2 P`.
    #[inline(always)]
    pub(crate) fn double(self, on: &Constants<V>) -> Self {
        let Self(p) = self;
        let above = Sum::above(p.token());
        let sum = (p + p.swap()).low();
        let squares = p.select(on.lane_2, sum).carry().square(); // A, B, S, Z²
        let signed = squares.sub_in(on.lane_1, above, squares);
        let hg = (squares.swap() + signed).low(); // H, G, H, G
        let rest = Sum::zero(p.token())
            .sub_in(on.lane_2, above, squares)
            .add_in(on.lane_3, squares, squares);
        let hgef = (hg + rest).carry();
        Self(hgef.permute([2, 1, 2, 3]) * hgef.permute([3, 0, 0, 1]))
    }

    #[inline(always)]
    pub(crate) fn load(token: V::Token, p: &Point) -> Self {
        let [x, y, t, z] = [&p.X, &p.Y, &p.T, &p.Z].map(|x| P25519::load(&x.words));
        Self(Sum(from_lanes(token, [&x, &y, &t, &z]).0))
    }

    #[inline(always)]
    pub(crate) fn store(self) -> Point {
        let [X, Y, T, Z] = to_lanes(self.0.carry()).map(|x| Fe::new(P25519::store(&x)));
        Point { X, Y, Z, T }
    }
}

impl<V: FourLanes> Cached<V> {
    /// `-P`, which has the other `X` and `T`.
    #[inline(always)]
    pub(crate) fn negate(self, on: &Constants<V>) -> Self {
        let exact = Sum(self.0.0);
        let negative = exact.select(on.lanes_0_1, exact.swap()).sub_in(
            on.lane_2,
            Sum::multiple_of_p(exact.token(), 2),
            exact,
        );
        Self(negative.carry())
    }
}

pub(crate) mod schedule;
#[cfg(test)]
mod tests;
