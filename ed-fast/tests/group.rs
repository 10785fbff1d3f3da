//! Scalars and points beside curve25519-dalek.

#![allow(clippy::op_ref, reason = "every form of the operators")]

use common::{Rng, array, cases, external};
use curve25519_dalek as theirs;
use digest::common::rand_core::SeedableRng as _;
use ed_fast::{
    Sha512,
    constants::{ED25519_BASEPOINT_COMPRESSED, ED25519_BASEPOINT_POINT, X25519_BASEPOINT},
    edwards::{CompressedEdwardsY, EdwardsPoint},
    montgomery::MontgomeryPoint,
    scalar::{Scalar, clamp_integer},
    traits::{Identity, IsIdentity},
};
use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};
use subtle::{ConditionallySelectable, ConstantTimeEq};
use theirs::traits::IsIdentity as _;
use zeroize::Zeroize;

#[path = "../../field/tests/curve25519/common.rs"]
mod common;

type TheirScalar = theirs::Scalar;
type TheirPoint = theirs::EdwardsPoint;

fn scalar(k: &TheirScalar) -> Scalar {
    Scalar::from_canonical_bytes(k.to_bytes()).expect("reduced")
}

/// Edges of 32 bytes, and random ones.
fn bytes(rng: &mut Rng) -> Vec<[u8; 32]> {
    let order: [u8; 32] = array("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
    let mut all = vec![[0; 32], [0xff; 32], order];
    for i in 0..256 {
        let mut one = [0; 32];
        one[i / 8] = 1 << (i % 8);
        all.push(one);
    }
    for low in [0xec, 0xee] {
        let mut near = order;
        near[0] = low;
        all.push(near);
    }
    all.extend((0..cases()).map(|_| rng.bytes()));
    all
}

#[test]
fn scalars_are_the_peers() {
    let mut rng = Rng::new();
    let all = bytes(&mut rng);
    for (i, a) in all.iter().enumerate() {
        let b = all[(5 * i + 1) % all.len()];
        let (x, y) = (
            Scalar::from_bytes_mod_order(*a),
            Scalar::from_bytes_mod_order(b),
        );
        let (p, q) = (
            TheirScalar::from_bytes_mod_order(*a),
            TheirScalar::from_bytes_mod_order(b),
        );
        assert_eq!(x.to_bytes(), p.to_bytes());
        assert_eq!(x.as_bytes(), p.as_bytes());
        assert_eq!((x + y).to_bytes(), (p + q).to_bytes());
        assert_eq!((x - y).to_bytes(), (p - q).to_bytes());
        assert_eq!((x * y).to_bytes(), (p * q).to_bytes());
        assert_eq!((-x).to_bytes(), (-p).to_bytes());
        if p != TheirScalar::ZERO {
            assert_eq!(x.invert().to_bytes(), p.invert().to_bytes());
        }
        assert_eq!(x == y, p == q);
        assert_eq!(format!("{x:?}"), format!("{p:?}"));
        assert_eq!(
            bool::from(Scalar::from_canonical_bytes(*a).is_some()),
            bool::from(TheirScalar::from_canonical_bytes(*a).is_some())
        );
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(a);
        wide[32..].copy_from_slice(&b);
        assert_eq!(
            Scalar::from_bytes_mod_order_wide(&wide).to_bytes(),
            TheirScalar::from_bytes_mod_order_wide(&wide).to_bytes()
        );
        assert_eq!(clamp_integer(*a), theirs::scalar::clamp_integer(*a));
        let [mut sum, mut difference, mut product] = [x; 3];
        sum += y;
        difference -= &y;
        product *= y;
        assert_eq!([sum, difference, product], [x + y, &x - y, x * &y]);
    }
    assert_eq!(Scalar::ZERO.invert(), Scalar::ZERO);
}

#[test]
fn scalars_of_hashes_integers_and_generators_are_the_peers() {
    assert_eq!(
        Scalar::hash_from_bytes::<Sha512>(b"text").to_bytes(),
        TheirScalar::hash_from_bytes::<Sha512>(b"text").to_bytes()
    );
    let rng = || rand_chacha::ChaCha20Rng::seed_from_u64(1);
    assert_eq!(
        Scalar::random(&mut rng()).to_bytes(),
        TheirScalar::random(&mut rng()).to_bytes()
    );
    assert_eq!(Scalar::from(7u8), Scalar::from(7u64));
    assert_eq!(
        Scalar::from(u128::MAX).to_bytes(),
        TheirScalar::from(u128::MAX).to_bytes()
    );
    let some = [Scalar::from(3u16), Scalar::from(5u32)];
    assert_eq!(some.iter().sum::<Scalar>(), Scalar::from(8u8));
    assert_eq!(some.into_iter().product::<Scalar>(), Scalar::from(15u8));
    assert_eq!(
        Scalar::conditional_select(&some[0], &some[1], 1.into()),
        some[1]
    );
    assert_eq!(
        Scalar::conditional_select(&some[0], &some[1], 0.into()),
        some[0]
    );
    assert_eq!(Scalar::default(), Scalar::ZERO);
    let mut wiped = some[0];
    wiped.zeroize();
    assert_eq!(wiped, Scalar::ZERO);
}

/// Points of ours and the peer's, with and without a part of small order.
fn points(rng: &mut Rng) -> Vec<(EdwardsPoint, TheirPoint)> {
    let mut points: Vec<TheirPoint> = theirs::constants::EIGHT_TORSION.to_vec();
    for i in 0..cases() / 10 {
        let k = TheirScalar::from_bytes_mod_order(rng.bytes());
        points.push(TheirPoint::mul_base(&k) + theirs::constants::EIGHT_TORSION[i % 8]);
    }
    let ours = |p: &TheirPoint| CompressedEdwardsY(p.compress().to_bytes()).decompress();
    points
        .iter()
        .map(|p| (ours(p).expect("a point"), *p))
        .collect()
}

fn same(ours: EdwardsPoint, peers: TheirPoint) {
    assert_eq!(ours.compress().to_bytes(), peers.compress().to_bytes());
}

#[test]
fn points_are_the_peers() {
    let mut rng = Rng::new();
    let points = points(&mut rng);
    for (i, (a, p)) in points.iter().enumerate() {
        let (b, q) = &points[(7 * i + 3) % points.len()];
        let k = TheirScalar::from_bytes_mod_order(rng.bytes());
        let l = TheirScalar::from_bytes_mod_order(rng.bytes());
        let (x, y) = (scalar(&k), scalar(&l));
        same(a + b, p + q);
        same(a - b, p - q);
        same(-a, -p);
        same(a * x, p * k);
        same(x * a, k * p);
        same(EdwardsPoint::mul_base(&x), TheirPoint::mul_base(&k));
        let bytes = rng.bytes();
        same(a.mul_clamped(bytes), p.mul_clamped(bytes));
        same(
            EdwardsPoint::mul_base_clamped(bytes),
            TheirPoint::mul_base_clamped(bytes),
        );
        same(
            EdwardsPoint::vartime_double_scalar_mul_basepoint(&x, a, &y),
            TheirPoint::vartime_double_scalar_mul_basepoint(&k, p, &l),
        );
        same(a.mul_by_cofactor(), p.mul_by_cofactor());
        assert_eq!(a.is_small_order(), p.is_small_order());
        assert_eq!(a.is_torsion_free(), p.is_torsion_free());
        assert_eq!(a.is_identity(), p.is_identity());
        assert_eq!(a == b, p == q);
        assert_eq!(a.to_montgomery().to_bytes(), p.to_montgomery().to_bytes());
        let [mut sum, mut difference, mut product] = [*a; 3];
        sum += b;
        difference -= *b;
        product *= x;
        assert_eq!([sum, difference, product], [a + b, a - b, a * x]);
        assert!(bool::from(
            EdwardsPoint::conditional_select(a, b, 1.into()).ct_eq(b)
        ));
    }
    let sum: EdwardsPoint = points.iter().map(|(a, _)| a).sum();
    same(sum, points.iter().map(|(_, p)| p).sum());
}

#[test]
fn encodings_are_decoded_as_the_peer_does() {
    let mut rng = Rng::new();
    let mut near: Vec<[u8; 32]> = Vec::new();
    for low in 0..=255 {
        for high in [0x7f, 0xff] {
            let mut y = [0xff; 32];
            (y[0], y[31]) = (low, high);
            near.push(y);
            let mut y = [0; 32];
            (y[0], y[31]) = (low, high & 0x80);
            near.push(y);
        }
    }
    for y in near.into_iter().chain(bytes(&mut rng)) {
        let ours = CompressedEdwardsY(y);
        let peers = theirs::edwards::CompressedEdwardsY(y);
        assert_eq!(format!("{ours:?}"), format!("{peers:?}"));
        match (ours.decompress(), peers.decompress()) {
            (Some(a), Some(p)) => same(a, p),
            (a, p) => assert_eq!(a.is_some(), p.is_some(), "{y:x?}"),
        }
    }
    let read = CompressedEdwardsY::from_slice(&[1; 32]).expect("32 bytes");
    assert_eq!(read, CompressedEdwardsY([1; 32]));
    assert!(CompressedEdwardsY::try_from(&[1; 31][..]).is_err());
    assert_eq!(
        CompressedEdwardsY::default(),
        CompressedEdwardsY::identity()
    );
}

#[test]
fn points_of_curve25519_are_the_peers() {
    fn hashed(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let mut rng = Rng::new();
    for u in bytes(&mut rng) {
        let (a, p) = (MontgomeryPoint(u), theirs::MontgomeryPoint(u));
        let bytes = rng.bytes();
        let k = TheirScalar::from_bytes_mod_order(bytes);
        assert_eq!((a * scalar(&k)).to_bytes(), (p * k).to_bytes());
        assert_eq!((scalar(&k) * a).as_bytes(), (k * p).as_bytes());
        assert_eq!(
            a.mul_clamped(bytes).to_bytes(),
            p.mul_clamped(bytes).to_bytes()
        );
        for sign in [0, 1] {
            match (a.to_edwards(sign), p.to_edwards(sign)) {
                (Some(a), Some(p)) => same(a, p),
                (a, p) => assert_eq!(a.is_some(), p.is_some(), "{u:x?}"),
            }
        }
        assert_eq!(hashed(&a), hashed(&p));
        assert_eq!(format!("{a:?}"), format!("{p:?}"));
        assert_eq!(a.is_identity(), p.is_identity());
        let base = MontgomeryPoint::mul_base(&scalar(&k));
        assert_eq!(
            base.to_bytes(),
            theirs::MontgomeryPoint::mul_base(&k).to_bytes()
        );
        let base = MontgomeryPoint::mul_base_clamped(bytes);
        assert_eq!(base, X25519_BASEPOINT.mul_clamped(bytes));
        let mut wiped = base;
        wiped *= scalar(&k);
        wiped.zeroize();
        assert_eq!(wiped, MontgomeryPoint::default());
    }
}

#[test]
fn the_constants_are_the_peers() {
    same(
        ED25519_BASEPOINT_POINT,
        theirs::constants::ED25519_BASEPOINT_POINT,
    );
    assert_eq!(
        ED25519_BASEPOINT_POINT.compress(),
        ED25519_BASEPOINT_COMPRESSED
    );
    assert_eq!(ED25519_BASEPOINT_POINT.to_montgomery(), X25519_BASEPOINT);
    assert!(EdwardsPoint::default().is_identity());
    let mut wiped = ED25519_BASEPOINT_POINT;
    wiped.zeroize();
    assert!(wiped.is_identity());
    let mut wiped = ED25519_BASEPOINT_COMPRESSED;
    wiped.zeroize();
    assert_eq!(wiped, CompressedEdwardsY::identity());
    let text = format!("{ED25519_BASEPOINT_POINT:?}");
    assert!(text.starts_with("EdwardsPoint{"), "{text}");
}

/// `msg` and what comes of it, of a suite's file.
fn suite(name: &str) -> Option<serde_json::Value> {
    let text = external(&format!("rfc9380/{name}.json"))?;
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// 32 bytes, little-endian, of a number as the files have it.
fn number(text: &serde_json::Value) -> [u8; 32] {
    let mut bytes: [u8; 32] = array(&text.as_str().expect("a number")[2..]);
    bytes.reverse();
    bytes
}

#[test]
fn hashes_to_the_curve_are_those_of_rfc_9380() {
    for (curve, name) in [
        ("edwards25519", "edwards25519_XMD-SHA-512_ELL2_RO_"),
        ("edwards25519", "edwards25519_XMD-SHA-512_ELL2_NU_"),
        ("curve25519", "curve25519_XMD-SHA-512_ELL2_RO_"),
        ("curve25519", "curve25519_XMD-SHA-512_ELL2_NU_"),
    ] {
        let Some(suite) = suite(name) else { return };
        let domain = suite["dst"].as_str().expect("a string").as_bytes();
        let vectors = suite["vectors"].as_array().expect("vectors");
        assert_eq!(vectors.len(), 5);
        for vector in vectors {
            let message = vector["msg"].as_str().expect("a string").as_bytes();
            let point = if suite["randomOracle"].as_bool().expect("true or false") {
                EdwardsPoint::hash_to_curve::<Sha512>(&[message], &[domain])
            } else {
                EdwardsPoint::encode_to_curve::<Sha512>(&[message], &[domain])
            };
            let (x, y) = (number(&vector["P"]["x"]), number(&vector["P"]["y"]));
            if curve == "curve25519" {
                assert_eq!(point.to_montgomery().to_bytes(), x, "{name} {message:?}");
                continue;
            }
            let mut encoded = y;
            encoded[31] |= x[0] << 7;
            assert_eq!(point.compress().to_bytes(), encoded, "{name} {message:?}");
        }
    }
}

#[test]
fn hashes_to_the_curve_are_the_peers() {
    let mut rng = Rng::new();
    for i in 0..cases() / 4 {
        let bytes: Vec<u8> = (0..i % 200).map(|_| rng.next() as u8).collect();
        let (head, tail) = bytes.split_at(bytes.len() / 3);
        let domain = [
            b"a domain of any length".repeat(12)[..255].to_vec(),
            vec![7; 1 + i % 70],
        ][i % 2]
            .clone();
        let (first, rest) = domain.split_at(i % domain.len());
        let (bytes, domain): (&[&[u8]], &[&[u8]]) = (&[head, tail], &[first, rest]);
        same(
            EdwardsPoint::hash_to_curve::<Sha512>(bytes, domain),
            TheirPoint::hash_to_curve::<Sha512>(bytes, domain),
        );
        same(
            EdwardsPoint::encode_to_curve::<Sha512>(bytes, domain),
            TheirPoint::encode_to_curve::<Sha512>(bytes, domain),
        );
        assert!(EdwardsPoint::hash_to_curve::<Sha512>(bytes, domain).is_torsion_free());
    }
}

/// RFC 9380 § 5.3.3.
#[test]
fn a_long_domain_is_hashed() {
    use digest::Digest;
    let long = [9; 256];
    let hashed = Sha512::new()
        .chain_update(b"H2C-OVERSIZE-DST-")
        .chain_update(long)
        .finalize();
    assert_eq!(
        EdwardsPoint::hash_to_curve::<Sha512>(&[b"message"], &[&long]),
        EdwardsPoint::hash_to_curve::<Sha512>(&[b"message"], &[&hashed])
    );
}

#[test]
#[should_panic(expected = "RFC 9380 forbids an empty domain")]
fn no_domain_is_refused() {
    let _ = EdwardsPoint::hash_to_curve::<Sha512>(&[b"message"], &[b""]);
}
