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
    on_vectors!(cpu, c, table, terms: {
        let mut digits = Digits::ZERO;
        let Point { X, Y, Z, .. } = cpu.run(SumVartime {
            digits: recode_vartime(&mut digits, c, &terms),
            points: terms.map(|term| term.point),
            of_base: table.multiples(),
        });
        Projective { X, Y, Z }
    })
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
    on_vectors!(cpu, k, u: {
        let [X, Z] = cpu.run(Ladder { k, u });
        X * Fe::new(P25519::invert(&Z.words))
    })
}
