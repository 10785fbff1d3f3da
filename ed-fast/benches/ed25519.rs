//! Ed25519 beside ed25519-dalek: the same operation on the same input.
//!
//! `sign` and `verify` hash the message; `key generation` draws the randomness and encodes the public key; `decode and verify` starts from
//! an encoded public key.
//!
//! `cargo bench -p ed-fast [-- FILTER]`.

use core::hint::black_box;
use core::time::Duration;
use criterion::Criterion;
use rows::{Rows, row};
use sha2::{Digest, Sha512};

#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the rows of the NIST curves"
)]
#[path = "../../field/benches/curves/rows.rs"]
mod rows;

const SECRET: [u8; 32] = [0x17; 32];
const MESSAGE: [u8; 64] = [0x5a; 64];

/// One library with ed25519-dalek's interface.
macro_rules! dalek_interface {
    ($library:ident, $name:expr) => {
        use super::{MESSAGE, Rows, SECRET, black_box, row};
        use $library::{Signer, SigningKey, Verifier, VerifyingKey};

        pub(crate) fn sign(rows: &mut Rows<'_>, message: &[u8]) {
            let key = SigningKey::from_bytes(&SECRET);
            row(rows, $name, || key.sign(black_box(message)));
        }

        pub(crate) fn verify(rows: &mut Rows<'_>) {
            let key = SigningKey::from_bytes(&SECRET);
            let (signature, key) = (key.sign(&MESSAGE), key.verifying_key());
            row(rows, $name, || {
                key.verify(black_box(&MESSAGE), &signature).unwrap();
            });
        }

        pub(crate) fn verify_strict(rows: &mut Rows<'_>) {
            let key = SigningKey::from_bytes(&SECRET);
            let (signature, key) = (key.sign(&MESSAGE), key.verifying_key());
            row(rows, $name, || {
                key.verify_strict(black_box(&MESSAGE), &signature).unwrap();
            });
        }

        pub(crate) fn decode_and_verify(rows: &mut Rows<'_>) {
            let key = SigningKey::from_bytes(&SECRET);
            let (signature, key) = (key.sign(&MESSAGE), key.verifying_key().to_bytes());
            row(rows, $name, || {
                let key = VerifyingKey::from_bytes(black_box(&key)).unwrap();
                key.verify(&MESSAGE, &signature).unwrap();
            });
        }

        pub(crate) fn key_generation(rows: &mut Rows<'_>) {
            row(rows, $name, || {
                let mut seed = [0; 32];
                getrandom::fill(&mut seed).unwrap();
                SigningKey::from_bytes(&seed).verifying_key().to_bytes()
            });
        }
    };
}

mod ours {
    dalek_interface!(ed_fast, "ed-fast");
}

mod dalek {
    dalek_interface!(ed25519_dalek, "ed25519-dalek");
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(40)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .configure_from_args();
    for length in [64, 512, 2048, 16384] {
        let message = vec![0x5a; length];
        let mut rows = criterion.benchmark_group(format!("sign {length} bytes"));
        row(&mut rows, "hash alone", || {
            Sha512::digest(black_box(&message))
        });
        ours::sign(&mut rows, &message);
        dalek::sign(&mut rows, &message);
    }
    type Operation = fn(&mut Rows<'_>);
    let operations: [(&str, [Operation; 2]); 4] = [
        ("verify", [ours::verify, dalek::verify]),
        ("verify_strict", [ours::verify_strict, dalek::verify_strict]),
        (
            "decode and verify",
            [ours::decode_and_verify, dalek::decode_and_verify],
        ),
        (
            "key generation",
            [ours::key_generation, dalek::key_generation],
        ),
    ];
    for (name, operations) in operations {
        let mut rows = criterion.benchmark_group(name);
        for operation in operations {
            operation(&mut rows);
        }
    }
    criterion.final_summary();
}
