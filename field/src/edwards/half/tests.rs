use super::{Halves, MODULUS, bits, short_vartime};
use crate::{
    Fe, N25519,
    testing::{Rng, big, cases, edges, from_big, modulus},
};
use num_bigint::BigUint;
use std::vec::Vec;

/// Checks what is said of the two, and gives the bits of the longer.
fn check(k: &[u64; 4]) -> u32 {
    let Halves { u, u_negative, v } = short_vartime(&Fe::from_integer(k));
    let eight_l = modulus::<N25519>() << 3;
    assert_eq!(big(&MODULUS), eight_l);
    let k = big(k) % modulus::<N25519>();
    let vk = big(&v) * &k % &eight_l;
    let u_mod = if u_negative {
        &eight_l - big(&u)
    } else {
        big(&u)
    };
    assert_eq!(vk, u_mod % &eight_l, "{k:x}");
    assert!(v[0] & 1 == 1 && big(&v) < eight_l, "{k:x}");
    assert_ne!(big(&v) % modulus::<N25519>(), BigUint::ZERO, "{k:x}");
    assert_eq!((big(&u), u_negative, big(&v)), euclid(&k), "{k:x}");
    bits(&u).max(bits(&v))
}

/// The same from whole integers, step by step.
fn euclid(k: &BigUint) -> (BigUint, bool, BigUint) {
    let mut steps = Vec::from([
        (big(&MODULUS), true, BigUint::ZERO),
        (k.clone(), false, BigUint::from(1u8)),
    ]);
    let step = |steps: &[(BigUint, bool, BigUint)]| {
        let [.., last, next] = steps else {
            unreachable!()
        };
        let quotient = &last.0 / &next.0;
        (
            &last.0 - &quotient * &next.0,
            last.1,
            &last.2 + quotient * &next.2,
        )
    };
    while steps[steps.len() - 1].0.bits() > 128 {
        steps.push(step(&steps));
    }
    let [.., before, first] = &steps[..] else {
        unreachable!()
    };
    if first.2.bit(0) {
        return first.clone();
    }
    let after = step(&steps);
    let length = |step: &(BigUint, bool, BigUint)| step.0.bits().max(step.2.bits());
    if length(&after) < length(before) {
        after
    } else {
        before.clone()
    }
}

#[test]
fn the_halves_are_congruent_and_short() {
    let mut rng = Rng::new();
    let l = modulus::<N25519>();
    let mut uniform = || big(&[(); 4].map(|()| rng.next())) % &l;
    let lengths = (0..cases()).map(|_| check(&from_big::<N25519>(&uniform())));
    let mut longer = [0; 256];
    for length in lengths {
        longer[length.saturating_sub(128) as usize] += 1;
    }
    let beyond = |n: usize| longer[n..].iter().sum::<u64>();
    assert!(longer[0] > cases() / 3, "{longer:?}");
    assert!(beyond(8) < cases() / 32 + 10, "{longer:?}");
}

#[test]
fn scalars_without_short_halves_are_right_too() {
    let l = modulus::<N25519>();
    let mut scalars = edges::<N25519>();
    // One next to 8 l / q has an r[2] that is small, and t[2] = q.
    for q in (8u32..200).chain((5..128).map(|i| 1 << (i % 31))) {
        for offset in [0u32, 1, 7, 8, 9] {
            scalars.push(from_big::<N25519>(&(((&l << 3) - offset) / q)));
        }
    }
    // Here r[2] = 8, t[2] = -12, r[3] = 0, and t[3] = l, which must not be taken.
    let bad = from_big::<N25519>(&((&l - 1u8) / 12u8 * 8u8));
    scalars.push(bad);
    for i in 0..252u32 {
        // The inverse of a power of two modulo l, and what is next to it.
        let inverse = BigUint::from(2u8)
            .modpow(&(&l - 2u8), &l)
            .modpow(&i.into(), &l);
        for offset in 0..9u8 {
            scalars.push(from_big::<N25519>(&((&inverse + offset) % &l)));
        }
    }
    let lengths = scalars.iter().map(check).collect::<Vec<_>>();
    assert!(lengths.iter().any(|&length| length > 200));
    assert!(check(&bad) > 200);
}
