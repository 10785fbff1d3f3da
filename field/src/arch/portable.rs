//! The portable kernels, written once over [`Word`]: at `u64` on 64-bit targets, at `u32` on 32-bit targets, and at a
//! symbolic word in the tests that prove them for all inputs.
//!
//! A modulus `m` is odd and below `R = 2^(w N)`, with `w` the word size. Two value classes are used: *reduced* is below `m`,
//! *loose* is any pattern, below `R`.

use super::ct;
use elliptic_curve::bigint;

/// What the kernels ask of a word of `BITS` bits. All results are exact: nothing is dropped.
pub(crate) trait Word: Copy {
    const BITS: u32;
    const ZERO: Self;
    /// A small constant.
    fn small(x: u8) -> Self;
    /// `a + b c + d` as (low, high).
    fn mac(a: Self, b: Self, c: Self, d: Self) -> (Self, Self);
    /// `a + b + carry` as (word, carry), for `carry <= 1`.
    fn adc(a: Self, b: Self, carry: Self) -> (Self, Self);
    /// `a - b - borrow` as (word, borrow), for `borrow <= 1`.
    fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self);
    /// `a b mod 2^BITS`.
    fn mul_low(a: Self, b: Self) -> Self;
    /// `a = high 2^n + low` as (high, low), for `0 < n < BITS`.
    fn split(self, n: u32) -> (Self, Self);
    /// `a 2^n`, when the caller knows that it fits.
    fn shl(self, n: u32) -> Self;
    /// `a + b`, when the caller knows that it fits.
    fn plus(a: Self, b: Self) -> Self;
    /// `r`, which is `(t + q m) / 2^BITS`. A proof takes that in place of the carries that left the words of `r`, after it
    /// has shown that it fits them.
    #[inline(always)]
    fn quotient<const N: usize>(
        r: [Self; N],
        _t: &[Self; N],
        _q: Self,
        _m: &[Self; N],
    ) -> [Self; N] {
        r
    }
    /// `if bit = 1 { m } else { 0 }`, word by word: the only operation on a secret condition.
    fn times_bit<const N: usize>(m: [Self; N], bit: Self) -> [Self; N];
}

macro_rules! word {
    ($w:ty, $wide:ty) => {
        impl Word for $w {
            const BITS: u32 = <$w>::BITS;
            const ZERO: Self = 0;
            #[inline(always)]
            fn small(x: u8) -> Self {
                x.into()
            }
            #[inline(always)]
            fn mac(a: Self, b: Self, c: Self, d: Self) -> (Self, Self) {
                // 2 (2^w - 1) + (2^w - 1)^2 = 2^(2w) - 1.
                let t = <$wide>::from(a) + <$wide>::from(b) * <$wide>::from(c) + <$wide>::from(d);
                (t as $w, (t >> <$w>::BITS) as $w)
            }
            #[inline(always)]
            fn adc(a: Self, b: Self, carry: Self) -> (Self, Self) {
                let t = <$wide>::from(a) + <$wide>::from(b) + <$wide>::from(carry);
                (t as $w, (t >> <$w>::BITS) as $w)
            }
            #[inline(always)]
            fn sbb(a: Self, b: Self, borrow: Self) -> (Self, Self) {
                let t = <$wide>::from(a).wrapping_sub(<$wide>::from(b) + <$wide>::from(borrow));
                (t as $w, (t >> (2 * <$w>::BITS - 1)) as $w)
            }
            #[inline(always)]
            fn mul_low(a: Self, b: Self) -> Self {
                a.wrapping_mul(b)
            }
            #[inline(always)]
            fn split(self, n: u32) -> (Self, Self) {
                (self >> n, self & ((1 << n) - 1))
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                debug_assert!((self << n) >> n == self);
                self << n
            }
            #[inline(always)]
            fn plus(a: Self, b: Self) -> Self {
                debug_assert!(a.checked_add(b).is_some());
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn times_bit<const N: usize>(m: [Self; N], bit: Self) -> [Self; N] {
                let mask = ct::mask(u64::from(bit)) as $w;
                m.map(|m| m & mask)
            }
        }
    };
}
word!(u64, u128);
word!(u32, u64);

/// `a + b` as (words, carry).
#[inline(always)]
fn add_words<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], W) {
    let mut r = [W::ZERO; N];
    let mut carry = W::ZERO;
    for i in 0..N {
        (r[i], carry) = W::adc(a[i], b[i], carry);
    }
    (r, carry)
}

/// `a - b` as (words, borrow).
#[inline(always)]
fn sub_words<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], W) {
    let mut r = [W::ZERO; N];
    let mut borrow = W::ZERO;
    for i in 0..N {
        (r[i], borrow) = W::sbb(a[i], b[i], borrow);
    }
    (r, borrow)
}

/// `(top, t) < 2 m` to *reduced*: subtract `m`, and add it back if that borrowed.
#[inline(always)]
fn subtract_once<W: Word, const N: usize>(top: W, t: &[W; N], m: &[W; N]) -> [W; N] {
    let (r, borrow) = sub_words(t, m);
    let (_, borrow) = W::sbb(top, W::ZERO, borrow);
    add_words(&r, &W::times_bit(*m, borrow)).0
}

/// `a + b mod m`, *reduced* from *reduced*: `a + b < 2 m`.
#[inline(always)]
pub(crate) fn add<W: Word, const N: usize>(a: &[W; N], b: &[W; N], m: &[W; N]) -> [W; N] {
    let (t, carry) = add_words(a, b);
    subtract_once(carry, &t, m)
}

/// `a - b mod m` for a *reduced* `b`; *reduced* if `a` is *reduced*, *loose* if `a` is *loose*:
/// with a borrow `0 < a - b + m < m` (the lower bound from `b < m`), without one the difference is at most `a`.
#[inline(always)]
pub(crate) fn sub<W: Word, const N: usize>(a: &[W; N], b: &[W; N], m: &[W; N]) -> [W; N] {
    let (t, borrow) = sub_words(a, b);
    add_words(&t, &W::times_bit(*m, borrow)).0
}

/// `a / 2 mod m`, *reduced* from *reduced*: `(a + m) / 2 < m`.
#[inline(always)]
pub(crate) fn halve<W: Word, const N: usize>(a: &[W; N], m: &[W; N]) -> [W; N] {
    let (_, odd) = a[0].split(1);
    let (t, carry) = add_words(a, &W::times_bit(*m, odd));
    let mut r = [W::ZERO; N];
    for i in 0..N {
        let above = if i + 1 < N {
            t[i + 1].split(1).1
        } else {
            carry
        };
        r[i] = W::plus(t[i].split(1).0, above.shl(W::BITS - 1));
    }
    r
}

/// The body for each constant `i` below `n <= 18`: unrolled in the source, as the compiler does not unroll loops of this length.
macro_rules! unrolled {
    ($i:ident < $n:expr, $body:block) => {
        unrolled!(@ $i, $n, $body: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)
    };
    (@ $i:ident, $n:expr, $body:block: $($k:literal)*) => {
        $(if $k < $n {
            #[allow(non_upper_case_globals, reason = "written as a variable")]
            const $i: usize = $k;
            $body
        })*
    };
}

pub(crate) use unrolled;

/// `a b` as (low half, high half), operand scanning.
#[inline(always)]
fn product<W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> ([W; N], [W; N]) {
    let mut t = [[W::ZERO; N]; 2];
    unrolled!(i < N, {
        let mut carry = W::ZERO;
        for j in 0..N {
            let k = i + j;
            (t[k / N][k % N], carry) = W::mac(t[k / N][k % N], a[j], b[i], carry);
        }
        t[1][i] = carry;
    });
    (t[0], t[1])
}

/// `a^2` as (low half, high half): the `N (N - 1) / 2` products above the diagonal, doubled, and the squares.
#[inline(always)]
fn square_wide<W: Word, const N: usize>(a: &[W; N]) -> ([W; N], [W; N]) {
    let mut t = [[W::ZERO; N]; 2];
    unrolled!(i < N, {
        let mut carry = W::ZERO;
        for j in i + 1..N {
            let k = i + j;
            (t[k / N][k % N], carry) = W::mac(t[k / N][k % N], a[i], a[j], carry);
        }
        if i + 1 < N {
            t[1][i] = carry;
        }
    });
    let (mut carry, mut shifted) = (W::ZERO, W::ZERO);
    unrolled!(i < N, {
        // Two words a step: 2 t + a[i]^2, with the bit that the doubling shifted out of the word below.
        let (low, high) = W::mac(W::ZERO, a[i], a[i], W::ZERO);
        for (k, square) in [(2 * i, low), (2 * i + 1, high)] {
            let (top, rest) = t[k / N][k % N].split(W::BITS - 1);
            let doubled = W::plus(rest.shl(1), shifted);
            shifted = top;
            (t[k / N][k % N], carry) = W::adc(doubled, square, carry);
        }
    });
    (t[0], t[1])
}

/// `(high, low) / R mod m`, *reduced*, for `(high, low) < R m`; `k0 = -1/m mod 2^w`.
///
/// `N` steps, each clears the lowest word by adding `q m`: `low` becomes at most `m`. As `high < m`, the sum of both is below
/// `2 m`, and one subtraction of `m` leaves it below `m`. (Two *loose* factors would give a *loose* result only.)
#[inline(always)]
fn reduce<W: Word, const N: usize>(low: [W; N], high: &[W; N], m: &[W; N], k0: W) -> [W; N] {
    let mut t = low;
    for _ in 0..N {
        let q = W::mul_low(t[0], k0);
        let (_, mut carry) = W::mac(t[0], q, m[0], W::ZERO);
        for j in 1..N {
            (t[j - 1], carry) = W::mac(t[j], q, m[j], carry);
        }
        t[N - 1] = carry;
    }
    let (t, carry) = add_words(&t, high);
    subtract_once(carry, &t, m)
}

/// `a b / R mod m`, *reduced*, for `a b < R m`: if one operand is *reduced* the other may be *loose*.
#[inline(always)]
pub(crate) fn mul<W: Word, const N: usize>(a: &[W; N], b: &[W; N], m: &[W; N], k0: W) -> [W; N] {
    let (low, high) = product(a, b);
    reduce(low, &high, m, k0)
}

/// `a^2 / R mod m`, *reduced*, for `a^2 < R m`, so for a *reduced* operand.
#[inline(always)]
pub(crate) fn square<W: Word, const N: usize>(a: &[W; N], m: &[W; N], k0: W) -> [W; N] {
    let (low, high) = square_wide(a);
    reduce(low, &high, m, k0)
}

pub(crate) mod p25519;
pub(crate) mod p384;
pub(crate) mod p521;

/// The prime of P-256 in 64-bit words: `k0 = 1`, so the lowest word is the quotient digit itself.
pub(crate) mod p256 {
    use super::{Word, add_words, product, square_wide, subtract_once};

    /// [`super::reduce`] for `p = 2^256 - 2^224 + 2^192 + 2^96 - 1` and words of 64 bits:
    ///
    /// ```text
    ///   t + q p = t - q + q 2^96 + q (2^64 - 2^32 + 1) 2^192,  q = t[0]
    ///
    ///      t[3]     t[2]     t[1]     t[0]
    ///              q >> 32  q << 32    -q      q 2^96, and the lowest word vanishes
    ///   +  q (2^64 - 2^32 + 1)                 one product, two words, at 2^192
    /// ```
    #[inline(always)]
    fn reduce<W: Word>(low: [W; 4], high: &[W; 4], m: &[W; 4]) -> [W; 4] {
        let [mut t0, mut t1, mut t2, mut t3] = low;
        for _ in 0..4 {
            let q = t0;
            let (q_high, q_low) = q.split(32);
            let carry;
            (t0, carry) = W::adc(t1, q_low.shl(32), W::ZERO);
            let (w2, carry) = W::adc(t2, q_high, carry);
            t1 = w2;
            (t2, t3) = W::mac(t3, q, m[3], carry);
        }
        let (t, carry) = add_words(&[t0, t1, t2, t3], high);
        subtract_once(carry, &t, m)
    }

    /// `a b / 2^256 mod p`, *reduced*, for `a b < 2^256 p`.
    #[inline(always)]
    pub(crate) fn mul<W: Word>(a: &[W; 4], b: &[W; 4], m: &[W; 4]) -> [W; 4] {
        let (low, high) = product(a, b);
        reduce(low, &high, m)
    }

    /// `a^2 / 2^256 mod p`, *reduced*, for `a^2 < 2^256 p`.
    #[inline(always)]
    pub(crate) fn square<W: Word>(a: &[W; 4], m: &[W; 4]) -> [W; 4] {
        let (low, high) = square_wide(a);
        reduce(low, &high, m)
    }
}

/// `crypto-bigint`'s words in one of 64 bits. Their size is not the target's: `cpubits` takes 64 bits on ARMv7 and wasm32 too.
const PER_WORD: usize = 64 / bigint::Word::BITS as usize;

/// `crypto-bigint`'s words to 64-bit words.
#[inline(always)]
#[allow(clippy::useless_conversion, reason = "not where words have 32 bits")]
pub(crate) fn from_words<const L: usize, const N: usize>(a: &[bigint::Word; L]) -> [u64; N] {
    core::array::from_fn(|i| {
        // The last one may be cut short, as of 544 bits.
        let words = a.iter().skip(PER_WORD * i).take(PER_WORD).enumerate();
        words.fold(0, |w, (k, &x)| {
            w | u64::from(x) << (bigint::Word::BITS as usize * k)
        })
    })
}

/// The inverse of [`from_words`].
#[inline(always)]
#[allow(clippy::modulo_one, reason = "not where words have 32 bits")]
pub(crate) const fn to_words<const L: usize, const N: usize>(a: &[u64; N]) -> [bigint::Word; L] {
    let mut words = [0; L];
    let mut i = 0;
    while i < L {
        words[i] =
            (a[i / PER_WORD] >> (bigint::Word::BITS as usize * (i % PER_WORD))) as bigint::Word;
        i += 1;
    }
    words
}

/// The kernels at `u32`, for 32-bit targets.
#[cfg(any(test, not(target_pointer_width = "64")))]
pub(crate) mod at_u32 {
    /// The 32-bit words of 64-bit words.
    #[inline(always)]
    pub(crate) fn halves<const N: usize, const W: usize>(a: &[u64; N]) -> [u32; W] {
        core::array::from_fn(|i| (a[i / 2] >> (32 * (i % 2))) as u32)
    }

    /// The inverse of [`halves`].
    #[inline(always)]
    pub(crate) fn joined<const N: usize, const W: usize>(a: &[u32; W]) -> [u64; N] {
        core::array::from_fn(|i| u64::from(a[2 * i]) | u64::from(a[2 * i + 1]) << 32)
    }

    /// [`super::mul`] in 32-bit words; `W = 2 N`.
    pub(crate) fn mul<const N: usize, const W: usize>(
        a: &[u64; N],
        b: &[u64; N],
        m: &[u64; N],
        k0: u64,
    ) -> [u64; N] {
        joined(&super::mul::<u32, W>(
            &halves(a),
            &halves(b),
            &halves(m),
            k0 as u32,
        ))
    }

    /// [`super::square`] in 32-bit words; `W = 2 N`.
    pub(crate) fn square<const N: usize, const W: usize>(
        a: &[u64; N],
        m: &[u64; N],
        k0: u64,
    ) -> [u64; N] {
        joined(&super::square::<u32, W>(&halves(a), &halves(m), k0 as u32))
    }

    /// [`super::p25519`] in 32-bit words.
    pub(crate) mod p25519 {
        use super::{super::p25519, halves, joined};

        /// See [`p25519::mul`].
        pub(crate) fn mul(a: &[u64; 4], b: &[u64; 4], m: &[u64; 4]) -> [u64; 4] {
            joined(&p25519::mul::<u32, 8>(&halves(a), &halves(b), &halves(m)))
        }

        /// See [`p25519::square`].
        pub(crate) fn square(a: &[u64; 4], m: &[u64; 4]) -> [u64; 4] {
            joined(&p25519::square::<u32, 8>(&halves(a), &halves(m)))
        }
    }
}

#[cfg(test)]
mod tests;
