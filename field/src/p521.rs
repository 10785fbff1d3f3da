//! P-521's base field and order, SP 800-186 § 3.2.1.5.

use crate::{
    Element, Fe, FermatInverse, Kernel, Portable, Saturated,
    arch::portable,
    fe::{invert_by_ones, ones, pow_public},
    layout::{PORTABLY, Portably},
    prime::prime,
};
use elliptic_curve::{bigint::cpubits, consts::U66};

// `crypto-bigint`'s words hold no more than they must.
cpubits! {
    32 => { use elliptic_curve::bigint::U544 as Uint; }
    64 => { use elliptic_curve::bigint::U576 as Uint; }
}

prime! {
    /// The prime of P-521's base field, `p = 2^521 - 1`.
    P521, words: 9, size: U66, uint: Uint, debug: "FieldElement",
    modulus: "00000000000001ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    generator: 3, signed62: 9,
    mul: |a, b| portable::p521::mul(a, b, &P521::M),
    square: |a| portable::p521::square(a, &P521::M),
    root_power: |a: Fe<P521, _>| ones(a, 519),
    layout: Portably = PORTABLY,
}

prime! {
    /// The order of P-521's group, `n`.
    N521, words: 9, size: U66, uint: Uint, debug: "Scalar",
    modulus: "00000000000001fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
    generator: 3, signed62: 9,
    mul: |a, b| portable::mul(a, b, &N521::M, N521::K0),
    square: |a| portable::square(a, &N521::M, N521::K0),
    root_power: |a: Fe<N521, _>| pow_public(a, &N521::T_MINUS_ONE_OVER_TWO),
    layout: Saturated<Portable> = Saturated(Portable),
}

impl crate::Order for N521 {}

impl FermatInverse for P521 {
    /// `p - 2 = 4 (2^519 - 1) + 1`: 520 squarings, 13 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        ones(a, 519).square_n(2) * a
    }
}

impl FermatInverse for N521 {
    /// `n - 2` begins with 261 ones: 520 squarings, 89 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        invert_by_ones(a, 65)
    }
}

// RFC 9380 § 8.4.
#[cfg(feature = "hash2curve")]
crate::weierstrass::map! {
    P521, z: 4,
    sqrt_minus_z: "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002",
    b: "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"
}
