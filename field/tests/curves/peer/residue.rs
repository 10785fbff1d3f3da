//! What a scalar and a field element have in common, through the traits that both implement.

use crate::curve::{SIZE, Uint, theirs::FieldBytes};
use crate::peer::rows::{Rows, debug, element, flag, octets, optional, rows};
use elliptic_curve::{
    Field, Generate, PrimeField,
    ctutils::{self, CtEq, CtSelect},
    ops::{Invert, Retrieve},
    subtle::{Choice, ConstantTimeEq, CtOption},
    zeroize::{DefaultIsZeroes, Zeroize},
};
use primefield::PrimeFieldExt;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{
    cmp::Ordering,
    ops::{Add, Mul, Neg, Sub},
};

/// The bounds that scalars and field elements share.
pub(crate) trait Residue:
    PrimeFieldExt
    + PrimeField<Repr = FieldBytes>
    + Invert<Output = CtOption<Self>>
    + Retrieve<Output = Uint>
    + Generate
    + Ord
    + CtEq
    + CtSelect
    + DefaultIsZeroes
    + From<u32>
    + From<u128>
    + Into<Uint>
    + Into<FieldBytes>
{
}

impl<F> Residue for F where
    F: PrimeFieldExt
        + PrimeField<Repr = FieldBytes>
        + Invert<Output = CtOption<Self>>
        + Retrieve<Output = Uint>
        + Generate
        + Ord
        + CtEq
        + CtSelect
        + DefaultIsZeroes
        + From<u32>
        + From<u128>
        + Into<Uint>
        + Into<FieldBytes>
{
}

pub(crate) fn unary<F>(a: F, n: u64) -> Rows
where
    F: Residue,
    for<'a> &'a F: Neg<Output = F>,
{
    let mut all = rows!(element::<F>;
        a, -a, -&a, a.double(), a.square(), a.cube(), a.pow_vartime([n]), a.pow([n]),
        a.pow_vartime([n, 1]), Field::sqrt_alt(&a).1, Field::sqrt_ratio(&a, &F::ONE).1,
        F::sqrt_ratio(&F::ONE, &a).1,
    );
    all.extend(rows!(optional::<F>;
        Field::invert(&a), Invert::invert(&a), Invert::invert_vartime(&a), Field::sqrt(&a),
        F::from_repr(a.to_repr()), F::from_repr_vartime(a.to_repr()),
    ));
    all.extend(rows!(flag;
        a.is_zero(), a.is_zero_vartime(), PrimeField::is_odd(&a), PrimeField::is_even(&a),
        Field::sqrt_alt(&a).0, Field::sqrt_ratio(&a, &F::ONE).0, F::sqrt_ratio(&F::ONE, &a).0,
    ));
    all.extend(rows!(octets;
        a.to_be_repr(), a.to_le_repr(), Into::<FieldBytes>::into(a),
        a.retrieve().to_be_bytes(), Into::<Uint>::into(a).to_be_bytes(),
    ));
    all.extend(rows!(debug; a));
    let mut wiped = a;
    wiped.zeroize();
    all.extend(rows!(element::<F>; wiped));
    all
}

pub(crate) fn binary<F>(a: F, b: F) -> Rows
where
    F: Residue,
    for<'a> &'a F: Add<&'a F, Output = F> + Sub<&'a F, Output = F> + Mul<&'a F, Output = F>,
{
    let assign = |f: &dyn Fn(&mut F)| {
        let mut x = a;
        f(&mut x);
        x
    };
    let mut all = rows!(element::<F>;
        a + b, a + &b, &a + &b, assign(&|x| *x += b), assign(&|x| *x += &b),
        a - b, a - &b, &a - &b, assign(&|x| *x -= b), assign(&|x| *x -= &b),
        a * b, a * &b, &a * &b, assign(&|x| *x *= b), assign(&|x| *x *= &b),
        [a, b, a].into_iter().sum(), [a, b, a].iter().sum(),
        [a, b, a].into_iter().product(), [a, b, a].iter().product(),
        F::sqrt_ratio(&a, &b).1, F::sqrt_ratio(&a.square(), &b.square()).1,
        F::conditional_select(&a, &b, Choice::from(0)), F::conditional_select(&a, &b, Choice::from(1)),
        a.ct_select(&b, ctutils::Choice::FALSE), a.ct_select(&b, ctutils::Choice::TRUE),
        assign(&|x| x.conditional_assign(&b, Choice::from(1))),
    );
    let (mut x, mut y) = (a, b);
    F::conditional_swap(&mut x, &mut y, Choice::from(1));
    all.extend(rows!(element::<F>; x, y));
    all.extend(rows!(flag;
        a == b, a != b, a < b, a <= b, a.cmp(&b) == Ordering::Less, a.cmp(&b) == Ordering::Equal,
        a.partial_cmp(&b) == Some(Ordering::Greater),
        ConstantTimeEq::ct_eq(&a, &b), ConstantTimeEq::ct_ne(&a, &b), CtEq::ct_eq(&a, &b),
        F::sqrt_ratio(&a, &b).0, F::sqrt_ratio(&a.square(), &b.square()).0,
    ));
    all
}

/// Results of the inverters of `ff`, zeros included.
pub(crate) fn batch_invert<F: Residue>(elements: &[F]) -> Rows {
    let mut inverted = elements.to_vec();
    let mut scratch = vec![F::ZERO; elements.len()];
    let product = ff::BatchInverter::invert_with_external_scratch(&mut inverted, &mut scratch);
    let mut all = rows!(element::<F>; product);
    all.extend(inverted.into_iter().map(|x| ("inverse", element(x))));
    let mut inverted = elements.to_vec();
    let product = ff::BatchInvert::batch_invert(inverted.iter_mut());
    all.extend(rows!(element::<F>; product));
    all.extend(inverted.into_iter().map(|x| ("inverse", element(x))));
    all
}

pub(crate) fn decode<F: Residue>(raw: [u8; SIZE]) -> Rows {
    rows!(optional::<F>; F::from_repr(raw.into()), F::from_repr_vartime(raw.into()))
}

pub(crate) fn integers<F: Residue>(n: u128, decimal: &str) -> Rows {
    let mut all = rows!(element::<F>;
        F::from(n as u32), F::from(n as u64), F::from(n), F::from_u128(n),
    );
    all.extend(rows!(optional::<F>; F::from_str_vartime(decimal)));
    all
}

pub(crate) fn constants<F: Residue>() -> Rows {
    let mut all = rows!(element::<F>;
        F::ZERO, F::ONE, F::TWO_INV, F::MULTIPLICATIVE_GENERATOR, F::ROOT_OF_UNITY,
        F::ROOT_OF_UNITY_INV, F::DELTA, F::default(),
    );
    all.extend(rows!(debug;
        F::MODULUS, F::NUM_BITS, F::CAPACITY, F::S, F::REPR_ENDIANNESS,
    ));
    all
}

pub(crate) fn random<F: Residue>(seed: [u8; 32]) -> Rows {
    let rng = || ChaCha20Rng::from_seed(seed);
    rows!(element::<F>;
        F::random(&mut rng()), F::try_random(&mut rng()).unwrap(),
        F::generate_from_rng(&mut rng()), F::try_generate_from_rng(&mut rng()).unwrap(),
    )
}
