//! x86-64 with BMI2 and ADX: `mulx` leaves the flags alone, and `adcx`, `adox` carry in two chains at once.
//!
//! The moduli of four words have 256 bits, `2^255 < m < 2^256`, and elements are Montgomery residues `x 2^256 mod m`,
//! little-endian; `wide.rs` says what differs for six and nine words, `p25519.rs` what does for Curve25519. Two value classes are used: *reduced* is below `m`;
//! *loose* is any words.
//!
//! # How the kernels are written
//!
//! A kernel is one straight line of instructions from a short list, put together from the macros below and in the modules.
//! Each macro is the text of one step and states what it does to the registers, which have fixed parts:
//!
//! | register | part |
//! |---|---|
//! | `rsi` | first operand |
//! | `rdi` | second operand, until its last word was read; then scratch: a zero, a mask |
//! | `r8` … `r15` | the words of a product; *low* is `r8` … `r11`, *high* is `r12` … `r15` |
//! | `rax`, `rcx`, `rdx` | scratch; `rdx` is the multiplier of `mulx` |
//!
//! Nothing branches and no address depends on data: a kernel is constant time. `field/proofs` reads the machine code back
//! and proves each kernel for all inputs that its first lines allow.
//!
//! # What the texts cost
//!
//! Tuned on Zen 4. There a `mulx` takes the room of three to four additions, and kernels in sequence are bound by the number
//! of their instructions more than by latency. So the reduction modulo p has shifts and no `mulx`, a square has ten of them,
//! and the long kernels save reductions. An operand that was stored just before goes second: `mov` reads it at once, `mulx`
//! from memory waits six cycles for it.

/// One row of a product: `w0 … w4 = w0 … w3 + [a] [b]`, four words and one.
///
/// The low halves of the four products go up the `adcx` chain and the high halves up the `adox` chain. The last high half
/// is at most `2^64 - 2` and the row at most `2^320 - 1`: both carries fit in `w4`. The `xor` cuts the dependency on the
/// flags of the row before. `zero` may be the base register of `b`, which is read first.
#[rustfmt::skip]
macro_rules! row {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w4:literal, $a:expr, $b:expr, $zero:literal) => { concat!(
        "mov rdx, [", $b, "]\n",
        "xor ", $zero, ", ", $zero, "\n",
        "mulx rcx, rax, [", $a, "]\n",
        "adcx ", $w0, ", rax\n",
        "adox ", $w1, ", rcx\n",
        "mulx rcx, rax, [", $a, " + 8]\n",
        "adcx ", $w1, ", rax\n",
        "adox ", $w2, ", rcx\n",
        "mulx rcx, rax, [", $a, " + 16]\n",
        "adcx ", $w2, ", rax\n",
        "adox ", $w3, ", rcx\n",
        "mulx ", $w4, ", rax, [", $a, " + 24]\n",
        "adcx ", $w3, ", rax\n",
        "adox ", $w4, ", ", $zero, "\n",
        "adcx ", $w4, ", ", $zero, "\n",
    ) };
}

/// `r8 … r15 = [a] [b]`, four words each: 16 `mulx`, 31 additions. Ends with `rdi = 0`.
#[rustfmt::skip]
macro_rules! product {
    ($a:expr, $b:expr) => { concat!(
        "mov rdx, [", $b, "]\n",
        "mulx r9, r8, [", $a, "]\n",
        "mulx r10, rax, [", $a, " + 8]\n",
        "add r9, rax\n",
        "mulx r11, rax, [", $a, " + 16]\n",
        "adc r10, rax\n",
        "mulx r12, rax, [", $a, " + 24]\n",
        "adc r11, rax\n",
        "adc r12, 0\n",
        row!("r9" "r10" "r11" "r12" "r13", $a, concat!($b, " + 8"), "r15"),
        row!("r10" "r11" "r12" "r13" "r14", $a, concat!($b, " + 16"), "r15"),
        row!("r11" "r12" "r13" "r14" "r15", $a, concat!($b, " + 24"), "rdi"),
    ) };
}

/// `r8 … r15 = [a]^2`: 10 `mulx`, 23 additions. Ends with `rdi = 0`.
///
/// ```text
///    r14    r13    r12    r11    r10    r9
///                               (  a0 a1  )
///                        (  a0 a2  )
///                 (  a0 a3  )
///                 (  a1 a2  )
///          (  a1 a3  )
///   (  a2 a3  )
/// ```
///
/// Then twice that, by `adcx`, and the squares `a0^2 … a3^2`, which fill the eight words side by side, by `adox`.
#[rustfmt::skip]
macro_rules! square {
    ($a:expr) => { concat!(
        "xor rdi, rdi\n",
        "mov rdx, [", $a, "]\n",
        "mulx r10, r9, [", $a, " + 8]\n",
        "mulx r11, rax, [", $a, " + 16]\n",
        "adcx r10, rax\n",
        "mulx r12, rax, [", $a, " + 24]\n",
        "adcx r11, rax\n",
        "mov rdx, [", $a, " + 8]\n",
        "mulx rcx, rax, [", $a, " + 16]\n",
        "adox r11, rax\n",
        "adcx r12, rcx\n",
        "mulx r13, rax, [", $a, " + 24]\n",
        "adox r12, rax\n",
        "adcx r13, rdi\n",
        "mov rdx, [", $a, " + 16]\n",
        "mulx r14, rax, [", $a, " + 24]\n",
        "adox r13, rax\n",
        "adox r14, rdi\n",

        "xor rdi, rdi\n",
        "mov rdx, [", $a, "]\n",
        "mulx rcx, r8, rdx\n",
        "adcx r9, r9\n",
        "adox r9, rcx\n",
        "mov rdx, [", $a, " + 8]\n",
        "mulx rcx, rax, rdx\n",
        "adcx r10, r10\n",
        "adox r10, rax\n",
        "adcx r11, r11\n",
        "adox r11, rcx\n",
        "mov rdx, [", $a, " + 16]\n",
        "mulx rcx, rax, rdx\n",
        "adcx r12, r12\n",
        "adox r12, rax\n",
        "adcx r13, r13\n",
        "adox r13, rcx\n",
        "mov rdx, [", $a, " + 24]\n",
        "mulx r15, rax, rdx\n",
        "adcx r14, r14\n",
        "adox r14, rax\n",
        "adcx r15, rdi\n",
        "adox r15, rdi\n",
    ) };
}

/// `[d] = high`.
#[rustfmt::skip]
macro_rules! store {
    ($d:expr) => { concat!(
        "mov [", $d, "], r12\n",
        "mov [", $d, " + 8], r13\n",
        "mov [", $d, " + 16], r14\n",
        "mov [", $d, " + 24], r15\n",
    ) };
}

/// `[d] = low`.
#[rustfmt::skip]
macro_rules! store_low {
    ($d:expr) => { concat!(
        "mov [", $d, "], r8\n",
        "mov [", $d, " + 8], r9\n",
        "mov [", $d, " + 16], r10\n",
        "mov [", $d, " + 24], r11\n",
    ) };
}

/// `[d] = r8 … r15`.
macro_rules! store_wide {
    ($d:expr) => {
        concat!(store_low!($d), store!(concat!($d, " + 32")))
    };
}

/// Runs the text with its operands at `rsi` and `rdi`; the value is *high*, or *low*. A text of one operand gets it twice.
macro_rules! value_of {
    ([$($text:expr),* $(,)?], $a:expr, $b:expr) => {
        value_of!(@ [$($text),*], $a, $b, "r12" "r13" "r14" "r15", "r8" "r9" "r10" "r11")
    };
    (low of [$($text:expr),* $(,)?], $a:expr, $b:expr) => {
        value_of!(@ [$($text),*], $a, $b, "r8" "r9" "r10" "r11", "r12" "r13" "r14" "r15")
    };
    (@ [$($text:expr),*], $a:expr, $b:expr, $r0:tt $r1:tt $r2:tt $r3:tt, $($scratch:tt)*) => {{
        let (r0, r1, r2, r3);
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads four words at each pointer, which come from references;
        // writes registers and flags only, all of them named here.
        unsafe {
            core::arch::asm!(
                $($text,)*
                inout("rsi") $a.as_ptr() => _, inout("rdi") $b.as_ptr() => _,
                out("rax") _, out("rcx") _, out("rdx") _,
                $(out($scratch) _,)*
                out($r0) r0, out($r1) r1, out($r2) r2, out($r3) r3,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3]
    }};
}

/// Runs the text on the point at `rsi`, which it may change, with the second one at `rdi` (or the same), and `frame` bytes
/// of scratch at `rsp`. The text leaves `rsi` and `rsp` alone.
macro_rules! on_point {
    ($frame:literal, [$($text:expr),* $(,)?], $p:expr, $q:expr) => {
        on_words!($frame, [$($text),*], $p, $q.as_ptr())
    };
}

/// The same with any value in `rdi`.
macro_rules! on_words {
    ($frame:literal, [$($text:expr),* $(,)?], $p:expr, $rdi:expr) => {
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads and writes the coordinates of `p`, reads those of `q`,
        // both from references, and uses the frame below the stack pointer, which is then as before; writes no register
        // that is not named here.
        unsafe {
            core::arch::asm!(
                concat!("sub rsp, ", $frame),
                $($text,)*
                concat!("add rsp, ", $frame),
                in("rsi") $p.as_mut_ptr(), inout("rdi") $rdi => _,
                out("rax") _, out("rcx") _, out("rdx") _,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    };
}

#[path = "adx/n256.rs"]
pub(crate) mod n256;
#[path = "adx/p25519.rs"]
pub(crate) mod p25519;
#[path = "adx/p256.rs"]
pub(crate) mod p256;
#[macro_use]
#[path = "adx/wide.rs"]
mod wide;
#[path = "adx/p384.rs"]
pub(crate) mod p384;
#[path = "adx/p521.rs"]
pub(crate) mod p521;

#[cfg(test)]
#[path = "adx/tests.rs"]
mod tests;
