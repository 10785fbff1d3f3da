//! Every schedule on small curves, against repeated affine additions of integers, in words and in lazy limbs.

use super::*;
use crate::{
    LazyLayout, Portable, Saturated, Unsaturated,
    testing::{Base13, Base16, Rng, on_every_backend},
    weierstrass::tests::{Curve13, Curve16, Curve256, Curve384, Curve521, base_table, multiple},
};
use std::{vec, vec::Vec};

/// Integers in place of limbs, with the bounds of [`crate::arch::radix56`]: a value is anywhere below its bound.
macro_rules! lazy {
    ($($base:ident)*) => {$(
        impl Unsaturated for $base {
            type Packed = [u64; 1];
            type Limbs = [u64; 1];
            fn mul([a]: &[u64; 1], [b]: &[u64; 1]) -> [u64; 1] {
                let (loose, factor) = (Self::M[0] << 11, Self::M[0] << 24);
                let (a, b) = (*a, *b);
                assert!(a < loose && b < loose || a.min(b) < 2 * Self::M[0] && a.max(b) < factor);
                let [r] = <Self as Prime>::mul(&[a % Self::M[0]], &[b % Self::M[0]]);
                // Below 2 m, or below 3 m for a factor times what is not below m, as in the real limbs.
                let most = if a < loose && b < loose || a.min(b) < Self::M[0] { 2 } else { 3 };
                [r + (a ^ b) % most * Self::M[0]]
            }
            fn square(a: &[u64; 1]) -> [u64; 1] {
                <Self as Unsaturated>::mul(a, a)
            }
            fn add([a]: &[u64; 1], [b]: &[u64; 1]) -> [u64; 1] {
                [a + b]
            }
            fn sub([a]: &[u64; 1], [b]: &[u64; 1]) -> [u64; 1] {
                assert!(*b < Self::M[0] << 8);
                [a + (Self::M[0] << 9) - b]
            }
            fn reduce([a]: &[u64; 1]) -> [u64; 1] {
                assert!(*a < Self::M[0] << 11);
                [a % Self::M[0] + (a >> 3) % 2 * Self::M[0]]
            }
            fn is_zero([a]: &[u64; 1]) -> u64 {
                assert!(*a < Self::M[0] << 11);
                if a % Self::M[0] == 0 { u64::MAX } else { 0 }
            }
            fn halve([a]: &[u64; 1]) -> [u64; 1] {
                assert!(*a < 2 * Self::M[0]);
                [(a + a % 2 * Self::M[0]) / 2]
            }
            fn load(a: &[u64; 1]) -> [u64; 1] {
                *a
            }
            fn load_factor([a]: &[u64; 1]) -> [u64; 1] {
                [a + (Self::M[0] << 24) - Self::M[0]]
            }
            fn store([a]: &[u64; 1]) -> [u64; 1] {
                assert!(*a < Self::M[0] << 11);
                [a % Self::M[0]]
            }
            const ONE_LIMBS: [u64; 1] = <Self as Prime>::ONE;
            const ZERO_LIMBS: [u64; 1] = [0];
        }
    )*};
}
lazy! { Base13 Base16 }

/// A curve over a prime of one word.
trait Small: Weierstrass<Base: Prime<Words = [u64; 1]>, Order: Prime<Words = [u64; 1]>> {}
impl<C: Weierstrass<Base: Prime<Words = [u64; 1]>, Order: Prime<Words = [u64; 1]>>> Small for C {}

/// Affine coordinates, none for the identity.
type Plain = Option<[u64; 2]>;

fn plain<C: Small>(p: ProjectivePoint<C>) -> Plain {
    if bool::from(p.z.is_zero()) {
        assert!(
            bool::from(p.x.is_zero() & !p.y.is_zero()),
            "no point: {p:?}"
        );
    }
    let p = p.to_affine();
    let coordinates = [p.x, p.y].map(|c| c.to_integer()[0]);
    (!bool::from(p.is_identity())).then_some(coordinates)
}

/// The sum of two points, by the chord and tangent.
fn add(a: Plain, b: Plain, p: u64) -> Plain {
    let (Some([x1, y1]), Some([x2, y2])) = (a, b) else {
        return a.or(b);
    };
    let power = |x: u64, e: u64| (0..e).fold(1, |r, _| r * x % p);
    let inverse = |x: u64| {
        // By squaring and multiplying with x^(p - 2).
        (0..64)
            .rev()
            .fold(1, |r, i| r * r % p * power(x, (p - 2) >> i & 1) % p)
    };
    let slope = if x1 != x2 {
        (y2 + p - y1) * inverse((x2 + p - x1) % p) % p
    } else if y1 == y2 {
        (3 * x1 * x1 + p - 3) % p * inverse(2 * y1 % p) % p
    } else {
        return None;
    };
    let x3 = (slope * slope + 2 * p - x1 - x2) % p;
    Some([x3, (slope * (x1 + p - x3) + p - y1) % p])
}

/// What the schedules are compared with: all multiples of the generator, by adding it again and again.
struct Multiples<C: Small> {
    table: BaseTable<C>,
    /// `plain[k] = k G`.
    plain: Vec<Plain>,
}

impl<C: Small> Multiples<C> {
    fn new() -> Self {
        let g = plain(ProjectivePoint::<C>::GENERATOR);
        let next = |p: &Plain| Some(add(*p, g, C::Base::MODULUS[0]));
        let n = C::Order::MODULUS[0] as usize;
        let plain: Vec<Plain> = core::iter::successors(Some(None), next)
            .take(n + 1)
            .collect();
        // n is the order: only 0 G and n G are the identity.
        assert!(
            plain
                .iter()
                .enumerate()
                .all(|(k, p)| p.is_none() == (k % n == 0))
        );
        Self {
            table: base_table(),
            plain,
        }
    }
    fn order(&self) -> u64 {
        C::Order::MODULUS[0]
    }
    fn is(&self, p: ProjectivePoint<C>, k: u64) -> bool {
        plain(p) == self.plain[(k % self.order()) as usize]
    }
    fn scalar(&self, k: u64) -> Scalar<C> {
        Fe::from_integer(&[k % self.order()])
    }
    /// `k G`, with `Z = z`.
    fn point(&self, k: u64, z: u64) -> ProjectivePoint<C> {
        let element = |x: u64| Fe::<C::Base>::from_integer(&[x]);
        match self.plain[(k % self.order()) as usize] {
            None => ProjectivePoint::from_coordinates(Fe::ZERO, element(z), Fe::ZERO, 0.into()),
            Some([x, y]) => ProjectivePoint::from_coordinates(
                element(x) * element(z),
                element(y) * element(z),
                element(z),
                0.into(),
            ),
        }
    }
    /// Multiples of the generator that the schedules start from: the identity, small ones, their opposites, and random ones,
    /// as (k, k G) with `Z` other than 1; and the generator with 1.
    fn points(&self, rng: &mut Rng, random: usize) -> Vec<(u64, ProjectivePoint<C>)> {
        let n = self.order();
        let mut points = vec![
            (0, ProjectivePoint::IDENTITY),
            (1, ProjectivePoint::GENERATOR),
        ];
        let random: Vec<u64> = (0..random).map(|_| rng.below(n)).collect();
        for k in [0, 1, n - 1, 2, n / 2].into_iter().chain(random) {
            let z = 2 + rng.below(C::Base::MODULUS[0] - 2);
            points.push((k, self.point(k, z)));
        }
        points
    }
}

fn base_multiplications_are_right<C: Small, L: Layout<C::Base>>(layout: L) {
    let m = Multiples::<C>::new();
    for k in 0..m.order() {
        let scalar = m.scalar(k);
        assert!(m.is(mul_base(layout, &scalar, &m.table), k), "{k} G");
        assert!(
            m.is(mul_base_vartime(layout, &scalar, &m.table), k),
            "{k} G, vartime"
        );
    }
}

#[test]
fn every_multiple_of_the_generator_is_right() {
    base_multiplications_are_right::<Curve13, _>(Saturated(Portable));
    base_multiplications_are_right::<Curve13, _>(LazyLayout);
    base_multiplications_are_right::<Curve16, _>(LazyLayout);
}

fn multiplications_are_right<C: Small, L: Layout<C::Base>>(layout: L, random: usize) {
    let (m, mut rng) = (Multiples::<C>::new(), Rng::new());
    for (j, p) in m.points(&mut rng, random) {
        for k in 0..m.order() {
            let scalar = m.scalar(k);
            assert!(m.is(mul(layout, &p, &scalar), k * j), "{k} {j} G");
            assert!(
                m.is(mul_vartime(layout, &p, &scalar), k * j),
                "{k} {j} G, vartime"
            );
        }
    }
}

#[test]
fn every_multiple_of_some_points_is_right() {
    multiplications_are_right::<Curve13, _>(Saturated(Portable), 3);
    multiplications_are_right::<Curve13, _>(LazyLayout, 3);
    multiplications_are_right::<Curve16, _>(LazyLayout, 0);
}

fn sums_with_the_generator_are_right<C: Small, L: Layout<C::Base>>(layout: L, random: usize) {
    let (m, mut rng) = (Multiples::<C>::new(), Rng::new());
    let n = m.order();
    for (j, p) in m.points(&mut rng, random) {
        for b in 0..n {
            // Sums that double, cancel, nearly do so, lack a term, or are like most.
            let same = b * j % n;
            for a in [
                0,
                1,
                same,
                n - same,
                same + 1,
                n - same + 1,
                2 * same,
                rng.below(n),
            ] {
                let sum = mul_base_add_vartime(layout, &m.scalar(a), &m.scalar(b), &p, &m.table);
                assert!(m.is(sum, a + same), "{a} G + {b} {j} G");
                assert!(sum.z == Fe::ONE || sum.z == Fe::ZERO, "not normalized");
            }
        }
    }
}

#[test]
fn every_sum_of_multiples_of_the_generator_and_a_point_is_right() {
    sums_with_the_generator_are_right::<Curve13, _>(Saturated(Portable), 0);
    sums_with_the_generator_are_right::<Curve13, _>(LazyLayout, 0);
}

fn linear_combinations_are_right<C: Small, L: Layout<C::Base>>(layout: L) {
    let (m, mut rng) = (Multiples::<C>::new(), Rng::new());
    let n = m.order();
    for round in 0..4 * n {
        // Up to three chunks of terms; often one term equals or cancels another.
        let mut terms = vec![];
        let mut expected = 0;
        for _ in 0..round % 18 {
            let (j, k) = match (rng.below(4), terms.last()) {
                (0, Some(&(j, k, _))) => (n - j, k),
                (1, Some(&(j, k, _))) => (j, k),
                (2, _) => (rng.below(2), rng.below(2) * (n - 1)),
                _ => (rng.below(n), rng.below(n)),
            };
            let j = j % n;
            let z = 2 + rng.below(C::Base::MODULUS[0] - 2);
            terms.push((j, k, m.point(j, z)));
            expected += j * k;
        }
        let points: Vec<_> = terms.iter().map(|&(_, k, p)| (p, m.scalar(k))).collect();
        let scalars: Vec<_> = terms.iter().map(|&(j, k, _)| (j, k)).collect();
        assert!(
            m.is(lincomb_vartime(layout, &points), expected),
            "{scalars:?}"
        );
    }
}

#[test]
fn linear_combinations_of_up_to_three_chunks_are_right() {
    linear_combinations_are_right::<Curve13, _>(Saturated(Portable));
    linear_combinations_are_right::<Curve13, _>(LazyLayout);
}

/// `mul_base`, wrong: the last addition is incomplete.
fn mul_base_incomplete<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    k: &Scalar<C>,
    table: &BaseTable<C>,
) -> ProjectivePoint<C> {
    let (k, negate) = make_odd(k);
    let n = window::count(C::Order::BITS, BASE_WINDOW);
    let entry = |i: usize| {
        let OddDigit { index, negative } = window::odd_digit(k.as_ref(), BASE_WINDOW, n, i);
        let [x, y] = table.windows[i][index as usize].map(Fe::new);
        [x, Fe::select(y, -y, negative)]
    };
    let mut sum = load_affine(layout, entry(0));
    for i in 1..n {
        sum = sum.add_mixed_distinct(load_factors(layout, entry(i)));
    }
    to_projective(layout, sum.reduce().negate_if(negate))
}

/// `mul`, wrong: the last addition is incomplete.
fn mul_incomplete<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: &ProjectivePoint<C>,
    k: &Scalar<C>,
) -> ProjectivePoint<C> {
    let (k, negate) = make_odd(k);
    let n = window::count(C::Order::BITS, POINT_WINDOW);
    let table = odd_multiples::<C, _, { 1 << (POINT_WINDOW - 1) }>(layout, p, C::Base::invert);
    let entry = |i: usize| {
        let OddDigit { index, negative } = window::odd_digit(k.as_ref(), POINT_WINDOW, n, i);
        let Affine { x, y } = table[index as usize];
        let y = Element::select(y, -y, negative);
        Affine { x, y }
    };
    let Affine { x: X, y: Y } = entry(n - 1);
    let Z = layout.load(&Fe::ONE);
    let sum = (0..n - 1).rev().fold(Jacobian { X, Y, Z }, |sum, i| {
        let sum = (0..POINT_WINDOW).fold(sum, |sum, _| sum.double());
        sum.add_mixed_distinct(entry(i))
    });
    to_projective(layout, sum.reduce().negate_if(negate))
}

/// The multiples of the generator that a schedule gets wrong.
fn wrong<C: Small>(
    m: &Multiples<C>,
    schedule: impl Fn(&Scalar<C>) -> ProjectivePoint<C>,
) -> Vec<u64> {
    (0..m.order())
        .filter(|&k| {
            let p = schedule(&m.scalar(k));
            // (0 : 0 : 0) is what a doubling by the incomplete formula gives.
            bool::from(p.x.is_zero() & p.y.is_zero()) || !m.is(p, k)
        })
        .collect()
}

#[test]
fn incomplete_last_additions_are_found() {
    let layout = Saturated(Portable);
    let m = Multiples::<Curve13>::new();
    let (n, top) = (m.order(), 1 << 12);
    // The module's explanation: they agree if k' = 2 top - n, which k = k' and k = n - k' become.
    let found = wrong(&m, |k| mul_base_incomplete(layout, k, &m.table));
    assert_eq!(found, [2 * (n - top), 2 * top - n]);
    assert!(wrong(&m, |k| mul_base(layout, k, &m.table)).is_empty());
    // And there k' = n - 2 d, if that ends in the digit -d.
    let m = Multiples::<Curve16>::new();
    let (n, d) = (m.order(), 27);
    let p = ProjectivePoint::GENERATOR;
    let found = wrong(&m, |k| mul_incomplete(layout, &p, k));
    assert_eq!(found, [2 * d, n - 2 * d]);
    assert!(wrong(&m, |k| mul(layout, &p, k)).is_empty());
}

/// The scalars of the module's explanation on a real curve, where the last window doubles or cancels; and powers of two.
fn exceptional_scalars<C: Weierstrass>() -> Vec<(Scalar<C>, ProjectivePoint<C>)> {
    let power = |n: u32| (0..n).fold(Fe::ONE, |k: Scalar<C>, _| k + k);
    let one = Scalar::<C>::ONE;
    // The top window of n, which is all ones on these curves.
    let lower = BASE_WINDOW * (window::count(C::Order::BITS, BASE_WINDOW) as u32 - 1);
    let digit = (1u64 << (C::Order::BITS - lower)) - 1;
    let n = C::Order::MODULUS;
    assert_eq!(window::bits(n.as_ref(), lower as usize, 7), digit);
    let top = Fe::from(digit) * power(lower);
    let special = [Fe::ZERO, one, -one, top + top, -(top + top), top, -top];
    let scalars = special.into_iter().chain((0..C::Order::BITS).map(power));
    let multiple = |k| (k, multiple(&ProjectivePoint::GENERATOR, &k));
    scalars.map(multiple).collect()
}

fn exceptional_scalars_are_right<C: Weierstrass, L: Layout<C::Base>>(layout: L, name: &str) {
    let table = base_table::<C>();
    let g = ProjectivePoint::GENERATOR;
    for (k, expected) in exceptional_scalars::<C>() {
        assert_eq!(mul_base(layout, &k, &table), expected, "{k:?} G, {name}");
        assert_eq!(mul(layout, &g, &k), expected, "{k:?} G, {name}");
    }
}

#[test]
fn the_exceptional_scalars_of_p256_are_right_on_every_backend() {
    exceptional_scalars_are_right::<Curve256, _>(LazyLayout, "lazy");
    on_every_backend!(|b| {
        let name = core::any::type_name_of_val(&b);
        exceptional_scalars_are_right::<Curve256, _>(Saturated(b), name);
    });
}

#[test]
fn the_exceptional_scalars_of_p384_are_right() {
    exceptional_scalars_are_right::<Curve384, _>(Saturated(Portable), "words");
}

#[test]
fn the_exceptional_scalars_of_p521_are_right() {
    exceptional_scalars_are_right::<Curve521, _>(Saturated(Portable), "words");
    exceptional_scalars_are_right::<Curve521, _>(LazyLayout, "lazy");
}
