//! `k B` on edwards25519, with the windows of `k` spread over eight lanes: `octo::comb`'s sum with eight rounds.
//!
//! The formulas are complete, so nothing is exceptional.
//!
//! Zen 4: 6,200 cycles with the table (48 KiB) in the caches' second level.

use super::{
    comb::{halves, look_up, words},
    from_words,
};
use crate::{
    Element, Fe, Ifma, N25519, P25519, Prime,
    arch::x86_64::ifma::{Task, Ymm, Zmm},
    edwards::{
        Extended, Niels,
        curve25519::{D2, LaneTable, Point},
        schedule,
    },
    lanes::{Factor, Lanes, Sum},
    quad::{
        edwards::{self, Lying},
        montgomery::limbs_of,
    },
};
use core::ops::{Add, Mul, Neg, Sub};

/// An element of Curve25519's field in each lane.
///
/// What is multiplied, and the left operand of `-`, has limbs below `2^63 - 2^61`: it is a sum of a few products and differences of products. The
/// right operand of `-` has limbs below `2^61 - 2^15`: it is a sum of a few products. A test runs all formulas at intervals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InLane<V: Lanes>(pub(crate) Sum<P25519, V>);

impl<V: Lanes> Add for InLane<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl<V: Lanes> Sub for InLane<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0.minus(b.0))
    }
}

impl<V: Lanes> Neg for InLane<V> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(Sum::above(self.0.token()) - self.0)
    }
}

impl<V: Lanes> Mul for InLane<V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0.carry() * b.0.carry())
    }
}

impl<V: Lanes> Element for InLane<V> {
    #[inline(always)]
    fn square(self) -> Self {
        Self(self.0.carry().square())
    }
    /// No closure, see `arch::x86_64::ifma`.
    #[inline(always)]
    fn square_n(self, n: usize) -> Self {
        let mut x = self;
        for _ in 0..n {
            x = x.square();
        }
        x
    }
    #[inline(always)]
    fn reduce(self) -> Self {
        Self(Sum(self.0.carry().0))
    }
    #[inline(always)]
    fn halve(self) -> Self {
        let half = Factor::constant(self.0.token(), &HALF);
        Self(self.0.carry() * half)
    }
    #[inline(always)]
    fn select(a: Self, b: Self, mask: u64) -> Self {
        Self(a.0.select(V::everywhere(a.0.token(), mask), b.0))
    }
}

const HALF: [u64; 5] = limbs_of(&P25519::TWO_INV);
pub(crate) const TWICE_D: [u64; 5] = limbs_of(&D2.words);

/// `k B`.
pub(crate) struct MultiplyBase<'a> {
    /// `k`.
    pub(crate) scalar: &'a [u64; 4],
    pub(crate) table: &'a LaneTable,
}

impl Task for MultiplyBase<'_> {
    type Output = Point;

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Point {
        // Below 2^254: the comb reads no more.
        let scalar = Fe::<N25519>::from_integer(self.scalar).to_integer();
        let mut words = words::<8>(cpu, &schedule::odd(&scalar), 0);
        let LaneTable(rounds) = self.table;
        let mut sums = first(entries(&rounds[0], &mut words));
        for round in &rounds[1..] {
            sums = sums.add_niels(&entries(round, &mut words)).extended();
        }

        let [low, high] = split(sums);
        let twice_d = InLane(Sum(Factor::<P25519, Ymm>::constant(cpu, &TWICE_D).0));
        let sums = low.add(&high.cached(twice_d)).extended();
        let on = &edwards::Constants::new(cpu);
        let [a, b] = lie_down(sums);
        let sum = a.add(b.cached(on), on);
        let [a, b] = sum.halves();
        let on = &edwards::Constants::new(cpu);
        a.add(b.cached(on), on).store()
    }
}

/// The points of the table, or their opposites.
#[inline(always)]
fn entries(round: &[[[u64; 8]; 12]; 8], words: &mut Zmm) -> Niels<InLane<Zmm>> {
    let (row, negative) = look_up(round, words);
    let (sum, rest) = row.split_at(4);
    let (difference, xy2d) = rest.split_at(4);
    let sum = Sum(from_words::<P25519>(sum).0);
    let difference = Sum(from_words::<P25519>(difference).0);
    let xy2d = Sum(from_words::<P25519>(xy2d).0);
    Niels {
        sum: InLane(sum.select(negative, difference)),
        difference: InLane(difference.select(negative, sum)),
        xy2d: InLane(xy2d.sub_in(negative, Sum::multiple_of_p(xy2d.token(), 2), xy2d)),
    }
}

/// The points themselves: `(2 x : 2 y : 2 : 2 x y)`, times 2.
#[inline(always)]
fn first<V: Lanes>(q: Niels<InLane<V>>) -> Extended<InLane<V>> {
    let x = (q.sum - q.difference).reduce();
    let y = (q.sum + q.difference).reduce();
    Extended {
        X: x.double(),
        Y: y.double(),
        Z: InLane(Sum(Factor::<P25519, V>::constant(
            x.0.token(),
            &[4, 0, 0, 0, 0],
        )
        .0)),
        T: x * y,
    }
}

impl InLane<Zmm> {
    #[inline(always)]
    fn halves(self) -> [InLane<Ymm>; 2] {
        let [low, high] = halves::<P25519>(self.0.0);
        [InLane(Sum(low)), InLane(Sum(high))]
    }
}

#[inline(always)]
fn split(p: Extended<InLane<Zmm>>) -> [Extended<InLane<Ymm>>; 2] {
    let ([X, X2], [Y, Y2]) = (p.X.halves(), p.Y.halves());
    let ([Z, Z2], [T, T2]) = (p.Z.halves(), p.T.halves());
    [
        Extended { X, Y, Z, T },
        Extended {
            X: X2,
            Y: Y2,
            Z: Z2,
            T: T2,
        },
    ]
}

/// Points 0 and 1, and points 2 and 3.
#[inline(always)]
fn lie_down(p: Extended<InLane<Ymm>>) -> [Lying<Zmm>; 2] {
    let (x, y, t, z) = (p.X.0.0, p.Y.0.0, p.T.0.0, p.Z.0.0);
    let zero = Zmm::splat(x[0].token(), 0);
    let mut points = [[zero; 5]; 2];
    for i in 0..5 {
        let [a, b, c, d] = Ymm::transpose([x[i], y[i], t[i], z[i]]);
        points[0][i] = Zmm::join([a, b]);
        points[1][i] = Zmm::join([c, d]);
    }
    let [a, b] = points;
    [Lying(Sum(a)), Lying(Sum(b))]
}

impl Lying<Zmm> {
    /// The points of both groups of lanes.
    #[inline(always)]
    fn halves(self) -> [Lying<Ymm>; 2] {
        let [low, high] = halves::<P25519>(self.0.0);
        [Lying(Sum(low)), Lying(Sum(high))]
    }
}

#[cfg(test)]
mod tests;
