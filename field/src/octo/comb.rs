//! `k G`, with the windows of `k` spread over eight lanes.
//!
//! # The sum
//!
//! For an odd `k <= n < 2^256`, let `k' = floor(k / 2) + 2^255`, and `w[j]` its words of 32 bits. Then
//!
//! ```text
//!   k = sum s[i] 2^i for i < 256,  s[i] = 1 or -1 as bit i of k' is 1 or 0
//!     = sum S[j] 2^(32 j) for j < 8,  S[j] = 2 w[j] + 1 - 2^32
//!   S[j] = sum d[j, r] 2^(4 r) for r < 8,  d[j, r] = 2 f + 1 - 2^4,  f = bits 4 r to 4 r + 3 of w[j]
//! ```
//!
//! Round `r` adds `d[j, r] 2^(32 j + 4 r) G` for all eight `j`, from the table, to eight sums: one vector addition. Then the sums are
//! added up: those in lanes `i` and `i + 4`, then `i` and `i + 2`, then 0 and 1.
//!
//! # Why the incomplete additions are right
//!
//! All sums here are sums of terms `d 2^i` with odd `d` and different `i`, times `G`, and `|sum| < 2^256 < 2 n`. As an integer such a
//! sum is not zero: it is an odd multiple of the smallest `2^i` in it, since the digits are below the distance of their `i`. So no sum
//! that is joined is the identity, unless it is `n` or `-n`.
//!
//! An addition of `A` and `D` is exceptional if `A - D` or `A + D` is 0 modulo `n`. Both are such sums too, with other signs; so
//! one of them must be `n` or `-n`. It is not if the term of `2^0`, in word 0, is missing, as `n` is odd and the sum is even; and not
//! if word 7 is missing, as the sum is below `2^224 < n` then. The same holds for `A` and `D` themselves. So only an addition that
//! joins word 0 and word 7 is left. [`WORDS`] puts them into lanes of different parity: that is the last one, and `A + D = k`. Let `A` be
//! the sum of the even lanes. With word 7, whose `S` is positive, `A > 0`.
//!
//! * `A + D = k = n`: the result is the identity, and the formula gives it: `P = 0`, so `ZZ = 0`.
//! * `A - D = -n` is impossible: `|D| < 2^192`, as word 5 is the highest in the odd lanes.
//! * `A - D = n`: an odd number below `2^256` has only one sequence of `s[i]`. So those of `A` are `n`'s, and those of `D` are opposite to `n`'s.
//!   The highest in the odd lanes is `s[191]`, which for `n` is -1, as bit 192 of `n` is 0. So `D > 0`, and `k = A + D = n + 2 D > n`: there is no such `k`.
//!
//! # Speed
//!
//! Zen 4, cycles: 7,600 in all, of it 5,000 for the additions of the rounds, 1,000 for reading the table (32 KiB, from the second
//! level of the cache), 1,200 for the three joins. Six rounds with windows of five and six bits and a table of 64 KiB take 2 % less, five rounds
//! with 115 KiB 10 % more.

use super::{
    from_words,
    xyzz::{AffinePoints, Lying, Points},
};
use crate::{
    Ifma,
    arch::x86_64::ifma::{Row, Rows, Task, Ymm, Zmm},
    lanes::{Factor, Lanes, Sum, limbs},
    quad::In,
    weierstrass::vector::{LaneTable, WORDS},
};

/// `k G`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MultiplyBase<'a> {
    /// `k`, odd and at most the order.
    pub(crate) scalar: [u64; 4],
    /// Negate the result if this is not zero.
    pub(crate) negate: u64,
    /// Multiples of `G`.
    pub(crate) table: &'a LaneTable,
}

impl Task for MultiplyBase<'_> {
    /// Words of homogeneous coordinates in Montgomery form, *reduced*; `Z = 0` for the identity.
    type Output = [[u64; 4]; 3];

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let [first, second, others @ ..] = &self.table.0;
        let mut words = words(cpu, &self.scalar);
        let first = points(first, &mut words);
        let second = points(second, &mut words);
        let mut sums = first.add_distinct(second);
        for round in others {
            let points = points(round, &mut words);
            sums = sums.add_mixed_distinct(points);
        }

        let [low, high] = sums.halves();
        let [a, b] = low.add_distinct(high).lie_down();
        let [a, b] = a.add_distinct(b, &In::new::<Zmm>(cpu)).halves();
        let sum = a.add_distinct(b, &In::new::<Ymm>(cpu));
        sum.store(Ymm::secret_mask(cpu, [0, self.negate, 0, 0]))
    }
}

/// The words of `k'`.
#[inline(always)]
fn words(cpu: Ifma, k: &[u64; 4]) -> Zmm {
    let half = [
        k[0] >> 1 | k[1] << 63,
        k[1] >> 1 | k[2] << 63,
        k[2] >> 1 | k[3] << 63,
        k[3] >> 1 | 1 << 63,
    ];
    let mut lanes = [0; 8];
    for (lane, word) in lanes.iter_mut().zip(WORDS) {
        *lane = half[word / 2] >> (32 * (word % 2)) & 0xffff_ffff;
    }
    Zmm::load(cpu, &lanes)
}

/// The points for the lowest four bits of each word, which are shifted out.
#[inline(always)]
fn points(round: &[Row<8>; 8], words: &mut Zmm) -> AffinePoints<Zmm> {
    let cpu = words.token();
    let f = words.low_bits::<4>();
    *words = words.shr::<4>();
    // For f >= 8 the multiple f - 8, else the negative of 7 - f.
    let negative = f.secret_below(8);
    let multiple = (f - Zmm::splat(cpu, 8)).select(negative, Zmm::splat(cpu, 7) - f);
    let [x0, x1, x2, x3, y0, y1, y2, y3] = Rows(round).select(multiple);
    AffinePoints {
        x: from_words([x0, x1, x2, x3]),
        y: from_words([y0, y1, y2, y3]),
    }
    .negate_in(negative)
}

#[inline(always)]
fn halves(a: [Zmm; 5]) -> [[Ymm; 5]; 2] {
    let a = limbs!(I => a[I].halves());
    [limbs!(I => a[I][0]), limbs!(I => a[I][1])]
}

impl Points<Zmm> {
    /// The points in lanes 0 to 3, and in lanes 4 to 7.
    #[inline(always)]
    fn halves(self) -> [Points<Ymm>; 2] {
        let ([x, x_high], [y, y_high]) = (halves(self.x.0), halves(self.y.0));
        let ([zz, zz_high], [zzz, zzz_high]) = (halves(self.zz.0), halves(self.zzz.0));
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

impl Points<Ymm> {
    /// Points 0 and 1, and points 2 and 3.
    #[inline(always)]
    fn lie_down(self) -> [Lying<Zmm>; 2] {
        let (x, y, zz, zzz) = (self.x.carry().0, self.y.carry().0, self.zz.0, self.zzz.0);
        let points = limbs!(I => Ymm::transpose([x[I], y[I], zz[I], zzz[I]]));
        [
            Lying(Factor(limbs!(I => Zmm::join([points[I][0], points[I][1]])))),
            Lying(Factor(limbs!(I => Zmm::join([points[I][2], points[I][3]])))),
        ]
    }
}

impl Lying<Zmm> {
    /// The points of both groups of lanes.
    #[inline(always)]
    fn halves(self) -> [Lying<Ymm>; 2] {
        let [low, high] = halves(self.0.0);
        [Lying(Factor(low)), Lying(Factor(high))]
    }
}
