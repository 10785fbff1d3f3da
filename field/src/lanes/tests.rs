//! Proofs of the kernels for all inputs, at symbolic lanes.

use super::{model::prime, *};
use crate::arch::symbolic::{
    Fact, Op, Symbolic, mutants, prove, require, trace, two_to, value, value_of,
};
use num_bigint::BigInt;
use std::{format, vec::Vec};

type Limb = Symbolic<64>;

fn sum(bits: u32) -> Sum<Limb> {
    Sum(core::array::from_fn(|_| Limb::signed_input(&two_to(bits))))
}

/// What a multiplication reads.
fn factor(bits: u32) -> Factor<Limb> {
    Factor(core::array::from_fn(|_| Limb::input(&(two_to(bits) - 1))))
}

fn times(x: &Factor<Limb>, y: &Factor<Limb>) -> Fact {
    value(&x.0, 52).product(&value(&y.0, 52))
}

/// `result` is `xy / R + c mod p`, below `xy / R + c + p + 2^212`, and its limbs are those of `c` plus numbers in `[0, 2^57)`.
fn reduced(result: &Sum<Limb>, xy: &Fact, c: &Sum<Limb>) {
    let r = two_to(260);
    // result R = xy + c R + q p
    let qp = value(&result.0, 52).sub(&value(&c.0, 52)).times(&r).sub(xy);
    require(qp.is_multiple_of(&prime()), || {
        "not congruent modulo p".into()
    });
    // The digits of the quotient are what is shifted by 16 bits.
    let shifts = trace(Op::Split).into_iter().filter(|s| s.amount == 16);
    let digits: Vec<_> = shifts.map(|s| s.operands[0].clone()).collect();
    let q = qp
        .over(&prime())
        .equals(&value_of(&digits, 52), "the quotient");
    require(q.low >= BigInt::ZERO && q.high < r + two_to(216), || {
        format!("a quotient up to {}", q.high)
    });
    for (limb, c) in result.0.iter().zip(&c.0) {
        let (limb, c) = (&*limb.fact(), &*c.fact());
        require(
            c.low <= limb.low && limb.high < &c.high + two_to(57),
            || format!("a limb up to {}", limb.high),
        );
    }
}

fn mul(bits: u32) {
    let (x, y, c) = (factor(bits), factor(bits), sum(60));
    reduced(&x.mul_add(y, c), &times(&x, &y), &c);
}

fn square(bits: u32) {
    let x = factor(bits);
    reduced(&x.square(), &times(&x, &x), &Sum::zero(()));
}

fn sum_of_products(bits: u32) {
    let x: [_; 4] = core::array::from_fn(|_| factor(bits));
    let [a, b, c, d] = x;
    let xy = times(&a, &b).add(&times(&c, &d));
    reduced(
        &Factor::sum_of_products([a, b], [c, d]),
        &xy,
        &Sum::zero(()),
    );
}

/// The limbs as a multiplication reads them.
fn read(limbs: &[Limb; 5]) -> [Limb; 5] {
    limbs.map(|l| l.low_bits::<52>())
}

/// The factor has the value of the sum, if that is in `[0, 2^260)`.
fn carry(bits: u32) {
    let x = sum(bits);
    let r = x.carry();
    let v = value(&x.0, 52).assume(0, two_to(260) - 1);
    // The top limb is floor(v / 2^208), so all of its bits are read.
    let lower = value(&read(&r.0)[..4], 52);
    let top = v
        .sub(&lower)
        .over(&two_to(208))
        .equals(&r.0[4].fact(), "the top limb");
    require(top.low >= BigInt::ZERO && top.high < two_to(52), || {
        format!("a top limb from {} to {}", top.low, top.high)
    });
}

/// The same element, in its new bounds.
fn fold(bits: u32) {
    let mut x = sum(bits);
    // The value is above -2^11 p and below 2^11 p, and the lower limbs are below 2^218 together.
    x.0[4] = Limb::signed_input(&(two_to(59) + two_to(11)));
    let r = x.fold();
    let (from, to) = (value(&x.0, 52), value(&r.0, 52));
    require(to.sub(&from).is_multiple_of(&prime()), || {
        "not congruent modulo p".into()
    });
    require(
        BigInt::ZERO < to.low && to.high < two_to(256) + two_to(238),
        || format!("from {} to {}", to.low, to.high),
    );
    for (r, x) in r.0.iter().zip(&x.0) {
        let most = &x.fact().high + two_to(56);
        let r = r.fact();
        require(-&most < r.low && r.high < most, || {
            format!("a limb from {} to {}", r.low, r.high)
        });
    }
}

/// Half of the element.
fn halve(bits: u32) {
    let x = factor(bits);
    let r = x.halve();
    let (from, to) = (value(&x.0, 52), value(&r.0, 52));
    // Twice the result is x, or x + p for an odd x.
    let odd = from.sub(&to.times(&2.into())).times(&(-1).into());
    require(odd.is_multiple_of(&prime()), || {
        "not congruent modulo p".into()
    });
    let bit = x.0[0].low_bits::<1>().fact();
    odd.over(&prime()).equals(&bit, "the parity");
    for limb in r.0 {
        let fact = limb.fact();
        require(fact.low >= BigInt::ZERO && fact.high < two_to(53), || {
            format!("a limb up to {}", fact.high)
        });
    }
}

macro_rules! proofs {
    ($($name:ident: $kernel:ident($bits:literal), not $more:literal;)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(prove(|| $kernel($bits)).err(), None);
            assert!(prove(|| $kernel($more)).is_err(), "accepts {} bits", $more);
            let refused = mutants(|| $kernel($bits));
            assert!(refused > 0);
        }
    )*};
}

proofs! {
    a_product_is_right_for_all_factors_and_no_changed_one_is: mul(52), not 53;
    a_square_is_right_for_all_factors_and_no_changed_one_is: square(52), not 53;
    a_sum_of_products_is_right_for_all_factors_and_no_changed_one_is: sum_of_products(52), not 53;
    a_carry_is_right_for_all_sums_and_no_changed_one_is: carry(62), not 63;
    a_fold_is_right_for_all_sums_and_no_changed_one_is: fold(61), not 64;
    a_half_is_right_for_all_elements_and_no_changed_one_is: halve(52), not 63;
}
