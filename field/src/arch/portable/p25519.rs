//! The prime of Curve25519: an element is the integer itself, and what is above `2^255` comes back times 19.

use super::{Word, product, square_wide, subtract_once};

/// `w + top 2^(w N) mod p`, *reduced*, for `p = 2^255 - 19` and `top < 2^6`:
///
/// ```text
///   w + top 2^256 = r + q 2^255 = r + 19 q  mod p,   q < 2^7,   r + 19 q < 2^255 + 2^12 < 2 p
/// ```
#[inline(always)]
pub(crate) fn fold<W: Word, const N: usize>(w: &[W; N], top: W, m: &[W; N]) -> [W; N] {
    let mut r = *w;
    let (bit, rest) = w[N - 1].split(W::BITS - 1);
    let q = W::plus(top.shl(1), bit);
    let mut carry;
    (r[0], carry) = W::mac(w[0], q, W::small(19), W::ZERO);
    for i in 1..N - 1 {
        (r[i], carry) = W::adc(w[i], W::ZERO, carry);
    }
    r[N - 1] = W::plus(rest, carry);
    subtract_once(W::ZERO, &r, m)
}

/// `low + high 2^256 mod p`, *reduced*, as `low + 38 high`, for any words.
#[inline(always)]
fn fold_wide<W: Word, const N: usize>(low: &[W; N], high: &[W; N], m: &[W; N]) -> [W; N] {
    let mut t = *low;
    let mut carry = W::ZERO;
    for i in 0..N {
        (t[i], carry) = W::mac(low[i], high[i], W::small(38), carry);
    }
    fold(&t, carry, m)
}

/// `a mod p`, *reduced*, for any words.
#[inline(always)]
pub(crate) fn reduce<W: Word, const N: usize>(a: &[W; N], m: &[W; N]) -> [W; N] {
    fold(a, W::ZERO, m)
}

/// `a b mod p`, *reduced*, for any words.
#[inline(always)]
pub(crate) fn mul<W: Word, const N: usize>(a: &[W; N], b: &[W; N], m: &[W; N]) -> [W; N] {
    let (low, high) = product(a, b);
    fold_wide(&low, &high, m)
}

/// `a^2 mod p`, *reduced*, for any words.
#[inline(always)]
pub(crate) fn square<W: Word, const N: usize>(a: &[W; N], m: &[W; N]) -> [W; N] {
    let (low, high) = square_wide(a);
    fold_wide(&low, &high, m)
}
