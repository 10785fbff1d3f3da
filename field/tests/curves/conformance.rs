//! The conformance tests that the crates of the ecosystem publish as macros and functions, run on the types of this crate.

#![forbid(unsafe_code)]

use crate::common::{digest, own, pad};
use crate::curve::{Curve, SIZE};
use ecdsa_core::dev::TestVector;
use elliptic_curve::hazmat::FieldArithmetic;

type FieldElement = <Curve as FieldArithmetic>::FieldElement;

mod scalar {
    use crate::curve::{Uint, ours::Scalar};
    primefield::test_primefield!(Scalar, Uint);
}

mod field {
    use super::FieldElement;
    use crate::curve::Uint;
    primefield::test_primefield!(FieldElement, Uint);
}

mod group_law {
    use crate::curve::ours::{
        AffinePoint, ProjectivePoint, Scalar,
        elliptic_curve::{
            Group, PrimeField,
            sec1::{self, ToSec1Point},
        },
        test_vectors::group::{ADD_TEST_VECTORS, MUL_TEST_VECTORS},
    };
    primeorder::test_projective_arithmetic!(
        AffinePoint,
        ProjectivePoint,
        Scalar,
        ADD_TEST_VECTORS,
        MUL_TEST_VECTORS
    );

    #[test]
    fn curve_tests_of_the_group_crate() {
        group::tests::curve_tests::<ProjectivePoint>();
    }
}

mod sign {
    use super::rfc6979;
    ecdsa_core::new_signing_test!(crate::curve::Curve, &rfc6979());
}

mod verify {
    use super::rfc6979;
    ecdsa_core::new_verification_test!(crate::curve::Curve, &rfc6979());
}

/// The signatures of RFC 6979 § A.2: digests cut or padded on the left to the size of a scalar.
fn rfc6979() -> Vec<TestVector> {
    let leak = |bytes: Vec<u8>| -> &'static [u8] { bytes.leak() };
    let cases = own("rfc6979.txt").into_iter().take(10);
    let vectors = cases.map(|c| {
        let z = digest(c.get("hash"), c.get("message").as_bytes());
        // Where a digest is longer than the order, that has all the bits of its octets.
        let m = pad(&z[..z.len().min(SIZE)]).expect("cut to size");
        let [d, q_x, q_y, k, r, s] = ["d", "x", "y", "k", "r", "s"].map(|key| leak(c.bytes(key)));
        TestVector {
            d,
            q_x,
            q_y,
            k,
            m: leak(m.to_vec()),
            r,
            s,
        }
    });
    vectors.collect()
}
