//! Secret keys.

#[cfg(feature = "digest")]
use crate::Context;
#[cfg(feature = "hazmat")]
use crate::StreamVerifier;
use crate::{
    KEYPAIR_LENGTH, SECRET_KEY_LENGTH, Signature, SignatureError, VerifyingKey,
    errors::InternalError,
    hazmat::{Domain, ExpandedSecretKey},
    scalar::Scalar,
};
#[cfg(feature = "digest")]
use ::signature::DigestSigner;
use core::fmt;
use digest::Digest;
#[cfg(all(feature = "digest", feature = "rand_core"))]
use digest::common::Generate;
#[cfg(feature = "digest")]
use digest::{
    Update,
    common::{InvalidKey, Key, KeySizeUser, TryKeyInit},
    typenum::{U32, U64},
};
#[cfg(feature = "pkcs8")]
use ed25519::pkcs8;
use ed25519::signature::{KeypairRef, MultipartSigner, MultipartVerifier, Signer, Verifier};
use sha2::Sha512;
use subtle::{Choice, ConstantTimeEq};
#[cfg(feature = "zeroize")]
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A secret key: the seed of RFC 8032 § 5.1.5, any 32 bytes.
pub type SecretKey = [u8; SECRET_KEY_LENGTH];

/// A secret key with what it is expanded to, and its public key: a signature does not hash the seed again.
pub struct SigningKey {
    secret_key: SecretKey,
    expanded: ExpandedSecretKey,
    verifying_key: VerifyingKey,
}

impl SigningKey {
    /// The key of a seed.
    #[must_use]
    pub fn from_bytes(secret_key: &SecretKey) -> Self {
        let expanded = ExpandedSecretKey::from(secret_key);
        Self {
            secret_key: *secret_key,
            verifying_key: VerifyingKey::from(&expanded),
            expanded,
        }
    }

    /// The seed.
    #[must_use]
    pub fn to_bytes(&self) -> SecretKey {
        self.secret_key
    }

    /// The seed.
    #[must_use]
    pub fn as_bytes(&self) -> &SecretKey {
        &self.secret_key
    }

    /// From a seed and its public key.
    ///
    /// # Errors
    /// If that is not its public key.
    pub fn from_keypair_bytes(bytes: &[u8; 64]) -> Result<Self, SignatureError> {
        let (halves, _) = bytes.as_chunks();
        let key = Self::from_bytes(&halves[0]);
        if key.verifying_key != VerifyingKey::from_bytes(&halves[1])? {
            return Err(InternalError::MismatchedKeypair.into());
        }
        Ok(key)
    }

    /// The seed and the public key.
    #[must_use]
    pub fn to_keypair_bytes(&self) -> [u8; KEYPAIR_LENGTH] {
        let mut bytes = [0; KEYPAIR_LENGTH];
        bytes[..SECRET_KEY_LENGTH].copy_from_slice(&self.secret_key);
        bytes[SECRET_KEY_LENGTH..].copy_from_slice(self.verifying_key.as_bytes());
        bytes
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        self.verifying_key
    }

    /// The key, to sign prehashed messages in a context.
    ///
    /// # Errors
    /// If the context has more than 255 bytes.
    #[cfg(feature = "digest")]
    pub fn with_context<'k, 'v>(
        &'k self,
        context_value: &'v [u8],
    ) -> Result<Context<'k, 'v, Self>, SignatureError> {
        Context::new(self, context_value)
    }

    /// A random key.
    #[cfg(feature = "rand_core")]
    pub fn generate<R: rand_core::CryptoRng + ?Sized>(csprng: &mut R) -> Self {
        let mut secret_key = [0; SECRET_KEY_LENGTH];
        csprng.fill_bytes(&mut secret_key);
        Self::from_bytes(&secret_key)
    }

    /// Signs a prehashed message, in a context or in the empty one: Ed25519ph of RFC 8032 § 5.1, if the hash is SHA-512.
    ///
    /// # Errors
    /// If the context has more than 255 bytes.
    #[cfg(feature = "digest")]
    pub fn sign_prehashed<MsgDigest: Digest<OutputSize = U64>>(
        &self,
        prehashed_message: MsgDigest,
        context: Option<&[u8]>,
    ) -> Result<Signature, SignatureError> {
        self.expanded.sign_prehashed::<Sha512, MsgDigest>(
            prehashed_message,
            &self.verifying_key,
            context,
        )
    }

    /// Signs a message in a context: Ed25519ctx of RFC 8032 § 5.1.
    ///
    /// # Errors
    /// If the context has more than 255 bytes.
    pub fn sign_ctx(&self, context: &[u8], message: &[u8]) -> Result<Signature, SignatureError> {
        let domain = Domain::new(context)?;
        let key = &self.verifying_key;
        self.expanded
            .sign::<Sha512>(&[message], key, |hash| domain.hash(hash))
    }

    /// See [`VerifyingKey`]'s.
    #[allow(clippy::missing_errors_doc, reason = "see there")]
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
        self.verifying_key.verify(message, signature)
    }

    /// See [`VerifyingKey::verify_prehashed`].
    #[cfg(feature = "digest")]
    #[allow(clippy::missing_errors_doc, reason = "see there")]
    pub fn verify_prehashed<MsgDigest: Digest<OutputSize = U64>>(
        &self,
        prehashed_message: MsgDigest,
        context: Option<&[u8]>,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.verifying_key
            .verify_prehashed(prehashed_message, context, signature)
    }

    /// See [`VerifyingKey::verify_strict`].
    #[allow(clippy::missing_errors_doc, reason = "see there")]
    pub fn verify_strict(
        &self,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.verifying_key.verify_strict(message, signature)
    }

    /// See [`VerifyingKey::verify_stream`].
    #[cfg(feature = "hazmat")]
    #[allow(clippy::missing_errors_doc, reason = "see there")]
    pub fn verify_stream(&self, signature: &Signature) -> Result<StreamVerifier, SignatureError> {
        self.verifying_key.verify_stream(signature)
    }

    /// The lower half of the seed's digest, neither clamped nor reduced: the secret key of X25519 that has the same public key.
    #[must_use]
    pub fn to_scalar_bytes(&self) -> [u8; 32] {
        let hash: [u8; 64] = Sha512::digest(self.secret_key).into();
        let (halves, _) = hash.as_chunks();
        halves[0]
    }

    /// The secret scalar.
    #[must_use]
    pub fn to_scalar(&self) -> Scalar {
        self.expanded.scalar
    }
}

impl From<&SecretKey> for ExpandedSecretKey {
    fn from(secret_key: &SecretKey) -> Self {
        #[allow(unused_mut, reason = "wiped with zeroize")]
        let mut hash: [u8; 64] = Sha512::digest(secret_key).into();
        let expanded = Self::from_bytes(&hash);
        #[cfg(feature = "zeroize")]
        hash.zeroize();
        expanded
    }
}

impl Clone for SigningKey {
    fn clone(&self) -> Self {
        Self {
            secret_key: self.secret_key,
            expanded: ExpandedSecretKey {
                scalar: self.expanded.scalar,
                hash_prefix: self.expanded.hash_prefix,
            },
            verifying_key: self.verifying_key,
        }
    }
}

/// Shows the public key alone.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("verifying_key", &self.verifying_key)
            .finish_non_exhaustive()
    }
}

impl ConstantTimeEq for SigningKey {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.secret_key[..].ct_eq(&other.secret_key[..])
    }
}

impl PartialEq for SigningKey {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for SigningKey {}

/// The expanded key wipes itself.
#[cfg(feature = "zeroize")]
impl Drop for SigningKey {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl ZeroizeOnDrop for SigningKey {}

impl AsRef<VerifyingKey> for SigningKey {
    fn as_ref(&self) -> &VerifyingKey {
        &self.verifying_key
    }
}

impl KeypairRef for SigningKey {
    type VerifyingKey = VerifyingKey;
}

impl Signer<Signature> for SigningKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, SignatureError> {
        self.try_multipart_sign(&[message])
    }
}

impl MultipartSigner<Signature> for SigningKey {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Result<Signature, SignatureError> {
        self.expanded
            .sign::<Sha512>(message, &self.verifying_key, |_| {})
    }
}

#[cfg(feature = "digest")]
impl<D: Digest<OutputSize = U64> + Update> DigestSigner<D, Signature> for SigningKey {
    fn try_sign_digest<F: Fn(&mut D) -> Result<(), SignatureError>>(
        &self,
        f: F,
    ) -> Result<Signature, SignatureError> {
        let mut digest = D::new();
        f(&mut digest)?;
        self.sign_prehashed(digest, None)
    }
}

#[cfg(feature = "digest")]
impl<D: Digest<OutputSize = U64> + Update> DigestSigner<D, Signature>
    for Context<'_, '_, SigningKey>
{
    fn try_sign_digest<F: Fn(&mut D) -> Result<(), SignatureError>>(
        &self,
        f: F,
    ) -> Result<Signature, SignatureError> {
        let mut digest = D::new();
        f(&mut digest)?;
        self.key().sign_prehashed(digest, Some(self.value()))
    }
}

impl Verifier<Signature> for SigningKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
        self.verifying_key.verify(message, signature)
    }
}

impl MultipartVerifier<Signature> for SigningKey {
    fn multipart_verify(
        &self,
        message: &[&[u8]],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.verifying_key.multipart_verify(message, signature)
    }
}

#[cfg(feature = "digest")]
impl KeySizeUser for SigningKey {
    type KeySize = U32;
}

#[cfg(feature = "digest")]
impl TryKeyInit for SigningKey {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        Ok(Self::from_bytes(key.as_ref()))
    }
}

#[cfg(all(feature = "digest", feature = "rand_core"))]
impl Generate for SigningKey {
    fn try_generate_from_rng<R: rand_core::TryCryptoRng + ?Sized>(
        rng: &mut R,
    ) -> Result<Self, R::Error> {
        let mut secret_key = [0; SECRET_KEY_LENGTH];
        rng.try_fill_bytes(&mut secret_key)?;
        Ok(Self::from_bytes(&secret_key))
    }
}

impl From<SecretKey> for SigningKey {
    fn from(secret: SecretKey) -> Self {
        Self::from_bytes(&secret)
    }
}

impl From<&SecretKey> for SigningKey {
    fn from(secret: &SecretKey) -> Self {
        Self::from_bytes(secret)
    }
}

impl TryFrom<&[u8]> for SigningKey {
    type Error = SignatureError;
    fn try_from(bytes: &[u8]) -> Result<Self, SignatureError> {
        let length = InternalError::BytesLength {
            name: "SecretKey",
            length: SECRET_KEY_LENGTH,
        };
        bytes
            .try_into()
            .map(Self::from_bytes)
            .map_err(|_| length.into())
    }
}

/// Version 2 of PKCS#8: with the public key.
#[cfg(all(feature = "alloc", feature = "pkcs8"))]
impl pkcs8::EncodePrivateKey for SigningKey {
    fn to_pkcs8_der(&self) -> pkcs8::Result<pkcs8::SecretDocument> {
        pkcs8::KeypairBytes::from(self).to_pkcs8_der()
    }
}

#[cfg(feature = "pkcs8")]
impl TryFrom<pkcs8::KeypairBytes> for SigningKey {
    type Error = pkcs8::Error;
    fn try_from(key: pkcs8::KeypairBytes) -> pkcs8::Result<Self> {
        Self::try_from(&key)
    }
}

/// Without a public key, or with the right one.
#[cfg(feature = "pkcs8")]
impl TryFrom<&pkcs8::KeypairBytes> for SigningKey {
    type Error = pkcs8::Error;
    fn try_from(pair: &pkcs8::KeypairBytes) -> pkcs8::Result<Self> {
        let key = Self::from_bytes(&pair.secret_key);
        match &pair.public_key {
            Some(public) if public.as_ref() != key.verifying_key.as_bytes() => {
                Err(pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))
            }
            _ => Ok(key),
        }
    }
}

#[cfg(feature = "pkcs8")]
impl TryFrom<pkcs8::PrivateKeyInfoRef<'_>> for SigningKey {
    type Error = pkcs8::Error;
    fn try_from(key: pkcs8::PrivateKeyInfoRef<'_>) -> pkcs8::Result<Self> {
        pkcs8::KeypairBytes::try_from(key)?.try_into()
    }
}

#[cfg(feature = "pkcs8")]
impl From<SigningKey> for pkcs8::KeypairBytes {
    fn from(key: SigningKey) -> Self {
        Self::from(&key)
    }
}

#[cfg(feature = "pkcs8")]
impl From<&SigningKey> for pkcs8::KeypairBytes {
    fn from(key: &SigningKey) -> Self {
        Self {
            secret_key: key.to_bytes(),
            public_key: Some(pkcs8::PublicKeyBytes(key.verifying_key.to_bytes())),
        }
    }
}

#[cfg(feature = "pkcs8")]
impl pkcs8::spki::SignatureAlgorithmIdentifier for SigningKey {
    type Params = pkcs8::spki::der::AnyRef<'static>;
    const SIGNATURE_ALGORITHM_IDENTIFIER: pkcs8::spki::AlgorithmIdentifier<Self::Params> =
        <Signature as pkcs8::spki::AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER;
}
