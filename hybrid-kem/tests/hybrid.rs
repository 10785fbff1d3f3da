//! The hybrids: vectors, known faults, the peers, and the traits.

use common::{Rng, after_drop, array, cases, external, hex, small_order};
use hybrid_kem::{
    CiphertextMessage, Decapsulate, DecapsulationError, DecapsulationKeyRejectNonContrib,
    Decapsulator, Encapsulate, Generate, Kem, KeyExport, KeyInit, SecP256r1MlKem768,
    SecP384r1MlKem1024, TryDecapsulate, TryKeyInit, X25519Kem, X25519MlKem768, XWingKem, kem,
    secp256r1mlkem768, secp384r1mlkem1024, x25519, x25519mlkem768,
};
use kem::common::{
    array::Array,
    rand_core::{TryCryptoRng, TryRng},
};
use serde_json::Value;
use std::{collections::BTreeMap, convert::Infallible};
use x25519_fast::{PublicKey, StaticSecret};

#[path = "../../field/tests/curve25519/common.rs"]
mod common;

#[cfg(target_arch = "x86_64")]
#[path = "../../field/benches/curves/graviola.rs"]
mod of_graviola;

/// A generator that gives these bytes, and then fails.
struct Given(Vec<u8>);

/// There are no more bytes.
#[derive(Debug)]
struct Exhausted;

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no more bytes")
    }
}

impl std::error::Error for Exhausted {}

impl TryRng for Given {
    type Error = Exhausted;

    fn try_next_u32(&mut self) -> Result<u32, Exhausted> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Exhausted> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Exhausted> {
        if bytes.len() > self.0.len() {
            return Err(Exhausted);
        }
        bytes.copy_from_slice(&self.0[..bytes.len()]);
        self.0.drain(..bytes.len());
        Ok(())
    }
}

impl TryCryptoRng for Given {}

/// Random bytes that never end.
struct Endless(Rng);

impl TryRng for Endless {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.next())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.0.next() as u8);
        Ok(())
    }
}

impl TryCryptoRng for Endless {}

/// A generator that gives exactly these bytes.
fn given(parts: &[&[u8]]) -> getrandom::rand_core::UnwrapErr<Given> {
    getrandom::rand_core::UnwrapErr(Given(parts.concat()))
}

fn endless() -> Endless {
    Endless(Rng::new())
}

// ---- The groups of TLS

/// A client's share, and what it makes of a server's.
type Client = (Vec<u8>, Box<dyn Fn(&[u8]) -> Option<Vec<u8>>>);

/// A server's share and secret.
type Answer = Option<(Vec<u8>, Vec<u8>)>;

/// What the tests need of a group of TLS.
struct Group {
    name: &'static str,
    /// Which half comes first.
    first: Half,
    /// d, z, the curve's secret key: the client's share; then, of a server's share, the secret.
    client: fn(&Value) -> Client,
    /// The server's share and the secret, of randomness and a client's share.
    server: fn(Given, &[u8]) -> Answer,
}

#[derive(Clone, Copy, PartialEq)]
enum Half {
    MlKem,
    Curve,
}

fn field(case: &Value, name: &str) -> Vec<u8> {
    hex(case[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} in {case}")))
}

/// Any kem's server: decodes the share, encapsulates.
fn server<K: Kem>(random: Given, share: &[u8]) -> Answer {
    let key = K::EncapsulationKey::new_from_slice(share).ok()?;
    let mut random = getrandom::rand_core::UnwrapErr(random);
    let (ciphertext, shared) = key.encapsulate_with_rng(&mut random);
    assert!(random.0.0.is_empty(), "all randomness is used");
    Some((ciphertext.to_vec(), shared.to_vec()))
}

/// Any kem's client, whose share must be decoded to the same key.
fn client<K: Kem>(key: K::DecapsulationKey) -> Client
where
    <K::DecapsulationKey as TryDecapsulate>::Error: From<std::array::TryFromSliceError>,
{
    let share = key.encapsulation_key().to_bytes();
    let again = K::EncapsulationKey::new(&share).expect("a share");
    assert!(&again == key.encapsulation_key());
    let decapsulate = move |share: &[u8]| {
        let shared = key.try_decapsulate_slice(share).ok()?;
        Some(shared.to_vec())
    };
    (share.to_vec(), Box::new(decapsulate))
}

fn seeds(case: &Value) -> [u8; 64] {
    [field(case, "d"), field(case, "z")]
        .concat()
        .try_into()
        .expect("64 bytes")
}

const GROUPS: [Group; 3] = [
    Group {
        name: "x25519mlkem768",
        first: Half::MlKem,
        client: |case| {
            let secret: [u8; 32] = field(case, "client_ec_private")
                .try_into()
                .expect("32 bytes");
            let secret = StaticSecret::from(secret);
            client::<X25519MlKem768>(x25519mlkem768::DecapsulationKey::from_halves(
                &seeds(case),
                secret,
            ))
        },
        server: server::<X25519MlKem768>,
    },
    Group {
        name: "secp256r1mlkem768",
        first: Half::Curve,
        client: |case| {
            let secret = p256_fast::SecretKey::from_slice(&field(case, "client_ec_private"));
            client::<SecP256r1MlKem768>(secp256r1mlkem768::DecapsulationKey::from_halves(
                secret.expect("a secret key"),
                &seeds(case),
            ))
        },
        server: server::<SecP256r1MlKem768>,
    },
    Group {
        name: "secp384r1mlkem1024",
        first: Half::Curve,
        client: |case| {
            let secret = p384_fast::SecretKey::from_slice(&field(case, "client_ec_private"));
            client::<SecP384r1MlKem1024>(secp384r1mlkem1024::DecapsulationKey::from_halves(
                secret.expect("a secret key"),
                &seeds(case),
            ))
        },
        server: server::<SecP384r1MlKem1024>,
    },
];

impl Group {
    /// A server's randomness: ML-KEM's message and the curve's secret key.
    fn random(&self, case: &Value) -> Given {
        let (m, mut secret) = (field(case, "m"), field(case, "server_ec_private"));
        Given(match self.first {
            Half::MlKem => [m, secret].concat(),
            Half::Curve => {
                // The lowest bytes of a scalar are drawn first.
                secret.reverse();
                [secret, m].concat()
            }
        })
    }

    /// The file of vectors, if there is one.
    fn vectors(&self) -> Option<Value> {
        let text = external(&format!("hybrid/{}.json", self.name))?;
        Some(serde_json::from_str(&text).expect("JSON"))
    }
}

#[test]
fn handshakes_of_tls_give_the_known_shares_and_secrets() {
    for group in GROUPS {
        let Some(vectors) = group.vectors() else {
            return;
        };
        let tests = vectors["tests"].as_array().expect("tests");
        assert_eq!(tests.len(), 10);
        for case in tests {
            let (share, decapsulate) = (group.client)(case);
            assert_eq!(share, field(case, "client_share"), "{}", group.name);
            let (answer, shared) = (group.server)(group.random(case), &share).expect("a share");
            assert_eq!(answer, field(case, "server_share"), "{}", group.name);
            assert_eq!(shared, field(case, "shared_secret"), "{}", group.name);
            assert_eq!(decapsulate(&answer), Some(shared), "{}", group.name);
        }
    }
}

#[test]
fn i121_bad_shares_of_tls_are_refused_and_others_are_not() {
    for group in GROUPS {
        let Some(vectors) = group.vectors() else {
            return;
        };
        let first = vectors["tests"][0].clone();
        let cases = vectors["edge_cases"].as_array().expect("cases");
        assert_eq!(
            cases.len(),
            if group.first == Half::MlKem { 25 } else { 23 }
        );
        for case in cases {
            let share = field(case, "share");
            // What the case leaves open is the first test's.
            let mut whole = first.as_object().expect("a case").clone();
            whole.extend(case.as_object().expect("a case").clone());
            let whole = Value::Object(whole);
            let shared = match case["receiver"].as_str().expect("a receiver") {
                "server" => (group.server)(group.random(&whole), &share).map(|(_, shared)| shared),
                "client" => (group.client)(&whole).1(&share),
                other => panic!("{other}"),
            };
            let expected = match case["expect"].as_str().expect("an expectation") {
                "accept" => Some(field(case, "shared_secret")),
                "reject" => None,
                other => panic!("{other}"),
            };
            assert_eq!(shared, expected, "{}: {}", group.name, case["reason"]);
        }
    }
}

fn sha256(bytes: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).to_vec()
}

/// 32 bytes, counting from the first.
fn counting(first: u8) -> [u8; 32] {
    std::array::from_fn(|i| first + i as u8)
}

#[test]
fn i120_the_point_of_p256_comes_first_and_has_65_bytes() {
    let seeds = [counting(0), counting(0x20)]
        .concat()
        .try_into()
        .expect("64 bytes");
    let secret = p256_fast::SecretKey::from_slice(&counting(0x60)).expect("a secret key");
    let key = secp256r1mlkem768::DecapsulationKey::from_halves(secret, &seeds);
    let share = key.encapsulation_key().to_bytes();
    let expected = "cc46af1afc277626bd37c13baa94c6835fe0191d5c72c69a62bd914b9abc06d0";
    assert_eq!((share.len(), sha256(&share)), (1249, hex(expected)));
    let mut secret = counting(0x80);
    secret.reverse();
    let random = &mut given(&[&secret, &counting(0x40)]);
    let (answer, shared) = key.encapsulation_key().encapsulate_with_rng(random);
    let expected = "e078fbcbf8f82443ba77d44ffec5da0ffd34f7f25b9f758658f55cb78c377bbf";
    assert_eq!((answer.len(), sha256(&answer)), (1153, hex(expected)));
    let expected = "92e41a6fc86da9b2ad2bd0c6d246282224fb98534d84f671e0abe1dd3ab5b553\
                    9cddd089ffe70e3996e76f7c8d06746df34d07e8657bc0fcf2bb0e1c3084aea1";
    assert_eq!(shared[..], hex(expected));
    assert_eq!(key.try_decapsulate(&answer), Ok(shared));
}

#[test]
fn i121_both_halves_of_a_share_are_checked() {
    let key = x25519mlkem768::DecapsulationKey::generate_from_rng(&mut endless());
    let share = key.encapsulation_key().to_bytes();
    type Ek = x25519mlkem768::EncapsulationKey;
    for length in [0, 1183, 1184, 1215, 1217] {
        assert!(Ek::new_from_slice(&vec![0; length]).is_err());
        let mut bytes = share.to_vec();
        bytes.resize(length, 9);
        assert!(Ek::try_from(&bytes[..]).is_err());
    }
    let mut bytes = share;
    bytes[..3].fill(0xff);
    assert!(Ek::new(&bytes).is_err());
    let mut bytes = share;
    bytes[1184..].fill(0);
    assert!(Ek::new(&bytes).is_err());
    assert!(Ek::new(&share).is_ok());

    let (answer, _) = key.encapsulation_key().encapsulate_with_rng(&mut endless());
    for length in [0, 1119, 1121] {
        let mut bytes = answer.to_vec();
        bytes.resize(length, 9);
        assert_eq!(key.try_decapsulate_slice(&bytes), Err(DecapsulationError));
    }
    let mut bytes = answer;
    bytes[1088..].fill(0);
    assert_eq!(key.try_decapsulate(&bytes), Err(DecapsulationError));
}

#[test]
fn i122_a_flipped_bit_in_the_part_of_ml_kem_gives_another_secret() {
    let key = x25519mlkem768::DecapsulationKey::generate_from_rng(&mut endless());
    let (mut answer, shared) = key.encapsulation_key().encapsulate_with_rng(&mut endless());
    answer[1087] ^= 1;
    let other = key.try_decapsulate(&answer).expect("no error");
    // The half of X25519 is the same.
    assert_ne!(shared[..32], other[..32]);
    assert_eq!(shared[32..], other[32..]);

    let (key, public) = XWingKem::generate_keypair_from_rng(&mut endless());
    let (mut ciphertext, shared) = public.encapsulate_with_rng(&mut endless());
    ciphertext[1087] ^= 1;
    assert_ne!(key.decapsulate(&ciphertext), shared);
}

#[test]
fn a_half_can_be_used_by_itself() {
    let key = x25519mlkem768::DecapsulationKey::generate_from_rng(&mut endless());
    let public = key.encapsulation_key();
    assert_eq!(PublicKey::from(key.x25519()), public.x25519());
    assert_eq!(public.x25519().as_bytes()[..], public.to_bytes()[1184..]);
    // As X25519's own kem.
    let alone = x25519::DecapsulationKey::from(key.x25519().clone());
    assert_eq!(alone.encapsulation_key().x25519(), public.x25519());
    let (ciphertext, shared) = alone
        .encapsulation_key()
        .encapsulate_with_rng(&mut endless());
    assert_eq!(alone.try_decapsulate(&ciphertext), Ok(shared));
    let theirs = PublicKey::from(ciphertext.0);
    assert_eq!(key.x25519().diffie_hellman(&theirs).to_bytes(), shared.0);

    let key = secp256r1mlkem768::DecapsulationKey::generate_from_rng(&mut endless());
    let point = key.encapsulation_key().p256();
    assert_eq!(&key.p256().public_key(), point);
    let bytes = key.encapsulation_key().to_bytes();
    assert_eq!(
        p256_fast::PublicKey::from_sec1_bytes(&bytes[..65]),
        Ok(*point)
    );

    let key = secp384r1mlkem1024::DecapsulationKey::generate_from_rng(&mut endless());
    let point = key.encapsulation_key().p384();
    assert_eq!(&key.p384().public_key(), point);
    let bytes = key.encapsulation_key().to_bytes();
    assert_eq!(
        p384_fast::PublicKey::from_sec1_bytes(&bytes[..97]),
        Ok(*point)
    );
}

// ---- X25519 alone

#[test]
fn points_of_small_order_and_no_others_are_refused() {
    let small = small_order();
    let key = x25519::DecapsulationKey::generate_from_rng(&mut endless());
    let is_zero = |u: [u8; 32]| x25519_fast::x25519([0x77; 32], u) == [0; 32];
    for &u in &small {
        assert!(is_zero(u));
        assert!(x25519::EncapsulationKey::new(&Array(u)).is_err(), "{u:x?}");
        assert!(key.try_decapsulate(&Array(u)).is_err(), "{u:x?}");
    }
    // Their neighbours, bit by bit, and small numbers.
    let neighbours = small.iter().flat_map(|u| {
        (0..256).map(|i| {
            let mut u = *u;
            u[i / 8] ^= 1 << (i % 8);
            u
        })
    });
    let numbers = (0..=255).map(|i| {
        let mut u = [0; 32];
        u[0] = i;
        u
    });
    for u in neighbours.chain(numbers) {
        let taken = x25519::EncapsulationKey::new(&Array(u)).is_ok();
        assert_eq!(taken, !is_zero(u), "{u:x?}");
        assert_eq!(key.try_decapsulate(&Array(u)).is_ok(), taken, "{u:x?}");
    }
}

#[test]
fn keys_of_x25519_are_exported_clamped() {
    for seed in [[0; 32], [0xff; 32], counting(0x80)] {
        let key = x25519::DecapsulationKey::new(&Array(seed));
        let bytes = key.to_bytes();
        assert_eq!((bytes[0] & 7, bytes[31] & 0xc0), (0, 0x40));
        let again = x25519::DecapsulationKey::new(&bytes);
        assert_eq!(again.encapsulation_key(), key.encapsulation_key());
        assert_eq!(again.to_bytes(), bytes);
    }
}

// ---- RFC 9180: HPKE's kems are those of X25519 and of the NIST curves, and a hash

/// The secret of DHKEM (§ 4.1) for this `kem_id`, of a Diffie-Hellman secret, a ciphertext and an encapsulation key.
fn dhkem_secret(kem_id: u16, dh: &[u8], ciphertext: &[u8], key: &[u8]) -> Vec<u8> {
    fn with<D: hkdf::hmac::digest::block_api::EagerHash>(
        ikm: &[u8],
        info: &[u8],
        size: usize,
    ) -> Vec<u8> {
        let mut secret = vec![0; size];
        let (_, prk) = hkdf::Hkdf::<D>::extract(None, ikm);
        prk.expand(info, &mut secret).expect("a short secret");
        secret
    }
    let size: u16 = match kem_id {
        0x10 | 0x20 => 32,
        0x11 => 48,
        0x12 => 64,
        other => panic!("{other:x}"),
    };
    let suite = [&b"KEM"[..], &kem_id.to_be_bytes()].concat();
    let labeled = |label: &str, parts: &[&[u8]]| {
        let head = [b"HPKE-v1", &suite[..], label.as_bytes()].concat();
        [head, parts.concat()].concat()
    };
    let ikm = labeled("eae_prk", &[dh]);
    let info = [
        size.to_be_bytes().to_vec(),
        labeled("shared_secret", &[ciphertext, key]),
    ]
    .concat();
    match size {
        32 => with::<sha2::Sha256>(&ikm, &info, 32),
        48 => with::<sha2::Sha384>(&ikm, &info, 48),
        _ => with::<sha2::Sha512>(&ikm, &info, 64),
    }
}

/// What this secret key makes of a ciphertext in DHKEM, and its encapsulation key.
fn dhkem_decapsulate<K: Kem>(
    kem_id: u16,
    key: K::DecapsulationKey,
    ciphertext: &[u8],
) -> (Vec<u8>, Vec<u8>) {
    let public = key.encapsulation_key().to_bytes();
    let array = ciphertext.try_into().expect("its length");
    let dh = key.try_decapsulate(&array).expect("a point");
    (
        dhkem_secret(kem_id, &dh, ciphertext, &public),
        public.to_vec(),
    )
}

fn dhkem_by_id(kem_id: u16, key: &[u8], ciphertext: &[u8]) -> (Vec<u8>, Vec<u8>) {
    macro_rules! nist {
        ($crate_:ident, $curve:ident) => {{
            let key = $crate_::SecretKey::from_slice(key).expect("a secret key");
            dhkem_decapsulate::<dhkem::EcdhKem<$crate_::$curve>>(kem_id, key.into(), ciphertext)
        }};
    }
    match kem_id {
        0x10 => nist!(p256_fast, NistP256),
        0x11 => nist!(p384_fast, NistP384),
        0x12 => nist!(p521_fast, NistP521),
        0x20 => {
            let key = x25519::DecapsulationKey::new_from_slice(key).expect("32 bytes");
            dhkem_decapsulate::<X25519Kem>(kem_id, key, ciphertext)
        }
        other => panic!("{other:x}"),
    }
}

/// kem_id, skRm, enc, shared_secret: appendices A.1.1, A.3.1, A.6.1.
const RFC_9180: [(u16, &str, &str, &str); 3] = [
    (
        0x20,
        "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
        "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
        "fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc",
    ),
    (
        0x10,
        "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
        "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac9\
         8536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
        "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8",
    ),
    (
        0x12,
        "01462680369ae375e4b3791070a7458ed527842f6a98a79ff5e0d4cbde83c27196\
         a3916956655523a6a2556a7af62c5cadabe2ef9da3760bb21e005202f7b2462847",
        "040138b385ca16bb0d5fa0c0665fbbd7e69e3ee29f63991d3e9b5fa740aab8900a\
         aeed46ed73a49055758425a0ce36507c54b29cc5b85a5cee6bae0cf1c21f2731ec\
         e2013dc3fb7c8d21654bb161b463962ca19e8c654ff24c94dd2898de12051f1ed0\
         692237fb02b2f8d1dc1c73e9b366b529eb436e98a996ee522aef863dd5739d2f29\
         b0",
        "776ab421302f6eff7d7cb5cb1adaea0cd50872c71c2d63c30c4f1d5e43653336fe\
         f33b103c67e7a98add2d3b66e2fda95b5b2a667aa9dac7e59cc1d46d30e818",
    ),
];

#[test]
fn the_classical_kems_give_the_secrets_of_rfc_9180() {
    for (kem_id, key, ciphertext, shared) in RFC_9180 {
        let (secret, _) = dhkem_by_id(kem_id, &hex(key), &hex(ciphertext));
        assert_eq!(secret, hex(shared), "{kem_id:x}");
    }
}

#[test]
fn the_kems_of_hpke_give_the_secrets_of_its_post_quantum_vectors() {
    let Some(text) = external("xwing/hpke-pq-test-vectors.json") else {
        return;
    };
    let vectors: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let mut run = 0;
    for case in &vectors {
        let kem_id = case["kem_id"].as_u64().expect("a number") as u16;
        let [key, public, ciphertext, shared] =
            ["skRm", "pkRm", "enc", "shared_secret"].map(|name| field(case, name));
        let (ours, our_public) = match kem_id {
            0x10 | 0x11 | 0x20 => dhkem_by_id(kem_id, &key, &ciphertext),
            0x647a => {
                let key = hybrid_kem::DecapsulationKey::new_from_slice(&key).expect("a seed");
                let shared = key.decapsulate_slice(&ciphertext).expect("1,120 bytes");
                let public = key.encapsulation_key().to_bytes();
                (shared.to_vec(), public.to_vec())
            }
            // ML-KEM alone, the hybrids on NIST curves with a combiner, X448.
            _ => continue,
        };
        assert_eq!((ours, our_public), (shared, public), "{kem_id:x}");
        run += 1;
    }
    assert_eq!((vectors.len(), run), (13, 5));
}

// ---- X-Wing

#[test]
fn i123_x_wing_is_that_of_the_current_draft() {
    let seed = array("7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
    let randomness = hex(
        "3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2\
         35b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2",
    );
    let key = hybrid_kem::DecapsulationKey::from(seed);
    let public = key.encapsulation_key();
    let expected = "2e816deebcd76c5c80d0cd2d174478871658e8e2ff42bc9d4a6e486372e856bb";
    assert_eq!(sha256(&public.to_bytes()), hex(expected));
    let randomness: [u8; 64] = randomness.try_into().expect("64 bytes");
    let (ciphertext, shared) = public.encapsulate_deterministic(&Array(randomness));
    let expected = "17cd532d657e44c897ca6583e548a5424fc70bf54f99515a4d2bcf99e3469f33";
    assert_eq!(sha256(&ciphertext), hex(expected));
    let expected = "d2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384";
    assert_eq!(shared[..], hex(expected));
    assert_eq!(key.decapsulate(&ciphertext), shared);
}

#[test]
fn x_wing_gives_the_values_of_the_draft() {
    let Some(text) = external("xwing/test-vectors.json") else {
        return;
    };
    let vectors: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    assert_eq!(vectors.len(), 3);
    for case in vectors {
        let (key, public) =
            XWingKem::generate_keypair_from_rng(&mut given(&[&field(&case, "seed")]));
        assert_eq!(key.as_bytes()[..], field(&case, "sk"));
        assert_eq!(public.to_bytes()[..], field(&case, "pk"));
        let (ciphertext, shared) =
            public.encapsulate_with_rng(&mut given(&[&field(&case, "eseed")]));
        assert_eq!(ciphertext[..], field(&case, "ct"));
        assert_eq!(shared[..], field(&case, "ss"));
        assert_eq!(key.decapsulate(&ciphertext), shared);
    }
}

#[test]
fn x_wing_gives_the_values_of_the_concrete_hybrids() {
    let Some(text) = external("xwing/concrete-hybrid-kems-test-vectors.json") else {
        return;
    };
    let vectors: Value = serde_json::from_str(&text).expect("JSON");
    let vectors = vectors["mlkem768_x25519"].as_array().expect("cases");
    assert_eq!(vectors.len(), 10);
    for case in vectors {
        let seed: [u8; 32] = field(case, "seed").try_into().expect("32 bytes");
        let key = hybrid_kem::DecapsulationKey::from(seed);
        let public = key.encapsulation_key();
        assert_eq!(public.to_bytes()[..], field(case, "encapsulation_key"));
        let randomness = field(case, "randomness");
        let (ciphertext, shared) = public.encapsulate_with_rng(&mut given(&[&randomness]));
        assert_eq!(ciphertext[..], field(case, "ciphertext"));
        assert_eq!(shared[..], field(case, "shared_secret"));
        assert_eq!(key.decapsulate(&ciphertext), shared);
    }
}

#[test]
fn x_wing_gives_boringssls_values() {
    let Some(text) = external("xwing/boringssl-xwing_tests.txt") else {
        return;
    };
    let mut keys = BTreeMap::new();
    let (mut shared, mut refused) = (0, 0);
    for record in text.split("\n\n") {
        let lines = record.lines().filter(|line| !line.starts_with('#'));
        let values: BTreeMap<_, _> = lines
            .map(|line| line.split_once(" = ").unwrap_or((line, "")))
            .collect();
        let bytes = |name: &str| values.get(name).map(|value| hex(value));
        if values.contains_key("Error") {
            if let Some(seed) = bytes("PrivateSeed") {
                assert!(hybrid_kem::DecapsulationKey::new_from_slice(&seed).is_err());
            } else {
                let key = bytes("RawPublic").expect("a key");
                assert!(hybrid_kem::EncapsulationKey::new_from_slice(&key).is_err());
            }
            refused += 1;
        } else if let Some(seed) = bytes("PrivateSeed") {
            let key = hybrid_kem::DecapsulationKey::new_from_slice(&seed).expect("32 bytes");
            let public = key.encapsulation_key().to_bytes();
            assert_eq!(Some(public.to_vec()), bytes("RawPublic"));
            keys.insert(values["Key"], key);
        } else if let (Some(name), Some(input)) = (values.get("Decapsulate"), bytes("Input")) {
            let key = &keys[name.trim_end_matches("/Private")];
            let output = key.decapsulate_slice(&input).ok();
            assert_eq!(output.map(|output| output.to_vec()), bytes("Output"));
            if values.contains_key("DecapsulateFail") {
                refused += 1;
            } else {
                shared += 1;
            }
        }
    }
    assert_eq!((keys.len(), shared, refused), (2, 2, 6));
}

#[test]
fn x_wing_with_a_point_of_small_order_is_taken_or_refused_by_kind_of_key() {
    let key = hybrid_kem::DecapsulationKey::generate_from_rng(&mut endless());
    let strict = DecapsulationKeyRejectNonContrib::new(&key.to_bytes());
    let public = key.encapsulation_key();
    assert_eq!(strict.encapsulation_key(), public);
    assert_eq!(strict.to_bytes(), key.to_bytes());
    let (mut ciphertext, shared) = public.encapsulate_with_rng(&mut endless());
    assert_eq!(
        strict.try_decapsulate(&ciphertext).expect("its own"),
        shared
    );
    ciphertext[1088..].fill(0);
    assert!(key.try_decapsulate(&ciphertext).is_ok());
    assert!(strict.try_decapsulate(&ciphertext).is_err());
    // A key with such a point is taken, as by the peer.
    let mut bytes = public.to_bytes();
    bytes[1184..].fill(0);
    assert!(hybrid_kem::EncapsulationKey::new(&bytes).is_ok());
    assert!(x_wing::EncapsulationKey::new(&bytes).is_ok());
    // One that fails the check of the modulus is not.
    bytes[..3].fill(0xff);
    assert!(hybrid_kem::EncapsulationKey::new(&bytes).is_err());
    assert!(x_wing::EncapsulationKey::new(&bytes).is_err());
}

#[test]
fn a_ciphertext_of_x_wing_has_two_parts() {
    let public = hybrid_kem::DecapsulationKey::from([7; 32])
        .encapsulation_key()
        .clone();
    let (ciphertext, _) = public.encapsulate_with_rng(&mut endless());
    let message = CiphertextMessage::from(&ciphertext);
    assert_eq!(message.to_bytes(), ciphertext);
    assert_eq!(hybrid_kem::Ciphertext::from(&message), ciphertext);
    assert_eq!(hybrid_kem::Ciphertext::from(message.clone()), ciphertext);
    assert_eq!(message, message.clone());
}

// ---- The peers

#[test]
fn x_wing_computes_what_its_peer_computes() {
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let (seed, randomness) = (rng.bytes::<32>(), rng.bytes::<64>());
        let ours = hybrid_kem::DecapsulationKey::from(seed);
        let theirs = x_wing::DecapsulationKey::from(seed);
        let (our_public, their_public) = (ours.encapsulation_key(), theirs.encapsulation_key());
        assert_eq!(our_public.to_bytes(), their_public.to_bytes());
        let (ciphertext, shared) = our_public.encapsulate_deterministic(&Array(randomness));
        let theirs_of = their_public.encapsulate_deterministic(&Array(randomness));
        assert_eq!((ciphertext, shared), theirs_of);
        assert_eq!(theirs.decapsulate(&ciphertext), shared);
        assert_eq!(ours.decapsulate(&ciphertext), shared);
        // A ciphertext that does not fit, in one half or in both.
        let mut bent = ciphertext;
        for _ in 0..rng.next() % 3 + 1 {
            bent[(rng.next() % 1120) as usize] ^= rng.next() as u8;
        }
        assert_eq!(ours.decapsulate(&bent), theirs.decapsulate(&bent));
    }
}

#[test]
fn x25519mlkem768_computes_what_ml_kem_and_x25519_dalek_compute() {
    use ml_kem::{Decapsulate as _, FromSeed as _, KeyExport as _};
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let (seed, secret) = (rng.bytes::<64>(), rng.bytes::<32>());
        let ours = x25519mlkem768::DecapsulationKey::from_halves(&seed, secret.into());
        let (theirs, their_public) = ml_kem::MlKem768::from_seed(&Array(seed));
        let their_secret = x25519_dalek::StaticSecret::from(secret);
        let share = ours.encapsulation_key().to_bytes();
        assert_eq!(share[..1184], their_public.to_bytes()[..]);
        let public = x25519_dalek::PublicKey::from(&their_secret);
        assert_eq!(share[1184..], public.as_bytes()[..]);

        let (m, ephemeral) = (rng.bytes::<32>(), rng.bytes::<32>());
        let random = &mut given(&[&m, &ephemeral]);
        let (answer, shared) = ours.encapsulation_key().encapsulate_with_rng(random);
        let (ciphertext, ml_kem) = their_public.encapsulate_deterministic(&Array(m));
        let ephemeral = x25519_dalek::StaticSecret::from(ephemeral);
        let curve = ephemeral.diffie_hellman(&public);
        assert_eq!(shared[..], [&ml_kem[..], curve.as_bytes()].concat());
        let point = x25519_dalek::PublicKey::from(&ephemeral);
        assert_eq!(answer[..], [&ciphertext[..], point.as_bytes()].concat());

        assert_eq!(ours.try_decapsulate(&answer), Ok(shared));
        let mut bent = answer;
        bent[(rng.next() % 1088) as usize] ^= 1 << (rng.next() % 8);
        let bent_ml_kem: [u8; 1088] = bent[..1088].try_into().expect("1,088 bytes");
        let ml_kem = theirs.decapsulate(&Array(bent_ml_kem));
        let shared = ours.try_decapsulate(&bent).expect("a point");
        assert_eq!(shared[..32], ml_kem[..]);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn graviola_shares_the_same_secrets() {
    use graviola::key_agreement::mlkem768::{Ciphertext, DecapKey, EncapKey};
    if !of_graviola::runs_here() {
        println!("skipped: graviola needs CPU features that are missing here");
        return;
    }
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let seed = rng.bytes::<64>();
        let ours = x25519mlkem768::DecapsulationKey::from_halves(&seed, [9; 32].into());
        let theirs = DecapKey::keygen_internal(&seed);
        let share = ours.encapsulation_key().to_bytes();
        assert_eq!(share[..1184], theirs.encapsulation_key().as_bytes());
        // Ours to theirs.
        let (answer, shared) = ours
            .encapsulation_key()
            .encapsulate_with_rng(&mut endless());
        let ciphertext: [u8; 1088] = answer[..1088].try_into().expect("1,088 bytes");
        let theirs_of = theirs.decaps_internal(&Ciphertext::from(ciphertext));
        assert_eq!(shared[..32], theirs_of.as_ref()[..]);
        // Theirs to ours.
        let key = EncapKey::from_bytes(share[..1184].try_into().expect("1,184 bytes"));
        let Ok((shared, ciphertext)) = key.and_then(EncapKey::encaps) else {
            panic!("a key");
        };
        let mut answer = answer;
        answer[..1088].copy_from_slice(ciphertext.as_ref());
        let ours_of = ours.try_decapsulate(&answer).expect("a point");
        assert_eq!(ours_of[..32], shared.as_ref()[..]);
    }
}

// ---- The traits

/// What code that is generic over `Kem` does.
fn round_trip<K: Kem>() -> (usize, usize, usize) {
    let mut random = endless();
    let (key, public) = K::generate_keypair_from_rng(&mut random);
    assert!(key.encapsulation_key() == &public);
    let bytes = public.to_bytes();
    let decoded = K::EncapsulationKey::new(&bytes).expect("its own encoding");
    let (ciphertext, shared) = decoded.encapsulate_with_rng(&mut random);
    let ours = key
        .try_decapsulate(&ciphertext)
        .expect("its own ciphertext");
    assert_eq!(ours, shared);
    let other = K::generate_keypair().0;
    if let Ok(other) = other.try_decapsulate(&ciphertext) {
        assert_ne!(other, shared);
    }
    let (again, _) = public.encapsulate();
    assert_ne!(again, ciphertext);
    (bytes.len(), ciphertext.len(), shared.len())
}

#[test]
fn sizes_are_those_of_the_constants() {
    use hybrid_kem::{CIPHERTEXT_SIZE, ENCAPSULATION_KEY_SIZE};
    assert_eq!(
        round_trip::<XWingKem>(),
        (ENCAPSULATION_KEY_SIZE, CIPHERTEXT_SIZE, 32)
    );
    macro_rules! sizes {
        ($($module:ident $kem:ty),*) => {$(
            assert_eq!(
                round_trip::<$kem>(),
                ($module::ENCAPSULATION_KEY_SIZE, $module::CIPHERTEXT_SIZE, $module::SHARED_KEY_SIZE)
            );
        )*};
    }
    sizes!(
        x25519mlkem768 X25519MlKem768, secp256r1mlkem768 SecP256r1MlKem768,
        secp384r1mlkem1024 SecP384r1MlKem1024, x25519 X25519Kem
    );
}

#[test]
fn the_adapter_of_dhkem_works_on_the_fast_curves() {
    assert_eq!(
        round_trip::<dhkem::EcdhKem<p256_fast::NistP256>>(),
        (65, 65, 32)
    );
    assert_eq!(
        round_trip::<dhkem::EcdhKem<p384_fast::NistP384>>(),
        (97, 97, 48)
    );
    assert_eq!(
        round_trip::<dhkem::EcdhKem<p521_fast::NistP521>>(),
        (133, 133, 66)
    );
}

#[test]
fn kems_with_a_seed_are_made_from_it() {
    use kem::FromSeed;
    let (key, public) = XWingKem::from_seed(&Array([7; 32]));
    assert_eq!(key.encapsulation_key(), &public);
    assert_eq!(key.to_bytes().0, [7; 32]);
    let (key, public) = X25519Kem::from_seed(&Array([7; 32]));
    assert_eq!(key.encapsulation_key(), &public);
}

#[test]
fn i158_a_failing_generator_gives_an_error_and_no_key() {
    fn fails<T: Generate>(enough: usize) {
        for n in [0, 1, enough - 1] {
            let mut random = Given(vec![0x42; n]);
            assert!(T::try_generate_from_rng(&mut random).is_err(), "{n} bytes");
        }
        let mut random = Given(vec![0x42; enough]);
        assert!(T::try_generate_from_rng(&mut random).is_ok());
    }
    fails::<hybrid_kem::DecapsulationKey>(32);
    fails::<DecapsulationKeyRejectNonContrib>(32);
    fails::<x25519::DecapsulationKey>(32);
    fails::<x25519mlkem768::DecapsulationKey>(96);
    fails::<secp256r1mlkem768::DecapsulationKey>(96);
    fails::<secp384r1mlkem1024::DecapsulationKey>(112);
}

/// After the value was dropped none of these secrets is left. (Less than 32 bytes can be left in padding, from before.)
fn is_wiped<T>(value: T, secrets: &[&[u8]]) {
    let bytes = after_drop(value);
    for secret in secrets {
        let found = bytes.windows(secret.len()).any(|window| window == *secret);
        assert!(!found, "{}", std::any::type_name::<T>());
    }
}

#[test]
fn i155_secrets_are_wiped_on_drop() {
    fn wipes<T: zeroize::ZeroizeOnDrop>() {}
    wipes::<hybrid_kem::DecapsulationKey>();
    wipes::<DecapsulationKeyRejectNonContrib>();
    wipes::<x25519::DecapsulationKey>();
    wipes::<x25519mlkem768::DecapsulationKey>();
    wipes::<secp256r1mlkem768::DecapsulationKey>();
    wipes::<secp384r1mlkem1024::DecapsulationKey>();

    let (seed, secret) = ([0xab; 64], [0xcd; 32]);
    let parts: [&[u8]; 2] = [&seed[..32], &secret];
    let key = x25519mlkem768::DecapsulationKey::from_halves(&seed, secret.into());
    let debug = format!("{key:?} {key:#?}");
    assert!(!debug.contains("171, 171, 171") && !debug.contains("205, 205, 205"));
    is_wiped(key, &parts);
    is_wiped(hybrid_kem::DecapsulationKey::from([0xab; 32]), &parts);
    is_wiped(x25519::DecapsulationKey::new(&Array([0xab; 32])), &parts);
    // The control: before they are dropped, they are there.
    let key = std::mem::ManuallyDrop::new(hybrid_kem::DecapsulationKey::from([0xab; 32]));
    assert_eq!(key.as_bytes(), &[0xab; 32]);
}

#[test]
fn keys_are_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<hybrid_kem::DecapsulationKey>();
    shared::<hybrid_kem::EncapsulationKey>();
    shared::<x25519mlkem768::DecapsulationKey>();
    shared::<x25519mlkem768::EncapsulationKey>();
    shared::<secp256r1mlkem768::DecapsulationKey>();
    shared::<secp384r1mlkem1024::EncapsulationKey>();
}
