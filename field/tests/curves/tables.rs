//! The table of a curve crate, included as the tests of its module `tables`.

use super::BASE;
use crate::{ProjectivePoint, arithmetic::FieldElement};
use elliptic_curve::{group::Group, point::AffineCoordinates};
use field_fast::weierstrass::schedule::BASE_WINDOW;

/// Words of an element.
const WORDS: usize = size_of::<FieldElement>() / 8;

type Entry = [[u64; WORDS]; 2];

/// The entry for a point: its coordinates times 2^(64 words), as words.
fn entry(p: &ProjectivePoint) -> Entry {
    let p = p.to_affine();
    let word = FieldElement::from(1u128 << 64);
    let radix = (0..WORDS).fold(FieldElement::ONE, |r, _| r * word);
    [p.x(), p.y()].map(|x| {
        let x = FieldElement::from_bytes(&x).expect("a coordinate");
        let bytes = (x * radix).to_bytes();
        let mut words = [0; WORDS];
        for (i, byte) in bytes.iter().rev().enumerate() {
            words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        words
    })
}

/// Do the entries hold p, 3 p, 5 p, ...?
pub(super) fn are_odd_multiples(entries: &[Entry], p: ProjectivePoint) -> bool {
    let twice = p.double();
    let multiples = core::iter::successors(Some(p), |q| Some(q + &twice));
    entries.iter().zip(multiples).all(|(e, q)| *e == entry(&q))
}

#[test]
fn every_entry_is_the_multiple_of_the_generator_that_it_should_be() {
    let g = ProjectivePoint::GENERATOR;
    let mut p = g;
    for (i, window) in BASE.windows.iter().enumerate() {
        assert!(are_odd_multiples(window, p), "window {i}");
        p = (0..BASE_WINDOW).fold(p, |p, _| p.double());
    }
    assert!(are_odd_multiples(BASE.odd, g), "odd multiples");
    // And not of any other point.
    assert!(!are_odd_multiples(&BASE.windows[1], g));
    assert!(!are_odd_multiples(BASE.odd, -g));
}
