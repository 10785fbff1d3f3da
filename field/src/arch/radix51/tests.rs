//! Proofs of the operations for all inputs within bounds, at symbolic limbs.

use super::*;
use crate::arch::{
    symbolic::{mutants, prove, two_to},
    unsaturated::tests::{
        self, Radix, congruent, multiples_are_zero, value_of_limbs,
        words_and_limbs_hold_the_same_bits,
    },
};
use num_bigint::BigInt;
use std::string::String;

/// This layout.
#[derive(Debug)]
pub(crate) struct Radix51;

type Symbols = tests::Symbols<5>;
type Bounds = tests::Bounds<Radix51, 5>;

/// Limbs of at most `limb`.
fn limbs_of(limb: BigInt) -> Bounds {
    let value = (0..5).fold(BigInt::ZERO, |v, i| v + (&limb << (51 * i)));
    Bounds::new(limb, value)
}
pub(crate) fn tight() -> Bounds {
    limbs_of(two_to(51) + two_to(26) - 1)
}
fn loose() -> Bounds {
    limbs_of(two_to(54) + two_to(51) + two_to(28) - 1)
}
/// What words below `p` become.
pub(crate) fn reduced() -> Bounds {
    Bounds::below(51, Radix51::p())
}

/// What [`times`] makes of elements within bounds.
pub(crate) fn multiplied(a: &Bounds, k: u32) -> Result<Bounds, String> {
    prove(|| run_times(a, k)).map(|mut cases| cases.remove(0))
}
fn run_times(a: &Bounds, k: u32) -> Bounds {
    let (a, x) = a.input();
    let r = times(&a, k);
    Bounds::of(&r, &congruent::<Radix51, 5>(&r, &x.times(&k.into())))
}

impl Radix<5> for Radix51 {
    const BITS: u32 = 51;
    const MULTIPLE: [u64; 5] = MULTIPLE_OF_P;
    fn p() -> BigInt {
        two_to(255) - 19
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
    for k in [1, 121_665, (1 << 17) - 1] {
        assert!(multiplied(&loose, k).expect("loose").within(&tight));
    }

    let sum = tight.add(&loose).expect("a sum");
    assert_eq!(sum.limb, &tight.limb + &loose.limb);
    assert_eq!(sum.value, &tight.value + &loose.value);
    let right = limbs_of(two_to(52) - 38);
    let difference = loose.sub(&right).expect("a small right operand");
    assert_eq!(difference.limb, &loose.limb + two_to(52) - 2);
    assert_eq!(difference.value, &loose.value + (Radix51::p() << 1));
    // A product is a right operand.
    assert!(tight.within(&right));
}

#[test]
fn the_operations_are_refused_beyond_their_bounds() {
    let (tight, loose) = (tight(), loose());
    let refused = |outcome: Result<Bounds, String>| outcome.expect_err("this must be refused");
    let large = limbs_of(two_to(55));
    refused(large.mul(&large));
    refused(large.square());
    refused(limbs_of(two_to(63)).reduce());
    refused(limbs_of(two_to(63)).add(&loose));
    refused(tight.sub(&limbs_of(two_to(52) - 37)));
    assert!(!loose.halve().expect("right, but not tight").within(&tight));
}

#[test]
fn the_proofs_refuse_every_planted_bug() {
    let planted = Bounds::mutants(&tight(), &loose()) + mutants(|| run_times(&loose(), 121_665));
    std::println!("{planted} planted bugs refused");
    assert!(planted > 250);
}

#[test]
fn words_and_limbs_hold_the_same_bits_for_all_inputs() {
    words_and_limbs_hold_the_same_bits::<4, 5>(51);
}

#[test]
fn an_element_is_zero_if_it_is_any_multiple_of_p() {
    multiples_are_zero::<Radix51, 5>(is_zero, 3);
}

#[test]
fn the_constants_are_p_and_its_multiple_in_limbs() {
    assert_eq!(value_of_limbs(&P, 51), Radix51::p());
    assert_eq!(value_of_limbs(&MULTIPLE_OF_P, 51), Radix51::p() << 1);
    assert_eq!(MULTIPLE_OF_P[0], (1 << 52) - 38);
    assert_eq!(MULTIPLE_OF_P[4], (1 << 52) - 2);
}
