//! P-384's reduction: eight limbs, from the top, with `RHO = 1`.

use super::{Columns, InLanes, Lanes, Products, Radix52, Sum, in_lanes, proved, radix52};
use crate::{Adx, Ifma, P384};

/// What is left in the top limb: `2^373`, more than lower limbs below `2^60` are together.
const ABOVE: u64 = 1 << 9;

impl InLanes for P384 {
    in_lanes!(P384, limbs: 8, room: 390, rho: 0);

    /// `2^384 = 2^128 + 2^96 - 2^32 + 1 mod p`, and `2^384` is bit 20 of column 7. So the columns from there on, as `u[j] 2^(384 + 52 j)`, are
    /// added to those at `52 j`: from the top down, as the highest four reach limb 7 and those beyond it again. Column 15 is empty: the top
    /// limbs are below `2^26`, so their product has no high half.
    ///
    /// No quotient digit waits for the one before, so this is faster than Montgomery's reduction, and the result is below
    /// `2^384 + 2^374 + c` for all factors.
    #[inline(always)]
    fn reduced<V: Lanes, X: Products<Self, V>>(x: X, c: Sum<Self, V>) -> Sum<Self, V> {
        proved!(P384, Sum: Product(x.factors(), c.0));
        let token = c.token();
        let Sum(c) = c;
        let mut t = Columns::<Self, V>::zero(token);
        t.high[..7].copy_from_slice(&c[..7]);
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
        let mut r = [V::splat(token, 0); 16];
        for k in 0..16 {
            r[k] = t.low[k] + t.high[k];
        }
        fold_columns::<V, 7>(&mut r);
        fold_columns::<V, 6>(&mut r);
        fold_columns::<V, 5>(&mut r);
        fold_columns::<V, 4>(&mut r);
        fold_columns::<V, 3>(&mut r);
        fold_columns::<V, 2>(&mut r);
        fold_columns::<V, 1>(&mut r);
        let above = V::splat(token, ABOVE);
        r[7] = r[7] - above;
        fold_columns::<V, 0>(&mut r);
        let top = r[7].low_bits::<20>() + above + c[7];
        Sum([r[0], r[1], r[2], r[3], r[4], r[5], r[6], top])
    }
}

impl Radix52 for P384 {
    radix52!(P384, limbs: 8, rho: 0);

    /// Minus `t p` for `t = floor((top limb - ABOVE) / 2^20)`: below `2^384 + 2^374`.
    ///
    /// `|t| <= 2^12`, so `t (2^384 - p)` is below `2^141` in absolute value; the lower limbs, below `2^60`, are less than `2^372 + 2^321`
    /// together. What stays above in the top limb, `2^373`, is more than both.
    #[inline(always)]
    fn fold<V: Lanes>(Sum(r): Sum<Self, V>) -> Sum<Self, V> {
        let above = V::splat(r[0].token(), ABOVE);
        let top = r[7] - above;
        let t = top.sar::<20>();
        // t p = t 2^384 - t 2^128 - t 2^96 + t 2^32 - t
        Sum([
            r[0] + t - t.shl::<32>(),
            r[1] + t.shl::<44>(),
            r[2] + t.shl::<24>(),
            r[3],
            r[4],
            r[5],
            r[6],
            top.low_bits::<20>() + above,
        ])
    }

    type WordKernel = Adx;
    #[inline(always)]
    fn word_kernel(cpu: Ifma) -> Adx {
        cpu.adx()
    }
    #[cfg(test)]
    const BOUNDS: super::model::Proved = super::model::Proved {
        product: |_, p| p + super::model::two_to(374),
        product_limb: 17,
        fold_limb: 60,
        folded: |p| p + super::model::two_to(374),
    };
}

/// Takes `u 2^(384 + 52 J)` from the columns `J + 7` and `J + 8`, and adds it as `u (2^128 + 2^96 - 2^32 + 1) 2^(52 J)`.
#[inline(always)]
fn fold_columns<V: Lanes, const J: usize>(r: &mut [V; 16]) {
    let mut u = r[J + 7].sar::<20>();
    if J < 7 {
        u = u + r[J + 8].low_bits_shl::<20, 32>();
    }
    r[J] = r[J] + u - u.low_bits_shl::<20, 32>();
    r[J + 1] = r[J + 1] - u.sar::<20>() + u.low_bits_shl::<8, 44>();
    r[J + 2] = r[J + 2] + u.sar::<8>() + u.low_bits_shl::<28, 24>();
    r[J + 3] = r[J + 3] + u.sar::<28>();
}
