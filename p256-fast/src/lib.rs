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

pub use elliptic_curve::{self, bigint::U256, consts::U32};

#[cfg(feature = "arithmetic")]
pub use arithmetic::{AffinePoint, ProjectivePoint, Scalar};
#[cfg(feature = "pkcs8")]
pub use elliptic_curve::pkcs8;
#[cfg(feature = "hash2curve")]
pub use hash2curve;

use elliptic_curve::{array::Array, bigint::Odd, consts::U33};

/// The curve P-256 of SP 800-186, also prime256v1 (X9.62) and secp256r1 (SEC 2): `y^2 = x^3 - 3 x + b` over the field of
/// `2^256 - 2^224 + 2^192 + 2^96 - 1` elements, of prime order.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct NistP256;

impl elliptic_curve::Curve for NistP256 {
    /// 32 bytes, big-endian.
    type FieldBytesSize = U32;
    type Uint = U256;
    const ORDER: Odd<U256> = Odd::<U256>::from_be_hex(
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    );
}

impl elliptic_curve::PrimeCurve for NistP256 {}

impl elliptic_curve::point::PointCompression for NistP256 {
    /// Points are encoded uncompressed where nothing else is asked for.
    const COMPRESS_POINTS: bool = false;
}

impl elliptic_curve::point::PointCompaction for NistP256 {
    /// Points are not compacted where nothing else is asked for.
    const COMPACT_POINTS: bool = false;
}

#[cfg(feature = "pkcs8")]
impl pkcs8::AssociatedOid for NistP256 {
    const OID: pkcs8::ObjectIdentifier = pkcs8::ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
}

#[cfg(not(feature = "arithmetic"))]
impl elliptic_curve::sec1::ValidatePublicKey for NistP256 {}

/// A scalar masked for its inversion.
#[cfg(feature = "arithmetic")]
pub type BlindedScalar = elliptic_curve::scalar::BlindedScalar<NistP256>;

/// A compressed SEC1 point, 33 bytes.
pub type CompressedPoint = Array<u8, U33>;

/// A SEC1 point in any of its encodings.
pub type Sec1Point = elliptic_curve::sec1::Sec1Point<NistP256>;

/// An encoded field element or scalar, 32 bytes, big-endian.
pub type FieldBytes = elliptic_curve::FieldBytes<NistP256>;

/// A scalar other than zero.
#[cfg(feature = "arithmetic")]
pub type NonZeroScalar = elliptic_curve::NonZeroScalar<NistP256>;

/// A public key: a point other than the identity.
#[cfg(feature = "arithmetic")]
pub type PublicKey = elliptic_curve::PublicKey<NistP256>;

/// A secret key: a scalar other than zero, wiped when dropped.
pub type SecretKey = elliptic_curve::SecretKey<NistP256>;

/// The name of the backend that this machine's operations run on.
#[cfg(feature = "arithmetic")]
#[doc(hidden)]
pub fn backend() -> &'static str {
    field_fast::Cpu::detect().best()
}
