//! The prime of P-384's base field, `p = 2^384 - 2^128 - 2^96 + 2^32 - 1`.
//!
//! Cycles on Zen 4: `mul` 86 in a chain and each of four independent ones, `square` 80 and 67; `double` 670 (963 from these and
//! additions in Rust).

/// One Montgomery step: `(t + q p) / 2^64` for the words `w0 …` of `t`, without `q 2^384` and with a borrow left over.
///
/// ```text
///   -1/p = 2^32 + 1 mod 2^64:  q = w0 + (w0 << 32) - k 2^64
///   t + q p = t - w0 - N 2^64 + q 2^384,  N = q 2^64 + (q >> 32) 2^64 + (w0 << 32) - (q >> 32) - k
/// ```
///
/// `rax`, `rcx`, `$b` are the three words of `N`, at most `2^96 + 2^64` in all; `$b` also takes the borrow of the step before, and
/// leaves its own, which counts at the word after `w3`. Ends with `w0 = q`.
///
/// Neither `sbb …, 0` borrows: `k = 0` if `w0 << 32` is zero, and if `q >> 32` is, nothing is subtracted from it but `k`.
#[rustfmt::skip]
macro_rules! step {
    ($w0:literal $w1:literal $w2:literal $w3:literal, $b:literal $b8:literal) => { concat!(
        "mov rax, ", $w0, "\n",
        "shl rax, 32\n",
        "add ", $w0, ", rax\n",
        "sbb rax, 0\n",
        "mov rcx, ", $w0, "\n",
        "shr rcx, 32\n",
        "sub rax, rcx\n",
        "sbb rcx, 0\n",
        "add rcx, ", $w0, "\n",
        "adc ", $b, ", 0\n",
        "sub ", $w1, ", rax\n",
        "sbb ", $w2, ", rcx\n",
        "sbb ", $w3, ", ", $b, "\n",
        "setc ", $b8, "\n",
    ) };
}

/// [`step!`] between two rows: adds `q` and the carry of the step before to the seventh word. The carry, in the place of `w0`, is
/// kept apart from the row to come, whose last word would have no room for it.
#[rustfmt::skip]
macro_rules! step_in_row {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w6:literal, $carry_in:expr) => { concat!(
        step!($w0 $w1 $w2 $w3, "rbx" "bl"),
        $carry_in,
        "adc ", $w6, ", ", $w0, "\n",
        "mov ", $w0, ", 0\n",
        "adc ", $w0, ", 0\n",
    ) };
}

/// `w0 … w5 = w0 … w5 + 2^384 top`, below `2 p`, minus `p` unless that is negative. Scratch: `s0 … s5`.
#[rustfmt::skip]
macro_rules! subtract_p {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal $top:literal,
     $s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal) => { concat!(
        "mov ", $s0, ", ", $w0, "\n",
        "mov ", $s1, ", ", $w1, "\n",
        "mov ", $s2, ", 0xffffffff\n",
        "sub ", $s0, ", ", $s2, "\n",
        "mov ", $s2, ", 0xffffffff00000000\n",
        "sbb ", $s1, ", ", $s2, "\n",
        "mov ", $s2, ", ", $w2, "\n",
        "mov ", $s3, ", ", $w3, "\n",
        "mov ", $s4, ", ", $w4, "\n",
        "mov ", $s5, ", ", $w5, "\n",
        "sbb ", $s2, ", -2\n",
        "sbb ", $s3, ", -1\n",
        "sbb ", $s4, ", -1\n",
        "sbb ", $s5, ", -1\n",
        "sbb ", $top, ", 0\n",
        "cmovnc ", $w0, ", ", $s0, "\n",
        "cmovnc ", $w1, ", ", $s1, "\n",
        "cmovnc ", $w2, ", ", $s2, "\n",
        "cmovnc ", $w3, ", ", $s3, "\n",
        "cmovnc ", $w4, ", ", $s4, "\n",
        "cmovnc ", $w5, ", ", $s5, "\n",
    ) };
}

/// `r14, r15, r8 … r11 = [a] [b] / 2^384 mod p`: rows and steps in turn.
#[rustfmt::skip]
macro_rules! mul {
    ($a:expr, $b:expr) => { concat!(
        first_row!("r8" ["r9" "r10" "r11" "r12" "r13" "r14"], $a, $b),
        "xor rbx, rbx\n",
        step_in_row!("r8" "r9" "r10" "r11" "r14", "xor rax, rax\n"),
        triangle_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15"], $a, concat!($b, " + 8")),
        step_in_row!("r9" "r10" "r11" "r12" "r15", "neg r8\n"),
        triangle_row!(["r10" "r11" "r12" "r13" "r14" "r15" "r8"], $a, concat!($b, " + 16")),
        step_in_row!("r10" "r11" "r12" "r13" "r8", "neg r9\n"),
        triangle_row!(["r11" "r12" "r13" "r14" "r15" "r8" "r9"], $a, concat!($b, " + 24")),
        step_in_row!("r11" "r12" "r13" "r14" "r9", "neg r10\n"),
        triangle_row!(["r12" "r13" "r14" "r15" "r8" "r9" "r10"], $a, concat!($b, " + 32")),
        step_in_row!("r12" "r13" "r14" "r15" "r10", "neg r11\n"),
        triangle_row!(["r13" "r14" "r15" "r8" "r9" "r10" "r11"], $a, concat!($b, " + 40")),
        step_in_row!("r13" "r14" "r15" "r8" "r11", "neg r12\n"),
        "sub r9, rbx\n",
        "sbb r10, 0\n",
        "sbb r11, 0\n",
        "sbb r13, 0\n",
        subtract_p!("r14" "r15" "r8" "r9" "r10" "r11" "r13", "rax" "rcx" "rdx" "rsi" "rdi" "r12"),
    ) };
}

/// `t = [a]^2` in `r14, r15, r8 … r13, rdi, rbx, rbp, rsi`: what is above the diagonal, then twice that and the squares.
#[rustfmt::skip]
macro_rules! full_square {
    ($a:expr) => { concat!(
        first_row!("r15" ["r8" "r9" "r10" "r11" "r12"], concat!($a, " + 8"), $a),
        triangle_row!(["r9" "r10" "r11" "r12" "r13"], concat!($a, " + 16"), concat!($a, " + 8")),
        triangle_row!(["r11" "r12" "r13" "rdi"], concat!($a, " + 24"), concat!($a, " + 16")),
        triangle_row!(["r13" "rdi" "rbx"], concat!($a, " + 32"), concat!($a, " + 24")),
        triangle_row!(["rbx" "rbp"], concat!($a, " + 40"), concat!($a, " + 32")),
        "xor rdx, rdx\n",
        "mov rdx, [", $a, "]\n",
        "mulx rcx, r14, rdx\n",
        "adcx r15, r15\n",
        "adox r15, rcx\n",
        double_and_add_square!("r8" "r9", concat!($a, " + 8")),
        double_and_add_square!("r10" "r11", concat!($a, " + 16")),
        double_and_add_square!("r12" "r13", concat!($a, " + 24")),
        double_and_add_square!("rdi" "rbx", concat!($a, " + 32")),
        "mov rdx, [", $a, " + 40]\n",
        "mulx rsi, rax, rdx\n",
        "mov rdx, 0\n",
        "adcx rbp, rbp\n",
        "adox rbp, rax\n",
        "adcx rsi, rdx\n",
        "adox rsi, rdx\n",
    ) };
}

/// `r14, r15, r8 … r11 = t / 2^384 mod p`, where `rdx = 0`.
#[rustfmt::skip]
macro_rules! reduce_square {
    () => { concat!(
        step!("r14" "r15" "r8" "r9", "rdx" "dl"),
        step!("r15" "r8" "r9" "r10", "rdx" "dl"),
        step!("r8" "r9" "r10" "r11", "rdx" "dl"),
        step!("r9" "r10" "r11" "r14", "rdx" "dl"),
        step!("r10" "r11" "r14" "r15", "rdx" "dl"),
        step!("r11" "r14" "r15" "r8", "rdx" "dl"),
        "sub r9, rdx\n",
        "sbb r10, 0\n",
        "sbb r11, 0\n",
        "mov rdx, 0\n",
        "add r14, r12\n",
        "adc r15, r13\n",
        "adc r8, rdi\n",
        "adc r9, rbx\n",
        "adc r10, rbp\n",
        "adc r11, rsi\n",
        "adc rdx, 0\n",
        subtract_p!("r14" "r15" "r8" "r9" "r10" "r11" "rdx", "rax" "rcx" "r12" "r13" "rdi" "rbx"),
    ) };
}

/// `[a] = r14, r15, r8 … r11`.
#[rustfmt::skip]
macro_rules! put {
    ($a:expr) => { concat!(
        "mov [", $a, "], r14\n",
        "mov [", $a, " + 8], r15\n",
        "mov [", $a, " + 16], r8\n",
        "mov [", $a, " + 24], r9\n",
        "mov [", $a, " + 32], r10\n",
        "mov [", $a, " + 40], r11\n",
    ) };
}

/// `rcx, rdx, rsi, rax, rax, rax = p` if `rax` is -1, zero if it is 0.
#[rustfmt::skip]
macro_rules! masked_p {
    () => { concat!(
        "mov ecx, eax\n",
        "mov rdx, rax\n",
        "sub rdx, rcx\n",
        "mov rsi, rax\n",
        "add rsi, rsi\n",
    ) };
}

/// The words plus `p` if `rax` is -1, where `rax` is 0 or -1.
#[rustfmt::skip]
macro_rules! plus_masked_p {
    () => { concat!(
        masked_p!(),
        "add r14, rcx\n",
        "adc r15, rdx\n",
        "adc r8, rsi\n",
        "adc r9, rax\n",
        "adc r10, rax\n",
        "adc r11, rax\n",
    ) };
}

/// The words minus `[a]`, plus `p` if that borrowed: *reduced* from *reduced*.
#[rustfmt::skip]
macro_rules! minus {
    ($a:expr) => { concat!(
        "sub r14, [", $a, "]\n",
        "sbb r15, [", $a, " + 8]\n",
        "sbb r8, [", $a, " + 16]\n",
        "sbb r9, [", $a, " + 24]\n",
        "sbb r10, [", $a, " + 32]\n",
        "sbb r11, [", $a, " + 40]\n",
        "sbb rax, rax\n",
        plus_masked_p!(),
    ) };
}

/// The words are `[a] - [b]`, plus `p` if that borrowed: *reduced* from *reduced*.
#[rustfmt::skip]
macro_rules! difference {
    ($a:expr, $b:expr) => { concat!(
        "mov r14, [", $a, "]\n",
        "mov r15, [", $a, " + 8]\n",
        "mov r8, [", $a, " + 16]\n",
        "mov r9, [", $a, " + 24]\n",
        "mov r10, [", $a, " + 32]\n",
        "mov r11, [", $a, " + 40]\n",
        minus!($b),
    ) };
}

/// The words plus `[a]`, minus `p` if that carried: *loose*, if one of them is *reduced*.
#[rustfmt::skip]
macro_rules! plus {
    ($a:expr) => { concat!(
        "add r14, [", $a, "]\n",
        "adc r15, [", $a, " + 8]\n",
        "adc r8, [", $a, " + 16]\n",
        "adc r9, [", $a, " + 24]\n",
        "adc r10, [", $a, " + 32]\n",
        "adc r11, [", $a, " + 40]\n",
        "sbb rax, rax\n",
        masked_p!(),
        "sub r14, rcx\n",
        "sbb r15, rdx\n",
        "sbb r8, rsi\n",
        "sbb r9, rax\n",
        "sbb r10, rax\n",
        "sbb r11, rax\n",
    ) };
}

/// The words times 3/2, *reduced* from *reduced*: half of them, or of them plus `p` if they are odd, is below `p`; then plus
/// themselves, from `[a]`.
#[rustfmt::skip]
macro_rules! three_halves {
    ($a:expr) => { concat!(
        put!($a),
        "mov rax, r14\n",
        "and rax, 1\n",
        "neg rax\n",
        plus_masked_p!(),
        "rcr r11, 1\n",
        "rcr r10, 1\n",
        "rcr r9, 1\n",
        "rcr r8, 1\n",
        "rcr r15, 1\n",
        "rcr r14, 1\n",
        "mov rdx, 0\n",
        "add r14, [", $a, "]\n",
        "adc r15, [", $a, " + 8]\n",
        "adc r8, [", $a, " + 16]\n",
        "adc r9, [", $a, " + 24]\n",
        "adc r10, [", $a, " + 32]\n",
        "adc r11, [", $a, " + 40]\n",
        "adc rdx, 0\n",
        subtract_p!("r14" "r15" "r8" "r9" "r10" "r11" "rdx", "rax" "rcx" "r12" "r13" "rdi" "rbx"),
    ) };
}

/// Products are *reduced* already.
macro_rules! reduce {
    () => {
        ""
    };
}

macro_rules! times_x {
    ($a:expr) => {
        times_q!($a, 0)
    };
}

macro_rules! times_y {
    ($a:expr) => {
        times_q!($a, 48)
    };
}

/// `r14, r15, r8 … r11 = [rsi] [rdi] / 2^384 mod p`: *reduced* if one operand is, *loose* if both are. Leaves `rbp` and `rsp` alone.
///
/// # Safety
///
/// For kernels of this module: no other code knows these registers. They hold the token of BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "C" fn multiply() {
    core::arch::naked_asm!(mul!("rsi", "rdi"), "ret")
}

/// `r14, r15, r8 … r11 = [rsi]^2 / 2^384 mod p`: *reduced* or *loose* as the operand is. Leaves `rbp` and `rsp` alone.
///
/// # Safety
///
/// As [`multiply`].
#[unsafe(naked)]
unsafe extern "C" fn squared() {
    core::arch::naked_asm!(
        "push rbp",
        full_square!("rsi"),
        reduce_square!(),
        "pop rbp",
        "ret"
    )
}

/// Calls `multiply` or `squared` with the operands; a square gets its operand twice.
macro_rules! value_of {
    ($kernel:ident, $a:expr, $b:expr) => {{
        let (r0, r1, r2, r3, r4, r5);
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads six words at each pointer, which come from references;
        // writes registers and flags, all of them named here but `rbx`, which it restores, and the stack below its pointer.
        unsafe {
            core::arch::asm!(
                "push rbx",
                "call {kernel}",
                "pop rbx",
                kernel = sym $kernel,
                inout("rsi") $a.as_ptr() => _, inout("rdi") $b.as_ptr() => _,
                out("rax") _, out("rcx") _, out("rdx") _,
                out("r14") r0, out("r15") r1, out("r8") r2, out("r9") r3, out("r10") r4, out("r11") r5,
                out("r12") _, out("r13") _,
                options(pure, readonly),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// `a b / 2^384 mod p`: *reduced* if one operand is, *loose* if both are. Faster if the operand that is ready last is `b`.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
    value_of!(multiply, a, b)
}

/// `a^2 / 2^384 mod p`: *reduced* or *loose* as `a` is.
#[inline(always)]
pub(crate) fn square(a: &[u64; 6]) -> [u64; 6] {
    value_of!(squared, a, a)
}

/// See [`doubling!`].
#[inline(always)]
pub(crate) fn double(p: &mut [[u64; 6]; 3]) {
    on_wide_point!(
        "296",
        doubling!(
            ["rbp", "rbp + 48", "rbp + 96"],
            [
                "rsp + 8",
                "rsp + 56",
                "rsp + 104",
                "rsp + 152",
                "rsp + 200",
                "rsp + 248"
            ]
        ),
        p,
        p
    );
}

/// See [`mixed_addition!`].
#[inline(always)]
pub(crate) fn add_mixed(p: &mut [[u64; 6]; 3], q: &[[u64; 6]; 2]) {
    on_wide_point!(
        "296",
        mixed_addition!(
            ["rbp", "rbp + 48", "rbp + 96"],
            [
                "rsp + 8",
                "rsp + 56",
                "rsp + 104",
                "rsp + 152",
                "rsp + 200",
                "rsp + 248"
            ]
        ),
        p,
        q
    );
}

/// See [`xyzz_mixed_addition!`].
#[inline(always)]
pub(crate) fn xyzz_add_mixed(p: &mut [[u64; 6]; 4], q: &[[u64; 6]; 2]) {
    on_wide_point!(
        "296",
        xyzz_mixed_addition!(
            ["rbp", "rbp + 48", "rbp + 96", "rbp + 144"],
            [
                "rsp + 8",
                "rsp + 56",
                "rsp + 104",
                "rsp + 152",
                "rsp + 200",
                "rsp + 248"
            ]
        ),
        p,
        q
    );
}
