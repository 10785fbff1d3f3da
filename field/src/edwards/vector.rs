//! Curve25519 in vectors: what `octo` and `quad` give to it.

use super::{
    Projective,
    curve25519::{BaseTable, Point},
};
use crate::{Fe, Ifma, P25519};
use elliptic_curve::subtle::Choice;
#[cfg(target_arch = "x86_64")]
use {
    super::{
        curve25519::{ratio, root},
        schedule::{BASE_NAF, NAF},
    },
    crate::{
        Prime,
        octo::edwards::MultiplyBase,
        quad::{
            edwards::schedule::{Candidates, Multiples, Multiply, SumVartime, Term},
            montgomery::Ladder,
        },
        window::naf_vartime,
    },
};

/// What runs where there is such a CPU; a token of another target has no value.
macro_rules! on_vectors {
    ($cpu:ident, $($arg:ident),*: $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        return $result;
        #[cfg(not(target_arch = "x86_64"))]
        match ($cpu, $($arg),*).0 {}
    }};
}

/// `k B`, in constant time.
pub(crate) fn mul_base(cpu: Ifma, k: &[u64; 4], table: &BaseTable) -> Point {
    on_vectors!(cpu, k, table: cpu.run(MultiplyBase { scalar: k, table: table.lanes }))
}

/// `k p`, in constant time.
pub(crate) fn mul(cpu: Ifma, p: &Point, k: &[u64; 4]) -> Point {
    on_vectors!(cpu, p, k: cpu.run(Multiply { point: p, scalar: k }))
}

/// `a B + b p`, in variable time: by non-adjacent forms.
pub(crate) fn mul_base_add_vartime(
    cpu: Ifma,
    a: &[u64; 4],
    b: &[u64; 4],
    p: &Point,
    table: &BaseTable,
) -> Projective<Fe<P25519>> {
    on_vectors!(cpu, a, b, p, table: {
        let [of_base, of_p] = [digits(a, BASE_NAF), digits(b, NAF)];
        let Point { X, Y, Z, .. } = cpu.run(SumVartime([
            Term { digits: of_base.used(), multiples: Multiples::Table(table.odd) },
            Term { digits: of_p.used(), multiples: Multiples::Of(p) },
        ]));
        Projective { X, Y, Z }
    })
}

/// [`super::curve25519::recover_x`].
pub(crate) fn recover_x(cpu: Ifma, y: &Fe<P25519>) -> (Fe<P25519>, Choice) {
    let [root, _] = recover_two(cpu, &[*y, *y]);
    root
}

/// The same of two.
pub(crate) fn recover_two(cpu: Ifma, ys: &[Fe<P25519>; 2]) -> [(Fe<P25519>, Choice); 2] {
    on_vectors!(cpu, ys: {
        let ratios = [ratio(&ys[0]), ratio(&ys[1])];
        let candidates = cpu.run(Candidates(&ratios));
        core::array::from_fn(|i| {
            let [r, check] = candidates[i];
            root(&ratios[i][0], r, check)
        })
    })
}

/// The `u` coordinate of the multiple by the lower 255 bits of `k`, in constant time.
pub(crate) fn ladder(cpu: Ifma, k: &[u64; 4], u: &Fe<P25519>) -> Fe<P25519> {
    on_vectors!(cpu, k, u: {
        let [X, Z] = cpu.run(Ladder { k, u });
        X * Fe::new(P25519::invert(&Z.words))
    })
}

/// A public scalar's non-adjacent form.
#[cfg(target_arch = "x86_64")]
struct Digits([i16; 257], usize);

#[cfg(target_arch = "x86_64")]
impl Digits {
    fn used(&self) -> &[i16] {
        &self.0[..self.1]
    }
}

#[cfg(target_arch = "x86_64")]
fn digits(k: &[u64; 4], width: u32) -> Digits {
    let mut digits = Digits([0; 257], 0);
    naf_vartime(k, width, |i, digit| {
        digits.0[i] = digit as i16;
        digits.1 = i + 1;
    });
    digits
}
