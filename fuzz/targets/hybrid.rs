//! Keys and ciphertexts of the hybrids from any bytes: refused or used, without a panic; X-Wing exactly as in `x-wing`.
#![no_main]

use hybrid_kem::{
    Decapsulate, Decapsulator, Encapsulate, Kem, KeyExport, SecP256r1MlKem768, SecP384r1MlKem1024,
    TryDecapsulate, TryKeyInit, X25519Kem, X25519MlKem768,
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// An encapsulation key of our own.
static KEY: LazyLock<hybrid_kem::DecapsulationKey> = LazyLock::new(|| [7; 32].into());
static THEIRS: LazyLock<x_wing::DecapsulationKey> = LazyLock::new(|| [7; 32].into());

/// The bytes, repeated or cut to the length of a valid one, over a part of it.
fn bent<const N: usize>(valid: &[u8], data: &[u8]) -> Option<[u8; N]> {
    let mut bytes: [u8; N] = valid.try_into().ok()?;
    let (offset, data) = data.split_first_chunk::<2>()?;
    let offset = usize::from(u16::from_le_bytes(*offset)) % N;
    for (byte, data) in bytes[offset..].iter_mut().zip(data) {
        *byte = *data;
    }
    Some(bytes)
}

/// A decoded key is encoded as it was, and shares secrets.
fn used<K: Kem>(bytes: &[u8]) {
    if let Ok(key) = K::EncapsulationKey::new_from_slice(bytes) {
        assert_eq!(key.to_bytes()[..], *bytes);
        key.encapsulate();
    }
}

fuzz_target!(|data: &[u8]| {
    used::<X25519MlKem768>(data);
    used::<SecP256r1MlKem768>(data);
    used::<SecP384r1MlKem1024>(data);
    used::<X25519Kem>(data);

    let valid = KEY.encapsulation_key().to_bytes();
    if let Some(bytes) = bent::<1216>(&valid, data) {
        used::<X25519MlKem768>(&bytes);
        let ours = hybrid_kem::EncapsulationKey::new_from_slice(&bytes);
        let theirs = x_wing::EncapsulationKey::try_from(&bytes[..]);
        assert_eq!(ours.is_ok(), theirs.is_ok());
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            let randomness = [9; 64].into();
            let ours = ours.encapsulate_deterministic(&randomness);
            assert_eq!(ours, theirs.encapsulate_deterministic(&randomness));
        }
    }
    let (valid, _) = KEY
        .encapsulation_key()
        .encapsulate_deterministic(&[5; 64].into());
    if let Some(bytes) = bent::<1120>(&valid, data) {
        assert_eq!(
            KEY.decapsulate(&bytes.into()),
            THEIRS.decapsulate(&bytes.into())
        );
        let key =
            hybrid_kem::x25519mlkem768::DecapsulationKey::from_halves(&[3; 64], [4; 32].into());
        let _ = key.try_decapsulate_slice(&bytes);
    }
    assert!(KEY.decapsulate_slice(data).is_ok() == (data.len() == 1120));
});
