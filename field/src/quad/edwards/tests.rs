use super::*;
use crate::{
    Cpu, Ifma, LazyLayout,
    arch::x86_64::ifma::{Task, Ymm},
    edwards::{
        Projective,
        curve25519::{BASE, candidate_of, ratio},
        schedule::{self as portable, Term},
        tests::{points, scalars},
        vector,
    },
    lanes::intervals::{Intervals, PRODUCT},
    testing::{Rng, cases, edges},
};
use schedule::Multiply;
use std::vec::Vec;

type Lanes = Intervals<4>;

fn point() -> Lying<Lanes> {
    Lying(Sum(Intervals::element(PRODUCT)))
}

#[test]
fn every_formula_keeps_the_bounds() {
    let on = &Constants::new(());
    let cached = point().cached(on);
    for q in [cached, cached.negate(on)] {
        Intervals::assert_below(&point().add(q, on).0.0, PRODUCT, 0..4);
    }
    Intervals::assert_below(&point().double(on).0.0, PRODUCT, 0..4);
}

#[test]
#[should_panic = "in a multiplication"]
fn a_sum_of_cached_coordinates_without_a_carry_is_refused() {
    let on = &Constants::<Lanes>::new(());
    let q = point().cached(on);
    let twice = Sum::<P25519, Lanes>(q.0.0).double();
    let _ = point().add(Cached(Factor(twice.0)), on);
}

#[test]
#[should_panic = "shifted as unsigned"]
fn a_point_beyond_the_bounds_is_refused() {
    let on = &Constants::<Lanes>::new(());
    Lying::<Lanes>(Sum(Intervals::element(1 << 62))).cached(on);
}

/// `P + Q`, `P - Q`, `2 P`.
struct Operations<'a>(&'a Point, &'a Point);

impl Task for Operations<'_> {
    type Output = [Point; 3];
    #[inline(always)]
    fn run(self, cpu: Ifma) -> [Point; 3] {
        let on = &Constants::<Ymm>::new(cpu);
        let (p, q) = (Lying::load(cpu, self.0), Lying::load(cpu, self.1));
        let cached = q.cached(on);
        let results = [
            p.add(cached, on),
            p.add(cached.negate(on), on),
            p.double(on),
        ];
        [results[0].store(), results[1].store(), results[2].store()]
    }
}

#[test]
fn sums_and_doubles_of_all_kinds_of_points_are_the_portable_ones() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let points = points();
    for p in &points {
        for q in &points {
            let got = cpu.run(Operations(p, q));
            assert!(got.iter().all(|p| p.is_on_curve().into()));
            let add = |q| portable::add(LazyLayout, p, q);
            assert_eq!(got, [add(q), add(&q.negate()), add(p)], "{p:?} {q:?}");
        }
    }
}

#[test]
fn multiples_in_four_lanes_are_the_portable_ones() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let points = points();
    for (i, scalar) in scalars().iter().enumerate() {
        let point = &points[i % points.len()];
        let got = cpu.run(Multiply { point, scalar });
        assert!(bool::from(got.is_on_curve()));
        let expected = portable::mul(LazyLayout, point, scalar);
        assert_eq!(got, expected, "{scalar:x?} {point:?}");
    }
}

#[test]
fn sums_of_public_multiples_are_the_portable_ones() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let (points, scalars) = (points(), scalars());
    let n = scalars.len();
    for i in 0..n {
        let k = [i, 3 * i + 1, 5 * i + 2].map(|i| &scalars[i % n]);
        let p = [i, i + 1].map(|i| &points[i % points.len()]);
        // The second is shorter, and negative.
        let short = [k[2][0], k[2][1], 0, 0];
        let term = |k, negative, point| Term { k, negative, point };
        let terms = [term(k[1], false, p[0]), term(&short, true, p[1])];
        let Projective { X, Y, Z } = vector::sum_vartime(cpu, k[0], &BASE, terms);
        let got = Point {
            X: X * Z,
            Y: Y * Z,
            Z: Z * Z,
            T: X * Y,
        };
        let mul = |k, p| portable::mul(LazyLayout, p, k);
        let expected = mul(k[0], &Point::BASE).plus(&mul(k[1], p[0]));
        let expected = expected.plus(&mul(&short, p[1]).negate());
        assert_eq!(got, expected, "{k:x?} {p:?}");
    }
}

#[test]
fn two_square_roots_at_once_are_the_portable_ones() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let mut ys: Vec<_> = edges::<P25519>();
    ys.extend((0..cases() / 10).map(|_| rng.words::<P25519>()));
    let ys: Vec<_> = ys.iter().map(Fe::from_integer).collect();
    for pair in ys.windows(2) {
        // Where there is no root, what stands for it is the same too.
        let ratios = [ratio(&pair[0]), ratio(&pair[1])];
        let expected = ratios
            .each_ref()
            .map(|ratio| candidate_of(LazyLayout, ratio));
        assert_eq!(vector::candidates(cpu, &ratios), expected, "{pair:?}");
    }
}
