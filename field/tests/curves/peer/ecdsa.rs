//! Signatures: signing, verifying, recovering, and their encodings.

use super::{
    curve::{
        Curve, FieldBytes, PublicKey,
        ecdsa::{
            DerSignature, Error, Signature, SigningKey, VerifyingKey,
            signature::{
                DigestSigner, DigestVerifier, MultipartSigner, MultipartVerifier,
                RandomizedDigestSigner, RandomizedMultipartSigner, RandomizedSigner,
                SignatureEncoding, Signer, Verifier,
                hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner},
            },
        },
        elliptic_curve::zeroize::Zeroize,
    },
    keys::{nonzero, secret},
};
use crate::curve::SIZE;
use crate::peer::rows::{Rows, debug, display, octets, result, rows};
use digest::Update;
use ecdsa_core::{RecoveryId, SignatureWithOid, hazmat};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use sha2::{Digest, Sha256, Sha384, Sha512};

fn show(s: Signature) -> String {
    octets(s.to_bytes())
}

fn with_id((s, id): (Signature, RecoveryId)) -> String {
    format!("{} {}", show(s), id.to_byte())
}

fn der(s: DerSignature) -> String {
    octets(s.as_bytes())
}

pub(crate) fn sign(key: &[u8; SIZE], msg: &[u8], seed: [u8; 32], k: &[u8; SIZE]) -> Rows {
    let sk = SigningKey::from(secret(key));
    let rng = || ChaCha20Rng::from_seed(seed);
    let halves = msg.split_at(msg.len() / 2);
    let parts = [halves.0, halves.1];
    let prehash = Sha256::digest(msg);
    let k = nonzero(k);

    let mut all = rows!(show;
        sk.sign(msg), sk.multipart_sign(&parts), sk.sign_prehash(&prehash).unwrap(),
        DigestSigner::<Sha256, _>::sign_digest(&sk, |h: &mut Sha256| Update::update(h, msg)),
        DigestSigner::<Sha384, _>::sign_digest(&sk, |h: &mut Sha384| Update::update(h, msg)),
        DigestSigner::<Sha512, _>::sign_digest(&sk, |h: &mut Sha512| Update::update(h, msg)),
        sk.sign_with_rng(&mut rng(), msg), sk.multipart_sign_with_rng(&mut rng(), &parts),
        sk.sign_prehash_with_rng(&mut rng(), &prehash).unwrap(),
        RandomizedDigestSigner::<Sha384, _>::sign_digest_with_rng(&sk, &mut rng(), |h| Update::update(h, msg)),
        hazmat::sign_prehashed_rfc6979::<Curve, Sha512>(sk.as_nonzero_scalar(), &prehash, &seed).0,
    );
    all.extend(rows!(with_id;
        sk.sign_recoverable(msg), sk.sign_prehash_recoverable(&prehash), sk.sign(msg),
        sk.sign_digest_recoverable(Sha512::new_with_prefix(msg)), sk.multipart_sign(&parts),
        sk.sign_prehash_recoverable_with_rng(&mut rng(), &prehash).unwrap(),
        hazmat::sign_prehashed::<Curve>(sk.as_nonzero_scalar(), &k, &prehash).unwrap(),
        hazmat::sign_prehashed::<Curve>(sk.as_nonzero_scalar(), &k, msg).unwrap(),
    ));
    all.extend(rows!(der;
        sk.sign(msg), sk.sign_prehash(&prehash).unwrap(), sk.sign_with_rng(&mut rng(), msg),
    ));
    all.extend(rows!(debug;
        Signer::<SignatureWithOid<Curve>>::sign(&sk, msg),
        DigestSigner::<Sha512, SignatureWithOid<Curve>>::sign_digest(&sk, |h| Update::update(h, msg)),
    ));
    if !msg.is_empty() {
        // A prehash of any length. (An empty one is refused by a debug assertion of the `rfc6979` crate.)
        all.extend(rows!(show; sk.sign_prehash(msg).unwrap()));
        all.extend(rows!(with_id; sk.sign_prehash_recoverable(msg)));
    }
    all
}

pub(crate) fn forms(key: &[u8; SIZE], msg: &[u8]) -> Rows {
    let sig: Signature = SigningKey::from(secret(key)).sign(msg);
    let (r, s) = sig.split_scalars();
    let der_sig = sig.to_der();
    let mut all = rows!(octets;
        sig.to_bytes(), sig.to_vec(), SignatureEncoding::to_vec(&sig), der_sig.as_bytes(),
        SignatureEncoding::to_vec(&der_sig), FieldBytes::from(r), FieldBytes::from(s),
        sig.split_bytes().0, sig.split_bytes().1, sig.normalize_s().to_bytes(),
        sig.normalize_s().to_der().as_bytes(), serde_json::to_vec(&sig).unwrap(),
        postcard::to_allocvec(&sig).unwrap(), serde_json::to_vec(&der_sig).unwrap(),
        postcard::to_allocvec(&der_sig).unwrap(),
    );
    all.extend(
        rows!(debug; sig, &der_sig, sig.normalize_s() == sig, der_sig.len(), sig.r(), sig.s()),
    );
    all.extend(rows!(display; sig, format!("{sig:x} {sig:X}"), format!("{sig:#x}")));
    let mut wiped = sig;
    wiped.zeroize();
    all.extend(rows!(debug; wiped));
    all
}

/// Any octets as a signature of either form.
pub(crate) fn parse(bytes: &[u8]) -> Rows {
    let mut all = rows!(|r| result(r, show);
        Signature::from_der(bytes), Signature::from_slice(bytes), Signature::try_from(bytes),
    );
    all.extend(
        rows!(|r| result(r, der); DerSignature::from_bytes(bytes), DerSignature::try_from(bytes)),
    );
    all.extend(rows!(|r| result(r, show); postcard::from_bytes::<Signature>(bytes)));
    all.extend(rows!(|r| result(r, der); postcard::from_bytes::<DerSignature>(bytes)));
    if let Some((r, s)) = bytes.split_at_checked(SIZE)
        && let (Ok(r), Ok(s)) = (FieldBytes::try_from(r), FieldBytes::try_from(s))
    {
        all.extend(rows!(|r| result(r, show); Signature::from_scalars(r, s)));
    }
    // ASCII only: `FromStr` of `ecdsa` 0.17 panics where a character lies across its middle.
    let text = String::from_utf8_lossy(bytes).replace(|c: char| !c.is_ascii(), "?");
    for text in [hex::encode(bytes), text] {
        all.extend(rows!(|r| result(r, show); text.parse::<Signature>()));
        let json = format!("\"{text}\"");
        all.extend(rows!(|r| result(r, show); serde_json::from_str::<Signature>(&json)));
        all.extend(rows!(|r| result(r, der); serde_json::from_str::<DerSignature>(&json)));
    }
    all.extend(rows!(display; Error::new()));
    all.extend(rows!(debug; Error::new()));
    all
}

/// A signature, true or not, before every verifier, and the keys that it recovers to.
pub(crate) fn verify(key: &[u8; SIZE], r: &[u8; SIZE], s: &[u8; SIZE], prehash: &[u8]) -> Rows {
    let sk = SigningKey::from(secret(key));
    let vk = *sk.verifying_key();
    let r = nonzero(r);
    let s = nonzero(s);
    let made_up = Signature::from_scalars(*r, *s).unwrap();
    let true_one: Signature = sk.sign(prehash);
    let mixed = Signature::from_scalars(*true_one.r(), *s).unwrap();
    let verdict = |r: Result<(), Error>| result(r, |()| "valid".into());
    let mut all = Vec::new();
    for sig in [made_up, true_one, mixed, true_one.normalize_s()] {
        let digest = Sha256::digest(prehash);
        all.extend(rows!(verdict;
            vk.verify(prehash, &sig), vk.verify(prehash, &sig.to_der()), vk.verify(b"other", &sig),
            vk.multipart_verify(&[prehash, b""], &sig), vk.verify_prehash(&digest, &sig),
            vk.verify_prehash(prehash, &sig),
            DigestVerifier::<Sha256, _>::verify_digest(&vk, |h| { Update::update(h, prehash); Ok(()) }, &sig),
            DigestVerifier::<Sha512, _>::verify_digest(&vk, |h: &mut Sha512| { Update::update(h, prehash); Ok(()) }, &sig),
            hazmat::verify_prehashed::<Curve>(&(*vk.as_affine()).into(), &digest, &sig),
        ));
        for id in 0..=RecoveryId::MAX {
            let id = RecoveryId::from_byte(id).unwrap();
            let show = |r| result(r, |k: VerifyingKey| octets(k.to_sec1_point(true)));
            all.extend(rows!(show;
                VerifyingKey::recover_from_prehash(&digest, &sig, id),
                VerifyingKey::recover_from_msg(prehash, &sig, id),
                VerifyingKey::recover_from_digest(Sha384::new_with_prefix(prehash), &sig, id),
            ));
        }
        let id = |r: Result<RecoveryId, _>| result(r, |id| id.to_byte().to_string());
        all.extend(rows!(id;
            RecoveryId::trial_recovery_from_msg(&vk, prehash, &sig),
            RecoveryId::trial_recovery_from_prehash(&vk, &digest, &sig),
            RecoveryId::trial_recovery_from_prehash(&vk, b"another digest", &sig),
        ));
    }
    all.extend(rows!(debug; PublicKey::from(vk) == secret(key).public_key()));
    all
}
