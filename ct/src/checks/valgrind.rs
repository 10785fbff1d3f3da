//! valgrind's client requests: memcheck tracks undefined memory bit by bit and reports a jump or an address that depends on
//! it, so a secret is memory that is marked undefined.
//!
//! Source of the protocol and the numbers: `valgrind.h`, `memcheck.h` (BSD licensed for this use), their x86-64 parts.

// The requests are instructions, and the marks are made through pointers.
#![allow(unsafe_code)]

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
// Memcheck's requests begin at 'M' << 24 | 'C' << 16.
const MAKE_MEM_UNDEFINED: usize = 0x4d43_0001;
const MAKE_MEM_DEFINED: usize = 0x4d43_0002;

/// Are we under valgrind? Without it, the requests do nothing.
pub(crate) fn is_running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0) != 0
}

/// Reports so far, the suppressed ones excluded, the repeated ones included.
pub(crate) fn errors() -> usize {
    request(COUNT_ERRORS, 0, 0)
}

/// Marks the bytes of `x` as secret.
pub(crate) fn secret<T: Copy>(x: &mut T) {
    request(
        MAKE_MEM_UNDEFINED,
        std::ptr::from_mut(x) as usize,
        size_of::<T>(),
    );
}

/// Marks the bytes of `x` as public.
pub(crate) fn public<T>(x: &mut T) {
    request(
        MAKE_MEM_DEFINED,
        std::ptr::from_mut(x) as usize,
        size_of::<T>(),
    );
}

/// One request; 0 if nobody answers.
#[inline(never)]
fn request(code: usize, address: usize, length: usize) -> usize {
    let arguments = [code, address, length, 0, 0, 0];
    let mut answer = 0;
    // SAFETY: outside valgrind these are four rotations by 128 bits in all and an exchange of a register with itself. Inside,
    // memcheck changes its marks of memory that the caller borrows exclusively, not its contents.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") answer,
            out("rdi") _,
            options(nostack),
        );
    }
    answer
}
