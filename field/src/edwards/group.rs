//! The traits of the `group` crate for edwards25519: the whole group, of order `8 l`, and the subgroup of order `l`.

use super::curve25519::{BASE, Point};
use crate::{Fe, N25519, assign_operator, binary_operator, neg_operator};
use core::iter::Sum;
use elliptic_curve::{
    group::{Group, GroupEncoding, cofactor::CofactorGroup, prime::PrimeGroup},
    rand_core::TryRng,
    subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
};

type Scalar = Fe<N25519>;

/// A point of edwards25519 that is a multiple of the base point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubgroupPoint(Point);

impl SubgroupPoint {
    /// The point, among all of the curve.
    #[must_use]
    pub const fn to_point(&self) -> Point {
        self.0
    }
}

impl From<SubgroupPoint> for Point {
    fn from(p: SubgroupPoint) -> Self {
        p.0
    }
}

impl ConditionallySelectable for SubgroupPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Point::conditional_select(&a.0, &b.0, choice))
    }
}

impl ConstantTimeEq for SubgroupPoint {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

binary_operator! {
    Add add: Point, Point => Point, Point::plus;
    Sub sub: Point, Point => Point, |p, q| p.plus(&q.negate());
    Mul mul: Point, Scalar => Point, |p, k| p.times(&k.to_integer());
    Mul mul: Scalar, Point => Point, |k, p| p * k;
    Add add: Point, SubgroupPoint => Point, |p, q| p + q.0;
    Sub sub: Point, SubgroupPoint => Point, |p, q| p - q.0;
    Add add: SubgroupPoint, SubgroupPoint => SubgroupPoint, |p, q| SubgroupPoint(p.0 + q.0);
    Sub sub: SubgroupPoint, SubgroupPoint => SubgroupPoint, |p, q| SubgroupPoint(p.0 - q.0);
    Mul mul: SubgroupPoint, Scalar => SubgroupPoint, |p, k| SubgroupPoint(p.0 * k);
    Mul mul: Scalar, SubgroupPoint => SubgroupPoint, |k, p| p * k;
}
assign_operator! {
    AddAssign add_assign +: Point, Point;
    SubAssign sub_assign -: Point, Point;
    MulAssign mul_assign *: Point, Scalar;
    AddAssign add_assign +: Point, SubgroupPoint;
    SubAssign sub_assign -: Point, SubgroupPoint;
    AddAssign add_assign +: SubgroupPoint, SubgroupPoint;
    SubAssign sub_assign -: SubgroupPoint, SubgroupPoint;
    MulAssign mul_assign *: SubgroupPoint, Scalar;
}
neg_operator! { Point, Point::negate }
neg_operator! { SubgroupPoint, |p| SubgroupPoint(-p.0) }

macro_rules! sums {
    ($($point:ty),*) => {$(
        impl Sum for $point {
            fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
                points.fold(Self::identity(), |sum, p| sum + p)
            }
        }
        impl<'a> Sum<&'a Self> for $point {
            fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
                points.fold(Self::identity(), |sum, p| sum + p)
            }
        }
    )*};
}
sums!(Point, SubgroupPoint);

impl Group for Point {
    type Scalar = Scalar;

    /// Uniform, by rejection: draws 32 bytes until they are the encoding of a point other than the identity.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut bytes = [0; 32];
        loop {
            rng.try_fill_bytes(&mut bytes)?;
            // All encodings that are not canonical are refused, or their points came twice as often.
            match Self::decompress_canonical_vartime(&bytes) {
                Some(p) if !bool::from(p.is_identity()) => return Ok(p),
                _ => {}
            }
        }
    }
    fn identity() -> Self {
        Self::IDENTITY
    }
    /// The base point, which generates the subgroup.
    fn generator() -> Self {
        Self::BASE
    }
    fn is_identity(&self) -> Choice {
        self.is_identity()
    }
    fn double(&self) -> Self {
        self.double_n(1)
    }
    fn mul_by_generator(k: &Scalar) -> Self {
        Self::mul_base(&k.to_integer(), &BASE)
    }
}

/// RFC 8032 § 5.1.2; a `y` of `p` or more is reduced, and of `x = 0` the sign is ignored.
impl GroupEncoding for Point {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decompress(bytes)
    }
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Self::decompress(bytes)
    }
    fn to_bytes(&self) -> [u8; 32] {
        self.compress()
    }
}

impl CofactorGroup for Point {
    type Subgroup = SubgroupPoint;

    /// `8 self`.
    fn clear_cofactor(&self) -> SubgroupPoint {
        SubgroupPoint(self.double_n(3))
    }
    fn into_subgroup(self) -> CtOption<SubgroupPoint> {
        CtOption::new(SubgroupPoint(self), self.is_torsion_free())
    }
    fn is_torsion_free(&self) -> Choice {
        self.is_torsion_free()
    }
}

impl Group for SubgroupPoint {
    type Scalar = Scalar;

    /// Uniform: eight times a random point, which is not the identity.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        loop {
            let p = Point::try_random(rng)?.clear_cofactor();
            if !bool::from(p.is_identity()) {
                return Ok(p);
            }
        }
    }
    fn identity() -> Self {
        Self(Point::IDENTITY)
    }
    fn generator() -> Self {
        Self(Point::BASE)
    }
    fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }
    fn double(&self) -> Self {
        Self(self.0.double_n(1))
    }
    fn mul_by_generator(k: &Scalar) -> Self {
        Self(Point::mul_by_generator(k))
    }
}

/// Those of the point, but for those of other points than multiples of the base point, which are refused by `from_bytes`.
impl GroupEncoding for SubgroupPoint {
    type Repr = [u8; 32];

    fn from_bytes(bytes: &[u8; 32]) -> CtOption<Self> {
        Point::decompress(bytes).and_then(CofactorGroup::into_subgroup)
    }
    fn from_bytes_unchecked(bytes: &[u8; 32]) -> CtOption<Self> {
        Point::decompress(bytes).map(Self)
    }
    fn to_bytes(&self) -> [u8; 32] {
        self.0.compress()
    }
}

impl PrimeGroup for SubgroupPoint {}

impl wnaf::WnafGroup for Point {
    fn recommended_wnaf_for_num_scalars(_num_scalars: usize) -> usize {
        5
    }
}

impl wnaf::WnafGroup for SubgroupPoint {
    fn recommended_wnaf_for_num_scalars(_num_scalars: usize) -> usize {
        5
    }
}

#[cfg(test)]
mod tests;
