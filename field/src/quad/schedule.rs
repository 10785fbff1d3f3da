//! `k P` in four lanes: 51 windows of five bits, with odd digits.
//!
//! # Why the incomplete addition is right
//!
//! Before the addition of window `i` the sum is `2^5 r P`, where the odd `r` is what the digits above make; `d` is the digit, odd and
//! `|d| < 2^5`. `2^5 r` is not `d` or `-d`, as it is even. Modulo the order `n`: for `i > 0`, `2^5 r + 2^5 < n`, so neither is it
//! there. For `i = 0` the scalar is `k = 2^5 r + d <= n`:
//!
//! * If `2^5 r = -d mod n`, then `k = n`, the result is the identity, and the formula gives it: `H = 0`, so `Z3 = 0`.
//! * If `2^5 r = d mod n`, then `2^5 r = n + d` and `k = n + 2 d`, so `d < 0`. As `k` is below `n`, its own digit 0 must be `d`; that is
//!   `(k mod 2^6) - 2^5` ([`window::odd_digit`]), and `n mod 2^6 = 17`. `d = -e` would have to be `((17 - 2 e) mod 64) - 32`: for `0 < e < 9`
//!   that is `-15 - 2 e`, for `e < 32` it is `49 - 2 e`; neither is `-e` for such an `e`. So there is no such `k`.
//!
//! If `P` is the identity every `Z` is zero, and stays so.

use super::{FourLanes, In, OddMultiples, Point};
use crate::{
    Ifma,
    arch::x86_64::ifma::{Row, Rows, Task, Ymm, Zmm},
    lanes::{Factor, limbs},
    window::{self, OddDigit},
};

/// Bits of a window.
const WINDOW: u32 = 5;
/// Windows of 256 bits. The digit of the top one is 1, as 255 is a multiple of the window.
const WINDOWS: usize = window::count(256, WINDOW);

/// `k P`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiply {
    /// `P`: words of homogeneous coordinates in Montgomery form; `Z = 0` for the identity.
    pub(crate) point: [[u64; 4]; 3],
    /// `k`, odd and at most the order.
    pub(crate) scalar: [u64; 4],
    /// Negate the result if this is not zero.
    pub(crate) negate: u64,
}

impl Task for Multiply {
    /// Words of homogeneous coordinates in Montgomery form, *reduced*; `Z = 0` for the identity.
    type Output = [[u64; 4]; 3];

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let on = &In::new::<Ymm>(cpu);
        let mut p = Point::<Ymm>::load(cpu, &self.point, on);
        let multiples = OddMultiples::new(p, on);
        let table = Table::new(&multiples);
        for i in (0..WINDOWS - 1).rev() {
            p = p.double_twice(on);
            let OddDigit { index, negative } = window::odd_digit(&self.scalar, WINDOW, WINDOWS, i);
            let yx = table.select(cpu, index);
            let entry = multiples.entry(yx, Ymm::secret_mask(cpu, [negative, 0, 0, 0]), on);
            p = p.double_twice(on).double_add_distinct(&entry, on);
        }
        p.store(Ymm::secret_mask(cpu, [self.negate, 0, 0, 0]), on)
    }
}

/// The two coordinates of 16 points, four points to a row.
#[repr(align(64))]
struct Table([Row<5>; 4]);

impl Table {
    #[inline(always)]
    fn new(multiples: &OddMultiples<Ymm, 16>) -> Self {
        let mut rows = [[[0; 8]; 5]; 4];
        for i in 0..16 {
            for limb in 0..5 {
                let [y, x, ..] = multiples.yx[i].0[limb].store();
                rows[i / 4][limb][2 * (i % 4)] = y;
                rows[i / 4][limb][2 * (i % 4) + 1] = x;
            }
        }
        Self(rows)
    }

    /// The point of a secret index, in lanes 0, 1.
    #[inline(always)]
    fn select(&self, cpu: Ifma, index: u64) -> Factor<Ymm> {
        // A pair of lanes takes row `(index - pair) / 4` if that is one, else none: the bits below go to the top.
        let row = |pair: u64| index.wrapping_sub(pair).rotate_right(2);
        let rows = [
            row(0),
            row(0),
            row(1),
            row(1),
            row(2),
            row(2),
            row(3),
            row(3),
        ];
        let selected = Rows(&self.0).select(Zmm::load(cpu, &rows));
        Factor(limbs!(I => sum_of_pairs(selected[I])))
    }
}

#[inline(always)]
fn sum_of_pairs(x: Zmm) -> Ymm {
    use core::ops::Add;
    let [low, high] = x.halves();
    let sum = low.add(high);
    sum + sum.permute([2, 3, 0, 1])
}
