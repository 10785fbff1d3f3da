//! P-256 with big integers, slow and plain: what the tests compare with.

use num_bigint::BigUint;
use std::vec::Vec;

pub(crate) fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal")
}

/// SP 800-186 § 3.2.1.3.
pub(crate) fn p() -> BigUint {
    hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
}

pub(crate) fn n() -> BigUint {
    hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
}

pub(crate) fn two_to(n: u32) -> BigUint {
    BigUint::from(1u8) << n
}

/// `1/x mod p`.
pub(crate) fn inverse(x: &BigUint) -> BigUint {
    x.modpow(&(p() - 2u8), &p())
}

/// `x - y mod p`.
fn sub(x: &BigUint, y: &BigUint) -> BigUint {
    (x + p() - y % p()) % p()
}

/// Four words of an integer that fits.
pub(crate) fn words(x: &BigUint) -> [u64; 4] {
    let mut words = [0; 4];
    let digits = x.to_u64_digits();
    words[..digits.len()].copy_from_slice(&digits);
    words
}

/// The words of the Montgomery form.
pub(crate) fn to_montgomery(x: &BigUint) -> [u64; 4] {
    words(&((x << 256) % p()))
}

pub(crate) fn from_montgomery(words: &[u64; 4]) -> BigUint {
    crate::testing::big(words) * inverse(&(two_to(256) % p())) % p()
}

/// Limbs of 52 bits.
pub(crate) fn limbs(x: &BigUint) -> [u64; 5] {
    core::array::from_fn(|i| {
        let limb = (x >> (52 * i)) % two_to(52);
        limb.try_into().expect("52 bits")
    })
}

/// `sum limbs[i] 2^(52 i)`.
pub(crate) fn from_limbs(limbs: &[u64; 5]) -> BigUint {
    limbs
        .iter()
        .rev()
        .fold(BigUint::ZERO, |x, l| (x << 52) + *l)
}

/// A point, in affine coordinates; none is the identity.
pub(crate) type Point = Option<[BigUint; 2]>;

pub(crate) fn generator() -> Point {
    Some([
        hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    ])
}

pub(crate) fn negative(a: &Point) -> Point {
    let [x, y] = a.clone()?;
    Some([x, sub(&BigUint::ZERO, &y)])
}

pub(crate) fn add(a: &Point, b: &Point) -> Point {
    let ([x1, y1], [x2, y2]) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (None, other) | (other, None) => return other.clone(),
    };
    let slope = if x1 != x2 {
        sub(y2, y1) * inverse(&sub(x2, x1))
    } else if y1 == y2 {
        sub(&(x1 * x1 * 3u8), &3u8.into()) * inverse(&(y1 * 2u8 % p()))
    } else {
        return None;
    } % p();
    let x3 = sub(&(&slope * &slope), &(x1 + x2));
    let y3 = sub(&(slope * sub(x1, &x3)), y1);
    Some([x3, y3])
}

pub(crate) fn multiple(k: &BigUint, a: &Point) -> Point {
    (0..k.bits()).rev().fold(None, |sum, i| {
        let twice = add(&sum, &sum);
        if k.bit(i) { add(&twice, a) } else { twice }
    })
}

/// Words in Montgomery form of homogeneous coordinates with this `Z`.
pub(crate) fn homogeneous(a: &Point, z: &BigUint) -> [[u64; 4]; 3] {
    match a {
        Some([x, y]) => [x * z, y * z, z.clone()].map(|c| to_montgomery(&c)),
        None => [BigUint::ZERO, z.clone(), BigUint::ZERO].map(|c| to_montgomery(&c)),
    }
}

/// The point, from words below `p`.
pub(crate) fn from_homogeneous(coordinates: &[[u64; 4]; 3]) -> Point {
    let reduced = coordinates.iter().all(|c| crate::testing::big(c) < p());
    assert!(reduced, "not reduced: {coordinates:x?}");
    let [x, y, z] = coordinates.each_ref().map(from_montgomery);
    let i = (z != BigUint::ZERO).then(|| inverse(&z))?;
    Some([x * &i % p(), y * i % p()])
}

/// Scalars to try: small ones, those near the order, near powers of two, with long runs.
pub(crate) fn scalars() -> Vec<BigUint> {
    let mut scalars = Vec::new();
    for i in 0..20u8 {
        scalars.extend([BigUint::from(i), n() - 1u8 - i]);
    }
    for i in [5u32, 31, 32, 33, 64, 127, 128, 160, 191, 192, 224, 250, 255] {
        scalars.extend([
            two_to(i),
            two_to(i) - 1u8,
            n() - two_to(i),
            n() - two_to(i) - 1u8,
        ]);
    }
    scalars.extend([
        n() >> 1,
        hex("5555555555555555555555555555555555555555555555555555555555555555"),
        hex("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        hex("ffffffff00000000000000000000000000000000000000000000000000000000"),
        hex("00000000ffffffff00000000ffffffff00000000ffffffff00000000ffffffff"),
        hex("0000000100000001000000010000000100000001000000010000000100000001"),
    ]);
    scalars
}

/// `k` or `n - k`, which is odd, and a mask if it is `n - k`: what the schedules take.
pub(crate) fn odd(k: &BigUint) -> ([u64; 4], u64) {
    if k.bit(0) {
        (words(k), 0)
    } else {
        (words(&(n() - k)), u64::MAX)
    }
}
