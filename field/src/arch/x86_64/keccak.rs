//! Keccak in vectors.

use crate::{
    Adx, Ifma,
    keccak::{States, Word, permute},
};
use core::arch::x86_64::*;

/// A word of eight states.
#[derive(Clone, Copy)]
struct Eight(__m512i);

impl Word for Eight {
    #[inline(always)]
    fn splat(x: u64) -> Self {
        // SAFETY: only [`permute8`] makes these, with AVX-512. Registers only, here and below.
        Self(unsafe { _mm512_set1_epi64(x.cast_signed()) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_ternarylogic_epi64::<0b1001_0110>(self.0, b.0, c.0) })
    }
    /// Bit `4 a + 2 b + c` of the constant is `a ^ (!b & c)`.
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_ternarylogic_epi64::<0b1101_0010>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate<const N: i32>(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_rol_epi64::<N>(self.0) })
    }
}

/// Permutes all states.
pub(crate) fn permute8(_: Ifma, states: &mut States) {
    #[target_feature(enable = "avx512f")]
    fn with_features(states: &mut States) {
        let mut a = [Eight::splat(0); 25];
        for i in 0..25 {
            // SAFETY: reads the eight words.
            a[i].0 = unsafe { _mm512_loadu_si512(states[i].as_ptr().cast()) };
        }
        permute(&mut a);
        for i in 0..25 {
            // SAFETY: writes the eight words.
            unsafe { _mm512_storeu_si512(states[i].as_mut_ptr().cast(), a[i].0) };
        }
    }
    // SAFETY: an `Ifma`: the CPU has the features.
    unsafe { with_features(states) }
}

/// A word of four states.
#[derive(Clone, Copy)]
struct Four(__m256i);

impl Word for Four {
    #[inline(always)]
    fn splat(x: u64) -> Self {
        // SAFETY: only [`permute4`] makes these, with AVX2. Registers only, here and below.
        Self(unsafe { _mm256_set1_epi64x(x.cast_signed()) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        // SAFETY: as above.
        self.xor(Self(unsafe { _mm256_andnot_si256(b.0, c.0) }))
    }
    #[inline(always)]
    fn rotate<const N: i32>(self) -> Self {
        // SAFETY: as above. By 64, the right shift gives zero.
        unsafe {
            let left = _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(N));
            let right = _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(64 - N));
            Self(_mm256_or_si256(left, right))
        }
    }
}

/// Permutes four states, from `first` on.
pub(crate) fn permute4(_: Adx, states: &mut States, first: usize) {
    #[target_feature(enable = "avx2")]
    fn with_features(states: &mut States, first: usize) {
        let mut a = [Four::splat(0); 25];
        for i in 0..25 {
            let words: &[u64; 4] = states[i][first..].first_chunk().expect("four states");
            // SAFETY: reads the four words.
            a[i].0 = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
        }
        permute(&mut a);
        for i in 0..25 {
            let words: &mut [u64; 4] = states[i][first..].first_chunk_mut().expect("four states");
            // SAFETY: writes the four words.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a[i].0) };
        }
    }
    // SAFETY: an `Adx`: the CPU has AVX2.
    unsafe { with_features(states, first) }
}
