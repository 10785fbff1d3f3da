//! Curve25519's base field and the order of its prime subgroup, RFC 7748 § 4.1.

use crate::{
    Element, Fe, FermatInverse, Kernel, Portable, Saturated,
    arch::portable,
    fe::{ones, pow_public},
    layout::{PORTABLY, Portably},
    prime::prime,
};
use elliptic_curve::{bigint::U256, consts::U32};

prime! {
    /// The prime of Curve25519's base field, `p = 2^255 - 19`.
    P25519, words: 4, size: U32, uint: U256, debug: "FieldElement",
    modulus: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
    generator: 2, signed62: 5, little_endian: true,
    mul: |a, b| portable::p25519::mul(a, b, &P25519::M),
    square: |a| portable::p25519::square(a, &P25519::M),
    root_power: |a: Fe<P25519, _>| Element::square(Element::square(ones(a, 250))) * a,
    layout: Portably = PORTABLY,
    plain: |a| portable::p25519::reduce(a, &P25519::M),
    mul_u32: |a, b| portable::at_u32::p25519::mul(a, b, &P25519::M),
    square_u32: |a| portable::at_u32::p25519::square(a, &P25519::M),
}

prime! {
    /// The order of the subgroup, `l`.
    N25519, words: 4, size: U32, uint: U256, debug: "Scalar",
    modulus: "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
    generator: 2, signed62: 5, little_endian: true,
    mul: |a, b| portable::mul(a, b, &N25519::M, N25519::K0),
    square: |a| portable::square(a, &N25519::M, N25519::K0),
    root_power: |a: Fe<N25519, _>| pow_public(a, &N25519::T_MINUS_ONE_OVER_TWO),
    layout: Saturated<Portable> = Saturated(Portable),
}

impl crate::Order for N25519 {}

impl FermatInverse for P25519 {
    /// `p - 2 = 2^5 (2^250 - 1) + 11`: 257 squarings, 15 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        let a2 = Element::square(a);
        let a11 = a2.square_n(2) * a2 * a; // 8 + 2 + 1
        ones(a, 250).square_n(5) * a11
    }
}

impl FermatInverse for N25519 {
    /// By windows of four bits: `l` is no power of two but for its upper half.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        let mut e = N25519::M;
        e[0] -= 2;
        pow_public(a, &e)
    }
}
