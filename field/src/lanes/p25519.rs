//! Curve25519's reduction: five limbs of 51 bits, `RHO = 1`.
//!
//! A limb has one bit less than what is multiplied, and so no carry runs from limb to limb: all of them carry at once, and are a little
//! above 51 bits then. What counts here are the bounds of limbs, not of values:
//!
//! | form | limbs | made by |
//! |---|---|---|
//! | [`Sum`] | of a product in `[0, 2^60.1)`; of what is carried in `[0, 2^63)` | `*`, `+`, [`Sum::minus`] |
//! | [`Factor`] | in `[0, 2^52)` | [`Sum::carry`]: below `2^51 + 2^17` |
//!
//! The words of an element are its lane: `x` stands for itself. A test runs all formulas at intervals that hold for all inputs.

use super::{Columns, Factor, InLanes, Lanes, Products, Sum};
use crate::{P25519, arch::radix51};

impl InLanes for P25519 {
    const LIMBS: usize = 5;
    const RADIX: u32 = 51;
    type Limbs<T: Copy + core::fmt::Debug> = [T; 5];
    type Columns<T: Copy + core::fmt::Debug> = [T; 10];
    const P: [u64; 5] = radix51::P;
    const ROOM: u32 = 256;
    const RHO: [u64; 5] = [1, 0, 0, 0, 0];

    /// As `2^255 = 19 mod p`, column `k + 5` comes back at column `k`, times 19. The upper columns are added up first, while the carry of a
    /// factor still goes to its lowest limb, and come back while the lower ones are added up. (From column 0 upwards: a ladder takes 12 % more.)
    ///
    /// ```text
    ///   r[k] = (low[k] + 17 u[k]) + 2 (high[k] + u[k]),   u[k] = low[k + 5] + 2 high[k + 5]
    /// ```
    #[inline(always)]
    fn reduced<V: Lanes, X: Products<Self, V>>(x: X, c: Sum<Self, V>) -> Sum<Self, V> {
        let Sum(c) = c;
        let mut t = Columns::<Self, V>::zero(c[0].token());
        t.low[..5].copy_from_slice(&c);
        x.add::<4>(&mut t);
        x.add::<5>(&mut t);
        x.add::<6>(&mut t);
        x.add::<7>(&mut t);
        x.add::<8>(&mut t);
        x.add::<3>(&mut t);
        x.add::<2>(&mut t);
        x.add::<1>(&mut t);
        x.add::<0>(&mut t);
        let twice = |x: V| x + x;
        let mut r = c;
        for k in 0..5 {
            let high = t.high[k + 5] + twice(t.twice_high[k + 5]);
            let u = t.low[k + 5] + twice(high);
            let high = twice(t.twice_high[k]) + (t.high[k] + u);
            r[k] = (t.low[k] + (u + u.shl::<4>())) + twice(high);
        }
        Sum(r)
    }

    /// What each limb has above 51 bits goes to the next one; of the last one, 19 times, to the first.
    #[inline(always)]
    fn carry<V: Lanes>(x: Sum<Self, V>) -> Factor<Self, V> {
        let Sum(x) = x;
        let nineteen = V::splat(x[0].token(), 19);
        let mut r = x;
        for k in 0..5 {
            let low = x[k].low_bits::<51>();
            r[k] = if k > 0 {
                low + x[k - 1].shr::<51>()
            } else {
                low.madd_low(x[4].shr::<51>(), nineteen)
            };
        }
        Factor(r)
    }
}

impl<V: Lanes> Sum<P25519, V> {
    /// 1024 p: its limbs are above those of any product, and of a product that is carried and doubled.
    #[inline(always)]
    pub(crate) fn above(token: V::Token) -> Self {
        Self::multiple_of_p(token, 1024)
    }

    /// `self - b`, for a product `b`.
    #[inline(always)]
    pub(crate) fn minus(self, b: Self) -> Self {
        self + (Self::above(self.token()) - b)
    }
}
