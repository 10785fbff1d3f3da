//! Eight elements of a base field side by side: for batches, and for the lane comb.
//!
//! Zen 4, cycles for all eight, of P-256: a product 71, a square 62.

use crate::{
    Element, Ifma,
    arch::x86_64::ifma::Zmm,
    lanes::{Factor, InLanes, Lanes, Limbs, Radix52, Sum, each_limb, words_of},
    prime::Words,
};
use core::ops::{Add, Mul, Neg, Sub};

pub(crate) mod batch;
pub(crate) mod comb;
pub(crate) mod edwards;
#[cfg(test)]
mod tests;
pub(crate) mod xyzz;

/// An element in each lane.
///
/// *Reduced* values, below `1.001 p`, come from `-`, `reduce` and words; products of such are below `1.072 p`; `+` adds the values up.
/// What is multiplied must be below `16 p`, and is if it is a sum of at most ten such values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Octo<P: Radix52, V: Lanes>(Sum<P, V>);

impl<P: Radix52, V: Lanes> Add for Octo<P, V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl<P: Radix52, V: Lanes> Sub for Octo<P, V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self((self.0 - b.0).fold())
    }
}

impl<P: Radix52, V: Lanes> Neg for Octo<P, V> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self((Sum::zero(self.0.token()) - self.0).fold())
    }
}

impl<P: Radix52, V: Lanes> Mul for Octo<P, V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0.carry() * b.0.carry())
    }
}

impl<P: Radix52, V: Lanes> Element for Octo<P, V> {
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

impl<P: Radix52> Octo<P, Zmm> {
    /// From words, below `2^BITS`.
    #[inline(always)]
    pub(crate) fn load(cpu: Ifma, words: &[P::Words; 8]) -> Self {
        let mut columns = [[0; 8]; MOST_WORDS];
        for (i, words) in words.iter().enumerate() {
            for (column, word) in columns.iter_mut().zip(words.as_ref()) {
                column[i] = *word;
            }
        }
        let vectors = columns.map(|column| Zmm::load(cpu, &column));
        Self(Sum(from_words::<P>(&vectors).0))
    }

    /// To words, *reduced*.
    #[inline(always)]
    pub(crate) fn store(self) -> [P::Words; 8] {
        let Factor(limbs) = self.0.fold().carry().masked().reduced();
        let mut lanes = [P::Limbs::filled(0); 8];
        each_limb!(P, i => {
            let limb = limbs[i].store();
            for j in 0..8 {
                lanes[j][i] = limb[j];
            }
        });
        let mut words = [P::Words::ZERO; 8];
        for (words, lane) in words.iter_mut().zip(&lanes) {
            *words = words_of::<P>(lane);
        }
        words
    }
}

/// Words of the longest element.
const MOST_WORDS: usize = 9;

/// The words of an element in limbs, by position alone: vector `i` is word `i` of each lane.
#[inline(always)]
fn from_words<P: InLanes>(words: &[Zmm]) -> Factor<P, Zmm> {
    let mut limbs = P::Limbs::filled(words[0]);
    let radix = P::RADIX as usize;
    each_limb!(P, i => {
        let (word, bit) = (radix * i / 64, radix * i % 64);
        limbs[i] = words[word].shr_by(bit);
        if bit + radix > 64 && word + 1 < words.len() {
            limbs[i] = limbs[i] + words[word + 1].shl_by(64 - bit);
        }
        limbs[i] = if P::RADIX == 51 {
            limbs[i].low_bits::<51>()
        } else {
            limbs[i].low_bits::<52>()
        };
    });
    Factor(limbs)
}
