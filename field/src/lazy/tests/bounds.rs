//! Every formula and every schedule at elements that are nothing but bounds, for the prime of `super::setup`.

use super::setup::{
    Base, Bounds, COMPLETE, Curve, FACTORS_ARE_WIDE, WINDOWS, factor, reduced, tight,
};
use crate::{
    Element, Fe, Layout, Prime,
    prime::Words,
    testing::Rng,
    weierstrass::{
        Affine, Jacobian, ProjectivePoint, Weierstrass, Xyzz, complete,
        schedule::{self, BaseTable},
    },
};
use core::ops::{Add, Mul, Neg, Sub};
use std::{cell::RefCell, collections::HashMap, string::String, vec::Vec};

type Order = <Curve as Weierstrass>::Order;

/// An element of which only bounds are known. Operations give the bounds that the kernels' own proofs give, and remember the
/// first one that was not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bounded(usize);

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
    fn new(bounds: Bounds) -> Self {
        RUN.with_borrow_mut(|run| {
            let known = run.bounds.iter().position(|b| *b == bounds);
            Self(known.unwrap_or_else(|| {
                run.bounds.push(bounds);
                run.bounds.len() - 1
            }))
        })
    }
    fn bounds(self) -> Bounds {
        RUN.with_borrow(|run| run.bounds[self.0].clone())
    }
    fn tight() -> Self {
        Self::new(tight())
    }
    fn factor() -> Self {
        Self::new(factor())
    }
    /// The result of an operation on two elements, or on one twice.
    fn result(
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
struct BoundedLayout {
    zero: bool,
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

fn refuse(what: &str, why: String) {
    RUN.with_borrow_mut(|run| {
        run.refusal.get_or_insert(std::format!("{what}: {why}"));
    });
}

fn require(condition: bool, what: &str) {
    if !condition {
        refuse(what, "too large".into());
    }
}

/// What was refused in a computation.
fn refusal(f: impl FnOnce()) -> Option<String> {
    f();
    RUN.with_borrow_mut(|run| run.refusal.take())
}

/// The invariant of points between operations: X and Z are products or reduced, Y is a product less a product.
fn invariant() -> Jacobian<Bounded> {
    let tight = Bounded::tight();
    Jacobian {
        X: tight,
        Y: tight - Bounded::tight(),
        Z: tight,
    }
}

fn keeps_the_invariant(p: Jacobian<Bounded>) {
    let most = invariant();
    for (name, x, most) in [("X", p.X, most.X), ("Y", p.Y, most.Y), ("Z", p.Z, most.Z)] {
        require(x.bounds().within(&most.bounds()), name);
    }
}

/// An operand of a mixed addition: from a table, or computed and negated.
fn affine_operands() -> [Affine<Bounded>; 3] {
    let [tight, factor] = [Bounded::tight(), Bounded::factor()];
    [[factor, factor], [tight, tight], [tight, -tight]].map(|[x, y]| Affine { x, y })
}

fn formulas() {
    let p = invariant();
    keeps_the_invariant(p.double());
    let negated = p.reduce().negate_if(0);
    for q in [p, p.reduce(), negated] {
        keeps_the_invariant(p.add_distinct(q));
        keeps_the_invariant(q.add_distinct(p));
        let (sum, H, R) = p.add_checked(q);
        keeps_the_invariant(sum);
        keeps_the_invariant(q.double());
        keeps_the_invariant(Jacobian::select(sum, q.double(), 0));
        H.reduce();
        R.reduce();
    }
    for q in affine_operands() {
        keeps_the_invariant(p.add_mixed_distinct(q));
        let mut sum = Xyzz {
            X: p.X,
            Y: p.Y,
            ZZ: p.Z,
            ZZZ: p.Z,
        };
        sum.add_mixed_distinct_in_place(&q);
        let Xyzz { X, Y, ZZ, ZZZ } = sum;
        for Z in [ZZ, ZZZ] {
            keeps_the_invariant(Jacobian { X, Y, Z });
        }
        keeps_the_invariant(sum.to_jacobian());
        let (sum, H, R) = p.add_mixed_checked(q);
        keeps_the_invariant(sum);
        H.reduce();
        R.reduce();
    }
}

fn complete_formulas() {
    // Coordinates and operands at the greatest bounds: those of a product less a product.
    let (tight, b) = (Bounded::tight(), Bounded::tight());
    let p = [tight - Bounded::tight(); 3];
    let results = [
        complete::add(p, p, b),
        complete::add_mixed(p, [tight; 2], b),
        complete::double(p, b),
    ];
    for coordinate in results.iter().flatten() {
        require(
            coordinate.bounds().within(&p[0].bounds()),
            "a complete formula's result",
        );
    }
}

/// The schedules themselves: all that they do between loading and storing.
fn schedules(zero: bool) {
    let layout = BoundedLayout { zero };
    let (table, mut rng) = (bounds_table(), Rng::new());
    let p = ProjectivePoint::<Curve>::GENERATOR;
    let (a, b) = (rng.element::<Order>(), rng.element::<Order>());
    schedule::mul_base(layout, &a, &table);
    schedule::mul_base_vartime(layout, &a, &table);
    schedule::mul(layout, &p, &a);
    schedule::mul_vartime(layout, &p, &a);
    schedule::mul_base_add_vartime(layout, &a, &b, &p, &table);
    schedule::lincomb_vartime(layout, &[(p, a), (p, b), (p, -a)]);
}

/// A table of the right size: the points in it do not matter.
fn bounds_table() -> BaseTable<Curve> {
    const ZERO: [<Base as Prime>::Words; 2] = [<Base as Prime>::Words::ZERO; 2];
    BaseTable {
        windows: &[[ZERO; 1 << (schedule::BASE_WINDOW - 1)]; WINDOWS],
        odd: &[ZERO; 1 << (schedule::BASE_NAF - 2)],
    }
}

#[test]
fn every_formula_keeps_the_bounds() {
    assert_eq!(refusal(formulas), None);
    if COMPLETE {
        assert_eq!(refusal(complete_formulas), None);
    }
    assert_eq!(refusal(|| schedules(false)), None);
    assert_eq!(refusal(|| schedules(true)), None);
}

/// [`Jacobian::double`], wrong: without its `reduce`.
fn double_unreduced<E: Element>(Jacobian { X, Y, Z }: Jacobian<E>) -> Jacobian<E> {
    let D = Z.square();
    let m = ((X - D) * (X + D)).halve().triple();
    let G = Y.square();
    let S = X * G;
    let X3 = m.square() - S.double();
    Jacobian {
        X: X3,
        Y: m * (S - X3) - G.square(),
        Z: Y * Z,
    }
}

#[test]
fn formulas_that_break_the_bounds_are_refused() {
    let refused = |what: &str, f: fn()| assert!(refusal(f).is_some(), "{what} is accepted");
    refused("a doubling without its reduce", || {
        double_unreduced(invariant());
    });
    refused("the opposite of a point that is not reduced", || {
        invariant().negate_if(0);
    });
    refused("an X that is no product", || {
        let p = invariant();
        keeps_the_invariant(Jacobian { X: p.Y, ..p });
    });
    if FACTORS_ARE_WIDE {
        refused("a wide right operand", || {
            let _ = Bounded::tight() - Bounded::factor();
        });
        refused("a product of two wide factors, as a coordinate", || {
            let (p, factor) = (invariant(), Bounded::factor());
            keeps_the_invariant(Jacobian {
                Z: factor * factor,
                ..p
            });
        });
    }
    refused("a sum of too many", || {
        let _ = (0..12).fold(Bounded::tight(), |x, _| x.double()).square();
    });
}
