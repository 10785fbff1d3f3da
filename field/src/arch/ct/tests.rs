//! The machine code of selections, and what they compute.

use super::*;

/// What is disassembled: a selection and a scan through this module; and controls that use plain masks. In each, every jump
/// that is not the end of a loop would depend on the secret.
mod compiled {
    use super::super::{assign, equal, mask};

    // SAFETY (all): no other function of the test program has the name.
    #[unsafe(no_mangle)]
    #[inline(never)]
    extern "C" fn ct_test_select(r: &mut [u64; 4], b: &[u64; 4], bit: u64) {
        assign(r, b, mask(bit));
    }

    #[unsafe(no_mangle)]
    #[inline(never)]
    extern "C" fn ct_test_scan(r: &mut [u64; 4], table: &[[u64; 4]; 16], index: u64) {
        for (j, entry) in table.iter().enumerate() {
            let mask = equal(index, j as u64);
            for (r, e) in r.iter_mut().zip(entry) {
                *r |= e & mask;
            }
        }
    }

    #[unsafe(no_mangle)]
    #[inline(never)]
    extern "C" fn ct_test_plain_scan(r: &mut [u64; 4], table: &[[u64; 4]; 16], index: u64) {
        for (j, entry) in table.iter().enumerate() {
            let mask = 0u64.wrapping_sub(u64::from(j as u64 == index));
            for (r, e) in r.iter_mut().zip(entry) {
                *r |= e & mask;
            }
        }
    }
}
