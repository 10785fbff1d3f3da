//! Each operation of a vector against one lane after the other in plain integers, and the kernels against big integers.
//!
//! On a machine without AVX-512 IFMA these tests say so and pass.

use super::*;
use crate::{
    Cpu, P256, P384, P521,
    lanes::{
        Factor, Limbs, Radix52, Sum,
        reference::{from_limbs, inverse, limbs, rho, two_to},
    },
    testing::{Rng, cases, modulus},
};
use num_bigint::{BigInt, BigUint};
use std::{eprintln, vec::Vec};

fn ifma() -> Option<Ifma> {
    let ifma = Cpu::detect().ifma;
    if ifma.is_none() {
        eprintln!("skipped: no AVX-512 IFMA here");
    }
    ifma
}

const LOW: u64 = (1 << 52) - 1;

/// A word, half of the time one at an edge.
fn word(rng: &mut Rng) -> u64 {
    let random = rng.next();
    match rng.below(16) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => LOW,
        4 => LOW + 1,
        5 => 1 << 51,
        6 => random & LOW,
        7 => LOW - random % 3,
        _ => random,
    }
}

fn low(a: u64, b: u64) -> u128 {
    u128::from(a & LOW) * u128::from(b & LOW)
}

/// Compares every operation of a vector of `$lanes` lanes with its definition.
macro_rules! operations {
    ($test:ident, $vector:ident, $lanes:literal) => {
        #[test]
        fn $test() {
            let Some(cpu) = ifma() else { return };
            let mut rng = Rng::new();
            for _ in 0..cases() / 10 {
                let [a, b, c]: [[u64; $lanes]; 3] =
                    core::array::from_fn(|_| core::array::from_fn(|_| word(&mut rng)));
                let [x, y, z] = [a, b, c].map(|lanes| $vector::load(cpu, &lanes));
                let check = |name, got: $vector, f: &dyn Fn(usize) -> u64| {
                    let expected: [u64; $lanes] = core::array::from_fn(f);
                    assert_eq!(got.store(), expected, "{name} of {a:x?} {b:x?} {c:x?}");
                };
                check("load", x, &|i| a[i]);
                check("splat", $vector::splat(cpu, a[0]), &|_| a[0]);
                check("add", x + y, &|i| a[i].wrapping_add(b[i]));
                check("sub", x - y, &|i| a[i].wrapping_sub(b[i]));
                check("shl", x.shl::<44>(), &|i| a[i] << 44);
                check("shr", x.shr::<16>(), &|i| a[i] >> 16);
                check("shr", x.shr::<52>(), &|i| a[i] >> 52);
                check("sar", x.sar::<52>(), &|i| {
                    (a[i].cast_signed() >> 52).cast_unsigned()
                });
                check("low_bits", x.low_bits::<52>(), &|i| a[i] & LOW);
                check("low_bits_shl", x.low_bits_shl::<8, 44>(), &|i| {
                    (a[i] & 0xff) << 44
                });
                let product = |i: usize| low(b[i], c[i]);
                check("madd_low", x.madd_low(y, z), &|i| {
                    a[i].wrapping_add(product(i) as u64 & LOW)
                });
                check("madd_high", x.madd_high(y, z), &|i| {
                    a[i].wrapping_add((product(i) >> 52) as u64)
                });
                let mask = rng.next() as u8;
                let on = |i: usize| mask >> i & 1 == 1;
                check("select", x.select(mask, y), &|i| {
                    if on(i) { b[i] } else { a[i] }
                });
                check("add_in", x.add_in(mask, y, z), &|i| {
                    if on(i) { b[i].wrapping_add(c[i]) } else { a[i] }
                });
                let all = $vector::everywhere(cpu, a[0]);
                check("everywhere", x.select(all, y), &|i| {
                    if a[0] == 0 { a[i] } else { b[i] }
                });
            }
        }
    };
}

operations!(every_operation_on_four_lanes_is_its_definition, Ymm, 4);
operations!(every_operation_on_eight_lanes_is_its_definition, Zmm, 8);

#[test]
fn lanes_move_where_they_should() {
    let Some(cpu) = ifma() else { return };
    let a = [10, 11, 12, 13];
    let b = [10, 11, 12, 13, 20, 21, 22, 23];
    let (x, y) = (Ymm::load(cpu, &a), Zmm::load(cpu, &b));
    let group = |f: [usize; 4]| {
        [
            b[f[0]],
            b[f[1]],
            b[f[2]],
            b[f[3]],
            b[f[0] + 4],
            b[f[1] + 4],
            b[f[2] + 4],
            b[f[3] + 4],
        ]
    };
    for i in 0..256 {
        let from = [i % 4, i / 4 % 4, i / 16 % 4, i / 64];
        assert_eq!(x.permute(from).store(), from.map(|i| a[i]));
        assert_eq!(y.permute(from).store(), group(from));
    }
    assert_eq!(x.swap().store(), [11, 10, 13, 12]);
    assert_eq!(y.swap().store(), group([1, 0, 3, 2]));
    assert_eq!(FourLanes::low(x).store(), [10, 11, 10, 11]);
    assert_eq!(FourLanes::low(y).store(), group([0, 1, 0, 1]));
    assert_eq!(y.halves().map(Ymm::store), [a, [20, 21, 22, 23]]);
    assert_eq!(Zmm::join(y.halves()).store(), b);
    assert_eq!(Ymm::lanes(cpu, a).get(), a);
    assert_eq!(Zmm::lanes(cpu, a).store(), [10, 11, 12, 13, 10, 11, 12, 13]);
    let rows: [[u64; 4]; 4] =
        core::array::from_fn(|i| core::array::from_fn(|j| (4 * i + j) as u64));
    let columns = Ymm::transpose(rows.map(|row| Ymm::load(cpu, &row)));
    assert_eq!(
        columns.map(Ymm::store),
        core::array::from_fn(|i| rows.map(|row| row[i]))
    );
    for i in 0..16u8 {
        let lanes = core::array::from_fn(|j| i >> j & 1 == 1);
        assert_eq!(Ymm::mask(cpu, lanes), i);
        assert_eq!(Zmm::mask(cpu, lanes), i | i << 4);
        assert_eq!(
            Ymm::secret_mask(cpu, lanes.map(|l| if l { 1 << 63 } else { 0 })),
            i
        );
    }
    assert_eq!(y.secret_below(13), 0b0000_0111);
}

#[test]
fn vectors_shift_by_any_constant() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let a: [u64; 8] = core::array::from_fn(|_| word(&mut rng));
    let x = Zmm::load(cpu, &a);
    for n in 0..64 {
        assert_eq!(x.shr_by(n).store(), a.map(|a| a >> n));
        assert_eq!(x.shl_by(n).store(), a.map(|a| a << n));
    }
}

#[test]
fn a_table_gives_each_lane_its_row_or_zero() {
    let Some(cpu) = ifma() else { return };
    let rows: [[[u64; 8]; 2]; 5] = core::array::from_fn(|i| {
        core::array::from_fn(|j| core::array::from_fn(|k| (100 * i + 10 * j + k) as u64))
    });
    let index = [0, 4, 5, 2, u64::MAX, 1, 1 << 32, 3];
    let mut got = [Zmm::splat(cpu, 0); 2];
    Rows(&rows).select(Zmm::load(cpu, &index), &mut got, 2);
    for j in 0..2 {
        for k in 0..8 {
            let row = rows.get(index[k] as usize);
            assert_eq!(got[j].store()[k], row.map_or(0, |row| row[j][k]));
        }
    }
}

/// Random limbs, many of them at edges.
fn any<P: Radix52>(rng: &mut Rng) -> BigUint {
    let mut limbs = P::P;
    for i in 0..P::LIMBS {
        limbs[i] = word(rng) & LOW;
    }
    from_limbs::<P>(&limbs) % two_to(P::ROOM)
}

/// Values with limbs 0, 1, 2^52 - 2, 2^52 - 1, below `2^BITS`.
fn patterns<P: Radix52>(rng: &mut Rng) -> Vec<BigUint> {
    const LIMBS: [u64; 4] = [0, 1, LOW - 1, LOW];
    let pattern = |_| {
        let mut limbs = P::P;
        for i in 0..P::LIMBS {
            limbs[i] = LIMBS[rng.below(4) as usize];
        }
        from_limbs::<P>(&limbs) % two_to(P::BITS)
    };
    (0..1024).map(pattern).collect()
}

/// Factors below `2^ROOM`, half of them such that the product is a pattern.
fn factors<P: Radix52>(rng: &mut Rng) -> Vec<[BigUint; 2]> {
    let p = &modulus::<P>();
    let mut all: Vec<[BigUint; 2]> = Vec::new();
    for pattern in patterns::<P>(rng) {
        // x y / RHO = pattern mod p.
        let y = any::<P>(rng) % p;
        if y != BigUint::ZERO {
            let x = &pattern % p * rho::<P>() % p * inverse::<P>(&y) % p;
            all.push([x, y]);
        }
        all.push([pattern, any::<P>(rng)]);
    }
    let most = two_to(P::ROOM) - 1u8;
    for x in [
        BigUint::ZERO,
        1u8.into(),
        p - 1u8,
        p.clone(),
        p + 1u8,
        most.clone(),
    ] {
        all.extend([
            [x.clone(), most.clone()],
            [x.clone(), x.clone()],
            [x, any::<P>(rng)],
        ]);
    }
    all
}

/// Runs the kernels on `N` lanes at once.
macro_rules! kernels {
    ($test:ident, $kernels:ident, $vector:ident, $lanes:literal) => {
        outlined! {
            /// Sums, then factors.
            fn $kernels<P>(_cpu, x: Factor<P, $vector>, y: Factor<P, $vector>) -> ([Sum<P, $vector>; 6], [Factor<P, $vector>; 2]) = {
                let (product, square) = (x * y, x.square());
                (
                    [
                        product,
                        square,
                        Factor::sum_of_products([x, y], [y, y]),
                        x.mul_add(y, product - square),
                        (product - square.double()).fold(),
                        x.masked().halve(),
                    ],
                    [
                        product.carry().masked(),
                        product.fold().carry().masked().reduced(),
                    ],
                )
            };
        }
        fn $test<P: Radix52>() {
            let Some(cpu) = ifma() else { return };
            let mut rng = Rng::new();
            let all = factors::<P>(&mut rng);
            let mut seen = [0; 3];
            let p = &BigInt::from(modulus::<P>());
            let rho = &BigInt::from(rho::<P>());
            let room = &BigInt::from(two_to(P::ROOM));
            for chunk in all.chunks_exact($lanes) {
                let column = |rng: &mut Rng, side: usize| {
                    // With the bits that nobody may read set at random.
                    let lanes: [P::Limbs<u64>; $lanes] =
                        core::array::from_fn(|i| limbs::<P>(&chunk[i][side]));
                    let mut vectors = P::Limbs::filled($vector::splat(cpu, 0));
                    for i in 0..P::LIMBS {
                        vectors[i] = $vector::load(cpu, &lanes.map(|l| l[i] | rng.next() << 52));
                    }
                    Factor::<P, $vector>(vectors)
                };
                let (x, y) = (column(&mut rng, 0), column(&mut rng, 1));
                let lane = |limbs: &P::Limbs<$vector>, lane: usize| {
                    let limb = |i: usize| BigInt::from(limbs[i].store()[lane].cast_signed());
                    (0..P::LIMBS)
                        .rev()
                        .fold(BigInt::ZERO, |x, i| (x << 52) + limb(i))
                };
                let (results, [carried, reduced]) = $kernels(cpu, x, y);
                for (i, [x, y]) in chunk.iter().enumerate() {
                    let results = results.each_ref().map(|sum| lane(&sum.0, i));
                    let [product, square, two, added, folded, half] = &results;
                    // x RHO = expected mod p
                    let congruent = |x: &BigInt, expected: &BigInt| {
                        assert_eq!((x * rho - expected) % p, BigInt::ZERO, "{x:x}");
                    };
                    let (xy, xx, yy): (BigInt, BigInt, BigInt) =
                        ((x * y).into(), (x * x).into(), (y * y).into());
                    for (result, expected) in [(product, &xy), (square, &xx), (two, &(&xy + &yy))] {
                        congruent(result, expected);
                        let most = (P::BOUNDS.product)(expected.clone(), p.clone());
                        assert!(*result >= BigInt::ZERO && *result <= most, "{x:x} {y:x}");
                    }
                    congruent(added, &(&xy * 2 - &xx));
                    congruent(folded, &(&xy - &xx * 2));
                    assert!(BigInt::ZERO < *folded && *folded < (P::BOUNDS.folded)(p.clone()));
                    let even = if x.bit(0) {
                        p + BigInt::from(x.clone())
                    } else {
                        x.clone().into()
                    };
                    assert_eq!(half * 2, even, "{x:x}");
                    let reduced = lane(&reduced.0, i);
                    congruent(&reduced, &xy);
                    assert!(BigInt::ZERO <= reduced && reduced < *p, "{x:x} {y:x}");
                    if product >= room {
                        continue;
                    }
                    assert_eq!(lane(&carried.0, i), *product, "{x:x} {y:x}");
                    for limb in 0..P::LIMBS - 1 {
                        let limb = carried.0[limb].store()[i];
                        seen[0] += u64::from(limb == 0);
                        seen[1] += u64::from(limb == 1);
                        seen[2] += u64::from(limb == LOW);
                    }
                }
            }
            assert!(
                seen.iter().all(|&n| n > 300),
                "limbs 0, 1, 2^52 - 1 of results: {seen:?}"
            );
        }
    };
}
kernels!(kernels_in_four_lanes, all_in_four_lanes, Ymm, 4);
kernels!(kernels_in_eight_lanes, all_in_eight_lanes, Zmm, 8);

#[test]
fn the_kernels_in_four_lanes_agree_with_big_integers() {
    kernels_in_four_lanes::<P256>();
    kernels_in_four_lanes::<P384>();
    kernels_in_four_lanes::<P521>();
}

#[test]
fn the_kernels_in_eight_lanes_agree_with_big_integers() {
    kernels_in_eight_lanes::<P256>();
    kernels_in_eight_lanes::<P384>();
    kernels_in_eight_lanes::<P521>();
}

/// Values below `2 p` at the edges of the last subtraction.
fn last_subtraction<P: Radix52>() {
    let Some(cpu) = ifma() else { return };
    let p = modulus::<P>();
    let mut values = Vec::new();
    for d in [0u8, 1, 2] {
        values.extend([d.into(), &p - d, &p + d, &p * 2u8 - 1u8 - d]);
    }
    for i in 0..P::BITS {
        values.extend([two_to(i), &p + two_to(i), &p - two_to(i)]);
    }
    for x in values {
        let Factor(mut limbs) = Factor::<P, Ymm>::constant(cpu, &limbs::<P>(&x));
        limbs = Factor::<P, Ymm>(limbs).reduced().0;
        let mut lane = P::P;
        for i in 0..P::LIMBS {
            lane[i] = limbs[i].store()[0];
        }
        assert_eq!(from_limbs::<P>(&lane), &x % &p, "{x:x}");
    }
}

#[test]
fn the_last_subtraction_leaves_the_number_below_p() {
    last_subtraction::<P256>();
    last_subtraction::<P384>();
    last_subtraction::<P521>();
}
