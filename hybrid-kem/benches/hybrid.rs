//! The hybrids, and their classical halves, beside the same made of RustCrypto's crates and of graviola's parts.
//!
//! `key generation` draws the randomness and encodes the encapsulation key; `encapsulate` starts from an encoded key, `encapsulate
//! again` from a decoded one; both draw their randomness.
//!
//! `cargo bench -p hybrid-kem [-- FILTER]`.

use core::{hint::black_box, time::Duration};
use criterion::Criterion;
use hybrid_kem::{
    Encapsulate, Kem, KeyExport, SecP256r1MlKem768, SecP384r1MlKem1024, TryDecapsulate, TryKeyInit,
    X25519Kem, X25519MlKem768, XWingKem,
};
use ml_kem::{MlKem768, MlKem1024};
use rows::{Rows, row};

#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "the rows of the NIST curves"
)]
#[path = "../../field/benches/curves/rows.rs"]
mod rows;

#[path = "../../field/benches/curves/graviola.rs"]
mod of_graviola;

/// One library's key encapsulation, or two of them one after the other, as a hybrid whose secrets nobody joins.
trait Library {
    fn key_generation(rows: &mut Rows<'_>, name: &str);
    fn encapsulate(rows: &mut Rows<'_>, name: &str);
    fn encapsulate_again(rows: &mut Rows<'_>, name: &str);
    fn decapsulate(rows: &mut Rows<'_>, name: &str);
}

/// A key encapsulation behind the traits.
struct One<K>(K);

impl<K: Kem> Library for One<K> {
    fn key_generation(rows: &mut Rows<'_>, name: &str) {
        row(rows, name, || {
            let (key, public) = K::generate_keypair();
            (key, public.to_bytes())
        });
    }

    fn encapsulate(rows: &mut Rows<'_>, name: &str) {
        let key = K::generate_keypair().1.to_bytes();
        row(rows, name, || {
            let key = K::EncapsulationKey::new(black_box(&key)).unwrap();
            key.encapsulate()
        });
    }

    fn encapsulate_again(rows: &mut Rows<'_>, name: &str) {
        let key = K::generate_keypair().1;
        row(rows, name, || black_box(&key).encapsulate());
    }

    fn decapsulate(rows: &mut Rows<'_>, name: &str) {
        let (key, public) = K::generate_keypair();
        let (ciphertext, _) = public.encapsulate();
        row(rows, name, || {
            key.try_decapsulate(black_box(&ciphertext)).unwrap()
        });
    }
}

/// Two key encapsulations behind the traits.
struct Two<A, B>(A, B);

impl<A: Kem, B: Kem> Library for Two<A, B> {
    fn key_generation(rows: &mut Rows<'_>, name: &str) {
        row(rows, name, || {
            let (a, b) = (A::generate_keypair(), B::generate_keypair());
            let bytes = (a.1.to_bytes(), b.1.to_bytes());
            (a.0, b.0, bytes)
        });
    }

    fn encapsulate(rows: &mut Rows<'_>, name: &str) {
        let a = A::generate_keypair().1.to_bytes();
        let b = B::generate_keypair().1.to_bytes();
        row(rows, name, || {
            let a = A::EncapsulationKey::new(black_box(&a)).unwrap();
            let b = B::EncapsulationKey::new(black_box(&b)).unwrap();
            (a.encapsulate(), b.encapsulate())
        });
    }

    fn encapsulate_again(rows: &mut Rows<'_>, name: &str) {
        let (a, b) = (A::generate_keypair().1, B::generate_keypair().1);
        row(rows, name, || {
            (black_box(&a).encapsulate(), black_box(&b).encapsulate())
        });
    }

    fn decapsulate(rows: &mut Rows<'_>, name: &str) {
        let (a, b) = (A::generate_keypair(), B::generate_keypair());
        let (to_a, _) = a.1.encapsulate();
        let (to_b, _) = b.1.encapsulate();
        row(rows, name, || {
            let a = a.0.try_decapsulate(black_box(&to_a)).unwrap();
            (a, b.0.try_decapsulate(black_box(&to_b)).unwrap())
        });
    }
}

/// graviola: s2n-bignum's X25519 and an ML-KEM of its own.
struct Graviola;

impl Library for Graviola {
    fn key_generation(rows: &mut Rows<'_>, name: &str) {
        use graviola::key_agreement::{mlkem768::DecapKey, x25519::StaticPrivateKey};
        row(rows, name, || {
            let (a, b) = (
                DecapKey::generate().unwrap(),
                StaticPrivateKey::new_random().unwrap(),
            );
            let bytes = (a.encapsulation_key().as_bytes(), b.public_key().as_bytes());
            (a, b, bytes)
        });
    }

    fn encapsulate(rows: &mut Rows<'_>, name: &str) {
        use graviola::key_agreement::{
            mlkem768::{DecapKey, EncapKey},
            x25519::{PublicKey, StaticPrivateKey},
        };
        let a = DecapKey::generate().unwrap().encapsulation_key().as_bytes();
        let b = StaticPrivateKey::new_random()
            .unwrap()
            .public_key()
            .as_bytes();
        row(rows, name, || {
            let a = EncapKey::from_bytes(black_box(&a))
                .unwrap()
                .encaps()
                .unwrap();
            let b = PublicKey::from_array(black_box(&b));
            let ephemeral = StaticPrivateKey::new_random().unwrap();
            let point = ephemeral.public_key().as_bytes();
            (a, point, ephemeral.diffie_hellman(&b).unwrap())
        });
    }

    fn encapsulate_again(_: &mut Rows<'_>, _: &str) {}

    fn decapsulate(rows: &mut Rows<'_>, name: &str) {
        use graviola::key_agreement::{mlkem768::DecapKey, x25519::StaticPrivateKey};
        let (a, b) = (
            DecapKey::generate().unwrap(),
            StaticPrivateKey::new_random().unwrap(),
        );
        let (_, to_a) = a.encapsulation_key().encaps().unwrap();
        let to_b = StaticPrivateKey::new_random().unwrap().public_key();
        row(rows, name, || {
            let a = a.decaps_internal(black_box(&to_a));
            (a, b.diffie_hellman(black_box(&to_b)).unwrap())
        });
    }
}

fn group<L: Library, M: Library>(
    criterion: &mut Criterion,
    kem: &str,
    names: [&str; 2],
    graviola: bool,
) {
    type Operation = fn(&mut Rows<'_>, &str);
    let operations: [(&str, [Operation; 3]); 4] = [
        (
            "key generation",
            [
                L::key_generation,
                M::key_generation,
                Graviola::key_generation,
            ],
        ),
        (
            "encapsulate",
            [L::encapsulate, M::encapsulate, Graviola::encapsulate],
        ),
        (
            "encapsulate again",
            [
                L::encapsulate_again,
                M::encapsulate_again,
                Graviola::encapsulate_again,
            ],
        ),
        (
            "decapsulate",
            [L::decapsulate, M::decapsulate, Graviola::decapsulate],
        ),
    ];
    for (operation, [ours, theirs, gravs]) in operations {
        let mut rows = criterion.benchmark_group(format!("{kem} {operation}"));
        ours(&mut rows, names[0]);
        theirs(&mut rows, names[1]);
        if graviola {
            gravs(&mut rows, "graviola");
        }
    }
}

fn main() {
    let criterion = &mut Criterion::default()
        .sample_size(40)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .configure_from_args();
    let graviola = of_graviola::runs_here();
    if !graviola {
        println!("graviola needs CPU features that are missing here: its rows are left out.");
    }
    let (ours, theirs) = ("hybrid-kem", "RustCrypto");
    group::<One<X25519MlKem768>, Two<MlKem768, dhkem::X25519Kem>>(
        criterion,
        "X25519MLKEM768",
        [ours, theirs],
        graviola,
    );
    group::<One<XWingKem>, One<x_wing::XWingKem>>(criterion, "X-Wing", [ours, "x-wing"], false);
    group::<One<SecP256r1MlKem768>, Two<dhkem::NistP256Kem, MlKem768>>(
        criterion,
        "SecP256r1MLKEM768",
        [ours, theirs],
        false,
    );
    group::<One<SecP384r1MlKem1024>, Two<dhkem::NistP384Kem, MlKem1024>>(
        criterion,
        "SecP384r1MLKEM1024",
        [ours, theirs],
        false,
    );
    group::<One<X25519Kem>, One<dhkem::X25519Kem>>(criterion, "X25519", [ours, "dhkem"], false);
    // The same adapter on the two implementations of a curve.
    let names = ["dhkem on p256-fast", "dhkem on p256"];
    group::<One<dhkem::EcdhKem<p256_fast::NistP256>>, One<dhkem::NistP256Kem>>(
        criterion, "P-256", names, false,
    );
    let names = ["dhkem on p384-fast", "dhkem on p384"];
    group::<One<dhkem::EcdhKem<p384_fast::NistP384>>, One<dhkem::NistP384Kem>>(
        criterion, "P-384", names, false,
    );
    let names = ["dhkem on p521-fast", "dhkem on p521"];
    group::<One<dhkem::EcdhKem<p521_fast::NistP521>>, One<dhkem::NistP521Kem>>(
        criterion, "P-521", names, false,
    );
    criterion.final_summary();
}
