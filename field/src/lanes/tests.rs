//! Proofs of the kernels for all inputs, at symbolic lanes.

use super::{
    model::{prime, product_limb},
    *,
};
use crate::{
    P256, P384, P521, P25519,
    arch::symbolic::{
        Fact, Op, Symbolic, decided, mutants, prove, require, trace, two_to, value, value_of,
    },
};
use num_bigint::BigInt;
use std::{format, vec::Vec};

type Limb = Symbolic<64>;

/// Bits of the top limb of what is below `2^bits`.
fn top<P: InLanes>(bits: u32) -> u32 {
    bits - P::RADIX * (P::LIMBS as u32 - 1)
}

fn limbs<P: InLanes>(each: impl Fn(usize) -> Limb) -> P::Limbs<Limb> {
    let mut limbs = P::Limbs::filled(Limb::splat((), 0));
    for i in 0..P::LIMBS {
        limbs[i] = each(i);
    }
    limbs
}

fn number<P: InLanes>(limbs: &P::Limbs<Limb>) -> Fact {
    let limbs: Vec<_> = (0..P::LIMBS).map(|i| limbs[i]).collect();
    value(&limbs, P::RADIX)
}

fn sum<P: InLanes>(bits: u32) -> Sum<P, Limb> {
    Sum(limbs::<P>(|_| Limb::signed_input(&two_to(bits))))
}

/// What a multiplication reads, with limbs of `bits` bits where 52 are allowed.
fn factor<P: InLanes>(bits: u32) -> Factor<P, Limb> {
    Factor(limbs::<P>(|i| {
        let bits = if i + 1 < P::LIMBS {
            bits
        } else {
            top::<P>(P::ROOM) + bits - 52
        };
        Limb::input(&(two_to(bits) - 1))
    }))
}

fn times<P: InLanes>(x: &Factor<P, Limb>, y: &Factor<P, Limb>) -> Fact {
    number::<P>(&x.0).product(&number::<P>(&y.0))
}

/// `result` is `xy / RHO + c mod p`; `result - c` is in `[0, bound]`, and its limbs are at most what `BOUNDS` says.
fn reduced<P: Radix52>(result: &Sum<P, Limb>, xy: &Fact, c: &Sum<P, Limb>, products: u64) {
    let p = &prime::<P>();
    let (result_value, c_value) = (number::<P>(&result.0), number::<P>(&c.0));
    if P::LIMBS == 5 {
        let r = two_to(260);
        // result R = xy + c R + q p
        let qp = result_value.sub(&c_value).times(&r).sub(xy);
        require(qp.is_multiple_of(p), || "not congruent modulo p".into());
        // The digits of the quotient are what is shifted by 16 bits.
        let shifts = trace(Op::Split).into_iter().filter(|s| s.amount == 16);
        let digits: Vec<_> = shifts.map(|s| s.operands[0].clone()).collect();
        let q = qp.over(p).equals(&value_of(&digits, 52), "the quotient");
        require(q.low >= BigInt::ZERO && q.high < r + two_to(216), || {
            format!("a quotient up to {}", q.high)
        });
    } else {
        let by_rho = if P::LIMBS == 8 { 1 } else { 2 };
        let difference = result_value.sub(&c_value).sub(&xy.times(&by_rho.into()));
        require(difference.is_multiple_of(p), || {
            "not congruent modulo p".into()
        });
        // Limbs of c are added to such that are bounded without them.
        let (low, high) = (
            &result_value.low - &c_value.low,
            &result_value.high - &c_value.high,
        );
        let most = (P::BOUNDS.product)(xy.high.clone(), p.clone());
        require(low >= BigInt::ZERO && high <= most, || {
            format!("from {low} to {high}")
        });
    }
    let most = product_limb::<P>(products);
    for i in 0..P::LIMBS {
        let (limb, c) = (&*result.0[i].fact(), &*c.0[i].fact());
        require(
            &c.low - &most < limb.low && limb.high < &c.high + &most,
            || format!("a limb from {} to {}", limb.low, limb.high),
        );
    }
}

fn mul<P: Radix52>(bits: u32) {
    let (x, y, c) = (factor::<P>(bits), factor::<P>(bits), sum::<P>(60));
    reduced(&x.mul_add(y, c), &times(&x, &y), &c, 1);
}

fn square<P: Radix52>(bits: u32) {
    let x = factor::<P>(bits);
    reduced(&x.square(), &times(&x, &x), &Sum::zero(()), 1);
}

fn sum_of_products<P: Radix52>(bits: u32) {
    let x: [_; 4] = core::array::from_fn(|_| factor::<P>(bits));
    let [a, b, c, d] = x;
    let xy = times(&a, &b).add(&times(&c, &d));
    reduced(
        &Factor::sum_of_products([a, b], [c, d]),
        &xy,
        &Sum::zero(()),
        2,
    );
}

/// The factor has the value of the sum, if that is in `[0, 2^ROOM)`.
fn carry<P: Radix52>(bits: u32) {
    let most = two_to(bits) + two_to(bits - 1);
    let x = Sum::<P, Limb>(limbs::<P>(|_| Limb::signed_input(&most)));
    let r = x.carry();
    let v = number::<P>(&x.0).assume(0, two_to(P::ROOM) - 1);
    // The top limb is floor(v / 2^(52 (LIMBS - 1))), so all of its bits are read.
    let last = P::LIMBS - 1;
    let lower: Vec<_> = (0..last).map(|i| r.0[i].low_bits::<52>()).collect();
    let top_limb = v
        .sub(&value(&lower, 52))
        .over(&two_to(52 * last as u32))
        .equals(&r.0[last].fact(), "the top limb");
    let most = two_to(top::<P>(P::ROOM));
    require(top_limb.low >= BigInt::ZERO && top_limb.high < most, || {
        format!("a top limb from {} to {}", top_limb.low, top_limb.high)
    });
}

/// The same element, in its new bounds.
fn fold<P: Radix52>(bits: u32) {
    let mut x = sum::<P>(bits);
    // The value is above -2^11 p and below 2^11 p, and the lower limbs are less than 2^11 of the top limb together.
    let most = two_to(top::<P>(P::BITS) + 11) + two_to(11);
    x.0[P::LIMBS - 1] = Limb::signed_input(&most);
    let r = x.fold();
    let (from, to) = (number::<P>(&x.0), number::<P>(&r.0));
    require(to.sub(&from).is_multiple_of(&prime::<P>()), || {
        "not congruent modulo p".into()
    });
    let most = (P::BOUNDS.folded)(prime::<P>());
    require(BigInt::ZERO < to.low && to.high < most, || {
        format!("from {} to {}", to.low, to.high)
    });
    for i in 0..P::LIMBS {
        let most = &x.0[i].fact().high + two_to(56);
        let r = r.0[i].fact();
        require(-&most < r.low && r.high < most, || {
            format!("a limb from {} to {}", r.low, r.high)
        });
    }
}

/// Half of the element.
fn halve<P: Radix52>(bits: u32) {
    let x = factor::<P>(bits);
    let r = x.halve();
    let (from, to) = (number::<P>(&x.0), number::<P>(&r.0));
    // Twice the result is x, or x + p for an odd x.
    let odd = from.sub(&to.times(&2.into())).times(&(-1).into());
    require(odd.is_multiple_of(&prime::<P>()), || {
        "not congruent modulo p".into()
    });
    let bit = x.0[0].low_bits::<1>().fact();
    odd.over(&prime::<P>()).equals(&bit, "the parity");
    for i in 0..P::LIMBS {
        let fact = r.0[i].fact();
        require(fact.low >= BigInt::ZERO && fact.high < two_to(53), || {
            format!("a limb up to {}", fact.high)
        });
    }
}

/// The same element below `p`, for one below `times p`.
fn reduce<P: Radix52>(times: u32) {
    let last = P::LIMBS - 1;
    let x = Factor::<P, Limb>(limbs::<P>(|i| {
        let bits = if i < last { 52 } else { top::<P>(P::BITS + 2) };
        Limb::input(&(two_to(bits) - 1))
    }));
    let p = &Fact::constant(prime::<P>());
    let v = number::<P>(&x.0).assume(0, prime::<P>() * times - 1);
    let reduced = x.reduced();

    // The difference with p is floored to its top limb, whose sign is the bit that decides.
    let splits = trace(Op::Split);
    let sign = splits.iter().find(|s| s.amount == 63).expect("a sign");
    let top_limb = &sign.operands[0];
    require(sign.results[1].high < two_to(63), || {
        "not the lowest bit that has the sign".into()
    });
    decided().equals(&sign.results[0].times(&(-1).into()), "the sign");
    let lower: Vec<_> = splits[..last]
        .iter()
        .map(|s| s.results[1].clone())
        .collect();
    let lower = value_of(&lower, 52);
    let unit = two_to(52 * last as u32);
    let difference = v.sub(p);
    difference.equals(&lower.add(&top_limb.times(&unit)), "the difference with p");
    require(lower.low >= BigInt::ZERO && lower.high < unit, || {
        "lower limbs".into()
    });
    // So the difference is negative in the case of 1, and not in that of 0.
    let expected = if decided().low == BigInt::ZERO {
        difference.assume(0, difference.high.clone())
    } else {
        difference.assume(difference.low.clone(), -1).add(p)
    };
    require(
        expected.low >= BigInt::ZERO && expected.high < p.low,
        || format!("from {} to {}", expected.low, expected.high),
    );
    number::<P>(&reduced.0).equals(&expected, "the result");
    for i in 0..last {
        let limb = reduced.0[i].fact();
        require(limb.low >= BigInt::ZERO && limb.high < two_to(52), || {
            "a large limb".into()
        });
    }
}

macro_rules! proofs {
    ($prime:ident: $($name:ident: $kernel:ident($bits:literal), not $more:literal;)*) => {$(
        #[test]
        fn $name() {
            let kernel = $kernel::<$prime>;
            assert_eq!(prove(|| kernel($bits)).err(), None);
            assert!(prove(|| kernel($more)).is_err(), "accepts {} bits", $more);
            let refused = mutants(|| kernel($bits));
            assert!(refused > 0);
        }
    )*};
}

mod p256 {
    use super::*;
    proofs! {
        P256:
        a_product_is_right_for_all_factors_and_no_changed_one_is: mul(52), not 53;
        a_square_is_right_for_all_factors_and_no_changed_one_is: square(52), not 53;
        a_sum_of_products_is_right_for_all_factors_and_no_changed_one_is: sum_of_products(52), not 53;
        a_carry_is_right_for_all_sums_and_no_changed_one_is: carry(62), not 63;
        a_fold_is_right_for_all_sums_and_no_changed_one_is: fold(61), not 64;
        a_half_is_right_for_all_elements_and_no_changed_one_is: halve(52), not 63;
        a_reduction_is_right_for_all_elements_below_twice_the_modulus_and_no_changed_one_is: reduce(2), not 3;
    }
}

mod p384 {
    use super::*;
    proofs! {
        P384:
        a_product_is_right_for_all_factors_and_no_changed_one_is: mul(52), not 53;
        a_square_is_right_for_all_factors_and_no_changed_one_is: square(52), not 53;
        a_sum_of_products_is_right_for_all_factors_and_no_changed_one_is: sum_of_products(52), not 53;
        a_carry_is_right_for_all_sums_and_no_changed_one_is: carry(62), not 63;
        a_fold_is_right_for_all_sums_and_no_changed_one_is: fold(60), not 64;
        a_half_is_right_for_all_elements_and_no_changed_one_is: halve(52), not 63;
        a_reduction_is_right_for_all_elements_below_twice_the_modulus_and_no_changed_one_is: reduce(2), not 3;
    }
}

mod p521 {
    use super::*;
    proofs! {
        P521:
        a_product_is_right_for_all_factors_and_no_changed_one_is: mul(52), not 53;
        a_square_is_right_for_all_factors_and_no_changed_one_is: square(52), not 53;
        a_sum_of_products_is_right_for_all_factors_and_no_changed_one_is: sum_of_products(52), not 53;
        a_carry_is_right_for_all_sums_and_no_changed_one_is: carry(62), not 63;
        a_fold_is_right_for_all_sums_and_no_changed_one_is: fold(62), not 64;
        a_half_is_right_for_all_elements_and_no_changed_one_is: halve(52), not 63;
        a_reduction_is_right_for_all_elements_below_twice_the_modulus_and_no_changed_one_is: reduce(2), not 3;
    }
}

mod p25519 {
    use super::*;

    fn congruent(a: &Fact, b: &Fact) {
        require(
            a.sub(b).is_multiple_of(
                &P25519::MODULUS
                    .iter()
                    .rev()
                    .fold(BigInt::ZERO, |x, word| (x << 64) + *word),
            ),
            || "not congruent modulo p".into(),
        );
    }

    /// Limbs of `c` and below 267 products' more: those of the lowest column, `x0 y0` and 19 times four low and five high ones.
    fn product<P: InLanes>(result: &Sum<P, Limb>, xy: &Fact, c: &Sum<P, Limb>, products: i64) {
        congruent(&number::<P>(&result.0), &xy.add(&number::<P>(&c.0)));
        let most: BigInt = two_to(52) * 267 * products;
        for i in 0..5 {
            let (limb, c) = (&*result.0[i].fact(), &*c.0[i].fact());
            require(limb.low >= c.low && limb.high < &c.high + &most, || {
                format!("a limb from {} to {}", limb.low, limb.high)
            });
        }
    }

    fn mul<P: InLanes>(bits: u32) {
        let (x, y, c) = (factor::<P>(bits), factor::<P>(bits), sum::<P>(61));
        product(&x.mul_add(y, c), &times(&x, &y), &c, 1);
    }

    fn square<P: InLanes>(bits: u32) {
        let x = factor::<P>(bits);
        product(&x.square(), &times(&x, &x), &Sum::zero(()), 1);
    }

    fn sum_of_products<P: InLanes>(bits: u32) {
        let x: [_; 4] = core::array::from_fn(|_| factor::<P>(bits));
        let [a, b, c, d] = x;
        let xy = times(&a, &b).add(&times(&c, &d));
        let result = Factor::sum_of_products([a, b], [c, d]);
        product(&result, &xy, &Sum::zero(()), 2);
    }

    fn carry<P: InLanes>(bits: u32) {
        let x = Sum::<P, Limb>(limbs::<P>(|_| Limb::input(&(two_to(bits) - 1))));
        let r = x.carry();
        congruent(&number::<P>(&x.0), &number::<P>(&r.0));
        for i in 0..5 {
            let limb = r.0[i].fact();
            let most = two_to(51) + two_to(17);
            require(limb.low >= BigInt::ZERO && limb.high < most, || {
                format!("a limb up to {}", limb.high)
            });
        }
    }

    proofs! {
        P25519:
        a_product_is_right_for_all_factors_and_no_changed_one_is: mul(52), not 53;
        a_square_is_right_for_all_factors_and_no_changed_one_is: square(52), not 53;
        a_sum_of_products_is_right_for_all_factors_and_no_changed_one_is: sum_of_products(52), not 53;
        a_carry_is_right_for_all_sums_and_no_changed_one_is: carry(63), not 64;
    }
}
