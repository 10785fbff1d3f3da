//! Lazy elements against reduced ones, and the bounds of every formula and schedule.

use super::*;
use crate::{
    Fe, Layout, LazyLayout,
    testing::{Rng, cases, edges},
};
use std::vec::Vec;

#[path = "tests"]
mod p256 {
    mod setup {
        pub(super) use crate::{
            P256 as Base,
            arch::{
                radix56::tests::{Radix56, factor, reduced, tight},
                unsaturated::tests,
            },
            weierstrass::tests::Curve256 as Curve,
        };
        pub(super) type Bounds = tests::Bounds<Radix56, 5>;
        pub(super) const WINDOWS: usize = 43;
        pub(super) const FACTORS_ARE_WIDE: bool = true;
        pub(super) const COMPLETE: bool = true;
    }
    mod bounded;
    mod bounds;
}

#[path = "tests"]
#[allow(clippy::duplicate_mod, reason = "the same questions to both layouts")]
mod p521 {
    mod setup {
        pub(super) use crate::{
            P521 as Base,
            arch::{
                radix58::tests::{Radix58, reduced, reduced as factor, tight},
                unsaturated::tests,
            },
            weierstrass::tests::Curve521 as Curve,
        };
        pub(super) type Bounds = tests::Bounds<Radix58, 9>;
        pub(super) const WINDOWS: usize = 87;
        pub(super) const FACTORS_ARE_WIDE: bool = false;
        /// The complete formulas subtract too much for these limbs; no schedule uses them.
        pub(super) const COMPLETE: bool = false;
    }
    mod bounded;
    mod bounds;
}

#[path = "tests"]
#[allow(clippy::duplicate_mod, reason = "the same elements")]
mod p25519 {
    mod setup {
        pub(super) use crate::{
            P25519 as Base,
            arch::{
                radix51::tests::{Radix51, multiplied, reduced, reduced as factor, tight},
                unsaturated::tests,
            },
        };
        pub(super) type Bounds = tests::Bounds<Radix51, 5>;
        pub(super) const FACTORS_ARE_WIDE: bool = false;
    }
    mod bounded;
    mod edwards;
}

fn agree_with_reduced_ones<P: Prime + Unsaturated<Packed = <P as Prime>::Words>>() {
    let (layout, mut rng) = (LazyLayout, Rng::new());
    let edges: Vec<Fe<P>> = edges::<P>().iter().map(Fe::from_integer).collect();
    let mut pairs: Vec<_> = edges
        .iter()
        .flat_map(|a| edges.iter().map(|b| (*a, *b)))
        .collect();
    pairs.extend((0..cases()).map(|_| (rng.element(), rng.element())));
    for (a, b) in pairs {
        let (x, y): (Lazy<P>, Lazy<P>) = (layout.load(&a), layout.load(&b));
        let factor: Lazy<P> = layout.load_factor(&a);
        let checks = [
            ("load", x, a),
            ("load_factor", factor * Lazy::ONE, a),
            ("product", x * y, a * b),
            ("product with a factor", factor * y, a * b),
            ("square", x.square(), a * a),
            ("sum", x + y, a + b),
            ("difference", x - y, a - b),
            ("opposite", -x, -a),
            ("reduced difference", (x - y).reduce(), a - b),
            ("half", x.halve(), a.halve()),
            (
                "loose product",
                (x - y).double() * (y - x).double(),
                -(a - b).double() * (a - b).double(),
            ),
            (
                "loose square",
                (x - y).triple().square(),
                (a - b).triple().square(),
            ),
            ("first", Lazy::select(x, y, 0), a),
            ("second", Lazy::select(x, y, u64::MAX), b),
        ];
        for (what, lazy, expected) in checks {
            assert_eq!(layout.store(lazy), expected, "{what} of {a:?} and {b:?}");
        }
        let is_zero = |x| Layout::<P>::is_zero(layout, x);
        assert_eq!(is_zero(x - y), if a == b { u64::MAX } else { 0 });
        let same = x;
        assert_eq!(is_zero(x - same), u64::MAX);
        assert_eq!(
            is_zero((x + y) * (x - y) - (x.square() - y.square()).reduce()),
            u64::MAX
        );
    }
}

#[test]
fn lazy_elements_of_p256_agree_with_reduced_ones() {
    agree_with_reduced_ones::<P256>();
}

#[test]
fn lazy_elements_of_p521_agree_with_reduced_ones() {
    agree_with_reduced_ones::<P521>();
}

#[test]
fn lazy_elements_of_p25519_agree_with_reduced_ones() {
    agree_with_reduced_ones::<P25519>();
}

#[test]
fn small_multiples_in_limbs_agree_with_products() {
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let a = rng.element::<P25519>();
        let k = rng.below(1 << 17) as u32;
        let multiple: Lazy<P25519> = LazyLayout.load(&a);
        assert_eq!(LazyLayout.store(multiple.times(k)), a * Fe::from(k));
    }
}
