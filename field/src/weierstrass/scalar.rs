//! The scalars of a curve: conversions, and scalars on the left of points.

use super::{AffinePoint, ProjectivePoint, Weierstrass};
use crate::Fe;
use core::ops::Mul;
use elliptic_curve::{Error, NonZeroScalar, Result, ScalarValue, SecretKey, ops::MulVartime};

impl<C: Weierstrass> From<NonZeroScalar<C>> for Fe<C::Order> {
    fn from(k: NonZeroScalar<C>) -> Self {
        *k.as_ref()
    }
}
impl<C: Weierstrass> From<&NonZeroScalar<C>> for Fe<C::Order> {
    fn from(k: &NonZeroScalar<C>) -> Self {
        *k.as_ref()
    }
}
impl<C: Weierstrass> TryFrom<Fe<C::Order>> for NonZeroScalar<C> {
    type Error = Error;
    fn try_from(k: Fe<C::Order>) -> Result<Self> {
        Self::new(k).into_option().ok_or(Error)
    }
}
impl<C: Weierstrass> From<ScalarValue<C>> for Fe<C::Order> {
    fn from(k: ScalarValue<C>) -> Self {
        Self::from(&k)
    }
}
impl<C: Weierstrass> From<&ScalarValue<C>> for Fe<C::Order> {
    fn from(k: &ScalarValue<C>) -> Self {
        use crate::Prime;
        Self::from_integer(&C::Order::from_uint(k.as_uint()))
    }
}
impl<C: Weierstrass> From<Fe<C::Order>> for ScalarValue<C> {
    fn from(k: Fe<C::Order>) -> Self {
        Self::from(&k)
    }
}
impl<C: Weierstrass> From<&Fe<C::Order>> for ScalarValue<C> {
    fn from(k: &Fe<C::Order>) -> Self {
        // An element's integer is below the order.
        Self::new(k.to_uint()).unwrap_or(Self::ZERO)
    }
}
impl<C: Weierstrass> From<&SecretKey<C>> for Fe<C::Order> {
    fn from(key: &SecretKey<C>) -> Self {
        *key.to_nonzero_scalar()
    }
}

macro_rules! scalar_times_point {
    ($($scalar:ty, $point:ident;)*) => {$(
        impl<C: Weierstrass> Mul<$point<C>> for $scalar {
            type Output = ProjectivePoint<C>;
            fn mul(self, p: $point<C>) -> ProjectivePoint<C> {
                C::mul(&p.into(), &self)
            }
        }
        impl<C: Weierstrass> Mul<&$point<C>> for $scalar {
            type Output = ProjectivePoint<C>;
            fn mul(self, p: &$point<C>) -> ProjectivePoint<C> {
                C::mul(&(*p).into(), &self)
            }
        }
        impl<C: Weierstrass> MulVartime<$point<C>> for $scalar {
            fn mul_vartime(self, p: $point<C>) -> ProjectivePoint<C> {
                C::mul_vartime(&p.into(), &self)
            }
        }
        impl<C: Weierstrass> MulVartime<&$point<C>> for $scalar {
            fn mul_vartime(self, p: &$point<C>) -> ProjectivePoint<C> {
                C::mul_vartime(&(*p).into(), &self)
            }
        }
    )*};
}
scalar_times_point! {
    Fe<C::Order>, AffinePoint;
    Fe<C::Order>, ProjectivePoint;
    &Fe<C::Order>, AffinePoint;
    &Fe<C::Order>, ProjectivePoint;
}

/// As the peers: through [`ScalarValue`], fixed width, checked to be below the order.
#[cfg(feature = "serde")]
mod serde_impls {
    use crate::{Fe, Order};
    use elliptic_curve::array::Array;
    use serdect::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    impl<P: Order> Serialize for Fe<P> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serdect::array::serialize_hex_upper_or_bin(&self.to_bytes(), serializer)
        }
    }

    impl<'de, P: Order> Deserialize<'de> for Fe<P> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut bytes = Array::default();
            serdect::array::deserialize_hex_or_bin(&mut bytes, deserializer)?;
            Self::from_bytes(&bytes)
                .into_option()
                .ok_or_else(|| de::Error::custom("scalar out of range"))
        }
    }
}
