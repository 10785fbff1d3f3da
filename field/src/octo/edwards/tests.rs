use super::*;
use crate::{
    Cpu, LazyLayout,
    edwards::{
        Cached, Projective,
        curve25519::{BASE, candidate},
        schedule,
        tests::scalars,
    },
    lanes::intervals::{FACTOR, Intervals, PRODUCT},
};

type Lane = InLane<Intervals<1>>;

fn product() -> Lane {
    InLane(Sum(Intervals::element(PRODUCT)))
}

fn assert_products(all: impl IntoIterator<Item = Lane>) {
    for x in all {
        Intervals::assert_below(&x.0.0, PRODUCT, [0]);
    }
}

#[test]
fn every_formula_keeps_the_bounds() {
    let point = || Extended {
        X: product(),
        Y: product(),
        Z: product(),
        T: product(),
    };
    let from_table = || InLane(Sum(Intervals::element(1 << 52)));
    let niels = || Niels {
        sum: from_table(),
        difference: from_table(),
        xy2d: from_table(),
    };
    let coordinates = |p: Extended<Lane>| [p.X, p.Y, p.Z, p.T];
    let cached = || point().cached(product());
    assert_products(coordinates(point().add(&cached()).extended()));
    assert_products(coordinates(point().add_niels(&niels()).extended()));
    assert_products(coordinates(point().double().extended()));
    assert_products(coordinates(first(niels())));
    let Projective { X, Y, Z } = point().double().projective();
    assert_products([X, Y, Z, X.halve()]);
    assert_products(candidate(product(), product()));
    let Cached {
        sum, difference, ..
    } = cached();
    (-(sum + product())).0.carry();
    Intervals::assert_below(&difference.reduce().0.0, FACTOR, [0]);
}

#[test]
#[should_panic = "shifted as unsigned"]
fn a_large_right_operand_of_a_difference_is_refused() {
    let difference = product() - product();
    (product() - difference).square();
}

#[test]
fn a_multiple_of_the_base_point_in_eight_lanes_is_the_portable_one() {
    let Some(cpu) = Cpu::detect().ifma else {
        return;
    };
    let mut scalars = scalars();
    // Those that the comb does not change, and the largest one.
    scalars.extend([[1, 0, 0, 0], [2, 0, 0, 0], [u64::MAX; 4]]);
    for scalar in &scalars {
        let table = BASE.lanes;
        let got = cpu.run(MultiplyBase { scalar, table });
        assert!(bool::from(got.is_on_curve()), "{scalar:x?}");
        let expected = schedule::mul_base(LazyLayout, scalar, &BASE);
        assert_eq!(got, expected, "{scalar:x?}");
    }
}
