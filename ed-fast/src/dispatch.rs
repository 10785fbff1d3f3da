//! Which schedule runs an operation, with or without the table of the base point.

#[cfg(feature = "fast")]
use field_fast::edwards::curve25519::BASE;
use field_fast::edwards::curve25519::Point;

/// `k B`. Constant time.
pub(crate) fn mul_base(k: &[u64; 4]) -> Point {
    #[cfg(feature = "fast")]
    return Point::mul_base(k, &BASE);
    #[cfg(not(feature = "fast"))]
    Point::BASE.mul(k)
}

/// `a B + b p`.
pub(crate) fn mul_base_add_vartime(a: &[u64; 4], b: &[u64; 4], p: &Point) -> Point {
    #[cfg(feature = "fast")]
    return p.mul_base_add_vartime(a, b, &BASE);
    #[cfg(not(feature = "fast"))]
    Point::BASE.mul(a).plus(&p.mul(b))
}

/// The encoding of `a B + b p`.
pub(crate) fn mul_base_add_compress_vartime(a: &[u64; 4], b: &[u64; 4], p: &Point) -> [u8; 32] {
    #[cfg(feature = "fast")]
    return p.mul_base_add_compress_vartime(a, b, &BASE);
    #[cfg(not(feature = "fast"))]
    mul_base_add_vartime(a, b, p).compress_vartime()
}
