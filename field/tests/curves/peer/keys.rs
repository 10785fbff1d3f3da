//! Secret and public keys: encodings, parsers with the texts of their errors, and key agreement.

use super::curve::{
    Curve, FieldBytes, NonZeroScalar, PublicKey, Scalar, Sec1Point, SecretKey,
    ecdh::{EphemeralSecret, SharedSecret, diffie_hellman},
    ecdsa::{SigningKey, VerifyingKey},
    elliptic_curve::{Generate, common::TryKeyInit, sec1::ToSec1Point, subtle::ConstantTimeEq},
    pkcs8::{
        AssociatedOid, DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey,
        LineEnding, spki::SignatureAlgorithmIdentifier,
    },
};
use crate::curve::SIZE;
use crate::peer::rows::{Rows, debug, display, flag, octets, result, rows};
use elliptic_curve::{ops::Reduce, sec1::CompressedPoint};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use spki::AssociatedAlgorithmIdentifier;

/// A scalar other than zero, of any octets.
pub(crate) fn nonzero(raw: &[u8; SIZE]) -> NonZeroScalar {
    let k = <Scalar as Reduce<FieldBytes>>::reduce(&FieldBytes::from(*raw));
    NonZeroScalar::new(k)
        .into_option()
        .unwrap_or(NonZeroScalar::new(Scalar::ONE).unwrap())
}

pub(crate) fn secret(raw: &[u8; SIZE]) -> SecretKey {
    nonzero(raw).into()
}

fn show(key: PublicKey) -> String {
    octets(key.to_sec1_point(false))
}

/// The documents of one key, for the parsers to be tried on.
pub(crate) fn documents(raw: &[u8; SIZE]) -> Vec<Vec<u8>> {
    let key = secret(raw);
    let public = key.public_key();
    vec![
        key.to_sec1_der().unwrap().to_vec(),
        key.to_pkcs8_der().unwrap().as_bytes().to_vec(),
        public.to_public_key_der().unwrap().into_vec(),
        public.to_sec1_point(false).as_bytes().to_vec(),
        public.to_sec1_point(true).as_bytes().to_vec(),
        key.to_sec1_pem(LineEnding::LF).unwrap().as_bytes().to_vec(),
        key.to_pkcs8_pem(LineEnding::LF)
            .unwrap()
            .as_bytes()
            .to_vec(),
        public
            .to_public_key_pem(LineEnding::LF)
            .unwrap()
            .into_bytes(),
        key.to_bytes().to_vec(),
    ]
}

pub(crate) fn encodings(raw: &[u8; SIZE]) -> Rows {
    let key = secret(raw);
    let public = key.public_key();
    let signing = SigningKey::from(&key);
    let verifying = *signing.verifying_key();
    let mut all = rows!(octets;
        key.to_bytes(), key.to_sec1_der().unwrap(), key.to_pkcs8_der().unwrap().as_bytes(),
        signing.to_bytes(), signing.to_pkcs8_der().unwrap().as_bytes(),
        public.to_public_key_der().unwrap(), verifying.to_public_key_der().unwrap(),
        public.to_sec1_point(true), public.to_sec1_point(false), public.to_sec1_bytes(),
        verifying.to_sec1_point(true), verifying.to_sec1_point(false), verifying.to_sec1_bytes(),
        CompressedPoint::<Curve>::from(public), CompressedPoint::<Curve>::from(&verifying),
        Sec1Point::from(public), Sec1Point::from(&verifying), key.as_scalar_value().to_bytes(),
        serde_json::to_vec(&public).unwrap(), serde_json::to_vec(&verifying).unwrap(),
        postcard::to_allocvec(&public).unwrap(), postcard::to_allocvec(&verifying).unwrap(),
        serde_json::to_vec(&key.to_nonzero_scalar()).unwrap(),
        postcard::to_allocvec(&key.to_nonzero_scalar()).unwrap(),
        serde_json::to_vec(&Scalar::from(&key)).unwrap(),
        postcard::to_allocvec(&Scalar::from(&key)).unwrap(),
    );
    for ending in [LineEnding::LF, LineEnding::CR, LineEnding::CRLF] {
        all.extend(rows!(display;
            key.to_sec1_pem(ending).unwrap().as_str(), key.to_pkcs8_pem(ending).unwrap().as_str(),
            signing.to_pkcs8_pem(ending).unwrap().as_str(), public.to_public_key_pem(ending).unwrap(),
            verifying.to_public_key_pem(ending).unwrap(),
        ));
    }
    all.extend(rows!(display; public.to_string(), Curve::OID));
    all.extend(rows!(debug;
        key, public, signing, verifying, SigningKey::SIGNATURE_ALGORITHM_IDENTIFIER,
        VerifyingKey::SIGNATURE_ALGORITHM_IDENTIFIER, SecretKey::ALGORITHM_IDENTIFIER,
        PublicKey::ALGORITHM_IDENTIFIER, SigningKey::ALGORITHM_IDENTIFIER,
        VerifyingKey::ALGORITHM_IDENTIFIER, SecretKey::MIN_SIZE,
    ));
    all
}

/// Every parser on any octets: what it makes of them, or how it refuses them.
pub(crate) fn parse(bytes: &[u8]) -> Rows {
    let scalar = |k: SecretKey| octets(k.to_bytes());
    let mut all = rows!(|r| result(r, scalar); SecretKey::from_slice(bytes));
    all.extend(
        rows!(|r| result(r, scalar); SecretKey::from_der(bytes), SecretKey::from_sec1_der(bytes)),
    );
    all.extend(rows!(|r| result(r, scalar); SecretKey::from_pkcs8_der(bytes)));
    all.extend(rows!(|r| result(r, |k: SigningKey| octets(k.to_bytes()));
        SigningKey::from_slice(bytes), SigningKey::try_from(bytes),
    ));
    all.extend(rows!(|r| result(r, |k: SigningKey| octets(k.to_bytes())); SigningKey::from_pkcs8_der(bytes)));
    all.extend(rows!(|r| result(r, show); PublicKey::from_public_key_der(bytes)));
    all.extend(rows!(|r| result(r, show); PublicKey::from_sec1_bytes(bytes)));
    all.extend(rows!(|r| result(r, |k: VerifyingKey| show(k.into()));
        VerifyingKey::from_sec1_bytes(bytes), VerifyingKey::try_from(bytes),
    ));
    all.extend(rows!(|r| result(r, |k: VerifyingKey| show(k.into())); VerifyingKey::from_public_key_der(bytes)));
    all.extend(rows!(|r| result(r, show); postcard::from_bytes::<PublicKey>(bytes)));
    all.extend(
        rows!(|r| result(r, |k: NonZeroScalar| octets(FieldBytes::from(k)));
            postcard::from_bytes::<NonZeroScalar>(bytes),
        ),
    );
    all.extend(rows!(|r| result(r, |k: Scalar| octets(k.to_bytes())); postcard::from_bytes::<Scalar>(bytes)));
    if let Ok(repr) = FieldBytes::try_from(bytes) {
        all.extend(rows!(|r| result(r, scalar); SecretKey::from_bytes(&repr)));
        all.extend(rows!(|r| result(r, scalar); <SecretKey as TryKeyInit>::new(&repr)));
        all.extend(rows!(|r| result(r, |k: SigningKey| octets(k.to_bytes())); SigningKey::from_bytes(&repr)));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        all.extend(parse_text(text));
    }
    all
}

pub(crate) fn parse_text(text: &str) -> Rows {
    let scalar = |k: SecretKey| octets(k.to_bytes());
    let mut all =
        rows!(|r| result(r, scalar); SecretKey::from_pem(text), SecretKey::from_sec1_pem(text));
    all.extend(rows!(|r| result(r, scalar); SecretKey::from_pkcs8_pem(text)));
    all.extend(rows!(|r| result(r, scalar); text.parse()));
    all.extend(rows!(|r| result(r, |k: SigningKey| octets(k.to_bytes())); SigningKey::from_pkcs8_pem(text)));
    all.extend(rows!(|r| result(r, |k: SigningKey| octets(k.to_bytes())); text.parse()));
    all.extend(rows!(|r| result(r, show); PublicKey::from_public_key_pem(text)));
    all.extend(rows!(|r| result(r, show); text.parse()));
    all.extend(rows!(|r| result(r, |k: VerifyingKey| show(k.into())); text.parse()));
    all.extend(rows!(|r| result(r, show); serde_json::from_str::<PublicKey>(text)));
    all.extend(rows!(|r| result(r, |k: VerifyingKey| show(k.into())); serde_json::from_str::<VerifyingKey>(text)));
    all.extend(
        rows!(|r| result(r, |k: NonZeroScalar| octets(FieldBytes::from(k)));
            serde_json::from_str::<NonZeroScalar>(text),
        ),
    );
    all.extend(rows!(|r| result(r, |k: Scalar| octets(k.to_bytes())); serde_json::from_str::<Scalar>(text)));
    all
}

pub(crate) fn agree(a: &[u8; SIZE], b: &[u8; SIZE]) -> Rows {
    let (a, b) = (secret(a), secret(b));
    let public = b.public_key();
    let rng = || ChaCha20Rng::from_seed(a.to_bytes()[SIZE - 32..].try_into().unwrap());
    let ephemeral = EphemeralSecret::generate_from_rng(&mut rng());
    let shared = a.diffie_hellman(&public);
    let mut okm = [0; 40];
    shared
        .extract::<sha2::Sha256>(Some(b"salt"))
        .expand(b"info", &mut okm)
        .unwrap();
    let mut all = rows!(octets;
        shared.raw_secret_bytes(), okm,
        diffie_hellman::<Curve>(b.to_nonzero_scalar(), a.public_key().as_affine()).raw_secret_bytes(),
        SharedSecret::from(FieldBytes::default()).raw_secret_bytes(),
    );
    crate::curve::not_p521! {
        all.extend(rows!(octets;
            SecretKey::generate_from_rng(&mut rng()).to_bytes(),
            SigningKey::generate_from_rng(&mut rng()).to_bytes(),
            ephemeral.diffie_hellman(&public).raw_secret_bytes(),
        ));
        all.extend(rows!(show; ephemeral.public_key(), PublicKey::from(&ephemeral)));
    }
    all.extend(rows!(show; public));
    all.extend(rows!(debug; ephemeral, shared));
    let (va, vb) = (
        VerifyingKey::from(a.public_key()),
        VerifyingKey::from(&public),
    );
    all.extend(rows!(debug;
        a.public_key().cmp(&public), a.public_key().partial_cmp(&public), va.cmp(&vb),
        va.partial_cmp(&vb), va == vb, a == b,
    ));
    all.extend(rows!(flag; a.ct_eq(&b), a.ct_eq(&a.clone())));
    all
}
