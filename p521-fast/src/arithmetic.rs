//! The curve's parameters, and its types as instances of the generic ones.

use crate::NistP521;
#[cfg(feature = "precomputed-tables")]
use crate::tables;
use elliptic_curve::{CurveArithmetic, PrimeCurveArithmetic, hazmat::FieldArithmetic};
use field_fast::{
    Fe, N521, P521,
    weierstrass::{self, Weierstrass},
};

/// A point in affine coordinates.
pub type AffinePoint = weierstrass::AffinePoint<NistP521>;

/// A point in projective coordinates.
pub type ProjectivePoint = weierstrass::ProjectivePoint<NistP521>;

/// A scalar: an integer modulo the order of the group.
pub type Scalar = Fe<N521>;

/// An element of the base field.
pub(crate) type FieldElement = Fe<P521>;

impl CurveArithmetic for NistP521 {
    type AffinePoint = AffinePoint;
    type ProjectivePoint = ProjectivePoint;
    type Scalar = Scalar;
}

impl PrimeCurveArithmetic for NistP521 {
    type CurveGroup = ProjectivePoint;
}

impl FieldArithmetic for NistP521 {
    type FieldElement = FieldElement;
}

// SP 800-186 § 3.2.1.5.
impl Weierstrass for NistP521 {
    type Base = P521;
    type Order = N521;

    const B: FieldElement = FieldElement::from_hex_vartime(
        "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
    );
    const GX: FieldElement = FieldElement::from_hex_vartime(
        "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
    );
    const GY: FieldElement = FieldElement::from_hex_vartime(
        "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650",
    );

    field_fast::dispatch!(tables);
}

#[cfg(feature = "hash2curve")]
mod hash2curve {
    use super::{FieldElement, ProjectivePoint};
    use crate::NistP521;
    use elliptic_curve::consts::{U32, U98};

    impl hash2curve::MapToCurve for NistP521 {
        type SecurityLevel = U32;
        type FieldElement = FieldElement;
        type Length = U98;
        fn map_to_curve(u: FieldElement) -> ProjectivePoint {
            ProjectivePoint::map_to_curve(u)
        }
    }

    #[cfg(feature = "group-digest")]
    impl hash2curve::GroupDigest for NistP521 {
        const HASH_TO_CURVE_ID: &[u8] = b"P521_XMD:SHA-512_SSWU_RO_";
        const ENCODE_TO_CURVE_ID: &[u8] = b"P521_XMD:SHA-512_SSWU_NU_";
        type ExpandMsg = hash2curve::ExpandMsgXmd<sha2::Sha512>;
    }

    #[cfg(feature = "oprf")]
    impl hash2curve::OprfParameters for NistP521 {
        /// RFC 9497 § 4.5.
        const ID: &'static [u8] = b"P521-SHA512";
    }
}
