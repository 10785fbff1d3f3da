//! P-256's prime in five limbs of 56 bits: no carry in additions, no mask anywhere.
//!
//! An element is `x 2^280 mod p`, held as limbs `l` with value `sum l[i] 2^(56 i)`; many limb vectors are one element.
//! *Tight*: `l[0..4] < 2^57`, value `< 2 p` (so `l[4] < 2^33`). *Loose*: `l[0..4] < 2^62`, value `< 2^11 p` (so `l[4] < 2^44`).
//!
//! | operation | takes | gives |
//! |---|---|---|
//! | `mul`, `square` | loose | tight |
//! | `mul` | a value below `2^280` against a tight one | limbs below `2^56`, value below `3 p` |
//! | `add` | | the sum of both bounds |
//! | `sub` | right operand below `2^59` in limbs and `2^8 p` in value | left bound plus `2^60 + 2^56` and `2^9 p` |
//! | `reduce` | loose | tight |
//! | `halve` | tight | tight |
//!
//! A test runs every formula at a type that carries these bounds; another proves the products for all inputs.

use super::unsaturated::{self, Limb};

const MASK: u64 = (1 << 56) - 1;

/// `(sum c[i] 2^(56 i)) / 2^280 mod p`.
///
/// Montgomery's reduction, five steps; `-1/p = 1 mod 2^56`, so the lowest limb is the quotient digit:
///
/// ```text
///   t + q p = (t - q) + q 2^96          + q 2^192         + q (2^32 - 1) 2^224
///                       limb 1, 40 bits   limb 3, 24 bits   limb 4
/// ```
///
/// Columns below `5 2^62 2^62 < 2^127` leave room for the five terms that are added, each below `2^97`.
/// Value: `(t + Q p) / 2^280 < t / 2^280 + p`; for loose factors `t < 2^22 p^2`, so below `p / 4 + p`, and for a factor below
/// `2^280` against a tight one below `2 p + p`, which is tight only after [`reduce`]; against one below `p` it is tight.
#[inline(always)]
fn reduce_wide<L: Limb>(c: [L::Wide; 9]) -> [L; 5] {
    let [
        c0,
        mut c1,
        mut c2,
        mut c3,
        mut c4,
        mut c5,
        mut c6,
        mut c7,
        mut c8,
    ] = c;
    macro_rules! step {
        ($low:ident: $c1:ident $c3:ident $c4:ident) => {
            let (high, q) = L::split($low, 56);
            $c1 = L::sum(L::sum($c1, high), L::shl(q, 40));
            $c3 = L::sum($c3, L::shl(q, 24));
            $c4 = L::sum($c4, L::difference(L::shl(q, 32), q));
        };
    }
    step!(c0: c1 c3 c4);
    step!(c1: c2 c4 c5);
    step!(c2: c3 c5 c6);
    step!(c3: c4 c6 c7);
    step!(c4: c5 c7 c8);
    let (high, r0) = L::split(c5, 56);
    let (high, r1) = L::split(L::sum(c6, high), 56);
    let (high, r2) = L::split(L::sum(c7, high), 56);
    let (high, r3) = L::split(L::sum(c8, high), 56);
    [r0, r1, r2, r3, L::narrow(high)]
}

/// `a b / 2^280 mod p`.
#[inline(always)]
pub(crate) fn mul<L: Limb>(a: &[L; 5], b: &[L; 5]) -> [L; 5] {
    let p = |i: usize, j: usize| L::mul(a[i], b[j]);
    reduce_wide([
        p(0, 0),
        L::sum(p(0, 1), p(1, 0)),
        L::sum(L::sum(p(0, 2), p(1, 1)), p(2, 0)),
        L::sum(L::sum(p(0, 3), p(1, 2)), L::sum(p(2, 1), p(3, 0))),
        L::sum(
            L::sum(L::sum(p(0, 4), p(1, 3)), L::sum(p(2, 2), p(3, 1))),
            p(4, 0),
        ),
        L::sum(L::sum(p(1, 4), p(2, 3)), L::sum(p(3, 2), p(4, 1))),
        L::sum(L::sum(p(2, 4), p(3, 3)), p(4, 2)),
        L::sum(p(3, 4), p(4, 3)),
        p(4, 4),
    ])
}

/// `a^2 / 2^280 mod p`.
#[inline(always)]
pub(crate) fn square<L: Limb>(a: &[L; 5]) -> [L; 5] {
    let d = [
        L::twice(a[0]),
        L::twice(a[1]),
        L::twice(a[2]),
        L::twice(a[3]),
    ];
    let s = |i: usize| L::mul(a[i], a[i]);
    let p = |i: usize, j: usize| L::mul(d[i], a[j]);
    reduce_wide([
        s(0),
        p(0, 1),
        L::sum(p(0, 2), s(1)),
        L::sum(p(0, 3), p(1, 2)),
        L::sum(L::sum(p(0, 4), p(1, 3)), s(2)),
        L::sum(p(1, 4), p(2, 3)),
        L::sum(p(2, 4), s(3)),
        p(3, 4),
        s(4),
    ])
}

/// `p` in limbs: `2^256 - 2^224 + 2^192 + 2^96 - 1`.
pub(crate) const P: [u64; 5] = unsaturated::limbs(&crate::P256::M, 56);

/// `2^9 p`, with `2^60` moved down into each of the lower limbs: `2^60 - 2^4 <= l[0..4] < 2^60 + 2^56`,
/// `2^40 < l[4] < 2^41`.
pub(crate) const MULTIPLE_OF_P: [u64; 5] = {
    let p = P;
    let mut r = [0; 5];
    let (mut carry, mut i) = (0, 0);
    while i < 5 {
        let t = ((p[i] as u128) << 9) + carry;
        carry = t >> 56;
        // Limb i lends 2^4 to the limb below, where that is 2^60.
        let lent = if i > 0 { 1 << 4 } else { 0 };
        r[i] = if i < 4 {
            (t as u64 & MASK) + (1 << 60) - lent
        } else {
            t as u64 - lent
        };
        i += 1;
    }
    r
};

/// The same element, tight: subtract `q p` for `q = floor(l[4] / 2^32)`, then carry.
///
/// `q <= value / 2^256`, so the difference is not negative, and it is below `2^256 + 2^232 + q 2^224 < 2 p`: the limbs below
/// the top one hold at most `2^(62 + 168) + ...< 2^231`. In between limbs may be negative, hence the arithmetic shifts.
#[inline(always)]
pub(crate) fn reduce<L: Limb>(a: &[L; 5]) -> [L; 5] {
    let (q, top) = L::split_at(a[4], 32);
    // q p = q 2^256 - q 2^224 + q 2^192 + q 2^96 - q
    unsaturated::carry(
        [
            L::plus(a[0], q),
            L::minus(a[1], L::times_power(q, 40)),
            a[2],
            L::minus(a[3], L::times_power(q, 24)),
            L::plus(top, q),
        ],
        56,
    )
}

/// All ones if the element is zero, else zero: reduced, its limbs are the digits of a number below `2 p`, so 0 or `p`.
#[inline(always)]
pub(crate) fn is_zero(a: &[u64; 5]) -> u64 {
    unsaturated::is_zero_or(&reduce(a), &P)
}

/// `a / 2 mod p`: `(a + p) / 2 < 2 p` for an odd `a < 2 p`.
#[inline(always)]
pub(crate) fn halve<L: Limb>(a: &[L; 5]) -> [L; 5] {
    let (_, odd) = L::split_at(a[0], 1);
    let t = unsaturated::add(a, &L::times_bit(P, odd));
    core::array::from_fn(|i| {
        let (half, _) = L::split_at(t[i], 1);
        if i == 4 {
            return half;
        }
        let (_, above) = L::split_at(t[i + 1], 1);
        L::plus(half, L::times_power(above, 55))
    })
}

/// `2^24` times the words, in limbs: the element `x 2^256 mod p` becomes `x 2^280 mod p`. The value is below `2^280`, not tight.
#[inline(always)]
pub(crate) fn load_wide(w: &[u64; 4]) -> [u64; 5] {
    [
        w[0] << 24 & MASK,
        (w[0] >> 32 | w[1] << 32) & MASK,
        (w[1] >> 24 | w[2] << 40) & MASK,
        w[2] >> 16 & MASK | (w[3] << 48) & MASK,
        w[3] >> 8,
    ]
}

#[cfg(test)]
pub(crate) mod tests;
