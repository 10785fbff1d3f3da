//! Faults that users reported and that only P-521's odd size shows: 66 octets, of whose first one only the lowest bit is used.
//! Those that other curves show too are in `field/tests/curves/faults.rs`.

#![forbid(unsafe_code)]

use ecdsa_core::hazmat::sign_prehashed_rfc6979;
use hex_literal::hex;
use p521_fast::{
    AffinePoint, NistP521, ProjectivePoint, PublicKey, Scalar, SecretKey,
    ecdsa::{
        Signature, SigningKey, VerifyingKey,
        signature::{Signer, Verifier, hazmat::PrehashVerifier},
    },
    elliptic_curve::{
        Field, Group, PrimeField, hazmat::FieldArithmetic, point::AffineCoordinates,
        sec1::ToSec1Point,
    },
    pkcs8::{DecodePrivateKey, EncodePrivateKey},
};
use sha2::{Digest, Sha256, Sha512};

type FieldElement = <NistP521 as FieldArithmetic>::FieldElement;

/// The private key of RFC 6979 § A.2.7.
const X: [u8; 66] = hex!(
    "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538"
);

fn key() -> SigningKey {
    SigningKey::from_slice(&X).unwrap()
}

/// CVE-2024-48948: leading zeros of a digest shortened it, so that other bits counted.
///
/// Of a digest of 66 octets or more FIPS 186-5 takes the highest 521 bits. `ecdsa` 0.17, which signs for every crate of the
/// curve, takes the lowest 521 of the first 528; so the fault's other digest, 01 00 .. 00, is another integer to it.
#[test]
fn i020_the_digest_is_cut_by_its_length_not_by_its_value() {
    let mut first = [0; 66];
    first[0] = 0x01;
    let sign = |z: &[u8; 66]| {
        let (signature, _) =
            sign_prehashed_rfc6979::<NistP521, Sha512>(key().as_nonzero_scalar(), z, &[]);
        key().verifying_key().verify_prehash(z, &signature).unwrap();
        signature.to_bytes().to_vec()
    };
    let expected = hex!(
        "000f382961448dc4b079347d8bb780edfe3e50e0bc75ea8dd1712cf462816a2fdd01358402885c67ee2b8ca2561aeaeeb79c35ae14fba71b2c0e30a8e076ad12915f"
        "017abbb1f40f2c3f7763fa9f059f1e47e5176231f3c7915e6cfaaa475d7c9b8eead8fb803ef360f04b5090777c51932136524162c5ad242e192b877c0077b9e285f1"
    );
    assert_eq!(sign(&[0; 66]), expected);
    assert_ne!(sign(&first), expected);
}

/// Digests of every length around the order's: which bits count.
#[test]
fn digests_of_every_length_sign_and_verify() {
    let key = key();
    for length in [1, 20, 28, 32, 48, 63, 64, 65, 66, 67, 68, 72, 100] {
        let z = vec![0xa5; length];
        let (signature, _) = key.sign_prehash_recoverable(&z);
        let verify = |z: &[u8]| key.verifying_key().verify_prehash(z, &signature).is_ok();
        assert!(verify(&z), "{length}");
        for bit in [0, 6, 7, 8, 300, 520, 527, 528, 535] {
            if bit / 8 < length {
                let mut other = z.clone();
                other[bit / 8] ^= 0x80 >> (bit % 8);
                // Below 66 octets all count; else as the test above says.
                let counts = length < 66 || (7..528).contains(&bit);
                assert_eq!(verify(&other), !counts, "{length}, bit {bit}");
            }
        }
        // Zeros before a digest that is not cut are the same integer.
        if length < 66 {
            assert!(verify(&[&[0], &z[..]].concat()), "{length}");
        }
    }
}

/// web-auth/cose-lib #167: P-521's signatures need the long form of DER's length.
#[test]
fn i030_der_lengths_above_127() {
    let power = |n: u64| Scalar::from(2u64).pow([n]);
    for (scalar, length, start) in [
        (-Scalar::ONE, 139, &hex!("308188024201ff")[..]),
        (power(471), 126, &hex!("307c02")),
        (power(487), 131, &hex!("308180")),
    ] {
        let raw = [scalar.to_bytes(), scalar.to_bytes()].concat();
        let signature = Signature::from_slice(&raw).unwrap();
        let der = signature.to_der();
        assert_eq!(der.as_bytes().len(), length);
        assert!(der.as_bytes().starts_with(start), "{:02x?}", der.as_bytes());
        assert_eq!(Signature::from_der(der.as_bytes()).unwrap(), signature);
        assert_eq!(signature.to_bytes().len(), 132);
    }
}

/// A component with one of the seven unused bits was the same signature again: r + 2^521 to r + 2^527.
#[test]
fn components_and_keys_with_unused_bits_are_rejected() {
    let signature: Signature = key().sign(b"sample");
    key().verifying_key().verify(b"sample", &signature).unwrap();
    for place in [0, 66] {
        for bit in 1..8 {
            let mut raw = signature.to_bytes();
            assert!(raw[place] < 2);
            raw[place] |= 1 << bit;
            assert!(
                Signature::from_slice(&raw).is_err(),
                "bit {bit} of octet {place}"
            );
        }
    }
    for bit in 1..8 {
        let mut raw = X;
        raw[0] |= 1 << bit;
        assert!(SecretKey::from_slice(&raw).is_err());
        assert!(SigningKey::from_slice(&raw).is_err());
        assert!(bool::from(Scalar::from_repr(raw.into()).is_none()));
        assert!(bool::from(FieldElement::from_repr(raw.into()).is_none()));
    }
}

/// RustCrypto/elliptic-curves #965: decoding 2^521 as a coordinate panicked.
#[test]
fn i034_the_coordinate_2_to_the_521_is_rejected() {
    let mut encoded = [0; 67];
    encoded[..2].copy_from_slice(&[2, 2]);
    assert!(PublicKey::from_sec1_bytes(&encoded).is_err());
    assert!(VerifyingKey::from_sec1_bytes(&encoded).is_err());
}

/// A compressed point whose x-coordinate begins with zeros was one octet short; and points that begin with 02 00 decode.
#[test]
fn i043_compressed_points_have_67_octets() {
    let p = ProjectivePoint::mul_by_generator(&Scalar::from(12_345u64));
    let encoded = p.to_affine().to_sec1_point(true);
    assert_eq!(
        encoded.as_bytes(),
        hex!(
            "0300076ca1fa9613a70e8b2cecd8f64877968e32b91b16cd65166ca44b1439883a919e263c09cff2f7f39e770ebda9057d2f1198804a1c160f0bb99eb9ae6fab28f78b"
        )
    );
    let opposite = (-p).to_affine().to_sec1_point(true);
    assert_eq!(opposite.as_bytes()[..2], [2, 0]);
    for (encoded, p) in [(encoded, p), (opposite, -p)] {
        let key = PublicKey::from_sec1_bytes(encoded.as_bytes()).unwrap();
        assert_eq!(key.to_projective(), p);
        assert!(PublicKey::from_sec1_bytes(&encoded.as_bytes()[..66]).is_err());
        // Without the zero at the front.
        let short = [&encoded.as_bytes()[..1], &encoded.as_bytes()[2..]].concat();
        assert!(PublicKey::from_sec1_bytes(&short).is_err());
    }
}

/// Wycheproof: the shared secret may be all zeros, as there is a point with x = 0.
#[test]
fn i046_a_shared_secret_of_zeros() {
    let public = hex!(
        "04014c643329691ba27459a40dfe7c4ce17b3ea14d0cd7aa47b01f1315404db51436fbbfe6de0842e0f7e1265f6ff3aca28750677d3370b2fb2a6ef497356f4b9581"
        "1201051b14178639a09a41465c72d3743436ee1c191ff7388a40140b34d5317de5911ea03cdbb0329fdeb446695a3b92d437271a9f3c318b02dec4d473908158140e97"
    );
    let private = hex!(
        "00a2b6442a37f8a3759d2cb91df5eca75af6b89e27baf2f6cbf971dee5058ffa9d8dac805c7bc72f3718489d6a9cb2787af8c93a17ddeb1a19211ab23604d47b7646"
    );
    let public = PublicKey::from_sec1_bytes(&public).unwrap();
    let shared = SecretKey::from_slice(&private)
        .unwrap()
        .diffie_hellman(&public);
    assert_eq!(shared.raw_secret_bytes()[..], [0; 66]);
}

/// A field element's square was wrong with some compilers, on big-endian machines.
#[test]
fn i075_a_square_that_big_endian_builds_got_wrong() {
    let a = hex!(
        "01dea64498cae6197ab5283f8a8a05f343d0cca7f5f05edf3c9892f80851e0e40a39bd8855b4824c5bcc86727312d6979965fa131365cb24ed1c52e4e3b54cd01e0c"
    );
    let expected = hex!(
        "00c6db9a8c67dd1d105b099b570fcc457a8a9fb658e0d9f47e557d9a9c5e7b8f397b9781398f119e07c464afab0eaec9bfc8e3d7b4bd5416b81800ffeccf29daa196"
    );
    let a = FieldElement::from_repr(a.into()).unwrap();
    for square in [Field::square(&a), a * a, a.multiply(&a)] {
        assert_eq!(square.to_bytes()[..], expected);
    }
}

/// P-521's containers need two octets of length in places.
#[test]
fn i131_containers() {
    let q = AffinePoint::GENERATOR.to_sec1_point(false);
    let mut one = [0; 66];
    one[65] = 1;
    let sec1 = [
        &hex!("3081dc0201010442")[..],
        &one,
        &hex!("a00706052b81040023"),
        &hex!("a1818903818600"),
        q.as_bytes(),
    ]
    .concat();
    let pkcs8 = [
        &hex!("3081ee020100301006072a8648ce3d020106052b810400230481d63081d30201010442")[..],
        &one,
        &hex!("a1818903818600"),
        q.as_bytes(),
    ]
    .concat();
    let key = SecretKey::from_slice(&one).unwrap();
    assert_eq!(SecretKey::from_sec1_der(&sec1).unwrap(), key);
    assert_eq!(SecretKey::from_pkcs8_der(&pkcs8).unwrap(), key);
    assert_eq!(*key.to_sec1_der().unwrap(), sec1);
    assert_eq!(key.to_pkcs8_der().unwrap().as_bytes(), pkcs8);
    for at in [1, 40, 100, 131] {
        let mut der = sec1.clone();
        let place = der.len() - at;
        der[place] ^= 1;
        let read = SecretKey::from_sec1_der(&der);
        assert!(read.is_err(), "{at} octets from the end");
        let mut der = pkcs8.clone();
        let place = der.len() - at;
        der[place] ^= 1;
        assert!(
            SecretKey::from_pkcs8_der(&der).is_err(),
            "{at} octets from the end"
        );
    }
}

/// Signing with a hash of another size, through the digest and through its octets.
#[test]
fn a_short_digest_is_an_integer() {
    let z = Sha256::digest(b"sample");
    let (signature, _) =
        sign_prehashed_rfc6979::<NistP521, Sha256>(key().as_nonzero_scalar(), &z, &[]);
    key()
        .verifying_key()
        .verify_prehash(&z, &signature)
        .unwrap();
    for zeros in [1, 33, 34] {
        let padded = [&vec![0; zeros], &z[..]].concat();
        assert!(
            key()
                .verifying_key()
                .verify_prehash(&padded, &signature)
                .is_ok()
        );
        let padded = [&z[..], &vec![0; zeros]].concat();
        assert!(
            key()
                .verifying_key()
                .verify_prehash(&padded, &signature)
                .is_err()
        );
    }
    let x = key().verifying_key().as_affine().x();
    assert_eq!(x.len(), 66);
}
