//! Every decoder of keys and signatures accepts what RustCrypto's `p256` accepts, and reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

macro_rules! decoded {
    ($p256:ident, $data:ident) => {{
        use $p256::ecdsa::{DerSignature, Signature};
        use $p256::elliptic_curve::sec1::ToSec1Point;
        use $p256::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
        use $p256::{PublicKey, SecretKey};

        let public = |key: PublicKey| {
            let der = key.to_public_key_der().expect("encodes").to_vec();
            (der, key.to_sec1_point(true).as_bytes().to_vec())
        };
        let secret = |key: SecretKey| {
            let der = key.to_pkcs8_der().expect("encodes").as_bytes().to_vec();
            (der, key.to_bytes().to_vec())
        };
        (
            [
                PublicKey::from_sec1_bytes($data).ok().map(public),
                PublicKey::from_public_key_der($data).ok().map(public),
            ],
            [
                SecretKey::from_slice($data).ok().map(secret),
                SecretKey::from_sec1_der($data).ok().map(secret),
                SecretKey::from_pkcs8_der($data).ok().map(secret),
            ],
            [
                Signature::from_slice($data).ok(),
                Signature::from_der($data).ok(),
                DerSignature::from_bytes($data)
                    .ok()
                    .and_then(|s| s.try_into().ok()),
            ]
            .map(|s| s.map(|s: Signature| (s.to_bytes().to_vec(), s.to_der().as_bytes().to_vec()))),
        )
    }};
}

fuzz_target!(|data: &[u8]| {
    assert_eq!(decoded!(p256_fast, data), decoded!(p256, data));
});
