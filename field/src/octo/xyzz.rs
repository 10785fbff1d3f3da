//! Points in the lanes of vectors, for sums of many points.
//!
//! Coordinates `X, Y, ZZ, ZZZ` with `x = X / ZZ`, `y = Y / ZZZ`, `ZZ³ = ZZZ²`; the identity has `ZZ = ZZZ = 0`.
//! <https://hyperelliptic.org/EFD/g1p/auto-shortw-xyzz.html>. They save one square of a mixed addition in Jacobian coordinates.
//!
//! Zen 4, eight lanes, cycles for P-256: a product 71, a square 62, a mixed addition 757, an addition of two lying points 330.

use crate::{
    lanes::{Factor, Lanes, Radix52, Sum},
    quad::{FourLanes, In, to_words},
};

/// A point in each lane. The test `every_formula_keeps_the_bounds` states what the coordinates are below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points<P: Radix52, V: Lanes> {
    pub(super) x: Sum<P, V>,
    pub(super) y: Sum<P, V>,
    pub(super) zz: Factor<P, V>,
    pub(super) zzz: Factor<P, V>,
}

/// A point of a table in each lane, affine: any representatives up to `16 p`, with limbs below `2^52`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AffinePoints<P: Radix52, V: Lanes> {
    pub(super) x: Factor<P, V>,
    pub(super) y: Factor<P, V>,
}

impl<P: Radix52, V: Lanes> AffinePoints<P, V> {
    /// `-P` in the lanes of the mask.
    #[inline(always)]
    pub(crate) fn negate_in(self, mask: V::Mask) -> Self {
        let y = Sum(self.y.0);
        let negative = (Sum::multiple_of_p(y.token(), 16) - y).carry().masked();
        Self {
            y: self.y.select(mask, negative),
            ..self
        }
    }

    /// The coordinates as sums below `2 p`.
    #[inline(always)]
    fn fold(self) -> [Sum<P, V>; 2] {
        [Sum(self.x.0).fold(), Sum(self.y.0).fold()]
    }

    /// `P + Q`, if they are neither equal nor opposite.
    ///
    /// 4M + 2S, mmadd-2008-s.
    #[inline(always)]
    pub(crate) fn add_distinct(self, q: Self) -> Points<P, V> {
        let ([x1, y1], [x2, y2]) = (self.fold(), q.fold());
        let two_p = Sum::multiple_of_p(x1.token(), 2);
        let end = End::new(x1.carry(), y1, x2 - x1 + two_p, y2 - y1 + two_p);
        Points {
            x: end.x,
            y: end.y,
            zz: end.pp,
            zzz: end.ppp,
        }
    }
}

impl<P: Radix52, V: Lanes> Points<P, V> {
    /// `P + Q`, if they are neither equal nor opposite, and `P` is not the identity.
    ///
    /// 8M + 2S, madd-2008-s.
    #[inline(always)]
    pub(crate) fn add_mixed_distinct(self, q: AffinePoints<P, V>) -> Self {
        let multiple_of_p = |k| Sum::multiple_of_p(self.x.token(), k);
        let u2 = q.x * self.zz;
        let s2 = q.y * self.zzz;
        let p = u2 - self.x + multiple_of_p(2);
        let r = s2 - self.y + multiple_of_p(3);
        let end = End::new(self.x.carry(), self.y, p, r);
        Self {
            x: end.x,
            y: end.y,
            zz: (self.zz * end.pp).carry(),
            zzz: (self.zzz * end.ppp).carry(),
        }
    }

    /// `P + Q`, if they are not equal, and neither the identity; the identity if they are opposite.
    ///
    /// 12M + 2S, add-2008-s.
    #[inline(always)]
    pub(crate) fn add_distinct(self, q: Self) -> Self {
        let two_p = Sum::multiple_of_p(self.x.token(), 2);
        let u1 = self.x.carry() * q.zz;
        let u2 = q.x.carry() * self.zz;
        let s1 = self.y.carry() * q.zzz;
        let s2 = q.y.carry() * self.zzz;
        let end = End::new(u1.carry(), s1, u2 - u1 + two_p, s2 - s1 + two_p);
        Self {
            x: end.x,
            y: end.y,
            zz: ((self.zz * q.zz).carry() * end.pp).carry(),
            zzz: ((self.zzz * q.zzz).carry() * end.ppp).carry(),
        }
    }
}

/// The common end of the additions.
struct End<P: Radix52, V: Lanes> {
    x: Sum<P, V>,
    y: Sum<P, V>,
    pp: Factor<P, V>,
    ppp: Factor<P, V>,
}

impl<P: Radix52, V: Lanes> End<P, V> {
    /// From `U1`, `S1` of the first point, and the differences `P = U2 - U1`, `R = S2 - S1`.
    ///
    /// ```text
    ///   PP = P²,  PPP = P PP,  Q = U1 PP,  X3 = R² - PPP - 2 Q,  Y3 = R (Q - X3) - S1 PPP
    /// ```
    #[inline(always)]
    fn new(u1: Factor<P, V>, s1: Sum<P, V>, p: Sum<P, V>, r: Sum<P, V>) -> Self {
        let multiple_of_p = |k| Sum::multiple_of_p(s1.token(), k);
        let (p, r) = (p.carry(), r.carry());
        let pp = p.square().carry();
        let cube = p * pp;
        let ppp = cube.carry();
        let q = u1 * pp;
        let x = (r.square() - cube - q.double() + multiple_of_p(5)).fold();
        let right = (q - x + multiple_of_p(2)).carry();
        let minus_s1 = (multiple_of_p(3) - s1).carry();
        Self {
            x,
            y: Factor::sum_of_products([r, right], [minus_s1, ppp]),
            pp,
            ppp,
        }
    }
}

/// A point lying across four lanes, `X, Y, ZZ, ZZZ`, below `4 p` each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lying<P: Radix52, V: Lanes>(pub(super) Factor<P, V>);

impl<P: Radix52, V: FourLanes> Lying<P, V> {
    /// `P + Q`, if they are not equal, and neither the identity; the identity if they are opposite.
    ///
    /// 12M + 2S, add-2008-s, in four levels of one product:
    ///
    /// | level | lane 0 | lane 1 | lane 2 | lane 3 |
    /// |---|---|---|---|---|
    /// | 1 | `U1 = X1 ZZ2` | `S1 = Y1 ZZZ2` | `U2 = X2 ZZ1` | `S2 = Y2 ZZZ1` |
    /// | 2 | `PP = P²`, `P = U2 - U1` | `R²`, `R = S2 - S1` | `ZZ1 ZZ2` | `ZZZ1 ZZZ2` |
    /// | 3 | `Q = U1 PP` | `PPP = P PP` | `ZZ3 = ZZ1 ZZ2 PP` | |
    /// | 4 | `R (Q - X3)` | `S1 PPP` | | `ZZZ3 = ZZZ1 ZZZ2 PPP` |
    #[inline(always)]
    pub(crate) fn add_distinct(self, q: Self, on: &In<V::Mask>) -> Self {
        let (Self(a), Self(b)) = (self, q);
        let token = a.0[0].token();
        let multiple_of_p = |k| Sum::multiple_of_p(token, k);

        // Level 1.
        let left = a.select(on.lanes_2_3, b.low());
        let right = a.select(on.lanes_0_1, b.permute([2, 3, 2, 3]));
        let first = left * right;

        // Level 2.
        let differences = first.permute([2, 3, 2, 3]) - first.low() + multiple_of_p(2);
        let differences = differences.carry(); // P, R, P, R
        let left = differences.select(on.lanes_2_3, a);
        let right = differences.select(on.lanes_2_3, b);
        let second = left * right;

        // Level 3.
        let firsts = first.carry(); // U1, S1
        let seconds = second.carry(); // PP, -, ZZ1 ZZ2, ZZZ1 ZZZ2
        let left = seconds
            .select(on.lane[0], firsts)
            .select(on.lane[1], differences.permute([0; 4]));
        let third = left * seconds.permute([0; 4]); // Q, PPP, ZZ3, -

        // Level 4.
        let ppp = third.permute([1; 4]);
        let x = second.permute([1; 4]) - ppp - third.double() + multiple_of_p(5);
        let x = x.fold(); // lane 0: X3
        let left = ppp.select(on.lane[0], third - x + multiple_of_p(2)); // Q - X3, PPP, -, PPP
        let right = seconds
            .select(on.lane[0], differences.permute([1; 4]))
            .select(on.lane[1], firsts);
        let fourth = left.carry() * right;

        let y = fourth.permute([0; 4]) - fourth + multiple_of_p(2); // lane 1: Y3
        let sum = fourth
            .select(on.lane[0], x)
            .select(on.lane[1], y)
            .select(on.lane[2], third);
        Self(sum.carry())
    }

    /// To words of homogeneous coordinates, *reduced*: `x = (X ZZZ) / (ZZ ZZZ)`, `y = (Y ZZ) / (ZZ ZZZ)`; of `-P` if the mask
    /// has lane 1, and no other may it have.
    #[inline(always)]
    pub(crate) fn store(self, negate: V::Mask) -> [P::Words; 3] {
        let exact = Sum(self.0.masked().0);
        let negative = Sum::multiple_of_p(exact.token(), 4) - exact;
        let left = exact.select(negate, negative).carry();
        let products = left * self.0.permute([3, 2, 3, 2]); // X ZZZ, Y ZZ, ZZ ZZZ, -
        let [x, y, z, _] = to_words(products);
        [x, y, z]
    }
}
