//! Constants of edwards25519 and Curve25519, RFC 7748 § 4.1.

use crate::{
    edwards::{CompressedEdwardsY, EdwardsPoint},
    montgomery::MontgomeryPoint,
};
use field_fast::edwards::curve25519::Point;

/// The base point of edwards25519, `y = 4/5`.
pub const ED25519_BASEPOINT_POINT: EdwardsPoint = EdwardsPoint(Point::BASE);

/// Its encoding.
pub const ED25519_BASEPOINT_COMPRESSED: CompressedEdwardsY = {
    let mut y = [0x66; 32];
    y[0] = 0x58;
    CompressedEdwardsY(y)
};

/// The base point of Curve25519, `u = 9`.
pub const X25519_BASEPOINT: MontgomeryPoint = {
    let mut u = [0; 32];
    u[0] = 9;
    MontgomeryPoint(u)
};
