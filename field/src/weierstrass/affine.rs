//! Affine points.

use super::{ProjectivePoint, Weierstrass};
use crate::{Fe, Prime, arch::ct};
use core::{
    borrow::Borrow,
    ops::{Mul, Neg},
};
use elliptic_curve::{
    Error, FieldBytes, Generate, PublicKey, Result, ctutils,
    group::{CurveAffine, GroupEncoding},
    ops::MulVartime,
    point::{AffineCoordinates, DecompactPoint, DecompressPoint, NonIdentity},
    rand_core::{TryCryptoRng, TryRng},
    sec1::{self, CompressedPoint, FromSec1Point, Sec1Point, ToCompactSec1Point, ToSec1Point},
    subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
    zeroize::DefaultIsZeroes,
};

/// A point in affine coordinates: on the curve, or the identity, which is held as `(0, 0)` with `infinity = 1`.
#[derive(Clone, Copy, Debug)]
pub struct AffinePoint<C: Weierstrass> {
    pub(super) x: Fe<C::Base>,
    pub(super) y: Fe<C::Base>,
    /// 1 for the identity, else 0.
    pub(super) infinity: u8,
}

impl<C: Weierstrass> AffinePoint<C> {
    /// The identity, the point at infinity.
    pub const IDENTITY: Self = Self {
        x: Fe::ZERO,
        y: Fe::ZERO,
        infinity: 1,
    };
    /// The base point.
    pub const GENERATOR: Self = Self {
        x: C::GX,
        y: C::GY,
        infinity: 0,
    };

    /// A point other than the identity.
    pub(super) fn new(x: Fe<C::Base>, y: Fe<C::Base>) -> Self {
        Self { x, y, infinity: 0 }
    }

    /// Is this the identity?
    pub fn is_identity(&self) -> Choice {
        Choice::from(self.infinity)
    }

    /// `x^3 - 3 x + b`.
    fn equation(x: Fe<C::Base>) -> Fe<C::Base> {
        (x * x - (Fe::ONE + Fe::ONE + Fe::ONE)) * x + C::B
    }

    /// The one of `P`, `-P` whose y-coordinate is not above the other's: `min(y, p - y)`.
    fn to_compact(self) -> Self {
        use elliptic_curve::subtle::ConstantTimeGreater;
        let opposite = -self;
        Self::conditional_select(&self, &opposite, self.y.ct_gt(&opposite.y))
    }

    /// A uniform point other than the identity: x-coordinates are drawn until one has a point.
    pub(super) fn try_random<R: TryRng + ?Sized>(
        rng: &mut R,
    ) -> core::result::Result<Self, R::Error> {
        let mut x = FieldBytes::<C>::default();
        let mut sign = [0];
        loop {
            rng.try_fill_bytes(&mut x)?;
            rng.try_fill_bytes(&mut sign)?;
            // Without the bits that no element has, as in `Field::try_random`.
            x[0] &= 0xff >> (8 * x.len() as u32 - C::Base::BITS);
            if let Some(point) = Self::decompress(&x, Choice::from(sign[0] & 1)).into_option() {
                return Ok(point);
            }
        }
    }
}

impl<C: Weierstrass> AffineCoordinates for AffinePoint<C> {
    type FieldRepr = FieldBytes<C>;

    /// None unless both are below the prime and on the curve.
    fn from_coordinates(x: &FieldBytes<C>, y: &FieldBytes<C>) -> CtOption<Self> {
        let (x, y) = (Fe::from_bytes(x), Fe::from_bytes(y));
        let in_range = x.is_some() & y.is_some();
        let (x, y) = (x.unwrap_or(Fe::ZERO), y.unwrap_or(Fe::ZERO));
        CtOption::new(
            Self::new(x, y),
            in_range & (y * y).ct_eq(&Self::equation(x)),
        )
    }
    fn x(&self) -> FieldBytes<C> {
        self.x.to_bytes()
    }
    fn y(&self) -> FieldBytes<C> {
        self.y.to_bytes()
    }
    fn x_is_odd(&self) -> Choice {
        self.x.is_odd()
    }
    fn y_is_odd(&self) -> Choice {
        self.y.is_odd()
    }
}

impl<C: Weierstrass> Default for AffinePoint<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> DefaultIsZeroes for AffinePoint<C> {}

impl<C: Weierstrass> ConditionallySelectable for AffinePoint<C> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: Fe::conditional_select(&a.x, &b.x, choice),
            y: Fe::conditional_select(&a.y, &b.y, choice),
            infinity: ct::select(a.infinity.into(), b.infinity.into(), ct::mask_of(choice)) as u8,
        }
    }
}

impl<C: Weierstrass> ConstantTimeEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y) & self.infinity.ct_eq(&other.infinity)
    }
}

impl<C: Weierstrass> ctutils::CtEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Weierstrass> ctutils::CtSelect for AffinePoint<C> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Weierstrass> PartialEq for AffinePoint<C> {
    fn eq(&self, other: &Self) -> bool {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Weierstrass> Eq for AffinePoint<C> {}

impl<C: Weierstrass> DecompressPoint<C> for AffinePoint<C> {
    /// None unless `x` is below the prime and has a point.
    fn decompress(x: &FieldBytes<C>, y_is_odd: Choice) -> CtOption<Self> {
        Fe::from_bytes(x).and_then(|x| {
            Self::equation(x).sqrt().map(|y| {
                let y = Fe::conditional_select(&y, &-y, y.is_odd() ^ y_is_odd);
                Self::new(x, y)
            })
        })
    }
}

impl<C: Weierstrass> DecompactPoint<C> for AffinePoint<C> {
    fn decompact(x: &FieldBytes<C>) -> CtOption<Self> {
        Self::decompress(x, Choice::from(0)).map(Self::to_compact)
    }
}

impl<C: Weierstrass> FromSec1Point<C> for AffinePoint<C> {
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        match point.coordinates() {
            sec1::Coordinates::Identity => ctutils::CtOption::some(Self::IDENTITY),
            sec1::Coordinates::Compact { x } => Self::decompact(x).into(),
            sec1::Coordinates::Compressed { x, y_is_odd } => {
                Self::decompress(x, Choice::from(u8::from(y_is_odd))).into()
            }
            sec1::Coordinates::Uncompressed { x, y } => Self::from_coordinates(x, y).into(),
        }
    }
}

impl<C: Weierstrass> ToSec1Point<C> for AffinePoint<C> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        use ctutils::CtSelect;
        Sec1Point::<C>::from_affine_coordinates(&self.x.to_bytes(), &self.y.to_bytes(), compress)
            .ct_select(&Sec1Point::<C>::identity(), self.is_identity().into())
    }
}

impl<C: Weierstrass> ToCompactSec1Point<C> for AffinePoint<C> {
    /// None if `-P` is the compact one of the two.
    fn to_compact_encoded_point(&self) -> ctutils::CtOption<Sec1Point<C>> {
        let point = self.to_compact();
        let mut bytes = CompressedPoint::<C>::default();
        bytes[0] = sec1::Tag::Compact.into();
        bytes[1..].copy_from_slice(&point.x.to_bytes());
        ctutils::CtOption::new(
            Sec1Point::<C>::from_bytes(bytes).unwrap_or_default(),
            point.y.ct_eq(&self.y).into(),
        )
    }
}

impl<C: Weierstrass> GroupEncoding for AffinePoint<C> {
    type Repr = CompressedPoint<C>;

    /// Compressed SEC1; the identity is all zeros. Variable time in whether it is the identity.
    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        let is_identity = bytes.as_slice().ct_eq(Self::Repr::default().as_slice());
        match Sec1Point::<C>::from_bytes(bytes) {
            Ok(point) => Self::from_sec1_point(&point).into(),
            Err(_) => CtOption::new(Self::IDENTITY, is_identity),
        }
    }
    /// As [`Self::from_bytes`]: a compressed point cannot be decoded without a check.
    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }
    /// In constant time, and so not through `Sec1Point`: its length is looked up by the tag, which holds the parity of y.
    fn to_bytes(&self) -> Self::Repr {
        let mut bytes = Self::Repr::default();
        bytes[0] = u8::from(sec1::Tag::CompressedEvenY) + self.y.is_odd().unwrap_u8();
        bytes[1..].copy_from_slice(&self.x.to_bytes());
        let is_point = ct::mask(u64::from(1 ^ self.infinity)) as u8;
        for byte in &mut bytes {
            *byte &= is_point;
        }
        bytes
    }
}

impl<C: Weierstrass> CurveAffine for AffinePoint<C> {
    type Curve = ProjectivePoint<C>;
    type Scalar = Fe<C::Order>;

    fn identity() -> Self {
        Self::IDENTITY
    }
    fn generator() -> Self {
        Self::GENERATOR
    }
    fn is_identity(&self) -> Choice {
        self.is_identity()
    }
    fn to_curve(&self) -> ProjectivePoint<C> {
        (*self).into()
    }
}

impl<C: Weierstrass> Generate for AffinePoint<C> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> core::result::Result<Self, R::Error> {
        Self::try_random(rng)
    }
}

impl<C: Weierstrass> From<NonIdentity<AffinePoint<C>>> for AffinePoint<C> {
    fn from(point: NonIdentity<AffinePoint<C>>) -> Self {
        point.to_point()
    }
}
impl<C: Weierstrass> TryFrom<AffinePoint<C>> for NonIdentity<AffinePoint<C>> {
    type Error = Error;
    /// In variable time; [`NonIdentity::new`] is the constant-time alternative.
    fn try_from(point: AffinePoint<C>) -> Result<Self> {
        NonIdentity::new(point).into_option().ok_or(Error)
    }
}
impl<C: Weierstrass> From<ProjectivePoint<C>> for AffinePoint<C> {
    fn from(point: ProjectivePoint<C>) -> Self {
        point.to_affine()
    }
}
impl<C: Weierstrass> From<&ProjectivePoint<C>> for AffinePoint<C> {
    fn from(point: &ProjectivePoint<C>) -> Self {
        point.to_affine()
    }
}
impl<C: Weierstrass> From<PublicKey<C>> for AffinePoint<C> {
    fn from(key: PublicKey<C>) -> Self {
        *key.as_affine()
    }
}
impl<C: Weierstrass> From<&PublicKey<C>> for AffinePoint<C> {
    fn from(key: &PublicKey<C>) -> Self {
        *key.as_affine()
    }
}
impl<C: Weierstrass> TryFrom<AffinePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: AffinePoint<C>) -> Result<Self> {
        Self::from_affine(point)
    }
}
impl<C: Weierstrass> TryFrom<&AffinePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: &AffinePoint<C>) -> Result<Self> {
        Self::from_affine(*point)
    }
}
impl<C: Weierstrass> From<AffinePoint<C>> for Sec1Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        point.to_sec1_point(false)
    }
}
impl<C: Weierstrass> TryFrom<Sec1Point<C>> for AffinePoint<C> {
    type Error = Error;
    fn try_from(point: Sec1Point<C>) -> Result<Self> {
        Self::try_from(&point)
    }
}
impl<C: Weierstrass> TryFrom<&Sec1Point<C>> for AffinePoint<C> {
    type Error = Error;
    fn try_from(point: &Sec1Point<C>) -> Result<Self> {
        Self::from_sec1_point(point).into_option().ok_or(Error)
    }
}

impl<C: Weierstrass> Neg for AffinePoint<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { y: -self.y, ..self }
    }
}
impl<C: Weierstrass> Neg for &AffinePoint<C> {
    type Output = AffinePoint<C>;
    fn neg(self) -> AffinePoint<C> {
        -*self
    }
}

impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> Mul<S> for AffinePoint<C> {
    type Output = ProjectivePoint<C>;
    fn mul(self, k: S) -> ProjectivePoint<C> {
        C::mul(&self.into(), k.borrow())
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> Mul<S> for &AffinePoint<C> {
    type Output = ProjectivePoint<C>;
    fn mul(self, k: S) -> ProjectivePoint<C> {
        *self * k
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> MulVartime<S> for AffinePoint<C> {
    fn mul_vartime(self, k: S) -> ProjectivePoint<C> {
        C::mul_vartime(&self.into(), k.borrow())
    }
}
impl<C: Weierstrass, S: Borrow<Fe<C::Order>>> MulVartime<S> for &AffinePoint<C> {
    fn mul_vartime(self, k: S) -> ProjectivePoint<C> {
        (*self).mul_vartime(k)
    }
}

/// Compressed SEC1, as the peers.
#[cfg(feature = "serde")]
mod serde_impls {
    use super::{AffinePoint, Weierstrass};
    use elliptic_curve::sec1::{Sec1Point, ToSec1Point};
    use serdect::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    impl<C: Weierstrass> Serialize for AffinePoint<C> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.to_sec1_point(true).serialize(serializer)
        }
    }

    impl<'de, C: Weierstrass> Deserialize<'de> for AffinePoint<C> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let point = Sec1Point::<C>::deserialize(deserializer)?;
            Self::try_from(&point).map_err(de::Error::custom)
        }
    }
}
