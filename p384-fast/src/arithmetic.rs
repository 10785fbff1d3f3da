//! The curve's parameters, and its types as instances of the generic ones.

use crate::NistP384;
#[cfg(feature = "precomputed-tables")]
use crate::tables;
use elliptic_curve::{CurveArithmetic, PrimeCurveArithmetic, hazmat::FieldArithmetic};
use field_fast::{
    Fe, N384, P384,
    weierstrass::{self, Weierstrass},
};

/// A point in affine coordinates.
pub type AffinePoint = weierstrass::AffinePoint<NistP384>;

/// A point in projective coordinates.
pub type ProjectivePoint = weierstrass::ProjectivePoint<NistP384>;

/// A scalar: an integer modulo the order of the group.
pub type Scalar = Fe<N384>;

/// An element of the base field.
pub(crate) type FieldElement = Fe<P384>;

impl CurveArithmetic for NistP384 {
    type AffinePoint = AffinePoint;
    type ProjectivePoint = ProjectivePoint;
    type Scalar = Scalar;
}

impl PrimeCurveArithmetic for NistP384 {
    type CurveGroup = ProjectivePoint;
}

impl FieldArithmetic for NistP384 {
    type FieldElement = FieldElement;
}

// SP 800-186 § 3.2.1.4.
impl Weierstrass for NistP384 {
    type Base = P384;
    type Order = N384;

    const B: FieldElement = FieldElement::from_hex_vartime(
        "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
    );
    const GX: FieldElement = FieldElement::from_hex_vartime(
        "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
    );
    const GY: FieldElement = FieldElement::from_hex_vartime(
        "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f",
    );

    field_fast::dispatch!(tables);
}

#[cfg(feature = "hash2curve")]
mod hash2curve {
    use super::{FieldElement, ProjectivePoint};
    use crate::NistP384;
    use elliptic_curve::consts::{U24, U72};

    impl hash2curve::MapToCurve for NistP384 {
        type SecurityLevel = U24;
        type FieldElement = FieldElement;
        type Length = U72;
        fn map_to_curve(u: FieldElement) -> ProjectivePoint {
            ProjectivePoint::map_to_curve(u)
        }
    }

    #[cfg(feature = "group-digest")]
    impl hash2curve::GroupDigest for NistP384 {
        const HASH_TO_CURVE_ID: &[u8] = b"P384_XMD:SHA-384_SSWU_RO_";
        const ENCODE_TO_CURVE_ID: &[u8] = b"P384_XMD:SHA-384_SSWU_NU_";
        type ExpandMsg = hash2curve::ExpandMsgXmd<sha2::Sha384>;
    }

    #[cfg(feature = "oprf")]
    impl hash2curve::OprfParameters for NistP384 {
        /// RFC 9497 § 4.4.
        const ID: &'static [u8] = b"P384-SHA384";
    }
}
