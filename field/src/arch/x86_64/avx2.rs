//! Look-ups of table entries by a secret index: every entry is read, under masks from comparisons of vectors.

use crate::Adx;
use core::arch::{asm, x86_64::*};

/// Entry `index` of the table, or zero beyond its end. Entries are `V` vectors of four words.
#[inline(always)]
pub(super) fn look_up<const V: usize>(
    _: Adx,
    table: &[[[u64; 4]; V]],
    index: u64,
) -> [[u64; 4]; V] {
    // SAFETY: an `Adx` says that the CPU has AVX2.
    unsafe { with_avx2(table, index) }
}

#[target_feature(enable = "avx2")]
fn with_avx2<const V: usize>(table: &[[[u64; 4]; V]], index: u64) -> [[u64; 4]; V] {
    let mut wanted = _mm256_set1_epi64x(index as i64);
    // SAFETY: no instruction; the compiler must not know that all lanes are one secret word, it would branch on that.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) wanted, options(pure, nomem, nostack, preserves_flags));
    };
    let one = _mm256_set1_epi64x(1);
    let mut here = _mm256_setzero_si256();
    let mut found = [_mm256_setzero_si256(); V];
    for entry in table {
        let mask = _mm256_cmpeq_epi64(here, wanted);
        for (found, words) in found.iter_mut().zip(entry) {
            // SAFETY: reads the four words.
            let words = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
            *found = _mm256_or_si256(*found, _mm256_and_si256(words, mask));
        }
        here = _mm256_add_epi64(here, one);
    }
    let mut words = [[0; 4]; V];
    for (words, found) in words.iter_mut().zip(found) {
        // SAFETY: writes the four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), found) };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::look_up;
    use crate::Cpu;

    #[test]
    fn an_entry_is_found_by_its_index_and_none_beyond_the_end() {
        let Some(adx) = Cpu::detect().adx else { return };
        let table: [[[u64; 4]; 3]; 7] = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                core::array::from_fn(|k| 1 << 63 | (100 * i + 10 * j + k) as u64)
            })
        });
        for index in 0..10 {
            let expected = table.get(index).copied().unwrap_or_default();
            assert_eq!(look_up(adx, &table, index as u64), expected);
            assert_eq!(look_up(adx, &table, 1 << 32 | index as u64), [[0; 4]; 3]);
        }
    }
}
