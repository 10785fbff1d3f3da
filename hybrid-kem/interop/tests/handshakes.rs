//! Handshakes with a peer that nobody here wrote, and agreement with aws-lc's kems.

use interop::{SECP256R1MLKEM768, SECP384R1MLKEM1024, X25519, X25519MLKEM768, connect, provider};
use rustls::{
    NamedGroup,
    crypto::{SupportedKxGroup, aws_lc_rs::kx_group},
};

type Dyn = &'static dyn SupportedKxGroup;

#[test]
fn each_group_works_with_aws_lc_in_both_directions() {
    let groups: [[Dyn; 2]; 3] = [
        [&X25519MLKEM768, kx_group::X25519MLKEM768],
        [&SECP256R1MLKEM768, kx_group::SECP256R1MLKEM768],
        [&X25519, kx_group::X25519],
    ];
    for [ours, theirs] in groups {
        assert_eq!(ours.name(), theirs.name());
        for (client, server) in [(ours, theirs), (theirs, ours), (ours, ours)] {
            let group = connect(provider(&[client]), provider(&[server]));
            assert_eq!(group.expect("a connection"), ours.name());
        }
    }
    let group = connect(
        provider(&[&SECP384R1MLKEM1024]),
        provider(&[&SECP384R1MLKEM1024]),
    );
    assert_eq!(group.expect("a connection"), NamedGroup::from(4589));
}

#[test]
fn a_server_may_take_the_half_of_x25519_alone() {
    // The client's only share is that of the hybrid; rustls splits it.
    let client = provider(&[&X25519MLKEM768, &X25519]);
    for server in [kx_group::X25519 as Dyn, &X25519] {
        let group = connect(client.clone(), provider(&[server]));
        assert_eq!(group.expect("a connection"), NamedGroup::X25519);
    }
    // And the other way: their client, our server.
    let client = provider(&[kx_group::X25519MLKEM768, kx_group::X25519]);
    let group = connect(client, provider(&[&X25519]));
    assert_eq!(group.expect("a connection"), NamedGroup::X25519);
}

#[test]
fn sides_without_a_common_group_do_not_connect() {
    let group = connect(
        provider(&[&X25519MLKEM768]),
        provider(&[kx_group::SECP256R1]),
    );
    assert!(group.is_err());
}

#[test]
fn exchanges_of_aws_lc_and_ours_share_the_same_secret() {
    let groups: [[Dyn; 2]; 2] = [
        [&X25519MLKEM768, kx_group::X25519MLKEM768],
        [&SECP256R1MLKEM768, kx_group::SECP256R1MLKEM768],
    ];
    for [ours, theirs] in groups {
        for _ in 0..100 {
            for (client, server) in [(ours, theirs), (theirs, ours)] {
                let active = client.start().expect("a share");
                let completed = server
                    .start_and_complete(active.pub_key())
                    .expect("an answer");
                let shared = active.complete(&completed.pub_key).expect("a secret");
                assert_eq!(shared.secret_bytes(), completed.secret.secret_bytes());
            }
        }
    }
}

#[test]
fn bad_shares_are_refused_by_both() {
    for group in [&X25519MLKEM768 as Dyn, kx_group::X25519MLKEM768] {
        let share = group.start().expect("a share").pub_key().to_vec();
        let changed = |range: std::ops::Range<usize>, value| {
            let mut share = share.clone();
            share[range].fill(value);
            share
        };
        // Another length, a coefficient that is not reduced, a point of small order.
        for bad in [
            share[1..].to_vec(),
            changed(0..3, 0xff),
            changed(1184..1216, 0),
        ] {
            assert!(group.start_and_complete(&bad).is_err());
        }
        let answer = group.start_and_complete(&share).expect("an answer").pub_key;
        let mut bad = answer.clone();
        bad[1088..].fill(0);
        for bad in [&answer[1..], &bad] {
            assert!(group.start().expect("a share").complete(bad).is_err());
        }
    }
}
