//! Elements of Curve25519's field on the kernels with BMI2 and ADX, for whole operations.
//!
//! Not done: four lanes on AVX2, in ten limbs of 25.5 bits. Those of curve25519-dalek 5, on Zen 4 in one run with these: `k P` 21.5 us against
//! 23.1, `a A + b B` 24.6 against 23.2, X25519 not in lanes there.

use super::{adx::p25519, avx2};
use crate::{
    Adx, Element, Fe, Layout, P25519, Prime,
    arch::{ct, portable},
    constant::{adc, sbb},
    edwards::{Cached, Extended, Niels, PointElement},
    montgomery::{Ladder, Rungs},
};
use core::ops::{Add, Mul, Neg, Sub};

/// An element as any of the integers below `2^255 + 2^32` that stand for it: *tight*. Every operation takes and gives such.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // kernels take whole points as words
pub(crate) struct Tight {
    words: [u64; 4],
    adx: Adx,
}

/// [`Tight`] elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TightLayout(pub(crate) Adx);

impl Layout<P25519> for TightLayout {
    type Element = Tight;
    #[inline(always)]
    fn load(self, x: &Fe<P25519>) -> Tight {
        Tight {
            words: x.words,
            adx: self.0,
        }
    }
    #[inline(always)]
    fn load_factor(self, x: &Fe<P25519>) -> Tight {
        self.load(x)
    }
    #[inline(always)]
    fn store(self, x: Tight) -> Fe<P25519> {
        Fe::from_integer(&x.words)
    }
    #[inline(always)]
    fn is_zero(self, x: Tight) -> u64 {
        ct::mask_of(self.store(x).is_zero())
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[[u64; 4]; N]], index: u64) -> [Fe<P25519>; N] {
        avx2::look_up(self.0, table, index).map(Fe::new)
    }
}

impl Tight {
    #[inline(always)]
    fn with(self, words: [u64; 4]) -> Self {
        Self { words, ..self }
    }
}

impl Add for Tight {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        let mut sum = [0; 4];
        let mut carry = 0;
        for i in 0..4 {
            (sum[i], carry) = adc(self.words[i], b.words[i], carry);
        }
        self.with(portable::p25519::fold(&sum, carry, &P25519::M))
    }
}
impl Sub for Tight {
    type Output = Self;
    /// `a - b + 2^256 - 38`, positive as `b < 2^255 + 2^32`.
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        const TWICE_P: [u64; 4] = [38u64.wrapping_neg(), u64::MAX, u64::MAX, u64::MAX];
        let mut difference = [0; 4];
        let (mut carry, mut borrow) = (0, 0);
        for i in 0..4 {
            let word;
            (word, carry) = adc(self.words[i], TWICE_P[i], carry);
            (difference[i], borrow) = sbb(word, b.words[i], borrow);
        }
        self.with(portable::p25519::fold(
            &difference,
            carry - borrow,
            &P25519::M,
        ))
    }
}
impl Mul for Tight {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        self.with(p25519::mul(&self.words, &b.words))
    }
}
impl Neg for Tight {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.with([0; 4]) - self
    }
}
impl Element for Tight {
    #[inline(always)]
    fn square(self) -> Self {
        self.with(p25519::square(&self.words))
    }
    #[inline(always)]
    fn halve(self) -> Self {
        self.with(P25519::halve(&P25519::from_integer(&self.words)))
    }
    #[inline(always)]
    fn select(a: Self, b: Self, mask: u64) -> Self {
        let mut r = a;
        ct::assign(&mut r.words, &b.words, mask);
        r
    }
}

impl Ladder for Tight {
    #[inline(always)]
    fn times(self, k: u32) -> Self {
        self * self.with([k.into(), 0, 0, 0])
    }
    #[inline(never)]
    fn step(rungs: &mut Rungs<Self>, swap: u64) {
        p25519::ladder_step(rungs.words_mut(), swap);
    }
}

// Out of line: each is 3 or 4 KB of code.
impl PointElement for Tight {
    #[inline(never)]
    fn double_point<const WITH_T: bool>(p: &mut Extended<Self>) {
        p25519::double::<WITH_T>(p.words_mut());
    }
    #[inline(never)]
    fn add_cached<const WITH_T: bool>(p: &mut Extended<Self>, q: &Cached<Self>) {
        p25519::add_cached::<WITH_T>(p.words_mut(), q.words());
    }
    #[inline(never)]
    fn add_niels<const WITH_T: bool>(p: &mut Extended<Self>, q: &Niels<Self>) {
        p25519::add_niels::<WITH_T>(p.words_mut(), q.words());
    }
    #[inline(always)]
    fn look_up(table: &[Cached<Self>], index: u64) -> Cached<Self> {
        let adx = table[0].Z2.adx;
        let [sum, difference, Z2, T2d] =
            avx2::look_up(adx, all_words(table), index).map(|words| Self { words, adx });
        Cached {
            sum,
            difference,
            Z2,
            T2d,
        }
    }
}

/// `N` elements and nothing else, `repr(C)`. A token has no size, so these are the elements' words in order.
trait Elements<const N: usize>: Sized {
    #[inline(always)]
    fn words(&self) -> &[[u64; 4]; N] {
        const { assert!(size_of::<Self>() == size_of::<[[u64; 4]; N]>()) };
        // SAFETY: same size (above) and layout, alignment of `u64`; any words are valid for both.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
    #[inline(always)]
    fn words_mut(&mut self) -> &mut [[u64; 4]; N] {
        const { assert!(size_of::<Self>() == size_of::<[[u64; 4]; N]>()) };
        // SAFETY: as `words`.
        unsafe { &mut *core::ptr::from_mut(self).cast() }
    }
}

impl Elements<3> for Niels<Tight> {}
impl Elements<4> for Cached<Tight> {}
impl Elements<4> for Extended<Tight> {}
impl Elements<5> for Rungs<Tight> {}

#[inline(always)]
fn all_words(table: &[Cached<Tight>]) -> &[[[u64; 4]; 4]] {
    const { assert!(size_of::<Cached<Tight>>() == size_of::<[[u64; 4]; 4]>()) };
    // SAFETY: as `Elements::words`.
    unsafe { core::slice::from_raw_parts(table.as_ptr().cast(), table.len()) }
}

#[cfg(test)]
mod tests;
