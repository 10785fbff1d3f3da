//! Faults that users of elliptic-curve libraries reported, as they would show on P-384 and P-521; P-256's are in its crate.
//!
//! A test is named after its entry (`iNNN`) in the project's list of such faults; the comment above it says what went wrong
//! elsewhere and where it was reported.

#![forbid(unsafe_code)]

use crate::common::{FieldElement, decoded, digest, field, hex, nonzero, pad, scalar};
use crate::curve::{Curve, HASH, SIZE, Wide, of, ours::*};
use ecdsa_core::hazmat::{sign_prehashed, sign_prehashed_rfc6979};
use elliptic_curve::{
    BatchNormalize, Field, Group, PrimeField,
    array::Array,
    group::GroupEncoding,
    ops::{BatchInvert, Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce},
    point::AffineCoordinates,
    rand_core::{TryCryptoRng, TryRng},
    sec1::{FromSec1Point, ToSec1Point},
    subtle::Choice,
};
use hash2curve::{GroupDigest, MapToCurve};
use ours::ecdsa::{
    DerSignature, Signature, SigningKey, VerifyingKey,
    signature::{Signer, Verifier, hazmat::PrehashVerifier},
};
use std::convert::Infallible;

use crate::curve::ours;

/// The private key of RFC 6979 § A.2.6, A.2.7, and its signature of "sample" with the curve's hash.
const X: &str = of([
    "",
    "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5",
    "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538",
]);

fn key() -> SigningKey {
    SigningKey::from_slice(&hex(X)).unwrap()
}

fn order() -> [u8; SIZE] {
    pad(&(-Scalar::ONE).to_repr()).map(plus_one).unwrap()
}

/// The next integer.
fn plus_one(mut octets: [u8; SIZE]) -> [u8; SIZE] {
    for octet in octets.iter_mut().rev() {
        *octet = octet.wrapping_add(1);
        if *octet != 0 {
            break;
        }
    }
    octets
}

/// A digest that becomes the integer z. (Of P-521's it should be the highest bits of as many octets; `ecdsa` 0.17 takes the
/// lowest, for every crate of the curve.)
fn digest_of(z: Scalar) -> [u8; SIZE] {
    z.to_repr().into()
}

/// The x-coordinate of k G modulo the order.
fn r_of(k: Scalar) -> Scalar {
    let x = ProjectivePoint::mul_by_generator(&k).to_affine().x();
    <Scalar as Reduce<FieldBytes>>::reduce(&x)
}

fn verifies(q: ProjectivePoint, z: Scalar, r: Scalar, s: Scalar) -> bool {
    let key = VerifyingKey::from_affine(q.to_affine()).unwrap();
    let signature = Signature::from_scalars(r.to_repr(), s.to_repr()).unwrap();
    key.verify_prehash(&digest_of(z), &signature).is_ok()
}

/// RUSTSEC-2021-0076: components were reduced instead of compared with the order.
#[test]
fn i002_components_that_are_not_below_n_are_rejected() {
    let key = key();
    let signature: Signature = key.sign(b"sample");
    let expected = of([
        "",
        "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46\
         99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8",
        "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa\
         00617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af282623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a",
    ]);
    assert_eq!(signature.to_bytes()[..], hex(expected));
    key.verifying_key().verify(b"sample", &signature).unwrap();
    let (r, s) = signature.split_bytes();
    let n = order();
    let zeros = [0; SIZE];
    for [r, s] in [
        [&n[..], &s],
        [&r[..], &n],
        [&n, &n],
        [&zeros, &s],
        [&r, &zeros],
    ] {
        assert!(Signature::from_slice(&[r, s].concat()).is_err());
    }
    // The second encoding, r + n, where that has as many octets.
    let mut sum = [0; SIZE];
    let mut carry = 0;
    for i in (0..SIZE).rev() {
        let t = u16::from(r[i]) + u16::from(n[i]) + carry;
        sum[i] = t as u8;
        carry = t >> 8;
    }
    if carry == 0 {
        assert!(Signature::from_slice(&[&sum[..], &s].concat()).is_err());
    }
}

/// kmackay/micro-ecc #141: the joint loop's addition was wrong when both halves agree.
#[test]
fn i006_halves_that_agree_are_doubled() {
    // With z = r d both u1 G and u2 Q are z/s G, and their sum is k G for s = 2 z / k.
    let mut k = Scalar::from(12_345u64);
    for _ in 0..20 {
        k = k.square() + Scalar::ONE;
        let (d, r) = (scalar(pad(&hex(X)).unwrap()), r_of(k));
        let z = r * d;
        let s = z.double() * k.invert().unwrap();
        assert!(verifies(ProjectivePoint::GENERATOR * d, z, r, s));
        assert!(!verifies(
            ProjectivePoint::GENERATOR * d,
            z + Scalar::ONE,
            r,
            s
        ));
    }
}

/// CVE-2015-2730, CVE-2020-12607: the identity came out as garbage, or as the coordinate zero.
#[test]
fn i008_halves_that_cancel_are_rejected() {
    let mut k = Scalar::from(12_345u64);
    for _ in 0..20 {
        k = k.square() + Scalar::ONE;
        let (d, r) = (scalar(pad(&hex(X)).unwrap()), r_of(k));
        for s in [Scalar::ONE, k, -k] {
            assert!(!verifies(ProjectivePoint::GENERATOR * d, -(r * d), r, s));
            assert!(!verifies(ProjectivePoint::GENERATOR, -r, r, s));
        }
    }
    if SIZE == 48 {
        let z = hex(
            "179466a1caf1b2ced56a59482a2732324b97d0a777ff5e325acc1f64290cd31bca8a0948f7006aafb1d47ee0cf1c9e58",
        );
        let r = hex(
            "e86b995e350e4d312a95a6b7d5d8cdcdb4682f588800a1cd6c972e1dcb2a5ac38d90046951b03ccb3b179a89fda88b1b",
        );
        let [z, r] = [z, r].map(|v| scalar(pad(&v).unwrap()));
        assert!(!verifies(ProjectivePoint::GENERATOR, z, r, Scalar::ONE));
    }
}

/// wolfSSL PR 3847: the inverse of some s was wrong.
#[test]
fn i009_signatures_with_an_edge_for_s_verify() {
    let third = Scalar::from(3u64).invert().unwrap();
    let mut edges = vec![
        Scalar::ONE,
        -Scalar::ONE,
        Scalar::TWO_INV,
        third,
        -third,
        third.double(),
    ];
    edges.extend(
        (1..Scalar::NUM_BITS)
            .map(|i| Scalar::from(2u64).pow_vartime(&crate::curve::Uint::from_u32(i))),
    );
    let k = Scalar::from(77u64);
    let (z, r) = (third.square(), r_of(k));
    for s in edges {
        // s = (z + r d) / k
        let d = (s * k - z) * r.invert().unwrap();
        assert!(verifies(ProjectivePoint::GENERATOR * d, z, r, s), "{s:?}");
        assert!(
            !verifies(ProjectivePoint::GENERATOR * d, z, r, s + Scalar::from(3u64)),
            "{s:?}"
        );
    }
}

/// Signs "sample" with that hash, for the digest and for the nonce.
fn sample(hash: &str) -> String {
    let z = digest(hash, b"sample");
    let d = nonzero(pad(&hex(X)).unwrap());
    let (signature, _) =
        crate::common::with_digest!(hash, D => sign_prehashed_rfc6979::<Curve, D>(&d, &z, &[]));
    assert!(key().verifying_key().verify_prehash(&z, &signature).is_ok());
    hex::encode(signature.to_bytes())
}

/// RustCrypto/signatures PR 547, aws-lc-rs PR 461: a digest shorter than the order was padded on the wrong side, or refused.
#[test]
fn i015_i017_digests_shorter_than_the_order_are_integers() {
    let (hash, expected) = of([
        ("", ""),
        (
            "sha256",
            "21b13d1e013c7fa1392d03c5f99af8b30c570c6f98d4ea8e354b63a21d3daa33bde1e888e63355d92fa2b3c36d8fb2cd\
          f3aa443fb107745bf4bd77cb3891674632068a10ca67e3d45db2266fa7d1feebefdc63eccd1ac42ec0cb8668a4fa0ab0",
        ),
        (
            "sha384",
            "01ea842a0e17d2de4f92c15315c63ddf72685c18195c2bb95e572b9c5136ca4b4b576ad712a52be9730627d16054ba40cc0b8d3ff035b12ae75168397f5d50c67451\
          01f21a3cee066e1961025fb048bd5fe2b7924d0cd797babe0a83b66f1e35eeaf5fde143fa85dc394a7dee766523393784484bdf3e00114a1c857cde1aa203db65d61",
        ),
    ]);
    assert_eq!(sample(hash), expected);
}

/// rustls PR 1924: of a digest longer than the order the leftmost bits count.
#[test]
fn i018_digests_longer_than_the_order_are_cut() {
    if SIZE == 48 {
        assert_eq!(
            sample("sha512"),
            "ed0959d5880ab2d869ae7f6c2915c6d60f96507f9cb3e047c0046861da4a799cfe30f35cc900056d7c99cd7882433709\
             512c8cceee3890a84058ce1e22dbc2198f42323ce8aca9135329f03c068e5112dc7cc3ef3446defceb01a45c2667fdd5"
        );
    }
    // Octets after the first ones count for nothing.
    let z = digest_of(Scalar::from(3u64).invert().unwrap());
    let longer = [&z[..], &[0xff; 20]].concat();
    let (d, k) = (nonzero(pad(&hex(X)).unwrap()), nonzero(pad(&[7]).unwrap()));
    let sign = |z: &[u8]| sign_prehashed::<Curve>(&d, &k, z).unwrap().0;
    assert_eq!(sign(&z), sign(&longer));
    assert!(
        key()
            .verifying_key()
            .verify_prehash(&longer, &sign(&z))
            .is_ok()
    );
}

/// Wycheproof: a verifier that reduces the whole digest accepts this.
#[test]
fn i022_a_signature_of_the_whole_digest_as_an_integer_is_rejected() {
    let long = [0xa5; SIZE + 16];
    let whole = long.iter().fold(Scalar::ZERO, |z, octet| {
        z * Scalar::from(256u64) + Scalar::from(u64::from(*octet))
    });
    let (k, d) = (Scalar::from(77u64), scalar(pad(&hex(X)).unwrap()));
    let r = r_of(k);
    let s = (whole + r * d) * k.invert().unwrap();
    assert!(
        verifies(ProjectivePoint::GENERATOR * d, whole, r, s),
        "of this integer it is one"
    );
    let signature = Signature::from_scalars(r.to_repr(), s.to_repr()).unwrap();
    assert!(
        key()
            .verifying_key()
            .verify_prehash(&long, &signature)
            .is_err()
    );
}

/// RustCrypto/traits #1330: a private key without its leading zeros changed the nonce.
#[test]
fn i025_the_private_key_1_is_encoded_at_full_width() {
    let mut one = [0; SIZE];
    one[SIZE - 1] = 1;
    let signature: Signature = SigningKey::from_slice(&one).unwrap().sign(b"sample");
    let expected = of([
        "",
        "54b5983ba30e46c17271d99afe2d86fbbe7a975964cba523682723f47e8fcfe60e1e98d0d0e37000ec084a6ade61875a\
         da3bbaf2b833559782fea9c883db613d09155f4de38037e09ddd683a5edd8c686e0a507257856c9ea26ebedcd4c72f9a",
        "00f61e23a7e30535489e99eadabe1fa6b4a4d7d4de7d061b32784b9ebef1ac188c30f5cb2810162c1b2c4ed024cb082bc535320cc8c99f5dd8df5a0085a11e51e786\
         00e12e144312ada60e86a3fe8f092d83d0b6d4119d5b80f047b0e1c4908466ef200753a34feb36253c6bc17177c490f8893676839911828f1e6da4ec52f24e45a7d9",
    ]);
    assert_eq!(hex::encode(signature.to_bytes()), expected);
    // Octets cut off at the left are the same key, or no key; never another one.
    for cut in [1, SIZE / 2, SIZE - 24] {
        if let Ok(key) = SecretKey::from_slice(&one[cut..]) {
            assert_eq!(key.to_bytes()[..], one);
        }
    }
}

fn der_is_rejected(der: &[u8]) {
    assert!(Signature::from_der(der).is_err(), "{}", hex::encode(der));
    assert!(
        DerSignature::from_bytes(der).is_err(),
        "{}",
        hex::encode(der)
    );
    assert!(DerSignature::try_from(der).is_err(), "{}", hex::encode(der));
}

/// RustCrypto/signatures PR 309: extra octets after or inside the sequence passed the parser.
#[test]
fn i027_overlong_or_trailing_der_is_rejected() {
    let sig = Signature::from_der(&hex("3006020101020101")).unwrap();
    assert_eq!((*sig.r(), *sig.s()), (Scalar::ONE, Scalar::ONE));
    assert_eq!(sig.to_der().as_bytes(), hex("3006020101020101"));
    der_is_rejected(&hex("300602010102010100"));
    der_is_rejected(&hex("300702010102010100"));
    let largest =
        Signature::from_scalars((-Scalar::ONE).to_repr(), (-Scalar::ONE).to_repr()).unwrap();
    let largest = largest.to_der().as_bytes().to_vec();
    assert_eq!(largest.len(), of([0, 104, 139]));
    der_is_rejected(&[&largest[..], &[0]].concat());
    der_is_rejected(&vec![0; largest.len() + 1]);
}

/// RustCrypto/SSH #290: integers with leading zero octets, which SSH and DER leave out, were refused.
#[test]
fn i031_short_integers_are_padded_on_the_left() {
    let der = hex("300a02020080020401020304");
    let sig = Signature::from_der(&der).unwrap();
    assert_eq!(
        (*sig.r(), *sig.s()),
        (Scalar::from(0x80u64), Scalar::from(0x0102_0304u64))
    );
    assert_eq!(sig.to_bytes().len(), 2 * SIZE);
    assert_eq!(sig.to_bytes()[SIZE - 2..SIZE + 2], [0, 0x80, 0, 0]);
    assert_eq!(sig.to_der().as_bytes(), der);
}

/// Wycheproof's modified encodings: parsers that skip tags accept these.
#[test]
fn i033_non_integer_der_content_is_rejected() {
    for der in [
        "3006010100020100",
        "30800201010201010000",
        "3006020180020101",
        "30050201010500",
        "3000",
        "",
        "30",
    ] {
        der_is_rejected(&hex(der));
    }
}

fn point_is_rejected(sec1: &[u8]) {
    assert!(
        PublicKey::from_sec1_bytes(sec1).is_err(),
        "{}",
        hex::encode(sec1)
    );
    assert!(
        VerifyingKey::from_sec1_bytes(sec1).is_err(),
        "{}",
        hex::encode(sec1)
    );
    if let Ok(encoded) = Sec1Point::from_bytes(sec1) {
        assert!(bool::from(AffinePoint::from_sec1_point(&encoded).is_none()));
        assert!(bool::from(
            ProjectivePoint::from_sec1_point(&encoded).is_none()
        ));
    }
}

/// indutny/elliptic #352, golang/go #70468, and Wycheproof's InvalidCurveAttack group: keys that are no points of the curve.
#[test]
fn i036_i047_points_that_are_not_on_the_curve_are_rejected() {
    let g = AffinePoint::GENERATOR;
    let uncompressed = |x: &[u8], y: &[u8]| [&[4], x, y].concat();
    point_is_rejected(&uncompressed(&[0; SIZE], &[0; SIZE]));
    let y_plus_1: [u8; SIZE] = plus_one(g.y().into());
    point_is_rejected(&uncompressed(&g.x(), &y_plus_1));
    let one = FieldElement::ONE.to_repr();
    point_is_rejected(&uncompressed(&one, &one));
    // The generator of secp256k1, SEC 2 § 2.4.1.
    let k1 = [
        "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    ];
    let [x, y] = k1.map(|v| pad(&hex(v)).unwrap());
    point_is_rejected(&uncompressed(&x, &y));
    assert_eq!(
        decoded(&uncompressed(&g.x(), &g.y())),
        ProjectivePoint::GENERATOR
    );
}

/// RustCrypto/elliptic-curves #965: decoding panicked at x = 2^521; and coordinates of p or more were reduced.
#[test]
fn i034_coordinates_not_below_p_are_rejected() {
    let p = plus_one((-FieldElement::ONE).to_repr().into());
    let mut tried = 0;
    for tag in [2, 3, 4] {
        let frame = |x: &[u8]| [&[tag][..], x, if tag == 4 { x } else { &[] }].concat();
        for over in [p, plus_one(p), [0xff; SIZE]] {
            assert!(bool::from(FieldElement::from_repr(over.into()).is_none()));
            point_is_rejected(&frame(&over));
        }
        // Each bit that no element has.
        for bit in Scalar::NUM_BITS..8 * SIZE as u32 {
            let mut x: [u8; SIZE] = AffinePoint::GENERATOR.x().into();
            x[0] |= 1 << (bit - 8 * (SIZE as u32 - 1));
            point_is_rejected(&frame(&x));
            tried += 1;
        }
    }
    assert_eq!(tried, of([0, 0, 3 * 7]));
    // x + p, where that has as many bits: the same point, in a second encoding.
    for x in (0..40u64).map(FieldElement::from) {
        let compressed = [&[2], &x.to_repr()[..]].concat();
        if PublicKey::from_sec1_bytes(&compressed).is_ok() {
            let mut over = p;
            for _ in 0..x.to_repr()[SIZE - 1] {
                over = plus_one(over);
            }
            point_is_rejected(&[&[2], &over[..]].concat());
        }
    }
}

/// RustCrypto/traits PR 309: a release computed the wrong parity.
#[test]
fn i041_decompression_round_trips_for_the_first_thousand_multiples() {
    let mut point = ProjectivePoint::IDENTITY;
    for k in 1..=1000 {
        point += AffinePoint::GENERATOR;
        let affine = point.to_affine();
        let compressed = affine.to_sec1_point(true);
        assert_eq!(
            compressed.as_bytes()[0],
            2 + (affine.y()[SIZE - 1] & 1),
            "k={k}"
        );
        assert_eq!(
            AffinePoint::from_sec1_point(&compressed).unwrap(),
            affine,
            "k={k}"
        );
        if (k, SIZE) == (197, 48) {
            assert_eq!(
                compressed.as_bytes(),
                hex(
                    "03004d104b26ee5671f72c10c986841d3e65d285e2516161b7baa341b12631b9e32b6f0d5896d8431c51d5d93a37cbc90e"
                )
            );
        }
    }
}

/// RustCrypto/traits PR 404: group encodings need the identity, key types must refuse it.
#[test]
fn i042_identity_is_a_group_element_but_no_public_key() {
    for length in [1, SIZE + 1, 2 * SIZE + 1] {
        assert!(
            PublicKey::from_sec1_bytes(&vec![0; length]).is_err(),
            "{length} zero octets"
        );
        assert!(
            VerifyingKey::from_sec1_bytes(&vec![0; length]).is_err(),
            "{length} zero octets"
        );
    }
    assert!(PublicKey::from_affine(AffinePoint::IDENTITY).is_err());
    assert!(VerifyingKey::from_affine(AffinePoint::IDENTITY).is_err());
    let zeros = CompressedPoint::from([0; SIZE + 1]);
    let affine = AffinePoint::from_bytes(&zeros).unwrap();
    let projective = ProjectivePoint::from_bytes(&zeros).unwrap();
    assert!(bool::from(affine.is_identity()) && bool::from(projective.is_identity()));
    assert_eq!((affine.to_bytes(), projective.to_bytes()), (zeros, zeros));
}

/// RustCrypto/elliptic-curves PR 1345: a wide value is many times n, one subtraction leaves it unreduced.
#[test]
fn i054_wide_reduction_reduces_fully() {
    let minus_one = |bits: u64| Field::pow_vartime(&Scalar::from(2u64), [bits]) - Scalar::ONE;
    let expected = of([
        "",
        "389cb27e0bc8d220a7e5f24db74f58851313e695333ad68c",
        "2d73cbc3e206834ca4019ff5b847b2d17e2251b23bb31dc28a2482470b763cdfb7fffffffffffff",
    ]);
    // 2^384 - 1 modulo n384, 2^576 - 1 modulo n521.
    assert_eq!(
        minus_one(of([0, 384, 576])),
        scalar(pad(&hex(expected)).unwrap())
    );
    let all = Array::<u8, Wide>::from_fn(|_| 0xff);
    assert_eq!(
        <Scalar as Reduce<Array<u8, Wide>>>::reduce(&all),
        minus_one(8 * all.len() as u64)
    );
    let all = FieldBytes::from([0xff; SIZE]);
    assert_eq!(
        <Scalar as Reduce<FieldBytes>>::reduce(&all),
        minus_one(8 * SIZE as u64)
    );
    let max = crate::curve::Uint::MAX;
    assert_eq!(
        <Scalar as Reduce<_>>::reduce(&max),
        minus_one(crate::curve::Uint::BITS.into())
    );
}

/// RustCrypto/elliptic-curves #789: square roots of scalars by the shortcut for p = 3 mod 4.
#[test]
fn i055_square_roots_of_scalars() {
    let root = Scalar::from(4u64).sqrt().unwrap();
    assert!(
        root == Scalar::from(2u64) || root == -Scalar::from(2u64),
        "{root:?}"
    );
    assert_eq!(Scalar::ZERO.sqrt().unwrap(), Scalar::ZERO);
    assert!(bool::from(
        Scalar::MULTIPLICATIVE_GENERATOR.sqrt().is_none()
    ));
    let mut roots = 0;
    for k in 1..100u64 {
        let x = Scalar::from(k).cube() + Scalar::from(k);
        match x.sqrt().into_option() {
            Some(root) => assert_eq!(root.square(), x),
            None => {
                let other = (x * Scalar::MULTIPLICATIVE_GENERATOR).sqrt();
                assert!(
                    bool::from(other.is_some()),
                    "{x:?} or its product with a non-square has a root"
                );
                roots += 1;
            }
        }
    }
    assert!((20..80).contains(&roots), "about half");
}

/// RustCrypto/elliptic-curves PR 1538 and PR 802: squaring zero times squared once, the empty product was zero.
#[test]
fn i058_empty_products_sums_and_combinations() {
    let x = Scalar::from(5u64);
    assert_eq!((x.sqn_vartime(0), x.sqn_vartime(1)), (x, x.square()));
    let y = FieldElement::from(5u64);
    assert_eq!((y.sqn_vartime(0), y.sqn_vartime(1)), (y, y.square()));
    assert_eq!(
        std::iter::empty::<Scalar>().product::<Scalar>(),
        Scalar::ONE
    );
    assert_eq!(std::iter::empty::<&Scalar>().sum::<Scalar>(), Scalar::ZERO);
    assert_eq!(
        std::iter::empty::<FieldElement>().product::<FieldElement>(),
        FieldElement::ONE
    );
    assert_eq!(
        std::iter::empty::<ProjectivePoint>().sum::<ProjectivePoint>(),
        ProjectivePoint::IDENTITY
    );
    let none: [(ProjectivePoint, Scalar); 0] = [];
    assert_eq!(
        ProjectivePoint::lincomb_vartime(&none[..]),
        ProjectivePoint::IDENTITY
    );
    assert_eq!(ProjectivePoint::lincomb(&none), ProjectivePoint::IDENTITY);
    assert!(<ProjectivePoint as BatchNormalize<[_]>>::batch_normalize(&[][..]).is_empty());
    FieldElement::batch_invert_in_place(&mut [], &mut []);
}

/// RustCrypto/elliptic-curves #1319: bits were those of the internal representation. (These scalars have no shifts.)
#[test]
fn i059_oddness_follows_the_canonical_value() {
    for (x, odd) in [
        (Scalar::ZERO, false),
        (Scalar::ONE, true),
        (Scalar::from(8u64), false),
        (-Scalar::ONE, false),
        (-Scalar::from(2u64), true),
        (Scalar::TWO_INV, order()[SIZE - 1] & 2 == 0),
    ] {
        assert_eq!(bool::from(x.is_odd()), odd, "{x:?}");
        assert_eq!(bool::from(x.is_even()), !odd, "{x:?}");
        assert_eq!(x.to_bytes()[SIZE - 1] & 1 == 1, odd, "{x:?}");
        assert_eq!(bool::from(x.to_canonical().is_odd()), odd, "{x:?}");
    }
    // p521 0.14.0: of p - 1 as a difference or as a reduced integer it was that of limbs above the prime.
    let minus_one = -FieldElement::ONE;
    let mut wide = Array::<u8, Wide>::default();
    let at = wide.len() - SIZE;
    wide[at..].copy_from_slice(&minus_one.to_bytes());
    for x in [minus_one, FieldElement::reduce(&wide)] {
        assert!(bool::from(!x.is_odd() & x.is_even()), "{x:?}");
        assert!(
            bool::from((x + FieldElement::from_u64(2)).is_odd()),
            "{x:?}"
        );
    }
}

/// RustCrypto/elliptic-curves #92: additions without a carry overflowed before a multiplication.
#[test]
fn i062_long_chains_of_additions_stay_correct() {
    let x = -FieldElement::ONE;
    let (mut sum, mut difference) = (x, x);
    for i in 1..=1000u64 {
        sum += x;
        difference -= x;
        assert_eq!(sum * sum, FieldElement::from((i + 1) * (i + 1)), "i={i}");
        assert_eq!(difference * x, -FieldElement::from(i - 1), "i={i}");
    }
}

/// A plain scalar's public point was wrong on larger curves.
#[test]
fn i063_12345_times_the_generator() {
    let k = Scalar::from(12_345u64);
    let g = ProjectivePoint::GENERATOR;
    let compressed = of([
        "",
        "02e86b995e350e4d312a95a6b7d5d8cdcdb4682f588800a1cd6c972e1dcb2a5ac38d90046951b03ccb3b179a89fda88b1b",
        "0300076ca1fa9613a70e8b2cecd8f64877968e32b91b16cd65166ca44b1439883a919e263c09cff2f7f39e770ebda9057d2f1198804a1c160f0bb99eb9ae6fab28f78b",
    ]);
    let expected = decoded(&hex(compressed));
    if SIZE == 48 {
        let [x, y] = [
            "35772759585181787162268297474325652116815155765657644698345476493584618538330055829427528668512916462287191873719067",
            "11136899713791192969974754349937219423803684580341842804433199322289941602306230647993576394757614557497720559657288",
        ]
        .map(|v| FieldElement::from_str_vartime(v).unwrap().to_repr());
        assert_eq!(
            AffinePoint::from_coordinates(&x, &y).unwrap(),
            expected.to_affine()
        );
    }
    for p in [
        ProjectivePoint::mul_by_generator(&k),
        ProjectivePoint::mul_by_generator_vartime(&k),
        g * k,
        g.mul_vartime(&k),
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(&Scalar::ZERO, &k, &g),
        ProjectivePoint::lincomb(&[(g, k)]),
    ] {
        assert_eq!(p, expected);
        // A short x-coordinate keeps its zeros.
        assert_eq!(
            p.to_affine().to_sec1_point(true).as_bytes(),
            hex(compressed)
        );
    }
}

/// Gives out these blocks, the last one for ever.
struct Octets(Vec<[u8; SIZE]>, usize);

impl TryRng for Octets {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut word = [0; 4];
        self.try_fill_bytes(&mut word)?;
        Ok(u32::from_le_bytes(word))
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut word = [0; 8];
        self.try_fill_bytes(&mut word)?;
        Ok(u64::from_le_bytes(word))
    }
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        for octet in dst {
            let block = (self.1 / SIZE).min(self.0.len() - 1);
            *octet = self.0[block][self.1 % SIZE];
            self.1 += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Octets {}

/// A random element was not below the modulus.
#[test]
fn i064_random_elements_are_below_their_modulus() {
    let unused = 8 * SIZE as u32 - Scalar::NUM_BITS;
    let mut ones = [0x01; SIZE];
    let p = plus_one((-FieldElement::ONE).to_repr().into());
    for first in [[0xff; SIZE], order(), p] {
        let x = Scalar::random(&mut Octets(vec![first, ones], 0));
        let y = FieldElement::random(&mut Octets(vec![first, ones], 0));
        if first != order() || SIZE == 48 {
            // n is below p.
            assert_eq!(y.to_repr()[..], if first == order() { first } else { ones });
        }
        ones[0] &= 0xff >> unused;
        assert_eq!(x.to_repr()[..], ones);
    }
}

/// google/boringssl: tags longer than 255 octets are hashed first.
#[test]
fn i077_overlong_tags() {
    let expected = of([
        ["", ""],
        [
            "0274e489af632ee0b417914d7ef70f24aba069b882796964539a382f17ffde5208f147118f3ef23300f29e9e9615e33346",
            "03ffeb450ba7443b39dd84a2556e578d9f27f69673e719ac988b0281ca7ebbaa49474159d2ae1b5348ade7d1ee27ed8e59",
        ],
        [
            "030009850aeba0d4b2939b12318b247ac03d834b585673f5db0d9f3923d95a2fadbaaaff08ce88a047d54c355ce07a41ed3df855acfd58aaf0d545dcb25cf3f251bcec",
            "0301a3a47c07542f3a627266ae45e0440123a52944df06b4ccb52aa11259daed8aa6916c56142202b54c442503ee3f24f11775a0f5847ce8c065bc98766c1c8e4895ba",
        ],
    ]);
    for (length, expected) in [300, 256].into_iter().zip(expected) {
        let p = Curve::hash_from_bytes(&[b"abc"], &[&vec![b'a'; length]]).unwrap();
        assert_eq!(p.to_affine().to_sec1_point(true).as_bytes(), hex(expected));
    }
}

/// The map's exceptional input.
#[test]
fn i082_zero_is_mapped_to_the_curve() {
    let expected = of([
        "",
        "02533324e11b9e311baee780268d718f799600d2914e2e41ceb8f97203fb1cfca5c58265272e814cef084ad3ce05e30131",
        "0200b1771a8f72cbd7b782a18cd822b9e07013e2e78987a22441d44f6460cc213ec0d2c72cc4c6d3b536f4ec86e5651a4ecfeb447452a0afc3af142945c2a708f15a95",
    ]);
    assert_eq!(
        Curve::map_to_curve(FieldElement::ZERO),
        decoded(&hex(expected))
    );
}

/// A JWK's coordinates are octets like any: a key from them is on the curve or none.
#[test]
fn i132_keys_from_coordinates() {
    let q = PublicKey::from_secret_scalar(&nonzero(pad(&hex(X)).unwrap()));
    let (x, y) = (q.as_affine().x(), q.as_affine().y());
    let same = AffinePoint::from_coordinates(&x, &y).unwrap();
    assert_eq!(PublicKey::from_affine(same).unwrap(), q);
    assert!(bool::from(AffinePoint::from_coordinates(&y, &x).is_none()));
    assert_eq!(
        field(x.into()).square() * field(x.into()) - FieldElement::from(3u64) * field(x.into())
            + field(crate::curve::B),
        field(y.into()).square()
    );
    let _ = (Choice::from(0), HASH, Invert::invert(&Scalar::ONE));
}
