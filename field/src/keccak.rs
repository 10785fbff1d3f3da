//! Keccak-f\[1600\] (FIPS 202 § 3.3) on several states at once, for ML-KEM beside the curves. Zen 4, cycles a state: 1,110, by eights with
//! AVX-512 195.

use crate::Cpu;

#[cfg(test)]
mod tests;

/// Eight states: lane `l` of word `x + 5 y` is the word of state `l`.
pub type States = [[u64; 8]; 25];

/// A word of one state, or of several.
pub(crate) trait Word: Copy {
    fn splat(x: u64) -> Self;
    fn xor(self, b: Self) -> Self;
    /// `self ^ b ^ c`
    fn xor3(self, b: Self, c: Self) -> Self;
    /// `self ^ (!b & c)`
    fn chi(self, b: Self, c: Self) -> Self;
    fn rotate<const N: i32>(self) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn splat(x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn xor(self, b: u64) -> u64 {
        self ^ b
    }
    #[inline(always)]
    fn xor3(self, b: u64, c: u64) -> u64 {
        self ^ b ^ c
    }
    #[inline(always)]
    fn chi(self, b: u64, c: u64) -> u64 {
        self ^ (!b & c)
    }
    #[inline(always)]
    fn rotate<const N: i32>(self) -> u64 {
        self.rotate_left(N.cast_unsigned())
    }
}

/// The round constants, § 3.2.5: bit `2^j - 1` of round `i` is bit `j + 7 i` of the sequence of x^8 + x^6 + x^5 + x^4 + 1.
const ROUNDS: [u64; 24] = {
    let mut constants = [0; 24];
    let mut state: u8 = 1;
    let mut i = 0;
    while i < 24 * 7 {
        if state & 1 == 1 {
            constants[i / 7] |= 1 << ((1 << (i % 7)) - 1);
        }
        state = state << 1 ^ if state >> 7 == 1 { 0x71 } else { 0 };
        i += 1;
    }
    constants
};

/// The permutation. Names and not loops, so that all words are in registers.
#[inline(always)]
pub(crate) fn permute<W: Word>(a: &mut [W; 25]) {
    for constant in ROUNDS {
        // theta
        let column = |x: usize| a[x].xor3(a[x + 5], a[x + 10]).xor3(a[x + 15], a[x + 20]);
        let c = [column(0), column(1), column(2), column(3), column(4)];
        let [d0, d1, d2, d3, d4] = [
            c[1].rotate::<1>(),
            c[2].rotate::<1>(),
            c[3].rotate::<1>(),
            c[4].rotate::<1>(),
            c[0].rotate::<1>(),
        ];
        // theta, rho and pi: b[y + 5 (2 x + 3 y)] = rot(a[x + 5 y])
        macro_rules! turn {
            ($from:literal, $c:literal, $d:ident, $by:literal) => {
                a[$from].xor3(c[$c], $d).rotate::<$by>()
            };
        }
        let b = [
            a[0].xor3(c[4], d0),
            turn!(6, 0, d1, 44),
            turn!(12, 1, d2, 43),
            turn!(18, 2, d3, 21),
            turn!(24, 3, d4, 14),
            turn!(3, 2, d3, 28),
            turn!(9, 3, d4, 20),
            turn!(10, 4, d0, 3),
            turn!(16, 0, d1, 45),
            turn!(22, 1, d2, 61),
            turn!(1, 0, d1, 1),
            turn!(7, 1, d2, 6),
            turn!(13, 2, d3, 25),
            turn!(19, 3, d4, 8),
            turn!(20, 4, d0, 18),
            turn!(4, 3, d4, 27),
            turn!(5, 4, d0, 36),
            turn!(11, 0, d1, 10),
            turn!(17, 1, d2, 15),
            turn!(23, 2, d3, 56),
            turn!(2, 1, d2, 62),
            turn!(8, 2, d3, 55),
            turn!(14, 3, d4, 39),
            turn!(15, 4, d0, 41),
            turn!(21, 0, d1, 2),
        ];
        // chi
        macro_rules! chi {
            ($($y:literal)*) => {$(
                a[$y] = b[$y].chi(b[$y + 1], b[$y + 2]);
                a[$y + 1] = b[$y + 1].chi(b[$y + 2], b[$y + 3]);
                a[$y + 2] = b[$y + 2].chi(b[$y + 3], b[$y + 4]);
                a[$y + 3] = b[$y + 3].chi(b[$y + 4], b[$y]);
                a[$y + 4] = b[$y + 4].chi(b[$y], b[$y + 1]);
            )*};
        }
        chi!(0 5 10 15 20);
        // iota
        a[0] = a[0].xor(W::splat(constant));
    }
}

impl Cpu {
    /// Permutes the first `count` states, and perhaps the others.
    pub fn permute_states(self, states: &mut States, count: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use crate::arch::x86_64::keccak;
            if let Some(ifma) = self.ifma {
                return keccak::permute8(ifma, states);
            }
            if let Some(adx) = self.adx {
                keccak::permute4(adx, states, 0);
                if count > 4 {
                    keccak::permute4(adx, states, 4);
                }
                return;
            }
        }
        for l in 0..count {
            let mut state = core::array::from_fn(|i| states[i][l]);
            permute(&mut state);
            for i in 0..25 {
                states[i][l] = state[i];
            }
        }
    }
}
