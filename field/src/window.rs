//! Recodings of scalars into digits.

use crate::arch::ct;

/// A digit that is odd: `(2 index + 1)`, negated if the mask `negative` is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OddDigit {
    pub(crate) index: u64,
    pub(crate) negative: u64,
}

/// Digits of an integer in `[0, 2^bits)` in windows of `w` bits.
#[inline(always)]
pub(crate) const fn count(bits: u32, w: u32) -> usize {
    bits.div_ceil(w) as usize
}

/// Digit `i` of the regular signed recoding of an odd `k < 2^(w n)`, for `n` windows of `w < 63` bits:
///
/// ```text
///   k = sum d[i] 2^(w i),  d[i] odd,  |d[i]| < 2^w,  d[n-1] > 0
/// ```
///
/// Joye and Tunstall, "Exponent recoding and regular exponentiation algorithms" (2009): with `k[0] = k`,
/// `d[i] = (k[i] mod 2^(w+1)) - 2^w` and `k[i+1] = (k[i] - d[i]) / 2^w`, which is `k >> (w (i+1))` with its lowest bit set;
/// the top digit is `k[n-1]` itself. So every digit comes from `w + 1` bits of `k` alone. Constant time in `k`.
#[inline(always)]
pub(crate) fn odd_digit(k: &[u64], w: u32, n: usize, i: usize) -> OddDigit {
    if i + 1 == n {
        let u = bits(k, w as usize * i, w) | 1;
        return OddDigit {
            index: u >> 1,
            negative: 0,
        };
    }
    odd_digit_at(k, w as usize * i, w)
}

/// The digit for the window of `w` bits from bit `i` on, if it is not the top one.
#[inline(always)]
pub(crate) fn odd_digit_at(k: &[u64], i: usize, w: u32) -> OddDigit {
    let u = bits(k, i, w + 1) | 1;
    // d = u - 2^w. For u >= 2^w, (|d| - 1) / 2 is half of the lower w bits; else of their complement, 2^w - 1 - u.
    let negative = ct::mask(1 ^ (u >> w));
    OddDigit {
        index: ((u ^ negative) & ((1 << w) - 1)) >> 1,
        negative,
    }
}

/// `n` bits of `k` from bit `i`, zero beyond its end; `n < 64`.
#[inline(always)]
pub(crate) fn bits(k: &[u64], i: usize, n: u32) -> u64 {
    let word = |j: usize| if j < k.len() { k[j] } else { 0 };
    let (j, s) = (i / 64, i % 64);
    let low = word(j) >> s;
    let high = if s == 0 { 0 } else { word(j + 1) << (64 - s) };
    (low | high) & ((1 << n) - 1)
}

/// The non-adjacent form of width `w` of a public integer: calls `each(position, digit)` from the lowest digit up, with odd
/// digits, `|digit| < 2^(w-1)`; all others are zero. At most `bits + 1` positions.
pub(crate) fn naf_vartime(k: &[u64], w: u32, mut each: impl FnMut(usize, i64)) {
    let end = 64 * k.len();
    let (mut i, mut carry) = (0, 0);
    while i <= end {
        // The number left is (k >> i) + carry. Its zeros go at once, with no branch that depends on their number; under a carry they
        // are ones of k.
        const STRIDE: u32 = 32;
        let zeros = (bits(k, i, STRIDE) + carry).trailing_zeros();
        if zeros >= STRIDE {
            i += STRIDE as usize;
            continue;
        }
        i += zeros as usize;
        if i > end {
            break;
        }
        let u = bits(k, i, w) + carry;
        carry = u >> (w - 1) & 1;
        each(i, u as i64 - (carry << w) as i64);
        i += w as usize;
    }
}

#[cfg(test)]
mod tests;
