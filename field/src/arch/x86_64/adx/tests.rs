//! Every kernel against plain big integers: edge words, inputs made for edge outputs, random ones, guard pages.
//!
//! The kernels need BMI2 and ADX; on a machine without them these tests say so and pass. `FIELD_ROUNDS` is the number of
//! random products of each kernel, `FIELD_SEED` repeats a run that failed.

extern crate std;
use super::{n256, p256};
use std::{array, env, eprintln, time::SystemTime, vec::Vec};

type Words = [u64; 4];

/// Integers modulo `m`, by shifting and subtracting.
struct Model {
    m: Words,
}

const P: Model = Model {
    m: [u64::MAX, 0x00000000ffffffff, 0, 0xffffffff00000001],
};
const N: Model = Model {
    m: [
        0xf3b9cac2fc632551,
        0xbce6faada7179e84,
        u64::MAX,
        0xffffffff00000000,
    ],
};

/// `a + b` as (words, carry).
fn add(a: &Words, b: &Words) -> (Words, bool) {
    let (mut r, mut carry) = ([0; 4], false);
    for i in 0..4 {
        let t = u128::from(a[i]) + u128::from(b[i]) + u128::from(carry);
        (r[i], carry) = (t as u64, t >> 64 != 0);
    }
    (r, carry)
}

/// `a - b` as (words, borrow).
fn sub(a: &Words, b: &Words) -> (Words, bool) {
    let (mut r, mut borrow) = ([0; 4], false);
    for i in 0..4 {
        let t = i128::from(a[i]) - i128::from(b[i]) - i128::from(borrow);
        (r[i], borrow) = (t as u64, t < 0);
    }
    (r, borrow)
}

/// `2^256 - a`.
fn negative(a: &Words) -> Words {
    sub(&[0; 4], a).0
}

fn bit(a: &Words, i: usize) -> bool {
    a[i / 64] >> (i % 64) & 1 == 1
}

impl Model {
    /// `a mod m`, for any four words: `2^256 < 2 m`.
    fn reduce(&self, a: &Words) -> Words {
        let (t, borrow) = sub(a, &self.m);
        if borrow { *a } else { t }
    }
    fn is_reduced(&self, a: &Words) -> bool {
        sub(a, &self.m).1
    }
    /// `a + b`, for reduced operands.
    fn add(&self, a: &Words, b: &Words) -> Words {
        let (t, carry) = add(a, b);
        if carry {
            sub(&t, &self.m).0
        } else {
            self.reduce(&t)
        }
    }
    /// `a - b`, for reduced operands.
    fn sub(&self, a: &Words, b: &Words) -> Words {
        let (t, borrow) = sub(a, b);
        if borrow { add(&t, &self.m).0 } else { t }
    }
    /// `a b`, for any words.
    fn mul(&self, a: &Words, b: &Words) -> Words {
        let a = self.reduce(a);
        (0..256).rev().fold([0; 4], |r, i| {
            let r = self.add(&r, &r);
            if bit(b, i) { self.add(&r, &a) } else { r }
        })
    }
    /// `2^256 a`, for any words.
    fn shift(&self, a: &Words) -> Words {
        (0..256).fold(self.reduce(a), |r, _| self.add(&r, &r))
    }
    fn pow(&self, a: &Words, e: &Words) -> Words {
        (0..256).rev().fold([1, 0, 0, 0], |r, i| {
            let r = self.mul(&r, &r);
            if bit(e, i) { self.mul(&r, a) } else { r }
        })
    }
    fn invert(&self, a: &Words) -> Words {
        self.pow(a, &sub(&self.m, &[2, 0, 0, 0]).0)
    }
}

/// SplitMix64. Half of its words are ones that carries like to stumble over.
struct Rng {
    seed: u64,
    state: u64,
}

impl Rng {
    fn new() -> Self {
        let seed = env::var("FIELD_SEED").map_or_else(
            |_| {
                SystemTime::UNIX_EPOCH
                    .elapsed()
                    .expect("a date after 1970")
                    .as_nanos() as u64
            },
            |seed| seed.parse().expect("FIELD_SEED is a number"),
        );
        Self { seed, state: seed }
    }
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }
    fn word(&mut self) -> u64 {
        let random = self.next();
        match self.next() % 16 {
            8 => 0,
            9 => 1,
            10 => u64::MAX,
            11 => u64::MAX - random % 3,
            12 => 1 << 32,
            13 => (1 << 32) - 1,
            14 => 0xffffffff00000000 + random % 3,
            15 => random << 32,
            _ => random,
        }
    }
    fn loose(&mut self) -> Words {
        array::from_fn(|_| self.word())
    }
    fn reduced(&mut self, model: &Model) -> Words {
        model.reduce(&self.loose())
    }
    fn point(&mut self) -> [Words; 3] {
        array::from_fn(|_| self.reduced(&P))
    }
}

/// A test that fails prints its seed.
impl Drop for Rng {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("FIELD_SEED={}", self.seed);
        }
    }
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

/// Numbers at the edges of the words and of the modulus.
fn edges(model: &Model) -> Vec<Words> {
    let words = [0, 1, u64::MAX, 1 << 32, (1 << 32) - 1, 0xffffffff00000000];
    let mut r: Vec<Words> = (0..6usize.pow(4))
        .map(|k| array::from_fn(|i| words[k / 6usize.pow(i as u32) % 6]))
        .collect();
    for d in [0, 1, 2, 1 << 32] {
        let d = [d, 0, 0, 0];
        r.extend([sub(&model.m, &d).0, add(&model.m, &d).0, negative(&d)]);
    }
    r
}

type Mul = fn(&Words, &Words) -> Words;
type Square = fn(&Words) -> Words;
const KERNELS: [(&str, Model, Mul, Square); 2] = [
    ("p", P, p256::mul, p256::square),
    ("n", N, n256::mul, n256::square),
];

/// Compares a product with the model: the residue always, its class where the specification promises it.
fn check(name: &str, model: &Model, r: &Words, a: &Words, b: &Words) {
    assert_eq!(
        model.shift(r),
        model.mul(a, b),
        "{name}: {a:x?} {b:x?} {r:x?}"
    );
    if model.is_reduced(a) || model.is_reduced(b) {
        assert!(model.is_reduced(r), "{name}: {a:x?} {b:x?} {r:x?}");
    }
}

#[test]
fn products_and_squares_of_edge_words_are_the_big_integers() {
    if !can_run() {
        return;
    }
    let mut rng = Rng::new();
    for (name, model, mul, square) in KERNELS {
        let edges = edges(&model);
        for a in &edges {
            check(name, &model, &square(a), a, a);
            for _ in 0..4 {
                let b = &edges[rng.next() as usize % edges.len()];
                check(name, &model, &mul(a, b), a, b);
            }
        }
    }
}

#[test]
fn products_and_squares_of_random_words_are_the_big_integers() {
    if !can_run() {
        return;
    }
    let mut rng = Rng::new();
    for (name, model, mul, square) in KERNELS {
        for _ in 0..rounds() {
            let (a, b) = (rng.loose(), rng.loose());
            check(name, &model, &mul(&a, &b), &a, &b);
            check(name, &model, &square(&a), &a, &a);
        }
    }
}

/// For a random `b`, the product with `2^256 t / b` is `t`.
#[test]
fn products_with_edge_words_in_the_result_are_right() {
    if !can_run() {
        return;
    }
    let mut rng = Rng::new();
    for (name, model, mul, _) in KERNELS {
        let b = rng.reduced(&model);
        let shifted_inverse = model.shift(&model.invert(&b));
        for t in edges(&model) {
            let t = model.reduce(&t);
            let a = model.mul(&t, &shifted_inverse);
            assert_eq!(mul(&a, &b), t, "{name}: {a:x?} {b:x?}");
            assert_eq!(mul(&b, &a), t, "{name}: {b:x?} {a:x?}");
        }
    }
}

/// The square of a root of `2^256 t` is `t`; `p` is 3 modulo 4, so a power is the root, if there is one.
#[test]
fn squares_with_edge_words_in_the_result_are_right() {
    if !can_run() {
        return;
    }
    const E: Words = [0, 1 << 30, 1 << 62, 0x3fffffffc0000000];
    assert_eq!(P.mul(&E, &[4, 0, 0, 0]), [1, 0, 0, 0], "4 E is p + 1");
    let mut roots = 0;
    for t in edges(&P).iter().step_by(7) {
        let t = P.reduce(t);
        let a = P.pow(&P.shift(&t), &E);
        if P.mul(&a, &a) == P.shift(&t) {
            roots += 1;
            assert_eq!(p256::square(&a), t, "{a:x?}");
        }
    }
    assert!(roots > 60, "about half of them are squares, not {roots}");
}

/// Why a product of two *loose* operands is only *loose*: there are some whose quotient `q` and product are both so large
/// that `(a b + q p) / 2^256` is `2 p` or more, and the kernels subtract `p` once.
///
/// With `d = 2^256 - p` and `j = floor(2^256 / d)`, `a = 2^256 - 1` and `b = j d mod 2^256 = 2^256 - k` for a `k < d`,
/// the product is `k = -j p` modulo `2^256`, so that `q = 2^256 - j`.
#[test]
fn a_product_of_loose_operands_may_not_be_reduced() {
    if !can_run() {
        return;
    }
    let d = negative(&P.m);
    // 2^32 d, and then some more.
    let mut b = array::from_fn(|i| d[i] << 32 | if i > 0 { d[i - 1] >> 32 } else { 0 });
    while let (next, false) = add(&b, &d) {
        b = next;
    }
    let a = [u64::MAX; 4];
    let r = p256::mul(&a, &b);
    check("p", &P, &r, &a, &b);
    assert!(!P.is_reduced(&r), "{b:x?} {r:x?}");
}

/// Jacobian formulas on the model, as the kernels' specifications state them; all numbers times 2^256.
struct Curve {
    r_inverse: Words,
    half: Words,
    one: Words,
}

impl Curve {
    fn new() -> Self {
        let one = negative(&P.m);
        Self {
            r_inverse: P.invert(&one),
            half: P.invert(&[2, 0, 0, 0]),
            one,
        }
    }
    fn mul(&self, a: &Words, b: &Words) -> Words {
        P.mul(&P.mul(a, b), &self.r_inverse)
    }
    fn double(&self, [X, Y, Z]: &[Words; 3]) -> [Words; 3] {
        let mul = |a: &Words, b: &Words| self.mul(a, b);
        let ZZ = mul(Z, Z);
        let m = mul(&P.sub(X, &ZZ), &P.add(X, &ZZ));
        let m = P.mul(&P.add(&P.add(&m, &m), &m), &self.half);
        let YY = mul(Y, Y);
        let S = mul(X, &YY);
        let X3 = P.sub(&mul(&m, &m), &P.add(&S, &S));
        let Y3 = P.sub(&mul(&m, &P.sub(&S, &X3)), &mul(&YY, &YY));
        [X3, Y3, mul(Y, Z)]
    }
    fn add(&self, [X, Y, Z]: &[Words; 3], [X2, Y2, Z2]: &[Words; 3]) -> [Words; 3] {
        let mul = |a: &Words, b: &Words| self.mul(a, b);
        let (ZZ, ZZ2) = (mul(Z, Z), mul(Z2, Z2));
        let (U, S) = (mul(X, &ZZ2), mul(Y, &mul(Z2, &ZZ2)));
        let H = P.sub(&mul(X2, &ZZ), &U);
        let R = P.sub(&mul(Y2, &mul(Z, &ZZ)), &S);
        let HH = mul(&H, &H);
        let (HHH, V) = (mul(&H, &HH), mul(&U, &HH));
        let X3 = P.sub(&P.sub(&mul(&R, &R), &HHH), &P.add(&V, &V));
        let Y3 = P.sub(&mul(&R, &P.sub(&V, &X3)), &mul(&S, &HHH));
        [X3, Y3, mul(&mul(Z, Z2), &H)]
    }
    fn add_xyzz(&self, [X, Y, ZZ, ZZZ]: &[Words; 4], [x, y]: &[Words; 2]) -> [Words; 4] {
        let mul = |a: &Words, b: &Words| self.mul(a, b);
        let H = P.sub(&mul(x, ZZ), X);
        let R = P.sub(&mul(y, ZZZ), Y);
        let HH = mul(&H, &H);
        let (HHH, V) = (mul(&H, &HH), mul(X, &HH));
        let X3 = P.sub(&P.sub(&mul(&R, &R), &HHH), &P.add(&V, &V));
        let Y3 = P.sub(&mul(&R, &P.sub(&V, &X3)), &mul(Y, &HHH));
        [X3, Y3, mul(ZZ, &HH), mul(ZZZ, &HHH)]
    }
}

fn double(mut p: [Words; 3]) -> [Words; 3] {
    p256::double(&mut p);
    p
}
fn add_mixed(mut p: [Words; 3], q: &[Words; 2]) -> [Words; 3] {
    p256::add_mixed(&mut p, q);
    p
}
fn xyzz_add_mixed(mut p: [Words; 4], q: &[Words; 2]) -> [Words; 4] {
    p256::xyzz_add_mixed(&mut p, q);
    p
}

#[test]
fn doublings_and_additions_of_random_coordinates_are_their_formulas() {
    if !can_run() {
        return;
    }
    let (mut rng, curve) = (Rng::new(), Curve::new());
    for _ in 0..rounds() / 4 {
        let (p, q) = (rng.point(), rng.point());
        assert_eq!(double(p), curve.double(&p), "{p:x?}");
        let affine = [q[0], q[1]];
        let sum = curve.add(&p, &[q[0], q[1], curve.one]);
        assert_eq!(add_mixed(p, &affine), sum, "{p:x?} {q:x?}");
        let p = [p[0], p[1], p[2], q[2]];
        let sum = curve.add_xyzz(&p, &affine);
        assert_eq!(xyzz_add_mixed(p, &affine), sum, "{p:x?} {q:x?}");
    }
}

/// The products inside a doubling get edge words by edge coordinates: zeros, ones, `p - 1`.
#[test]
fn doublings_and_additions_of_edge_coordinates_are_their_formulas() {
    if !can_run() {
        return;
    }
    let curve = Curve::new();
    let top = sub(&P.m, &[1, 0, 0, 0]).0;
    let edges = [
        [0; 4],
        [1, 0, 0, 0],
        curve.one,
        top,
        sub(&P.m, &curve.one).0,
        [0, 0, 0, 1 << 63],
    ];
    let points: Vec<[Words; 3]> = (0..6usize.pow(3))
        .map(|k| [edges[k % 6], edges[k / 6 % 6], edges[k / 36]])
        .collect();
    for (i, p) in points.iter().enumerate() {
        assert_eq!(double(*p), curve.double(p), "{p:x?}");
        let q = &points[i * 91 % points.len()];
        let sum = curve.add(p, &[q[0], q[1], curve.one]);
        assert_eq!(add_mixed(*p, &[q[0], q[1]]), sum, "{p:x?} {q:x?}");
        let p = [p[0], p[1], p[2], q[2]];
        let sum = curve.add_xyzz(&p, &[q[0], q[1]]);
        assert_eq!(xyzz_add_mixed(p, &[q[0], q[1]]), sum, "{p:x?} {q:x?}");
    }
}

/// `2 G`, `3 G`, `4 G` from SEC 2's generator, by doublings and additions, agree where they meet; and where they must,
/// `Z` is zero.
#[test]
fn doublings_and_additions_meet_on_the_curve() {
    if !can_run() {
        return;
    }
    let curve = Curve::new();
    let x = [
        0xf4a13945d898c296,
        0x77037d812deb33a0,
        0xf8bce6e563a440f2,
        0x6b17d1f2e12c4247,
    ];
    let y = [
        0xcbb6406837bf51f5,
        0x2bce33576b315ece,
        0x8ee7eb4a7c0f9e16,
        0x4fe342e2fe1a7f9b,
    ];
    let g = [P.shift(&x), P.shift(&y)];
    let p = [g[0], g[1], curve.one];
    // Different coordinates of one point: X Z'^2 = X' Z^2, Y Z'^3 = Y' Z^3.
    let assert_same = |p: [Words; 3], q: [Words; 3]| {
        let cubes = |z: &Words| (curve.mul(z, z), curve.mul(z, &curve.mul(z, z)));
        let ((pz2, pz3), (qz2, qz3)) = (cubes(&p[2]), cubes(&q[2]));
        assert_ne!(p[2], [0; 4]);
        assert_ne!(q[2], [0; 4]);
        assert_eq!(curve.mul(&p[0], &qz2), curve.mul(&q[0], &pz2));
        assert_eq!(curve.mul(&p[1], &qz3), curve.mul(&q[1], &pz3));
    };
    // 2 G, NIST's test vector for k = 2.
    let x2 = [
        0xa60b48fc47669978,
        0xc08969e277f21b35,
        0x8a52380304b51ac3,
        0x7cf27b188d034f7e,
    ];
    let y2 = [
        0x9e04b79d227873d1,
        0xba7dade63ce98229,
        0x293d9ac69f7430db,
        0x07775510db8ed040,
    ];
    let p2 = double(p);
    assert_same(p2, [P.shift(&x2), P.shift(&y2), curve.one]);
    let p3 = add_mixed(p2, &g);
    assert_same(p3, curve.add(&p2, &p));
    assert_same(p3, curve.add(&p, &p2));
    let p4 = double(p2);
    assert_same(p4, add_mixed(p3, &g));
    assert_same(curve.add(&p4, &p2), double(p3));
    assert_same(curve.add(&p4, &p3), add_mixed(curve.add(&p4, &p2), &g));
    let minus_g = [g[0], P.sub(&[0; 4], &g[1])];
    assert_same(add_mixed(p3, &minus_g), p2);
    // Sums that are the identity, and operands that are not allowed.
    let identity = [curve.one, curve.one, [0; 4]];
    assert_eq!(add_mixed(p, &minus_g)[2], [0; 4]);
    assert_eq!(double(identity)[2], [0; 4]);
    assert_eq!(add_mixed(p, &g)[2], [0; 4]);
    assert_eq!(add_mixed(identity, &g)[2], [0; 4]);
}

/// Operands that end or begin at a page that cannot be read or written.
#[cfg(target_os = "linux")]
#[test]
fn no_kernel_touches_memory_outside_its_operands() {
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
    struct Guarded(*mut u8);
    impl Guarded {
        fn new() -> Self {
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
        fn place<T: Copy>(&mut self, at_end: bool, value: &T) -> &mut T {
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

    if !can_run() {
        return;
    }
    let mut rng = Rng::new();
    let (mut left, mut right) = (Guarded::new(), Guarded::new());
    let (p, q) = (rng.point(), rng.point());
    let (a, b, affine) = (p[0], p[1], [q[0], q[1]]);
    for (p_at_end, q_at_end) in [(false, false), (false, true), (true, false), (true, true)] {
        for (_, _, mul, square) in KERNELS {
            let expected = (mul(&a, &b), square(&a));
            let (a, b) = (left.place(p_at_end, &a), right.place(q_at_end, &b));
            assert_eq!((mul(a, b), square(a)), expected);
        }
        let r = left.place(p_at_end, &p);
        p256::double(r);
        assert_eq!(*r, double(p));
        let r = left.place(p_at_end, &p);
        p256::add_mixed(r, right.place(q_at_end, &affine));
        assert_eq!(*r, add_mixed(p, &affine));
        let p = [p[0], p[1], p[2], q[2]];
        let r = left.place(p_at_end, &p);
        p256::xyzz_add_mixed(r, right.place(q_at_end, &affine));
        assert_eq!(*r, xyzz_add_mixed(p, &affine));
    }
}
