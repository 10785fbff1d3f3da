//! P-521's prime in nine limbs of 58 bits: no carry in additions, no mask anywhere.
//!
//! An element is `x mod p`, held as limbs `l` with value `sum l[i] 2^(58 i)`; many limb vectors are one element. As
//! `2^521 = 1 mod p` what is above bit 521 comes back at bit 0, and what a product has from limb 9 on, twice at limb 0.
//!
//! *Tight*: limbs below `2^58 + 2^14`, the top one below `2^57 + 2^14`. *Loose*: limbs below `2^61 + 2^59`.
//!
//! | operation | takes | gives |
//! |---|---|---|
//! | `mul`, `square` | loose | tight |
//! | `add` | | the sum of both bounds |
//! | `sub` | right operand at most `2^60 - 4` in limbs, `2^59 - 4` in the top one | left bound plus that |
//! | `reduce` | loose | tight |
//! | `halve` | tight | tight |
//!
//! A test runs every formula at a type that carries these bounds; another proves the products for all inputs.

#![allow(
    clippy::absurd_extreme_comparisons,
    clippy::out_of_bounds_indexing,
    reason = "in an unrolled loop conditions are between constants"
)]

use super::{
    portable::unrolled,
    unsaturated::{self, Limb},
};

/// `(sum c[i] 2^(58 i)) mod p`, for columns below `2^127`, asked for one after the other: what they are made of need not be
/// held all at once.
///
/// The top column leaves 57 bits; what is above, below `2^71`, comes back into limb 0, and a carry of 13 bits into limb 1.
#[inline(always)]
fn carried<L: Limb>(column: impl Fn(usize) -> L::Wide) -> [L; 9] {
    let (mut high, low) = L::split(column(0), 58);
    let mut r = [low; 9];
    unrolled!(k < 9, {
        if k > 0 {
            let sum = L::sum(column(k), high);
            (high, r[k]) = L::split(sum, if k < 8 { 58 } else { 57 });
        }
    });
    let (high, low) = L::split(L::sum(high, L::shl(r[0], 0)), 58);
    r[0] = low;
    r[1] = L::plus(r[1], L::narrow(high));
    r
}

/// `a b mod p`.
#[inline(always)]
pub(crate) fn mul<L: Limb>(a: &[L; 9], b: &[L; 9]) -> [L; 9] {
    let twice = b.map(L::twice);
    // Columns of products a[i] b[j], twice those that went around. (Granger and Scott's 45 products of differences instead of
    // these 81: not faster.)
    let columns: [L::Wide; 9] = core::array::from_fn(|k| {
        let mut sum = L::mul(a[0], b[k]);
        unrolled!(i < 9, {
            if i > 0 {
                let factor = if i <= k { b[k - i] } else { twice[9 + k - i] };
                sum = L::sum(sum, L::mul(a[i], factor));
            }
        });
        sum
    });
    carried(|k| columns[k])
}

/// `a^2 mod p`.
#[inline(always)]
pub(crate) fn square<L: Limb>(a: &[L; 9]) -> [L; 9] {
    let d = a.map(L::twice);
    carried(|k| {
        // The square in column k: of limb k / 2, or of (k + 9) / 2, which went around.
        let (s, around) = if k % 2 == 0 {
            (k / 2, false)
        } else {
            (k / 2 + 5, true)
        };
        let mut sum = L::mul(if around { d[s] } else { a[s] }, a[s]);
        unrolled!(i < 9, {
            let j = (9 + k - i) % 9;
            if i < j {
                sum = L::sum(sum, L::mul(d[i], if i + j == k { a[j] } else { d[j] }));
            }
        });
        sum
    })
}

/// `p` in limbs: `2^521 - 1`.
pub(crate) const P: [u64; 9] = unsaturated::limbs(&crate::P521::M, 58);

/// `4 p`: `2^60 - 4` in each limb, `2^59 - 4` in the top one.
pub(crate) const MULTIPLE_OF_P: [u64; 9] = {
    let mut r = P;
    let mut i = 0;
    while i < 9 {
        r[i] <<= 2;
        i += 1;
    }
    r
};

/// The same element, tight: what is above bit 521 comes back at bit 0, then all limbs carry. The lower limbs are below `2^58`,
/// and the top one is below `2^57 + 2^5`.
#[inline(always)]
pub(crate) fn reduce<L: Limb>(a: &[L; 9]) -> [L; 9] {
    let mut r = *a;
    let high;
    (high, r[8]) = L::split_at(a[8], 57);
    r[0] = L::plus(a[0], high);
    unsaturated::carry(r, 58)
}

/// All ones if the element is zero, else zero: reduced, its limbs are the digits of a number below `2 p`, so 0 or `p`.
#[inline(always)]
pub(crate) fn is_zero(a: &[u64; 9]) -> u64 {
    unsaturated::is_zero_or(&reduce(a), &P)
}

/// `a / 2 mod p`: the lowest bit becomes `2^520`.
#[inline(always)]
pub(crate) fn halve<L: Limb>(a: &[L; 9]) -> [L; 9] {
    let bits = a.map(|l| L::split_at(l, 1));
    core::array::from_fn(|i| {
        let (above, place) = if i < 8 {
            (bits[i + 1].1, 57)
        } else {
            (bits[0].1, 56)
        };
        L::plus(bits[i].0, L::times_power(above, place))
    })
}

/// The element `x` of words below `2^521` that hold `x 2^576 = x 2^55`: they are rotated by 55 bits.
#[inline(always)]
pub(crate) fn load(w: &[u64; 9]) -> [u64; 9] {
    let low = w[0] & ((1 << 55) - 1);
    let mut r: [u64; 9] =
        core::array::from_fn(|i| if i < 8 { w[i] >> 55 | w[i + 1] << 9 } else { 0 });
    // 466 = 7 64 + 18.
    r[7] |= low << 18;
    r[8] = low >> 46;
    unsaturated::limbs(&r, 58)
}

#[cfg(test)]
pub(crate) mod tests;
