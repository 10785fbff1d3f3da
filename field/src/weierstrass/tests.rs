//! Curves to test with: P-256 as its crate instantiates it, and two on which everything can be tried out.
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
    Fe, N256, P256, Prime,
    testing::{Base13, Base16, Order13, Order16},
};
use elliptic_curve::{
    Curve, CurveArithmetic, PrimeCurve,
    bigint::{Odd, U64, U256},
    consts::{U8, U32},
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
