//! The base fields in the lanes of vectors: radix 2^52. Curve25519's, in radix 2^51, has the same forms and other bounds: see `p25519`.
//!
//! A vector holds one limb of several elements, one element to a lane. There are two forms of an element, and an operation
//! for each step between them:
//!
//! | form | limbs | value `v` | made by | may be |
//! |---|---|---|---|---|
//! | [`Sum`] | signed 64 bits | `sum l[i] 2^(52 i)`, exactly | `*`, `+`, `-`, [`Sum::fold`] | added, subtracted, moved between lanes |
//! | [`Factor`] | only the low 52 bits of each count | the same, `0 <= v < 2^ROOM` | [`Sum::carry`] | multiplied |
//!
//! `vpmadd52` reads 52 bits of its operands and ignores the rest. So a factor must be carried completely (one limb after the
//! other: a limb of exactly 2^52 is read as 0), but needs no mask; and a sum needs no carry at all. The types keep the two
//! apart; what they do not keep are the bounds of values. Values are counted in units of `p`, and `2^ROOM > 16 p`:
//!
//! * `a * b` is `a b / RHO mod p`, a sum in `[0, a b / (16 p) + 1.001 p]`;
//! * `carry` asks for a value in `[0, 2^ROOM)`;
//! * `fold` takes any value in `(-2^11 p, 2^11 p)` with limbs below `2^60` in absolute value to one in `(0, 1.001 p)`.
//!
//! Who subtracts adds a multiple of `p` first. The tests run every kernel, and every formula of the users of this module, at a
//! type that carries those bounds for all inputs.
//!
//! A lane stands for `x` by `x RHO mod p`. The words of an [`crate::Fe`] stand for it by another factor, `2^(64 N)`. But the
//! homogeneous coordinates of a point are no others if all three get a factor: they enter and leave by position alone.

use crate::{Ifma, Kernel, Prime};
use core::{
    fmt::Debug,
    ops::{Add, Index, IndexMut, Mul, Sub},
};

#[cfg(test)]
pub(crate) mod intervals;
#[cfg(test)]
pub(crate) mod model;
mod p25519;
mod p256;
mod p384;
mod p521;
#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;

/// A vector of 64-bit lanes, as the kernels ask for it: real ones carry the token of the CPU that has them.
pub trait Lanes: Copy + Debug + Add<Output = Self> + Sub<Output = Self> {
    /// What a vector is made from.
    type Token: Copy;
    /// Some lanes.
    type Mask: Copy;
    /// The proof that there are such vectors.
    fn token(self) -> Self::Token;
    /// `x` in every lane.
    fn splat(token: Self::Token, x: u64) -> Self;
    /// `self 2^N`, which fits.
    fn shl<const N: u32>(self) -> Self;
    /// `floor(self / 2^N)`, unsigned.
    fn shr<const N: u32>(self) -> Self;
    /// `floor(self / 2^N)`, signed.
    fn sar<const N: u32>(self) -> Self;
    /// `self mod 2^N`.
    fn low_bits<const N: u32>(self) -> Self;
    /// `(self mod 2^N) 2^S`.
    fn low_bits_shl<const N: u32, const S: u32>(self) -> Self;
    /// `self + (a b mod 2^52)`, for the low 52 bits of `a` and `b`.
    fn madd_low(self, a: Self, b: Self) -> Self;
    /// `self + floor(a b / 2^52)`, for the low 52 bits of `a` and `b`.
    fn madd_high(self, a: Self, b: Self) -> Self;
    /// `x < 2^52` in the lanes that hold 1, 0 in those that hold 0.
    #[inline(always)]
    fn times_bit(self, x: u64) -> Self {
        let token = self.token();
        Self::splat(token, 0).madd_low(self, Self::splat(token, x))
    }
    /// All lanes if the secret word `mask` is not zero, else none.
    fn everywhere(token: Self::Token, mask: u64) -> Self::Mask;
    /// `other` in the lanes of the mask, `self` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// `a + b` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    fn add_in(self, mask: Self::Mask, a: Self, b: Self) -> Self {
        self.select(mask, a + b)
    }
    /// `a - b` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    fn sub_in(self, mask: Self::Mask, a: Self, b: Self) -> Self {
        self.select(mask, a - b)
    }
    /// Do these lanes stand for bounds, so that the steps that are proved once are not computed? A constant, for the compiler.
    #[cfg(test)]
    const MODEL: bool = false;
    /// Such a step.
    #[cfg(test)]
    fn proved<P: Radix52>(_: model::Step<P, Self>) -> P::Limbs<Self> {
        unreachable!("computed")
    }
}

/// An array with something for each limb.
pub trait Limbs<T>: Copy + Debug + Index<usize, Output = T> + IndexMut<usize> {
    /// The same for each.
    fn filled(x: T) -> Self;
}

impl<T: Copy + Debug, const N: usize> Limbs<T> for [T; N] {
    #[inline(always)]
    fn filled(x: T) -> Self {
        [x; N]
    }
}

/// A base field in limbs, one to a vector.
pub trait InLanes: Prime {
    /// The number of limbs.
    const LIMBS: usize;
    /// Bits of a limb.
    const RADIX: u32;
    /// `[T; LIMBS]`.
    type Limbs<T: Copy + Debug>: Limbs<T>;
    /// `[T; 2 LIMBS]`.
    type Columns<T: Copy + Debug>: Limbs<T>;
    /// `p` in limbs.
    const P: Self::Limbs<u64>;
    /// Factors are below `2^ROOM`.
    const ROOM: u32;
    /// Lanes hold `x RHO mod p`: this is the lane of 1, in limbs.
    const RHO: Self::Limbs<u64>;

    /// `x / RHO + c mod p`: the limbs of `c`, below `2^60` in absolute value, are where the accumulators start.
    fn reduced<V: Lanes, X: Products<Self, V>>(x: X, c: Sum<Self, V>) -> Sum<Self, V>;
    /// The same element as a factor, for sums within the bounds of the prime.
    fn carry<V: Lanes>(x: Sum<Self, V>) -> Factor<Self, V>;
}

/// A base field in limbs of 52 bits.
pub trait Radix52: InLanes {
    /// The lane, in limbs, of `RHO / 2^(64 N)`: words stand for `x` where a lane with them stands for `x 2^(64 N) / RHO`.
    const RHO_BY_WORDS: Self::Limbs<u64>;

    /// The same element, positive and below `1.001 p`.
    fn fold<V: Lanes>(x: Sum<Self, V>) -> Sum<Self, V>;
    /// The best kernels of words where there are such vectors.
    type WordKernel: Kernel<Self>;
    /// Their token.
    fn word_kernel(cpu: Ifma) -> Self::WordKernel;
    /// What the proofs find.
    #[cfg(test)]
    const BOUNDS: model::Proved;
}

/// Runs the statement for every limb `i`.
///
/// Written out, for constants `i`: the compiler orders the instructions of a loop that it unrolls worse, by 15 % of a product
/// in eight lanes. A closure in an array's `map` would not be inlined where the vectors are, see `arch::x86_64::ifma`.
macro_rules! each_limb {
    ($prime:ident, $i:ident => $body:stmt) => {
        each_limb!(@ $prime, $i, $body, 0 1 2 3 4 5 6 7 8 9 10)
    };
    (@ $prime:ident, $i:ident, $body:stmt, $($index:literal)*) => {$(
        if $index < $prime::LIMBS {
            let $i: usize = $index;
            $body
        }
    )*};
}
pub(crate) use each_limb;

/// Takes the step as proved where formulas are proved.
macro_rules! proved {
    ($prime:ident, $form:ident: $step:ident($($e:expr),*)) => {
        #[cfg(test)]
        if V::MODEL {
            return $form(V::proved($crate::lanes::model::Step::<$prime, V>::$step($($e),*)));
        }
    };
}
use proved;

/// An element as a sum of signed limbs.
#[derive(Clone, Copy, Debug)]
pub struct Sum<P: InLanes, V: Lanes>(pub(crate) P::Limbs<V>);

/// An element as an operand of a product.
#[derive(Clone, Copy, Debug)]
pub struct Factor<P: InLanes, V: Lanes>(pub(crate) P::Limbs<V>);

impl<P: InLanes, V: Lanes> Sum<P, V> {
    /// The same element as a factor.
    #[inline(always)]
    pub(crate) fn carry(self) -> Factor<P, V> {
        P::carry(self)
    }

    /// `2 self`.
    #[inline(always)]
    pub(crate) fn double(self) -> Self {
        self + self
    }

    /// `k p` in every lane.
    #[inline(always)]
    pub(crate) fn multiple_of_p(token: V::Token, k: u64) -> Self {
        let Self(mut r) = Self::zero(token);
        each_limb!(P, i => {
            r[i] = V::splat(token, k * P::P[i]);
        });
        Self(r)
    }

    /// 0 in every lane.
    #[inline(always)]
    pub(crate) fn zero(token: V::Token) -> Self {
        Self(Limbs::filled(V::splat(token, 0)))
    }

    /// `other` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn select(mut self, mask: V::Mask, other: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i].select(mask, other.0[i]);
        });
        self
    }

    /// `a + b` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn add_in(mut self, mask: V::Mask, a: Self, b: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i].add_in(mask, a.0[i], b.0[i]);
        });
        self
    }

    /// `a - b` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn sub_in(mut self, mask: V::Mask, a: Self, b: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i].sub_in(mask, a.0[i], b.0[i]);
        });
        self
    }

    #[inline(always)]
    pub(crate) fn token(self) -> V::Token {
        self.0[0].token()
    }
}

impl<P: Radix52, V: Lanes> Sum<P, V> {
    /// The same element, positive and below `1.001 p`.
    #[inline(always)]
    pub(crate) fn fold(self) -> Self {
        proved!(P, Self: Fold(self.0));
        P::fold(self)
    }
}

/// [`InLanes::carry`] for limbs of 52 bits and a value in `[0, 2^ROOM)`.
///
/// One limb after the other; the next product starts with the lower limbs, and hides most of the chain.
#[inline(always)]
fn carry_all<P: Radix52, V: Lanes>(x: Sum<P, V>) -> Factor<P, V> {
    proved!(P, Factor: Carry(x.0));
    let Sum(mut r) = x;
    each_limb!(P, i => if i > 0 {
        r[i] = r[i] + r[i - 1].sar::<52>();
    });
    Factor(r)
}

impl<P: InLanes, V: Lanes> Add for Sum<P, V> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, b: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i] + b.0[i];
        });
        self
    }
}

impl<P: InLanes, V: Lanes> Sub for Sum<P, V> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, b: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i] - b.0[i];
        });
        self
    }
}

impl<P: InLanes, V: Lanes> Factor<P, V> {
    /// The same in every lane.
    #[inline(always)]
    pub(crate) fn constant(token: V::Token, x: &P::Limbs<u64>) -> Self {
        let Sum(mut r) = Sum::<P, V>::zero(token);
        each_limb!(P, i => {
            r[i] = V::splat(token, x[i]);
        });
        Self(r)
    }

    /// 1.
    #[inline(always)]
    pub(crate) fn one(token: V::Token) -> Self {
        Self::constant(token, &P::RHO)
    }

    #[inline(always)]
    pub(crate) fn token(self) -> V::Token {
        self.0[0].token()
    }

    /// `other` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn select(mut self, mask: V::Mask, other: Self) -> Self {
        each_limb!(P, i => {
            self.0[i] = self.0[i].select(mask, other.0[i]);
        });
        self
    }

    /// `self b + c`, for limbs of `c` below `2^60` in absolute value.
    #[inline(always)]
    pub(crate) fn mul_add(self, b: Self, c: Sum<P, V>) -> Sum<P, V> {
        P::reduced(Product(self, b), c)
    }

    /// `a b + c d`, with one reduction.
    #[inline(always)]
    pub(crate) fn sum_of_products([a, b]: [Self; 2], [c, d]: [Self; 2]) -> Sum<P, V> {
        let zero = Sum::zero(a.token());
        P::reduced(TwoProducts(Product(a, b), Product(c, d)), zero)
    }

    /// `self^2`.
    #[inline(always)]
    pub(crate) fn square(self) -> Sum<P, V> {
        P::reduced(Square(self), Sum::zero(self.token()))
    }
}

impl<P: Radix52, V: Lanes> Factor<P, V> {
    /// The same, with limbs below `2^52`.
    #[inline(always)]
    pub(crate) fn masked(mut self) -> Self {
        proved!(P, Self: Mask(self.0));
        each_limb!(P, i => {
            self.0[i] = self.0[i].low_bits::<52>();
        });
        self
    }

    /// The same element, below `p`, for limbs below `2^52` of a value below `2 p`.
    #[inline(always)]
    pub(crate) fn reduced(self) -> Self {
        proved!(P, Self: Reduce(self.0));
        let difference = Sum::<P, V>(self.0) - Sum::multiple_of_p(self.token(), 1);
        let difference = difference.carry().lower_masked();
        // The top limb is negative if the value is: then p is added again.
        let top = difference.0[P::LIMBS - 1];
        let negative = V::splat(self.token(), 0) - top.sar::<63>();
        let Self(mut r) = difference;
        each_limb!(P, i => {
            r[i] = r[i] + negative.times_bit(P::P[i]);
        });
        Sum::<P, V>(r).carry().lower_masked()
    }

    /// All limbs but the top one below `2^52`: after a carry that is the exact value.
    #[inline(always)]
    fn lower_masked(mut self) -> Self {
        each_limb!(P, i => if i + 1 < P::LIMBS {
            self.0[i] = self.0[i].low_bits::<52>();
        });
        self
    }

    /// `self / 2`, for limbs below `2^52`: of `self + p`, if `self` is odd.
    #[inline(always)]
    pub(crate) fn halve(self) -> Sum<P, V> {
        proved!(P, Sum: Halve(self.0));
        let Self(mut t) = self;
        let odd = t[0].low_bits::<1>();
        each_limb!(P, i => {
            t[i] = t[i].madd_low(odd, V::splat(odd.token(), P::P[i]));
        });
        // t[0] is even; each other limb gives its lowest bit to the limb below.
        each_limb!(P, i => {
            t[i] = t[i].shr::<1>();
            if i + 1 < P::LIMBS {
                t[i] = t[i] + t[i + 1].low_bits_shl::<1, 51>();
            }
        });
        Sum(t)
    }
}

impl<P: InLanes, V: Lanes> Mul for Factor<P, V> {
    type Output = Sum<P, V>;
    #[inline(always)]
    fn mul(self, b: Self) -> Sum<P, V> {
        self.mul_add(b, Sum::zero(self.token()))
    }
}

/// What is multiplied: products of limbs in columns, `sum column[k] 2^(52 k)`.
///
/// ```text
///                                       x4      x3      x2      x1      x0
///                                 *     y4      y3      y2      y1      y0
///   --------------------------------------------------------------------
///   low   [8]: x4y4 ...            [4]: x0y4 + x1y3 + x2y2 + x3y1 + x4y0 ...   [0]: x0y0     low 52 bits of each
///   high  [9]: x4y4 ...            [5]: the same five ...                      [1]: x0y0     high bits of each
/// ```
///
/// Two accumulators for each column halve the length of the chains of additions, four cycles each.
pub trait Products<P: InLanes, V: Lanes>: Copy {
    /// How many products are added up: one or two.
    const COUNT: u32;
    /// The factors, two each.
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[P::Limbs<V>; 2]>;
    /// Adds the products of limbs with indices `i + j = K`; for limbs of 52 bits after those for all smaller `K`.
    fn add<const K: usize>(self, t: &mut Columns<P, V>);
}

/// `sum (low[k] + high[k]) 2^(52 k)`; for limbs of 51 bits, `sum (low[k] + 2 high[k] + 4 twice_high[k]) 2^(51 k)`, as a high half weighs `2^52`.
#[derive(Clone, Copy, Debug)]
pub struct Columns<P: InLanes, V: Lanes> {
    low: P::Columns<V>,
    high: P::Columns<V>,
    twice_high: P::Columns<V>,
}

impl<P: InLanes, V: Lanes> Columns<P, V> {
    #[inline(always)]
    fn zero(token: V::Token) -> Self {
        let zero = V::splat(token, 0);
        Self {
            low: Limbs::filled(zero),
            high: Limbs::filled(zero),
            twice_high: Limbs::filled(zero),
        }
    }
}

/// Have the products in column `k` a high half? That of the top limbs has none where `ROOM` keeps it below `2^52`.
const fn has_high<P: InLanes>(k: usize) -> bool {
    let top = P::RADIX as usize * (P::LIMBS - 1);
    k < 2 * (P::LIMBS - 1) || 2 * (P::ROOM as usize - top) > 52
}

#[derive(Clone, Copy)]
struct Product<P: InLanes, V: Lanes>(Factor<P, V>, Factor<P, V>);
#[derive(Clone, Copy)]
struct TwoProducts<P: InLanes, V: Lanes>(Product<P, V>, Product<P, V>);
#[derive(Clone, Copy)]
struct Square<P: InLanes, V: Lanes>(Factor<P, V>);

/// Runs the body for all `i <= j` below `LIMBS` with `i + j = k`, the middle first: a carry makes the top limb last.
macro_rules! pairs {
    ($k:ident, |$i:ident, $j:ident| $body:block) => {
        pairs!(@ $k, $i, $j, $body, 0 1 2 3 4 5)
    };
    (@ $k:ident, $i:ident, $j:ident, $body:block, $($distance:literal)*) => {$(
        if $distance < $k / 2 + 1 && $k - $k / 2 + $distance < P::LIMBS {
            let ($i, $j) = ($k / 2 - $distance, $k - $k / 2 + $distance);
            $body
        }
    )*};
}

impl<P: InLanes, V: Lanes> Products<P, V> for Product<P, V> {
    const COUNT: u32 = 1;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[P::Limbs<V>; 2]> {
        std::vec![[self.0.0, self.1.0]]
    }
    #[inline(always)]
    fn add<const K: usize>(self, t: &mut Columns<P, V>) {
        let Self(Factor(x), Factor(y)) = self;
        pairs!(K, |i, j| {
            t.low[K] = t.low[K].madd_low(x[i], y[j]);
            if has_high::<P>(K) {
                t.high[K + 1] = t.high[K + 1].madd_high(x[i], y[j]);
            }
            if i != j {
                t.low[K] = t.low[K].madd_low(x[j], y[i]);
                t.high[K + 1] = t.high[K + 1].madd_high(x[j], y[i]);
            }
        });
    }
}

impl<P: InLanes, V: Lanes> Products<P, V> for TwoProducts<P, V> {
    const COUNT: u32 = 2;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[P::Limbs<V>; 2]> {
        [self.0.factors(), self.1.factors()].concat()
    }
    #[inline(always)]
    fn add<const K: usize>(self, t: &mut Columns<P, V>) {
        self.0.add::<K>(t);
        self.1.add::<K>(t);
    }
}

impl<P: InLanes, V: Lanes> Products<P, V> for Square<P, V> {
    const COUNT: u32 = 1;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[P::Limbs<V>; 2]> {
        std::vec![[self.0.0, self.0.0]]
    }
    /// Twice the products above the diagonal, all of them in `low`, and the diagonal; for limbs of 51 bits twice in the columns that are
    /// doubled later.
    #[inline(always)]
    fn add<const K: usize>(self, t: &mut Columns<P, V>) {
        let Self(Factor(x)) = self;
        if P::RADIX == 51 {
            pairs!(K, |i, j| {
                if i == j {
                    t.low[K] = t.low[K].madd_low(x[i], x[i]);
                    t.high[K + 1] = t.high[K + 1].madd_high(x[i], x[i]);
                } else {
                    t.high[K] = t.high[K].madd_low(x[i], x[j]);
                    t.twice_high[K + 1] = t.twice_high[K + 1].madd_high(x[i], x[j]);
                }
            });
            return;
        }
        pairs!(K, |i, j| {
            if i != j {
                t.low[K] = t.low[K].madd_low(x[i], x[j]);
                t.low[K + 1] = t.low[K + 1].madd_high(x[i], x[j]);
            }
        });
        if K > 0 {
            t.low[K] = t.low[K] + t.low[K];
        }
        if K.is_multiple_of(2) {
            t.low[K] = t.low[K].madd_low(x[K / 2], x[K / 2]);
            if has_high::<P>(K) {
                t.high[K + 1] = t.high[K + 1].madd_high(x[K / 2], x[K / 2]);
            }
        }
    }
}

/// Words to limbs.
#[inline(always)]
pub(crate) fn limbs_of<P: Radix52>(words: &P::Words) -> P::Limbs<u64> {
    let mut limbs = P::Limbs::filled(0);
    each_limb!(P, i => {
        limbs[i] = crate::window::bits(words.as_ref(), 52 * i, 52);
    });
    limbs
}

/// Limbs to words, for limbs below `2^52` of a value that fits.
#[inline(always)]
pub(crate) fn words_of<P: Radix52>(limbs: &P::Limbs<u64>) -> P::Words {
    use crate::prime::Words;
    let mut words = P::Words::ZERO;
    let words_mut = words.as_mut();
    each_limb!(P, i => {
        let (word, bit) = (52 * i / 64, 52 * i % 64);
        if word < words_mut.len() {
            words_mut[word] |= limbs[i] << bit;
        }
        if bit > 12 && word + 1 < words_mut.len() {
            words_mut[word + 1] |= limbs[i] >> (64 - bit);
        }
    });
    words
}

/// [`limbs_of`] for constants.
const fn limbs<const W: usize, const N: usize>(words: &[u64; W]) -> [u64; N] {
    let mut limbs = [0; N];
    let mut i = 0;
    while i < N {
        let (word, bit) = (52 * i / 64, 52 * i % 64);
        if word < W {
            limbs[i] = words[word] >> bit;
            if bit > 12 && word + 1 < W {
                limbs[i] |= words[word + 1] << (64 - bit);
            }
            limbs[i] &= (1 << 52) - 1;
        }
        i += 1;
    }
    limbs
}

/// The constants of a prime of `$n` limbs of 52 bits, with `RHO = 2^$rho mod p`, and its carry.
macro_rules! in_lanes {
    ($prime:ident, limbs: $n:literal, room: $room:literal, rho: $rho:literal) => {
        const LIMBS: usize = $n;
        const RADIX: u32 = 52;
        type Limbs<T: Copy + core::fmt::Debug> = [T; $n];
        type Columns<T: Copy + core::fmt::Debug> = [T; 2 * $n];
        const P: [u64; $n] = $crate::lanes::limbs(&$prime::M);
        const ROOM: u32 = $room;
        const RHO: [u64; $n] =
            $crate::lanes::limbs(&$crate::constant::power_of_two($rho, &$prime::M));
        #[inline(always)]
        fn carry<V: Lanes>(x: Sum<Self, V>) -> $crate::lanes::Factor<Self, V> {
            $crate::lanes::carry_all(x)
        }
    };
}
use in_lanes;

/// [`Radix52`]'s constants.
macro_rules! radix52 {
    ($prime:ident, limbs: $n:literal, rho: $rho:literal) => {
        const RHO_BY_WORDS: [u64; $n] = {
            // The Montgomery product of two integers has the factor 2^-(64 N).
            let rho = $crate::constant::power_of_two($rho, &$prime::M);
            $crate::lanes::limbs(&$crate::constant::mul(&rho, &rho, &$prime::M, $prime::K0))
        };
    };
}
use radix52;
