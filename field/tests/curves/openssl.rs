//! Interoperation with the program `openssl`: signatures, key agreement and documents, in both directions.
//!
//! Where there is no such program the tests say so and pass; `REQUIRE_OPENSSL=1` makes them fail.

#![forbid(unsafe_code)]

use crate::curve::ours::{
    NonZeroScalar, PublicKey, Scalar, SecretKey,
    ecdsa::{
        DerSignature, SigningKey, VerifyingKey,
        signature::hazmat::{PrehashSigner, PrehashVerifier},
    },
    elliptic_curve::{Generate, sec1::ToSec1Point},
    pkcs8::{
        AssociatedOid, DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey,
        LineEnding,
    },
};
use crate::curve::{Curve, OPENSSL, of};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use sha2::{Digest, Sha256, Sha384, Sha512};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
};

const MESSAGE: &[u8] = b"a message that two programs sign and verify";

/// A folder of its own for each test, gone afterwards, in which the program runs.
struct OpenSsl {
    folder: PathBuf,
}

impl OpenSsl {
    /// `None` where the program does not exist.
    fn find() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if Command::new("openssl").arg("version").output().is_err() {
            let required = std::env::var("REQUIRE_OPENSSL").is_ok_and(|v| v == "1");
            assert!(
                !required,
                "REQUIRE_OPENSSL=1, but there is no program `openssl`"
            );
            println!("skipped: there is no program `openssl`");
            return None;
        }
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("openssl-{OPENSSL}-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        let this = Self { folder };
        this.write("message", MESSAGE);
        Some(this)
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        fs::write(self.folder.join(file), content).unwrap();
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.folder.join(file)).unwrap()
    }

    fn read_text(&self, file: &str) -> String {
        String::from_utf8(self.read(file)).unwrap()
    }

    fn output(&self, command: &str) -> Output {
        let mut program = Command::new("openssl");
        program
            .args(command.split_whitespace())
            .current_dir(&self.folder)
            .output()
            .unwrap()
    }

    /// Runs the program with these arguments; it must succeed.
    #[track_caller]
    fn run(&self, command: &str) {
        let output = self.output(command);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "openssl {command}\n{text}");
    }
}

impl Drop for OpenSsl {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Keys that are easy to write wrongly: small, large, with a short coordinate, and an ordinary one.
fn keys() -> [SecretKey; 4] {
    [
        NonZeroScalar::new(Scalar::ONE).unwrap().into(),
        NonZeroScalar::new(-Scalar::ONE).unwrap().into(),
        NonZeroScalar::new(Scalar::from(379u64)).unwrap().into(),
        SecretKey::generate_from_rng(&mut ChaCha20Rng::from_seed([7; 32])),
    ]
}

fn digests() -> [(&'static str, Vec<u8>); 3] {
    [
        ("sha256", Sha256::digest(MESSAGE).to_vec()),
        ("sha384", Sha384::digest(MESSAGE).to_vec()),
        ("sha512", Sha512::digest(MESSAGE).to_vec()),
    ]
}

#[test]
fn openssl_verifies_our_signatures() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    openssl.write("other", b"another message");
    for secret in keys() {
        let key = SigningKey::from(&secret);
        openssl.write(
            "public.pem",
            key.verifying_key()
                .to_public_key_pem(LineEnding::LF)
                .unwrap(),
        );
        for (name, digest) in digests() {
            let sig: DerSignature = key.sign_prehash(&digest).unwrap();
            openssl.write("sig.der", sig.as_bytes());
            openssl.run(&format!(
                "dgst -{name} -verify public.pem -signature sig.der message"
            ));
            let command = format!("dgst -{name} -verify public.pem -signature sig.der other");
            assert!(!openssl.output(&command).status.success(), "{command}");
        }
    }
}

#[test]
fn we_verify_signatures_of_openssl() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    for secret in keys() {
        let vk = VerifyingKey::from(secret.public_key());
        openssl.write("secret.pem", secret.to_pkcs8_pem(LineEnding::LF).unwrap());
        for (name, digest) in digests() {
            openssl.run(&format!(
                "dgst -{name} -sign secret.pem -out sig.der message"
            ));
            let sig = DerSignature::from_bytes(&openssl.read("sig.der")).unwrap();
            vk.verify_prehash(&digest, &sig).unwrap();
            assert!(
                vk.verify_prehash(&Sha256::digest(b"another message"), &sig)
                    .is_err()
            );
        }
    }
}

#[test]
fn both_derive_the_same_secret() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    openssl.run(&format!(
        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:{OPENSSL} -out theirs.pem"
    ));
    openssl.run("pkey -in theirs.pem -pubout -out theirs.pub");
    let theirs = PublicKey::from_public_key_pem(&openssl.read_text("theirs.pub")).unwrap();
    for ours in keys() {
        openssl.write("ours.pem", ours.to_pkcs8_pem(LineEnding::LF).unwrap());
        openssl.write(
            "ours.pub",
            ours.public_key().to_public_key_pem(LineEnding::LF).unwrap(),
        );
        let shared = ours.diffie_hellman(&theirs);
        for (secret, public) in [("theirs.pem", "ours.pub"), ("ours.pem", "theirs.pub")] {
            openssl.run(&format!(
                "pkeyutl -derive -inkey {secret} -peerkey {public} -out shared"
            ));
            assert_eq!(openssl.read("shared"), shared.raw_secret_bytes().as_slice());
        }
    }
}

#[test]
fn openssl_reads_our_documents() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    for key in keys() {
        let public = key.public_key();
        openssl.write("sec1.pem", key.to_sec1_pem(LineEnding::LF).unwrap());
        openssl.write("sec1.der", key.to_sec1_der().unwrap());
        openssl.write("pkcs8.pem", key.to_pkcs8_pem(LineEnding::CRLF).unwrap());
        openssl.write("pkcs8.der", key.to_pkcs8_der().unwrap().as_bytes());
        openssl.write(
            "spki.pem",
            public.to_public_key_pem(LineEnding::LF).unwrap(),
        );
        openssl.write("spki.der", public.to_public_key_der().unwrap());
        for input in [
            "-inform PEM -in sec1.pem",
            "-inform DER -in sec1.der",
            "-inform PEM -in pkcs8.pem",
            "-inform DER -in pkcs8.der",
            "-pubin -inform PEM -in spki.pem",
            "-pubin -inform DER -in spki.der",
        ] {
            // The key pair is consistent, and gives our own document back to the octet.
            openssl.run(&format!("pkey {input} -pubcheck -noout"));
            openssl.run(&format!("pkey {input} -pubout -outform DER -out back.der"));
            assert_eq!(
                openssl.read("back.der"),
                public.to_public_key_der().unwrap().as_bytes()
            );
            if !input.starts_with("-pubin") {
                openssl.run(&format!("pkey {input} -check -noout"));
                openssl.run(&format!(
                    "pkcs8 -topk8 -nocrypt {input} -outform DER -out back.der"
                ));
                assert_eq!(
                    openssl.read("back.der"),
                    key.to_pkcs8_der().unwrap().as_bytes()
                );
            }
        }
    }
}

#[test]
fn we_read_documents_of_openssl() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    openssl.run(&format!(
        "ecparam -name {OPENSSL} -genkey -noout -out fresh.pem"
    ));
    let fresh = SecretKey::from_sec1_pem(&openssl.read_text("fresh.pem")).unwrap();
    for key in keys().into_iter().chain([fresh]) {
        let public = key.public_key();
        openssl.write("ours.pem", key.to_pkcs8_pem(LineEnding::LF).unwrap());

        openssl.run("ec -in ours.pem -out sec1.pem");
        openssl.run("ec -in ours.pem -outform DER -out sec1.der");
        openssl.run("ec -in ours.pem -conv_form compressed -outform DER -out compressed.der");
        openssl.run("pkcs8 -topk8 -nocrypt -in ours.pem -out pkcs8.pem");
        openssl.run("pkcs8 -topk8 -nocrypt -in ours.pem -outform DER -out pkcs8.der");
        for read in [
            SecretKey::from_sec1_pem(&openssl.read_text("sec1.pem")).unwrap(),
            SecretKey::from_pem(&openssl.read_text("sec1.pem")).unwrap(),
            SecretKey::from_sec1_der(&openssl.read("sec1.der")).unwrap(),
            SecretKey::from_sec1_der(&openssl.read("compressed.der")).unwrap(),
            SecretKey::from_pkcs8_pem(&openssl.read_text("pkcs8.pem")).unwrap(),
            SecretKey::from_pem(&openssl.read_text("pkcs8.pem")).unwrap(),
            SecretKey::from_pkcs8_der(&openssl.read("pkcs8.der")).unwrap(),
            SecretKey::from_der(&openssl.read("pkcs8.der")).unwrap(),
        ] {
            assert_eq!(read, key);
        }

        for form in ["uncompressed", "compressed"] {
            let ec = format!("ec -in ours.pem -pubout -conv_form {form}");
            openssl.run(&format!("{ec} -out spki.pem"));
            openssl.run(&format!("{ec} -outform DER -out spki.der"));
            let (pem, der) = (openssl.read_text("spki.pem"), openssl.read("spki.der"));
            assert_eq!(
                PublicKey::from_public_key_pem(&pem).unwrap(),
                public,
                "{form}"
            );
            assert_eq!(pem.parse::<PublicKey>().unwrap(), public, "{form}");
            assert_eq!(
                PublicKey::from_public_key_der(&der).unwrap(),
                public,
                "{form}"
            );
            // The point inside is what we write ourselves.
            let point = public.to_sec1_point(form == "compressed");
            assert!(der.ends_with(point.as_bytes()), "{form}");
        }
    }
}

#[test]
fn keys_of_another_curve_are_refused() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    for curve in [of(["secp384r1", "secp521r1", "prime256v1"]), "secp256k1"] {
        openssl.run(&format!(
            "ecparam -name {curve} -genkey -noout -out sec1.pem"
        ));
        openssl.run("pkcs8 -topk8 -nocrypt -in sec1.pem -out pkcs8.pem");
        openssl.run("pkey -in sec1.pem -pubout -out spki.pem");
        let [sec1, pkcs8, spki] =
            ["sec1.pem", "pkcs8.pem", "spki.pem"].map(|f| openssl.read_text(f));
        assert!(SecretKey::from_sec1_pem(&sec1).is_err(), "{curve}");
        assert!(SecretKey::from_pkcs8_pem(&pkcs8).is_err(), "{curve}");
        assert!(PublicKey::from_public_key_pem(&spki).is_err(), "{curve}");
    }
}

/// The names of the curve and of the key type are those that the other program writes.
#[test]
fn openssl_names_the_curve() {
    let Some(openssl) = OpenSsl::find() else {
        return;
    };
    let [.., key] = keys();
    openssl.write("ours.pem", key.to_pkcs8_pem(LineEnding::LF).unwrap());
    openssl.run("pkey -in ours.pem -noout -text -out text");
    let text = openssl.read_text("text");
    assert!(
        text.contains(OPENSSL) && text.contains(of(["P-256", "P-384", "P-521"])),
        "{text}"
    );
    openssl.run(&format!(
        "ecparam -name {OPENSSL} -outform DER -out oid.der"
    ));
    assert_eq!(openssl.read("oid.der")[2..], *Curve::OID.as_bytes());
}
