//! One point operation in four lanes.
//!
//! Jacobian coordinates `x = X / Z²`, `y = Y / Z³`, with `N = 2 Y` in place of `Y`: so dbl-2001-b
//! (<https://hyperelliptic.org/EFD/g1p/auto-shortw-jacobian-3.html>) loses most of its small factors. The identity has `Z = 0`.
//!
//! # Doubling
//!
//! From `(X, N, Z)`, with `delta = Z²` at hand:
//!
//! ```text
//!   gamma = N²,  zeta = N Z,  alpha = 3 (X - delta) (X + delta),  beta = -2 X gamma
//!   X' = alpha² + beta,  N' = -(gamma² + alpha (beta + 2 X')),  Z' = zeta,  delta' = zeta²
//! ```
//!
//! With the negative factor `-2 X` each result is a product or a sum of products: no large multiple of `p` is needed to keep it
//! positive. The sign of `N'` goes to `Z'`, as `(X, -N, Z)` and `(X, N, -Z)` are one point; after two doublings both signs are
//! gone.
//!
//! That is four levels of products: `alpha` and `gamma`, `beta`, `N'`, and the next `gamma`. But the next `alpha` needs `X'` only, and
//! `N'' = gamma' (gamma' + 3 (-2 X') alpha') + 2 alpha'³` does not need `X''`. So two doublings take five levels of one product
//! in four lanes, not eight:
//!
//! | level | lane 0 | lane 1 | lane 2 | lane 3 |
//! |---|---|---|---|---|
//! | 1 | `zeta = N Z` | `gamma = N²` | `gamma` | `alpha = (X - delta) 3 (X + delta)` |
//! | 2 | `delta' = zeta²` | `gamma²` | `beta = gamma (-2 X)` | `alpha²` |
//! | 3 | | | `alpha' = (X' - delta') 3 (X' + delta')` | `N' = alpha (beta + 2 X') + gamma²` |
//! | 4 | `zeta' = N' zeta` | `gamma' = N'²` | `alpha'²` | `s = alpha' (-2 X')` |
//! | 5 | `a = alpha' 2 alpha'²` | `b = gamma' (gamma' + 3 s)` | `delta'' = zeta'²` | `X'' = gamma' (-2 X') + alpha'²` |
//!
//! with `X' = alpha² + beta` and `N'' = a + b`. The lanes are chosen so that few operands change their half.
//!
//! # Doubling and addition
//!
//! add-1998-cmo-2 of the double `(X', -N', zeta)` and a table's `(X2, Y2, Z2)`. After levels 1 and 2 of the doubling:
//!
//! | level | lane 0 | lane 1 | lane 2 | lane 3 |
//! |---|---|---|---|---|
//! | 3 | `zeta³ = delta' zeta` | `U2 = delta' X2` | `U1 = X' Z2²` | `N' = alpha (beta + 2 X') + gamma²` |
//! | 4 | `S2 = zeta³ Y2` | `HH = H²`, `H = U2 - U1` | `zeta Z2` | `-S1 = N' Z2³/2` |
//! | 5 | `r²`, `r = S2 - S1` | `HHH = H HH` | `V = U1 HH` | `Z3 = H (zeta Z2)` |
//! | 6 | `a = 2 r (V - X3)` | `b = -2 S1 HHH` | `delta3 = Z3²` | `X3 = r² - HHH - 2 V` |
//!
//! with `N3 = a + b`.
//!
//! # Speed
//!
//! Zen 4, cycles for P-256: a product 45, a doubling 149 in a pair, doubling and addition 348. What lost: one doubling in four levels (about 240); two
//! doublings in six levels with all operands at hand (about 165 each); the modified coordinates with `-3 Z⁴` (as many operations
//! for the operands, one product more); an affine table (no level less, and an inversion more).

use crate::{
    Ifma,
    arch::x86_64::ifma::{Task, Ymm},
    lanes::{Factor, InLanes, Lanes, Limbs, Radix52, Sum, each_limb, limbs_of, words_of},
};

pub(crate) mod edwards;
pub(crate) mod montgomery;
pub(crate) mod schedule;
#[cfg(test)]
pub(crate) mod tests;

/// Vectors of four lanes, or of groups of four.
pub trait FourLanes: Lanes {
    /// The vector of these lanes.
    fn lanes(token: Self::Token, lanes: [u64; 4]) -> Self;
    /// The lanes, of the first group.
    fn get(self) -> [u64; 4];
    /// The mask of these lanes.
    fn mask(token: Self::Token, lanes: [bool; 4]) -> Self::Mask;
    /// Lane `i` is lane `from[i]` of `self`, for constants.
    fn permute(self, from: [usize; 4]) -> Self;
    /// Lane `i` is lane `from[i]` of `self`, for secret indices.
    fn permute_by(self, from: Self) -> Self;
    /// Lanes 1, 0, 3, 2.
    fn swap(self) -> Self;
    /// Lanes 0, 1, 0, 1.
    fn low(self) -> Self;
}

/// The token of a CPU with such vectors.
pub(crate) trait Quads: Copy {
    /// The vector.
    type Vector: FourLanes<Token = Self>;
    /// Runs the task with the instructions of this CPU.
    fn run_quad<T: QuadTask<Self>>(self, task: T) -> T::Output;
}

/// A public operation on vectors of four lanes, of whatever CPU.
pub(crate) trait QuadTask<C: Quads> {
    /// What it computes.
    type Output;
    /// Computes it. `#[inline(always)]`, see `arch::x86_64::ifma`.
    fn run_on(self, cpu: C) -> Self::Output;
}

impl<T: QuadTask<Ifma>> Task for T {
    type Output = T::Output;
    #[inline(always)]
    fn run(self, cpu: Ifma) -> T::Output {
        self.run_on(cpu)
    }
}

impl Quads for Ifma {
    type Vector = Ymm;
    #[inline(always)]
    fn run_quad<T: QuadTask<Self>>(self, task: T) -> T::Output {
        self.run(task)
    }
}

macro_rules! moves {
    ($($form:ident: $($name:ident($($from:ident)?)),*;)*) => {$(
        impl<P: InLanes, V: FourLanes> $form<P, V> {$(
            #[inline(always)]
            pub(crate) fn $name(mut self, $($from: [usize; 4])?) -> Self {
                each_limb!(P, i => {
                    self.0[i] = self.0[i].$name($($from)?);
                });
                self
            }
        )*}
    )*};
}
moves! {
    Sum: permute(from), swap(), low();
    Factor: permute(from), low();
}

impl<P: InLanes, V: FourLanes> Factor<P, V> {
    #[inline(always)]
    pub(crate) fn permute_by(mut self, from: V) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i].permute_by(from);
        });
        self
    }
}

/// The masks that the formulas use, made once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct In<M> {
    pub(crate) lane: [M; 4],
    pub(crate) lanes_0_1: M,
    pub(crate) lanes_1_2: M,
    pub(crate) lanes_2_3: M,
    lanes_0_2: M,
}

impl<M> In<M> {
    #[inline(always)]
    pub(crate) fn new<V: FourLanes<Mask = M>>(token: V::Token) -> Self {
        let mask = |a, b, c, d| V::mask(token, [a, b, c, d]);
        Self {
            lane: [
                mask(true, false, false, false),
                mask(false, true, false, false),
                mask(false, false, true, false),
                mask(false, false, false, true),
            ],
            lanes_0_1: mask(true, true, false, false),
            lanes_1_2: mask(false, true, true, false),
            lanes_2_3: mask(false, false, true, true),
            lanes_0_2: mask(true, false, true, false),
        }
    }
}

/// A point, as the formulas pass it on. The test `every_formula_keeps_the_bounds` states what the coordinates are below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<P: Radix52, V: Lanes> {
    /// Lanes `a, b, Z², X`, with `N = 2 Y = a + b`.
    sums: Sum<P, V>,
    /// Lane 0: `Z`.
    z: Factor<P, V>,
}

/// A point `(X2, Y2, Z2)` of a table, as factors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<P: Radix52, V: Lanes> {
    /// Lanes 1, 2: `X2, Z2²`.
    third: Factor<P, V>,
    /// Lanes 0, 2, 3: `Y2, Z2, Z2³/2`.
    fourth: Factor<P, V>,
}

/// Levels 1 and 2 of a doubling.
struct HalfDoubled<P: Radix52, V: Lanes> {
    /// Lanes `zeta, gamma, gamma, alpha`.
    factors: Factor<P, V>,
    /// Lanes `delta', gamma², beta, alpha²`.
    products: Sum<P, V>,
}

impl<P: Radix52, V: FourLanes> HalfDoubled<P, V> {
    #[inline(always)]
    fn new(p: Point<P, V>, on: &In<V::Mask>) -> Self {
        let multiple_of_p = |k| Sum::multiple_of_p(p.sums.token(), k);
        let swapped = p.sums.swap(); // b, a, X, delta
        let plus = p.sums + swapped; // N, N, X + delta, X + delta
        let minus = p.sums - swapped; // -, -, -, X - delta
        let n = plus.low();
        let left = n.add_in(on.lane[3], minus, multiple_of_p(2)).carry();
        let right = n.add_in(on.lane[3], plus, plus.double()).carry();
        let factors = (left * right.select(on.lane[0], p.z)).carry();
        let minus_2x = (multiple_of_p(6) - swapped.double()).carry(); // lane 2
        Self {
            factors,
            products: factors * factors.select(on.lane[2], minus_2x),
        }
    }
}

impl<P: Radix52, V: FourLanes> Point<P, V> {
    /// `4 P`.
    #[inline(always)]
    pub(crate) fn double_twice(self, on: &In<V::Mask>) -> Self {
        let multiple_of_p = |k| Sum::multiple_of_p(self.sums.token(), k);
        let zero = multiple_of_p(0);
        let HalfDoubled { factors, products } = HalfDoubled::new(self, on);

        // Level 3.
        let swapped = products.swap(); // gamma², delta', alpha², beta
        let low = products.low(); // delta', gamma², delta', gamma²
        let x = (products + swapped).fold(); // lanes 2, 3: X'
        let plus = x + low; // lane 2: X' + delta'
        let left = (x + multiple_of_p(2) - low).carry();
        let left = left.select(on.lane[3], factors);
        let right = (x.double() + swapped).add_in(on.lane[2], plus, plus.double());
        let gamma_squared = zero.select(on.lane[3], low);
        let products = left.mul_add(right.carry(), gamma_squared); // -, -, alpha', N'

        // Level 4.
        let minus_2x = (multiple_of_p(3) - x.double()).carry(); // lanes 2, 3
        let left = products.permute([3, 3, 2, 2]).carry();
        let alpha = left.permute([2; 4]);
        let right = left
            .select(on.lane[0], factors)
            .select(on.lane[3], minus_2x);
        let products = left * right; // zeta', gamma', alpha'², s

        // Level 5.
        let z = products.low().carry(); // zeta', gamma', zeta', gamma'
        let moved = products.permute([2, 3, 2, 2]); // alpha'², s, -, alpha'²
        let right = moved.double() + zero.add_in(on.lane[1], moved, products); // 2 alpha'², gamma' + 3 s
        let right = z
            .select(on.lanes_0_1, right.carry())
            .select(on.lane[3], minus_2x);
        let left = z.select(on.lane[0], alpha);
        let alpha_squared = zero.select(on.lane[3], moved);
        Self {
            sums: left.mul_add(right, alpha_squared),
            z,
        }
    }

    /// `2 P + Q`, for `2 P` and `Q` different and not the identity; the identity if `Q = -2 P`, and if one of them is the
    /// identity.
    #[inline(always)]
    pub(crate) fn double_add_distinct(self, q: &Entry<P, V>, on: &In<V::Mask>) -> Self {
        let multiple_of_p = |k| Sum::multiple_of_p(self.sums.token(), k);
        let zero = multiple_of_p(0);
        let HalfDoubled { factors, products } = HalfDoubled::new(self, on);

        // Level 3.
        let swapped = products.swap(); // gamma², delta', alpha², beta
        let low = products.low(); // delta', gamma², delta', gamma²
        let x = products + swapped; // lanes 2, 3: X'
        let x = x.add_in(on.lane[3], x.double(), swapped); // X', 2 X' + beta
        let left = products.permute([0, 0, 2, 2]).select(on.lanes_2_3, x);
        let right = factors.select(on.lanes_1_2, q.third);
        let gamma_squared = zero.select(on.lane[3], low);
        let products = left.carry().mul_add(right, gamma_squared); // zeta³, U2, U1, N'

        // Level 4.
        let difference = products - products.permute([2; 4]); // lane 1: H
        let sums = products
            .add_in(on.lane[1], difference, multiple_of_p(2))
            .carry(); // zeta³, H, U1, N'
        let left = sums.select(on.lane[2], factors.low());
        let right = q.fourth.select(on.lane[1], sums);
        let products = left * right; // S2, HH, zeta Z2, -S1

        // Level 5.
        let minus_s1 = products.permute([3; 4]);
        let twice = zero
            .select(on.lane[1], minus_s1)
            .add_in(on.lane[0], minus_s1, products)
            .double()
            .carry(); // 2 r, -2 S1, 0, 0
        let moved = products.permute([3, 1, 1, 2]);
        let right = moved.add_in(on.lane[0], moved, products).carry(); // r, HH, HH, zeta Z2
        let left = sums
            .select(on.lane[3], sums.low())
            .select(on.lane[0], right); // r, H, U1, H
        let products = left * right; // r², HHH, V, Z3

        // Level 6.
        let swapped = products.swap(); // HHH, r², Z3, V
        let v = products.permute([2; 4]);
        let x = products - swapped - v.double() + multiple_of_p(4); // lane 0: X3
        let left = products
            .select(on.lane[2], swapped)
            .select(on.lane[0], v - x + multiple_of_p(6))
            .carry(); // V - X3, HHH, Z3, -
        let right = twice.select(on.lane[2], left);
        let x = zero.select(on.lane[3], x.fold().permute([0; 4]));
        Self {
            sums: left.mul_add(right, x),
            z: left.permute([2; 4]),
        }
    }

    /// From words of homogeneous coordinates, `x = X / Z`, below `2^BITS`: Jacobian ones are `X Z, Y Z², Z`.
    #[inline(always)]
    pub(crate) fn load(token: V::Token, coordinates: &[P::Words; 3], on: &In<V::Mask>) -> Self {
        let zero = Sum::<P, V>::zero(token);
        let [x, y, z] = coordinates.each_ref().map(limbs_of::<P>);
        let Sum(mut words) = Sum::<P, V>::zero(token);
        each_limb!(P, i => {
            words[i] = V::lanes(token, [x[i], y[i], z[i], z[i]]);
        });
        let factors = Factor::<P, V>(words);
        let products = factors * factors.permute([2; 4]); // X Z, Y Z, Z², Z²
        let left = products.permute([1, 1, 2, 0]).carry();
        let twice_z = Sum::<P, V>(words).double().permute([2; 4]);
        let right = zero
            .select(on.lane[0], twice_z)
            .carry()
            .select(on.lanes_2_3, Factor::one(token));
        Self {
            sums: left * right, // 2 Y Z², 0, Z², X Z
            z: factors.permute([2; 4]),
        }
    }

    /// To words of homogeneous coordinates, *reduced*; of `-P` if the mask has lane 0, and no other may it have.
    #[inline(always)]
    pub(crate) fn store(self, negate: V::Mask, on: &In<V::Mask>) -> [P::Words; 3] {
        let token = self.sums.token();
        let n = self.sums + self.sums.swap();
        let n = n.select(negate, Sum::multiple_of_p(token, 6) - n);
        let left = self.sums.select(on.lane[0], n).carry(); // N, -, Z², X
        let right = Factor::one(token).select(on.lanes_2_3, self.z.permute([0; 4]));
        let products = left * right; // N, -, Z³, X Z
        // Times 2, as N = 2 Y.
        let products = products.add_in(on.lanes_2_3, products, products);
        let [y, _, z, x] = to_words(products);
        [x, y, z]
    }
}

/// `2 P` and an odd multiple of `P` with the same `Z`: Meloni, "New point addition formulae for ECC applications" (2007).
///
/// From `(X1, N1)`, `(X2, N2)` come their sum, and the first point again, with the same `Z3`:
///
/// ```text
///   A = D²,  D = 2 (X2 - X1),  B = X1 A,  C = X2 A,  Z3 = D Z
///   X3 = (N2 - N1)² - B - C,  N3 = 2 (N2 - N1) (B - X3) - N1',  X1' = B,  N1' = 2 N1 (C - B)
/// ```
///
/// As the next `D` is known with `X3`, two levels are enough:
///
/// | level | lane 0 | lane 1 | lane 2 | lane 3 |
/// |---|---|---|---|---|
/// | 1 | `B` | `(N2 - N1)²` | `C` | |
/// | 2 | next `A` | `N1'` | next `Z3` | `2 (N2 - N1) (B - X3)` |
#[derive(Clone, Copy, Debug)]
struct SameZ<P: Radix52, V: Lanes> {
    /// Lanes `X1, N1, X2, N2`.
    points: Sum<P, V>,
    /// The same.
    factors: Factor<P, V>,
    /// Lane 2: `Z`.
    z: Factor<P, V>,
    /// Lane 0: `D`, the ratio of the next `Z` and this one.
    ratio: Factor<P, V>,
    /// Lanes 0, 2: `A`, and `D Z`, the next `Z`.
    next: Sum<P, V>,
}

impl<P: Radix52, V: FourLanes> SameZ<P, V> {
    /// `2 P` and `P`.
    #[inline(always)]
    fn new(p: Point<P, V>, on: &In<V::Mask>) -> Self {
        let zero = Sum::zero(p.sums.token());
        let HalfDoubled { factors, products } = HalfDoubled::new(p, on);
        let swapped = products.swap(); // gamma², delta', alpha², beta
        let low = products.low(); // delta', gamma², delta', gamma²
        let x = products + swapped; // lanes 2, 3: X'
        let left = p.sums.swap().select(on.lane[3], x.double() + swapped); // -, -, X, 2 X' + beta
        let gamma_squared = zero.select(on.lane[3], low);
        let products = left.carry().mul_add(factors, gamma_squared); // -, -, X gamma, N'
        // 2 P = (X', -N', zeta), and P = (X gamma, gamma², zeta), as zeta = N Z.
        let double = x.select(on.lane[3], zero - products).permute([2, 3, 2, 3]);
        let single = products.select(on.lane[3], low);
        let points = double.select(on.lanes_2_3, single).fold();
        let difference = points.permute([2; 4]) - points.permute([0; 4]);
        Self::from(points, difference, factors.low(), on)
    }

    /// With `X2 - X1` in lanes 0, 2 and `Z` in lane 2.
    #[inline(always)]
    fn from(points: Sum<P, V>, difference: Sum<P, V>, z: Factor<P, V>, on: &In<V::Mask>) -> Self {
        let ratio = (difference + Sum::multiple_of_p(points.token(), 2))
            .double()
            .carry();
        Self {
            points,
            factors: points.carry(),
            z,
            ratio,
            next: ratio * ratio.select(on.lane[2], z),
        }
    }

    /// `2 P` and the sum.
    #[inline(always)]
    fn add(self, on: &In<V::Mask>) -> Self {
        let two_p = Sum::multiple_of_p(self.points.token(), 2);
        let next = self.next.carry(); // A, -, D Z, -

        // Level 1.
        let n = self.points.permute([3; 4]) - self.points.permute([1; 4]) + two_p;
        let n = n.carry(); // N2 - N1
        let left = self.factors.select(on.lane[1], n);
        let right = n.select(on.lanes_0_2, next.permute([0; 4]));
        let first = left * right; // B, (N2 - N1)², C, -

        // Level 2.
        let (b, c) = (first.permute([0; 4]), first.permute([2; 4]));
        let x = (first.permute([1; 4]) - b - c).fold();
        let difference = x - b + two_p;
        let left = difference
            .select(on.lane[1], c - b + two_p)
            .select(on.lane[3], b - x + two_p);
        let left = left.double().carry();
        let right = left
            .select(on.lane[1], self.factors)
            .select(on.lane[2], next)
            .select(on.lane[3], n);
        let second = left * right; // next A, N1', next Z, 2 (N2 - N1) (B - X3)

        let n = second - second.permute([1; 4]); // lane 3: N3
        let points = b
            .select(on.lane[1], second)
            .select(on.lane[2], x)
            .select(on.lane[3], n);
        let points = points.fold();
        Self {
            points,
            factors: points.carry(),
            z: next,
            ratio: left,
            next: second,
        }
    }
}

/// `P, 3 P, 5 P, ...` with the same `Z2`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OddMultiples<P: Radix52, V: Lanes, const N: usize> {
    /// Lanes 0, 1 of each: `Y2, X2`, with limbs below `2^52`.
    pub(crate) yx: [Factor<P, V>; N],
    /// Lane 2: `Z2²`.
    third: Factor<P, V>,
    /// Lanes 2, 3: `Z2, Z2³/2`.
    fourth: Factor<P, V>,
}

impl<P: Radix52, V: FourLanes, const N: usize> OddMultiples<P, V, N> {
    /// For `2 N P` not the identity; if `P` is, then `Z2 = 0`.
    ///
    /// The points of all steps get the last `Z` in the end, times 2, so that no coordinate needs a half. With `c` the product of the ratios
    /// still to come, `X2 = X 4 c²` and `Y2 = Y 8 c³ = (N 2 c) (2 c²)`.
    #[inline(always)]
    pub(crate) fn new(p: Point<P, V>, on: &In<V::Mask>) -> Self {
        let token = p.sums.token();
        let mut step = SameZ::new(p, on);
        let mut points = [step.factors; N];
        let mut ratios = [step.ratio; N];
        for i in 1..N {
            ratios[i] = step.ratio;
            step = step.add(on);
            points[i] = step.factors;
        }

        let mut yx = points;
        let mut c = Sum(Factor::<P, V>::one(token).0);
        for i in (0..N).rev() {
            let left = points[i]
                .select(on.lane[0], ratios[i])
                .select(on.lane[1], c.carry());
            let products = left * c.add_in(on.lane[3], c, c).carry(); // c ratio, c², -, N 2 c
            let square = products.permute([1; 4]).double();
            let right = square.add_in(on.lane[2], square, square).carry(); // lanes 2, 3: 4 c², 2 c²
            let point = points[i].select(on.lane[3], products.carry()) * right; // lanes 2, 3: X2, Y2
            yx[i] = point.permute([3, 2, 3, 2]).carry().masked();
            c = products.permute([0; 4]);
        }

        let z = step.z.permute([2; 4]);
        let square = z * z;
        let cube = square.carry() * z;
        let fourth = (Factor::one(token) * z).select(on.lane[3], cube.double());
        Self {
            yx,
            third: square.double().double().fold().carry(),
            fourth: fourth.double().fold().carry(),
        }
    }

    /// The entry with these `Y2, X2` in lanes 0, 1; with `-Y2` if the mask has lane 0, and no other may it have.
    #[inline(always)]
    pub(crate) fn entry(&self, yx: Factor<P, V>, negate: V::Mask, on: &In<V::Mask>) -> Entry<P, V> {
        let exact = Sum(yx.0);
        let negative = (Sum::multiple_of_p(exact.token(), 2) - exact).carry();
        let yx = yx.select(negate, negative);
        Entry {
            third: yx.select(on.lane[2], self.third),
            fourth: yx.select(on.lanes_2_3, self.fourth),
        }
    }
}

/// The words of each lane, *reduced*.
#[inline(always)]
pub(crate) fn to_words<P: Radix52, V: FourLanes>(x: Sum<P, V>) -> [P::Words; 4] {
    let Factor(limbs) = x.fold().carry().masked().reduced();
    let mut lanes = [P::Limbs::filled(0); 4];
    each_limb!(P, i => {
        let limb = limbs[i].get();
        for j in 0..4 {
            lanes[j][i] = limb[j];
        }
    });
    lanes.each_ref().map(words_of::<P>)
}
