//! Projective points.

use super::{AffinePoint, Weierstrass};
use crate::{Element, Fe, Kernel, Prime, arch::ct};
use core::{
    borrow::Borrow,
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};
use elliptic_curve::{
    BatchNormalize, CurveGroup, Error, Generate, PublicKey, Result,
    array::{Array, ArraySize},
    ctutils,
    group::{
        Group, GroupEncoding,
        cofactor::CofactorGroup,
        prime::{PrimeCurve, PrimeGroup},
    },
    ops::{Double, LinearCombination, MulByGeneratorVartime, MulVartime},
    point::NonIdentity,
    rand_core::{TryCryptoRng, TryRng},
    sec1::{CompressedPoint, FromSec1Point, Sec1Point, ToSec1Point},
    subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
    zeroize::DefaultIsZeroes,
};

/// A point in homogeneous coordinates, `x = X / Z`, `y = Y / Z`; the identity is `(0 : Y : 0)`.
///
/// Equality ignores the representation. All operators are complete and constant time; multiplications of the generator
/// should be spelled [`Group::mul_by_generator`], which is several times as fast as `ProjectivePoint::GENERATOR * k`.
#[derive(Clone, Copy)]
pub struct ProjectivePoint<C: Weierstrass> {
    pub(crate) x: Fe<C::Base>,
    pub(crate) y: Fe<C::Base>,
    pub(crate) z: Fe<C::Base>,
    /// 1 if `z` is 0 or 1 *by provenance*: made from an affine point, or from public values. Then `to_affine` needs no inversion.
    /// It never depends on a secret value: selection takes the AND, every other operation clears it.
    normalized: u8,
}

impl<C: Weierstrass> fmt::Debug for ProjectivePoint<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProjectivePoint")
            .field("x", &self.x)
            .field("y", &self.y)
            .field("z", &self.z)
            .finish()
    }
}

impl<C: Weierstrass> ProjectivePoint<C> {
    /// The identity, the point at infinity.
    pub const IDENTITY: Self = Self {
        normalized: 1,
        ..Self::new([Fe::ZERO, Fe::ONE, Fe::ZERO])
    };
    /// The base point.
    pub const GENERATOR: Self = Self {
        normalized: 1,
        ..Self::new([C::GX, C::GY, Fe::ONE])
    };

    pub(crate) const fn new([x, y, z]: [Fe<C::Base>; 3]) -> Self {
        Self {
            x,
            y,
            z,
            normalized: 0,
        }
    }

    /// The coordinates, on another backend.
    #[inline(always)]
    pub(super) fn on<B: Kernel<C::Base>>(&self, backend: B) -> [Fe<C::Base, B>; 3] {
        [self.x, self.y, self.z].map(|x| x.on(backend))
    }

    /// The point of these coordinates, or the identity.
    pub(crate) fn from_coordinates(
        x: Fe<C::Base>,
        y: Fe<C::Base>,
        z: Fe<C::Base>,
        is_identity: Choice,
    ) -> Self {
        Self::conditional_select(&Self::new([x, y, z]), &Self::IDENTITY, is_identity)
    }

    /// The point of these public affine coordinates.
    pub(crate) fn from_public_affine(x: Fe<C::Base>, y: Fe<C::Base>) -> Self {
        Self {
            normalized: 1,
            ..Self::new([x, y, Fe::ONE])
        }
    }

    /// The affine point. One inversion, unless `z` is 0 or 1 by provenance.
    pub fn to_affine(&self) -> AffinePoint<C> {
        if self.normalized == 1 {
            return self.affine(self.x, self.y);
        }
        self.times_inverse(Fe::new(C::Base::invert(&self.z.words)))
    }

    /// `Z`, or 1 for the identity.
    pub(crate) fn nonzero_z(&self) -> Fe<C::Base> {
        Fe::conditional_select(&self.z, &Fe::ONE, self.z.is_zero())
    }

    /// The affine point, from `1/Z`.
    fn times_inverse(&self, z: Fe<C::Base>) -> AffinePoint<C> {
        self.affine(self.x * z, self.y * z)
    }

    /// The point of these affine coordinates, or the identity if this is it.
    pub(crate) fn affine(&self, x: Fe<C::Base>, y: Fe<C::Base>) -> AffinePoint<C> {
        let point = AffinePoint::new(x, y);
        AffinePoint::conditional_select(&point, &AffinePoint::IDENTITY, self.z.is_zero())
    }

    /// `-self`.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self {
            y: -self.y,
            ..*self
        }
    }

    /// `self + other`.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        C::add(self, other)
    }

    /// `self + other`.
    #[must_use]
    fn add_mixed(&self, other: &AffinePoint<C>) -> Self {
        C::add_mixed(self, other)
    }

    /// `self - other`.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// `self - other`.
    #[must_use]
    fn sub_mixed(&self, other: &AffinePoint<C>) -> Self {
        self.add_mixed(&-other)
    }

    /// `k self`.
    #[must_use]
    pub fn mul(&self, k: &Fe<C::Order>) -> Self {
        C::mul(self, k)
    }

    /// `k self`, in time that depends on both.
    #[must_use]
    pub fn mul_vartime(&self, k: &Fe<C::Order>) -> Self {
        C::mul_vartime(self, k)
    }
}

impl<C: Weierstrass> Default for ProjectivePoint<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> DefaultIsZeroes for ProjectivePoint<C> {}

impl<C: Weierstrass> ConditionallySelectable for ProjectivePoint<C> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let mask = ct::mask_of(choice);
        Self {
            x: Fe::select(a.x, b.x, mask),
            y: Fe::select(a.y, b.y, mask),
            z: Fe::select(a.z, b.z, mask),
            normalized: a.normalized & b.normalized,
        }
    }
}

impl<C: Weierstrass> ConstantTimeEq for ProjectivePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
    }
}

impl<C: Weierstrass> ctutils::CtEq for ProjectivePoint<C> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Weierstrass> ctutils::CtSelect for ProjectivePoint<C> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Weierstrass> PartialEq for ProjectivePoint<C> {
    fn eq(&self, other: &Self) -> bool {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Weierstrass> Eq for ProjectivePoint<C> {}

impl<C: Weierstrass> Double for ProjectivePoint<C> {
    fn double(&self) -> Self {
        C::double(self)
    }
}

impl<C: Weierstrass> From<AffinePoint<C>> for ProjectivePoint<C> {
    fn from(p: AffinePoint<C>) -> Self {
        let point = Self::from_public_affine(p.x, p.y);
        Self::conditional_select(&point, &Self::IDENTITY, p.is_identity())
    }
}
impl<C: Weierstrass> From<&AffinePoint<C>> for ProjectivePoint<C> {
    fn from(p: &AffinePoint<C>) -> Self {
        (*p).into()
    }
}
impl<C: Weierstrass> From<NonIdentity<ProjectivePoint<C>>> for ProjectivePoint<C> {
    fn from(p: NonIdentity<ProjectivePoint<C>>) -> Self {
        p.to_point()
    }
}
impl<C: Weierstrass> TryFrom<ProjectivePoint<C>> for NonIdentity<ProjectivePoint<C>> {
    type Error = Error;
    /// In variable time; [`NonIdentity::new`] is the constant-time alternative.
    fn try_from(point: ProjectivePoint<C>) -> Result<Self> {
        NonIdentity::new(point).into_option().ok_or(Error)
    }
}
impl<C: Weierstrass> From<PublicKey<C>> for ProjectivePoint<C> {
    fn from(key: PublicKey<C>) -> Self {
        (*key.as_affine()).into()
    }
}
impl<C: Weierstrass> From<&PublicKey<C>> for ProjectivePoint<C> {
    fn from(key: &PublicKey<C>) -> Self {
        (*key.as_affine()).into()
    }
}
impl<C: Weierstrass> TryFrom<ProjectivePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: ProjectivePoint<C>) -> Result<Self> {
        point.to_affine().try_into()
    }
}
impl<C: Weierstrass> TryFrom<&ProjectivePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: &ProjectivePoint<C>) -> Result<Self> {
        point.to_affine().try_into()
    }
}

impl<C: Weierstrass> FromSec1Point<C> for ProjectivePoint<C> {
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        AffinePoint::from_sec1_point(point).map(Self::from)
    }
}

impl<C: Weierstrass> ToSec1Point<C> for ProjectivePoint<C> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        self.to_affine().to_sec1_point(compress)
    }
}

impl<C: Weierstrass> Generate for ProjectivePoint<C> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> core::result::Result<Self, R::Error> {
        AffinePoint::try_random(rng).map(Self::from)
    }
}

impl<C: Weierstrass> Group for ProjectivePoint<C> {
    type Scalar = Fe<C::Order>;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> core::result::Result<Self, R::Error> {
        AffinePoint::try_random(rng).map(Self::from)
    }
    fn identity() -> Self {
        Self::IDENTITY
    }
    fn generator() -> Self {
        Self::GENERATOR
    }
    fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }
    fn double(&self) -> Self {
        Double::double(self)
    }
    fn mul_by_generator(k: &Fe<C::Order>) -> Self {
        C::mul_base(k)
    }
}

impl<C: Weierstrass> CurveGroup for ProjectivePoint<C> {
    type Affine = AffinePoint<C>;

    fn to_affine(&self) -> AffinePoint<C> {
        self.to_affine()
    }
    /// # Panics
    /// If the slices differ in length.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        assert_eq!(points.len(), affine.len());
        C::batch_normalize(points, affine);
    }
}

impl<C: Weierstrass, const N: usize> BatchNormalize<[ProjectivePoint<C>; N]>
    for ProjectivePoint<C>
{
    type Output = [AffinePoint<C>; N];
    fn batch_normalize(points: &[Self; N]) -> [AffinePoint<C>; N] {
        let mut affine = [AffinePoint::IDENTITY; N];
        C::batch_normalize(points, &mut affine);
        affine
    }
    fn batch_normalize_vartime(points: &[Self; N]) -> [AffinePoint<C>; N] {
        let mut affine = [AffinePoint::IDENTITY; N];
        C::batch_normalize_vartime(points, &mut affine);
        affine
    }
}

impl<C: Weierstrass, U: ArraySize> BatchNormalize<Array<ProjectivePoint<C>, U>>
    for ProjectivePoint<C>
{
    type Output = Array<AffinePoint<C>, U>;
    fn batch_normalize(points: &Array<Self, U>) -> Array<AffinePoint<C>, U> {
        let mut affine = Array::default();
        C::batch_normalize(points, &mut affine);
        affine
    }
    fn batch_normalize_vartime(points: &Array<Self, U>) -> Array<AffinePoint<C>, U> {
        let mut affine = Array::default();
        C::batch_normalize_vartime(points, &mut affine);
        affine
    }
}

#[cfg(feature = "alloc")]
impl<C: Weierstrass> BatchNormalize<[ProjectivePoint<C>]> for ProjectivePoint<C> {
    type Output = alloc::vec::Vec<AffinePoint<C>>;
    fn batch_normalize(points: &[Self]) -> Self::Output {
        let mut affine = alloc::vec![AffinePoint::IDENTITY; points.len()];
        C::batch_normalize(points, &mut affine);
        affine
    }
    fn batch_normalize_vartime(points: &[Self]) -> Self::Output {
        let mut affine = alloc::vec![AffinePoint::IDENTITY; points.len()];
        C::batch_normalize_vartime(points, &mut affine);
        affine
    }
}

impl<C: Weierstrass> GroupEncoding for ProjectivePoint<C> {
    type Repr = CompressedPoint<C>;

    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        AffinePoint::from_bytes(bytes).map(Self::from)
    }
    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }
    fn to_bytes(&self) -> Self::Repr {
        self.to_affine().to_bytes()
    }
}

impl<C: Weierstrass> PrimeGroup for ProjectivePoint<C> {}
impl<C: Weierstrass> PrimeCurve for ProjectivePoint<C> {}

/// The cofactor is one.
impl<C: Weierstrass> CofactorGroup for ProjectivePoint<C> {
    type Subgroup = Self;
    fn clear_cofactor(&self) -> Self {
        *self
    }
    fn into_subgroup(self) -> CtOption<Self> {
        CtOption::new(self, Choice::from(1))
    }
    fn is_torsion_free(&self) -> Choice {
        Choice::from(1)
    }
}

impl<C: Weierstrass> wnaf::WnafGroup for ProjectivePoint<C> {
    fn recommended_wnaf_for_num_scalars(_num_scalars: usize) -> usize {
        5
    }
}

impl<C: Weierstrass> LinearCombination<[(ProjectivePoint<C>, Fe<C::Order>)]>
    for ProjectivePoint<C>
{
    fn lincomb_vartime(terms: &[(Self, Fe<C::Order>)]) -> Self {
        C::lincomb_vartime(terms)
    }
}

impl<C: Weierstrass, const N: usize> LinearCombination<[(ProjectivePoint<C>, Fe<C::Order>); N]>
    for ProjectivePoint<C>
{
    fn lincomb_vartime(terms: &[(Self, Fe<C::Order>); N]) -> Self {
        C::lincomb_vartime(terms)
    }
}

impl<C: Weierstrass> MulByGeneratorVartime for ProjectivePoint<C> {
    fn mul_by_generator_vartime(k: &Fe<C::Order>) -> Self {
        C::mul_base_vartime(k)
    }
    fn mul_by_generator_and_mul_add_vartime(a: &Fe<C::Order>, b: &Fe<C::Order>, p: &Self) -> Self {
        C::mul_base_add_vartime(a, b, p)
    }
}

macro_rules! operator {
    ($($trait:ident::$f:ident, $assign_trait:ident::$f_assign:ident, $full:ident, $mixed:ident;)*) => {$(
        operator!($trait::$f, $assign_trait::$f_assign, ProjectivePoint, $full);
        operator!($trait::$f, $assign_trait::$f_assign, AffinePoint, $mixed);
    )*};
    ($trait:ident::$f:ident, $assign_trait:ident::$f_assign:ident, $rhs:ident, $inner:ident) => {
        impl<C: Weierstrass> $trait<$rhs<C>> for ProjectivePoint<C> {
            type Output = Self;
            fn $f(self, rhs: $rhs<C>) -> Self {
                Self::$inner(&self, &rhs)
            }
        }
        impl<C: Weierstrass> $trait<&$rhs<C>> for ProjectivePoint<C> {
            type Output = Self;
            fn $f(self, rhs: &$rhs<C>) -> Self {
                Self::$inner(&self, rhs)
            }
        }
        impl<C: Weierstrass> $trait<&$rhs<C>> for &ProjectivePoint<C> {
            type Output = ProjectivePoint<C>;
            fn $f(self, rhs: &$rhs<C>) -> ProjectivePoint<C> {
                ProjectivePoint::$inner(self, rhs)
            }
        }
        impl<C: Weierstrass> $assign_trait<$rhs<C>> for ProjectivePoint<C> {
            fn $f_assign(&mut self, rhs: $rhs<C>) {
                *self = Self::$inner(self, &rhs);
            }
        }
        impl<C: Weierstrass> $assign_trait<&$rhs<C>> for ProjectivePoint<C> {
            fn $f_assign(&mut self, rhs: &$rhs<C>) {
                *self = Self::$inner(self, rhs);
            }
        }
    };
}
operator! {
    Add::add, AddAssign::add_assign, add, add_mixed;
    Sub::sub, SubAssign::sub_assign, sub, sub_mixed;
}

impl<C: Weierstrass> Neg for ProjectivePoint<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::neg(&self)
    }
}
impl<C: Weierstrass> Neg for &ProjectivePoint<C> {
    type Output = ProjectivePoint<C>;
    fn neg(self) -> ProjectivePoint<C> {
        ProjectivePoint::neg(self)
    }
}

impl<C: Weierstrass> Sum for ProjectivePoint<C> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::IDENTITY, |sum, p| sum + p)
    }
}
impl<'a, C: Weierstrass> Sum<&'a ProjectivePoint<C>> for ProjectivePoint<C> {
    fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
        iter.copied().sum()
    }
}

impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> Mul<S> for ProjectivePoint<C> {
    type Output = Self;
    fn mul(self, k: S) -> Self {
        C::mul(&self, k.borrow())
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> Mul<S> for &ProjectivePoint<C> {
    type Output = ProjectivePoint<C>;
    fn mul(self, k: S) -> ProjectivePoint<C> {
        C::mul(self, k.borrow())
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> MulAssign<S> for ProjectivePoint<C> {
    fn mul_assign(&mut self, k: S) {
        *self = C::mul(self, k.borrow());
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> MulVartime<S> for ProjectivePoint<C> {
    fn mul_vartime(self, k: S) -> Self {
        C::mul_vartime(&self, k.borrow())
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> MulVartime<S> for &ProjectivePoint<C> {
    fn mul_vartime(self, k: S) -> ProjectivePoint<C> {
        C::mul_vartime(self, k.borrow())
    }
}

/// As the affine point.
#[cfg(feature = "serde")]
mod serde_impls {
    use super::{AffinePoint, ProjectivePoint, Weierstrass};
    use serdect::serde::{Deserialize, Deserializer, Serialize, Serializer};

    impl<C: Weierstrass> Serialize for ProjectivePoint<C> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.to_affine().serialize(serializer)
        }
    }

    impl<'de, C: Weierstrass> Deserialize<'de> for ProjectivePoint<C> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            AffinePoint::deserialize(deserializer).map(Self::from)
        }
    }
}
