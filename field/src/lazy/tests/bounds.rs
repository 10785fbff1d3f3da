//! Every formula and every schedule at elements that are nothing but bounds, for the prime of `super::setup`.

use super::{
    bounded::{Bounded, BoundedLayout, refusal, require},
    setup::{Base, COMPLETE, Curve, FACTORS_ARE_WIDE, WINDOWS},
};
use crate::{
    Element, Prime,
    prime::Words,
    testing::Rng,
    weierstrass::{
        Affine, Jacobian, ProjectivePoint, Weierstrass, Xyzz, complete,
        schedule::{self, BaseTable},
    },
};

type Order = <Curve as Weierstrass>::Order;

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
