//! Points of Curve25519, by their coordinate `u`.

use crate::{
    edwards::{CompressedEdwardsY, EdwardsPoint},
    scalar::Scalar,
    traits::Identity,
};
use core::hash::{Hash, Hasher};
use field_fast::{
    Fe, assign_operator, binary_operator,
    edwards::curve25519::{decode, encode},
    montgomery::{canonical, multiply, x25519},
};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// A coordinate `u`, in any of its encodings. Two are equal if they are the same modulo `2^255 - 19`, without the highest bit.
#[derive(Copy, Clone, Debug, Default)]
pub struct MontgomeryPoint(pub [u8; 32]);

impl MontgomeryPoint {
    /// `scalar` times the base point. Constant time.
    #[must_use]
    pub fn mul_base(scalar: &Scalar) -> Self {
        EdwardsPoint::mul_base(scalar).to_montgomery()
    }

    /// The clamped integer of the bytes times the base point. Constant time.
    #[must_use]
    pub fn mul_base_clamped(bytes: [u8; 32]) -> Self {
        EdwardsPoint::mul_base_clamped(bytes).to_montgomery()
    }

    /// The clamped integer of the bytes times the point: X25519. Constant time.
    #[must_use]
    pub fn mul_clamped(self, bytes: [u8; 32]) -> Self {
        Self(x25519(&bytes, &self.0))
    }

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

    /// The point of edwards25519 with this sign of `x`, 0 or 1; none for `u = -1` and for the points of the twist.
    #[must_use]
    pub fn to_edwards(&self, sign: u8) -> Option<EdwardsPoint> {
        // y = (u - 1) / (u + 1)
        let u = decode(&self.0);
        let denominator = (u + Fe::ONE).invert().into_option()?;
        let mut y = encode(&((u - Fe::ONE) * denominator));
        y[31] ^= sign << 7;
        CompressedEdwardsY(y).decompress()
    }
}

binary_operator! {
    Mul mul: MontgomeryPoint, Scalar => MontgomeryPoint, |p, k| MontgomeryPoint(multiply(k.as_bytes(), &p.0));
    Mul mul: Scalar, MontgomeryPoint => MontgomeryPoint, |k, p| MontgomeryPoint(multiply(k.as_bytes(), &p.0));
}
assign_operator! {
    MulAssign mul_assign *: MontgomeryPoint, Scalar;
}

impl Identity for MontgomeryPoint {
    fn identity() -> Self {
        Self([0; 32])
    }
}

impl ConstantTimeEq for MontgomeryPoint {
    fn ct_eq(&self, other: &Self) -> Choice {
        decode(&self.0).ct_eq(&decode(&other.0))
    }
}

impl PartialEq for MontgomeryPoint {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for MontgomeryPoint {}

impl Hash for MontgomeryPoint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        canonical(&self.0).hash(state);
    }
}

impl ConditionallySelectable for MontgomeryPoint {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(core::array::from_fn(|i| {
            u8::conditional_select(&a.0[i], &b.0[i], choice)
        }))
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for MontgomeryPoint {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
