//! All arithmetic of elements against big integers and against fiat-crypto's generated code.

use super::{pow_public, traits};
use crate::{
    Element, Fe, FermatInverse, Kernel, N256, N384, N521, N25519, Order, P256, P384, P521, P25519,
    Portable, Prime,
    arch::portable,
    constant,
    prime::Words,
    testing::{
        Base13, Base16, Full64, Order13, Rng, TwoAdic, big, cases, edges, from_big, modulus,
        on_every_backend, patterns,
    },
};
use elliptic_curve::{
    array::{Array, typenum::Unsigned},
    bigint::Uint,
    ff::{Field, FromUniformBytes},
    ops::{Reduce, ReduceNonZero},
    scalar::IsHigh,
    subtle::ConditionallySelectable,
};
use num_bigint::BigUint;
use std::{boxed::Box, vec, vec::Vec};

type Unary<W> = Box<dyn Fn(&W) -> W>;
type Binary<W> = Box<dyn Fn(&W, &W) -> W>;

/// One implementation of the operations on Montgomery residues.
struct Arithmetic<W> {
    name: &'static str,
    mul: Binary<W>,
    square: Unary<W>,
    add: Binary<W>,
    sub: Binary<W>,
    neg: Unary<W>,
    /// None has it but us and the integers.
    halve: Option<Unary<W>>,
}

fn integers<P: Prime>() -> Arithmetic<P::Words> {
    let m = modulus::<P>;
    let r_inverse = big(&P::ONE).modinv(&m()).expect("m is odd");
    let mul = move |a: &P::Words, b: &P::Words| {
        from_big::<P>(&(big(a) * big(b) % m() * &r_inverse % m()))
    };
    Arithmetic {
        name: "num-bigint",
        mul: Box::new(mul.clone()),
        square: Box::new(move |a| mul(a, a)),
        add: Box::new(move |a, b| from_big::<P>(&((big(a) + big(b)) % m()))),
        sub: Box::new(move |a, b| from_big::<P>(&((big(a) + m() - big(b)) % m()))),
        neg: Box::new(move |a| from_big::<P>(&((m() - big(a)) % m()))),
        halve: Some(Box::new(move |a| {
            let a = big(a);
            from_big::<P>(&(if a.bit(0) { a + m() } else { a } >> 1))
        })),
    }
}

fn on<P: Prime, B: Kernel<P>>(name: &'static str, backend: B) -> Arithmetic<P::Words> {
    let fe = move |w: &P::Words| Fe::<P>::new(*w).on(backend);
    Arithmetic {
        name,
        mul: Box::new(move |a, b| (fe(a) * fe(b)).words),
        square: Box::new(move |a| Element::square(fe(a)).words),
        add: Box::new(move |a, b| (fe(a) + fe(b)).words),
        sub: Box::new(move |a, b| (fe(a) - fe(b)).words),
        neg: Box::new(move |a| (-fe(a)).words),
        halve: Some(Box::new(move |a| fe(a).halve().words)),
    }
}

/// What makes the constants.
fn constants<P: Prime<Words = [u64; N]>, const N: usize>() -> Arithmetic<[u64; N]> {
    let k0 = constant::k0(P::MODULUS[0]);
    let m = P::MODULUS;
    Arithmetic {
        name: "constant",
        mul: Box::new(move |a, b| constant::mul(a, b, &m, k0)),
        square: Box::new(move |a| constant::mul(a, a, &m, k0)),
        add: Box::new(move |a, b| constant::add(a, b, &m)),
        sub: Box::new(move |a, b| constant::sub(a, b, &m)),
        neg: Box::new(move |a| constant::sub(&[0; N], a, &m)),
        halve: None,
    }
}

/// The kernels for any modulus, at the words of another target; `L = 2 N`.
fn words_of_32_bits<P: Prime<Words = [u64; N]>, const N: usize, const L: usize>()
-> Arithmetic<[u64; N]> {
    use portable::at_u32::{self, halves, joined};
    let k0 = constant::k0(P::MODULUS[0]);
    let m = P::MODULUS;
    let sub = move |a: &[u64; N], b: &[u64; N]| {
        joined(&portable::sub::<u32, L>(
            &halves(a),
            &halves(b),
            &halves(&m),
        ))
    };
    Arithmetic {
        name: "words of 32 bits",
        mul: Box::new(move |a, b| at_u32::mul::<N, L>(a, b, &m, k0)),
        square: Box::new(move |a| at_u32::square::<N, L>(a, &m, k0)),
        add: Box::new(move |a, b| {
            joined(&portable::add::<u32, L>(
                &halves(a),
                &halves(b),
                &halves(&m),
            ))
        }),
        sub: Box::new(sub),
        neg: Box::new(move |a| sub(&[0; N], a)),
        halve: Some(Box::new(move |a| {
            joined(&portable::halve::<u32, L>(&halves(a), &halves(&m)))
        })),
    }
}

/// The kernels for any modulus, at words of 64 bits.
fn words_of_64_bits<P: Prime<Words = [u64; N]>, const N: usize>() -> Arithmetic<[u64; N]> {
    let k0 = constant::k0(P::MODULUS[0]);
    let m = P::MODULUS;
    Arithmetic {
        name: "words of 64 bits",
        mul: Box::new(move |a, b| portable::mul(a, b, &m, k0)),
        square: Box::new(move |a| portable::square(a, &m, k0)),
        add: Box::new(move |a, b| portable::add(a, b, &m)),
        sub: Box::new(move |a, b| portable::sub(a, b, &m)),
        neg: Box::new(move |a| portable::sub(&[0; N], a, &m)),
        halve: Some(Box::new(move |a| portable::halve(a, &m))),
    }
}

/// fiat-crypto's operations, whose representation is the same.
macro_rules! fiat {
    ($n:literal, $module:ident, $element:ident, $mul:ident, $square:ident, $add:ident, $sub:ident, $opp:ident) => {{
        use fiat_crypto::$module::{$add, $element, $mul, $opp, $square, $sub};
        fn binary(f: fn(&mut $element, &$element, &$element)) -> Binary<[u64; $n]> {
            Box::new(move |a, b| {
                let mut r = $element([0; $n]);
                f(&mut r, &$element(*a), &$element(*b));
                r.0
            })
        }
        fn unary(f: fn(&mut $element, &$element)) -> Unary<[u64; $n]> {
            Box::new(move |a| {
                let mut r = $element([0; $n]);
                f(&mut r, &$element(*a));
                r.0
            })
        }
        Arithmetic {
            name: "fiat-crypto",
            mul: binary($mul),
            square: unary($square),
            add: binary($add),
            sub: binary($sub),
            neg: unary($opp),
            halve: None,
        }
    }};
}

fn fiat_p256() -> Arithmetic<[u64; 4]> {
    fiat!(
        4,
        p256_64,
        fiat_p256_montgomery_domain_field_element,
        fiat_p256_mul,
        fiat_p256_square,
        fiat_p256_add,
        fiat_p256_sub,
        fiat_p256_opp
    )
}

fn fiat_n256() -> Arithmetic<[u64; 4]> {
    fiat!(
        4,
        p256_scalar_64,
        fiat_p256_scalar_montgomery_domain_field_element,
        fiat_p256_scalar_mul,
        fiat_p256_scalar_square,
        fiat_p256_scalar_add,
        fiat_p256_scalar_sub,
        fiat_p256_scalar_opp
    )
}

fn fiat_p384() -> Arithmetic<[u64; 6]> {
    fiat!(
        6,
        p384_64,
        fiat_p384_montgomery_domain_field_element,
        fiat_p384_mul,
        fiat_p384_square,
        fiat_p384_add,
        fiat_p384_sub,
        fiat_p384_opp
    )
}

fn fiat_n384() -> Arithmetic<[u64; 6]> {
    fiat!(
        6,
        p384_scalar_64,
        fiat_p384_scalar_montgomery_domain_field_element,
        fiat_p384_scalar_mul,
        fiat_p384_scalar_square,
        fiat_p384_scalar_add,
        fiat_p384_scalar_sub,
        fiat_p384_scalar_opp
    )
}

/// fiat-crypto's limbs are `x` itself, so its factors leave the Montgomery form: `a b / 2^576` is `a` times `b / 2^576`.
fn fiat_p521() -> Arithmetic<[u64; 9]> {
    use fiat_crypto::p521_64 as fiat;
    use fiat_crypto::p521_64::{
        fiat_p521_loose_field_element as Loose, fiat_p521_tight_field_element as Tight,
    };
    fn tight(a: &[u64; 9]) -> Tight {
        let mut bytes = [0; 66];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = (a[i / 8] >> (8 * (i % 8))) as u8;
        }
        let mut r = Tight([0; 9]);
        fiat::fiat_p521_from_bytes(&mut r, &bytes);
        r
    }
    fn loose(a: &Tight) -> Loose {
        let mut r = Loose([0; 9]);
        fiat::fiat_p521_relax(&mut r, a);
        r
    }
    fn words(a: &Tight) -> [u64; 9] {
        let mut bytes = [0; 66];
        fiat::fiat_p521_to_bytes(&mut bytes, a);
        let mut r = [0; 9];
        for (i, byte) in bytes.iter().enumerate() {
            r[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        r
    }
    fn carried(f: fn(&mut Loose, &Tight, &Tight)) -> Binary<[u64; 9]> {
        Box::new(move |a, b| {
            let (mut r, mut carried) = (Loose([0; 9]), Tight([0; 9]));
            f(&mut r, &tight(a), &tight(b));
            fiat::fiat_p521_carry(&mut carried, &r);
            words(&carried)
        })
    }
    /// `1 / 2^576 = 2^466`.
    fn times_r_inverse(a: &Tight) -> Tight {
        let mut power = [0; 9];
        power[7] = 1 << 18;
        let mut r = Tight([0; 9]);
        fiat::fiat_p521_carry_mul(&mut r, &loose(a), &loose(&tight(&power)));
        r
    }
    Arithmetic {
        name: "fiat-crypto",
        mul: Box::new(|a, b| {
            let mut r = Tight([0; 9]);
            fiat::fiat_p521_carry_mul(&mut r, &loose(&tight(a)), &loose(&tight(b)));
            words(&times_r_inverse(&r))
        }),
        square: Box::new(|a| {
            let mut r = Tight([0; 9]);
            fiat::fiat_p521_carry_square(&mut r, &loose(&tight(a)));
            words(&times_r_inverse(&r))
        }),
        add: carried(fiat::fiat_p521_add),
        sub: carried(fiat::fiat_p521_sub),
        neg: Box::new(|a| carried(fiat::fiat_p521_sub)(&[0; 9], a)),
        halve: None,
    }
}

fn fiat_n25519() -> Arithmetic<[u64; 4]> {
    fiat!(
        4,
        curve25519_scalar_64,
        fiat_25519_scalar_montgomery_domain_field_element,
        fiat_25519_scalar_mul,
        fiat_25519_scalar_square,
        fiat_25519_scalar_add,
        fiat_25519_scalar_sub,
        fiat_25519_scalar_opp
    )
}

fn fiat_p25519() -> Arithmetic<[u64; 4]> {
    use fiat_crypto::curve25519_64 as fiat;
    use fiat_crypto::curve25519_64::{
        fiat_25519_loose_field_element as Loose, fiat_25519_tight_field_element as Tight,
    };
    fn tight(a: &[u64; 4]) -> Tight {
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(a) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut r = Tight([0; 5]);
        fiat::fiat_25519_from_bytes(&mut r, &bytes);
        r
    }
    fn loose(a: &[u64; 4]) -> Loose {
        let mut r = Loose([0; 5]);
        fiat::fiat_25519_relax(&mut r, &tight(a));
        r
    }
    fn words(a: &Tight) -> [u64; 4] {
        let mut bytes = [0; 32];
        fiat::fiat_25519_to_bytes(&mut bytes, a);
        let mut r = [0; 4];
        for (i, byte) in bytes.iter().enumerate() {
            r[i / 8] |= u64::from(*byte) << (8 * (i % 8));
        }
        r
    }
    fn carried(f: fn(&mut Loose, &Tight, &Tight)) -> Binary<[u64; 4]> {
        Box::new(move |a, b| {
            let (mut r, mut carried) = (Loose([0; 5]), Tight([0; 5]));
            f(&mut r, &tight(a), &tight(b));
            fiat::fiat_25519_carry(&mut carried, &r);
            words(&carried)
        })
    }
    Arithmetic {
        name: "fiat-crypto",
        mul: Box::new(|a, b| {
            let mut r = Tight([0; 5]);
            fiat::fiat_25519_carry_mul(&mut r, &loose(a), &loose(b));
            words(&r)
        }),
        square: Box::new(|a| {
            let mut r = Tight([0; 5]);
            fiat::fiat_25519_carry_square(&mut r, &loose(a));
            words(&r)
        }),
        add: carried(fiat::fiat_25519_add),
        sub: carried(fiat::fiat_25519_sub),
        neg: Box::new(|a| carried(fiat::fiat_25519_sub)(&[0; 4], a)),
        halve: None,
    }
}

/// The kernels of 2^255 - 19 at the words of another target.
fn p25519_in_words_of_32_bits() -> Arithmetic<[u64; 4]> {
    use portable::at_u32::p25519;
    Arithmetic {
        mul: Box::new(|a, b| p25519::mul(a, b, &P25519::MODULUS)),
        square: Box::new(|a| p25519::square(a, &P25519::MODULUS)),
        ..words_of_32_bits::<P25519, 4, 8>()
    }
}

/// Pairs of residues: edges, random ones, and pairs of which one operation gives a chosen result.
fn pairs<P: Prime>(rng: &mut Rng) -> Vec<(P::Words, P::Words)> {
    let is_reduced = |w: &P::Words| big(w) < modulus::<P>();
    let edges: Vec<_> = edges::<P>().into_iter().filter(is_reduced).collect();
    let mut pairs: Vec<_> = edges
        .iter()
        .flat_map(|a| edges.iter().map(|b| (*a, *b)))
        .collect();
    for _ in 0..cases() {
        pairs.push((rng.reduced::<P>(), rng.reduced::<P>()));
    }
    let (o, m, r) = (integers::<P>(), modulus::<P>(), big(&P::ONE));
    for result in patterns::<P>() {
        let a = rng.reduced::<P>();
        if let Some(inverse) = big(&a).modinv(&m) {
            // a b / R = result
            pairs.push((a, from_big::<P>(&(inverse * big(&result) % &m * &r % &m))));
        }
        if let Some(root) = Fe::<P>::new(result).sqrt().into_option() {
            pairs.push((root.words, root.words));
        }
        pairs.push((a, (o.sub)(&result, &a))); // a + b = result
        pairs.push((a, (o.sub)(&a, &result))); // a - b = result
        pairs.push(((o.neg)(&result), (o.add)(&result, &result))); // -a = b / 2 = result
    }
    pairs
}

/// Every operation of `tested` gives what the `oracle`'s gives; the second ones of a pair are halved and the first ones negated.
fn agree<W: Words>(tested: &Arithmetic<W>, oracle: &Arithmetic<W>, pairs: &[(W, W)]) {
    let what = |op: &str| std::format!("{op}, {} and {}", tested.name, oracle.name);
    let binary = |op, f: &Binary<W>, g: &Binary<W>| {
        for (a, b) in pairs {
            assert_eq!(f(a, b), g(a, b), "{} of {a:x?} and {b:x?}", what(op));
        }
    };
    let unary = |op, f: &Unary<W>, g: &Unary<W>| {
        for a in pairs.iter().flat_map(|(a, b)| [a, b]) {
            assert_eq!(f(a), g(a), "{} of {a:x?}", what(op));
        }
    };
    binary("product", &tested.mul, &oracle.mul);
    unary("square", &tested.square, &oracle.square);
    binary("sum", &tested.add, &oracle.add);
    binary("difference", &tested.sub, &oracle.sub);
    unary("opposite", &tested.neg, &oracle.neg);
    if let (Some(f), Some(g)) = (&tested.halve, &oracle.halve) {
        unary("half", f, g);
    }
}

/// `L = 2 N`.
fn kernels_agree<P: Prime<Words = [u64; N]>, const N: usize, const L: usize>(
    fiat: Option<Arithmetic<[u64; N]>>,
    backends: Vec<Arithmetic<[u64; N]>>,
) {
    let mut rng = Rng::new();
    let pairs = pairs::<P>(&mut rng);
    let mut tested = backends;
    tested.push(constants::<P, N>());
    tested.push(words_of_64_bits::<P, N>());
    tested.push(words_of_32_bits::<P, N, L>());
    for oracle in [Some(integers::<P>()), fiat].into_iter().flatten() {
        for tested in &tested {
            agree(tested, &oracle, &pairs);
        }
    }
}

/// The arithmetic of every backend.
macro_rules! backends {
    ($prime:ty) => {{
        let mut backends = vec![];
        on_every_backend!(|b| backends.push(on::<$prime, _>(core::any::type_name_of_val(&b), b)));
        backends
    }};
}

#[test]
fn the_kernels_of_p_agree_with_big_integers_and_fiat_on_every_backend() {
    kernels_agree::<P256, 4, 8>(Some(fiat_p256()), backends!(P256));
    kernels_agree::<P384, 6, 12>(Some(fiat_p384()), vec![on::<P384, _>("portable", Portable)]);
    kernels_agree::<P521, 9, 18>(Some(fiat_p521()), vec![on::<P521, _>("portable", Portable)]);
    // Not Montgomery's.
    let mut rng = Rng::new();
    let pairs = pairs::<P25519>(&mut rng);
    let portable = on::<P25519, _>("portable", Portable);
    for oracle in [integers::<P25519>(), fiat_p25519()] {
        agree(&portable, &oracle, &pairs);
        agree(&p25519_in_words_of_32_bits(), &oracle, &pairs);
    }
}

#[test]
fn the_kernels_of_n_agree_with_big_integers_and_fiat_on_every_backend() {
    kernels_agree::<N256, 4, 8>(Some(fiat_n256()), backends!(N256));
    kernels_agree::<N384, 6, 12>(Some(fiat_n384()), vec![on::<N384, _>("portable", Portable)]);
    // fiat-crypto has no n521.
    kernels_agree::<N521, 9, 18>(None, vec![on::<N521, _>("portable", Portable)]);
    kernels_agree::<N25519, 4, 8>(
        Some(fiat_n25519()),
        vec![on::<N25519, _>("portable", Portable)],
    );
}

#[test]
fn the_kernels_of_one_word_agree_with_big_integers() {
    fn check<P: Prime<Words = [u64; 1]>>() {
        let mut rng = Rng::new();
        let pairs = pairs::<P>(&mut rng);
        for tested in [on::<P, _>("portable", Portable), constants::<P, 1>()] {
            agree(&tested, &integers::<P>(), &pairs);
        }
        agree(&words_of_32_bits::<P, 1, 2>(), &integers::<P>(), &pairs);
    }
    check::<Full64>();
    check::<TwoAdic>();
    check::<Base13>();
}

/// A kernel that is wrong for one product in 2^32 or less is found by the inputs that are made for it.
#[test]
fn a_lost_last_carry_is_found() {
    let wrong = |a: &[u64; 4], b: &[u64; 4]| {
        let mut r = P256::mul(a, b);
        // As if a carry into the top word had been lost whenever the word below is all zeros.
        if r[2] == 0 {
            r[3] = r[3].wrapping_sub(1);
        }
        r
    };
    let mut rng = Rng::new();
    let differs = |(a, b): &([u64; 4], [u64; 4])| wrong(a, b) != P256::mul(a, b);
    assert!(pairs::<P256>(&mut rng).iter().any(differs));
}

fn inverses_agree<P: FermatInverse, B: Kernel<P>>(backend: B) {
    let mut rng = Rng::new();
    let m = modulus::<P>();
    let edges = edges::<P>().into_iter().chain(patterns::<P>());
    let random: Vec<_> = (0..cases()).map(|_| rng.reduced::<P>()).collect();
    for words in edges.filter(|w| big(w) < m).chain(random) {
        let a = Fe::<P>::new(words);
        let expected = big(&a.to_integer()).modinv(&m).unwrap_or_default();
        let expected = Fe::<P>::from_integer(&from_big::<P>(&expected));
        let is_zero = words == P::Words::ZERO;
        assert_eq!(P::invert(&words), expected.words, "safegcd of {words:x?}");
        assert_eq!(
            P::invert_vartime(&words),
            expected.words,
            "vartime, of {words:x?}"
        );
        let by_chain = P::invert_by_chain(a.on(backend)).words;
        assert_eq!(by_chain, expected.words, "addition chain, of {words:x?}");
        assert_eq!(bool::from(a.invert().is_some()), !is_zero);
        assert_eq!(bool::from(a.invert_vartime().is_some()), !is_zero);
    }
}

#[test]
fn the_three_inversions_and_big_integers_agree_on_every_backend() {
    on_every_backend!(|b| inverses_agree::<P256, _>(b));
    on_every_backend!(|b| inverses_agree::<N256, _>(b));
    inverses_agree::<P384, _>(Portable);
    inverses_agree::<N384, _>(Portable);
    inverses_agree::<P521, _>(Portable);
    inverses_agree::<N521, _>(Portable);
    inverses_agree::<P25519, _>(Portable);
    inverses_agree::<N25519, _>(Portable);
}

/// A root of each square; and what has none is a non-square, because its product with a generator has one.
fn roots<P: Prime>(elements: impl Iterator<Item = Fe<P>>) {
    for a in elements {
        match a.sqrt().into_option() {
            Some(root) => assert_eq!(Element::square(root), a),
            None => {
                let other = a * Fe::new(P::GENERATOR);
                let root = other.sqrt().into_option().expect("a square, as a is none");
                assert_eq!(Element::square(root), other);
            }
        }
        let square = Element::square(a);
        let root = square.sqrt().into_option().expect("a root of a square");
        assert!(root == a || root == -a, "{root:?} as a root of {a:?}^2");
    }
}

#[test]
fn square_roots_are_roots_and_non_squares_have_none() {
    fn some<P: Prime>() {
        let mut rng = Rng::new();
        let edges = edges::<P>().into_iter().map(|w| Fe::from_integer(&w));
        roots::<P>(edges.chain((0..cases() / 10).map(|_| rng.element())));
    }
    fn all<P: Prime<Words = [u64; 1]>>() {
        roots::<P>((0..P::MODULUS[0]).map(|x| Fe::from_integer(&[x])));
    }
    some::<P256>();
    some::<N256>();
    some::<P384>();
    some::<N384>();
    some::<P521>();
    some::<N521>();
    some::<P25519>();
    some::<N25519>();
    some::<Full64>();
    all::<Base13>();
    all::<Base16>();
    all::<TwoAdic>();
}

/// The bytes of an integer, with zeros on top, in the order of `P`; none if it needs more.
fn encoded<P: Prime>(x: &BigUint) -> Option<Array<u8, P::Size>> {
    let digits = x.to_bytes_be();
    let mut bytes = Array::<u8, P::Size>::default();
    let start = bytes.len().checked_sub(digits.len())?;
    bytes[start..].copy_from_slice(&digits);
    if P::LITTLE_ENDIAN {
        bytes.reverse();
    }
    Some(bytes)
}

fn integers_and_bytes_agree<P: Prime>() {
    let mut rng = Rng::new();
    let m = modulus::<P>();
    let random: Vec<_> = (0..cases()).map(|_| rng.words::<P>()).collect();
    for words in edges::<P>().into_iter().chain(random) {
        let (x, reduced) = (big(&words), big(&words) % &m);
        let a = Fe::<P>::from_integer(&words);
        assert_eq!(
            big(&a.words),
            &x * big(&P::ONE) % &m,
            "the residue of {words:x?}"
        );
        assert_eq!(big(&a.to_integer()), reduced, "the integer of {words:x?}");
        assert_eq!(bool::from(a.is_odd()), reduced.bit(0));
        assert_eq!(bool::from(a.is_even()), !reduced.bit(0));
        assert_eq!(bool::from(a.is_zero()), reduced == BigUint::ZERO);
        let bytes = a.to_bytes();
        assert_eq!(Some(bytes), encoded::<P>(&reduced));
        assert_eq!(Fe::<P>::from_bytes(&bytes).into_option(), Some(a));
        assert_eq!(Fe::<P>::decode(&bytes), Some(a));
        assert_eq!(Fe::<P>::decode(&bytes[1..]), None);
        let is_element = x < m;
        let Some(bytes) = encoded::<P>(&x) else {
            continue; // words have room for more than bytes
        };
        let uint = P::to_uint(&words);
        assert_eq!(
            Fe::<P>::from_uint(&uint).is_some().unwrap_u8() == 1,
            is_element
        );
        assert_eq!(
            Fe::<P>::from_bytes(&bytes).is_some().unwrap_u8() == 1,
            is_element
        );
    }
}

#[test]
fn integers_and_bytes_become_elements_and_come_back() {
    integers_and_bytes_agree::<P256>();
    integers_and_bytes_agree::<N256>();
    integers_and_bytes_agree::<P384>();
    integers_and_bytes_agree::<N384>();
    integers_and_bytes_agree::<P521>();
    integers_and_bytes_agree::<N521>();
    integers_and_bytes_agree::<P25519>();
    integers_and_bytes_agree::<N25519>();
    integers_and_bytes_agree::<Full64>();
}

fn powers_agree<P: Prime>() {
    let mut rng = Rng::new();
    let m = modulus::<P>();
    let edges = edges::<P>();
    let random: Vec<_> = (0..cases() / 100).map(|_| rng.words::<P>()).collect();
    for e in edges.into_iter().chain(random) {
        let a = rng.element::<P>();
        let expected = big(&a.to_integer()).modpow(&big(&e), &m);
        let power = pow_public(a, &e);
        assert_eq!(big(&power.to_integer()), expected, "{a:?}^{e:x?}");
        assert_eq!(a.pow(e.as_ref()), power);
        assert_eq!(a.pow_vartime(e.as_ref()), power);
    }
}

#[test]
fn powers_agree_with_big_integers() {
    powers_agree::<P256>();
    powers_agree::<N256>();
    powers_agree::<P384>();
    powers_agree::<N384>();
    powers_agree::<P521>();
    powers_agree::<N521>();
    powers_agree::<P25519>();
    powers_agree::<N25519>();
    powers_agree::<Full64>();
}

fn constants_are_right<P: Prime>() {
    let (m, one) = (modulus::<P>(), BigUint::from(1u8));
    let integer = |w: &P::Words| big(&P::to_integer(w));
    assert_eq!(big(&P::HALF), &m >> 1);
    assert_eq!(u64::from(P::BITS), m.bits());
    assert_eq!(integer(&P::ONE), one);
    assert_eq!(integer(&P::R2), big(&P::ONE));
    assert_eq!(integer(&P::TWO_INV) * 2u8 % &m, one);
    let t = (&m - 1u8) >> P::S;
    assert!(t.bit(0));
    assert_eq!(big(&P::T_MINUS_ONE_OVER_TWO), &t >> 1);
    let g = integer(&P::GENERATOR);
    assert_eq!(
        g.modpow(&((&m - 1u8) >> 1), &m),
        &m - 1u8,
        "a generator is no square"
    );
    assert_eq!(integer(&P::ROOT_OF_UNITY), g.modpow(&t, &m));
    assert_eq!(
        integer(&P::ROOT_OF_UNITY) * integer(&P::ROOT_OF_UNITY_INV) % &m,
        one
    );
    assert_eq!(integer(&P::DELTA), g.modpow(&(one << P::S), &m));
    assert_eq!(P::MODULUS_HEX.len() * 4, 8 * size_of::<P::Uint>());
    let hex = P::MODULUS_HEX.as_bytes();
    assert_eq!(BigUint::parse_bytes(hex, 16), Some(m));
}

#[test]
fn the_constants_of_every_prime_are_right() {
    constants_are_right::<P256>();
    constants_are_right::<N256>();
    constants_are_right::<P384>();
    constants_are_right::<N384>();
    constants_are_right::<P521>();
    constants_are_right::<N521>();
    constants_are_right::<P25519>();
    constants_are_right::<N25519>();
    constants_are_right::<Full64>();
    constants_are_right::<TwoAdic>();
    constants_are_right::<Base16>();
    constants_are_right::<Order13>();
    // SP 800-186 § 3.2.1.3 to 3.2.1.5, in decimal.
    let decimal = |s: &str| BigUint::parse_bytes(s.as_bytes(), 10).expect("a number");
    let power = |n: u32| BigUint::from(1u8) << n;
    let n384 = "39402006196394479212279040100143613805079739270465446667946905279627659399113263569398956308152294913554433653942643";
    let n521 = "6864797660130609714981900799081393217269435300143305409394463459185543183397655394245057746333217197532963996371363321113864768612440380340372808892707005449";
    assert_eq!(
        modulus::<P384>(),
        power(384) - power(128) - power(96) + power(32) - 1u8
    );
    assert_eq!(modulus::<N384>(), decimal(n384));
    assert_eq!(modulus::<P521>(), power(521) - 1u8);
    assert_eq!(modulus::<N521>(), decimal(n521));
    let p = "115792089210356248762697446949407573530086143415290314195533631308867097853951";
    let n = "115792089210356248762697446949407573529996955224135760342422259061068512044369";
    assert_eq!(modulus::<P256>(), decimal(p));
    // RFC 7748 § 4.1.
    assert_eq!(modulus::<P25519>(), power(255) - 19u8);
    let rest = "27742317777372353535851937790883648493";
    assert_eq!(modulus::<N25519>(), power(252) + decimal(rest));
    assert_eq!(modulus::<N256>(), decimal(n));
}

#[test]
fn integers_of_any_length_are_reduced_as_big_integers_are() {
    fn check<P: Prime>() {
        let mut rng = Rng::new();
        for i in 0..cases() as usize {
            let mut bytes = [0u8; 128];
            bytes.iter_mut().for_each(|b| *b = rng.next() as u8);
            if i % 3 == 0 {
                bytes[..P::Size::USIZE].fill([0, 0xff][i % 2]);
            }
            let bytes = &bytes[..i % 129];
            let expected = BigUint::from_bytes_be(bytes) % modulus::<P>();
            let reduced = traits::reduce_wide::<P>(bytes);
            assert_eq!(big(&reduced.to_integer()), expected, "{bytes:x?}");
        }
    }
    check::<P256>();
    check::<N256>();
    check::<P384>();
    check::<N384>();
    check::<P521>();
    check::<N521>();
    check::<P25519>();
    check::<N25519>();
}

/// An integer, as `Uint` and in the bytes of a scalar.
type ScalarSized<P> = (BigUint, <P as Prime>::Uint, Array<u8, <P as Prime>::Size>);

/// Integers that `Uint` and the bytes of a scalar hold.
fn scalar_sized<P: Order>() -> Vec<ScalarSized<P>> {
    let mut rng = Rng::new();
    let random: Vec<_> = (0..cases()).map(|_| rng.words::<P>()).collect();
    let words = edges::<P>().into_iter().chain(random);
    let fitting = words.filter_map(|words| {
        let x = big(&words);
        let bytes = encoded::<P>(&x)?;
        Some((x, P::to_uint(&words), bytes))
    });
    fitting.collect()
}

#[test]
fn integers_of_the_size_of_a_scalar_are_reduced_as_big_integers_are() {
    fn check<P: Order<Uint = Uint<L>>, const L: usize>() {
        let n = modulus::<P>();
        let all = scalar_sized::<P>();
        assert!(all.len() > 20);
        for (x, uint, bytes) in all {
            let k = <Fe<P> as Reduce<Uint<L>>>::reduce(&uint);
            assert_eq!(big(&k.to_integer()), &x % &n, "{x:x}");
            assert_eq!(<Fe<P> as Reduce<Array<u8, P::Size>>>::reduce(&bytes), k);
            assert_eq!(bool::from(k.is_high()), &x % &n > &n >> 1, "{x:x}");
        }
    }
    check::<N256, _>();
    check::<N384, _>();
    check::<N521, _>();
    check::<N25519, _>();
}

#[test]
fn integers_of_the_size_of_a_scalar_are_reduced_to_nonzero_scalars() {
    fn check<P: Order>()
    where
        Fe<P>: ReduceNonZero<P::Uint> + ReduceNonZero<Array<u8, P::Size>>,
    {
        let n = modulus::<P>();
        for (x, uint, bytes) in scalar_sized::<P>() {
            let k = Fe::<P>::reduce_nonzero(&uint);
            assert_eq!(big(&k.to_integer()), &x % (&n - 1u8) + 1u8, "{x:x}");
            assert_eq!(Fe::<P>::reduce_nonzero(&bytes), k);
        }
    }
    check::<N256>();
    check::<N384>();
}

#[test]
fn uniform_bytes_are_reduced_as_big_integers_are() {
    let mut rng = Rng::new();
    for _ in 0..cases() {
        let mut wide = [0; 64];
        wide.iter_mut().for_each(|b| *b = rng.next() as u8);
        let expected = BigUint::from_bytes_be(&wide) % modulus::<N256>();
        let k = Fe::<N256>::from_uniform_bytes(&wide);
        assert_eq!(big(&k.to_integer()), expected, "{wide:x?}");
    }
}

#[test]
fn the_const_functions_agree_with_the_operators() {
    macro_rules! check {
        ($prime:ty) => {
            let mut rng = Rng::new();
            for _ in 0..cases() / 10 {
                let (a, b) = (rng.element::<$prime>(), rng.element::<$prime>());
                assert_eq!(Fe::<$prime>::add(&a, &b), a + b);
                assert_eq!(Fe::<$prime>::sub(&a, &b), a - b);
                assert_eq!(Fe::<$prime>::neg(&a), -a);
                assert_eq!(Fe::<$prime>::double(&a), a + a);
                assert_eq!(Fe::<$prime>::multiply(&a, &b), a * b);
                assert_eq!(Fe::<$prime>::square(&a), a * a);
                let n = rng.below(9) as usize;
                assert_eq!(Fe::<$prime>::sqn_vartime(&a, n), a.square_n(n));
                let w = rng.next();
                assert_eq!(Fe::<$prime>::from_u64(w), Fe::from(w));
                assert_eq!(Fe::<$prime>::conditional_select(&a, &b, 0.into()), a);
                assert_eq!(Fe::<$prime>::conditional_select(&a, &b, 1.into()), b);
                assert_eq!(a.cmp(&b), big(&a.to_integer()).cmp(&big(&b.to_integer())));
            }
        };
    }
    check!(P256);
    check!(N256);
    check!(P384);
    check!(N384);
    check!(P521);
    check!(N521);
    macro_rules! check_more {
        ($($prime:ty)*) => {$(
            let mut rng = Rng::new();
            for _ in 0..10 {
                let a = rng.element::<$prime>();
                assert_eq!(a.to_canonical(), a.to_uint());
                assert_eq!(a.const_invert(), a.invert().expect("not zero"));
            }
        )*};
    }
    check_more!(P384 N384 N521);
    let mut rng = Rng::new();
    for shift in 0..300 {
        let a = rng.element::<N256>();
        let expected = big(&a.to_integer()) >> shift;
        assert_eq!(
            big(&a.shr_vartime(shift).to_integer()),
            expected,
            "{a:?} >> {shift}"
        );
    }
}
