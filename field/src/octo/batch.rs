//! Many points at once, eight to a vector.

use super::Octo;
use crate::{
    Element, Fe, Ifma, N256, P256, Prime,
    arch::x86_64::ifma::{Row, Rows, Task, Zmm},
    lanes::Sum,
    weierstrass::{AffinePoint, Jacobian, ProjectivePoint, Weierstrass},
    window,
};

/// Lanes of a vector.
const LANES: usize = 8;
/// Vectors of one step: for each a product is kept.
const ROWS: usize = 16;
/// What is normalized with one inversion.
pub(crate) const NORMALIZED: usize = LANES * ROWS;

/// Up to [`NORMALIZED`] points to affine coordinates, by Montgomery's trick in each lane and once more over the lanes.
pub(crate) struct Normalize<'a, C: Weierstrass<Base = P256>> {
    pub(crate) points: &'a [ProjectivePoint<C>],
    pub(crate) affine: &'a mut [AffinePoint<C>],
    /// `1/x`.
    pub(crate) invert: fn(&[u64; 4]) -> [u64; 4],
}

impl<C: Weierstrass<Base = P256>> Task for Normalize<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, cpu: Ifma) {
        let one = Octo::load(cpu, &[P256::ONE; LANES]);
        let mut zs = [one; ROWS];
        let mut products = [one; ROWS];
        let mut product = one;
        for (i, points) in self.points.chunks(LANES).enumerate() {
            zs[i] = Octo::load(cpu, &lanes(points, P256::ONE, |p| p.nonzero_z().words));
            products[i] = product;
            product = product * zs[i];
        }
        let inverses = invert_all(cpu, &product.store(), self.invert);
        let mut inverse = Octo::load(cpu, &inverses);
        let rows = self.points.chunks(LANES).zip(self.affine.chunks_mut(LANES));
        for (i, (points, affine)) in rows.enumerate().rev() {
            let z = inverse * products[i];
            inverse = inverse * zs[i];
            let x = Octo::load(cpu, &lanes(points, P256::ONE, |p| p.x.words)) * z;
            let y = Octo::load(cpu, &lanes(points, P256::ONE, |p| p.y.words)) * z;
            let (x, y) = (x.store(), y.store());
            for (j, (p, a)) in points.iter().zip(affine).enumerate() {
                *a = p.affine(Fe::new(x[j]), Fe::new(y[j]));
            }
        }
    }
}

/// A value of each item, in lanes; `rest` in the lanes that are left.
#[inline(always)]
fn lanes<T, V: Copy>(items: &[T], rest: V, value: impl Fn(&T) -> V) -> [V; LANES] {
    let mut lanes = [rest; LANES];
    for (lane, item) in lanes.iter_mut().zip(items) {
        *lane = value(item);
    }
    lanes
}

/// The inverses of eight elements other than zero, with one inversion.
#[inline(always)]
fn invert_all(
    cpu: Ifma,
    x: &[[u64; 4]; LANES],
    invert: fn(&[u64; 4]) -> [u64; 4],
) -> [[u64; 4]; LANES] {
    let element = |words: [u64; 4]| Fe::<P256>::new(words).on(cpu.adx());
    let mut inverses = *x;
    let mut product = element(P256::ONE);
    for (inverse, x) in inverses.iter_mut().zip(x) {
        *inverse = product.words;
        product *= element(*x);
    }
    let mut rest = element(invert(&product.words));
    for (inverse, x) in inverses.iter_mut().zip(x).rev() {
        *inverse = (rest * element(*inverse)).words;
        rest *= element(*x);
    }
    inverses
}

/// Bits of a window of [`LinearCombination`].
const WINDOW: u32 = 4;
/// Signed digits of a scalar below `2^256`: the last one is the carry of the one before.
const DIGITS: usize = 256 / WINDOW as usize + 1;
/// Vectors of terms that share one chain of doublings.
const TERM_ROWS: usize = 4;
/// Terms that share one chain of doublings.
pub(crate) const TERMS: usize = LANES * TERM_ROWS;

/// `sum k P` for up to [`TERMS`] terms, in variable time: a sum for each lane. `None` if one of them is the identity, or if an
/// addition met equal or opposite points: then `Z` is zero from there on.
pub(crate) struct LinearCombination<'a, C: Weierstrass<Base = P256, Order = N256>> {
    pub(crate) terms: &'a [(ProjectivePoint<C>, Fe<N256>)],
}

impl<C: Weierstrass<Base = P256, Order = N256>> Task for LinearCombination<'_, C> {
    type Output = Option<ProjectivePoint<C>>;

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let mut tables = [[[[0; 8]; 15]; 1 << (WINDOW - 1)]; TERM_ROWS];
        let mut digits = [[[0i8; LANES]; DIGITS]; TERM_ROWS];
        for (i, terms) in self.terms.chunks(LANES).enumerate() {
            let lane = |f: fn(&ProjectivePoint<C>) -> [u64; 4]| {
                Octo::load(cpu, &lanes(terms, P256::ONE, |(p, _)| f(p)))
            };
            let (x, y, z) = (
                lane(|p| p.x.words),
                lane(|p| p.y.words),
                lane(|p| p.z.words),
            );
            tables[i] = multiples(Jacobian {
                X: x * z,
                Y: y * z.square(),
                Z: z,
            });
            for (j, (p, k)) in terms.iter().enumerate() {
                if p.z.words != [0; 4] {
                    recode(&k.to_integer(), |position, digit| {
                        digits[i][position][j] = digit;
                    });
                }
            }
        }

        let mut sum = Jacobian {
            X: Octo::zero(cpu),
            Y: Octo::zero(cpu),
            Z: Octo::zero(cpu),
        };
        // The lanes that have a sum yet.
        let mut begun = 0u8;
        for position in (0..DIGITS).rev() {
            for _ in 0..WINDOW {
                sum.double_in_place();
            }
            for (table, digits) in tables.iter().zip(&digits) {
                let digits = &digits[position];
                let those = |wanted: fn(i8) -> bool| {
                    let bits = digits.iter().enumerate();
                    bits.fold(0, |mask, (i, d)| mask | u8::from(wanted(*d)) << i)
                };
                let (some, negative) = (those(|d| d != 0), those(|d| d < 0));
                if some == 0 {
                    continue;
                }
                let index = digits.map(|d| u64::from(d.unsigned_abs()).wrapping_sub(1));
                let mut q = point(Rows(table).select(Zmm::load(cpu, &index)));
                q.Y = q.Y.select_lanes(negative, -q.Y);
                let mut next = sum;
                next.add_distinct_in_place(&q);
                sum = select_lanes(sum, some & begun, next);
                sum = select_lanes(sum, some & !begun, q);
                begun |= some;
            }
        }

        let (x, y) = ((sum.X * sum.Z).store(), sum.Y.store());
        let z = (sum.Z.square() * sum.Z).store();
        let mut total = ProjectivePoint::IDENTITY;
        for i in 0..LANES {
            if begun >> i & 1 == 1 {
                if z[i] == [0; 4] {
                    return None;
                }
                total = total.add(&ProjectivePoint::new([x[i], y[i], z[i]].map(Fe::new)));
            }
        }
        Some(total)
    }
}

/// Signed digits, `k = sum d[i] 2^(4 i)` with `-8 <= d[i] < 8`: calls `each(i, d[i])` for those that are not zero.
#[inline(always)]
fn recode(k: &[u64; 4], mut each: impl FnMut(usize, i8)) {
    let mut carry = 0;
    for i in 0..DIGITS {
        let digit = (window::bits(k, i * WINDOW as usize, WINDOW) + carry) as i8;
        carry = u64::from(digit >= 8);
        let digit = digit - (carry << WINDOW) as i8;
        if digit != 0 {
            each(i, digit);
        }
    }
}

/// `P, 2 P, ..., 8 P`.
#[inline(always)]
fn multiples(p: Jacobian<Octo<Zmm>>) -> [Row<15>; 8] {
    let mut multiples = [p; 8];
    for i in 1..8 {
        multiples[i] = if i % 2 == 1 {
            multiples[i / 2].double()
        } else {
            multiples[i - 1].add_distinct(p)
        };
    }
    let mut rows = [[[0; 8]; 15]; 8];
    for (row, Jacobian { X, Y, Z }) in rows.iter_mut().zip(multiples) {
        for (limbs, coordinate) in row.chunks_mut(5).zip([X, Y, Z]) {
            for (words, limb) in limbs.iter_mut().zip(coordinate.0.0) {
                *words = limb.store();
            }
        }
    }
    rows
}

/// The point of a row.
#[inline(always)]
fn point(row: [Zmm; 15]) -> Jacobian<Octo<Zmm>> {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = row;
    Jacobian {
        X: Octo(Sum([a, b, c, d, e])),
        Y: Octo(Sum([f, g, h, i, j])),
        Z: Octo(Sum([k, l, m, n, o])),
    }
}

impl Octo<Zmm> {
    #[inline(always)]
    fn zero(cpu: Ifma) -> Self {
        Self(Sum::zero(cpu))
    }

    #[inline(always)]
    fn select_lanes(self, mask: u8, other: Self) -> Self {
        Self(self.0.select(mask, other.0))
    }
}

/// `q` in the lanes of the mask, `p` elsewhere.
#[inline(always)]
fn select_lanes(p: Jacobian<Octo<Zmm>>, mask: u8, q: Jacobian<Octo<Zmm>>) -> Jacobian<Octo<Zmm>> {
    Jacobian {
        X: p.X.select_lanes(mask, q.X),
        Y: p.Y.select_lanes(mask, q.Y),
        Z: p.Z.select_lanes(mask, q.Z),
    }
}

#[cfg(test)]
mod tests;
