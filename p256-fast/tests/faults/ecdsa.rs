//! Signing, verifying and recovering: range tests, exceptional sums, digest lengths, nonces.

use super::*;

/// RUSTSEC-2021-0076: components were reduced, so a second encoding of a valid signature verified.
#[test]
fn i002_r_and_s_not_below_the_order_are_rejected() {
    let vk = *rfc6979_key().verifying_key();
    vk.verify(b"sample", &signature(SAMPLE_R, SAMPLE_S))
        .expect("the untouched pair verifies");

    for (r, s) in [
        (N, SAMPLE_S),
        (
            N,
            hex!("0000000000000000000000000000000000000000000000000000000000000001"),
        ),
        (SAMPLE_R, N),
        (N, N),
        ([0xff; 32], SAMPLE_S),
        (SAMPLE_R, [0xff; 32]),
        ([0; 32], SAMPLE_S),
        (SAMPLE_R, [0; 32]),
    ] {
        assert!(Signature::from_scalars(r, s).is_err(), "r={r:x?} s={s:x?}");
        assert!(Signature::from_slice(&[r, s].concat()).is_err());
    }

    // r + n as a DER integer of 33 octets; s + n likewise.
    let (r, s) = (
        integer(&[&[0], &SAMPLE_R[..]].concat()),
        integer(&[&[0], &SAMPLE_S[..]].concat()),
    );
    let (r_n, s_n) = (
        integer(&sum33(&SAMPLE_R, &N)),
        integer(&sum33(&SAMPLE_S, &N)),
    );
    assert_eq!(r_n.len(), 35);
    let good = sequence(&[&r, &s]);
    assert_eq!(
        Signature::from_der(&good).unwrap(),
        signature(SAMPLE_R, SAMPLE_S)
    );
    for bad in [
        sequence(&[&r_n, &s]),
        sequence(&[&r, &s_n]),
        sequence(&[&r_n, &s_n]),
    ] {
        assert!(Signature::from_der(&bad).is_err(), "{}", hex::encode(&bad));
        assert!(DerSignature::from_bytes(&bad).is_err());
    }
}

/// lowRISC/opentitan PR 22393: verifiers that forget to take R.x modulo n refuse a rare but valid class.
/// Wycheproof ecdsa_secp256r1_sha256_test, tcId 350.
#[test]
fn i004_valid_signature_with_r_x_between_n_and_p_is_accepted() {
    let vk = key(&hex!(
        "040ad99500288d466940031d72a9f5445a4d43784640855bf0a69874d2de5fe103
           c5011e6ef2c42dcd50d5d3d29f99ae6eba2c80c9244f4c5422f0979ff0c3ba5e"
    ));
    let der = hex!(
        "303502104319055358e8617b0c46353d039cdaab
           022100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254e"
    );
    vk.verify(WYCHEPROOF_MSG, &Signature::from_der(&der).unwrap())
        .unwrap();
    vk.verify(WYCHEPROOF_MSG, &DerSignature::from_bytes(&der).unwrap())
        .unwrap();
}

/// kmackay/micro-ecc #141: the joint double-scalar loop used an addition that is wrong when both operands agree.
#[test]
fn i006_joint_multiplication_survives_equal_and_opposite_operands() {
    let vk = key(&hex!(
        "042927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838
           c7787964eaac00e5921fb1498a60f4606766b3d9685001558d1a974e7341513e"
    ));
    let der = hex!(
        "3044022064a1aab5000d0e804f3e2fc02bdee9be8ff312334e2ba16d11547c97711c898e
             02206af015971cc30be6d1a206d4e013e0997772a2f91d73286ffd683b9bb2cf4f1b"
    );
    vk.verify(&hex!("3639383139"), &Signature::from_der(&der).unwrap())
        .unwrap();
}

/// CVE-2015-2730, CVE-2020-12607: u1 G + u2 Q is the point at infinity, incomplete addition produced garbage instead.
/// Wycheproof ecdsa_secp256r1_sha256_test, tcId 392; the second with Q = G, s = 1, z = -r.
#[test]
fn i008_sum_at_infinity_is_rejected() {
    let vk = key(&hex!(
        "04b533d4695dd5b8c5e07757e55e6e516f7e2c88fa0239e23f60e8ec07dd70f287
           1b134ee58cc583278456863f33c3a85d881f7d4a39850143e29d4eaf009afe47"
    ));
    let der = hex!(
        "304402207fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8
             0220555555550000000055555555555555553ef7a8e48d07df81a693439654210c70"
    );
    assert!(
        vk.verify(WYCHEPROOF_MSG, &Signature::from_der(&der).unwrap())
            .is_err()
    );

    let generator = VerifyingKey::from_affine(AffinePoint::GENERATOR).unwrap();
    let prehash = hex!("d9103141f1161cb6996e781e74c56edd09efc7194bb301baf9c0a8d902884d3f");
    let r = hex!("26efcebd0ee9e34a669187e18b3a9122b2f733945b649cc9f9f921e9f9dad812");
    let sig = Signature::from_scalars(r, Scalar::ONE.to_bytes()).unwrap();
    assert_eq!(
        <Scalar as Reduce<FieldBytes>>::reduce(&prehash.into()),
        -*sig.r(),
        "z = -r, so u1 G + u2 G is the identity"
    );
    assert!(generator.verify_prehash(&prehash, &sig).is_err());
}

/// wolfSSL PR 3847: the AVX2 inverse read a wrong limb for such an s.
/// Wycheproof ecdsa_secp256r1_sha256_test, tcId 377.
#[test]
fn i009_edge_case_s_is_inverted_correctly() {
    let vk = key(&hex!(
        "0461722eaba731c697c7a9ba4d0afdbb5713d8aa12b0eab601bb33dbaf792c5adc
           272cd993b2b663aba5b3a26c101182ff178684945e83879e71598b95fe647dfc"
    ));
    let der = hex!(
        "30440220555555550000000055555555555555553ef7a8e48d07df81a693439654210c70
             022002f676969f451a8ccafa4c4f09791810e6d632dbd60b1d5540f3284fbe1889b0"
    );
    vk.verify(WYCHEPROOF_MSG, &Signature::from_der(&der).unwrap())
        .unwrap();
}

fn recover(prehash: &[u8], sig: &Signature, id: u8) -> Option<[u8; 33]> {
    let id = RecoveryId::from_byte(id).unwrap();
    let vk = VerifyingKey::recover_from_prehash(prehash, sig, id).ok()?;
    Some(vk.to_sec1_point(true).as_bytes().try_into().unwrap())
}

/// RustCrypto/signatures PR 702: the identifier was computed as though s had been negated.
#[test]
fn i011_recovery_identifier_is_right_for_high_s() {
    const SIGNER: [u8; 33] =
        hex!("0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6");
    const OTHER: [u8; 33] =
        hex!("027f57fdb5eca3f088decb4937710c709185bd17ff938fc41cfd424249db4a2c3e");
    let prehash = Sha256::digest(b"sample");

    let (sig, id) = rfc6979_key().sign_recoverable(b"sample");
    assert_eq!((sig, id.to_byte()), (signature(SAMPLE_R, SAMPLE_S), 0));
    assert_eq!(recover(&prehash, &sig, 0), Some(SIGNER));
    assert_eq!(recover(&prehash, &sig, 1), Some(OTHER));

    let low = sig.normalize_s();
    assert_eq!(
        low,
        signature(
            SAMPLE_R,
            hex!("0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9")
        )
    );
    assert_eq!(recover(&prehash, &low, 0), Some(OTHER));
    assert_eq!(recover(&prehash, &low, 1), Some(SIGNER));

    for s in [sig, low] {
        for id in [2, 3] {
            assert_eq!(recover(&prehash, &s, id), None);
        }
    }
}

/// CosmWasm/cosmwasm PR 2057: identifiers 2 and 3 say that R.x = r + n, which must be below p.
#[test]
fn i012_recovery_identifiers_2_and_3_work() {
    let prehash = Sha256::digest(WYCHEPROOF_MSG);
    let sig = signature(
        hex!("000000000000000000000000000000004319055358e8617b0c46353d039cdaab"),
        hex!("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254e"),
    );
    assert_eq!(
        recover(&prehash, &sig, 3),
        Some(hex!(
            "020ad99500288d466940031d72a9f5445a4d43784640855bf0a69874d2de5fe103"
        ))
    );
    assert_eq!(
        recover(&prehash, &sig, 2),
        Some(hex!(
            "0234adfa2738993f45e4a5035ac0e9ba7dd9e908603fe6afb067f2247c91da7144"
        ))
    );
    assert_eq!(recover(&prehash, &sig, 0), None);
    assert_eq!(recover(&prehash, &sig, 1), None);
}

/// rustls PR 1924: of a digest longer than the order, the leftmost bits count.
#[test]
fn i018_p256_signs_sha384_and_sha512() {
    let sk = rfc6979_key();
    let by_sha512: Signature = p256_sign_with::<Sha512>(&sk);
    assert_eq!(
        by_sha512,
        signature(
            hex!("8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00"),
            hex!("2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe"),
        )
    );
    let by_sha384: Signature = p256_sign_with::<Sha384>(&sk);
    assert_eq!(
        by_sha384,
        signature(
            hex!("0eafea039b20e9b42309fb1d89e213057cbf973dc0cfc8f129edddc800ef7719"),
            hex!("4861f0491e6998b9455193e34e7b0d284ddd7149a74b95b9261f13abde940954"),
        )
    );
    let vk = sk.verifying_key();
    vk.verify_prehash(&Sha512::digest(b"sample"), &by_sha512)
        .unwrap();
    vk.verify_prehash(&Sha384::digest(b"sample"), &by_sha384)
        .unwrap();
    assert!(
        vk.verify_prehash(&Sha512::digest(b"sample"), &by_sha384)
            .is_err()
    );
}

/// RFC 6979 with this digest both for the message and for the nonce.
fn p256_sign_with<D>(sk: &SigningKey) -> Signature
where
    D: Digest + digest::block_api::BlockSizeUser,
{
    let z = D::digest(b"sample");
    ecdsa_core::hazmat::sign_prehashed_rfc6979::<NistP256, D>(sk.as_nonzero_scalar(), &z, b"").0
}

/// Wycheproof ecdsa_secp256r1_sha512_test, tcId 419: valid only for a verifier that reduces the whole digest modulo n.
#[test]
fn i022_untruncated_digest_is_rejected() {
    let vk = key(&hex!(
        "042927b10512bae3eddcfe467828128bad2903269919f7086069c8c4df6c732838
           c7787964eaac00e5921fb1498a60f4606766b3d9685001558d1a974e7341513e"
    ));
    let der = hex!(
        "3045022100f8e272234b51475ec4c6f327562a6e5c9080a96225e88b2e5f72a8eecbd41ab4
             0220516b91617fc39e3141b3bc769f6a3b2e468e687f50bdc29e19088af62d203f4b"
    );
    let sig = Signature::from_der(&der).unwrap();
    let digest = Sha512::digest(WYCHEPROOF_MSG);
    assert!(vk.verify_prehash(&digest, &sig).is_err());

    // The wrong rule would have accepted it: u1 from the whole digest gives R.x = r.
    let (r, s) = sig.split_scalars();
    let whole = Scalar::from_uniform_bytes(&digest.into());
    let s_inv = s.invert();
    let sum = ProjectivePoint::GENERATOR * (whole * *s_inv) + *vk.as_affine() * (*r * *s_inv);
    assert_eq!(
        <Scalar as Reduce<FieldBytes>>::reduce(&sum.to_affine().x()),
        *r
    );
}

/// google/draft-irtf-cfrg-vrf PR 7: int2octets of a small key must have full width.
#[test]
fn i025_private_key_one_signs_with_full_width_octets() {
    let mut one = [0; 32];
    one[31] = 1;
    let expected = signature(
        hex!("0466341174d59e93eb984c2a7c923a80ab99a9e91555bc73ebd8073d4c722121"),
        hex!("998f2b7bb63082e976215e6ae46344d66d2d4edea67d65d91595f21311df5030"),
    );
    let k = scalar(hex!(
        "0f23d7a2ba580b716ff2a03d43e26b3148eea2eb3a1fc6e7abf7cef3877b35be"
    ));
    let nonzero = NonZeroScalar::new(Scalar::ONE).unwrap();
    let by_nonce = ecdsa_core::hazmat::sign_prehashed::<NistP256>(
        &nonzero,
        &NonZeroScalar::new(k).unwrap(),
        &Sha256::digest(b"sample"),
    );
    assert_eq!(by_nonce.unwrap().0, expected);

    // Every constructor, those that accept stripped leading zeros too (24 octets is the least that SEC1 keys take).
    let sec1 = hex!(
        "303102010104200000000000000000000000000000000000000000000000000000000000000001
             a00a06082a8648ce3d030107"
    );
    let keys = [
        SigningKey::from_bytes(&one.into()).unwrap(),
        SigningKey::from_slice(&one).unwrap(),
        SigningKey::from(nonzero),
        SigningKey::from(SecretKey::from_slice(&one).unwrap()),
        SigningKey::from(SecretKey::from_slice(&one[8..]).unwrap()),
        SigningKey::from(SecretKey::from_scalar(Scalar::ONE).unwrap()),
        SigningKey::from(SecretKey::from_sec1_der(&sec1).unwrap()),
    ];
    for sk in keys {
        let sig: Signature = sk.sign(b"sample");
        assert_eq!(sig, expected);
        assert_eq!(sk.to_bytes().as_slice(), &one);
    }
}
