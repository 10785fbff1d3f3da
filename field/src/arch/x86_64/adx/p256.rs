//! The prime of P-256's base field, `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`: products, and whole point operations.
//!
//! Cycles on Zen 4:
//!
//! | kernel | in a chain | |
//! |---|---|---|
//! | `mul` | 45 by the second operand, 50 by the first | 38 each of four independent ones |
//! | `square` | 36 | 29 |
//! | `double` | 283 | 370 from products, squares and additions in Rust |
//! | `add_mixed` | 419 | 513 |
//! | `xyzz_add_mixed` | 374 | |
//!
//! The point operations change their operand in place: copying it in and out costs another 30 cycles each, because wide moves
//! wait for the words that the kernel has just stored.

/// One Montgomery step: `w1 … w4, carry = (w0 … w4 + w0 p) / 2^64`, and the old carry on top.
///
/// ```text
///   w0 + q p = q 2^96 + q (2^64 + 1 - 2^32) 2^192,  q = w0
///
///      w4         w3         w2         w1
///                         q >> 32    q << 32      q 2^96, and w0 vanishes
///       q          q                              q (2^64 + 1) 2^192
///   -q >> 32   -q << 32                           -q 2^32 2^192
/// ```
///
/// The last two lines are a number of two words, at most `2^128 - 2^96`: there is room for the carry of the step before,
/// which `carry_in` adds to its upper word.
#[rustfmt::skip]
macro_rules! step {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w4:literal, $carry_in:expr) => { concat!(
        "mov rax, ", $w0, "\n",
        "mov rcx, ", $w0, "\n",
        "mov rdx, ", $w0, "\n",
        $carry_in,
        "shl rax, 32\n",
        "shr rcx, 32\n",
        "sub rdx, rax\n",
        "sbb ", $w0, ", rcx\n",
        "add ", $w1, ", rax\n",
        "adc ", $w2, ", rcx\n",
        "adc ", $w3, ", rdx\n",
        "adc ", $w4, ", ", $w0, "\n",
    ) };
}

/// `high = (r8 … r15) / 2^256 mod p`: *reduced* if `r8 … r15` is below `2^256 p`, *loose* always.
///
/// Four steps make `(t + q p) / 2^256` of `t = r8 … r15`, with `0 <= q < 2^256`: below `2 p` if `t < 2^256 p`, and below
/// `2^256 + p` always. One subtraction of `p` is left.
#[rustfmt::skip]
macro_rules! reduce {
    () => { concat!(
        step!("r8" "r9" "r10" "r11" "r12", ""),
        step!("r9" "r10" "r11" "r12" "r13", "adc r9, 0\n"),
        step!("r10" "r11" "r12" "r13" "r14", "adc r10, 0\n"),
        step!("r11" "r12" "r13" "r14" "r15", "adc r11, 0\n"),
        "sbb rdi, rdi\n",
        subtract_p!(),
    ) };
}

/// `high = high - 2^256 rdi`, minus `p` unless that is negative, where `rdi` is 0 or -1.
///
/// The difference borrows beyond `rdi` exactly if it is negative.
#[rustfmt::skip]
macro_rules! subtract_p {
    () => { concat!(
        "mov r8, r12\n",
        "mov r9, r13\n",
        "mov r10, r14\n",
        "mov r11, r15\n",
        "mov eax, 0xffffffff\n",
        "mov rcx, 0xffffffff00000001\n",
        "sub r12, -1\n",
        "sbb r13, rax\n",
        "sbb r14, 0\n",
        "sbb r15, rcx\n",
        "sbb rdi, 0\n",
        "cmovc r12, r8\n",
        "cmovc r13, r9\n",
        "cmovc r14, r10\n",
        "cmovc r15, r11\n",
    ) };
}

/// `rdi, rax, 0, rcx = p` if `rdi` is -1, zero if it is 0.
#[rustfmt::skip]
macro_rules! masked_p {
    () => { concat!(
        "mov eax, edi\n",
        "mov rcx, rax\n",
        "neg rcx\n",
    ) };
}

/// `high = high + [b]`, minus `p` if that carried: *loose*, if one of them is *reduced*.
#[rustfmt::skip]
macro_rules! plus {
    ($b:expr) => { concat!(
        "add r12, [", $b, "]\n",
        "adc r13, [", $b, " + 8]\n",
        "adc r14, [", $b, " + 16]\n",
        "adc r15, [", $b, " + 24]\n",
        "sbb rdi, rdi\n",
        masked_p!(),
        "sub r12, rdi\n",
        "sbb r13, rax\n",
        "sbb r14, 0\n",
        "sbb r15, rcx\n",
    ) };
}

/// `high = high + p` if `rdi` is -1, where `rdi` is 0 or -1.
#[rustfmt::skip]
macro_rules! plus_masked_p {
    () => { concat!(
        masked_p!(),
        "add r12, rdi\n",
        "adc r13, rax\n",
        "adc r14, 0\n",
        "adc r15, rcx\n",
    ) };
}

/// Between a product and its reduction: `r8 … r15` minus `2^256 [c]`, plus `2^256 p` if that is negative; for *reduced* `[c]`.
///
/// That keeps `r8 … r15` below `2^256 p`. So `[a] [b] / 2^256 - [c]` does not wait for the reduction.
#[rustfmt::skip]
macro_rules! minus {
    ($c:expr) => { concat!(
        "sub r12, [", $c, "]\n",
        "sbb r13, [", $c, " + 8]\n",
        "sbb r14, [", $c, " + 16]\n",
        "sbb r15, [", $c, " + 24]\n",
        "sbb rdi, rdi\n",
        plus_masked_p!(),
    ) };
}

/// Between a product and its reduction: `r8 … r15` minus `[c]`, plus `2^256 p` if that is negative; for `[c] < p^2` of eight
/// words. So `([a] [b] - [d] [e]) / 2^256` has one reduction.
#[rustfmt::skip]
macro_rules! minus_wide {
    ($c:expr) => { concat!(
        "sub r8, [", $c, "]\n",
        "sbb r9, [", $c, " + 8]\n",
        "sbb r10, [", $c, " + 16]\n",
        "sbb r11, [", $c, " + 24]\n",
        "sbb r12, [", $c, " + 32]\n",
        "sbb r13, [", $c, " + 40]\n",
        "sbb r14, [", $c, " + 48]\n",
        "sbb r15, [", $c, " + 56]\n",
        "sbb rdi, rdi\n",
        plus_masked_p!(),
    ) };
}

/// `low = [a] - high`, plus `p` if that borrowed: *reduced* from *reduced*.
#[rustfmt::skip]
macro_rules! subtract_from {
    ($a:expr) => { concat!(
        "mov r8, [", $a, "]\n",
        "mov r9, [", $a, " + 8]\n",
        "mov r10, [", $a, " + 16]\n",
        "mov r11, [", $a, " + 24]\n",
        "sub r8, r12\n",
        "sbb r9, r13\n",
        "sbb r10, r14\n",
        "sbb r11, r15\n",
        "sbb rdi, rdi\n",
        masked_p!(),
        "add r8, rdi\n",
        "adc r9, rax\n",
        "adc r10, 0\n",
        "adc r11, rcx\n",
    ) };
}

/// `high = 3/2 high`, *reduced* from *reduced*: half of it, or of it plus `p` if it is odd, is below `p`; then plus itself.
#[rustfmt::skip]
macro_rules! three_halves {
    () => { concat!(
        "mov r8, r12\n",
        "mov r9, r13\n",
        "mov r10, r14\n",
        "mov r11, r15\n",
        "mov rdi, r12\n",
        "and rdi, 1\n",
        "neg rdi\n",
        masked_p!(),
        "add r8, rdi\n",
        "adc r9, rax\n",
        "adc r10, 0\n",
        "adc r11, rcx\n",
        "rcr r11, 1\n",
        "rcr r10, 1\n",
        "rcr r9, 1\n",
        "rcr r8, 1\n",
        "add r12, r8\n",
        "adc r13, r9\n",
        "adc r14, r10\n",
        "adc r15, r11\n",
        "sbb rdi, rdi\n",
        subtract_p!(),
    ) };
}

/// `high = [a] [b] / 2^256 mod p`.
macro_rules! mul {
    ($a:expr, $b:expr) => {
        concat!(product!($a, $b), reduce!())
    };
}

/// `high = [a]^2 / 2^256 mod p`.
macro_rules! sqr {
    ($a:expr) => {
        concat!(square!($a), reduce!())
    };
}

/// `a b / 2^256 mod p`: *reduced* if one operand is, *loose* if both are. Faster if the operand that is ready last is `b`.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    value_of!([mul!("rsi", "rdi")], a, b)
}

/// `a^2 / 2^256 mod p`: *reduced* or *loose* as `a` is.
#[inline(always)]
pub(crate) fn square(a: &[u64; 4]) -> [u64; 4] {
    value_of!([sqr!("rsi")], a, a)
}

/// `p = 2 p` in Jacobian coordinates `X, Y, Z`, *reduced*, on `y^2 = x^3 - 3 x + b`: right for every point.
///
/// 4M + 4S, seven reductions. With `m = 3/2 (X - Z^2) (X + Z^2)`, `S = X Y^2`:
///
/// ```text
///   X' = m^2 - 2 S,  Y' = m (S - X') - Y^4,  Z' = Y Z
/// ```
///
/// Tried and slower: the same from `mul` and `square`, with additions by the compiler or by `asm!` (370, 383 cycles); other
/// orders of the products (285 … 350); `mulx` for the shifts of the reduction (44 for 37 cycles a product).
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn double(p: &mut [[u64; 4]; 3]) {
    on_point!("192", [
        sqr!("rsi + 64"),                                               // Z²
        subtract_from!("rsi"), store_low!("rsp"),                       // X - Z²
        plus!("rsi"), store!("rsp + 32"),                               // X + Z²
        sqr!("rsi + 32"), store!("rsp + 64"),                           // Y²
        mul!("rsp + 32", "rsp"), three_halves!(), store!("rsp + 96"),   // m
        mul!("rsi", "rsp + 64"), store!("rsp"),                         // S = X Y²
        square!("rsp + 96"), minus!("rsp"), minus!("rsp"), reduce!(), store!("rsi"), // X' = m² - 2 S
        subtract_from!("rsp"), store_low!("rsp + 32"),                  // S - X'
        mul!("rsi + 64", "rsi + 32"), store!("rsi + 64"),               // Z' = Z Y
        square!("rsp + 64"), store_wide!("rsp + 128"),                  // Y⁴
        product!("rsp + 96", "rsp + 32"), minus_wide!("rsp + 128"), reduce!(), store!("rsi + 32"), // Y'
    ], p, p);
}

/// `p = p + q`, Jacobian and affine, *reduced*, for `p` and `q` neither equal nor the identity.
///
/// 8M + 3S, ten reductions; madd-2004-hmv. With `H = x Z^2 - X`, `R = y Z^3 - Y`, `V = X H^2`:
///
/// ```text
///   X' = R^2 - H^3 - 2 V,  Y' = R (V - X') - Y H^3,  Z' = Z H
/// ```
///
/// `Z' = 0` if `p = -q`, as it must be, and also if `p = q` or if `p` is the identity.
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn add_mixed(p: &mut [[u64; 4]; 3], q: &[[u64; 4]; 2]) {
    on_point!("200", [
        "mov [rsp + 192], rdi",
        sqr!("rsi + 64"), store!("rsp"),                                // Z²
        "mov rdi, [rsp + 192]",
        product!("rsp", "rdi"), minus!("rsi"), reduce!(), store!("rsp + 32"),     // H = x Z² - X
        mul!("rsi + 64", "rsp"), store!("rsp"),                         // Z³
        sqr!("rsp + 32"), store!("rsp + 64"),                           // H²
        "mov rdi, [rsp + 192]",
        product!("rsp", "rdi + 32"), minus!("rsi + 32"), reduce!(), store!("rsp"), // R = y Z³ - Y
        mul!("rsp + 32", "rsp + 64"), store!("rsp + 96"),               // H³
        mul!("rsi", "rsp + 64"), store!("rsp + 64"),                    // V = X H²
        square!("rsp"), minus!("rsp + 96"), minus!("rsp + 64"), minus!("rsp + 64"), reduce!(), store!("rsi"), // X'
        subtract_from!("rsp + 64"), store_low!("rsp + 64"),             // V - X'
        mul!("rsi + 64", "rsp + 32"), store!("rsi + 64"),               // Z' = Z H
        product!("rsi + 32", "rsp + 96"), store_wide!("rsp + 128"),     // Y H³
        product!("rsp", "rsp + 64"), minus_wide!("rsp + 128"), reduce!(), store!("rsi + 32"), // Y'
    ], p, q);
}

/// `p = p + q`, `p` as `X, Y, ZZ, ZZZ` with `x = X / ZZ`, `y = Y / ZZZ`, `q` affine, *reduced*, neither equal nor the identity.
///
/// 8M + 2S, nine reductions; madd-2008-s. With `H = x ZZ - X`, `R = y ZZZ - Y`, `V = X H^2`:
///
/// ```text
///   X' = R^2 - H^3 - 2 V,  Y' = R (V - X') - Y H^3,  ZZ' = ZZ H^2,  ZZZ' = ZZZ H^3
/// ```
///
/// `ZZ' = ZZZ' = 0` if `p = -q`, as it must be, and also if `p = q` or if `p` is the identity.
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn xyzz_add_mixed(p: &mut [[u64; 4]; 4], q: &[[u64; 4]; 2]) {
    on_point!("200", [
        "mov [rsp + 192], rdi",
        product!("rsi + 64", "rdi"), minus!("rsi"), reduce!(), store!("rsp"),           // H = x ZZ - X
        "mov rdi, [rsp + 192]",
        product!("rsi + 96", "rdi + 32"), minus!("rsi + 32"), reduce!(), store!("rsp + 32"), // R = y ZZZ - Y
        sqr!("rsp"), store!("rsp + 64"),                                // H²
        mul!("rsp", "rsp + 64"), store!("rsp"),                         // H³
        mul!("rsi + 64", "rsp + 64"), store!("rsi + 64"),               // ZZ' = ZZ H²
        mul!("rsi", "rsp + 64"), store!("rsp + 64"),                    // V = X H²
        mul!("rsi + 96", "rsp"), store!("rsi + 96"),                    // ZZZ' = ZZZ H³
        square!("rsp + 32"), minus!("rsp"), minus!("rsp + 64"), minus!("rsp + 64"), reduce!(), store!("rsi"), // X'
        subtract_from!("rsp + 64"), store_low!("rsp + 64"),             // V - X'
        product!("rsi + 32", "rsp"), store_wide!("rsp + 128"),          // Y H³
        product!("rsp + 32", "rsp + 64"), minus_wide!("rsp + 128"), reduce!(), store!("rsi + 32"), // Y'
    ], p, q);
}
