//! The prime of P-521 in 64-bit words: Montgomery's reduction is a rotation.

use super::{Word, product, square_wide, subtract_once};

/// [`super::reduce`] for `p = 2^521 - 1` and words of 64 bits.
///
/// `-1/p = 1 + 2^521 mod 2^576`, so with `a` the lowest 55 bits of `low` the quotient of all words at once is
///
/// ```text
///   q = low + a 2^521 - c 2^576                         c = 1 if the sum does not fit, else 0
///   (low + q p) / 2^576 = r - c p                       r = (low >> 55) + a 2^466,  c = r >> 521
///                       = (r mod 2^521) + c <= p
/// ```
///
/// With `high < p` the sum of both is below `2 p`, and one subtraction of `p` leaves it below `p`.
#[inline(always)]
fn reduce<W: Word>(low: [W; 9], high: &[W; 9], m: &[W; 9]) -> [W; 9] {
    let halves = low.map(|w| w.split(55));
    let (_, a) = halves[0];
    let mut r: [W; 9] = core::array::from_fn(|i| match i {
        8 => halves[8].0,
        _ => W::plus(halves[i].0, halves[i + 1].1.shl(9)),
    });
    // 466 = 7 64 + 18.
    let (a_high, a_low) = a.split(46);
    let carry;
    (r[7], carry) = W::adc(r[7], a_low.shl(18), W::ZERO);
    let (c, top) = W::plus(W::plus(r[8], a_high), carry).split(9);
    r[8] = top;
    let mut carry = c;
    for (r, high) in r.iter_mut().zip(high) {
        (*r, carry) = W::adc(*r, *high, carry);
    }
    subtract_once(carry, &r, m)
}

/// `a b / 2^576 mod p`, *reduced*, for `a b < 2^576 p`.
#[inline(always)]
pub(crate) fn mul<W: Word>(a: &[W; 9], b: &[W; 9], m: &[W; 9]) -> [W; 9] {
    let (low, high) = product(a, b);
    reduce(low, &high, m)
}

/// `a^2 / 2^576 mod p`, *reduced*, for `a^2 < 2^576 p`.
#[inline(always)]
pub(crate) fn square<W: Word>(a: &[W; 9], m: &[W; 9]) -> [W; 9] {
    let (low, high) = square_wide(a);
    reduce(low, &high, m)
}
