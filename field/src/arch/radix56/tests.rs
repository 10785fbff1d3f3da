//! Proofs of the operations for all inputs within bounds, at symbolic limbs.

use super::*;
use crate::arch::symbolic::{
    Fact, Op, Symbolic, decided, find, mutants, prove, require, trace, two_to, value, value_of,
};
use num_bigint::BigInt;
use std::{rc::Rc, string::String, vec::Vec};

type Symbols = [Symbolic<64>; 5];

fn p() -> BigInt {
    two_to(256) - two_to(224) + two_to(192) + two_to(96) - 1
}

/// What is known of an element: the greatest of its lower four limbs, and the greatest value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bounds {
    pub(crate) limb: BigInt,
    pub(crate) value: BigInt,
}

impl Bounds {
    /// Limbs below `2^bits`, value below `value`.
    fn below(bits: u32, value: BigInt) -> Self {
        Self {
            limb: two_to(bits) - 1,
            value: value - 1,
        }
    }
    pub(crate) fn tight() -> Self {
        Self::below(57, 2 * p())
    }
    pub(crate) fn loose() -> Self {
        Self::below(62, p() << 11)
    }
    pub(crate) fn zero() -> Self {
        Self::below(0, 1.into())
    }
    /// The limbs of words below `p`.
    pub(crate) fn reduced() -> Self {
        Self::below(56, p())
    }
    /// What [`load_wide`] gives.
    pub(crate) fn factor() -> Self {
        Self::below(56, two_to(280))
    }
    pub(crate) fn within(&self, other: &Self) -> bool {
        self.limb <= other.limb && self.value <= other.value
    }
    /// The bounds that hold for both.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            limb: self.limb.max(other.limb),
            value: self.value.max(other.value),
        }
    }

    /// Any element with these bounds, and its value.
    fn input(&self) -> (Symbols, Fact) {
        let limbs = core::array::from_fn(|i| {
            Symbolic::input(&if i < 4 {
                self.limb.clone()
            } else {
                &self.value >> 224
            })
        });
        (limbs, value(&limbs, 56).assume(0, self.value.clone()))
    }

    /// The bounds of a result, which is `expected`; no limb may be negative.
    fn of(limbs: &Symbols, expected: &Fact) -> Self {
        let value = value(limbs, 56).equals(expected, "the result");
        let lower: Vec<Rc<Fact>> = limbs[..4].iter().map(|l| l.fact()).collect();
        let top = value.sub(&value_of(&lower, 56)).over(&two_to(224));
        let top = top.equals(&limbs[4].fact(), "the top limb");
        let is_negative = lower.iter().any(|l| l.low < BigInt::ZERO) || top.low < BigInt::ZERO;
        require(!is_negative, || "a negative limb".into());
        Self {
            limb: lower.iter().map(|l| &l.high).max().expect("four").clone(),
            value: value.high,
        }
    }
}

/// `(a b + q p) / 2^280`.
fn product_of(a: &Fact, b: &Fact) -> Fact {
    let digits: Vec<Fact> = trace(Op::Split)
        .into_iter()
        .take(5)
        .map(|mut s| s.results.remove(1))
        .collect();
    let q = value_of(&digits, 56);
    a.product(b).plus(&q, &p()).over(&two_to(280))
}

fn run_mul(a: &Bounds, b: &Bounds) -> Bounds {
    let ((a, x), (b, y)) = (a.input(), b.input());
    let r = mul(&a, &b);
    Bounds::of(&r, &product_of(&x, &y))
}

fn run_square(a: &Bounds) -> Bounds {
    let (a, x) = a.input();
    let r = square(&a);
    Bounds::of(&r, &product_of(&x, &x))
}

fn run_add(a: &Bounds, b: &Bounds) -> Bounds {
    let ((a, x), (b, y)) = (a.input(), b.input());
    Bounds::of(&add(&a, &b), &x.add(&y))
}

fn run_sub(a: &Bounds, b: &Bounds) -> Bounds {
    let ((a, x), (b, y)) = (a.input(), b.input());
    let r = sub(&a, &b);
    Bounds::of(&r, &x.sub(&y).add(&Fact::constant(p() << 9)))
}

fn run_reduce(a: &Bounds) -> Bounds {
    let (a, x) = a.input();
    let r = reduce(&a);
    // a - q p, of which no part is negative if q p is split: q 2^256 is in the top limb.
    let top = &trace(Op::Split)[0].results;
    let mut limbs: Vec<Fact> = a[..4].iter().map(|l| (*l.fact()).clone()).collect();
    limbs.push(top[1].clone());
    let expected = value_of(&limbs, 56).plus(&top[0], &(two_to(256) - p()));
    require(x.sub(&expected).is_multiple_of(&p()), || {
        "not the same element".into()
    });
    Bounds::of(&r, &expected)
}

fn run_halve(a: &Bounds) -> Bounds {
    let (a, x) = a.input();
    let r = halve(&a);
    // 2 r = a + odd p, but for its lowest bit; which is zero, as a is odd exactly if odd = 1.
    let numerator = x.add(&Fact::constant(p() * decided().low));
    let rest = numerator.sub(&value(&r, 56).times(&2.into()));
    let rest = find(&rest, "the lowest bit of a + odd p");
    let zero = rest.sub(&decided()).equals(
        &Fact::constant(-&decided().low),
        "the lowest bit of a + odd p, less the one of a",
    );
    Bounds::of(&r, &numerator.sub(&zero.add(&decided())).over(&2.into()))
}

/// The bounds of all cases of a proof.
fn merged(outcome: Result<Vec<Bounds>, String>) -> Result<Bounds, String> {
    outcome.map(|cases| cases.into_iter().reduce(Bounds::or).expect("a case"))
}

/// What the operations make of any elements within bounds, as the kernels themselves prove it; or why they must not be used
/// for them.
impl Bounds {
    pub(crate) fn mul(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| run_mul(self, other)))
    }
    pub(crate) fn square(&self) -> Result<Self, String> {
        merged(prove(|| run_square(self)))
    }
    pub(crate) fn add(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| run_add(self, other)))
    }
    pub(crate) fn sub(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| run_sub(self, other)))
    }
    pub(crate) fn reduce(&self) -> Result<Self, String> {
        merged(prove(|| run_reduce(self)))
    }
    pub(crate) fn halve(&self) -> Result<Self, String> {
        merged(prove(|| run_halve(self)))
    }
}

#[test]
fn the_operations_are_right_for_all_inputs_and_keep_their_bounds() {
    let (tight, loose, factor) = (Bounds::tight(), Bounds::loose(), Bounds::factor());
    let product = Bounds::below(56, p() + (p() >> 2));
    assert!(loose.mul(&loose).expect("loose factors").within(&product));
    assert!(loose.square().expect("a loose factor").within(&product));
    let wide_product = factor.mul(&tight).expect("a tight factor");
    assert!(wide_product.within(&Bounds::below(56, 3 * p())));
    assert!(!wide_product.within(&tight));
    let by_reduced = factor.mul(&Bounds::reduced());
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
    let (tight, loose, factor) = (Bounds::tight(), Bounds::loose(), Bounds::factor());
    let refused = |outcome: Result<Bounds, String>| outcome.expect_err("this must be refused");
    let large = Bounds {
        limb: two_to(63),
        ..loose.clone()
    };
    refused(large.mul(&large));
    refused(large.square());
    refused(large.reduce());
    refused(large.add(&loose));
    refused(tight.sub(&Bounds {
        limb: two_to(60),
        ..tight.clone()
    }));
    refused(tight.sub(&Bounds {
        value: p() << 9,
        ..tight.clone()
    }));
    refused(tight.sub(&factor));
    assert!(!loose.halve().expect("right, but not tight").within(&tight));
}

#[test]
fn the_proofs_refuse_every_planted_bug() {
    let (tight, loose) = (Bounds::tight(), Bounds::loose());
    let planted = mutants(|| run_mul(&loose, &loose))
        + mutants(|| run_square(&loose))
        + mutants(|| run_reduce(&loose))
        + mutants(|| run_halve(&tight))
        + mutants(|| run_add(&tight, &tight))
        + mutants(|| run_sub(&tight, &tight));
    std::println!("{planted} planted bugs refused");
    assert!(planted > 400);
}

fn value_of_limbs(limbs: &[u64; 5]) -> BigInt {
    limbs.iter().rev().fold(BigInt::ZERO, |v, l| (v << 56) + *l)
}

/// These three consist of shifts, constant masks and ORs. So each is the OR of what it makes of the single bits; and if those
/// are single bits, in different places, it is their sum: the places of the single bits prove it for all inputs.
#[test]
fn words_and_limbs_hold_the_same_bits_for_all_inputs() {
    for bit in 0..256 {
        let mut w = [0; 4];
        w[bit / 64] = 1 << (bit % 64);
        let (narrow, wide) = (limbs(&w), load_wide(&w));
        assert!([narrow, wide].iter().flatten().all(|l| *l <= MASK));
        assert_eq!(value_of_limbs(&narrow), two_to(bit as u32));
        assert_eq!(value_of_limbs(&wide), two_to(bit as u32 + 24));
        assert_eq!(words(&narrow), w);
    }
}

#[test]
fn an_element_is_zero_if_it_is_any_multiple_of_p() {
    for k in 0..2048u32 {
        // k p in limbs below 2^56, and with as much as fits moved down by one limb.
        let multiple = p() * k;
        let mut a: [u64; 5] = core::array::from_fn(|i| {
            let limb = &multiple >> (56 * i);
            let limb = if i < 4 { limb % two_to(56) } else { limb };
            limb.try_into().expect("a limb")
        });
        for _ in 0..2 {
            assert_eq!(is_zero(&a), u64::MAX, "{k} p");
            for (i, d) in (0..5).flat_map(|i| [(i, 1), (i, u64::MAX)]) {
                let mut b = a;
                b[i] = b[i].wrapping_add(d);
                if b[i] >> 63 == 0 {
                    assert_eq!(is_zero(&b), 0, "{k} p and {d} in limb {i}");
                }
            }
            for i in (1..5).rev() {
                let moved = a[i].min(31);
                a[i] -= moved;
                a[i - 1] += moved << 56;
            }
        }
    }
}

/// The blind side of the proofs: what a `u64` does as a limb.
#[test]
fn limbs_of_64_bits_do_what_the_trait_says() {
    let edges: Vec<u64> = [0, 1, 2, 31, 32, 40, 55, 56, 57, 61, 62]
        .iter()
        .flat_map(|n| [(1 << n) - 1, 1 << n, (1 << n) + 1])
        .chain([0x0123_4567_89ab_cdef, 0x7edc_ba98_7654_3210])
        .collect();
    for (a, b) in edges.iter().flat_map(|a| edges.iter().map(|b| (*a, *b))) {
        let (x, y) = (i128::from(a), i128::from(b));
        let product = <u64 as Limb>::mul(a, b);
        assert_eq!(BigInt::from(product), BigInt::from(a) * b);
        assert_eq!(<u64 as Limb>::sum(product, 7), product + 7);
        assert_eq!(
            <u64 as Limb>::difference(product + u128::from(b), b),
            product
        );
        let (high, low) = <u64 as Limb>::split(product);
        assert!(low < 1 << 56 && (high << 56) + u128::from(low) == product);
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            let (a, b) = (x as u64, y as u64);
            if let Ok(sum) = i64::try_from(x + y) {
                assert_eq!(<u64 as Limb>::plus(a, b), sum as u64);
            }
            if let Ok(difference) = i64::try_from(x - y) {
                assert_eq!(<u64 as Limb>::minus(a, b), difference as u64);
            }
            for n in [1, 32, 56] {
                let (high, low) = <u64 as Limb>::split_at(a, n);
                assert!(low < 1 << n);
                assert_eq!(i128::from(high as i64) * (1 << n) + i128::from(low), x);
            }
        }
        for n in [24, 32, 40] {
            assert_eq!(<u64 as Limb>::shl(a, n), u128::from(a) << n);
        }
        for n in [24, 40, 55] {
            let small = a >> (n + 1);
            assert_eq!(<u64 as Limb>::times_power(small, n), small << n);
        }
        assert_eq!(<u64 as Limb>::narrow(u128::from(a)), a);
        assert_eq!(<u64 as Limb>::twice(a), a + a);
    }
    assert_eq!(<u64 as Limb>::times_bit(P, 0), [0; 5]);
    assert_eq!(<u64 as Limb>::times_bit(P, 1), P);
}

#[test]
fn the_constants_are_p_and_its_multiple_in_limbs() {
    assert_eq!(value_of_limbs(&P), p());
    assert!(P.iter().all(|l| *l <= MASK));
    assert_eq!(value_of_limbs(&MULTIPLE_OF_P), p() << 9);
    let lower = (1 << 60) - (1 << 4)..(1 << 60) + (1 << 56);
    assert!(MULTIPLE_OF_P[..4].iter().all(|l| lower.contains(l)));
    assert!(MULTIPLE_OF_P[4] > 1 << 40 && MULTIPLE_OF_P[4] < 1 << 41);
}
