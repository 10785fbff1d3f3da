//! Signing and verification with an expanded secret key and any hash of 64 bytes: misused, they reveal the key.
//!
//! The public key that is given must be the one of the secret key: signatures of one message by two public keys reveal the secret.

#[cfg(feature = "hazmat")]
use crate::verifying::Policy;
use crate::{
    Signature, SignatureError, VerifyingKey,
    edwards::EdwardsPoint,
    errors::InternalError,
    scalar::{Scalar, clamp_integer},
};
use core::fmt;
use digest::{Digest, typenum::U64};
use subtle::{Choice, ConstantTimeEq};
#[cfg(feature = "zeroize")]
use zeroize::{Zeroize, ZeroizeOnDrop};

/// What an Ed25519 secret key is hashed to, RFC 8032 § 5.1.5.
pub struct ExpandedSecretKey {
    /// The secret scalar.
    pub scalar: Scalar,
    /// What messages are hashed with, to nonces.
    pub hash_prefix: [u8; 32],
}

impl ExpandedSecretKey {
    /// From the 64 bytes of a digest: the lower half is clamped.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 64]) -> Self {
        let (halves, _) = bytes.as_chunks();
        Self {
            scalar: Scalar::from_bytes_mod_order(clamp_integer(halves[0])),
            hash_prefix: halves[1],
        }
    }

    /// The same from a slice.
    #[allow(dead_code, reason = "a method of hazmat")]
    #[allow(clippy::missing_errors_doc, reason = "of 64 bytes")]
    pub fn from_slice(bytes: &[u8]) -> Result<Self, SignatureError> {
        let length = InternalError::BytesLength {
            name: "ExpandedSecretKey",
            length: 64,
        };
        bytes
            .try_into()
            .map(Self::from_bytes)
            .map_err(|_| length.into())
    }

    /// Signs the message that `update` hashes, twice; `domain` hashes what comes before, RFC 8032 § 5.1.6.
    pub(crate) fn sign_with<D: Digest<OutputSize = U64>>(
        &self,
        key: &VerifyingKey,
        domain: impl Fn(&mut D),
        update: impl Fn(&mut D) -> Result<(), SignatureError>,
    ) -> Result<Signature, SignatureError> {
        let hash = |parts: &[&[u8; 32]]| {
            let mut hash = D::new();
            domain(&mut hash);
            parts.iter().for_each(|part| hash.update(part));
            update(&mut hash)?;
            Ok::<_, SignatureError>(Scalar::from_hash(hash))
        };
        #[cfg_attr(not(feature = "zeroize"), allow(unused_mut))]
        let mut r = hash(&[&self.hash_prefix])?;
        let R = EdwardsPoint::mul_base(&r).compress();
        let k = hash(&[R.as_bytes(), key.as_bytes()]);
        let s = k.map(|k| k.mul_add(&self.scalar, &r));
        // Also if the message failed: the nonce and the signature that it would give tell the key.
        #[cfg(feature = "zeroize")]
        r.zeroize();
        let s = s?;
        Ok(Signature::from_components(R.to_bytes(), s.to_bytes()))
    }

    /// Signs the parts of a message.
    pub(crate) fn sign<D: Digest<OutputSize = U64>>(
        &self,
        message: &[&[u8]],
        key: &VerifyingKey,
        domain: impl Fn(&mut D),
    ) -> Result<Signature, SignatureError> {
        self.sign_with::<D>(key, domain, |hash| {
            message.iter().for_each(|part| hash.update(part));
            Ok(())
        })
    }

    /// Signs a prehashed message.
    #[cfg(feature = "digest")]
    pub(crate) fn sign_prehashed<C: Digest<OutputSize = U64>, M: Digest<OutputSize = U64>>(
        &self,
        message: M,
        key: &VerifyingKey,
        context: Option<&[u8]>,
    ) -> Result<Signature, SignatureError> {
        let domain = Domain::of_prehashed(context)?;
        self.sign::<C>(&[&message.finalize()], key, |hash| domain.hash(hash))
    }
}

/// What is hashed before a message in a context: `dom2(F, C)` of RFC 8032 § 5.1.
pub(crate) struct Domain<'c> {
    prehashed: u8,
    length: u8,
    context: &'c [u8],
}

impl<'c> Domain<'c> {
    /// Of Ed25519ctx.
    pub(crate) fn new(context: &'c [u8]) -> Result<Self, SignatureError> {
        let length = u8::try_from(context.len()).map_err(|_| InternalError::ContextLength)?;
        Ok(Self {
            prehashed: 0,
            length,
            context,
        })
    }

    /// Of Ed25519ph.
    #[cfg(feature = "digest")]
    pub(crate) fn of_prehashed(context: Option<&'c [u8]>) -> Result<Self, SignatureError> {
        Ok(Self {
            prehashed: 1,
            ..Self::new(context.unwrap_or_default())?
        })
    }

    pub(crate) fn hash<D: Digest>(&self, hash: &mut D) {
        hash.update(b"SigEd25519 no Ed25519 collisions");
        hash.update([self.prehashed, self.length]);
        hash.update(self.context);
    }
}

impl TryFrom<&[u8]> for ExpandedSecretKey {
    type Error = SignatureError;
    fn try_from(bytes: &[u8]) -> Result<Self, SignatureError> {
        Self::from_slice(bytes)
    }
}

/// Shows nothing of it.
impl fmt::Debug for ExpandedSecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExpandedSecretKey").finish_non_exhaustive()
    }
}

impl ConstantTimeEq for ExpandedSecretKey {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.scalar.ct_eq(&other.scalar) & self.hash_prefix[..].ct_eq(&other.hash_prefix[..])
    }
}

impl PartialEq for ExpandedSecretKey {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for ExpandedSecretKey {}

#[cfg(feature = "zeroize")]
impl Drop for ExpandedSecretKey {
    fn drop(&mut self) {
        self.scalar.zeroize();
        self.hash_prefix.zeroize();
    }
}

#[cfg(feature = "zeroize")]
impl ZeroizeOnDrop for ExpandedSecretKey {}

/// Signs a message with the hash `CtxDigest` in place of SHA-512.
#[cfg(feature = "hazmat")]
#[must_use]
pub fn raw_sign<CtxDigest: Digest<OutputSize = U64>>(
    esk: &ExpandedSecretKey,
    message: &[u8],
    verifying_key: &VerifyingKey,
) -> Signature {
    let signature = esk.sign::<CtxDigest>(&[message], verifying_key, |_| {});
    signature.expect("no error comes from hashing bytes")
}

/// Signs a prehashed message with the hash `CtxDigest` in place of SHA-512.
///
/// # Errors
/// If the context has more than 255 bytes.
#[cfg(all(feature = "digest", feature = "hazmat"))]
pub fn raw_sign_prehashed<CtxDigest, MsgDigest>(
    esk: &ExpandedSecretKey,
    prehashed_message: MsgDigest,
    verifying_key: &VerifyingKey,
    context: Option<&[u8]>,
) -> Result<Signature, SignatureError>
where
    MsgDigest: Digest<OutputSize = U64>,
    CtxDigest: Digest<OutputSize = U64>,
{
    esk.sign_prehashed::<CtxDigest, MsgDigest>(prehashed_message, verifying_key, context)
}

/// Signs the message that `msg_update` hashes, which is called twice and must hash the same bytes both times.
///
/// # Errors
/// Those of `msg_update`.
#[cfg(feature = "hazmat")]
pub fn raw_sign_byupdate<CtxDigest, F>(
    esk: &ExpandedSecretKey,
    msg_update: F,
    verifying_key: &VerifyingKey,
) -> Result<Signature, SignatureError>
where
    CtxDigest: Digest<OutputSize = U64>,
    F: Fn(&mut CtxDigest) -> Result<(), SignatureError>,
{
    esk.sign_with::<CtxDigest>(verifying_key, |_| {}, msg_update)
}

/// [`VerifyingKey::verify`](crate::Verifier::verify) with the hash `CtxDigest` in place of SHA-512.
///
/// # Errors
/// If the signature is not valid.
#[cfg(feature = "hazmat")]
pub fn raw_verify<CtxDigest: Digest<OutputSize = U64>>(
    vk: &VerifyingKey,
    message: &[u8],
    signature: &Signature,
) -> Result<(), SignatureError> {
    vk.check::<CtxDigest>(Policy::Cofactorless, signature, |_| {}, &[message])
}

/// [`VerifyingKey::verify_prehashed`] with the hash `CtxDigest` in place of SHA-512.
///
/// # Errors
/// If the signature is not valid, or the context has more than 255 bytes.
#[cfg(all(feature = "digest", feature = "hazmat"))]
pub fn raw_verify_prehashed<CtxDigest, MsgDigest>(
    vk: &VerifyingKey,
    prehashed_message: MsgDigest,
    context: Option<&[u8]>,
    signature: &Signature,
) -> Result<(), SignatureError>
where
    MsgDigest: Digest<OutputSize = U64>,
    CtxDigest: Digest<OutputSize = U64>,
{
    vk.check_prehashed::<CtxDigest, _>(Policy::Cofactorless, prehashed_message, context, signature)
}
