//! What the tests share: random numbers, edges, big integers, backends, small primes.

use crate::{
    Fe, Kernel, Order, Portable, Prime, Saturated,
    arch::portable,
    prime::{Words, prime},
};
use elliptic_curve::{bigint::U64, consts::U8};
use num_bigint::BigUint;
use std::{env, eprintln, time::SystemTime, vec::Vec};

/// SplitMix64. A test that fails prints the seed; `FIELD_SEED` sets it.
pub(crate) struct Rng {
    seed: u64,
    state: u64,
}

impl Rng {
    pub(crate) fn new() -> Self {
        let seed = match env::var("FIELD_SEED") {
            Ok(seed) => seed.parse().expect("FIELD_SEED is a number"),
            Err(_) => {
                let now = SystemTime::UNIX_EPOCH.elapsed();
                now.expect("a clock after 1970").as_nanos() as u64
            }
        };
        Self { seed, state: seed }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A word, half of the time one that carries like to stumble over.
    fn word(&mut self) -> u64 {
        let random = self.next();
        match self.next() % 16 {
            8 => 0,
            9 => 1,
            10 => u64::MAX,
            11 => u64::MAX - random % 3,
            12 => 1 << 32,
            13 => (1 << 32) - 1,
            14 => 0xffff_ffff_0000_0000 | (random % 3),
            15 => random << 32,
            _ => random,
        }
    }

    /// Any words.
    pub(crate) fn words<P: Prime>(&mut self) -> P::Words {
        let mut r = P::Words::ZERO;
        r.as_mut().iter_mut().for_each(|w| *w = self.word());
        r
    }

    /// The words of an element: any words, modulo `m`.
    pub(crate) fn reduced<P: Prime>(&mut self) -> P::Words {
        from_big::<P>(&(big(&self.words::<P>()) % modulus::<P>()))
    }

    pub(crate) fn element<P: Prime>(&mut self) -> Fe<P> {
        Fe::new(self.reduced::<P>())
    }
}

impl Drop for Rng {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("FIELD_SEED={}", self.seed);
        }
    }
}

/// Random cases of each test: a tenth of a second's worth, or as many as `FIELD_CASES` says.
pub(crate) fn cases() -> u64 {
    env::var("FIELD_CASES").map_or(10_000, |s| s.parse().expect("FIELD_CASES is a number"))
}

pub(crate) fn big(words: &impl AsRef<[u64]>) -> BigUint {
    let zero = BigUint::ZERO;
    words
        .as_ref()
        .iter()
        .rev()
        .fold(zero, |x, w| (x << 64) + *w)
}

/// The words of an integer that fits.
pub(crate) fn from_big<P: Prime>(x: &BigUint) -> P::Words {
    let mut r = P::Words::ZERO;
    let digits = x.to_u64_digits();
    r.as_mut()[..digits.len()].copy_from_slice(&digits);
    r
}

pub(crate) fn modulus<P: Prime>() -> BigUint {
    big(&P::MODULUS)
}

/// `2^(64 N)`.
pub(crate) fn radix<P: Prime>() -> BigUint {
    BigUint::from(1u8) << (64 * P::MODULUS.as_ref().len())
}

/// Words at the edges: of the words themselves, of the modulus, of 32-bit halves.
pub(crate) fn edges<P: Prime>() -> Vec<P::Words> {
    let (m, r) = (modulus::<P>(), radix::<P>());
    let mut edges: Vec<BigUint> = Vec::new();
    for d in [0u64, 1, 2, 3, 1 << 32] {
        edges.extend([
            d.into(),
            &m + d,
            (&m >> 1) + d,
            (&m << 1) + d,
            (&r >> 1) + d,
        ]);
        edges.extend(
            [&m, &r, &(&m >> 1)]
                .iter()
                .filter(|x| ***x >= d.into())
                .map(|x| *x - d),
        );
    }
    for i in 0..2 * P::MODULUS.as_ref().len() {
        let one = BigUint::from(1u8) << (32 * i);
        edges.extend([one.clone(), &one - 1u8, &r - &one, &r - &one - 1u8]);
    }
    edges.retain(|x| *x < r);
    edges.iter().map(from_big::<P>).collect()
}

/// All vectors of words 0, 1, 2^64 - 1, 2^32, 2^32 - 1 and their complements that are below the modulus, cut to its size, and
/// every fourth word the same: outputs that the last carries of a kernel like to get wrong.
pub(crate) fn patterns<P: Prime>() -> Vec<P::Words> {
    const WORDS: [u64; 6] = [0, 1, u64::MAX, 1 << 32, 0xffff_ffff, 0xffff_ffff_0000_0000];
    let n = P::MODULUS.as_ref().len() as u32;
    (0..6usize.pow(n.min(4)))
        .map(|k| {
            let mut r = P::Words::ZERO;
            for (i, word) in (0..).zip(r.as_mut()) {
                *word = WORDS[k / 6usize.pow(i % 4) % 6];
            }
            if let Some(top) = r.as_mut().last_mut() {
                *top &= u64::MAX >> (64 * n - P::BITS);
            }
            r
        })
        .filter(|r| big(r) < modulus::<P>())
        .collect()
}

/// Runs the body for every backend of this machine: one line each.
macro_rules! on_every_backend {
    (|$backend:ident| $body:expr) => {{
        let cpu = $crate::Cpu::detect();
        on_every_backend!(@ $backend, Some($crate::Portable), $body);
        #[cfg(target_arch = "x86_64")]
        on_every_backend!(@ $backend, cpu.adx, $body);
        let _ = cpu;
    }};
    (@ $backend:ident, $token:expr, $body:expr) => {
        if let Some($backend) = $token {
            $body
        }
    };
}
pub(crate) use on_every_backend;

/// Primes of one word. Those of a few bits can be tried out.
macro_rules! small_prime {
    ($(#[$doc:meta])* $name:ident, $hex:literal, generator: $generator:literal, signed62: $limbs:literal) => {
        prime! {
            $(#[$doc])*
            $name, words: 1, size: U8, uint: U64, debug: "Small",
            modulus: $hex,
            generator: $generator, signed62: $limbs,
            mul: |a, b| portable::mul(a, b, &$name::M, $name::K0),
            square: |a| portable::square(a, &$name::M, $name::K0),
            root_power: small_root_power,
            layout: Saturated<Portable> = Saturated(Portable),
        }
        impl Order for $name {}
    };
}

fn small_root_power<P: Prime, B: Kernel<P>>(a: Fe<P, B>) -> Fe<P, B> {
    crate::fe::pow_public(a, &P::T_MINUS_ONE_OVER_TWO)
}

small_prime! {
    /// 5003, with a curve of order [`Order13`].
    Base13, "000000000000138b", generator: 2, signed62: 1
}
small_prime! {
    /// 4999.
    Order13, "0000000000001387", generator: 3, signed62: 1
}
small_prime! {
    /// 34033, with a curve of order [`Order16`].
    Base16, "00000000000084f1", generator: 7, signed62: 1
}
small_prime! {
    /// 34171.
    Order16, "000000000000857b", generator: 2, signed62: 1
}
small_prime! {
    /// `12289 = 3 2^12 + 1`, where square roots are hard.
    TwoAdic, "0000000000003001", generator: 11, signed62: 1
}
small_prime! {
    /// `2^64 - 59`, which fills its word.
    Full64, "ffffffffffffffc5", generator: 2, signed62: 2
}
