//! What a hybrid is made of, and the key types of every scheme that is nothing but its halves.

use crate::DecapsulationError;
use core::{fmt, marker::PhantomData, ops::Add};
use hybrid_array::{Array, ArraySize, typenum::Sum};
use kem::{
    Ciphertext, Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport, KeySizeUser,
    SharedKey, TryDecapsulate, TryKeyInit,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A key encapsulation whose secret keys do not hold their public keys.
pub trait Half: 'static {
    /// The public key.
    type Public: Clone + Eq + fmt::Debug + Send + Sync;
    /// The secret key.
    type Secret: Clone + ZeroizeOnDrop + Send + Sync;
    /// Bytes of an encoded public key.
    type PublicSize: ArraySize;
    /// Bytes of a ciphertext.
    type CiphertextSize: ArraySize;
    /// Bytes of a shared secret.
    type SharedSize: ArraySize;

    /// A random secret key, and its public key.
    fn generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(Self::Secret, Self::Public), R::Error>;

    /// The public key with this encoding, if it is one with which every encapsulation succeeds.
    fn decode(bytes: &Array<u8, Self::PublicSize>) -> Result<Self::Public, InvalidKey>;

    /// The encoding of a public key.
    fn encode(public: &Self::Public) -> Array<u8, Self::PublicSize>;

    /// A ciphertext and the secret that it shares.
    fn encapsulate<R: CryptoRng + ?Sized>(public: &Self::Public, rng: &mut R) -> Shared<Self>;

    /// The secret that a ciphertext shares with the owner of these keys.
    fn decapsulate(
        secret: &Self::Secret,
        public: &Self::Public,
        ciphertext: &Array<u8, Self::CiphertextSize>,
    ) -> Result<Array<u8, Self::SharedSize>, DecapsulationError>;
}

/// A ciphertext and the secret that it shares.
pub(crate) type Shared<H> = (
    Array<u8, <H as Half>::CiphertextSize>,
    Array<u8, <H as Half>::SharedSize>,
);

/// Two halves, one after the other: the encodings, ciphertexts and secrets of the first, then those of the second.
#[derive(Debug)]
pub struct Concatenation<A, B>(PhantomData<(A, B)>);

/// The secret keys of two halves.
#[derive(Clone)]
pub struct Secrets<A, B> {
    pub(crate) first: A,
    pub(crate) second: B,
}

/// Shows nothing.
impl<A, B> fmt::Debug for Secrets<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

impl<A: ZeroizeOnDrop, B: ZeroizeOnDrop> ZeroizeOnDrop for Secrets<A, B> {}

impl<A: Half, B: Half> Half for Concatenation<A, B>
where
    A::PublicSize: Add<B::PublicSize, Output: ArraySize>,
    A::CiphertextSize: Add<B::CiphertextSize, Output: ArraySize>,
    A::SharedSize: Add<B::SharedSize, Output: ArraySize>,
{
    type Public = (A::Public, B::Public);
    type Secret = Secrets<A::Secret, B::Secret>;
    type PublicSize = Sum<A::PublicSize, B::PublicSize>;
    type CiphertextSize = Sum<A::CiphertextSize, B::CiphertextSize>;
    type SharedSize = Sum<A::SharedSize, B::SharedSize>;

    fn generate<R: TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<(Self::Secret, Self::Public), R::Error> {
        let (first, a) = A::generate(rng)?;
        let (second, b) = B::generate(rng)?;
        Ok((Secrets { first, second }, (a, b)))
    }

    fn decode(bytes: &Array<u8, Self::PublicSize>) -> Result<Self::Public, InvalidKey> {
        let (a, b) = halves::<A::PublicSize, B::PublicSize>(bytes);
        Ok((A::decode(a)?, B::decode(b)?))
    }

    fn encode((a, b): &Self::Public) -> Array<u8, Self::PublicSize> {
        A::encode(a).concat(B::encode(b))
    }

    fn encapsulate<R: CryptoRng + ?Sized>((a, b): &Self::Public, rng: &mut R) -> Shared<Self> {
        let (a, a_shared) = A::encapsulate(a, rng);
        let (b, b_shared) = B::encapsulate(b, rng);
        (a.concat(b), joined(a_shared, b_shared))
    }

    fn decapsulate(
        secret: &Self::Secret,
        (a_public, b_public): &Self::Public,
        ciphertext: &Array<u8, Self::CiphertextSize>,
    ) -> Result<Array<u8, Self::SharedSize>, DecapsulationError> {
        let (a, b) = halves::<A::CiphertextSize, B::CiphertextSize>(ciphertext);
        let (a, b) = (
            A::decapsulate(&secret.first, a_public, a),
            B::decapsulate(&secret.second, b_public, b),
        );
        Ok(joined(a?, b?))
    }
}

/// The two parts of an array whose length is the sum of theirs.
fn halves<M, N: ArraySize>(bytes: &Array<u8, Sum<M, N>>) -> (&Array<u8, M>, &Array<u8, N>)
where
    M: ArraySize + Add<N, Output: ArraySize>,
{
    let (a, b) = bytes.split_at(M::USIZE);
    let sizes = "M + N bytes are M and N bytes";
    (a.try_into().expect(sizes), b.try_into().expect(sizes))
}

/// Both secrets in one array; their own are wiped.
fn joined<M, N: ArraySize>(mut a: Array<u8, M>, mut b: Array<u8, N>) -> Array<u8, Sum<M, N>>
where
    M: ArraySize + Add<N, Output: ArraySize>,
{
    let mut shared = Array::default();
    let (first, second) = shared.split_at_mut(M::USIZE);
    first.copy_from_slice(&a);
    second.copy_from_slice(&b);
    a.zeroize();
    b.zeroize();
    shared
}

/// A scheme that is its half, or halves, and no more.
pub trait Scheme:
    Kem<
        DecapsulationKey = DecapsulationKey<Self>,
        EncapsulationKey = EncapsulationKey<Self>,
        CiphertextSize = <Self::Half as Half>::CiphertextSize,
        SharedKeySize = <Self::Half as Half>::SharedSize,
    >
{
    /// What does the work.
    type Half: Half;
}

/// An encapsulation key (public key), prepared for many encapsulations.
pub struct EncapsulationKey<S: Scheme>(pub(crate) <S::Half as Half>::Public);

impl<S: Scheme> Clone for EncapsulationKey<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<S: Scheme> PartialEq for EncapsulationKey<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<S: Scheme> Eq for EncapsulationKey<S> {}

impl<S: Scheme> fmt::Debug for EncapsulationKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EncapsulationKey").field(&self.0).finish()
    }
}

impl<S: Scheme> KeySizeUser for EncapsulationKey<S> {
    type KeySize = <S::Half as Half>::PublicSize;
}

impl<S: Scheme> TryKeyInit for EncapsulationKey<S> {
    /// Decodes and checks the key. Variable time.
    ///
    /// # Errors
    /// If it is not the encoding of a key, or one with which no secret could be shared: a coefficient of ML-KEM's key is not reduced
    /// (FIPS 203 § 7.2), a point is not on its curve, or has a small order on Curve25519.
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        S::Half::decode(key).map(Self)
    }
}

impl<S: Scheme> TryFrom<&[u8]> for EncapsulationKey<S> {
    type Error = InvalidKey;

    fn try_from(key: &[u8]) -> Result<Self, InvalidKey> {
        Self::new_from_slice(key)
    }
}

impl<S: Scheme> KeyExport for EncapsulationKey<S> {
    fn to_bytes(&self) -> Key<Self> {
        S::Half::encode(&self.0)
    }
}

impl<S: Scheme> Encapsulate for EncapsulationKey<S> {
    type Kem = S;

    /// Constant time, but for the public key.
    fn encapsulate_with_rng<R>(&self, rng: &mut R) -> (Ciphertext<S>, SharedKey<S>)
    where
        R: CryptoRng + ?Sized,
    {
        S::Half::encapsulate(&self.0, rng)
    }
}

/// A decapsulation key (secret key), expanded, with its encapsulation key. Wiped when dropped.
pub struct DecapsulationKey<S: Scheme> {
    pub(crate) secret: <S::Half as Half>::Secret,
    public: EncapsulationKey<S>,
}

impl<S: Scheme> DecapsulationKey<S> {
    pub(crate) fn of(
        (secret, public): (<S::Half as Half>::Secret, <S::Half as Half>::Public),
    ) -> Self {
        let public = EncapsulationKey(public);
        Self { secret, public }
    }
}

impl<S: Scheme> Clone for DecapsulationKey<S> {
    fn clone(&self) -> Self {
        Self {
            secret: self.secret.clone(),
            public: self.public.clone(),
        }
    }
}

/// Shows the public key only.
impl<S: Scheme> fmt::Debug for DecapsulationKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecapsulationKey")
            .field("encapsulation_key", &self.public)
            .finish_non_exhaustive()
    }
}

impl<S: Scheme> ZeroizeOnDrop for DecapsulationKey<S> {}

impl<S: Scheme> Generate for DecapsulationKey<S> {
    fn try_generate_from_rng<R>(rng: &mut R) -> Result<Self, R::Error>
    where
        R: TryCryptoRng + ?Sized,
    {
        S::Half::generate(rng).map(Self::of)
    }
}

impl<S: Scheme> Decapsulator for DecapsulationKey<S> {
    type Kem = S;

    fn encapsulation_key(&self) -> &EncapsulationKey<S> {
        &self.public
    }
}

impl<S: Scheme> TryDecapsulate for DecapsulationKey<S> {
    type Error = DecapsulationError;

    /// Constant time, but for what makes it fail. A ciphertext of ML-KEM that does not fit gives a secret that nobody else knows
    /// (implicit rejection).
    ///
    /// # Errors
    /// If the ciphertext's point is not on its curve, or has a small order on Curve25519.
    fn try_decapsulate(&self, ciphertext: &Ciphertext<S>) -> Result<SharedKey<S>, Self::Error> {
        S::Half::decapsulate(&self.secret, &self.public.0, ciphertext)
    }
}
