use super::*;
use crate::testing::Rng;

/// FIPS 202's SHA3-256 of nothing, by its first word.
#[test]
fn the_permutation_gives_sha3_of_nothing() {
    let mut state = [0u64; 25];
    (state[0], state[16]) = (6, 1 << 63);
    permute(&mut state);
    let first = [0xa7, 0xff, 0xc6, 0xf8, 0xbf, 0x1e, 0xd7, 0x66];
    assert_eq!(state[0].to_le_bytes(), first);
}

#[test]
fn several_states_are_permuted_as_one_by_one() {
    let mut rng = Rng::new();
    for (name, cpu) in Cpu::backends() {
        for count in 1..=8 {
            let before: States = core::array::from_fn(|_| core::array::from_fn(|_| rng.next()));
            let mut after = before;
            cpu.permute_states(&mut after, count);
            for l in 0..count {
                let mut state = core::array::from_fn(|i| before[i][l]);
                permute(&mut state);
                let got: [u64; 25] = core::array::from_fn(|i| after[i][l]);
                assert_eq!(got, state, "{name}: {l} of {count}");
            }
        }
    }
}
