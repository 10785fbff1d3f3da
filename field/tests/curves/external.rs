//! The curve through the vectors that other projects publish: CAVP, ACVP, the RFC editors' files, BoringSSL, ring, Botan,
//! OpenSSL, pyca. They are not part of this crate. The environment variable `CURVE_VECTORS` names the folder that has
//! them; without it, these tests say so and do nothing. If it is set, every file must be there, with every case.

use crate::common::{
    At, Ends, FieldElement, Record, assert_same, compressed, decoded, digest, field, hex, nonzero,
    oprf::Oprf, pad, point, public_key, records, run, scalar, signature, with_digest,
};
use crate::curve::ours::{
    NonZeroScalar, ProjectivePoint, PublicKey, Scalar, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, SigningKey, VerifyingKey, signature::hazmat::PrehashVerifier},
    elliptic_curve::{
        ff::PrimeField,
        group::Group,
        ops::{LinearCombination, MulByGeneratorVartime, MulVartime},
        sec1::ToSec1Point,
    },
    hash2curve::{ExpandMsg, ExpandMsgXmd, Expander, GroupDigest, MapToCurve},
    pkcs8::{DecodePrivateKey, DecodePublicKey, der::pem},
};
use crate::curve::{Curve, Hash, SIZE, of};
use ecdsa_core::{
    RecoveryId,
    hazmat::{sign_prehashed, sign_prehashed_rfc6979},
};
use serde_json::Value;
use sha2::Digest;
use std::{collections::HashMap, path::PathBuf};

/// The curve's names.
const NIST: &str = of(["P-256", "P-384", "P-521"]);
const NIST_LOWER: &str = of(["p-256", "p-384", "p-521"]);
const SEC: &str = of(["secp256r1", "secp384r1", "secp521r1"]);
const SHORT: &str = of(["P256", "P384", "P521"]);
/// The suite of RFC 9380, without its last part.
const SUITE: &str = of([
    "P256_XMD:SHA-256_SSWU",
    "P384_XMD:SHA-384_SSWU",
    "P521_XMD:SHA-512_SSWU",
]);

/// The text of an external file, if there are external files.
fn read(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CURVE_VECTORS") else {
        println!("skipped: CURVE_VECTORS does not name a folder of vectors");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

fn text(name: &str, ends: Ends) -> Option<Vec<Record>> {
    read(name).map(|text| records(name, &text, ends))
}

/// Runs the cases that are on the curve, or all if the file does not name curves.
#[track_caller]
fn each(cases: Option<Vec<Record>>, count: usize, test: impl FnMut(&Record)) {
    let ours = |case: &Record| {
        let mut named = ["Curve", "CURVE", "Group"].into_iter();
        let named = named.find_map(|key| case.find(key));
        let curve = named.unwrap_or(&case.section).to_lowercase();
        curve.is_empty() || curve.starts_with(NIST_LOWER) || curve == SEC
    };
    if let Some(mut cases) = cases {
        cases.retain(ours);
        run(&cases, count, test);
    }
}

/// [`each`] of a file whose cases are paragraphs.
#[track_caller]
fn paragraphs(name: &str, count: usize, test: impl FnMut(&Record)) {
    each(text(name, Ends::Paragraph), count, test);
}

/// [`each`] of a file whose cases end with this key.
#[track_caller]
fn keyed(name: &str, last: &'static str, count: usize, test: impl FnMut(&Record)) {
    each(text(name, Ends::Key(last)), count, test);
}

/// The texts and numbers of a JSON value, under the dotted paths that lead to them.
fn flatten(value: &Value, path: String, fields: &mut Vec<(String, String)>) {
    let below = |key: String| format!("{path}.{key}").trim_start_matches('.').to_string();
    match value {
        Value::Object(map) => {
            for (key, v) in map {
                flatten(v, below(key.clone()), fields);
            }
        }
        Value::Array(list) => {
            for (i, v) in list.iter().enumerate() {
                flatten(v, below(i.to_string()), fields);
            }
        }
        Value::String(text) => fields.push((path, text.clone())),
        other => fields.push((path, other.to_string())),
    }
}

fn record(value: &Value) -> Record {
    let mut fields = Vec::new();
    flatten(value, String::new(), &mut fields);
    let (at, section) = (value.to_string(), String::new());
    Record {
        section,
        at,
        fields,
    }
}

fn list(value: &Value) -> Vec<Record> {
    let values = value.as_array().expect("a list").iter();
    values.map(record).collect()
}

fn json(name: &str) -> Option<Value> {
    read(name).map(|text| serde_json::from_str(&text).unwrap())
}

/// A message: text in quotes, or hexadecimal.
fn text_or_hex(value: &str) -> Vec<u8> {
    match value.strip_prefix('"') {
        Some(text) => text.strip_suffix('"').unwrap().into(),
        None => hex(value),
    }
}

// --- Signatures.

fn public(case: &Record, x: &str, y: &str) -> Option<PublicKey> {
    public_key(&case.bytes(x), &case.bytes(y))
}

fn pair(case: &Record, r: &str, s: &str) -> Option<Signature> {
    signature(&case.bytes(r), &case.bytes(s))
}

/// A signature with a known nonce.
fn check_signing(
    d: [u8; SIZE],
    k: [u8; SIZE],
    q: Option<PublicKey>,
    z: &[u8],
    rs: Option<Signature>,
) {
    if is_cut(z) {
        return;
    }
    let (signature, id) = sign_prehashed::<Curve>(&nonzero(d), &nonzero(k), z).unwrap();
    let signer = SigningKey::from(nonzero(d));
    let key = signer.verifying_key();
    assert_eq!(Some(signature), rs);
    assert_eq!(Some(PublicKey::from(key)), q);
    assert!(key.verify_prehash(z, &signature).is_ok());
    let recovered = VerifyingKey::recover_from_prehash(z, &signature, id);
    assert_eq!(recovered.unwrap(), *key);
}

/// Is this a digest that `ecdsa` 0.17 cuts wrongly, for every crate of the curve? Of one with more bits than the order it keeps
/// the lowest 521 of the first 528, and not the highest.
fn is_cut(z: &[u8]) -> bool {
    SIZE == 66 && z.len() >= SIZE
}

fn sign_deterministically(hash: &str, d: [u8; SIZE], z: &[u8]) -> Signature {
    with_digest!(hash, D => sign_prehashed_rfc6979::<Curve, D>(&nonzero(d), z, &[]).0)
}

/// Is this a good signature by a good key? The key is tried as a compressed point too, the signature as DER.
fn verifies(q: Option<PublicKey>, z: &[u8], signature: Option<Signature>) -> bool {
    let (Some(q), Some(signature)) = (q, signature) else {
        return false;
    };
    let valid = VerifyingKey::from(q).verify_prehash(z, &signature).is_ok();
    let q = VerifyingKey::from_sec1_bytes(q.to_sec1_point(true).as_bytes()).unwrap();
    assert_eq!(q.verify_prehash(z, &signature.to_der()).is_ok(), valid);
    valid
}

/// The digest named in a section like `P-256,SHA-1`.
fn section_digest(c: &Record) -> Vec<u8> {
    digest(c.section.split(',').nth(1).unwrap(), &c.bytes("Msg"))
}

#[test]
fn cavp_signatures_come_out_of_their_nonces() {
    keyed("cavp/186-4-SigGen.txt", "S", of([75, 75, 75]), |c| {
        let (q, rs) = (public(c, "Qx", "Qy"), pair(c, "R", "S"));
        check_signing(c.int("d"), c.int("k"), q, &section_digest(c), rs);
    });
    paragraphs(
        "nistcurves/boringssl-ecdsa_sign_tests.txt",
        of([62, 62, 65]),
        |c| {
            let (q, rs) = (public(c, "X", "Y"), pair(c, "R", "S"));
            check_signing(c.int("Private"), c.int("K"), q, &c.bytes("Digest"), rs);
        },
    );
}

#[test]
fn cavp_signatures_verify_as_listed() {
    keyed("cavp/186-4-SigVer.rsp", "Result", of([75, 75, 75]), |c| {
        let valid = verifies(public(c, "Qx", "Qy"), &section_digest(c), pair(c, "R", "S"));
        assert_eq!(valid, c.get("Result").starts_with('P'));
    });
    paragraphs(
        "nistcurves/boringssl-ecdsa_verify_tests.txt",
        of([85, 85, 88]),
        |c| {
            let z = c.bytes("Digest");
            let valid = verifies(public(c, "X", "Y"), &z, pair(c, "R", "S"));
            assert!(is_cut(&z) || valid == c.find("Invalid").is_none());
        },
    );
}

#[test]
fn acvp_keys_and_signatures_verify_as_listed() {
    let Some(prompt) = json("acvp/awslc-ECDSA-prompt.json") else {
        return;
    };
    let answers = json("acvp/awslc-ECDSA-expected.json").unwrap();
    let groups = |sets: &Value| -> Vec<Value> {
        let sets = sets.as_array().unwrap().iter();
        let groups = sets.filter_map(|set| set.get("testGroups")?.as_array());
        groups.flatten().cloned().collect()
    };
    let mut passed = HashMap::new();
    for c in groups(&answers).iter().flat_map(|g| list(&g["tests"])) {
        passed.insert(c.get("tcId").to_string(), c.get("testPassed") == "true");
    }
    let (mut keys, mut signatures) = (0, 0);
    for group in groups(&prompt) {
        if group["curve"] != NIST {
            continue;
        }
        run(&list(&group["tests"]), 1, |c| {
            let q = public(c, "qx", "qy");
            let valid = if let Some(hash) = group.get("hashAlg") {
                signatures += 1;
                let z = digest(hash.as_str().unwrap(), &c.bytes("message"));
                verifies(q, &z, pair(c, "r", "s"))
            } else {
                keys += 1;
                q.is_some()
            };
            assert_eq!(valid, passed[c.get("tcId")]);
        });
    }
    assert_eq!((keys, signatures), (1, 11));
}

#[test]
fn botan_and_ring_signatures_verify_as_listed() {
    keyed(
        "nistcurves/botan-ecdsa_verify.vec",
        "Signature",
        of([10, 2, 2]),
        |c| {
            let signature = Signature::from_slice(&c.bytes("Signature")).ok();
            let z = c.bytes("Msg");
            let valid = verifies(public(c, "Px", "Py"), &z, signature);
            assert!(is_cut(&z) || valid == (c.find("Valid") != Some("0")));
        },
    );
    paragraphs(
        "nistcurves/ring-ecdsa_verify_fixed_tests.txt",
        of([13, 13, 0]),
        |c| {
            let q = PublicKey::from_sec1_bytes(&c.bytes("Q")).ok();
            let z = digest(c.get("Digest"), &text_or_hex(c.get("Msg")));
            let valid = verifies(q, &z, Signature::from_slice(&c.bytes("Sig")).ok());
            assert_eq!(valid, c.get("Result").starts_with('P'));
        },
    );
}

#[test]
fn keys_are_recovered_from_signatures() {
    let name = "nistcurves/botan-ecdsa_key_recovery.vec";
    keyed(name, "Pubkey", of([1, 0, 0]), |c| {
        let id = RecoveryId::from_byte(c.get("V").parse().unwrap()).unwrap();
        let signature = pair(c, "R", "S").unwrap();
        let key = VerifyingKey::recover_from_prehash(&c.bytes("Msg"), &signature, id).unwrap();
        assert_eq!(key.to_sec1_point(false).as_bytes(), c.bytes("Pubkey"));
    });
}

#[test]
fn digests_become_scalars_as_in_ring() {
    paragraphs(
        "nistcurves/ring-ecdsa_digest_scalar_tests.txt",
        of([8, 6, 0]),
        |c| {
            // With d = k = 1, s = z + r.
            let one = NonZeroScalar::from_repr(Scalar::ONE.to_repr()).unwrap();
            let (signature, _) = sign_prehashed::<Curve>(&one, &one, &c.bytes("Input")).unwrap();
            let (r, s) = signature.split_scalars();
            assert_eq!(*s - *r, scalar(c.int("Output")));
        },
    );
}

#[test]
fn deterministic_signatures_are_those_of_botan() {
    // `Raw` signs a digest as it is, with HMAC over the hash in brackets, or over SHA-512.
    keyed(
        "nistcurves/botan-ecdsa_rfc6979.vec",
        "Signature",
        of([15, 12, 12]),
        |c| {
            let (name, message) = (c.get("Hash"), c.bytes("Msg"));
            let raw = name
                .strip_prefix("Raw")
                .map(|hash| hash.trim_matches(['(', ')']));
            let (hash, z) = match raw {
                Some("") => ("SHA-512", message),
                Some(hash) => (hash, message),
                None => (name, digest(name, &message)),
            };
            let signature = sign_deterministically(hash, c.int("X"), &z);
            assert_eq!(signature.to_vec(), c.bytes("Signature"));
        },
    );
}

#[test]
fn deterministic_signatures_are_those_of_openssl() {
    let Some(cases) = text("rfc6979/evppkey_ecdsa_rfc6979.txt", Ends::Paragraph) else {
        return;
    };
    let with = |key: &str, value: &str| -> Vec<Record> {
        let cases = cases.iter().filter(|c| c.find(key) == Some(value));
        cases.cloned().collect()
    };
    // Some of the file's PEM blocks have lines of 76 characters, where RFC 7468 wants 64.
    let key = |key: &str, value: &str| {
        let case = with(key, value).pop().unwrap();
        let mut der = Vec::new();
        let pem = case.get("pem");
        let width = pem.lines().nth(1).unwrap().len();
        let mut decoder = pem::Decoder::new_wrapped(pem.as_bytes(), width).unwrap();
        decoder.decode_to_end(&mut der).unwrap();
        der
    };
    let private = SecretKey::from_pkcs8_der(&key("PrivateKey", &format!("{NIST}_PRIV"))).unwrap();
    let public = PublicKey::from_public_key_der(&key("PublicKey", &format!("{NIST}_PUB"))).unwrap();
    assert_eq!(private.public_key(), public);
    run(
        &with("Key", &format!("{NIST}_PRIV")),
        of([10, 10, 10]),
        |c| {
            let hash = c.get("DigestSign");
            let z = digest(hash, &text_or_hex(c.get("Input")));
            let signature = sign_deterministically(hash, private.to_bytes().into(), &z);
            assert_eq!(signature.to_der().as_bytes(), c.bytes("Output"));
        },
    );
    run(
        &with("Key", &format!("{NIST}_PUB")),
        of([20, 20, 20]),
        |c| {
            let z = digest(c.get("DigestVerify"), &text_or_hex(c.get("Input")));
            let signature = Signature::from_der(&c.bytes("Output")).ok();
            let valid = verifies(Some(public), &z, signature);
            assert_eq!(valid, c.find("Result").is_none());
        },
    );
}

#[test]
fn deterministic_signatures_have_the_listed_nonces() {
    let Some(file) = json("rfc6979/rfc6979.json") else {
        return;
    };
    let mut cases = list(&file);
    cases.retain(|c| c.get("curve") == NIST);
    run(&cases, of([11, 10, 10]), |c| {
        let (hash, d) = (c.get("hash"), c.int("d"));
        let z = digest(hash, c.get("msg_utf8").as_bytes());
        let expected = pair(c, "r", "s");
        assert_eq!(Some(sign_deterministically(hash, d, &z)), expected);
        check_signing(d, c.int("k"), public(c, "x", "y"), &z, expected);
    });
}

// --- Keys and key agreement.

#[test]
fn key_pairs_are_those_of_cavp() {
    let Some(text) = read("cavp/186-4-KeyPair.rsp") else {
        return;
    };
    let mut parts = text.split("[P-");
    let part = parts.find(|part| part.starts_with(&NIST[2..])).unwrap();
    let (_, part) = part.split_once(']').unwrap();
    let cases = records("186-4-KeyPair.rsp", part, Ends::Key("Qy"));
    run(&cases, 10, |c| {
        let q = SecretKey::from(nonzero(c.int("d"))).public_key();
        assert_eq!(Some(q), public(c, "Qx", "Qy"));
    });
}

#[test]
fn public_keys_are_valid_as_listed() {
    keyed("cavp/186-4-PKV.rsp", "Result", of([12, 12, 12]), |c| {
        let valid = public(c, "Qx", "Qy").is_some();
        assert_eq!(valid, c.get("Result").starts_with('P'));
    });
    if let Some(mut cases) = text("nistcurves/botan-ecdsa_invalid.vec", Ends::Paragraph) {
        cases.retain(|c| c.section == NIST && c.find("InvalidKeyX").is_some());
        run(&cases, of([8, 16, 0]), |c| {
            // The second coordinate is not always named `InvalidKeyY`.
            let [(_, x), (_, y)] = &c.fields[..] else {
                panic!("two coordinates")
            };
            assert_eq!(public_key(&hex(x), &hex(y)), None);
        });
    }
    paragraphs(
        "nistcurves/ring-suite_b_public_key_tests.txt",
        of([24, 23, 0]),
        |c| {
            let valid = PublicKey::from_sec1_bytes(&text_or_hex(c.get("Q"))).is_ok();
            let result = c.get("Result");
            // To ring, a compressed point is not a key; to SEC1 it is.
            let compressed = result.contains("in compressed form");
            assert_eq!(valid, compressed || result.starts_with('P'));
        },
    );
    // Curves given by their parameters.
    let last = "SubjectPublicKey";
    keyed(
        "nistcurves/botan-ecc_invalid.vec",
        last,
        of([5, 5, 5]),
        |c| {
            assert!(PublicKey::from_public_key_der(&c.bytes(last)).is_err());
        },
    );
}

#[test]
fn compressed_points_are_those_of_openssl() {
    paragraphs(
        "nistcurves/pyca-compressed_points.txt",
        of([2, 0, 0]),
        |c| {
            let q = public(c, "X", "Y").unwrap();
            assert_eq!(q.to_sec1_point(true).as_bytes(), c.bytes("POINT"));
            assert_eq!(PublicKey::from_sec1_bytes(&c.bytes("POINT")).unwrap(), q);
        },
    );
}

fn shared_secret(d: [u8; SIZE], q: &PublicKey) -> Vec<u8> {
    let secret = diffie_hellman(nonzero(d), q.as_affine());
    let same = SecretKey::from(nonzero(d)).diffie_hellman(q);
    assert_eq!(secret.raw_secret_bytes(), same.raw_secret_bytes());
    secret.raw_secret_bytes().to_vec()
}

#[test]
fn shared_secrets_are_those_of_cavp() {
    paragraphs(
        "nistcurves/boringssl-ecdh_tests.txt",
        of([25, 25, 25]),
        |c| {
            let d = c.int("Private");
            let q = SecretKey::from(nonzero(d)).public_key();
            assert_eq!(Some(q), public(c, "X", "Y"));
            let peer = public(c, "PeerX", "PeerY").unwrap();
            assert_eq!(shared_secret(d, &peer), c.bytes("Z"));
        },
    );
    keyed("nistcurves/botan-ecdh.vec", "K", of([25, 25, 25]), |c| {
        let peer = PublicKey::from_sec1_bytes(&c.bytes("CounterKey")).unwrap();
        assert_eq!(shared_secret(c.int("Secret"), &peer), c.bytes("K"));
    });
    let name = "cavp/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_resp.fax";
    if let Some(mut cases) = text(name, Ends::Key("Result")) {
        cases.retain(|c| c.section == of(["EC - SHA256", "ED - SHA384", "EE - SHA512"]));
        run(&cases, 30, |c| {
            let d = c.int("dsIUT");
            // Some are no private keys.
            let own = SecretKey::from_slice(&d).ok().map(|d| d.public_key());
            let good = own.is_some()
                && public(c, "QsCAVSx", "QsCAVSy").is_some_and(|peer| {
                    let z = shared_secret(d, &peer);
                    let hash_is_right = Hash::digest(&z)[..] == c.bytes("CAVSHashZZ");
                    own == public(c, "QsIUTx", "QsIUTy") && z == c.bytes("Z") && hash_is_right
                });
            assert_eq!(good, c.get("Result").starts_with('P'));
        });
    }
}

/// The ECDH half of SecP256r1MLKEM768 and SecP384r1MLKEM1024 (draft-ietf-tls-ecdhe-mlkem), and the curve's keys of
/// MLKEM768-P256 and MLKEM1024-P384.
#[test]
fn the_curve_half_of_hybrid_key_agreement_is_right() {
    let [tls, concrete, kem_size] = of([
        ["secp256r1mlkem768", "mlkem768_p256", "1088"],
        ["secp384r1mlkem1024", "mlkem1024_p384", "1568"],
        [""; 3], // not specified for P-521
    ]);
    if tls.is_empty() {
        return;
    }
    let point = 1 + 2 * SIZE;
    if let Some(file) = json(&format!("hybrid/{tls}.json")) {
        run(&list(&file["tests"]), 10, |c| {
            let (client, server) = (c.int("client_ec_private"), c.int("server_ec_private"));
            let share = |name| PublicKey::from_sec1_bytes(&c.bytes(name)[..point]).unwrap();
            let shares = (share("client_share"), share("server_share"));
            assert_eq!(SecretKey::from(nonzero(client)).public_key(), shares.0);
            let secret = &c.bytes("shared_secret")[..SIZE];
            assert_eq!(shared_secret(client, &shares.1), secret);
            assert_eq!(shared_secret(server, &shares.0), secret);
        });
        let mut cases = list(&file["edge_cases"]);
        cases.retain(|c| {
            let reason = c.get("reason");
            let about_the_point = [
                "point not",
                "first byte 0x00",
                "hybrid",
                "point (0",
                "x = p",
            ];
            about_the_point
                .iter()
                .any(|start| reason.starts_with(start))
        });
        run(&cases, 10, |c| {
            assert!(PublicKey::from_sec1_bytes(&c.bytes("share")[..point]).is_err());
        });
    }
    if let Some(file) = json("xwing/concrete-hybrid-kems-test-vectors.json") {
        run(&list(&file[concrete]), 10, |c| {
            let q = SecretKey::from(nonzero(c.int("decapsulation_key_t"))).public_key();
            assert!(c.bytes("encapsulation_key").ends_with(&q.to_sec1_bytes()));
            let kem_size = kem_size.parse::<usize>().unwrap();
            assert!(PublicKey::from_sec1_bytes(&c.bytes("ciphertext")[kem_size..]).is_ok());
        });
    }
}

// --- Multiples of points.

/// Every way to a multiple of the base point.
fn check_base_multiple(k: [u8; SIZE], expected: &ProjectivePoint) {
    let (k, g) = (scalar(k), ProjectivePoint::GENERATOR);
    assert_same(&ProjectivePoint::mul_by_generator(&k), expected);
    assert_same(&ProjectivePoint::mul_by_generator_vartime(&k), expected);
    assert_same(&(g * k), expected);
    assert_same(&g.mul_vartime(&k), expected);
}

#[test]
fn multiples_of_the_base_point_are_those_of_other_libraries() {
    let or_identity = |x: &[u8], y: &[u8]| {
        if [x, y].concat().iter().all(|&b| b == 0) {
            ProjectivePoint::IDENTITY
        } else {
            point(x, y)
        }
    };
    let boringssl = "nistcurves/boringssl-ec_scalar_base_mult_tests.txt";
    paragraphs(boringssl, of([129, 129, 129]), |c| {
        check_base_multiple(c.int("N"), &or_identity(&c.bytes("X"), &c.bytes("Y")));
    });
    ring("point_mul_base", [384, 384], |c| {
        let r = match c.list("r")[..] {
            ["inf"] => ProjectivePoint::IDENTITY,
            [x, y] => point(&hex(x), &hex(y)),
            _ => panic!("not a point"),
        };
        check_base_multiple(c.int("g_scalar"), &r);
    });
    keyed(
        "nistcurves/botan-ecc_base_point_mul.vec",
        "P",
        of([52, 52, 52]),
        |c| {
            check_base_multiple(c.int("k"), &decoded(&c.bytes("P")));
        },
    );
    if let Some(file) = json("nistcurves/mulN.json") {
        run(&list(&file[NIST]), 68, |c| {
            check_base_multiple(c.int("k"), &point(&c.bytes("x"), &c.bytes("y")));
        });
    }
}

#[test]
fn multiples_of_other_points_are_those_of_openssl() {
    let point = |c: &Record, key| decoded(&c.bytes(key));
    keyed(
        "nistcurves/botan-ecc_var_point_mul.vec",
        "Z",
        of([65, 65, 65]),
        |c| {
            let (p, k, z) = (point(c, "P"), scalar(c.int("k")), point(c, "Z"));
            assert_same(&(p * k), &z);
            assert_same(&-(p * -k), &z);
            assert_same(&p.mul_vartime(&k), &z);
            assert_same(&ProjectivePoint::lincomb(&[(p, k)]), &z);
            let one = Scalar::ONE;
            let sum = ProjectivePoint::mul_by_generator_and_mul_add_vartime(&one, &k, &p);
            assert_same(&(sum - ProjectivePoint::GENERATOR), &z);
            assert_eq!(compressed(&(p * k)), c.bytes("Z"));
        },
    );
    keyed(
        "nistcurves/botan-ecc_var_point_mul2.vec",
        "Z",
        of([63, 63, 63]),
        |c| {
            let (p, q, z) = (point(c, "P"), point(c, "Q"), point(c, "Z"));
            let terms = [(p, scalar(c.int("x"))), (q, scalar(c.int("y")))];
            assert_same(&(p * terms[0].1 + q * terms[1].1), &z);
            assert_same(&ProjectivePoint::lincomb(&terms), &z);
            assert_same(&ProjectivePoint::lincomb_vartime(&terms), &z);
            assert_same(&ProjectivePoint::lincomb(&terms[..]), &z);
            assert_same(&ProjectivePoint::lincomb_vartime(&terms[..]), &z);
        },
    );
}

/// [`paragraphs`] of one of ring's files for P-256 and P-384; none for a curve with a count of zero.
#[track_caller]
fn ring(name: &str, counts: [usize; 2], test: impl FnMut(&Record)) {
    let count = of([counts[0], counts[1], 0]);
    if count > 0 {
        let curve = SHORT.to_lowercase();
        paragraphs(
            &format!("nistcurves/ring-{curve}_{name}_tests.txt"),
            count,
            test,
        );
    }
}

// --- Field, scalars, point additions. Numbers in these files are in Montgomery form: v stands for v / 2^(64 words).

/// One, in Montgomery form: 2^(64 words).
fn montgomery_one<F: PrimeField>() -> F {
    F::from(2).pow_vartime([64 * SIZE.div_ceil(8) as u64])
}

fn from_montgomery<F: PrimeField>(v: F) -> F {
    v * montgomery_one::<F>().invert().unwrap()
}

/// a b = r in Montgomery form, and a b = 2^(64 words) r of the numbers as they are written.
fn check_product<F: PrimeField>(a: F, b: F, r: F) {
    assert_eq!(from_montgomery(a) * from_montgomery(b), from_montgomery(r));
    assert_eq!(from_montgomery(b) * from_montgomery(a), from_montgomery(r));
    assert_eq!(from_montgomery(a * b), r);
    if a == b {
        assert_eq!(from_montgomery(a).square(), from_montgomery(r));
        assert_eq!(from_montgomery(a.square()), r);
    }
}

fn check_sum<F: PrimeField>(a: F, b: F, r: F) {
    for [a, b, r] in [[a, b, r], [a, b, r].map(from_montgomery)] {
        assert_eq!(a + b, r);
        assert_eq!(b + a, r);
        assert_eq!(r - b, a);
        assert_eq!(a - -b, r);
        if a == b {
            assert_eq!(a.double(), r);
        }
    }
}

/// The numbers of these names, in the field or as scalars.
fn numbers<F, const N: usize>(of: fn([u8; SIZE]) -> F, c: &Record, names: [&str; N]) -> [F; N] {
    names.map(|name| of(c.int(name)))
}

#[test]
fn field_and_scalar_arithmetic_is_that_of_ring() {
    ring("elem_mul", [8, 8], |c| {
        let [a, b, r] = numbers(field, c, ["a", "b", "r"]);
        check_product(a, b, r);
    });
    ring("elem_sum", [261, 389], |c| {
        let [a, b, r] = numbers(field, c, ["a", "b", "r"]);
        check_sum(a, b, r);
    });
    ring("elem_neg", [8, 8], |c| {
        let [a, b] = numbers(field, c, ["a", "b"]);
        assert_eq!((-a, -b), (b, a));
        check_sum(a, b, FieldElement::ZERO);
    });
    ring("elem_div_by_2", [0, 9], |c| {
        let [a, r] = numbers(field, c, ["a", "r"]);
        assert_eq!(a * FieldElement::TWO_INV, r);
    });
    ring("scalar_mul", [21, 8], |c| {
        let [a, b, r] = numbers(scalar, c, ["a", "b", "r"]);
        check_product(a, b, r);
    });
    ring("scalar_square", [21, 0], |c| {
        let [a, r] = numbers(scalar, c, ["a", "r"]);
        check_product(a, a, r);
    });
}

/// A point of affine or Jacobian coordinates in Montgomery form; (0, 0) and z = 0 are the identity.
fn montgomery_point(coordinates: &[FieldElement]) -> ProjectivePoint {
    let [x, y, z] = match *coordinates {
        [x, y] => [x, y, montgomery_one()],
        [x, y, z] => [x, y, z],
        _ => panic!("two or three coordinates"),
    }
    .map(from_montgomery);
    if z == FieldElement::ZERO || [x, y] == [FieldElement::ZERO; 2] {
        return ProjectivePoint::IDENTITY;
    }
    let inverse = z.invert().unwrap();
    let (x, y) = (x * inverse.square(), y * inverse.square() * inverse);
    point(&x.to_repr(), &y.to_repr())
}

/// p + q = r for p and q with z = 1 and with another z, in projective and in mixed coordinates.
fn check_point_sum(p: ProjectivePoint, q: ProjectivePoint, r: ProjectivePoint) {
    let g2 = ProjectivePoint::GENERATOR.double();
    for p in [p, p + g2 - g2] {
        for q in [q, q + g2 - g2] {
            assert_same(&(p + q), &r);
            assert_same(&(q + p), &r);
            assert_same(&(p - -q), &r);
            assert_same(&(p + q.to_affine()), &r);
            assert_same(&(q + p.to_affine()), &r);
            assert_same(&(p - (-q).to_affine()), &r);
            if p == q {
                assert_same(&p.double(), &r);
            }
        }
    }
}

#[test]
fn point_addition_is_that_of_ring() {
    let point = |c: &Record, key| match &c.list(key)[..] {
        ["inf"] => ProjectivePoint::IDENTITY,
        v => {
            let v = v.iter().map(|v| field(pad(&hex(v)).unwrap()));
            montgomery_point(&v.collect::<Vec<_>>())
        }
    };
    for (name, counts) in [("point_sum", [24, 24]), ("point_sum_mixed", [16, 0])] {
        ring(name, counts, |c| {
            check_point_sum(point(c, "a"), point(c, "b"), point(c, "r"));
        });
    }
    ring("point_double", [4, 4], |c| {
        check_point_sum(point(c, "a"), point(c, "a"), point(c, "r"));
    });
}

#[test]
fn field_scalar_and_point_arithmetic_is_that_of_boringssl() {
    if NIST != "P-256" {
        return; // the file is about P-256
    }
    let name = "nistcurves/boringssl-p256-nistz_tests.txt";
    paragraphs(name, 256 + 31 + 26 + 21, |c| match c.get("Test") {
        "Negate" => {
            let [a, b] = numbers(field, c, ["A", "B"]);
            assert_eq!((-a, -b), (b, a));
            check_sum(a, b, FieldElement::ZERO);
        }
        "MulMont" => {
            let [a, b, r] = numbers(field, c, ["A", "B", "Result"]);
            check_product(a, b, r);
        }
        "OrdMulMont" => {
            let [a, b, r] = numbers(scalar, c, ["A", "B", "Result"]);
            check_product(a, b, r);
        }
        "PointAdd" => {
            let a = numbers(field, c, ["A.X", "A.Y", "A.Z"]);
            let b = numbers(field, c, ["B.X", "B.Y", "B.Z"]);
            let r = numbers(field, c, ["Result.X", "Result.Y"]);
            let [a, b, r] = [&a[..], &b, &r].map(montgomery_point);
            check_point_sum(a, b, r);
        }
        other => panic!("unknown test {other}"),
    });
}

// --- Hashing to the curve, oblivious evaluation.

fn check_hash(suite: &str, message: &[u8], dst: &str, expected: &ProjectivePoint) {
    let hash = match suite {
        "RO" => Curve::hash_from_bytes,
        "NU" => Curve::encode_from_bytes,
        _ => panic!("unknown suite {suite}"),
    };
    assert_same(&hash(&[message], &[dst.as_bytes()]).unwrap(), expected);
}

/// `u` maps to `(x, y)`.
fn check_map(c: &Record, u: &str, x: &str, y: &str) {
    let q = Curve::map_to_curve(field(c.int(u)));
    assert_same(&q, &point(&c.bytes(x), &c.bytes(y)));
}

fn rfc9380_dst(suite: &str) -> String {
    format!("QUUX-V01-CS02-with-{SUITE}_{suite}_")
}

#[test]
fn hashing_to_the_curve_is_that_of_botan() {
    if let Some(mut cases) = text("nistcurves/botan-ec_h2c.vec", Ends::Key("Point")) {
        // Earlier drafts used another hash.
        let suite = of(["SHA-256", "SHA-384", "SHA-512"]);
        cases.retain(|c| c.get("Group") == SEC && c.find("Hash").is_none_or(|h| h == suite));
        run(&cases, of([11, 11, 11]), |c| {
            let suite = c.section.strip_prefix("SSWU-").unwrap();
            let expected = decoded(&c.bytes("Point"));
            check_hash(suite, &c.bytes("Input"), c.get("Domain"), &expected);
        });
    }
}

#[test]
fn hashing_to_the_curve_is_that_of_the_rfc_files() {
    if let Some(text) = read("forms/hash_to_curve.txt") {
        let mut cases: Vec<_> = text.lines().collect();
        cases.retain(|line| line.starts_with(SHORT));
        assert_eq!(cases.len(), 10);
        for line in cases {
            let _at = At(line);
            let [suite, message, x, y] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("four words")
            };
            let suite = suite.strip_prefix(SHORT).unwrap().trim_matches('_');
            let message = hex(message.trim_matches('-'));
            let expected = point(&hex(x), &hex(y));
            check_hash(suite, &message, &rfc9380_dst(suite), &expected);
        }
    }
    for suite in ["RO", "NU"] {
        let name = format!("rfc9380/{}_{suite}_.json", SUITE.replace(':', "-"));
        let Some(file) = json(&name) else { return };
        let dst = file["dst"].as_str().unwrap();
        assert_eq!(dst, rfc9380_dst(suite));
        run(&list(&file["vectors"]), 5, |c| {
            let expected = point(&c.bytes("P.x"), &c.bytes("P.y"));
            check_hash(suite, c.get("msg").as_bytes(), dst, &expected);
            if suite == "RO" {
                check_map(c, "u.0", "Q0.x", "Q0.y");
                check_map(c, "u.1", "Q1.x", "Q1.y");
            } else {
                check_map(c, "u.0", "Q.x", "Q.y");
            }
        });
        let own = json("rfc9380/own-h2c.json").unwrap();
        let own = &own[file["ciphersuite"].as_str().unwrap()];
        assert_eq!(own["dst"], dst);
        run(&list(&own["tests"]), 25, |c| {
            let expected = point(&c.bytes("P.0"), &c.bytes("P.1"));
            check_hash(suite, c.get("msg").as_bytes(), dst, &expected);
            check_map(c, "u.0", "Q.0.0", "Q.0.1");
            if suite == "RO" {
                check_map(c, "u.1", "Q.1.0", "Q.1.1");
            }
        });
    }
}

#[test]
fn messages_expand_as_in_the_rfc_files() {
    type Xmd = ExpandMsgXmd<Hash>;
    type SecurityLevel = <Curve as MapToCurve>::SecurityLevel;
    // There are none for SHA-384.
    for name in of([&["SHA256_38", "SHA256_256"][..], &[], &["SHA512_38"]]) {
        let name = format!("rfc9380/expand_message_xmd_{name}.json");
        let Some(file) = json(&name) else { return };
        let dst = &[file["DST"].as_str().unwrap().as_bytes()][..];
        run(&list(&file["tests"]), 10, |c| {
            let expected = c.bytes("uniform_bytes");
            let length = u16::try_from(expected.len()).unwrap().try_into().unwrap();
            let message = &[c.get("msg").as_bytes()][..];
            let expander = <Xmd as ExpandMsg<SecurityLevel>>::expand_message(message, dst, length);
            let mut okm = vec![0; expected.len()];
            expander.unwrap().fill_bytes(&mut okm).unwrap();
            assert_eq!(okm, expected);
        });
    }
}

#[test]
fn oblivious_evaluation_is_that_of_the_rfc_file() {
    for (name, runs) in [("allVectors", [2, 3, 3]), ("own-oprf-nist", [12, 13, 13])] {
        let Some(file) = json(&format!("rfc9497/{name}.json")) else {
            return;
        };
        let mut suites = file.as_array().unwrap().clone();
        suites.retain(|s| s["identifier"] == of(["P256-SHA256", "P384-SHA384", "P521-SHA512"]));
        assert_eq!(suites.len(), 3);
        for (suite, runs) in suites.into_iter().zip(runs) {
            let oprf = Oprf::with_derived_key(&record(&suite));
            run(&list(&suite["vectors"]), runs, |c| oprf.check(c));
        }
    }
}
