//! Scalar multiplications of P-256 in vectors: what `octo` and `quad` give to a curve's dispatch list.

use super::{AffinePoint, ProjectivePoint, Weierstrass, schedule::Scalar};
use crate::{Ifma, N256, P256};
#[cfg(target_arch = "x86_64")]
use {
    super::{
        complete,
        schedule::{self, make_odd},
    },
    crate::{
        Fe, Prime, Saturated,
        octo::{
            batch::{LinearCombination, NORMALIZED, Normalize, TERMS},
            comb::MultiplyBase,
        },
        quad::schedule::Multiply,
    },
};

/// The word of `k'` in each lane of the comb: in the even ones 7 and 6, in the odd ones 0 and no higher one than 5. `octo::comb` says why.
pub const WORDS: [usize; 8] = [7, 5, 6, 2, 4, 1, 3, 0];

/// `[round][multiple][coordinate and word][lane]`: in lane `i`, the point `(2 multiple + 1) 2^(32 WORDS[i] + 4 round) G`, the words of
/// `x`, then those of `y`, in Montgomery form. 32 KiB.
#[derive(Debug)]
#[repr(align(64))]
pub struct LaneTable(pub [[[[u64; 8]; 8]; 8]; 8]);

/// Bytes of a [`LaneTable`].
pub const LANE_BYTES: usize = size_of::<LaneTable>();

impl LaneTable {
    /// From little-endian bytes, in the same order.
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        let (words, _) = bytes.as_chunks();
        let mut rounds = [[[[0; 8]; 8]; 8]; 8];
        let mut i = 0;
        while i < 8 * 8 * 8 * 8 {
            rounds[i / 512][i / 64 % 8][i / 8 % 8][i % 8] = u64::from_le_bytes(words[i]);
            i += 1;
        }
        Self(rounds)
    }
}

/// What runs where there is such a CPU; a token of another target has no value.
macro_rules! on_vectors {
    ($cpu:ident, $($arg:ident),*: $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        return $result;
        #[cfg(not(target_arch = "x86_64"))]
        match ($cpu, $($arg),*).0 {}
    }};
}

/// `k G`, in constant time.
pub fn mul_base<C: Weierstrass<Base = P256, Order = N256>>(
    cpu: Ifma,
    k: &Scalar<C>,
    table: &LaneTable,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, k, table: {
        let (scalar, negate) = make_odd(k);
        to_projective(cpu.run(MultiplyBase { scalar, negate, table }))
    })
}

/// `k P`, in constant time.
pub fn mul<C: Weierstrass<Base = P256, Order = N256>>(
    cpu: Ifma,
    p: &ProjectivePoint<C>,
    k: &Scalar<C>,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, p, k: {
        let (scalar, negate) = make_odd(k);
        let point = [p.x.words, p.y.words, p.z.words];
        to_projective(cpu.run(Multiply { point, scalar, negate }))
    })
}

/// `a G + b P`, in variable time, normalized: both products in constant time, as windows of fixed places suit vectors best.
pub fn mul_base_add_vartime<C: Weierstrass<Base = P256, Order = N256>>(
    cpu: Ifma,
    a: &Scalar<C>,
    b: &Scalar<C>,
    p: &ProjectivePoint<C>,
    table: &LaneTable,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, a, b, p, table: {
        let (p, q) = (mul_base::<C>(cpu, a, table), mul(cpu, p, b));
        let adx = cpu.adx();
        let [x, y, z] = complete::add(p.on(adx), q.on(adx), C::B.on(adx));
        if bool::from(z.native().is_zero()) {
            return ProjectivePoint::IDENTITY;
        }
        let inverse = Fe::<P256>::new(P256::invert_vartime(&z.words)).on(adx);
        ProjectivePoint::from_public_affine((x * inverse).native(), (y * inverse).native())
    })
}

/// All affine points; `invert` is an inversion of the base field.
pub fn batch_normalize<C: Weierstrass<Base = P256>>(
    cpu: Ifma,
    points: &[ProjectivePoint<C>],
    affine: &mut [AffinePoint<C>],
    invert: fn(&[u64; 4]) -> [u64; 4],
) {
    on_vectors!(cpu, points, affine, invert: {
        for (points, affine) in points.chunks(NORMALIZED).zip(affine.chunks_mut(NORMALIZED)) {
            cpu.run(Normalize { points, affine, invert });
        }
    })
}

/// `sum k P`, in variable time.
///
/// Cycles for each of `n` terms (Zen 4): by themselves in four lanes 56k; in words 51k for 4, 41k for 8; in eight lanes 43k for 8, 37k for 12,
/// 28k for 16.
pub fn lincomb_vartime<C: Weierstrass<Base = P256, Order = N256>>(
    cpu: Ifma,
    terms: &[(ProjectivePoint<C>, Scalar<C>)],
) -> ProjectivePoint<C> {
    on_vectors!(cpu, terms: {
        let any = |terms: &[_]| schedule::lincomb_vartime(Saturated(cpu.adx()), terms);
        let sums = terms.chunks(TERMS).map(|terms| {
            match terms.len() {
                0..=3 => terms.iter().map(|(p, k)| mul(cpu, p, k)).sum(),
                4..=8 => any(terms),
                _ => cpu.run(LinearCombination { terms }).unwrap_or_else(|| any(terms)),
            }
        });
        sums.sum()
    })
}

/// A point of these homogeneous coordinates; the identity if `Z = 0`.
#[cfg(target_arch = "x86_64")]
fn to_projective<C: Weierstrass<Base = P256>>(
    coordinates: [<P256 as Prime>::Words; 3],
) -> ProjectivePoint<C> {
    let [x, y, z] = coordinates.map(Fe::new);
    ProjectivePoint::from_coordinates(x, y, z, z.is_zero())
}
