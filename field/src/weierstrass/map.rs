//! The simplified Shallue-van de Woestijne-Ulas map, RFC 9380 § 6.6.2, for `p = 3 mod 4`.

use super::{ProjectivePoint, Weierstrass};
use crate::{Element, Fe, Prime};
use elliptic_curve::subtle::{ConditionallySelectable, ConstantTimeEq};
use primeorder::osswu::{OsswuMap, OsswuMapParams};

/// The map's parameters for a base field, `Z` and `sqrt(-Z)`, and the curve's `b`, behind the traits of `primeorder`.
macro_rules! map {
    ($prime:ident, z: $z:literal, sqrt_minus_z: $root:literal, b: $b:literal) => {
        impl primeorder::osswu::Sgn0 for $crate::Fe<$prime> {
            fn sgn0(&self) -> elliptic_curve::subtle::Choice {
                self.is_odd()
            }
        }

        impl primeorder::osswu::OsswuMap for $crate::Fe<$prime> {
            // RFC 9380 appendix F.2.1.2: c1 = (p - 3) / 4, c2 = sqrt(-Z).
            const PARAMS: primeorder::osswu::OsswuMapParams<Self> =
                primeorder::osswu::OsswuMapParams {
                    c1: &<$prime as $crate::Prime>::T_MINUS_ONE_OVER_TWO,
                    c2: Self::from_hex_vartime($root),
                    map_a: Self::from_u64(3).neg(),
                    map_b: Self::from_hex_vartime($b),
                    z: Self::from_u64($z).neg(),
                };
        }
    };
}
pub(crate) use map;

impl<C: Weierstrass> ProjectivePoint<C>
where
    Fe<C::Base>: OsswuMap,
{
    /// The point of the field element `u`, constant time. In fractions throughout, so without the inversion that affine
    /// coordinates would need.
    pub fn map_to_curve(u: Fe<C::Base>) -> Self {
        debug_assert!(C::Base::S == 1);
        let OsswuMapParams { c2, z, .. } = Fe::<C::Base>::PARAMS;
        let tv1 = z * Element::square(u); // Z u²
        let tv2 = Element::square(tv1) + tv1; // Z² u⁴ + Z u²
        // x1 = B (tv2 + 1) / (-A tv2), or B / (Z A) if tv2 = 0; A = -3. As xn / xd:
        let xn = C::B * (tv2 + Fe::ONE);
        let xd = Fe::conditional_select(&tv2.triple(), &-z.triple(), tv2.is_zero());
        // g(x1) = (xn³ - 3 xn xd² + B xd³) / xd³ = gn / gd
        let xd2 = Element::square(xd);
        let gd = xd2 * xd;
        let gn = (Element::square(xn) - xd2.triple()) * xn + C::B * gd;
        // sqrt_ratio_3mod4 (appendix F.2.1.2): y1 = sqrt(gn / gd) if that is square, else sqrt(Z gn / gd).
        let product = gn * gd;
        let root = product * C::Base::root_power(product * Element::square(gd)); // gn gd (gn gd³)^((p-3)/4)
        let is_square = (Element::square(root) * gd).ct_eq(&gn);
        let y1 = Fe::conditional_select(&(root * c2), &root, is_square);
        // x2 = Z u² x1, y2 = Z u² u y1
        let x = Fe::conditional_select(&(tv1 * xn), &xn, is_square);
        let y = Fe::conditional_select(&(tv1 * u * y1), &y1, is_square);
        let y = Fe::conditional_select(&-y, &y, u.is_odd().ct_eq(&y.is_odd()));
        // (x / xd, y), homogeneous
        Self::from_coordinates(x, y * xd, xd, 0.into())
    }
}
