//! The field element, which is reached through `FieldArithmetic`.

use super::curve::{
    Curve,
    elliptic_curve::{
        Field, PrimeField,
        array::Array,
        hazmat::FieldArithmetic,
        ops::{BatchInvert, Reduce, Retrieve},
        subtle::{ConditionallySelectable, ConstantTimeEq},
    },
};
use crate::{
    curve::{SIZE, Uint, Wide, not_p521},
    peer::rows::{Rows, debug, element, flag, octets, optional, rows},
};
use hash2curve::MapToCurve;
use primefield::PrimeFieldExt;

crate::curve::not_p521! {
    use super::curve::{
        FieldBytes,
        elliptic_curve::{
            bigint::ctutils::{CtGt, CtLt},
            subtle::{ConstantTimeGreater, ConstantTimeLess},
        },
    };
    use crate::peer::{residue, rows::result};
}

pub(crate) type FieldElement = <Curve as FieldArithmetic>::FieldElement;

pub(crate) fn reduced(raw: &[u8; SIZE]) -> FieldElement {
    let mut wide = Array::<u8, Wide>::default();
    let at = wide.len() - SIZE;
    wide[at..].copy_from_slice(raw);
    FieldElement::reduce(&wide)
}

/// Fixed inputs through the `const fn`s, computed by the compiler.
pub(crate) fn constant_functions() -> Rows {
    const X: FieldElement = FieldElement::from_u64(0x6b17_d1f2_e12c_4247)
        .square()
        .square();
    const THREE: FieldElement = FieldElement::from_u64(3);
    const SUM: FieldElement = X.add(&THREE).double();
    const DIFFERENCE: FieldElement = X.sub(&SUM).neg();
    const PRODUCT: FieldElement = DIFFERENCE.multiply(&X).square();
    const POWER: FieldElement = PRODUCT.pow_vartime(&Uint::from_u64(77));
    const SQUARED: FieldElement = PRODUCT.sqn_vartime(5);
    rows!(element::<FieldElement>; X, THREE, SUM, DIFFERENCE, PRODUCT, POWER, SQUARED, FieldElement::ZERO)
}

pub(crate) fn constants() -> Rows {
    #[allow(unused_mut, reason = "not of P-521")]
    let mut all = rows!(element::<FieldElement>;
        FieldElement::TWO_INV, FieldElement::MULTIPLICATIVE_GENERATOR, FieldElement::ROOT_OF_UNITY,
        FieldElement::ROOT_OF_UNITY_INV, FieldElement::DELTA, FieldElement::default(),
    );
    all.extend(rows!(debug; <FieldElement as PrimeField>::MODULUS, FieldElement::S));
    not_p521! {
        all.extend(residue::constants::<FieldElement>());
    }
    all
}

/// What `residue::unary` asks, as far as P-521's field element goes.
pub(crate) fn unary(raw: &[u8; SIZE], n: u32) -> Rows {
    let a = reduced(raw);
    let mut all = rows!(element::<FieldElement>;
        a.double(), a.neg(), a.square(), a.sqn_vartime(n as usize % 9), -a, a.cube(),
        a.pow_vartime(&Uint::from_u32(n)), Field::pow_vartime(&a, [u64::from(n)]),
        Field::sqrt_alt(&a).1, Field::sqrt_ratio(&a, &FieldElement::ONE).1,
    );
    all.extend(rows!(optional::<FieldElement>;
        a.invert(), a.invert_vartime(), a.sqrt(), FieldElement::from_bytes(&a.to_bytes()),
        FieldElement::from_slice(&a.to_bytes()),
        Field::invert(&a), Field::sqrt(&a), FieldElement::from_repr(a.to_repr()),
    ));
    // p521 0.14.0 takes the parity of limbs, which `reduce` may leave above the prime: p - 1 is odd to it, as 2 p - 1.
    let least = FieldElement::from_bytes(&a.to_bytes()).unwrap();
    all.extend(rows!(flag;
        least.is_odd(), least.is_even(), a.is_zero(), Field::sqrt_ratio(&a, &FieldElement::ONE).0,
    ));
    all.extend(
        rows!(octets; a.to_bytes(), a.retrieve().to_be_bytes(), a.to_be_repr(), a.to_le_repr()),
    );
    all.extend(rows!(debug; a));
    not_p521! {
        all.extend(residue::unary(a, u64::from(n)));
        all.extend(rows!(octets; FieldBytes::from(a), FieldBytes::from(&a)));
        all.extend(rows!(optional::<FieldElement>;
            FieldElement::from_uint(&Uint::from(a)), FieldElement::from_uint(&Uint::from(&a)),
        ));
    }
    all
}

pub(crate) fn binary(a: &[u8; SIZE], b: &[u8; SIZE]) -> Rows {
    let (a, b) = (reduced(a), reduced(b));
    let mut all = rows!(element::<FieldElement>;
        a.add(&b), a.sub(&b), a.multiply(&b), a + b, a + &b, &a + &b, a - b, a - &b, a * b, a * &b,
        [a, b, a].into_iter().sum::<FieldElement>(), [a, b, a].iter().product::<FieldElement>(),
        FieldElement::sqrt_ratio(&a, &b).1, FieldElement::conditional_select(&a, &b, 1.into()),
    );
    all.extend(
        rows!(flag; a == b, ConstantTimeEq::ct_eq(&a, &b), FieldElement::sqrt_ratio(&a, &b).0),
    );
    not_p521! {
        all.extend(residue::binary(a, b));
        all.extend(rows!(flag;
            ConstantTimeGreater::ct_gt(&a, &b), ConstantTimeLess::ct_lt(&a, &b),
            CtGt::ct_gt(&a, &b), CtLt::ct_lt(&a, &b),
        ));
    }
    all
}

pub(crate) fn batch_invert(raw: &[[u8; SIZE]]) -> Rows {
    let elements: Vec<_> = raw.iter().map(reduced).collect();
    let mut all = Vec::new();
    not_p521! {
        all.extend(residue::batch_invert(&elements));
    }
    for vartime in [false, true] {
        let mut inverted = elements.clone();
        let mut scratch = inverted.clone();
        let product = if vartime {
            FieldElement::batch_invert_in_place_vartime(&mut inverted, &mut scratch)
        } else {
            FieldElement::batch_invert_in_place(&mut inverted, &mut scratch)
        };
        all.extend(rows!(element::<FieldElement>; product));
        all.extend(inverted.into_iter().map(|x| ("inverse", element(x))));
    }
    all
}

pub(crate) fn decode(raw: [u8; SIZE]) -> Rows {
    #[allow(unused_mut, reason = "not of P-521")]
    let mut all = rows!(optional::<FieldElement>;
        FieldElement::from_bytes(&raw.into()), FieldElement::from_slice(&raw),
        FieldElement::from_slice(&raw[1..]), FieldElement::from_repr(raw.into()),
    );
    not_p521! {
        let uint = crate::peer::uint(&raw);
        all.extend(residue::decode::<FieldElement>(raw));
        all.extend(rows!(optional::<FieldElement>; FieldElement::from_uint(&uint)));
        all.extend(rows!(|r| result(r, element::<FieldElement>);
            FieldElement::try_from(uint), FieldElement::try_from(&uint),
        ));
    }
    all
}

pub(crate) fn wide(bytes: &Array<u8, Wide>) -> Rows {
    type Mapped = <Curve as MapToCurve>::FieldElement;
    rows!(element::<FieldElement>;
        <FieldElement as Reduce<Array<u8, Wide>>>::reduce(bytes),
        <Mapped as Reduce<Array<u8, Wide>>>::reduce(bytes),
    )
}

pub(crate) fn integers(n: u128, decimal: &str) -> Rows {
    #[allow(unused_mut, reason = "not of P-521")]
    let mut all =
        rows!(element::<FieldElement>; FieldElement::from(n), FieldElement::from(n as u64));
    all.extend(rows!(optional::<FieldElement>; FieldElement::from_str_vartime(decimal)));
    not_p521! {
        all.extend(residue::integers::<FieldElement>(n, decimal));
    }
    all
}

pub(crate) fn random(seed: [u8; 32]) -> Rows {
    #[allow(unused_mut, reason = "not of P-521")]
    let mut all = Vec::new();
    not_p521! {
        all.extend(residue::random::<FieldElement>(seed));
    }
    #[allow(unused_variables, reason = "not of P-521")]
    let _ = seed;
    all
}
