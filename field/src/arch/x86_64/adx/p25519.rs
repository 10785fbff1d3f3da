//! The prime of Curve25519, `p = 2^255 - 19`: products, and whole steps of the ladder and of the Edwards form.
//!
//! Words hold the integer itself, of any value: `2^256 = 38` and `2^255 = 19` bring back what leaves them. Two value classes:
//!
//! ```text
//!   tight: below 2^255 + 2^32, every product      loose: any words, sums and differences of tight numbers
//! ```
//!
//! A product takes loose operands. The sum of two tight numbers is below `2^256 + 2^33`: if it carries, what is left is one small word, and
//! 38 is added to that word alone.
//!
//! Cycles on Zen 4:
//!
//! | kernel | in a chain | |
//! |---|---|---|
//! | `mul` | 44 by the second operand, 49 by the first | 34 each of four independent ones |
//! | `square` | 34 | 24 |
//! | `ladder_step` | 310 | |
//! | `double` | 213, with `T` 249 | |
//! | `add_niels` | 263, with `T` 281 | |
//! | `add_cached` | 291, with `T` 305 | |
//!
//! The multiplier is what counts: a `mulx` costs 1.1 cycles and any other instruction 0.2, which gives all of these. Tried and slower: 19
//! times a carry by two `lea` instead of `imul`.

/// `low, rcx = low + k high`, for `k < 2^63`: four words and one, at most `k`.
#[rustfmt::skip]
macro_rules! fold {
    ($k:literal) => { concat!(
        "mov edx, ", $k, "\n",
        "xor edi, edi\n",
        "mulx rcx, rax, r12\n",
        "adcx r8, rax\n",
        "adox r9, rcx\n",
        "mulx rcx, rax, r13\n",
        "adcx r9, rax\n",
        "adox r10, rcx\n",
        "mulx rcx, rax, r14\n",
        "adcx r10, rax\n",
        "adox r11, rcx\n",
        "mulx rcx, rax, r15\n",
        "adcx r11, rax\n",
        "adox rcx, rdi\n",
        "adcx rcx, rdi\n",
    ) };
}

/// `low = low + 2^256 rcx`, *tight*, for `rcx < 2^26`:
///
/// ```text
///   low + 2^256 rcx = r + q 2^255 = r + 19 q  mod p,   r < 2^255,   19 q < 2^32
/// ```
#[rustfmt::skip]
macro_rules! carry {
    () => { concat!(
        "add r11, r11\n",
        "adc rcx, rcx\n",
        "shr r11, 1\n",
        "imul rcx, rcx, 19\n",
        "add r8, rcx\n",
        "adc r9, 0\n",
        "adc r10, 0\n",
        "adc r11, 0\n",
    ) };
}

/// `low = r8 … r15`, *tight*.
macro_rules! reduce {
    () => {
        concat!(fold!(38), carry!())
    };
}

/// `low = [a] [b]`, *tight*.
macro_rules! mul {
    ($a:expr, $b:expr) => {
        concat!(product!($a, $b), reduce!())
    };
}

/// `low = [a]^2`, *tight*.
macro_rules! sqr {
    ($a:expr) => {
        concat!(square!($a), reduce!())
    };
}

/// `low = [a]`.
#[rustfmt::skip]
macro_rules! load_low {
    ($a:expr) => { concat!(
        "mov r8, [", $a, "]\n",
        "mov r9, [", $a, " + 8]\n",
        "mov r10, [", $a, " + 16]\n",
        "mov r11, [", $a, " + 24]\n",
    ) };
}

/// `high = [a]`.
#[rustfmt::skip]
macro_rules! load_high {
    ($a:expr) => { concat!(
        "mov r12, [", $a, "]\n",
        "mov r13, [", $a, " + 8]\n",
        "mov r14, [", $a, " + 16]\n",
        "mov r15, [", $a, " + 24]\n",
    ) };
}

/// `low = low + [b]`, *loose* from *tight*.
#[rustfmt::skip]
macro_rules! plus {
    ($b:expr) => { concat!(
        "add r8, [", $b, "]\n",
        "adc r9, [", $b, " + 8]\n",
        "adc r10, [", $b, " + 16]\n",
        "adc r11, [", $b, " + 24]\n",
        "sbb rax, rax\n",
        "and rax, 38\n",
        "add r8, rax\n",
    ) };
}

/// `low = low + [b]`, *loose*, of *tight* and *loose*: a sum that carries leaves less than `2^255 + 2^32`, and 38 does not carry again.
#[rustfmt::skip]
macro_rules! plus_loose {
    ($b:expr) => { concat!(
        plus!($b),
        "adc r9, 0\n",
        "adc r10, 0\n",
        "adc r11, 0\n",
    ) };
}

/// `high = 2 high`, *loose* from *tight*.
#[rustfmt::skip]
macro_rules! twice_high {
    () => { concat!(
        "add r12, r12\n",
        "adc r13, r13\n",
        "adc r14, r14\n",
        "adc r15, r15\n",
        "sbb rax, rax\n",
        "and rax, 38\n",
        "add r12, rax\n",
    ) };
}

/// After a difference in *high* of a *loose* number and a *tight* one, with its borrow in the flag: minus 38 if that is set, as the words
/// are then above `2^256` minus the *tight* number, and do not borrow again.
#[rustfmt::skip]
macro_rules! borrowed {
    () => { concat!(
        "sbb rax, rax\n",
        "and rax, 38\n",
        "sub r12, rax\n",
        "sbb r13, 0\n",
        "sbb r14, 0\n",
        "sbb r15, 0\n",
    ) };
}

/// `high = high - low`, *loose*, for a *tight* low.
#[rustfmt::skip]
macro_rules! minus_low {
    () => { concat!(
        "sub r12, r8\n",
        "sbb r13, r9\n",
        "sbb r14, r10\n",
        "sbb r15, r11\n",
        borrowed!(),
    ) };
}

/// `high, low = low - [b], low + [b]`, *loose* from *tight*.
#[rustfmt::skip]
macro_rules! difference_and_sum {
    ($b:expr) => { concat!(
        "mov r12, r8\n",
        "mov r13, r9\n",
        "mov r14, r10\n",
        "mov r15, r11\n",
        plus!($b),
        "sub r12, [", $b, "]\n",
        "sbb r13, [", $b, " + 8]\n",
        "sbb r14, [", $b, " + 16]\n",
        "sbb r15, [", $b, " + 24]\n",
        borrowed!(),
    ) };
}

/// Within [`carry!`]'s bounds: `low, rcx = low, rcx + [b]`.
#[rustfmt::skip]
macro_rules! plus_wide {
    ($b:expr) => { concat!(
        "add r8, [", $b, "]\n",
        "adc r9, [", $b, " + 8]\n",
        "adc r10, [", $b, " + 16]\n",
        "adc r11, [", $b, " + 24]\n",
        "adc rcx, 0\n",
    ) };
}

/// Within [`carry!`]'s bounds: `low, rcx = 2 (low, rcx)`.
#[rustfmt::skip]
macro_rules! twice {
    () => { concat!(
        "add r8, r8\n",
        "adc r9, r9\n",
        "adc r10, r10\n",
        "adc r11, r11\n",
        "adc rcx, rcx\n",
    ) };
}

/// `low, high = [a], [b]` if the carry is clear.
#[rustfmt::skip]
macro_rules! select_if_clear {
    ($a:expr, $b:expr) => { concat!(
        "cmovnc r8, [", $a, "]\n",
        "cmovnc r9, [", $a, " + 8]\n",
        "cmovnc r10, [", $a, " + 16]\n",
        "cmovnc r11, [", $a, " + 24]\n",
        "cmovnc r12, [", $b, "]\n",
        "cmovnc r13, [", $b, " + 8]\n",
        "cmovnc r14, [", $b, " + 16]\n",
        "cmovnc r15, [", $b, " + 24]\n",
    ) };
}

/// `a b`, *tight*, of any words. Faster if the operand that is ready last is `b`.
#[inline(always)]
pub(crate) fn mul(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    value_of!(low of [mul!("rsi", "rdi")], a, b)
}

/// `a^2`, *tight*, of any words.
#[inline(always)]
pub(crate) fn square(a: &[u64; 4]) -> [u64; 4] {
    value_of!(low of [sqr!("rsi")], a, a)
}

/// A step of the ladder on `X2, Z2, X3, Z3, u`, *tight*: `P, Q` become `2 P, P + Q`, or if `swap` is 1, `2 Q, P + Q`; `u` is that of `P - Q`.
///
/// 5M + 4S and a small multiple, ten reductions. With the names of RFC 7748 § 5, whose `AA + 121665 E` is `BB + 121666 E`:
///
/// ```text
///   A, B = X2 ± Z2,  C, D = X3 ± Z3,  E = AA - BB
///   X2' = AA BB,  Z2' = E (BB + 121666 E),  X3' = (DA + CB)^2,  Z3' = u (DA - CB)^2
/// ```
///
/// Only what is doubled is selected: to swap `P` and `Q` is to swap `DA` and `CB`.
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn ladder_step(p: &mut [[u64; 4]; 5], swap: u64) {
    on_words!("256", [
        load_low!("rsi"), difference_and_sum!("rsi + 32"),              // X2, Z2
        store_low!("rsp"), store!("rsp + 32"),                          // A, B
        load_low!("rsi + 64"), difference_and_sum!("rsi + 96"),         // X3, Z3
        store_low!("rsp + 64"), store!("rsp + 96"),                     // C, D
        "neg rdi",
        select_if_clear!("rsp", "rsp + 32"),
        store_low!("rsp + 128"), store!("rsp + 160"),                   // A or C, B or D
        mul!("rsp", "rsp + 96"), store_low!("rsp"),                     // DA
        mul!("rsp + 32", "rsp + 64"), difference_and_sum!("rsp"),       // CB
        store_low!("rsp"), store!("rsp + 32"),                          // DA + CB, CB - DA
        sqr!("rsp + 128"), store_low!("rsp + 128"),                     // AA
        sqr!("rsp + 160"), store_low!("rsp + 160"),                     // BB
        load_high!("rsp + 128"), minus_low!(), store!("rsp + 192"),     // E = AA - BB
        fold!(121666), carry!(), store_low!("rsp + 224"),               // BB + 121666 E
        sqr!("rsp"), store_low!("rsi + 64"),                            // X3'
        sqr!("rsp + 32"), store_low!("rsp"),                            // (DA - CB)²
        mul!("rsp + 128", "rsp + 160"), store_low!("rsi"),              // X2'
        mul!("rsp + 192", "rsp + 224"), store_low!("rsi + 32"),         // Z2'
        mul!("rsi + 128", "rsp"), store_low!("rsi + 96"),               // Z3'
    ], p, swap);
}

/// The first seven products of [`double`], which leave `H` and `E` in the frame.
#[rustfmt::skip]
macro_rules! doubling {
    () => { concat!(
        sqr!("rsi + 32"), store_low!("rsp + 32"),                       // B
        sqr!("rsi"), difference_and_sum!("rsp + 32"),                   // A
        store_low!("rsp + 32"), store!("rsp + 64"),                     // H, G
        square!("rsi + 64"), fold!(38), twice!(), plus_wide!("rsp + 64"), carry!(),
        store_low!("rsp + 96"),                                         // F = 2 Z² + G
        load_low!("rsi"), plus!("rsi + 32"), store_low!("rsp"),         // X + Y
        sqr!("rsp"), load_high!("rsp + 32"), minus_low!(), store!("rsp"), // E = H - (X + Y)²
        mul!("rsp + 64", "rsp + 96"), store_low!("rsi + 64"),           // Z' = F G
        mul!("rsp + 64", "rsp + 32"), store_low!("rsi + 32"),           // Y' = G H
        mul!("rsp + 96", "rsp"), store_low!("rsi"),                     // X' = E F
    ) };
}

/// `p = 2 p` in extended coordinates `X, Y, Z, T`, *tight*, by any `T`, which is written only `WITH_T`: 3M + 4S, or 4M + 4S.
///
/// dbl-2008-hwcd with the other signs of all four factors, as in `edwards.rs`:
///
/// ```text
///   A = X^2,  B = Y^2,  H = A + B,  G = A - B,  E = H - (X + Y)^2,  F = 2 Z^2 + G
/// ```
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn double<const WITH_T: bool>(p: &mut [[u64; 4]; 4]) {
    if WITH_T {
        on_point!("128", [
            doubling!(),
            mul!("rsp + 32", "rsp"), store_low!("rsi + 96"),            // T' = E H
        ], p, p);
    } else {
        on_point!("128", [doubling!()], p, p);
    }
}

/// `H, E, C` of an addition: `H` and `E` in the frame, `C` in *low*. The second point's sum and difference are at `rdi`, its `2 d T` at the
/// offset; the fifth number of the frame is the pointer.
#[rustfmt::skip]
macro_rules! sides {
    ($T2d:literal) => { concat!(
        "mov [rsp + 128], rdi\n",
        load_low!("rsi + 32"), difference_and_sum!("rsi"),              // Y, X
        store_low!("rsp"), store!("rsp + 32"),                          // Y + X, Y - X
        mul!("rsp + 32", "rdi + 32"), store_low!("rsp + 32"),           // A
        "mov rdi, [rsp + 128]\n",
        mul!("rsp", "rdi"), difference_and_sum!("rsp + 32"),            // B
        store_low!("rsp"), store!("rsp + 32"),                          // H, E = B ± A
        "mov rdi, [rsp + 128]\n",
        mul!("rsi + 96", concat!("rdi + ", $T2d)),                      // C
    ) };
}

/// The products of the result, from `H, E, G, F` in the frame.
#[rustfmt::skip]
macro_rules! projective {
    () => { concat!(
        mul!("rsp", "rsp + 64"), store_low!("rsi + 32"),                // Y' = G H
        mul!("rsp + 64", "rsp + 96"), store_low!("rsi + 64"),           // Z' = F G
        mul!("rsp + 32", "rsp + 96"), store_low!("rsi"),                // X' = E F
    ) };
}

/// `T' = E H`, likewise.
macro_rules! and_T {
    () => {
        concat!(mul!("rsp", "rsp + 32"), store_low!("rsi + 96"))
    };
}

/// The steps of [`add_niels`] before its products of the result.
#[rustfmt::skip]
macro_rules! niels_addition {
    () => { concat!(
        sides!(64),
        load_high!("rsi + 64"), twice_high!(), store!("rsp + 64"),      // D = 2 Z
        minus_low!(), store!("rsp + 96"),                               // F = D - C
        plus_loose!("rsp + 64"), store_low!("rsp + 64"),                // G = D + C
    ) };
}

/// The steps of [`add_cached`] before its products of the result.
#[rustfmt::skip]
macro_rules! cached_addition {
    () => { concat!(
        sides!(96), store_low!("rsp + 64"),                             // C
        "mov rdi, [rsp + 128]\n",
        mul!("rsi + 64", "rdi + 64"), difference_and_sum!("rsp + 64"),  // D
        store_low!("rsp + 64"), store!("rsp + 96"),                     // G, F = D ± C
    ) };
}

/// `p = p + q`, extended and [`crate::edwards::Niels`], *tight*, of which `T` is written only `WITH_T`: 6M, or 7M.
/// add-2008-hwcd-3.
#[inline(always)]
pub(crate) fn add_niels<const WITH_T: bool>(p: &mut [[u64; 4]; 4], q: &[[u64; 4]; 3]) {
    if WITH_T {
        on_point!("136", [niels_addition!(), projective!(), and_T!()], p, q);
    } else {
        on_point!("136", [niels_addition!(), projective!()], p, q);
    }
}

/// `p = p + q`, extended and [`crate::edwards::Cached`], *tight*, of which `T` is written only `WITH_T`: 7M, or 8M.
/// add-2008-hwcd-3.
#[inline(always)]
pub(crate) fn add_cached<const WITH_T: bool>(p: &mut [[u64; 4]; 4], q: &[[u64; 4]; 4]) {
    if WITH_T {
        on_point!("136", [cached_addition!(), projective!(), and_T!()], p, q);
    } else {
        on_point!("136", [cached_addition!(), projective!()], p, q);
    }
}
