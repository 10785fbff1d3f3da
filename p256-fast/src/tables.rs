//! Multiples of the generator, made by `tables/generate.py` and laid out at compile time: 94 KiB for words, 32 KiB for vectors.

use crate::NistP256;
use field_fast::weierstrass::{schedule::BaseTable, vector::LaneTable};

/// Points in the part for words.
const POINTS: usize = 43 * 32 + 128;
static BYTES: &[u8; 64 * (POINTS + 8 * 8 * 8)] = include_bytes!("tables/p256.bin");

/// The points from number `first` on: x and y, each four little-endian words.
const fn points<const N: usize>(first: usize) -> [[[u64; 4]; 2]; N] {
    let mut points = [[[0; 4]; 2]; N];
    let mut i = 0;
    while i < 64 * N {
        let byte = BYTES[64 * first + i] as u64;
        points[i / 64][i / 32 % 2][i / 8 % 4] |= byte << (8 * (i % 8));
        i += 1;
    }
    points
}

static WINDOWS: [[[[u64; 4]; 2]; 32]; 43] = {
    let mut windows = [[[[0; 4]; 2]; 32]; 43];
    let mut i = 0;
    while i < 43 {
        windows[i] = points(32 * i);
        i += 1;
    }
    windows
};

static ODD: [[[u64; 4]; 2]; 128] = points(32 * 43);

pub(crate) static BASE: BaseTable<NistP256> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

pub(crate) static LANES: LaneTable = {
    let mut rounds = [[[[0; 8]; 8]; 8]; 8];
    let mut i = 0;
    while i < 8 * 8 * 8 * 8 * 8 {
        let byte = BYTES[64 * POINTS + i] as u64;
        rounds[i / 4096][i / 512 % 8][i / 64 % 8][i / 8 % 8] |= byte << (8 * (i % 8));
        i += 1;
    }
    LaneTable(rounds)
};

#[cfg(test)]
mod tests {
    use super::{BASE, LANES};
    use crate::{ProjectivePoint, arithmetic::FieldElement};
    use elliptic_curve::{group::Group, point::AffineCoordinates};
    use field_fast::weierstrass::vector::WORDS;

    /// The entry for a point: its coordinates times 2^256, as words.
    fn entry(p: &ProjectivePoint) -> [[u64; 4]; 2] {
        let p = p.to_affine();
        let radix = (0..8).fold(FieldElement::ONE, |r, _| r * FieldElement::from(1u64 << 32));
        [p.x(), p.y()].map(|x| {
            let x = FieldElement::from_bytes(&x).expect("a coordinate");
            let bytes = (x * radix).to_bytes();
            core::array::from_fn(|i| {
                let word = &bytes[24 - 8 * i..32 - 8 * i];
                u64::from_be_bytes(word.try_into().expect("eight bytes"))
            })
        })
    }

    /// Do the entries hold p, 3 p, 5 p, ...?
    fn are_odd_multiples(entries: &[[[u64; 4]; 2]], p: ProjectivePoint) -> bool {
        let twice = p.double();
        let multiples = core::iter::successors(Some(p), |q| Some(q + &twice));
        entries.iter().zip(multiples).all(|(e, q)| *e == entry(&q))
    }

    #[test]
    fn every_entry_is_the_multiple_of_the_generator_that_it_should_be() {
        let g = ProjectivePoint::GENERATOR;
        assert_eq!(BASE.windows.len(), 43);
        let mut p = g;
        for (i, window) in BASE.windows.iter().enumerate() {
            assert!(are_odd_multiples(window, p), "window {i}");
            p = (0..6).fold(p, |p, _| p.double());
        }
        assert!(are_odd_multiples(BASE.odd, g), "odd multiples");
        // And not of any other point.
        assert!(!are_odd_multiples(&BASE.windows[1], g));
        assert!(!are_odd_multiples(BASE.odd, -g));
    }
    #[test]
    fn every_lane_holds_the_multiples_of_the_generator_that_it_should() {
        let entries = |round: usize, lane: usize| -> [[[u64; 4]; 2]; 8] {
            let word = |multiple: usize, i: usize| LANES.0[round][multiple][i][lane];
            core::array::from_fn(|j| {
                core::array::from_fn(|c| core::array::from_fn(|i| word(j, 4 * c + i)))
            })
        };
        let mut p = ProjectivePoint::GENERATOR;
        for word in 0..8 {
            let lane = WORDS.iter().position(|w| *w == word).expect("a lane");
            for round in 0..8 {
                assert!(
                    are_odd_multiples(&entries(round, lane), p),
                    "{word} {round}"
                );
                p = (0..4).fold(p, |p, _| p.double());
            }
        }
        assert!(!are_odd_multiples(
            &entries(1, 0),
            ProjectivePoint::GENERATOR
        ));
    }
}
