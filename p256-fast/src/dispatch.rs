//! Which backend runs an operation: one list each, best first.
//!
//! Without `precomputed-tables` the generator is a point like any other.

use crate::{NistP256, ProjectivePoint, Scalar};
use field_fast::{Layout, P256, Prime, weierstrass::schedule};

#[cfg(feature = "precomputed-tables")]
use crate::tables;

/// The layout of the portable kernels: lazy limbs on 64-bit targets, words on others.
fn portable() -> impl Layout<P256> {
    P256::LAYOUT
}

pub(crate) fn mul_base(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return schedule::mul_base::<NistP256, _>(portable(), k, &tables::BASE);
    #[cfg(not(feature = "precomputed-tables"))]
    mul(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul_base_vartime(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return schedule::mul_base_vartime::<NistP256, _>(portable(), k, &tables::BASE);
    #[cfg(not(feature = "precomputed-tables"))]
    mul_vartime(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    schedule::mul::<NistP256, _>(portable(), p, k)
}

pub(crate) fn mul_vartime(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    schedule::mul_vartime::<NistP256, _>(portable(), p, k)
}

pub(crate) fn mul_base_add_vartime(a: &Scalar, b: &Scalar, p: &ProjectivePoint) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return schedule::mul_base_add_vartime::<NistP256, _>(portable(), a, b, p, &tables::BASE);
    #[cfg(not(feature = "precomputed-tables"))]
    lincomb_vartime(&[(ProjectivePoint::GENERATOR, *a), (*p, *b)])
}

pub(crate) fn lincomb_vartime(terms: &[(ProjectivePoint, Scalar)]) -> ProjectivePoint {
    schedule::lincomb_vartime::<NistP256, _>(portable(), terms)
}
