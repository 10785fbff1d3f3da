//! AVX-512 IFMA: vectors of four and eight lanes.
//!
//! # Inlining
//!
//! Intrinsics become instructions only where the compiler knows that the CPU has them: inside the one function with
//! `#[target_feature]` here, which [`Ifma::run`] enters, and in what is inlined into it. So everything from a [`Task`] down, to the next one, is
//! `#[inline(always)]`: operators, formulas, schedules, and they contain no closures but short ones. A closure is no task either:
//! nothing makes the compiler inline a long one, and outside of that function each operation is a call through memory, a
//! hundred times slower. `.ci` counts such calls in the binary.

use crate::{Ifma, lanes::Lanes, quad::FourLanes};
use core::{
    arch::{asm, x86_64::*},
    ops::{Add, Index, IndexMut, Sub},
};

#[cfg(test)]
mod tests;

/// A public operation on vectors.
pub(crate) trait Task {
    /// What it computes.
    type Output;
    /// Computes it. `#[inline(always)]`, see the module.
    fn run(self, cpu: Ifma) -> Self::Output;
}

impl Ifma {
    /// Runs the task with the instructions of this CPU, in a function of its own: a public operation, or a part of it whose code would be
    /// there twice.
    #[inline(always)]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
        #[inline(never)]
        fn with_features<T: Task>(cpu: Ifma, task: T) -> T::Output {
            task.run(cpu)
        }
        // SAFETY: `self` is an `Ifma`: the CPU has the features.
        unsafe { with_features(self, task) }
    }
}

/// Defines a function of an element's kind that is a [`Task`] by itself: its code is there once.
macro_rules! outlined {
    ($(
        $(#[$doc:meta])*
        $vis:vis fn $name:ident<$P:ident>($cpu:ident, $($arg:ident: $type:ty),*) -> $output:ty = $body:expr;
    )*) => {$(
        $(#[$doc])*
        #[inline(always)]
        $vis fn $name<$P: $crate::lanes::Radix52>(cpu: $crate::Ifma, $($arg: $type),*) -> $output {
            struct Call<$P: $crate::lanes::Radix52> {
                $($arg: $type),*
            }
            impl<$P: $crate::lanes::Radix52> $crate::arch::x86_64::ifma::Task for Call<$P> {
                type Output = $output;
                #[inline(always)]
                fn run(self, $cpu: $crate::Ifma) -> $output {
                    let Self { $($arg),* } = self;
                    $body
                }
            }
            cpu.run(Call::<$P> { $($arg),* })
        }
    )*};
}
pub(crate) use outlined;

/// Methods that are one intrinsic on the registers of the operands.
macro_rules! intrinsics {
    ($($name:ident($($arg:ident),*) = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: Self),*) -> Self {
            // SAFETY: a vector carries an `Ifma`. Registers only.
            Self(unsafe { $intrinsic(self.0, $($arg.0),*) }, self.1)
        }
    )*};
}

/// Shifts by a constant. Only the intrinsics with a mask take the same type of constant in both widths.
macro_rules! shifts {
    ($($name:ident = $intrinsic:ident;)*) => {$(
        #[inline(always)]
        fn $name<const N: u32>(self) -> Self {
            // SAFETY: a vector carries an `Ifma`. Registers only.
            Self(unsafe { $intrinsic::<N>(!0, self.0) }, self.1)
        }
    )*};
}

macro_rules! vector {
    (
        $(#[$doc:meta])*
        $name:ident([u64; $lanes:literal] in $register:ident),
        load: $load:ident, store: $store:ident, splat: $splat:ident, test: $test:ident, opaque: $opaque:ident, select: $select:ident, add_in: $add_in:ident, sub_in: $sub_in:ident,
        $add:ident, $sub:ident, $and:ident, $madd_low:ident, $madd_high:ident, $shl:ident, $shr:ident, $sar:ident,
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name($register, Ifma);

        impl $name {
            /// The vector of these lanes.
            #[inline(always)]
            pub(crate) fn load(cpu: Ifma, lanes: &[u64; $lanes]) -> Self {
                // SAFETY: the token is here. Reads the words of `lanes`.
                Self(unsafe { $load(lanes.as_ptr().cast()) }, cpu)
            }
            /// Its lanes.
            #[inline(always)]
            pub(crate) fn store(self) -> [u64; $lanes] {
                let mut lanes = [0; $lanes];
                // SAFETY: a vector carries an `Ifma`. Writes the words of `lanes`.
                unsafe { $store(lanes.as_mut_ptr().cast(), self.0) };
                lanes
            }
            intrinsics! { and(b) = $and; }
        }

        impl Add for $name {
            type Output = Self;
            intrinsics! { add(b) = $add; }
        }
        impl Sub for $name {
            type Output = Self;
            intrinsics! { sub(b) = $sub; }
        }
        impl Lanes for $name {
            type Token = Ifma;
            type Mask = __mmask8;
            intrinsics! {
                madd_low(a, b) = $madd_low;
                madd_high(a, b) = $madd_high;
            }
            shifts! {
                shl = $shl;
                shr = $shr;
                sar = $sar;
            }
            #[inline(always)]
            fn token(self) -> Ifma {
                self.1
            }
            #[inline(always)]
            fn splat(cpu: Ifma, x: u64) -> Self {
                // SAFETY: the token is here. Registers only.
                Self(unsafe { $splat(x as i64) }, cpu)
            }
            #[inline(always)]
            fn low_bits<const N: u32>(self) -> Self {
                self.and(Self::splat(self.1, (1 << N) - 1))
            }
            #[inline(always)]
            fn low_bits_shl<const N: u32, const S: u32>(self) -> Self {
                self.shl::<S>().and(Self::splat(self.1, ((1 << N) - 1) << S))
            }
            #[inline(always)]
            fn everywhere(cpu: Ifma, mask: u64) -> __mmask8 {
                let lanes = Self::splat(cpu, mask).0;
                // SAFETY: the token is here. Registers only.
                unsafe {
                    let lanes = $opaque(lanes);
                    $test(lanes, lanes)
                }
            }
            #[inline(always)]
            fn select(self, mask: __mmask8, other: Self) -> Self {
                // SAFETY: a vector carries an `Ifma`. Registers only.
                Self(unsafe { $select(mask, self.0, other.0) }, self.1)
            }
            #[inline(always)]
            fn add_in(self, mask: __mmask8, a: Self, b: Self) -> Self {
                // SAFETY: a vector carries an `Ifma`. Registers only.
                Self(unsafe { $add_in(self.0, mask, a.0, b.0) }, self.1)
            }
            #[inline(always)]
            fn sub_in(self, mask: __mmask8, a: Self, b: Self) -> Self {
                // SAFETY: a vector carries an `Ifma`. Registers only.
                Self(unsafe { $sub_in(self.0, mask, a.0, b.0) }, self.1)
            }
        }
    };
}

vector! {
    /// Four lanes: for what waits for results. On Zen 4 two operations start in a cycle.
    Ymm([u64; 4] in __m256i),
    load: _mm256_loadu_si256, store: _mm256_storeu_si256, splat: _mm256_set1_epi64x,
    test: _mm256_test_epi64_mask, opaque: opaque_ymm,
    select: _mm256_mask_blend_epi64, add_in: _mm256_mask_add_epi64, sub_in: _mm256_mask_sub_epi64,
    _mm256_add_epi64, _mm256_sub_epi64, _mm256_and_si256, _mm256_madd52lo_epu64, _mm256_madd52hi_epu64,
    _mm256_maskz_slli_epi64, _mm256_maskz_srli_epi64, _mm256_maskz_srai_epi64,
}

vector! {
    /// Eight lanes: for throughput.
    Zmm([u64; 8] in __m512i),
    load: _mm512_loadu_si512, store: _mm512_storeu_si512, splat: _mm512_set1_epi64,
    test: _mm512_test_epi64_mask, opaque: opaque_zmm,
    select: _mm512_mask_blend_epi64, add_in: _mm512_mask_add_epi64, sub_in: _mm512_mask_sub_epi64,
    _mm512_add_epi64, _mm512_sub_epi64, _mm512_and_si512, _mm512_madd52lo_epu64, _mm512_madd52hi_epu64,
    _mm512_maskz_slli_epi64, _mm512_maskz_srli_epi64, _mm512_maskz_srai_epi64,
}

/// Values that the compiler must not know more about: it would turn a secret mask into a jump, and a constant one, or a shuffle,
/// into instructions of its own choice.
macro_rules! opaque {
    ($($name:ident($type:ident in $class:ident, $template:literal);)*) => {$(
        #[inline]
        #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
        fn $name(mut x: $type) -> $type {
            // SAFETY: no instruction.
            unsafe { asm!($template, inout($class) x, options(pure, nomem, nostack, preserves_flags)) };
            x
        }
    )*};
}

opaque! {
    opaque_ymm(__m256i in zmm_reg, "/* {0:y} */");
    opaque_zmm(__m512i in zmm_reg, "/* {0} */");
    opaque_mask(__mmask8 in kreg, "/* {0} */");
}

#[inline(always)]
fn mask_of(lanes: [bool; 4]) -> __mmask8 {
    let bit = |i: usize| u8::from(lanes[i]) << i;
    bit(0) | bit(1) | bit(2) | bit(3)
}

impl FourLanes for Ymm {
    #[inline(always)]
    fn lanes(cpu: Ifma, lanes: [u64; 4]) -> Self {
        Self::load(cpu, &lanes)
    }
    #[inline(always)]
    fn get(self) -> [u64; 4] {
        self.store()
    }
    #[inline(always)]
    fn mask(_: Ifma, lanes: [bool; 4]) -> __mmask8 {
        // SAFETY: the token is here.
        unsafe { opaque_mask(mask_of(lanes)) }
    }
    #[inline(always)]
    fn permute(self, from: [usize; 4]) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only; the compiler picks the instruction.
        unsafe {
            let [a, b, c, d] = from;
            let from = _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64);
            Self(_mm256_permutexvar_epi64(from, self.0), self.1)
        }
    }
    #[inline(always)]
    fn permute_by(self, from: Self) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only; the compiler must not know more about the indices.
        unsafe { Self(_mm256_permutexvar_epi64(opaque_ymm(from.0), self.0), self.1) }
    }
    /// `vpshufd`: one cycle.
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        Self(
            unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) },
            self.1,
        )
    }
    /// `vinserti128`: one cycle, where the `vpermq` that the compiler prefers takes four.
    #[inline(always)]
    fn low(self) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        unsafe {
            let low = _mm256_castsi256_si128(opaque_ymm(self.0));
            Self(_mm256_inserti128_si256::<1>(self.0, low), self.1)
        }
    }
}

/// Two groups of four lanes.
impl FourLanes for Zmm {
    #[inline(always)]
    fn lanes(cpu: Ifma, [a, b, c, d]: [u64; 4]) -> Self {
        Self::load(cpu, &[a, b, c, d, a, b, c, d])
    }
    #[inline(always)]
    fn get(self) -> [u64; 4] {
        self.halves()[0].store()
    }
    #[inline(always)]
    fn mask(_: Ifma, lanes: [bool; 4]) -> __mmask8 {
        let mask = mask_of(lanes);
        // SAFETY: the token is here.
        unsafe { opaque_mask(mask | mask << 4) }
    }
    #[inline(always)]
    fn permute(self, from: [usize; 4]) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only; the compiler picks the instruction.
        unsafe {
            let [a, b, c, d] = from;
            let (a, b, c, d) = (a as i64, b as i64, c as i64, d as i64);
            let from = _mm512_setr_epi64(a, b, c, d, a + 4, b + 4, c + 4, d + 4);
            Self(_mm512_permutexvar_epi64(from, self.0), self.1)
        }
    }
    #[inline(always)]
    fn permute_by(self, from: Self) -> Self {
        let second = Self::load(self.1, &[0, 0, 0, 0, 4, 4, 4, 4]);
        // SAFETY: a vector carries an `Ifma`. Registers only; the compiler must not know more about the indices.
        unsafe {
            let from = opaque_zmm((from + second).0);
            Self(_mm512_permutexvar_epi64(from, self.0), self.1)
        }
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        Self(
            unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.0) },
            self.1,
        )
    }
    #[inline(always)]
    fn low(self) -> Self {
        self.permute([0, 1, 0, 1])
    }
}

impl Ymm {
    /// The mask of the lanes that are not zero.
    #[inline(always)]
    pub(crate) fn secret_mask(cpu: Ifma, lanes: [u64; 4]) -> __mmask8 {
        let lanes = Self::load(cpu, &lanes).0;
        // SAFETY: the token is here. Registers only.
        unsafe {
            let lanes = opaque_ymm(lanes);
            _mm256_test_epi64_mask(lanes, lanes)
        }
    }

    /// The columns of the matrix with these rows.
    #[inline(always)]
    pub(crate) fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        unsafe {
            let (ab, ab_odd) = (
                _mm256_unpacklo_epi64(a.0, b.0),
                _mm256_unpackhi_epi64(a.0, b.0),
            );
            let (cd, cd_odd) = (
                _mm256_unpacklo_epi64(c.0, d.0),
                _mm256_unpackhi_epi64(c.0, d.0),
            );
            [
                Self(_mm256_permute2x128_si256::<0x20>(ab, cd), a.1),
                Self(_mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd), a.1),
                Self(_mm256_permute2x128_si256::<0x31>(ab, cd), a.1),
                Self(_mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd), a.1),
            ]
        }
    }
}

impl Zmm {
    /// Lanes 0 to 3, and lanes 4 to 7.
    #[inline(always)]
    pub(crate) fn halves(self) -> [Ymm; 2] {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        unsafe {
            [
                Ymm(_mm512_castsi512_si256(self.0), self.1),
                Ymm(_mm512_extracti64x4_epi64::<1>(self.0), self.1),
            ]
        }
    }

    /// `floor(self / 2^n)`, unsigned, for a constant `n < 64`.
    #[inline(always)]
    pub(crate) fn shr_by(self, n: usize) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        Self(
            unsafe { _mm512_srlv_epi64(self.0, _mm512_set1_epi64(n as i64)) },
            self.1,
        )
    }

    /// `self 2^n mod 2^64`, for a constant `n < 64`.
    #[inline(always)]
    pub(crate) fn shl_by(self, n: usize) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        Self(
            unsafe { _mm512_sllv_epi64(self.0, _mm512_set1_epi64(n as i64)) },
            self.1,
        )
    }

    /// The opposite of [`Self::halves`].
    #[inline(always)]
    pub(crate) fn join([low, high]: [Ymm; 2]) -> Self {
        // SAFETY: a vector carries an `Ifma`. Registers only.
        Self(
            unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0) },
            low.1,
        )
    }

    /// The mask of the lanes that are below `bound`, for a secret vector.
    #[inline(always)]
    pub(crate) fn secret_below(self, bound: u64) -> __mmask8 {
        let bound = Self::splat(self.1, bound);
        // SAFETY: a vector carries an `Ifma`. Registers only.
        unsafe { _mm512_cmplt_epu64_mask(opaque_zmm(self.0), bound.0) }
    }
}

/// A table that is read by secret indices: all of its rows, in order, under masks that come from comparisons of vectors.
pub(crate) struct Rows<'a, R>(pub(crate) &'a [R]);

impl<R: Index<usize, Output = [u64; 8]>> Rows<'_, R> {
    /// Into each lane of `selected`, which is zero, that lane of the row that its index says, if there is such a row; for rows of
    /// `n` vectors.
    #[inline(always)]
    pub(crate) fn select<S: IndexMut<usize, Output = Zmm>>(
        &self,
        index: Zmm,
        selected: &mut S,
        n: usize,
    ) {
        // SAFETY: a vector carries an `Ifma`. Reads the words of each row.
        unsafe {
            let wanted = opaque_zmm(index.0);
            for (i, row) in self.0.iter().enumerate() {
                let here = _mm512_cmpeq_epi64_mask(wanted, _mm512_set1_epi64(i as i64));
                for j in 0..n {
                    let lanes = row[j].as_ptr().cast();
                    selected[j].0 = _mm512_mask_loadu_epi64(selected[j].0, here, lanes);
                }
            }
        }
    }
}
