//! Proofs of the operations for all inputs within bounds, at symbolic limbs.

use super::*;
use crate::arch::{
    symbolic::{Fact, Op, Symbolic, decided, find, require, trace, two_to, value, value_of},
    unsaturated::tests::{
        self, Radix, multiples_are_zero, value_of_limbs, words_and_limbs_hold_the_same_bits,
    },
};
use num_bigint::BigInt;
use std::{string::String, vec::Vec};

fn p() -> BigInt {
    two_to(256) - two_to(224) + two_to(192) + two_to(96) - 1
}

/// This layout.
#[derive(Debug)]
pub(crate) struct Radix56;

type Symbols = [Symbolic<64>; 5];
type Bounds = tests::Bounds<Radix56, 5>;

pub(crate) fn tight() -> Bounds {
    Bounds::below(57, 2 * p())
}
fn loose() -> Bounds {
    Bounds::below(62, p() << 11)
}
/// The limbs of words below `p`.
pub(crate) fn reduced() -> Bounds {
    Bounds::below(56, p())
}
/// What [`load_wide`] gives.
pub(crate) fn factor() -> Bounds {
    Bounds::below(56, two_to(280))
}

impl Radix<5> for Radix56 {
    const BITS: u32 = 56;
    const MULTIPLE: [u64; 5] = MULTIPLE_OF_P;
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
    /// `(a b + q p) / 2^280`.
    fn product(ab: &Fact, _: &Symbols) -> Fact {
        let digits: Vec<Fact> = trace(Op::Split)
            .into_iter()
            .take(5)
            .map(|mut s| s.results.remove(1))
            .collect();
        let q = value_of(&digits, 56);
        ab.plus(&q, &p()).over(&two_to(280))
    }
    /// `a - q p`, of which no part is negative if `q p` is split: `q 2^256` is in the top limb.
    fn reduced(a: &Symbols, x: &Fact, _: &Symbols) -> Fact {
        let top = &trace(Op::Split)[0].results;
        let mut limbs: Vec<Fact> = a[..4].iter().map(|l| (*l.fact()).clone()).collect();
        limbs.push(top[1].clone());
        let expected = value_of(&limbs, 56).plus(&top[0], &(two_to(256) - p()));
        require(x.sub(&expected).is_multiple_of(&p()), || {
            "not the same element".into()
        });
        expected
    }
    /// `2 r = a + odd p`, but for its lowest bit; which is zero, as `a` is odd exactly if `odd = 1`.
    fn halved(x: &Fact, r: &Symbols) -> Fact {
        let numerator = x.add(&Fact::constant(p() * decided().low));
        let rest = numerator.sub(&value(r, 56).times(&2.into()));
        let rest = find(&rest, "the lowest bit of a + odd p");
        let zero = rest.sub(&decided()).equals(
            &Fact::constant(-&decided().low),
            "the lowest bit of a + odd p, less the one of a",
        );
        numerator.sub(&zero.add(&decided())).over(&2.into())
    }
}

#[test]
fn the_operations_are_right_for_all_inputs_and_keep_their_bounds() {
    let (tight, loose, factor) = (tight(), loose(), factor());
    let product = Bounds::below(56, p() + (p() >> 2));
    assert!(loose.mul(&loose).expect("loose factors").within(&product));
    assert!(loose.square().expect("a loose factor").within(&product));
    let wide_product = factor.mul(&tight).expect("a tight factor");
    assert!(wide_product.within(&Bounds::below(56, 3 * p())));
    assert!(!wide_product.within(&tight));
    let by_reduced = factor.mul(&reduced());
    assert!(by_reduced.expect("a reduced factor").within(&tight));

    let sum = tight.add(&loose).expect("a sum");
    assert_eq!(sum.limb, &tight.limb + &loose.limb);
    assert_eq!(sum.value, &tight.value + &loose.value);
    let right = Bounds::below(59, p() << 8);
    let difference = loose.sub(&right).expect("a small right operand");
    assert!(difference.limb < &loose.limb + two_to(60) + two_to(56));
    assert_eq!(difference.value, &loose.value + (p() << 9));

    assert!(
        loose
            .reduce()
            .expect("loose")
            .within(&Bounds::below(56, 2 * p()))
    );
    assert!(tight.halve().expect("tight").within(&tight));
}

#[test]
fn the_operations_are_refused_beyond_their_bounds() {
    let (tight, loose, factor) = (tight(), loose(), factor());
    let refused = |outcome: Result<Bounds, String>| outcome.expect_err("this must be refused");
    let large = Bounds::new(two_to(63), loose.value.clone());
    refused(large.mul(&large));
    refused(large.square());
    refused(large.reduce());
    refused(large.add(&loose));
    refused(tight.sub(&Bounds::new(two_to(60), tight.value.clone())));
    refused(tight.sub(&Bounds::new(tight.limb.clone(), p() << 9)));
    refused(tight.sub(&factor));
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
    words_and_limbs_hold_the_same_bits::<4, 5>(56);
    // And load_wide, likewise.
    for bit in 0..256 {
        let mut w = [0; 4];
        w[bit / 64] = 1 << (bit % 64);
        let wide = load_wide(&w);
        assert!(wide.iter().all(|l| *l <= MASK));
        assert_eq!(value_of_limbs(&wide, 56), two_to(bit as u32 + 24));
    }
}

#[test]
fn an_element_is_zero_if_it_is_any_multiple_of_p() {
    multiples_are_zero::<Radix56, 5>(is_zero, 11);
}

#[test]
fn the_constants_are_p_and_its_multiple_in_limbs() {
    assert_eq!(value_of_limbs(&P, 56), p());
    assert!(P.iter().all(|l| *l <= MASK));
    assert_eq!(value_of_limbs(&MULTIPLE_OF_P, 56), p() << 9);
    let lower = (1 << 60) - (1 << 4)..(1 << 60) + (1 << 56);
    assert!(MULTIPLE_OF_P[..4].iter().all(|l| lower.contains(l)));
    assert!(MULTIPLE_OF_P[4] > 1 << 40 && MULTIPLE_OF_P[4] < 1 << 41);
}
