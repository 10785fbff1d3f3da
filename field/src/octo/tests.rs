use super::{
    comb::MultiplyBase,
    xyzz::{AffinePoints, Lying, Points},
    *,
};
use crate::{
    Cpu,
    arch::x86_64::ifma::Ymm,
    lanes::{
        model::{Model, prime},
        reference::{
            self, Point as Affine, add, from_homogeneous, from_montgomery, generator, inverse,
            multiple, n, negative, odd, p, scalars, to_montgomery, two_to,
        },
    },
    quad::In,
    testing::{Rng, big, cases},
    weierstrass::vector::{LaneTable, WORDS},
};
use num_bigint::{BigInt, BigUint};
use std::{boxed::Box, eprintln, sync::OnceLock, vec, vec::Vec};

/// In thousandths of `p`.
fn times_p(thousandths: u32) -> BigInt {
    prime() * thousandths / 1000
}

/// What limbs of coordinates are at most, times `2^56`.
const LIMB: u32 = 15;
/// What limbs of sums that may be carried are below, times `2^56`.
const CARRIED: u32 = 63;

fn sum<const N: usize>(thousandths: u32) -> Sum<Model<N>> {
    let high = core::array::from_fn(|_| times_p(thousandths));
    Sum(Model::sums(high, [LIMB; N]))
}

fn factor<const N: usize>(high: BigInt) -> Factor<Model<N>> {
    Factor(Model::factors(core::array::from_fn(|_| high.clone())))
}

/// Panics unless the elements in all lanes are below so many thousandths of `p`, with limbs up to `limb` times `2^56`.
fn assert_below<const N: usize>(limbs: &[Model<N>; 5], thousandths: u32, limb: u32) {
    for lane in 0..N {
        match Model::bound(limbs, lane, limb) {
            Ok(bound) => assert!(
                bound <= times_p(thousandths),
                "{bound} above {thousandths}/1000 p"
            ),
            Err(why) => panic!("{why}"),
        }
    }
}

/// What the coordinates of points are below, in thousandths of `p`: of `x`, `y`, and of `zz`, `zzz`.
const BOUNDS: [u32; 3] = [1001, 3000, 1700];

fn points([x, y, zz]: [u32; 3]) -> Points<Model<1>> {
    Points {
        x: sum(x),
        y: sum(y),
        zz: factor(times_p(zz)),
        zzz: factor(times_p(zz)),
    }
}

fn assert_within(p: &Points<Model<1>>) {
    assert_below(&p.x.0, BOUNDS[0], LIMB);
    assert_below(&p.y.0, BOUNDS[1], LIMB);
    assert_below(&p.zz.0, BOUNDS[2], LIMB);
    assert_below(&p.zzz.0, BOUNDS[2], LIMB);
}

/// Any point of a table.
fn affine() -> AffinePoints<Model<1>> {
    let any = || factor(times_p(16000));
    AffinePoints { x: any(), y: any() }
}

#[test]
fn every_formula_keeps_the_bounds() {
    assert_within(&affine().add_distinct(affine()));
    for negated in [false, true] {
        let q = affine().negate_in([negated]);
        assert_within(&points(BOUNDS).add_mixed_distinct(q));
        assert_within(&affine().add_distinct(q));
    }
    assert_within(&points(BOUNDS).add_distinct(points(BOUNDS)));

    let on = &In::new::<Model<4>>(());
    let lying = || Lying(factor(times_p(4000)));
    assert_below(&lying().add_distinct(lying(), on).0.0, 4000, LIMB);
    for negated in [false, true] {
        lying().store([false, negated, false, false]);
    }
}

#[test]
#[should_panic = "a factor from -"]
fn a_point_beyond_the_bounds_is_refused() {
    // 3 p - y would be negative.
    assert_within(&points([1001, 3001, 1700]).add_mixed_distinct(affine()));
}

#[test]
fn sums_of_ten_products_may_be_multiplied_and_subtracted() {
    let reduced = || Octo(sum::<1>(1001));
    let product = Octo(Sum((reduced() * reduced()).0.0));
    let ten = (0..9).fold(product, |x, _| x + product);
    assert_below(&(ten * ten).0.0, 16000, CARRIED);
    assert_below(&ten.square().0.0, 16000, CARRIED);
    assert_below(&ten.halve().0.0, 16000, CARRIED);
    for x in [product - ten, -ten, ten.reduce()] {
        assert_below(&x.0.0, 1001, CARRIED);
    }
}

fn ifma() -> Option<Ifma> {
    let ifma = Cpu::detect().ifma;
    if ifma.is_none() {
        eprintln!("skipped: no AVX-512 IFMA here");
    }
    ifma
}

/// Eight elements as words in Montgomery form, many of them at edges, not all of them reduced.
fn elements(rng: &mut Rng) -> [[u64; 4]; 8] {
    core::array::from_fn(|_| {
        let random: [u64; 4] = core::array::from_fn(|_| rng.next());
        let edge = |x: BigUint| reference::words(&x);
        match rng.below(10) {
            0 => [0; 4],
            1 => edge(p() - 1u8),
            2 => edge(p()),
            3 => [u64::MAX; 4],
            4 => edge((two_to(256) + rng.below(3)) % p()),
            5 => random.map(|w| if w & 1 == 0 { 0 } else { u64::MAX }),
            _ => random,
        }
    })
}

#[test]
fn operations_on_eight_elements_agree_with_big_integers() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    for _ in 0..cases() / 8 {
        let (a, b) = (elements(&mut rng), elements(&mut rng));
        let (x, y) = (Octo::load(cpu, &a), Octo::load(cpu, &b));
        let number = |w: &[u64; 4]| from_montgomery(w);
        let check = |name: &str, got: Octo<_>, f: &dyn Fn(BigUint, BigUint) -> BigUint| {
            for (i, got) in got.store().iter().enumerate() {
                let expected = to_montgomery(&(f(number(&a[i]), number(&b[i])) % p()));
                assert_eq!(*got, expected, "{name} of {:x?}, {:x?}", a[i], b[i]);
            }
        };
        check("load", x, &|x, _| x);
        check("add", x + y, &|x, y| x + y);
        check("sub", x - y, &|x, y| x + p() - y);
        check("neg", -x, &|x, _| p() - x);
        check("mul", x * y, &|x, y| x * y);
        check("square", x.square(), &|x, _| &x * &x);
        check("halve", (x * y).halve(), &|x, y| {
            x * y * inverse(&2u8.into())
        });
        check("halve", x.halve(), &|x, _| x * inverse(&2u8.into()));
        check("triple", (x - y).triple().reduce(), &|x, y| {
            (x + p() - y) * 3u8
        });
        check("select", Octo::select(x, y, 0), &|x, _| x);
        check("select", Octo::select(x, y, u64::MAX), &|_, y| y);
    }
}

/// A table for any order of words in lanes.
fn table_for(words: [usize; 8]) -> Box<LaneTable> {
    let mut table = Box::new(LaneTable([[[[0; 8]; 8]; 8]; 8]));
    let mut bases: Vec<Affine> = vec![generator()];
    for i in 1..64 {
        bases.push(multiple(&16u8.into(), &bases[i - 1]));
    }
    for (lane, word) in words.into_iter().enumerate() {
        for round in 0..8 {
            let base = &bases[8 * word + round];
            let twice = add(base, base);
            let mut point = base.clone();
            for multiple in 0..8 {
                let coordinates = point.as_ref().expect("not the identity");
                let words = coordinates.each_ref().map(to_montgomery);
                for (row, word) in table.0[round][multiple].iter_mut().zip(words.concat()) {
                    row[lane] = word;
                }
                point = add(&point, &twice);
            }
        }
    }
    table
}

fn table() -> &'static LaneTable {
    static TABLE: OnceLock<Box<LaneTable>> = OnceLock::new();
    TABLE.get_or_init(|| table_for(WORDS))
}

#[test]
fn a_multiple_of_the_generator_in_eight_lanes_agrees_with_the_reference() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let mut scalars = scalars();
    for _ in 0..20 {
        scalars.push(big(&[rng.next(), rng.next(), rng.next(), rng.next()]));
    }
    for k in scalars {
        let k = k % n();
        let (scalar, negate) = odd(&k);
        let got = cpu.run(MultiplyBase {
            scalar,
            negate,
            table: table(),
        });
        assert_eq!(from_homogeneous(&got), multiple(&k, &generator()), "{k:x}");
    }
}

#[test]
fn lying_points_add_up() {
    let Some(cpu) = ifma() else { return };
    let on = &In::new::<Ymm>(cpu);
    let mut rng = Rng::new();
    let g = generator();
    // x, y, zz, zzz times R.
    let lie = |a: &Affine, z: u64| {
        let [x, y] = a.clone().expect("not the identity");
        let z = BigUint::from(z);
        let (zz, zzz) = (&z * &z, &z * &z * &z);
        let lanes = [x * &zz, y * &zzz, zz, zzz].map(|c| reference::limbs(&((c << 260) % p())));
        Lying(Factor(core::array::from_fn(|i| {
            Ymm::load(cpu, &lanes.map(|l| l[i]))
        })))
    };
    for (i, j) in [(1, 2), (5, 9), (1, 7), (3, 3)] {
        let (a, b) = (
            multiple(&BigUint::from(i as u8), &g),
            multiple(&BigUint::from(j as u8), &g),
        );
        let (z1, z2) = (rng.next() | 1, rng.next() | 1);
        let sum = if i == j {
            // Opposite points: the identity.
            lie(&a, z1).add_distinct(lie(&negative(&b), z2), on)
        } else {
            lie(&a, z1).add_distinct(lie(&b, z2), on)
        };
        let expected = if i == j { None } else { add(&a, &b) };
        assert_eq!(from_homogeneous(&sum.store(0)), expected);
        assert_eq!(from_homogeneous(&sum.store(2)), negative(&expected));
    }
}

/// What the schedule adds up for an odd scalar, as integers, with words of `k'` in lanes as given: two summands each.
fn additions(k: &BigUint, words: [usize; 8]) -> Vec<[BigInt; 2]> {
    let half: BigUint = two_to(255) + (k >> 1u8);
    let digit = |word: usize, round: usize| {
        let shift = (32 * word + 4 * round) as u64;
        let f = (0..4).fold(0, |f, i| f | i32::from(half.bit(shift + i)) << i);
        BigInt::from(2 * f + 1 - 16) << shift
    };
    let mut all = Vec::new();
    let mut lanes = words.map(|word| digit(word, 0));
    for round in 1..8 {
        for (lane, word) in lanes.iter_mut().zip(words) {
            let d = digit(word, round);
            all.push([lane.clone(), d.clone()]);
            *lane += d;
        }
    }
    let mut sums = lanes.to_vec();
    while sums.len() > 1 {
        let high = sums.split_off(sums.len() / 2);
        for (low, high) in sums.iter_mut().zip(high) {
            all.push([low.clone(), high.clone()]);
            *low += high;
        }
    }
    assert_eq!(sums[0], k.clone().into());
    all
}

/// The first addition that is exceptional, if one is. The last one may give the identity for `k = n`.
fn exception(k: &BigUint, words: [usize; 8]) -> Option<usize> {
    let order = BigInt::from(n());
    let is_zero = |x: BigInt| x % &order == BigInt::ZERO;
    let all = additions(k, words);
    let last = all.len() - 1;
    all.into_iter().enumerate().position(|(i, [a, d])| {
        let opposite = is_zero(&a + &d) && (i < last || *k != n());
        is_zero(a.clone()) || is_zero(d.clone()) || is_zero(a - d) || opposite
    })
}

/// The odd scalar below the order for which the last join doubles, if there is one: `n - 2 D`, with `D` the sum of the odd
/// lanes for `n`.
fn doubled_at_the_end(words: [usize; 8]) -> Option<BigUint> {
    let [_, d] = additions(&n(), words).pop().expect("additions");
    let k = BigInt::from(n()) - d * 2u8;
    k.try_into().ok().filter(|k| *k < n())
}

#[test]
fn no_addition_of_the_comb_is_exceptional() {
    let mut rng = Rng::new();
    let mut scalars = scalars();
    for _ in 0..200 {
        let words: [u64; 4] = core::array::from_fn(|_| match rng.below(3) {
            0 => 0,
            1 => u64::MAX,
            _ => rng.next(),
        });
        scalars.push(big(&words) % n());
    }
    // Scalars with the words of n, each of them or its opposite.
    let half: BigUint = two_to(255) + (n() >> 1u8);
    for mask in 0..256u32 {
        let opposite = (0..8).filter(|i| mask >> i & 1 == 1);
        let ones = opposite.fold(BigUint::ZERO, |x, i| x + ((two_to(32) - 1u8) << (32 * i)));
        let k = ((&half ^ ones) % two_to(255)) * 2u8 + 1u8;
        scalars.push(k % n());
    }
    for k in scalars {
        let k = if k.bit(0) { k } else { n() - k };
        assert_eq!(exception(&k, WORDS), None, "{k:x}");
    }
    assert_eq!(doubled_at_the_end(WORDS), None);
}

#[test]
fn words_in_the_wrong_lanes_make_an_exception() {
    // In their order; and with words 6 and 5 exchanged. The highest one in the odd lanes is positive in n.
    for words in [[7, 6, 5, 4, 3, 2, 1, 0], [7, 6, 5, 2, 4, 1, 3, 0]] {
        let k = doubled_at_the_end(words).expect("such a scalar");
        assert_eq!(exception(&k, words), Some(additions(&k, words).len() - 1));
    }
}
