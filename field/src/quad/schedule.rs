//! `k P` in four lanes: windows of five bits, with odd digits.
//!
//! # The digits
//!
//! The top digit is 1, for the highest bit that a scalar may have. Below it are windows of five bits; what is left for the lowest
//! window is five bits for P-256 and P-521, and three for P-384. Let it be `w` bits.
//!
//! # Why the incomplete addition is right
//!
//! Before the addition of a digit `d`, odd and `|d| < 2^5`, the sum is `2^5 r P`, where the odd `r` is what the digits above make.
//! `2^5 r` is not `d` or `-d`, as it is even. Modulo the order `n`: above the lowest window `2^5 r + 2^5 < n`, so neither is it
//! there. For the lowest one the scalar is `k = 2^w r + d <= n`:
//!
//! * If `2^w r = -d mod n`, then `k = n`, the result is the identity, and the formula gives it: `H = 0`, so `Z3 = 0`.
//! * If `2^w r = d mod n`, then `2^w r = n + d` and `k = n + 2 d`, so `d < 0`. As `k` is below `n`, its own lowest digit must be `d`; that is
//!   `(k mod 2^(w + 1)) - 2^w` ([`window::odd_digit`]). So `d = -e` would have to be `((n - 2 e) mod 2^(w + 1)) - 2^w`, modulo
//!   `2^(w + 1)`: `e = n - 2^w`. There is such an odd `e < 2^w` if `n mod 2^(w + 1) > 2^w`, and none if it is less.
//!   It is 17 of 64 for P-256, 9 of 64 for P-521, and 3 of 16 for P-384; with five bits P-384 would have 51 of 64, and the exception `e = 19`.
//!
//! If `P` is the identity every `Z` is zero, and stays so.

use super::{FourLanes, In, OddMultiples, Point};
use crate::{
    Ifma, Prime,
    arch::x86_64::ifma::{Rows, Task, Ymm, Zmm, outlined},
    lanes::{Factor, Limbs, Radix52, Sum, each_limb},
    weierstrass::Weierstrass,
    window::{self, OddDigit},
};
use core::arch::x86_64::__mmask8;

/// Bits of a window.
const WINDOW: u32 = 5;

/// `k P`.
#[derive(Clone, Copy)]
pub(crate) struct Multiply<C: Weierstrass<Base: Radix52>> {
    /// `P`: words of homogeneous coordinates; `Z = 0` for the identity.
    pub(crate) point: [<C::Base as Prime>::Words; 3],
    /// `k`, odd and at most the order.
    pub(crate) scalar: <C::Order as Prime>::Words,
    /// Negate the result if this is not zero.
    pub(crate) negate: u64,
}

impl<C: Weierstrass<Base: Radix52>> Task for Multiply<C> {
    /// Words of homogeneous coordinates, *reduced*; `Z = 0` for the identity.
    type Output = [<C::Base as Prime>::Words; 3];

    #[inline(always)]
    fn run(self, cpu: Ifma) -> Self::Output {
        let on = &In::new::<Ymm>(cpu);
        let mut p = Point::<C::Base, Ymm>::load(cpu, &self.point, on);
        let multiples = OddMultiples::new(p, on);
        let table = Table::new(&multiples);
        let mut position = C::Order::BITS - 1;
        while position > 0 {
            // An addition doubles too.
            let w = WINDOW.min(position);
            if w == WINDOW {
                p = double_twice(cpu, p, on);
            }
            position -= w;
            let k = self.scalar.as_ref();
            let OddDigit { index, negative } = window::odd_digit_at(k, position as usize, w);
            let yx = table.select(cpu, index);
            let entry = multiples.entry(yx, Ymm::secret_mask(cpu, [negative, 0, 0, 0]), on);
            p = double_twice(cpu, p, on).double_add_distinct(&entry, on);
        }
        p.store(Ymm::secret_mask(cpu, [self.negate, 0, 0, 0]), on)
    }
}

/// `4 P`. A call costs 7 % of `k P` of P-256; of P-384 and P-521, where both places together would not fit the instruction cache, it saves
/// 4 % and 2 %.
#[inline(always)]
fn double_twice<P: Radix52>(cpu: Ifma, p: Point<P, Ymm>, on: &In<__mmask8>) -> Point<P, Ymm> {
    if P::LIMBS > 5 {
        double_twice_there(cpu, p, *on)
    } else {
        p.double_twice(on)
    }
}

outlined! {
    fn double_twice_there<P>(_cpu, p: Point<P, Ymm>, on: In<__mmask8>) -> Point<P, Ymm> = p.double_twice(&on);
}

/// The two coordinates of 16 points, four points to a row.
#[repr(align(64))]
struct Table<P: Radix52>([P::Limbs<[u64; 8]>; 4]);

impl<P: Radix52> Table<P> {
    #[inline(always)]
    fn new(multiples: &OddMultiples<P, Ymm, 16>) -> Self {
        let mut rows = [P::Limbs::filled([0; 8]); 4];
        for i in 0..16 {
            each_limb!(P, limb => {
                let [y, x, ..] = multiples.yx[i].0[limb].store();
                rows[i / 4][limb][2 * (i % 4)] = y;
                rows[i / 4][limb][2 * (i % 4) + 1] = x;
            });
        }
        Self(rows)
    }

    /// The point of a secret index, in lanes 0, 1.
    #[inline(always)]
    fn select(&self, cpu: Ifma, index: u64) -> Factor<P, Ymm> {
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
        let mut selected = P::Limbs::filled(Zmm::load(cpu, &[0; 8]));
        Rows(&self.0).select(Zmm::load(cpu, &rows), &mut selected, P::LIMBS);
        let Sum(mut pairs) = Sum::<P, Ymm>::zero(cpu);
        each_limb!(P, i => {
            pairs[i] = sum_of_pairs(selected[i]);
        });
        Factor(pairs)
    }
}

#[inline(always)]
fn sum_of_pairs(x: Zmm) -> Ymm {
    use core::ops::Add;
    let [low, high] = x.halves();
    let sum = low.add(high);
    sum + sum.permute([2, 3, 0, 1])
}
