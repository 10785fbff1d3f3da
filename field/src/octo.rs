//! Eight elements of P-256's base field side by side: for batches, and for the lane comb.
//!
//! Zen 4, cycles for all eight: a product 71, a square 62.

use crate::{
    Element, Ifma,
    arch::x86_64::ifma::Zmm,
    lanes::{Factor, Lanes, Sum, limbs},
    quad::{constant, power_of_two, reduce, words_of},
};
use core::ops::{Add, Mul, Neg, Sub};

pub(crate) mod batch;
pub(crate) mod comb;
#[cfg(test)]
mod tests;
pub(crate) mod xyzz;

/// An element in each lane, in Montgomery form `x 2^260 mod p`.
///
/// *Reduced* values, below `2^256 + 2^238`, come from `-`, `reduce` and the products of reduced ones; `+` adds the values up. What is
/// multiplied must be below `2^260`, with limbs below `2^62`: a product's are below `2^57`, those of the operands of `+` and `-` add up,
/// and `-` and `reduce` take sums below `2^61` and add `2^56`. The tests run what is computed here with these bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octo<V>(Sum<V>);

impl<V: Lanes> Add for Octo<V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl<V: Lanes> Sub for Octo<V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self((self.0 - b.0).fold())
    }
}

impl<V: Lanes> Neg for Octo<V> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self((Sum::zero(self.0.token()) - self.0).fold())
    }
}

impl<V: Lanes> Mul for Octo<V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0.carry() * b.0.carry())
    }
}

impl<V: Lanes> Element for Octo<V> {
    #[inline(always)]
    fn square(self) -> Self {
        Self(self.0.carry().square())
    }
    #[inline(always)]
    fn reduce(self) -> Self {
        Self(self.0.fold())
    }
    /// `(a + p)/2` for odd `a`, `a/2` for even `a`.
    #[inline(always)]
    fn halve(self) -> Self {
        Self(self.0.carry().masked().halve())
    }
    #[inline(always)]
    fn select(a: Self, b: Self, mask: u64) -> Self {
        Self(a.0.select(V::everywhere(a.0.token(), mask), b.0))
    }
}

impl Octo<Zmm> {
    /// From words in Montgomery form, *reduced* or not.
    #[inline(always)]
    pub(crate) fn load(cpu: Ifma, words: &[[u64; 4]; 8]) -> Self {
        let mut columns = [[0; 8]; 4];
        for (i, words) in words.iter().enumerate() {
            for j in 0..4 {
                columns[j][i] = words[j];
            }
        }
        let [a, b, c, d] = &columns;
        let words = [a, b, c, d].map(|column| Zmm::load(cpu, column));
        Self(Sum(from_words(words).0).fold())
    }

    /// To words in Montgomery form, *reduced*.
    #[inline(always)]
    pub(crate) fn store(self) -> [[u64; 4]; 8] {
        let words = self.0.carry() * constant(self.0.token(), &const { power_of_two(0) });
        let words = words.carry().masked().0;
        let lanes = limbs!(I => words[I].store());
        let mut r = [[0; 4]; 8];
        for (i, r) in r.iter_mut().enumerate() {
            *r = reduce(words_of(&[
                lanes[0][i],
                lanes[1][i],
                lanes[2][i],
                lanes[3][i],
                lanes[4][i],
            ]));
        }
        r
    }
}

/// `2^4` times the words, by position alone: `x 2^260` modulo `p` from `x 2^256`, below `2^260`.
#[inline(always)]
fn from_words(w: [Zmm; 4]) -> Factor<Zmm> {
    Factor([
        w[0].low_bits_shl::<48, 4>(),
        w[0].shr::<48>() + w[1].low_bits_shl::<36, 16>(),
        w[1].shr::<36>() + w[2].low_bits_shl::<24, 28>(),
        w[2].shr::<24>() + w[3].low_bits_shl::<12, 40>(),
        w[3].shr::<12>(),
    ])
}
