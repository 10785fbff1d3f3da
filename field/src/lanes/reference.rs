//! Curves with big integers, slow and plain: what the tests compare with.

use crate::{
    Prime,
    lanes::Radix52,
    testing::{big, from_big, modulus, radix},
    weierstrass::Weierstrass,
};
use num_bigint::BigUint;
use std::vec::Vec;

/// What a lane holds for 1.
pub(crate) fn rho<P: Radix52>() -> BigUint {
    from_limbs::<P>(&P::RHO)
}

pub(crate) fn p<C: Weierstrass>() -> BigUint {
    modulus::<C::Base>()
}

pub(crate) fn n<C: Weierstrass>() -> BigUint {
    modulus::<C::Order>()
}

pub(crate) fn two_to(n: u32) -> BigUint {
    BigUint::from(1u8) << n
}

/// `1/x mod p`.
pub(crate) fn inverse<P: Prime>(x: &BigUint) -> BigUint {
    let p = modulus::<P>();
    x.modpow(&(&p - 2u8), &p)
}

/// The words of the Montgomery form.
pub(crate) fn to_montgomery<P: Prime>(x: &BigUint) -> P::Words {
    from_big::<P>(&((x * radix::<P>()) % modulus::<P>()))
}

pub(crate) fn from_montgomery<P: Prime>(words: &P::Words) -> BigUint {
    big(words) * inverse::<P>(&(radix::<P>() % modulus::<P>())) % modulus::<P>()
}

/// Limbs of 52 bits.
pub(crate) fn limbs<P: Radix52>(x: &BigUint) -> P::Limbs<u64> {
    let mut limbs = P::P;
    for i in 0..P::LIMBS {
        let limb = (x >> (52 * i)) % two_to(52);
        limbs[i] = limb.try_into().expect("52 bits");
    }
    limbs
}

/// `sum limbs[i] 2^(52 i)`.
pub(crate) fn from_limbs<P: Radix52>(limbs: &P::Limbs<u64>) -> BigUint {
    (0..P::LIMBS)
        .rev()
        .fold(BigUint::ZERO, |x, i| (x << 52) + limbs[i])
}

/// A point, in affine coordinates; none is the identity.
pub(crate) type Point = Option<[BigUint; 2]>;

pub(crate) fn generator<C: Weierstrass>() -> Point {
    Some([C::GX, C::GY].map(|x| from_montgomery::<C::Base>(&x.words)))
}

pub(crate) fn negative<C: Weierstrass>(a: &Point) -> Point {
    let [x, y] = a.clone()?;
    Some([x, (p::<C>() - y) % p::<C>()])
}

pub(crate) fn add<C: Weierstrass>(a: &Point, b: &Point) -> Point {
    let p = &p::<C>();
    let sub = |x: &BigUint, y: &BigUint| (x + p - y % p) % p;
    let ([x1, y1], [x2, y2]) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (None, other) | (other, None) => return other.clone(),
    };
    let slope = if x1 != x2 {
        sub(y2, y1) * inverse::<C::Base>(&sub(x2, x1))
    } else if y1 == y2 {
        sub(&(x1 * x1 * 3u8), &3u8.into()) * inverse::<C::Base>(&(y1 * 2u8 % p))
    } else {
        return None;
    } % p;
    let x3 = sub(&(&slope * &slope), &(x1 + x2));
    let y3 = sub(&(slope * sub(x1, &x3)), y1);
    Some([x3, y3])
}

pub(crate) fn multiple<C: Weierstrass>(k: &BigUint, a: &Point) -> Point {
    (0..k.bits()).rev().fold(None, |sum, i| {
        let twice = add::<C>(&sum, &sum);
        if k.bit(i) { add::<C>(&twice, a) } else { twice }
    })
}

/// Words of homogeneous coordinates with this `Z`.
pub(crate) fn homogeneous<C: Weierstrass>(
    a: &Point,
    z: &BigUint,
) -> [<C::Base as Prime>::Words; 3] {
    match a {
        Some([x, y]) => [x * z, y * z, z.clone()],
        None => [BigUint::ZERO, z.clone(), BigUint::ZERO],
    }
    .map(|c| to_montgomery::<C::Base>(&c))
}

/// The point, from words below `p`.
pub(crate) fn from_homogeneous<C: Weierstrass>(
    coordinates: &[<C::Base as Prime>::Words; 3],
) -> Point {
    let p = p::<C>();
    let reduced = coordinates.iter().all(|c| big(c) < p);
    assert!(reduced, "not reduced: {coordinates:x?}");
    let [x, y, z] = coordinates.each_ref().map(big);
    let i = (z != BigUint::ZERO).then(|| inverse::<C::Base>(&z))?;
    Some([x * &i % &p, y * i % p])
}

/// Scalars to try, below the order: small ones, those near it, near powers of two, with long runs.
pub(crate) fn scalars<C: Weierstrass>() -> Vec<BigUint> {
    let n = &n::<C>();
    let mut scalars = Vec::new();
    for i in 0..20u8 {
        scalars.extend([BigUint::from(i), n - 1u8 - i]);
    }
    let bits = C::Order::BITS;
    for i in [
        5,
        31,
        32,
        33,
        48,
        64,
        68,
        bits / 2 - 1,
        bits / 2,
        bits - 65,
        bits - 64,
        bits - 32,
        bits - 6,
        bits - 1,
    ] {
        scalars.extend([
            two_to(i),
            two_to(i) - 1u8,
            n - two_to(i),
            n - two_to(i) - 1u8,
        ]);
    }
    let pattern = |word: u32| {
        let words = (0..bits.div_ceil(32)).fold(BigUint::ZERO, |x, _| (x << 32) + word);
        words % n
    };
    scalars.extend([
        n >> 1,
        pattern(0x5555_5555),
        pattern(0xaaaa_aaaa),
        pattern(1),
    ]);
    let ones = two_to(32) - 1u8;
    scalars.push((0..bits / 64).fold(BigUint::ZERO, |x, _| (x << 64) + &ones));
    scalars.push((&ones << (bits - 33)) % n);
    scalars
}

/// `k` or `n - k`, which is odd, and a mask if it is `n - k`: what the schedules take.
pub(crate) fn odd<C: Weierstrass>(k: &BigUint) -> (<C::Order as Prime>::Words, u64) {
    if k.bit(0) {
        (from_big::<C::Order>(k), 0)
    } else {
        (from_big::<C::Order>(&(n::<C>() - k)), u64::MAX)
    }
}

/// A random scalar.
pub(crate) fn scalar<C: Weierstrass>(rng: &mut crate::testing::Rng) -> BigUint {
    big(&rng.reduced::<C::Order>())
}
