//! P-256 beside the libraries that build without a C toolchain: the same operation on the same input.
//!
//! `sign` and `verify` hash the message; `ecdh` parses the other side's SEC1 key; `key generation` draws the randomness
//! and encodes the public key.
//!
//! `cargo bench -p p256-fast [-- FILTER]`. `RUSTFLAGS='--cfg field_backend="portable"'` measures that backend.

use core::hint::black_box;
use core::time::Duration;
use criterion::Criterion;
use rows::{POINT_OPERATIONS, Rows, row, rustcrypto_interface};
use sha2::{Digest, Sha256};

#[path = "../../field/benches/curves/rows.rs"]
mod rows;

#[path = "../../field/benches/curves/graviola.rs"]
mod of_graviola;

const SECRET: [u8; 32] = [0x17; 32];
const OTHER_SECRET: [u8; 32] = [0x42; 32];
const MESSAGE: [u8; 64] = [0x5a; 64];

mod ours {
    super::rustcrypto_interface!(
        p256_fast,
        NistP256,
        format!("p256-fast ({})", p256_fast::backend())
    );
}

mod rustcrypto {
    super::rustcrypto_interface!(p256, NistP256, "RustCrypto p256");
}

/// graviola: s2n-bignum's assembly.
mod graviola {
    use super::{MESSAGE, Rows, black_box, row};
    use graviola::hashing::Sha256;
    use graviola::key_agreement::p256::{PublicKey, StaticPrivateKey};
    use graviola::signing::ecdsa::{P256, SigningKey, VerifyingKey};

    const NAME: &str = "graviola";

    pub(crate) fn sign(rows: &mut Rows<'_>, message: &[u8]) {
        let key = SigningKey::<P256>::generate().unwrap();
        row(rows, NAME, || {
            let mut signature = [0; 64];
            key.sign::<Sha256>(&[black_box(message)], &mut signature)
                .unwrap();
            signature
        });
    }

    pub(crate) fn verify(rows: &mut Rows<'_>) {
        let signing = SigningKey::<P256>::generate().unwrap();
        let mut signature = [0; 64];
        signing.sign::<Sha256>(&[&MESSAGE], &mut signature).unwrap();
        let mut buffer = [0; 128];
        let public: &[u8; 65] = signing
            .to_spki_der(&mut buffer)
            .unwrap()
            .last_chunk()
            .unwrap();
        let key = VerifyingKey::<P256>::from_x962_uncompressed(public).unwrap();
        row(rows, NAME, || {
            key.verify::<Sha256>(&[black_box(&MESSAGE)], &signature)
                .unwrap();
        });
    }

    pub(crate) fn ecdh(rows: &mut Rows<'_>) {
        let secret = StaticPrivateKey::new_random().unwrap();
        let other = StaticPrivateKey::new_random()
            .unwrap()
            .public_key_uncompressed();
        row(rows, NAME, || {
            let other = PublicKey::from_x962_uncompressed(black_box(&other)).unwrap();
            secret.diffie_hellman(&other).unwrap().0
        });
    }

    pub(crate) fn key_generation(rows: &mut Rows<'_>) {
        row(rows, NAME, || {
            StaticPrivateKey::new_random()
                .unwrap()
                .public_key_uncompressed()
        });
    }
}

/// rscrypto: portable Rust with SIMD hashes.
mod rscrypto {
    use super::{MESSAGE, Rows, black_box, row};
    use rscrypto::EcdsaP256Keypair;

    const NAME: &str = "rscrypto";

    pub(crate) fn sign(rows: &mut Rows<'_>, message: &[u8]) {
        let key = EcdsaP256Keypair::try_generate().unwrap();
        row(rows, NAME, || key.try_sign(black_box(message)).unwrap());
    }

    pub(crate) fn verify(rows: &mut Rows<'_>) {
        let signing = EcdsaP256Keypair::try_generate().unwrap();
        let signature = signing.try_sign(&MESSAGE).unwrap();
        let key = signing.public_key();
        row(rows, NAME, || {
            key.verify(black_box(&MESSAGE), &signature).unwrap();
        });
    }

    pub(crate) fn key_generation(rows: &mut Rows<'_>) {
        row(rows, NAME, || {
            EcdsaP256Keypair::try_generate()
                .unwrap()
                .public_key()
                .to_sec1_bytes()
        });
    }
}

/// crrl: portable Rust.
mod crrl {
    use super::{Digest, MESSAGE, OTHER_SECRET, Rows, SECRET, Sha256, black_box, row};
    use crrl::p256::{Point, PrivateKey, Scalar};

    const NAME: &str = "crrl";

    pub(crate) fn sign(rows: &mut Rows<'_>, message: &[u8]) {
        let key = PrivateKey::from_seed(&SECRET);
        row(rows, NAME, || {
            key.sign_hash(&Sha256::digest(black_box(message)), &[])
        });
    }

    pub(crate) fn verify(rows: &mut Rows<'_>) {
        let signing = PrivateKey::from_seed(&SECRET);
        let signature = signing.sign_hash(&Sha256::digest(MESSAGE), &[]);
        let key = signing.to_public_key();
        row(rows, NAME, || {
            assert!(key.verify_hash(&signature, &Sha256::digest(black_box(MESSAGE))));
        });
    }

    pub(crate) fn ecdh(rows: &mut Rows<'_>) {
        let secret = Scalar::decode_reduce(&SECRET);
        let other = PrivateKey::from_seed(&OTHER_SECRET)
            .to_public_key()
            .encode_uncompressed();
        row(rows, NAME, || {
            (Point::decode(black_box(&other)).unwrap() * secret).encode_compressed()
        });
    }

    pub(crate) fn key_generation(rows: &mut Rows<'_>) {
        row(rows, NAME, || {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).unwrap();
            PrivateKey::from_seed(&seed)
                .to_public_key()
                .encode_uncompressed()
        });
    }

    /// Some of [`POINT_OPERATIONS`](super::POINT_OPERATIONS).
    pub(crate) fn point(rows: &mut Rows<'_>, operation: &str) {
        let [a, b] = [SECRET, OTHER_SECRET].map(|bytes| Scalar::decode_reduce(&bytes).square());
        let [P, Q] = [a, b].map(|k| Point::mulgen(&k).double());
        match operation {
            "double" => row(rows, NAME, || black_box(P).double()),
            "add" => row(rows, NAME, || black_box(P) + Q),
            "mul_by_generator" => row(rows, NAME, || Point::mulgen(black_box(&a))),
            "mul" => row(rows, NAME, || black_box(P) * b),
            "aG + bP, vartime" => row(rows, NAME, || black_box(P).mul_add_mulgen_vartime(&b, &a)),
            "to_affine" => row(rows, NAME, || black_box(P).to_affine()),
            "scalar invert" => row(rows, NAME, || Scalar::ONE / black_box(a)),
            _ => {}
        }
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(40)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .configure_from_args();
    let graviola_runs = of_graviola::runs_here();
    if !graviola_runs {
        println!("graviola needs CPU features that are missing here: its rows are left out.");
    }

    for length in [64, 512, 2048, 16384] {
        let message = vec![0x5a; length];
        let mut rows = criterion.benchmark_group(format!("sign {length} bytes"));
        row(&mut rows, "hash alone", || {
            Sha256::digest(black_box(&message))
        });
        ours::sign(&mut rows, &message);
        rustcrypto::sign(&mut rows, &message);
        if graviola_runs {
            graviola::sign(&mut rows, &message);
        }
        rscrypto::sign(&mut rows, &message);
        crrl::sign(&mut rows, &message);
    }

    let mut rows = criterion.benchmark_group("verify");
    ours::verify(&mut rows);
    rustcrypto::verify(&mut rows);
    if graviola_runs {
        graviola::verify(&mut rows);
    }
    rscrypto::verify(&mut rows);
    crrl::verify(&mut rows);
    drop(rows);

    let mut rows = criterion.benchmark_group("ecdh");
    ours::ecdh(&mut rows);
    rustcrypto::ecdh(&mut rows);
    if graviola_runs {
        graviola::ecdh(&mut rows);
    }
    crrl::ecdh(&mut rows);
    drop(rows);

    let mut rows = criterion.benchmark_group("key generation");
    ours::key_generation(&mut rows);
    rustcrypto::key_generation(&mut rows);
    if graviola_runs {
        graviola::key_generation(&mut rows);
    }
    rscrypto::key_generation(&mut rows);
    crrl::key_generation(&mut rows);
    drop(rows);

    let mut rows = criterion.benchmark_group("decompress");
    ours::decompress(&mut rows);
    rustcrypto::decompress(&mut rows);
    drop(rows);

    let mut rows = criterion.benchmark_group("hash_to_curve");
    ours::hash_to_curve(&mut rows);
    rustcrypto::hash_to_curve(&mut rows);
    drop(rows);

    for operation in POINT_OPERATIONS {
        let mut rows = criterion.benchmark_group(operation);
        ours::point(&mut rows, operation);
        rustcrypto::point(&mut rows, operation);
        crrl::point(&mut rows, operation);
    }

    criterion.final_summary();
}
