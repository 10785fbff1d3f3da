// Known answers through the public interface, for programs that link one copy of the library or more.

/// A function that checks the copy named `$p256`.
macro_rules! known_answers {
    ($name:ident, $p256:ident) => {
        fn $name() {
            use $p256::{
                PublicKey, SecretKey,
                ecdsa::{
                    Signature, SigningKey, VerifyingKey,
                    signature::{Signer, Verifier},
                },
            };
            // RFC 6979 § A.2.5, P-256 with SHA-256.
            let x = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
            let rs = [
                hex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"),
                hex("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"),
            ]
            .concat();
            let key = SigningKey::from_slice(&x).unwrap();
            let sig: Signature = key.sign(b"sample");
            assert_eq!(sig.to_bytes()[..], rs[..]);

            let public = key.verifying_key().to_sec1_point(true);
            let vk = VerifyingKey::from_sec1_bytes(public.as_bytes()).unwrap();
            vk.verify(b"sample", &sig).unwrap();
            assert!(vk.verify(b"another", &sig).is_err());

            // NIST CAVP, ECC CDH, P-256, case 0.
            let d = hex("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534");
            let q = [
                vec![4],
                hex("700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"),
                hex("db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac"),
            ]
            .concat();
            let z = hex("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b");
            let theirs = PublicKey::from_sec1_bytes(&q).unwrap();
            let shared = SecretKey::from_slice(&d).unwrap().diffie_hellman(&theirs);
            assert_eq!(shared.raw_secret_bytes()[..], z[..]);
        }
    };
}

/// The same of Curve25519, of the copies named `$ed` and `$x`.
macro_rules! known_answers_25519 {
    ($name:ident, $ed:ident, $x:ident) => {
        fn $name() {
            use $ed::{Signature, Signer, SigningKey, Verifier};
            let array = |digits| hex(digits).try_into().unwrap();
            // RFC 8032 § 7.1, test 2.
            let key = SigningKey::from_bytes(&array(
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            ));
            let rs = [
                hex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"),
                hex("085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
            ]
            .concat();
            let sig: Signature = key.sign(&[0x72]);
            assert_eq!(sig.to_bytes()[..], rs[..]);
            key.verifying_key().verify(&[0x72], &sig).unwrap();
            assert!(key.verifying_key().verify(&[0x73], &sig).is_err());

            // RFC 7748 § 5.2.
            let k = array("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4");
            let u = array("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c");
            let product = hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
            assert_eq!($x::x25519(k, u)[..], product[..]);
        }
    };
}

fn hex(digits: &str) -> Vec<u8> {
    let digit = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(digit).collect()
}
