//! The formulas and schedules of edwards25519 and the ladder at elements that are nothing but bounds.

use super::{
    bounded::{Bounded, BoundedLayout, refusal, require},
    setup::multiplied,
};
use crate::{
    N25519,
    edwards::{
        Extended, PointElement,
        curve25519::{BASE, Point},
        schedule,
    },
    montgomery::{self, Coordinate, Ladder},
    testing::Rng,
};

impl PointElement for Bounded {}

impl Ladder for Bounded {
    fn times(self, k: u32) -> Self {
        Self::result("times", [self; 2], |a, _| multiplied(a, k))
    }
}

/// All coordinates of points between operations are products.
fn is_tight(name: &str, x: Bounded) {
    require(x.bounds().within(&Bounded::tight().bounds()), name);
}

fn formulas() {
    let tight = Bounded::tight();
    let p = Extended {
        X: tight,
        Y: tight,
        Z: tight,
        T: tight,
    };
    let cached = p.cached(tight);
    for operand in [cached, cached.negate_if(0)] {
        for sum in [p.double(), p.add(&operand)] {
            let Extended { X, Y, Z, T } = sum.extended();
            for x in [X, Y, Z, T] {
                is_tight("a coordinate", x);
            }
        }
    }
    let coordinate = Coordinate { X: tight, Z: tight };
    for Coordinate { X, Z } in montgomery::step([coordinate; 2], tight) {
        for x in [X, Z] {
            is_tight("a coordinate of the ladder", x);
        }
    }
}

fn schedules(zero: bool) {
    let (layout, mut rng) = (BoundedLayout { zero }, Rng::new());
    let (a, b) = (rng.words::<N25519>(), rng.words::<N25519>());
    schedule::mul_base(layout, &a, &BASE);
    schedule::mul(layout, &Point::BASE, &a);
    let term = schedule::Term {
        k: &b,
        negative: true,
        point: &Point::BASE,
    };
    schedule::sum_vartime(layout, &a, &BASE, [term; 2]);
    montgomery::mul(layout, &a, &Point::BASE.Y);
    crate::edwards::curve25519::recover_x(layout, &Point::BASE.Y);
}

#[test]
fn every_formula_keeps_the_bounds() {
    assert_eq!(refusal(formulas), None);
    assert_eq!(refusal(|| schedules(false)), None);
    assert_eq!(refusal(|| schedules(true)), None);
}

#[test]
fn formulas_that_break_the_bounds_are_refused() {
    let refused = |what: &str, f: fn()| assert!(refusal(f).is_some(), "{what} is accepted");
    refused("a sum as a right operand", || {
        let _ = Bounded::tight() - (Bounded::tight() + Bounded::tight());
    });
    refused("a sum of too many", || {
        let _ = (0..12).fold(Bounded::tight(), |x, _| x + x) * Bounded::tight();
    });
    refused("a sum as a coordinate", || {
        is_tight("a coordinate", Bounded::tight() + Bounded::tight());
    });
}
