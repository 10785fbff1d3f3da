//! Vectors that carry bounds: the result of a formula that runs at them tells whether it keeps within what the kernels are
//! proved for.
//!
//! A lane holds a limb of a sum of *values*: of results of products and folds, each with its bounds, with small factors.
//! Products, folds and carries are single steps here, as `tests` proves each of them for all inputs within their bounds.
//! A lane that breaks a bound is spoilt, with everything that is made from it. That is no harm in a lane that nobody looks at.

use super::{Lanes, P};
use num_bigint::BigInt;
use std::{cell::RefCell, collections::BTreeMap, format, string::String, vec::Vec};

/// The steps that are proved once.
#[derive(Clone, Debug)]
pub(crate) enum Step<V> {
    /// `sum of products / R + c`.
    Product(Vec<[[V; 5]; 2]>, [V; 5]),
    Carry([V; 5]),
    Fold([V; 5]),
    Mask([V; 5]),
    Halve([V; 5]),
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

fn two_to(n: u32) -> BigInt {
    BigInt::from(1) << n
}

/// `p`.
pub(crate) fn prime() -> BigInt {
    (0..).zip(P).map(|(i, l)| BigInt::from(l) << (52 * i)).sum()
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

/// The element in one lane of five limbs.
fn element(limbs: [usize; 5]) -> Result<(Bounds, Form), String> {
    let [c0, c1, c2, c3, c4] = limbs.map(cell);
    let cells = [c0?, c1?, c2?, c3?, c4?];
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
fn factor(limbs: [usize; 5]) -> Result<BigInt, String> {
    let (bounds, form) = element(limbs)?;
    // Constants are factors as they are.
    let constant = cell(limbs[0])?.values.is_empty() && bounds.limb < two_to(52);
    require(form != Form::Sum || constant, || "a sum as a factor".into())?;
    Ok(bounds.high)
}

/// The element in one lane, which counts completely, with limbs below `2^limb`.
fn sum(limbs: [usize; 5], limb: u32) -> Result<Bounds, String> {
    let (bounds, form) = element(limbs)?;
    require(form != Form::Factor, || "a factor as a sum".into())?;
    require(bounds.limb < two_to(limb), || {
        format!("a limb of {} bits", bounds.limb.bits())
    })?;
    Ok(bounds)
}

fn product(factors: &[[[usize; 5]; 2]]) -> Result<Cell, String> {
    let mut high = BigInt::ZERO;
    for &[x, y] in factors {
        high += factor(x)? * factor(y)?;
    }
    // Zero times anything is zero, with the quotient zero.
    if high != BigInt::ZERO {
        high = (high >> 260) + prime() + two_to(212);
    }
    Ok(new_value(
        Bounds {
            low: BigInt::ZERO,
            high,
            limb: two_to(57),
        },
        Form::Sum,
    ))
}

fn fold(limbs: [usize; 5]) -> Result<Cell, String> {
    let bounds = sum(limbs, 61)?;
    let limit = prime() << 11;
    require(-&limit < bounds.low && bounds.high < limit, || {
        format!("a fold of {bounds:?}")
    })?;
    let high = two_to(256) + two_to(238);
    Ok(new_value(
        Bounds {
            low: 1.into(),
            high,
            limb: bounds.limb + two_to(56),
        },
        Form::Sum,
    ))
}

fn carry(limbs: [usize; 5]) -> Result<Cell, String> {
    let bounds = sum(limbs, 62)?;
    require(
        bounds.low >= BigInt::ZERO && bounds.high < two_to(260),
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

fn halve(limbs: [usize; 5]) -> Result<Cell, String> {
    let (bounds, form) = element(limbs)?;
    require(form == Form::Masked, || "half of what is not masked".into())?;
    let high: BigInt = (bounds.high + prime()) >> 1;
    Ok(new_value(
        Bounds {
            low: BigInt::ZERO,
            high,
            limb: two_to(53),
        },
        Form::Sum,
    ))
}

fn mask(limbs: [usize; 5]) -> Result<Cell, String> {
    let high = factor(limbs)?;
    Ok(new_value(
        Bounds {
            low: BigInt::ZERO,
            high,
            limb: two_to(52),
        },
        Form::Masked,
    ))
}

impl<const N: usize> Model<N> {
    /// An element in `[0, high]` in each lane, with limbs up to `limb` times `2^56`: a product's are 2 of these, and a fold adds one to
    /// those of the sum that it takes.
    pub(crate) fn sums(high: [BigInt; N], limb: [u32; N]) -> [Self; 5] {
        let lanes = core::array::from_fn(|lane| {
            let (low, high) = (BigInt::ZERO, high[lane].clone());
            push(Ok(new_value(
                Bounds {
                    low,
                    high,
                    limb: two_to(56) * limb[lane],
                },
                Form::Sum,
            )))
        });
        [Self(lanes); 5]
    }

    /// The same, as a factor.
    pub(crate) fn factors(high: [BigInt; N]) -> [Self; 5] {
        let lanes = high.map(|high| {
            let low = BigInt::ZERO;
            push(Ok(new_value(
                Bounds {
                    low,
                    high,
                    limb: two_to(52),
                },
                Form::Masked,
            )))
        });
        [Self(lanes); 5]
    }

    /// The upper bound of the element in a lane, a factor or a sum with limbs up to `limb` times `2^56`, not negative; or what bound
    /// it breaks.
    pub(crate) fn bound(limbs: &[Self; 5], lane: usize, limb: u32) -> Result<BigInt, String> {
        let (bounds, form) = element(limbs.map(|v| v.0[lane]))?;
        require(bounds.low >= BigInt::ZERO, || "may be negative".into())?;
        // Of a factor only the low 52 bits of each limb are read.
        require(
            form == Form::Factor || bounds.limb <= two_to(56) * limb,
            || format!("a limb of {} bits", bounds.limb.bits()),
        )?;
        Ok(bounds.high)
    }

    fn lanewise(limbs: [Self; 5], f: fn([usize; 5]) -> Result<Cell, String>) -> [Self; 5] {
        let lanes = core::array::from_fn(|lane| push(f(limbs.map(|v| v.0[lane]))));
        [Self(lanes); 5]
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
    fn add_in(self, mask: [bool; N], a: Self, b: Self) -> Self {
        self.select(mask, a + b)
    }
    fn proved(step: Step<Self>) -> Option<[Self; 5]> {
        Some(match step {
            Step::Carry(limbs) => Self::lanewise(limbs, carry),
            Step::Fold(limbs) => Self::lanewise(limbs, fold),
            Step::Mask(limbs) => Self::lanewise(limbs, mask),
            Step::Halve(limbs) => Self::lanewise(limbs, halve),
            Step::Product(factors, c) => {
                let lanes = core::array::from_fn(|lane| {
                    let factors: Vec<_> = factors
                        .iter()
                        .map(|f| f.map(|x| x.map(|v| v.0[lane])))
                        .collect();
                    push(sum(c.map(|v| v.0[lane]), 60).and_then(|_| product(&factors)))
                });
                c.map(|c| c + Self(lanes))
            }
        })
    }
}
