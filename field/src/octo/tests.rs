use super::{
    comb::MultiplyBase,
    xyzz::{AffinePoints, Lying, Points},
    *,
};
use crate::{
    Cpu, P256, P384, P521,
    arch::x86_64::ifma::{Ymm, outlined},
    lanes::{
        InLanes,
        model::{Model, prime},
        reference::{
            self, Point as Affine, add, from_homogeneous, generator, inverse, multiple, n,
            negative, odd, rho, scalar, scalars, to_montgomery, two_to,
        },
    },
    quad::{In, tests::for_each},
    testing::{Rng, big, cases, from_big, modulus},
    weierstrass::{
        Weierstrass,
        tests::{Curve256, Curve384, Curve521},
        vector::{Doubled, LaneTable, WORDS},
    },
};
use num_bigint::{BigInt, BigUint};
use std::{boxed::Box, eprintln, vec::Vec};

/// In thousandths of `p`.
fn times_p<P: Radix52>(thousandths: u32) -> BigInt {
    prime::<P>() * thousandths / 1000
}

/// Limbs of the coordinates of points are at most those of so many products.
const PRODUCTS: u64 = 6;

fn sum<P: Radix52, const N: usize>(thousandths: u32) -> Sum<P, Model<N>> {
    let high = core::array::from_fn(|_| times_p::<P>(thousandths));
    Sum(Model::sums::<P>(high, [PRODUCTS; N]))
}

fn factor<P: Radix52, const N: usize>(thousandths: u32) -> Factor<P, Model<N>> {
    Factor(Model::factors::<P>(core::array::from_fn(|_| {
        times_p::<P>(thousandths)
    })))
}

/// Panics unless the elements in all lanes are below so many thousandths of `p`, with limbs as sums of so many products.
fn assert_below<P: Radix52, const N: usize>(
    limbs: &P::Limbs<Model<N>>,
    thousandths: u32,
    products: u64,
) {
    for lane in 0..N {
        match Model::bound::<P>(limbs, lane, products) {
            Ok(bound) => assert!(
                bound <= times_p::<P>(thousandths),
                "{bound} above {thousandths}/1000 p"
            ),
            Err(why) => panic!("{why}"),
        }
    }
}

/// What the coordinates of points are below, in thousandths of `p`: of `x`, `y`, and of `zz`, `zzz`.
const BOUNDS: [u32; 3] = [1001, 3000, 1700];

fn points<P: Radix52>([x, y, zz]: [u32; 3]) -> Points<P, Model<1>> {
    Points {
        x: sum(x),
        y: sum(y),
        zz: factor(zz),
        zzz: factor(zz),
    }
}

fn assert_within<P: Radix52>(p: &Points<P, Model<1>>) {
    assert_below::<P, 1>(&p.x.0, BOUNDS[0], PRODUCTS);
    assert_below::<P, 1>(&p.y.0, BOUNDS[1], PRODUCTS);
    assert_below::<P, 1>(&p.zz.0, BOUNDS[2], PRODUCTS);
    assert_below::<P, 1>(&p.zzz.0, BOUNDS[2], PRODUCTS);
}

/// Any point of a table.
fn affine<P: Radix52>() -> AffinePoints<P, Model<1>> {
    let any = || factor(16000);
    AffinePoints { x: any(), y: any() }
}

for_each! {
    every_formula_keeps_the_bounds: keep_the_bounds;
    sums_of_ten_elements_may_be_multiplied: sums_of_ten;
    operations_on_eight_elements_agree_with_big_integers: operations;
}

for_each! {
    curve:
    lying_points_add_up: lying_points;
}

fn keep_the_bounds<P: Radix52>() {
    assert_within(&affine::<P>().add_distinct(affine()));
    for negated in [false, true] {
        let q = affine().negate_in([negated]);
        assert_within(&points::<P>(BOUNDS).add_mixed_distinct(q));
        assert_within(&affine().add_distinct(q));
    }
    assert_within(&points::<P>(BOUNDS).add_distinct(points(BOUNDS)));

    let on = &In::new::<Model<4>>(());
    let lying = || Lying(factor::<P, 4>(4000));
    assert_below::<P, 4>(&lying().add_distinct(lying(), on).0.0, 4000, PRODUCTS);
    for negated in [false, true] {
        lying().store([false, negated, false, false]);
    }
}

#[test]
#[should_panic = "a factor from -"]
fn a_point_beyond_the_bounds_is_refused() {
    // 3 p - y would be negative.
    assert_within(&points::<P256>([1001, 3001, 1700]).add_mixed_distinct(affine()));
}

fn sums_of_ten<P: Radix52>() {
    let high = || [times_p::<P>(1001)];
    let reduced = || Octo::<P, _>(Sum(Model::sums::<P>(high(), [1])));
    let product = reduced() * reduced();
    let ten = (0..9).fold(product, |x, _| x + product);
    for x in [ten * ten, ten.square(), ten.halve()] {
        assert_below::<P, 1>(&x.0.0, 16000, 1);
    }
    for x in [reduced() - ten, -ten, ten.reduce()] {
        assert_below::<P, 1>(&x.0.0, 1001, 12);
    }
}

fn ifma() -> Option<Ifma> {
    let ifma = Cpu::detect().ifma;
    if ifma.is_none() {
        eprintln!("skipped: no AVX-512 IFMA here");
    }
    ifma
}

/// Words of eight numbers below `2^BITS`, many of them at edges, not all of them reduced.
fn elements<P: Radix52>(rng: &mut Rng) -> [P::Words; 8] {
    let p = modulus::<P>();
    core::array::from_fn(|_| {
        let random = big(&rng.words::<P>()) % two_to(P::BITS);
        from_big::<P>(&match rng.below(10) {
            0 => BigUint::ZERO,
            1 => p.clone() - 1u8,
            2 => p.clone(),
            3 => two_to(P::BITS) - 1u8,
            4 => (two_to(P::BITS) + rng.below(3)) % &p,
            _ => random,
        })
    })
}

outlined! {
    fn operations_on<P>(_cpu, x: Octo<P, Zmm>, y: Octo<P, Zmm>) -> [(&'static str, [P::Words; 8]); 11] = [
        ("load", x),
        ("add", x + y),
        ("sub", x - y),
        ("neg", -x),
        ("mul", x * y),
        ("square", x.square()),
        ("halve", (x * y).halve()),
        ("halve", x.halve()),
        ("triple", (x - y).triple().reduce()),
        ("select", Octo::select(x, y, 0)),
        ("select", Octo::select(x, y, u64::MAX)),
    ].map(|(name, x)| (name, x.store()));
    fn sum_of_lying<P>(cpu, p: Lying<P, Ymm>, q: Lying<P, Ymm>) -> [[P::Words; 3]; 2] = {
        let sum = p.add_distinct(q, &In::new::<Ymm>(cpu));
        [sum.store(0), sum.store(2)]
    };
}

fn operations<P: Radix52>() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let p = &modulus::<P>();
    let rho = &rho::<P>();
    let by_rho = &inverse::<P>(rho);
    for _ in 0..cases() / 8 {
        let (a, b) = (elements::<P>(&mut rng), elements::<P>(&mut rng));
        let (x, y) = (Octo::<P, _>::load(cpu, &a), Octo::<P, _>::load(cpu, &b));
        let number = |w: &P::Words| big(w) * by_rho % p;
        let check = |name: &str, got: [P::Words; 8], f: &dyn Fn(BigUint, BigUint) -> BigUint| {
            for (i, got) in got.iter().enumerate() {
                let expected = from_big::<P>(&(f(number(&a[i]), number(&b[i])) * rho % p));
                assert_eq!(*got, expected, "{name} of {:x?}, {:x?}", a[i], b[i]);
            }
        };
        let half = &inverse::<P>(&2u8.into());
        let results = operations_on(cpu, x, y);
        let expected: [&dyn Fn(BigUint, BigUint) -> BigUint; 11] = [
            &|x, _| x,
            &|x, y| x + y,
            &|x, y| x + p - y,
            &|x, _| p - x,
            &|x, y| x * y,
            &|x, _| &x * &x,
            &|x, y| x * y * half,
            &|x, _| x * half,
            &|x, y| (x + p - y) * 3u8,
            &|x, _| x,
            &|_, y| y,
        ];
        for ((name, got), f) in results.into_iter().zip(expected) {
            check(name, got, f);
        }
    }
}

type Table<C, const ROW: usize, const ROUNDS: usize> = Box<LaneTable<C, ROW, ROUNDS>>;

/// A table of the generator.
fn table<C: Weierstrass<Base: Radix52>, const ROW: usize, const ROUNDS: usize>()
-> Table<C, ROW, ROUNDS> {
    let mut table = Box::new(LaneTable {
        rounds: [[[[0; 8]; ROW]; 8]; ROUNDS],
        doubled: doubled_at_the_end::<C>(ROUNDS, WORDS).map(|k| {
            let [x, y] = multiple::<C>(&k, &generator::<C>()).expect("a point");
            Doubled {
                scalar: from_big::<C::Order>(&k),
                point: [x, y].map(|x| to_montgomery::<C::Base>(&x)),
            }
        }),
    });
    let mut base = generator::<C>();
    for i in 0..8 * ROUNDS {
        let lane = WORDS.iter().position(|word| *word == i / ROUNDS);
        let lane = lane.expect("eight words");
        let twice = add::<C>(&base, &base);
        let mut point = base.clone();
        for multiple in 0..8 {
            let coordinates = point.clone().expect("not the identity");
            for (j, x) in coordinates.into_iter().enumerate() {
                let lanes = x * rho::<C::Base>() % modulus::<C::Base>();
                let words = from_big::<C::Base>(&lanes);
                for (k, word) in words.as_ref().iter().enumerate() {
                    table.rounds[i % ROUNDS][multiple][ROW / 2 * j + k][lane] = *word;
                }
            }
            point = add::<C>(&point, &twice);
        }
        base = multiple::<C>(&16u8.into(), &base);
    }
    table
}

fn multiples_of_the_generator<
    C: Weierstrass<Base: Radix52>,
    const ROW: usize,
    const ROUNDS: usize,
>() {
    let Some(cpu) = ifma() else { return };
    let table = &*table::<C, ROW, ROUNDS>();
    let mut rng = Rng::new();
    let mut scalars = scalars::<C>();
    scalars.extend((0..10).map(|_| scalar::<C>(&mut rng)));
    if let Some(k) = doubled_at_the_end::<C>(ROUNDS, WORDS) {
        scalars.extend([n::<C>() - &k, &k + 1u8, &k - 2u8, k]);
    }
    for k in scalars {
        let (scalar, negate) = odd::<C>(&k);
        let got = cpu.run(MultiplyBase {
            scalar,
            negate,
            table,
        });
        let expected = multiple::<C>(&k, &generator::<C>());
        assert_eq!(from_homogeneous::<C>(&got), expected, "{k:x}");
    }
}

#[test]
fn a_multiple_of_the_generator_in_eight_lanes_agrees_with_the_reference() {
    multiples_of_the_generator::<Curve256, 8, 8>();
    multiples_of_the_generator::<Curve384, 12, 12>();
    multiples_of_the_generator::<Curve521, 18, 17>();
}

#[test]
fn the_table_s_own_point_is_needed() {
    let Some(cpu) = ifma() else { return };
    let mut table = table::<Curve384, 12, 12>();
    table.doubled = None;
    let k = doubled_at_the_end::<Curve384>(12, WORDS).expect("such a scalar");
    let got = cpu.run(MultiplyBase {
        scalar: from_big::<crate::N384>(&k),
        negate: 0,
        table: &table,
    });
    assert_eq!(from_homogeneous::<Curve384>(&got), None);
}

fn lying_points<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let g = generator::<C>();
    // x, y, zz, zzz times RHO.
    let lie = |a: &Affine, z: u64| {
        let [x, y] = a.clone().expect("not the identity");
        let z = BigUint::from(z);
        let (zz, zzz) = (&z * &z, &z * &z * &z);
        let lanes = [x * &zz, y * &zzz, zz, zzz]
            .map(|c| reference::limbs::<C::Base>(&(c * rho::<C::Base>() % modulus::<C::Base>())));
        let mut limbs = <C::Base as InLanes>::Limbs::filled(Ymm::splat(cpu, 0));
        for i in 0..C::Base::LIMBS {
            limbs[i] = Ymm::load(cpu, &lanes.map(|l| l[i]));
        }
        Lying::<C::Base, Ymm>(Factor(limbs))
    };
    for (i, j) in [(1u8, 2u8), (5, 9), (1, 7), (3, 3)] {
        let (a, b) = (multiple::<C>(&i.into(), &g), multiple::<C>(&j.into(), &g));
        let (z1, z2) = (rng.next() | 1, rng.next() | 1);
        // Opposite points: the identity.
        let b = if i == j { negative::<C>(&b) } else { b };
        let expected = if i == j { None } else { add::<C>(&a, &b) };
        let [sum, opposite] = sum_of_lying(cpu, lie(&a, z1), lie(&b, z2));
        assert_eq!(from_homogeneous::<C>(&sum), expected);
        assert_eq!(from_homogeneous::<C>(&opposite), negative::<C>(&expected));
    }
}

/// What the schedule adds up for an odd scalar, as integers, with words of `k'` in lanes as given: two summands each.
fn additions(k: &BigUint, rounds: usize, words: [usize; 8]) -> Vec<[BigInt; 2]> {
    let half: BigUint = two_to(32 * rounds as u32 - 1) + (k >> 1u8);
    let digit = |word: usize, round: usize| {
        let shift = (4 * rounds * word + 4 * round) as u64;
        let f = (0..4).fold(0, |f, i| f | i32::from(half.bit(shift + i)) << i);
        BigInt::from(2 * f + 1 - 16) << shift
    };
    let mut all = Vec::new();
    let mut lanes = words.map(|word| digit(word, 0));
    for round in 1..rounds {
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
fn exception<C: Weierstrass>(k: &BigUint, rounds: usize, words: [usize; 8]) -> Option<usize> {
    let order = BigInt::from(n::<C>());
    let is_zero = |x: BigInt| x % &order == BigInt::ZERO;
    let all = additions(k, rounds, words);
    let last = all.len() - 1;
    all.into_iter().enumerate().position(|(i, [a, d])| {
        let opposite = is_zero(&a + &d) && (i < last || *k != n::<C>());
        is_zero(a.clone()) || is_zero(d.clone()) || is_zero(a - d) || opposite
    })
}

/// The odd scalar below the order for which the last join doubles, if there is one: `n - 2 E`, with `E` the sum of the odd
/// lanes for `n`.
fn doubled_at_the_end<C: Weierstrass>(rounds: usize, words: [usize; 8]) -> Option<BigUint> {
    let [_, e] = additions(&n::<C>(), rounds, words).pop().expect("some");
    let k = BigInt::from(n::<C>()) - e * 2u8;
    k.try_into().ok().filter(|k| *k < n::<C>())
}

fn only_the_table_s<C: Weierstrass>(rounds: usize) {
    let n = &n::<C>();
    let mut rng = Rng::new();
    let mut scalars = scalars::<C>();
    for _ in 0..200 {
        let words = rng.words::<C::Order>();
        scalars.push(big(&words) % n);
    }
    // Scalars with the words of n, each of them or its opposite.
    let (word, bits) = (4 * rounds as u32, 32 * rounds as u32);
    let half: BigUint = two_to(bits - 1) + (n >> 1u8);
    for mask in 0..256u32 {
        let opposite = (0..8).filter(|i| mask >> i & 1 == 1);
        let ones = opposite.fold(BigUint::ZERO, |x, i| {
            x + ((two_to(word) - 1u8) << (word * i))
        });
        let k = ((&half ^ ones) % two_to(bits - 1)) * 2u8 + 1u8;
        scalars.push(k % n);
    }
    let doubled = doubled_at_the_end::<C>(rounds, WORDS);
    for k in scalars {
        let k = if k.bit(0) { k } else { n - k };
        if Some(&k) != doubled.as_ref() {
            assert_eq!(exception::<C>(&k, rounds, WORDS), None, "{k:x}");
        }
    }
    // Bit 6 L of the order decides.
    assert_eq!(doubled.is_some(), n.bit(24 * rounds as u64));
    if let Some(k) = doubled {
        let last = additions(&k, rounds, WORDS).len() - 1;
        assert_eq!(exception::<C>(&k, rounds, WORDS), Some(last));
    }
}

#[test]
fn no_addition_of_the_comb_is_exceptional_but_the_last_one_for_the_table_s_scalar() {
    only_the_table_s::<Curve256>(8);
    only_the_table_s::<Curve384>(12);
    only_the_table_s::<Curve521>(17);
    assert_eq!(doubled_at_the_end::<Curve256>(8, WORDS), None);
}

#[test]
fn words_in_the_wrong_lanes_make_an_exception() {
    // In their order; and with words 6 and 5 exchanged. The highest one in the odd lanes is positive in n.
    for words in [[7, 6, 5, 4, 3, 2, 1, 0], [7, 6, 5, 2, 4, 1, 3, 0]] {
        let k = doubled_at_the_end::<Curve256>(8, words).expect("such a scalar");
        assert_eq!(
            exception::<Curve256>(&k, 8, words),
            Some(additions(&k, 8, words).len() - 1)
        );
    }
}
