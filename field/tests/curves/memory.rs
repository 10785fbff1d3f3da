//! What the crate does to memory: it reads nothing beyond its inputs, and leaves no secret where one was.
//!
//! Unsafe code is needed here to ask the system for guard pages, and to look at memory after a value was dropped.

#![cfg(unix)]
#![allow(unsafe_code, reason = "see above")]

use crate::curve::ours::{
    AffinePoint, FieldBytes, NonZeroScalar, ProjectivePoint, PublicKey, Scalar, SecretKey,
    ecdh::{EphemeralSecret, SharedSecret, diffie_hellman},
    ecdsa::{
        DerSignature, Signature, SigningKey, VerifyingKey,
        signature::{
            Signer, Verifier,
            hazmat::{PrehashSigner, PrehashVerifier},
        },
    },
    elliptic_curve::{
        BatchNormalize, CurveGroup, Generate, Group, PrimeField,
        array::Array,
        group::GroupEncoding,
        hazmat::FieldArithmetic,
        ops::{BatchInvert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce},
        point::{AffineCoordinates, DecompressPoint},
        scalar::BlindedScalar,
        sec1::ToSec1Point,
        zeroize::{Zeroize, ZeroizeOnDrop},
    },
    pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey},
};
#[path = "../memory/guarded.rs"]
mod guarded;

use crate::curve::{Curve, SIZE, Wide};
use ecdsa_core::RecoveryId;
use guarded::{at_edges, both_at_edges, slice_at_edges};
use hash2curve::{GroupDigest, MapToCurve};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{
    fmt::Debug,
    mem::{MaybeUninit, size_of},
    ptr,
};

/// Bytes of the integer in a `ScalarValue`.
const SIZE_OF_SCALAR_VALUE: usize = size_of::<crate::curve::Uint>();

type FieldElement = <Curve as FieldArithmetic>::FieldElement;

// ---- Guard pages

fn scalars() -> [Scalar; 3] {
    let k = Scalar::from(0x9e37_79b9_7f4a_7c15u64).invert().unwrap();
    [k, Scalar::from(3u64), -Scalar::ONE]
}

fn points() -> [ProjectivePoint; 3] {
    let g = ProjectivePoint::GENERATOR;
    [g, g * scalars()[0], ProjectivePoint::IDENTITY]
}

/// awslabs/s2n-bignum PR 443, golang/go #69080: a loop loaded one word beyond the scalar, a select walked past its table.
#[test]
fn i067_scalar_and_field_operations_read_only_their_inputs() {
    fn arithmetic<F: PrimeField>(values: &[F]) {
        for &a in values {
            at_edges(a, |a| (a.square(), a.double(), -*a, a.cube()));
            at_edges(a, |a| {
                (
                    a.invert().is_some().unwrap_u8(),
                    a.invert().unwrap_or(F::ZERO),
                )
            });
            at_edges(a, |a| a.sqrt().unwrap_or(F::ZERO));
            at_edges(a, |a| a.to_repr().as_ref().to_vec());
            for &b in values {
                both_at_edges(a, b, |a, b| (*a + b, *a - b, *a * b, a == b));
                both_at_edges(a, b, |a, b| F::sqrt_ratio(a, b).1);
            }
        }
        slice_at_edges(values, |v| (v.iter().sum::<F>(), v.iter().product::<F>()));
    }
    arithmetic(&scalars());
    let elements = [
        FieldElement::from(7u64),
        -FieldElement::ONE,
        FieldElement::from(3u64).square(),
    ];
    arithmetic(&elements);

    for k in scalars() {
        at_edges(k, |k| (k.invert_vartime().unwrap(), k.to_bytes()));
        at_edges(k.to_bytes(), |b| Scalar::from_repr(*b).unwrap());
        at_edges(k.to_bytes(), <Scalar as Reduce<FieldBytes>>::reduce);
    }
    at_edges(Array::<u8, Wide>::from_fn(|_| 0xc3), |b| {
        <Scalar as Reduce<_>>::reduce(b)
    });
    at_edges(Array::<u8, Wide>::from_fn(|_| 0xc3), |b| {
        <FieldElement as Reduce<_>>::reduce(b)
    });
    at_edges(elements, |e| {
        let (mut e, mut scratch) = (*e, [FieldElement::ZERO; 3]);
        FieldElement::batch_invert_in_place(&mut e, &mut scratch);
        e
    });
}

#[test]
fn i067_point_operations_read_only_their_inputs() {
    for p in points() {
        at_edges(p, |p| {
            (
                p.to_affine(),
                p.double(),
                -p,
                p.to_bytes(),
                bool::from(p.is_identity()),
            )
        });
        at_edges(p.to_affine(), |p| {
            (ProjectivePoint::from(p), p.to_bytes(), p.x(), p.y())
        });
        at_edges(p.to_bytes(), |b| AffinePoint::from_bytes(b).unwrap());
        let sec1 = p.to_sec1_point(false);
        slice_at_edges(sec1.as_bytes(), |b| PublicKey::from_sec1_bytes(b).ok());
        at_edges(p.to_affine().x(), |x| {
            AffinePoint::decompress(x, 1.into()).unwrap_or(AffinePoint::IDENTITY)
        });
        for q in points() {
            both_at_edges(p, q, |p, q| (p + q, p - q, p == q));
            both_at_edges(p, q.to_affine(), |p, q| (p + q, p - q));
        }
        for k in scalars() {
            both_at_edges(p, k, |p, k| (p * k, p.mul_vartime(k)));
            both_at_edges(p.to_affine(), k, |p, k| {
                (p * k, MulVartime::mul_vartime(p, k))
            });
            both_at_edges(p, k, |p, k| {
                ProjectivePoint::mul_by_generator_and_mul_add_vartime(&scalars()[0], k, p)
            });
        }
    }
    for k in scalars() {
        at_edges(k, ProjectivePoint::mul_by_generator);
        at_edges(k, ProjectivePoint::mul_by_generator_vartime);
    }
    let pairs = [0, 1, 2].map(|i| (points()[i], scalars()[i]));
    at_edges(pairs, |p| {
        (
            ProjectivePoint::lincomb(p),
            ProjectivePoint::lincomb_vartime(p),
        )
    });
    slice_at_edges(&pairs, |p| {
        (
            ProjectivePoint::lincomb(p),
            ProjectivePoint::lincomb_vartime(p),
        )
    });
    at_edges(points(), |p| {
        <ProjectivePoint as BatchNormalize<[_; 3]>>::batch_normalize(p)
    });
    slice_at_edges(&points(), |p| {
        <ProjectivePoint as BatchNormalize<[_]>>::batch_normalize(p)
    });
    slice_at_edges(&points(), |p| {
        let mut out = [AffinePoint::IDENTITY; 3];
        <ProjectivePoint as CurveGroup>::batch_normalize(p, &mut out);
        out
    });
    at_edges(FieldElement::from(5u64), |u| Curve::map_to_curve(*u));
    for len in [0, 1, 33, 64, 200] {
        slice_at_edges(&vec![0x5a; len], |msg| {
            Curve::hash_from_bytes(&[msg], &[b"domain"]).unwrap()
        });
    }
}

#[test]
fn i067_keys_and_signatures_read_only_their_inputs() {
    let secret = SecretKey::from_scalar(scalars()[0]).unwrap();
    let (sk, pk) = (SigningKey::from(&secret), secret.public_key());
    let vk = *sk.verifying_key();
    let other = *PublicKey::from_affine((points()[1] + points()[0]).to_affine())
        .unwrap()
        .as_affine();

    at_edges(secret.to_bytes(), |b| {
        SecretKey::from_bytes(b).unwrap().public_key()
    });
    at_edges(secret.to_nonzero_scalar(), |k| {
        at_edges(other, |p| *diffie_hellman::<Curve>(k, p).raw_secret_bytes())
    });
    for len in [1, 16, 31, 32, 33, 48, 64, 66, 100] {
        let input = vec![0xa5; len];
        let sig: Signature = slice_at_edges(&input, |msg| sk.sign(msg));
        slice_at_edges(&input, |msg| {
            at_edges(sig, |s| at_edges(vk, |vk| vk.verify(msg, s).is_ok()))
        });
        let (sig, id): (Signature, RecoveryId) =
            slice_at_edges(&input, |z| sk.sign_prehash_recoverable(z));
        let prehashed: Signature = slice_at_edges(&input, |z| sk.sign_prehash(z).unwrap());
        assert_eq!(sig, prehashed);
        slice_at_edges(&input, |z| vk.verify_prehash(z, &sig).is_ok());
        let recovered = slice_at_edges(&input, |z| {
            VerifyingKey::recover_from_prehash(z, &sig, id).unwrap()
        });
        assert_eq!(recovered, vk);
        slice_at_edges(&sig.to_bytes(), |b| Signature::from_slice(b).unwrap());
        slice_at_edges(sig.to_der().as_bytes(), |b| Signature::from_der(b).unwrap());
        slice_at_edges(sig.to_der().as_bytes(), |b| {
            DerSignature::from_bytes(b).is_ok()
        });
    }
    slice_at_edges(pk.to_public_key_der().unwrap().as_bytes(), |der| {
        PublicKey::from_public_key_der(der).unwrap()
    });
    slice_at_edges(secret.to_pkcs8_der().unwrap().as_bytes(), |der| {
        SecretKey::from_pkcs8_der(der).unwrap().to_bytes()
    });
    slice_at_edges(&secret.to_sec1_der().unwrap(), |der| {
        SecretKey::from_sec1_der(der).unwrap().to_bytes()
    });
}

// ---- Wiping

/// The bytes of a value without padding.
///
/// # Safety
/// T has no padding at that place.
unsafe fn image<T>(place: *const T) -> Vec<u8> {
    // SAFETY: the caller gives readable memory of a T, whose bytes are all written.
    (0..size_of::<T>())
        .map(|i| unsafe { ptr::read_volatile(place.cast::<u8>().add(i)) })
        .collect()
}

/// What `part` of a value looked like before and after the value was dropped.
fn before_and_after_drop<T, P>(value: T, part: impl Fn(&T) -> &P) -> (Vec<u8>, Vec<u8>) {
    let mut place = MaybeUninit::new(value);
    // SAFETY: the value is there until `drop_in_place`; its memory is there until `place` goes. P is a scalar or an array of
    // bytes, without padding. Nobody uses the value after the drop: only its bytes are read.
    unsafe {
        let part: *const P = part(place.assume_init_ref());
        let before = image(part);
        ptr::drop_in_place(place.as_mut_ptr());
        (before, image(part))
    }
}

/// RustCrypto/KEMs PR 206, RUSTSEC-2021-0115: only a part of the secret state was wiped.
#[test]
fn i155_secrets_are_wiped_on_drop() {
    fn on_drop<T: ZeroizeOnDrop>() {}
    on_drop::<SecretKey>();
    on_drop::<SigningKey>();
    on_drop::<EphemeralSecret>();
    on_drop::<SharedSecret>();

    let k = scalars()[0];
    // SAFETY: scalars are words without padding.
    let [secret, one] = [k, Scalar::ONE].map(|s| unsafe { image(&s) });
    assert_eq!(secret.len(), size_of::<Scalar>());
    let zero = vec![0; size_of::<Scalar>()];
    let nonzero = NonZeroScalar::new(k).unwrap();
    let rng = || ChaCha20Rng::from_seed([1; 32]);

    let (before, after) = before_and_after_drop(SecretKey::from(nonzero), |k| k.as_scalar_value());
    assert_eq!(before.len(), SIZE_OF_SCALAR_VALUE);
    assert!(before.iter().any(|&b| b != 0));
    assert_eq!(after, vec![0; SIZE_OF_SCALAR_VALUE], "SecretKey");

    let (before, after) =
        before_and_after_drop(SigningKey::from(nonzero), |k| k.as_nonzero_scalar());
    assert_eq!(before, secret);
    assert!(after == zero || after == one, "SigningKey {after:x?}");

    let (before, after) =
        before_and_after_drop(EphemeralSecret::generate_from_rng(&mut rng()), |k| k);
    assert_eq!(before.len(), secret.len(), "nothing but the scalar");
    assert!(before != zero && before != one);
    assert!(after == zero || after == one, "EphemeralSecret {after:x?}");

    let shared = diffie_hellman::<Curve>(nonzero, AffinePoint::GENERATOR);
    let bytes = *shared.raw_secret_bytes();
    let (before, after) = before_and_after_drop(shared, |k| k.raw_secret_bytes());
    assert_eq!(before, bytes.as_slice());
    assert_eq!(after, vec![0; SIZE], "SharedSecret");

    let (before, after) =
        before_and_after_drop(BlindedScalar::<Curve>::new_from_rng(k, &mut rng()), |k| k);
    assert_eq!(before.len(), 2 * secret.len(), "the scalar and its mask");
    assert!(before.windows(secret.len()).any(|w| w == secret));
    assert_eq!(
        after,
        [zero.clone(), zero.clone()].concat(),
        "BlindedScalar"
    );
}

#[test]
fn i155_zeroize_leaves_the_default_value() {
    fn check<T: Zeroize + Default + PartialEq + Debug>(mut value: T) {
        assert_ne!(value, T::default());
        value.zeroize();
        assert_eq!(value, T::default());
    }
    let [k, ..] = scalars();
    check(k);
    check(FieldElement::from(5u64));
    check(points()[1]);
    check(points()[1].to_affine());

    let mut k = k;
    k.zeroize();
    // SAFETY: scalars are words without padding.
    assert_eq!(unsafe { image(&k) }, vec![0; size_of::<Scalar>()]);
    let mut e = FieldElement::from(5u64);
    e.zeroize();
    // SAFETY: field elements are words without padding.
    assert_eq!(unsafe { image(&e) }, vec![0; size_of::<FieldElement>()]);
}
