//! Which backend runs an operation: one list, best first.
//!
//! Without `precomputed-tables` the generator is a point like any other.

use crate::{NistP384, ProjectivePoint, Scalar};
use field_fast::{Cpu, P384, Prime, Saturated, weierstrass::schedule};

#[cfg(feature = "precomputed-tables")]
use crate::tables;

/// `schedule::f(layout, arguments)` in the best layout.
macro_rules! dispatch {
    ($f:ident($($argument:expr),*)) => {
        match Cpu::detect().adx {
            Some(adx) => schedule::$f::<NistP384, _>(Saturated(adx), $($argument),*),
            None => schedule::$f::<NistP384, _>(P384::LAYOUT, $($argument),*),
        }
    };
}

pub(crate) fn mul_base(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(mul_base(k, &tables::BASE));
    #[cfg(not(feature = "precomputed-tables"))]
    mul(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul_base_vartime(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(mul_base_vartime(k, &tables::BASE));
    #[cfg(not(feature = "precomputed-tables"))]
    mul_vartime(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    dispatch!(mul(p, k))
}

pub(crate) fn mul_vartime(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    dispatch!(mul_vartime(p, k))
}

pub(crate) fn mul_base_add_vartime(a: &Scalar, b: &Scalar, p: &ProjectivePoint) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(mul_base_add_vartime(a, b, p, &tables::BASE));
    #[cfg(not(feature = "precomputed-tables"))]
    lincomb_vartime(&[(ProjectivePoint::GENERATOR, *a), (*p, *b)])
}

pub(crate) fn lincomb_vartime(terms: &[(ProjectivePoint, Scalar)]) -> ProjectivePoint {
    dispatch!(lincomb_vartime(terms))
}
