//! Every element of small fields, moduli of other sizes, and batches; random elements of each field are in `fe/tests.rs`.

use super::*;
use crate::{
    Fe, Prime, constant,
    testing::{Base13, Base16, Order13, Order16, Rng, TwoAdic, big, cases},
};
use num_bigint::BigUint;
use std::{borrow::ToOwned, vec::Vec};

fn every_inverse<P: Prime<Words = [u64; 1]>>() {
    assert_eq!(P::invert(&[0]), [0]);
    assert_eq!(P::invert_vartime(&[0]), [0]);
    for a in 1..P::MODULUS[0] {
        let inverse = P::invert(&[a]);
        assert_eq!(P::mul(&inverse, &[a]), P::ONE, "1/{a} in {}", P::NAME);
        assert_eq!(P::invert_vartime(&[a]), inverse, "1/{a} in {}", P::NAME);
        assert!(bool::from(Fe::<P>::new([a]).invert().is_some()));
    }
    assert!(bool::from(Fe::<P>::ZERO.invert().is_none()));
    assert!(bool::from(Fe::<P>::ZERO.invert_vartime().is_none()));
}

#[test]
fn every_element_of_a_small_field_has_its_inverse() {
    every_inverse::<Base13>();
    every_inverse::<Order13>();
    every_inverse::<TwoAdic>();
    every_inverse::<Base16>();
    every_inverse::<Order16>();
}

fn inverts<const L: usize, const N: usize>(modulus: &str, bits: u32) {
    let m: [u64; L] = constant::hex(modulus);
    let inverter = Inverter::<L, N>::new(&m, bits);
    let modulus = big(&m);
    let factor = BigUint::from(2_u8).pow(Inverter::<L, N>::GROWTH as u32);
    let check = |x: [u64; L]| {
        let inverse = inverter.invert(&x);
        assert_eq!(inverter.invert_vartime(&x), inverse, "{x:x?}");
        let expected = if x == [0; L] {
            BigUint::ZERO
        } else {
            factor.clone()
        };
        assert_eq!(
            big(&x) * big(&inverse) % &modulus,
            expected % &modulus,
            "{x:x?}"
        );
        assert!(big(&inverse) < modulus, "{x:x?}");
    };
    check([0; L]);
    for k in 0..bits as usize {
        // Powers of two, all below the modulus, and their negatives: long runs of even g.
        let mut x = [0; L];
        x[k / 64] = 1 << (k % 64);
        check(x);
        check(constant::sub(&[0; L], &x, &m));
        check(constant::sub(&x, &constant::minus(&m, 1), &m));
    }
    let mut rng = Rng::new();
    for _ in 0..cases() / 5 {
        let mut x = [0; L];
        x.fill_with(|| rng.next());
        // Short ones too: their g is zero before the growing ends.
        let keep = rng.next() as usize % bits as usize;
        let x = constant::shr(&x, 64 * L - keep - 1);
        if constant::less_vartime(&x, &m) {
            check(x);
        }
    }
}

#[test]
fn inverses_of_every_size_are_those_of_big_integers() {
    inverts::<4, 5>(
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        256,
    );
    // The largest modulus and the smallest one of 256 bits (primes, of the right size): 2^256 - 189, 2^255 + 95.
    inverts::<4, 5>(
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff43",
        256,
    );
    inverts::<4, 5>(
        "800000000000000000000000000000000000000000000000000000000000005f",
        256,
    );
    inverts::<6, 7>(
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
        384,
    );
    inverts::<9, 9>(
        &("000000000000".to_owned() + "01ff" + &"f".repeat(128)),
        521,
    );
}

/// The definition, one step after the other.
fn step(zeta: i64, f: i128, g: i128) -> (i64, i128, i128) {
    if zeta < 0 && g & 1 == 1 {
        (-zeta - 2, g, (g - f) >> 1)
    } else {
        (zeta - 1, f, (g + (g & 1) * f) >> 1)
    }
}

#[test]
fn a_batch_is_sixty_steps_of_the_definition() {
    let mut rng = Rng::new();
    let edges = [
        0,
        1,
        2,
        1 << 19,
        1 << 20,
        (1 << 20) - 1,
        1 << 59,
        (1 << 60) - 1,
        1 << 60,
        (1 << 62) - 1,
    ];
    let mut pairs: Vec<(u64, u64)> = edges
        .iter()
        .flat_map(|f| edges.map(|g| (f | 1, g)))
        .collect();
    pairs.extend((0..cases()).map(|_| ((rng.next() >> 2) | 1, rng.next() >> 2)));
    for (f, g) in pairs {
        for zeta in [-70, -30, -2, -1, 0, 1, 5, 40] {
            let (after, t) = batch(zeta, f, g);
            let mut expected = (zeta, i128::from(f), i128::from(g));
            for _ in 0..STEPS {
                expected = step(expected.0, expected.1, expected.2);
            }
            let row = |u: i64, v: i64| mul(u, f as i64) + mul(v, g as i64);
            assert_eq!(
                (after, row(t.u, t.v), row(t.q, t.r)),
                (expected.0, expected.1 << LIMB, expected.2 << LIMB),
                "zeta {zeta}, f {f:x}, g {g:x}"
            );
            for (u, v) in [(t.u, t.v), (t.q, t.r)] {
                assert!(u.unsigned_abs() + v.unsigned_abs() <= 1 << LIMB);
            }
        }
    }
}
