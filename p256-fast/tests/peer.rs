//! Differential tests against the crate that this one replaces: `p256` 0.14.
//!
//! The files under `peer/` that use `super::curve` are compiled twice, once for each crate. Their functions take octets and
//! return rows of text, so that every result, encoding, `Debug` form and error text is compared to the letter.
//! `P256_CASES` sets how many random cases are tried.

#![forbid(unsafe_code)]
#![allow(
    clippy::op_ref,
    clippy::clone_on_copy,
    reason = "every form of an operator is asked for"
)]

use edges::{pair, point_pair, raw};
use proptest::{collection::vec, prelude::*, test_runner::Config};
use rows::same;
use std::panic::{RefUnwindSafe, UnwindSafe};

#[path = "peer/edges.rs"]
mod edges;
#[path = "peer/residue.rs"]
mod residue;
#[path = "peer/rows.rs"]
mod rows;

/// This crate.
#[path = "peer"]
mod ours {
    pub(crate) use p256_fast as curve;
    pub(crate) mod ecdsa;
    pub(crate) mod field;
    pub(crate) mod hash;
    pub(crate) mod keys;
    pub(crate) mod point;
    pub(crate) mod scalar;
}

/// The crate that it replaces.
#[path = "peer"]
#[allow(clippy::duplicate_mod, reason = "the same questions to both crates")]
mod peers {
    pub(crate) use p256 as curve;
    pub(crate) mod ecdsa;
    pub(crate) mod field;
    pub(crate) mod hash;
    pub(crate) mod keys;
    pub(crate) mod point;
    pub(crate) mod scalar;
}

/// How many random cases the cheapest tests try by default.
const CHEAP: u32 = 300;

/// `default` random cases; where `P256_CASES` is set, that many for the cheapest tests, and in proportion for the dearer.
/// A failing case is printed, so none is stored.
fn cases(default: u32) -> Config {
    let cases = match std::env::var("P256_CASES") {
        Ok(n) => {
            n.parse::<u32>()
                .expect("P256_CASES is a number")
                .div_ceil(CHEAP)
                * default
        }
        Err(_) => default,
    };
    Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    }
}

/// Both crates give the same rows.
macro_rules! same {
    ($module:ident::$f:ident($($arg:expr),*)) => {
        same(&ours::$module::$f($($arg),*), &peers::$module::$f($($arg),*))
    };
}

#[test]
fn constants_are_the_same() {
    same!(scalar::constants());
    same!(field::constants());
    same!(scalar::constant_functions());
    same!(field::constant_functions());
    same!(scalar::blinded_inverse_of_zero());
    same!(point::constants());
    same!(hash::constants());
}

#[test]
fn types_are_as_free_as_the_peers() {
    fn free<T: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() -> bool {
        !std::mem::needs_drop::<T>()
    }
    assert!(free::<p256::Scalar>() && free::<p256_fast::Scalar>());
    assert!(free::<p256::AffinePoint>() && free::<p256_fast::AffinePoint>());
    assert!(free::<p256::ProjectivePoint>() && free::<p256_fast::ProjectivePoint>());
    assert!(free::<edges::FieldElement>() && free::<ours::field::FieldElement>());
    assert!(free::<p256::NistP256>() && free::<p256_fast::NistP256>());
    // `NonZeroScalar` and `NonIdentity` cast slices of themselves to slices of these.
    assert_eq!(
        size_of::<p256_fast::Scalar>(),
        size_of::<p256_fast::NonZeroScalar>()
    );
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn scalars_compute_the_same(a in raw(), n in 0..300u32, (x, y) in pair::<p256::Scalar>()) {
        same!(scalar::unary(&a, n));
        same!(scalar::unary(&x, n));
        same!(scalar::binary(&x, &y));
        same!(scalar::binary(&y, &x));
    }

    #[test]
    fn field_elements_compute_the_same(
        a in raw(), n in 0..300u32, (x, y) in pair::<edges::FieldElement>(),
    ) {
        same!(field::unary(&a, n));
        same!(field::unary(&x, n));
        same!(field::binary(&x, &y));
        same!(field::binary(&y, &x));
    }

    #[test]
    fn residues_decode_and_reduce_the_same(
        a in raw(), low in raw(), n in any::<u128>(), decimal in "[0-9]{0,80}|[0-9a-f-]{1,4}|0[0-9]{1,3}",
    ) {
        same!(scalar::decode(*a));
        same!(field::decode(*a));
        let wide: [u8; 64] = [*a, *low].concat().try_into().unwrap();
        same!(scalar::wide(&wide));
        same!(field::wide(wide[16..].try_into().unwrap()));
        same!(scalar::integers(n, &decimal));
        same!(field::integers(n, &decimal));
        same!(scalar::random(*a));
        same!(field::random(*a));
    }

    #[test]
    fn batches_invert_the_same(raw in vec(raw(), 0..9)) {
        let raw: Vec<_> = raw.iter().map(|r| **r).collect();
        same!(scalar::batch_invert(&raw));
        same!(field::batch_invert(&raw));
    }
}

/// A document, cut, extended or with some octets replaced.
fn damaged(documents: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let damage = vec((any::<prop::sample::Index>(), any::<u8>()), 0..3);
    (prop::sample::select(documents), damage, -2..=2i32).prop_map(|(mut doc, damage, grow)| {
        for (index, octet) in damage {
            let i = index.index(doc.len());
            doc[i] = octet;
        }
        match grow {
            -2 => doc.truncate(doc.len() / 2),
            -1 => doc.truncate(doc.len() - 1),
            2 => doc.push(0),
            _ => {}
        }
        doc
    })
}

/// Octets with a SEC1 tag and any length, coordinates from edges.
fn sec1() -> impl Strategy<Value = Vec<u8>> {
    let tag = prop_oneof![4 => prop::sample::select(&[0u8, 2, 3, 4, 5][..]), 1 => any::<u8>()];
    let length = prop_oneof![4 => prop::sample::select(&[1usize, 33, 65][..]), 1 => 0..70usize];
    (tag, raw(), raw(), length).prop_map(|(tag, x, y, length)| {
        let mut encoded = [&[tag], &x[..], &y[..], &[0; 5]].concat();
        encoded.truncate(length);
        encoded
    })
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn points_compute_the_same((k, l) in point_pair(), form in 0..5u8, other in 0..5u8) {
        same!(point::unary(&k, form));
        same!(point::unary(&l, other));
        same!(point::binary(&k, form, &l, other));
    }

    #[test]
    fn multiples_are_the_same(k in raw(), form in 0..5u8, (s, t) in point_pair()) {
        same!(point::multiply(&k, form, &s, &t));
        // P with a known relation to the scalars: a joint loop meets equal, opposite and vanishing operands.
        same!(point::multiply(&s, form, &t, &s));
    }

    #[test]
    fn combinations_and_batches_are_the_same(terms in vec((raw(), 0..5u8, raw()), 1..7)) {
        let terms: Vec<_> = terms.iter().map(|(k, form, s)| (**k, *form, **s)).collect();
        same!(point::combine(&terms));
    }

    #[test]
    fn key_agreement_and_encodings_are_the_same(a in raw(), b in raw()) {
        same!(keys::agree(&a, &b));
        same!(keys::encodings(&a));
        assert_eq!(ours::keys::documents(&a), peers::keys::documents(&a));
    }

    #[test]
    fn signatures_are_the_same(key in raw(), msg in vec(any::<u8>(), 0..100), seed in raw()) {
        same!(ecdsa::sign(&key, &msg, *seed));
        same!(ecdsa::forms(&key, &msg));
    }

    #[test]
    fn verdicts_and_recovered_keys_are_the_same(
        key in raw(), r in raw(), s in raw(), msg in vec(any::<u8>(), 0..100),
    ) {
        same!(ecdsa::verify(&key, &r, &s, &msg));
    }

    #[test]
    fn hashes_are_the_same(
        u in raw(), msg in vec(any::<u8>(), 0..100), dst in prop_oneof![vec(any::<u8>(), 0..40), vec(any::<u8>(), 250..260)],
    ) {
        same!(hash::map(&u));
        same!(hash::hash(&msg, &dst));
    }
}

proptest! {
    #![proptest_config(cases(CHEAP))]

    #[test]
    fn points_decode_the_same(sec1 in sec1(), x in raw(), y in raw()) {
        same!(point::decode(&sec1, *x, *y));
    }

    #[test]
    fn random_points_are_the_same(seed in raw()) {
        same!(point::random(*seed));
    }

    #[test]
    fn keys_parse_the_same(document in damaged(peers::keys::documents(&[0x2d; 32]))) {
        same!(keys::parse(&document));
    }

    #[test]
    fn short_or_meaningless_documents_are_refused_the_same(octets in vec(any::<u8>(), 0..40)) {
        same!(keys::parse(&octets));
        same!(ecdsa::parse(&octets));
        same!(keys::parse_text(&format!("\"{}\"", hex::encode(&octets))));
    }

    #[test]
    fn signatures_parse_the_same(document in damaged(signatures()), r in raw(), s in raw()) {
        same!(ecdsa::parse(&document));
        same!(ecdsa::parse(&[*r, *s].concat()));
    }
}

/// One signature in its two forms.
fn signatures() -> Vec<Vec<u8>> {
    use p256::ecdsa::{Signature, SigningKey, signature::Signer};
    let sig: Signature = SigningKey::from_slice(&[0x2d; 32])
        .unwrap()
        .sign(b"message");
    vec![sig.to_bytes().to_vec(), sig.to_der().as_bytes().to_vec()]
}
