//! Curve25519's kernels, which have value classes and operations of their own.

use super::{BigUint, Rng, array, big, can_run, edges, modulus, rounds};
#[cfg(target_os = "linux")]
use super::{ENDS, Guarded};
use crate::{
    P25519,
    arch::x86_64::adx::p25519::*,
    testing::{from_big, patterns},
};
use std::vec::Vec;

type Words = [u64; 4];

fn tight_limit() -> BigUint {
    (BigUint::from(1u8) << 255) + (1u64 << 32)
}

/// The residue of a result, which must be *tight*.
fn residue(x: &Words) -> BigUint {
    assert!(big(x) < tight_limit(), "{x:x?}");
    big(x) % modulus::<P25519>()
}

fn edge_words() -> Vec<Words> {
    let twice = modulus::<P25519>() << 1;
    let mut all = edges::<P25519>();
    all.extend(patterns::<P25519>());
    for d in 0u64..40 {
        for x in [&twice - 1u8 + d, tight_limit() - 1u8 - d] {
            if x.bits() <= 256 {
                all.push(from_big::<P25519>(&x));
            }
        }
    }
    all
}

/// *Tight* words, at the edges or random.
fn tight(rng: &mut Rng, edges: &[Words]) -> Words {
    let words = if rng.below(4) == 0 {
        edges[rng.below(edges.len() as u64) as usize]
    } else {
        rng.words::<P25519>()
    };
    if big(&words) < tight_limit() {
        return words;
    }
    let [a, b, c, d] = words;
    if rng.below(4) == 0 {
        [a & 0xffff_ffff, 0, 0, 1 << 63]
    } else {
        [a, b, c, d & u64::MAX >> 1]
    }
}

/// Any words, likewise.
fn loose(rng: &mut Rng, edges: &[Words]) -> Words {
    if rng.below(4) == 0 {
        edges[rng.below(edges.len() as u64) as usize]
    } else {
        rng.words::<P25519>()
    }
}

#[test]
fn products_and_squares_of_any_words_are_the_big_integers() {
    if !can_run() {
        return;
    }
    let (mut rng, p) = (Rng::new(), modulus::<P25519>());
    let edges = edge_words();
    let check = |a: &Words, b: &Words| {
        assert_eq!(residue(&mul(a, b)), big(a) * big(b) % &p, "{a:x?} {b:x?}");
    };
    for a in &edges {
        assert_eq!(residue(&square(a)), big(a) * big(a) % &p, "{a:x?}");
        for b in edges.iter().step_by(1 + rng.below(9) as usize) {
            check(a, b);
        }
    }
    for _ in 0..rounds() {
        let (a, b) = (rng.words::<P25519>(), rng.words::<P25519>());
        check(&a, &b);
        assert_eq!(residue(&square(&a)), big(&a) * big(&a) % &p, "{a:x?}");
    }
}

/// For a random `b`, the product with `t / b` is `t`: edges of the result.
#[test]
fn products_with_edge_words_in_the_result_are_right() {
    if !can_run() {
        return;
    }
    let (mut rng, p) = (Rng::new(), modulus::<P25519>());
    for t in edge_words() {
        let (t, b) = (big(&t) % &p, rng.words::<P25519>());
        let Some(inverse) = (big(&b) % &p).modinv(&p) else {
            continue;
        };
        let a = from_big::<P25519>(&(&t * inverse % &p));
        assert_eq!(residue(&mul(&a, &b)), t, "{a:x?} {b:x?}");
        assert_eq!(residue(&mul(&b, &a)), t, "{b:x?} {a:x?}");
    }
}

/// Formulas on big integers, as the kernels' specifications state them.
mod model {
    use super::{BigUint, P25519, modulus};

    fn p() -> BigUint {
        modulus::<P25519>()
    }
    fn sub(a: &BigUint, b: &BigUint) -> BigUint {
        (a + p() - b % p()) % p()
    }
    fn square(a: BigUint) -> BigUint {
        &a * &a % p()
    }
    pub(super) fn ladder_step([X2, Z2, X3, Z3, u]: [BigUint; 5], swap: bool) -> [BigUint; 5] {
        let (A, B, C, D) = (&X2 + &Z2, sub(&X2, &Z2), &X3 + &Z3, sub(&X3, &Z3));
        let (DA, CB) = (&D * &A % p(), &C * &B % p());
        let [AA, BB] = if swap { [C, D] } else { [A, B] }.map(square);
        let E = sub(&AA, &BB);
        [
            &AA * &BB % p(),
            &E * (&AA + &E * 121_665u32) % p(),
            square(&DA + &CB),
            &u * square(sub(&DA, &CB)) % p(),
            u % p(),
        ]
    }
    fn completed([E, F, G, H]: [BigUint; 4]) -> [BigUint; 4] {
        [&E * &F % p(), &G * &H % p(), &F * &G % p(), &E * &H % p()]
    }
    pub(super) fn double([X, Y, Z, _]: [BigUint; 4]) -> [BigUint; 4] {
        let S = square(&X + &Y);
        let [A, B, ZZ] = [X, Y, Z].map(square);
        let (H, G) = (&A + &B, sub(&A, &B));
        completed([sub(&H, &S), ZZ * 2u8 + &G, G, H])
    }
    pub(super) fn add(
        [X, Y, Z, T]: [BigUint; 4],
        [sum, difference, Z2, T2d]: [BigUint; 4],
    ) -> [BigUint; 4] {
        let A = sub(&Y, &X) * difference % p();
        let B = (Y + X) * sum % p();
        let (C, D) = (T * T2d % p(), Z * Z2 % p());
        completed([sub(&B, &A), sub(&D, &C), D + C, B + A])
    }
}

/// All operations on these words against their formulas.
fn check_all(p: [Words; 5], q: [Words; 4], swap: u64) {
    fn check<const N: usize>(
        f: impl Fn(&mut [Words; N]),
        p: [Words; N],
        unchanged: Option<usize>,
        expected: &[BigUint],
    ) {
        let mut r = p;
        f(&mut r);
        for i in 0..N {
            if Some(i) == unchanged {
                assert_eq!(r[i], p[i], "{i} of {p:x?}");
            } else {
                assert_eq!(residue(&r[i]), expected[i], "{i} of {p:x?}");
            }
        }
    }
    let expected = model::ladder_step(p.map(|x| big(&x)), swap == 1);
    check(|r| ladder_step(r, swap), p, Some(4), &expected);
    let p = [p[0], p[1], p[2], p[3]];
    let coordinates = p.map(|x| big(&x));
    let expected = model::double(coordinates.clone());
    check(double::<false>, p, Some(3), &expected);
    check(double::<true>, p, None, &expected);
    let [sum, difference, Z2, T2d] = q.map(|x| big(&x));
    let niels = [sum.clone(), difference.clone(), 2u8.into(), T2d.clone()];
    let expected = model::add(coordinates.clone(), niels);
    let entry = [q[0], q[1], q[3]];
    check(|r| add_niels::<false>(r, &entry), p, Some(3), &expected);
    check(|r| add_niels::<true>(r, &entry), p, None, &expected);
    let expected = model::add(coordinates, [sum, difference, Z2, T2d]);
    check(|r| add_cached::<false>(r, &q), p, Some(3), &expected);
    check(|r| add_cached::<true>(r, &q), p, None, &expected);
}

#[test]
fn operations_on_random_coordinates_are_their_formulas() {
    if !can_run() {
        return;
    }
    let (mut rng, edges) = (Rng::new(), edge_words());
    for i in 0..rounds() / 4 {
        let p = array::from_fn(|_| tight(&mut rng, &edges));
        let q = array::from_fn(|_| loose(&mut rng, &edges));
        check_all(p, q, i & 1);
    }
}

#[test]
fn operations_on_edge_coordinates_are_their_formulas() {
    if !can_run() {
        return;
    }
    let p = modulus::<P25519>();
    let tight = [
        BigUint::ZERO,
        1u8.into(),
        &p - 1u8,
        p.clone(),
        &p + 1u8,
        tight_limit() - 1u8,
    ]
    .map(|x| from_big::<P25519>(&x));
    let loose = [
        [0; 4],
        [u64::MAX; 4],
        from_big::<P25519>(&(&p << 1)),
        [38, 0, 0, 0],
    ];
    for k in 0..6usize.pow(3) {
        let pick = |i: usize| tight[i % 6];
        let coordinates = [k, k / 6, k / 36, k / 7, k / 11].map(pick);
        let q = [k, k / 4, k / 16, k / 64].map(|i| loose[i % 4]);
        check_all(coordinates, q, k as u64 & 1);
    }
}

/// Operands that end or begin at a page that cannot be read or written.
#[cfg(target_os = "linux")]
#[test]
fn no_kernel_touches_memory_outside_its_operands() {
    fn test<const N: usize, const M: usize>(
        f: impl Fn(&mut [Words; N], &[Words; M]),
        p: [Words; N],
        q: [Words; M],
    ) {
        let (mut left, mut right) = (Guarded::new(), Guarded::new());
        let mut expected = p;
        f(&mut expected, &q);
        for (p_at_end, q_at_end) in ENDS {
            let r = left.place(p_at_end, &p);
            f(r, right.place(q_at_end, &q));
            assert_eq!(*r, expected);
        }
    }
    if !can_run() {
        return;
    }
    let mut rng = Rng::new();
    let [a, b, c, d, e, f, g, h, i] = array::from_fn(|_| tight(&mut rng, &edge_words()));
    test(|r, q: &[Words; 2]| r[0] = mul(&q[0], &q[1]), [a], [b, c]);
    test(|r, q: &[Words; 1]| r[0] = square(&q[0]), [a], [b]);
    test(|r, _: &[Words; 1]| ladder_step(r, 0), [a, b, c, d, e], [f]);
    test(|r, _: &[Words; 1]| ladder_step(r, 1), [a, b, c, d, e], [f]);
    test(|r, _: &[Words; 1]| double::<true>(r), [a, b, c, d], [f]);
    test(|r, _: &[Words; 1]| double::<false>(r), [a, b, c, d], [f]);
    test(add_niels::<true>, [a, b, c, d], [e, f, g]);
    test(add_niels::<false>, [a, b, c, d], [e, f, g]);
    test(add_cached::<true>, [a, b, c, d], [f, g, h, i]);
    test(add_cached::<false>, [a, b, c, d], [f, g, h, i]);
}
