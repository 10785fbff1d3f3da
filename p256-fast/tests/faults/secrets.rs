//! Secrets: what is printed, and what happens when there is no randomness.

use super::*;

/// dalek-cryptography/curve25519-dalek #591: a derived `Debug` wrote the key to logs.
/// (`Scalar` is a number, not a secret type: its `Debug` prints the value, as p256's does.)
#[test]
fn i157_debug_of_secrets_prints_no_secret() {
    fn check(secret: &dyn std::fmt::Debug) {
        let text = format!("{secret:?} {secret:#?}").to_lowercase();
        for leak in ["ab, ab", "171", "abab"] {
            assert!(!text.contains(leak), "{text}");
        }
    }
    let ab = [0xab; 32];
    let key = SecretKey::from_slice(&ab).unwrap();
    let nonzero = key.to_nonzero_scalar();
    let ephemeral = EphemeralSecret::generate_from_rng(&mut Octets::new(&[ab]));
    assert_eq!(
        ephemeral.public_key(),
        key.public_key(),
        "made from the same octets"
    );
    check(&key);
    check(&nonzero);
    check(&SigningKey::from(nonzero));
    check(&ephemeral);
    check(&SharedSecret::from(FieldBytes::from(ab)));
    check(&BlindedScalar::new_from_rng(
        scalar(ab),
        &mut Octets::new(&[ab]),
    ));
    assert!(
        format!("{:?}", scalar(ab)).contains("ABAB"),
        "the check would see it"
    );
}

/// Works for some calls, then fails for ever.
struct Failing {
    octet: u8,
    calls_left: usize,
}

#[derive(Debug, PartialEq)]
struct NoRandomness;

impl std::fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no randomness")
    }
}

impl std::error::Error for NoRandomness {}

impl TryRng for Failing {
    type Error = NoRandomness;
    fn try_next_u32(&mut self) -> Result<u32, NoRandomness> {
        let mut word = [0; 4];
        self.try_fill_bytes(&mut word)?;
        Ok(u32::from_le_bytes(word))
    }
    fn try_next_u64(&mut self) -> Result<u64, NoRandomness> {
        let mut word = [0; 8];
        self.try_fill_bytes(&mut word)?;
        Ok(u64::from_le_bytes(word))
    }
    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), NoRandomness> {
        self.calls_left = self.calls_left.checked_sub(1).ok_or(NoRandomness)?;
        dst.fill(self.octet);
        Ok(())
    }
}

impl TryCryptoRng for Failing {}

/// RUSTSEC-2026-0075: after errors of the generator a function returned an all-zero key.
///
/// A generator that works but returns one rejected value for ever has no error to return: as in p256 it is asked again,
/// so here it fails in the end.
#[test]
fn i158_failing_generator_gives_an_error_and_no_key() {
    fn fails<T>(octet: u8, calls: usize, make: impl Fn(&mut Failing) -> Result<T, NoRandomness>) {
        let mut rng = Failing {
            octet,
            calls_left: calls,
        };
        assert_eq!(
            make(&mut rng).err(),
            Some(NoRandomness),
            "octet {octet:#x}, {calls} calls"
        );
        assert_eq!(rng.calls_left, 0);
    }
    // 0xff..ff is above n and p: every call before the failing one is a rejected candidate.
    for calls in [0, 1, 2, 3, 1000] {
        fails(0xff, calls, Scalar::try_generate_from_rng);
        fails(0xff, calls, Scalar::try_random);
        fails(0xff, calls, FieldElement::try_generate_from_rng);
        fails(0xff, calls, FieldElement::try_random);
        fails(0xff, calls, NonZeroScalar::try_generate_from_rng);
        fails(0xff, calls, SecretKey::try_generate_from_rng);
        fails(0xff, calls, SigningKey::try_generate_from_rng);
        fails(0xff, calls, EphemeralSecret::try_generate_from_rng);
        fails(0xff, calls, |r| {
            BlindedScalar::try_new_from_rng(Scalar::ONE, r)
        });
        fails(0xff, calls, AffinePoint::try_generate_from_rng);
        fails(0xff, calls, ProjectivePoint::try_generate_from_rng);
        fails(0xff, calls, ProjectivePoint::try_random);
        // Zero is a scalar, but no key.
        fails(0, calls, NonZeroScalar::try_generate_from_rng);
        fails(0, calls, SigningKey::try_generate_from_rng);
        fails(0, calls, EphemeralSecret::try_generate_from_rng);
    }
    let zeros = |calls| Failing {
        octet: 0,
        calls_left: calls,
    };
    assert_eq!(
        Scalar::try_generate_from_rng(&mut zeros(8)),
        Ok(Scalar::ZERO)
    );
    assert_eq!(
        FieldElement::try_random(&mut zeros(8)),
        Ok(FieldElement::ZERO)
    );

    // Signing with added entropy reports the failure; signing without needs no generator.
    let key = rfc6979_key();
    let hedged: Result<Signature, _> = key.try_sign_with_rng(&mut zeros(0), b"sample");
    assert!(hedged.is_err());
    let hedged: Result<(Signature, RecoveryId), _> =
        key.sign_prehash_recoverable_with_rng(&mut zeros(0), &Sha256::digest(b"sample"));
    assert_eq!(hedged.err(), Some(NoRandomness));
    // A generator stuck at zero only takes the entropy away: the signature stays valid, and is not the plain one.
    let hedged: Signature = key.try_sign_with_rng(&mut zeros(100), b"sample").unwrap();
    key.verifying_key().verify(b"sample", &hedged).unwrap();
    assert_ne!(hedged, signature(SAMPLE_R, SAMPLE_S));
}
