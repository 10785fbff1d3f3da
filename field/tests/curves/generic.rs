//! Code of the ecosystem, which knows a curve only through traits, on the types of this crate.
//!
//! Each function asks for no more than it names, and checks what it computes.

#![forbid(unsafe_code)]
#![allow(clippy::op_ref, reason = "operands by reference are asked for")]

use crate::curve::{Curve as ThisCurve, SIZE, Wide, of};
use ecdsa_core::{
    DigestAlgorithm, EcdsaCurve, RecoveryId, Signature, SignatureWithOid, SigningKey, VerifyingKey,
    der,
};
use elliptic_curve::{
    AffinePoint, BatchNormalize, Curve, CurveAffine, CurveArithmetic, CurveGroup, FieldBytes,
    FieldBytesSize, Generate, Group, NonZeroScalar, PrimeCurve, PrimeCurveArithmetic, PrimeField,
    ProjectivePoint, PublicKey, Scalar, ScalarValue, SecretKey,
    array::{Array, ArraySize, typenum::NonZero},
    common::{KeySizeUser, TryKeyInit},
    consts::U5,
    ctutils::{self, CtEq, CtSelect},
    ff::Field,
    group::{
        cofactor::CofactorGroup,
        prime::{PrimeCurve as PrimeOrderCurve, PrimeGroup},
    },
    hazmat::FieldArithmetic,
    ops::{
        BatchInvert, Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce, Retrieve,
    },
    pkcs8::{
        AssociatedOid, DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey,
        LineEnding,
    },
    point::{AffineCoordinates, DecompactPoint, DecompressPoint, NonIdentity, PointCompression},
    rand_core::CryptoRng,
    scalar::{BlindedScalar, FromUintUnchecked, IsHigh},
    sec1::{FromSec1Point, ModulusSize, Sec1Point, ToSec1Point},
    subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
    zeroize::{DefaultIsZeroes, Zeroize, ZeroizeOnDrop},
};
use hash2curve::{OprfParameters, hash_to_scalar};
use primefield::{FieldExt, PrimeFieldExt};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::{Serialize, de::DeserializeOwned};
use signature::{
    DigestSigner, DigestVerifier, Keypair, MultipartSigner, MultipartVerifier,
    RandomizedDigestSigner, RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding, Signer,
    Verifier,
    hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner},
};
use spki::{
    DynSignatureAlgorithmIdentifier, SignatureAlgorithmIdentifier, SignatureBitStringEncoding,
};
use std::{fmt::Debug, ops::Add};

const MSG: &[u8] = b"a message";

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed(*b"a fixed seed: the tests repeat..")
}

/// A scalar and another one, neither special.
fn scalars<C: CurveArithmetic>() -> (Scalar<C>, Scalar<C>) {
    let mut rng = rng();
    (Scalar::<C>::random(&mut rng), Scalar::<C>::random(&mut rng))
}

// 1

fn generated_keys_round_trip_through_sec1<C>(rng: &mut impl CryptoRng)
where
    C: CurveArithmetic + PointCompression,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let secret = SecretKey::<C>::generate_from_rng(rng);
    let public = secret.public_key();
    assert!(SecretKey::<C>::from_bytes(&secret.to_bytes()).unwrap() == secret);
    assert_eq!(
        PublicKey::<C>::from_sec1_bytes(&public.to_sec1_bytes()).unwrap(),
        public
    );
    for compress in [false, true] {
        let encoded = public.to_sec1_point(compress);
        assert_eq!(encoded.is_compressed(), compress);
        assert_eq!(
            PublicKey::<C>::from_sec1_bytes(encoded.as_bytes()).unwrap(),
            public
        );
        let mut wrong = encoded.as_bytes().to_vec();
        *wrong.last_mut().unwrap() ^= 1;
        assert!(
            compress || PublicKey::<C>::from_sec1_bytes(&wrong).is_err(),
            "off the curve"
        );
    }
    assert!(
        PublicKey::<C>::from_sec1_bytes(&[0]).is_err(),
        "the identity is no key"
    );
    assert!(
        SecretKey::<C>::from_bytes(&Array::default()).is_err(),
        "zero is no key"
    );
}

#[test]
fn generated_keys_round_trip_through_sec1_on_the_curve() {
    generated_keys_round_trip_through_sec1::<ThisCurve>(&mut rng());
}

// 2

fn both_sides_agree<C: CurveArithmetic>(rng: &mut impl CryptoRng) {
    use elliptic_curve::ecdh::{EphemeralSecret, diffie_hellman};
    let ephemeral = EphemeralSecret::<C>::generate_from_rng(rng);
    let fixed = SecretKey::<C>::generate_from_rng(rng);
    let here = ephemeral.diffie_hellman(&fixed.public_key());
    let there = diffie_hellman::<C>(
        fixed.to_nonzero_scalar(),
        ephemeral.public_key().as_affine(),
    );
    assert_eq!(here.raw_secret_bytes(), there.raw_secret_bytes());
    let naive = ephemeral.public_key().to_projective() * *fixed.to_nonzero_scalar();
    assert_eq!(*here.raw_secret_bytes(), naive.to_affine().x());

    let [mut here_key, mut there_key] = [[0; 42]; 2];
    here.extract::<sha2::Sha256>(Some(b"salt"))
        .expand(b"info", &mut here_key)
        .unwrap();
    there
        .extract::<sha2::Sha256>(Some(b"salt"))
        .expand(b"info", &mut there_key)
        .unwrap();
    assert_eq!(here_key, there_key);

    let other = EphemeralSecret::<C>::generate_from_rng(rng);
    let wrong = other.diffie_hellman(&fixed.public_key());
    assert_ne!(here.raw_secret_bytes(), wrong.raw_secret_bytes());
}

#[test]
fn both_sides_agree_on_the_curve() {
    both_sides_agree::<ThisCurve>(&mut rng());
}

// 3

fn every_way_of_signing_verifies<C>(rng: &mut impl CryptoRng)
where
    C: EcdsaCurve + CurveArithmetic + DigestAlgorithm,
    C::Digest: AssociatedOid + digest::Update,
    AffinePoint<C>: DecompressPoint<C> + FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
    der::MaxSize<C>: ArraySize,
    <FieldBytesSize<C> as Add>::Output: Add<der::MaxOverhead> + ArraySize,
{
    use digest::{Digest, Update};
    let sk = SigningKey::<C>::generate_from_rng(rng);
    let vk = *sk.verifying_key();
    let other = *SigningKey::<C>::generate_from_rng(rng).verifying_key();
    let prehash = C::Digest::digest(MSG);
    let halves = [&MSG[..4], &MSG[4..]];

    let plain: Signature<C> = sk.sign(MSG);
    let same: [Signature<C>; 5] = [
        sk.multipart_sign(&halves),
        sk.sign_prehash(&prehash).unwrap(),
        DigestSigner::<C::Digest, _>::sign_digest(&sk, |h| Update::update(h, MSG)),
        Signer::<SignatureWithOid<C>>::sign(&sk, MSG).into(),
        Signer::<der::Signature<C>>::sign(&sk, MSG)
            .try_into()
            .ok()
            .unwrap(),
    ];
    assert!(
        same.iter().all(|s| *s == plain),
        "RFC 6979 has no randomness"
    );

    let randomized: [Signature<C>; 4] = [
        sk.sign_with_rng(rng, MSG),
        sk.multipart_sign_with_rng(rng, &halves),
        sk.sign_prehash_with_rng(rng, &prehash).unwrap(),
        RandomizedDigestSigner::<C::Digest, _>::sign_digest_with_rng(&sk, rng, |h| {
            Update::update(h, MSG);
        }),
    ];
    for sig in randomized.into_iter().chain([plain]) {
        vk.verify(MSG, &sig).unwrap();
        vk.multipart_verify(&halves, &sig).unwrap();
        vk.verify_prehash(&prehash, &sig).unwrap();
        DigestVerifier::<C::Digest, _>::verify_digest(
            &vk,
            |h| {
                Update::update(h, MSG);
                Ok(())
            },
            &sig,
        )
        .unwrap();
        vk.verify(MSG, &sig.to_der()).unwrap();
        vk.verify(MSG, &sig.normalize_s()).unwrap();
        ecdsa_core::hazmat::verify_prehashed::<C>(&(*vk.as_affine()).into(), &prehash, &sig)
            .unwrap();
        assert!(vk.verify(b"another message", &sig).is_err());
        assert!(other.verify(MSG, &sig).is_err());
        assert!(
            randomized.iter().filter(|s| **s == sig).count() <= 1,
            "randomness was used"
        );
        assert_eq!(
            Signature::<C>::from_der(sig.to_der().as_bytes()).unwrap(),
            sig
        );
        assert_eq!(Signature::<C>::from_bytes(&sig.to_bytes()).unwrap(), sig);
    }

    let (sig, id): (Signature<C>, RecoveryId) = sk.sign_recoverable(MSG);
    assert_eq!(sig, plain);
    assert!(VerifyingKey::recover_from_msg(MSG, &sig, id).unwrap() == vk);
    assert_eq!(
        RecoveryId::trial_recovery_from_msg(&vk, MSG, &sig).unwrap(),
        id
    );
    let flipped = RecoveryId::new(!id.is_y_odd(), id.is_x_reduced());
    assert!(VerifyingKey::recover_from_msg(MSG, &sig, flipped).unwrap() != vk);

    // With a nonce of the caller's choice: the signing equation itself.
    let k = NonZeroScalar::<C>::generate_from_rng(rng);
    let (sig, _) =
        ecdsa_core::hazmat::sign_prehashed::<C>(sk.as_nonzero_scalar(), &k, &prehash).unwrap();
    let x = ProjectivePoint::<C>::mul_by_generator(&k).to_affine().x();
    assert!(*sig.r() == <Scalar<C> as Reduce<FieldBytes<C>>>::reduce(&x));
    vk.verify_prehash(&prehash, &sig).unwrap();
}

#[test]
fn every_way_of_signing_verifies_on_the_curve() {
    every_way_of_signing_verifies::<ThisCurve>(&mut rng());
}

// 4

fn any_signer<S, K>(key: &K)
where
    S: SignatureEncoding,
    K: Signer<S> + MultipartSigner<S> + Keypair,
    K::VerifyingKey: Verifier<S> + MultipartVerifier<S>,
{
    let sig = key.try_sign(MSG).unwrap();
    let decoded = S::try_from(sig.to_bytes().as_ref()).ok().unwrap();
    let vk = key.verifying_key();
    vk.verify(MSG, &decoded).unwrap();
    vk.multipart_verify(&[MSG], &key.multipart_sign(&[b"a ", b"message"]))
        .unwrap();
    assert!(vk.verify(b"", &decoded).is_err());
    assert_eq!(sig.to_vec().len(), sig.encoded_len());
}

#[test]
fn any_signer_takes_the_curve_keys() {
    any_signer::<Signature<ThisCurve>, _>(&SigningKey::<ThisCurve>::generate_from_rng(&mut rng()));
}

// 5

fn pkcs8_round_trip<SK, PK>(secret: &SK, public: &PK)
where
    SK: EncodePrivateKey + DecodePrivateKey + PartialEq,
    PK: EncodePublicKey + DecodePublicKey + PartialEq,
{
    let der = secret.to_pkcs8_der().unwrap();
    assert!(SK::from_pkcs8_der(der.as_bytes()).unwrap() == *secret);
    assert!(SK::from_pkcs8_pem(&secret.to_pkcs8_pem(LineEnding::LF).unwrap()).unwrap() == *secret);
    assert!(SK::from_pkcs8_der(&der.as_bytes()[1..]).is_err());
    let der = public.to_public_key_der().unwrap();
    assert!(PK::from_public_key_der(der.as_bytes()).unwrap() == *public);
    let pem = public.to_public_key_pem(LineEnding::CRLF).unwrap();
    assert!(PK::from_public_key_pem(&pem).unwrap() == *public);
    assert!(PK::from_public_key_der(secret.to_pkcs8_der().unwrap().as_bytes()).is_err());
}

#[test]
fn pkcs8_round_trip_of_the_curve_keys() {
    let secret = SecretKey::<ThisCurve>::generate_from_rng(&mut rng());
    pkcs8_round_trip(&secret, &secret.public_key());
    let key = SigningKey::from(&secret);
    pkcs8_round_trip(&key, key.verifying_key());
}

// 6

fn sec1_documents<C>(secret: &SecretKey<C>, other: &SecretKey<C>)
where
    C: AssociatedOid + CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let der = secret.to_sec1_der().unwrap();
    let pem = secret.to_sec1_pem(LineEnding::LF).unwrap();
    for read in [
        SecretKey::<C>::from_sec1_der(&der),
        SecretKey::<C>::from_der(&der),
        SecretKey::<C>::from_sec1_pem(&pem),
        SecretKey::<C>::from_pem(&pem),
        SecretKey::<C>::from_pem(&secret.to_pkcs8_pem(LineEnding::LF).unwrap()),
    ] {
        assert!(read.unwrap() == *secret);
    }
    // The embedded public key must be the secret key's.
    let (own, foreign) = (secret.public_key(), other.public_key());
    let [own, foreign] = [own, foreign].map(|k| k.to_sec1_point(false).as_bytes().to_vec());
    let at = der.windows(own.len()).position(|w| w == own).unwrap();
    let mut swapped = der.to_vec();
    swapped[at..at + foreign.len()].copy_from_slice(&foreign);
    assert!(SecretKey::<C>::from_sec1_der(&swapped).is_err());
    // The document names its curve.
    let oid = C::OID.as_bytes();
    let mut renamed = secret.to_pkcs8_der().unwrap().as_bytes().to_vec();
    let at = renamed.windows(oid.len()).position(|w| w == oid).unwrap();
    renamed[at + oid.len() - 1] ^= 1;
    assert!(SecretKey::<C>::from_pkcs8_der(&renamed).is_err());
}

#[test]
fn sec1_documents_of_the_curve_keys() {
    let mut rng = rng();
    let secret = SecretKey::<ThisCurve>::generate_from_rng(&mut rng);
    sec1_documents(&secret, &SecretKey::generate_from_rng(&mut rng));
}

// 7

/// A commitment v G + r H is additive, and survives its encoding.
fn pedersen<G: PrimeGroup>(h: G, v: G::Scalar, r: G::Scalar) {
    let commit = |v: &G::Scalar, r: &G::Scalar| G::mul_by_generator(v) + h * r;
    let c = commit(&v, &r);
    assert_eq!(G::from_bytes(&c.to_bytes()).unwrap(), c);
    assert_eq!(c + commit(&r, &v), commit(&(v + r), &(r + v)));
    assert_eq!(c - commit(&v, &r), G::identity());
    assert_eq!(c.double(), commit(&v.double(), &r.double()));
    assert_eq!(G::mul_by_generator(&v), G::generator() * v);
}

#[test]
fn pedersen_commitments_on_the_curve() {
    let (v, r) = scalars::<ThisCurve>();
    pedersen(ProjectivePoint::<ThisCurve>::generator() * v.square(), v, r);
}

// 8

fn cofactor_is_one<G: CofactorGroup<Subgroup = G>>(p: G) {
    assert_eq!(p.clear_cofactor(), p);
    assert_eq!(p.into_subgroup().unwrap(), p);
    assert!(bool::from(p.is_torsion_free()));
    assert!(!bool::from(p.is_small_order()) && bool::from(G::identity().is_small_order()));
}

#[test]
fn cofactor_of_the_curve_is_one() {
    cofactor_is_one(ProjectivePoint::<ThisCurve>::generator().double());
}

// 9

fn normalisation_keeps_every_point<C>(points: [ProjectivePoint<C>; 3])
where
    C: PrimeCurveArithmetic,
    ProjectivePoint<C>: BatchNormalize<[ProjectivePoint<C>; 3], Output = [AffinePoint<C>; 3]>
        + BatchNormalize<[ProjectivePoint<C>], Output = Vec<AffinePoint<C>>>,
{
    type P<C> = ProjectivePoint<C>;
    let each = points.map(|p| p.to_affine());
    assert!(<P<C> as BatchNormalize<[P<C>; 3]>>::batch_normalize(&points) == each);
    assert!(<P<C> as BatchNormalize<[P<C>; 3]>>::batch_normalize_vartime(&points) == each);
    assert!(<P<C> as BatchNormalize<[P<C>]>>::batch_normalize(&points) == each);
    assert!(<P<C> as BatchNormalize<[P<C>]>>::batch_normalize_vartime(&points) == each);
    let mut out = [AffinePoint::<C>::identity(); 3];
    <P<C> as CurveGroup>::batch_normalize(&points, &mut out);
    assert!(out == each);
    assert!(each.iter().zip(&points).all(|(a, p)| a.to_curve() == *p));
}

#[test]
fn normalisation_keeps_every_point_on_the_curve() {
    let g = ProjectivePoint::<ThisCurve>::generator();
    let identity = ProjectivePoint::<ThisCurve>::identity();
    normalisation_keeps_every_point::<ThisCurve>([g, g.double(), g * scalars::<ThisCurve>().0]);
    normalisation_keeps_every_point::<ThisCurve>([g.double(), identity, g - g]);
}

// 10

fn wnaf_multiplies<G>(base: G, scalar: G::Scalar)
where
    G: wnaf::WnafGroup,
    G::Scalar: wnaf::WnafSize + PrimeFieldExt,
{
    let expected = base * scalar;
    let digits = wnaf::WnafScalar::new(&scalar);
    assert_eq!(wnaf::WnafBase::<G, U5>::new(&base) * &digits, expected);
    let table = wnaf::WnafBase::<G, U5>::new(&base.double());
    let sum = wnaf::WnafBase::multiscalar_mul(
        [(&wnaf::WnafBase::new(&base), &digits), (&table, &digits)].into_iter(),
    );
    assert_eq!(sum, expected + expected.double());
    assert_eq!(
        wnaf::BoxedWnaf::new().base(&base, 1).scalar(&scalar),
        expected
    );
    assert_eq!(wnaf::BoxedWnaf::new().scalar(&scalar).base(&base), expected);
}

/// `group` 0.14 reads every encoding as little-endian, so on a big-endian curve its own forms multiply by another scalar:
/// the one with the octets reversed. (`wnaf` asks for the byte order.)
fn group_wnaf_multiplies_by_reversed_octets<G>(base: G, scalar: G::Scalar)
where
    G: Group,
    G::Scalar: PrimeFieldExt<Repr: AsRef<[u8]>>,
{
    assert_eq!(scalar.to_repr().as_ref(), scalar.to_be_repr().as_ref());
    let table = group::WnafBase::<G, 4>::new(base);
    let reversed = scalar
        .to_repr()
        .as_ref()
        .iter()
        .rev()
        .fold(G::Scalar::ZERO, |acc, &octet| {
            acc * G::Scalar::from(256) + G::Scalar::from(u64::from(octet))
        });
    assert_eq!(&table * &group::WnafScalar::new(&scalar), base * reversed);
}

#[test]
fn wnaf_multiplies_on_the_curve() {
    let g = ProjectivePoint::<ThisCurve>::generator();
    for s in [
        scalars::<ThisCurve>().0,
        Scalar::<ThisCurve>::ZERO,
        -Scalar::<ThisCurve>::ONE,
    ] {
        wnaf_multiplies(g, s);
        group_wnaf_multiplies_by_reversed_octets(g, s);
    }
}

// 11

fn field_laws<F: PrimeField>(x: F, y: F) {
    assert_eq!(F::TWO_INV.double(), F::ONE);
    assert_eq!(F::ROOT_OF_UNITY * F::ROOT_OF_UNITY_INV, F::ONE);
    assert_eq!(F::ROOT_OF_UNITY.pow_vartime([1 << F::S]), F::ONE);
    assert_ne!(F::ROOT_OF_UNITY.pow_vartime([1 << (F::S - 1)]), F::ONE);
    assert_eq!(
        F::DELTA,
        F::MULTIPLICATIVE_GENERATOR.pow_vartime([1 << F::S])
    );
    assert!(bool::from(F::MULTIPLICATIVE_GENERATOR.sqrt().is_none()));

    assert_eq!(x * x.invert().unwrap(), F::ONE);
    assert_eq!((x + y) * (x - y), x.square() - y.square());
    assert_eq!((x.cube(), x.double()), (x * x * x, x + x));
    assert_eq!(x.pow_vartime([5u64]), x.square().square() * x);
    assert_eq!(x.pow([5u64]), x.pow_vartime([5u64]));
    assert_eq!([x, y, x].iter().sum::<F>(), x + y + x);
    assert_eq!([x, y, x].into_iter().product::<F>(), x * y * x);
    assert_eq!(
        F::from_str_vartime("340282366920938463463374607431768211455"),
        Some(F::from_u128(u128::MAX))
    );
    assert_eq!(F::from_repr(x.to_repr()).unwrap(), x);

    let root = x.square().sqrt().unwrap();
    assert!(root == x || root == -x);
    let (is_square, root) = F::sqrt_ratio(&(x.square() * y), &y);
    assert!(bool::from(is_square) && root.square() == x.square());
    let (is_square, root) = F::sqrt_ratio(&(F::ROOT_OF_UNITY * x.square()), &F::ONE);
    assert!(
        !bool::from(is_square) && root.square() == F::ROOT_OF_UNITY * F::ROOT_OF_UNITY * x.square()
    );
    let (is_square, root) = F::sqrt_ratio(&F::ZERO, &x);
    assert!(bool::from(is_square) && root == F::ZERO);
    let (is_square, root) = F::sqrt_ratio(&x, &F::ZERO);
    assert!(!bool::from(is_square) && root == F::ZERO);

    let mut batch = [x, F::ZERO, y];
    ff::BatchInverter::invert_with_external_scratch(&mut batch, &mut [F::ZERO; 3]);
    assert_eq!(batch, [x.invert().unwrap(), F::ZERO, y.invert().unwrap()]);
}

#[test]
fn field_laws_hold_for_scalars_and_field_elements() {
    let (x, y) = scalars::<ThisCurve>();
    field_laws(x, y);
    type FieldElement = <ThisCurve as FieldArithmetic>::FieldElement;
    let mut rng = rng();
    field_laws(
        FieldElement::random(&mut rng),
        FieldElement::random(&mut rng),
    );
}

// 12

fn multiplications_agree<C: CurveArithmetic>(p: ProjectivePoint<C>, q: ProjectivePoint<C>) {
    type P<C> = ProjectivePoint<C>;
    let (a, b) = scalars::<C>();
    let zero = Scalar::<C>::ZERO;
    let expected = p * a + q * b;
    let pairs = [(p, a), (q, b)];
    assert!(P::<C>::lincomb(&pairs) == expected);
    assert!(P::<C>::lincomb_vartime(&pairs) == expected);
    assert!(P::<C>::lincomb(&pairs[..]) == expected);
    assert!(P::<C>::lincomb_vartime(&pairs[..]) == expected);
    assert!(p.mul_vartime(&a) + b * q == expected);
    assert!(p.mul_vartime(a) + b.mul_vartime(q) == expected);
    assert!(a.mul_vartime(&p) + b * &q == expected);
    let [affine_p, affine_q] = [p, q].map(|p| p.to_affine());
    assert!(affine_p * a + b * affine_q == expected);
    assert!(affine_p.mul_vartime(&a) + b * &affine_q == expected);
    assert!(a.mul_vartime(affine_p) + b.mul_vartime(&affine_q) == expected);

    let g = P::<C>::generator();
    for (a, b) in [(a, b), (zero, b), (a, zero), (zero, zero), (a, -a)] {
        for p in [p, g, -g, P::<C>::identity()] {
            let sum = P::<C>::mul_by_generator_and_mul_add_vartime(&a, &b, &p);
            assert!(sum == g * a + p * b);
        }
        assert!(P::<C>::mul_by_generator_vartime(&a) == g * a);
    }
}

#[test]
fn multiplications_agree_on_the_curve() {
    let g = ProjectivePoint::<ThisCurve>::generator();
    for (p, q) in [
        (g, g),
        (g, -g),
        (g.double(), g),
        (g, ProjectivePoint::<ThisCurve>::identity()),
    ] {
        multiplications_agree::<ThisCurve>(p, q);
    }
}

// 13

fn nonzero_scalars_and_finite_points<C: PrimeCurve + CurveArithmetic>(rng: &mut impl CryptoRng) {
    let k = NonZeroScalar::<C>::generate_from_rng(rng);
    let one = NonZeroScalar::<C>::new(Scalar::<C>::ONE).unwrap();
    assert!(k * k.invert() == one);
    assert!(*-k == -*k);
    let zero: Result<NonZeroScalar<C>, _> = Scalar::<C>::ZERO.try_into();
    assert!(zero.is_err());
    assert!(NonZeroScalar::<C>::cast_slice_as_inner(&[k, one]) == [*k, Scalar::<C>::ONE]);

    let p = NonIdentity::<ProjectivePoint<C>>::mul_by_generator::<C>(&k);
    let q = p * k;
    assert!(q.to_point() == ProjectivePoint::<C>::generator() * (*k * *k));
    let public: PublicKey<C> = q.to_affine().into();
    assert!(public.to_projective() == q.to_point());
    assert!(PublicKey::from_secret_scalar(&k).to_projective() == p.to_point());
    let random = NonIdentity::<ProjectivePoint<C>>::generate_from_rng(rng);
    assert!(!bool::from(random.is_identity()));
    assert!(bool::from(
        NonIdentity::new(ProjectivePoint::<C>::identity()).is_none()
    ));
    assert!(bool::from(
        NonIdentity::new(AffinePoint::<C>::identity()).is_none()
    ));
}

#[test]
fn nonzero_scalars_and_finite_points_of_the_curve() {
    nonzero_scalars_and_finite_points::<ThisCurve>(&mut rng());
}

// 14

fn reductions<C, L>(rng: &mut impl CryptoRng)
where
    C: CurveArithmetic,
    Scalar<C>: Reduce<Array<u8, L>>,
    L: ArraySize,
{
    let s = Scalar::<C>::random(rng);
    let bytes = s.to_repr();
    assert!(<Scalar<C> as Reduce<FieldBytes<C>>>::reduce(&bytes) == s);
    assert!(<Scalar<C> as Reduce<C::Uint>>::reduce(&s.into()) == s);
    assert!(<Scalar<C> as Reduce<C::Uint>>::reduce(C::ORDER.as_ref()) == Scalar::<C>::ZERO);

    let all_ones = <Scalar<C> as Reduce<FieldBytes<C>>>::reduce(&Array::from_fn(|_| 0xff));
    let bits = 8 * bytes.len() as u64;
    assert!(all_ones == Scalar::<C>::from(2).pow_vartime([bits]) - Scalar::<C>::ONE);

    let mut wide = Array::<u8, L>::default();
    let at = wide.len() - bytes.len();
    wide[at..].copy_from_slice(&bytes);
    assert!(<Scalar<C> as Reduce<Array<u8, L>>>::reduce(&wide) == s);
    wide[0] = 1;
    let top = Scalar::<C>::from(2).pow_vartime([8 * (wide.len() as u64 - 1)]);
    assert!(<Scalar<C> as Reduce<Array<u8, L>>>::reduce(&wide) == s + top);
}

#[test]
fn reductions_of_the_curve_scalars() {
    reductions::<ThisCurve, Wide>(&mut rng());
}

crate::curve::not_p521! {
    fn reductions_to_nonzero<C>()
    where
        C: CurveArithmetic,
        Scalar<C>: elliptic_curve::ops::ReduceNonZero<FieldBytes<C>>
            + elliptic_curve::ops::ReduceNonZero<C::Uint>,
    {
        use elliptic_curve::ops::ReduceNonZero;
        // A map to 1..n that is not the identity on zero.
        let zero = FieldBytes::<C>::default();
        assert!(*NonZeroScalar::<C>::reduce_nonzero(&zero) != Scalar::<C>::ZERO);
        assert!(*NonZeroScalar::<C>::reduce(&zero) == Scalar::<C>::reduce_nonzero(&zero));
        assert!(Scalar::<C>::reduce_nonzero(C::ORDER.as_ref()) != Scalar::<C>::ZERO);
    }

    #[test]
    fn reductions_to_nonzero_scalars() {
        reductions_to_nonzero::<ThisCurve>();
    }

    #[test]
    fn montgomery_parameters_are_those_of_the_peer() {
        use elliptic_curve::bigint::modular::ConstMontyParams;
        type Element<C> = <C as FieldArithmetic>::FieldElement;
        const LIMBS: usize = crate::curve::Uint::LIMBS;
        let ours = <Element<ThisCurve> as ConstMontyParams<LIMBS>>::PARAMS;
        let peers = <Element<crate::curve::TheirCurve> as ConstMontyParams<LIMBS>>::PARAMS;
        assert_eq!((ours.modulus(), ours.r2()), (peers.modulus(), peers.r2()));
    }
}

crate::curve::for_p256! {
    use elliptic_curve::ff::FromUniformBytes;

    fn uniform_bytes<F: FromUniformBytes<64>>() {
        let mut one = [0; 64];
        one[63] = 1;
        assert_eq!(F::from_uniform_bytes(&one), F::ONE);
        one[63] = 0;
        one[0] = 1;
        assert_eq!(F::from_uniform_bytes(&one), F::from(2).pow_vartime([504]));
    }

    #[test]
    fn uniform_bytes_are_big_endian() {
        uniform_bytes::<Scalar<ThisCurve>>();
    }
}

// 15

fn hashes_to_the_curve<C, L>(uniform: usize)
where
    C: OprfParameters,
    L: ArraySize + NonZero,
    Scalar<C>: Reduce<Array<u8, L>>,
{
    let hash = |msg: &[u8], dst: &[u8]| C::hash_from_bytes(&[msg], &[dst]).ok().unwrap();
    let encode = |msg: &[u8], dst: &[u8]| C::encode_from_bytes(&[msg], &[dst]).ok().unwrap();
    let p = hash(MSG, b"tag");
    assert!(
        p == C::hash_from_bytes(&[b"a ", b"message"], &[b"t", b"ag"])
            .ok()
            .unwrap()
    );
    assert!(p != hash(MSG, b"other tag") && p != hash(b"other message", b"tag"));
    assert!(p != encode(MSG, b"tag"));
    assert!(!bool::from(p.is_identity()));
    assert!(
        C::hash_from_bytes(&[MSG], &[b""]).is_err(),
        "RFC 9380 wants a tag"
    );
    assert!(C::encode_from_bytes(&[MSG], &[]).is_err());

    let scalar = |dst: &[u8]| {
        hash_to_scalar::<C, C::ExpandMsg, L>(&[MSG], &[dst])
            .ok()
            .unwrap()
    };
    assert!(scalar(b"tag") == scalar(b"tag") && scalar(b"tag") != scalar(b"other tag"));
    assert_eq!(L::USIZE, uniform);
    assert!(C::HASH_TO_CURVE_ID.ends_with(b"_RO_") && C::ENCODE_TO_CURVE_ID.ends_with(b"_NU_"));
}

/// A blinded evaluation of RFC 9497, its group operations only.
fn oblivious_evaluation<C: OprfParameters>(rng: &mut impl CryptoRng) {
    let dst = [b"HashToGroup-OPRFV1-\0-", C::ID].concat();
    let input = C::hash_from_bytes(&[MSG], &[&dst]).ok().unwrap();
    let (blind, key) = (
        NonZeroScalar::<C>::generate_from_rng(rng),
        Scalar::<C>::random(rng),
    );
    let evaluated = (input * *blind) * key;
    assert!(evaluated * *blind.invert() == input * key);
}

#[test]
fn hashes_to_the_curve_and_oblivious_evaluation() {
    hashes_to_the_curve::<ThisCurve, Wide>(of([48, 72, 98]));
    oblivious_evaluation::<ThisCurve>(&mut rng());
    assert_eq!(
        ThisCurve::ID,
        of([b"P256-SHA256", b"P384-SHA384", b"P521-SHA512"])
    );
}

// 16

fn selects_compares_and_wipes<T>(a: T, b: T)
where
    T: ConditionallySelectable
        + ConstantTimeEq
        + DefaultIsZeroes
        + CtEq
        + CtSelect
        + PartialEq
        + Debug,
{
    assert!(
        bool::from(ConstantTimeEq::ct_eq(&a, &a)) && !bool::from(ConstantTimeEq::ct_eq(&a, &b))
    );
    assert!(CtEq::ct_eq(&a, &a).to_bool() && !CtEq::ct_eq(&a, &b).to_bool());
    for (choice, chosen, other) in [(0, a, b), (1, b, a)] {
        let subtle = Choice::from(choice);
        assert_eq!(T::conditional_select(&a, &b, subtle), chosen);
        assert_eq!(
            a.ct_select(&b, ctutils::Choice::from_u8_lsb(choice)),
            chosen
        );
        let (mut x, mut y) = (a, b);
        x.conditional_assign(&b, subtle);
        assert_eq!(x, chosen);
        x = a;
        T::conditional_swap(&mut x, &mut y, subtle);
        assert_eq!((x, y), (chosen, other));
    }
    let mut wiped = a;
    wiped.zeroize();
    assert_eq!(wiped, T::default());
    assert_ne!(wiped, a);
}

#[test]
fn the_curve_values_are_selected_compared_and_wiped() {
    let (a, b) = scalars::<ThisCurve>();
    let g = ProjectivePoint::<ThisCurve>::generator();
    selects_compares_and_wipes(a, b);
    selects_compares_and_wipes(g * a, g * b);
    selects_compares_and_wipes((g * a).to_affine(), (g * b).to_affine());
    type FieldElement = <ThisCurve as FieldArithmetic>::FieldElement;
    selects_compares_and_wipes(FieldElement::from(2u64), FieldElement::from(3u64));
}

#[test]
fn secrets_of_the_curve_wipe_themselves() {
    fn wipes_itself<T: ZeroizeOnDrop>() {}
    wipes_itself::<SecretKey<ThisCurve>>();
    wipes_itself::<SigningKey<ThisCurve>>();
    wipes_itself::<elliptic_curve::ecdh::EphemeralSecret<ThisCurve>>();
    wipes_itself::<elliptic_curve::ecdh::SharedSecret<ThisCurve>>();
}

// 17

fn serde_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value);
    let wire = postcard::to_allocvec(&value).unwrap();
    assert_eq!(postcard::from_bytes::<T>(&wire).unwrap(), value);
    assert!(postcard::from_bytes::<T>(&wire[..wire.len() - 1]).is_err());
    assert!(serde_json::from_str::<T>("\"zz\"").is_err());
}

fn serde_round_trips<C>()
where
    C: EcdsaCurve + CurveArithmetic + AssociatedOid + PointCompression + DigestAlgorithm,
    Scalar<C>: Serialize + DeserializeOwned,
    AffinePoint<C>: Serialize + DeserializeOwned + FromSec1Point<C> + ToSec1Point<C>,
    ProjectivePoint<C>: Serialize + DeserializeOwned + Debug,
    FieldBytesSize<C>: ModulusSize,
{
    let secret = SecretKey::<C>::generate_from_rng(&mut rng());
    let key = SigningKey::<C>::from(&secret);
    serde_round_trip(*secret.to_nonzero_scalar());
    serde_round_trip(secret.to_nonzero_scalar());
    serde_round_trip(*secret.as_scalar_value());
    serde_round_trip(secret.public_key());
    serde_round_trip(*secret.public_key().as_affine());
    serde_round_trip(secret.public_key().to_projective());
    serde_round_trip(*key.verifying_key());
    serde_round_trip::<Signature<C>>(key.sign(MSG));
}

#[test]
fn serde_round_trips_of_the_curve_values() {
    serde_round_trips::<ThisCurve>();
}

// 18

/// A self-signed root certificate, whose signature verifies.
fn certificate<S, Sig>(signer: &S)
where
    S: Keypair + DynSignatureAlgorithmIdentifier + Signer<Sig>,
    S::VerifyingKey: EncodePublicKey + Verifier<Sig>,
    Sig: SignatureBitStringEncoding + for<'a> TryFrom<&'a [u8]>,
{
    use x509_cert::{
        builder::{Builder, CertificateBuilder, profile::cabf::Root},
        der::Encode,
        serial_number::SerialNumber,
        spki::SubjectPublicKeyInfoOwned,
        time::Validity,
    };
    let spki = SubjectPublicKeyInfoOwned::from_key(&signer.verifying_key()).unwrap();
    let profile = Root::new(false, "CN=root,O=tests,C=NZ".parse().unwrap()).unwrap();
    let validity = Validity::from_now(std::time::Duration::from_secs(5)).unwrap();
    let builder =
        CertificateBuilder::new(profile, SerialNumber::from(1u32), validity, spki.clone()).unwrap();
    let certificate = builder.build::<S, Sig>(signer).unwrap();

    let tbs = certificate.tbs_certificate();
    assert_eq!(*tbs.subject_public_key_info(), spki);
    assert_eq!(
        *certificate.signature_algorithm(),
        signer.signature_algorithm_identifier().unwrap()
    );
    let sig = Sig::try_from(certificate.signature().raw_bytes())
        .ok()
        .unwrap();
    signer
        .verifying_key()
        .verify(&tbs.to_der().unwrap(), &sig)
        .unwrap();
}

#[test]
fn certificate_signed_by_a_the_curve_key() {
    let key = SigningKey::<ThisCurve>::generate_from_rng(&mut rng());
    certificate::<_, der::Signature<ThisCurve>>(&key);
}

// 21

fn coordinates_and_parity<C>(p: &AffinePoint<C>)
where
    C: CurveArithmetic,
    AffinePoint<C>: DecompressPoint<C> + DecompactPoint<C>,
{
    let (x, y) = (p.x(), p.y());
    assert!(AffinePoint::<C>::from_coordinates(&x, &y).unwrap() == *p);
    assert!(bool::from(
        AffinePoint::<C>::from_coordinates(&y, &x).is_none()
    ));
    assert_eq!(bool::from(p.y_is_odd()), y.last().unwrap() & 1 == 1);
    assert_eq!(bool::from(p.x_is_odd()), x.last().unwrap() & 1 == 1);
    assert!(AffinePoint::<C>::decompress(&x, p.y_is_odd()).unwrap() == *p);
    assert!(AffinePoint::<C>::decompress(&x, !p.y_is_odd()).unwrap() == -*p);
    let compact = AffinePoint::<C>::decompact(&x).unwrap();
    assert!(compact == *p || compact == -*p);
    assert!(compact.y() <= (-compact).y(), "the smaller y");
}

#[test]
fn coordinates_and_parity_on_the_curve() {
    let g = ProjectivePoint::<ThisCurve>::generator();
    for p in [g, -g, g * scalars::<ThisCurve>().0] {
        coordinates_and_parity::<ThisCurve>(&p.to_affine());
    }
}

// 22

fn field_elements_of_a_curve<C>(a: i64, b: &C::FieldElement, g: &AffinePoint<C>)
where
    C: FieldArithmetic,
    C::FieldElement: PrimeFieldExt + FieldExt,
{
    // The curve equation y² = x³ + a x + b at the generator, as a user of the field computes it.
    let x = C::FieldElement::from_repr(g.x()).unwrap();
    let y = C::FieldElement::from_repr(g.y()).unwrap();
    let a = C::FieldElement::ZERO - C::FieldElement::from(a.unsigned_abs());
    assert_eq!(y.square(), x.cube() + a * x + b);

    let mut inverted = [x, y, x + y];
    let mut scratch = [C::FieldElement::ZERO; 3];
    let product = C::FieldElement::batch_invert_in_place(&mut inverted, &mut scratch);
    assert_eq!(inverted, [x, y, x + y].map(|v| Invert::invert(&v).unwrap()));
    assert_eq!(
        product * x * y * (x + y),
        C::FieldElement::ONE,
        "the inverse of the product"
    );
    assert!(<Scalar<C> as Reduce<C::Uint>>::reduce(&x.retrieve()) == Scalar::<C>::reduce(&g.x()));
    let mut reversed = x.to_le_repr();
    reversed.reverse();
    assert_eq!(reversed, x.to_be_repr());
}

#[test]
fn field_elements_of_the_curve() {
    type FieldElement = <ThisCurve as FieldArithmetic>::FieldElement;
    let b = FieldElement::from_repr(crate::curve::B.into()).unwrap();
    field_elements_of_a_curve::<ThisCurve>(-3, &b, &AffinePoint::<ThisCurve>::generator());
}

// 23

fn scalar_conversions<C: CurveArithmetic>(s: Scalar<C>) {
    let uint: C::Uint = s.into();
    assert!(s.retrieve() == uint);
    assert!(Scalar::<C>::from_uint_unchecked(uint) == s);
    let value: ScalarValue<C> = s.into();
    assert!(*value.as_uint() == uint && Scalar::<C>::from(value) == s);
    let bytes: FieldBytes<C> = s.into();
    assert_eq!(bytes, s.to_repr());
    assert!(ScalarValue::<C>::from_bytes(&bytes).unwrap() == value);

    assert_ne!(
        bool::from(s.is_high()),
        bool::from((-s).is_high()),
        "one of ±s is high"
    );
    let inverse: CtOption<Scalar<C>> = Invert::invert(&s);
    assert!(inverse.unwrap() * s == Scalar::<C>::ONE);
    assert!(Invert::invert_vartime(&s).unwrap() == inverse.unwrap());
    assert!(bool::from(
        Invert::invert_vartime(&Scalar::<C>::ZERO).is_none()
    ));
    assert!(*AsRef::<Scalar<C>>::as_ref(&s) == s);
    assert!(
        Scalar::<C>::ZERO < s && s < -Scalar::<C>::ONE,
        "ordered as numbers"
    );
}

#[test]
fn scalar_conversions_of_the_curve() {
    let (a, b) = scalars::<ThisCurve>();
    scalar_conversions::<ThisCurve>(a);
    scalar_conversions::<ThisCurve>(b);
    scalar_conversions::<ThisCurve>(Scalar::<ThisCurve>::from(5u64));
}

// 24

fn blinded_inverse<C: CurveArithmetic>(s: Scalar<C>, rng: &mut impl CryptoRng) {
    let blinded = BlindedScalar::<C>::new_from_rng(s, rng);
    assert!(blinded.invert().unwrap() == Invert::invert(&s).unwrap());
    assert!(*blinded.as_ref() == s);
    let zero = BlindedScalar::<C>::new_from_rng(Scalar::<C>::ZERO, rng);
    assert!(bool::from(zero.invert().is_none()));
}

#[test]
fn blinded_inverse_of_a_the_curve_scalar() {
    blinded_inverse::<ThisCurve>(scalars::<ThisCurve>().0, &mut rng());
}

// 25

fn key_init<C: Curve>(size: usize) {
    fn init<T: TryKeyInit + KeySizeUser + Generate>(size: usize) -> T {
        assert_eq!(T::key_size(), size);
        let generated = T::generate_from_rng(&mut rng());
        assert!(T::new_from_slice(&vec![0; size]).is_err(), "zero");
        assert!(
            T::new_from_slice(&vec![0xff; size]).is_err(),
            "above the order"
        );
        assert!(T::new_from_slice(&vec![1; size - 1]).is_err(), "short");
        generated
    }
    let generated: SecretKey<C> = init(size);
    assert!(<SecretKey<C> as TryKeyInit>::new(&generated.to_bytes()).unwrap() == generated);
}

#[test]
fn key_init_of_the_curve() {
    key_init::<ThisCurve>(SIZE);
}

// 26

fn names_its_algorithm<K: SignatureAlgorithmIdentifier + DynSignatureAlgorithmIdentifier>(
    key: &K,
    oid: &str,
) {
    assert_eq!(K::SIGNATURE_ALGORITHM_IDENTIFIER.oid.to_string(), oid);
    assert_eq!(
        key.signature_algorithm_identifier()
            .unwrap()
            .oid
            .to_string(),
        oid
    );
}

#[test]
fn keys_name_ecdsa_with_the_curves_hash() {
    let key = SigningKey::<ThisCurve>::generate_from_rng(&mut rng());
    let oid = of([
        "1.2.840.10045.4.3.2",
        "1.2.840.10045.4.3.3",
        "1.2.840.10045.4.3.4",
    ]);
    names_its_algorithm(&key, oid);
    names_its_algorithm(key.verifying_key(), oid);
    assert_eq!(
        ThisCurve::OID.to_string(),
        of(["1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"])
    );
}

// The shape of the curve itself.

fn prime_order<C>()
where
    C: PrimeCurveArithmetic,
    C::CurveGroup: PrimeOrderCurve<Scalar = Scalar<C>>,
{
    let g = ProjectivePoint::<C>::generator();
    let minus_one = -Scalar::<C>::ONE;
    assert!(
        g * minus_one + g == ProjectivePoint::<C>::identity(),
        "n G is the identity"
    );
    assert!(g * minus_one == -g);
    assert!(AffinePoint::<C>::generator().to_curve() == g);
}

#[test]
fn the_curve_has_prime_order() {
    prime_order::<ThisCurve>();
}

/// `Sec1Point` depends only on the size of the field: points pass between curve crates through it.
#[test]
fn sec1_points_are_those_of_the_peer() {
    let ours: Sec1Point<ThisCurve> = AffinePoint::<ThisCurve>::generator().to_sec1_point(false);
    let peers: Sec1Point<crate::curve::TheirCurve> = ours;
    assert_eq!(
        crate::curve::theirs::AffinePoint::from_sec1_point(&peers).unwrap(),
        crate::curve::theirs::AffinePoint::GENERATOR
    );
}
