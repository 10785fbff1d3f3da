//! The order of P-256's group, `n = 2^256 - 2^224 + 2^192 - 2^128 + l` with
//! `l = 0xbce6faada7179e84f3b9cac2fc632551`, SP 800-186 § 3.2.1.3.
//!
//! Cycles on Zen 4: `mul` 73 in a chain, 60 each of four; `square` 68 and 53.

/// One Montgomery step: `w1 … w4, carry = (w0 … w4 + q n) / 2^64` with `q = -w0 / n mod 2^64`, and the old carry on top.
///
/// ```text
///      w4         w3         w2         w1        w0
///                         (   q l1    )
///                                    (   q l0    )     q l; w0 vanishes
///       q          q         -q                        q (2^256 + 2^192 - 2^128)
///   -q >> 32   -q << 32                                -q 2^224
/// ```
///
/// `w1, w0` plus `q l` is below `2^192`, so its third word, `rdi`, has room for both carries. It and the last two lines are a
/// number of three words, at most `2^192 - 2^160`, with room for the carry of the step before. Carries are 0 or -1, in `rsi`.
#[rustfmt::skip]
macro_rules! step {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w4:literal, $carry_in:expr) => { concat!(
        "mov rdx, 0xccd1c8aaee00bc4f\n", // -1/n mod 2^64
        "imul rdx, ", $w0, "\n",
        "mov rax, 0xf3b9cac2fc632551\n", // l0
        "mulx rcx, rax, rax\n",
        "add ", $w0, ", rax\n",
        "mov rax, 0xbce6faada7179e84\n", // l1
        "mulx rdi, rax, rax\n",
        "adc ", $w1, ", rcx\n",
        "adc rdi, 0\n",
        "add ", $w1, ", rax\n",
        "adc rdi, 0\n",
        "mov rax, rdx\n",
        "mov rcx, rdx\n",
        "mov ", $w0, ", rdx\n",
        "shl rax, 32\n",
        "shr rcx, 32\n",
        "sub rdi, rdx\n",
        "sbb ", $w0, ", rax\n",
        "sbb rdx, rcx\n",
        $carry_in,
        "add ", $w2, ", rdi\n",
        "adc ", $w3, ", ", $w0, "\n",
        "adc ", $w4, ", rdx\n",
        "sbb rsi, rsi\n",
    ) };
}

/// `high = (r8 … r15) / 2^256 mod n`: *reduced* if `r8 … r15` is below `2^256 n`, *loose* always. Eight `mulx`, four `imul`.
///
/// Four steps make `(t + q n) / 2^256` of `t = r8 … r15`, with `0 <= q < 2^256`: below `2 n` if `t < 2^256 n`, and below
/// `2^256 + n` always. Then the result minus `n` borrows beyond the carry, `-rsi`, exactly if it is negative.
#[rustfmt::skip]
macro_rules! reduce {
    () => { concat!(
        step!("r8" "r9" "r10" "r11" "r12", ""),
        step!("r9" "r10" "r11" "r12" "r13", "sub rdx, rsi\n"),
        step!("r10" "r11" "r12" "r13" "r14", "sub rdx, rsi\n"),
        step!("r11" "r12" "r13" "r14" "r15", "sub rdx, rsi\n"),
        "mov r8, r12\n",
        "mov r9, r13\n",
        "mov r10, r14\n",
        "mov r11, r15\n",
        "mov rax, 0xf3b9cac2fc632551\n",
        "mov rcx, 0xbce6faada7179e84\n",
        "mov rdx, 0xffffffff00000000\n",
        "sub r12, rax\n",
        "sbb r13, rcx\n",
        "sbb r14, -1\n",
        "sbb r15, rdx\n",
        "sbb rsi, 0\n",
        "cmovc r12, r8\n",
        "cmovc r13, r9\n",
        "cmovc r14, r10\n",
        "cmovc r15, r11\n",
    ) };
}

/// `a b / 2^256 mod n`: *reduced* if one operand is, *loose* if both are.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    value_of!([product!("rsi", "rdi"), reduce!()], a, b)
}

/// `a^2 / 2^256 mod n`: *reduced* or *loose* as `a` is.
#[inline(always)]
pub(crate) fn square(a: &[u64; 4]) -> [u64; 4] {
    value_of!([square!("rsi"), reduce!()], a, a)
}
