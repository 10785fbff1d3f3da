//! Curves `y^2 = x^3 - 3 x + b` of prime order: P-256, P-384, P-521.
//!
//! * [`AffinePoint`], [`ProjectivePoint`]: the public points, with every trait of `group` and `elliptic-curve`, once for all
//!   curves; complete formulas, so any points may be added.
//! * `jacobian`: the faster incomplete formulas, written over [`crate::Element`], each named by its precondition.
//! * `schedule`: scalar multiplications over them, on any [`crate::Layout`], with the proofs that the preconditions hold.
//! * `vector`: the operations that vectors do faster.
//! * `dispatch!`: the operations of a curve, each on the best backend of the machine.

mod affine;
pub(crate) mod complete;
mod dispatch;
pub(crate) mod jacobian;
#[cfg(feature = "hash2curve")]
mod map;
mod projective;
mod scalar;
pub mod schedule;
pub mod table;
pub mod vector;

pub use affine::AffinePoint;
pub use jacobian::{Affine, Jacobian, Xyzz};
#[cfg(feature = "hash2curve")]
pub(crate) use map::map;
pub use projective::ProjectivePoint;

use crate::{Fe, Native, Order, Prime};
use elliptic_curve::{
    Curve, CurveArithmetic, FieldBytesSize, PrimeCurve, point::PointCompression, sec1::ModulusSize,
};

/// A curve: its parameters, and the operations that [`crate::dispatch!`] gives to the best backend of the machine.
///
/// All are constant time but those named `vartime`, which are for public values.
pub trait Weierstrass:
    PrimeCurve
    + PointCompression
    + Curve<FieldBytesSize: ModulusSize, Uint = <Self::Order as Prime>::Uint>
    + CurveArithmetic<
        Scalar = Fe<Self::Order>,
        AffinePoint = AffinePoint<Self>,
        ProjectivePoint = ProjectivePoint<Self>,
    >
{
    /// The base field.
    type Base: Prime<Size = FieldBytesSize<Self>>;
    /// The field of scalars: the integers modulo the order.
    type Order: Order<Size = FieldBytesSize<Self>>;

    /// `b`.
    const B: Fe<Self::Base>;
    /// The generator's x-coordinate.
    const GX: Fe<Self::Base>;
    /// The generator's y-coordinate.
    const GY: Fe<Self::Base>;

    /// `p + q`, for any points.
    fn add(p: &ProjectivePoint<Self>, q: &ProjectivePoint<Self>) -> ProjectivePoint<Self> {
        schedule::add(Native, p, q)
    }
    /// `p + q`, for any points.
    fn add_mixed(p: &ProjectivePoint<Self>, q: &AffinePoint<Self>) -> ProjectivePoint<Self> {
        schedule::add_mixed(Native, p, q)
    }
    /// `2 p`.
    fn double(p: &ProjectivePoint<Self>) -> ProjectivePoint<Self> {
        schedule::double(Native, p)
    }
    /// All affine points, the identity for the identity, with few inversions; the slices are equally long.
    fn batch_normalize(points: &[ProjectivePoint<Self>], affine: &mut [AffinePoint<Self>]) {
        schedule::batch_normalize(Native, points, affine, Self::Base::invert);
    }
    /// [`Self::batch_normalize`] with variable-time inversion.
    fn batch_normalize_vartime(points: &[ProjectivePoint<Self>], affine: &mut [AffinePoint<Self>]) {
        schedule::batch_normalize(Native, points, affine, Self::Base::invert_vartime);
    }
    /// `k G`.
    fn mul_base(k: &Fe<Self::Order>) -> ProjectivePoint<Self>;
    /// `k G`, in time that depends on `k`.
    fn mul_base_vartime(k: &Fe<Self::Order>) -> ProjectivePoint<Self>;
    /// `k p`.
    fn mul(p: &ProjectivePoint<Self>, k: &Fe<Self::Order>) -> ProjectivePoint<Self>;
    /// `k p`, in time that depends on both.
    fn mul_vartime(p: &ProjectivePoint<Self>, k: &Fe<Self::Order>) -> ProjectivePoint<Self>;
    /// `a G + b p`, in time that depends on all; normalized, so that `to_affine` is free.
    fn mul_base_add_vartime(
        a: &Fe<Self::Order>,
        b: &Fe<Self::Order>,
        p: &ProjectivePoint<Self>,
    ) -> ProjectivePoint<Self>;
    /// `sum k p`, in time that depends on all.
    fn lincomb_vartime(terms: &[(ProjectivePoint<Self>, Fe<Self::Order>)])
    -> ProjectivePoint<Self>;
}

#[cfg(test)]
pub(crate) mod tests;
