//! What the kernels of more than four words share: rows of products, and the texts of the point operations.
//!
//! Products are functions with registers of their own: operands at `rsi` and `rdi`, the words of the result in registers, `rbp` and
//! `rsp` as before. Everything else calls them: inlined, the three point operations of a curve would be 30 to 60 KB of code, and the
//! instruction cache has 32. `rbx` and `rbp` are saved by who is called from Rust, as `asm!` cannot name them.
//!
//! | register | part in a point operation |
//! |---|---|
//! | `rbp` | the point that changes |
//! | `rsp` | the frame: a pointer to the second point, then six numbers |
//! | those of the result | the words that a step leaves to the next |
//! | `rax`, `rcx`, `rdx`, `rsi`, `rdi` and what is free | scratch |

/// The products `rdx [a + o]`, one for each offset `o`, added to the words `w0 …`, of which there is one more: low halves up the
/// `adcx` chain, high halves up the `adox` chain. What `adcx` carries out of the last word but one is left in the flag.
#[rustfmt::skip]
macro_rules! mac {
    ([$w0:literal $w1:literal $($w:literal)*] [$o:literal $($os:literal)*], $a:expr) => { concat!(
        "mulx rcx, rax, [", $a, " + ", $o, "]\n",
        "adcx ", $w0, ", rax\n",
        "adox ", $w1, ", rcx\n",
        mac!([$w1 $($w)*] [$($os)*], $a),
    ) };
    ([$w:literal] [$($o:literal)*], $a:expr) => { "" };
}

/// The carry of [`mac!`] into the last word.
macro_rules! carry_to_last {
    ($w:literal) => {
        concat!("adc ", $w, ", 0\n")
    };
    ($w:literal $($ws:literal)+) => {
        carry_to_last!($($ws)+)
    };
}

/// `w0 … wn = w0 … w(n-1) + [a] [b]`, `n` words and one.
///
/// The last high half is at most `2^64 - 2` and the row at most `2^(64 n + 64) - 1`: both carries fit in `wn`. Its `xor` cuts the
/// dependency on the flags of the row before.
#[rustfmt::skip]
macro_rules! triangle_row {
    ([$($w:literal)*], $a:expr, $b:expr) => { concat!(
        "mov rdx, [", $b, "]\n",
        triangle_row!(@ $($w)*),
        mac!([$($w)*] [0 8 16 24 32 40 48 56 64], $a),
        carry_to_last!($($w)*),
    ) };
    (@ $w:literal) => { concat!("xor ", $w, ", ", $w, "\n") };
    (@ $w:literal $($ws:literal)+) => { triangle_row!(@ $($ws)+) };
}

/// `w0 … wn = [a] [b]`, `n` words and one.
#[rustfmt::skip]
macro_rules! first_row {
    ($w0:literal [$w1:literal $($w:literal)*], $a:expr, $b:expr) => { concat!(
        "mov rdx, [", $b, "]\n",
        "mulx ", $w1, ", ", $w0, ", [", $a, "]\n",
        first_row!(@ "add " [$w1 $($w)*] [8 16 24 32 40 48 56 64], $a),
    ) };
    (@ $add:literal [$w0:literal $w1:literal $($w:literal)*] [$o:literal $($os:literal)*], $a:expr) => { concat!(
        "mulx ", $w1, ", rax, [", $a, " + ", $o, "]\n",
        $add, $w0, ", rax\n",
        first_row!(@ "adc " [$w1 $($w)*] [$($os)*], $a),
    ) };
    (@ $add:literal [$w:literal] [$($o:literal)*], $a:expr) => { concat!("adc ", $w, ", 0\n") };
}

/// `w0, w1 = 2 (w0, w1) + [a]^2`, within two chains.
#[rustfmt::skip]
macro_rules! double_and_add_square {
    ($w0:literal $w1:literal, $a:expr) => { concat!(
        "mov rdx, [", $a, "]\n",
        "mulx rcx, rax, rdx\n",
        "adcx ", $w0, ", ", $w0, "\n",
        "adox ", $w0, ", rax\n",
        "adcx ", $w1, ", ", $w1, "\n",
        "adox ", $w1, ", rcx\n",
    ) };
}

/// The point operations of the wide moduli, as texts over the steps that their modules define: on the words in registers that a
/// product leaves, `times!`, `squared!`, `reduce!`, `put!`, `plus!`, `minus!`, `difference!`, `three_halves!`.
///
/// `p = 2 p` in Jacobian coordinates `X, Y, Z`, *reduced*, on `y^2 = x^3 - 3 x + b`: right for every point. 4M + 4S.
/// With `m = 3/2 (X - Z^2) (X + Z^2)`, `S = X Y^2`:
///
/// ```text
///   X' = m^2 - 2 S,  Y' = m (S - X') - Y^4,  Z' = Y Z
/// ```
#[rustfmt::skip]
macro_rules! doubling {
    ([$X:expr, $Y:expr, $Z:expr], [$t0:expr, $t1:expr, $t2:expr, $t3:expr, $t4:expr, $t5:expr]) => { concat!(
        squared!($Z), put!($t0), plus!($X), put!($t1),              // X + Z²
        difference!($X, $t0), put!($t0),                              // X - Z²
        squared!($Y), put!($t2),                                      // Y²
        times!($t1, $t0), three_halves!($t3), put!($t3),            // m
        times!($X, $t2), put!($t4),                                 // S = X Y²
        squared!($t3), minus!($t4), minus!($t4), reduce!(), put!($X), // X' = m² - 2 S
        difference!($t4, $X), put!($t4),                              // S - X'
        times!($Z, $Y), reduce!(), put!($Z),                        // Z' = Z Y
        squared!($t2), put!($t2),                                     // Y⁴
        times!($t3, $t4), minus!($t2), reduce!(), put!($Y),         // Y'
    ) };
}

/// `p = p + q`, Jacobian and affine, *reduced*, for `p` and `q` neither equal nor the identity. 8M + 3S; madd-2004-hmv.
/// With `H = x Z^2 - X`, `R = y Z^3 - Y`, `V = X H^2`:
///
/// ```text
///   X' = R^2 - H^3 - 2 V,  Y' = R (V - X') - Y H^3,  Z' = Z H
/// ```
///
/// `Z' = 0` if `p = -q`, as it must be, and also if `p = q` or if `p` is the identity.
#[rustfmt::skip]
macro_rules! mixed_addition {
    ([$X:expr, $Y:expr, $Z:expr], [$t0:expr, $t1:expr, $t2:expr, $t3:expr, $t4:expr, $t5:expr]) => { concat!(
        squared!($Z), put!($t0),                                      // Z²
        times_x!($t0), minus!($X), put!($t1),                    // H = x Z² - X
        times!($Z, $t0), put!($t0),                                 // Z³
        squared!($t1), put!($t2),                                     // H²
        times_y!($t0), minus!($Y), put!($t3),                    // R = y Z³ - Y
        times!($t1, $t2), put!($t4),                                // H³
        times!($X, $t2), put!($t5),                                 // V = X H²
        squared!($t3), minus!($t4), minus!($t5), minus!($t5), reduce!(), put!($X), // X'
        difference!($t5, $X), put!($t5),                              // V - X'
        times!($Z, $t1), reduce!(), put!($Z),                       // Z' = Z H
        times!($Y, $t4), put!($t4),                                 // Y H³
        times!($t3, $t5), minus!($t4), reduce!(), put!($Y),         // Y'
    ) };
}

/// `p = p + q`, `p` as `X, Y, ZZ, ZZZ` with `x = X / ZZ`, `y = Y / ZZZ`, `q` affine, *reduced*, neither equal nor the identity.
/// 8M + 2S; madd-2008-s. With `H = x ZZ - X`, `R = y ZZZ - Y`, `V = X H^2`:
///
/// ```text
///   X' = R^2 - H^3 - 2 V,  Y' = R (V - X') - Y H^3,  ZZ' = ZZ H^2,  ZZZ' = ZZZ H^3
/// ```
///
/// `ZZ' = ZZZ' = 0` if `p = -q`, as it must be, and also if `p = q` or if `p` is the identity.
#[rustfmt::skip]
macro_rules! xyzz_mixed_addition {
    ([$X:expr, $Y:expr, $ZZ:expr, $ZZZ:expr], [$t0:expr, $t1:expr, $t2:expr, $t3:expr, $t4:expr, $t5:expr]) => { concat!(
        times_x!($ZZ), minus!($X), put!($t1),                    // H = x ZZ - X
        times_y!($ZZZ), minus!($Y), put!($t3),                   // R = y ZZZ - Y
        squared!($t1), put!($t2),                                     // H²
        times!($t1, $t2), put!($t4),                                // H³
        times!($ZZ, $t2), reduce!(), put!($ZZ),                     // ZZ' = ZZ H²
        times!($X, $t2), put!($t5),                                 // V = X H²
        times!($ZZZ, $t4), reduce!(), put!($ZZZ),                   // ZZZ' = ZZZ H³
        squared!($t3), minus!($t4), minus!($t5), minus!($t5), reduce!(), put!($X), // X'
        difference!($t5, $X), put!($t5),                              // V - X'
        times!($Y, $t4), put!($t4),                                 // Y H³
        times!($t3, $t5), minus!($t4), reduce!(), put!($Y),         // Y'
    ) };
}

/// `[a] [b]` by a call of `multiply`, the product of the module.
macro_rules! times {
    ($a:expr, $b:expr) => {
        concat!(
            "lea rsi, [",
            $a,
            "]\nlea rdi, [",
            $b,
            "]\ncall {multiply}\n"
        )
    };
}

/// `[a]^2` by a call of `square`.
macro_rules! squared {
    ($a:expr) => {
        concat!("lea rsi, [", $a, "]\ncall {squared}\n")
    };
}

/// `[a]` times the second point's coordinate at the offset.
macro_rules! times_q {
    ($a:expr, $offset:literal) => {
        concat!(
            "lea rsi, [",
            $a,
            "]\nmov rdi, [rsp]\nlea rdi, [rdi + ",
            $offset,
            "]\ncall {multiply}\n"
        )
    };
}

/// Runs the text on the point at `rbp`, which it may change, with the pointer to the second one (or the same) at `rsp`, in a frame.
/// It calls the products of the module. The text leaves `rbp` and `rsp` alone.
macro_rules! on_wide_point {
    ($frame:literal, $text:expr, $p:expr, $q:expr) => {
        // SAFETY: the caller holds the token of BMI2 and ADX. Reads and writes the coordinates of `p`, reads those of `q`,
        // both from references, and uses the stack below the stack pointer, which is then as before. Writes all registers
        // that a text may, but restores `rbx` and `rbp`, which cannot be named here.
        unsafe {
            core::arch::asm!(
                "push rbx",
                "push rbp",
                concat!("sub rsp, ", $frame),
                "mov rbp, rsi",
                "mov [rsp], rdi",
                $text,
                concat!("add rsp, ", $frame),
                "pop rbp",
                "pop rbx",
                multiply = sym multiply,
                squared = sym squared,
                inout("rsi") $p.as_mut_ptr() => _, inout("rdi") $q.as_ptr() => _,
                out("rax") _, out("rcx") _, out("rdx") _,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _,
                out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            );
        }
    };
}
