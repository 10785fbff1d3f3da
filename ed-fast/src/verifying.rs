//! Public keys, and what they verify.

#[cfg(feature = "hazmat")]
mod stream;
#[cfg(feature = "hazmat")]
pub use stream::StreamVerifier;

#[cfg(feature = "digest")]
use crate::Context;
use crate::{
    PUBLIC_KEY_LENGTH, Signature, SignatureError, SigningKey, dispatch,
    edwards::{CompressedEdwardsY, EdwardsPoint},
    errors::InternalError,
    hazmat::{Domain, ExpandedSecretKey},
    montgomery::MontgomeryPoint,
    scalar::Scalar,
    signature::Parts,
};
#[cfg(feature = "digest")]
use ::signature::DigestVerifier;
use core::{
    fmt,
    hash::{Hash, Hasher},
};
use digest::{Digest, typenum::U64};
#[cfg(feature = "digest")]
use digest::{Update, common::KeySizeUser, typenum::U32};
#[cfg(feature = "pkcs8")]
use ed25519::pkcs8;
use ed25519::signature::{MultipartVerifier, Verifier};
use sha2::Sha512;

/// Which signatures are valid: the table of [`VerifyingKey`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Policy {
    Cofactorless,
    Strict,
    Zip215,
}

/// A public key: an encoded point, and the point.
///
/// # What is a valid signature
///
/// A signature is `(R, s)`, a point's encoding and an integer below the order `l`, and `k` is the digest of `R`, the key and the message
/// as they are encoded. Libraries differ in which of the signatures they take that no honest signer makes; here are three policies by name:
///
/// | | equation | `R` | key |
/// |---|---|---|---|
/// | [`Verifier::verify`] | `R = s B - k A`, of the encodings | in its only canonical encoding | any |
/// | [`Self::verify_strict`] | the same | likewise, and not of small order | not of small order |
/// | [`Self::verify_zip215`] | `8 R = 8 (s B - k A)` | any encoding of any point | any |
///
/// The first two are those of ed25519-dalek 3; the third is the one of ZIP 215, which is the only one that agrees with a verification of many
/// signatures at once. A key may be encoded with a `y` of `2^255 - 19` or more; the digest takes it as it is.
///
/// Verification takes variable time, since nothing in it is secret.
#[derive(Copy, Clone, Default, Eq)]
pub struct VerifyingKey {
    compressed: CompressedEdwardsY,
    point: EdwardsPoint,
}

impl VerifyingKey {
    /// The encoding that it was made of.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; PUBLIC_KEY_LENGTH] {
        self.compressed.to_bytes()
    }

    /// The encoding that it was made of.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; PUBLIC_KEY_LENGTH] {
        self.compressed.as_bytes()
    }

    /// The key of an encoding.
    ///
    /// # Errors
    /// If no point has this encoding.
    pub fn from_bytes(bytes: &[u8; PUBLIC_KEY_LENGTH]) -> Result<Self, SignatureError> {
        let compressed = CompressedEdwardsY(*bytes);
        let point = compressed.decompress();
        let point = point.ok_or(InternalError::PointDecompression)?;
        Ok(Self { compressed, point })
    }

    /// The key, to verify signatures of prehashed messages in a context.
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

    /// Is it of small order? Then there are signatures that are valid for any message.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.point.is_small_order()
    }

    /// `k`, the digest of `R`, the key, and the message.
    fn challenge<D: Digest<OutputSize = U64>>(
        &self,
        R: &CompressedEdwardsY,
        domain: impl Fn(&mut D),
    ) -> D {
        let mut hash = D::new();
        domain(&mut hash);
        hash.update(R.as_bytes());
        hash.update(self.as_bytes());
        hash
    }

    /// Does the policy take the signature whose `k` is this?
    fn check_equation(
        &self,
        policy: Policy,
        parts: &Parts,
        k: &Scalar,
    ) -> Result<(), SignatureError> {
        let R = match policy {
            Policy::Cofactorless | Policy::Strict => parts.R.decompress_canonical(),
            Policy::Zip215 => parts.R.decompress(),
        };
        let R = R.ok_or(InternalError::Verify)?;
        if policy == Policy::Strict && (R.is_small_order() || self.is_weak()) {
            return Err(InternalError::Verify.into());
        }
        let difference = dispatch::difference_vartime(&parts.s, k, &self.point.0, &R.0);
        let is_valid = match policy {
            Policy::Cofactorless | Policy::Strict => difference.is_identity().into(),
            Policy::Zip215 => EdwardsPoint(difference).is_small_order(),
        };
        if is_valid {
            Ok(())
        } else {
            Err(InternalError::Verify.into())
        }
    }

    /// Verifies with any hash, and what it hashes first.
    pub(crate) fn check<D: Digest<OutputSize = U64>>(
        &self,
        policy: Policy,
        signature: &Signature,
        domain: impl Fn(&mut D),
        message: &[&[u8]],
    ) -> Result<(), SignatureError> {
        let parts = Parts::try_from(signature)?;
        let mut hash = self.challenge(&parts.R, domain);
        message.iter().for_each(|part| hash.update(part));
        self.check_equation(policy, &parts, &Scalar::from_hash(hash))
    }

    #[cfg(feature = "digest")]
    pub(crate) fn check_prehashed<C: Digest<OutputSize = U64>, M: Digest<OutputSize = U64>>(
        &self,
        policy: Policy,
        message: M,
        context: Option<&[u8]>,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let domain = Domain::of_prehashed(context)?;
        let message = message.finalize();
        self.check::<C>(policy, signature, |hash| domain.hash(hash), &[&message])
    }

    /// Verifies the signature of a prehashed message, in a context or in the empty one.
    ///
    /// # Errors
    /// If it is not valid, or the context has more than 255 bytes.
    #[cfg(feature = "digest")]
    pub fn verify_prehashed<MsgDigest: Digest<OutputSize = U64>>(
        &self,
        prehashed_message: MsgDigest,
        context: Option<&[u8]>,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let policy = Policy::Cofactorless;
        self.check_prehashed::<Sha512, _>(policy, prehashed_message, context, signature)
    }

    /// Verifies a signature, and refuses keys and `R` of small order.
    ///
    /// # Errors
    /// If it is not valid.
    pub fn verify_strict(
        &self,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.check::<Sha512>(Policy::Strict, signature, |_| {}, &[message])
    }

    /// Verifies the signature of a prehashed message, and refuses keys and `R` of small order.
    ///
    /// # Errors
    /// If it is not valid, or the context has more than 255 bytes.
    #[cfg(feature = "digest")]
    pub fn verify_prehashed_strict<MsgDigest: Digest<OutputSize = U64>>(
        &self,
        prehashed_message: MsgDigest,
        context: Option<&[u8]>,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let policy = Policy::Strict;
        self.check_prehashed::<Sha512, _>(policy, prehashed_message, context, signature)
    }

    /// Verifies the signature of a message in a context: Ed25519ctx of RFC 8032 § 5.1.
    ///
    /// # Errors
    /// If it is not valid, or the context has more than 255 bytes.
    pub fn verify_ctx(
        &self,
        context: &[u8],
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let domain = Domain::new(context)?;
        let policy = Policy::Cofactorless;
        self.check::<Sha512>(policy, signature, |hash| domain.hash(hash), &[message])
    }

    /// Verifies a signature as ZIP 215 says: `8 R = 8 (s B - k A)`, with any encodings of any points.
    ///
    /// # Errors
    /// If it is not valid.
    pub fn verify_zip215(
        &self,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.check::<Sha512>(Policy::Zip215, signature, |_| {}, &[message])
    }

    /// Verifies a signature of a message that comes in pieces.
    ///
    /// # Errors
    /// If the signature is malformed.
    #[cfg(feature = "hazmat")]
    pub fn verify_stream(&self, signature: &Signature) -> Result<StreamVerifier, SignatureError> {
        Ok(StreamVerifier::new(*self, Parts::try_from(signature)?))
    }

    /// The point of Curve25519: the public key of X25519 for the same secret.
    #[must_use]
    pub fn to_montgomery(&self) -> MontgomeryPoint {
        self.point.to_montgomery()
    }

    /// The point.
    #[must_use]
    pub fn to_edwards(&self) -> EdwardsPoint {
        self.point
    }
}

impl Verifier<Signature> for VerifyingKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
        self.multipart_verify(&[message], signature)
    }
}

impl MultipartVerifier<Signature> for VerifyingKey {
    fn multipart_verify(
        &self,
        message: &[&[u8]],
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        self.check::<Sha512>(Policy::Cofactorless, signature, |_| {}, message)
    }
}

#[cfg(feature = "digest")]
impl<D: Digest<OutputSize = U64> + Update> DigestVerifier<D, Signature> for VerifyingKey {
    fn verify_digest<F: Fn(&mut D) -> Result<(), SignatureError>>(
        &self,
        f: F,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let mut digest = D::new();
        f(&mut digest)?;
        self.verify_prehashed(digest, None, signature)
    }
}

#[cfg(feature = "digest")]
impl<D: Digest<OutputSize = U64> + Update> DigestVerifier<D, Signature>
    for Context<'_, '_, VerifyingKey>
{
    fn verify_digest<F: Fn(&mut D) -> Result<(), SignatureError>>(
        &self,
        f: F,
        signature: &Signature,
    ) -> Result<(), SignatureError> {
        let mut digest = D::new();
        f(&mut digest)?;
        self.key()
            .verify_prehashed(digest, Some(self.value()), signature)
    }
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey({:?}), {:?})", self.compressed, self.point)
    }
}

impl AsRef<[u8]> for VerifyingKey {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Hash for VerifyingKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// Of the encodings.
impl PartialEq for VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl From<&ExpandedSecretKey> for VerifyingKey {
    fn from(key: &ExpandedSecretKey) -> Self {
        EdwardsPoint::mul_base(&key.scalar).into()
    }
}

impl From<&SigningKey> for VerifyingKey {
    fn from(key: &SigningKey) -> Self {
        key.verifying_key()
    }
}

impl From<EdwardsPoint> for VerifyingKey {
    fn from(point: EdwardsPoint) -> Self {
        Self {
            compressed: point.compress(),
            point,
        }
    }
}

impl From<VerifyingKey> for EdwardsPoint {
    fn from(key: VerifyingKey) -> Self {
        key.point
    }
}

impl TryFrom<&[u8]> for VerifyingKey {
    type Error = SignatureError;
    fn try_from(bytes: &[u8]) -> Result<Self, SignatureError> {
        let bytes = bytes.try_into().map_err(|_| InternalError::BytesLength {
            name: "VerifyingKey",
            length: PUBLIC_KEY_LENGTH,
        })?;
        Self::from_bytes(bytes)
    }
}

#[cfg(feature = "digest")]
impl KeySizeUser for VerifyingKey {
    type KeySize = U32;
}

#[cfg(all(feature = "alloc", feature = "pkcs8"))]
impl pkcs8::EncodePublicKey for VerifyingKey {
    fn to_public_key_der(&self) -> pkcs8::spki::Result<pkcs8::Document> {
        pkcs8::PublicKeyBytes::from(self).to_public_key_der()
    }
}

#[cfg(feature = "pkcs8")]
impl TryFrom<pkcs8::PublicKeyBytes> for VerifyingKey {
    type Error = pkcs8::spki::Error;
    fn try_from(key: pkcs8::PublicKeyBytes) -> pkcs8::spki::Result<Self> {
        Self::try_from(&key)
    }
}

#[cfg(feature = "pkcs8")]
impl TryFrom<&pkcs8::PublicKeyBytes> for VerifyingKey {
    type Error = pkcs8::spki::Error;
    fn try_from(key: &pkcs8::PublicKeyBytes) -> pkcs8::spki::Result<Self> {
        Self::from_bytes(key.as_ref()).map_err(|_| pkcs8::spki::Error::KeyMalformed)
    }
}

#[cfg(feature = "pkcs8")]
impl TryFrom<pkcs8::spki::SubjectPublicKeyInfoRef<'_>> for VerifyingKey {
    type Error = pkcs8::spki::Error;
    fn try_from(key: pkcs8::spki::SubjectPublicKeyInfoRef<'_>) -> pkcs8::spki::Result<Self> {
        pkcs8::PublicKeyBytes::try_from(key)?.try_into()
    }
}

#[cfg(feature = "pkcs8")]
impl From<VerifyingKey> for pkcs8::PublicKeyBytes {
    fn from(key: VerifyingKey) -> Self {
        Self::from(&key)
    }
}

#[cfg(feature = "pkcs8")]
impl From<&VerifyingKey> for pkcs8::PublicKeyBytes {
    fn from(key: &VerifyingKey) -> Self {
        Self(key.to_bytes())
    }
}

#[cfg(feature = "pkcs8")]
impl pkcs8::spki::SignatureAlgorithmIdentifier for VerifyingKey {
    type Params = pkcs8::spki::der::AnyRef<'static>;
    const SIGNATURE_ALGORITHM_IDENTIFIER: pkcs8::spki::AlgorithmIdentifier<Self::Params> =
        <Signature as pkcs8::spki::AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER;
}
