//! Multiples of the generator, made by `field/src/weierstrass/tables.py` and laid out at compile time: 94 KiB for words, 32 KiB
//! for vectors.

use crate::NistP256;
use field_fast::weierstrass::{
    schedule::BaseTable,
    table,
    vector::{LANE_BYTES, LaneTable},
};

const ALL: &[u8] = include_bytes!("p256.bin");
/// The part for words, and the part for vectors.
const PARTS: (&[u8], &[u8]) = ALL.split_at(ALL.len() - LANE_BYTES);

static WINDOWS: [[[[u64; 4]; 2]; 32]; 43] = table::windows(PARTS.0);
static ODD: [[[u64; 4]; 2]; 128] = table::odd::<4, 43>(PARTS.0);

pub(crate) static BASE: BaseTable<NistP256> = BaseTable {
    windows: &WINDOWS,
    odd: &ODD,
};

pub(crate) static LANES: LaneTable = LaneTable::from_bytes(PARTS.1);

#[cfg(test)]
#[path = "../../field/tests/curves/tables.rs"]
mod tests;

#[cfg(test)]
mod lane_tests {
    use super::{LANES, tests::are_odd_multiples};
    use crate::ProjectivePoint;
    use elliptic_curve::group::Group;
    use field_fast::weierstrass::vector::WORDS;

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
