//! The field element, which is reached through `FieldArithmetic`.

use super::curve::{
    FieldBytes, NistP256, U256,
    elliptic_curve::{
        array::Array,
        bigint::ctutils::{CtGt, CtLt},
        consts::U48,
        hazmat::FieldArithmetic,
        ops::{BatchInvert, Reduce},
        subtle::{ConstantTimeGreater, ConstantTimeLess},
    },
};
use crate::{
    residue,
    rows::{Rows, element, flag, octets, optional, result, rows},
};
use hash2curve::MapToCurve;

pub(crate) type FieldElement = <NistP256 as FieldArithmetic>::FieldElement;

pub(crate) fn reduced(raw: &[u8; 32]) -> FieldElement {
    let mut wide = Array::<u8, U48>::default();
    wide[16..].copy_from_slice(raw);
    FieldElement::reduce(&wide)
}

/// Fixed inputs through the `const fn`s, computed by the compiler.
pub(crate) fn constant_functions() -> Rows {
    const HEX: &str = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    const X: FieldElement = FieldElement::from_hex_vartime(HEX);
    const THREE: FieldElement = FieldElement::from_u64(3);
    const SUM: FieldElement = X.add(&THREE).double();
    const DIFFERENCE: FieldElement = X.sub(&SUM).neg();
    const PRODUCT: FieldElement = DIFFERENCE.multiply(&X).square();
    const POWER: FieldElement = PRODUCT.pow_vartime(&U256::from_u64(77));
    const SQUARED: FieldElement = PRODUCT.sqn_vartime(5);
    rows!(element::<FieldElement>; X, THREE, SUM, DIFFERENCE, PRODUCT, POWER, SQUARED, FieldElement::ZERO)
}

pub(crate) fn constants() -> Rows {
    residue::constants::<FieldElement>()
}

pub(crate) fn unary(raw: &[u8; 32], n: u32) -> Rows {
    let a = reduced(raw);
    let mut all = residue::unary(a, u64::from(n));
    all.extend(rows!(element::<FieldElement>;
        a.double(), a.neg(), a.square(), a.sqn_vartime(n as usize % 9),
        a.pow_vartime(&U256::from_u32(n)),
    ));
    all.extend(rows!(optional::<FieldElement>;
        a.invert(), a.invert_vartime(), a.sqrt(), FieldElement::from_bytes(&a.to_bytes()),
        FieldElement::from_slice(&a.to_bytes()), FieldElement::from_uint(&U256::from(a)),
        FieldElement::from_uint(&U256::from(&a)),
    ));
    all.extend(rows!(flag; a.is_odd(), a.is_even(), a.is_zero()));
    all.extend(rows!(octets; a.to_bytes(), FieldBytes::from(a), FieldBytes::from(&a)));
    all
}

pub(crate) fn binary(a: &[u8; 32], b: &[u8; 32]) -> Rows {
    let (a, b) = (reduced(a), reduced(b));
    let mut all = residue::binary(a, b);
    all.extend(rows!(element::<FieldElement>; a.add(&b), a.sub(&b), a.multiply(&b)));
    all.extend(rows!(flag;
        ConstantTimeGreater::ct_gt(&a, &b), ConstantTimeLess::ct_lt(&a, &b),
        CtGt::ct_gt(&a, &b), CtLt::ct_lt(&a, &b),
    ));
    all
}

pub(crate) fn batch_invert(raw: &[[u8; 32]]) -> Rows {
    let elements: Vec<_> = raw.iter().map(reduced).collect();
    let mut all = residue::batch_invert(&elements);
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

pub(crate) fn decode(raw: [u8; 32]) -> Rows {
    let uint = U256::from_be_slice(&raw);
    let mut all = residue::decode::<FieldElement>(raw);
    all.extend(rows!(optional::<FieldElement>;
        FieldElement::from_bytes(&raw.into()), FieldElement::from_slice(&raw),
        FieldElement::from_slice(&raw[1..]), FieldElement::from_uint(&uint),
    ));
    all.extend(rows!(|r| result(r, element::<FieldElement>);
        FieldElement::try_from(uint), FieldElement::try_from(&uint),
    ));
    all
}

pub(crate) fn wide(bytes: &[u8; 48]) -> Rows {
    type Mapped = <NistP256 as MapToCurve>::FieldElement;
    rows!(element::<FieldElement>;
        <FieldElement as Reduce<Array<u8, U48>>>::reduce(&Array(*bytes)),
        <Mapped as Reduce<Array<u8, U48>>>::reduce(&Array(*bytes)),
    )
}

pub(crate) fn integers(n: u128, decimal: &str) -> Rows {
    residue::integers::<FieldElement>(n, decimal)
}

pub(crate) fn random(seed: [u8; 32]) -> Rows {
    residue::random::<FieldElement>(seed)
}
