//! Ed25519, its group and X25519 compute and judge exactly as in dalek's crates.
#![no_main]

use libfuzzer_sys::fuzz_target;

macro_rules! computed {
    ($ed:ident, $curve:ident, $x:ident, $seed:expr, $key:expr, $signature:expr, $message:expr) => {{
        use $curve::{edwards::CompressedEdwardsY, scalar::Scalar};
        use $ed::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
        let own = SigningKey::from_bytes($seed);
        let signed = own.sign($message).to_bytes();
        // Halves of an honest signature and of any other.
        let signatures = [
            (&signed[..32], &signed[32..]),
            (&signed[..32], &$signature[32..]),
            (&$signature[..32], &signed[32..]),
            (&$signature[..32], &$signature[32..]),
        ];
        let any = VerifyingKey::from_bytes($key).ok();
        let verdicts: Vec<_> = [Some(own.verifying_key()), any]
            .into_iter()
            .flatten()
            .map(|key| {
                let verdicts = signatures.map(|(r, s)| {
                    let signature = Signature::from_slice(&[r, s].concat()).expect("64 bytes");
                    (
                        key.verify($message, &signature).is_ok(),
                        key.verify_strict($message, &signature).is_ok(),
                    )
                });
                (verdicts, key.is_weak(), key.to_bytes())
            })
            .collect();
        assert!(verdicts[0].0[0].0, "its own signature");

        let [k, l] = [$seed, $key].map(|bytes| Scalar::from_bytes_mod_order(*bytes));
        let scalars = [k + l, k - l, k * l, -k, k.invert(), l.invert()].map(|k| k.to_bytes());
        let half: &[u8; 32] = $signature.first_chunk().expect("64 bytes");
        let points = [$key, half].map(|bytes| CompressedEdwardsY(*bytes).decompress());
        let points = points[0].zip(points[1]).map(|(p, q)| {
            let sums = [p + q, p - q, p + p, -p, p * k, q * l, p.mul_by_cofactor()];
            let sum =
                $curve::edwards::EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &p, &l);
            let bits = [p, q].map(|p| (p.is_small_order(), p.is_torsion_free()));
            let u = [p, q].map(|p| p.to_montgomery().to_bytes());
            (
                sums.map(|p| p.compress().to_bytes()),
                sum.compress().to_bytes(),
                bits,
                u,
            )
        });
        let hashed =
            $curve::edwards::EdwardsPoint::hash_to_curve::<$ed::Sha512>(&[$message], &[$seed]);
        (
            signed,
            verdicts,
            scalars,
            points,
            hashed.compress().to_bytes(),
            $x::x25519(*$seed, *$key),
        )
    }};
}

fuzz_target!(|data: &[u8]| {
    let Some((seed, rest)) = data.split_first_chunk::<32>() else {
        return;
    };
    let Some((key, rest)) = rest.split_first_chunk::<32>() else {
        return;
    };
    let Some((signature, message)) = rest.split_first_chunk::<64>() else {
        return;
    };
    assert_eq!(
        computed!(ed_fast, ed_fast, x25519_fast, seed, key, signature, message),
        computed!(
            ed25519_dalek,
            curve25519_dalek,
            x25519_dalek,
            seed,
            key,
            signature,
            message
        )
    );
});
