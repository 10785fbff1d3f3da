#![no_std]
#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[cfg(feature = "arithmetic")]
mod arithmetic;
#[cfg(feature = "ecdh")]
pub mod ecdh;
#[cfg(feature = "ecdsa-core")]
pub mod ecdsa;
#[cfg(feature = "precomputed-tables")]
mod tables;
#[cfg(feature = "test-vectors")]
pub mod test_vectors;

pub use elliptic_curve::{
    self,
    bigint::{Odd, U384},
    consts::U48,
};

#[cfg(feature = "arithmetic")]
pub use arithmetic::{AffinePoint, ProjectivePoint, Scalar};
#[cfg(feature = "pkcs8")]
pub use elliptic_curve::pkcs8;
#[cfg(feature = "hash2curve")]
pub use hash2curve;

use elliptic_curve::{array::Array, consts::U49};

/// The curve P-384 of SP 800-186, also secp384r1 (SEC 2): `y^2 = x^3 - 3 x + b` over the field of
/// `2^384 - 2^128 - 2^96 + 2^32 - 1` elements, of prime order.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct NistP384;

impl elliptic_curve::Curve for NistP384 {
    /// 48 bytes, big-endian.
    type FieldBytesSize = U48;
    type Uint = U384;
    const ORDER: Odd<U384> = Odd::<U384>::from_be_hex(
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
    );
}

impl elliptic_curve::PrimeCurve for NistP384 {}

impl elliptic_curve::point::PointCompression for NistP384 {
    /// Points are encoded uncompressed where nothing else is asked for.
    const COMPRESS_POINTS: bool = false;
}

impl elliptic_curve::point::PointCompaction for NistP384 {
    /// Points are not compacted where nothing else is asked for.
    const COMPACT_POINTS: bool = false;
}

#[cfg(feature = "pkcs8")]
impl pkcs8::AssociatedOid for NistP384 {
    const OID: pkcs8::ObjectIdentifier = pkcs8::ObjectIdentifier::new_unwrap("1.3.132.0.34");
}

#[cfg(not(feature = "arithmetic"))]
impl elliptic_curve::sec1::ValidatePublicKey for NistP384 {}

/// A compressed SEC1 point, 49 bytes.
pub type CompressedPoint = Array<u8, U49>;

/// A SEC1 point in any of its encodings.
pub type Sec1Point = elliptic_curve::sec1::Sec1Point<NistP384>;

/// An encoded field element or scalar, 48 bytes, big-endian.
pub type FieldBytes = elliptic_curve::FieldBytes<NistP384>;

/// A scalar other than zero.
#[cfg(feature = "arithmetic")]
pub type NonZeroScalar = elliptic_curve::NonZeroScalar<NistP384>;

/// A public key: a point other than the identity.
#[cfg(feature = "arithmetic")]
pub type PublicKey = elliptic_curve::PublicKey<NistP384>;

/// A secret key: a scalar other than zero, wiped when dropped.
pub type SecretKey = elliptic_curve::SecretKey<NistP384>;

/// The name of the backend that this machine's operations run on.
#[cfg(feature = "arithmetic")]
#[doc(hidden)]
pub fn backend() -> &'static str {
    field_fast::Cpu::detect().best()
}
