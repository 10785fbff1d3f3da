//! Proofs of the operations for all inputs within bounds, at symbolic limbs.

use super::*;
use crate::arch::{
    symbolic::{Symbolic, two_to},
    unsaturated::tests::{
        self, Radix, multiples_are_zero, value_of_limbs, words_and_limbs_hold_the_same_bits,
    },
};
use num_bigint::BigInt;
use std::string::String;

fn p() -> BigInt {
    two_to(521) - 1
}

/// This layout.
#[derive(Debug)]
pub(crate) struct Radix58;

type Symbols = [Symbolic<64>; 9];
type Bounds = tests::Bounds<Radix58, 9>;

/// Lower limbs of at most `limb`, and a top one of at most `top`.
fn limbs_of(limb: BigInt, top: BigInt) -> Bounds {
    let value = (0..8).fold(&top << 464, |v, i| v + (&limb << (58 * i)));
    Bounds::new(limb, value)
}
pub(crate) fn tight() -> Bounds {
    limbs_of(two_to(58) + two_to(14) - 1, two_to(57) + two_to(14) - 1)
}
fn loose() -> Bounds {
    let limb: BigInt = two_to(61) + two_to(59) - 1;
    limbs_of(limb.clone(), limb)
}
/// What [`load`] gives of words below `p`.
pub(crate) fn reduced() -> Bounds {
    Bounds::below(58, p())
}

impl Radix<9> for Radix58 {
    const BITS: u32 = 58;
    const MULTIPLE: [u64; 9] = MULTIPLE_OF_P;
    fn p() -> BigInt {
        p()
    }
    fn mul(a: &Symbols, b: &Symbols) -> Symbols {
        mul(a, b)
    }
    fn square(a: &Symbols) -> Symbols {
        square(a)
    }
    fn reduce(a: &Symbols) -> Symbols {
        reduce(a)
    }
    fn halve(a: &Symbols) -> Symbols {
        halve(a)
    }
}

#[test]
fn the_operations_are_right_for_all_inputs_and_keep_their_bounds() {
    let (tight, loose) = (tight(), loose());
    assert!(loose.mul(&loose).expect("loose factors").within(&tight));
    assert!(loose.square().expect("a loose factor").within(&tight));
    assert!(loose.reduce().expect("loose").within(&tight));
    assert!(tight.halve().expect("tight").within(&tight));

    let sum = tight.add(&loose).expect("a sum");
    assert_eq!(sum.limb, &tight.limb + &loose.limb);
    assert_eq!(sum.value, &tight.value + &loose.value);
    let right = Bounds::new(two_to(60) - 4, ((two_to(59) - 3) << 464) - 1);
    let difference = loose.sub(&right).expect("a small right operand");
    assert_eq!(difference.limb, &loose.limb + two_to(60) - 4);
    assert_eq!(difference.value, &loose.value + (p() << 2));
    // Twice a product is a right operand.
    assert!(tight.add(&tight).expect("a sum").within(&right));
}

#[test]
fn the_operations_are_refused_beyond_their_bounds() {
    let (tight, loose) = (tight(), loose());
    let refused = |outcome: Result<Bounds, String>| outcome.expect_err("this must be refused");
    let large = limbs_of(two_to(63), two_to(63));
    refused(large.mul(&large));
    refused(large.square());
    refused(large.reduce());
    refused(large.add(&loose));
    refused(tight.sub(&limbs_of(two_to(60) - 3, two_to(57))));
    refused(tight.sub(&limbs_of(two_to(58), two_to(59) - 3)));
    assert!(!loose.halve().expect("right, but not tight").within(&tight));
}

#[test]
fn the_proofs_refuse_every_planted_bug() {
    let planted = Bounds::mutants(&tight(), &loose());
    std::println!("{planted} planted bugs refused");
    assert!(planted > 400);
}

#[test]
fn words_and_limbs_hold_the_same_bits_for_all_inputs() {
    words_and_limbs_hold_the_same_bits::<9, 9>(58);
    // And load, which rotates: the word 2^k becomes 2^(k - 55), modulo p.
    for bit in 0..521 {
        let mut w = [0; 9];
        w[bit / 64] = 1 << (bit % 64);
        let rotated = value_of_limbs(&load(&w), 58);
        assert_eq!(rotated, two_to((bit as u32 + 466) % 521));
    }
}

#[test]
fn an_element_is_zero_if_it_is_any_multiple_of_p() {
    multiples_are_zero::<Radix58, 9>(is_zero, 4);
}

#[test]
fn the_constants_are_p_and_its_multiple_in_limbs() {
    assert_eq!(value_of_limbs(&P, 58), p());
    assert_eq!(value_of_limbs(&MULTIPLE_OF_P, 58), p() << 2);
    assert_eq!(MULTIPLE_OF_P[0], (1 << 60) - 4);
    assert_eq!(MULTIPLE_OF_P[8], (1 << 59) - 4);
}
