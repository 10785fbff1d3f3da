//! Curve25519 in vectors: what `octo` and `quad` give to it.

use super::{
    Projective,
    curve25519::{BaseTable, Point, ratio, root},
    schedule::Term,
};
use crate::{Fe, Ifma, P25519, cpu::on_vectors};
use elliptic_curve::subtle::Choice;
#[cfg(target_arch = "x86_64")]
use {
    super::schedule::{Digits, recode_vartime},
    crate::{
        Prime,
        octo::edwards::MultiplyBase,
        quad::{
            Quads,
            edwards::schedule::{Candidates, Multiply, SumVartime},
            montgomery::Ladder,
        },
    },
};

/// `k B`, in constant time.
pub(crate) fn mul_base(cpu: Ifma, k: &[u64; 4], table: &BaseTable) -> Point {
    on_vectors!(cpu, k, table: cpu.run(MultiplyBase { scalar: k, table: table.lanes }))
}

/// `k p`, in constant time.
pub(crate) fn mul(cpu: Ifma, p: &Point, k: &[u64; 4]) -> Point {
    on_vectors!(cpu, p, k: cpu.run(Multiply { point: p, scalar: k }))
}

/// `c B` and all terms, in variable time: by non-adjacent forms.
pub(crate) fn sum_vartime<const N: usize>(
    cpu: Ifma,
    c: &[u64; 4],
    table: &BaseTable,
    terms: [Term<'_>; N],
) -> Projective<Fe<P25519>> {
    on_vectors!(cpu, c, table, terms: in_four_lanes::sum_vartime(cpu, c, table, terms))
}

/// [`super::curve25519::recover_x`].
pub(crate) fn recover_x(cpu: Ifma, y: &Fe<P25519>) -> (Fe<P25519>, Choice) {
    let ratio = ratio(y);
    let [r, check] = candidate(cpu, &ratio);
    root(&ratio[0], r, check)
}

/// [`super::curve25519::candidate_of`].
pub(crate) fn candidate(cpu: Ifma, ratio: &[Fe<P25519>; 2]) -> [Fe<P25519>; 2] {
    let [candidate, _] = candidates(cpu, &[*ratio, *ratio]);
    candidate
}

/// The same of two.
pub(crate) fn candidates(cpu: Ifma, ratios: &[[Fe<P25519>; 2]; 2]) -> [[Fe<P25519>; 2]; 2] {
    on_vectors!(cpu, ratios: cpu.run(Candidates(ratios)))
}

/// The `u` coordinate of the multiple by the lower 255 bits of `k`, in constant time.
pub(crate) fn ladder(cpu: Ifma, k: &[u64; 4], u: &Fe<P25519>) -> Fe<P25519> {
    on_vectors!(cpu, k, u: in_four_lanes::ladder(cpu, k, u))
}

/// What needs four lanes of any CPU that has them.
#[cfg(target_arch = "x86_64")]
mod in_four_lanes {
    use super::*;

    pub(crate) fn sum_vartime<C: Quads, const N: usize>(
        cpu: C,
        c: &[u64; 4],
        table: &BaseTable,
        terms: [Term<'_>; N],
    ) -> Projective<Fe<P25519>> {
        let mut digits = Digits::ZERO;
        let Point { X, Y, Z, .. } = cpu.run_quad(SumVartime {
            digits: recode_vartime(&mut digits, c, &terms),
            points: terms.map(|term| term.point),
            of_base: table.multiples(),
        });
        Projective { X, Y, Z }
    }

    pub(crate) fn ladder<C: Quads>(cpu: C, k: &[u64; 4], u: &Fe<P25519>) -> Fe<P25519> {
        let [X, Z] = cpu.run_quad(Ladder { k, u });
        X * Fe::new(P25519::invert(&Z.words))
    }
}

/// The same on AVX-IFMA: what needs eight lanes elsewhere goes by ADX.
#[cfg(all(target_arch = "x86_64", any(test, field_backend = "avxifma")))]
#[cfg_attr(
    not(field_backend = "avxifma"),
    allow(dead_code, reason = "for its tests")
)]
pub(crate) mod vex {
    use super::*;
    use crate::{AvxIfma, arch::x86_64::tight::TightLayout, edwards::schedule};

    pub(crate) use in_four_lanes::{ladder, sum_vartime};

    pub(crate) fn mul_base(cpu: AvxIfma, k: &[u64; 4], table: &BaseTable) -> Point {
        schedule::mul_base(TightLayout(cpu.adx()), k, table)
    }

    pub(crate) fn mul(cpu: AvxIfma, p: &Point, k: &[u64; 4]) -> Point {
        schedule::mul(TightLayout(cpu.adx()), p, k)
    }

    pub(crate) fn recover_x(cpu: AvxIfma, y: &Fe<P25519>) -> (Fe<P25519>, Choice) {
        let ratio = ratio(y);
        let [r, check] = candidate(cpu, &ratio);
        root(&ratio[0], r, check)
    }

    pub(crate) fn candidate(cpu: AvxIfma, ratio: &[Fe<P25519>; 2]) -> [Fe<P25519>; 2] {
        let [candidate, _] = cpu.run_quad(Candidates(&[*ratio, *ratio]));
        candidate
    }
}
