//! P-521's reduction: eleven limbs, `RHO = 1/2`.

use super::{Columns, InLanes, Lanes, Products, Radix52, Sum, in_lanes, proved, radix52};
use crate::{Adx, Ifma, P521};

/// What is left in limb 9: `2^479`, more than lower limbs below `2^62` are together.
const ABOVE: u64 = 1 << 11;

impl InLanes for P521 {
    in_lanes!(P521, limbs: 11, room: 546, rho: 520);

    /// With `B = 2^52`, `2 B^11 = 2^573 = B mod p`. So `2 x` is twice the lower eleven columns, and each of the upper ones ten places down. The
    /// last of these is empty: the top limbs are below `2^26`, so their product has no high half.
    ///
    /// Then limb 9 is carried, and the top one is folded at `2^521 = 1`, its bit 1: the result is below `2^521 + 2^475 + c`.
    #[inline(always)]
    fn reduced<V: Lanes, X: Products<Self, V>>(x: X, c: Sum<Self, V>) -> Sum<Self, V> {
        proved!(P521, Sum: Product(x.factors(), c.0));
        let token = c.token();
        let Sum(c) = c;
        let mut t = Columns::<Self, V>::zero(token);
        x.add::<0>(&mut t);
        x.add::<1>(&mut t);
        x.add::<2>(&mut t);
        x.add::<3>(&mut t);
        x.add::<4>(&mut t);
        x.add::<5>(&mut t);
        x.add::<6>(&mut t);
        x.add::<7>(&mut t);
        x.add::<8>(&mut t);
        x.add::<9>(&mut t);
        x.add::<10>(&mut t);
        x.add::<11>(&mut t);
        x.add::<12>(&mut t);
        x.add::<13>(&mut t);
        x.add::<14>(&mut t);
        x.add::<15>(&mut t);
        x.add::<16>(&mut t);
        x.add::<17>(&mut t);
        x.add::<18>(&mut t);
        x.add::<19>(&mut t);
        x.add::<20>(&mut t);
        let mut r = c;
        for k in 0..11 {
            let column = t.low[k] + t.high[k];
            let twice = column + column;
            r[k] = if k > 0 {
                twice + (t.low[k + 10] + t.high[k + 10])
            } else {
                twice + c[0]
            };
        }
        let top = r[10] + r[9].shr::<52>();
        r[0] = r[0] + top.shr::<1>();
        for k in 1..9 {
            r[k] = r[k] + c[k];
        }
        r[9] = r[9].low_bits::<52>() + c[9];
        r[10] = top.low_bits::<1>() + c[10];
        Sum(r)
    }
}

impl Radix52 for P521 {
    radix52!(P521, limbs: 11, rho: 520);

    /// Minus `t p` for `t = floor(top / 2)`, when limb 9 is carried into the top one, all but `ABOVE` of it: below `2^521 + 2^480`.
    ///
    /// The lower limbs, below `2^62`, and `|t| < 2^13` are less than `2^479` together: that stays above, in limb 9.
    #[inline(always)]
    fn fold<V: Lanes>(Sum(mut r): Sum<Self, V>) -> Sum<Self, V> {
        let above = V::splat(r[0].token(), ABOVE);
        let ninth = r[9] - above;
        let top = r[10] + ninth.sar::<52>();
        r[0] = r[0] + top.sar::<1>();
        r[9] = ninth.low_bits::<52>() + above;
        r[10] = top.low_bits::<1>();
        Sum(r)
    }

    type WordKernel = Adx;
    #[inline(always)]
    fn word_kernel(cpu: Ifma) -> Adx {
        cpu.adx()
    }
    #[cfg(test)]
    const BOUNDS: super::model::Proved = super::model::Proved {
        product: |_, p| p + super::model::two_to(475),
        product_limb: 46,
        fold_limb: 62,
        folded: |p| p + super::model::two_to(480),
    };
}
