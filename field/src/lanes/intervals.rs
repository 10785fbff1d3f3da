//! Vectors whose lanes are intervals: what a formula gives at them are bounds for all inputs within those that it was given.
//!
//! Each operation panics if a number might not fit where it is: 63 bits and a sign in a lane, 52 bits in a factor.

use super::{Factor, InLanes, Lanes, Sum};
use crate::{P25519, quad::FourLanes};
use core::ops::{Add, Sub};

/// The least and the greatest number in each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Intervals<const N: usize>([[i128; 2]; N]);

const TWO_52: i128 = 1 << 52;

fn in_a_lane([low, high]: [i128; 2]) -> [i128; 2] {
    assert!(
        low >= -(1 << 63) && high < 1 << 63,
        "{low} to {high} in a lane"
    );
    [low, high]
}

impl<const N: usize> Intervals<N> {
    fn each(self, f: impl Fn([i128; 2]) -> [i128; 2]) -> Self {
        Self(self.0.map(|x| in_a_lane(f(x))))
    }

    fn with(self, b: Self, f: impl Fn([i128; 2], [i128; 2]) -> [i128; 2]) -> Self {
        Self(core::array::from_fn(|i| in_a_lane(f(self.0[i], b.0[i]))))
    }

    fn product(a: Self, b: Self, part: impl Fn([i128; 2]) -> [i128; 2]) -> Self {
        a.with(b, |a, b| {
            for [low, high] in [a, b] {
                assert!(
                    0 <= low && high < TWO_52,
                    "{low} to {high} in a multiplication"
                );
            }
            part([a[0] * b[0], a[1] * b[1]])
        })
    }

    /// Lane `i` is lane `from[i]`.
    fn moved(self, from: [usize; N]) -> Self {
        Self(from.map(|i| self.0[i]))
    }

    /// An element with limbs from 0 up to this, below, in each lane.
    pub(crate) fn element(limbs: i128) -> [Self; 5] {
        [Self([[0, limbs - 1]; N]); 5]
    }

    /// Panics unless all limbs in these lanes are in `[0, below)`.
    pub(crate) fn assert_below(
        limbs: &[Self; 5],
        below: i128,
        lanes: impl IntoIterator<Item = usize>,
    ) {
        for lane in lanes {
            for limb in limbs {
                let [low, high] = limb.0[lane];
                assert!(0 <= low && high < below, "{low} to {high} in lane {lane}");
            }
        }
    }
}

fn low_bits(n: u32, [low, high]: [i128; 2]) -> [i128; 2] {
    if low >> n == high >> n {
        let rest = low >> n << n;
        return [low - rest, high - rest];
    }
    [0, (1 << n) - 1]
}

impl<const N: usize> Add for Intervals<N> {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        self.with(b, |a, b| [a[0] + b[0], a[1] + b[1]])
    }
}

impl<const N: usize> Sub for Intervals<N> {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self.with(b, |a, b| [a[0] - b[1], a[1] - b[0]])
    }
}

impl<const N: usize> Lanes for Intervals<N> {
    type Token = ();
    type Mask = [bool; N];
    fn token(self) {}
    fn splat((): (), x: u64) -> Self {
        Self([in_a_lane([x.into(); 2]); N])
    }
    fn shl<const S: u32>(self) -> Self {
        self.each(|x| x.map(|x| x << S))
    }
    fn shr<const S: u32>(self) -> Self {
        self.each(|x| {
            assert!(x[0] >= 0, "{x:?} shifted as unsigned");
            x.map(|x| x >> S)
        })
    }
    fn sar<const S: u32>(self) -> Self {
        self.each(|x| x.map(|x| x >> S))
    }
    fn low_bits<const B: u32>(self) -> Self {
        self.each(|x| low_bits(B, x))
    }
    fn low_bits_shl<const B: u32, const S: u32>(self) -> Self {
        self.low_bits::<B>().shl::<S>()
    }
    fn madd_low(self, a: Self, b: Self) -> Self {
        self + Self::product(a, b, |x| low_bits(52, x))
    }
    fn madd_high(self, a: Self, b: Self) -> Self {
        self + Self::product(a, b, |x| x.map(|x| x >> 52))
    }
    fn everywhere((): (), mask: u64) -> [bool; N] {
        [mask != 0; N]
    }
    fn select(self, mask: [bool; N], other: Self) -> Self {
        Self(core::array::from_fn(|i| {
            if mask[i] { other.0[i] } else { self.0[i] }
        }))
    }
}

impl FourLanes for Intervals<4> {
    fn lanes((): (), lanes: [u64; 4]) -> Self {
        Self(lanes.map(|x| in_a_lane([x.into(); 2])))
    }
    fn get(self) -> [u64; 4] {
        panic!("no bounds of stored lanes")
    }
    fn mask((): (), lanes: [bool; 4]) -> [bool; 4] {
        lanes
    }
    fn permute(self, from: [usize; 4]) -> Self {
        self.moved(from)
    }
    /// The indices are secret: any lane may come.
    fn permute_by(self, _: Self) -> Self {
        let low = self.0.iter().map(|x| x[0]).min();
        let high = self.0.iter().map(|x| x[1]).max();
        Self([[low.expect("four"), high.expect("four")]; 4])
    }
    fn swap(self) -> Self {
        self.moved([1, 0, 3, 2])
    }
    fn low(self) -> Self {
        self.moved([0, 1, 0, 1])
    }
}

/// What limbs of products are below.
pub(crate) const PRODUCT: i128 = 1 << 59;
/// What limbs of factors are below.
pub(crate) const FACTOR: i128 = (1 << 51) + (1 << 17);

fn sum(limbs: i128) -> Sum<P25519, Intervals<1>> {
    Sum(Intervals::element(limbs))
}

fn factor(limbs: i128) -> Factor<P25519, Intervals<1>> {
    Factor(Intervals::element(limbs))
}

#[test]
fn products_of_carried_sums_are_below_their_bound() {
    let x = sum(1 << 63).carry();
    Intervals::assert_below(&x.0, FACTOR, [0]);
    for product in [x * x, x.square()] {
        Intervals::assert_below(&product.0, PRODUCT, [0]);
    }
    // A difference, four times.
    let product = x * x;
    let difference = (product + product).minus(product);
    (difference.double() + product).carry();
    let above: Sum<P25519, Intervals<1>> = Sum::above(());
    assert!((0..5).all(|i| above.0[i].0[0][0] > 2 * PRODUCT));
}

#[test]
#[should_panic = "in a multiplication"]
fn a_factor_of_53_bits_is_refused() {
    let _ = factor(1 << 53) * factor(1 << 52);
}

#[test]
#[should_panic = "in a lane"]
fn sums_that_do_not_fit_are_refused() {
    sum(1 << 62).double().double();
}

#[test]
#[should_panic = "shifted as unsigned"]
fn a_carry_of_negative_limbs_is_refused() {
    (sum(PRODUCT) - sum(PRODUCT)).carry();
}

#[test]
fn the_limbs_are_those_of_the_modulus() {
    let p = (0..5)
        .rev()
        .fold(num_bigint::BigUint::ZERO, |x, i| (x << 51) + P25519::P[i]);
    assert_eq!(p, crate::testing::modulus::<P25519>());
}
