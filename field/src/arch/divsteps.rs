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

/// [`STEPS`] steps on `(zeta, F, G)`, `F` odd: if `zeta < 0` and `G` is odd, `(-zeta - 2, G, (G - F) / 2)`, else
/// `(zeta - 1, F, (G + (G mod 2) F) / 2)`. No `F` or `G` on the way may exceed 63 bits with its sign.
///
/// In halves, so that the shift comes first: with `h = floor(G/2)`, `p = floor(F/2)`, `s = -1` if `zeta < 0` and else 0,
///
/// ```text
///   G odd:  (G ± F) / 2 = h + p + 1 or h - p,   so  ~G' = ~h + (~p ^ s),
/// ```
///
/// and `~h = ~G >> 1`: on `X = ~G` and `P = ~p` a step is
///
/// ```text
///   H = X >> 1,   X' = H + (P ^ s) if X is even, else H,   P' = H if X is even and s = -1, else P.
/// ```
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn divsteps(mut zeta: i64, f: i64, g: i64) -> (i64, i64, i64) {
    // The shift's carry says that X is odd; added to s it leaves a negative number for a swap alone.
    // The next X goes to another register, so two steps are one period. What is written is an order that a random search found
    // among those that mean the same: 3.7 cycles a step on Zen 4, where most take 4.0 and some 4.9; 3.5 is the chain's
    // length (shift, add with carry, choice of zeta; sign, exclusive or, sum, choice of X, for two steps).
    macro_rules! step {
        ($x:literal, $next:literal) => {
            concat!(
                "mov {s}, {z}\n",
                "mov {t}, {p}\n",
                "sar {s}, 63\n",
                "mov {w}, -2\n",
                "sub {w}, {z}\n", // zeta after a swap
                "xor {t}, {s}\n",
                "dec {z}\n",
                concat!("sar {", $x, "}, 1\n"),
                concat!("lea {", $next, "}, [{", $x, "} + {t}]\n"),
                concat!("cmovc {", $next, "}, {", $x, "}\n"),
                "adc {s}, 0\n",
                "cmovs {z}, {w}\n",
                concat!("cmovs {p}, {", $x, "}\n"),
            )
        };
    }
    let (mut p, mut x) = (!(f >> 1), !g);
    // SAFETY: registers and flags only.
    unsafe {
        core::arch::asm!(
            ".rept {periods}",
            step!("x", "y"),
            step!("y", "x"),
            ".endr",
            periods = const STEPS / 2,
            z = inout(reg) zeta, p = inout(reg) p, x = inout(reg) x,
            y = out(reg) _, s = out(reg) _, t = out(reg) _, w = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (zeta, 2 * !p + 1, !x)
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

    fn agree(zeta: i64, f: i64, g: i64) {
        assert_eq!(
            divsteps(zeta, f, g),
            divsteps_portable(zeta, f, g),
            "{zeta} {f} {g}"
        );
    }

    #[test]
    fn both_texts_agree_on_random_words() {
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
            agree(zeta, f, g);
        }
    }

    #[test]
    fn both_texts_agree_on_the_extremes() {
        let edges = [0, 1, 2, 3, 1 << 19, (1 << 20) - 2, (1 << 20) - 1];
        for zeta in [-600, -21, -20, -19, -2, -1, 0, 1, 2, 19, 20, 21, 600] {
            for f in edges.map(|f| f | 1) {
                for g in edges {
                    agree(zeta, f - (1 << 41), g - (1 << 62));
                    agree(zeta, (1 << 62) - 1 - f * 2, (1 << 62) - 1 - g);
                    agree(zeta, f * 2 + 1 - (1 << 62), g - (1 << 62));
                }
            }
        }
    }
}
