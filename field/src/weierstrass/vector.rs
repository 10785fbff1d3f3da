//! Scalar multiplications in vectors: what `octo` and `quad` give to the curves.

use super::{AffinePoint, ProjectivePoint, Weierstrass, schedule::Scalar};
#[cfg(target_arch = "x86_64")]
pub use crate::lanes::Radix52;
use crate::{Ifma, Prime, cpu::on_vectors};
#[cfg(target_arch = "x86_64")]
use {
    super::{
        complete,
        schedule::{self, make_odd},
    },
    crate::{
        Fe, Saturated,
        lanes::InLanes,
        octo::{
            batch::{LinearCombination, NORMALIZED, Normalize, TERMS},
            comb::MultiplyBase,
        },
        quad::schedule::Multiply,
    },
};

/// A base field with kernels in the lanes of vectors, where there are any.
#[cfg(not(target_arch = "x86_64"))]
pub trait Radix52: Prime {
    /// Kernels of words.
    type WordKernel: crate::Kernel<Self>;
    /// Their token.
    fn word_kernel(cpu: Ifma) -> Self::WordKernel;
}
#[cfg(not(target_arch = "x86_64"))]
impl<P: Prime> Radix52 for P {
    type WordKernel = crate::Adx;
    fn word_kernel(cpu: Ifma) -> crate::Adx {
        match cpu {}
    }
}

/// The word of `k'` in each lane of the comb: in the even ones 7 and 6, in the odd ones 0 and no higher one than 5. `octo::comb` says why.
pub const WORDS: [usize; 8] = [7, 5, 6, 2, 4, 1, 3, 0];

/// Multiples of the generator for the comb, in `ROUNDS` rounds.
#[derive(Debug)]
#[repr(align(64))]
pub struct LaneTable<C: Weierstrass, const ROW: usize, const ROUNDS: usize> {
    /// `[round][multiple][coordinate and word][lane]`: in lane `i`, the point `(2 multiple + 1) 2^(4 ROUNDS WORDS[i] + 4 round) G`, the words of
    /// `x`, then those of `y`, as the lanes of vectors hold them.
    pub rounds: [[[[u64; 8]; ROW]; 8]; ROUNDS],
    /// The scalar for which the comb would have to double, if there is one.
    pub doubled: Option<Doubled<C>>,
}

/// A scalar and its multiple of the generator.
#[derive(Debug)]
pub struct Doubled<C: Weierstrass> {
    /// `k`.
    pub scalar: <C::Order as Prime>::Words,
    /// `k G`: the words of `x` and `y` in Montgomery form.
    pub point: [<C::Base as Prime>::Words; 2],
}

/// `k G`, in constant time.
pub fn mul_base<C: Weierstrass<Base: Radix52>, const ROW: usize, const ROUNDS: usize>(
    cpu: Ifma,
    k: &Scalar<C>,
    table: &LaneTable<C, ROW, ROUNDS>,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, k, table: {
        let (scalar, negate) = make_odd(k);
        to_projective(cpu.run(MultiplyBase { scalar, negate, table }))
    })
}

/// `k P`, in constant time.
pub fn mul<C: Weierstrass<Base: Radix52>>(
    cpu: Ifma,
    p: &ProjectivePoint<C>,
    k: &Scalar<C>,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, p, k: {
        let (scalar, negate) = make_odd(k);
        let point = [p.x.words, p.y.words, p.z.words];
        to_projective(cpu.run(Multiply::<C> { point, scalar, negate }))
    })
}

/// `a G + b P`, in variable time, normalized: both products in constant time, as windows of fixed places suit vectors best.
pub fn mul_base_add_vartime<
    C: Weierstrass<Base: Radix52>,
    const ROW: usize,
    const ROUNDS: usize,
>(
    cpu: Ifma,
    a: &Scalar<C>,
    b: &Scalar<C>,
    p: &ProjectivePoint<C>,
    table: &LaneTable<C, ROW, ROUNDS>,
) -> ProjectivePoint<C> {
    on_vectors!(cpu, a, b, p, table: {
        let (p, q) = (mul_base(cpu, a, table), mul(cpu, p, b));
        let kernel = C::Base::word_kernel(cpu);
        let [x, y, z] = complete::add(p.on(kernel), q.on(kernel), C::B.on(kernel));
        if bool::from(z.native().is_zero()) {
            return ProjectivePoint::IDENTITY;
        }
        let inverse = Fe::<C::Base>::new(C::Base::invert_vartime(&z.words)).on(kernel);
        ProjectivePoint::from_public_affine((x * inverse).native(), (y * inverse).native())
    })
}

/// Fewer points are faster without vectors: of P-256, of 8 each costs 929 cycles in words and 1,026 in lanes, of 16 610 and 590, of 64 370
/// and 265 (Zen 4).
#[cfg(target_arch = "x86_64")]
const FEW_POINTS: usize = 16;

/// All affine points; `invert` is an inversion of the base field.
pub fn batch_normalize<C: Weierstrass<Base: Radix52>>(
    cpu: Ifma,
    points: &[ProjectivePoint<C>],
    affine: &mut [AffinePoint<C>],
    invert: fn(&<C::Base as Prime>::Words) -> <C::Base as Prime>::Words,
) {
    on_vectors!(cpu, points, affine, invert: {
        if points.len() < FEW_POINTS {
            return schedule::batch_normalize(C::Base::word_kernel(cpu), points, affine, invert);
        }
        for (points, affine) in points.chunks(NORMALIZED).zip(affine.chunks_mut(NORMALIZED)) {
            cpu.run(Normalize { points, affine, invert });
        }
    })
}

/// `sum k P`, in variable time.
///
/// Cycles for each of `n` terms (Zen 4): by themselves in four lanes 56k for P-256, 210k for P-384, 360k for P-521; P-256 in words 48k for 4,
/// 38k for 8. In eight lanes 33k, 125k, 199k for 12, and 20k, 73k, 118k for 32.
pub fn lincomb_vartime<C: Weierstrass<Base: Radix52>>(
    cpu: Ifma,
    terms: &[(ProjectivePoint<C>, Scalar<C>)],
) -> ProjectivePoint<C> {
    on_vectors!(cpu, terms: {
        let [alone, in_words] = if C::Base::LIMBS > 5 { [5, 0] } else { [3, 8] };
        let any = |terms: &[_]| schedule::lincomb_vartime(Saturated(C::Base::word_kernel(cpu)), terms);
        let sums = terms.chunks(TERMS).map(|terms| {
            match terms.len() {
                n if n <= alone => terms.iter().map(|(p, k)| mul(cpu, p, k)).sum(),
                n if n <= in_words => any(terms),
                _ => cpu.run(LinearCombination { terms }).unwrap_or_else(|| any(terms)),
            }
        });
        sums.sum()
    })
}

/// A point of these homogeneous coordinates; the identity if `Z = 0`.
#[cfg(target_arch = "x86_64")]
fn to_projective<C: Weierstrass>(
    coordinates: [<C::Base as Prime>::Words; 3],
) -> ProjectivePoint<C> {
    let [x, y, z] = coordinates.map(Fe::new);
    ProjectivePoint::from_coordinates(x, y, z, z.is_zero())
}
