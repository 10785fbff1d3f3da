//! Every secret mask of the workspace.
//!
//! rustc 1.95 turns `x & (0 - bit)` and scans with plain masks back into jumps on the secret (at `-O3` and `-Os`), so a
//! mask passes through [`barrier`] once and is opaque to the optimiser from there on. A test disassembles a selection.

use elliptic_curve::subtle::Choice;

/// `x`, with its value hidden from the optimiser.
///
/// The empty assembly costs nothing; `black_box` goes through memory and serves where `asm!` is not stable.
#[inline(always)]
pub(crate) fn barrier(x: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut x = x;
        // SAFETY: no instruction is emitted; `x` is read and written in a register.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags));
        }
        x
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    core::hint::black_box(x)
}

/// All ones for `bit = 1`, zero for `bit = 0`.
#[inline(always)]
pub(crate) fn mask(bit: u64) -> u64 {
    barrier(0u64.wrapping_sub(bit))
}

/// [`mask`] of a `Choice`.
#[inline(always)]
pub(crate) fn mask_of(choice: Choice) -> u64 {
    mask(u64::from(choice.unwrap_u8()))
}

/// All ones if `a = b`, else zero.
#[inline(always)]
pub(crate) fn equal(a: u64, b: u64) -> u64 {
    mask(is_zero(a ^ b))
}

/// 1 if `x = 0`, else 0: only for zero have both `x` and `-x` a clear top bit.
#[inline(always)]
pub(crate) fn is_zero(x: u64) -> u64 {
    1 ^ ((x | x.wrapping_neg()) >> 63)
}

/// `b` where the mask is set, `a` elsewhere.
#[inline(always)]
pub(crate) fn select(a: u64, b: u64, mask: u64) -> u64 {
    a ^ ((a ^ b) & mask)
}

/// `a = b` where the mask is set, word by word.
#[inline(always)]
pub(crate) fn assign(a: &mut [u64], b: &[u64], mask: u64) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = select(*a, *b, mask);
    }
}

/// 1 if all words are zero, as a `Choice`.
#[inline(always)]
pub(crate) fn all_zero(words: &[u64]) -> Choice {
    let any = words.iter().fold(0, |acc, w| acc | w);
    Choice::from(barrier(is_zero(any)) as u8)
}

/// 1 if the number `a` is below `b`, as a `Choice`: if the subtraction borrows.
#[inline(always)]
pub(crate) fn less(a: &[u64], b: &[u64]) -> Choice {
    let borrow = a
        .iter()
        .zip(b)
        .fold(0, |borrow, (a, b)| crate::constant::sbb(*a, *b, borrow).1);
    Choice::from(barrier(borrow) as u8)
}

#[cfg(test)]
mod tests;
