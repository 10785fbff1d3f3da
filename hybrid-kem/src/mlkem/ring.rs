//! Polynomials modulo q = 3329 and x^256 + 1 (FIPS 203 § 2.4.4, § 4.3), in 16-bit words that the compiler makes vectors of.
//!
//! A polynomial in the NTT domain lies transposed, coefficient `16 r + c` at place `16 c + r`: then the layers of the NTT that pair
//! coefficients 8, 4 and 2 apart work on whole rows too, and so do products.

/// The modulus.
pub(super) const Q: i16 = 3329;
/// `q Q_INVERSE = 1 mod 2^16`.
const Q_INVERSE: i16 = -3327;
/// `2^32 mod q`.
const R_SQUARED: i16 = 1353;

/// 256 coefficients, or values in the NTT domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Poly(pub(super) [i16; 256]);

/// The place of coefficient `n` in a polynomial that lies transposed.
#[inline(always)]
pub(super) const fn transposed(n: usize) -> usize {
    (n % 16) * 16 + n / 16
}

/// `a b / 2^16 mod q`, in `(-q, q)`, if `|a b| < 2^15 q` (Montgomery).
///
/// With `m = a b / q mod 2^16`, `a b - m q` is a multiple of `2^16`, and the high halves of both are subtracted.
#[inline(always)]
pub(super) const fn product(a: i16, b: i16) -> i16 {
    let m = a.wrapping_mul(b).wrapping_mul(Q_INVERSE);
    high_half(a, b).wrapping_sub(high_half(m, Q))
}

/// `floor(a b / 2^16)`.
#[inline(always)]
const fn high_half(a: i16, b: i16) -> i16 {
    ((a as i32 * b as i32) >> 16) as i16
}

/// `a mod q`, in `[-q/2, q/2]`, for any `a` (Barrett): 20159 is `2^26 / q`, rounded.
#[inline(always)]
pub(super) const fn reduce(a: i16) -> i16 {
    let quotient = ((a as i32 * 20159 + (1 << 25)) >> 26) as i16;
    // Of the quotients ±10 the product wraps, and so does the difference.
    a.wrapping_sub(quotient.wrapping_mul(Q))
}

/// `a mod q`, in `[0, q)`, for any `a`.
#[inline(always)]
pub(super) const fn canonical(a: i16) -> i16 {
    let a = reduce(a);
    a + ((a >> 15) & Q)
}

/// `base^exponent mod q`.
const fn power(base: u32, exponent: u32) -> u32 {
    let mut result = 1;
    let mut i = 0;
    while i < exponent {
        result = result * base % 3329;
        i += 1;
    }
    result
}

/// `x 2^16 mod q`, in `[-q/2, q/2]`.
const fn times_2_16(x: u32) -> i16 {
    reduce((x * (65536 % 3329) % 3329) as i16)
}

/// The lowest seven bits in the other order.
const fn reversed(i: usize) -> u32 {
    (i as u32).reverse_bits() >> 25
}

/// `zeta^BitRev7(k)` for zeta = 17, § 4.3, times 2^16.
const ZETAS: [i16; 128] = {
    let mut zetas = [0; 128];
    let mut k = 0;
    while k < 128 {
        zetas[k] = times_2_16(power(17, reversed(k)));
        k += 1;
    }
    zetas
};

type Row = [i16; 16];

/// The zetas of a layer in the transposed part, which has `N` blocks in each of the rows `r` there were: that of block `b` of row `r` is number
/// `first + sign (N r + b)`.
const fn zetas_of<const N: usize>(first: usize, forwards: bool) -> [Row; N] {
    let mut zetas = [[0; 16]; N];
    let mut i = 0;
    while i < 16 * N {
        zetas[i % N][i / N] = ZETAS[if forwards { first + i } else { first - i }];
        i += 1;
    }
    zetas
}

const ZETAS_8: [Row; 1] = zetas_of(16, true);
const ZETAS_4: [Row; 2] = zetas_of(32, true);
const ZETAS_2: [Row; 4] = zetas_of(64, true);
// Of the inverse: as `-1 / ZETAS[k]` is that of the mirrored block in the same layer.
const INVERSE_ZETAS_8: [Row; 1] = zetas_of(31, false);
const INVERSE_ZETAS_4: [Row; 2] = zetas_of(63, false);
const INVERSE_ZETAS_2: [Row; 4] = zetas_of(127, false);

/// `zeta^(2 BitRev7(i) + 1) 2^16` of pair `i = 8 r + k`, § 4.3.1, in `[k][r]`.
const GAMMAS: [Row; 8] = {
    let mut gammas = [[0; 16]; 8];
    let mut i = 0;
    while i < 128 {
        gammas[i % 8][i / 8] = times_2_16(power(17, 2 * reversed(i) + 1));
        i += 1;
    }
    gammas
};

#[inline(always)]
fn rows(values: &mut [i16; 256]) -> &mut [Row] {
    values.as_chunks_mut().0
}

#[inline(always)]
fn transpose(values: &[i16; 256]) -> [i16; 256] {
    let mut result = [0; 256];
    for r in 0..16 {
        for c in 0..16 {
            result[16 * c + r] = values[16 * r + c];
        }
    }
    result
}

/// `x + z y, x - z y` for rows `x, y`: each value grows by less than q, as `|y z| < 8 q q/2 < 2^15 q`.
#[inline(always)]
fn butterfly(rows: &mut [Row], x: usize, y: usize, zetas: &Row) {
    for i in 0..16 {
        let product = product(rows[y][i], zetas[i]);
        (rows[x][i], rows[y][i]) = (rows[x][i] + product, rows[x][i] - product);
    }
}

/// `x + y, z (y - x)`, in `[-q/2, q/2]` and `(-q, q)`: so sums and differences are below `2 q`, and `2 q q/2 < 2^15 q`.
#[inline(always)]
fn inverse_butterfly(rows: &mut [Row], x: usize, y: usize, zetas: &Row) {
    for i in 0..16 {
        let (a, b) = (rows[x][i], rows[y][i]);
        rows[x][i] = reduce(a + b);
        rows[y][i] = product(b - a, zetas[i]);
    }
}

/// All blocks of a layer: pairs of rows that are `distance` apart.
macro_rules! layer {
    ($butterfly:ident, $rows:expr, $distance:expr, |$block:ident| $zetas:expr) => {
        for $block in 0..8 / $distance {
            let zetas = $zetas;
            for i in 0..$distance {
                let x = 2 * $distance * $block + i;
                $butterfly($rows, x, x + $distance, &zetas);
            }
        }
    };
}

impl Poly {
    pub(super) const ZERO: Self = Self([0; 256]);

    /// The NTT of coefficients in `(-q, q)`, § 4.3: transposed, in `[-q/2, q/2]`. Seven layers: values stay below `8 q < 2^15`.
    #[inline(always)]
    pub(super) fn ntt(mut self) -> Self {
        let by_16 = rows(&mut self.0);
        layer!(butterfly, by_16, 8, |block| [ZETAS[1 + block]; 16]);
        layer!(butterfly, by_16, 4, |block| [ZETAS[2 + block]; 16]);
        layer!(butterfly, by_16, 2, |block| [ZETAS[4 + block]; 16]);
        layer!(butterfly, by_16, 1, |block| [ZETAS[8 + block]; 16]);
        let mut values = transpose(&self.0);
        let by_1 = rows(&mut values);
        layer!(butterfly, by_1, 8, |block| ZETAS_8[block]);
        layer!(butterfly, by_1, 4, |block| ZETAS_4[block]);
        layer!(butterfly, by_1, 2, |block| ZETAS_2[block]);
        Self(values).reduced()
    }

    /// The inverse, times 2^16, of values in `[-q/2, q/2]`: coefficients in `(-q, q)`.
    #[inline(always)]
    pub(super) fn inverse_ntt(mut self) -> Self {
        let by_1 = rows(&mut self.0);
        layer!(inverse_butterfly, by_1, 2, |block| INVERSE_ZETAS_2[block]);
        layer!(inverse_butterfly, by_1, 4, |block| INVERSE_ZETAS_4[block]);
        layer!(inverse_butterfly, by_1, 8, |block| INVERSE_ZETAS_8[block]);
        let mut values = transpose(&self.0);
        let by_16 = rows(&mut values);
        layer!(inverse_butterfly, by_16, 1, |block| [ZETAS[15 - block]; 16]);
        layer!(inverse_butterfly, by_16, 2, |block| [ZETAS[7 - block]; 16]);
        layer!(inverse_butterfly, by_16, 4, |block| [ZETAS[3 - block]; 16]);
        layer!(inverse_butterfly, by_16, 8, |block| [ZETAS[1 - block]; 16]);
        // 2^32 / 128: 3303 is 1/128.
        const SCALE: i16 = times_2_16(3303 * (65536 % 3329) % 3329);
        for value in &mut values {
            *value = product(*value, SCALE);
        }
        Self(values)
    }

    /// `self + a b / 2^16` in the NTT domain, § 4.3.1, for `a` in `[-q, q]` and `b` in `[-q/2, q/2]`. Adds less than `2 q`.
    #[inline(always)]
    pub(super) fn add_product(&mut self, a: &Self, b: &Self) {
        let (a, b, sum) = (
            a.0.as_chunks::<16>().0,
            b.0.as_chunks::<16>().0,
            rows(&mut self.0),
        );
        for k in 0..8 {
            for r in 0..16 {
                let (a0, a1) = (a[2 * k][r], a[2 * k + 1][r]);
                let (b0, b1) = (b[2 * k][r], b[2 * k + 1][r]);
                sum[2 * k][r] += product(product(a1, b1), GAMMAS[k][r]) + product(a0, b0);
                sum[2 * k + 1][r] += product(a0, b1) + product(a1, b0);
            }
        }
    }

    /// The sum of the products of `a` and `b`, over 2^16, in `[-q/2, q/2]`: of up to four, below `8 q` before they are reduced.
    #[inline(always)]
    pub(super) fn inner_product<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Self {
        let mut sum = Self::ZERO;
        for (a, b) in pairs {
            sum.add_product(a, b);
        }
        sum.reduced()
    }

    /// Each in `[-q/2, q/2]`.
    #[inline(always)]
    pub(super) fn reduced(mut self) -> Self {
        for value in &mut self.0 {
            *value = reduce(*value);
        }
        self
    }

    /// `2^16 self`, in `(-q, q)`.
    #[inline(always)]
    pub(super) fn times_2_16(mut self) -> Self {
        for value in &mut self.0 {
            *value = product(*value, R_SQUARED);
        }
        self
    }

    /// The sum, which must be in range.
    #[inline(always)]
    pub(super) fn plus(mut self, other: &Self) -> Self {
        for i in 0..256 {
            self.0[i] += other.0[i];
        }
        self
    }

    /// The difference, which must be in range.
    #[inline(always)]
    pub(super) fn minus(mut self, other: &Self) -> Self {
        for i in 0..256 {
            self.0[i] -= other.0[i];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_right_for_all_factors() {
        for a in i16::MIN..=i16::MAX {
            for b in [-3329, -1664, -1, 0, 1, 17, 1353, 1664, 3328, 3329] {
                let a = i32::from(a);
                if (a * b).abs() >= 3329 << 15 {
                    continue;
                }
                let result = i32::from(product(a as i16, b as i16));
                assert!(result.abs() < 3329, "{a} {b}");
                assert_eq!(
                    (i64::from(result) * 65536 - i64::from(a * b)) % 3329,
                    0,
                    "{a} {b}"
                );
            }
        }
    }

    #[test]
    fn reductions_are_right_for_all_words() {
        for a in i16::MIN..=i16::MAX {
            let (r, c) = (reduce(a), canonical(a));
            assert!((-1664..=1664).contains(&r) && (0..3329).contains(&c), "{a}");
            assert_eq!(i32::from(c), i32::from(a).rem_euclid(3329));
            assert_eq!((i32::from(a) - i32::from(r)) % 3329, 0);
        }
    }

    /// Schoolbook, modulo x^256 + 1.
    fn schoolbook(a: &Poly, b: &Poly) -> [i64; 256] {
        let mut result = [0i64; 256];
        for i in 0..256 {
            for j in 0..256 {
                let term = i64::from(a.0[i]) * i64::from(b.0[j]);
                result[(i + j) % 256] += if i + j < 256 { term } else { -term };
            }
        }
        result.map(|x| x.rem_euclid(3329))
    }

    #[test]
    fn products_by_the_ntt_are_those_of_the_schoolbook() {
        let mut state = 1u64;
        let mut next = |bound: i16| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % (2 * bound as u64 + 1)) as i16 - bound
        };
        // At the bounds everywhere, and random.
        let mut polys = vec![Poly([3328; 256]), Poly([-3328; 256]), Poly([0; 256])];
        let alternating = core::array::from_fn(|i| if i % 2 == 0 { 3328 } else { -3328 });
        polys.push(Poly(alternating));
        polys.extend((0..20).map(|_| Poly(core::array::from_fn(|_| next(3328)))));
        for a in &polys {
            for b in &polys[..6] {
                let product = Poly::inner_product([(&a.ntt(), &b.ntt())].into_iter());
                let got = product.inverse_ntt().0.map(|x| i64::from(canonical(x)));
                assert_eq!(got, schoolbook(a, b));
            }
        }
    }

    #[test]
    fn four_products_at_the_bounds_do_not_overflow() {
        // All values that products can be asked for; overflows would panic here.
        for a in [-3329, 3329] {
            for b in [-1664, 1664] {
                let (a, b) = (Poly([a; 256]), Poly([b; 256]));
                Poly::inner_product([(&a, &b); 4].into_iter()).inverse_ntt();
            }
        }
    }
}
