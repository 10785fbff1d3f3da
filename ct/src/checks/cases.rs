//! The operations that must not depend on secrets.

use super::{
    curve::{
        AffinePoint, Curve, FieldBytes, FieldElement, Integer, KEY_IN_PKCS8, KEY_IN_SEC1,
        NonZeroScalar, ProjectivePoint, PublicKey, SIZE, Scalar, SecretKey, Wide,
        ecdh::{EphemeralSecret, diffie_hellman},
        ecdsa::{
            Signature, SigningKey,
            signature::{RandomizedSigner, Signer},
        },
        elliptic_curve::{
            self, BatchNormalize, Field, Generate, Group, PrimeField,
            array::Array,
            group::GroupEncoding,
            ops::{Invert, LinearCombination, Reduce},
            point::AffineCoordinates,
            rand_core::{TryCryptoRng, TryRng},
            scalar::{BlindedScalar, IsHigh},
            subtle::{
                ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater, ConstantTimeLess,
            },
        },
        hash2curve::{GroupDigest, MapToCurve},
        pkcs8::EncodePrivateKey,
    },
    probe::Probe,
};
use field_fast::FermatInverse;
#[cfg(not(any(feature = "p384", feature = "p521")))]
use hybrid_kem::{Decapsulate, Decapsulator, TryDecapsulate};
use std::convert::Infallible;

/// An operation on secrets.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Probe),
    /// Is it long: too long to trace it on every occasion?
    pub(crate) heavy: bool,
}

macro_rules! cases {
    ($($(#[$condition:meta])? $name:literal $($heavy:ident)?: |$p:ident| $run:block)*) => {
        pub(crate) const CASES: &[Case] = &[$(
            $(#[$condition])?
            Case { name: $name, run: |$p| $run, heavy: !concat!("" $(, stringify!($heavy))?).is_empty() }
        ),*];
    };
}

const MESSAGE: &[u8] = b"a public message";

cases! {
    // Scalars.
    "scalar-add": |p| { let (a, b) = (p.scalar(), p.scalar()); p.run(|| a + b); }
    "scalar-sub": |p| { let (a, b) = (p.scalar(), p.scalar()); p.run(|| a - b); }
    "scalar-mul": |p| { let (a, b) = (p.scalar(), p.scalar()); p.run(|| a * b); }
    "scalar-neg": |p| { let a = p.scalar(); p.run(|| -a); }
    "scalar-square": |p| { let a = p.scalar(); p.run(|| Field::square(&a)); }
    "scalar-double": |p| { let a = p.scalar(); p.run(|| Field::double(&a)); }
    "scalar-const-fn": |p| {
        let (a, b) = (p.scalar(), p.scalar());
        p.run(|| Scalar::add(&a, &b).multiply(&Scalar::sub(&a, &b)).square().neg());
    }
    "scalar-is-zero": |p| { let a = p.scalar(); p.run(|| a.is_zero()); }
    "scalar-is-odd": |p| { let a = p.scalar(); p.run(|| a.is_odd()); }
    "scalar-is-high": |p| { let a = p.scalar(); p.run(|| a.is_high()); }
    "scalar-ct-eq": |p| {
        let a = p.scalar();
        let b = if p.run == 3 { a } else { p.scalar() };
        p.run(|| a.ct_eq(&b));
    }
    "scalar-ct-order": |p| {
        let (a, b) = (p.scalar(), p.scalar());
        p.run(|| [a.ct_lt(&b).unwrap_u8(), a.ct_gt(&b).unwrap_u8()]);
    }
    "scalar-select": |p| {
        let (a, b, c) = (p.scalar(), p.scalar(), p.choice());
        p.run(|| Scalar::conditional_select(&a, &b, c));
    }
    "scalar-invert": |p| { let a = p.scalar(); p.run(|| Invert::invert(&a)); }
    "scalar-invert-nonzero": |p| { let a = p.nonzero(); p.run(|| a.invert()); }
    "scalar-invert-by-chain": |p| { let a = p.scalar(); p.run(|| FermatInverse::invert_by_chain(a)); }
    "scalar-invert-blinded": |p| {
        // The inversion is in variable time on the product of scalar and mask, which is uniform whatever the scalar is. So the
        // mask is chosen to make the product the same in every run: what is left must not depend on the scalar.
        let a = p.clear_nonzero();
        let mask = (Scalar::MULTIPLICATIVE_GENERATOR * a.invert().unwrap()).to_repr();
        let (a, mut rng) = (p.secret(a), FixedRng(p.secret(mask)));
        p.run(|| BlindedScalar::<Curve>::new_from_rng(a, &mut rng).invert());
    }
    "scalar-sqrt": |p| { let a = p.scalar(); p.run(|| Field::sqrt(&a)); }
    "scalar-from-repr": |p| { let a = p.bytes(); p.run(|| Scalar::from_repr(a.into())); }
    "scalar-from-uint": |p| {
        let a = p.integer();
        p.run(|| Scalar::from_uint(&a));
    }
    "scalar-to-repr": |p| { let a = p.scalar(); p.run(|| a.to_repr()); }
    "scalar-to-uint": |p| { let a = p.scalar(); p.run(|| Integer::from(a)); }
    "scalar-reduce-uint": |p| {
        let a = p.integer();
        p.run(|| <Scalar as Reduce<Integer>>::reduce(&a));
    }
    "scalar-reduce-bytes": |p| {
        let a = p.bytes().into();
        p.run(|| <Scalar as Reduce<FieldBytes>>::reduce(&a));
    }
    "scalar-reduce-wide": |p| {
        let a = p.bytes().into();
        p.run(|| <Scalar as Reduce<Array<u8, Wide>>>::reduce(&a));
    }
    #[cfg(not(feature = "p521"))]
    "scalar-reduce-nonzero": |p| {
        let a = p.bytes().into();
        p.run(|| <Scalar as elliptic_curve::ops::ReduceNonZero<FieldBytes>>::reduce_nonzero(&a));
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "scalar-from-uniform-bytes": |p| {
        let a = p.bytes();
        p.run(|| <Scalar as elliptic_curve::ff::FromUniformBytes<64>>::from_uniform_bytes(&a));
    }

    // Elements of the base field.
    "field-add": |p| { let (a, b) = (p.element(), p.element()); p.run(|| a + b); }
    "field-sub": |p| { let (a, b) = (p.element(), p.element()); p.run(|| a - b); }
    "field-mul": |p| { let (a, b) = (p.element(), p.element()); p.run(|| a * b); }
    "field-square": |p| { let a = p.element(); p.run(|| Field::square(&a)); }
    "field-neg": |p| { let a = p.element(); p.run(|| -a); }
    "field-const-fn": |p| {
        let (a, b) = (p.element(), p.element());
        p.run(|| FieldElement::add(&a, &b).multiply(&FieldElement::sub(&a, &b)).square().neg());
    }
    "field-invert": |p| { let a = p.element(); p.run(|| Invert::invert(&a)); }
    "field-invert-by-chain": |p| { let a = p.element(); p.run(|| FermatInverse::invert_by_chain(a)); }
    "field-sqrt": |p| { let a = p.element(); p.run(|| Field::sqrt(&a)); }
    "field-to-repr": |p| { let a = p.element(); p.run(|| a.to_repr()); }

    // Points.
    "point-add": |p| { let (a, b) = (p.point(), p.point()); p.run(|| a + b); }
    "point-add-affine": |p| { let (a, b) = (p.point(), p.affine()); p.run(|| a + b); }
    "point-sub": |p| { let (a, b) = (p.point(), p.point()); p.run(|| a - b); }
    "point-double": |p| { let a = p.point(); p.run(|| a.double()); }
    "point-neg": |p| { let a = p.point(); p.run(|| -a); }
    "point-ct-eq": |p| {
        let a = p.point();
        let b = if p.run == 3 { a } else { p.point() };
        p.run(|| a.ct_eq(&b));
    }
    "point-is-identity": |p| { let a = p.point(); p.run(|| a.is_identity()); }
    "point-select": |p| {
        let (a, b, c) = (p.point(), p.point(), p.choice());
        p.run(|| ProjectivePoint::conditional_select(&a, &b, c));
    }
    "point-to-affine": |p| { let a = p.point(); p.run(|| a.to_affine()); }
    "point-batch-normalize": |p| {
        let points = [p.point(), p.point()];
        p.run(|| ProjectivePoint::batch_normalize(&points)[1]);
    }
    "affine-select": |p| {
        let (a, b, c) = (p.affine(), p.affine(), p.choice());
        p.run(|| AffinePoint::conditional_select(&a, &b, c));
    }
    "affine-x": |p| { let a = p.affine(); p.run(|| a.x()); }
    "affine-encode": |p| { let a = p.affine(); p.run(|| a.to_bytes()); }

    // Scalars times points.
    "mul-by-generator" heavy: |p| { let k = p.scalar(); p.run(|| ProjectivePoint::mul_by_generator(&k)); }
    "mul-secret-scalar" heavy: |p| {
        let (k, q) = (p.scalar(), ProjectivePoint::GENERATOR.double());
        p.run(|| q * k);
    }
    "mul-secret-scalar-affine" heavy: |p| { let k = p.scalar(); p.run(|| AffinePoint::GENERATOR * k); }
    "mul-secret-point" heavy: |p| { let q = p.point(); p.run(|| q * Scalar::MULTIPLICATIVE_GENERATOR); }
    "mul-secret-both" heavy: |p| { let (k, q) = (p.scalar(), p.affine()); p.run(|| q * k); }
    "lincomb" heavy: |p| {
        let terms = [(ProjectivePoint::GENERATOR, p.scalar()), (p.point(), p.scalar())];
        p.run(|| ProjectivePoint::lincomb(&terms));
    }

    // Keys.
    "key-generate": |p| {
        let mut rng = FixedRng(p.key_bytes());
        p.run(|| SecretKey::generate_from_rng(&mut rng));
    }
    "key-from-bytes": |p| {
        let bytes = p.key_bytes();
        p.run(|| SecretKey::from_bytes(&bytes).unwrap());
    }
    "key-to-bytes": |p| { let key = p.key(); p.run(|| key.to_bytes()); }
    "key-public" heavy: |p| {
        let key = p.key();
        let mut public = p.run(|| key.public_key());
        p.public(&mut public, "a public key is published");
        assert_eq!(public.to_sec1_bytes().len(), 1 + 2 * SIZE);
    }
    "key-to-pkcs8-der" heavy: |p| {
        let key = p.key();
        p.run(|| {
            let der = key.to_pkcs8_der().unwrap();
            core::array::from_fn::<u8, SIZE, _>(|i| der.as_bytes()[KEY_IN_PKCS8 + i])
        });
    }
    "key-to-sec1-der" heavy: |p| {
        let key = p.key();
        p.run(|| {
            let der = key.to_sec1_der().unwrap();
            core::array::from_fn::<u8, SIZE, _>(|i| der[KEY_IN_SEC1 + i])
        });
    }
    "signing-key-from-bytes" heavy: |p| {
        let bytes = p.key_bytes();
        p.run(|| SigningKey::from_bytes(&bytes).unwrap());
    }

    // ECDSA.
    "sign" heavy: |p| {
        let key = SigningKey::from(p.nonzero());
        let mut signature: Signature = p.run(|| key.sign(MESSAGE));
        p.public(&mut signature, "a signature is published");
        assert!(signature.to_der().as_bytes().len() > 8);
    }
    "sign-with-rng" heavy: |p| {
        let (key, mut rng) = (SigningKey::from(p.nonzero()), FixedRng(p.key_bytes()));
        p.run(|| -> Signature { key.sign_with_rng(&mut rng, MESSAGE) });
    }
    "sign-with-own-nonce" heavy: |p| {
        let (d, k) = (p.nonzero(), p.nonzero());
        p.run(|| sign_prehashed(&d, &k));
    }

    // ECDH.
    "ecdh" heavy: |p| {
        let (key, other) = (p.key(), public_key());
        p.run(|| key.diffie_hellman(&other));
    }
    "ecdh-from-bytes" heavy: |p| {
        let (bytes, other) = (p.key_bytes(), public_key());
        p.run(|| {
            let key = SecretKey::from_bytes(&bytes).unwrap();
            diffie_hellman(key.to_nonzero_scalar(), other.as_affine())
        });
    }
    "ecdh-ephemeral" heavy: |p| {
        let (mut rng, other) = (FixedRng(p.key_bytes()), public_key());
        let key = EphemeralSecret::generate_from_rng(&mut rng);
        p.run(|| key.diffie_hellman(&other));
    }

    // Hashing to the curve, and what an oblivious pseudorandom function does with it.
    "map-to-curve": |p| { let u = p.element(); p.run(|| Curve::map_to_curve(u)); }
    "hash-from-bytes" heavy: |p| {
        let input = p.bytes::<32>();
        p.run(|| Curve::hash_from_bytes(&[&input], &[b"ct"]).unwrap());
    }
    "oprf-blind" heavy: |p| {
        let (input, blind) = (p.bytes::<32>(), p.nonzero());
        let mut element = p.run(|| {
            let point = Curve::hash_from_bytes(&[&input], &[b"ct"]).unwrap();
            (point * blind.as_ref()).to_affine()
        });
        p.public(&mut element, "a blinded element is sent, and uniform whatever the input is");
        assert_eq!(element.to_bytes().len(), 1 + SIZE);
    }
    "oprf-finalize" heavy: |p| {
        let (blind, evaluated) = (p.nonzero(), public_key().to_projective());
        p.run(|| (evaluated * blind.invert().as_ref()).to_bytes());
    }

    // Curve25519, beside P-256.
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "scalar25519-mul-add": |p| {
        let (a, b) = (p.bytes(), p.bytes());
        p.run(|| {
            let [a, b] = [a, b].map(ed_fast::scalar::Scalar::from_bytes_mod_order);
            (a * b - a).to_bytes()
        });
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "scalar25519-invert": |p| { let a = p.bytes(); p.run(|| ed_fast::scalar::Scalar::from_bytes_mod_order(a).invert().to_bytes()); }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "scalar25519-reduce-wide": |p| { let a = p.bytes(); p.run(|| ed_fast::scalar::Scalar::from_bytes_mod_order_wide(&a).to_bytes()); }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "edwards-decompress" heavy: |p| {
        let bytes = p.bytes();
        p.run(|| {
            let point = field_fast::edwards::curve25519::Point::decompress(&bytes);
            point.unwrap_or(field_fast::edwards::curve25519::Point::IDENTITY).to_montgomery()
        });
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "edwards-hash-to-curve" heavy: |p| {
        let message: [u8; 32] = p.bytes();
        p.run(|| {
            let point = ed_fast::edwards::EdwardsPoint::hash_to_curve::<ed_fast::Sha512>(&[&message], &[b"ct"]);
            point.compress().to_bytes()
        });
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "edwards-mul-base" heavy: |p| {
        let k = p.bytes();
        p.run(|| ed_fast::edwards::EdwardsPoint::mul_base_clamped(k).compress().to_bytes());
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "edwards-mul" heavy: |p| {
        let (k, l) = (p.bytes(), p.bytes());
        let point = ed_fast::edwards::EdwardsPoint::mul_base_clamped(k);
        p.run(|| point.mul_clamped(l).compress().to_bytes());
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x25519" heavy: |p| { let (k, u) = (p.bytes(), p.bytes()); p.run(|| x25519_fast::x25519(k, u)); }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x25519-public-key" heavy: |p| {
        let secret = x25519_fast::StaticSecret::from(p.bytes::<32>());
        let mut public = p.run(|| x25519_fast::PublicKey::from(&secret).to_bytes());
        p.public(&mut public, "a public key is published");
        assert!(public[31] < 128);
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "ed25519-key" heavy: |p| {
        let seed = p.bytes();
        p.run(|| ed_fast::SigningKey::from_bytes(&seed).verifying_key().to_bytes());
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "ed25519-sign" heavy: |p| {
        let key = ed_fast::SigningKey::from_bytes(&p.bytes());
        p.run(|| {
            let bytes = key.sign(MESSAGE).to_bytes();
            core::array::from_fn::<u8, 32, _>(|i| bytes[i] ^ bytes[32 + i])
        });
    }

    // Hybrids with ML-KEM, whose own seeds decide about public values, so they are not secret here.
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x-wing-encapsulate" heavy: |p| {
        let (key, randomness) = (x_wing(), Array(p.bytes::<64>()));
        p.run(|| key.encapsulation_key().encapsulate_deterministic(&randomness).1.0);
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x-wing-decapsulate" heavy: |p| {
        let (key, ml_kem) = (x_wing(), p.bytes::<1088>());
        let mut ciphertext = hybrid_kem::Ciphertext::default();
        ciphertext[..1088].copy_from_slice(&ml_kem);
        ciphertext[1088] = 9;
        p.run(|| key.decapsulate(&ciphertext).0);
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x-wing-decapsulate-what-may-fit" heavy: |p| {
        let (key, [bent]) = (x_wing(), p.bytes::<1>());
        let mut ciphertext = key.encapsulation_key().encapsulate_deterministic(&Array([7; 64])).0;
        ciphertext[500] ^= bent & 1;
        p.run(|| key.decapsulate(&ciphertext).0);
    }
    #[cfg(not(any(feature = "p384", feature = "p521")))]
    "x25519mlkem768-decapsulate" heavy: |p| {
        let key = hybrid_kem::x25519mlkem768::DecapsulationKey::from_halves(&[5; 64], p.bytes::<32>().into());
        let ciphertext = Array([3; 1120]);
        p.run(|| {
            let shared = key.try_decapsulate(&ciphertext).unwrap();
            core::array::from_fn::<u8, 32, _>(|i| shared[32 + i])
        });
    }
}

/// Our own key.
#[cfg(not(any(feature = "p384", feature = "p521")))]
fn x_wing() -> hybrid_kem::DecapsulationKey {
    [6; 32].into()
}

/// Somebody else's.
fn public_key() -> PublicKey {
    PublicKey::from_secret_scalar(&NonZeroScalar::new(Scalar::from(7u64)).unwrap())
}

fn sign_prehashed(d: &NonZeroScalar, k: &NonZeroScalar) -> Signature {
    ecdsa::hazmat::sign_prehashed::<Curve>(d, k, &[0x5a; SIZE])
        .unwrap()
        .0
}

/// Gives the same bytes again and again.
struct FixedRng(FieldBytes);

impl TryRng for FixedRng {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        elliptic_curve::rand_core::utils::next_word_via_fill(self)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        elliptic_curve::rand_core::utils::next_word_via_fill(self)
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(&self.0[..bytes.len()]);
        Ok(())
    }
}

impl TryCryptoRng for FixedRng {}
