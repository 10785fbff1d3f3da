//! The prime of P-521's base field, `p = 2^521 - 1`.

/// `rbp, r8 … r15 = (t / 2^576) mod p` for `t` of 18 words: the lowest eight at `rsp`, then `rbx`, and the upper nine.
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
        "adcx rbp, rcx\n",
        rotate!(@ "rbp" "r8" "[rsp + 8]"),
        rotate!(@ "r8" "r9" "[rsp + 16]"),
        rotate!(@ "r9" "r10" "[rsp + 24]"),
        rotate!(@ "r10" "r11" "[rsp + 32]"),
        rotate!(@ "r11" "r12" "[rsp + 40]"),
        rotate!(@ "r12" "r13" "[rsp + 48]"),
        rotate!(@ "r13" "r14" "[rsp + 56]"),
        rotate!(@ "r14" "r15" "rbx"),
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

/// `rbp, r8 … r15`, below `2^523`, to *reduced*: `h = t >> 521` comes back at bit 0, and 1 is added, so that bit 521 says whether the sum
/// was `p` or more; if not, the 1 is taken away again.
#[rustfmt::skip]
macro_rules! reduce {
    () => { concat!(
        "mov rax, r15\n",
        "shr rax, 9\n",
        "and r15, 511\n",
        "add rax, 1\n",
        "add rbp, rax\n",
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
        "sbb rbp, 0\n",
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
        first_row!("r8" ["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp"], $a, $b),
        "mov [rsp], r8\n",
        triangle_row!(["r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "r8"], $a, concat!($b, " + 8")),
        "mov [rsp + 8], r9\n",
        triangle_row!(["r10" "r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "r8" "r9"], $a, concat!($b, " + 16")),
        "mov [rsp + 16], r10\n",
        triangle_row!(["r11" "r12" "r13" "r14" "r15" "rbx" "rbp" "r8" "r9" "r10"], $a, concat!($b, " + 24")),
        "mov [rsp + 24], r11\n",
        triangle_row!(["r12" "r13" "r14" "r15" "rbx" "rbp" "r8" "r9" "r10" "r11"], $a, concat!($b, " + 32")),
        "mov [rsp + 32], r12\n",
        triangle_row!(["r13" "r14" "r15" "rbx" "rbp" "r8" "r9" "r10" "r11" "r12"], $a, concat!($b, " + 40")),
        "mov [rsp + 40], r13\n",
        triangle_row!(["r14" "r15" "rbx" "rbp" "r8" "r9" "r10" "r11" "r12" "r13"], $a, concat!($b, " + 48")),
        "mov [rsp + 48], r14\n",
        triangle_row!(["r15" "rbx" "rbp" "r8" "r9" "r10" "r11" "r12" "r13" "r14"], $a, concat!($b, " + 56")),
        "mov [rsp + 56], r15\n",
        triangle_row!(["rbx" "rbp" "r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"], $a, concat!($b, " + 64")),
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
        "mulx rbx, rax, [rsp + 176]\n",
        "adc r15, rax\n",
        "mulx rbp, rax, [rsp + 184]\n",
        "adc rbx, rax\n",
        "adc rbp, 0\n",
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
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx rbx, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 184]\n",
        "adcx rbp, rax\n",
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
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx rbx, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 176]\n",
        "adcx rbp, rax\n",
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
        "adox rbx, rcx\n",
        "mulx rcx, rax, [rsp + 160]\n",
        "adcx rbx, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 168]\n",
        "adcx rbp, rax\n",
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
        "adcx rbx, rax\n",
        "adox rbp, rcx\n",
        "mulx rcx, rax, [rsp + 96]\n",
        "adcx rbp, rax\n",
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

/// Runs the text with its operands at `rsi` and `rdi` and a frame at `rsp`; the value is `rbp, r8 … r15`.
macro_rules! value_of_nine {
    ($frame:literal, [$($text:expr),* $(,)?], $a:expr, $b:expr) => {{
        let (r0, r1, r2, r3, r4, r5, r6, r7, r8);
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads nine words at each pointer, which come from references;
        // writes registers, all of them named here but those that it saves, and the stack below the stack pointer.
        unsafe {
            core::arch::asm!(
                "push rbx",
                "push rbp",
                concat!("sub rsp, ", $frame),
                $($text,)*
                "mov rax, rbp",
                concat!("add rsp, ", $frame),
                "pop rbp",
                "pop rbx",
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

/// `a b / 2^576 mod p`, *reduced* from *reduced*. Faster if the operand that is ready last is `b`.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
    value_of_nine!(
        "64",
        [full_product!("rsi", "rdi"), rotate!(), reduce!()],
        a,
        b
    )
}

/// `a^2 / 2^576 mod p`, *reduced* from *reduced*.
#[inline(always)]
pub(crate) fn square(a: &[u64; 9]) -> [u64; 9] {
    value_of_nine!("192", [full_square!("rsi"), rotate!(), reduce!()], a, a)
}
