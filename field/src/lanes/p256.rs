//! P-256's reduction: five limbs, Montgomery's with `RHO = 2^260`.

use super::{Columns, InLanes, Lanes, Products, Radix52, Sum, in_lanes, proved, radix52};
use crate::{Adx, Ifma, P256};

/// `p + 1 = 2^44 B + 2^36 B^3 + (2^48 - 2^16) B^4`, for the radix `B = 2^52`.
const P3: u64 = 1 << 36;
const P4: u64 = (1 << 48) - (1 << 16);

/// Columns on the way to their reduction, and what is added to them by shifts, to spare the multipliers.
struct Reduction<V: Lanes> {
    products: Columns<P256, V>,
    rest: [V; 10],
}

impl InLanes for P256 {
    in_lanes!(P256, limbs: 5, room: 260, rho: 260);

    /// As `p = -1 mod B`, the digit of the quotient that clears the lowest column is that column itself: `q B^i p` takes `q`
    /// away from column `i`, and adds `q (p + 1) B^i` to the columns above.
    ///
    /// The digit of a column need not be below `B`: taken whole, with what it carries, it leaves no carry behind, and the
    /// columns follow each other sooner. Only the last one is cut to 52 bits, as the value of the result depends on it: the
    /// quotient is below `B^5 + 2^216`, so the result is below `x / RHO + c + p + 2^212`.
    #[inline(always)]
    fn reduced<V: Lanes, X: Products<Self, V>>(x: X, c: Sum<Self, V>) -> Sum<Self, V> {
        proved!(P256, Sum: Product(x.factors(), c.0));
        let Sum(c) = c;
        let zero = V::splat(c[0].token(), 0);
        let mut products = Columns::<Self, V>::zero(c[0].token());
        products.high[5..].copy_from_slice(&c);
        let mut t = Reduction {
            products,
            rest: [zero; 10],
        };
        x.add::<0>(&mut t.products);
        x.add::<1>(&mut t.products);
        x.add::<2>(&mut t.products);
        x.add::<3>(&mut t.products);
        x.add::<4>(&mut t.products);
        let digit = t.products.low[0];
        if X::COUNT == 1 {
            t.digit::<0, true>(digit);
        } else {
            t.digit::<0, false>(digit);
        }
        x.add::<5>(&mut t.products);
        t.digit::<1, false>(t.column(1));
        x.add::<6>(&mut t.products);
        t.digit::<2, false>(t.column(2));
        x.add::<7>(&mut t.products);
        t.digit::<3, false>(t.column(3));
        x.add::<8>(&mut t.products);
        let last = t.column(4);
        t.rest[5] = t.rest[5] + last.shr::<52>();
        t.digit::<4, true>(last.low_bits::<52>());
        Sum([
            t.column(5),
            t.column(6),
            t.column(7),
            t.column(8),
            t.column(9),
        ])
    }
}

impl Radix52 for P256 {
    radix52!(P256, limbs: 5, rho: 260);

    /// Minus `t p` for `t = floor((top limb - 2^29) / 2^48)`: below `2^256 + 2^238`.
    ///
    /// `|t| <= 2^12`, so `t (2^256 - p)` is below `2^236` in absolute value; the lower limbs, below `2^61`, are less than `2^218`
    /// together. The `2^29` that stay in the top limb, `2^237`, are more than both.
    #[inline(always)]
    fn fold<V: Lanes>(Sum(r): Sum<Self, V>) -> Sum<Self, V> {
        let above = V::splat(r[0].token(), 1 << 29);
        let top = r[4] - above;
        let t = top.sar::<48>();
        // t p = t 2^256 - t 2^224 + t 2^192 + t 2^96 - t
        Sum([
            r[0] + t,
            r[1] - t.shl::<44>(),
            r[2],
            r[3] - t.shl::<36>(),
            top.low_bits::<48>() + (t.shl::<16>() + above),
        ])
    }

    type WordKernel = Adx;
    #[inline(always)]
    fn word_kernel(cpu: Ifma) -> Adx {
        cpu.adx()
    }
    #[cfg(test)]
    const BOUNDS: super::model::Proved = super::model::Proved {
        product: |x, p| {
            // Zero times anything is zero, with the quotient zero.
            if x.bits() == 0 {
                return x;
            }
            (x >> 260) + p + super::model::two_to(212)
        },
        product_limb: 16,
        fold_limb: 61,
        folded: |p| p + super::model::two_to(238),
    };
}

impl<V: Lanes> Reduction<V> {
    #[inline(always)]
    fn column(&self, k: usize) -> V {
        self.products.low[k] + self.products.high[k] + self.rest[k]
    }

    /// Clears column `I`, which is `q`; `SHORT` if that is below `B`.
    #[inline(always)]
    fn digit<const I: usize, const SHORT: bool>(&mut self, q: V) {
        let c = |x| V::splat(q.token(), x);
        let (Columns { low, high, .. }, rest) = (&mut self.products, &mut self.rest);
        // q 2^44 B
        rest[I + 1] = rest[I + 1] + q.low_bits_shl::<8, 44>();
        rest[I + 2] = rest[I + 2] + q.shr::<8>();
        // q 2^36 B^3
        low[I + 3] = low[I + 3].madd_low(q, c(P3));
        rest[I + 4] = rest[I + 4] + q.shr::<16>();
        // q (2^48 - 2^16) B^4, with what a multiplication does not read of q
        low[I + 4] = low[I + 4].madd_low(q, c(P4));
        high[I + 5] = high[I + 5].madd_high(q, c(P4));
        if !SHORT {
            high[I + 5] = high[I + 5].madd_low(q.shr::<52>(), c(P4));
        }
    }
}
