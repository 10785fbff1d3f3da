//! Points of edwards25519, all `8 l` of them.

use crate::{
    dispatch,
    montgomery::MontgomeryPoint,
    scalar::{Scalar, clamp_integer},
    traits::Identity,
};
use core::{array::TryFromSliceError, fmt, iter::Sum};
use field_fast::{
    assign_operator, binary_operator,
    edwards::curve25519::{Point, encode, words_of},
    neg_operator,
};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
#[cfg(feature = "digest")]
use {
    digest::{
        FixedOutput, HashMarker,
        array::Array,
        common::BlockSizeUser,
        consts::{True, U64},
        typenum::IsGreater,
    },
    field_fast::{Fe, P25519},
};

/// An encoded point: `y`, and the lowest bit of `x` above it. Any 32 bytes, which need not be a point's.
#[derive(Copy, Clone, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "both are of the bytes")]
pub struct CompressedEdwardsY(pub [u8; 32]);

impl CompressedEdwardsY {
    /// The bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The bytes.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The point; none if no point has this `y`. A `y` of `2^255 - 19` or more is reduced, and of `x = 0` the sign is ignored.
    #[must_use]
    pub fn decompress(&self) -> Option<EdwardsPoint> {
        Point::decompress(&self.0).into_option().map(EdwardsPoint)
    }

    /// The point of which this is the only canonical encoding, if there is one.
    pub(crate) fn decompress_canonical(&self) -> Option<EdwardsPoint> {
        Point::decompress_canonical_vartime(&self.0).map(EdwardsPoint)
    }

    /// From a slice of 32 bytes.
    #[allow(clippy::missing_errors_doc, reason = "the first sentence says it")]
    pub fn from_slice(bytes: &[u8]) -> Result<Self, TryFromSliceError> {
        bytes.try_into().map(Self)
    }
}

impl TryFrom<&[u8]> for CompressedEdwardsY {
    type Error = TryFromSliceError;
    fn try_from(bytes: &[u8]) -> Result<Self, TryFromSliceError> {
        Self::from_slice(bytes)
    }
}

impl fmt::Debug for CompressedEdwardsY {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CompressedEdwardsY: {:?}", self.0)
    }
}

impl Identity for CompressedEdwardsY {
    fn identity() -> Self {
        let mut y = [0; 32];
        y[0] = 1;
        Self(y)
    }
}

impl Default for CompressedEdwardsY {
    fn default() -> Self {
        Self::identity()
    }
}

impl ConstantTimeEq for CompressedEdwardsY {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0[..].ct_eq(&other.0[..])
    }
}

impl PartialEq for CompressedEdwardsY {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for CompressedEdwardsY {}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for CompressedEdwardsY {
    fn zeroize(&mut self) {
        self.0.zeroize();
        *self = Self::default();
    }
}

/// A point.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct EdwardsPoint(pub(crate) Point);

impl EdwardsPoint {
    /// `scalar B`. Constant time.
    #[must_use]
    pub fn mul_base(scalar: &Scalar) -> Self {
        Self(dispatch::mul_base(&scalar.words()))
    }

    /// The clamped integer of the bytes times the base point. Constant time.
    #[must_use]
    pub fn mul_base_clamped(bytes: [u8; 32]) -> Self {
        Self(dispatch::mul_base(&words_of(&clamp_integer(bytes))))
    }

    /// The clamped integer of the bytes times the point. Constant time.
    #[must_use]
    pub fn mul_clamped(self, bytes: [u8; 32]) -> Self {
        Self(self.0.times(&words_of(&clamp_integer(bytes))))
    }

    /// `a A + b B`, in variable time.
    #[allow(non_snake_case)]
    #[must_use]
    pub fn vartime_double_scalar_mul_basepoint(a: &Scalar, A: &Self, b: &Scalar) -> Self {
        Self(dispatch::mul_base_add_vartime(&b.words(), &a.words(), &A.0))
    }

    /// A point for these bytes and this domain, uniform among the multiples of the base point as far as `D` is a random function:
    /// `hash_to_curve` of RFC 9380 with `expand_message_xmd` and Elligator 2, the suite `edwards25519_XMD:SHA-512_ELL2_RO_` if `D` is SHA-512.
    /// `bytes` and `domain` are concatenated. Constant time, but for lengths.
    ///
    /// # Panics
    /// If the domain is empty, which the RFC forbids. One of more than 255 bytes is hashed, § 5.3.3.
    #[cfg(feature = "digest")]
    #[must_use]
    pub fn hash_to_curve<D>(bytes: &[&[u8]], domain: &[&[u8]]) -> Self
    where
        D: BlockSizeUser + Default + FixedOutput<OutputSize = U64> + HashMarker,
        D::BlockSize: IsGreater<D::OutputSize, Output = True>,
    {
        let uniform: [u8; 96] = expand_message::<D, 96>(bytes, domain);
        let [u, v] = [0, 1].map(|i| element(&uniform, i));
        let [p, q] = Point::map_two_to_curve([&u, &v]);
        Self(p.plus(&q).double_n(3))
    }

    /// A point for these bytes and this domain, one of a part of the multiples of the base point, and not all of these as often:
    /// `encode_to_curve` of RFC 9380, for which [`Self::hash_to_curve`] says the rest, with the suite `edwards25519_XMD:SHA-512_ELL2_NU_`.
    ///
    /// # Panics
    /// If the domain is empty.
    #[cfg(feature = "digest")]
    #[must_use]
    pub fn encode_to_curve<D>(bytes: &[&[u8]], domain: &[&[u8]]) -> Self
    where
        D: BlockSizeUser + Default + FixedOutput<OutputSize = U64> + HashMarker,
        D::BlockSize: IsGreater<D::OutputSize, Output = True>,
    {
        let uniform: [u8; 48] = expand_message::<D, 48>(bytes, domain);
        Self(Point::map_to_curve(&element(&uniform, 0)).double_n(3))
    }

    /// The encoding. Constant time.
    #[must_use]
    pub fn compress(&self) -> CompressedEdwardsY {
        CompressedEdwardsY(self.0.compress())
    }

    /// The point of Curve25519; zero for the identity. Constant time.
    #[must_use]
    pub fn to_montgomery(&self) -> MontgomeryPoint {
        MontgomeryPoint(encode(&self.0.to_montgomery()))
    }

    /// `8 self`.
    #[must_use]
    pub fn mul_by_cofactor(&self) -> Self {
        Self(self.0.double_n(3))
    }

    /// Is the order 1, 2, 4 or 8?
    #[must_use]
    pub fn is_small_order(&self) -> bool {
        self.mul_by_cofactor().0.is_identity().into()
    }

    /// Is this a multiple of the base point?
    #[must_use]
    pub fn is_torsion_free(&self) -> bool {
        self.0.is_torsion_free().into()
    }
}

/// Element `i` of those whose uniform bytes these are.
#[cfg(feature = "digest")]
fn element(uniform: &[u8], i: usize) -> Fe<P25519> {
    Point::element_of_uniform(&uniform.as_chunks().0[i])
}

/// `expand_message_xmd`, RFC 9380 § 5.3.1, of at most `255` times 64 bytes. Ours, since the bounds of the crate for it ask for more of `D` than
/// the peer's do.
#[cfg(feature = "digest")]
fn expand_message<D, const LENGTH: usize>(message: &[&[u8]], domain: &[&[u8]]) -> [u8; LENGTH]
where
    D: BlockSizeUser + Default + FixedOutput<OutputSize = U64> + HashMarker,
{
    let hash = |parts: &[&[&[u8]]]| -> [u8; 64] {
        let mut hash = D::default();
        parts
            .iter()
            .copied()
            .flatten()
            .for_each(|part| hash.update(part));
        hash.finalize_fixed().into()
    };
    let length: usize = domain.iter().map(|part| part.len()).sum();
    assert!(length > 0, "RFC 9380 forbids an empty domain");
    // § 5.3.3
    let of_long = if length > 255 {
        hash(&[&[b"H2C-OVERSIZE-DST-"], domain])
    } else {
        [0; 64]
    };
    let of_long: &[&[u8]] = &[&of_long];
    let (domain, length) = if length > 255 {
        (of_long, 64)
    } else {
        (domain, length)
    };
    let suffix: &[&[u8]] = &[&[length as u8]];

    let pad = Array::<u8, D::BlockSize>::default();
    let [high, low] = (LENGTH as u16).to_be_bytes();
    let seed = hash(&[&[&pad], message, &[&[high, low, 0]], domain, suffix]);
    let (mut uniform, mut block) = ([0; LENGTH], [0; 64]);
    for (i, chunk) in (1..).zip(uniform.chunks_mut(64)) {
        let mixed: [u8; 64] = core::array::from_fn(|j| seed[j] ^ block[j]);
        block = hash(&[&[&mixed, &[i]], domain, suffix]);
        chunk.copy_from_slice(&block[..chunk.len()]);
    }
    uniform
}

binary_operator! {
    Add add: EdwardsPoint, EdwardsPoint => EdwardsPoint, |a, b| EdwardsPoint(a.0.plus(&b.0));
    Sub sub: EdwardsPoint, EdwardsPoint => EdwardsPoint, |a, b| EdwardsPoint(a.0.plus(&b.0.negate()));
    Mul mul: EdwardsPoint, Scalar => EdwardsPoint, |p, k| EdwardsPoint(p.0.times(&k.words()));
    Mul mul: Scalar, EdwardsPoint => EdwardsPoint, |k, p| EdwardsPoint(p.0.times(&k.words()));
}
assign_operator! {
    AddAssign add_assign +: EdwardsPoint, EdwardsPoint;
    SubAssign sub_assign -: EdwardsPoint, EdwardsPoint;
    MulAssign mul_assign *: EdwardsPoint, Scalar;
}
neg_operator! { EdwardsPoint, |p| EdwardsPoint(p.0.negate()) }

impl<T> Sum<T> for EdwardsPoint
where
    Self: core::ops::Add<T, Output = Self>,
{
    fn sum<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::identity(), |sum, p| sum + p)
    }
}

impl fmt::Debug for EdwardsPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Point { X, Y, Z, T } = &self.0;
        write!(
            f,
            "EdwardsPoint{{\n\tX: {X:?},\n\tY: {Y:?},\n\tZ: {Z:?},\n\tT: {T:?}\n}}"
        )
    }
}

impl Identity for EdwardsPoint {
    fn identity() -> Self {
        Self(Point::IDENTITY)
    }
}

impl Default for EdwardsPoint {
    fn default() -> Self {
        Self::identity()
    }
}

impl ConstantTimeEq for EdwardsPoint {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl ConditionallySelectable for EdwardsPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Point::conditional_select(&a.0, &b.0, choice))
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for EdwardsPoint {
    fn zeroize(&mut self) {
        for coordinate in [&mut self.0.X, &mut self.0.Y, &mut self.0.Z, &mut self.0.T] {
            coordinate.zeroize();
        }
        *self = Self::identity();
    }
}
