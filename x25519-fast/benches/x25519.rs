//! X25519 beside x25519-dalek: the same operation on the same input.
//!
//! `key generation` draws the randomness and encodes the public key.
//!
//! `cargo bench -p x25519-fast [-- FILTER]`.

use core::hint::black_box;
use core::time::Duration;
use criterion::Criterion;
use rows::{Rows, row};

#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the rows of the NIST curves"
)]
#[path = "../../field/benches/curves/rows.rs"]
mod rows;

const SECRET: [u8; 32] = [0x17; 32];
const OTHER_SECRET: [u8; 32] = [0x42; 32];

/// One library with x25519-dalek's interface.
macro_rules! dalek_interface {
    ($library:ident, $name:expr) => {
        use super::{OTHER_SECRET, Rows, SECRET, black_box, row};
        use $library::{EphemeralSecret, PublicKey, StaticSecret};

        pub(crate) fn diffie_hellman(rows: &mut Rows<'_>) {
            let secret = StaticSecret::from(SECRET);
            let other = PublicKey::from(&StaticSecret::from(OTHER_SECRET));
            row(rows, $name, || secret.diffie_hellman(black_box(&other)));
        }

        pub(crate) fn public_key(rows: &mut Rows<'_>) {
            let secret = StaticSecret::from(SECRET);
            row(rows, $name, || PublicKey::from(black_box(&secret)));
        }

        pub(crate) fn key_generation(rows: &mut Rows<'_>) {
            row(rows, $name, || {
                PublicKey::from(&EphemeralSecret::random()).to_bytes()
            });
        }
    };
}

mod ours {
    dalek_interface!(x25519_fast, "x25519-fast");
}

mod dalek {
    dalek_interface!(x25519_dalek, "x25519-dalek");
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(40)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .configure_from_args();
    type Operation = fn(&mut Rows<'_>);
    let operations: [(&str, [Operation; 2]); 3] = [
        (
            "diffie_hellman",
            [ours::diffie_hellman, dalek::diffie_hellman],
        ),
        ("public key", [ours::public_key, dalek::public_key]),
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
