//! Makes a key, signs, verifies and agrees on a secret through RustCrypto's traits, checks every result against
//! RustCrypto's own `p256`, and then times both.
//!
//! `cargo run --release -p p256-fast --example compare`

use core::hint::black_box;
use p256_fast::ecdsa::signature::{Signer, Verifier};
use p256_fast::ecdsa::{Signature, SigningKey, VerifyingKey};
use p256_fast::elliptic_curve::{Generate, sec1::ToSec1Point};
use p256_fast::{PublicKey, SecretKey};
use std::error::Error;
use std::time::{Duration, Instant};

const MESSAGE: &[u8; 64] = &[0x5a; 64];

fn main() -> Result<(), Box<dyn Error>> {
    check()?;
    println!(
        "Key, signature and shared secret are those of RustCrypto's p256, and each verifies the other's.\n"
    );
    table();
    Ok(())
}

/// What a user of `p256` does, once with each crate on the same secrets.
fn check() -> Result<(), Box<dyn Error>> {
    let secret = SecretKey::generate();
    let public = secret.public_key().to_sec1_point(true);
    let their_secret = p256::SecretKey::from_slice(&secret.to_bytes())?;
    let their_public = their_secret.public_key().to_sec1_point(true);
    assert_eq!(public, their_public);

    // RFC 6979 makes the signature a function of key and message.
    let signing = SigningKey::from(&secret);
    let signature: Signature = signing.sign(MESSAGE);
    let their_signing = p256::ecdsa::SigningKey::from(&their_secret);
    let their_signature: p256::ecdsa::Signature = their_signing.sign(MESSAGE);
    assert_eq!(signature.to_bytes(), their_signature.to_bytes());

    let verifying = VerifyingKey::from_sec1_bytes(their_public.as_bytes())?;
    verifying.verify(
        MESSAGE,
        &Signature::from_slice(&their_signature.to_bytes())?,
    )?;
    assert!(verifying.verify(b"another message", &signature).is_err());
    let their_verifying = p256::ecdsa::VerifyingKey::from_sec1_bytes(public.as_bytes())?;
    their_verifying.verify(
        MESSAGE,
        &p256::ecdsa::Signature::from_slice(&signature.to_bytes())?,
    )?;

    let other = SecretKey::generate().public_key().to_sec1_point(false);
    let shared = secret.diffie_hellman(&PublicKey::from_sec1_bytes(other.as_bytes())?);
    let their_shared =
        their_secret.diffie_hellman(&p256::PublicKey::from_sec1_bytes(other.as_bytes())?);
    assert_eq!(shared.raw_secret_bytes(), their_shared.raw_secret_bytes());
    Ok(())
}

type Operation = Box<dyn FnMut()>;

/// The timed operations of one library, with their names.
macro_rules! operations {
    ($library:ident) => {{
        use $library::ecdsa::{Signature, SigningKey, VerifyingKey};
        use $library::{PublicKey, SecretKey};
        let secret = SecretKey::from_slice(&[0x17; 32]).unwrap();
        let other = SecretKey::from_slice(&[0x42; 32]).unwrap();
        let other = other.public_key().to_sec1_point(false);
        let signing = SigningKey::from(&secret);
        let verifying = VerifyingKey::from(&signing);
        let signature: Signature = signing.sign(MESSAGE);
        let operations: [(&str, Operation); 4] = [
            (
                "key generation",
                Box::new(|| {
                    black_box(SecretKey::generate().public_key().to_sec1_point(false));
                }),
            ),
            (
                "sign 64 bytes",
                Box::new(move || {
                    let signature: Signature = signing.sign(black_box(MESSAGE));
                    black_box(signature);
                }),
            ),
            (
                "verify 64 bytes",
                Box::new(move || verifying.verify(black_box(MESSAGE), &signature).unwrap()),
            ),
            (
                "ECDH",
                Box::new(move || {
                    let other = PublicKey::from_sec1_bytes(black_box(other.as_bytes())).unwrap();
                    black_box(secret.diffie_hellman(&other));
                }),
            ),
        ];
        operations
    }};
}

fn table() {
    let backend = p256_fast::backend();
    println!("operation        backend         ours   RustCrypto   ratio");
    for ((name, ours), (_, theirs)) in operations!(p256_fast).into_iter().zip(operations!(p256)) {
        let [ours, theirs] = medians([ours, theirs]);
        let ratio = theirs / ours;
        println!("{name:<16} {backend:<9} {ours:>7.1} µs   {theirs:>7.1} µs   {ratio:>4.2}x");
    }
}

/// Median microseconds of both: in turn, so that a drift of the machine's speed falls on both alike.
fn medians(mut operations: [Operation; 2]) -> [f64; 2] {
    const ROUNDS: usize = 61;
    const SLICE: Duration = Duration::from_millis(20);
    let repetitions = operations.each_mut().map(|operation| {
        let start = Instant::now();
        let mut count = 0;
        while start.elapsed() < SLICE {
            operation();
            count += 1;
        }
        count
    });
    let mut samples = [[0.0; ROUNDS]; 2];
    for round in 0..ROUNDS {
        for (i, operation) in operations.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..repetitions[i] {
                operation();
            }
            samples[i][round] = start.elapsed().as_secs_f64() * 1e6 / f64::from(repetitions[i]);
        }
    }
    samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 2]
    })
}
