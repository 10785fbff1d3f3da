//! Points and keys at the decoder, and key agreement.

use super::*;

fn point_is_rejected(sec1: &[u8]) {
    assert!(
        PublicKey::from_sec1_bytes(sec1).is_err(),
        "{}",
        hex::encode(sec1)
    );
    assert!(VerifyingKey::from_sec1_bytes(sec1).is_err());
    assert!(VerifyingKey::try_from(sec1).is_err());
    if let Ok(encoded) = Sec1Point::from_bytes(sec1) {
        assert!(!encoded.is_identity());
        assert!(AffinePoint::from_sec1_point(&encoded).is_none().to_bool());
        assert!(
            ProjectivePoint::from_sec1_point(&encoded)
                .is_none()
                .to_bool()
        );
        assert!(AffinePoint::try_from(encoded).is_err());
    }
    if let [4, coordinates @ ..] = sec1 {
        let (x, y) = coordinates.split_at(32);
        let (x, y) = (
            FieldBytes::try_from(x).unwrap(),
            FieldBytes::try_from(y).unwrap(),
        );
        assert!(bool::from(AffinePoint::from_coordinates(&x, &y).is_none()));
        assert!(PublicKey::from_public_key_der(&spki(sec1)).is_err());
    }
}

/// A SubjectPublicKeyInfo of id-ecPublicKey and P-256 around an uncompressed point.
fn spki(sec1: &[u8]) -> Vec<u8> {
    let mut der = hex!("3059301306072a8648ce3d020106082a8648ce3d030107034200").to_vec();
    der.extend_from_slice(sec1);
    der
}

/// indutny/elliptic #352, golang/go #70468: deferred validation made verification crash or accept.
#[test]
fn i036_off_curve_and_all_zero_keys_are_rejected_at_decode() {
    let mut zeros = [0; 65];
    zeros[0] = 4;
    point_is_rejected(&zeros);

    let mut y_plus_1 = GY;
    y_plus_1[31] += 1;
    point_is_rejected(&[&[4], &GX[..], &y_plus_1].concat());

    // The same frame with the generator itself is accepted everywhere.
    let good = [&[4], &GX[..], &GY].concat();
    assert_eq!(
        *PublicKey::from_sec1_bytes(&good).unwrap().as_affine(),
        AffinePoint::GENERATOR
    );
    assert_eq!(
        *PublicKey::from_public_key_der(&spki(&good))
            .unwrap()
            .as_affine(),
        AffinePoint::GENERATOR
    );
}

/// RustCrypto/traits PR 309: a release computed the wrong parity.
#[test]
fn i041_decompression_round_trips_for_the_first_thousand_multiples() {
    let mut point = ProjectivePoint::IDENTITY;
    for k in 1..=1000 {
        point += AffinePoint::GENERATOR;
        let affine = point.to_affine();
        let compressed = affine.to_sec1_point(true);
        let odd = affine.y()[31] & 1;
        assert_eq!(compressed.as_bytes()[0], 2 + odd, "k={k}");
        assert_eq!(compressed.as_bytes()[1..], affine.x()[..], "k={k}");
        let back = AffinePoint::from_sec1_point(&compressed).unwrap();
        assert_eq!(back, affine, "k={k}");
        assert_eq!(back.y(), affine.y(), "k={k}");
    }

    let key_379 = SecretKey::from_scalar(Scalar::from(379u64))
        .unwrap()
        .public_key();
    let compressed = key_379.to_sec1_point(true);
    assert_eq!(
        PublicKey::from_sec1_bytes(compressed.as_bytes()).unwrap(),
        key_379
    );
}

/// RustCrypto/traits PR 404: group encodings need the identity, key types must refuse it.
#[test]
fn i042_identity_is_a_group_element_but_no_public_key() {
    for sec1 in [&[0; 1][..], &[0; 33], &[0; 65]] {
        assert!(
            PublicKey::from_sec1_bytes(sec1).is_err(),
            "{} zero octets",
            sec1.len()
        );
        assert!(
            VerifyingKey::from_sec1_bytes(sec1).is_err(),
            "{} zero octets",
            sec1.len()
        );
    }
    assert!(PublicKey::from_affine(AffinePoint::IDENTITY).is_err());
    assert!(PublicKey::try_from(ProjectivePoint::IDENTITY).is_err());
    assert!(VerifyingKey::from_affine(AffinePoint::IDENTITY).is_err());

    let zeros = CompressedPoint::from([0; 33]);
    let affine = AffinePoint::from_bytes(&zeros).unwrap();
    let projective = ProjectivePoint::from_bytes(&zeros).unwrap();
    assert!(bool::from(affine.is_identity()) && bool::from(projective.is_identity()));
    assert_eq!((affine.to_bytes(), projective.to_bytes()), (zeros, zeros));
}

/// Wycheproof's InvalidCurveAttack group: keys of another curve, for libraries that skip the on-curve test.
#[test]
fn i047_invalid_curve_keys_are_rejected_before_any_multiplication() {
    let mut one = [0; 32];
    one[31] = 1;
    point_is_rejected(&[&[4][..], &[0; 32], &[0; 32]].concat());
    point_is_rejected(&[&[4], &one[..], &one].concat());
    // The generator of secp256k1, SEC 2 § 2.4.1.
    point_is_rejected(&hex!(
        "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
           483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
    ));
}

/// RustCrypto/elliptic-curves #965 is about P-521, whose decoder panicked at x = 2^521. Here: x + p below 2^256.
#[test]
fn i034_coordinates_not_below_p_are_rejected() {
    let mut tried = 0;
    for x in (0..40u64).map(|x| FieldElement::from(x).to_repr()) {
        let compressed = |x: &[u8]| [&[2], x].concat();
        let Ok(key) = PublicKey::from_sec1_bytes(&compressed(&x)) else {
            continue;
        };
        let over: [u8; 32] = sum33(&P, &x.into())[1..].try_into().unwrap();
        assert!(over >= P);
        point_is_rejected(&compressed(&over));
        point_is_rejected(&[&[4], &over[..], &key.as_affine().y()].concat());
        assert!(bool::from(FieldElement::from_repr(over.into()).is_none()));
        tried += 1;
    }
    assert!(tried > 10, "about half of all x are on the curve");
    assert!(bool::from(
        FieldElement::from_repr([0xff; 32].into()).is_none()
    ));
}

/// rustls PR 2259: in SecP256r1MLKEM768 the elliptic-curve half comes first and has 65 octets.
#[test]
fn i120_secp256r1mlkem768_shares_and_secret() {
    use ml_kem::{KeyExport, ml_kem_768::DecapsulationKey};
    let ascending = |from: u8| -> [u8; 32] { std::array::from_fn(|i| from + i as u8) };
    let seed: [u8; 64] = std::array::from_fn(|i| i as u8); // d = 00..1f, z = 20..3f
    let kem = DecapsulationKey::from_seed(seed.into());
    let client = SecretKey::from_slice(&ascending(0x60)).unwrap();
    let server = SecretKey::from_slice(&ascending(0x80)).unwrap();
    let share = |key: &SecretKey| key.public_key().to_sec1_point(false).as_bytes().to_vec();

    let ek = kem.encapsulation_key();
    let client_share = [share(&client), ek.to_bytes().to_vec()].concat();
    assert_eq!(client_share.len(), 1249);
    assert_eq!(
        Sha256::digest(&client_share).as_slice(),
        hex!("cc46af1afc277626bd37c13baa94c6835fe0191d5c72c69a62bd914b9abc06d0")
    );
    let (ct, kem_secret) = ek.encapsulate_deterministic(&ascending(0x40).into());
    let server_share = [share(&server), ct.to_vec()].concat();
    assert_eq!(server_share.len(), 1153);
    assert_eq!(
        Sha256::digest(&server_share).as_slice(),
        hex!("e078fbcbf8f82443ba77d44ffec5da0ffd34f7f25b9f758658f55cb78c377bbf")
    );
    let at_server = diffie_hellman::<NistP256>(
        server.to_nonzero_scalar(),
        PublicKey::from_sec1_bytes(&client_share[..65])
            .unwrap()
            .as_affine(),
    );
    let at_client =
        client.diffie_hellman(&PublicKey::from_sec1_bytes(&server_share[..65]).unwrap());
    for ecdh in [at_server, at_client] {
        assert_eq!(
            [ecdh.raw_secret_bytes().as_slice(), kem_secret.as_slice()].concat(),
            hex!(
                "92e41a6fc86da9b2ad2bd0c6d246282224fb98534d84f671e0abe1dd3ab5b553
                 9cddd089ffe70e3996e76f7c8d06746df34d07e8657bc0fcf2bb0e1c3084aea1"
            )
        );
    }
}
