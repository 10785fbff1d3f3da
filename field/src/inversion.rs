//! Modular inversion by safegcd, for any odd modulus.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (CHES 2019), in the half-delta variant
//! of Wuille: a division step maps `(zeta, f, g)`, `f` odd, to
//!
//! ```text
//!   (-zeta - 2, g, (g - f) / 2)       if zeta < 0 and g is odd
//!   (zeta - 1,  f, (g + (g mod 2) f) / 2)   otherwise,
//! ```
//!
//! starting from `zeta = -1` (`delta = 1/2`), `f = m`, `g = x`. After enough steps `g = 0` and `f = ±gcd(m, x)`. Steps are
//! done in batches on the lowest words alone; each batch gives a matrix, scaled by `2^62`, that is then applied to the
//! whole of `(f, g)`, and modulo `m` to `(d, e)`, for which `d x = f` and `e x = g` modulo `m` hold throughout, up to a power of 2.
//!
//! For `0 <= x <= m <= M`, `floor((45907 log2(M) + 26313) / 19929)` of these steps are enough: proved by Wuille
//! (github.com/sipa/safegcd-bounds, `genproofhd.md`, theorem 7), for this variant. For `M = 2^256` that is 591, and 590 are
//! enough by the convex hulls of all that can be reached (the same, `coq/hddivsteps`, checked by Coq). The hulls computed anew give
//! 590, 885 and 1201 steps for 256, 384 and 521 bits; the formula 591, 885 and 1201.
//!
//! Numbers are `N` signed limbs of 62 bits, little-endian, all but the top one in `[0, 2^62)`.

use crate::arch::{ct, divsteps};

const LIMB: u32 = 62;
const MASK: u64 = (1 << LIMB) - 1;
/// Division steps of one constant-time batch.
const STEPS: u32 = 3 * divsteps::STEPS;

/// A modulus of at most `62 N - 3` bits and more than `62 (N - 1)`, prepared for inversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inverter<const L: usize, const N: usize> {
    modulus: [i64; N],
    /// `1 / m mod 2^62`.
    inverse: u64,
    batches: usize,
}

/// `2^62` times the effect of a batch: `(f, g) -> (u f + v g, q f + r g) / 2^62`. `|u| + |v| <= 2^62`, `|q| + |r| <= 2^62`.
#[derive(Clone, Copy)]
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

impl<const L: usize, const N: usize> Inverter<L, N> {
    /// In the first batches `d` and `e` grow limb by limb to the size of the modulus, and nothing is reduced; so in their end
    /// `d x = 2^GROWTH f`, `e x = 2^GROWTH g`.
    const GROWING: usize = N - 1;
    /// The inverse comes multiplied by 2 to this power.
    pub(crate) const GROWTH: usize = LIMB as usize * Self::GROWING;

    pub(crate) const fn new(modulus: &[u64; L], bits: u32) -> Self {
        let limb = LIMB as usize;
        assert!(bits as usize + 3 <= limb * N && bits as usize > limb * Self::GROWING);
        assert!(modulus[0] & 1 == 1);
        let steps = if bits == 256 {
            590
        } else {
            (45907 * bits + 26313) / 19929
        };
        Self {
            modulus: from_words(modulus),
            inverse: crate::constant::k0(modulus[0]).wrapping_neg() & MASK,
            batches: steps.div_ceil(STEPS) as usize,
        }
    }

    /// `2^GROWTH / x mod m`, and 0 for 0, for `x < m`. Constant time.
    pub(crate) fn invert(&self, x: &[u64; L]) -> [u64; L] {
        let (mut d, mut e) = ([0; N], [0; N]);
        e[0] = 1;
        let (mut f, mut g) = (self.modulus, from_words(x));
        let (mut zeta, mut t) = (-1, Matrix::ONE);
        for i in 0..self.batches {
            (zeta, t) = batch(zeta, f[0] as u64, g[0] as u64);
            if i + 1 == self.batches {
                break;
            }
            update_fg(&mut f, &mut g, &t, N);
            self.update_de_at(i, &mut d, &mut e, &t);
        }
        // Of the last batch's results, only d and the lowest limb of f are used and so computed.
        self.update_de_at(self.batches - 1, &mut d, &mut e, &t);
        update_fg(&mut f, &mut g, &t, N);
        self.normalize(d, f[0])
    }

    /// [`Self::invert`], faster, in time that depends on `x`.
    pub(crate) fn invert_vartime(&self, x: &[u64; L]) -> [u64; L] {
        let (mut d, mut e) = ([0; N], [0; N]);
        e[0] = 1;
        let (mut f, mut g) = (self.modulus, from_words(x));
        let (mut eta, mut len) = (-1, N);
        let mut i = 0;
        while i < Self::GROWING || g[..len].iter().any(|&limb| limb != 0) {
            let t;
            (eta, t) = batch_vartime(eta, f[0] as u64, g[0] as u64);
            self.update_de_at(i, &mut d, &mut e, &t);
            update_fg(&mut f, &mut g, &t, len);
            // When the top limbs of both are only signs, move the sign down.
            let (fl, gl) = (f[len - 1], g[len - 1]);
            if len > 1 && matches!(fl, 0 | -1) && matches!(gl, 0 | -1) {
                len -= 1;
                f[len - 1] |= fl << LIMB;
                g[len - 1] |= gl << LIMB;
            }
            i += 1;
        }
        self.normalize(d, f[0])
    }

    /// The effect of the batch number `i` on `(d, e)`.
    #[inline(always)]
    fn update_de_at(&self, i: usize, d: &mut [i64; N], e: &mut [i64; N], t: &Matrix) {
        if i < Self::GROWING {
            grow(d, e, t, i + 1);
        } else {
            self.update_de(d, e, t);
        }
    }

    /// `(d, e) = t (d, e) / 2^62 mod m`, keeping both in `(-2 m, m)`.
    ///
    /// A negative operand first counts as itself plus `m`; then a multiple of `m` clears the lowest 62 bits.
    #[inline(always)]
    fn update_de(&self, d: &mut [i64; N], e: &mut [i64; N], t: &Matrix) {
        let m = &self.modulus;
        let (sd, se) = (d[N - 1] >> 63, e[N - 1] >> 63);
        let mut md = (t.u & sd) + (t.v & se);
        let mut me = (t.q & sd) + (t.r & se);
        let mut cd = mul(t.u, d[0]) + mul(t.v, e[0]);
        let mut ce = mul(t.q, d[0]) + mul(t.r, e[0]);
        md -= ((self.inverse.wrapping_mul(cd as u64).wrapping_add(md as u64)) & MASK) as i64;
        me -= ((self.inverse.wrapping_mul(ce as u64).wrapping_add(me as u64)) & MASK) as i64;
        cd += mul(m[0], md);
        ce += mul(m[0], me);
        debug_assert!(cd as u64 & MASK == 0 && ce as u64 & MASK == 0);
        cd >>= LIMB;
        ce >>= LIMB;
        for i in 1..N {
            // Each sum has three products below 2^62 2^62, and a carry: below 2^126.
            cd += mul(t.u, d[i]) + mul(t.v, e[i]) + mul(m[i], md);
            ce += mul(t.q, d[i]) + mul(t.r, e[i]) + mul(m[i], me);
            d[i - 1] = (cd as u64 & MASK) as i64;
            e[i - 1] = (ce as u64 & MASK) as i64;
            cd >>= LIMB;
            ce >>= LIMB;
        }
        d[N - 1] = cd as i64;
        e[N - 1] = ce as i64;
    }

    /// `d` from `(-2 m, m)`, times `f = ±1`, to `[0, m)`. If `x = 0` then `f` is `m` and `d` zero.
    fn normalize(&self, mut d: [i64; N], f: i64) -> [u64; L] {
        let add_if_negative = |d: &mut [i64; N]| {
            let negative = ct::mask((d[N - 1] as u64) >> 63) as i64;
            for (d, m) in d.iter_mut().zip(&self.modulus) {
                *d += m & negative;
            }
        };
        add_if_negative(&mut d); // (-m, m)
        let negate = ct::mask((f as u64) >> 1 & 1) as i64;
        for d in &mut d {
            *d = (*d ^ negate) - negate;
        }
        carry(&mut d);
        add_if_negative(&mut d); // [0, m)
        carry(&mut d);
        to_words(&d)
    }
}

#[inline(always)]
fn mul(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Limbs back to `[0, 2^62)`, the rest into the top one.
#[inline(always)]
fn carry<const N: usize>(d: &mut [i64; N]) {
    for i in 1..N {
        d[i] += d[i - 1] >> LIMB;
        d[i - 1] &= MASK as i64;
    }
}

/// `(d, e) = t (d, e)` from `len` limbs to one more. Sizes up to `2^(62 i)` grow to `2^(62 (i + 1))`, by the sums of the rows of `t`.
#[inline(always)]
fn grow<const N: usize>(d: &mut [i64; N], e: &mut [i64; N], t: &Matrix, len: usize) {
    let (mut cd, mut ce) = (0, 0);
    for i in 0..len {
        cd += mul(t.u, d[i]) + mul(t.v, e[i]);
        ce += mul(t.q, d[i]) + mul(t.r, e[i]);
        d[i] = (cd as u64 & MASK) as i64;
        e[i] = (ce as u64 & MASK) as i64;
        cd >>= LIMB;
        ce >>= LIMB;
    }
    d[len] = cd as i64;
    e[len] = ce as i64;
}

/// `(f, g) = t (f, g) / 2^62` on the lowest `len` limbs; the division is exact.
#[inline(always)]
fn update_fg<const N: usize>(f: &mut [i64; N], g: &mut [i64; N], t: &Matrix, len: usize) {
    let mut cf = mul(t.u, f[0]) + mul(t.v, g[0]);
    let mut cg = mul(t.q, f[0]) + mul(t.r, g[0]);
    debug_assert!(cf as u64 & MASK == 0 && cg as u64 & MASK == 0);
    cf >>= LIMB;
    cg >>= LIMB;
    for i in 1..len {
        cf += mul(t.u, f[i]) + mul(t.v, g[i]);
        cg += mul(t.q, f[i]) + mul(t.r, g[i]);
        f[i - 1] = (cf as u64 & MASK) as i64;
        g[i - 1] = (cg as u64 & MASK) as i64;
        cf >>= LIMB;
        cg >>= LIMB;
    }
    f[len - 1] = cf as i64;
    g[len - 1] = cg as i64;
}

impl Matrix {
    const ONE: Self = Self {
        u: 1,
        v: 0,
        q: 0,
        r: 1,
    };

    /// `(f, g)` times the matrix, modulo `2^64`.
    #[inline(always)]
    fn apply(&self, f: i64, g: i64) -> (i64, i64) {
        let row = |u: i64, v: i64| u.wrapping_mul(f).wrapping_add(v.wrapping_mul(g));
        (row(self.u, self.v), row(self.q, self.r))
    }

    #[inline(always)]
    fn times(&self, t: &Self) -> Self {
        let ((u, q), (v, r)) = (self.apply(t.u, t.q), self.apply(t.v, t.r));
        Self { u, v, q, r }
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        let Self { u, v, q, r } = self;
        Self {
            u: u << n,
            v: v << n,
            q: q << n,
            r: r << n,
        }
    }
}

/// [`STEPS`] division steps in constant time, from the lowest words: three times twenty on packed words.
#[inline(always)]
fn batch(mut zeta: i64, f: u64, g: u64) -> (i64, Matrix) {
    let (mut f, mut g) = (f as i64, g as i64);
    let mut total = Matrix::ONE;
    for _ in 0..3 {
        let t;
        (zeta, t) = twenty_steps(zeta, f, g);
        // Twenty bits of both have been used up; the rest is exact modulo what is left of 64.
        (f, g) = t.apply(f, g);
        (f, g) = (f >> divsteps::STEPS, g >> divsteps::STEPS);
        total = t.times(&total);
    }
    (zeta, total.shl(LIMB - STEPS))
}

/// A row of the matrix of twenty steps has entries in `(-2^20, 2^20]` (by induction over the steps, from `(1, 0)`, `(0, 1)`: a new
/// row is twice an old one, or the sum or difference of both with the subtracted one never `-2^i`), so with the minus sign of the
/// packing it fills signed fields of 21 bits; the lowest field is in `(-2^20, 2^20)`. The sizes of a row's two entries add up to no more
/// than `2^i` after `i` steps, so a packed word is never beyond `2^20 + 2^62`.
#[inline(always)]
fn twenty_steps(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    const LOW: i64 = (1 << divsteps::STEPS) - 1;
    let (zeta, f, g) =
        divsteps::divsteps(zeta, (f & LOW) - (1 << 41), (g & LOW).wrapping_sub(1 << 62));
    let ((u, v), (q, r)) = (unpack(f), unpack(g));
    (zeta, Matrix { u, v, q, r })
}

/// `(u, v)` from `f - u 2^21 - v 2^42`: each field is rounded to the nearest, which the ones below it do not reach.
#[inline(always)]
fn unpack(packed: i64) -> (i64, i64) {
    let x = packed + (1 << 20);
    (-((x << 22) >> 43), -((x + (1 << 41)) >> 42))
}

/// 62 division steps of the original variant, whose counter `eta = -delta` starts at -1 and asks for a swap when negative;
/// all zeros of `g` in one stride.
#[inline(always)]
fn batch_vartime(mut eta: i64, mut f: u64, mut g: u64) -> (i64, Matrix) {
    let (mut u, mut v, mut q, mut r) = (1u64, 0u64, 0u64, 1u64);
    let mut left = LIMB;
    loop {
        // All zeros of g at once, but no more than there are steps left.
        let zeros = (g | (u64::MAX << left)).trailing_zeros();
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        eta -= i64::from(zeros);
        left -= zeros;
        if left == 0 {
            break;
        }
        if eta < 0 {
            eta = -eta;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        // Add a multiple w f that clears as many low bits of g as the counter allows: w = -g/f mod 2^k, k <= 6.
        let limit = (eta + 1).min(i64::from(left)).min(6) as u32;
        // 1/f mod 2^6: f (2 - f^2) is right to 6 bits, since f^2 = 1 mod 8.
        let inverse = f.wrapping_mul(2u64.wrapping_sub(f.wrapping_mul(f)));
        let w = g.wrapping_mul(inverse).wrapping_neg() & ((1 << limit) - 1);
        g = g.wrapping_add(f.wrapping_mul(w));
        q = q.wrapping_add(u.wrapping_mul(w));
        r = r.wrapping_add(v.wrapping_mul(w));
    }
    (
        eta,
        Matrix {
            u: u as i64,
            v: v as i64,
            q: q as i64,
            r: r as i64,
        },
    )
}

/// Words of 64 bits to limbs of 62.
const fn from_words<const L: usize, const N: usize>(words: &[u64; L]) -> [i64; N] {
    let mut limbs = [0; N];
    let mut i = 0;
    while i < N {
        let (k, s) = (62 * i / 64, 62 * i % 64);
        let mut limb = if k < L { words[k] >> s } else { 0 };
        if s != 0 && k + 1 < L {
            limb |= words[k + 1] << (64 - s);
        }
        limbs[i] = (limb & MASK) as i64;
        i += 1;
    }
    limbs
}

/// The inverse of [`from_words`], for a number in `[0, 2^(64 L))`.
fn to_words<const L: usize, const N: usize>(limbs: &[i64; N]) -> [u64; L] {
    let mut words = [0; L];
    for (i, word) in words.iter_mut().enumerate() {
        let (k, s) = (64 * i / 62, 64 * i % 62);
        *word = (limbs[k] as u64) >> s;
        if k + 1 < N {
            *word |= (limbs[k + 1] as u64) << (62 - s);
        }
        if s > 60 && k + 2 < N {
            *word |= (limbs[k + 2] as u64) << (124 - s);
        }
    }
    words
}

#[cfg(test)]
mod tests;
