//! Proofs of operations in limbs for all inputs within bounds, at symbolic limbs; what all layouts share.

use super::*;
use crate::arch::symbolic::{Fact, Symbolic, mutants, prove, require, two_to, value, value_of};
use num_bigint::BigInt;
use std::{marker::PhantomData, rc::Rc, string::String, vec::Vec};

pub(crate) type Symbols<const N: usize> = [Symbolic<64>; N];

/// A layout of `N` limbs of `BITS` bits: its operations at symbolic limbs, and what the values of their results are.
///
/// They are those of the numbers, modulo `p`, where a layout does not say otherwise.
pub(crate) trait Radix<const N: usize>: 'static + Sized {
    const BITS: u32;
    /// What [`sub`] adds.
    const MULTIPLE: [u64; N];
    fn p() -> BigInt;
    fn mul(a: &Symbols<N>, b: &Symbols<N>) -> Symbols<N>;
    fn square(a: &Symbols<N>) -> Symbols<N>;
    fn reduce(a: &Symbols<N>) -> Symbols<N>;
    fn halve(a: &Symbols<N>) -> Symbols<N>;
    /// The value of the product `r` of numbers, given as their product `ab`.
    fn product(ab: &Fact, r: &Symbols<N>) -> Fact {
        congruent::<Self, N>(r, ab)
    }
    /// The value of `reduce(a) = r`, for `a` of value `x`; refuses another element.
    fn reduced(_: &Symbols<N>, x: &Fact, r: &Symbols<N>) -> Fact {
        congruent::<Self, N>(r, x)
    }
    /// The value of `halve(a) = r`, for `a` of value `x`; refuses another element.
    fn halved(x: &Fact, r: &Symbols<N>) -> Fact {
        let value = value(r, Self::BITS);
        let rest = value.times(&2.into()).sub(x);
        require(rest.is_multiple_of(&Self::p()), || {
            "not half of the element".into()
        });
        value
    }
}

/// `value(r)`, if it is `x` modulo `p`.
pub(crate) fn congruent<R: Radix<N>, const N: usize>(r: &Symbols<N>, x: &Fact) -> Fact {
    let value = value(r, R::BITS);
    require(value.sub(x).is_multiple_of(&R::p()), || {
        "not the same element".into()
    });
    value
}

/// What is known of an element: the greatest of its limbs but the top one, and the greatest value.
#[derive(Debug)]
pub(crate) struct Bounds<R, const N: usize> {
    pub(crate) limb: BigInt,
    pub(crate) value: BigInt,
    radix: PhantomData<R>,
}

// Not derived: R need not be anything.
impl<R, const N: usize> Clone for Bounds<R, N> {
    fn clone(&self) -> Self {
        Self::new(self.limb.clone(), self.value.clone())
    }
}
impl<R, const N: usize> PartialEq for Bounds<R, N> {
    fn eq(&self, other: &Self) -> bool {
        self.limb == other.limb && self.value == other.value
    }
}

impl<R, const N: usize> Bounds<R, N> {
    pub(crate) fn new(limb: BigInt, value: BigInt) -> Self {
        let radix = PhantomData;
        Self { limb, value, radix }
    }
    /// Limbs below `2^bits`, value below `value`.
    pub(crate) fn below(bits: u32, value: BigInt) -> Self {
        Self::new(two_to(bits) - 1, value - 1)
    }
    pub(crate) fn zero() -> Self {
        Self::below(0, 1.into())
    }
    pub(crate) fn within(&self, other: &Self) -> bool {
        self.limb <= other.limb && self.value <= other.value
    }
    /// The bounds that hold for both.
    pub(crate) fn or(self, other: Self) -> Self {
        Self::new(self.limb.max(other.limb), self.value.max(other.value))
    }
}

impl<R: Radix<N>, const N: usize> Bounds<R, N> {
    /// Bits below the top limb.
    const BELOW: u32 = R::BITS * (N as u32 - 1);

    /// Any element with these bounds, and its value.
    pub(crate) fn input(&self) -> (Symbols<N>, Fact) {
        let limbs = core::array::from_fn(|i| {
            Symbolic::input(&if i < N - 1 {
                self.limb.clone()
            } else {
                &self.value >> Self::BELOW
            })
        });
        (limbs, value(&limbs, R::BITS).assume(0, self.value.clone()))
    }

    /// The bounds of a result, which is `expected`; no limb may be negative.
    pub(crate) fn of(limbs: &Symbols<N>, expected: &Fact) -> Self {
        let value = value(limbs, R::BITS).equals(expected, "the result");
        let lower: Vec<Rc<Fact>> = limbs[..N - 1].iter().map(|l| l.fact()).collect();
        let top = value
            .sub(&value_of(&lower, R::BITS))
            .over(&two_to(Self::BELOW));
        let top = top.equals(&limbs[N - 1].fact(), "the top limb");
        let is_negative = lower.iter().any(|l| l.low < BigInt::ZERO) || top.low < BigInt::ZERO;
        require(!is_negative, || "a negative limb".into());
        let limb = lower.iter().map(|l| &l.high).max().expect("lower limbs");
        Self::new(limb.clone(), value.high)
    }

    fn run_mul(&self, b: &Self) -> Self {
        let ((a, x), (b, y)) = (self.input(), b.input());
        let r = R::mul(&a, &b);
        Self::of(&r, &R::product(&x.product(&y), &r))
    }
    fn run_square(&self) -> Self {
        let (a, x) = self.input();
        let r = R::square(&a);
        Self::of(&r, &R::product(&x.product(&x), &r))
    }
    fn run_add(&self, b: &Self) -> Self {
        let ((a, x), (b, y)) = (self.input(), b.input());
        Self::of(&add(&a, &b), &x.add(&y))
    }
    fn run_sub(&self, b: &Self) -> Self {
        let ((a, x), (b, y)) = (self.input(), b.input());
        let r = sub(&a, &b, &R::MULTIPLE);
        let multiple = value_of_limbs(&R::MULTIPLE, R::BITS);
        Self::of(&r, &x.sub(&y).add(&Fact::constant(multiple)))
    }
    fn run_reduce(&self) -> Self {
        let (a, x) = self.input();
        let r = R::reduce(&a);
        Self::of(&r, &R::reduced(&a, &x, &r))
    }
    fn run_halve(&self) -> Self {
        let (a, x) = self.input();
        let r = R::halve(&a);
        Self::of(&r, &R::halved(&x, &r))
    }

    /// Plants bugs in all operations, each of which must be refused.
    pub(crate) fn mutants(tight: &Self, loose: &Self) -> usize {
        mutants(|| loose.run_mul(loose))
            + mutants(|| loose.run_square())
            + mutants(|| loose.run_reduce())
            + mutants(|| tight.run_halve())
            + mutants(|| tight.run_add(tight))
            + mutants(|| tight.run_sub(tight))
    }
}

/// The bounds of all cases of a proof.
fn merged<R, const N: usize>(
    outcome: Result<Vec<Bounds<R, N>>, String>,
) -> Result<Bounds<R, N>, String> {
    outcome.map(|cases| cases.into_iter().reduce(Bounds::or).expect("a case"))
}

/// What the operations make of any elements within bounds, as the kernels themselves prove it; or why they must not be used
/// for them.
impl<R: Radix<N>, const N: usize> Bounds<R, N> {
    pub(crate) fn mul(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| self.run_mul(other)))
    }
    pub(crate) fn square(&self) -> Result<Self, String> {
        merged(prove(|| self.run_square()))
    }
    pub(crate) fn add(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| self.run_add(other)))
    }
    pub(crate) fn sub(&self, other: &Self) -> Result<Self, String> {
        merged(prove(|| self.run_sub(other)))
    }
    pub(crate) fn reduce(&self) -> Result<Self, String> {
        merged(prove(|| self.run_reduce()))
    }
    pub(crate) fn halve(&self) -> Result<Self, String> {
        merged(prove(|| self.run_halve()))
    }
}

pub(crate) fn value_of_limbs(limbs: &[u64], bits: u32) -> BigInt {
    limbs
        .iter()
        .rev()
        .fold(BigInt::ZERO, |v, l| (v << bits) + *l)
}

/// These consist of shifts, constant masks and ORs. So each is the OR of what it makes of the single bits; and if those
/// are single bits, in different places, it is their sum: the places of the single bits prove it for all inputs.
pub(crate) fn words_and_limbs_hold_the_same_bits<const W: usize, const N: usize>(bits: u32) {
    for bit in 0..64 * W as u32 {
        let mut w = [0; W];
        w[bit as usize / 64] = 1 << (bit % 64);
        let l: [u64; N] = limbs(&w, bits as usize);
        assert!(l.iter().all(|l| l >> bits == 0));
        if bit < bits * N as u32 {
            assert_eq!(value_of_limbs(&l, bits), two_to(bit));
            assert_eq!(words::<W, N>(&l, bits as usize), w);
        }
    }
}

/// `is_zero` finds any multiple of `p` below `2^most p`, in limbs however filled, and nothing near it.
pub(crate) fn multiples_are_zero<R: Radix<N>, const N: usize>(
    is_zero: impl Fn(&[u64; N]) -> u64,
    most: u32,
) {
    for k in 0..1u32 << most {
        // k p in limbs below 2^BITS, and with as much as fits moved down by one limb.
        let multiple = R::p() * k;
        let mut a: [u64; N] = core::array::from_fn(|i| {
            let limb = &multiple >> (R::BITS as usize * i);
            let limb = if i < N - 1 {
                limb % two_to(R::BITS)
            } else {
                limb
            };
            limb.try_into().expect("a limb")
        });
        for _ in 0..2 {
            assert_eq!(is_zero(&a), u64::MAX, "{k} p");
            for (i, d) in (0..N).flat_map(|i| [(i, 1), (i, u64::MAX)]) {
                let mut b = a;
                b[i] = b[i].wrapping_add(d);
                if b[i] >> 63 == 0 {
                    assert_eq!(is_zero(&b), 0, "{k} p and {d} in limb {i}");
                }
            }
            for i in (1..N).rev() {
                let moved = a[i].min((1 << (61 - R::BITS)) - 1);
                a[i] -= moved;
                a[i - 1] += moved << R::BITS;
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
        for n in [56, 57, 58] {
            let (high, low) = <u64 as Limb>::split(product, n);
            assert!(low < 1 << n && (high << n) + u128::from(low) == product);
        }
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            let (a, b) = (x as u64, y as u64);
            if let Ok(sum) = i64::try_from(x + y) {
                assert_eq!(<u64 as Limb>::plus(a, b), sum as u64);
            }
            if let Ok(difference) = i64::try_from(x - y) {
                assert_eq!(<u64 as Limb>::minus(a, b), difference as u64);
            }
            for n in [1, 32, 56, 57, 58] {
                let (high, low) = <u64 as Limb>::split_at(a, n);
                assert!(low < 1 << n);
                assert_eq!(i128::from(high as i64) * (1 << n) + i128::from(low), x);
            }
        }
        for n in [0, 24, 32, 40] {
            assert_eq!(<u64 as Limb>::shl(a, n), u128::from(a) << n);
        }
        for n in [24, 40, 55, 56, 57] {
            let small = a >> (n + 1);
            assert_eq!(<u64 as Limb>::times_power(small, n), small << n);
        }
        assert_eq!(<u64 as Limb>::narrow(u128::from(a)), a);
        assert_eq!(<u64 as Limb>::twice(a), a + a);
    }
    assert_eq!(<u64 as Limb>::times_bit([1, u64::MAX], 0), [0; 2]);
    assert_eq!(<u64 as Limb>::times_bit([1, u64::MAX], 1), [1, u64::MAX]);
}
