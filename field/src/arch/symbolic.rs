//! Numbers that stand for all inputs at once: a kernel that runs at them is proved, or refused.
//!
//! A [`Fact`] is an integer polynomial in the inputs, with bounds that hold for all inputs that the proof admits. An operation
//! that splits a number (a carry, a high half, a quotient digit) makes the high part a fresh symbol and the low part what is
//! left, `t - 2^n high`; the bounds of both follow from those of `t`. So the polynomials stay exact, and whatever a kernel
//! drops is missing in the polynomial of its result: the proof has to show that it was zero.
//!
//! A secret bit that selects is proved in both cases: [`prove`] runs the kernel once for each, under the assumption that the
//! bit has that value. [`mutants`] runs a proof on the kernel with each intermediate result changed, one at a time.
//!
//! Words are handles into the [`Run`] of the thread, so that they are `Copy` as the kernels want them. What breaks a bound
//! does not stop the run: the first refusal is remembered.

use super::{portable::Word, unsaturated::Limb};
use num_bigint::BigInt;
use std::{
    cell::RefCell,
    collections::{BTreeMap, btree_map::Entry},
    format,
    rc::Rc,
    string::String,
    vec,
    vec::Vec,
};

pub(crate) fn two_to(n: u32) -> BigInt {
    BigInt::from(1) << n
}

/// `low <= sum of terms <= high`, for all inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fact {
    /// The coefficients of products of two symbols, in order; symbol 0 is the number 1.
    terms: BTreeMap<[u32; 2], BigInt>,
    pub(crate) low: BigInt,
    pub(crate) high: BigInt,
}

impl Fact {
    pub(crate) fn constant(x: impl Into<BigInt>) -> Self {
        let x = x.into();
        Self {
            terms: [([0, 0], x.clone())].into(),
            low: x.clone(),
            high: x,
        }
        .without_zeros()
    }

    /// A new symbol: an input, or a high part.
    fn symbol(low: BigInt, high: BigInt) -> Self {
        if low == high {
            return Self::constant(low);
        }
        let number = with_run(|run| {
            run.symbols += 1;
            run.symbols
        });
        Self {
            terms: [([0, number], 1.into())].into(),
            low,
            high,
        }
    }

    fn without_zeros(mut self) -> Self {
        self.terms.retain(|_, c| *c != BigInt::ZERO);
        self
    }

    fn is_zero(&self) -> bool {
        self.low == BigInt::ZERO && self.high == BigInt::ZERO
    }

    /// `self + c other`.
    pub(crate) fn plus(&self, other: &Self, c: &BigInt) -> Self {
        self.clone().plus_in_place(other, c)
    }

    fn plus_in_place(mut self, other: &Self, c: &BigInt) -> Self {
        for (symbols, x) in &other.terms {
            match self.terms.entry(*symbols) {
                Entry::Vacant(new) => {
                    new.insert(x * c);
                }
                Entry::Occupied(mut old) => {
                    *old.get_mut() += x * c;
                    if *old.get() == BigInt::ZERO {
                        old.remove();
                    }
                }
            }
        }
        let (x, y) = (&other.low * c, &other.high * c);
        self.low += (&x).min(&y);
        self.high += x.max(y);
        self
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        self.plus(other, &1.into())
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.plus(other, &(-1).into())
    }

    pub(crate) fn times(&self, c: &BigInt) -> Self {
        Self::default().plus_in_place(self, c)
    }

    /// `self other`, at most one of them of second degree.
    pub(crate) fn product(&self, other: &Self) -> Self {
        let mut r = Self::default();
        for (&[i, j], x) in &self.terms {
            for (&[k, l], y) in &other.terms {
                let mut symbols = [i, j, k, l];
                symbols.sort_unstable();
                require(symbols[1] == 0, || {
                    "a product of more than two symbols".into()
                });
                *r.terms.entry([symbols[2], symbols[3]]).or_default() += x * y;
            }
        }
        let corners = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        r.low = corners.iter().min().expect("four").clone();
        r.high = corners.into_iter().max().expect("four");
        r.without_zeros()
    }

    /// `self / d`, for a polynomial that `d` divides.
    pub(crate) fn over(&self, d: &BigInt) -> Self {
        require(self.is_multiple_of(d), || "a division with a rest".into());
        let mut r = self.clone();
        r.terms.values_mut().for_each(|c| *c /= d);
        // The value is a multiple of d: bounds round inwards.
        r.low = -floor(&-&self.low, d);
        r.high = floor(&self.high, d);
        r
    }

    /// Does `d` divide every coefficient, and so the value for all inputs?
    pub(crate) fn is_multiple_of(&self, d: &BigInt) -> bool {
        self.terms.values().all(|c| c % d == BigInt::ZERO)
    }

    /// The same polynomial, with bounds that the proof assumes.
    pub(crate) fn assume(&self, low: impl Into<BigInt>, high: impl Into<BigInt>) -> Self {
        self.clone().within(&low.into(), &high.into())
    }

    fn within(mut self, low: &BigInt, high: &BigInt) -> Self {
        self.low = self.low.max(low.clone());
        self.high = self.high.min(high.clone());
        self
    }

    /// Refuses unless both have the same value for all inputs; then the bounds of both hold.
    ///
    /// They do if their difference is a number that is 0 modulo the common divisor of the other coefficients, and between
    /// bounds that admit no other such number.
    pub(crate) fn equals(&self, other: &Self, what: &str) -> Self {
        let mut difference = self.sub(other);
        let constant = difference.terms.remove(&[0, 0]).unwrap_or_default();
        let step = difference.terms.values().fold(BigInt::ZERO, gcd);
        let is_zero = if step == BigInt::ZERO {
            constant == BigInt::ZERO
        } else {
            &constant % &step == BigInt::ZERO && -&step < difference.low && difference.high < step
        };
        require(is_zero, || format!("not equal: {what}"));
        self.clone().within(&other.low, &other.high)
    }

    /// `self = high 2^n + low` as (high, low), `0 <= low < 2^n`.
    fn split(&self, n: u32) -> (Self, Self) {
        let scale = two_to(n);
        if self.is_multiple_of(&scale) {
            return (self.over(&scale), Self::default());
        }
        // BigInt's shift rounds down.
        let high = Self::symbol(&self.low >> n, &self.high >> n);
        let low = self.plus(&high, &-&scale);
        (high, low.within(&BigInt::ZERO, &(scale - 1)))
    }

    /// `k` with `self = k other` as polynomials, if there is one.
    fn quotient(&self, other: &Self) -> Option<BigInt> {
        let (symbols, c) = other.terms.first_key_value()?;
        let k = self.terms.get(symbols)? / c;
        (self.terms == other.times(&k).terms).then_some(k)
    }
}

fn floor(a: &BigInt, d: &BigInt) -> BigInt {
    let (q, r) = (a / d, a % d);
    if r < BigInt::ZERO { q - 1 } else { q }
}

fn gcd(a: BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a, b.clone());
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < BigInt::ZERO { -a } else { a }
}

/// What an operation is called in the trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    Mac,
    Adc,
    Sbb,
    MulLow,
    Split,
    Shift,
    Plus,
    TimesBit,
    Product,
    Difference,
    ShiftWide,
    SignedPlus,
    SignedMinus,
    SignedShift,
    #[cfg(target_arch = "x86_64")]
    Product52,
}

/// One operation that ran: `results = op(amount, operands)`, all of them indices into [`Run::facts`].
#[derive(Clone, Debug)]
struct Step {
    op: Op,
    amount: u32,
    operands: Vec<usize>,
    results: Vec<usize>,
}

/// A planted bug.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    /// A result is zero: a lost carry, a forgotten term.
    Lost,
    /// A result is one more.
    OffByOne,
    /// The step shifts or splits one bit further.
    Shifted,
}

#[derive(Clone, Copy, Debug)]
struct Fault {
    step: usize,
    result: usize,
    change: Change,
}

/// One run of one kernel.
#[derive(Default)]
struct Run {
    symbols: u32,
    facts: Vec<Rc<Fact>>,
    steps: Vec<Step>,
    refusal: Option<String>,
    /// The values that selecting bits have in this run, in order of appearance, and the bits.
    script: Vec<bool>,
    decided: Vec<usize>,
    fault: Option<Fault>,
    /// What the planted bug changed, and: did the kernel use it?
    changed: Vec<usize>,
    effective: bool,
}

std::thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

fn with_run<T>(f: impl FnOnce(&mut Run) -> T) -> T {
    RUN.with_borrow_mut(f)
}

impl Run {
    fn new(script: Vec<bool>, fault: Option<Fault>) -> Self {
        // Fact 0 is zero.
        Self {
            facts: vec![Rc::default()],
            script,
            fault,
            ..Self::default()
        }
    }

    fn push(&mut self, fact: Fact) -> usize {
        self.facts.push(Rc::new(fact));
        self.facts.len() - 1
    }

    fn mark_used(&mut self, operands: &[usize]) {
        self.effective |= self.changed.iter().any(|i| operands.contains(i));
    }
}

/// Refuses the kernel unless `condition`.
pub(crate) fn require(condition: bool, why: impl FnOnce() -> String) {
    if !condition {
        with_run(|run| {
            run.refusal.get_or_insert_with(why);
        });
    }
}

/// Runs `compute` on the facts of the operands, as one step. The same step again gives the same results.
fn step<const R: usize>(
    op: Op,
    amount: u32,
    operands: &[usize],
    compute: impl FnOnce(u32, &[Rc<Fact>]) -> [Fact; R],
) -> [usize; R] {
    let same = |s: &&Step| s.op == op && s.amount == amount && s.operands == operands;
    let (facts, fault, known) = with_run(|run| {
        run.mark_used(operands);
        let known = run.steps.iter().find(same).map(|s| s.results.clone());
        let facts: Vec<Rc<Fact>> = operands.iter().map(|&i| run.facts[i].clone()).collect();
        let here = |f: &Fault| f.step == run.steps.len();
        (facts, run.fault.filter(here), known)
    });
    if let Some(results) = known {
        return core::array::from_fn(|i| results[i]);
    }
    let shifted =
        fault.is_some_and(|f| f.change == Change::Shifted) && amount > 0 && !facts[0].is_zero();
    let mut results = compute(amount + u32::from(shifted), &facts);
    let mut changed = if shifted { 0..R } else { 0..0 };
    if let Some(f) = fault.filter(|f| f.result < R) {
        let result = &mut results[f.result];
        let new = match f.change {
            Change::Lost if !result.is_zero() => Some(Fact::default()),
            Change::OffByOne => Some(result.add(&Fact::constant(1))),
            _ => None,
        };
        if let Some(new) = new {
            *result = new;
            changed = f.result..f.result + 1;
        }
    }
    with_run(|run| {
        let results = results.map(|fact| run.push(fact));
        run.changed.extend(&results[changed]);
        run.steps.push(Step {
            op,
            amount,
            operands: operands.into(),
            results: results.into(),
        });
        results
    })
}

/// The value of a selecting bit in this run; from here on that is what the bit is known to be.
fn decide(bit: usize) -> bool {
    with_run(|run| {
        let known = run.decided.iter().position(|&i| i == bit);
        let k = known.unwrap_or(run.decided.len());
        if known.is_none() {
            run.decided.push(bit);
        }
        if run.script.len() <= k {
            run.script.push(false);
        }
        let value = run.script[k];
        run.facts[bit] = Rc::new(run.facts[bit].assume(value, value));
        value
    })
}

/// Runs `proof` for all values of the bits that select, and gives its results, or the first refusal.
pub(crate) fn prove<T>(proof: impl Fn() -> T) -> Result<Vec<T>, String> {
    run_all(None, &proof).0
}

/// The results or the refusal of [`prove`] with a planted bug; did the kernel use what the bug changed; the number of results
/// of each step.
fn run_all<T>(
    fault: Option<Fault>,
    proof: &impl Fn() -> T,
) -> (Result<Vec<T>, String>, bool, Vec<usize>) {
    let (mut script, mut outcomes) = (vec![], vec![]);
    let (mut effective, mut steps) = (false, vec![]);
    loop {
        with_run(|run| *run = Run::new(script, fault));
        outcomes.push(proof());
        let run = RUN.take();
        effective |= run.effective;
        if steps.len() < run.steps.len() {
            steps = run.steps.iter().map(|s| s.results.len()).collect();
        }
        if let Some(refusal) = run.refusal {
            return (Err(refusal), effective, steps);
        }
        script = run.script;
        while script.last() == Some(&true) {
            script.pop();
        }
        match script.last_mut() {
            Some(last) => *last = true,
            None => return (Ok(outcomes), effective, steps),
        }
    }
}

/// Plants every bug in every step, one at a time, and fails unless the proof refuses each that changes something that the
/// kernel uses. Of long kernels each step gets one of its bugs, in turn. Gives the number of the refused ones.
pub(crate) fn mutants<T>(proof: impl Fn() -> T) -> usize {
    let (outcome, _, steps) = run_all(None, &proof);
    assert_eq!(outcome.err(), None);
    let long = steps.len() > 400;
    let mut refused = 0;
    for (step, results) in steps.into_iter().enumerate() {
        let bugs = (0..results)
            .flat_map(|i| [(i, Change::Lost), (i, Change::OffByOne)])
            .chain([(0, Change::Shifted)]);
        let count = 2 * results + 1;
        for (i, (result, change)) in bugs.enumerate() {
            if long && i != step % count {
                continue;
            }
            let fault = Fault {
                step,
                result,
                change,
            };
            let (outcome, effective, _) = run_all(Some(fault), &proof);
            if effective {
                assert!(outcome.is_err(), "the proof accepts {fault:?}");
                refused += 1;
            }
        }
    }
    refused
}

/// One step as facts.
pub(crate) struct Traced {
    pub(crate) amount: u32,
    pub(crate) operands: Vec<Fact>,
    pub(crate) results: Vec<Fact>,
}

/// The steps of one kind that ran, in order.
pub(crate) fn trace(op: Op) -> Vec<Traced> {
    with_run(|run| {
        let facts = |indices: &[usize]| indices.iter().map(|&i| (*run.facts[i]).clone()).collect();
        run.steps
            .iter()
            .filter(|s| s.op == op)
            .map(|s| Traced {
                amount: s.amount,
                operands: facts(&s.operands),
                results: facts(&s.results),
            })
            .collect()
    })
}

/// The bit that this run decided first.
pub(crate) fn decided() -> Fact {
    let fact = with_run(|run| run.decided.first().map(|&i| run.facts[i].clone()));
    require(fact.is_some(), || "no bit selects".into());
    Rc::unwrap_or_clone(fact.unwrap_or_default())
}

/// The fact about an intermediate result with this very polynomial; refuses if there is none.
pub(crate) fn find(wanted: &Fact, what: &str) -> Fact {
    let found = with_run(|run| run.facts.iter().find(|f| f.terms == wanted.terms).cloned());
    require(found.is_some(), || format!("not computed: {what}"));
    Rc::unwrap_or_clone(found.unwrap_or_default())
}

/// A word of `BITS` bits; as a limb, a number below `2^64`, or a signed one of 64 bits where limbs may be negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbolic<const BITS: u32>(usize);

impl<const BITS: u32> Symbolic<BITS> {
    fn new(fact: Fact) -> Self {
        Self(with_run(|run| run.push(fact)))
    }

    /// An input in `[0, high]`.
    pub(crate) fn input(high: &BigInt) -> Self {
        Self::new(unsigned::<BITS>(&Fact::symbol(BigInt::ZERO, high.clone())))
    }

    pub(crate) fn constant(x: impl Into<BigInt>) -> Self {
        Self::new(unsigned::<BITS>(&Fact::constant(x)))
    }

    /// An input or an output of the kernel.
    pub(crate) fn fact(self) -> Rc<Fact> {
        with_run(|run| {
            run.mark_used(&[self.0]);
            run.facts[self.0].clone()
        })
    }

    fn times_bit<const N: usize>(m: [Self; N], bit: Self) -> [Self; N] {
        let fact = bit.fact();
        let value = if fact.low == fact.high {
            fact.low == BigInt::from(1)
        } else {
            carry(&fact);
            decide(bit.0)
        };
        let mut operands = vec![bit.0];
        operands.extend(m.map(|m| m.0));
        step(Op::TimesBit, 0, &operands, |_, facts| {
            core::array::from_fn(|i| {
                if value {
                    (*facts[1 + i]).clone()
                } else {
                    Fact::default()
                }
            })
        })
        .map(Self)
    }
}

/// `sum words[i] 2^(bits i)`.
pub(crate) fn value<const BITS: u32>(words: &[Symbolic<BITS>], bits: u32) -> Fact {
    let facts: Vec<Rc<Fact>> = words.iter().map(|w| w.fact()).collect();
    value_of(&facts, bits)
}

/// `sum facts[i] 2^(bits i)`.
pub(crate) fn value_of(facts: &[impl AsRef<Fact>], bits: u32) -> Fact {
    (0..).zip(facts).fold(Fact::default(), |sum, (i, fact)| {
        sum.plus_in_place(fact.as_ref(), &two_to(bits * i))
    })
}

impl AsRef<Fact> for Fact {
    fn as_ref(&self) -> &Fact {
        self
    }
}

/// Refuses a number that `BITS` bits do not hold.
fn unsigned<const BITS: u32>(fact: &Fact) -> Fact {
    require(fact.low >= BigInt::ZERO && fact.high < two_to(BITS), || {
        format!("{} to {} in {BITS} bits", fact.low, fact.high)
    });
    fact.clone()
}

/// Refuses a number that 64 bits in two's complement do not hold.
fn signed(fact: &Fact) -> Fact {
    require(fact.low >= -two_to(63) && fact.high < two_to(63), || {
        format!("{} to {} in 64 signed bits", fact.low, fact.high)
    });
    fact.clone()
}

/// Refuses a carry that is not 0 or 1.
fn carry(fact: &Fact) -> &Fact {
    require(fact.low >= BigInt::ZERO && fact.high <= 1.into(), || {
        format!("{} to {} as a carry", fact.low, fact.high)
    });
    fact
}

impl<const BITS: u32> Word for Symbolic<BITS> {
    const BITS: u32 = BITS;
    const ZERO: Self = Self(0);
    fn small(x: u8) -> Self {
        Self::constant(x)
    }
    fn mac(a: Self, b: Self, c: Self, d: Self) -> (Self, Self) {
        let [low, high] = step(Op::Mac, 0, &[a.0, b.0, c.0, d.0], |_, f| {
            let (high, low) = f[1].product(&f[2]).add(&f[0]).add(&f[3]).split(BITS);
            [low, unsigned::<BITS>(&high)]
        });
        (Self(low), Self(high))
    }
    fn adc(a: Self, b: Self, c: Self) -> (Self, Self) {
        let [low, high] = step(Op::Adc, 0, &[a.0, b.0, c.0], |_, f| {
            let (high, low) = f[0].add(&f[1]).add(carry(&f[2])).split(BITS);
            [low, high]
        });
        (Self(low), Self(high))
    }
    fn sbb(a: Self, b: Self, c: Self) -> (Self, Self) {
        let [low, borrow] = step(Op::Sbb, 0, &[a.0, b.0, c.0], |_, f| {
            let (high, low) = f[0].sub(&f[1]).sub(carry(&f[2])).split(BITS);
            [low, high.times(&(-1).into())]
        });
        (Self(low), Self(borrow))
    }
    fn mul_low(a: Self, b: Self) -> Self {
        let [low] = step(Op::MulLow, 0, &[a.0, b.0], |_, f| {
            [f[0].product(&f[1]).split(BITS).1]
        });
        Self(low)
    }
    fn split(self, n: u32) -> (Self, Self) {
        let [high, low] = step(Op::Split, n, &[self.0], |n, f| {
            let (high, low) = f[0].split(n);
            [high, low]
        });
        (Self(high), Self(low))
    }
    fn shl(self, n: u32) -> Self {
        let [r] = step(Op::Shift, n, &[self.0], |n, f| {
            [unsigned::<BITS>(&f[0].times(&two_to(n)))]
        });
        Self(r)
    }
    fn plus(a: Self, b: Self) -> Self {
        let [r] = step(Op::Plus, 0, &[a.0, b.0], |_, f| {
            [unsigned::<BITS>(&f[0].add(&f[1]))]
        });
        Self(r)
    }
    fn quotient<const N: usize>(
        mut r: [Self; N],
        t: &[Self; N],
        q: Self,
        m: &[Self; N],
    ) -> [Self; N] {
        let sum = value(t, BITS).add(&q.fact().product(&value(m, BITS)));
        let quotient = value(&r, BITS).equals(&sum.over(&two_to(BITS)), "the quotient");
        // So the highest word is what the others leave of it.
        let exact = sum
            .over(&two_to(BITS))
            .within(&quotient.low, &quotient.high);
        let rest = exact.sub(&value(&r[..N - 1], BITS));
        let top = r[N - 1].fact();
        r[N - 1] = Self::new(
            rest.over(&two_to(BITS * (N as u32 - 1)))
                .within(&top.low, &top.high),
        );
        r
    }
    fn times_bit<const N: usize>(m: [Self; N], bit: Self) -> [Self; N] {
        Self::times_bit(m, bit)
    }
}

type Wide = Symbolic<128>;

impl Limb for Symbolic<64> {
    type Wide = Wide;
    fn constant(x: u64) -> Self {
        Self::constant(x)
    }
    fn mul(a: Self, b: Self) -> Wide {
        let [r] = step(Op::Product, 0, &[a.0, b.0], |_, f| {
            let product = unsigned::<64>(&f[0]).product(&unsigned::<64>(&f[1]));
            [unsigned::<128>(&product)]
        });
        Symbolic(r)
    }
    fn sum(a: Wide, b: Wide) -> Wide {
        Word::plus(a, b)
    }
    fn difference(a: Wide, b: Self) -> Wide {
        let [r] = step(Op::Difference, 0, &[a.0, b.0], |_, f| {
            // Of a multiple of b: interval arithmetic alone would not see that it is not negative.
            let difference = match f[0].quotient(&f[1]) {
                Some(k) => f[1].times(&(k - 1)),
                None => f[0].sub(&f[1]),
            };
            [unsigned::<128>(&difference)]
        });
        Symbolic(r)
    }
    fn split(a: Wide, n: u32) -> (Wide, Self) {
        let (high, low) = Word::split(a, n);
        (high, Self(low.0))
    }
    fn shl(a: Self, n: u32) -> Wide {
        let [r] = step(Op::ShiftWide, n, &[a.0], |n, f| {
            [unsigned::<128>(&unsigned::<64>(&f[0]).times(&two_to(n)))]
        });
        Symbolic(r)
    }
    fn twice(a: Self) -> Self {
        Word::shl(a, 1)
    }
    fn narrow(a: Wide) -> Self {
        unsigned::<64>(&a.fact());
        Self(a.0)
    }
    fn plus(a: Self, b: Self) -> Self {
        let [r] = step(Op::SignedPlus, 0, &[a.0, b.0], |_, f| {
            [signed(&f[0].add(&f[1]))]
        });
        Self(r)
    }
    fn minus(a: Self, b: Self) -> Self {
        let [r] = step(Op::SignedMinus, 0, &[a.0, b.0], |_, f| {
            [signed(&f[0].sub(&f[1]))]
        });
        Self(r)
    }
    fn split_at(a: Self, n: u32) -> (Self, Self) {
        signed(&a.fact());
        Word::split(a, n)
    }
    fn times_power(a: Self, n: u32) -> Self {
        let [r] = step(Op::SignedShift, n, &[a.0], |n, f| {
            [signed(&f[0].times(&two_to(n)))]
        });
        Self(r)
    }
    fn times_bit<const N: usize>(p: [u64; N], bit: Self) -> [Self; N] {
        Self::times_bit(p.map(Self::constant), bit)
    }
}

/// A lane of a vector.
#[cfg(target_arch = "x86_64")]
mod lane {
    use super::*;
    use crate::lanes::Lanes;
    use core::ops::{Add, Sub};

    impl Add for Symbolic<64> {
        type Output = Self;
        fn add(self, b: Self) -> Self {
            Limb::plus(self, b)
        }
    }

    impl Sub for Symbolic<64> {
        type Output = Self;
        fn sub(self, b: Self) -> Self {
            Limb::minus(self, b)
        }
    }

    impl Symbolic<64> {
        /// An input from `-high` to `high`.
        pub(crate) fn signed_input(high: &BigInt) -> Self {
            Self::new(signed(&Fact::symbol(-high, high.clone())))
        }

        /// The low `n` bits.
        fn lowest(self, n: u32) -> Self {
            let fact = self.fact();
            if fact.low >= BigInt::ZERO && fact.high < two_to(n) {
                self
            } else {
                Word::split(self, n).1
            }
        }

        /// `n`, for the constant `2^n`.
        fn exponent(self) -> Option<u32> {
            let fact = self.fact();
            let n = fact.low.trailing_zeros()?;
            (fact.low == fact.high && fact.low.bits() == n + 1).then_some(n as u32)
        }

        /// The product of the low 52 bits of each as [low, high], both of 52 bits.
        fn product_52(self, b: Self) -> [Self; 2] {
            step(
                Op::Product52,
                0,
                &[self.lowest(52).0, b.lowest(52).0],
                |_, f| {
                    unsigned::<52>(&f[0]);
                    unsigned::<52>(&f[1]);
                    let (high, low) = f[0].product(&f[1]).split(52);
                    [low, high]
                },
            )
            .map(Self)
        }
    }

    /// One lane.
    impl Lanes for Symbolic<64> {
        type Token = ();
        type Mask = bool;
        fn token(self) {}
        fn splat((): (), x: u64) -> Self {
            // One word for each constant, so that the same product is the same step.
            let fact = Fact::constant(x);
            let known = with_run(|run| {
                let mut facts = run.facts.iter().enumerate();
                facts
                    .find(|(i, f)| f.terms == fact.terms && !run.changed.contains(i))
                    .map(|(i, _)| i)
            });
            known.map_or_else(|| Self::constant(x), Self)
        }
        fn shl<const N: u32>(self) -> Self {
            Limb::times_power(self, N)
        }
        fn shr<const N: u32>(self) -> Self {
            unsigned::<64>(&self.fact());
            Word::split(self, N).0
        }
        fn sar<const N: u32>(self) -> Self {
            Word::split(self, N).0
        }
        fn low_bits<const N: u32>(self) -> Self {
            Word::split(self, N).1
        }
        fn low_bits_shl<const N: u32, const S: u32>(self) -> Self {
            Limb::times_power(Word::split(self, N).1, S)
        }
        // A product by 2^n is a split, the same one as of a shift by 52 - n.
        fn madd_low(self, a: Self, b: Self) -> Self {
            self + match b.exponent() {
                Some(n) => Limb::times_power(a.lowest(52 - n), n),
                None => a.product_52(b)[0],
            }
        }
        fn madd_high(self, a: Self, b: Self) -> Self {
            self + match b.exponent() {
                Some(n) => Word::split(a.lowest(52), 52 - n).0,
                None => a.product_52(b)[1],
            }
        }
        fn times_bit(self, x: u64) -> Self {
            let [r] = Self::times_bit([Lanes::splat((), x)], self);
            r
        }
        fn everywhere((): (), mask: u64) -> bool {
            mask != 0
        }
        fn select(self, mask: bool, other: Self) -> Self {
            if mask { other } else { self }
        }
    }
}
