//! Which schedule runs an operation, with or without the table of the base point.

use crate::scalar::Scalar;
#[cfg(feature = "fast")]
use field_fast::edwards::curve25519::BASE;
use field_fast::edwards::curve25519::Point;

/// `k B`. Constant time.
pub(crate) fn mul_base(k: &[u64; 4]) -> Point {
    #[cfg(feature = "fast")]
    return Point::mul_base(k, &BASE);
    #[cfg(not(feature = "fast"))]
    Point::BASE.times(k)
}

/// `a B + b p`.
pub(crate) fn mul_base_add_vartime(a: &[u64; 4], b: &[u64; 4], p: &Point) -> Point {
    #[cfg(feature = "fast")]
    return p.mul_base_add_vartime(a, b, &BASE);
    #[cfg(not(feature = "fast"))]
    Point::BASE.times(a).plus(&p.times(b))
}

/// `s B - k A - R`, or another point that is the identity, or of small order, exactly if this is.
pub(crate) fn difference_vartime(s: &[u64; 4], k: &Scalar, A: &Point, R: &Point) -> Point {
    let minus_A = A.negate();
    #[cfg(feature = "fast")]
    return minus_A.multiple_of_difference_vartime(s, &k.element(), R, &BASE);
    #[cfg(not(feature = "fast"))]
    mul_base_add_vartime(s, &k.words(), &minus_A).plus(&R.negate())
}
