//! Faults that users of elliptic-curve libraries reported, each with the input that shows it.
//!
//! A test is named after its entry (`iNNN`) in the project's list of such faults; the comment above it says what went
//! wrong elsewhere and where it was reported. Values that come from a public vector file name the file and its case.

#![forbid(unsafe_code)]

use hash2curve::{ExpandMsg, Expander, GroupDigest, MapToCurve};
use hex_literal::hex;
use p256_fast::{
    AffinePoint, BlindedScalar, CompressedPoint, FieldBytes, NistP256, NonZeroScalar,
    ProjectivePoint, PublicKey, Scalar, Sec1Point, SecretKey,
    ecdh::{EphemeralSecret, SharedSecret, diffie_hellman},
    ecdsa::{
        DerSignature, RecoveryId, Signature, SigningKey, VerifyingKey,
        signature::{RandomizedSigner, Signer, Verifier, hazmat::PrehashVerifier},
    },
    elliptic_curve::{
        BatchNormalize, CurveGroup, Field, Generate, Group, PrimeField,
        array::Array,
        consts::U48,
        ff::FromUniformBytes,
        group::GroupEncoding,
        hazmat::FieldArithmetic,
        ops::{BatchInvert, Invert, LinearCombination, MulByGeneratorVartime, MulVartime, Reduce},
        point::AffineCoordinates,
        rand_core::{TryCryptoRng, TryRng},
        sec1::{FromSec1Point, ToSec1Point},
    },
    pkcs8::DecodePublicKey,
};
use sha2::{Digest, Sha256, Sha384, Sha512};
use std::convert::Infallible;

#[path = "faults/arithmetic.rs"]
mod arithmetic;
#[path = "faults/containers.rs"]
mod containers;
#[path = "faults/ecdsa.rs"]
mod ecdsa;
#[path = "faults/hash.rs"]
mod hash;
#[path = "faults/points.rs"]
mod points;
#[path = "faults/secrets.rs"]
mod secrets;
#[path = "faults/signatures.rs"]
mod signatures;

type FieldElement = <NistP256 as FieldArithmetic>::FieldElement;

/// p, SP 800-186 § 3.2.1.3.
const P: [u8; 32] = hex!("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
/// n, SP 800-186 § 3.2.1.3.
const N: [u8; 32] = hex!("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
/// The coordinates of G, SP 800-186 § 3.2.1.3.
const GX: [u8; 32] = hex!("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
const GY: [u8; 32] = hex!("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");

/// The private key of RFC 6979 § A.2.5, and its signature of "sample" with SHA-256.
const RFC6979_X: [u8; 32] =
    hex!("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
const SAMPLE_R: [u8; 32] = hex!("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716");
const SAMPLE_S: [u8; 32] = hex!("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");

/// The message of most Wycheproof cases, "123400".
const WYCHEPROOF_MSG: &[u8] = b"123400";

fn rfc6979_key() -> SigningKey {
    SigningKey::from_slice(&RFC6979_X).unwrap()
}

fn key(sec1: &[u8]) -> VerifyingKey {
    VerifyingKey::from_sec1_bytes(sec1).unwrap()
}

fn scalar(bytes: [u8; 32]) -> Scalar {
    Scalar::from_repr(bytes.into()).unwrap()
}

fn element(bytes: [u8; 32]) -> FieldElement {
    FieldElement::from_repr(bytes.into()).unwrap()
}

fn signature(r: [u8; 32], s: [u8; 32]) -> Signature {
    Signature::from_scalars(r, s).unwrap()
}

/// a + b, with the carry in front.
fn sum33(a: &[u8; 32], b: &[u8; 32]) -> [u8; 33] {
    let mut sum = [0; 33];
    let mut carry = 0;
    for i in (0..32).rev() {
        let t = u16::from(a[i]) + u16::from(b[i]) + carry;
        sum[i + 1] = (t & 0xff) as u8;
        carry = t >> 8;
    }
    sum[0] = u8::try_from(carry).unwrap();
    sum
}

/// A DER INTEGER with exactly these content octets.
fn integer(content: &[u8]) -> Vec<u8> {
    let mut der = vec![0x02, u8::try_from(content.len()).unwrap()];
    der.extend_from_slice(content);
    der
}

/// A DER SEQUENCE of at most 127 octets.
fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    assert!(content.len() < 128, "short form only");
    let mut der = vec![0x30, u8::try_from(content.len()).unwrap()];
    der.extend_from_slice(&content);
    der
}

fn pow<F: PrimeField>(x: F, n: u64) -> F {
    x.pow_vartime([n])
}

/// How often the long loops below run; `P256_CASES` raises it.
fn cases(default: usize) -> usize {
    match std::env::var("P256_CASES") {
        Ok(n) => n.parse().expect("P256_CASES is a number"),
        Err(_) => default,
    }
}

/// Gives out these blocks of 32 octets, the last one for ever.
struct Octets {
    blocks: Vec<[u8; 32]>,
    given: usize,
}

impl Octets {
    fn new(blocks: &[[u8; 32]]) -> Self {
        Self {
            blocks: blocks.to_vec(),
            given: 0,
        }
    }
}

impl TryRng for Octets {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut word = [0; 4];
        self.try_fill_bytes(&mut word)?;
        Ok(u32::from_le_bytes(word))
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut word = [0; 8];
        self.try_fill_bytes(&mut word)?;
        Ok(u64::from_le_bytes(word))
    }
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        for octet in dst {
            let block = (self.given / 32).min(self.blocks.len() - 1);
            *octet = self.blocks[block][self.given % 32];
            self.given += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Octets {}
