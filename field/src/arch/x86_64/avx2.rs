//! Look-ups of table entries by a secret index: every entry is read, under masks from comparisons of vectors.

use crate::Adx;
use core::arch::{asm, x86_64::*};

/// Entry `index` of the table, or zero beyond its end.
#[inline(always)]
pub(super) fn look_up<const N: usize, const C: usize>(
    _: Adx,
    table: &[[[u64; N]; C]],
    index: u64,
) -> [[u64; N]; C] {
    // SAFETY: an `Adx` says that the CPU has AVX2.
    unsafe { with_avx2(table, index) }
}

/// An entry of `C` numbers of `N` words is up to four vectors of four words, and one of two or none.
#[target_feature(enable = "avx2")]
fn with_avx2<const N: usize, const C: usize>(table: &[[[u64; N]; C]], index: u64) -> [[u64; N]; C] {
    const { assert!(C * N / 4 <= 4 && (C * N).is_multiple_of(2)) };
    let mut wanted = _mm256_set1_epi64x(index as i64);
    // SAFETY: no instruction; the compiler must not know that all lanes are one secret word, it would branch on that.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) wanted, options(pure, nomem, nostack, preserves_flags));
    };
    let one = _mm256_set1_epi64x(1);
    let mut here = _mm256_setzero_si256();
    let mut found = [_mm256_setzero_si256(); 4];
    let mut found_last = _mm_setzero_si128();
    for entry in table {
        let mask = _mm256_cmpeq_epi64(here, wanted);
        let (vectors, last) = entry.as_flattened().as_chunks::<4>();
        for (found, words) in found.iter_mut().zip(vectors) {
            // SAFETY: reads the four words.
            let words = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
            *found = _mm256_or_si256(*found, _mm256_and_si256(words, mask));
        }
        if let [_, _] = last {
            // SAFETY: reads the two words.
            let words = unsafe { _mm_loadu_si128(last.as_ptr().cast()) };
            let mask = _mm256_castsi256_si128(mask);
            found_last = _mm_or_si128(found_last, _mm_and_si128(words, mask));
        }
        here = _mm256_add_epi64(here, one);
    }
    let mut entry = [[0; N]; C];
    let (vectors, last) = entry.as_flattened_mut().as_chunks_mut::<4>();
    for (words, found) in vectors.iter_mut().zip(found) {
        // SAFETY: writes the four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), found) };
    }
    if let [_, _] = last {
        // SAFETY: writes the two words.
        unsafe { _mm_storeu_si128(last.as_mut_ptr().cast(), found_last) };
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::look_up;
    use crate::Cpu;

    fn test<const N: usize, const C: usize>() {
        let Some(adx) = Cpu::detect().adx else { return };
        let table: [[[u64; N]; C]; 7] = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                core::array::from_fn(|k| 1 << 63 | (1000 * i + 100 * j + k) as u64)
            })
        });
        for index in 0..10 {
            let expected = table.get(index).copied().unwrap_or([[0; N]; C]);
            assert_eq!(look_up(adx, &table, index as u64), expected);
            assert_eq!(look_up(adx, &table, 1 << 32 | index as u64), [[0; N]; C]);
        }
    }

    #[test]
    fn an_entry_is_found_by_its_index_and_none_beyond_the_end() {
        test::<4, 2>();
        test::<4, 3>();
        test::<4, 4>();
        test::<6, 2>();
        test::<9, 2>();
    }
}
