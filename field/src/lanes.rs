//! P-256's base field in the lanes of vectors: radix 2^52, five limbs, Montgomery form with `R = 2^260`.
//!
//! A vector holds one limb of several elements, one element to a lane. There are two forms of an element, and an operation
//! for each step between them:
//!
//! | form | limbs | value `v` | made by | may be |
//! |---|---|---|---|---|
//! | [`Sum`] | signed 64 bits | `sum l[i] 2^(52 i)`, exactly | `*`, `+`, `-`, [`Sum::fold`] | added, subtracted, moved between lanes |
//! | [`Factor`] | only the low 52 bits of each count | the same, `0 <= v < 2^260` | [`Sum::carry`] | multiplied |
//!
//! `vpmadd52` reads 52 bits of its operands and ignores the rest. So a factor must be carried completely (one limb after the
//! other: a limb of exactly 2^52 is read as 0), but needs no mask; and a sum needs no carry at all. The types keep the two
//! apart; what they do not keep are the bounds of values. Values are counted in units of `p`, and `2^260 > 16 p`:
//!
//! * `a * b` is `a b / R mod p`, a sum in `[0, a b / (16 p) + p]`, with limbs in `[0, 2^57)`;
//! * `carry` asks for a value in `[0, 2^260)`;
//! * `fold` takes any value in `(-2^11 p, 2^11 p)` with limbs below `2^60` in absolute value to one in `(0, 2^256 + 2^236)`.
//!
//! Who subtracts adds a multiple of `p` first. The tests run every kernel, and every formula of the users of this module, at a
//! type that carries those bounds for all inputs.

use core::ops::{Add, Mul, Sub};

#[cfg(test)]
pub(crate) mod model;
#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;

/// A vector of 64-bit lanes, as the kernels ask for it: real ones carry the token of the CPU that has them.
pub(crate) trait Lanes: Copy + Add<Output = Self> + Sub<Output = Self> {
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
    /// All lanes if the secret word `mask` is not zero, else none.
    fn everywhere(token: Self::Token, mask: u64) -> Self::Mask;
    /// `other` in the lanes of the mask, `self` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// `a + b` in the lanes of the mask, `self` elsewhere.
    fn add_in(self, mask: Self::Mask, a: Self, b: Self) -> Self;
    /// One of the steps that are proved once, for the proof of a formula. Real vectors compute it.
    #[cfg(test)]
    fn proved(_: model::Step<Self>) -> Option<[Self; 5]> {
        None
    }
}

/// Takes the step as proved where formulas are proved.
macro_rules! proved {
    ($form:ident: $step:ident($($e:expr),*)) => {
        #[cfg(test)]
        if let Some(limbs) = V::proved(model::Step::$step($($e),*)) {
            return $form(limbs);
        }
    };
}

/// An element as a sum of signed limbs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum<V>(pub(crate) [V; 5]);

/// An element as an operand of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor<V>(pub(crate) [V; 5]);

/// Bits of a limb.
const RADIX: u32 = 52;
const LOW: u64 = (1 << RADIX) - 1;

/// `p + 1 = 2^44 B + 2^36 B^3 + (2^48 - 2^16) B^4`, for the radix `B = 2^52`.
const P1: u64 = 1 << 44;
const P3: u64 = 1 << 36;
const P4: u64 = (1 << 48) - (1 << 16);

/// `p` in limbs.
pub(crate) const P: [u64; 5] = [LOW, P1 - 1, 0, P3, P4];

/// Calls `f` on each limb. A closure in an array's `map` would not be inlined where the vectors are, see `arch::x86_64::ifma`.
macro_rules! limbs {
    ($i:ident => $e:expr) => {
        [
            { const $i: usize = 0; $e },
            { const $i: usize = 1; $e },
            { const $i: usize = 2; $e },
            { const $i: usize = 3; $e },
            { const $i: usize = 4; $e },
        ]
    };
}
pub(crate) use limbs;

impl<V: Lanes> Sum<V> {
    /// The same element as a factor, for a value in `[0, 2^260)`.
    ///
    /// One limb after the other; the next product starts with the lower limbs, and hides most of the chain.
    #[inline(always)]
    pub(crate) fn carry(self) -> Factor<V> {
        proved!(Factor: Carry(self.0));
        let Self(r) = self;
        let r1 = r[1] + r[0].sar::<RADIX>();
        let r2 = r[2] + r1.sar::<RADIX>();
        let r3 = r[3] + r2.sar::<RADIX>();
        let r4 = r[4] + r3.sar::<RADIX>();
        Factor([r[0], r1, r2, r3, r4])
    }

    /// The same element, positive and below `2^256 + 2^238`: minus `t p` for `t = floor((top limb - 2^29) / 2^48)`.
    ///
    /// `|t| <= 2^12`, so `t (2^256 - p)` is below `2^236` in absolute value; the lower limbs, below `2^61`, are less than `2^218`
    /// together. The `2^29` that stay in the top limb, `2^237`, are more than both.
    #[inline(always)]
    pub(crate) fn fold(self) -> Self {
        proved!(Self: Fold(self.0));
        let Self(r) = self;
        let above = V::splat(r[0].token(), 1 << 29);
        let top = r[4] - above;
        let t = top.sar::<48>();
        // t p = t 2^256 - t 2^224 + t 2^192 + t 2^96 - t
        Self([
            r[0] + t,
            r[1] - t.shl::<44>(),
            r[2],
            r[3] - t.shl::<36>(),
            top.low_bits::<48>() + (t.shl::<16>() + above),
        ])
    }

    /// `2 self`.
    #[inline(always)]
    pub(crate) fn double(self) -> Self {
        self + self
    }

    /// `k p` in every lane.
    #[inline(always)]
    pub(crate) fn multiple_of_p(token: V::Token, k: u64) -> Self {
        Self(limbs!(I => V::splat(token, k * P[I])))
    }

    /// 0 in every lane.
    #[inline(always)]
    pub(crate) fn zero(token: V::Token) -> Self {
        Self::multiple_of_p(token, 0)
    }

    /// `other` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn select(self, mask: V::Mask, other: Self) -> Self {
        Self(limbs!(I => self.0[I].select(mask, other.0[I])))
    }

    /// `a + b` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn add_in(self, mask: V::Mask, a: Self, b: Self) -> Self {
        Self(limbs!(I => self.0[I].add_in(mask, a.0[I], b.0[I])))
    }

    #[inline(always)]
    pub(crate) fn token(self) -> V::Token {
        self.0[0].token()
    }
}

impl<V: Lanes> Add for Sum<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(limbs!(I => self.0[I] + b.0[I]))
    }
}

impl<V: Lanes> Sub for Sum<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(limbs!(I => self.0[I] - b.0[I]))
    }
}

impl<V: Lanes> Factor<V> {
    /// `other` in the lanes of the mask, `self` elsewhere.
    #[inline(always)]
    pub(crate) fn select(self, mask: V::Mask, other: Self) -> Self {
        Self(limbs!(I => self.0[I].select(mask, other.0[I])))
    }

    /// The same, with limbs below `2^52`.
    #[inline(always)]
    pub(crate) fn masked(self) -> Self {
        proved!(Self: Mask(self.0));
        Self(limbs!(I => self.0[I].low_bits::<RADIX>()))
    }

    /// `self / 2`, for limbs below `2^52`: of `self + p`, if `self` is odd.
    #[inline(always)]
    pub(crate) fn halve(self) -> Sum<V> {
        proved!(Sum: Halve(self.0));
        let Self(x) = self;
        let odd = x[0].low_bits::<1>();
        let t = limbs!(I => x[I].madd_low(odd, V::splat(odd.token(), P[I])));
        // t[0] is even; each other limb gives its lowest bit to the limb below.
        Sum([
            t[0].shr::<1>() + t[1].low_bits_shl::<1, 51>(),
            t[1].shr::<1>() + t[2].low_bits_shl::<1, 51>(),
            t[2].shr::<1>() + t[3].low_bits_shl::<1, 51>(),
            t[3].shr::<1>() + t[4].low_bits_shl::<1, 51>(),
            t[4].shr::<1>(),
        ])
    }

    /// `self b + c`: the limbs of `c`, below `2^60` in absolute value, are where the accumulators start.
    #[inline(always)]
    pub(crate) fn mul_add(self, b: Self, c: Sum<V>) -> Sum<V> {
        Columns::reduced(Product(self, b), c)
    }

    /// `a b + c d`, with one reduction.
    #[inline(always)]
    pub(crate) fn sum_of_products([a, b]: [Self; 2], [c, d]: [Self; 2]) -> Sum<V> {
        let zero = Sum::zero(a.0[0].token());
        Columns::reduced(TwoProducts(Product(a, b), Product(c, d)), zero)
    }

    /// `self^2`.
    #[inline(always)]
    pub(crate) fn square(self) -> Sum<V> {
        Columns::reduced(Square(self), Sum::zero(self.0[0].token()))
    }
}

impl<V: Lanes> Mul for Factor<V> {
    type Output = Sum<V>;
    #[inline(always)]
    fn mul(self, b: Self) -> Sum<V> {
        self.mul_add(b, Sum::zero(self.0[0].token()))
    }
}

/// A product on the way to its reduction, `sum (low[k] + high[k] + rest[k]) B^k`.
///
/// ```text
///                                       x4      x3      x2      x1      x0
///                                 *     y4      y3      y2      y1      y0
///   --------------------------------------------------------------------
///   low   [8]: x4y4 ...            [4]: x0y4 + x1y3 + x2y2 + x3y1 + x4y0 ...   [0]: x0y0     low 52 bits of each
///   high  [9]: x4y4 ...            [5]: the same five ...                      [1]: x0y0     high bits of each
/// ```
///
/// Two accumulators for each column halve the length of the chains of additions, four cycles each; `rest` is what is added by
/// shifts, to spare the multipliers.
struct Columns<V> {
    low: [V; 10],
    high: [V; 10],
    rest: [V; 9],
}

/// What is multiplied.
trait Products<V: Lanes> {
    /// How many products are added up: one or two.
    const COUNT: u32;
    /// The factors, two each.
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[[V; 5]; 2]>;
    /// Adds the products of limbs with indices `i + j = K`, after those for all smaller `K`.
    fn add_column<const K: usize>(&self, t: &mut Columns<V>);
}

struct Product<V>(Factor<V>, Factor<V>);
struct TwoProducts<V>(Product<V>, Product<V>);
struct Square<V>(Factor<V>);

impl<V: Lanes> Products<V> for Product<V> {
    const COUNT: u32 = 1;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[[V; 5]; 2]> {
        std::vec![[self.0.0, self.1.0]]
    }
    #[inline(always)]
    fn add_column<const K: usize>(&self, t: &mut Columns<V>) {
        let Self(Factor(x), Factor(y)) = self;
        macro_rules! products {
            ($($i:literal $j:literal),*) => {$(
                t.low[K] = t.low[K].madd_low(x[$i], y[$j]);
                t.high[K + 1] = t.high[K + 1].madd_high(x[$i], y[$j]);
            )*};
        }
        match K {
            0 => {
                products!(0 0);
            }
            1 => {
                products!(0 1, 1 0);
            }
            2 => {
                products!(1 1, 0 2, 2 0);
            }
            3 => {
                products!(1 2, 2 1, 0 3, 3 0);
            }
            4 => {
                products!(2 2, 1 3, 3 1, 0 4, 4 0);
            }
            5 => {
                products!(2 3, 3 2, 1 4, 4 1);
            }
            6 => {
                products!(3 3, 2 4, 4 2);
            }
            7 => {
                products!(3 4, 4 3);
            }
            _ => {
                products!(4 4);
            }
        }
    }
}

impl<V: Lanes> Products<V> for TwoProducts<V> {
    const COUNT: u32 = 2;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[[V; 5]; 2]> {
        [self.0.factors(), self.1.factors()].concat()
    }
    #[inline(always)]
    fn add_column<const K: usize>(&self, t: &mut Columns<V>) {
        self.0.add_column::<K>(t);
        self.1.add_column::<K>(t);
    }
}

impl<V: Lanes> Products<V> for Square<V> {
    const COUNT: u32 = 1;
    #[cfg(test)]
    fn factors(&self) -> std::vec::Vec<[[V; 5]; 2]> {
        std::vec![[self.0.0, self.0.0]]
    }
    /// Twice the products above the diagonal, all of them in `low`, and the diagonal.
    #[inline(always)]
    fn add_column<const K: usize>(&self, t: &mut Columns<V>) {
        let Self(Factor(x)) = self;
        macro_rules! products {
            ($($i:literal $j:literal),*) => {$(
                t.low[K] = t.low[K].madd_low(x[$i], x[$j]);
                t.low[K + 1] = t.low[K + 1].madd_high(x[$i], x[$j]);
            )*};
        }
        match K {
            1 => {
                products!(0 1);
            }
            2 => {
                products!(0 2);
            }
            3 => {
                products!(1 2, 0 3);
            }
            4 => {
                products!(1 3, 0 4);
            }
            5 => {
                products!(2 3, 1 4);
            }
            6 => {
                products!(2 4);
            }
            7 => {
                products!(3 4);
            }
            _ => {}
        }
        if K > 0 {
            t.low[K] = t.low[K] + t.low[K];
        }
        if K.is_multiple_of(2) {
            t.low[K] = t.low[K].madd_low(x[K / 2], x[K / 2]);
            t.high[K + 1] = t.high[K + 1].madd_high(x[K / 2], x[K / 2]);
        }
    }
}

impl<V: Lanes> Columns<V> {
    /// `x / R + c mod p`.
    ///
    /// As `p = -1 mod B`, the digit of the quotient that clears the lowest column is that column itself: `q B^i p` takes `q`
    /// away from column `i`, and adds `q (p + 1) B^i` to the columns above.
    ///
    /// The digit of a column need not be below `B`: taken whole, with what it carries, it leaves no carry behind, and the
    /// columns follow each other sooner. Only the last one is cut to 52 bits, as the value of the result depends on it: the
    /// quotient is below `B^5 + 2^216`, so the result is below `x / R + c + p + 2^212`.
    #[inline(always)]
    fn reduced<X: Products<V>>(x: X, c: Sum<V>) -> Sum<V> {
        let Sum(c) = c;
        proved!(Sum: Product(x.factors(), c));
        let zero = V::splat(c[0].token(), 0);
        let mut t = Self {
            low: [zero; 10],
            high: [zero, zero, zero, zero, zero, c[0], c[1], c[2], c[3], c[4]],
            rest: [zero; 9],
        };
        x.add_column::<0>(&mut t);
        x.add_column::<1>(&mut t);
        x.add_column::<2>(&mut t);
        x.add_column::<3>(&mut t);
        x.add_column::<4>(&mut t);
        let digit = t.low[0];
        if X::COUNT == 1 {
            t.digit::<0, true>(digit);
        } else {
            t.digit::<0, false>(digit);
        }
        x.add_column::<5>(&mut t);
        t.digit::<1, false>(t.column(1));
        x.add_column::<6>(&mut t);
        t.digit::<2, false>(t.column(2));
        x.add_column::<7>(&mut t);
        t.digit::<3, false>(t.column(3));
        x.add_column::<8>(&mut t);
        let last = t.column(4);
        t.rest[5] = t.rest[5] + last.shr::<RADIX>();
        t.digit::<4, true>(last.low_bits::<RADIX>());
        Sum([
            t.column(5),
            t.column(6),
            t.column(7),
            t.column(8),
            t.low[9] + t.high[9],
        ])
    }

    #[inline(always)]
    fn column(&self, k: usize) -> V {
        self.low[k] + self.high[k] + self.rest[k]
    }

    /// Clears column `I`, which is `q`; `SHORT` if that is below `B`.
    #[inline(always)]
    fn digit<const I: usize, const SHORT: bool>(&mut self, q: V) {
        let c = |x| V::splat(q.token(), x);
        // q 2^44 B
        self.rest[I + 1] = self.rest[I + 1] + q.low_bits_shl::<8, 44>();
        self.rest[I + 2] = self.rest[I + 2] + q.shr::<8>();
        // q 2^36 B^3
        self.low[I + 3] = self.low[I + 3].madd_low(q, c(P3));
        self.rest[I + 4] = self.rest[I + 4] + q.shr::<16>();
        // q (2^48 - 2^16) B^4, with what a multiplication does not read of q
        self.low[I + 4] = self.low[I + 4].madd_low(q, c(P4));
        self.high[I + 5] = self.high[I + 5].madd_high(q, c(P4));
        if !SHORT {
            self.high[I + 5] = self.high[I + 5].madd_low(q.shr::<RADIX>(), c(P4));
        }
    }
}
