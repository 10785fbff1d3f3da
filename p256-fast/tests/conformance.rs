//! The conformance tests that the crates of the ecosystem publish as macros and functions, run on the types of this crate.

#![forbid(unsafe_code)]

use ecdsa_core::dev::TestVector;
use hex_literal::hex;
use p256_fast::{NistP256, elliptic_curve::hazmat::FieldArithmetic};

type FieldElement = <NistP256 as FieldArithmetic>::FieldElement;

mod scalar {
    use p256_fast::{Scalar, U256};
    primefield::test_primefield!(Scalar, U256);
}

mod field {
    use super::FieldElement;
    use p256_fast::U256;
    primefield::test_primefield!(FieldElement, U256);
}

mod group_law {
    use p256_fast::{
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
    use super::RFC6979;
    ecdsa_core::new_signing_test!(p256_fast::NistP256, RFC6979);
}

mod verify {
    use super::RFC6979;
    ecdsa_core::new_verification_test!(p256_fast::NistP256, RFC6979);
}

/// The private and public key of RFC 6979 § A.2.5.
const D: &[u8] = &hex!("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
const Q_X: &[u8] = &hex!("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6");
const Q_Y: &[u8] = &hex!("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299");

/// A signature of RFC 6979 § A.2.5: digest (its leftmost 256 bits, or padded on the left to as many), nonce, r, s.
const fn vector(
    m: &'static [u8; 32],
    k: &'static [u8; 32],
    r: &'static [u8; 32],
    s: &'static [u8; 32],
) -> TestVector {
    TestVector {
        d: D,
        q_x: Q_X,
        q_y: Q_Y,
        k,
        m,
        r,
        s,
    }
}

const RFC6979: &[TestVector] = &[
    // SHA-1, "sample"
    vector(
        &hex!("0000000000000000000000008151325dcdbae9e0ff95f9f9658432dbedfdb209"),
        &hex!("882905f1227fd620fbf2abf21244f0ba83d0dc3a9103dbbee43a1fb858109db4"),
        &hex!("61340c88c3aaebeb4f6d667f672ca9759a6ccaa9fa8811313039ee4a35471d32"),
        &hex!("6d7f147dac089441bb2e2fe8f7a3fa264b9c475098fdcf6e00d7c996e1b8b7eb"),
    ),
    // SHA-1, "test"
    vector(
        &hex!("000000000000000000000000a94a8fe5ccb19ba61c4c0873d391e987982fbbd3"),
        &hex!("8c9520267c55d6b980df741e56b4adee114d84fbfa2e62137954164028632a2e"),
        &hex!("0cbcc86fd6abd1d99e703e1ec50069ee5c0b4ba4b9ac60e409e8ec5910d81a89"),
        &hex!("01b9d7b73dfaa60d5651ec4591a0136f87653e0fd780c3b1bc872ffdeae479b1"),
    ),
    // SHA-224, "sample"
    vector(
        &hex!("000000009003e374bc726550c2c289447fd0533160f875709386dfa377bfd41c"),
        &hex!("103f90ee9dc52e5e7fb5132b7033c63066d194321491862059967c715985d473"),
        &hex!("53b2fff5d1752b2c689df257c04c40a587fababb3f6fc2702f1343af7ca9aa3f"),
        &hex!("b9afb64fdc03dc1a131c7d2386d11e349f070aa432a4acc918bea988bf75c74c"),
    ),
    // SHA-224, "test"
    vector(
        &hex!("0000000090a3ed9e32b2aaf4c61c410eb925426119e1a9dc53d4286ade99a809"),
        &hex!("669f4426f2688b8be0db3a6bd1989bdaefff84b649eeb84f3dd26080f667faa7"),
        &hex!("c37edb6f0ae79d47c3c27e962fa269bb4f441770357e114ee511f662ec34a692"),
        &hex!("c820053a05791e521fcaad6042d40aea1d6b1a540138558f47d0719800e18f2d"),
    ),
    // SHA-256, "sample"
    vector(
        &hex!("af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf"),
        &hex!("a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60"),
        &hex!("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"),
        &hex!("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"),
    ),
    // SHA-256, "test"
    vector(
        &hex!("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        &hex!("d16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0"),
        &hex!("f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"),
        &hex!("019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"),
    ),
    // SHA-384, "sample"
    vector(
        &hex!("9a9083505bc92276aec4be312696ef7bf3bf603f4bbd381196a029f340585312"),
        &hex!("09f634b188cefd98e7ec88b1aa9852d734d0bc272f7d2a47decc6ebeb375aad4"),
        &hex!("0eafea039b20e9b42309fb1d89e213057cbf973dc0cfc8f129edddc800ef7719"),
        &hex!("4861f0491e6998b9455193e34e7b0d284ddd7149a74b95b9261f13abde940954"),
    ),
    // SHA-384, "test"
    vector(
        &hex!("768412320f7b0aa5812fce428dc4706b3cae50e02a64caa16a782249bfe8efc4"),
        &hex!("16aeffa357260b04b1dd199693960740066c1a8f3e8edd79070aa914d361b3b8"),
        &hex!("83910e8b48bb0c74244ebdf7f07a1c5413d61472bd941ef3920e623fbccebeb6"),
        &hex!("8ddbec54cf8cd5874883841d712142a56a8d0f218f5003cb0296b6b509619f2c"),
    ),
    // SHA-512, "sample"
    vector(
        &hex!("39a5e04aaff7455d9850c605364f514c11324ce64016960d23d5dc57d3ffd8f4"),
        &hex!("5fa81c63109badb88c1f367b47da606da28cad69aa22c4fe6ad7df73a7173aa5"),
        &hex!("8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00"),
        &hex!("2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe"),
    ),
    // SHA-512, "test"
    vector(
        &hex!("ee26b0dd4af7e749aa1a8ee3c10ae9923f618980772e473f8819a5d4940e0db2"),
        &hex!("6915d11632aca3c40d5d51c08daf9c555933819548784480e93499000d9f0b7f"),
        &hex!("461d93f31b6540894788fd206c07cfa0cc35f46fa3c91816fff1040ad1581a04"),
        &hex!("39af9f15de0db8d97e72719c74820d304ce5226e32dedae67519e840d1194e55"),
    ),
];
