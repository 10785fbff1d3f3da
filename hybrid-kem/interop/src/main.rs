//! TLS 1.3 over loopback, with a rustls whose cryptography is aws-lc's on one side, and our groups on the other.
//!
//! `cargo run --manifest-path hybrid-kem/interop/Cargo.toml`

use interop::{SECP256R1MLKEM768, X25519MLKEM768, connect, provider};
use rustls::crypto::{SupportedKxGroup, aws_lc_rs::kx_group};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let groups: [[&'static dyn SupportedKxGroup; 2]; 2] = [
        [&X25519MLKEM768, kx_group::X25519MLKEM768],
        [&SECP256R1MLKEM768, kx_group::SECP256R1MLKEM768],
    ];
    for [ours, theirs] in groups {
        let group = connect(provider(&[ours]), provider(&[theirs]))?;
        println!("our client, their server: {group:?}");
        let group = connect(provider(&[theirs]), provider(&[ours]))?;
        println!("their client, our server: {group:?}");
    }
    Ok(())
}
