//! `k G`, with the windows of `k` spread over eight lanes.
//!
//! # The sum
//!
//! For an odd `k <= n`, 8 words of `L` bits and `T = 8 L`, let `k' = floor(k / 2) + 2^(T - 1)`, and `w[j]` its words. Then
//!
//! ```text
//!   k = sum s[i] 2^i for i < T,  s[i] = 1 or -1 as bit i of k' is 1 or 0
//!     = sum S[j] 2^(L j) for j < 8,  S[j] = 2 w[j] + 1 - 2^L
//!   S[j] = sum d[j, r] 2^(4 r) for r < L / 4,  d[j, r] = 2 f + 1 - 2^4,  f = bits 4 r to 4 r + 3 of w[j]
//! ```
//!
//! Round `r` adds `d[j, r] 2^(L j + 4 r) G` for all eight `j`, from the table, to eight sums: one vector addition. Then the sums are
//! added up: those in lanes `i` and `i + 4`, then `i` and `i + 2`, then 0 and 1. `L` is 32, 48 and 68 for P-256, P-384 and P-521.
//!
//! # Why the incomplete additions are right
//!
//! All sums here are sums of terms `d 2^i` with odd `d` and different `i`, times `G`. As an integer such a sum is an odd multiple
//! of the smallest `2^i` in it, since the digits are below the distance of their `i`; so it is not zero, and below `2^T` in absolute value.
//! If it is `m n`, then `|m| < 2^T / n < 2^L`, and `m` is an odd multiple of that `2^i`, as `n` is odd:
//!
//! * Not without the term of `2^0`, in word 0. Between the terms of word 0 alone nothing reaches `n`; without that word `2^i` is `2^L` at least.
//! * Not without word 7: the sum is below `2^(7 L) < n` then.
//!
//! So a sum with one of these missing is not 0 modulo `n`. An addition of `A` and `D` is exceptional if `A`, `D`, `A - D` or `A + D` is 0
//! modulo `n`, and all of these are such sums. So only an addition that joins word 0 and word 7 is left. [`WORDS`] puts them into lanes of
//! different parity: that is the last one, and `A + D = k`. Let `A` be the sum of the even lanes. `|2 D| < 2^(6 L + 1) < n`, as word 5 is the
//! highest in the odd ones.
//!
//! * `A + D = k = n`: the result is the identity, and the formula gives it: `P = 0`, so `ZZ = 0`.
//! * `A - D = k - 2 D` is between `-n` and `2 n`, and odd. So it is 0 modulo `n` only if `A - D = n`. An odd number below `2^T` has only one
//!   sequence of `s[i]`. So those of `A` are `n`'s, and those of `D` are opposite to `n`'s: with the sum `E` of the odd lanes for `n`, `D = -E` and
//!   `k = n - 2 E`. That is not above `n` only if `E > 0`, if the highest `s` in it, of bit `6 L - 1`, is 1: if bit `6 L` of `n` is 1.
//!
//! For P-256 it is 0. For P-384 and P-521, whose orders have ones there, and in all places where such a bit could be, this one `k` is the table's
//! [`Doubled`]: its point is selected instead.
//!
//! # Speed
//!
//! Zen 4, cycles for P-256: 7,600 in all, of it 5,000 for the additions of the rounds, 1,000 for reading the table (32 KiB, from the second
//! level of the cache), 1,200 for the three joins. Six rounds with windows of five and six bits and a table of 64 KiB take 2 % less, five rounds
//! with 115 KiB 10 % more.

use super::{
    from_words,
    xyzz::{AffinePoints, Lying, Points},
};
use crate::{
    Ifma, Prime,
    arch::{
        ct,
        x86_64::ifma::{Rows, Task, Ymm, Zmm},
    },
    lanes::{Factor, InLanes, Lanes, Limbs, Radix52, Sum, each_limb},
    quad::In,
    weierstrass::{
        Weierstrass,
        vector::{Doubled, LaneTable, WORDS},
    },
    window,
};

/// `k G`.
pub(crate) struct MultiplyBase<
    'a,
    C: Weierstrass<Base: Radix52>,
    const ROW: usize,
    const ROUNDS: usize,
> {
    /// `k`, odd and at most the order.
    pub(crate) scalar: <C::Order as Prime>::Words,
    /// Negate the result if this is not zero.
    pub(crate) negate: u64,
    /// Multiples of `G`.
    pub(crate) table: &'a LaneTable<C, ROW, ROUNDS>,
}

impl<C: Weierstrass<Base: Radix52>, const ROW: usize, const ROUNDS: usize> Task
    for MultiplyBase<'_, C, ROW, ROUNDS>
{
    /// Words of homogeneous coordinates, *reduced*; `Z = 0` for the identity.
    type Output = [<C::Base as Prime>::Words; 3];

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let (rounds, k) = (&self.table.rounds, self.scalar.as_ref());
        let mut words = words::<ROUNDS>(cpu, k, 0);
        let first = points::<C::Base, ROW>(&rounds[0], &mut words);
        let second = points::<C::Base, ROW>(&rounds[1], &mut words);
        let mut sums = first.add_distinct(second);
        for (i, round) in rounds.iter().enumerate().skip(2) {
            if i % LOADED == 0 {
                words = self::words::<ROUNDS>(cpu, k, i);
            }
            sums = sums.add_mixed_distinct(points::<C::Base, ROW>(round, &mut words));
        }

        let [low, high] = sums.halves();
        let [a, b] = low.add_distinct(high).lie_down();
        let [a, b] = a.add_distinct(b, &In::new::<Zmm>(cpu)).halves();
        let sum = a.add_distinct(b, &In::new::<Ymm>(cpu));
        let mut sum = sum.store(Ymm::secret_mask(cpu, [0, self.negate, 0, 0]));
        if let Some(doubled) = &self.table.doubled {
            doubled.replace(&self.scalar, self.negate, &mut sum);
        }
        sum
    }
}

impl<C: Weierstrass<Base: Radix52>> Doubled<C> {
    /// The point or its opposite instead of `sum`, if `k` is its scalar.
    #[inline(always)]
    fn replace(
        &self,
        k: &<C::Order as Prime>::Words,
        negate: u64,
        sum: &mut [<C::Base as Prime>::Words; 3],
    ) {
        let mut difference = 0;
        for (k, own) in k.as_ref().iter().zip(self.scalar.as_ref()) {
            difference |= k ^ own;
        }
        let here = ct::equal(difference, 0);
        let [x, y] = self.point;
        let mut y_or_opposite = C::Base::sub(&y, &y);
        y_or_opposite = C::Base::sub(&y_or_opposite, &y);
        ct::assign(y_or_opposite.as_mut(), y.as_ref(), !negate);
        for (sum, own) in sum.iter_mut().zip([x, y_or_opposite, C::Base::ONE]) {
            ct::assign(sum.as_mut(), own.as_ref(), here);
        }
    }
}

/// Rounds whose windows are loaded into lanes at once.
const LOADED: usize = 15;

/// The bits of each word of `k'` that the rounds from `round` on read.
#[inline(always)]
pub(super) fn words<const ROUNDS: usize>(cpu: Ifma, k: &[u64], round: usize) -> Zmm {
    let bits = 4 * (ROUNDS - round).min(LOADED);
    let mut lanes = [0; 8];
    for (lane, word) in lanes.iter_mut().zip(WORDS) {
        let lowest = 4 * (ROUNDS * word + round);
        // floor(k / 2)
        *lane = window::bits(k, lowest + 1, bits as u32);
        if word == 7 && round + LOADED >= ROUNDS {
            *lane |= 1 << (bits - 1);
        }
    }
    Zmm::load(cpu, &lanes)
}

/// The words of the table's points for the lowest four bits of each word of the scalar, which are shifted out, and in which lanes the
/// opposite points are meant.
#[inline(always)]
pub(super) fn look_up<const ROW: usize>(
    round: &[[[u64; 8]; ROW]; 8],
    words: &mut Zmm,
) -> ([Zmm; ROW], <Zmm as Lanes>::Mask) {
    let cpu = words.token();
    let f = words.low_bits::<4>();
    *words = words.shr::<4>();
    // For f >= 8 the multiple f - 8, else the negative of 7 - f.
    let negative = f.secret_below(8);
    let multiple = (f - Zmm::splat(cpu, 8)).select(negative, Zmm::splat(cpu, 7) - f);
    let mut coordinates = [Zmm::splat(cpu, 0); ROW];
    Rows(round).select(multiple, &mut coordinates, ROW);
    (coordinates, negative)
}

#[inline(always)]
fn points<P: Radix52, const ROW: usize>(
    round: &[[[u64; 8]; ROW]; 8],
    words: &mut Zmm,
) -> AffinePoints<P, Zmm> {
    let (coordinates, negative) = look_up(round, words);
    let (x, y) = coordinates.split_at(ROW / 2);
    AffinePoints {
        x: from_words(x),
        y: from_words(y),
    }
    .negate_in(negative)
}

#[inline(always)]
pub(super) fn halves<P: InLanes>(a: P::Limbs<Zmm>) -> [P::Limbs<Ymm>; 2] {
    let [low, high] = a[0].halves();
    let mut halves = [P::Limbs::filled(low), P::Limbs::filled(high)];
    each_limb!(P, i => if i > 0 {
        [halves[0][i], halves[1][i]] = a[i].halves();
    });
    halves
}

impl<P: Radix52> Points<P, Zmm> {
    /// The points in lanes 0 to 3, and in lanes 4 to 7.
    #[inline(always)]
    fn halves(self) -> [Points<P, Ymm>; 2] {
        let ([x, x_high], [y, y_high]) = (halves::<P>(self.x.0), halves::<P>(self.y.0));
        let ([zz, zz_high], [zzz, zzz_high]) = (halves::<P>(self.zz.0), halves::<P>(self.zzz.0));
        [
            Points {
                x: Sum(x),
                y: Sum(y),
                zz: Factor(zz),
                zzz: Factor(zzz),
            },
            Points {
                x: Sum(x_high),
                y: Sum(y_high),
                zz: Factor(zz_high),
                zzz: Factor(zzz_high),
            },
        ]
    }
}

impl<P: Radix52> Points<P, Ymm> {
    /// Points 0 and 1, and points 2 and 3.
    #[inline(always)]
    fn lie_down(self) -> [Lying<P, Zmm>; 2] {
        let (x, y, zz, zzz) = (self.x.carry().0, self.y.carry().0, self.zz.0, self.zzz.0);
        let zero = Zmm::splat(x[0].token(), 0);
        let mut points = [P::Limbs::filled(zero); 2];
        each_limb!(P, i => {
            let [a, b, c, d] = Ymm::transpose([x[i], y[i], zz[i], zzz[i]]);
            points[0][i] = Zmm::join([a, b]);
            points[1][i] = Zmm::join([c, d]);
        });
        let [a, b] = points;
        [Lying(Factor(a)), Lying(Factor(b))]
    }
}

impl<P: Radix52> Lying<P, Zmm> {
    /// The points of both groups of lanes.
    #[inline(always)]
    fn halves(self) -> [Lying<P, Ymm>; 2] {
        let [low, high] = halves::<P>(self.0.0);
        [Lying(Factor(low)), Lying(Factor(high))]
    }
}
