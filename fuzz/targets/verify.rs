//! A signature is valid, recoverable to a key, and normalized exactly as in RustCrypto's `p256`; and what we sign it verifies.
#![no_main]

use libfuzzer_sys::fuzz_target;

macro_rules! judged {
    ($p256:ident, $key:expr, $signature:expr, $digest:expr) => {{
        use $p256::ecdsa::{
            RecoveryId, Signature, SigningKey, VerifyingKey,
            signature::hazmat::{PrehashSigner, PrehashVerifier},
        };
        let signature = Signature::from_slice($signature).ok();
        let key = SigningKey::from_slice($key).ok();
        let valid = signature.zip(key.as_ref()).map(|(s, k)| {
            let normalized = s.normalize_s().to_bytes().to_vec();
            (
                k.verifying_key().verify_prehash($digest, &s).is_ok(),
                normalized,
            )
        });
        let recovered = signature.map(|s| {
            (0..4)
                .map(|id| RecoveryId::from_byte(id).expect("below 4"))
                .map(|id| {
                    let key = VerifyingKey::recover_from_prehash($digest, &s, id).ok();
                    key.map(|k| k.to_sec1_point(true).as_bytes().to_vec())
                })
                .collect::<Vec<_>>()
        });
        let signed = key.and_then(|k| {
            let s: Signature = k.sign_prehash($digest).ok()?;
            k.verifying_key()
                .verify_prehash($digest, &s)
                .expect("its own signature");
            Some(s.to_bytes().to_vec())
        });
        (valid, recovered, signed)
    }};
}

fuzz_target!(|data: &[u8]| {
    // Key, signature, and the rest is the digest.
    let (Some((key, rest)), true) = (data.split_at_checked(32), data.len() > 96 + 15) else {
        return;
    };
    let (signature, digest) = rest.split_at(64);
    assert_eq!(
        judged!(p256_fast, key, signature, digest),
        judged!(p256, key, signature, digest)
    );
});
