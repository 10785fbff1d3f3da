//! Proofs of the kernels for all inputs, at symbolic words; and every modulus of eight bits, by trying.

use super::*;
use crate::{
    N256, N384, N521, N25519, P256, P384, P521, P25519,
    arch::symbolic::{
        Fact, Op, Symbolic, Traced, decided, find, mutants, prove, require, trace, two_to, value,
        value_of,
    },
};
use num_bigint::BigInt;
use std::{string::String, vec::Vec};

/// A modulus in words of `BITS` bits.
struct Modulus<const BITS: u32, const N: usize> {
    words: [u64; N],
    m: BigInt,
    k0: u64,
    /// The multiple of `m` that the reduction adds.
    quotient: fn() -> Fact,
}

type Symbols<const BITS: u32, const N: usize> = [Symbolic<BITS>; N];

/// Inputs of a product: its greatest value, and whether both factors are one.
struct Factors {
    most: BigInt,
    square: bool,
}

impl<const BITS: u32, const N: usize> Modulus<BITS, N> {
    fn new(words: &[u64], k0: u64) -> Self {
        let m = value_of_words(words, 64);
        Self {
            words: core::array::from_fn(|i| {
                let word = (&m >> (BITS as usize * i)) % two_to(BITS);
                word.try_into().expect("a word")
            }),
            m: m.clone(),
            k0: k0 & (u64::MAX >> (64 - BITS)),
            quotient: || value_of(&quotient_digits(), BITS),
        }
    }
    fn r(&self) -> BigInt {
        two_to(BITS * N as u32)
    }
    fn constants(&self) -> Symbols<BITS, N> {
        self.words.map(Symbolic::constant)
    }
    /// One factor is *reduced*, the other is any.
    fn reduced_by_loose(&self, square: bool) -> Factors {
        Factors {
            most: &self.m * self.r() - 1,
            square,
        }
    }

    /// `(a, b) -> (a b + q m) / R`, subtracted once, is `a b / R mod m`, *reduced*; `kernel` gets `a, b, m, k0`.
    fn montgomery(
        &self,
        factors: &Factors,
        kernel: impl Fn(
            &Symbols<BITS, N>,
            &Symbols<BITS, N>,
            &Symbols<BITS, N>,
            Symbolic<BITS>,
        ) -> Symbols<BITS, N>,
    ) {
        let r = self.r();
        let a = inputs();
        let b = if factors.square { a } else { inputs() };
        let out = kernel(&a, &b, &self.constants(), Symbolic::constant(self.k0));

        let ab = self.product(&a, &b, factors.square);
        let ab = ab.assume(0, factors.most.clone());
        // (a b + q m) / R < 2 m, by the bounds of a b and of q.
        let q = (self.quotient)();
        let v = ab.plus(&q, &self.m).over(&r);
        let result = self.subtracted_once(&v, &out);
        require(result.times(&r).sub(&ab).is_multiple_of(&self.m), || {
            "not the product modulo m".into()
        });
    }

    /// `a b`, or the square before its reduction.
    fn product(&self, a: &Symbols<BITS, N>, b: &Symbols<BITS, N>, square: bool) -> Fact {
        let ab = value(a, BITS).product(&value(b, BITS));
        if !square {
            return ab;
        }
        // The 2 N words of the square are what the additions of the doubled products give; no carry leaves them.
        let words: Vec<Fact> = trace(Op::Adc)
            .iter()
            .take(2 * N)
            .map(|add| add.results[0].clone())
            .collect();
        value_of(&words, BITS).equals(&ab, "the square, before its reduction")
    }

    /// `(a, b) -> a b mod m` by folding what is above `2^255`, *reduced*; `kernel` gets `a, b, m`.
    fn folded(
        &self,
        square: bool,
        kernel: impl Fn(&Symbols<BITS, N>, &Symbols<BITS, N>, &Symbols<BITS, N>) -> Symbols<BITS, N>,
    ) {
        let a = inputs();
        let b = if square { a } else { inputs() };
        let out = kernel(&a, &b, &self.constants());
        let ab = self.product(&a, &b, square);
        // Its last N + 1 products are the upper words of a b times 38, and those above bit 255 times 19.
        let products = trace(Op::Mac);
        let folded: Vec<&Fact> = products[products.len() - N - 1..]
            .iter()
            .map(|product| &product.operands[1])
            .collect();
        let (q, high) = folded.split_last().expect("the last product");
        let v = ab
            .plus(&value_of(high, BITS), &(&self.m * -2))
            .plus(q, &-self.m.clone());
        self.small(&v, &ab, &out);
    }

    /// `out` is `a`, *reduced*, for any words: by [`p25519::reduce`].
    fn folded_once(&self) {
        let a = inputs();
        let out = p25519::reduce(&a, &self.constants());
        let a = value(&a, BITS);
        let q = trace(Op::Mac)[0].operands[1].clone();
        self.small(&a.plus(&q, &-self.m.clone()), &a, &out);
    }

    /// `out` is `v < 2 m`, from which `m` was subtracted once, and that is `x` modulo `m`.
    fn small(&self, v: &Fact, x: &Fact, out: &Symbols<BITS, N>) {
        let differences = trace(Op::Sbb);
        let words: Vec<&Fact> = differences[differences.len() - N - 1..][..N]
            .iter()
            .map(|step| &step.operands[0])
            .collect();
        let v = value_of(&words, BITS).equals(v, "what is left of the fold");
        let result = self.subtracted_once(&v, out);
        require(result.sub(x).is_multiple_of(&self.m), || {
            "not the same element modulo m".into()
        });
    }

    /// `out` is `v` or `v - m`, whichever is in `[0, m)`: the end of a kernel that subtracts `m` from `v` and adds it back if
    /// that borrowed. Gives it as a fact that has `v`'s polynomial, plus a multiple of `m`.
    fn subtracted_once(&self, v: &Fact, out: &Symbols<BITS, N>) -> Fact {
        let difference = last_difference::<BITS>(N + 1).equals(
            &v.sub(&Fact::constant(self.m.clone())),
            "the difference with m",
        );
        // In this case the difference is negative, or it is not.
        let expected = difference.add(&self.added_back());
        let expected = if decided().high == BigInt::ZERO {
            expected
        } else {
            expected.equals(v, "the sum, which is not negative")
        };
        self.reduced(&expected, out)
    }

    /// `m` in the case that the kernel adds it, else 0.
    fn added_back(&self) -> Fact {
        Fact::constant(&self.m * decided().low)
    }

    /// `out` is `expected`, which is in `[0, m)`.
    fn reduced(&self, expected: &Fact, out: &Symbols<BITS, N>) -> Fact {
        require(
            expected.low >= BigInt::ZERO && expected.high < self.m,
            || "the result is not reduced".into(),
        );
        value(out, BITS).equals(expected, "the result");
        expected.clone()
    }

    /// A number in `[0, most]`.
    fn operand(&self, most: &BigInt) -> (Symbols<BITS, N>, Fact) {
        let a = inputs();
        (a, value(&a, BITS).assume(0, most.clone()))
    }

    fn addition(&self, most: &BigInt) {
        let ((a, x), (b, y)) = (self.operand(most), self.operand(most));
        let out = add(&a, &b, &self.constants());
        let sum = self.subtracted_once(&x.add(&y), &out);
        require(sum.sub(&x).sub(&y).is_multiple_of(&self.m), || {
            "not the sum modulo m".into()
        });
    }

    fn subtraction(&self, most: &BigInt, most_right: &BigInt) {
        let ((a, x), (b, y)) = (self.operand(most), self.operand(most_right));
        let out = sub(&a, &b, &self.constants());
        let difference = last_difference::<BITS>(N).equals(&x.sub(&y), "the difference");
        let expected = difference.add(&self.added_back());
        require(
            expected.low >= BigInt::ZERO && expected.high <= *most,
            || "the result is out of range".into(),
        );
        value(&out, BITS).equals(&expected, "the result");
    }

    fn halving(&self, most: &BigInt) {
        let (a, x) = self.operand(most);
        let words = halve(&a, &self.constants());
        // 2 out = a + odd m, but for its lowest bit; which is zero, as a is odd exactly if odd = 1.
        let numerator = x.add(&self.added_back());
        let out = value(&words, BITS);
        let rest = numerator.sub(&out.times(&2.into()));
        let rest = find(&rest, "the lowest bit of a + odd m");
        let zero = rest.sub(&decided()).equals(
            &Fact::constant(-&decided().low),
            "the lowest bit of a + odd m, less the one of a",
        );
        let half = numerator.sub(&zero.add(&decided())).over(&2.into());
        self.reduced(&half, &words);
    }
}

fn value_of_words(words: &[u64], bits: u32) -> BigInt {
    words
        .iter()
        .rev()
        .fold(BigInt::ZERO, |v, w| (v << bits) + *w)
}

fn inputs<const BITS: u32, const N: usize>() -> Symbols<BITS, N> {
    core::array::from_fn(|_| Symbolic::input(&(two_to(BITS) - 1)))
}

/// The words that the reductions multiply by `m`: `t[0] k0`, or `t[0]` itself, which the special kernel splits in halves.
fn quotient_digits() -> Vec<Fact> {
    let products = trace(Op::MulLow);
    if products.is_empty() {
        let halves = trace(Op::Split);
        let halves = halves.into_iter().filter(|s| s.amount == 32);
        halves.map(|mut s| s.operands.remove(0)).collect()
    } else {
        products
            .into_iter()
            .map(|mut s| s.results.remove(0))
            .collect()
    }
}

/// The value of the last `n` subtractions with borrow, a negative one if the last of them borrows.
fn last_difference<const BITS: u32>(n: usize) -> Fact {
    let steps = trace(Op::Sbb);
    let steps: &[Traced] = &steps[steps.len() - n..];
    let words: Vec<Fact> = steps.iter().map(|s| s.results[0].clone()).collect();
    value_of(&words, BITS).plus(&steps[n - 1].results[1], &-two_to(BITS * n as u32))
}

/// In the kernel of P-384 a digit's lower half is that of a word, its upper half the lower one of a sum.
fn quotient_p384() -> Fact {
    let halves = trace(Op::Split).into_iter().filter(|s| s.amount == 32);
    let low: Vec<Fact> = halves.map(|mut s| s.results.remove(1)).collect();
    let digit = |halves: &[Fact]| halves[0].plus(&halves[1], &two_to(32));
    let digits: Vec<Fact> = low.chunks_exact(2).map(digit).collect();
    value_of(&digits, 64)
}

/// In the kernel of P-521 it is `(r mod 2^521 + c) 2^55` without `c`, and `a`: what `high` is added to, and the first low part.
fn quotient_p521() -> Fact {
    let mut splits = trace(Op::Split).into_iter();
    let a = splits.find(|s| s.amount == 55);
    let a = a.map(|mut s| s.results.remove(1)).unwrap_or_default();
    let sums = trace(Op::Adc);
    let sums = &sums[sums.len() - 18..sums.len() - 9];
    let r: Vec<Fact> = sums.iter().map(|s| s.operands[0].clone()).collect();
    a.plus(&value_of(&r, 64), &two_to(55))
}

fn modulus_p<const BITS: u32, const N: usize>() -> Modulus<BITS, N> {
    Modulus::new(&P256::M, P256::K0)
}

fn modulus_n<const BITS: u32, const N: usize>() -> Modulus<BITS, N> {
    Modulus::new(&N256::M, N256::K0)
}

fn modulus_p384() -> Modulus<64, 6> {
    Modulus {
        quotient: quotient_p384,
        ..Modulus::new(&P384::M, P384::K0)
    }
}

fn modulus_p521() -> Modulus<64, 9> {
    Modulus {
        quotient: quotient_p521,
        ..Modulus::new(&P521::M, P521::K0)
    }
}

/// Proves all kernels that are written for any modulus, within the bounds that they state and not beyond.
fn prove_generic<const BITS: u32, const N: usize>(modulus: &Modulus<BITS, N>) {
    let (one, m) = (BigInt::from(1), &modulus.m);
    let any = modulus.r() - 1;
    let product = |factors: &Factors| {
        prove(|| modulus.montgomery(factors, mul)).map(|cases| assert_eq!(cases.len(), 2))
    };
    product(&modulus.reduced_by_loose(false)).expect("one operand reduced");
    refused(product(&Factors {
        most: (modulus.r() + 1) * m,
        square: false,
    }));
    refused(product(&Factors {
        most: &any * &any,
        square: false,
    }));

    let squares = |factors: &Factors| prove(|| modulus.montgomery(factors, square_first));
    squares(&modulus.reduced_by_loose(true)).expect("a square below R m");
    refused(squares(&Factors {
        most: &any * &any,
        square: true,
    }));

    prove(|| modulus.addition(&(m - 1))).expect("reduced operands");
    refused(prove(|| modulus.addition(m)));
    prove(|| modulus.subtraction(&(m - 1), &(m - 1))).expect("reduced operands");
    prove(|| modulus.subtraction(&any, &(m - 1))).expect("a loose left operand");
    refused(prove(|| modulus.subtraction(&(m - 1), &(m + 1))));
    prove(|| modulus.halving(&(m - 1))).expect("a reduced operand");
    refused(prove(|| modulus.halving(&(m + &one))));
}

/// Plants bugs in each of these kernels, each of which must be refused.
fn refuse_mutants<const BITS: u32, const N: usize>(modulus: &Modulus<BITS, N>) {
    let m = &modulus.m;
    let planted = mutants(|| modulus.montgomery(&modulus.reduced_by_loose(false), mul))
        + mutants(|| modulus.montgomery(&modulus.reduced_by_loose(true), square_first))
        + mutants(|| modulus.addition(&(m - 1)))
        + mutants(|| modulus.subtraction(&(m - 1), &(m - 1)))
        + mutants(|| modulus.halving(&(m - 1)));
    std::println!("{planted} planted bugs refused");
    assert!(planted > 100 * N);
}

/// [`square`], with the arguments of [`mul`].
fn square_first<const BITS: u32, const N: usize>(
    a: &Symbols<BITS, N>,
    _: &Symbols<BITS, N>,
    m: &Symbols<BITS, N>,
    k0: Symbolic<BITS>,
) -> Symbols<BITS, N> {
    square(a, m, k0)
}

fn refused<T>(outcome: Result<T, String>) {
    outcome.err().expect("this must be refused");
}

#[test]
fn the_generic_kernels_are_right_for_all_inputs_in_words_of_64_bits() {
    prove_generic(&modulus_p::<64, 4>());
    prove_generic(&modulus_n::<64, 4>());
    prove_generic(&Modulus::<64, 6>::new(&N384::M, N384::K0));
    prove_generic(&Modulus::<64, 9>::new(&N521::M, N521::K0));
    prove_generic(&Modulus::<64, 4>::new(&N25519::M, N25519::K0));
}

#[test]
fn the_generic_kernels_are_right_for_all_inputs_in_words_of_32_bits() {
    prove_generic(&modulus_p::<32, 8>());
    prove_generic(&modulus_n::<32, 8>());
    prove_generic(&Modulus::<32, 12>::new(&P384::M, P384::K0));
    prove_generic(&Modulus::<32, 12>::new(&N384::M, N384::K0));
    prove_generic(&Modulus::<32, 18>::new(&P521::M, P521::K0));
    prove_generic(&Modulus::<32, 18>::new(&N521::M, N521::K0));
    prove_generic(&Modulus::<32, 8>::new(&N25519::M, N25519::K0));
}

#[test]
fn the_proofs_of_the_generic_kernels_refuse_every_planted_bug() {
    refuse_mutants(&modulus_n::<64, 4>());
    refuse_mutants(&modulus_n::<32, 8>());
}

#[test]
fn the_proofs_refuse_wrong_constants() {
    let wrong = [
        Modulus::<64, 4> {
            k0: N256::K0 ^ 1,
            ..modulus_n()
        },
        Modulus {
            words: P256::M,
            ..modulus_n()
        },
        Modulus {
            m: modulus_n::<64, 4>().m + 2,
            ..modulus_n()
        },
        Modulus {
            k0: N256::K0,
            ..modulus_p()
        },
    ];
    for modulus in wrong {
        let factors = modulus.reduced_by_loose(false);
        refused(prove(|| modulus.montgomery(&factors, mul)));
    }
    let modulus = Modulus::<64, 4> {
        words: P256::M,
        ..modulus_n()
    };
    let m = &modulus.m;
    refused(prove(|| modulus.addition(&(m - 1))));
    refused(prove(|| modulus.subtraction(&(m - 1), &(m - 1))));
    refused(prove(|| modulus.halving(&(m - 1))));
}

/// Proves a product and a square that are written for one modulus, and plants bugs in them.
fn prove_special<const N: usize>(
    modulus: &Modulus<64, N>,
    wrong: [u64; N],
    mul: fn(&Symbols<64, N>, &Symbols<64, N>, &Symbols<64, N>) -> Symbols<64, N>,
    square: fn(&Symbols<64, N>, &Symbols<64, N>) -> Symbols<64, N>,
) {
    let mul = |a: &_, b: &_, m: &_, _| mul(a, b, m);
    let square = |a: &_, _: &_, m: &_, _| square(a, m);
    let any = modulus.r() - 1;
    let loose = |square| Factors {
        most: &any * &any,
        square,
    };

    let stated = modulus.reduced_by_loose(false);
    prove(|| modulus.montgomery(&stated, mul)).expect("one operand reduced");
    let planted = mutants(|| modulus.montgomery(&stated, mul));
    refused(prove(|| modulus.montgomery(&loose(false), mul)));

    let stated = modulus.reduced_by_loose(true);
    prove(|| modulus.montgomery(&stated, square)).expect("a square below R m");
    let planted = planted + mutants(|| modulus.montgomery(&stated, square));
    refused(prove(|| modulus.montgomery(&loose(true), square)));

    std::println!("{planted} planted bugs refused");
    assert!(planted > 75 * N);
    let wrong = Modulus {
        words: wrong,
        m: modulus.m.clone(),
        ..*modulus
    };
    refused(prove(|| {
        wrong.montgomery(&wrong.reduced_by_loose(false), mul);
    }));
}

#[test]
fn the_special_kernels_of_p256_are_right_for_all_inputs() {
    prove_special(&modulus_p(), N256::M, p256::mul, p256::square);
}

#[test]
fn the_special_kernels_of_p384_are_right_for_all_inputs() {
    prove_special(&modulus_p384(), N384::M, p384::mul, p384::square);
}

#[test]
fn the_special_kernels_of_p521_are_right_for_all_inputs() {
    prove_special(&modulus_p521(), N521::M, p521::mul, p521::square);
}

/// Proves them in words of `BITS` bits, and plants bugs in them.
fn prove_p25519<const BITS: u32, const N: usize>() {
    let modulus = Modulus::<BITS, N>::new(&P25519::M, P25519::K0);
    let square = |a: &_, _: &_, m: &_| p25519::square(a, m);
    prove(|| modulus.folded(false, p25519::mul)).expect("any words");
    prove(|| modulus.folded(true, square)).expect("any words");
    prove(|| modulus.folded_once()).expect("any words");
    let planted = mutants(|| modulus.folded(false, p25519::mul))
        + mutants(|| modulus.folded(true, square))
        + mutants(|| modulus.folded_once());
    std::println!("{planted} planted bugs refused");
    assert!(planted > 60 * N);
    let wrong = Modulus::<BITS, N> {
        words: Modulus::<BITS, N>::new(&N25519::M, 0).words,
        ..modulus
    };
    refused(prove(|| wrong.folded(false, p25519::mul)));
    refused(prove(|| wrong.folded_once()));
}

#[test]
fn the_kernels_of_p25519_are_right_for_all_inputs() {
    prove_p25519::<64, 4>();
    prove_p25519::<32, 8>();
}

// The blind side of the proofs: what the machine's words do. The same text at eight bits can be tried out.
word!(u8, u16);

#[test]
fn words_of_eight_bits_do_what_the_trait_says() {
    let wide = |low: u8, high: u8| i32::from(low) + 256 * i32::from(high);
    let edges = [0, 1, 2, 127, 128, 254, 255];
    for (a, b) in (0..=255).flat_map(|a: u8| (0..=255).map(move |b: u8| (a, b))) {
        let (x, y) = (i32::from(a), i32::from(b));
        for carry in [0, 1] {
            let (sum, high) = Word::adc(a, b, carry);
            assert_eq!(wide(sum, high), x + y + i32::from(carry));
            let (difference, borrow) = Word::sbb(a, b, carry);
            assert_eq!(
                i32::from(difference) - 256 * i32::from(borrow),
                x - y - i32::from(carry)
            );
        }
        assert_eq!(<u8 as Word>::small(a), a);
        for (c, d) in edges.iter().flat_map(|c| edges.map(|d| (*c, d))) {
            let (low, high) = Word::mac(c, a, b, d);
            assert_eq!(wide(low, high), i32::from(c) + x * y + i32::from(d));
        }
        assert_eq!(i32::from(Word::mul_low(a, b)), x * y % 256);
        if x + y < 256 {
            assert_eq!(i32::from(Word::plus(a, b)), x + y);
        }
        for n in 1..8 {
            let (high, low) = Word::split(a, n);
            assert!(low >> n == 0 && i32::from(high) << n | i32::from(low) == x);
            if x << n < 256 {
                assert_eq!(i32::from(Word::shl(a, n)), x << n);
            }
        }
        assert_eq!(Word::times_bit([a, b], 0), [0, 0]);
        assert_eq!(Word::times_bit([a, b], 1), [a, b]);
    }
}

#[test]
fn the_kernels_are_right_for_every_modulus_of_eight_bits_and_all_operands() {
    for m in (3..=255u8).step_by(2) {
        let k0 = crate::constant::k0(m.into()) as u8;
        let modulo = |x: u32| (x % u32::from(m)) as u8;
        // 1 / 256 modulo m.
        let r_inverse = (1..m).find(|r| modulo(256 * u32::from(*r)) == 1);
        let r_inverse = u32::from(r_inverse.expect("m is odd"));
        for (a, b) in (0..m).flat_map(|a| (0..=255u8).map(move |b| (a, b))) {
            let (x, y) = (u32::from(a), u32::from(b));
            let product = modulo(x * y % u32::from(m) * r_inverse);
            assert_eq!(mul(&[a], &[b], &[m], k0), [product], "{a} {b} mod {m}");
            if b < m {
                assert_eq!(mul(&[b], &[a], &[m], k0), [product], "{b} {a} mod {m}");
                assert_eq!(add(&[a], &[b], &[m]), [modulo(x + y)], "{a} + {b} mod {m}");
                let difference = modulo(x + u32::from(m) - y);
                assert_eq!(sub(&[a], &[b], &[m]), [difference], "{a} - {b} mod {m}");
            }
        }
        for a in 0..m {
            assert_eq!(square(&[a], &[m], k0), mul(&[a], &[a], &[m], k0));
            let [half] = halve(&[a], &[m]);
            assert!(
                half < m && modulo(2 * u32::from(half)) == a,
                "{a} / 2 mod {m}"
            );
        }
    }
}
