//! X-Wing, draft-connolly-cfrg-xwing-kem: X25519 and ML-KEM-768, combined by SHA3-256.

use crate::{
    DecapsulationError,
    half::Half,
    mlkem::{MlKem768, Seed},
    x25519::X25519,
};
use core::fmt;
use field_fast::Cpu;
use hybrid_array::{
    Array, ArrayN, AsArrayRef,
    sizes::{U32, U1088, U1120, U1184, U1216},
};
use kem::{
    Decapsulate, Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport, KeyInit,
    KeySizeUser, TryDecapsulate, TryKeyInit,
    common::rand_core::{CryptoRng, TryCryptoRng},
};
use sha3::{Digest, Sha3_256};
use shake::{ExtendableOutput, Shake256, Update, XofReader};
use x25519_fast::{PublicKey, SharedSecret, StaticSecret};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Bytes of an encapsulation key.
pub const ENCAPSULATION_KEY_SIZE: usize = 1216;
/// Bytes of a decapsulation key.
pub const DECAPSULATION_KEY_SIZE: usize = 32;
/// Bytes of a ciphertext.
pub const CIPHERTEXT_SIZE: usize = 1120;
/// Bytes of randomness that an encapsulation takes.
pub const ENCAPSULATION_RANDOMNESS_SIZE: usize = 64;

/// The end of what the combiner hashes, draft § 5.3.
const LABEL: &[u8; 6] = br"\.//^\";

/// An encoded ciphertext.
pub type Ciphertext = kem::Ciphertext<XWingKem>;
/// A shared secret, uniform.
pub type SharedKey = Array<u8, U32>;

/// X-Wing.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, PartialOrd, Ord)]
pub struct XWingKem;

impl Kem for XWingKem {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type CiphertextSize = U1120;
    type SharedKeySize = U32;
}

/// An X-Wing encapsulation key (public key), prepared for many encapsulations.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EncapsulationKey {
    ml_kem: <MlKem768 as Half>::Public,
    x25519: PublicKey,
}

impl EncapsulationKey {
    /// Encapsulates with this randomness: 32 bytes for ML-KEM, then 32 bytes for X25519. For known answers; anything but uniform
    /// randomness, used once, gives the secret away.
    #[must_use]
    #[cfg_attr(not(feature = "hazmat"), doc(hidden))]
    pub fn encapsulate_deterministic(
        &self,
        randomness: &ArrayN<u8, ENCAPSULATION_RANDOMNESS_SIZE>,
    ) -> (Ciphertext, SharedKey) {
        let (m, ephemeral) = randomness.split_ref::<U32>();
        let (ct_m, mut ml_kem) = MlKem768::encapsulate(Cpu::detect(), &self.ml_kem, &m.0);
        let ephemeral = StaticSecret::from(ephemeral.0);
        let ct_x = PublicKey::from(&ephemeral);
        let shared = combine(
            &ml_kem,
            &ephemeral.diffie_hellman(&self.x25519),
            &ct_x,
            &self.x25519,
        );
        ml_kem.zeroize();
        (CiphertextMessage { ct_m, ct_x }.into(), shared)
    }
}

impl Encapsulate for EncapsulationKey {
    type Kem = XWingKem;

    /// Constant time, but for the public key.
    fn encapsulate_with_rng<R>(&self, rng: &mut R) -> (Ciphertext, SharedKey)
    where
        R: CryptoRng + ?Sized,
    {
        let mut randomness = Array::generate_from_rng(rng);
        let shared = self.encapsulate_deterministic(&randomness);
        randomness.zeroize();
        shared
    }
}

impl KeySizeUser for EncapsulationKey {
    type KeySize = U1216;
}

impl KeyExport for EncapsulationKey {
    fn to_bytes(&self) -> Key<Self> {
        self.ml_kem.as_bytes().concat(X25519::encode(&self.x25519))
    }
}

impl TryKeyInit for EncapsulationKey {
    /// Decodes and checks the key. Variable time.
    ///
    /// # Errors
    /// If a coefficient of ML-KEM's key is not reduced (FIPS 203 § 7.2). Any point of X25519 is accepted, as the draft has it.
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        let (ml_kem, x25519) = key.split_ref::<U1184>();
        Ok(Self {
            ml_kem: <MlKem768 as Half>::decode(ml_kem)?,
            x25519: x25519.0.into(),
        })
    }
}

impl TryFrom<&[u8]> for EncapsulationKey {
    type Error = InvalidKey;

    fn try_from(key: &[u8]) -> Result<Self, InvalidKey> {
        Self::new_from_slice(key)
    }
}

/// An X-Wing decapsulation key (secret key): a seed, expanded once. Wiped when dropped.
///
/// It takes ciphertexts whose X25519 part has a small order; [`DecapsulationKeyRejectNonContrib`] does not.
#[derive(Clone)]
pub struct DecapsulationKey {
    seed: [u8; DECAPSULATION_KEY_SIZE],
    ml_kem: <MlKem768 as Half>::Secret,
    x25519: StaticSecret,
    public: EncapsulationKey,
}

impl DecapsulationKey {
    /// The seed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; DECAPSULATION_KEY_SIZE] {
        &self.seed
    }

    /// What the combiner makes of the ciphertext, unless X25519 gives zero and `contributory` is asked for.
    fn combined(&self, ciphertext: &Ciphertext, contributory: bool) -> Option<SharedKey> {
        let (ct_m, ct_x) = ciphertext.split_ref::<U1088>();
        let ct_x = PublicKey::from(ct_x.0);
        let x25519 = self.x25519.diffie_hellman(&ct_x);
        if contributory && !x25519.was_contributory() {
            return None;
        }
        let public = &self.public.ml_kem;
        let mut ml_kem = MlKem768::decapsulate(Cpu::detect(), &self.ml_kem, public, ct_m);
        let shared = combine(&ml_kem, &x25519, &ct_x, &self.public.x25519);
        ml_kem.zeroize();
        Some(shared)
    }
}

/// Shows the public key only.
impl fmt::Debug for DecapsulationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecapsulationKey")
            .field("encapsulation_key", &self.public)
            .finish_non_exhaustive()
    }
}

impl Decapsulate for DecapsulationKey {
    /// Constant time. A ciphertext that does not fit gives a secret that nobody else knows (implicit rejection).
    fn decapsulate(&self, ciphertext: &Ciphertext) -> SharedKey {
        self.combined(ciphertext, false)
            .expect("every point is accepted")
    }
}

impl Decapsulator for DecapsulationKey {
    type Kem = XWingKem;

    fn encapsulation_key(&self) -> &EncapsulationKey {
        &self.public
    }
}

impl Drop for DecapsulationKey {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

impl ZeroizeOnDrop for DecapsulationKey {}

impl From<[u8; DECAPSULATION_KEY_SIZE]> for DecapsulationKey {
    fn from(seed: [u8; DECAPSULATION_KEY_SIZE]) -> Self {
        Self::new(seed.as_array_ref())
    }
}

impl Generate for DecapsulationKey {
    fn try_generate_from_rng<R>(rng: &mut R) -> Result<Self, R::Error>
    where
        R: TryCryptoRng + ?Sized,
    {
        <[u8; DECAPSULATION_KEY_SIZE]>::try_generate_from_rng(rng).map(Self::from)
    }
}

impl KeySizeUser for DecapsulationKey {
    type KeySize = U32;
}

impl KeyInit for DecapsulationKey {
    /// Expands a seed, draft § 5.2.
    fn new(seed: &Key<Self>) -> Self {
        let mut hash = Shake256::default();
        hash.update(seed);
        let mut expanded = hash.finalize_xof();
        let mut ml_kem_seed = Seed::default();
        let mut x25519 = [0; 32];
        expanded.read(&mut ml_kem_seed);
        expanded.read(&mut x25519);
        let (ml_kem, public) = MlKem768::from_seed(Cpu::detect(), &ml_kem_seed);
        ml_kem_seed.zeroize();
        let x25519_secret = StaticSecret::from(x25519);
        x25519.zeroize();
        let public = EncapsulationKey {
            ml_kem: public,
            x25519: PublicKey::from(&x25519_secret),
        };
        Self {
            seed: seed.0,
            ml_kem,
            x25519: x25519_secret,
            public,
        }
    }
}

impl KeyExport for DecapsulationKey {
    /// The seed.
    fn to_bytes(&self) -> Key<Self> {
        Array(self.seed)
    }
}

/// An X-Wing decapsulation key that refuses ciphertexts whose X25519 part has a small order. Wiped when dropped.
///
/// The drafts leave open whether to refuse them; until the standard decides, both kinds exist, as in `x-wing`.
#[derive(Clone, Debug)]
pub struct DecapsulationKeyRejectNonContrib(DecapsulationKey);

impl TryDecapsulate for DecapsulationKeyRejectNonContrib {
    type Error = DecapsulationError;

    /// As [`DecapsulationKey::decapsulate`].
    ///
    /// # Errors
    /// If the X25519 part has a small order.
    fn try_decapsulate(&self, ciphertext: &Ciphertext) -> Result<SharedKey, Self::Error> {
        self.0.combined(ciphertext, true).ok_or(DecapsulationError)
    }
}

impl Decapsulator for DecapsulationKeyRejectNonContrib {
    type Kem = XWingKem;

    fn encapsulation_key(&self) -> &EncapsulationKey {
        self.0.encapsulation_key()
    }
}

impl From<[u8; DECAPSULATION_KEY_SIZE]> for DecapsulationKeyRejectNonContrib {
    fn from(seed: [u8; DECAPSULATION_KEY_SIZE]) -> Self {
        Self(seed.into())
    }
}

impl Generate for DecapsulationKeyRejectNonContrib {
    fn try_generate_from_rng<R>(rng: &mut R) -> Result<Self, R::Error>
    where
        R: TryCryptoRng + ?Sized,
    {
        DecapsulationKey::try_generate_from_rng(rng).map(Self)
    }
}

impl KeySizeUser for DecapsulationKeyRejectNonContrib {
    type KeySize = U32;
}

impl KeyInit for DecapsulationKeyRejectNonContrib {
    fn new(seed: &Key<Self>) -> Self {
        Self(DecapsulationKey::new(seed))
    }
}

impl KeyExport for DecapsulationKeyRejectNonContrib {
    fn to_bytes(&self) -> Key<Self> {
        self.0.to_bytes()
    }
}

impl ZeroizeOnDrop for DecapsulationKeyRejectNonContrib {}

/// A ciphertext in its two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CiphertextMessage {
    ct_m: ArrayN<u8, 1088>,
    ct_x: PublicKey,
}

impl CiphertextMessage {
    /// The ciphertext of ML-KEM-768 (1,088 bytes), then that of X25519 (32 bytes).
    #[must_use]
    pub fn to_bytes(&self) -> Ciphertext {
        self.ct_m.concat(X25519::encode(&self.ct_x))
    }
}

impl From<&Ciphertext> for CiphertextMessage {
    fn from(ciphertext: &Ciphertext) -> Self {
        let (ct_m, ct_x) = ciphertext.split_ref::<U1088>();
        Self {
            ct_m: *ct_m,
            ct_x: ct_x.0.into(),
        }
    }
}

impl From<&CiphertextMessage> for Ciphertext {
    fn from(message: &CiphertextMessage) -> Self {
        message.to_bytes()
    }
}

impl From<CiphertextMessage> for Ciphertext {
    fn from(message: CiphertextMessage) -> Self {
        message.to_bytes()
    }
}

/// The combiner, draft § 5.3.
fn combine(
    ml_kem: &SharedKey,
    x25519: &SharedSecret,
    ciphertext: &PublicKey,
    public: &PublicKey,
) -> SharedKey {
    let mut hash = Sha3_256::new();
    for part in [
        &ml_kem[..],
        x25519.as_bytes(),
        ciphertext.as_bytes(),
        public.as_bytes(),
        LABEL,
    ] {
        Digest::update(&mut hash, part);
    }
    hash.finalize()
}
