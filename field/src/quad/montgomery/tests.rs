use super::*;
use crate::{
    Cpu, LazyLayout, N25519, Prime,
    lanes::intervals::{Intervals, PRODUCT},
    montgomery,
    testing::{Rng, cases, edges},
};

#[test]
fn a_step_keeps_the_bounds() {
    let u = [(1 << 51) + (1 << 26); 5];
    let constants = Constants::<Intervals<4>>::new((), &u);
    for swap in [0, 1] {
        let Pair(Sum(next)) = Pair(Sum(Intervals::element(PRODUCT))).step(swap, &constants);
        Intervals::assert_below(&next, PRODUCT, 0..4);
    }
}

#[test]
#[should_panic = "shifted as unsigned"]
fn coordinates_beyond_the_bounds_are_refused() {
    let constants = Constants::<Intervals<4>>::new((), &[0; 5]);
    // Above 1024 p.
    Pair(Sum(Intervals::element(1 << 62))).step(0, &constants);
}

#[test]
fn the_ladder_in_four_lanes_agrees_with_the_portable_one() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut rng = Rng::new();
    let mut us = edges::<P25519>();
    us.extend((0..cases() / 10).map(|_| rng.words::<P25519>()));
    for u in us {
        let (k, u) = (rng.words::<N25519>(), Fe::<P25519>::from_integer(&u));
        let [x, z] = cpu.run(Ladder { k: &k, u: &u });
        let got = x * Fe::new(P25519::invert(&z.words));
        let expected = montgomery::mul(LazyLayout, &k, &u);
        assert_eq!(got, expected, "{k:x?} {u:?}");
    }
}
