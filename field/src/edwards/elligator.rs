//! Elligator 2: from elements of the field to points, RFC 9380 § 6.7.1 and 6.8.2.

use super::{
    curve25519::{Point, SQRT_M1, candidate_of, candidates_of},
    dispatch::dispatch,
};
use crate::{Element, Fe, P25519, fe::reduce_wide};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Of Curve25519, `y^2 = x^3 + J x^2 + x`.
const J: Fe<P25519> = Fe::new(P25519::small(486_662));
/// `sqrt(-J - 2)`, the even one, which takes `x / y` of Curve25519 to `x` of edwards25519.
const SCALE: Fe<P25519> =
    super::curve25519::element("0f26edf460a006bbd27b08dc03fc4f7ec5a1d3d14b7d1a82cc6e04aaff457e06");

impl Point {
    /// The element of 48 uniform bytes, big-endian, as RFC 9380 § 5.2 has it. Constant time.
    #[must_use]
    pub fn element_of_uniform(bytes: &[u8; 48]) -> Fe<P25519> {
        reduce_wide(bytes)
    }

    /// A point for any element; not only multiples of the base point: `map_to_curve_elligator2_edwards25519` of RFC 9380, § 6.8.2.
    /// Constant time.
    #[must_use]
    pub fn map_to_curve(u: &Fe<P25519>) -> Self {
        let map = Map::new(u);
        map.point(dispatch!(
            candidate_of(&map.ratio),
            vector::candidate(&map.ratio)
        ))
    }

    /// [`Self::map_to_curve`] of two elements, in vectors as fast as of one.
    #[must_use]
    pub fn map_two_to_curve(us: [&Fe<P25519>; 2]) -> [Self; 2] {
        let maps = us.map(Map::new);
        let candidates = candidates_of(&[maps[0].ratio, maps[1].ratio]);
        core::array::from_fn(|i| maps[i].point(candidates[i]))
    }
}

/// The map at `u`: of the two numbers
///
/// ```text
///   x1 = -J / (1 + t),   x2 = t x1,   t = 2 u^2,   f(x) = x^3 + J x^2 + x,   f(x2) = t f(x1)
/// ```
///
/// exactly one is a coordinate of a point: 2 is no square, and `f(x1)` is not 0, as `x^2 + J x + 1` has no root.
struct Map {
    u: Fe<P25519>,
    t: Fe<P25519>,
    /// `1 + t`, which is not 0, as `-1` is a square and `t` is 0 or none.
    divisor: Fe<P25519>,
    /// Numerator and denominator of `f(x1) = -J ((1 + t)^2 - J^2 t) / (1 + t)^3`.
    ratio: [Fe<P25519>; 2],
}

impl Map {
    fn new(u: &Fe<P25519>) -> Self {
        let t = Element::square(*u).double();
        let divisor = t + Fe::ONE;
        let square = Element::square(divisor);
        Self {
            u: *u,
            t,
            divisor,
            ratio: [J * (J * J * t - square), square * divisor],
        }
    }

    /// By `r` and `check = v r^2 = u', -u'` or one of these times `i = sqrt(-1)`, where `u'/v` is the ratio.
    fn point(&self, [r, check]: [Fe<P25519>; 2]) -> Point {
        let numerator = self.ratio[0];
        let is_minus = check.ct_eq(&-numerator);
        let is_square = check.ct_eq(&numerator) | is_minus;
        // If f(x1) is no square, (1 + i)^2 = 2 i makes (r u (1 + i))^2 = 2 i u^2 check / v = +-t f(x1): for check = i u' the negative.
        let is_i = check.ct_eq(&(SQRT_M1 * numerator));
        let other = r * self.u * (SQRT_M1 + Fe::ONE);
        let mut y = Fe::conditional_select(&other, &r, is_square);
        y.conditional_assign(&(y * SQRT_M1), is_minus | is_i);
        // Odd for x1, even for x2.
        y.conditional_assign(&-y, Fe::is_odd(&y) ^ is_square);
        let x = -J * Fe::conditional_select(&self.t, &Fe::ONE, is_square);
        from_montgomery(&x, &self.divisor, &y)
    }
}

/// The point of edwards25519 for `(x / divisor, y)` on Curve25519, RFC 7748 § 4.1:
///
/// ```text
///   (sqrt(-J - 2) x / y, (x - 1) / (x + 1)),   and the identity where this is not defined
/// ```
fn from_montgomery(x: &Fe<P25519>, divisor: &Fe<P25519>, y: &Fe<P25519>) -> Point {
    let (x_over, x_under) = (SCALE * *x, *divisor * *y);
    let (y_over, y_under) = (*x - *divisor, *x + *divisor);
    let point = Point {
        X: x_over * y_under,
        Y: y_over * x_under,
        Z: x_under * y_under,
        T: x_over * y_over,
    };
    let is_undefined: Choice = Fe::is_zero(&point.Z);
    Point::conditional_select(&point, &Point::IDENTITY, is_undefined)
}

#[cfg(test)]
mod tests;
