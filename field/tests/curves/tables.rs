//! The table of a curve crate, included as the tests of its module `tables`.

use super::{BASE, LANES};
use crate::{ProjectivePoint, arithmetic::FieldElement};
use elliptic_curve::{group::Group, point::AffineCoordinates};
use field_fast::weierstrass::{schedule::BASE_WINDOW, vector::WORDS as LANE_WORDS};

/// Words of an element.
const WORDS: usize = size_of::<FieldElement>() / 8;

type Entry = [[u64; WORDS]; 2];

/// The entry for a point: its coordinates times 2^(64 words), as words.
fn entry(p: &ProjectivePoint) -> Entry {
    let word = FieldElement::from(1u128 << 64);
    scaled(p, (0..WORDS).fold(FieldElement::ONE, |r, _| r * word))
}

/// The coordinates times a factor, as words.
fn scaled(p: &ProjectivePoint, factor: FieldElement) -> Entry {
    let p = p.to_affine();
    [p.x(), p.y()].map(|x| {
        let x = FieldElement::from_bytes(&x).expect("a coordinate");
        let bytes = (x * factor).to_bytes();
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

#[test]
fn every_lane_holds_the_multiples_of_the_generator_that_it_should() {
    // What a lane holds for 1.
    let two = FieldElement::from(2u64);
    let rho = match WORDS {
        4 => (0..260).fold(FieldElement::ONE, |r, _| r * two),
        6 => FieldElement::ONE,
        _ => (0..520).fold(FieldElement::ONE, |r, _| r * two),
    };
    let g = ProjectivePoint::GENERATOR;
    let (mut p, mut right) = (g, 0);
    for word in 0..8 {
        let lane = LANE_WORDS.iter().position(|w| *w == word).expect("a lane");
        for round in &LANES.rounds {
            let (twice, mut q) = (p.double(), p);
            for rows in round {
                let words: [[u64; WORDS]; 2] =
                    core::array::from_fn(|c| core::array::from_fn(|i| rows[c * WORDS + i][lane]));
                assert_eq!(words, scaled(&q, rho), "word {word}");
                right += usize::from(words != scaled(&-q, rho));
                q += &twice;
            }
            p = (0..4).fold(p, |p, _| p.double());
        }
    }
    assert_eq!(right, 64 * LANES.rounds.len());
}

#[test]
fn the_table_s_own_scalar_has_its_point() {
    if let Some(doubled) = &LANES.doubled {
        let bits = doubled
            .scalar
            .iter()
            .flat_map(|w| (0..64).map(move |i| w >> i & 1 == 1));
        let (mut p, mut sum) = (ProjectivePoint::GENERATOR, ProjectivePoint::IDENTITY);
        for bit in bits {
            if bit {
                sum += p;
            }
            p = p.double();
        }
        assert_eq!(doubled.point, entry(&sum));
    }
    assert_eq!(LANES.doubled.is_some(), WORDS > 4);
}
