//! Curves to test with: the NIST curves as their crates instantiate them, and two on which everything can be tried out.
//!
//! The small ones have prime order; found by counting the points of `y^2 = x^3 - 3 x + b` for rising primes and `b`:
//!
//! ```python
//! roots = Counter(y * y % p for y in range(p))
//! order = 1 + sum(roots[(x**3 - 3 * x + b) % p] for x in range(p))
//! ```
//!
//! Their bits are such that a scalar has three windows of the fixed base, and three or four of a variable one.

use super::{
    AffinePoint, ProjectivePoint, Weierstrass,
    schedule::{self, BaseTable},
};
use crate::{
    Fe, N256, N384, N521, P256, P384, P521, Prime,
    testing::{Base13, Base16, Order13, Order16},
};
use elliptic_curve::{
    Curve, CurveArithmetic, PrimeCurve,
    bigint::{Odd, U64, U256, U384},
    consts::{U8, U32, U48, U66},
    group::Group,
    point::PointCompression,
};
use std::{boxed::Box, vec::Vec};

/// A curve, with multiplications that are right and slow.
macro_rules! curve {
    ($(#[$doc:meta])* $name:ident, $base:ty, $order:ty, $uint:ty, $size:ty, b: $b:expr, g: [$gx:expr, $gy:expr]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) struct $name;

        impl Curve for $name {
            type FieldBytesSize = $size;
            type Uint = $uint;
            const ORDER: Odd<$uint> = Odd::<$uint>::from_be_hex(<$order>::MODULUS_HEX);
        }
        impl PrimeCurve for $name {}
        impl PointCompression for $name {
            const COMPRESS_POINTS: bool = false;
        }
        impl CurveArithmetic for $name {
            type AffinePoint = AffinePoint<Self>;
            type ProjectivePoint = ProjectivePoint<Self>;
            type Scalar = Fe<$order>;
        }
        impl Weierstrass for $name {
            type Base = $base;
            type Order = $order;
            const B: Fe<$base> = $b;
            const GX: Fe<$base> = $gx;
            const GY: Fe<$base> = $gy;
            fn mul_base(k: &Fe<$order>) -> ProjectivePoint<Self> {
                Self::mul(&ProjectivePoint::GENERATOR, k)
            }
            fn mul_base_vartime(k: &Fe<$order>) -> ProjectivePoint<Self> {
                Self::mul_base(k)
            }
            fn mul(p: &ProjectivePoint<Self>, k: &Fe<$order>) -> ProjectivePoint<Self> {
                multiple(p, k)
            }
            fn mul_vartime(p: &ProjectivePoint<Self>, k: &Fe<$order>) -> ProjectivePoint<Self> {
                multiple(p, k)
            }
            fn mul_base_add_vartime(
                a: &Fe<$order>,
                b: &Fe<$order>,
                p: &ProjectivePoint<Self>,
            ) -> ProjectivePoint<Self> {
                Self::mul_base(a) + multiple(p, b)
            }
            fn lincomb_vartime(
                terms: &[(ProjectivePoint<Self>, Fe<$order>)],
            ) -> ProjectivePoint<Self> {
                terms.iter().map(|(p, k)| multiple(p, k)).sum()
            }
        }
    };
}

macro_rules! small_curve {
    ($(#[$doc:meta])* $name:ident, $base:ident, $order:ident, b: $b:literal, g: [$gx:literal, $gy:literal]) => {
        curve! {
            $(#[$doc])*
            $name, $base, $order, U64, U8,
            b: Fe::new($base::small($b)),
            g: [Fe::new($base::small($gx)), Fe::new($base::small($gy))]
        }
    };
}

small_curve! {
    /// Three windows of both.
    Curve13, Base13, Order13, b: 10, g: [0, 2212]
}
small_curve! {
    /// Three windows of the fixed base, four of a variable one.
    Curve16, Base16, Order16, b: 4, g: [0, 2]
}

curve! {
    /// SP 800-186 § 3.2.1.3.
    Curve256, P256, N256, U256, U32,
    b: Fe::<P256>::from_hex_vartime("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
    g: [
        Fe::<P256>::from_hex_vartime("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        Fe::<P256>::from_hex_vartime("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    ]
}

curve! {
    /// SP 800-186 § 3.2.1.4.
    Curve384, P384, N384, U384, U48,
    b: Fe::<P384>::from_hex_vartime("b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"),
    g: [
        Fe::<P384>::from_hex_vartime("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"),
        Fe::<P384>::from_hex_vartime("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f")
    ]
}

curve! {
    /// SP 800-186 § 3.2.1.5.
    Curve521, P521, N521, <N521 as Prime>::Uint, U66,
    b: Fe::<P521>::from_hex_vartime("0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"),
    g: [
        Fe::<P521>::from_hex_vartime("00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66"),
        Fe::<P521>::from_hex_vartime("011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650")
    ]
}

/// `k p`, by complete doublings and additions.
pub(crate) fn multiple<C: Weierstrass>(
    p: &ProjectivePoint<C>,
    k: &Fe<C::Order>,
) -> ProjectivePoint<C> {
    let k = k.to_integer();
    let k = k.as_ref();
    (0..64 * k.len())
        .rev()
        .fold(ProjectivePoint::IDENTITY, |sum, i| {
            let twice = sum.double();
            if k[i / 64] >> (i % 64) & 1 == 1 {
                twice + p
            } else {
                twice
            }
        })
}

/// The generator's table, by complete additions; it lives as long as the tests.
pub(crate) fn base_table<C: Weierstrass>() -> BaseTable<C> {
    let odd_multiples = |p: ProjectivePoint<C>, n: usize| -> Vec<_> {
        let step = p + p;
        core::iter::successors(Some(p), |q| Some(*q + step))
            .take(n)
            .map(|q| {
                let q = q.to_affine();
                [q.x.words, q.y.words]
            })
            .collect()
    };
    let windows = (C::Order::BITS).div_ceil(schedule::BASE_WINDOW) as usize;
    let doubled =
        |p: &ProjectivePoint<C>| Some((0..schedule::BASE_WINDOW).fold(*p, |p, _| p.double()));
    let windows: Vec<_> = core::iter::successors(Some(ProjectivePoint::GENERATOR), doubled)
        .take(windows)
        .map(|p| {
            let points = odd_multiples(p, 1 << (schedule::BASE_WINDOW - 1));
            points.try_into().expect("one window")
        })
        .collect();
    let odd = odd_multiples(ProjectivePoint::GENERATOR, 1 << (schedule::BASE_NAF - 2));
    BaseTable {
        windows: Box::leak(windows.into()),
        odd: Box::leak(Box::new(odd.try_into().expect("one table"))),
    }
}
