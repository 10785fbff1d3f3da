//! Limbs with room for sums: what kernels in them are written over, and what they share.

/// What the kernels ask of a limb, so that they run at `u64` and, in a proof, at a symbolic one. All results are exact.
///
/// For the last five operations a limb is signed, in two's complement.
pub(crate) trait Limb: Copy {
    /// Twice as wide.
    type Wide: Copy;
    /// `a b`.
    fn mul(a: Self, b: Self) -> Self::Wide;
    /// `a + b`.
    fn sum(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// `a - b`, when the caller knows that it is not negative.
    fn difference(a: Self::Wide, b: Self) -> Self::Wide;
    /// `a = high 2^n + low` as (high, low), for `n < 64`.
    fn split(a: Self::Wide, n: u32) -> (Self::Wide, Self);
    /// `a 2^n`.
    fn shl(a: Self, n: u32) -> Self::Wide;
    /// `2 a`, which fits.
    fn twice(a: Self) -> Self;
    /// `a`, which fits.
    fn narrow(a: Self::Wide) -> Self;
    /// The constant `x`.
    fn constant(x: u64) -> Self;
    /// `a + b`, which fits.
    fn plus(a: Self, b: Self) -> Self;
    /// `a - b`, which fits.
    fn minus(a: Self, b: Self) -> Self;
    /// `a = high 2^n + low` as (high, low), with `0 <= low < 2^n`.
    fn split_at(a: Self, n: u32) -> (Self, Self);
    /// `a 2^n`, which fits.
    fn times_power(a: Self, n: u32) -> Self;
    /// `if bit = 1 { p } else { 0 }`, limb by limb.
    fn times_bit<const N: usize>(p: [u64; N], bit: Self) -> [Self; N];
}

impl Limb for u64 {
    type Wide = u128;
    #[inline(always)]
    fn mul(a: u64, b: u64) -> u128 {
        u128::from(a) * u128::from(b)
    }
    #[inline(always)]
    fn sum(a: u128, b: u128) -> u128 {
        a + b
    }
    #[inline(always)]
    fn difference(a: u128, b: u64) -> u128 {
        a - u128::from(b)
    }
    #[inline(always)]
    fn split(a: u128, n: u32) -> (u128, u64) {
        (a >> n, a as u64 & ((1 << n) - 1))
    }
    #[inline(always)]
    fn shl(a: u64, n: u32) -> u128 {
        u128::from(a) << n
    }
    #[inline(always)]
    fn twice(a: u64) -> u64 {
        2 * a
    }
    #[inline(always)]
    fn narrow(a: u128) -> u64 {
        debug_assert!(a >> 64 == 0);
        a as u64
    }
    #[inline(always)]
    fn constant(x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn plus(a: u64, b: u64) -> u64 {
        debug_assert!((a as i64).checked_add(b as i64).is_some());
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn minus(a: u64, b: u64) -> u64 {
        debug_assert!((a as i64).checked_sub(b as i64).is_some());
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn split_at(a: u64, n: u32) -> (u64, u64) {
        (((a as i64) >> n) as u64, a & ((1 << n) - 1))
    }
    #[inline(always)]
    fn times_power(a: u64, n: u32) -> u64 {
        debug_assert!((a as i64) << n >> n == a as i64);
        a << n
    }
    #[inline(always)]
    fn times_bit<const N: usize>(p: [u64; N], bit: u64) -> [u64; N] {
        let mask = super::ct::mask(bit);
        p.map(|p| p & mask)
    }
}

/// `a + b`.
#[inline(always)]
pub(crate) fn add<L: Limb, const N: usize>(a: &[L; N], b: &[L; N]) -> [L; N] {
    core::array::from_fn(|i| L::plus(a[i], b[i]))
}

/// `a - b`, as `a + multiple - b`: no limb of `b` may be above the one of the multiple of `p`.
#[inline(always)]
pub(crate) fn sub<L: Limb, const N: usize>(a: &[L; N], b: &[L; N], multiple: &[u64; N]) -> [L; N] {
    core::array::from_fn(|i| L::minus(L::plus(a[i], L::constant(multiple[i])), b[i]))
}

/// Limbs to `[0, 2^bits)`, the rest into the top one; limbs are signed, the value is not negative.
#[inline(always)]
pub(crate) fn carry<L: Limb, const N: usize>(mut r: [L; N], bits: u32) -> [L; N] {
    for i in 0..N - 1 {
        let high;
        (high, r[i]) = L::split_at(r[i], bits);
        r[i + 1] = L::plus(r[i + 1], high);
    }
    r
}

/// All ones if the limbs are those of 0 or of `p`, else zero.
#[inline(always)]
pub(crate) fn is_zero_or<const N: usize>(t: &[u64; N], p: &[u64; N]) -> u64 {
    use super::ct;
    let zero = t.iter().fold(0, |acc, l| acc | l);
    let p = t.iter().zip(p).fold(0, |acc, (l, p)| acc | (l ^ p));
    ct::mask(ct::is_zero(zero) | ct::is_zero(p))
}

/// Words to limbs of `bits` bits.
#[inline(always)]
pub(crate) const fn limbs<const W: usize, const N: usize>(w: &[u64; W], bits: usize) -> [u64; N] {
    let mut r = [0; N];
    let mut i = 0;
    while i < N {
        let (k, s) = (bits * i / 64, bits * i % 64);
        r[i] = w[k] >> s;
        if s > 64 - bits && k + 1 < W {
            r[i] |= w[k + 1] << (64 - s);
        }
        r[i] &= (1 << bits) - 1;
        i += 1;
    }
    r
}

/// The inverse of [`limbs`], for limbs below `2^bits`.
#[inline(always)]
pub(crate) fn words<const W: usize, const N: usize>(a: &[u64; N], bits: usize) -> [u64; W] {
    let mut r = [0; W];
    for (i, limb) in a.iter().enumerate() {
        let (k, s) = (bits * i / 64, bits * i % 64);
        r[k] |= limb << s;
        if s > 64 - bits && k + 1 < W {
            r[k + 1] |= limb >> (64 - s);
        }
    }
    r
}

#[cfg(test)]
pub(crate) mod tests;
