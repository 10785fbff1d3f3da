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

pub use elliptic_curve;

#[cfg(feature = "arithmetic")]
pub use arithmetic::{AffinePoint, ProjectivePoint, Scalar};
#[cfg(feature = "pkcs8")]
pub use elliptic_curve::pkcs8;
#[cfg(feature = "hash2curve")]
pub use hash2curve;

use elliptic_curve::{
    array::Array,
    bigint::{Odd, cpubits},
    consts::{U66, U67},
};

// `crypto-bigint`'s words hold no more than they must.
cpubits! {
    32 => {
        use elliptic_curve::bigint::U544 as Uint;
        const ORDER: &str = "000001fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409";
    }
    64 => {
        use elliptic_curve::bigint::U576 as Uint;
        const ORDER: &str = "00000000000001fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409";
    }
}

/// The curve P-521 of SP 800-186, also secp521r1 (SEC 2): `y^2 = x^3 - 3 x + b` over the field of
/// `2^521 - 1` elements, of prime order.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct NistP521;

impl elliptic_curve::Curve for NistP521 {
    /// 66 bytes, big-endian.
    type FieldBytesSize = U66;
    type Uint = Uint;
    const ORDER: Odd<Uint> = Odd::<Uint>::from_be_hex(ORDER);
}

impl elliptic_curve::PrimeCurve for NistP521 {}

impl elliptic_curve::point::PointCompression for NistP521 {
    /// Points are encoded uncompressed where nothing else is asked for.
    const COMPRESS_POINTS: bool = false;
}

impl elliptic_curve::point::PointCompaction for NistP521 {
    /// Points are not compacted where nothing else is asked for.
    const COMPACT_POINTS: bool = false;
}

#[cfg(feature = "pkcs8")]
impl pkcs8::AssociatedOid for NistP521 {
    const OID: pkcs8::ObjectIdentifier = pkcs8::ObjectIdentifier::new_unwrap("1.3.132.0.35");
}

/// A compressed SEC1 point, 67 bytes.
pub type CompressedPoint = Array<u8, U67>;

/// A SEC1 point in any of its encodings.
pub type Sec1Point = elliptic_curve::sec1::Sec1Point<NistP521>;

/// An encoded field element or scalar, 66 bytes, big-endian.
pub type FieldBytes = elliptic_curve::FieldBytes<NistP521>;

/// A scalar other than zero.
#[cfg(feature = "arithmetic")]
pub type NonZeroScalar = elliptic_curve::NonZeroScalar<NistP521>;

/// A public key: a point other than the identity.
#[cfg(feature = "arithmetic")]
pub type PublicKey = elliptic_curve::PublicKey<NistP521>;

/// A secret key: a scalar other than zero, wiped when dropped.
pub type SecretKey = elliptic_curve::SecretKey<NistP521>;

/// The name of the backend that this machine's operations run on.
#[cfg(feature = "arithmetic")]
#[doc(hidden)]
pub fn backend() -> &'static str {
    field_fast::Cpu::detect().best()
}
