//! Differential tests against the crate that this one replaces.
//!
//! The files under `peer/` that use `super::curve` are compiled twice, once for each crate. Their functions take octets and
//! return rows of text, so that every result, encoding, `Debug` form and error text is compared to the letter.
//! `CURVE_CASES` sets how many random cases are tried.

#![forbid(unsafe_code)]
#![allow(
    clippy::op_ref,
    clippy::clone_on_copy,
    reason = "every form of an operator is asked for"
)]

use crate::curve::{Curve, SIZE, TheirCurve, Uint, Wide, ours as ours_crate, theirs};
use edges::{pair, point_pair, raw};
use elliptic_curve::array::Array;
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
    pub(crate) mod curve {
        pub(crate) use crate::curve::{Curve, ours::*};
    }
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
    pub(crate) mod curve {
        pub(crate) use crate::curve::{TheirCurve as Curve, theirs::*};
    }
    pub(crate) mod ecdsa;
    pub(crate) mod field;
    pub(crate) mod hash;
    pub(crate) mod keys;
    pub(crate) mod point;
    pub(crate) mod scalar;
}

/// How many random cases the cheapest tests try by default.
const CHEAP: u32 = 300;

/// `default` random cases; where `CURVE_CASES` is set, that many for the cheapest tests, and in proportion for the dearer.
/// A failing case is printed, so none is stored.
fn cases(default: u32) -> Config {
    let cases = match std::env::var("CURVE_CASES") {
        Ok(n) => {
            n.parse::<u32>()
                .expect("CURVE_CASES is a number")
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
    assert!(free::<theirs::Scalar>() && free::<ours_crate::Scalar>());
    assert!(free::<theirs::AffinePoint>() && free::<ours_crate::AffinePoint>());
    assert!(free::<theirs::ProjectivePoint>() && free::<ours_crate::ProjectivePoint>());
    assert!(free::<edges::FieldElement>() && free::<ours::field::FieldElement>());
    assert!(free::<TheirCurve>() && free::<Curve>());
    // `NonZeroScalar` and `NonIdentity` cast slices of themselves to slices of these.
    assert_eq!(
        size_of::<ours_crate::Scalar>(),
        size_of::<ours_crate::NonZeroScalar>()
    );
}

/// The integer of an element's octets.
pub(crate) fn uint(raw: &[u8; SIZE]) -> Uint {
    let mut octets = [0; size_of::<Uint>()];
    octets[size_of::<Uint>() - SIZE..].copy_from_slice(raw);
    Uint::from_be_slice(&octets)
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn scalars_compute_the_same(a in raw(), n in 0..300u32, (x, y) in pair::<theirs::Scalar>()) {
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
        a in raw(), wide in vec(any::<u8>(), <Wide as elliptic_curve::array::typenum::Unsigned>::USIZE), n in any::<u128>(), decimal in "[0-9]{0,160}|[0-9a-f-]{1,4}|0[0-9]{1,3}",
    ) {
        same!(scalar::decode(*a));
        same!(field::decode(*a));
        let mut wide = Array::<u8, Wide>::try_from(&wide[..]).unwrap();
        same!(scalar::wide(&wide));
        same!(field::wide(&wide));
        let at = wide.len() - SIZE;
        wide[at..].copy_from_slice(&*a);
        same!(scalar::wide(&wide));
        same!(field::wide(&wide));
        same!(scalar::integers(n, &decimal));
        same!(field::integers(n, &decimal));
        crate::curve::not_p521! {
            same!(scalar::random(a.seed()));
            same!(field::random(a.seed()));
        }
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
    let length = prop_oneof![4 => prop::sample::select(&[1, SIZE + 1, 2 * SIZE + 1][..]), 1 => 0..2 * SIZE + 6];
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
        same!(ecdsa::sign(&key, &msg, seed.seed(), &seed));
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
        // P-521's draws have no bits that no element has.
        crate::curve::not_p521! {
            same!(point::random(seed.seed()));
        }
        let _ = seed;
    }

    #[test]
    fn keys_parse_the_same(document in damaged(peers::keys::documents(&[1; SIZE]))) {
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
    use theirs::ecdsa::{Signature, SigningKey, signature::Signer};
    let sig: Signature = SigningKey::from_slice(&[1; SIZE]).unwrap().sign(b"message");
    vec![sig.to_bytes().to_vec(), sig.to_der().as_bytes().to_vec()]
}
