//! Scalars of half the size for verification.
//!
//! To know whether `s B = R + k A` one may ask of `v (s B - k A - R)` instead, if no point but the identity has it as a multiple by `v`:
//! if `v` is prime to `8 l`, the exponent of the group. With a `v` of half the size for which `u = v k mod 8 l` has half the size too,
//!
//! ```text
//!   v (s B - k A - R) = (v s mod l) B - u A - v R
//! ```
//!
//! is the identity, or of small order, exactly if `s B - k A - R` is: also for `A` and `R` with parts of small order, since the
//! congruence is modulo `8 l`, and `v` is odd. Then the doublings of `A` and `R` are half as many; those of `B` are in its table. The
//! idea is from Antipa et al., "Accelerated verification of ECDSA signatures" (2005), the modulus `8 l` and odd `v` from Pornin, "Optimized
//! lattice basis reduction in dimension 2, and fast Schnorr and EdDSA signature verification" (2020).

use crate::{
    Fe, N25519,
    constant::{adc, mac, sbb},
};
use core::mem::swap;

/// `u = v k mod 8 l`, for an odd `v`, `0 < v < 8 l`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halves {
    /// `|u|`.
    pub(crate) u: [u64; 4],
    /// Is `u` negative?
    pub(crate) u_negative: bool,
    /// `v`.
    pub(crate) v: [u64; 4],
}

/// `8 l`.
const MODULUS: [u64; 4] = {
    let l = N25519::M;
    [
        l[0] << 3,
        l[1] << 3 | l[0] >> 61,
        l[2] << 3 | l[1] >> 61,
        l[3] << 3 | l[2] >> 61,
    ]
};

/// Short `u` and `v` for the least `k`, below `l`, in variable time: of a hash, longer than `128 + n` bits once in some `2^n`.
///
/// Euclid's algorithm gives a sequence of
///
/// ```text
///   r[i] = t[i] k mod 8 l,   r[0] = 8 l, t[0] = 0, r[1] = k, t[1] = 1, …,   the signs of t alternate,
///   |t[i]| r[i-1] + |t[i-1]| r[i] = 8 l
/// ```
///
/// Take the first `r[i] < 2^128`: `|t[i]| <= 8 l / r[i-1] < 2^128`. Of two `t` in sequence, which are coprime, one is odd. So if `t[i]` is
/// even, those before and after it are odd: the shorter pair is taken. For some `k` both are long.
///
/// No such `t` is a multiple of `l`, or its `r`, which is below `l`, would be 0. That has `k = 0`, for which `t[1]` is taken, and `r[i+1]` may be 0.
/// But then `|t[i+1]| = 8 l / gcd(8 l, k) >= l`, which is not shorter than `r[i-1] <= k`.
pub(crate) fn short_vartime(k: &Fe<N25519>) -> Halves {
    let k = k.to_integer();
    let (mut last, mut next) = (Step::new(MODULUS, 0, true), Step::new(k, 1, false));
    while next.r[2] | next.r[3] != 0 {
        if !reduce_both(&mut last, &mut next) {
            last.reduce_by(&next);
            swap(&mut last, &mut next);
        }
    }
    if next.t[0] & 1 == 0 {
        let before = last;
        last.reduce_by(&next);
        next = if last.bits() < before.bits() {
            last
        } else {
            before
        };
    }
    Halves {
        u: next.r,
        u_negative: next.t_negative,
        v: next.t,
    }
}

/// `r = t k mod 8 l`, `0 <= r`.
#[derive(Clone, Copy)]
struct Step {
    r: [u64; 4],
    /// `|t|`.
    t: [u64; 4],
    t_negative: bool,
}

impl Step {
    fn new(r: [u64; 4], t: u64, t_negative: bool) -> Self {
        Self {
            r,
            t: [t, 0, 0, 0],
            t_negative,
        }
    }

    /// Bits of the longer one.
    fn bits(&self) -> u32 {
        bits(&self.r).max(bits(&self.t))
    }

    /// `self - q next`, where `q` is the quotient of both `r`, and `next.r > 0`: by subtractions of `2^s next`, since `q` is small mostly.
    #[inline(always)]
    fn reduce_by(&mut self, next: &Self) {
        let length = bits(&next.r);
        while let Some(mut s) = bits(&self.r).checked_sub(length) {
            let mut difference = minus(&self.r, &shifted(&next.r, s));
            if difference.is_none() {
                // One bit less, if there is one.
                let Some(less) = s.checked_sub(1) else { return };
                s = less;
                difference = minus(&self.r, &shifted(&next.r, s));
            }
            let Some(difference) = difference else { return };
            self.r = difference;
            // The signs differ.
            self.t = plus(&self.t, &shifted(&next.t, s));
        }
    }
}

/// Several of Euclid's steps from `last.r > next.r >= 2^128`, as long as the remainders stay at least `2^128`; false if there was none
/// that is sure. Lehmer, "Euclid's algorithm for large numbers" (1938).
///
/// The steps are those of `a = last.r >> s`, of 64 bits, and `b = next.r >> s`. After any number of them the remainders are
///
/// ```text
///   a' = +-(x[0] a - x[1] b),   b' = -+(y[0] a - y[1] b),   x[1] b' + y[1] a' = a,   x[0] b' + y[0] a' = b,   0 <= x, y
/// ```
///
/// so a coefficient times a remainder is at most `a < 2^64`. Of the whole numbers these combinations are `2^s a' + d`, `|d| < 2^s max(x)`,
/// and `2^s b' + d'`, `|d'| < 2^s max(y)`. If
///
/// ```text
///   b' >= max(y) + floor,   a' - b' >= max(x) + max(y),   2^s floor >= 2^128,
/// ```
///
/// then the second is above `2^128` and below the first, so they are Euclid's remainders of the whole numbers too.
#[inline(always)]
fn reduce_both(last: &mut Step, next: &mut Step) -> bool {
    // last.r > 2^128, so s >= 65.
    let s = bits(&last.r) - 64;
    let floor = if s > 128 { 1 } else { 1 << (128 - s) };
    let (mut a, mut b) = (word(&last.r, s), word(&next.r, s));
    let (mut x, mut y, mut odd) = ([1, 0], [0, 1], false);
    while b != 0 {
        let quotient = a / b;
        let rest = a - quotient * b;
        // Times b at most a and b at the start.
        let z = [x[0] + quotient * y[0], x[1] + quotient * y[1]];
        let (error, before) = (z[0].max(z[1]), y[0].max(y[1]));
        // If the first two hold, before <= error <= rest < b and error b < 2^64: nothing overflows.
        if rest < floor || rest - floor < error || b - rest < before + error {
            break;
        }
        (a, b, x, y, odd) = (b, rest, y, z, !odd);
    }
    if y == [0, 1] {
        return false;
    }
    let r = [
        combined(last, next, &x, odd),
        combined(last, next, &y, !odd),
    ];
    [*last, *next] = r;
    true
}

/// `x[0] last - x[1] next`, or its opposite, whichever has `r >= 0`.
#[inline(always)]
fn combined(last: &Step, next: &Step, x: &[u64; 2], opposite: bool) -> Step {
    let (mut r, mut t) = ([0; 4], [0; 4]);
    let (mut high, mut low) = ((0, 0, 0), (0, 0));
    let (plus, minus) = if opposite { (next, last) } else { (last, next) };
    let x = if opposite { [x[1], x[0]] } else { *x };
    for i in 0..4 {
        let (product, other);
        (product, high.0) = mac(0, x[0], plus.r[i], high.0);
        (other, high.1) = mac(0, x[1], minus.r[i], high.1);
        (r[i], high.2) = sbb(product, other, high.2);
        // The signs differ, so these are added; they fit.
        let sum;
        (sum, low.0) = mac(0, x[0], plus.t[i], low.0);
        (t[i], low.1) = mac(sum, x[1], minus.t[i], low.1);
    }
    Step {
        r,
        t,
        t_negative: plus.t_negative,
    }
}

/// `a >> s`, its lowest word; `64 < s <= 192`.
#[inline(always)]
fn word(a: &[u64; 4], s: u32) -> u64 {
    let (i, s) = ((s / 64) as usize, s % 64);
    let above = if i < 3 { a[i + 1] } else { 0 };
    a[i] >> s | above << 1 << (63 - s)
}

fn bits(a: &[u64; 4]) -> u32 {
    let top = (0..4).rev().find(|&i| a[i] != 0);
    top.map_or(0, |i| 64 * i as u32 + 64 - a[i].leading_zeros())
}

/// `a 2^s mod 2^256`.
#[inline(always)]
fn shifted(a: &[u64; 4], mut s: u32) -> [u64; 4] {
    let mut a = *a;
    while s >= 64 {
        a = [0, a[0], a[1], a[2]];
        s -= 64;
    }
    let mut shifted = [a[0] << s; 4];
    for i in 1..4 {
        shifted[i] = a[i] << s | a[i - 1] >> 1 >> (63 - s);
    }
    shifted
}

/// `a + b`, which fits.
#[inline(always)]
fn plus(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let (mut sum, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        (sum[i], carry) = adc(a[i], b[i], carry);
    }
    sum
}

/// `a - b`, if that is not negative.
#[inline(always)]
fn minus(a: &[u64; 4], b: &[u64; 4]) -> Option<[u64; 4]> {
    let (mut difference, mut borrow) = ([0; 4], 0);
    for i in 0..4 {
        (difference[i], borrow) = sbb(a[i], b[i], borrow);
    }
    (borrow == 0).then_some(difference)
}

#[cfg(test)]
mod tests;
