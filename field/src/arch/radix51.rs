//! Curve25519's prime in five limbs of 51 bits: no carry in additions, no mask anywhere.
//!
//! An element is `x mod p`, held as limbs `l` with value `sum l[i] 2^(51 i)`; many limb vectors are one element. As
//! `2^255 = 19 mod p` what a product has from limb 5 on, and what is above bit 255, comes back at limb 0, times 19.
//!
//! *Tight*: limbs below `2^51 + 2^26`. *Loose*: limbs below `2^54 + 2^51 + 2^28`, three times a difference of tight elements.
//!
//! | operation | takes | gives |
//! |---|---|---|
//! | `mul`, `square`, `times` | loose | tight |
//! | `add` | | the sum of both bounds |
//! | `sub` | right operand at most `2^52 - 38` in limbs | left bound plus `2^52` |
//! | `reduce` | loose | tight |
//! | `halve` | tight | tight |
//!
//! A test runs every formula at a type that carries these bounds; another proves the products for all inputs.

use super::unsaturated::{self, Limb};

/// `(sum c[i] 2^(51 i)) mod p`: what each column has above 51 bits goes to the next one, and of the last one 19 times to the first;
/// all at once, as a chain of carries would take longer than the products. Both must fit a limb, with 51 bits more.
///
/// ```text
///   r[i] = (c[i] mod 2^51) + floor(c[i - 1] / 2^51),   r[0] = (c[0] mod 2^51) + 19 floor(c[4] / 2^51)
/// ```
#[inline(always)]
fn carried<L: Limb>(columns: [L::Wide; 5]) -> [L; 5] {
    let parts = columns.map(|c| L::split(c, 51));
    let high = parts.map(|(high, _)| L::narrow(high));
    core::array::from_fn(|i| {
        let below = if i == 0 {
            times_19(high[4])
        } else {
            high[i - 1]
        };
        // Unsigned: up to 2^64.
        L::narrow(L::sum(L::shl(parts[i].1, 0), L::shl(below, 0)))
    })
}

/// [`carried`] of a product's columns, below `2^115`, and of the last one below `2^111`: twice, to be tight.
#[inline(always)]
fn carried_twice<L: Limb>(columns: [L::Wide; 5]) -> [L; 5] {
    carried::<L>(carried::<L>(columns).map(|l| L::shl(l, 0)))
}

/// `19 a`, which fits.
#[inline(always)]
fn times_19<L: Limb>(a: L) -> L {
    L::narrow(L::mul(a, L::constant(19)))
}

/// `a b mod p`:
///
/// ```text
///                     a4 b0   a3 b0   a2 b0   a1 b0   a0 b0
///                     a3 b1   a2 b1   a1 b1   a0 b1
///                     a2 b2   a1 b2   a0 b2                     and 19 times
///                     a1 b3   a0 b3           a4 b3   a3 b3   a2 b3   a1 b4 ... those that went around
///                     a0 b4
/// ```
#[inline(always)]
pub(crate) fn mul<L: Limb>(a: &[L; 5], b: &[L; 5]) -> [L; 5] {
    // The lowest never goes around.
    let b19 = [
        b[0],
        times_19(b[1]),
        times_19(b[2]),
        times_19(b[3]),
        times_19(b[4]),
    ];
    let mut columns: [L::Wide; 5] = core::array::from_fn(|k| L::mul(a[0], b[k]));
    for i in 1..5 {
        for k in 0..5 {
            let factor = if i <= k { b[k - i] } else { b19[5 + k - i] };
            columns[k] = L::sum(columns[k], L::mul(a[i], factor));
        }
    }
    carried_twice::<L>(columns)
}

/// `a^2 mod p`.
#[inline(always)]
pub(crate) fn square<L: Limb>(a: &[L; 5]) -> [L; 5] {
    let (d0, d1) = (L::twice(a[0]), L::twice(a[1]));
    let (a3_19, a4_19) = (times_19(a[3]), times_19(a[4]));
    let (d3_19, d4_19) = (L::twice(a3_19), L::twice(a4_19));
    let sum = |x, y, z| L::sum(L::sum(x, y), z);
    carried_twice::<L>([
        sum(L::mul(a[0], a[0]), L::mul(a[1], d4_19), L::mul(a[2], d3_19)),
        sum(L::mul(d0, a[1]), L::mul(a[2], d4_19), L::mul(a[3], a3_19)),
        sum(L::mul(d0, a[2]), L::mul(a[1], a[1]), L::mul(a[3], d4_19)),
        sum(L::mul(d0, a[3]), L::mul(d1, a[2]), L::mul(a[4], a4_19)),
        sum(L::mul(d0, a[4]), L::mul(d1, a[3]), L::mul(a[2], a[2])),
    ])
}

/// `a k mod p`, for `k < 2^17`.
#[inline(always)]
pub(crate) fn times<L: Limb>(a: &[L; 5], k: u32) -> [L; 5] {
    // 19 2^(55 + 17 - 51) < 2^26.
    carried::<L>(a.map(|l| L::mul(l, L::constant(k.into()))))
}

/// `p` in limbs.
pub(crate) const P: [u64; 5] = unsaturated::limbs(&crate::P25519::M, 51);

/// `2 p`: `2^52 - 2` in each limb, `2^52 - 38` in the lowest.
pub(crate) const MULTIPLE_OF_P: [u64; 5] = {
    let mut r = P;
    let mut i = 0;
    while i < 5 {
        r[i] <<= 1;
        i += 1;
    }
    r
};

/// The same element, tight: what is above bit 255 comes back at bit 0, then all limbs carry. The lower limbs are below `2^51`,
/// and the top one is below `2^51 + 2^4`.
#[inline(always)]
pub(crate) fn reduce<L: Limb>(a: &[L; 5]) -> [L; 5] {
    let mut r = *a;
    let high;
    (high, r[4]) = L::split_at(a[4], 51);
    r[0] = L::plus(a[0], times_19(high));
    unsaturated::carry(r, 51)
}

/// All ones if the element is zero, else zero: reduced, its limbs are the digits of a number below `2 p`, so 0 or `p`.
#[inline(always)]
pub(crate) fn is_zero(a: &[u64; 5]) -> u64 {
    unsaturated::is_zero_or(&reduce(a), &P)
}

/// `a / 2 mod p`: the lowest bit becomes `(p + 1) / 2`.
#[inline(always)]
pub(crate) fn halve<L: Limb>(a: &[L; 5]) -> [L; 5] {
    /// `(p + 1) / 2 = floor(p / 2) + 1`.
    const HALF: [u64; 5] = {
        let mut r = unsaturated::limbs(&<crate::P25519 as crate::Prime>::HALF, 51);
        r[0] += 1;
        r
    };
    let bits = a.map(|l| L::split_at(l, 1));
    let odd = HALF.map(|l| L::narrow(L::mul(bits[0].1, L::constant(l))));
    let halves = core::array::from_fn(|i| {
        if i == 4 {
            return bits[i].0;
        }
        L::plus(bits[i].0, L::times_power(bits[i + 1].1, 50))
    });
    unsaturated::carry(unsaturated::add(&halves, &odd), 51)
}

#[cfg(test)]
pub(crate) mod tests;
