//! What the vector tests share: hexadecimal, records of `key = value` text, digests by name, and keys from coordinates.
#![allow(dead_code, unreachable_pub)] // each test binary uses its own part

pub mod oprf;

use crate::curve::ours::{
    AffinePoint, FieldBytes, NonZeroScalar, ProjectivePoint, PublicKey, Scalar,
    ecdsa::Signature,
    elliptic_curve::{
        ff::PrimeField, hazmat::FieldArithmetic, point::AffineCoordinates, sec1::ToSec1Point,
    },
};
use crate::curve::{Curve, SIZE};
use std::path::Path;

pub type FieldElement = <Curve as FieldArithmetic>::FieldElement;

/// The bytes of hexadecimal digits, after `0x` or not. An odd first digit is a byte.
pub fn hex(text: &str) -> Vec<u8> {
    let text = text.strip_prefix("0x").unwrap_or(text);
    let digit = |c: char| {
        c.to_digit(16)
            .unwrap_or_else(|| panic!("not hexadecimal: {text}")) as u8
    };
    let mut digits: Vec<u8> = text.chars().map(digit).collect();
    if digits.len() % 2 == 1 {
        digits.insert(0, 0);
    }
    digits.chunks(2).map(|d| 16 * d[0] + d[1]).collect()
}

/// `bytes` as those of an element, big-endian; `None` if the integer is larger.
pub fn pad(bytes: &[u8]) -> Option<[u8; SIZE]> {
    let skip = bytes.iter().take_while(|&&b| b == 0).count();
    let value = &bytes[skip..];
    let mut out = [0; SIZE];
    out[SIZE.checked_sub(value.len())?..].copy_from_slice(value);
    Some(out)
}

/// One test case of a text file.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last line in square brackets above it, without the brackets.
    pub section: String,
    /// File and line of its last entry, for messages.
    pub at: String,
    pub fields: Vec<(String, String)>,
}

impl Record {
    pub fn find(&self, key: &str) -> Option<&str> {
        let entry = self.fields.iter().find(|(k, _)| k == key)?;
        Some(&entry.1)
    }
    pub fn get(&self, key: &str) -> &str {
        self.find(key)
            .unwrap_or_else(|| panic!("{}: no `{key}` in {:?}", self.at, self.fields))
    }
    pub fn bytes(&self, key: &str) -> Vec<u8> {
        hex(self.get(key))
    }
    /// An integer as those of an element are encoded, big-endian.
    pub fn int(&self, key: &str) -> [u8; SIZE] {
        pad(&self.bytes(key)).unwrap_or_else(|| panic!("{}: `{key}` is too large", self.at))
    }
    /// Parts separated by commas.
    pub fn list(&self, key: &str) -> Vec<&str> {
        self.get(key).split(',').map(str::trim).collect()
    }
}

/// When a record of a text file is complete.
pub enum Ends {
    /// At an empty line, where all entries are forgotten.
    Paragraph,
    /// At this key; all entries stand for the records that follow until they are overwritten.
    Key(&'static str),
}

/// The records of a file of `key = value` lines, `[section]` lines and `#` comments. A PEM block becomes the entry `pem`.
pub fn records(name: &str, text: &str, ends: Ends) -> Vec<Record> {
    let mut all = Vec::new();
    let mut now = Record::default();
    let mut pem = String::new();
    for (number, line) in text.lines().chain([""]).enumerate() {
        let line = line.trim();
        now.at = format!("{name}:{}", number + 1);
        if line.starts_with("-----BEGIN") || !pem.is_empty() {
            pem += line;
            pem.push('\n');
            if line.starts_with("-----END") {
                now.fields.push(("pem".into(), std::mem::take(&mut pem)));
            }
        } else if line.is_empty() {
            if matches!(ends, Ends::Paragraph) && !now.fields.is_empty() {
                all.push(now.clone());
                now.fields.clear();
            }
        } else if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            now.section = section.into();
            now.fields.clear();
        } else if !line.starts_with('#') {
            let entry = line.split_once('=').map(|(k, v)| (k.trim(), v.trim()));
            let (key, value) = entry.unwrap_or_else(|| panic!("{}: {line}", now.at));
            if matches!(ends, Ends::Key(_)) {
                now.fields.retain(|(k, _)| k != key);
            }
            now.fields.push((key.into(), value.into()));
            if matches!(ends, Ends::Key(last) if last == key) {
                all.push(now.clone());
            }
        }
    }
    all
}

/// Names the case if the test panics in its scope.
pub struct At<'a>(pub &'a str);

impl Drop for At<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in {}", self.0);
        }
    }
}

/// Runs all cases, of which there must be `count`: an empty file is not a success.
#[track_caller]
pub fn run(cases: &[Record], count: usize, mut test: impl FnMut(&Record)) {
    for case in cases {
        let _at = At(&case.at);
        test(case);
    }
    assert_eq!(cases.len(), count, "cases like {:?}", cases.first());
}

/// The records of a file that this crate carries in `tests/data`.
pub fn own(name: &str) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    records(name, &text, Ends::Paragraph)
}

/// Runs the body with `$D` the type of the digest of that name, in any of the spellings of the standards.
macro_rules! with_digest {
    ($name:expr, $D:ident => $body:expr) => {{
        macro_rules! run {
            ($T:ty) => {{
                type $D = $T;
                $body
            }};
        }
        let name: String = $name
            .to_uppercase()
            .replace("SHA2-", "SHA")
            .replace(['-', '/', '_'], "");
        match name.as_str() {
            "SHA1" => run!(sha1::Sha1),
            "SHA224" => run!(sha2::Sha224),
            "SHA256" => run!(sha2::Sha256),
            "SHA384" => run!(sha2::Sha384),
            "SHA512" => run!(sha2::Sha512),
            "SHA512224" => run!(sha2::Sha512_224),
            "SHA512256" => run!(sha2::Sha512_256),
            "SHA3224" => run!(sha3::Sha3_224),
            "SHA3256" => run!(sha3::Sha3_256),
            "SHA3384" => run!(sha3::Sha3_384),
            "SHA3512" => run!(sha3::Sha3_512),
            _ => panic!("no digest {name}"),
        }
    }};
}
pub(crate) use with_digest;

pub fn digest(name: &str, message: &[u8]) -> Vec<u8> {
    use sha2::Digest;
    with_digest!(name, D => D::digest(message).to_vec())
}

/// The scalar of this value; panics if it is not below n.
pub fn scalar(value: [u8; SIZE]) -> Scalar {
    Option::from(Scalar::from_repr(value.into())).expect("a scalar below n")
}

pub fn nonzero(value: [u8; SIZE]) -> NonZeroScalar {
    Option::from(NonZeroScalar::from_repr(value.into())).expect("a scalar in 1..n")
}

/// The field element of this value; panics if it is not below p.
pub fn field(value: [u8; SIZE]) -> FieldElement {
    Option::from(FieldElement::from_repr(value.into())).expect("a field element below p")
}

/// The public key of these coordinates of any width, by its uncompressed encoding.
pub fn public_key(x: &[u8], y: &[u8]) -> Option<PublicKey> {
    // Integers above that cannot be encoded: they stay as they are, and the length is wrong.
    let fit = |v: &[u8]| pad(v).map_or(v.to_vec(), |v| v.to_vec());
    PublicKey::from_sec1_bytes(&[vec![4], fit(x), fit(y)].concat()).ok()
}

/// The point of these coordinates, of any width; panics if it is not on the curve.
pub fn point(x: &[u8], y: &[u8]) -> ProjectivePoint {
    public_key(x, y)
        .expect("a point on the curve")
        .to_projective()
}

/// A point decoded from SEC1; panics if it is none.
pub fn decoded(bytes: &[u8]) -> ProjectivePoint {
    PublicKey::from_sec1_bytes(bytes)
        .expect("an encoded point")
        .to_projective()
}

/// The two points are the same, and so are their coordinates.
#[track_caller]
pub fn assert_same(p: &ProjectivePoint, q: &ProjectivePoint) {
    assert_eq!(p, q);
    let (p, q): (AffinePoint, AffinePoint) = (p.to_affine(), q.to_affine());
    assert_eq!(
        (p.x(), p.y(), bool::from(p.is_identity())),
        (q.x(), q.y(), bool::from(q.is_identity()))
    );
}

/// SEC1, 2.3.3.
pub fn compressed(point: &ProjectivePoint) -> Vec<u8> {
    point.to_affine().to_sec1_point(true).as_bytes().to_vec()
}

/// The signature (r, s) of integers of any width, `None` unless both are in 1..n.
pub fn signature(r: &[u8], s: &[u8]) -> Option<Signature> {
    Signature::from_scalars(FieldBytes::from(pad(r)?), FieldBytes::from(pad(s)?)).ok()
}
