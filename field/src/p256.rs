//! P-256's base field and order, SP 800-186 § 3.2.1.3.

use crate::{
    Element, Fe, FermatInverse, Kernel, Portable, Saturated,
    arch::portable,
    layout::{PORTABLY, Portably},
    prime::prime,
};
use elliptic_curve::{bigint::U256, consts::U32};

prime! {
    /// The prime of P-256's base field, `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`.
    P256, words: 4, size: U32, uint: U256, debug: "FieldElement",
    modulus: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    generator: 6, signed62: 5,
    mul: |a, b| portable::p256::mul(a, b, &P256::M),
    square: |a| portable::p256::square(a, &P256::M),
    root_power: p256_root_power,
    // A doubling costs 580 cycles in lazy limbs, 725 in words (Zen 4).
    layout: Portably = PORTABLY,
}

prime! {
    /// The order of P-256's group, `n`.
    N256, words: 4, size: U32, uint: U256, debug: "Scalar",
    modulus: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    generator: 7, signed62: 5,
    mul: |a, b| portable::mul(a, b, &N256::M, N256::K0),
    square: |a| portable::square(a, &N256::M, N256::K0),
    root_power: |a: Fe<N256, _>| crate::fe::pow_public(a, &N256::T_MINUS_ONE_OVER_TWO),
    layout: Saturated<Portable> = Saturated(Portable),
}

impl crate::Order for N256 {}

/// `a^((p - 3) / 4)`: 253 + 15 - 13 squarings, 11 multiplications; `x_k = a^(2^k - 1)`.
///
/// ```text
///   (p - 3) / 4 = ((x32 << 32 + 1) << 143 + x47) << 47 + x47
///   x2, x3, x6, x12, x15, x30, x32;  t = x32 << 15;  x47 = t + x15;  t << 17 = x32 << 32
/// ```
fn p256_root_power<B: Kernel<P256>>(a: Fe<P256, B>) -> Fe<P256, B> {
    let x2 = a.square_n(1) * a;
    let x3 = x2.square_n(1) * a;
    let x6 = x3.square_n(3) * x3;
    let x12 = x6.square_n(6) * x6;
    let x15 = x12.square_n(3) * x3;
    let x30 = x15.square_n(15) * x15;
    let x32 = x30.square_n(2) * x2;
    let t = x32.square_n(15);
    let x47 = t * x15;
    ((t.square_n(17) * a).square_n(143) * x47).square_n(47) * x47
}

impl FermatInverse for P256 {
    /// `p - 2 = 4 (p - 3) / 4 + 1`: 255 squarings, 12 multiplications.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        p256_root_power(a).square_n(2) * a
    }
}

impl FermatInverse for N256 {
    /// 38 multiplications: the upper half of `n - 2` is `x32 << 96 + x64`, then windows of the values 1, 3, 5, 15, 39
    /// (chosen by a search for the fewest).
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B> {
        const LOWER_HALF: [(u8, u8); 29] = [
            (3, 5),
            (2, 3),
            (6, 39),
            (4, 3),
            (5, 15),
            (3, 5),
            (4, 5),
            (3, 3),
            (3, 3),
            (7, 39),
            (4, 1),
            (5, 15),
            (6, 15),
            (2, 1),
            (10, 39),
            (6, 39),
            (3, 3),
            (6, 39),
            (5, 5),
            (3, 3),
            (5, 1),
            (3, 3),
            (4, 15),
            (5, 3),
            (5, 3),
            (3, 1),
            (3, 1),
            (4, 5),
            (6, 15),
        ];
        let a2 = a.square_n(1);
        let x2 = a2 * a;
        let x4 = x2.square_n(2) * x2;
        let x8 = x4.square_n(4) * x4;
        let x16 = x8.square_n(8) * x8;
        let x32 = x16.square_n(16) * x16;
        let a5 = x2 * a2;
        let a39 = x2.square_n(3) * x4; // 24 + 15
        let upper = (x32.square_n(64) * x32).square_n(32) * x32;
        LOWER_HALF.iter().fold(upper, |acc, &(squarings, window)| {
            acc.square_n(squarings.into())
                * match window {
                    1 => a,
                    3 => x2,
                    5 => a5,
                    15 => x4,
                    _ => a39,
                }
        })
    }
}

// RFC 9380 § 8.2.
#[cfg(feature = "hash2curve")]
crate::weierstrass::map! {
    P256, z: 10, sqrt_minus_z: "da538e3be1d89b99c978fc675180aab27b8d1ff84c55d5b62ccd3427e433c47f",
    b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"
}
