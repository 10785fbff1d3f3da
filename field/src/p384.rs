//! P-384's base field and order, SP 800-186 § 3.2.1.4.

use crate::{
    Element, Fe, FermatInverse, Kernel, Portable, Saturated,
    arch::portable,
    fe::{invert_by_ones, pow_public},
    prime::prime,
};
use elliptic_curve::{bigint::U384, consts::U48};

prime! {
    /// The prime of P-384's base field, `p = 2^384 - 2^128 - 2^96 + 2^32 - 1`.
    P384, words: 6, size: U48, uint: U384, debug: "FieldElement",
    modulus: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
    generator: 19, signed62: 7,
    mul: |a, b| portable::p384::mul(a, b, &P384::M),
    square: |a| portable::p384::square(a, &P384::M),
    root_power: p384_root_power,
    layout: Saturated<Portable> = Saturated(Portable),
}

prime! {
    /// The order of P-384's group, `n`.
    N384, words: 6, size: U48, uint: U384, debug: "Scalar",
    modulus: "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
    generator: 2, signed62: 7,
    mul: |a, b| portable::mul(a, b, &N384::M, N384::K0),
    square: |a| portable::square(a, &N384::M, N384::K0),
    root_power: |a: Fe<N384, _>| pow_public(a, &N384::T_MINUS_ONE_OVER_TWO),
    layout: Saturated<Portable> = Saturated(Portable),
}

impl crate::Order for N384 {}

/// `a^((p - 3) / 4)`: 383 squarings, 13 multiplications; `x_k = a^(2^k - 1)`.
///
/// ```text
///   (p - 3) / 4 = ((x255 << 33) + x32) << 94 + x30
///   x2, x3, x6, x12, x15, x30, x60, x120, x240, x255;  x32 = x30 << 2 + x2
/// ```
fn p384_root_power<B: Kernel<P384>>(a: Fe<P384, B>) -> Fe<P384, B> {
    let x2 = a.square_n(1) * a;
    let x3 = x2.square_n(1) * a;
    let x6 = x3.square_n(3) * x3;
    let x12 = x6.square_n(6) * x6;
    let x15 = x12.square_n(3) * x3;
    let x30 = x15.square_n(15) * x15;
    let x32 = x30.square_n(2) * x2;
    let x60 = x30.square_n(30) * x30;
    let x120 = x60.square_n(60) * x60;
    let x240 = x120.square_n(120) * x120;
    let x255 = x240.square_n(15) * x15;
    (x255.square_n(33) * x32).square_n(94) * x30
}

impl FermatInverse for P384 {
    /// `p - 2 = 4 (p - 3) / 4 + 1`: 385 squarings, 14 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        p384_root_power(a).square_n(2) * a
    }
}

impl FermatInverse for N384 {
    /// The upper half of `n - 2` is ones: 383 squarings, 70 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        invert_by_ones(a, 48)
    }
}

// RFC 9380 § 8.3.
#[cfg(feature = "hash2curve")]
crate::weierstrass::map! {
    P384, z: 12,
    sqrt_minus_z: "2accb4a656b0249c71f0500e83da2fdd7f98e383d68b53871f872fcb9ccb80c53c0de1f8a80f7e1914e2ec69f5a626b3",
    b: "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"
}
