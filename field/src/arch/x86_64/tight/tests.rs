//! The operations that are not kernels, against the public element; the kernels have tests of their own.

use super::*;
use crate::{
    Cpu,
    testing::{Rng, big, cases, edges, modulus},
};
use num_bigint::BigUint;
use std::vec::Vec;

/// Words below `2^255 + 2^32`: of edges, or random.
fn tight_words(rng: &mut Rng, edges: &[[u64; 4]]) -> [u64; 4] {
    let mut words = match rng.below(2) {
        0 => edges[rng.below(edges.len() as u64) as usize],
        _ => rng.words::<P25519>(),
    };
    if words[3] >> 63 == 1 {
        words[3] &= u64::MAX >> 1;
        if words[1] | words[2] | words[3] == 0 || rng.below(8) == 0 {
            words = [words[0] & 0xffff_ffff, 0, 0, 1 << 63];
        }
    }
    words
}

fn residue(x: Tight) -> BigUint {
    assert!(big(&x.words) < (BigUint::from(1u8) << 255) + (1u64 << 32));
    big(&x.words) % modulus::<P25519>()
}

#[test]
fn every_operation_agrees_with_big_integers_and_gives_tight_elements() {
    let Some(adx) = Cpu::detect().adx else { return };
    let (layout, mut rng, p) = (TightLayout(adx), Rng::new(), modulus::<P25519>());
    let edges: Vec<_> = edges::<P25519>();
    for _ in 0..cases() {
        let [a, b] = [0, 1].map(|_| Tight {
            words: tight_words(&mut rng, &edges),
            adx,
        });
        let (x, y) = (residue(a), residue(b));
        assert_eq!(residue(a + b), (&x + &y) % &p, "{a:x?} {b:x?}");
        assert_eq!(residue(a - b), (&x + &p - &y) % &p, "{a:x?} {b:x?}");
        assert_eq!(residue(-a), (&p - &x) % &p, "{a:x?}");
        assert_eq!(residue(a * b), &x * &y % &p, "{a:x?} {b:x?}");
        assert_eq!(residue(a.square()), &x * &x % &p, "{a:x?}");
        assert_eq!(residue(a.halve() + a.halve()), x, "{a:x?}");
        assert_eq!(residue(a.times(121_665)), &x * 121_665u32 % &p, "{a:x?}");
        assert_eq!(residue(Tight::select(a, b, 0)), x);
        assert_eq!(residue(Tight::select(a, b, u64::MAX)), y);
        assert_eq!(big(&layout.store(a).words), x, "{a:x?}");
        assert_eq!(layout.load(&layout.store(a)).words, layout.store(a).words);
        let zero = if x == BigUint::ZERO { u64::MAX } else { 0 };
        assert_eq!(layout.is_zero(a), zero, "{a:x?}");
    }
}
