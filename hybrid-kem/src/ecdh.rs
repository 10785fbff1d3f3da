//! ECDH on a curve of prime order in a hybrid: points are uncompressed, as in TLS (RFC 8446 § 4.2.8.2), the secret is the
//! coordinate x.

use crate::{
    DecapsulationError,
    half::{Half, Shared},
};
use core::marker::PhantomData;
use elliptic_curve::{
    AffinePoint, CurveArithmetic, FieldBytesSize, PublicKey, SecretKey,
    sec1::{FromSec1Point, ModulusSize, ToSec1Point, UncompressedPointSize},
};
use hybrid_array::{Array, ArraySize};
use kem::{
    Generate, InvalidKey,
    common::rand_core::{CryptoRng, TryCryptoRng},
};

/// ECDH on `C`.
#[derive(Debug)]
pub struct Ecdh<C>(PhantomData<C>);

impl<C> Half for Ecdh<C>
where
    C: CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
    UncompressedPointSize<C>: ArraySize,
{
    type Public = PublicKey<C>;
    type Secret = SecretKey<C>;
    type PublicSize = UncompressedPointSize<C>;
    type CiphertextSize = UncompressedPointSize<C>;
    type SharedSize = FieldBytesSize<C>;

    fn generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(SecretKey<C>, PublicKey<C>), R::Error> {
        let secret = SecretKey::try_generate_from_rng(rng)?;
        let public = secret.public_key();
        Ok((secret, public))
    }

    fn decode(bytes: &Array<u8, Self::PublicSize>) -> Result<PublicKey<C>, InvalidKey> {
        PublicKey::from_sec1_bytes(bytes).map_err(|_| InvalidKey)
    }

    fn encode(public: &PublicKey<C>) -> Array<u8, Self::PublicSize> {
        public.to_uncompressed_point()
    }

    fn encapsulate<R: CryptoRng + ?Sized>(public: &PublicKey<C>, rng: &mut R) -> Shared<Self> {
        let ephemeral = SecretKey::generate_from_rng(rng);
        let ciphertext = Self::encode(&ephemeral.public_key());
        (
            ciphertext,
            *ephemeral.diffie_hellman(public).raw_secret_bytes(),
        )
    }

    fn decapsulate(
        secret: &SecretKey<C>,
        _: &PublicKey<C>,
        ciphertext: &Array<u8, Self::CiphertextSize>,
    ) -> Result<Array<u8, Self::SharedSize>, DecapsulationError> {
        let public = PublicKey::from_sec1_bytes(ciphertext).map_err(|_| DecapsulationError)?;
        Ok(*secret.diffie_hellman(&public).raw_secret_bytes())
    }
}
