//! The prime of P-521's base field, `p = 2^521 - 1`.
//!
//! Words leave 55 bits unused: sums do not carry out of them, differences add a multiple of `p`, and a product takes what comes
//! from both. Only what goes back to Rust is *reduced*.
//!
//! Cycles on Zen 4: `mul` 140 in a chain, 131 each of four independent ones, `square` 111 and 98; `double` 923 (1,376 from these
//! and additions in Rust).

/// `rbx, r8 … r15 = (t / 2^576) mod p` for `t` of 18 words: the lowest eight at `rsp`, then `rbp`, and the upper nine.
///
/// As `2^521 = 1`, dividing the lower nine words `l` by `2^576` is a rotation by 55 bits, and these are shifted by products with `2^9`:
///
/// ```text
///   l / 2^576 = l 2^9 / 2^64 = (l 2^9 >> 64) + x 2^457,  x = l[0] << 9,  457 = 7 64 + 9
/// ```
#[rustfmt::skip]
macro_rules! rotate {
    () => { concat!(
        "mov rdx, 512\n",
        "xor rax, rax\n",
        "mulx rcx, rdi, [rsp]\n",
        "adcx rbx, rcx\n",
        rotate!(@ "rbx" "r8" "[rsp + 8]"),
        rotate!(@ "r8" "r9" "[rsp + 16]"),
        rotate!(@ "r9" "r10" "[rsp + 24]"),
        rotate!(@ "r10" "r11" "[rsp + 32]"),
        rotate!(@ "r11" "r12" "[rsp + 40]"),
        rotate!(@ "r12" "r13" "[rsp + 48]"),
        rotate!(@ "r13" "r14" "[rsp + 56]"),
        rotate!(@ "r14" "r15" "rbp"),
        "mov rdx, 0\n",
        "adox r15, rdx\n",
        "mov rdx, 512\n",
        "mulx rcx, rax, rdi\n",
        "add r14, rax\n",
        "adc r15, rcx\n",
    ) };
    (@ $w0:literal $w1:literal $source:literal) => { concat!(
        "mulx rcx, rax, ", $source, "\n",
        "adox ", $w0, ", rax\n",
        "adcx ", $w1, ", rcx\n",
    ) };
}

/// `rbx, r8 … r15`, below `2^523`, to *reduced*: `h = t >> 521` comes back at bit 0, and 1 is added, so that bit 521 says whether the sum
/// was `p` or more; if not, the 1 is taken away again.
#[rustfmt::skip]
macro_rules! reduce {
    () => { concat!(
        "mov rax, r15\n",
        "shr rax, 9\n",
        "and r15, 511\n",
        "add rax, 1\n",
        "add rbx, rax\n",
        "adc r8, 0\n",
        "adc r9, 0\n",
        "adc r10, 0\n",
        "adc r11, 0\n",
        "adc r12, 0\n",
        "adc r13, 0\n",
        "adc r14, 0\n",
        "adc r15, 0\n",
        "mov rax, r15\n",
        "shr rax, 9\n",
        "and r15, 511\n",
        "sub rax, 1\n",
        "sbb rbx, 0\n",
        "sbb r8, 0\n",
        "sbb r9, 0\n",
        "sbb r10, 0\n",
        "sbb r11, 0\n",
        "sbb r12, 0\n",
        "sbb r13, 0\n",
        "sbb r14, 0\n",
        "sbb r15, 0\n",
    ) };
}

/// `[a] [b]` of 18 words, as [`rotate!`] takes them.
#[rustfmt::skip]
macro_rules! full_product {
    ($a:expr, $b:expr) => { concat!(
        first_row!("r8" ["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbp" "rbx"], $a, $b),
        "mov [rsp], r8\n",
        triangle_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbp" "rbx" "r8"], $a, concat!($b, " + 8")),
        "mov [rsp + 8], r9\n",
        triangle_row!(["r10" "r11" "r12" "r13" "r14" "r15" "rbp" "rbx" "r8" "r9"], $a, concat!($b, " + 16")),
        "mov [rsp + 16], r10\n",
        triangle_row!(["r11" "r12" "r13" "r14" "r15" "rbp" "rbx" "r8" "r9" "r10"], $a, concat!($b, " + 24")),
        "mov [rsp + 24], r11\n",
        triangle_row!(["r12" "r13" "r14" "r15" "rbp" "rbx" "r8" "r9" "r10" "r11"], $a, concat!($b, " + 32")),
        "mov [rsp + 32], r12\n",
        triangle_row!(["r13" "r14" "r15" "rbp" "rbx" "r8" "r9" "r10" "r11" "r12"], $a, concat!($b, " + 40")),
        "mov [rsp + 40], r13\n",
        triangle_row!(["r14" "r15" "rbp" "rbx" "r8" "r9" "r10" "r11" "r12" "r13"], $a, concat!($b, " + 48")),
        "mov [rsp + 48], r14\n",
        triangle_row!(["r15" "rbp" "rbx" "r8" "r9" "r10" "r11" "r12" "r13" "r14"], $a, concat!($b, " + 56")),
        "mov [rsp + 56], r15\n",
        triangle_row!(["rbp" "rbx" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"], $a, concat!($b, " + 64")),
    ) };
}

/// `[a]^2` of 18 words, as [`rotate!`] takes them: row `i` is `a[i] (a[i] + 2 (a[i+1] 2^64 + ...))`, in place of a row above the diagonal.
///
/// The doubled words are at `rsp + 128 …`, and without the bit of the word below, as the first of a row, at `rsp + 64 …`.
#[rustfmt::skip]
macro_rules! full_square {
    ($a:expr) => { concat!(
        "mov rcx, [", $a, "]\n",
        "add rcx, rcx\n",
        full_square!(@ concat!($a, " + 8"), 64, 128),
        full_square!(@ concat!($a, " + 16"), 72, 136),
        full_square!(@ concat!($a, " + 24"), 80, 144),
        full_square!(@ concat!($a, " + 32"), 88, 152),
        full_square!(@ concat!($a, " + 40"), 96, 160),
        full_square!(@ concat!($a, " + 48"), 104, 168),
        full_square!(@ concat!($a, " + 56"), 112, 176),
        full_square!(@ concat!($a, " + 64"), 120, 184),
        "mov rdx, [", $a, " + 0]\n",
        "mulx r9, r8, rdx\n",
        "mulx r10, rax, [rsp + 64]\n",
        "add r9, rax\n",
        "mulx r11, rax, [rsp + 136]\n",
        "adc r10, rax\n",
        "mulx r12, rax, [rsp + 144]\n",
        "adc r11, rax\n",
        "mulx r13, rax, [rsp + 152]\n",
        "adc r12, rax\n",
        "mulx r14, rax, [rsp + 160]\n",
        "adc r13, rax\n",
        "mulx r15, rax, [rsp + 168]\n",
        "adc r14, rax\n",
        "mulx rbp, rax, [rsp + 176]\n",
        "adc r15, rax\n",
        "mulx rbx, rax, [rsp + 184]\n",
        "adc rbp, rax\n",
        "adc rbx, 0\n",
        "mov [rsp + 0], r8\n",
        "mov [rsp + 8], r9\n",
        "mov rdx, [", $a, " + 8]\n",
        "xor r8, r8\n",
        "mulx rcx, rax, rdx\n",
        "adcx r10, rax\n",
        "adox r11, rcx\n",
        "mulx rcx, rax, [rsp + 72]\n",
        "adcx r11, rax\n",
        "adox r12, rcx\n",
        "mulx rcx, rax, [rsp + 144]\n",
        "adcx r12, rax\n",
        "adox r13, rcx\n",
        "mulx rcx, rax, [rsp + 152]\n",
        "adcx r13, rax\n",
        "adox r14, rcx\n",
        "mulx rcx, rax, [rsp + 160]\n",
        "adcx r14, rax\n",
        "adox r15, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx r15, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx rbp, rax\n",
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx rbx, rax\n",
        "adox r8, rcx\n",
        "adc r8, 0\n",
        "mov [rsp + 16], r10\n",
        "mov [rsp + 24], r11\n",
        "mov rdx, [", $a, " + 16]\n",
        "xor r9, r9\n",
        "mulx rcx, rax, rdx\n",
        "adcx r12, rax\n",
        "adox r13, rcx\n",
        "mulx rcx, rax, [rsp + 80]\n",
        "adcx r13, rax\n",
        "adox r14, rcx\n",
        "mulx rcx, rax, [rsp + 152]\n",
        "adcx r14, rax\n",
        "adox r15, rcx\n",
        "mulx rcx, rax, [rsp + 160]\n",
        "adcx r15, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx rbp, rax\n",
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx rbx, rax\n",
        "adox r8, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx r8, rax\n",
        "adox r9, rcx\n",
        "adc r9, 0\n",
        "mov [rsp + 32], r12\n",
        "mov [rsp + 40], r13\n",
        "mov rdx, [", $a, " + 24]\n",
        "xor r10, r10\n",
        "mulx rcx, rax, rdx\n",
        "adcx r14, rax\n",
        "adox r15, rcx\n",
        "mulx rcx, rax, [rsp + 88]\n",
        "adcx r15, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 160]\n",
        "adcx rbp, rax\n",
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx rbx, rax\n",
        "adox r8, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx r8, rax\n",
        "adox r9, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx r9, rax\n",
        "adox r10, rcx\n",
        "adc r10, 0\n",
        "mov [rsp + 48], r14\n",
        "mov [rsp + 56], r15\n",
        "mov rdx, [", $a, " + 32]\n",
        "xor r11, r11\n",
        "mulx rcx, rax, rdx\n",
        "adcx rbp, rax\n",
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 96]\n",
        "adcx rbx, rax\n",
        "adox r8, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx r8, rax\n",
        "adox r9, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx r9, rax\n",
        "adox r10, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx r10, rax\n",
        "adox r11, rcx\n",
        "adc r11, 0\n",
        "mov rdx, [", $a, " + 40]\n",
        "xor r12, r12\n",
        "mulx rcx, rax, rdx\n",
        "adcx r8, rax\n",
        "adox r9, rcx\n",
        "mulx rcx, rax, [rsp + 104]\n",
        "adcx r9, rax\n",
        "adox r10, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx r10, rax\n",
        "adox r11, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx r11, rax\n",
        "adox r12, rcx\n",
        "adc r12, 0\n",
        "mov rdx, [", $a, " + 48]\n",
        "xor r13, r13\n",
        "mulx rcx, rax, rdx\n",
        "adcx r10, rax\n",
        "adox r11, rcx\n",
        "mulx rcx, rax, [rsp + 112]\n",
        "adcx r11, rax\n",
        "adox r12, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx r12, rax\n",
        "adox r13, rcx\n",
        "adc r13, 0\n",
        "mov rdx, [", $a, " + 56]\n",
        "xor r14, r14\n",
        "mulx rcx, rax, rdx\n",
        "adcx r12, rax\n",
        "adox r13, rcx\n",
        "mulx rcx, rax, [rsp + 120]\n",
        "adcx r13, rax\n",
        "adox r14, rcx\n",
        "adc r14, 0\n",
        "mov rdx, [", $a, " + 64]\n",
        "xor r15, r15\n",
        "mulx rcx, rax, rdx\n",
        "adcx r14, rax\n",
        "adox r15, rcx\n",
        "adc r15, 0\n",
    ) };
    (@ $a:expr, $d:literal, $e:literal) => { concat!(
        "mov rcx, [", $a, "]\n",
        "lea rax, [rcx + rcx]\n",
        "mov [rsp + ", $d, "], rax\n",
        "adc rcx, rcx\n",
        "mov [rsp + ", $e, "], rcx\n",
    ) };
}

/// `[a] = rbx, r8 … r15`.
#[rustfmt::skip]
macro_rules! put {
    ($a:expr) => { concat!(
        "mov [", $a, "], rbx\n",
        "mov [", $a, " + 8], r8\n",
        "mov [", $a, " + 16], r9\n",
        "mov [", $a, " + 24], r10\n",
        "mov [", $a, " + 32], r11\n",
        "mov [", $a, " + 40], r12\n",
        "mov [", $a, " + 48], r13\n",
        "mov [", $a, " + 56], r14\n",
        "mov [", $a, " + 64], r15\n",
    ) };
}

/// The words minus `[a]`, plus `4 p = 2^523 - 4`.
#[rustfmt::skip]
macro_rules! minus {
    ($a:expr) => { concat!(
        "sub rbx, [", $a, "]\n",
        "sbb r8, [", $a, " + 8]\n",
        "sbb r9, [", $a, " + 16]\n",
        "sbb r10, [", $a, " + 24]\n",
        "sbb r11, [", $a, " + 32]\n",
        "sbb r12, [", $a, " + 40]\n",
        "sbb r13, [", $a, " + 48]\n",
        "sbb r14, [", $a, " + 56]\n",
        "sbb r15, [", $a, " + 64]\n",
        "add rbx, -4\n",
        "adc r8, -1\n",
        "adc r9, -1\n",
        "adc r10, -1\n",
        "adc r11, -1\n",
        "adc r12, -1\n",
        "adc r13, -1\n",
        "adc r14, -1\n",
        "adc r15, 0x7ff\n",
    ) };
}

/// The words are `[a] - [b] + 4 p`.
#[rustfmt::skip]
macro_rules! difference {
    ($a:expr, $b:expr) => { concat!(
        "mov rbx, [", $a, "]\n",
        "mov r8, [", $a, " + 8]\n",
        "mov r9, [", $a, " + 16]\n",
        "mov r10, [", $a, " + 24]\n",
        "mov r11, [", $a, " + 32]\n",
        "mov r12, [", $a, " + 40]\n",
        "mov r13, [", $a, " + 48]\n",
        "mov r14, [", $a, " + 56]\n",
        "mov r15, [", $a, " + 64]\n",
        minus!($b),
    ) };
}

/// The words plus `[a]`.
#[rustfmt::skip]
macro_rules! plus {
    ($a:expr) => { concat!(
        "add rbx, [", $a, "]\n",
        "adc r8, [", $a, " + 8]\n",
        "adc r9, [", $a, " + 16]\n",
        "adc r10, [", $a, " + 24]\n",
        "adc r11, [", $a, " + 32]\n",
        "adc r12, [", $a, " + 40]\n",
        "adc r13, [", $a, " + 48]\n",
        "adc r14, [", $a, " + 56]\n",
        "adc r15, [", $a, " + 64]\n",
    ) };
}

/// The words times 3/2: half of them, with their lowest bit as `2^520`, plus themselves, from `[a]`.
#[rustfmt::skip]
macro_rules! three_halves {
    ($a:expr) => { concat!(
        put!($a),
        "xor rax, rax\n",
        "rcr r15, 1\n",
        "rcr r14, 1\n",
        "rcr r13, 1\n",
        "rcr r12, 1\n",
        "rcr r11, 1\n",
        "rcr r10, 1\n",
        "rcr r9, 1\n",
        "rcr r8, 1\n",
        "rcr rbx, 1\n",
        "rcr rax, 1\n",
        "shr rax, 55\n",
        "add r15, rax\n",
        plus!($a),
    ) };
}

macro_rules! times_x {
    ($a:expr) => {
        times_q!($a, 0)
    };
}

macro_rules! times_y {
    ($a:expr) => {
        times_q!($a, 72)
    };
}

/// `rbx, r8 … r15 = [rsi] [rdi] / 2^576 mod p`: below `2^522 + a b / 2^576`. Leaves `rbp` and `rsp` alone.
///
/// # Safety
///
/// For kernels of this module: no other code knows these registers. They hold the token of BMI2 and ADX.
#[unsafe(naked)]
unsafe extern "C" fn multiply() {
    core::arch::naked_asm!(
        "push rbp",
        "sub rsp, 64",
        full_product!("rsi", "rdi"),
        rotate!(),
        "add rsp, 64",
        "pop rbp",
        "ret"
    )
}

/// `rbx, r8 … r15 = [rsi]^2 / 2^576 mod p`: below `2^522 + a^2 / 2^576`, for `a < 2^575`. Leaves `rbp` and `rsp` alone.
///
/// # Safety
///
/// As [`multiply`].
#[unsafe(naked)]
unsafe extern "C" fn squared() {
    core::arch::naked_asm!(
        "push rbp",
        "sub rsp, 192",
        full_square!("rsi"),
        rotate!(),
        "add rsp, 192",
        "pop rbp",
        "ret"
    )
}

/// Calls `multiply` or `squared` with the operands, and reduces; a square gets its operand twice.
macro_rules! value_of {
    ($kernel:ident, $a:expr, $b:expr) => {{
        let (r0, r1, r2, r3, r4, r5, r6, r7, r8);
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads nine words at each pointer, which come from references;
        // writes registers and flags, all of them named here but `rbx`, which it restores, and the stack below its pointer.
        unsafe {
            core::arch::asm!(
                "push rbx",
                "call {kernel}",
                reduce!(),
                "mov rax, rbx",
                "pop rbx",
                kernel = sym $kernel,
                inout("rsi") $a.as_ptr() => _, inout("rdi") $b.as_ptr() => _,
                out("rax") r0, out("rcx") _, out("rdx") _,
                out("r8") r1, out("r9") r2, out("r10") r3, out("r11") r4,
                out("r12") r5, out("r13") r6, out("r14") r7, out("r15") r8,
                options(pure, readonly),
            );
        }
        [r0, r1, r2, r3, r4, r5, r6, r7, r8]
    }};
}

/// `a b / 2^576 mod p`, *reduced*, for `a b < 2^1098`. Faster if the operand that is ready last is `b`.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
    value_of!(multiply, a, b)
}

/// `a^2 / 2^576 mod p`, *reduced*, for `a < 2^549`.
#[inline(always)]
pub(crate) fn square(a: &[u64; 9]) -> [u64; 9] {
    value_of!(squared, a, a)
}

/// See [`doubling!`].
#[inline(always)]
pub(crate) fn double(p: &mut [[u64; 9]; 3]) {
    on_wide_point!(
        "440",
        doubling!(
            ["rbp", "rbp + 72", "rbp + 144"],
            [
                "rsp + 8",
                "rsp + 80",
                "rsp + 152",
                "rsp + 224",
                "rsp + 296",
                "rsp + 368"
            ]
        ),
        p,
        p
    );
}

/// See [`mixed_addition!`].
#[inline(always)]
pub(crate) fn add_mixed(p: &mut [[u64; 9]; 3], q: &[[u64; 9]; 2]) {
    on_wide_point!(
        "440",
        mixed_addition!(
            ["rbp", "rbp + 72", "rbp + 144"],
            [
                "rsp + 8",
                "rsp + 80",
                "rsp + 152",
                "rsp + 224",
                "rsp + 296",
                "rsp + 368"
            ]
        ),
        p,
        q
    );
}

/// See [`xyzz_mixed_addition!`].
#[inline(always)]
pub(crate) fn xyzz_add_mixed(p: &mut [[u64; 9]; 4], q: &[[u64; 9]; 2]) {
    on_wide_point!(
        "440",
        xyzz_mixed_addition!(
            ["rbp", "rbp + 72", "rbp + 144", "rbp + 216"],
            [
                "rsp + 8",
                "rsp + 80",
                "rsp + 152",
                "rsp + 224",
                "rsp + 296",
                "rsp + 368"
            ]
        ),
        p,
        q
    );
}
