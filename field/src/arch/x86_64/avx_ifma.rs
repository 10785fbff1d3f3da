//! AVX-IFMA: the 52-bit products in the VEX encoding, in vectors of four lanes, for CPUs that have them without AVX-512. Beside them AVX2.
//!
//! No machine that ran the tests has it. So it is behind `--cfg field_backend="avxifma"`, and where a test runs this code the two
//! products are computed lane by lane; everything else is what would run.

use crate::{
    AvxIfma,
    lanes::Lanes,
    quad::{FourLanes, QuadTask, Quads},
};
use core::{
    arch::{asm, x86_64::*},
    ops::{Add, Sub},
};

#[cfg(test)]
mod tests;

impl AvxIfma {
    /// As [`crate::Ifma::run`].
    #[inline(always)]
    fn run<T: QuadTask<Self>>(self, task: T) -> T::Output {
        #[cfg_attr(not(test), target_feature(enable = "avx2,avxifma"))]
        #[cfg_attr(test, target_feature(enable = "avx2"))]
        #[inline(never)]
        fn with_features<T: QuadTask<AvxIfma>>(cpu: AvxIfma, task: T) -> T::Output {
            task.run_on(cpu)
        }
        // SAFETY: `self` is an `AvxIfma`: the CPU has the features.
        unsafe { with_features(self, task) }
    }
}

impl Quads for AvxIfma {
    type Vector = Vex;
    #[inline(always)]
    fn run_quad<T: QuadTask<Self>>(self, task: T) -> T::Output {
        self.run(task)
    }
}

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vex(__m256i, AvxIfma);

macro_rules! intrinsics {
    ($($name:ident($($arg:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: Self),*) -> Self {
            // SAFETY: a vector carries an `AvxIfma`. Registers only.
            Self(unsafe { $intrinsic(self.0, $($arg.0),*) }, self.1)
        }
    )*};
}

/// The products. In tests, on a CPU without them: lane by lane.
macro_rules! products {
    ($($name:ident = $intrinsic:ident, $shift:literal;)*) => {$(
        #[inline(always)]
        fn $name(self, a: Self, b: Self) -> Self {
            #[cfg(test)]
            if !std::arch::is_x86_feature_detected!("avxifma") {
                let (sum, a, b) = (self.get(), a.get(), b.get());
                let low = |x: u64| u128::from(x % (1 << 52));
                let product = |i: usize| (low(a[i]) * low(b[i]) >> $shift) as u64 % (1 << 52);
                return Self::lanes(self.1, core::array::from_fn(|i| sum[i].wrapping_add(product(i))));
            }
            // SAFETY: a vector carries an `AvxIfma`. Registers only.
            Self(unsafe { $intrinsic(self.0, a.0, b.0) }, self.1)
        }
    )*};
}

impl Vex {
    /// The vector of these lanes.
    #[inline(always)]
    fn load(cpu: AvxIfma, lanes: &[u64; 4]) -> Self {
        // SAFETY: the token is here. Reads the words of `lanes`.
        Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }, cpu)
    }

    intrinsics! { and(b) = _mm256_and_si256; }
}

impl Add for Vex {
    type Output = Self;
    intrinsics! { add(b) = _mm256_add_epi64; }
}

impl Sub for Vex {
    type Output = Self;
    intrinsics! { sub(b) = _mm256_sub_epi64; }
}

impl Lanes for Vex {
    type Token = AvxIfma;
    /// All ones in the lanes, else zero.
    type Mask = __m256i;
    products! {
        madd_low = _mm256_madd52lo_avx_epu64, 0;
        madd_high = _mm256_madd52hi_avx_epu64, 52;
    }
    #[inline(always)]
    fn token(self) -> AvxIfma {
        self.1
    }
    #[inline(always)]
    fn splat(cpu: AvxIfma, x: u64) -> Self {
        // SAFETY: the token is here. Registers only.
        Self(unsafe { _mm256_set1_epi64x(x.cast_signed()) }, cpu)
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        unsafe {
            Self(
                _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())),
                self.1,
            )
        }
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        unsafe {
            Self(
                _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())),
                self.1,
            )
        }
    }
    /// AVX2 has no signed shift of 64 bits: `floor(x / 2^N) = (u ^ s) - s` for the unsigned one `u` and the place `s` that the sign has there.
    #[inline(always)]
    fn sar<const N: u32>(self) -> Self {
        let sign = Self::splat(self.1, 1 << (63 - N));
        let shifted = self.shr::<N>();
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        Self(unsafe { _mm256_xor_si256(shifted.0, sign.0) }, self.1) - sign
    }
    #[inline(always)]
    fn low_bits<const N: u32>(self) -> Self {
        self.and(Self::splat(self.1, (1 << N) - 1))
    }
    #[inline(always)]
    fn low_bits_shl<const N: u32, const S: u32>(self) -> Self {
        self.shl::<S>()
            .and(Self::splat(self.1, ((1 << N) - 1) << S))
    }
    #[inline(always)]
    fn everywhere(cpu: AvxIfma, mask: u64) -> __m256i {
        let zero = Self::splat(cpu, 0);
        // SAFETY: the token is here. Registers only.
        unsafe {
            let is_zero = _mm256_cmpeq_epi64(opaque(Self::splat(cpu, mask).0), zero.0);
            _mm256_andnot_si256(is_zero, Self::splat(cpu, u64::MAX).0)
        }
    }
    #[inline(always)]
    fn select(self, mask: __m256i, other: Self) -> Self {
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        Self(unsafe { _mm256_blendv_epi8(self.0, other.0, mask) }, self.1)
    }
}

/// As in `ifma`: what the compiler must not know more about.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut x: __m256i) -> __m256i {
    // SAFETY: no instruction.
    unsafe { asm!("/* {0} */", inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}

impl FourLanes for Vex {
    #[inline(always)]
    fn lanes(cpu: AvxIfma, lanes: [u64; 4]) -> Self {
        Self::load(cpu, &lanes)
    }
    #[inline(always)]
    fn get(self) -> [u64; 4] {
        let mut lanes = [0; 4];
        // SAFETY: a vector carries an `AvxIfma`. Writes the words of `lanes`.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
    #[inline(always)]
    fn mask(cpu: AvxIfma, lanes: [bool; 4]) -> __m256i {
        let mut ones = [0; 4];
        for i in 0..4 {
            ones[i] = u64::from(lanes[i]).wrapping_neg();
        }
        // SAFETY: the token is here. Registers only.
        unsafe { opaque(Self::load(cpu, &ones).0) }
    }
    #[inline(always)]
    fn permute(self, [a, b, c, d]: [usize; 4]) -> Self {
        let pair = |i: usize| (2 * i as u64) | (2 * i as u64 + 1) << 32;
        let from = Self::load(self.1, &[pair(a), pair(b), pair(c), pair(d)]);
        // SAFETY: a vector carries an `AvxIfma`. Registers only; the compiler picks the instruction.
        Self(
            unsafe { _mm256_permutevar8x32_epi32(self.0, from.0) },
            self.1,
        )
    }
    /// AVX2 moves words of 32 bits by a vector of indices: `2 i` and `2 i + 1` for the lane `i`.
    #[inline(always)]
    fn permute_by(self, from: Self) -> Self {
        let twice = from + from;
        let pair = twice + twice.shl::<32>() + Self::splat(self.1, 1 << 32);
        // SAFETY: a vector carries an `AvxIfma`. Registers only; the compiler must not know more about the indices.
        Self(
            unsafe { _mm256_permutevar8x32_epi32(self.0, opaque(pair.0)) },
            self.1,
        )
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        Self(
            unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) },
            self.1,
        )
    }
    #[inline(always)]
    fn low(self) -> Self {
        // SAFETY: a vector carries an `AvxIfma`. Registers only.
        unsafe {
            let low = _mm256_castsi256_si128(opaque(self.0));
            Self(_mm256_inserti128_si256::<1>(self.0, low), self.1)
        }
    }
}
