//! What the benches of the curve crates share: the rows of a library with RustCrypto's interface.

use core::fmt::Display;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId};

/// The libraries' rows for one operation.
pub(crate) type Rows<'a> = BenchmarkGroup<'a, WallTime>;

pub(crate) fn row<R>(rows: &mut Rows<'_>, library: impl Display, mut operation: impl FnMut() -> R) {
    rows.bench_function(BenchmarkId::from_parameter(library), |b| {
        b.iter(&mut operation);
    });
}

/// One library with RustCrypto's interface.
macro_rules! rustcrypto_interface {
    ($library:ident, $curve:ident, $name:expr) => {
        use super::{MESSAGE, OTHER_SECRET, Rows, SECRET, black_box, row};
        use $library::ecdsa::signature::{Signer, Verifier};
        use $library::ecdsa::{Signature, SigningKey, VerifyingKey};
        use $library::elliptic_curve::ops::{
            LinearCombination, MulByGeneratorVartime, MulVartime, Reduce,
        };
        use $library::elliptic_curve::{Generate, Group, point::BatchNormalize, sec1::ToSec1Point};
        use $library::hash2curve::GroupDigest;
        use $library::{FieldBytes, ProjectivePoint, PublicKey, Scalar, SecretKey, $curve};

        pub(crate) fn sign(rows: &mut Rows<'_>, message: &[u8]) {
            let key = SigningKey::from_slice(&SECRET).unwrap();
            row(rows, $name, || -> Signature {
                key.sign(black_box(message))
            });
        }

        pub(crate) fn verify(rows: &mut Rows<'_>) {
            let signing = SigningKey::from_slice(&SECRET).unwrap();
            let signature: Signature = signing.sign(&MESSAGE);
            let key = VerifyingKey::from(&signing);
            row(rows, $name, || {
                key.verify(black_box(&MESSAGE), &signature).unwrap()
            });
        }

        pub(crate) fn ecdh(rows: &mut Rows<'_>) {
            let secret = SecretKey::from_slice(&SECRET).unwrap();
            let other = SecretKey::from_slice(&OTHER_SECRET).unwrap().public_key();
            let other = other.to_sec1_point(false);
            row(rows, $name, || {
                let other = PublicKey::from_sec1_bytes(black_box(other.as_bytes())).unwrap();
                *secret.diffie_hellman(&other).raw_secret_bytes()
            });
        }

        pub(crate) fn key_generation(rows: &mut Rows<'_>) {
            row(rows, $name, || {
                SecretKey::generate().public_key().to_sec1_point(false)
            });
        }

        pub(crate) fn decompress(rows: &mut Rows<'_>) {
            let key = SecretKey::from_slice(&SECRET).unwrap().public_key();
            let key = key.to_sec1_point(true);
            row(rows, $name, || {
                PublicKey::from_sec1_bytes(black_box(key.as_bytes())).unwrap()
            });
        }

        pub(crate) fn hash_to_curve(rows: &mut Rows<'_>) {
            let domain = $curve::HASH_TO_CURVE_ID;
            row(rows, $name, || {
                $curve::hash_from_bytes(&[black_box(&MESSAGE)], &[domain]).unwrap()
            });
        }

        /// The rows for one operation of [`POINT_OPERATIONS`](super::POINT_OPERATIONS), by its name there.
        pub(crate) fn point(rows: &mut Rows<'_>, operation: &str) {
            // Full-length scalars, and points whose Z is not one.
            let [a, b] = [SECRET, OTHER_SECRET]
                .map(|bytes| Scalar::reduce(&FieldBytes::from(bytes)).square());
            let [P, Q] = [a, b].map(|k| (ProjectivePoint::GENERATOR * k).double());
            let affine = Q.to_affine();
            let pairs = [(P, a), (Q, b)];
            let batch = [P; 64];
            match operation {
                "double" => row(rows, $name, || black_box(P).double()),
                "add" => row(rows, $name, || black_box(P) + Q),
                "add affine" => row(rows, $name, || black_box(P) + affine),
                "mul_by_generator" => row(rows, $name, || {
                    ProjectivePoint::mul_by_generator(black_box(&a))
                }),
                "mul" => row(rows, $name, || black_box(P) * b),
                "mul_vartime" => row(rows, $name, || black_box(P).mul_vartime(&b)),
                "aG + bP, vartime" => row(rows, $name, || {
                    ProjectivePoint::mul_by_generator_and_mul_add_vartime(black_box(&a), &b, &P)
                }),
                "lincomb of 2" => row(rows, $name, || ProjectivePoint::lincomb(black_box(&pairs))),
                "lincomb_vartime of 2" => row(rows, $name, || {
                    ProjectivePoint::lincomb_vartime(black_box(&pairs))
                }),
                "to_affine" => row(rows, $name, || black_box(P).to_affine()),
                "batch_normalize of 64" => row(rows, $name, || {
                    <ProjectivePoint as BatchNormalize<[_; 64]>>::batch_normalize(black_box(&batch))
                }),
                "scalar invert" => row(rows, $name, || black_box(a).invert()),
                "scalar invert_vartime" => row(rows, $name, || black_box(a).invert_vartime()),
                _ => panic!("no operation {operation}"),
            }
        }
    };
}

pub(crate) const POINT_OPERATIONS: [&str; 13] = [
    "double",
    "add",
    "add affine",
    "mul_by_generator",
    "mul",
    "mul_vartime",
    "aG + bP, vartime",
    "lincomb of 2",
    "lincomb_vartime of 2",
    "to_affine",
    "batch_normalize of 64",
    "scalar invert",
    "scalar invert_vartime",
];
pub(crate) use rustcrypto_interface;
