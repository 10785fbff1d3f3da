//! Inputs that ask for trouble: values next to the moduli and to powers of two, words of all zeros and all ones, and pairs of
//! operands that are made so that the *result* has such words, as a number or in a Montgomery form.

use crate::curve::{
    SIZE, Uint, Wide,
    theirs::{FieldBytes, Scalar},
};
use elliptic_curve::{PrimeField, array::Array, hazmat::FieldArithmetic, ops::Reduce};
use proptest::{collection, prelude::*, sample::select};
use std::{fmt, ops::Deref};

pub(crate) type FieldElement = <crate::curve::TheirCurve as FieldArithmetic>::FieldElement;

/// Words of an integer.
const WORDS: usize = SIZE.div_ceil(8);
/// Its bits.
const BITS: u32 = <Scalar as PrimeField>::NUM_BITS;

/// A field element or a scalar of the peer, made from any octets of its size.
pub(crate) trait Residue: PrimeField<Repr = FieldBytes> + Reduce<Array<u8, Wide>> {
    fn reduced(raw: &[u8; SIZE]) -> Self {
        let mut wide = Array::<u8, Wide>::default();
        let at = wide.len() - SIZE;
        wide[at..].copy_from_slice(raw);
        Self::reduce(&wide)
    }
}

impl<F: PrimeField<Repr = FieldBytes> + Reduce<Array<u8, Wide>>> Residue for F {}

/// Octets of the size of an element, shown in hexadecimal.
#[derive(Clone, Copy)]
pub(crate) struct Raw([u8; SIZE]);

impl Raw {
    /// 32 of them.
    pub(crate) fn seed(&self) -> [u8; 32] {
        self.0[SIZE - 32..].try_into().unwrap()
    }
}

impl Deref for Raw {
    type Target = [u8; SIZE];

    fn deref(&self) -> &[u8; SIZE] {
        &self.0
    }
}

impl fmt::Debug for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

fn encoded<F: Residue>(value: F) -> Raw {
    Raw(value.to_repr().into())
}

/// The lowest octets.
fn bytes(value: Uint) -> Raw {
    let octets = value.to_be_bytes();
    Raw(octets[octets.len() - SIZE..].try_into().unwrap())
}

fn word() -> impl Strategy<Value = u64> {
    const EDGES: &[u64] = &[
        0,
        1,
        2,
        u64::MAX,
        u64::MAX - 1,
        1 << 63,
        (1 << 32) - 1,
        1 << 32,
        (1 << 52) - 1,
    ];
    prop_oneof![2 => select(EDGES), 1 => any::<u64>()]
}

/// Words, digits of 52 bits, the neighbourhood of 0, n, p, (n-1)/2, (p-1)/2 and of every power of two; few of P-521's with a
/// bit that no element has.
pub(crate) fn raw() -> impl Strategy<Value = Raw> {
    let joined = |digits: Vec<u64>, bits: u32| {
        let digits = digits.into_iter();
        let value = digits.fold(Uint::ZERO, |value, digit| {
            value
                .shl_vartime(bits)
                .wrapping_add(&Uint::from_u64(digit >> (64 - bits)))
        });
        // Down to the bits of an element.
        bytes(value.shr_vartime(Uint::BITS - BITS))
    };
    let any_octets = (collection::vec(any::<u8>(), SIZE), 0..8u8).prop_map(|(octets, keep)| {
        let mut raw: [u8; SIZE] = octets.try_into().unwrap();
        if keep > 0 {
            raw[0] &= 0xff >> (8 * SIZE as u32 - BITS);
        }
        Raw(raw)
    });
    let [n, p] = [<Scalar as PrimeField>::MODULUS, FieldElement::MODULUS].map(Uint::from_be_hex);
    let mut centres = vec![Uint::ZERO, n, p, n.shr_vartime(1), p.shr_vartime(1)];
    centres.extend((0..8 * SIZE as u32).map(|k| Uint::ONE.shl_vartime(k)));
    let near = move |centre: Uint, distance: u64| {
        bytes(
            centre
                .wrapping_add(&Uint::from_u64(distance))
                .wrapping_sub(&Uint::from_u64(3)),
        )
    };
    prop_oneof![
        any_octets,
        collection::vec(word(), WORDS).prop_map(move |words| joined(words, 63)),
        collection::vec(word(), WORDS).prop_map(|words| {
            let words = words.iter().rev().flat_map(|w| w.to_be_bytes());
            let octets: Vec<u8> = words.collect();
            let mut raw: [u8; SIZE] = octets[8 * WORDS - SIZE..].try_into().unwrap();
            raw[0] &= 0xff >> (8 * SIZE as u32 - BITS);
            Raw(raw)
        }),
        collection::vec(word(), 13).prop_map(move |digits| joined(digits, 52)),
        (select(centres), 0..=6u64).prop_map(move |(c, d)| near(c, d)),
    ]
}

/// A residue whose words are edges as they stand, or in a Montgomery form of words or of digits of 52 bits.
fn target<F: Residue>() -> impl Strategy<Value = F> {
    (
        raw(),
        select(vec![
            0,
            64 * WORDS as u64,
            52 * u64::from(BITS).div_ceil(52),
        ]),
    )
        .prop_map(|(raw, r)| {
            let over_r = F::TWO_INV.pow_vartime([r]);
            F::reduced(&raw) * over_r
        })
}

/// Two operands: independent, equal, opposite, or made so that their sum, difference, product or quotient is a `target`.
pub(crate) fn pair<F: Residue>() -> impl Strategy<Value = (Raw, Raw)> {
    (raw(), raw(), target::<F>(), 0..7).prop_map(|(a_raw, b_raw, t, how)| {
        let a = F::reduced(&a_raw);
        let b = match how {
            0 => return (a_raw, b_raw),
            1 => a,
            2 => -a,
            3 => t - a,
            4 => a - t,
            5 => t * a.invert().unwrap_or(F::ONE),
            _ => return (encoded(t), encoded(t * a)),
        };
        (encoded(a), encoded(b))
    })
}

/// The factors k of two points k G: independent, equal, opposite, double, or one of them the identity.
pub(crate) fn point_pair() -> impl Strategy<Value = (Raw, Raw)> {
    (raw(), raw(), 0..8).prop_map(|(a_raw, b_raw, how)| {
        let a = Scalar::reduced(&a_raw);
        let b = match how {
            0 | 1 => return (a_raw, b_raw),
            2 => a,
            3 => -a,
            4 => a + a,
            5 => -(a + a),
            6 => Scalar::ZERO,
            _ => return (Raw([0; SIZE]), b_raw),
        };
        (encoded(a), encoded(b))
    })
}
