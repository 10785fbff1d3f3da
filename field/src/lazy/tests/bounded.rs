//! Elements that are nothing but bounds, for the prime of `super::setup`.

use super::setup::{Base, Bounds, FACTORS_ARE_WIDE, factor, reduced, tight};
use crate::{Element, Fe, Layout};
use core::ops::{Add, Mul, Neg, Sub};
use std::{cell::RefCell, collections::HashMap, string::String, vec::Vec};

/// An element of which only bounds are known. Operations give the bounds that the kernels' own proofs give, and remember the
/// first one that was not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bounded(usize);

#[derive(Default)]
struct Run {
    /// What the handles stand for.
    bounds: Vec<Bounds>,
    /// What operations gave.
    known: HashMap<(&'static str, Bounded, Bounded), Result<Bounded, String>>,
    refusal: Option<String>,
}

std::thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

impl Bounded {
    pub(super) fn new(bounds: Bounds) -> Self {
        RUN.with_borrow_mut(|run| {
            let known = run.bounds.iter().position(|b| *b == bounds);
            Self(known.unwrap_or_else(|| {
                run.bounds.push(bounds);
                run.bounds.len() - 1
            }))
        })
    }
    pub(super) fn bounds(self) -> Bounds {
        RUN.with_borrow(|run| run.bounds[self.0].clone())
    }
    pub(super) fn tight() -> Self {
        Self::new(tight())
    }
    pub(super) fn factor() -> Self {
        Self::new(factor())
    }
    /// The result of an operation on two elements, or on one twice.
    pub(super) fn result(
        op: &'static str,
        [a, b]: [Self; 2],
        f: impl FnOnce(&Bounds, &Bounds) -> Result<Bounds, String>,
    ) -> Self {
        let known = RUN.with_borrow(|run| run.known.get(&(op, a, b)).cloned());
        let result = known.unwrap_or_else(|| {
            let result = f(&a.bounds(), &b.bounds()).map(Self::new);
            RUN.with_borrow_mut(|run| run.known.insert((op, a, b), result.clone()));
            result
        });
        result.unwrap_or_else(|why| {
            refuse(op, why);
            Self::tight()
        })
    }
}

impl Add for Bounded {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self::result("+", [self, b], Bounds::add)
    }
}
impl Sub for Bounded {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self::result("-", [self, b], Bounds::sub)
    }
}
impl Mul for Bounded {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        Self::result("*", [self, b], Bounds::mul)
    }
}
impl Neg for Bounded {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(Bounds::zero()) - self
    }
}
impl Element for Bounded {
    fn square(self) -> Self {
        Self::result("square", [self; 2], |a, _| a.square())
    }
    fn halve(self) -> Self {
        Self::result("halve", [self; 2], |a, _| a.halve())
    }
    fn reduce(self) -> Self {
        Self::result("reduce", [self; 2], |a, _| a.reduce())
    }
    fn select(a: Self, b: Self, _: u64) -> Self {
        Self::new(a.bounds().or(b.bounds()))
    }
}

/// [`LazyLayout`] at bounds; every element is zero, or none.
#[derive(Clone, Copy)]
pub(super) struct BoundedLayout {
    pub(super) zero: bool,
}

impl Layout<Base> for BoundedLayout {
    type Element = Bounded;
    fn load(self, x: &Fe<Base>) -> Bounded {
        if FACTORS_ARE_WIDE {
            // Times 1, which is below p.
            return <Self as Layout<Base>>::load_factor(self, x) * Bounded::new(reduced());
        }
        Bounded::new(reduced())
    }
    fn load_factor(self, _: &Fe<Base>) -> Bounded {
        Bounded::factor()
    }
    fn store(self, x: Bounded) -> Fe<Base> {
        // Unsaturated::store, of P-256: a product with 2^256 mod p, and of that the bits from 2^256 on; of P-521: reduced.
        let stored = if FACTORS_ARE_WIDE {
            x * Bounded::new(reduced())
        } else {
            x.reduce()
        };
        require(stored.bounds().within(&tight()), "store");
        Fe::ONE
    }
    fn is_zero(self, x: Bounded) -> u64 {
        require(x.reduce().bounds().within(&tight()), "is_zero");
        if self.zero { u64::MAX } else { 0 }
    }
}

pub(super) fn refuse(what: &str, why: String) {
    RUN.with_borrow_mut(|run| {
        run.refusal.get_or_insert(std::format!("{what}: {why}"));
    });
}

pub(super) fn require(condition: bool, what: &str) {
    if !condition {
        refuse(what, "too large".into());
    }
}

/// What was refused in a computation.
pub(super) fn refusal(f: impl FnOnce()) -> Option<String> {
    f();
    RUN.with_borrow_mut(|run| run.refusal.take())
}
