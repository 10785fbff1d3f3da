//! Points and schedules against the affine addition law in big integers, in every layout.

use super::{
    PointElement, Projective,
    curve25519::*,
    schedule::{self, Term},
};
use crate::{
    Fe, Layout, LazyLayout, N25519, P25519, Portable, Saturated,
    testing::{Rng, big, cases, edges, from_big, modulus},
};
use elliptic_curve::subtle::{ConditionallySelectable, ConstantTimeEq, CtOption};
use num_bigint::BigUint;
use std::vec::Vec;

/// `(x, y)`.
type Affine = [BigUint; 2];

fn p() -> BigUint {
    modulus::<P25519>()
}

fn inverse(x: &BigUint) -> BigUint {
    x.modinv(&p()).expect("not zero")
}

fn d() -> BigUint {
    (p() - 121_665u32) * inverse(&121_666u32.into()) % p()
}

/// The affine addition law of the curve, which has no exceptions.
fn add([x1, y1]: &Affine, [x2, y2]: &Affine) -> Affine {
    let t = d() * x1 * x2 % p() * y1 * y2 % p();
    let one = BigUint::from(1u8);
    let x3 = (x1 * y2 + x2 * y1) * inverse(&(&one + &t));
    let y3 = (y1 * y2 + x1 * x2) * inverse(&(one + p() - t));
    [x3 % p(), y3 % p()]
}

fn multiple(point: &Affine, k: &BigUint) -> Affine {
    let mut sum = [BigUint::ZERO, 1u8.into()];
    for i in (0..k.bits()).rev() {
        sum = add(&sum, &sum);
        if k.bit(i) {
            sum = add(&sum, point);
        }
    }
    sum
}

pub(crate) fn affine(point: &Point) -> Affine {
    assert!(bool::from(point.is_on_curve()), "{point:?}");
    let z = point.Z.invert().expect("a point");
    [point.X * z, point.Y * z].map(|c| big(&c.to_integer()))
}

/// The point with other coordinates.
fn scaled(point: &Point, z: Fe<P25519>) -> Point {
    Point {
        X: point.X * z,
        Y: point.Y * z,
        Z: point.Z * z,
        T: point.T * z,
    }
}

/// A factor for coordinates: any but zero.
fn factor(rng: &mut Rng) -> Fe<P25519> {
    loop {
        let z = rng.element();
        if !bool::from(Fe::is_zero(&z)) {
            return z;
        }
    }
}

/// The eight points of small order.
pub(crate) fn small_order() -> Vec<Point> {
    // A point of order 8 is l times one of order 8 l.
    let mut rng = Rng::new();
    let generator = loop {
        let y = rng.element::<P25519>();
        let Some(point) = Point::decompress(&encode(&y)).into_option() else {
            continue;
        };
        let torsion = point.times(&N25519::M);
        if !bool::from(torsion.double_n(2).is_identity()) {
            break torsion;
        }
    };
    let mut all = Vec::from([Point::IDENTITY]);
    while all.len() < 8 {
        all.push(all[all.len() - 1].plus(&generator));
    }
    assert!(bool::from(all[7].plus(&generator).is_identity()));
    all
}

/// Points in and outside the subgroup, in various coordinates.
pub(crate) fn points() -> Vec<Point> {
    let mut rng = Rng::new();
    let mut points = small_order();
    let base = scaled(&Point::BASE, factor(&mut rng));
    points.extend([Point::BASE, base.plus(&points[1]), base.negate(), base]);
    points
}

pub(crate) fn scalars() -> Vec<[u64; 4]> {
    let mut rng = Rng::new();
    let mut scalars = edges::<N25519>();
    scalars.extend((0..cases() / 1000).map(|_| rng.words::<P25519>()));
    scalars
}

#[test]
fn the_constants_are_those_of_the_curve() {
    assert_eq!(big(&D.to_integer()), d());
    assert_eq!(D2, D + D);
    assert_eq!(SQRT_M1 * SQRT_M1, -Fe::ONE);
    let [x, y] = affine(&Point::BASE);
    // RFC 7748 § 4.1.
    assert_eq!(&y * 5u8 % p(), BigUint::from(4u8));
    let expected = "15112221349535400772501151409588531511454012693041857206046113283949847762202";
    assert_eq!(BigUint::parse_bytes(expected.as_bytes(), 10), Some(x));
    assert_eq!(big(&Point::BASE.to_montgomery().to_integer()), 9u8.into());
}

#[test]
fn sixty_four_bytes_are_reduced_as_a_big_integer_is() {
    let mut rng = Rng::new();
    for i in 0..cases() {
        let mut bytes = [[0, 0xff][i as usize % 2]; 64];
        let random = rng.below(65) as usize;
        bytes[..random].fill_with(|| rng.next() as u8);
        let expected = BigUint::from_bytes_le(&bytes) % modulus::<N25519>();
        assert_eq!(big(&scalar_of_wide(&bytes).to_integer()), expected);
    }
}

#[test]
fn sums_and_doubles_are_those_of_the_addition_law() {
    let points = points();
    for a in &points {
        for b in &points {
            assert_eq!(affine(&a.plus(b)), add(&affine(a), &affine(b)));
            assert_eq!(a == b, affine(a) == affine(b));
        }
        let twice = add(&affine(a), &affine(a));
        assert_eq!(affine(&a.double_n(1)), twice);
        assert_eq!(affine(&a.double_n(3)), multiple(&twice, &4u8.into()));
        assert!(bool::from(a.plus(&a.negate()).is_identity()));
        assert_eq!(
            affine(a) == affine(&Point::IDENTITY),
            bool::from(a.is_identity())
        );
    }
}

/// Every scalar multiplication in this layout.
fn multiples_agree<L: Layout<P25519, Element: PointElement>>(layout: L) {
    let (points, scalars) = (points(), scalars());
    let base = affine(&Point::BASE);
    for (i, k) in scalars.iter().enumerate() {
        let p = &points[i % points.len()];
        let expected = multiple(&affine(p), &big(k));
        assert_eq!(
            affine(&schedule::mul(layout, p, k)),
            expected,
            "{k:x?} {p:?}"
        );
        let of_base = schedule::mul_base(layout, k, &BASE);
        let expected_of_base = multiple(&base, &big(k));
        assert_eq!(affine(&of_base), expected_of_base, "{k:x?} B");

        let a = &scalars[(7 * i + 1) % scalars.len()];
        let sum = add(&multiple(&base, &big(a)), &expected);
        let term = Term {
            k,
            negative: false,
            point: p,
        };
        let Projective { X, Y, Z } = schedule::sum_vartime(layout, a, &BASE, [term]);
        let point = Point {
            X: X * Z,
            Y: Y * Z,
            Z: Z * Z,
            T: X * Y,
        };
        assert_eq!(affine(&point), sum, "{a:x?} B + {k:x?} {p:?}");
    }
}

#[test]
fn scalar_multiples_are_those_of_the_addition_law_in_every_layout() {
    multiples_agree(LazyLayout);
    multiples_agree(Saturated(Portable));
    #[cfg(target_arch = "x86_64")]
    if let Some(adx) = crate::Cpu::detect().adx {
        multiples_agree(crate::arch::x86_64::tight::TightLayout(adx));
    }
}

#[test]
fn the_methods_are_the_schedules_of_the_best_layout() {
    let mut rng = Rng::new();
    let (a, b) = (rng.words::<N25519>(), rng.words::<N25519>());
    for p in points() {
        let sum = Point::mul_base(&a, &BASE).plus(&p.times(&b));
        assert_eq!(p.mul_base_add_vartime(&a, &b, &BASE), sum);
    }
}

/// For all pairs of points, also those of small order: the difference itself by the slow way.
#[test]
fn the_multiple_of_a_difference_vanishes_exactly_if_the_difference_does() {
    let (points, mut rng) = (points(), Rng::new());
    let torsion = small_order();
    let mut found = [0; 3];
    for A in &points {
        for random in &points {
            let (s, k) = (rng.words::<N25519>(), rng.element::<N25519>());
            let right = Point::mul_base(&s, &BASE).plus(&A.times(&k.to_integer()));
            let nearly = right.plus(&torsion[rng.below(8) as usize]);
            for R in [right, nearly, *random] {
                let difference = right.plus(&R.negate());
                let order = |point: &Point| {
                    // 0 for the identity, 1 for points of small order, 2 for others
                    if bool::from(point.is_identity()) {
                        0
                    } else {
                        2 - usize::from(bool::from(point.double_n(3).is_identity()))
                    }
                };
                let multiple = A.multiple_of_difference_vartime(&s, &k, &R, &BASE);
                assert_eq!(
                    order(&multiple),
                    order(&difference),
                    "{s:x?} {k:?} {A:?} {R:?}"
                );
                found[order(&multiple)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&n| n > 20), "{found:?}");
}

#[test]
fn only_the_least_encoding_is_canonical() {
    let p = p();
    for low in 0..20u8 {
        for add in [BigUint::ZERO, p.clone()] {
            for sign in [0, 0x80] {
                let y = add.clone() + low;
                if y.bits() > 255 {
                    continue;
                }
                let mut bytes = bytes_of(&from_big::<P25519>(&y));
                bytes[31] |= sign;
                let point = Point::decompress(&bytes).into_option();
                // It comes back as these bytes or it is not canonical.
                let expected = point.filter(|point| point.compress() == bytes);
                assert_eq!(Point::decompress_canonical_vartime(&bytes), expected);
            }
        }
    }
}

#[test]
fn every_entry_of_the_table_is_the_multiple_that_it_should_be() {
    let check = |point: &Point, entry: &TableEntry| {
        let [x, y] = affine(point).map(|c| Fe::<P25519>::new(from_big::<P25519>(&c)));
        assert_eq!(*entry, [y + x, y - x, x * y * D2].map(|e| e.words));
    };
    let mut base = Point::BASE;
    for window in BASE.windows {
        let twice = base.double_n(1);
        window.iter().fold(base, |point, entry| {
            check(&point, entry);
            point.plus(&twice)
        });
        base = base.double_n(6);
    }
    let upper = Point::BASE.double_n(schedule::SPLIT as usize);
    for (odd, base) in BASE.odd.iter().zip([Point::BASE, upper]) {
        let twice = base.double_n(1);
        odd.iter().fold(base, |point, entry| {
            check(&point, entry);
            point.plus(&twice)
        });
    }
}

#[test]
fn points_are_encoded_and_come_back() {
    let mut rng = Rng::new();
    let mut points = points();
    points.extend((0..cases() / 100).map(|_| Point::BASE.times(&rng.words::<N25519>())));
    for point in points {
        let bytes = point.compress();
        let [x, y] = affine(&point);
        let mut expected = [0; 32];
        let digits = y.to_bytes_le();
        expected[..digits.len()].copy_from_slice(&digits);
        expected[31] |= u8::from(x.bit(0)) << 7;
        assert_eq!(bytes, expected);
        assert_eq!(Point::decompress(&bytes).into_option(), Some(point));
        let mut other = bytes;
        other[31] ^= 0x80;
        let both = Point::decompress_two([&bytes, &other]).map(CtOption::into_option);
        assert_eq!(both, [Some(point), Point::decompress(&other).into_option()]);
        // The opposite; of x = 0 the sign is ignored.
        assert_eq!(
            Point::decompress(&other).into_option(),
            Some(if x == BigUint::ZERO {
                point
            } else {
                point.negate()
            })
        );
    }
}

#[test]
fn a_y_has_points_exactly_if_x_squared_is_a_square() {
    let mut rng = Rng::new();
    let edges = edges::<P25519>();
    let random = (0..cases() / 10).map(|_| rng.words::<P25519>());
    let mut found = [0; 2];
    for words in edges.into_iter().chain(random.collect::<Vec<_>>()) {
        let bytes = bytes_of(&words);
        // Of any value: reduced modulo p, without the highest bit.
        let y = (big(&words) % (BigUint::from(1u8) << 255)) % p();
        let yy = &y * &y % p();
        let xx: BigUint = (&yy + p() - 1u8) * inverse(&((d() * &yy + 1u8) % p())) % p();
        let exists = xx == BigUint::ZERO || xx.modpow(&(p() >> 1), &p()) == BigUint::from(1u8);
        let point = Point::decompress(&bytes).into_option();
        assert_eq!(point.is_some(), exists, "{bytes:x?}");
        found[usize::from(exists)] += 1;
        if let Some(point) = point {
            assert_eq!(affine(&point)[1], y);
        }
    }
    assert!(found.iter().all(|n| *n > 100));
}

#[test]
fn a_point_is_selected_and_compared_whatever_its_coordinates() {
    let mut rng = Rng::new();
    let (a, b) = (Point::BASE, Point::BASE.double_n(1));
    assert_eq!(Point::conditional_select(&a, &b, 0.into()), a);
    assert_eq!(Point::conditional_select(&a, &b, 1.into()), b);
    assert!(bool::from(scaled(&a, factor(&mut rng)).ct_eq(&a)));
    assert_ne!(a, b);
    assert_ne!(a, a.negate());
    let wrong = Point { T: b.T, ..a };
    assert!(!bool::from(wrong.is_on_curve()));
    assert_eq!(Point::default(), Point::IDENTITY);
}
