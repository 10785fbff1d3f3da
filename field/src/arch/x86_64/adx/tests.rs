//! Every kernel against plain big integers: edge words, inputs made for edge outputs, random ones, guard pages.
//!
//! The kernels need BMI2 and ADX; on a machine without them these tests say so and pass. `FIELD_ROUNDS` is the number of
//! random products of each kernel, `FIELD_SEED` repeats a run that failed.

extern crate std;
use super::{n256, p256, p384, p521};
use crate::{
    N256, P256, P384, P521, Prime,
    testing::{Rng, big, edges, from_big, modulus, patterns, radix},
};
use num_bigint::BigUint;
use std::{array, env, eprintln, vec::Vec};

#[cfg(target_os = "linux")]
use guarded::{ENDS, Guarded};

#[path = "tests/p25519.rs"]
mod p25519;

/// The kernels of one prime.
struct Products<const N: usize> {
    mul: fn(&[u64; N], &[u64; N]) -> [u64; N],
    square: fn(&[u64; N]) -> [u64; N],
    /// The bits of an operand.
    bits: u32,
    /// Is a product *reduced* if no operand is?
    always_reduced: bool,
}

/// A point operation; `q` is ignored by a doubling.
type OnPoint<const N: usize, const C: usize> = fn(&mut [[u64; N]; C], &[[u64; N]; 2]);

/// The point operations of one curve.
struct Points<const N: usize> {
    double: OnPoint<N, 3>,
    add_mixed: OnPoint<N, 3>,
    xyzz_add_mixed: OnPoint<N, 4>,
}

/// A prime with kernels here.
trait Kernels<const N: usize>: Prime<Words = [u64; N]> {
    const PRODUCTS: Products<N>;
}

/// A curve's prime with kernels here.
trait PointKernels<const N: usize>: Kernels<N> {
    const POINTS: Points<N>;
    /// Affine coordinates of `G` and `2 G`, in hexadecimal.
    const MULTIPLES: [[&'static str; 2]; 2];
}

macro_rules! kernels {
    ($p:ty, $n:literal, $module:ident, bits: $bits:literal, always_reduced: $always:literal) => {
        impl Kernels<$n> for $p {
            const PRODUCTS: Products<$n> = Products {
                mul: $module::mul,
                square: $module::square,
                bits: $bits,
                always_reduced: $always,
            };
        }
    };
    ($p:ty, $n:literal, $module:ident, bits: $bits:literal, always_reduced: $always:literal, multiples: $multiples:expr) => {
        kernels!($p, $n, $module, bits: $bits, always_reduced: $always);
        impl PointKernels<$n> for $p {
            const POINTS: Points<$n> = Points {
                double: |p, _| $module::double(p),
                add_mixed: $module::add_mixed,
                xyzz_add_mixed: $module::xyzz_add_mixed,
            };
            const MULTIPLES: [[&'static str; 2]; 2] = $multiples;
        }
    };
}

kernels!(N256, 4, n256, bits: 256, always_reduced: false);
// G: SP 800-186 § 3.2.1; 2 G: NIST's test vectors for k = 2.
kernels!(P256, 4, p256, bits: 256, always_reduced: false, multiples: [
    [
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    ],
    [
        "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
        "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
    ],
]);
kernels!(P384, 6, p384, bits: 384, always_reduced: false, multiples: [
    [
        "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
        "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f",
    ],
    [
        "08d999057ba3d2d969260045c55b97f089025959a6f434d651d207d19fb96e9e4fe0e86ebe0e64f85b96a9c75295df61",
        "8e80f1fa5b1b3cedb7bfe8dffd6dba74b275d875bc6cc43e904e505f256ab4255ffd43e94d39e22d61501e700a940e80",
    ],
]);
kernels!(P521, 9, p521, bits: 549, always_reduced: true, multiples: [
    [
        "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
        "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650",
    ],
    [
        "00433c219024277e7e682fcb288148c282747403279b1ccc06352c6e5505d769be97b3b204da6ef55507aa104a3a35c5af41cf2fa364d60fd967f43e3933ba6d783d",
        "00f4bb8cc7f86db26700a7f3eceeeed3f0b5c6b5107c4da97740ab21a29906c42dbbb3e377de9f251f6b93937fa99a3248f4eafcbe95edc0f4f71be356d661f41b02",
    ],
]);

/// Runs a generic test for each prime.
macro_rules! for_each_prime {
    ($test:ident: $($p:ty),*) => {
        if can_run() {
            $($test::<$p, _>(&mut Rng::new());)*
        }
    };
}

fn rounds() -> u64 {
    env::var("FIELD_ROUNDS").map_or(3000, |n| n.parse().expect("FIELD_ROUNDS is a number"))
}

fn can_run() -> bool {
    let can = std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx");
    if !can {
        eprintln!("skipped: this machine has no BMI2 and ADX");
    }
    can
}

/// Any words that a product takes.
fn loose<P: Kernels<N>, const N: usize>(rng: &mut Rng) -> [u64; N] {
    cut::<P, N>(rng.words::<P>())
}

fn cut<P: Kernels<N>, const N: usize>(mut a: [u64; N]) -> [u64; N] {
    a[N - 1] &= u64::MAX >> (64 * N as u32 - P::PRODUCTS.bits);
    a
}

/// Numbers at the edges of the words and of the modulus.
fn edge_words<P: Kernels<N>, const N: usize>() -> Vec<[u64; N]> {
    edges::<P>()
        .into_iter()
        .chain(patterns::<P>())
        .map(cut::<P, N>)
        .collect()
}

fn is_reduced<P: Prime>(a: &P::Words) -> bool {
    big(a) < modulus::<P>()
}

/// `a b / 2^(64 N) mod m`.
fn product<P: Prime>(a: &BigUint, b: &BigUint) -> BigUint {
    let m = modulus::<P>();
    let r_inverse = radix::<P>().modpow(&(&m - 2u8), &m);
    a * b * r_inverse % m
}

/// Compares a product with the big integer: the residue always, its class where the specification promises it.
fn check<P: Kernels<N>, const N: usize>(r: &[u64; N], a: &[u64; N], b: &[u64; N]) {
    let m = modulus::<P>();
    assert_eq!(
        big(r) * radix::<P>() % &m,
        big(a) * big(b) % &m,
        "{}: {a:x?} {b:x?} {r:x?}",
        P::NAME
    );
    if P::PRODUCTS.always_reduced || is_reduced::<P>(a) || is_reduced::<P>(b) {
        assert!(is_reduced::<P>(r), "{} {N}: {a:x?} {b:x?} {r:x?}", P::NAME);
    }
}

#[test]
fn products_and_squares_of_edge_words_are_the_big_integers() {
    fn test<P: Kernels<N>, const N: usize>(rng: &mut Rng) {
        let Products { mul, square, .. } = P::PRODUCTS;
        let edges = edge_words::<P, N>();
        for a in &edges {
            check::<P, N>(&square(a), a, a);
            for _ in 0..4 {
                let b = &edges[rng.below(edges.len() as u64) as usize];
                check::<P, N>(&mul(a, b), a, b);
            }
        }
    }
    for_each_prime!(test: P256, N256, P384, P521);
}

#[test]
fn products_and_squares_of_random_words_are_the_big_integers() {
    fn test<P: Kernels<N>, const N: usize>(rng: &mut Rng) {
        let Products { mul, square, .. } = P::PRODUCTS;
        for _ in 0..rounds() {
            let (a, b) = (loose::<P, N>(rng), loose::<P, N>(rng));
            check::<P, N>(&mul(&a, &b), &a, &b);
            check::<P, N>(&square(&a), &a, &a);
        }
    }
    for_each_prime!(test: P256, N256, P384, P521);
}

/// For a random `b`, the product with `2^(64 N) t / b` is `t`.
#[test]
fn products_with_edge_words_in_the_result_are_right() {
    fn test<P: Kernels<N>, const N: usize>(rng: &mut Rng) {
        let (mul, m) = (P::PRODUCTS.mul, modulus::<P>());
        let b = rng.reduced::<P>();
        let shifted_inverse = radix::<P>() * big(&b).modpow(&(&m - 2u8), &m) % &m;
        for t in edge_words::<P, N>() {
            let t = big(&t) % &m;
            let a = from_big::<P>(&(&t * &shifted_inverse % &m));
            assert_eq!(big(&mul(&a, &b)), t, "{a:x?} {b:x?}");
            assert_eq!(big(&mul(&b, &a)), t, "{b:x?} {a:x?}");
        }
    }
    for_each_prime!(test: P256, N256, P384, P521);
}

/// The square of a root of `2^(64 N) t` is `t`; `p` is 3 modulo 4, so a power is the root, if there is one.
#[test]
fn squares_with_edge_words_in_the_result_are_right() {
    fn test<P: Kernels<N>, const N: usize>(_: &mut Rng) {
        let m = modulus::<P>();
        assert_eq!(&m % 4u8, 3u8.into());
        let e = (&m + 1u8) >> 2;
        let mut roots = 0;
        for t in edge_words::<P, N>().iter().step_by(7) {
            let t = big(t) % &m;
            let shifted = &t * radix::<P>() % &m;
            let a = shifted.modpow(&e, &m);
            if &a * &a % &m == shifted {
                roots += 1;
                assert_eq!(big(&(P::PRODUCTS.square)(&from_big::<P>(&a))), t, "{a:x}");
            }
        }
        assert!(roots > 60, "about half of them are squares, not {roots}");
    }
    for_each_prime!(test: P256, P384, P521);
}

/// Why a product of two *loose* operands is only *loose*: there are some whose quotient `q` and product are both so large
/// that `(a b + q p) / 2^256` is `2 p` or more, and the kernels subtract `p` once.
///
/// With `d = 2^256 - p` and `j = floor(2^256 / d)`, `a = 2^256 - 1` and `b = j d = 2^256 - k` for a `k < d`, the product is
/// `k = j p` modulo `2^256`, so that `q = 2^256 - j`. (For P-384 `j` is too large.)
#[test]
fn a_product_of_loose_operands_may_not_be_reduced() {
    if !can_run() {
        return;
    }
    let d = radix::<P256>() - modulus::<P256>();
    let b = from_big::<P256>(&(radix::<P256>() / &d * &d));
    let a = [u64::MAX; 4];
    let r = p256::mul(&a, &b);
    check::<P256, 4>(&r, &a, &b);
    assert!(!is_reduced::<P256>(&r), "{b:x?} {r:x?}");
}

/// Formulas on big integers, as the kernels' specifications state them; all numbers times `2^(64 N)`.
mod model {
    use super::{BigUint, Prime, modulus, product, radix};

    fn sub<P: Prime>(a: &BigUint, b: &BigUint) -> BigUint {
        (a + modulus::<P>() - b) % modulus::<P>()
    }
    pub(super) fn one<P: Prime>() -> BigUint {
        radix::<P>() % modulus::<P>()
    }
    pub(super) fn double<P: Prime>([X, Y, Z]: &[BigUint; 3]) -> [BigUint; 3] {
        let (mul, m) = (product::<P>, modulus::<P>());
        let ZZ = mul(Z, Z);
        let half = (&m + 1u8) >> 1;
        let slope = mul(&sub::<P>(X, &ZZ), &(X + &ZZ)) * 3u8 * half % m;
        let YY = mul(Y, Y);
        let S = mul(X, &YY);
        let X3 = sub::<P>(&sub::<P>(&mul(&slope, &slope), &S), &S);
        let Y3 = sub::<P>(&mul(&slope, &sub::<P>(&S, &X3)), &mul(&YY, &YY));
        [X3, Y3, mul(Y, Z)]
    }
    /// `X', Y', H^2, H^3` from the first point's coordinates, `U2` and `S2`.
    fn end<P: Prime>(
        X: &BigUint,
        Y: &BigUint,
        U2: &BigUint,
        S2: &BigUint,
    ) -> ([BigUint; 2], BigUint, [BigUint; 2]) {
        let mul = product::<P>;
        let (H, R) = (sub::<P>(U2, X), sub::<P>(S2, Y));
        let HH = mul(&H, &H);
        let (HHH, V) = (mul(&H, &HH), mul(X, &HH));
        let X3 = sub::<P>(&sub::<P>(&sub::<P>(&mul(&R, &R), &HHH), &V), &V);
        let Y3 = sub::<P>(&mul(&R, &sub::<P>(&V, &X3)), &mul(Y, &HHH));
        ([X3, Y3], H, [HH, HHH])
    }
    pub(super) fn add_mixed<P: Prime>(
        [X, Y, Z]: &[BigUint; 3],
        [x, y]: &[BigUint; 2],
    ) -> [BigUint; 3] {
        let mul = product::<P>;
        let ZZ = mul(Z, Z);
        let ([X3, Y3], H, _) = end::<P>(X, Y, &mul(x, &ZZ), &mul(y, &mul(Z, &ZZ)));
        [X3, Y3, mul(Z, &H)]
    }
    pub(super) fn xyzz_add_mixed<P: Prime>(
        [X, Y, ZZ, ZZZ]: &[BigUint; 4],
        [x, y]: &[BigUint; 2],
    ) -> [BigUint; 4] {
        let mul = product::<P>;
        let ([X3, Y3], _, [HH, HHH]) = end::<P>(X, Y, &mul(x, ZZ), &mul(y, ZZZ));
        [X3, Y3, mul(ZZ, &HH), mul(ZZZ, &HHH)]
    }
}

fn bigs<const N: usize, const C: usize>(p: &[[u64; N]; C]) -> [BigUint; C] {
    array::from_fn(|i| big(&p[i]))
}

fn applied<const N: usize, const C: usize>(
    f: OnPoint<N, C>,
    mut p: [[u64; N]; C],
    q: &[[u64; N]; 2],
) -> [[u64; N]; C] {
    f(&mut p, q);
    p
}

/// All point operations against their formulas.
fn check_points<P: PointKernels<N>, const N: usize>(p: [[u64; N]; 4], q: &[[u64; N]; 2]) {
    let Points {
        double,
        add_mixed,
        xyzz_add_mixed,
    } = P::POINTS;
    let [X, Y, Z, _] = p;
    let (jacobian, affine) = ([X, Y, Z], bigs(q));
    let expected = model::double::<P>(&bigs(&jacobian));
    assert_eq!(bigs(&applied(double, jacobian, q)), expected, "{p:x?}");
    let expected = model::add_mixed::<P>(&bigs(&jacobian), &affine);
    assert_eq!(
        bigs(&applied(add_mixed, jacobian, q)),
        expected,
        "{p:x?} {q:x?}"
    );
    let expected = model::xyzz_add_mixed::<P>(&bigs(&p), &affine);
    assert_eq!(
        bigs(&applied(xyzz_add_mixed, p, q)),
        expected,
        "{p:x?} {q:x?}"
    );
}

#[test]
fn doublings_and_additions_of_random_coordinates_are_their_formulas() {
    fn test<P: PointKernels<N>, const N: usize>(rng: &mut Rng) {
        for _ in 0..rounds() / 16 {
            let p = array::from_fn(|_| rng.reduced::<P>());
            check_points::<P, N>(p, &array::from_fn(|_| rng.reduced::<P>()));
        }
    }
    for_each_prime!(test: P256, P384, P521);
}

/// The products inside a doubling get edge words by edge coordinates: zeros, ones, `p - 1`.
#[test]
fn doublings_and_additions_of_edge_coordinates_are_their_formulas() {
    fn test<P: PointKernels<N>, const N: usize>(_: &mut Rng) {
        let m = modulus::<P>();
        let edges = [
            BigUint::ZERO,
            1u8.into(),
            model::one::<P>(),
            &m - 1u8,
            &m - model::one::<P>(),
            &m >> 1,
        ]
        .map(|x| from_big::<P>(&x));
        let coordinates = |k: usize| [k % 6, k / 6 % 6, k / 36 % 6, k / 7 % 6].map(|i| edges[i]);
        for k in 0..6usize.pow(3) {
            let [x, y, ..] = coordinates(91 * k);
            check_points::<P, N>(coordinates(k), &[x, y]);
        }
    }
    for_each_prime!(test: P256, P384, P521);
}

/// `2 G`, `3 G`, `4 G`, by doublings and additions, agree where they meet; and where they must, `Z` is zero.
#[test]
fn doublings_and_additions_meet_on_the_curve() {
    fn test<P: PointKernels<N>, const N: usize>(_: &mut Rng) {
        let m = modulus::<P>();
        let Points {
            double,
            add_mixed,
            xyzz_add_mixed,
        } = P::POINTS;
        let [g, g2] = P::MULTIPLES.map(|xy| {
            xy.map(|x| {
                let x = BigUint::parse_bytes(x.as_bytes(), 16).expect("hexadecimal");
                from_big::<P>(&(x * radix::<P>() % &m))
            })
        });
        // Different coordinates of one point: X Z'^2 = X' Z^2, Y Z'^3 = Y' Z^3.
        let assert_same = |p: [[u64; N]; 3], q: [[u64; N]; 3]| {
            let ([x, y, z], [x2, y2, z2]) = (bigs(&p), bigs(&q));
            assert!(z != BigUint::ZERO && z2 != BigUint::ZERO);
            assert_eq!(&x * &z2 * &z2 % &m, &x2 * &z * &z % &m);
            assert_eq!(y * z2.pow(3) % &m, y2 * z.pow(3) % &m);
        };
        let one = from_big::<P>(&model::one::<P>());
        let zero = [0; N];
        let jacobian = |[x, y]: [[u64; N]; 2]| [x, y, one];
        let negative = |[x, y]: [[u64; N]; 2]| [x, from_big::<P>(&(&m - big(&y)))];
        let doubled = |p| applied(double, p, &g);
        let plus = |p, q| applied(add_mixed, p, &q);
        let p2 = doubled(jacobian(g));
        assert_same(p2, jacobian(g2));
        let p3 = plus(p2, g);
        assert_same(p3, plus(jacobian(g), g2));
        let p4 = doubled(p2);
        assert_same(p4, plus(p3, g));
        assert_same(plus(p3, negative(g)), p2);
        let [X, Y, ZZ, ZZZ] = applied(xyzz_add_mixed, [g2[0], g2[1], one, one], &g);
        let square = product::<P>(&big(&ZZ), &big(&ZZ));
        let cube = product::<P>(&square, &big(&ZZ));
        let [X, Y] =
            [(X, &square), (Y, &cube)].map(|(x, f)| from_big::<P>(&product::<P>(&big(&x), f)));
        assert_same(p3, [X, Y, ZZZ]);
        // Sums that are the identity, and operands that are not allowed.
        let identity = [one, one, zero];
        assert_eq!(plus(jacobian(g), negative(g))[2], zero);
        assert_eq!(doubled(identity)[2], zero);
        assert_eq!(plus(jacobian(g), g)[2], zero);
        assert_eq!(plus(identity, g)[2], zero);
        let [.., ZZ, ZZZ] = applied(xyzz_add_mixed, [g[0], g[1], one, one], &negative(g));
        assert_eq!((ZZ, ZZZ), (zero, zero));
    }
    for_each_prime!(test: P256, P384, P521);
}

/// Memory between pages that cannot be read or written.
#[cfg(target_os = "linux")]
mod guarded {
    use core::ffi::{c_int, c_void};
    const PAGE: usize = 4096;
    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            n: usize,
            protection: c_int,
            flags: c_int,
            fd: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn mprotect(at: *mut c_void, n: usize, protection: c_int) -> c_int;
        fn munmap(at: *mut c_void, n: usize) -> c_int;
    }
    /// A page between two that nobody may touch.
    pub(super) struct Guarded(*mut u8);
    impl Guarded {
        pub(super) fn new() -> Self {
            // SAFETY: a fresh anonymous mapping of three pages, readable and writable only in the middle.
            let start = unsafe {
                let start = mmap(core::ptr::null_mut(), 3 * PAGE, 0, 0x22, -1, 0);
                assert!(!start.is_null() && start as isize != -1);
                assert_eq!(mprotect(start.byte_add(PAGE), PAGE, 3), 0);
                start
            };
            Self(start.cast())
        }
        /// A copy of `value` that ends at the guard page, or begins after one.
        pub(super) fn place<T: Copy>(&mut self, at_end: bool, value: &T) -> &mut T {
            let offset = if at_end {
                2 * PAGE - size_of::<T>()
            } else {
                PAGE
            };
            // SAFETY: inside the middle page and aligned, for words; each mapping holds one value at a time.
            unsafe {
                let place = self.0.add(offset).cast::<T>();
                place.write(*value);
                &mut *place
            }
        }
    }
    impl Drop for Guarded {
        fn drop(&mut self) {
            // SAFETY: the mapping made by `new`.
            unsafe { munmap(self.0.cast(), 3 * PAGE) };
        }
    }
    /// Where two operands are placed: at the ends of their pages, or at the beginnings.
    pub(super) const ENDS: [(bool, bool); 4] =
        [(false, false), (false, true), (true, false), (true, true)];
}

/// Operands that end or begin at a page that cannot be read or written.
#[cfg(target_os = "linux")]
#[test]
fn no_kernel_touches_memory_outside_its_operands() {
    fn test<P: Kernels<N>, const N: usize>(rng: &mut Rng) {
        let Products { mul, square, .. } = P::PRODUCTS;
        let (mut left, mut right) = (Guarded::new(), Guarded::new());
        let (a, b) = (rng.reduced::<P>(), rng.reduced::<P>());
        let expected = (mul(&a, &b), square(&a));
        for (a_at_end, b_at_end) in ENDS {
            let (a, b) = (left.place(a_at_end, &a), right.place(b_at_end, &b));
            assert_eq!((mul(a, b), square(a)), expected);
        }
    }
    fn test_points<P: PointKernels<N>, const N: usize>(rng: &mut Rng) {
        fn test<const N: usize, const C: usize>(
            f: OnPoint<N, C>,
            p: [[u64; N]; C],
            q: [[u64; N]; 2],
        ) {
            let (mut left, mut right) = (Guarded::new(), Guarded::new());
            for (p_at_end, q_at_end) in ENDS {
                let r = left.place(p_at_end, &p);
                f(r, right.place(q_at_end, &q));
                assert_eq!(*r, applied(f, p, &q));
            }
        }
        let [X, Y, Z, ZZZ, x, y] = array::from_fn(|_| rng.reduced::<P>());
        let Points {
            double,
            add_mixed,
            xyzz_add_mixed,
        } = P::POINTS;
        test(double, [X, Y, Z], [x, y]);
        test(add_mixed, [X, Y, Z], [x, y]);
        test(xyzz_add_mixed, [X, Y, Z, ZZZ], [x, y]);
    }
    for_each_prime!(test: P256, N256, P384, P521);
    for_each_prime!(test_points: P256, P384, P521);
}
