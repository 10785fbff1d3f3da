//! The vector beside plain integers, lane by lane; and the operations of Curve25519 on it beside those of the other backends.

use super::*;
use crate::{
    Fe, LazyLayout, N25519, P25519, Prime,
    edwards::{
        Projective,
        curve25519::{BASE, Point, candidate_of, ratio},
        schedule::{self, Term},
        tests::{points, scalars},
        vector::vex,
    },
    montgomery,
    testing::{Rng, cases, edges},
};

const LOW: u64 = (1 << 52) - 1;

/// Words at edges, and random ones.
fn word(rng: &mut Rng) -> u64 {
    let random = rng.next();
    match rng.below(8) {
        0 => 0,
        1 => u64::MAX,
        2 => LOW + 1,
        3 => 1 << 63,
        4 => random & LOW,
        _ => random,
    }
}

#[test]
fn every_operation_is_its_definition() {
    let Some(cpu) = AvxIfma::in_tests() else {
        return;
    };
    let mut rng = Rng::new();
    for _ in 0..cases() / 10 {
        let [a, b, c]: [[u64; 4]; 3] =
            core::array::from_fn(|_| core::array::from_fn(|_| word(&mut rng)));
        let [x, y, z] = [a, b, c].map(|lanes| Vex::lanes(cpu, lanes));
        let check = |name, got: Vex, f: &dyn Fn(usize) -> u64| {
            let expected: [u64; 4] = core::array::from_fn(f);
            assert_eq!(got.get(), expected, "{name} of {a:x?} {b:x?} {c:x?}");
        };
        check("lanes", x, &|i| a[i]);
        check("splat", Vex::splat(cpu, a[0]), &|_| a[0]);
        check("add", x + y, &|i| a[i].wrapping_add(b[i]));
        check("sub", x - y, &|i| a[i].wrapping_sub(b[i]));
        check("shl", x.shl::<44>(), &|i| a[i] << 44);
        check("shr", x.shr::<51>(), &|i| a[i] >> 51);
        check("sar", x.sar::<1>(), &|i| {
            (a[i].cast_signed() >> 1).cast_unsigned()
        });
        check("sar", x.sar::<52>(), &|i| {
            (a[i].cast_signed() >> 52).cast_unsigned()
        });
        check("low_bits", x.low_bits::<52>(), &|i| a[i] & LOW);
        check("low_bits_shl", x.low_bits_shl::<8, 44>(), &|i| {
            (a[i] & 0xff) << 44
        });
        let product = |i: usize| u128::from(b[i] & LOW) * u128::from(c[i] & LOW);
        check("madd_low", x.madd_low(y, z), &|i| {
            a[i].wrapping_add(product(i) as u64 & LOW)
        });
        check("madd_high", x.madd_high(y, z), &|i| {
            a[i].wrapping_add((product(i) >> 52) as u64)
        });
        let on: [bool; 4] = core::array::from_fn(|_| rng.next() & 1 == 1);
        let mask = Vex::mask(cpu, on);
        check("select", x.select(mask, y), &|i| {
            if on[i] { b[i] } else { a[i] }
        });
        check("add_in", x.add_in(mask, y, z), &|i| {
            if on[i] { b[i].wrapping_add(c[i]) } else { a[i] }
        });
        check("sub_in", x.sub_in(mask, y, z), &|i| {
            if on[i] { b[i].wrapping_sub(c[i]) } else { a[i] }
        });
        let all = Vex::everywhere(cpu, a[0]);
        check("everywhere", x.select(all, y), &|i| {
            if a[0] == 0 { a[i] } else { b[i] }
        });
        let from: [usize; 4] = core::array::from_fn(|_| rng.below(4) as usize);
        check("permute", x.permute(from), &|i| a[from[i]]);
        let indices = Vex::lanes(cpu, from.map(|i| i as u64));
        check("permute_by", x.permute_by(indices), &|i| a[from[i]]);
        check("swap", x.swap(), &|i| a[i ^ 1]);
        check("low", x.low(), &|i| a[i % 2]);
    }
}

#[test]
fn the_ladder_agrees_with_the_portable_one() {
    let Some(cpu) = AvxIfma::in_tests() else {
        return;
    };
    let mut rng = Rng::new();
    for u in edges::<P25519>() {
        let (k, u) = (rng.words::<N25519>(), Fe::<P25519>::from_integer(&u));
        let expected = montgomery::mul(LazyLayout, &k, &u);
        assert_eq!(vex::ladder(cpu, &k, &u), expected, "{k:x?} {u:?}");
    }
}

#[test]
fn operations_on_points_agree_with_the_portable_ones() {
    let Some(cpu) = AvxIfma::in_tests() else {
        return;
    };
    for (p, k) in points().into_iter().zip(scalars()) {
        let terms = [Term {
            k: &k,
            negative: true,
            point: &p,
        }];
        let Projective { X, Y, Z } = vex::sum_vartime(cpu, &k, &BASE, terms);
        let ours = Point {
            X: X * Z,
            Y: Y * Z,
            Z: Z * Z,
            T: X * Y,
        };
        let product = schedule::mul(LazyLayout, &p, &k);
        let base = schedule::mul(LazyLayout, &Point::BASE, &k);
        assert_eq!(ours, base.plus(&product.negate()), "{k:x?}");
        assert_eq!(vex::mul(cpu, &p, &k), product);
        assert_eq!(vex::mul_base(cpu, &k, &BASE), base);
        let y = p.Y * Fe::new(P25519::invert(&p.Z.words));
        let expected = candidate_of(LazyLayout, &ratio(&y));
        assert_eq!(vex::candidate(cpu, &ratio(&y)), expected);
        let (x, is_root) = vex::recover_x(cpu, &y);
        assert!(
            bool::from(is_root) && [x, -x].contains(&(p.X * Fe::new(P25519::invert(&p.Z.words))))
        );
    }
}
