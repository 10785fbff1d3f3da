use super::*;
use crate::{
    Cpu, Native, Order, P256, P384, P521,
    lanes::model::{Model, prime},
    quad::tests::for_each,
    testing::{Rng, big},
    weierstrass::{
        schedule,
        tests::{Curve256, Curve384, Curve521, multiple},
        vector,
    },
};
use num_bigint::{BigInt, BigUint};
use std::{vec, vec::Vec};

type Point<C> = ProjectivePoint<C>;

fn scalar<O: Order>(rng: &mut Rng) -> Fe<O> {
    rng.element::<O>()
}

for_each! {
    curve:
    many_points_are_normalized_as_each_by_itself: normalizations;
    digits_of_a_scalar_add_up_to_it: digits;
    combinations_of_many_points_agree_with_the_sum_of_their_multiples: combinations;
    an_addition_of_equal_or_opposite_points_is_noticed: exceptions;
}

for_each! {
    the_formulas_for_one_point_keep_the_bounds_of_eight: keep_the_bounds;
    eight_inverses_come_from_one: inverses;
}

/// Points with any `Z`, some of them the identity.
fn points<C: Weierstrass>(rng: &mut Rng, n: usize) -> Vec<Point<C>> {
    let step = multiple(&Point::<C>::GENERATOR, &scalar(rng));
    let mut p = multiple(&Point::<C>::GENERATOR, &scalar(rng));
    let next = |_| {
        p += step;
        if rng.below(8) == 0 {
            Point::IDENTITY
        } else {
            p
        }
    };
    (0..n).map(next).collect()
}

fn normalizations<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    for n in [0, 1, 7, 8, 9, 127, 128, 129, 300] {
        let points = points::<C>(&mut rng, n);
        let mut expected = vec![AffinePoint::GENERATOR; n];
        schedule::batch_normalize(Native, &points, &mut expected, C::Base::invert);
        for invert in [C::Base::invert, C::Base::invert_vartime] {
            let mut affine = vec![AffinePoint::GENERATOR; n];
            vector::batch_normalize(cpu, &points, &mut affine, invert);
            assert!(affine == expected, "{n}");
        }
        if let (Some(p), Some(a)) = (points.last(), expected.last()) {
            assert_eq!(p.to_affine(), *a);
        }
    }
}

fn digits<C: Weierstrass>() {
    let mut rng = Rng::new();
    let mut scalars = vec![Words::ZERO, C::Order::MODULUS, C::Order::HALF];
    scalars.extend((0..100).map(|_| rng.reduced::<C::Order>()));
    for k in scalars {
        let mut sum = BigInt::ZERO;
        recode(k.as_ref(), |i, digit| {
            assert!((-8..8).contains(&digit) && digit != 0);
            assert!(i < window::count(C::Order::BITS, WINDOW) + 1);
            sum += BigInt::from(digit) << (4 * i);
        });
        assert_eq!(sum, big(&k).into());
    }
}

fn combination<C: Weierstrass>(terms: &[(Point<C>, Fe<C::Order>)]) -> Point<C> {
    terms.iter().map(|(p, k)| multiple(p, k)).sum()
}

fn combinations<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    for n in [1, 8, 9, 31, 32, 33, 70] {
        let mut terms: Vec<_> = points::<C>(&mut rng, n)
            .into_iter()
            .map(|p| (p, scalar::<C::Order>(&mut rng)))
            .collect();
        for (i, (_, k)) in terms.iter_mut().enumerate() {
            match i % 9 {
                3 => *k = Fe::ZERO,
                4 => *k = -Fe::ONE,
                5 => *k = Fe::ONE.double().double().double(),
                _ => {}
            }
        }
        let expected = combination(&terms);
        assert_eq!(vector::lincomb_vartime(cpu, &terms), expected, "{n}");
        if n <= TERMS {
            assert_eq!(
                cpu.run(LinearCombination { terms: &terms }),
                Some(expected),
                "{n}"
            );
        }
    }
}

fn exceptions<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let mut terms: Vec<_> = (0..16)
        .map(|_| {
            (
                multiple(&Point::<C>::GENERATOR, &scalar(&mut rng)),
                scalar::<C::Order>(&mut rng),
            )
        })
        .collect();
    let (p, k) = terms[3];
    // One lane adds a point to itself, or to its opposite; the latter at the first or at the last digit.
    for other in [(p, k), (-p, k), (p, -k), (p, Fe::ONE - k)] {
        terms[8 + 3] = other;
        let opposite = k + other.1 == Fe::ONE;
        let noticed = cpu.run(LinearCombination { terms: &terms });
        assert!(opposite || noticed.is_none());
        assert_eq!(vector::lincomb_vartime(cpu, &terms), combination(&terms));
    }
}

/// Limbs are at most those of so many products.
const PRODUCTS: u64 = 8;

/// In thousandths of `p`.
fn octo<P: Radix52>(thousandths: u32) -> Octo<P, Model<1>> {
    let high = prime::<P>() * thousandths / 1000;
    Octo(Sum(Model::sums::<P>([high], [PRODUCTS])))
}

/// Panics unless the element is below so many thousandths of `p`.
fn assert_below<P: Radix52>(x: Octo<P, Model<1>>, thousandths: u32) {
    let bound = Model::bound::<P>(&x.0.0, 0, PRODUCTS).expect("a number");
    assert!(bound <= prime::<P>() * thousandths / 1000, "{bound}");
}

fn keep_the_bounds<P: Radix52>() {
    // Any coordinates of a table: words, products.
    let coordinate = || octo::<P>(1072);
    let point = || Jacobian {
        X: coordinate(),
        Y: coordinate(),
        Z: coordinate(),
    };
    let mut sum = point();
    sum.add_distinct_in_place(&point());
    for p in [point().double(), sum] {
        for x in [p.X, p.Y, p.Z, -p.Y] {
            assert_below(x, 1072);
        }
    }
    // From homogeneous coordinates, and to them.
    let z = octo::<P>(1001);
    assert_below(z * z.square(), 1072);
    assert_below(coordinate() * coordinate(), 1072);
}

#[test]
#[should_panic = "a number"]
fn a_point_beyond_the_bounds_is_refused() {
    let large = octo::<P256>(15_900);
    assert_below(
        Jacobian {
            X: large,
            Y: large,
            Z: large,
        }
        .double()
        .X,
        1072,
    );
}

fn inverses<P: Radix52>() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let mut x = [P::ONE; 8];
    x[1..].fill_with(|| rng.reduced::<P>());
    x[1..]
        .iter_mut()
        .for_each(|x| *x = if *x == P::Words::ZERO { P::TWO_INV } else { *x });
    let inverses = invert_all::<P>(cpu, &x, P::invert);
    for (x, inverse) in x.iter().zip(&inverses) {
        assert_eq!(P::mul(x, inverse), P::ONE);
        assert_ne!(big(x), BigUint::ZERO);
    }
}
