//! Which backend runs an operation: one list, best first.
//!
//! Without `precomputed-tables` the generator is a point like any other.

use crate::{AffinePoint, NistP256, ProjectivePoint, Scalar};
use field_fast::{
    Cpu, Native, P256, Prime, Saturated,
    weierstrass::{schedule, vector},
};

#[cfg(feature = "precomputed-tables")]
use crate::tables;

/// `schedule::f(layout, arguments)` in the best layout; before that `vector::g` with `f`'s arguments but for the table.
macro_rules! dispatch {
    ($f:ident($($argument:expr),*) $(, $g:ident($($vector_argument:expr),*))?) => {{
        let cpu = Cpu::detect();
        $(
            if let Some(ifma) = cpu.ifma {
                return vector::$g(ifma, $($vector_argument),*);
            }
        )?
        if let Some(adx) = cpu.adx {
            return schedule::$f::<NistP256, _>(Saturated(adx), $($argument),*);
        }
        schedule::$f::<NistP256, _>(P256::LAYOUT, $($argument),*)
    }};
}

/// `schedule::f(kernel, arguments)` with the best kernels of words.
macro_rules! on_words {
    ($f:ident($($argument:expr),*)) => {
        match Cpu::detect().adx {
            Some(adx) => schedule::$f::<NistP256, _>(adx, $($argument),*),
            None => schedule::$f::<NistP256, _>(Native, $($argument),*),
        }
    };
}

pub(crate) fn add(p: &ProjectivePoint, q: &ProjectivePoint) -> ProjectivePoint {
    on_words!(add(p, q))
}

pub(crate) fn add_mixed(p: &ProjectivePoint, q: &AffinePoint) -> ProjectivePoint {
    on_words!(add_mixed(p, q))
}

pub(crate) fn double(p: &ProjectivePoint) -> ProjectivePoint {
    on_words!(double(p))
}

/// Fewer points are faster without vectors: of 8 each costs 929 cycles in words and 1,026 in lanes, of 16 610 and 590, of 64 370 and 265
/// (Zen 4).
const FEW_POINTS: usize = 16;

pub(crate) fn batch_normalize(
    points: &[ProjectivePoint],
    affine: &mut [AffinePoint],
    invert: fn(&[u64; 4]) -> [u64; 4],
) {
    if let (Some(ifma), true) = (Cpu::detect().ifma, points.len() >= FEW_POINTS) {
        return vector::batch_normalize(ifma, points, affine, invert);
    }
    on_words!(batch_normalize(points, affine, invert));
}

pub(crate) fn mul_base(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(mul_base(k, &tables::BASE), mul_base(k, &tables::LANES));
    #[cfg(not(feature = "precomputed-tables"))]
    mul(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul_base_vartime(k: &Scalar) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(
        mul_base_vartime(k, &tables::BASE),
        mul_base(k, &tables::LANES)
    );
    #[cfg(not(feature = "precomputed-tables"))]
    mul_vartime(&ProjectivePoint::GENERATOR, k)
}

pub(crate) fn mul(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    dispatch!(mul(p, k), mul(p, k))
}

pub(crate) fn mul_vartime(p: &ProjectivePoint, k: &Scalar) -> ProjectivePoint {
    dispatch!(mul_vartime(p, k), mul(p, k))
}

pub(crate) fn mul_base_add_vartime(a: &Scalar, b: &Scalar, p: &ProjectivePoint) -> ProjectivePoint {
    #[cfg(feature = "precomputed-tables")]
    return dispatch!(
        mul_base_add_vartime(a, b, p, &tables::BASE),
        mul_base_add_vartime(a, b, p, &tables::LANES)
    );
    #[cfg(not(feature = "precomputed-tables"))]
    lincomb_vartime(&[(ProjectivePoint::GENERATOR, *a), (*p, *b)])
}

pub(crate) fn lincomb_vartime(terms: &[(ProjectivePoint, Scalar)]) -> ProjectivePoint {
    dispatch!(lincomb_vartime(terms), lincomb_vartime(terms))
}
