//! Scalars and points compute as in RustCrypto's `p256`.
#![no_main]
#![allow(
    unused_imports,
    reason = "some methods of ours are inherent where theirs are a trait's"
)]

use libfuzzer_sys::fuzz_target;

macro_rules! computed {
    ($p256:ident, $a:expr, $b:expr) => {{
        use $p256::elliptic_curve::{
            Field, Group, PrimeField,
            ops::{LinearCombination, MulByGeneratorVartime, MulVartime, Reduce},
            sec1::ToSec1Point,
        };
        use $p256::{FieldBytes, ProjectivePoint, Scalar};
        let scalar = |bytes: [u8; 32]| <Scalar as Reduce<FieldBytes>>::reduce(&bytes.into());
        let (a, b) = (scalar($a), scalar($b));
        let scalars = [
            a + b,
            a - b,
            a * b,
            -a,
            a.square(),
            a.invert().unwrap_or(b),
            a.sqrt().unwrap_or(b),
        ];
        let (p, q) = (
            ProjectivePoint::mul_by_generator(&a),
            ProjectivePoint::mul_by_generator(&b),
        );
        let points = [
            p,
            q,
            p + q,
            p - q,
            p + p,
            p - p,
            Group::double(&p),
            p * b,
            q * a,
            p.mul_vartime(&b),
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(&a, &b, &p),
            ProjectivePoint::lincomb(&[(p, a), (q, b)]),
            ProjectivePoint::lincomb_vartime(&[(p, b), (q, a), (p, a)][..]),
        ];
        (
            scalars.map(|s| <[u8; 32]>::from(s.to_repr())),
            points.map(|p| p.to_affine().to_sec1_point(false).as_bytes().to_vec()),
        )
    }};
}

fuzz_target!(|data: [[u8; 32]; 2]| {
    let [a, b] = data;
    assert_eq!(computed!(p256_fast, a, b), computed!(p256, a, b));
});
