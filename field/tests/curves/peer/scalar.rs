//! `Scalar`, `NonZeroScalar` and `BlindedScalar`: what is theirs alone.

use super::curve::{
    Curve, FieldBytes, NonZeroScalar, ProjectivePoint, Scalar, SecretKey,
    elliptic_curve::{
        Curve as _, Error, Generate, ScalarValue,
        array::Array,
        ops::{Invert, Reduce},
        scalar::{BlindedScalar, FromUintUnchecked, IsHigh},
        subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
    },
};
use crate::{
    curve::{SIZE, Uint, Wide, for_p256, not_p521},
    peer::residue,
    peer::rows::{Rows, debug, display, element, flag, octets, optional, result, rows},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

pub(crate) fn scalar(raw: &[u8; SIZE]) -> Scalar {
    <Scalar as Reduce<FieldBytes>>::reduce(&(*raw).into())
}

/// Fixed inputs through the `const fn`s, computed by the compiler.
pub(crate) fn constant_functions() -> Rows {
    const THREE: Scalar = Scalar::ONE.double().add(&Scalar::ONE);
    const NINE: Scalar = THREE.square();
    const MINUS_SIX: Scalar = THREE.sub(&NINE);
    const PRODUCT: Scalar = MINUS_SIX.multiply(&NINE);
    const POWER: Scalar = PRODUCT.pow_vartime(&Uint::from_u64(77));
    const SQUARED: Scalar = PRODUCT.sqn_vartime(5);
    #[allow(unused_mut, reason = "of P-256 only")]
    let mut all =
        rows!(element::<Scalar>; THREE, NINE, MINUS_SIX, PRODUCT, POWER, SQUARED, Scalar::ZERO);
    for_p256! {
        const SHIFTED: Scalar = PRODUCT.shr_vartime(13);
        all.extend(rows!(element::<Scalar>; SHIFTED));
    }
    all
}

pub(crate) fn constants() -> Rows {
    let mut all = residue::constants::<Scalar>();
    all.extend(
        rows!(octets; Curve::ORDER.to_be_bytes(), ScalarValue::<Curve>::MODULUS.to_be_bytes()),
    );
    all.extend(rows!(debug; Curve, Curve::FIELD_ENDIANNESS));
    all
}

pub(crate) fn unary(raw: &[u8; SIZE], n: u32) -> Rows {
    let a = scalar(raw);
    let mut all = residue::unary(a, u64::from(n));
    let n_usize = n as usize;
    for_p256! {
        let shifted = |count: usize| {
            let mut x = a;
            x >>= count;
            x
        };
        all.extend(rows!(element::<Scalar>; a.shr_vartime(n), a >> n_usize, &a >> n_usize, shifted(n_usize)));
    }
    all.extend(rows!(element::<Scalar>;
        a.double(), a.square(), a.sqn_vartime(n_usize % 9), a.pow_vartime(&Uint::from_u32(n)),
        *a.as_ref(),
        ScalarValue::<Curve>::from(a).into(), ScalarValue::<Curve>::from(&a).into(),
        Scalar::from(ScalarValue::<Curve>::from(&a)), Scalar::from(&ScalarValue::<Curve>::from(&a)),
        Scalar::from_uint_unchecked(Uint::from(a)), Scalar::from_uint_unchecked((&a).into()),
    ));
    all.extend(rows!(optional::<Scalar>; a.invert(), a.invert_vartime()));
    all.extend(rows!(flag; a.is_odd(), a.is_even(), a.is_high()));
    all.extend(rows!(octets; a.to_bytes(), FieldBytes::from(a), FieldBytes::from(&a)));
    all.extend(non_zero(a));
    let blinded = BlindedScalar::<Curve>::new_from_rng(
        a,
        &mut ChaCha20Rng::from_seed(raw[SIZE - 32..].try_into().unwrap()),
    );
    all.extend(rows!(optional::<Scalar>; blinded.invert(), blinded.invert_vartime()));
    all.extend(rows!(debug; &blinded));
    all.extend(rows!(element::<Scalar>; *blinded.as_ref()));
    all
}

fn non_zero(a: Scalar) -> Rows {
    let show = |r: Result<NonZeroScalar, _>| result(r, |k| element(*k));
    let mut all = rows!(show; a.try_into(), NonZeroScalar::new(a).into_option().ok_or(Error));
    all.extend(rows!(show; NonZeroScalar::try_from(a.to_bytes().as_slice())));
    let Some(k) = NonZeroScalar::new(a).into_option() else {
        return all;
    };
    let mut squared = k;
    squared *= k;
    all.extend(rows!(element::<Scalar>;
        *k, *k.invert(), *Invert::invert_vartime(&k), *-k, *(k * k), *(k * &k), *squared,
        Scalar::from(k), Scalar::from(&k), Scalar::from(&SecretKey::from(k)),
        *NonZeroScalar::from(SecretKey::from(k)), *NonZeroScalar::from(&SecretKey::from(k)),
        *NonZeroScalar::from_uint(a.into()).unwrap(), NonZeroScalar::cast_slice_as_inner(&[k, k])[1],
        *format!("{k:x}").parse::<NonZeroScalar>().unwrap(),
        *NonZeroScalar::conditional_select(&k, &-k, Choice::from(1)),
    ));
    all.extend(rows!(flag; k.is_high(), ConstantTimeEq::ct_eq(&k, &-k), k == k.invert()));
    all.extend(rows!(octets; FieldBytes::from(k), FieldBytes::from(&k)));
    all.extend(rows!(debug; k));
    all.extend(rows!(display; k, format!("{k:x}"), format!("{k:X}"), format!("{k:#x}")));
    all
}

pub(crate) fn binary(a: &[u8; SIZE], b: &[u8; SIZE]) -> Rows {
    let (a, b) = (scalar(a), scalar(b));
    let mut all = residue::binary(a, b);
    all.extend(rows!(element::<Scalar>; a.add(&b), a.sub(&b), a.multiply(&b)));
    all
}

pub(crate) fn batch_invert(raw: &[[u8; SIZE]]) -> Rows {
    residue::batch_invert(&raw.iter().map(scalar).collect::<Vec<_>>())
}

pub(crate) fn decode(raw: [u8; SIZE]) -> Rows {
    let bytes = FieldBytes::from(raw);
    let uint = crate::peer::uint(&raw);
    let mut all = residue::decode::<Scalar>(raw);
    all.extend(rows!(optional::<Scalar>;
        ScalarValue::<Curve>::from_bytes(&bytes).map(Scalar::from),
        ScalarValue::<Curve>::new(uint).map(Scalar::from),
    ));
    all.extend(
        rows!(|k: CtOption<NonZeroScalar>| k.into_option().map_or("none".into(), |k| element(*k));
            NonZeroScalar::from_repr(bytes), NonZeroScalar::from_uint(uint),
        ),
    );
    all.extend(rows!(element::<Scalar>;
        <Scalar as Reduce<FieldBytes>>::reduce(&bytes), <Scalar as Reduce<Uint>>::reduce(&uint),
    ));
    not_p521! {
        use super::curve::elliptic_curve::ops::ReduceNonZero;
        all.extend(rows!(element::<Scalar>;
            <Scalar as ReduceNonZero<FieldBytes>>::reduce_nonzero(&bytes),
            <Scalar as ReduceNonZero<Uint>>::reduce_nonzero(&uint),
            *<NonZeroScalar as Reduce<FieldBytes>>::reduce(&bytes),
            *<NonZeroScalar as ReduceNonZero<Uint>>::reduce_nonzero(&uint),
        ));
    }
    all.extend(rows!(|r| result(r, |k: NonZeroScalar| element(*k));
        NonZeroScalar::try_from(&raw[..]), NonZeroScalar::try_from(&raw[1..]),
        hex::encode(raw).parse(), hex::encode_upper(raw).parse(), hex::encode(&raw[1..]).parse(),
        "not hexadecimal".parse(),
    ));
    all
}

pub(crate) fn wide(bytes: &Array<u8, Wide>) -> Rows {
    #[allow(unused_mut, reason = "of P-256 only")]
    let mut all = rows!(element::<Scalar>; <Scalar as Reduce<Array<u8, Wide>>>::reduce(bytes));
    for_p256! {
        use ff::FromUniformBytes;
        let mut uniform = [0xa5; 64];
        uniform[16..].copy_from_slice(bytes);
        all.extend(rows!(element::<Scalar>; Scalar::from_uniform_bytes(&uniform)));
    }
    all
}

pub(crate) fn integers(n: u128, decimal: &str) -> Rows {
    residue::integers::<Scalar>(n, decimal)
}

pub(crate) fn random(seed: [u8; 32]) -> Rows {
    let rng = || ChaCha20Rng::from_seed(seed);
    let mut all = residue::random::<Scalar>(seed);
    all.extend(rows!(element::<Scalar>;
        *NonZeroScalar::generate_from_rng(&mut rng()),
        ScalarValue::<Curve>::generate_from_rng(&mut rng()).into(),
    ));
    all
}

/// Multiplying by a scalar is the only thing that a `BlindedScalar` is for besides its inverse.
pub(crate) fn blinded_inverse_of_zero() -> Rows {
    let zero =
        BlindedScalar::<Curve>::new_from_rng(Scalar::ZERO, &mut ChaCha20Rng::from_seed([0; 32]));
    let mut all = rows!(optional::<Scalar>; zero.invert());
    all.extend(
        rows!(flag; ProjectivePoint::GENERATOR * zero.as_ref() == ProjectivePoint::IDENTITY),
    );
    all
}
