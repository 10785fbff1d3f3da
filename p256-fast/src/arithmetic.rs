//! The curve's parameters, and its types as instances of the generic ones.

use crate::NistP256;
#[cfg(feature = "precomputed-tables")]
use crate::tables;
use elliptic_curve::{CurveArithmetic, PrimeCurveArithmetic, hazmat::FieldArithmetic};
use field_fast::{
    Fe, N256, P256,
    weierstrass::{self, Weierstrass},
};

/// A point in affine coordinates.
pub type AffinePoint = weierstrass::AffinePoint<NistP256>;

/// A point in projective coordinates.
pub type ProjectivePoint = weierstrass::ProjectivePoint<NistP256>;

/// A scalar: an integer modulo the order of the group.
pub type Scalar = Fe<N256>;

/// An element of the base field.
pub(crate) type FieldElement = Fe<P256>;

impl CurveArithmetic for NistP256 {
    type AffinePoint = AffinePoint;
    type ProjectivePoint = ProjectivePoint;
    type Scalar = Scalar;
}

impl PrimeCurveArithmetic for NistP256 {
    type CurveGroup = ProjectivePoint;
}

impl FieldArithmetic for NistP256 {
    type FieldElement = FieldElement;
}

// SP 800-186 § 3.2.1.3.
impl Weierstrass for NistP256 {
    type Base = P256;
    type Order = N256;

    const B: FieldElement = FieldElement::from_hex_vartime(
        "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    );
    const GX: FieldElement = FieldElement::from_hex_vartime(
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    );
    const GY: FieldElement = FieldElement::from_hex_vartime(
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    );

    field_fast::dispatch!(tables);
}

#[cfg(feature = "hash2curve")]
mod hash2curve {
    use super::{FieldElement, ProjectivePoint};
    use crate::NistP256;
    use elliptic_curve::consts::{U16, U48};

    impl hash2curve::MapToCurve for NistP256 {
        type SecurityLevel = U16;
        type FieldElement = FieldElement;
        type Length = U48;
        fn map_to_curve(u: FieldElement) -> ProjectivePoint {
            ProjectivePoint::map_to_curve(u)
        }
    }

    #[cfg(feature = "group-digest")]
    impl hash2curve::GroupDigest for NistP256 {
        const HASH_TO_CURVE_ID: &[u8] = b"P256_XMD:SHA-256_SSWU_RO_";
        const ENCODE_TO_CURVE_ID: &[u8] = b"P256_XMD:SHA-256_SSWU_NU_";
        type ExpandMsg = hash2curve::ExpandMsgXmd<sha2::Sha256>;
    }

    #[cfg(feature = "oprf")]
    impl hash2curve::OprfParameters for NistP256 {
        /// RFC 9497 § 4.3.
        const ID: &'static [u8] = b"P256-SHA256";
    }
}
