//! Each operation of a vector against one lane after the other in plain integers, and the kernels against big integers.
//!
//! On a machine without AVX-512 IFMA these tests say so and pass.

use super::*;
use crate::{
    Cpu,
    lanes::{
        Factor, Sum,
        reference::{from_limbs, inverse, limbs, p, two_to},
    },
    testing::{Rng, cases},
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
fn a_table_gives_each_lane_its_row_or_zero() {
    let Some(cpu) = ifma() else { return };
    let rows: [Row<2>; 5] = core::array::from_fn(|i| {
        core::array::from_fn(|j| core::array::from_fn(|k| (100 * i + 10 * j + k) as u64))
    });
    let index = [0, 4, 5, 2, u64::MAX, 1, 1 << 32, 3];
    let got = Rows(&rows).select(Zmm::load(cpu, &index)).map(Zmm::store);
    for j in 0..2 {
        for k in 0..8 {
            let row = rows.get(index[k] as usize);
            assert_eq!(got[j][k], row.map_or(0, |row| row[j][k]));
        }
    }
}

/// A value in five limbs, with the bits that nobody may read set at random.
fn loose(rng: &mut Rng, x: &BigUint) -> [u64; 5] {
    limbs(x).map(|l| l | rng.next() << 52)
}

/// Values whose limbs are all combinations of 0, 1, 2^52 - 2, 2^52 - 1, below `2^256`.
fn patterns() -> Vec<BigUint> {
    const LIMBS: [u64; 4] = [0, 1, LOW - 1, LOW];
    (0..1024usize)
        .map(|k| from_limbs(&core::array::from_fn(|i| LIMBS[k >> (2 * i) & 3])) % two_to(256))
        .collect()
}

/// Factors below `2^260`, half of them such that the product is a pattern.
fn factors(rng: &mut Rng) -> Vec<[BigUint; 2]> {
    let any = |rng: &mut Rng| from_limbs(&core::array::from_fn(|_| word(rng) & LOW));
    let r = two_to(260);
    let mut all: Vec<[BigUint; 2]> = Vec::new();
    for pattern in patterns() {
        // x y / R = pattern mod p.
        let y = any(rng) % p();
        if y != BigUint::ZERO {
            let x = &pattern % p() * &r % p() * inverse(&y) % p();
            all.push([x, y]);
        }
        all.push([pattern, any(rng)]);
    }
    let most = &r - 1u8;
    for x in [
        BigUint::ZERO,
        1u8.into(),
        p() - 1u8,
        p(),
        p() + 1u8,
        most.clone(),
    ] {
        all.extend([
            [x.clone(), most.clone()],
            [x.clone(), x.clone()],
            [x, any(rng)],
        ]);
    }
    all
}

/// Is the value of the limbs `(x + q p) / R`, with the smallest such `q` or the next one?
fn reduced(limbs: &[i64; 5], x: &BigUint) -> bool {
    let r = two_to(260);
    // 1/p mod R, by Newton's iteration: 2^9 correct bits after nine steps from one.
    let i = (0..9).fold(BigUint::from(1u8), |i, _| {
        &i * (&r + 2u8 - p() * &i % &r) % &r
    });
    let q = x * (&r - i) % &r;
    let least = BigInt::from((x + q * p()) / r);
    value(limbs) == least || value(limbs) == least + BigInt::from(p())
}

/// Runs the kernels on `N` lanes at once.
macro_rules! kernels {
    ($test:ident, $vector:ident, $lanes:literal) => {
        #[test]
        fn $test() {
            let Some(cpu) = ifma() else { return };
            let mut rng = Rng::new();
            let all = factors(&mut rng);
            let mut seen = [0; 3];
            for chunk in all.chunks_exact($lanes) {
                let column = |rng: &mut Rng, side: usize| {
                    let lanes: [[u64; 5]; $lanes] =
                        core::array::from_fn(|i| loose(rng, &chunk[i][side]));
                    Factor(core::array::from_fn(|limb| {
                        $vector::load(cpu, &lanes.map(|l| l[limb]))
                    }))
                };
                let (x, y) = (column(&mut rng, 0), column(&mut rng, 1));
                let results = [
                    x * y,
                    x.square(),
                    Factor::sum_of_products([x, y], [y, y]),
                    x.mul_add(y, (x * y) - x.square()),
                    ((x * y) - x.square().double()).fold(),
                    x.masked().halve(),
                ]
                .map(|sum: Sum<$vector>| sum.0.map($vector::store));
                let factors = (x * y).carry().masked().0.map($vector::store);
                for (i, [x, y]) in chunk.iter().enumerate() {
                    let [product, square, two, added, folded, half] =
                        results.map(|sum| sum.map(|limb| limb[i].cast_signed()));
                    let (xy, xx, yy) = (x * y, x * x, y * y);
                    assert!(reduced(&product, &xy), "{x:x} {y:x}");
                    assert!(reduced(&square, &xx), "{x:x}");
                    congruent(&two, &(&xy + &yy).into(), 260);
                    let difference = BigInt::from(xy.clone()) - BigInt::from(xx.clone());
                    congruent(&added, &(BigInt::from(xy.clone()) + &difference), 260);
                    let twice = BigInt::from(xy.clone()) - BigInt::from(xx * 2u8);
                    congruent(&folded, &twice, 260);
                    let folded = value(&folded);
                    assert!(
                        BigInt::ZERO < folded && folded < BigInt::from(two_to(256) + two_to(238))
                    );
                    let even = if x.bit(0) { x + p() } else { x.clone() };
                    assert_eq!(value(&half) * 2u8, even.into(), "{x:x}");
                    if value(&product) >= two_to(260).into() {
                        continue;
                    }
                    let factor = factors.map(|limb| limb[i]);
                    assert_eq!(
                        BigInt::from(from_limbs(&factor)),
                        value(&product),
                        "{x:x} {y:x}"
                    );
                    for limb in &factor[..4] {
                        seen[0] += u64::from(*limb == 0);
                        seen[1] += u64::from(*limb == 1);
                        seen[2] += u64::from(*limb == LOW);
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

fn value(limbs: &[i64; 5]) -> BigInt {
    limbs.iter().rev().fold(BigInt::ZERO, |x, l| (x << 52) + *l)
}

/// `limbs 2^shift = x mod p`.
fn congruent(limbs: &[i64; 5], x: &BigInt, shift: u32) {
    let difference = (value(limbs) << shift) - x;
    assert_eq!(difference % BigInt::from(p()), BigInt::ZERO, "{limbs:x?}");
}

kernels!(the_kernels_in_four_lanes_agree_with_big_integers, Ymm, 4);
kernels!(the_kernels_in_eight_lanes_agree_with_big_integers, Zmm, 8);
