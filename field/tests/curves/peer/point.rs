//! Points: the group law, every multiplication, normalisation and encodings.

use super::{
    curve::{
        AffinePoint, CompressedPoint, Curve, FieldBytes, NonZeroScalar, ProjectivePoint, PublicKey,
        Scalar, Sec1Point,
        elliptic_curve::{
            self, BatchNormalize, CurveAffine, CurveGroup, Generate, Group,
            array::Array,
            consts::U3,
            ctutils::{self, CtSelect},
            group::{GroupEncoding, cofactor::CofactorGroup},
            ops::{Double, LinearCombination, Mul, MulByGeneratorVartime, MulVartime, Neg},
            point::{AffineCoordinates, DecompactPoint, DecompressPoint, NonIdentity},
            sec1::{FromSec1Point, ToCompactSec1Point, ToSec1Point},
            subtle::{Choice, ConditionallySelectable, ConstantTimeEq},
            zeroize::Zeroize,
        },
    },
    scalar::scalar,
};
use crate::curve::SIZE;
use crate::peer::rows::{IntoOption, Rows, debug, flag, octets, result, rows};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use wnaf::{BoxedWnaf, WnafBase, WnafScalar, array::sizes};

/// k G, in one of five representations: as the comb leaves it, normalised, and with three other Z.
fn point(k: &[u8; SIZE], form: u8) -> ProjectivePoint {
    let (k, g) = (scalar(k), ProjectivePoint::GENERATOR);
    let p = ProjectivePoint::mul_by_generator(&k);
    match form % 5 {
        0 => p,
        1 => p.to_affine().into(),
        2 => (p + g) - AffinePoint::GENERATOR,
        3 => {
            ProjectivePoint::mul_by_generator(&(k * Scalar::from(3u64).invert().unwrap()))
                * Scalar::from(3u64)
        }
        _ => g * (k - Scalar::ONE) + g,
    }
}

fn show<P: Into<AffinePoint>>(p: P) -> String {
    octets(p.into().to_sec1_point(false))
}

fn optional<P: Into<AffinePoint>>(p: impl IntoOption<P>) -> String {
    p.into_plain().map_or("none".into(), show)
}

fn shows<P: Into<AffinePoint>>(p: impl IntoIterator<Item = P>) -> String {
    p.into_iter().map(show).collect::<Vec<_>>().join(" ")
}

pub(crate) fn constants() -> Rows {
    let mut all = rows!(show;
        ProjectivePoint::IDENTITY, ProjectivePoint::GENERATOR, AffinePoint::IDENTITY,
        AffinePoint::GENERATOR, ProjectivePoint::default(), AffinePoint::default(),
        ProjectivePoint::identity(), ProjectivePoint::generator(), AffinePoint::identity(),
        AffinePoint::generator(), [ProjectivePoint::IDENTITY; 0].iter().sum::<ProjectivePoint>(),
    );
    all.extend(rows!(debug;
        AffinePoint::GENERATOR, AffinePoint::IDENTITY, ProjectivePoint::GENERATOR,
        ProjectivePoint::IDENTITY, <ProjectivePoint as wnaf::WnafGroup>::recommended_wnaf_for_num_scalars(7),
        <Curve as elliptic_curve::point::PointCompression>::COMPRESS_POINTS,
        <Curve as elliptic_curve::point::PointCompaction>::COMPACT_POINTS,
    ));
    all
}

pub(crate) fn unary(k: &[u8; SIZE], form: u8) -> Rows {
    let p = point(k, form);
    let a = p.to_affine();
    let changed = |f: &dyn Fn(&mut ProjectivePoint)| {
        let mut x = p;
        f(&mut x);
        x
    };
    let mut all = rows!(show;
        p, &p, -p, -&p, p.neg(), Neg::neg(p), a, -a, -&a, Group::double(&p), Double::double(&p),
        changed(&|x| x.double_in_place()), CurveGroup::to_affine(&p), AffinePoint::from(&p),
        ProjectivePoint::from(a), ProjectivePoint::from(&a), a.to_curve(), p.clear_cofactor(),
        [p, p, p].into_iter().sum::<ProjectivePoint>(), [p, -p, p].iter().sum::<ProjectivePoint>(),
        changed(&|x| x.zeroize()), changed(&|x| x.conditional_negate_by_hand()),
    );
    all.extend(rows!(optional::<ProjectivePoint>;
        p.into_subgroup(), ProjectivePoint::from_bytes(&p.to_bytes()),
        ProjectivePoint::from_bytes_unchecked(&p.to_bytes()),
        ProjectivePoint::from_sec1_point(&p.to_sec1_point(true)),
        ProjectivePoint::from_sec1_point(&p.to_sec1_point(false)),
        NonIdentity::new(p).into_option().map(|p| p.to_point()),
        NonIdentity::<ProjectivePoint>::from_repr(&p.to_bytes()).into_option().map(|p| p.to_point()),
    ));
    all.extend(rows!(optional::<AffinePoint>;
        AffinePoint::from_bytes(&a.to_bytes()), AffinePoint::from_bytes_unchecked(&a.to_bytes()),
        AffinePoint::from_coordinates(&a.x(), &a.y()), AffinePoint::decompact(&a.x()),
        AffinePoint::decompress(&a.x(), Choice::from(0)), AffinePoint::decompress(&a.x(), a.y_is_odd()),
        NonIdentity::new(a).into_option().map(|p| p.to_point()),
    ));
    all.extend(rows!(flag;
        p.is_identity(), a.is_identity(), CurveAffine::is_identity(&a), a.x_is_odd(), a.y_is_odd(),
        p.is_torsion_free(), p == ProjectivePoint::from(a), p == -p, a == -a,
    ));
    all.extend(rows!(octets;
        p.to_bytes(), a.to_bytes(), a.x(), a.y(), p.to_sec1_point(true), p.to_sec1_point(false),
        a.to_sec1_point(true), a.to_sec1_point(false), a.to_sec1_bytes(), Sec1Point::from(a),
    ));
    all.extend(
        rows!(|e: ctutils::CtOption<Sec1Point>| e.into_option().map_or("none".into(), octets);
            a.to_compact_encoded_point(),
        ),
    );
    all.extend(rows!(|r| result(r, |k: PublicKey| show(*k.as_affine()));
        PublicKey::try_from(p), PublicKey::try_from(&p), PublicKey::try_from(a),
        PublicKey::try_from(&a), PublicKey::from_affine(a),
    ));
    all.extend(
        rows!(|r| result(r, |p: NonIdentity<ProjectivePoint>| show(p.to_point()));
            NonIdentity::<ProjectivePoint>::try_from(p),
        ),
    );
    all.extend(
        rows!(|r| result(r, |p: NonIdentity<AffinePoint>| show(p.to_point()));
            NonIdentity::<AffinePoint>::try_from(a),
        ),
    );
    // The coordinates of a projective point are its own business unless it is normalised.
    all.extend(rows!(debug; a, ProjectivePoint::from(a)));
    all.extend(serde_forms(&p, &a));
    all
}

/// `conditional_negate` needs `Neg` of a reference; both sides have it.
trait NegateByHand {
    fn conditional_negate_by_hand(&mut self);
}

impl NegateByHand for ProjectivePoint {
    fn conditional_negate_by_hand(&mut self) {
        use elliptic_curve::subtle::ConditionallyNegatable;
        self.conditional_negate(Choice::from(1));
    }
}

fn serde_forms(p: &ProjectivePoint, a: &AffinePoint) -> Rows {
    let json = [
        serde_json::to_string(p).unwrap(),
        serde_json::to_string(a).unwrap(),
    ];
    let wire = [
        postcard::to_allocvec(p).unwrap(),
        postcard::to_allocvec(a).unwrap(),
    ];
    let mut all = rows!(show;
        serde_json::from_str::<ProjectivePoint>(&json[0]).unwrap(),
        serde_json::from_str::<AffinePoint>(&json[1]).unwrap(),
        postcard::from_bytes::<ProjectivePoint>(&wire[0]).unwrap(),
        postcard::from_bytes::<AffinePoint>(&wire[1]).unwrap(),
    );
    all.extend(rows!(octets; &json[0], &json[1], &wire[0], &wire[1]));
    all
}

pub(crate) fn binary(k: &[u8; SIZE], form: u8, l: &[u8; SIZE], other: u8) -> Rows {
    let (p, q) = (point(k, form), point(l, other));
    let (a, b) = (p.to_affine(), q.to_affine());
    let changed = |f: &dyn Fn(&mut ProjectivePoint)| {
        let mut x = p;
        f(&mut x);
        x
    };
    let mut all = rows!(show;
        p + q, p + &q, &p + &q, p.add(&q), changed(&|x| *x += q), changed(&|x| *x += &q),
        p + b, p + &b, &p + &b, changed(&|x| *x += b), changed(&|x| *x += &b),
        p - q, p - &q, &p - &q, p.sub(&q), changed(&|x| *x -= q), changed(&|x| *x -= &q),
        p - b, p - &b, &p - &b, changed(&|x| *x -= b), changed(&|x| *x -= &b),
        [p, q, -p].iter().sum::<ProjectivePoint>(),
        ProjectivePoint::conditional_select(&p, &q, Choice::from(0)),
        ProjectivePoint::conditional_select(&p, &q, Choice::from(1)),
        AffinePoint::conditional_select(&a, &b, Choice::from(0)),
        AffinePoint::conditional_select(&a, &b, Choice::from(1)),
        p.ct_select(&q, ctutils::Choice::TRUE), a.ct_select(&b, ctutils::Choice::FALSE),
    );
    all.extend(rows!(flag;
        p == q, p != q, a == b, ConstantTimeEq::ct_eq(&p, &q), ConstantTimeEq::ct_eq(&a, &b),
        ctutils::CtEq::ct_eq(&p, &q), ctutils::CtEq::ct_eq(&a, &b), (p - q).is_identity(),
        (p + q) - q == p, p - b == p + -q,
    ));
    all
}

pub(crate) fn multiply(k: &[u8; SIZE], form: u8, s: &[u8; SIZE], t: &[u8; SIZE]) -> Rows {
    let p = point(k, form);
    let a = p.to_affine();
    let (s, t) = (scalar(s), scalar(t));
    let changed = |f: &dyn Fn(&mut ProjectivePoint)| {
        let mut x = p;
        f(&mut x);
        x
    };
    let mut all = rows!(show;
        p * s, p * &s, &p * &s, p.mul(&s), changed(&|x| *x *= s), changed(&|x| *x *= &s),
        s * p, s * &p, &s * p, &s * &p, a * s, a * &s, &a * s, &a * &s, s * a, s * &a, &s * a, &s * &a,
        p.mul_vartime(&s), MulVartime::mul_vartime(p, s), MulVartime::mul_vartime(p, &s),
        MulVartime::mul_vartime(&p, &s),
        s.mul_vartime(p), s.mul_vartime(&p), (&s).mul_vartime(p), (&s).mul_vartime(&p),
        MulVartime::mul_vartime(a, s), MulVartime::mul_vartime(&a, &s), s.mul_vartime(a), (&s).mul_vartime(&a),
        ProjectivePoint::mul_by_generator(&s), ProjectivePoint::mul_by_generator_vartime(&s),
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(&s, &t, &p),
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(&t, &s, &p),
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(&Scalar::ZERO, &t, &p),
        ProjectivePoint::mul_by_generator_and_mul_add_vartime(&s, &Scalar::ZERO, &p),
    );
    all.extend(wnaf_multiples(&p, &s));
    if let (Some(point), Some(k)) = (
        NonIdentity::new(p).into_option(),
        NonZeroScalar::new(s).into_option(),
    ) {
        all.extend(rows!(|p: NonIdentity<ProjectivePoint>| show(p.to_point());
            point * k, point * &k, &point * k, &point * &k, k * point, k * &point, &k * point,
            &k * &point, NonIdentity::mul_by_generator(&k),
        ));
        all.extend(rows!(show; point.to_affine().to_point(), PublicKey::from_secret_scalar(&k)));
    }
    all
}

/// Windowed non-adjacent forms, which use nothing but the group law. (Widths 7 and 8 overflow in debug builds of `wnaf` 0.14.1.)
fn wnaf_multiples(p: &ProjectivePoint, s: &Scalar) -> Rows {
    macro_rules! width {
        ($w:ident) => {
            WnafBase::<ProjectivePoint, sizes::$w>::new(p) * WnafScalar::new(s)
        };
    }
    let mut boxed = BoxedWnaf::new();
    let mut all = rows!(show;
        width!(U2), width!(U3), width!(U4), width!(U5), width!(U6),
        boxed.base(p, 1).scalar(s), boxed.scalar(s).base(p),
    );
    // `group` reads encodings as little-endian: a product by the reversed octets, but on both sides.
    let (base, digits) = (group::WnafBase::<_, 4>::new(*p), group::WnafScalar::new(s));
    all.extend(rows!(show; &base * &digits));
    all
}

pub(crate) fn combine(terms: &[([u8; SIZE], u8, [u8; SIZE])]) -> Rows {
    let pairs: Vec<_> = terms
        .iter()
        .map(|(k, form, s)| (point(k, *form), scalar(s)))
        .collect();
    let naive = pairs.iter().map(|(p, s)| *p * s).sum::<ProjectivePoint>();
    let mut all = rows!(show;
        naive, ProjectivePoint::lincomb(&pairs[..]), ProjectivePoint::lincomb_vartime(&pairs[..]),
    );
    if let Ok(pairs) = <[_; 1]>::try_from(&pairs[..]) {
        all.extend(
            rows!(show; ProjectivePoint::lincomb(&pairs), ProjectivePoint::lincomb_vartime(&pairs)),
        );
    }
    if let Ok(pairs) = <[_; 2]>::try_from(&pairs[..]) {
        all.extend(
            rows!(show; ProjectivePoint::lincomb(&pairs), ProjectivePoint::lincomb_vartime(&pairs)),
        );
    }
    if let Ok(pairs) = <[_; 3]>::try_from(&pairs[..]) {
        all.extend(
            rows!(show; ProjectivePoint::lincomb(&pairs), ProjectivePoint::lincomb_vartime(&pairs)),
        );
    }
    all.extend(normalize(
        &pairs.iter().map(|(p, _)| *p).collect::<Vec<_>>(),
    ));
    all
}

fn normalize(points: &[ProjectivePoint]) -> Rows {
    let mut out = vec![AffinePoint::GENERATOR; points.len()];
    <ProjectivePoint as CurveGroup>::batch_normalize(points, &mut out);
    let mut all = rows!(shows::<AffinePoint>;
        out, <ProjectivePoint as BatchNormalize<[_]>>::batch_normalize(points),
        <ProjectivePoint as BatchNormalize<[_]>>::batch_normalize_vartime(points),
    );
    if let Ok(three) = <[_; 3]>::try_from(points) {
        let array = Array::<_, U3>(three);
        all.extend(rows!(shows::<AffinePoint>;
            <ProjectivePoint as BatchNormalize<[_; 3]>>::batch_normalize(&three),
            <ProjectivePoint as BatchNormalize<[_; 3]>>::batch_normalize_vartime(&three),
            <ProjectivePoint as BatchNormalize<Array<_, U3>>>::batch_normalize(&array),
            <ProjectivePoint as BatchNormalize<Array<_, U3>>>::batch_normalize_vartime(&array),
        ));
    }
    let finite: Vec<_> = points
        .iter()
        .filter_map(|p| NonIdentity::new(*p).into_option())
        .collect();
    let finite = <NonIdentity<_> as BatchNormalize<[_]>>::batch_normalize(&finite[..]);
    all.extend(rows!(shows::<AffinePoint>; finite.into_iter().map(|p| p.to_point())));
    all
}

/// Any octets as an encoding, and any two numbers as coordinates.
pub(crate) fn decode(sec1: &[u8], x: [u8; SIZE], y: [u8; SIZE]) -> Rows {
    let (x, y) = (FieldBytes::from(x), FieldBytes::from(y));
    let mut all = rows!(optional::<AffinePoint>;
        AffinePoint::from_coordinates(&x, &y), AffinePoint::decompact(&x),
        AffinePoint::decompress(&x, Choice::from(0)), AffinePoint::decompress(&x, Choice::from(1)),
    );
    all.extend(rows!(|r| result(r, show::<AffinePoint>); AffinePoint::from_sec1_bytes(sec1)));
    all.extend(
        rows!(|r| result(r, show::<ProjectivePoint>); ProjectivePoint::from_sec1_bytes(sec1)),
    );
    all.extend(
        rows!(|r| result(r, |k: PublicKey| show(*k.as_affine())); PublicKey::from_sec1_bytes(sec1)),
    );
    if let Ok(encoded) = Sec1Point::from_bytes(sec1) {
        all.extend(rows!(optional::<AffinePoint>; AffinePoint::from_sec1_point(&encoded)));
        all.extend(rows!(optional::<ProjectivePoint>; ProjectivePoint::from_sec1_point(&encoded)));
        all.extend(rows!(|r| result(r, show::<AffinePoint>);
            AffinePoint::try_from(encoded), AffinePoint::try_from(&encoded),
        ));
    }
    if let Ok(repr) = CompressedPoint::try_from(sec1) {
        all.extend(rows!(optional::<AffinePoint>;
            AffinePoint::from_bytes(&repr), AffinePoint::from_bytes_unchecked(&repr),
        ));
        all.extend(rows!(optional::<ProjectivePoint>; ProjectivePoint::from_bytes(&repr)));
    }
    all
}

pub(crate) fn random(seed: [u8; 32]) -> Rows {
    let rng = || ChaCha20Rng::from_seed(seed);
    let mut all = rows!(show;
        AffinePoint::generate_from_rng(&mut rng()), ProjectivePoint::generate_from_rng(&mut rng()),
        ProjectivePoint::random(&mut rng()), ProjectivePoint::try_random(&mut rng()).unwrap(),
    );
    let p = NonIdentity::<ProjectivePoint>::generate_from_rng(&mut rng());
    let a = NonIdentity::<AffinePoint>::generate_from_rng(&mut rng());
    all.extend(rows!(show; p.to_point(), a.to_point()));
    all
}
