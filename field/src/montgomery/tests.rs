//! The ladder against the multiples of the Edwards form and against the curve's differential formulas in big integers.

use super::*;
use crate::{
    LazyLayout, N25519, Portable, Saturated,
    edwards::curve25519::{BASE, Point},
    testing::{Rng, big, cases, edges, modulus},
};
use num_bigint::BigUint;

/// RFC 7748 § 5 in big integers.
fn ladder(k: &BigUint, u: &BigUint) -> BigUint {
    let p = modulus::<P25519>();
    let sub = |a: &BigUint, b: &BigUint| (a + &p - b % &p) % &p;
    let square = |a: BigUint| &a * &a % &p;
    let one = BigUint::from(1u8);
    let (mut a, mut b) = ([one.clone(), BigUint::ZERO], [u.clone(), one]);
    for i in (0..255).rev() {
        if k.bit(i) {
            core::mem::swap(&mut a, &mut b);
        }
        let [aa, bb] = [square(&a[0] + &a[1]), square(sub(&a[0], &a[1]))];
        let e = sub(&aa, &bb);
        let da = sub(&b[0], &b[1]) * (&a[0] + &a[1]) % &p;
        let cb = (&b[0] + &b[1]) * sub(&a[0], &a[1]) % &p;
        b = [square(&da + &cb), u * square(sub(&da, &cb)) % &p];
        a = [&aa * bb % &p, &e * (aa + &e * A24) % &p];
        if k.bit(i) {
            core::mem::swap(&mut a, &mut b);
        }
    }
    &a[0] * a[1].modinv(&p).unwrap_or_default() % p
}

#[test]
fn the_ladder_agrees_with_big_integers_in_every_layout() {
    let mut rng = Rng::new();
    let mut us: std::vec::Vec<_> = edges::<P25519>();
    us.extend((0..cases() / 200).map(|_| rng.words::<P25519>()));
    for u in us {
        let (k, u) = (rng.words::<N25519>(), Fe::<P25519>::from_integer(&u));
        let expected = ladder(&big(&k), &big(&u.to_integer()));
        let check = |x: Fe<P25519>| assert_eq!(big(&x.to_integer()), expected, "{k:x?} {u:?}");
        check(mul(LazyLayout, &k, &u));
        check(mul(Saturated(Portable), &k, &u));
        #[cfg(target_arch = "x86_64")]
        if let Some(adx) = crate::Cpu::detect().adx {
            check(mul(crate::arch::x86_64::tight::TightLayout(adx), &k, &u));
        }
    }
}

#[test]
fn the_ladder_agrees_with_the_edwards_form() {
    let mut rng = Rng::new();
    for _ in 0..cases() / 100 {
        let k = bytes_of(&rng.words::<N25519>());
        let base = encode(&Point::BASE.to_montgomery());
        assert_eq!(x25519(&k, &base), x25519_base(&k, &BASE));
        let point = Point::BASE.times(&rng.words::<N25519>());
        let product = point.times(&words_of(&clamp(k)));
        assert_eq!(
            x25519(&k, &encode(&point.to_montgomery())),
            encode(&product.to_montgomery())
        );
    }
}

#[test]
fn encodings_are_reduced_and_zero_is_found_in_each() {
    let p = bytes_of(&P25519::M);
    let mut one = [0; 32];
    one[0] = 1;
    for zero in [[0; 32], p] {
        assert!(bool::from(is_zero(&zero)));
        assert_eq!(canonical(&zero), [0; 32]);
        let mut with_high_bit = zero;
        with_high_bit[31] |= 0x80;
        assert!(bool::from(is_zero(&with_high_bit)));
    }
    assert!(!bool::from(is_zero(&one)));
    assert_eq!(canonical(&one), one);
}
