//! Scalar multiplications on edwards25519 in four lanes. The formulas are complete, so no schedule has exceptions.

use super::{Cached, Constants, Lying};
use crate::{
    Fe, Ifma, P25519, Unsaturated,
    arch::{
        ct,
        x86_64::ifma::{Rows, Task, Ymm, Zmm},
    },
    edwards::{
        curve25519::{Point, TableEntry, candidate},
        schedule::{Digits, NAF, SignedDigits, WINDOW},
    },
    lanes::{Factor, Sum},
    octo::edwards::InLane,
    quad::{
        FourLanes, QuadTask, Quads,
        montgomery::{from_lanes, limbs_of, to_lanes},
    },
};

/// `k P`, in constant time, by [`SignedDigits`].
#[derive(Clone, Copy)]
pub(crate) struct Multiply<'a> {
    /// `P`.
    pub(crate) point: &'a Point,
    /// `k`.
    pub(crate) scalar: &'a [u64; 4],
}

impl Task for Multiply<'_> {
    type Output = Point;

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Point {
        let digits = SignedDigits::new(self.scalar);
        let on = &Constants::<Ymm>::new(cpu);
        let table = Table::new(Lying::load(cpu, self.point), on);
        let mut sum = Lying::load(cpu, &Point::IDENTITY);
        for i in (0..SignedDigits::COUNT).rev() {
            if i + 1 < SignedDigits::COUNT {
                for _ in 0..WINDOW {
                    sum = sum.double(on);
                }
            }
            let (size, negative) = digits.get(i);
            let entry = table.select(cpu, size);
            let negative = Ymm::secret_mask(cpu, [negative; 4]);
            let entry = Cached(entry.0.select(negative, entry.negate(on).0));
            sum = sum.add(entry, on);
        }
        sum.store()
    }
}

/// `P, 2 P, ..., 8 P`: entry `i` in the lower and entry `i + 4` in the upper half of row `i`.
#[repr(align(64))]
struct Table([[[u64; 8]; 5]; 4]);

impl Table {
    #[inline(always)]
    fn new(p: Lying<Ymm>, on: &Constants<Ymm>) -> Self {
        let mut rows = [[[0; 8]; 5]; 4];
        let first = p.cached(on);
        let (mut multiple, mut cached) = (p, first);
        for i in 0..8 {
            if i > 0 {
                multiple = multiple.add(first, on);
                cached = multiple.cached(on);
            }
            for limb in 0..5 {
                let lanes = cached.0.0[limb].store();
                rows[i % 4][limb][4 * (i / 4)..][..4].copy_from_slice(&lanes);
            }
        }
        Self(rows)
    }

    /// The multiple of this secret size, up to 8.
    #[inline(always)]
    fn select(&self, cpu: Ifma, size: u64) -> Cached<Ymm> {
        let [low, high] = [size.wrapping_sub(1), size.wrapping_sub(5)];
        let mut selected = [Zmm::load(cpu, &[0; 8]); 5];
        // The identity: 1, 1, 0, 2.
        let one = ct::barrier(ct::is_zero(size));
        selected[0] = Zmm::load(cpu, &[one, one, 0, 2 * one, 0, 0, 0, 0]);
        let rows = Zmm::load(cpu, &[low, low, low, low, high, high, high, high]);
        Rows(&self.0).select(rows, &mut selected, 5);
        let mut limbs = [Ymm::load(cpu, &[0; 4]); 5];
        for i in 0..5 {
            let [low, high] = selected[i].halves();
            limbs[i] = core::ops::Add::add(low, high);
        }
        Cached(Factor(limbs))
    }
}

/// The sum of public multiples, by their digits, in variable time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumVartime<'a, const N: usize> {
    /// From the lowest power of two up.
    pub(crate) digits: &'a [Digits<N>],
    /// Of the terms.
    pub(crate) points: [&'a Point; N],
    /// Odd multiples of the base.
    pub(crate) of_base: [&'a [TableEntry]; 2],
}

/// Odd multiples of any point.
const ODD: usize = 1 << (NAF - 2);

impl<C: Quads, const N: usize> QuadTask<C> for SumVartime<'_, N> {
    type Output = Point;

    #[inline(always)]
    fn run_on(self, cpu: C) -> Point {
        let on = &Constants::<C::Vector>::new(cpu);
        let mut sum = Lying::load(cpu, &Point::IDENTITY);
        let mut odd = [[sum.cached(on); ODD]; N];
        for (odd, point) in odd.iter_mut().zip(self.points) {
            *odd = odd_multiples(Lying::load(cpu, point), on);
        }
        for digits in self.digits.iter().rev() {
            sum = sum.double(on);
            // One loop, so that the addition's code is there once.
            for i in 0..N + 2 {
                let digit = if i < N {
                    digits.of[i]
                } else {
                    digits.of_base[i - N]
                };
                if digit == 0 {
                    continue;
                }
                let index = usize::from(digit.unsigned_abs()) / 2;
                let entry = if i < N {
                    odd[i][index]
                } else {
                    load_entry(cpu, &self.of_base[i - N][index])
                };
                let entry = if digit < 0 { entry.negate(on) } else { entry };
                sum = sum.add(entry, on);
            }
        }
        sum.store()
    }
}

/// `P, 3 P, 5 P, ...`.
#[inline(always)]
fn odd_multiples<V: FourLanes>(p: Lying<V>, on: &Constants<V>) -> [Cached<V>; ODD] {
    let twice = p.double(on).cached(on);
    let mut multiples = [p.cached(on); ODD];
    let mut multiple = p;
    for entry in &mut multiples[1..] {
        multiple = multiple.add(twice, on);
        *entry = multiple.cached(on);
    }
    multiples
}

#[inline(always)]
fn load_entry<V: FourLanes>(cpu: V::Token, [sum, difference, xy2d]: &TableEntry) -> Cached<V> {
    let two = [2, 0, 0, 0, 0];
    let [sum, difference, xy2d] = [limbs_of(sum), limbs_of(difference), limbs_of(xy2d)];
    Cached(from_lanes(cpu, [&difference, &sum, &xy2d, &two]))
}

/// The [`candidate`]s for square roots of two ratios `u, v`, in the lower and in the upper lanes: as fast as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates<'a>(pub(crate) &'a [[Fe<P25519>; 2]; 2]);

impl<C: Quads> QuadTask<C> for Candidates<'_> {
    type Output = [[Fe<P25519>; 2]; 2];

    #[inline(always)]
    fn run_on(self, cpu: C) -> [[Fe<P25519>; 2]; 2] {
        let Self([[u0, v0], [u1, v1]]) = self;
        let [u0, v0, u1, v1] = [u0, v0, u1, v1].map(|x| limbs_of(&x.words));
        let u = InLane(Sum(from_lanes::<C::Vector>(cpu, [&u0, &u0, &u1, &u1]).0));
        let v = InLane(Sum(from_lanes::<C::Vector>(cpu, [&v0, &v0, &v1, &v1]).0));
        let [r, check] = candidate(u, v);
        let (r, check) = (to_lanes(r.0.carry()), to_lanes(check.0.carry()));
        [[r[0], check[0]], [r[2], check[2]]].map(|pair| pair.map(|x| Fe::new(P25519::store(&x))))
    }
}
