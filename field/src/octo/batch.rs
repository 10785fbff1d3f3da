//! Many points at once, eight to a vector.

use super::Octo;
use crate::{
    Element, Fe, Ifma, Prime,
    arch::x86_64::ifma::{Rows, Task, Zmm},
    lanes::{Factor, Lanes, Limbs, Radix52, Sum, each_limb},
    prime::Words,
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
pub(crate) struct Normalize<'a, C: Weierstrass<Base: Radix52>> {
    pub(crate) points: &'a [ProjectivePoint<C>],
    pub(crate) affine: &'a mut [AffinePoint<C>],
    /// `1/x`.
    pub(crate) invert: Invert<C::Base>,
}

/// Inversion of an element's words.
pub(crate) type Invert<P> = fn(&<P as Prime>::Words) -> <P as Prime>::Words;

impl<C: Weierstrass<Base: Radix52>> Task for Normalize<'_, C> {
    type Output = ();

    /// In lanes the words of `x` stand for `c x`, with `c = 2^(64 N) / RHO`. The inverse of a product `p` of lanes comes back as `c^2 / p`;
    /// times `1/c` it makes `c / (c z)` from `c z`, and `c x / z` from `c x`, whose words are those of `x / z`.
    #[inline(always)]
    fn run(self, cpu: Ifma) {
        let one = Octo::<C::Base, Zmm>(Sum(Factor::<C::Base, Zmm>::one(cpu).0));
        let mut zs = [one; ROWS];
        let mut products = [one; ROWS];
        let mut product = one;
        for (i, points) in self.points.chunks(LANES).enumerate() {
            zs[i] = Octo::load(cpu, &lanes(points, C::Base::ONE, |p| p.nonzero_z().words));
            products[i] = product;
            product = product * zs[i];
        }
        let inverses = invert_all::<C::Base>(cpu, &product.store(), self.invert);
        let by_c = Factor::<C::Base, Zmm>::constant(cpu, &C::Base::RHO_BY_WORDS);
        let by_c = Octo::<C::Base, Zmm>(Sum(by_c.0));
        let mut inverse = Octo::load(cpu, &inverses) * by_c;
        let rows = self.points.chunks(LANES).zip(self.affine.chunks_mut(LANES));
        for (i, (points, affine)) in rows.enumerate().rev() {
            let z = inverse * products[i];
            inverse = inverse * zs[i];
            let x = Octo::load(cpu, &lanes(points, C::Base::ONE, |p| p.x.words)) * z;
            let y = Octo::load(cpu, &lanes(points, C::Base::ONE, |p| p.y.words)) * z;
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
fn invert_all<P: Radix52>(
    cpu: Ifma,
    x: &[P::Words; LANES],
    invert: Invert<P>,
) -> [P::Words; LANES] {
    let element = |words: P::Words| Fe::<P>::new(words).on(P::word_kernel(cpu));
    let mut inverses = *x;
    let mut product = element(P::ONE);
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
/// Signed digits of the longest scalar, and the carry of the last one.
const MOST_DIGITS: usize = window::count(521, WINDOW) + 1;
/// Vectors of terms that share one chain of doublings.
const TERM_ROWS: usize = 4;
/// Terms that share one chain of doublings.
pub(crate) const TERMS: usize = LANES * TERM_ROWS;

/// `sum k P` for up to [`TERMS`] terms, in variable time: a sum for each lane. `None` if one of them is the identity, or if an
/// addition met equal or opposite points: then `Z` is zero from there on.
pub(crate) struct LinearCombination<'a, C: Weierstrass<Base: Radix52>> {
    pub(crate) terms: &'a [(ProjectivePoint<C>, Fe<C::Order>)],
}

impl<C: Weierstrass<Base: Radix52>> Task for LinearCombination<'_, C> {
    type Output = Option<ProjectivePoint<C>>;

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let mut tables = [Table::<C::Base>::zero(); TERM_ROWS];
        let mut digits = [[[0i8; LANES]; MOST_DIGITS]; TERM_ROWS];
        for (i, terms) in self.terms.chunks(LANES).enumerate() {
            let lane = |f: fn(&ProjectivePoint<C>) -> <C::Base as Prime>::Words| {
                Octo::load(cpu, &lanes(terms, C::Base::ONE, |(p, _)| f(p)))
            };
            let (x, y, z) = (
                lane(|p| p.x.words),
                lane(|p| p.y.words),
                lane(|p| p.z.words),
            );
            tables[i] = Table::new(Jacobian {
                X: x * z,
                Y: y * z.square(),
                Z: z,
            });
            for (j, (p, k)) in terms.iter().enumerate() {
                if p.z.words != Words::ZERO {
                    recode(k.to_integer().as_ref(), |position, digit| {
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
        for position in (0..window::count(C::Order::BITS, WINDOW) + 1).rev() {
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
                let mut q = table.select(Zmm::load(cpu, &index));
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
                if z[i] == Words::ZERO {
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
fn recode(k: &[u64], mut each: impl FnMut(usize, i8)) {
    let mut carry = 0;
    for i in 0..MOST_DIGITS {
        let digit = (window::bits(k, i * WINDOW as usize, WINDOW) + carry) as i8;
        carry = u64::from(digit >= 8);
        let digit = digit - (carry << WINDOW) as i8;
        if digit != 0 {
            each(i, digit);
        }
    }
}

/// The coordinates `X, Y, Z` of `P, 2 P, ..., 8 P`, in each lane.
#[derive(Clone, Copy)]
struct Table<P: Radix52>([[P::Limbs<[u64; LANES]>; MULTIPLES]; 3]);

const MULTIPLES: usize = 1 << (WINDOW - 1);

impl<P: Radix52> Table<P> {
    fn zero() -> Self {
        Self([[P::Limbs::filled([0; LANES]); MULTIPLES]; 3])
    }

    #[inline(always)]
    fn new(p: Jacobian<Octo<P, Zmm>>) -> Self {
        let mut multiples = [p; MULTIPLES];
        for i in 1..MULTIPLES {
            multiples[i] = if i % 2 == 1 {
                multiples[i / 2].double()
            } else {
                multiples[i - 1].add_distinct(p)
            };
        }
        let mut table = Self::zero();
        for (i, Jacobian { X, Y, Z }) in multiples.into_iter().enumerate() {
            for (rows, coordinate) in table.0.iter_mut().zip([X, Y, Z]) {
                each_limb!(P, j => {
                    rows[i][j] = coordinate.0.0[j].store();
                });
            }
        }
        table
    }

    /// The multiple `index + 1` in each lane; zeros where there is none.
    #[inline(always)]
    fn select(&self, index: Zmm) -> Jacobian<Octo<P, Zmm>> {
        let [mut X, mut Y, mut Z] = [Octo::<P, Zmm>::zero(index.token()); 3];
        for (rows, coordinate) in self.0.iter().zip([&mut X, &mut Y, &mut Z]) {
            Rows(rows).select(index, &mut coordinate.0.0, P::LIMBS);
        }
        Jacobian { X, Y, Z }
    }
}

impl<P: Radix52> Octo<P, Zmm> {
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
fn select_lanes<P: Radix52>(
    p: Jacobian<Octo<P, Zmm>>,
    mask: u8,
    q: Jacobian<Octo<P, Zmm>>,
) -> Jacobian<Octo<P, Zmm>> {
    Jacobian {
        X: p.X.select_lanes(mask, q.X),
        Y: p.Y.select_lanes(mask, q.Y),
        Z: p.Z.select_lanes(mask, q.Z),
    }
}

#[cfg(test)]
mod tests;
