use super::{schedule::Multiply, *};
use crate::{
    Cpu, Ifma,
    arch::x86_64::ifma::Ymm,
    lanes::{
        model::{Model, prime},
        reference::{
            self, Point as Affine, add, from_homogeneous, from_limbs, generator, hex, homogeneous,
            inverse, multiple, n, negative, odd, p, scalars, two_to,
        },
    },
    testing::{Rng, big},
};
use num_bigint::{BigInt, BigUint};
use std::{eprintln, format, string::String, vec, vec::Vec};

type M4 = Model<4>;

impl FourLanes for M4 {
    fn lanes((): (), lanes: [u64; 4]) -> Self {
        Self::up_to(lanes)
    }
    fn get(self) -> [u64; 4] {
        [0; 4]
    }
    fn mask((): (), lanes: [bool; 4]) -> [bool; 4] {
        lanes
    }
    fn permute(self, from: [usize; 4]) -> Self {
        self.moved(from)
    }
    fn swap(self) -> Self {
        self.moved([1, 0, 3, 2])
    }
    fn low(self) -> Self {
        self.moved([0, 1, 0, 1])
    }
}

/// In thousandths of `p`.
fn times_p(thousandths: u32) -> BigInt {
    prime() * thousandths / 1000
}

/// What the coordinates of a [`Point`] are below, in thousandths of `p`: `a, b, Z², X`, and `Z`.
const BOUNDS: [u32; 5] = [3400, 2000, 1200, 2800, 1600];

/// What the limbs of its `a, b, Z², X` are at most, times `2^56`.
const LIMBS: [u32; 4] = [2, 2, 4, 12];

/// A point with these bounds.
fn point(bounds: [u32; 5]) -> Point<M4> {
    let [a, b, zz, x, z] = bounds.map(times_p);
    Point {
        sums: Sum(M4::sums([a, b, zz, x], LIMBS)),
        z: Factor(M4::factors([z, times_p(0), times_p(0), times_p(0)])),
    }
}

/// What is wrong with the bounds of a point, if anything.
fn broken(p: &Point<M4>) -> Option<String> {
    let sums = (0..4).map(|lane| M4::bound(&p.sums.0, lane, LIMBS[lane]));
    let all = sums.chain([M4::bound(&p.z.0, 0, 1)]);
    let broken = |(bound, limit): (Result<BigInt, String>, u32)| match bound {
        Ok(bound) => (bound > times_p(limit)).then(|| format!("{bound} above {limit}/1000 p")),
        Err(why) => Some(why),
    };
    all.zip(BOUNDS).find_map(broken)
}

/// A table's point with the bounds that `OddMultiples` leaves.
fn entry(negated: bool) -> Entry<M4> {
    let on = &In::new::<M4>(());
    let factors = |limits: [u32; 4]| Factor(M4::factors(limits.map(times_p)));
    let multiples = OddMultiples {
        yx: [factors([2000, 2000, 0, 0])],
        third: factors([0, 0, 1001, 0]),
        fourth: factors([0, 0, 1001, 1001]),
    };
    multiples.entry(multiples.yx[0], [negated, false, false, false], on)
}

#[test]
fn every_formula_keeps_the_bounds() {
    let on = &In::new::<M4>(());
    assert_eq!(broken(&point(BOUNDS)), None);
    assert_eq!(broken(&point(BOUNDS).double_twice(on)), None);
    for negated in [false, true] {
        assert_eq!(
            broken(&point(BOUNDS).double_add_distinct(&entry(negated), on)),
            None
        );
    }
    assert_eq!(broken(&Point::load((), &[[u64::MAX; 4]; 3], on)), None);

    let multiples = OddMultiples::<M4, 16>::new(point(BOUNDS), on);
    let below = |f: &Factor<M4>, lane, limit| match M4::bound(&f.0, lane, 1) {
        Ok(bound) => assert!(bound < times_p(limit), "{bound} above {limit}/1000 p"),
        Err(why) => panic!("{why}"),
    };
    for yx in &multiples.yx {
        below(yx, 0, 2000);
        below(yx, 1, 2000);
    }
    below(&multiples.third, 2, 1001);
    below(&multiples.fourth, 2, 1001);
    below(&multiples.fourth, 3, 1001);
}

#[test]
fn a_point_beyond_the_bounds_is_refused() {
    let on = &In::new::<M4>(());
    // 6 p - 2 X, and 2 p - delta, would be negative.
    for beyond in [
        [3400, 2000, 1200, 3001, 1600],
        [3400, 2000, 2001, 2800, 1600],
    ] {
        assert!(broken(&point(beyond).double_twice(on)).is_some());
        assert!(broken(&point(beyond).double_add_distinct(&entry(false), on)).is_some());
    }
    // Limbs of X beyond what a carry takes.
    let mut large = point(BOUNDS);
    large.sums = Sum(M4::sums(
        [3400, 2000, 1200, 2800].map(times_p),
        [2, 2, 4, 32],
    ));
    assert!(broken(&large.double_twice(on)).is_some());
    // The results would be above the bounds.
    assert!(broken(&point([9000, 9000, 1200, 2800, 1600]).double_twice(on)).is_some());
    // 2 p - Y2 would be negative.
    let factors = |limits: [u32; 4]| Factor(M4::factors(limits.map(times_p)));
    let q = OddMultiples {
        yx: [factors([2001, 2000, 0, 0])],
        third: factors([0, 0, 1001, 0]),
        fourth: factors([0, 0, 1001, 1001]),
    };
    let q = q.entry(q.yx[0], [true, false, false, false], on);
    assert!(broken(&point(BOUNDS).double_add_distinct(&q, on)).is_some());
}

#[test]
fn words_are_below_2_256_before_the_last_subtraction() {
    let any = Factor(M4::factors(core::array::from_fn(|_| {
        BigInt::from(two_to(259) - 1u8)
    })));
    let product = any * constant((), &power_of_two(0));
    let bound = M4::bound(&product.0, 0, 2).expect("a product");
    assert!(bound < two_to(256).into());
}

#[test]
fn constants_are_powers_of_two() {
    for i in 0..=32 {
        assert_eq!(from_limbs(&power_of_two(i)), two_to(256 + i) % p());
    }
    for w in [
        [0; 4],
        [u64::MAX; 4],
        [1, 2, 3, 4],
        [0x0123_4567_89ab_cdef; 4],
    ] {
        assert_eq!(from_limbs(&limbs_of(&w)), big(&w));
        assert_eq!(words_of(&limbs_of(&w)), w);
    }
    for x in [BigUint::ZERO, p() - 1u8, p(), p() + 1u8, two_to(256) - 1u8] {
        assert_eq!(big(&reduce(reference::words(&x))), x % p());
    }
}

fn ifma() -> Option<Ifma> {
    let ifma = Cpu::detect().ifma;
    if ifma.is_none() {
        eprintln!("skipped: no AVX-512 IFMA here");
    }
    ifma
}

/// Some points, the identity among them.
fn points(rng: &mut Rng) -> Vec<Affine> {
    let g = generator();
    let mut points = vec![
        None,
        g.clone(),
        negative(&g),
        multiple(&hex("1234567890abcdef"), &g),
    ];
    points.push(multiple(&rng.next().into(), &g));
    points
}

/// A number below `p` other than 0, or a small one.
fn any_z(rng: &mut Rng) -> BigUint {
    let words = [rng.next(), rng.next(), rng.next(), rng.next()];
    if rng.below(4) == 0 {
        (1 + rng.below(3)).into()
    } else {
        big(&words) % (p() - 1u8) + 1u8
    }
}

#[test]
fn point_operations_agree_with_affine_ones() {
    let Some(cpu) = ifma() else { return };
    let on = &In::new::<Ymm>(cpu);
    let mut rng = Rng::new();
    for a in points(&mut rng) {
        for _ in 0..4 {
            let p = Point::<Ymm>::load(cpu, &homogeneous(&a, &any_z(&mut rng)), on);
            assert_eq!(from_homogeneous(&p.store(0, on)), a);
            assert_eq!(from_homogeneous(&p.store(1, on)), negative(&a));
            let mut p = p;
            let mut expected = a.clone();
            for _ in 0..3 {
                p = p.double_twice(on);
                expected = multiple(&4u8.into(), &expected);
                assert_eq!(from_homogeneous(&p.store(0, on)), expected);
            }
            let table = OddMultiples::<Ymm, 16>::new(
                Point::load(cpu, &homogeneous(&a, &any_z(&mut rng)), on),
                on,
            );
            for (i, yx) in table.yx.iter().enumerate() {
                let point = multiple(&(2 * i + 1).into(), &a);
                for mask in [0, 1] {
                    let q = table.entry(*yx, mask, on);
                    let point = if mask == 1 {
                        negative(&point)
                    } else {
                        point.clone()
                    };
                    assert_eq!(affine(&q), point, "{i}");
                    let sum = p.double_add_distinct(&q, on);
                    let expected = match a {
                        Some(_) => add(&add(&expected, &expected), &point),
                        // One of them is the identity: so is what the formula gives.
                        None => None,
                    };
                    assert_eq!(from_homogeneous(&sum.store(0, on)), expected, "{i}");
                }
            }
        }
    }
}

/// The point of an entry, whose parts must belong together.
fn affine(q: &Entry<Ymm>) -> Affine {
    let lane = |f: &Factor<Ymm>, i: usize| {
        let limbs = f.masked().0.map(Ymm::store);
        // x R
        from_limbs(&limbs.map(|l| l[i])) * inverse(&(two_to(260) % p())) % p()
    };
    let (x, zz) = (lane(&q.third, 1), lane(&q.third, 2));
    let (y, z, half_zzz) = (lane(&q.fourth, 0), lane(&q.fourth, 2), lane(&q.fourth, 3));
    assert_eq!(zz, &z * &z % p());
    assert_eq!(half_zzz * 2u8 % p(), &z * &z * &z % p());
    if z == BigUint::ZERO {
        return None;
    }
    let i = inverse(&z);
    Some([x * &i * &i % p(), y * &i * &i * &i % p()])
}

#[test]
fn the_formula_gives_the_identity_for_opposite_points() {
    let Some(cpu) = ifma() else { return };
    let on = &In::new::<Ymm>(cpu);
    let mut rng = Rng::new();
    for a in points(&mut rng) {
        // 2 (2 P) + (-4 P), the latter from a table of multiples of -4 P.
        let p = Point::<Ymm>::load(
            cpu,
            &homogeneous(&multiple(&2u8.into(), &a), &any_z(&mut rng)),
            on,
        );
        let opposite = negative(&multiple(&4u8.into(), &a));
        let q = OddMultiples::<Ymm, 1>::new(
            Point::load(cpu, &homogeneous(&opposite, &any_z(&mut rng)), on),
            on,
        );
        let sum = p.double_add_distinct(&q.entry(q.yx[0], 0, on), on);
        assert_eq!(from_homogeneous(&sum.store(0, on)), None);
    }
}

#[test]
fn a_multiple_in_four_lanes_agrees_with_the_reference() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let mut scalars = scalars();
    scalars.push(big(&[rng.next(), rng.next(), rng.next(), rng.next()]) % n());
    for (i, k) in scalars.iter().enumerate() {
        let k = k % n();
        let all = points(&mut rng);
        let point = &all[i % all.len()];
        let (scalar, negate) = odd(&k);
        let point_words = homogeneous(point, &any_z(&mut rng));
        let got = cpu.run(Multiply {
            point: point_words,
            scalar,
            negate,
        });
        assert_eq!(from_homogeneous(&got), multiple(&k, point), "{k:x}");
    }
}

/// The integers `2^5 r` and `d` that the last addition adds for an odd scalar, and all before.
fn additions(k: &BigUint) -> Vec<[BigInt; 2]> {
    let words = reference::words(k);
    let mut sum = BigInt::from(1u8);
    let mut all = Vec::new();
    for i in (0..51).rev() {
        let digit = crate::window::odd_digit(&words, 5, 52, i);
        let d = BigInt::from(2 * digit.index + 1);
        let d = if digit.negative == 0 { d } else { -d };
        sum <<= 5;
        all.push([sum.clone(), d.clone()]);
        sum += d;
    }
    assert_eq!(sum, k.clone().into());
    all
}

#[test]
fn no_addition_of_the_windows_is_exceptional() {
    let n = BigInt::from(n());
    let is_zero = |x: BigInt| x % &n == BigInt::ZERO;
    let mut rng = Rng::new();
    let mut scalars = scalars();
    // Those that come closest: the last addition doubles if 2^5 r = n + d.
    for e in 0..16u8 {
        scalars.push(reference::n() - (4 * e + 2));
    }
    for _ in 0..100 {
        scalars.push(big(&[rng.next(), rng.next(), rng.next(), rng.next()]) % reference::n());
    }
    for k in scalars {
        let k = if k.bit(0) { k } else { reference::n() - k };
        let last = additions(&k).len() - 1;
        for (i, [a, d]) in additions(&k).into_iter().enumerate() {
            assert!(!is_zero(&a - &d), "doubles: {k:x}");
            // Opposite ones only for k = n, where the sum is the identity.
            assert!(
                !is_zero(&a + &d) || i == last && k == reference::n(),
                "{k:x}"
            );
            assert!(!is_zero(a));
        }
    }
    // The proof's case: for no digit d is n + 2 d a scalar whose digit is d.
    for e in (1..32u8).step_by(2) {
        let k = reference::n() - 2 * e;
        let [a, d] = additions(&k).pop().expect("51 additions");
        assert!(d != BigInt::from(-i32::from(e)) && !is_zero(a - d));
    }
    assert_eq!(reference::n() % 64u8, 17u8.into());
}
