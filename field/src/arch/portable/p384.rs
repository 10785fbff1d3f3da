//! The prime of P-384 in 64-bit words: its quotient digits and their multiples of it are shifts and additions.

use super::{Word, add_words, product, square_wide, subtract_once};

/// [`super::reduce`] for `p = 2^384 - 2^128 - 2^96 + 2^32 - 1` and words of 64 bits; `-1/p = 2^32 + 1 mod 2^64`:
///
/// ```text
///   t[0] = th 2^32 + tl,  th + tl = k 2^32 + qh,  q = qh 2^32 + tl
///   t + q p = t - q + q 2^32 - (q 2^32 + q 2^64) 2^64 + q 2^384,  t[0] - q + q 2^32 = (qh + k) 2^64
/// ```
///
/// A step subtracts the rest from the words above `t[0]` and puts `q` on top, then it adds `qh + k`. What leaves the six words
/// in between is none together, since `t + q p < 2^64 2^384`.
#[inline(always)]
fn reduce<W: Word>(low: [W; 6], high: &[W; 6], m: &[W; 6]) -> [W; 6] {
    let mut t = low;
    for _ in 0..6 {
        let (th, tl) = t[0].split(32);
        let (k, qh) = W::plus(th, tl).split(32);
        let q = W::plus(qh.shl(32), tl);
        let (s1, s2) = W::adc(q, qh, W::ZERO);
        let (r0, borrow) = W::sbb(t[1], tl.shl(32), W::ZERO);
        let (r1, borrow) = W::sbb(t[2], s1, borrow);
        let (r2, borrow) = W::sbb(t[3], s2, borrow);
        let (r3, borrow) = W::sbb(t[4], W::ZERO, borrow);
        let (r4, borrow) = W::sbb(t[5], W::ZERO, borrow);
        let (r5, _) = W::sbb(q, W::ZERO, borrow);
        let c = [W::plus(qh, k), W::ZERO, W::ZERO, W::ZERO, W::ZERO, W::ZERO];
        let (r, _) = add_words(&[r0, r1, r2, r3, r4, r5], &c);
        t = W::quotient(r, &t, q, m);
    }
    let (t, carry) = add_words(&t, high);
    subtract_once(carry, &t, m)
}

/// `a b / 2^384 mod p`, *reduced*, for `a b < 2^384 p`.
#[inline(always)]
pub(crate) fn mul<W: Word>(a: &[W; 6], b: &[W; 6], m: &[W; 6]) -> [W; 6] {
    let (low, high) = product(a, b);
    reduce(low, &high, m)
}

/// `a^2 / 2^384 mod p`, *reduced*, for `a^2 < 2^384 p`.
#[inline(always)]
pub(crate) fn square<W: Word>(a: &[W; 6], m: &[W; 6]) -> [W; 6] {
    let (low, high) = square_wide(a);
    reduce(low, &high, m)
}
