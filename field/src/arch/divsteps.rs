//! Twenty division steps of safegcd on packed words, in constant time; see `inversion.rs`.

/// `STEPS` division steps from the counter `zeta` on
///
/// ```text
///   F = f - u 2^21 2^(20-i) - v 2^42 2^(20-i),   G = g - q 2^21 2^(20-i) - r 2^42 2^(20-i)
/// ```
///
/// after `i` steps: a step is the same linear map of `(f, g)`, `(u, q)` and `(v, r)` followed by a halving of the second row,
/// so it works on all three at once, as long as `f`, `g` have low bits left to decide by: 20 of them.
pub(crate) const STEPS: u32 = 20;

/// [`STEPS`] steps on `(zeta, F, G)`: if `zeta < 0` and `G` is odd, `(-zeta - 2, G, (G - F) / 2)`, else
/// `(zeta - 1, F, (G + (G mod 2) F) / 2)`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn divsteps(mut zeta: i64, mut f: i64, mut g: i64) -> (i64, i64, i64) {
    // First what the step would be for an odd g, by the sign of zeta alone: the summand t, the new f (c) and zeta (w);
    // then the choice by g. A step's chain is four instructions long, 4.5 cycles on Zen 4.
    //
    // SAFETY: registers and flags only.
    unsafe {
        core::arch::asm!(
            ".rept 20",
            "mov {t}, {f}",
            "neg {t}",
            "mov {c}, {f}",
            "mov {w}, {z}",
            "not {w}",
            "test {z}, {z}",
            "cmovns {t}, {f}",
            "cmovs {c}, {g}",
            "cmovns {w}, {z}",
            "mov {e:e}, 0",
            "test {g:e}, 1",
            "cmovnz {e}, {t}",
            "cmovnz {f}, {c}",
            "cmovnz {z}, {w}",
            "add {g}, {e}",
            "sar {g}, 1",
            "dec {z}",
            ".endr",
            z = inout(reg) zeta, f = inout(reg) f, g = inout(reg) g,
            t = out(reg) _, c = out(reg) _, w = out(reg) _, e = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (zeta, f, g)
}

/// The same in plain Rust.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
pub(crate) fn divsteps_portable(mut zeta: i64, mut f: i64, mut g: i64) -> (i64, i64, i64) {
    use super::ct::barrier;
    for _ in 0..STEPS {
        let minus = barrier((zeta >> 63) as u64) as i64;
        let odd = barrier((g & 1).wrapping_neg() as u64) as i64;
        let summand = (f ^ minus).wrapping_sub(minus);
        let swap = minus & odd;
        f ^= (f ^ g) & swap;
        zeta = (zeta ^ swap) - 1;
        g = g.wrapping_add(summand & odd) >> 1;
    }
    (zeta, f, g)
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use divsteps_portable as divsteps;

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;

    #[test]
    fn both_texts_agree() {
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100_000 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            let (zeta, f, g) = (
                (x >> 56) as i64 - 128,
                x as i64 >> 2 | 1,
                (x.rotate_left(29)) as i64 >> 2,
            );
            assert_eq!(
                divsteps(zeta, f, g),
                divsteps_portable(zeta, f, g),
                "{zeta} {f} {g}"
            );
        }
    }
}
