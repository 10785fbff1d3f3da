//! P-384 beside RustCrypto's `p384`: the same operation on the same input.
//!
//! `sign` and `verify` hash the message; `ecdh` parses the other side's SEC1 key; `key generation` draws the randomness
//! and encodes the public key.
//!
//! `cargo bench -p p384-fast [-- FILTER]`.

use core::hint::black_box;
use core::time::Duration;
use criterion::Criterion;
use rows::{POINT_OPERATIONS, Rows, row, rustcrypto_interface};
use sha2::{Digest, Sha384};

#[path = "../../field/benches/curves/rows.rs"]
mod rows;

const SECRET: [u8; 48] = [0x17; 48];
const OTHER_SECRET: [u8; 48] = [0x42; 48];
const MESSAGE: [u8; 64] = [0x5a; 64];

mod ours {
    super::rustcrypto_interface!(p384_fast, NistP384, "p384-fast");
}

mod rustcrypto {
    super::rustcrypto_interface!(p384, NistP384, "RustCrypto p384");
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
            Sha384::digest(black_box(&message))
        });
        ours::sign(&mut rows, &message);
        rustcrypto::sign(&mut rows, &message);
    }
    type Operation = fn(&mut Rows<'_>);
    let operations: [(&str, [Operation; 2]); 5] = [
        ("verify", [ours::verify, rustcrypto::verify]),
        ("ecdh", [ours::ecdh, rustcrypto::ecdh]),
        (
            "key generation",
            [ours::key_generation, rustcrypto::key_generation],
        ),
        ("decompress", [ours::decompress, rustcrypto::decompress]),
        (
            "hash_to_curve",
            [ours::hash_to_curve, rustcrypto::hash_to_curve],
        ),
    ];
    for (name, operations) in operations {
        let mut rows = criterion.benchmark_group(name);
        for operation in operations {
            operation(&mut rows);
        }
    }
    for operation in POINT_OPERATIONS {
        let mut rows = criterion.benchmark_group(operation);
        ours::point(&mut rows, operation);
        rustcrypto::point(&mut rows, operation);
    }
    criterion.final_summary();
}
