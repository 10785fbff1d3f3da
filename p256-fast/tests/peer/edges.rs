//! Inputs that ask for trouble: values next to the moduli and to powers of two, words of all zeros and all ones, and pairs of
//! operands that are made so that the *result* has such words, as a number or in a Montgomery form.

use p256::{
    FieldBytes, NistP256, Scalar,
    elliptic_curve::{
        PrimeField, array::Array, bigint::U256, consts::U48, hazmat::FieldArithmetic, ops::Reduce,
    },
};
use proptest::{array::uniform4, prelude::*, sample::select};
use std::{fmt, ops::Deref};

pub(crate) type FieldElement = <NistP256 as FieldArithmetic>::FieldElement;

/// A field element or a scalar of the peer, made from any 256 bits.
pub(crate) trait Residue: PrimeField<Repr = FieldBytes> + Reduce<Array<u8, U48>> {
    fn reduced(raw: &[u8; 32]) -> Self {
        let mut wide = Array::<u8, U48>::default();
        wide[16..].copy_from_slice(raw);
        Self::reduce(&wide)
    }
}

impl<F: PrimeField<Repr = FieldBytes> + Reduce<Array<u8, U48>>> Residue for F {}

/// 256 bits, shown in hexadecimal.
#[derive(Clone, Copy)]
pub(crate) struct Raw([u8; 32]);

impl Deref for Raw {
    type Target = [u8; 32];

    fn deref(&self) -> &[u8; 32] {
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

fn bytes(value: U256) -> Raw {
    Raw(value.to_be_bytes().into())
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

/// 256 bits: four words, five digits of 52 bits, the neighbourhood of 0, n, p, (n-1)/2, (p-1)/2 and of every power of two.
pub(crate) fn raw() -> impl Strategy<Value = Raw> {
    let words = |w: [u64; 4]| {
        let octets: Vec<u8> = w.iter().rev().flat_map(|w| w.to_be_bytes()).collect();
        bytes(U256::from_be_slice(&octets))
    };
    let digits = |d: [u64; 4], top: u64| {
        let mut value = U256::from_u64(top & 0xffff_ffff_ffff);
        for digit in d {
            value = value
                .shl_vartime(52)
                .wrapping_add(&U256::from_u64(digit >> 12));
        }
        bytes(value)
    };
    let [n, p] = [<Scalar as PrimeField>::MODULUS, FieldElement::MODULUS].map(U256::from_be_hex);
    let mut centres = vec![U256::ZERO, n, p, n.shr_vartime(1), p.shr_vartime(1)];
    centres.extend((0..256).map(|k| U256::ONE.shl_vartime(k)));
    let near = move |centre: U256, distance: u64| {
        bytes(
            centre
                .wrapping_add(&U256::from_u64(distance))
                .wrapping_sub(&U256::from_u64(3)),
        )
    };
    prop_oneof![
        any::<[u8; 32]>().prop_map(Raw),
        uniform4(word()).prop_map(words),
        (uniform4(word()), word()).prop_map(move |(d, top)| digits(d, top)),
        (select(centres), 0..=6u64).prop_map(move |(c, d)| near(c, d)),
    ]
}

/// A residue whose words are edges as they stand, or in the Montgomery form of R = 2^256 or 2^260.
fn target<F: Residue>() -> impl Strategy<Value = F> {
    (raw(), select(&[0u64, 256, 260][..])).prop_map(|(raw, r)| {
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
            _ => return (Raw([0; 32]), b_raw),
        };
        (encoded(a), encoded(b))
    })
}
