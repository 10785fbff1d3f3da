//! The ladder of Curve25519 in four lanes.
//!
//! With the names of RFC 7748 § 5, a step has three levels of one product:
//!
//! | level | lane 0 | lane 1 | lane 2 | lane 3 |
//! |---|---|---|---|---|
//! | 1 | `AA = A A` | `BB = B B` | `CB = C B` | `DA = D A` |
//! | 2 | `AA` | `AA + a24 E` | `X3 = (CB + DA)²` | `(CB - DA)²` |
//! | 3 | `X2 = AA BB` | `Z2 = (AA + a24 E) E` | `X3` | `Z3 = (CB - DA)² u` |
//!
//! `CB` and `DA` change places if the points do, which their squares do not see. So only the operands of lanes 0, 1 in level 1 depend
//! on the secret bit. The factor `1` of lane 2 costs nothing.
//!
//! # Speed
//!
//! Zen 4, cycles: a step 135, X25519 38,500 with 3,900 for the inversion. A level has 50 `vpmadd52`, two to a cycle and four until the last one has
//! its result, then three additions, two for sums and differences, two for the carry and, in level 1, four for the permutation: by latencies alone
//! a step takes 113. Its 380 instructions on vectors would fit 95 cycles.
//!
//! Not done: a level 2 with 40 products, as two of its lanes are squares, and an `a24 E` beside them.

use super::{FourLanes, QuadTask, Quads};
use crate::{
    Fe, P25519, Unsaturated,
    arch::ct,
    lanes::{Factor, InLanes, Sum},
    montgomery::A24,
};

/// `X` and `Z` of the point after the double-and-adds for the 255 lower bits of `k`.
#[derive(Clone, Copy)]
pub(crate) struct Ladder<'a> {
    pub(crate) k: &'a [u64; 4],
    pub(crate) u: &'a Fe<P25519>,
}

/// What all steps use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants<V: FourLanes> {
    lane_0: V::Mask,
    lane_1: V::Mask,
    lanes_0_1: V::Mask,
    lanes_1_3: V::Mask,
    not_lane_0: V::Mask,
    lanes_2_3: V::Mask,
    /// Indices of lanes for the factors of level 1.
    left: V,
    right: V,
    /// Lane 1: `a24`; lanes 0: zero.
    a24: Factor<P25519, V>,
    /// Lanes 2, 3: `1, u`.
    one_u: Factor<P25519, V>,
}

impl<V: FourLanes> Constants<V> {
    #[inline(always)]
    pub(super) fn new(token: V::Token, u: &[u64; 5]) -> Self {
        let mask = |a, b, c, d| V::mask(token, [a, b, c, d]);
        let one = P25519::RHO;
        let zero = [0; 5];
        let mut a24 = zero;
        a24[0] = A24.into();
        Self {
            lane_0: mask(true, false, false, false),
            lane_1: mask(false, true, false, false),
            lanes_0_1: mask(true, true, false, false),
            lanes_1_3: mask(false, true, false, true),
            not_lane_0: mask(false, true, true, true),
            lanes_2_3: mask(false, false, true, true),
            left: V::lanes(token, [0, 1, 2, 3]),
            right: V::lanes(token, [0, 1, 1, 0]),
            a24: from_lanes(token, [&zero, &a24, &zero, &zero]),
            one_u: from_lanes(token, [&zero, &zero, &one, u]),
        }
    }
}

/// Words to limbs: the same number.
#[inline(always)]
pub(crate) const fn limbs_of(words: &[u64; 4]) -> [u64; 5] {
    crate::arch::unsaturated::limbs(words, 51)
}

/// The element in each lane.
#[inline(always)]
pub(super) fn from_lanes<V: FourLanes>(
    token: V::Token,
    [a, b, c, d]: [&[u64; 5]; 4],
) -> Factor<P25519, V> {
    let mut limbs = [V::splat(token, 0); 5];
    for i in 0..5 {
        limbs[i] = V::lanes(token, [a[i], b[i], c[i], d[i]]);
    }
    Factor(limbs)
}

/// The limbs of each lane, below `2^52`.
#[inline(always)]
pub(super) fn to_lanes<V: FourLanes>(x: Factor<P25519, V>) -> [[u64; 5]; 4] {
    let mut lanes = [[0; 5]; 4];
    for i in 0..5 {
        let limb = x.0[i].get();
        for j in 0..4 {
            lanes[j][i] = limb[j];
        }
    }
    lanes
}

/// Two points whose difference has the coordinate `u`: lanes `X2, Z2, X3, Z3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V: FourLanes>(pub(super) Sum<P25519, V>);

impl<V: FourLanes> Pair<V> {
    /// Twice the first point, of the two if `swap` is 0, of the two in the other order if it is 1; and their sum.
    #[inline(always)]
    pub(super) fn step(self, swap: u64, c: &Constants<V>) -> Self {
        let Self(points) = self;
        let token = points.token();
        let above = Sum::above(token);

        // Level 1.
        let swapped = points.swap();
        let factors = (swapped + points.sub_in(c.lanes_1_3, above, points)).carry(); // A, B, C, D
        let other = V::splat(token, 2 * swap);
        let left = factors.permute_by(c.left.add_in(c.lanes_0_1, c.left, other));
        let right = factors.permute_by(c.right.add_in(c.lanes_0_1, c.right, other));
        let products = left * right;

        // Level 2.
        let swapped = products.swap(); // BB, AA, DA, CB
        let signed = products.sub_in(c.lanes_1_3, above, products);
        let factors = swapped.add_in(c.not_lane_0, swapped, signed).carry(); // BB, E, CB + DA, CB - DA
        let aa = Sum::zero(token)
            .select(c.lane_0, products)
            .select(c.lane_1, swapped);
        let squares = factors.mul_add(c.a24.select(c.lanes_2_3, factors), aa);

        // Level 3.
        Self(squares.carry() * factors.select(c.lanes_2_3, c.one_u))
    }
}

impl<C: Quads> QuadTask<C> for Ladder<'_> {
    type Output = [Fe<P25519>; 2];

    #[inline(always)]
    fn run_on(self, cpu: C) -> [Fe<P25519>; 2] {
        let u = P25519::load(&self.u.words);
        let (zero, one) = ([0; 5], P25519::RHO);
        let constants = Constants::<C::Vector>::new(cpu, &u);
        let mut pair = Pair(Sum(from_lanes(cpu, [&one, &zero, &u, &one]).0));
        let mut last = 0;
        for i in (0..255).rev() {
            let bit = ct::barrier(self.k[i / 64] >> (i % 64) & 1);
            pair = pair.step(bit ^ last, &constants);
            last = bit;
        }
        let lanes = to_lanes(pair.0.carry());
        let mut result = [lanes[0], lanes[1]];
        ct::assign(&mut result[0], &lanes[2], ct::mask(last));
        ct::assign(&mut result[1], &lanes[3], ct::mask(last));
        result.map(|x| Fe::new(P25519::store(&x)))
    }
}

#[cfg(test)]
mod tests;
