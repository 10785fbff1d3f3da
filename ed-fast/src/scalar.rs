//! Integers modulo the order `l` of the base point.

use core::{
    fmt,
    iter::{Product, Sum},
};
use digest::{Digest, typenum::U64};
use field_fast::{
    Fe, N25519, Prime,
    edwards::curve25519::{bytes_of, scalar_of_wide, words_of},
    montgomery,
};
use field_fast::{assign_operator, binary_operator, neg_operator};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// An integer modulo `l`: its least residue in 32 bytes, little-endian. All operations are constant time.
#[derive(Copy, Clone, Default, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "both are of the bytes")]
pub struct Scalar {
    bytes: [u8; 32],
}

impl Scalar {
    /// 0.
    pub const ZERO: Self = Self { bytes: [0; 32] };
    /// 1.
    pub const ONE: Self = {
        let mut bytes = [0; 32];
        bytes[0] = 1;
        Self { bytes }
    };

    pub(crate) fn element(&self) -> Fe<N25519> {
        Fe::from_integer(&self.words())
    }

    fn from_element(element: Fe<N25519>) -> Self {
        Self {
            bytes: bytes_of(&element.to_integer()),
        }
    }

    /// The integer.
    pub(crate) fn words(&self) -> [u64; 4] {
        words_of(&self.bytes)
    }

    /// `self a + b`.
    pub(crate) fn mul_add(&self, a: &Self, b: &Self) -> Self {
        Self::from_element(self.element() * a.element() + b.element())
    }

    /// The integer of 32 bytes, little-endian, modulo `l`.
    #[must_use]
    pub fn from_bytes_mod_order(bytes: [u8; 32]) -> Self {
        Self::from_element(Fe::from_integer(&words_of(&bytes)))
    }

    /// The integer of 64 bytes, little-endian, modulo `l`.
    #[must_use]
    pub fn from_bytes_mod_order_wide(input: &[u8; 64]) -> Self {
        Self::from_element(scalar_of_wide(input))
    }

    /// The integer of 32 bytes, little-endian; none if it is not below `l`.
    #[must_use]
    pub fn from_canonical_bytes(bytes: [u8; 32]) -> CtOption<Self> {
        let reduced = Self::from_bytes_mod_order(bytes);
        CtOption::new(reduced, reduced.bytes[..].ct_eq(&bytes[..]))
    }

    /// The digest of the bytes, modulo `l`.
    #[must_use]
    pub fn hash_from_bytes<D: Digest<OutputSize = U64>>(input: &[u8]) -> Self {
        Self::from_hash(D::new().chain_update(input))
    }

    /// A digest, modulo `l`.
    #[must_use]
    pub fn from_hash<D: Digest<OutputSize = U64>>(hash: D) -> Self {
        Self::from_bytes_mod_order_wide(&hash.finalize().into())
    }

    /// A random scalar, from 64 bytes of the generator.
    #[cfg(feature = "rand_core")]
    pub fn random<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = [0; 64];
        rng.fill_bytes(&mut bytes);
        Self::from_bytes_mod_order_wide(&bytes)
    }

    /// The least residue, little-endian.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.bytes
    }

    /// The least residue, little-endian.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// `1/self`, and 0 for 0.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self::from_element(self.element().invert().unwrap_or(Fe::ZERO))
    }
}

/// The bytes with the bits that X25519 and Ed25519 give to a secret scalar: a multiple of 8 in `[2^254, 2^255)`.
#[must_use]
pub fn clamp_integer(bytes: [u8; 32]) -> [u8; 32] {
    montgomery::clamp(bytes)
}

binary_operator! {
    Add add: Scalar, Scalar => Scalar, |a, b| Scalar::from_element(a.element() + b.element());
    Sub sub: Scalar, Scalar => Scalar, |a, b| Scalar::from_element(a.element() - b.element());
    Mul mul: Scalar, Scalar => Scalar, |a, b| Scalar::from_element(a.element() * b.element());
}
assign_operator! {
    AddAssign add_assign +: Scalar, Scalar;
    SubAssign sub_assign -: Scalar, Scalar;
    MulAssign mul_assign *: Scalar, Scalar;
}
neg_operator! { Scalar, |a| Scalar::from_element(-a.element()) }

impl<T> Sum<T> for Scalar
where
    Self: core::ops::Add<T, Output = Self>,
{
    fn sum<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ZERO, |sum, x| sum + x)
    }
}

impl<T> Product<T> for Scalar
where
    Self: core::ops::Mul<T, Output = Self>,
{
    fn product<I: Iterator<Item = T>>(iter: I) -> Self {
        iter.fold(Self::ONE, |product, x| product * x)
    }
}

macro_rules! from_integer {
    ($($int:ty),*) => {$(
        impl From<$int> for Scalar {
            fn from(x: $int) -> Self {
                let mut bytes = [0; 32];
                let x = x.to_le_bytes();
                bytes[..x.len()].copy_from_slice(&x);
                Self { bytes }
            }
        }
    )*};
}
// All below l.
from_integer!(u8, u16, u32, u64, u128);
const _: () = assert!(N25519::BITS > 128);

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scalar{{\n\tbytes: {:?},\n}}", self.bytes)
    }
}

impl ConstantTimeEq for Scalar {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.bytes[..].ct_eq(&other.bytes[..])
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for Scalar {}

impl ConditionallySelectable for Scalar {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let bytes =
            core::array::from_fn(|i| u8::conditional_select(&a.bytes[i], &b.bytes[i], choice));
        Self { bytes }
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for Scalar {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
    }
}
