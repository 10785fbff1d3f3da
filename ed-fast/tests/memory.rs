//! Nothing beyond an input is read.
//!
//! Unsafe code is needed here to ask the system for guard pages.

#![cfg(unix)]
#![allow(unsafe_code, reason = "see above")]

#[path = "../../field/tests/memory/guarded.rs"]
mod guarded;

use ed_fast::{
    Sha512, Signature, Signer, SigningKey, Verifier, VerifyingKey,
    edwards::{CompressedEdwardsY, EdwardsPoint},
    montgomery::MontgomeryPoint,
    scalar::Scalar,
};
use guarded::{at_edges, both_at_edges, slice_at_edges};

fn scalars() -> [Scalar; 3] {
    let k = Scalar::from(0x9e37_79b9_7f4a_7c15u64).invert();
    [k, Scalar::from(3u64), -Scalar::ONE]
}

fn points() -> [EdwardsPoint; 3] {
    let [k, l, _] = scalars();
    let point = EdwardsPoint::mul_base(&k);
    // Of order 2, and with a part of small order.
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    let small = CompressedEdwardsY(minus_one).decompress().expect("(0, -1)");
    [point, small, point * l + small]
}

#[test]
fn scalars_and_points_read_only_their_inputs() {
    for (p, k) in points().into_iter().zip(scalars()) {
        at_edges(k, |k| {
            (k.invert(), -k, k.to_bytes(), EdwardsPoint::mul_base(k))
        });
        at_edges([0xa5; 64], Scalar::from_bytes_mod_order_wide);
        at_edges(p, |p| {
            let small = (p.is_small_order(), p.is_torsion_free());
            (
                p.compress(),
                p.mul_by_cofactor(),
                -p,
                small,
                p.to_montgomery(),
            )
        });
        at_edges(p.compress(), CompressedEdwardsY::decompress);
        both_at_edges(p, k, |p, k| (p * k, k * p));
        for q in points() {
            both_at_edges(p, q, |p, q| (p + q, p - q, p == q));
        }
        for l in scalars() {
            both_at_edges(k, l, |k, l| (k + l, k - l, k * l));
            both_at_edges(p, l, |p, l| {
                EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, p, l)
            });
        }
        both_at_edges(p.to_montgomery(), k, |u, k| u * k);
        at_edges(p.to_montgomery(), MontgomeryPoint::to_bytes);
    }
    for length in [0, 1, 64, 127, 128, 300] {
        slice_at_edges(&vec![0x5a; length], |message| {
            EdwardsPoint::hash_to_curve::<Sha512>(&[message], &[b"domain"])
        });
    }
}

#[test]
fn keys_and_signatures_read_only_their_inputs() {
    let key = SigningKey::from_bytes(&[7; 32]);
    at_edges([7; 32], |seed| SigningKey::from_bytes(seed).to_bytes());
    at_edges(key.to_keypair_bytes(), |pair| {
        SigningKey::from_keypair_bytes(pair)
            .expect("a pair")
            .to_bytes()
    });
    at_edges(key.verifying_key().to_bytes(), |bytes| {
        VerifyingKey::from_bytes(bytes).expect("a key")
    });
    for length in [0, 1, 31, 64, 111, 112, 128, 300] {
        let message = vec![0xa5; length];
        let signature = slice_at_edges(&message, |message| key.sign(message));
        slice_at_edges(&signature.to_bytes(), |bytes| {
            Signature::from_slice(bytes).expect("64 bytes")
        });
        for message in [message.clone(), vec![0; length + 1]] {
            slice_at_edges(&message, |message| {
                both_at_edges(key.verifying_key(), signature, |key, signature| {
                    (
                        key.verify(message, signature).is_ok(),
                        key.verify_strict(message, signature).is_ok(),
                        key.verify_zip215(message, signature).is_ok(),
                    )
                })
            });
        }
    }
}
