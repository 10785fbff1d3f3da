//! Vectors that carry bounds: the result of a formula that runs at them tells whether it keeps within what the kernels are
//! proved for.
//!
//! A lane holds a limb of a sum of *values*: of results of products and folds, each with its bounds, with small factors.
//! Products, folds and carries are single steps here, as `tests` proves each of them for all inputs within their bounds.
//! A lane that breaks a bound is spoilt, with everything that is made from it. That is no harm in a lane that nobody looks at.

use super::{InLanes, Lanes, Limbs, Radix52};
use crate::testing::modulus;
use num_bigint::BigInt;
use std::{cell::RefCell, collections::BTreeMap, format, string::String, vec::Vec};

/// What the proofs find for a prime.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    /// A product is at most this, from what is multiplied, and `p`.
    pub(crate) product: fn(BigInt, BigInt) -> BigInt,
    /// Its limbs are below this times `2^52`, in absolute value; those of a sum of two products, below twice as much.
    pub(crate) product_limb: u64,
    /// Limbs of what is folded are below two to this, in absolute value.
    pub(crate) fold_limb: u32,
    /// What is folded is below this, from `p`.
    pub(crate) folded: fn(BigInt) -> BigInt,
}

/// The steps that are proved once.
#[derive(Clone, Debug)]
pub enum Step<P: InLanes, V: Lanes> {
    /// `sum of products / RHO + c`.
    Product(Vec<[P::Limbs<V>; 2]>, P::Limbs<V>),
    /// [`super::Sum::carry`].
    Carry(P::Limbs<V>),
    /// [`super::Sum::fold`].
    Fold(P::Limbs<V>),
    /// [`super::Factor::masked`].
    Mask(P::Limbs<V>),
    /// [`super::Factor::reduced`].
    Reduce(P::Limbs<V>),
    /// [`super::Factor::halve`].
    Halve(P::Limbs<V>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// A signed limb that counts completely.
    Sum,
    /// A limb of a factor; its high bits are arbitrary.
    Factor,
    /// A limb of a factor without high bits.
    Masked,
}

/// One lane.
#[derive(Clone, Debug)]
struct Cell {
    /// Factors of the values in it.
    values: BTreeMap<usize, i64>,
    /// Bounds of the rest: constants, inputs.
    low: BigInt,
    high: BigInt,
    form: Form,
}

/// Bounds of an element, and what its limbs are at most in absolute value.
#[derive(Clone, Debug)]
struct Bounds {
    low: BigInt,
    high: BigInt,
    limb: BigInt,
}

#[derive(Default)]
struct Arena {
    cells: Vec<Result<Cell, String>>,
    values: Vec<Bounds>,
}

std::thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
}

pub(crate) fn two_to(n: u32) -> BigInt {
    BigInt::from(1) << n
}

/// `p`.
pub(crate) fn prime<P: Radix52>() -> BigInt {
    modulus::<P>().into()
}

/// `N` lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Model<const N: usize>([usize; N]);

fn push(cell: Result<Cell, String>) -> usize {
    ARENA.with_borrow_mut(|arena| {
        arena.cells.push(cell);
        arena.cells.len() - 1
    })
}

fn cell(i: usize) -> Result<Cell, String> {
    ARENA.with_borrow(|arena| arena.cells[i].clone())
}

fn constant(low: impl Into<BigInt>, high: impl Into<BigInt>) -> usize {
    push(Ok(Cell {
        values: BTreeMap::new(),
        low: low.into(),
        high: high.into(),
        form: Form::Sum,
    }))
}

/// A limb of a new value.
fn new_value(bounds: Bounds, form: Form) -> Cell {
    let value = ARENA.with_borrow_mut(|arena| {
        arena.values.push(bounds);
        arena.values.len() - 1
    });
    Cell {
        values: [(value, 1)].into(),
        low: BigInt::ZERO,
        high: BigInt::ZERO,
        form,
    }
}

fn require(condition: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(why()) }
}

/// `low` and `high` times `factor`, in order.
fn scaled(low: &BigInt, high: &BigInt, factor: i64) -> [BigInt; 2] {
    let (a, b) = (low * factor, high * factor);
    if factor < 0 { [b, a] } else { [a, b] }
}

/// The element in one lane of limbs.
fn element(limbs: &[usize]) -> Result<(Bounds, Form), String> {
    let cells = limbs.iter().map(|i| cell(*i));
    let cells = cells.collect::<Result<Vec<_>, _>>()?;
    let mut sum = Bounds {
        low: BigInt::ZERO,
        high: BigInt::ZERO,
        limb: BigInt::ZERO,
    };
    for (i, c) in (0..).zip(&cells) {
        assert_eq!(c.values, cells[0].values, "limbs of different elements");
        assert_eq!(c.form, cells[0].form, "limbs of different forms");
        sum.low += &c.low << (52 * i);
        sum.high += &c.high << (52 * i);
        sum.limb = sum.limb.max(-&c.low).max(c.high.clone());
    }
    ARENA.with_borrow(|arena| {
        for (&value, &factor) in &cells[0].values {
            let bounds = &arena.values[value];
            let [low, high] = scaled(&bounds.low, &bounds.high, factor);
            sum.low += low;
            sum.high += high;
            sum.limb += &bounds.limb * factor.abs();
        }
    });
    Ok((sum, cells[0].form))
}

/// The upper bound of a factor.
fn factor<P: Radix52>(limbs: &[usize]) -> Result<BigInt, String> {
    let (bounds, form) = element(limbs)?;
    // Constants are factors as they are.
    let constant = cell(limbs[0])?.values.is_empty() && bounds.limb < two_to(52);
    require(form != Form::Sum || constant, || "a sum as a factor".into())?;
    require(bounds.high < two_to(P::ROOM), || "a large factor".into())?;
    Ok(bounds.high)
}

/// The element in one lane, which counts completely, with limbs up to this.
fn sum(limbs: &[usize], limb: &BigInt) -> Result<Bounds, String> {
    let (bounds, form) = element(limbs)?;
    require(form != Form::Factor, || "a factor as a sum".into())?;
    require(bounds.limb <= *limb, || {
        format!("a limb up to {} 2^52", &bounds.limb >> 52)
    })?;
    Ok(bounds)
}

fn product<P: Radix52>(factors: &[[Vec<usize>; 2]]) -> Result<Cell, String> {
    let mut high = BigInt::ZERO;
    for [x, y] in factors {
        high += factor::<P>(x)? * factor::<P>(y)?;
    }
    Ok(new_value(
        Bounds {
            low: BigInt::ZERO,
            high: (P::BOUNDS.product)(high, prime::<P>()),
            limb: product_limb::<P>(factors.len() as u64),
        },
        Form::Sum,
    ))
}

/// What limbs of sums of products are below.
pub(crate) fn product_limb<P: Radix52>(products: u64) -> BigInt {
    BigInt::from(P::BOUNDS.product_limb * products) << 52
}

fn fold<P: Radix52>(limbs: &[usize]) -> Result<Cell, String> {
    let bounds = sum(limbs, &two_to(P::BOUNDS.fold_limb))?;
    let limit = prime::<P>() << 11;
    require(-&limit < bounds.low && bounds.high < limit, || {
        format!("a fold of {bounds:?}")
    })?;
    Ok(new_value(
        Bounds {
            low: 1.into(),
            high: (P::BOUNDS.folded)(prime::<P>()),
            limb: bounds.limb + two_to(56),
        },
        Form::Sum,
    ))
}

fn carry<P: Radix52>(limbs: &[usize]) -> Result<Cell, String> {
    let bounds = sum(limbs, &(two_to(62) + two_to(61)))?;
    require(
        bounds.low >= BigInt::ZERO && bounds.high < two_to(P::ROOM),
        || format!("a factor from {} to {}", bounds.low, bounds.high),
    )?;
    Ok(new_value(
        Bounds {
            limb: two_to(63),
            ..bounds
        },
        Form::Factor,
    ))
}

fn halve<P: Radix52>(limbs: &[usize]) -> Result<Cell, String> {
    let (bounds, form) = element(limbs)?;
    require(form == Form::Masked, || "half of what is not masked".into())?;
    let high: BigInt = (bounds.high + prime::<P>()) >> 1;
    Ok(new_value(
        Bounds {
            low: BigInt::ZERO,
            high,
            limb: two_to(53),
        },
        Form::Sum,
    ))
}

fn mask<P: Radix52>(limbs: &[usize]) -> Result<Cell, String> {
    let high = factor::<P>(limbs)?;
    Ok(masked(high))
}

fn reduce<P: Radix52>(limbs: &[usize]) -> Result<Cell, String> {
    let (bounds, form) = element(limbs)?;
    require(form == Form::Masked, || "reduced without a mask".into())?;
    require(bounds.high < prime::<P>() << 1, || "2 p to reduce".into())?;
    Ok(masked(prime::<P>() - 1))
}

fn masked(high: BigInt) -> Cell {
    let (low, limb) = (BigInt::ZERO, two_to(52));
    new_value(Bounds { low, high, limb }, Form::Masked)
}

impl<const N: usize> Model<N> {
    /// An element in `[0, high]` in each lane, with limbs as sums of so many products.
    pub(crate) fn sums<P: Radix52>(high: [BigInt; N], products: [u64; N]) -> P::Limbs<Self> {
        let lanes = core::array::from_fn(|i| {
            let (low, high) = (BigInt::ZERO, high[i].clone());
            let limb = product_limb::<P>(products[i]);
            push(Ok(new_value(Bounds { low, high, limb }, Form::Sum)))
        });
        P::Limbs::filled(Self(lanes))
    }

    /// The same, as a factor.
    pub(crate) fn factors<P: Radix52>(high: [BigInt; N]) -> P::Limbs<Self> {
        P::Limbs::filled(Self(high.map(|high| push(Ok(masked(high))))))
    }

    /// The limbs in one lane.
    fn lane<P: Radix52>(limbs: &P::Limbs<Self>, lane: usize) -> Vec<usize> {
        (0..P::LIMBS).map(|i| limbs[i].0[lane]).collect()
    }

    /// The upper bound of the element in a lane, not negative, a factor or a sum with limbs as sums of so many products; or what
    /// bound it breaks.
    pub(crate) fn bound<P: Radix52>(
        limbs: &P::Limbs<Self>,
        lane: usize,
        products: u64,
    ) -> Result<BigInt, String> {
        let limbs = Self::lane::<P>(limbs, lane);
        let (bounds, form) = element(&limbs)?;
        require(bounds.low >= BigInt::ZERO, || "may be negative".into())?;
        if form == Form::Sum {
            sum(&limbs, &product_limb::<P>(products))?;
        }
        Ok(bounds.high)
    }

    fn lanewise<P: Radix52>(
        limbs: P::Limbs<Self>,
        f: fn(&[usize]) -> Result<Cell, String>,
    ) -> P::Limbs<Self> {
        let lanes = core::array::from_fn(|lane| push(f(&Self::lane::<P>(&limbs, lane))));
        P::Limbs::filled(Self(lanes))
    }

    fn combine(self, b: Self, sign: i64) -> Self {
        let one = |a: usize, b: usize| -> Result<Cell, String> {
            let (a, b) = (cell(a)?, cell(b)?);
            require(a.form != Form::Factor && b.form != Form::Factor, || {
                "a factor as a sum".into()
            })?;
            let mut values = a.values;
            for (value, factor) in b.values {
                *values.entry(value).or_default() += sign * factor;
            }
            values.retain(|_, factor| *factor != 0);
            let [low, high] = scaled(&b.low, &b.high, sign);
            Ok(Cell {
                values,
                low: a.low + low,
                high: a.high + high,
                form: Form::Sum,
            })
        };
        Self(core::array::from_fn(|i| push(one(self.0[i], b.0[i]))))
    }

    /// Lane `i` is lane `from[i]`.
    pub(crate) fn moved(self, from: [usize; N]) -> Self {
        Self(from.map(|i| self.0[i]))
    }

    /// Lanes with any contents from 0.
    pub(crate) fn up_to(lanes: [u64; N]) -> Self {
        Self(lanes.map(|x| constant(0, x)))
    }
}

impl<const N: usize> core::ops::Add for Model<N> {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        self.combine(b, 1)
    }
}

impl<const N: usize> core::ops::Sub for Model<N> {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self.combine(b, -1)
    }
}

macro_rules! not_here {
    ($($name:ident<$(const $n:ident),*>($($arg:ident),*);)*) => {$(
        fn $name<$(const $n: u32),*>(self, $($arg: Self),*) -> Self {
            panic!("a step inside of a kernel")
        }
    )*};
}

impl<const N: usize> Lanes for Model<N> {
    type Token = ();
    type Mask = [bool; N];
    not_here! {
        shl<const S>();
        shr<const S>();
        sar<const S>();
        low_bits<const B>();
        low_bits_shl<const B, const S>();
        madd_low<>(_a, _b);
        madd_high<>(_a, _b);
    }
    fn token(self) {}
    fn splat((): (), x: u64) -> Self {
        Self([constant(x, x); N])
    }
    fn everywhere((): (), mask: u64) -> [bool; N] {
        [mask != 0; N]
    }
    fn select(self, mask: [bool; N], other: Self) -> Self {
        Self(core::array::from_fn(|i| {
            if mask[i] { other.0[i] } else { self.0[i] }
        }))
    }
    const MODEL: bool = true;
    fn proved<P: Radix52>(step: Step<P, Self>) -> P::Limbs<Self> {
        match step {
            Step::Carry(limbs) => Self::lanewise::<P>(limbs, carry::<P>),
            Step::Fold(limbs) => Self::lanewise::<P>(limbs, fold::<P>),
            Step::Mask(limbs) => Self::lanewise::<P>(limbs, mask::<P>),
            Step::Reduce(limbs) => Self::lanewise::<P>(limbs, reduce::<P>),
            Step::Halve(limbs) => Self::lanewise::<P>(limbs, halve::<P>),
            Step::Product(factors, mut c) => {
                let lanes = core::array::from_fn(|lane| {
                    let factors: Vec<_> = factors
                        .iter()
                        .map(|f| f.each_ref().map(|x| Self::lane::<P>(x, lane)))
                        .collect();
                    let c = sum(&Self::lane::<P>(&c, lane), &two_to(60));
                    push(c.and_then(|_| product::<P>(&factors)))
                });
                for i in 0..P::LIMBS {
                    c[i] = c[i] + Self(lanes);
                }
                c
            }
        }
    }
}
