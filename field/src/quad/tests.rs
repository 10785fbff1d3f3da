use super::{schedule::Multiply, *};
use crate::{
    Cpu, Ifma, P256, P384, P521, Prime,
    arch::x86_64::ifma::{Ymm, outlined},
    lanes::{
        model::{Model, prime},
        reference::{
            Point as Affine, add, from_homogeneous, from_limbs, generator, homogeneous, inverse,
            multiple, n, negative, odd, rho, scalar, scalars, two_to,
        },
    },
    testing::{Rng, big, from_big, modulus},
    weierstrass::{
        Weierstrass,
        tests::{Curve256, Curve384, Curve521},
    },
};
use num_bigint::{BigInt, BigUint};
use std::{eprintln, format, string::String, vec, vec::Vec};

/// The same test for each prime or curve.
macro_rules! for_each {
    ($($test:ident: $body:ident;)*) => {
        for_each! { @ P256, P384, P521; $($test: $body;)* }
    };
    (curve: $($test:ident: $body:ident;)*) => {
        for_each! { @ Curve256, Curve384, Curve521; $($test: $body;)* }
    };
    (@ $a:ident, $b:ident, $c:ident; $($test:ident: $body:ident;)*) => {$(
        #[test]
        fn $test() {
            $body::<$a>();
            $body::<$b>();
            $body::<$c>();
        }
    )*};
}
pub(crate) use for_each;

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
    fn permute_by(self, _: Self) -> Self {
        panic!("no Weierstrass formula permutes by secrets")
    }
    fn swap(self) -> Self {
        self.moved([1, 0, 3, 2])
    }
    fn low(self) -> Self {
        self.moved([0, 1, 0, 1])
    }
}

/// In thousandths of `p`.
fn times_p<P: Radix52>(thousandths: u32) -> BigInt {
    prime::<P>() * thousandths / 1000
}

/// What the coordinates of a [`Point`] are below, in thousandths of `p`: `a, b, Z², X`, and `Z`.
const BOUNDS: [u32; 5] = [3400, 2000, 1200, 2800, 1600];

/// The limbs of its `a, b, Z², X` are at most those of so many products.
const PRODUCTS: [u64; 4] = [1, 1, 1, 7];

/// A point with these bounds.
fn point<P: Radix52>(bounds: [u32; 5]) -> Point<P, M4> {
    point_of(bounds, PRODUCTS)
}

fn point_of<P: Radix52>(bounds: [u32; 5], products: [u64; 4]) -> Point<P, M4> {
    let [a, b, zz, x, z] = bounds.map(times_p::<P>);
    let zero = BigInt::ZERO;
    Point {
        sums: Sum(M4::sums::<P>([a, b, zz, x], products)),
        z: Factor(M4::factors::<P>([z, zero.clone(), zero.clone(), zero])),
    }
}

/// What is wrong with the bounds of a point, if anything.
fn broken<P: Radix52>(p: &Point<P, M4>) -> Option<String> {
    let sums = (0..4).map(|lane| M4::bound::<P>(&p.sums.0, lane, PRODUCTS[lane]));
    let all = sums.chain([M4::bound::<P>(&p.z.0, 0, 1)]);
    let broken = |(bound, limit): (Result<BigInt, String>, u32)| match bound {
        Ok(bound) => (bound > times_p::<P>(limit)).then(|| format!("{bound} above {limit}/1000 p")),
        Err(why) => Some(why),
    };
    all.zip(BOUNDS).find_map(broken)
}

fn factors<P: Radix52>(limits: [u32; 4]) -> Factor<P, M4> {
    Factor(M4::factors::<P>(limits.map(times_p::<P>)))
}

/// Tables with such coordinates, and the bounds that `OddMultiples` leaves otherwise.
fn multiples<P: Radix52>(y: u32, x: u32) -> OddMultiples<P, M4, 1> {
    OddMultiples {
        yx: [factors([y, x, 0, 0])],
        third: factors([0, 0, 1001, 0]),
        fourth: factors([0, 0, 1001, 1001]),
    }
}

/// A table's point with the bounds that `OddMultiples` leaves.
fn entry<P: Radix52>(negated: bool) -> Entry<P, M4> {
    let multiples = multiples(2000, 2000);
    let on = &In::new::<M4>(());
    multiples.entry(multiples.yx[0], [negated, false, false, false], on)
}

fn keep_the_bounds<P: Radix52>() {
    let on = &In::new::<M4>(());
    let point = || point::<P>(BOUNDS);
    assert_eq!(broken(&point()), None);
    assert_eq!(broken(&point().double_twice(on)), None);
    for negated in [false, true] {
        assert_eq!(
            broken(&point().double_add_distinct(&entry(negated), on)),
            None
        );
    }
    let most = from_big::<P>(&(two_to(P::BITS) - 1u8));
    assert_eq!(broken(&Point::<P, M4>::load((), &[most; 3], on)), None);
    for negated in [false, true] {
        point().store([negated, false, false, false], on);
    }

    let multiples = OddMultiples::<P, M4, 16>::new(point(), on);
    let below = |f: &Factor<P, M4>, lane, limit| match M4::bound::<P>(&f.0, lane, 0) {
        Ok(bound) => assert!(bound < times_p::<P>(limit), "{bound} above {limit}/1000 p"),
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

fn is_refused<P: Radix52>() {
    let on = &In::new::<M4>(());
    // 6 p - 2 X, and 2 p - delta, would be negative.
    for beyond in [
        [3400, 2000, 1200, 3001, 1600],
        [3400, 2000, 2001, 2800, 1600],
    ] {
        assert!(broken(&point::<P>(beyond).double_twice(on)).is_some());
        assert!(broken(&point::<P>(beyond).double_add_distinct(&entry(false), on)).is_some());
    }
    // Limbs of X beyond what a carry takes.
    let large = point_of::<P>(BOUNDS, [1, 1, 1, 200]);
    assert!(broken(&large.double_twice(on)).is_some());
    // 2 p - Y2 would be negative.
    let q = multiples::<P>(2001, 2000);
    let q = q.entry(q.yx[0], [true, false, false, false], on);
    assert!(broken(&point(BOUNDS).double_add_distinct(&q, on)).is_some());
}

for_each! {
    every_formula_keeps_the_bounds: keep_the_bounds;
    a_point_beyond_the_bounds_is_refused: is_refused;
    words_and_limbs_are_the_same_number: words_and_limbs;
}

#[test]
fn a_result_above_the_bounds_is_refused() {
    let on = &In::new::<M4>(());
    let beyond = point::<P256>([9000, 9000, 1200, 2800, 1600]);
    assert!(broken(&beyond.double_twice(on)).is_some());
}

fn words_and_limbs<P: Radix52>() {
    let p = modulus::<P>();
    let by_words = inverse::<P>(&(crate::testing::radix::<P>() % &p));
    let c = from_limbs::<P>(&P::RHO_BY_WORDS);
    assert_eq!(c, rho::<P>() * rho::<P>() % &p * by_words % &p);
    let mut rng = Rng::new();
    let mut values = vec![BigUint::ZERO, two_to(P::BITS) - 1u8, p];
    values.extend((0..10).map(|_| big(&rng.reduced::<P>())));
    for x in values {
        let words = from_big::<P>(&x);
        let limbs = limbs_of::<P>(&words);
        assert_eq!(from_limbs::<P>(&limbs), x);
        assert!((0..P::LIMBS).all(|i| limbs[i] < 1 << 52));
        assert_eq!(words_of::<P>(&limbs), words);
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
fn points<C: Weierstrass>(rng: &mut Rng) -> Vec<Affine> {
    let g = generator::<C>();
    let mut points = vec![None, g.clone(), negative::<C>(&g)];
    points.push(multiple::<C>(&rng.next().into(), &g));
    points
}

/// A number below `p` other than 0, or a small one.
fn any_z<C: Weierstrass>(rng: &mut Rng) -> BigUint {
    if rng.below(4) == 0 {
        (1 + rng.below(3)).into()
    } else {
        big(&rng.reduced::<C::Base>()).max(1u8.into())
    }
}

for_each! {
    curve:
    point_operations_agree_with_affine_ones: point_operations;
    the_formula_gives_the_identity_for_opposite_points: opposite_points;
    a_multiple_in_four_lanes_agrees_with_the_reference: multiples_agree;
    no_addition_of_the_windows_is_exceptional: no_exception;
}

outlined! {
    fn load<P>(cpu, point: [P::Words; 3]) -> Point<P, Ymm> = Point::load(cpu, &point, &In::new::<Ymm>(cpu));
    fn store<P>(cpu, p: Point<P, Ymm>, negate: u8) -> [P::Words; 3] = p.store(negate, &In::new::<Ymm>(cpu));
    fn double_twice<P>(cpu, p: Point<P, Ymm>) -> Point<P, Ymm> = p.double_twice(&In::new::<Ymm>(cpu));
    fn double_add<P>(cpu, p: Point<P, Ymm>, q: Entry<P, Ymm>) -> Point<P, Ymm> = p.double_add_distinct(&q, &In::new::<Ymm>(cpu));
    fn odd_multiples<P>(cpu, p: Point<P, Ymm>) -> OddMultiples<P, Ymm, 16> = OddMultiples::new(p, &In::new::<Ymm>(cpu));
}

fn point_operations<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = ifma() else { return };
    let on = &In::new::<Ymm>(cpu);
    let stored = |p, negate| from_homogeneous::<C>(&store(cpu, p, negate));
    let mut rng = Rng::new();
    for a in points::<C>(&mut rng) {
        let mut any = || load::<C::Base>(cpu, homogeneous::<C>(&a, &any_z::<C>(&mut rng)));
        let mut p = any();
        assert_eq!(stored(p, 0), a);
        assert_eq!(stored(p, 1), negative::<C>(&a));
        let mut expected = a.clone();
        for _ in 0..3 {
            p = double_twice(cpu, p);
            expected = multiple::<C>(&4u8.into(), &expected);
            assert_eq!(stored(p, 0), expected);
        }
        let table = odd_multiples(cpu, any());
        for (i, yx) in table.yx.iter().enumerate() {
            let point = multiple::<C>(&(2 * i + 1).into(), &a);
            for mask in [0, 1] {
                let q = table.entry(*yx, mask, on);
                let point = if mask == 1 {
                    negative::<C>(&point)
                } else {
                    point.clone()
                };
                assert_eq!(affine::<C>(&q), point, "{i}");
                let sum = double_add(cpu, p, q);
                let expected = match a {
                    Some(_) => add::<C>(&add::<C>(&expected, &expected), &point),
                    // One of them is the identity: so is what the formula gives.
                    None => None,
                };
                assert_eq!(stored(sum, 0), expected, "{i}");
            }
        }
    }
}

/// The point of an entry, whose parts must belong together.
fn affine<C: Weierstrass<Base: Radix52>>(q: &Entry<C::Base, Ymm>) -> Affine {
    let p = &modulus::<C::Base>();
    let lane = |f: &Factor<C::Base, Ymm>, i: usize| {
        let f = f.masked();
        let mut limbs = C::Base::P;
        for j in 0..C::Base::LIMBS {
            limbs[j] = f.0[j].store()[i];
        }
        // x RHO
        from_limbs::<C::Base>(&limbs) * inverse::<C::Base>(&rho::<C::Base>()) % p
    };
    let (x, zz) = (lane(&q.third, 1), lane(&q.third, 2));
    let (y, z, half_zzz) = (lane(&q.fourth, 0), lane(&q.fourth, 2), lane(&q.fourth, 3));
    assert_eq!(zz, &z * &z % p);
    assert_eq!(half_zzz * 2u8 % p, &z * &z * &z % p);
    if z == BigUint::ZERO {
        return None;
    }
    let i = inverse::<C::Base>(&z);
    Some([x * &i * &i % p, y * &i * &i * &i % p])
}

fn opposite_points<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = ifma() else { return };
    let on = &In::new::<Ymm>(cpu);
    let mut rng = Rng::new();
    for a in points::<C>(&mut rng) {
        // 2 (2 P) + (-4 P), the latter from a table of multiples of -4 P.
        let mut load =
            |a: &Affine| load::<C::Base>(cpu, homogeneous::<C>(a, &any_z::<C>(&mut rng)));
        let p = load(&multiple::<C>(&2u8.into(), &a));
        let opposite = load(&negative::<C>(&multiple::<C>(&4u8.into(), &a)));
        let q = odd_multiples(cpu, opposite);
        let sum = double_add(cpu, p, q.entry(q.yx[0], 0, on));
        assert_eq!(from_homogeneous::<C>(&store(cpu, sum, 0)), None);
    }
}

fn multiples_agree<C: Weierstrass<Base: Radix52>>() {
    let Some(cpu) = ifma() else { return };
    let mut rng = Rng::new();
    let mut scalars = scalars::<C>();
    scalars.push(scalar::<C>(&mut rng));
    for (i, k) in scalars.iter().enumerate() {
        let all = points::<C>(&mut rng);
        let point = &all[i % all.len()];
        let (scalar, negate) = odd::<C>(k);
        let got = cpu.run(Multiply::<C> {
            point: homogeneous::<C>(point, &any_z::<C>(&mut rng)),
            scalar,
            negate,
        });
        assert_eq!(
            from_homogeneous::<C>(&got),
            multiple::<C>(k, point),
            "{k:x}"
        );
    }
}

/// Positions and widths of the windows below the top digit, from the top.
fn windows<C: Weierstrass>() -> Vec<(u32, u32)> {
    let mut position = C::Order::BITS - 1;
    let mut windows = Vec::new();
    while position > 0 {
        let w = position.min(5);
        position -= w;
        windows.push((position, w));
    }
    windows
}

/// The integers `2^w r` and `d` that each addition adds for an odd scalar, with windows of `w` bits at these positions.
fn additions<C: Weierstrass>(k: &BigUint, windows: &[(u32, u32)]) -> Vec<[BigInt; 2]> {
    let words = from_big::<C::Order>(k);
    let mut sum = BigInt::from(1u8);
    let mut all = Vec::new();
    for &(position, w) in windows {
        let digit = crate::window::odd_digit_at(words.as_ref(), position as usize, w);
        let d = BigInt::from(2 * digit.index + 1);
        let d = if digit.negative == 0 { d } else { -d };
        sum <<= w;
        all.push([sum.clone(), d.clone()]);
        sum += d;
    }
    assert_eq!(sum, k.clone().into());
    all
}

fn no_exception<C: Weierstrass>() {
    let n = &n::<C>();
    let is_zero = |x: BigInt| x % BigInt::from(n.clone()) == BigInt::ZERO;
    let windows = &windows::<C>();
    let mut rng = Rng::new();
    let mut scalars = scalars::<C>();
    // Those that come closest: the last addition doubles if 2^w r = n + d.
    for e in 0..16u8 {
        scalars.push(n - (4 * e + 2));
    }
    scalars.extend((0..100).map(|_| scalar::<C>(&mut rng)));
    for k in scalars {
        let k = if k.bit(0) { k } else { n - k };
        let last = windows.len() - 1;
        for (i, [a, d]) in additions::<C>(&k, windows).into_iter().enumerate() {
            assert!(!is_zero(&a - &d), "doubles: {k:x}");
            // Opposite ones only for k = n, where the sum is the identity.
            assert!(!is_zero(&a + &d) || i == last && k == *n, "{k:x}");
            assert!(!is_zero(a));
        }
    }
    // The proof's case: for no digit d is n + 2 d a scalar whose digit is d.
    let (_, w) = windows[windows.len() - 1];
    for e in (1..1u32 << w).step_by(2) {
        let [a, d] = additions::<C>(&(n - 2 * e), windows).pop().expect("some");
        assert!(d != BigInt::from(-i64::from(e)) && !is_zero(a - d));
    }
    assert!(!n.bit(w.into()));
}

#[test]
fn a_lowest_window_of_five_bits_would_double_for_one_scalar_of_p384() {
    let mut windows = windows::<Curve384>();
    assert_eq!(windows.pop(), Some((0, 3)));
    // Bits 3 to 7, and 0 to 2: as one window of five bits, and three above it.
    let (position, _) = windows.pop().expect("some");
    assert_eq!(position, 3);
    windows.extend([(5, 3), (0, 5)]);
    let k = n::<Curve384>() - 38u8;
    let [a, d] = additions::<Curve384>(&k, &windows).pop().expect("some");
    assert_eq!(d, (-19).into());
    assert_eq!((a - d) % BigInt::from(n::<Curve384>()), BigInt::ZERO);
}
