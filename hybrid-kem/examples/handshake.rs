//! Both sides of a TLS 1.3 key exchange in one process, for each group: what goes over the wire, and what each step costs.
//!
//! `cargo run --release -p hybrid-kem --example handshake`

use hybrid_kem::{
    Decapsulator, Encapsulate, Generate, Kem, KeyExport, SecP256r1MlKem768, SecP384r1MlKem1024,
    TryDecapsulate, TryKeyInit, X25519Kem, X25519MlKem768,
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

const RUNS: u32 = 300;

fn main() {
    println!(
        "{:<20} {:>6} {:>7} {:>7}  {:>10} {:>10} {:>10}",
        "group", "share", "answer", "secret", "client", "server", "client"
    );
    exchange::<X25519Kem>("X25519");
    exchange::<X25519MlKem768>("X25519MLKEM768");
    exchange::<SecP256r1MlKem768>("SecP256r1MLKEM768");
    exchange::<SecP384r1MlKem1024>("SecP384r1MLKEM1024");
    println!(
        "\nBytes on the wire, then microseconds: the client makes its share, the server answers, the client finishes."
    );
    one_key_for_two_groups();
}

/// The key exchange of one group. The server takes the client's share from the wire, and the client the server's.
fn exchange<K: Kem>(group: &str) {
    let mut times = [Duration::ZERO; 3];
    let mut sizes = [0; 3];
    for _ in 0..RUNS {
        let start = Instant::now();
        let key = K::DecapsulationKey::generate();
        let share = key.encapsulation_key().to_bytes();
        times[0] += start.elapsed();

        let start = Instant::now();
        let public = K::EncapsulationKey::new(black_box(&share)).expect("a share of our client");
        let (answer, of_server) = public.encapsulate();
        times[1] += start.elapsed();

        let start = Instant::now();
        let Ok(of_client) = key.try_decapsulate(black_box(&answer)) else {
            panic!("an answer of our server");
        };
        times[2] += start.elapsed();

        assert_eq!(of_client, of_server, "both have the same secret");
        sizes = [share.len(), answer.len(), of_client.len()];
    }
    let [client, server, end] = times.map(|time| time.as_secs_f64() * 1e6 / f64::from(RUNS));
    let [share, answer, secret] = sizes;
    println!(
        "{group:<20} {share:>6} {answer:>7} {secret:>7}  {client:>10.1} {server:>10.1} {end:>10.1}"
    );
}

/// A client that offers X25519 beside X25519MLKEM768 with one key, to a server that knows only the first.
fn one_key_for_two_groups() {
    let hybrid = hybrid_kem::x25519mlkem768::DecapsulationKey::generate();
    let share = hybrid.encapsulation_key().x25519();
    let alone = hybrid_kem::x25519::EncapsulationKey::new_from_slice(share.as_bytes());
    let (answer, of_server) = alone.expect("a share").encapsulate();
    let key = hybrid_kem::x25519::DecapsulationKey::from(hybrid.x25519().clone());
    assert_eq!(key.try_decapsulate(&answer), Ok(of_server));
    println!(
        "A server that knows X25519 alone has answered the X25519 half of an X25519MLKEM768 share."
    );
}
