//! The curve under test, by feature; if more are on, the longest.

macro_rules! curve {
    ($crate_name:ident: $curve:ident, $prime:ident, $wide:ident, pkcs8: $pkcs8:literal, sec1: $sec1:literal) => {
        pub(crate) use $crate_name::*;
        pub(crate) type Curve = $crate_name::$curve;
        /// An element of the base field.
        pub(crate) type FieldElement = field_fast::Fe<field_fast::$prime>;
        /// Of what hashing to the field reduces.
        pub(crate) type Wide = elliptic_curve::consts::$wide;
        /// Where the key begins in its DER encodings.
        pub(crate) const KEY_IN_PKCS8: usize = $pkcs8;
        pub(crate) const KEY_IN_SEC1: usize = $sec1;
    };
}

#[cfg(feature = "p521")]
curve!(p521_fast: NistP521, P521, U98, pkcs8: 35, sec1: 8);
#[cfg(all(feature = "p384", not(feature = "p521")))]
curve!(p384_fast: NistP384, P384, U72, pkcs8: 35, sec1: 8);
#[cfg(not(any(feature = "p384", feature = "p521")))]
curve!(p256_fast: NistP256, P256, U48, pkcs8: 36, sec1: 7);

/// Bytes of an element and of a scalar.
pub(crate) const SIZE: usize = size_of::<FieldBytes>();
/// The integers that hold a scalar.
pub(crate) type Integer = <Curve as elliptic_curve::Curve>::Uint;
/// Bits of the order.
pub(crate) const BITS: u32 = <Scalar as elliptic_curve::PrimeField>::NUM_BITS;
