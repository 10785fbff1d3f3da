use super::*;
use crate::{
    Cpu, Native,
    lanes::model::{Model, prime},
    testing::{Rng, big},
    weierstrass::{
        schedule,
        tests::{Curve256, multiple},
        vector,
    },
};
use num_bigint::{BigInt, BigUint};
use std::{vec, vec::Vec};

type Point = ProjectivePoint<Curve256>;

fn scalar(rng: &mut Rng) -> Fe<N256> {
    Fe::from_integer(&core::array::from_fn(|_| rng.next()))
}

/// Points with any `Z`, some of them the identity.
fn points(rng: &mut Rng, n: usize) -> Vec<Point> {
    let step = multiple(&Point::GENERATOR, &scalar(rng));
    let mut p = multiple(&Point::GENERATOR, &scalar(rng));
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

#[test]
fn many_points_are_normalized_as_each_by_itself() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    for n in [0, 1, 7, 8, 9, 127, 128, 129, 300] {
        let points = points(&mut rng, n);
        let mut expected = vec![AffinePoint::GENERATOR; n];
        schedule::batch_normalize(Native, &points, &mut expected, P256::invert);
        for invert in [P256::invert, P256::invert_vartime] {
            let mut affine = vec![AffinePoint::GENERATOR; n];
            vector::batch_normalize(cpu, &points, &mut affine, invert);
            assert!(affine == expected, "{n}");
        }
        if let (Some(p), Some(a)) = (points.last(), expected.last()) {
            assert_eq!(p.to_affine(), *a);
        }
    }
}

#[test]
fn digits_of_a_scalar_add_up_to_it() {
    let mut rng = Rng::new();
    let mut scalars = vec![[0; 4], [1, 0, 0, 0], [8, 0, 0, 0], [u64::MAX; 4], N256::M];
    scalars.extend((0..100).map(|_| core::array::from_fn(|_| rng.next())));
    for k in scalars {
        let mut sum = BigInt::ZERO;
        recode(&k, |i, digit| {
            assert!((-8..8).contains(&digit) && digit != 0);
            sum += BigInt::from(digit) << (4 * i);
        });
        assert_eq!(sum, big(&k).into());
    }
}

fn combination(terms: &[(Point, Fe<N256>)]) -> Point {
    terms.iter().map(|(p, k)| multiple(p, k)).sum()
}

#[test]
fn combinations_of_many_points_agree_with_the_sum_of_their_multiples() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    for n in [1, 8, 9, 31, 32, 33, 70] {
        let mut terms: Vec<_> = points(&mut rng, n)
            .into_iter()
            .map(|p| (p, scalar(&mut rng)))
            .collect();
        for (i, (_, k)) in terms.iter_mut().enumerate() {
            match i % 9 {
                3 => *k = Fe::ZERO,
                4 => *k = -Fe::ONE,
                5 => *k = Fe::<N256>::from_u64(8),
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

#[test]
fn an_addition_of_equal_or_opposite_points_is_noticed() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let mut terms: Vec<_> = (0..16)
        .map(|_| {
            (
                multiple(&Point::GENERATOR, &scalar(&mut rng)),
                scalar(&mut rng),
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

/// What limbs of coordinates are at most, times `2^56`.
const LIMB: u32 = 15;

/// In thousandths of `p`.
fn octo(thousandths: u32) -> Octo<Model<1>> {
    Octo(Sum(Model::sums([prime() * thousandths / 1000], [LIMB])))
}

/// Panics unless the element is below so many thousandths of `p`.
fn assert_below(x: Octo<Model<1>>, thousandths: u32) {
    let bound = Model::bound(&x.0.0, 0, LIMB).expect("a number");
    assert!(bound <= prime() * thousandths / 1000, "{bound}");
}

#[test]
fn the_formulas_for_one_point_keep_the_bounds_of_eight() {
    // Any coordinates of a table: words, products.
    let coordinate = || octo(1072);
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
    let z = octo(1001);
    assert_below(z * z.square(), 1072);
    assert_below(coordinate() * coordinate(), 1072);
}

#[test]
#[should_panic = "a number"]
fn a_point_beyond_the_bounds_is_refused() {
    let large = octo(15_900);
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

#[test]
fn eight_inverses_come_from_one() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let x: [[u64; 4]; 8] = core::array::from_fn(|_| {
        Fe::<P256>::from_integer(&core::array::from_fn(|_| rng.next())).words
    });
    let inverses = invert_all(cpu, &x, P256::invert);
    for (x, inverse) in x.iter().zip(&inverses) {
        assert_eq!(P256::mul(x, inverse), P256::ONE);
        assert_ne!(big(x), BigUint::ZERO);
    }
}
