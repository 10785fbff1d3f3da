//! Which points are added when, for edwards25519. The formulas are complete, so no schedule has exceptions.
//!
//! Scalars are integers of 256 bits: points with a part of small order have multiples that are not those of the integer modulo
//! the order `l`.

use super::{
    Cached, Extended, Niels, PointElement, Projective,
    curve25519::{D2, Point},
};
use crate::{
    Fe, Layout, N25519, P25519,
    arch::ct,
    constant::adc,
    window::{bits, count, naf_vartime, odd_digit},
};

/// Bits of a window of the fixed base.
pub(crate) const BASE_WINDOW: u32 = 6;
/// Its windows: a scalar, to which the order may be added, is below `2^257`.
pub(crate) const BASE_WINDOWS: usize = count(257, BASE_WINDOW);
/// Width of its non-adjacent form.
pub(crate) const BASE_NAF: u32 = 9;
/// Of [`SignedDigits`].
pub(crate) const WINDOW: u32 = 4;
pub(crate) const NAF: u32 = 5;

/// `y + x`, `y - x`, `2 d x y`.
pub type TableEntry = [[u64; 4]; 3];

/// Multiples of the base point.
#[derive(Debug)]
pub struct BaseTable {
    /// `windows[i][j] = (2 j + 1) 2^(6 i) B`.
    pub windows: &'static [[TableEntry; 1 << (BASE_WINDOW - 1)]; BASE_WINDOWS],
    /// `odd[i][j] = (2 j + 1) 2^(128 i) B`, for the lower and the upper 128 bits of a scalar.
    pub odd: &'static [[TableEntry; 1 << (BASE_NAF - 2)]; 2],
    /// For eight lanes.
    pub lanes: &'static LaneTable,
}

/// `[round][j][word][lane]`: in lane `i` the words of the entry `(2 j + 1) 2^(32 WORDS[i] + 4 round) B`, with the order of
/// [`crate::weierstrass::vector::WORDS`].
#[derive(Debug)]
#[repr(align(64))]
pub struct LaneTable(pub [[[[u64; 8]; 12]; 8]; 8]);

pub(crate) fn load<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: &Point,
) -> Extended<L::Element> {
    Extended {
        X: layout.load(&p.X),
        Y: layout.load(&p.Y),
        Z: layout.load(&p.Z),
        T: layout.load(&p.T),
    }
}

pub(crate) fn store<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: Extended<L::Element>,
) -> Point {
    Point {
        X: layout.store(p.X),
        Y: layout.store(p.Y),
        Z: layout.store(p.Z),
        T: layout.store(p.T),
    }
}

/// An entry of a table. Negated before, in words, which are reduced.
#[inline(always)]
fn load_entry<L: Layout<P25519>>(layout: L, entry: &Niels<Fe<P25519>>) -> Niels<L::Element> {
    Niels {
        sum: layout.load(&entry.sum),
        difference: layout.load(&entry.difference),
        xy2d: layout.load(&entry.xy2d),
    }
}

fn niels([sum, difference, xy2d]: [Fe<P25519>; 3]) -> Niels<Fe<P25519>> {
    Niels {
        sum,
        difference,
        xy2d,
    }
}

fn d2<L: Layout<P25519, Element: PointElement>>(layout: L) -> L::Element {
    layout.load(&D2)
}

/// `p + q`.
pub(crate) fn add<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: &Point,
    q: &Point,
) -> Point {
    let q = load(layout, q).cached(d2(layout));
    store(layout, load(layout, p).add(&q).extended())
}

/// `2^n p`, `n > 0`.
pub(crate) fn double_n<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: &Point,
    n: usize,
) -> Point {
    let mut p = load(layout, p);
    for _ in 1..n {
        L::Element::double_point::<false>(&mut p);
    }
    L::Element::double_point::<true>(&mut p);
    store(layout, p)
}

/// `k`, or the odd `k + l` if that is even.
#[inline(always)]
pub(crate) fn odd(k: &[u64; 4]) -> [u64; 5] {
    let even = ct::mask(1 ^ (k[0] & 1));
    let mut odd = [0; 5];
    let mut carry = 0;
    for i in 0..4 {
        (odd[i], carry) = adc(k[i], N25519::M[i] & even, carry);
    }
    odd[4] = carry;
    odd
}

/// A scalar in windows of digits from -8 to 7:
///
/// ```text
///   k = sum d[i] 16^i,  d[i] = (digit i of k + sum 8 16^i) - 8
/// ```
pub(crate) struct SignedDigits([u64; 5]);

impl SignedDigits {
    /// So many digits.
    pub(crate) const COUNT: usize = count(257, WINDOW);

    #[inline(always)]
    pub(crate) fn new(k: &[u64; 4]) -> Self {
        let mut digits = [0; 5];
        let mut carry = 0;
        for i in 0..4 {
            (digits[i], carry) = adc(k[i], 0x8888_8888_8888_8888, carry);
        }
        digits[4] = 8 + carry;
        Self(digits)
    }

    /// `|d[i]|`, and the mask of its sign.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> (u64, u64) {
        let digit = bits(&self.0, WINDOW as usize * i, WINDOW);
        let negative = ct::mask(1 ^ (digit >> 3));
        let size = ct::select(digit & 7, 8u64.wrapping_sub(digit), negative);
        (size, negative)
    }
}

/// `k B`, in constant time: by regular windows of odd digits, without doublings.
pub(crate) fn mul_base<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    k: &[u64; 4],
    table: &BaseTable,
) -> Point {
    let odd = odd(k);
    let mut sum = load(layout, &Point::IDENTITY);
    for (i, window) in table.windows.iter().enumerate() {
        let digit = odd_digit(&odd, BASE_WINDOW, BASE_WINDOWS, i);
        let entry = layout.look_up(window, digit.index);
        let entry = load_entry(layout, &niels(entry).negate_if(digit.negative));
        L::Element::add_niels::<true>(&mut sum, &entry);
    }
    store(layout, sum)
}

/// `k p`, in constant time, by [`SignedDigits`].
pub(crate) fn mul<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: &Point,
    k: &[u64; 4],
) -> Point {
    let digits = SignedDigits::new(k);

    // 0, p, 2 p, ..., 8 p
    let zero = load(layout, &Point::IDENTITY);
    let first = load(layout, p).cached(d2(layout));
    let mut multiples = [zero.cached(d2(layout)); 9];
    let mut multiple = zero;
    for entry in &mut multiples[1..] {
        L::Element::add_cached::<true>(&mut multiple, &first);
        *entry = multiple.cached(d2(layout));
    }
    let look_up = |i: usize| {
        let (size, negative) = digits.get(i);
        L::Element::look_up(&multiples, size).negate_if(negative)
    };
    let mut sum = zero;
    L::Element::add_cached::<false>(&mut sum, &look_up(SignedDigits::COUNT - 1));
    for i in (0..SignedDigits::COUNT - 1).rev() {
        for _ in 1..WINDOW {
            L::Element::double_point::<false>(&mut sum);
        }
        L::Element::double_point::<true>(&mut sum);
        if i > 0 {
            L::Element::add_cached::<false>(&mut sum, &look_up(i));
        } else {
            L::Element::add_cached::<true>(&mut sum, &look_up(i));
        }
    }
    store(layout, sum)
}

/// Of a scalar `c` for the base, the bits from here on have their own multiples in the table: `c = c[0] + 2^SPLIT c[1]`.
pub(crate) const SPLIT: u32 = 128;

/// A scalar with a sign, and what it multiplies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term<'a> {
    pub(crate) k: &'a [u64; 4],
    pub(crate) negative: bool,
    pub(crate) point: &'a Point,
}

/// The digits of all scalars for one power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits<const N: usize> {
    /// Of `c`, for [`BaseTable::multiples`].
    pub(crate) of_base: [i16; 2],
    /// Of the terms: non-adjacent forms of width `NAF`.
    pub(crate) of: [i16; N],
}

impl<const N: usize> Digits<N> {
    /// None, for all powers of two that a scalar may have.
    pub(crate) const ZERO: [Self; 257] = [Self {
        of_base: [0; 2],
        of: [0; N],
    }; 257];
}

/// The digits of `c` and of all terms, from the lowest up, into what is zero: as many as the longest scalar of the terms has bits, and not
/// less than half of those of `c`.
pub(crate) fn recode_vartime<'d, const N: usize>(
    digits: &'d mut [Digits<N>; 257],
    c: &[u64; 4],
    terms: &[Term<'_>; N],
) -> &'d [Digits<N>] {
    let mut length = 0;
    let mut reach = |i: usize| length = length.max(i + 1);
    for (j, part) in split(c).iter().enumerate() {
        naf_vartime(part, BASE_NAF, |i, digit| {
            digits[i].of_base[j] = digit as i16;
            reach(i);
        });
    }
    for (j, term) in terms.iter().enumerate() {
        naf_vartime(term.k, NAF, |i, digit| {
            digits[i].of[j] = if term.negative { -digit } else { digit } as i16;
            reach(i);
        });
    }
    &digits[..length]
}

impl BaseTable {
    /// Odd multiples for both parts of `c`.
    pub(crate) fn multiples(&self) -> [&'static [TableEntry]; 2] {
        self.odd.each_ref().map(|odd| odd.as_slice())
    }
}

/// `c B` and all terms, in variable time: by non-adjacent forms.
pub(crate) fn sum_vartime<L: Layout<P25519, Element: PointElement>, const N: usize>(
    layout: L,
    c: &[u64; 4],
    table: &BaseTable,
    terms: [Term<'_>; N],
) -> Projective<Fe<P25519>> {
    let mut digits = Digits::ZERO;
    let digits = recode_vartime(&mut digits, c, &terms);
    let odd = terms.map(|term| odd_multiples(layout, term.point));
    let mut sum = load(layout, &Point::IDENTITY);
    for digits in digits.iter().rev() {
        let all = digits.of.iter().chain(&digits.of_base);
        let mut additions = all.filter(|digit| **digit != 0).count();
        if additions > 0 {
            L::Element::double_point::<true>(&mut sum);
        } else {
            L::Element::double_point::<false>(&mut sum);
        }
        for (&digit, odd) in digits.of.iter().zip(&odd) {
            if digit == 0 {
                continue;
            }
            additions -= 1;
            let entry = &odd[usize::from(digit.unsigned_abs()) / 2][usize::from(digit < 0)];
            if additions > 0 {
                L::Element::add_cached::<true>(&mut sum, entry);
            } else {
                L::Element::add_cached::<false>(&mut sum, entry);
            }
        }
        for (&digit, odd) in digits.of_base.iter().zip(table.multiples()) {
            if digit == 0 {
                continue;
            }
            additions -= 1;
            // A branch on the sign loses as much as it saves.
            let entry = niels(odd[usize::from(digit.unsigned_abs()) / 2].map(Fe::new));
            let entry = load_entry(layout, &entry.negate_if(ct::mask(u64::from(digit < 0))));
            if additions > 0 {
                L::Element::add_niels::<true>(&mut sum, &entry);
            } else {
                L::Element::add_niels::<false>(&mut sum, &entry);
            }
        }
    }
    let [X, Y, Z] = [sum.X, sum.Y, sum.Z].map(|x| layout.store(x));
    Projective { X, Y, Z }
}

/// The lower [`SPLIT`] bits, and the upper ones.
fn split(c: &[u64; 4]) -> [[u64; 3]; 2] {
    const { assert!(SPLIT == 128) };
    [[c[0], c[1], 0], [c[2], c[3], 0]]
}

/// `p, 3 p, …, 15 p`, each with its opposite.
fn odd_multiples<L: Layout<P25519, Element: PointElement>>(
    layout: L,
    p: &Point,
) -> [[Cached<L::Element>; 2]; 1 << (NAF - 2)] {
    let mut multiple = load(layout, p);
    let mut twice = multiple;
    L::Element::double_point::<true>(&mut twice);
    let twice = twice.cached(d2(layout));
    let mut odd = [[twice; 2]; 1 << (NAF - 2)];
    for (i, entry) in odd.iter_mut().enumerate() {
        if i > 0 {
            L::Element::add_cached::<true>(&mut multiple, &twice);
        }
        let cached = multiple.cached(d2(layout));
        *entry = [cached, cached.negate()];
    }
    odd
}
