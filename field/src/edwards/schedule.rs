//! Which points are added when, for edwards25519. The formulas are complete, so no schedule has exceptions.
//!
//! Scalars are integers of 256 bits: points with a part of small order have multiples that are not those of the integer modulo
//! the order `l`.

use super::{
    Cached, Extended, Niels, Projective,
    curve25519::{D2, Point},
};
use crate::{
    Element, Fe, Layout, N25519, P25519,
    arch::ct,
    constant::adc,
    prime::look_up,
    window::{bits, count, naf_vartime, odd_digit},
};

/// Bits of a window of the fixed base.
pub(crate) const BASE_WINDOW: u32 = 6;
/// Its windows: a scalar, to which the order may be added, is below `2^257`.
pub(crate) const BASE_WINDOWS: usize = count(257, BASE_WINDOW);
/// Width of its non-adjacent form.
pub(crate) const BASE_NAF: u32 = 9;
const WINDOW: u32 = 4;
const NAF: u32 = 5;

/// `y + x`, `y - x`, `2 d x y`.
pub type TableEntry = [[u64; 4]; 3];

/// Multiples of the base point.
#[derive(Debug)]
pub struct BaseTable {
    /// `windows[i][j] = (2 j + 1) 2^(6 i) B`.
    pub windows: &'static [[TableEntry; 1 << (BASE_WINDOW - 1)]; BASE_WINDOWS],
    /// `odd[j] = (2 j + 1) B`.
    pub odd: &'static [TableEntry; 1 << (BASE_NAF - 2)],
}

pub(crate) fn load<L: Layout<P25519>>(layout: L, p: &Point) -> Extended<L::Element> {
    Extended {
        X: layout.load(&p.X),
        Y: layout.load(&p.Y),
        Z: layout.load(&p.Z),
        T: layout.load(&p.T),
    }
}

pub(crate) fn store<L: Layout<P25519>>(layout: L, p: Extended<L::Element>) -> Point {
    Point {
        X: layout.store(p.X),
        Y: layout.store(p.Y),
        Z: layout.store(p.Z),
        T: layout.store(p.T),
    }
}

#[inline(always)]
fn load_entry<L: Layout<P25519>>(layout: L, entry: &TableEntry) -> Niels<L::Element> {
    let [sum, difference, xy2d] = entry.map(|words| layout.load(&Fe::new(words)));
    Niels {
        sum,
        difference,
        xy2d,
    }
}

fn d2<L: Layout<P25519>>(layout: L) -> L::Element {
    layout.load(&D2)
}

/// `p + q`.
pub(crate) fn add<L: Layout<P25519>>(layout: L, p: &Point, q: &Point) -> Point {
    let q = load(layout, q).cached(d2(layout));
    store(layout, load(layout, p).add(&q).extended())
}

/// `2^n p`, `n > 0`.
pub(crate) fn double_n<L: Layout<P25519>>(layout: L, p: &Point, n: usize) -> Point {
    let p = load(layout, p).projective();
    let p = (1..n).fold(p, |p, _| p.double().projective());
    store(layout, p.double().extended())
}

// Out of line: each is some KB of code, and is called in several places.
#[inline(never)]
fn add_niels_in_place<E: Element>(p: &mut Extended<E>, q: &Niels<E>) {
    *p = p.add_niels(q).extended();
}

/// `2^4 p`.
#[inline(never)]
fn double_window<E: Element>(mut p: Projective<E>) -> Extended<E> {
    for _ in 1..WINDOW {
        p = p.double().projective();
    }
    p.double().extended()
}

/// `k B`, in constant time: by regular windows of odd digits, without doublings. An even `k` counts as `k + l`, which is odd.
pub(crate) fn mul_base<L: Layout<P25519>>(layout: L, k: &[u64; 4], table: &BaseTable) -> Point {
    let even = ct::mask(1 ^ (k[0] & 1));
    let mut odd = [0; 5];
    let mut carry = 0;
    for i in 0..4 {
        (odd[i], carry) = adc(k[i], N25519::M[i] & even, carry);
    }
    odd[4] = carry;
    let mut sum = load(layout, &Point::IDENTITY);
    for (i, window) in table.windows.iter().enumerate() {
        let digit = odd_digit(&odd, BASE_WINDOW, BASE_WINDOWS, i);
        let entry = look_up::<P25519, 3>(window, digit.index);
        let entry = load_entry(layout, &entry).negate_if(digit.negative);
        add_niels_in_place(&mut sum, &entry);
    }
    store(layout, sum)
}

/// `k p`, in constant time: by windows of digits from -8 to 7.
///
/// ```text
///   k = sum d[i] 16^i,  d[i] = (digit i of k + sum 8 16^i) - 8
/// ```
pub(crate) fn mul<L: Layout<P25519>>(layout: L, p: &Point, k: &[u64; 4]) -> Point {
    const WINDOWS: usize = count(257, WINDOW);
    let mut digits = [0; 5];
    let mut carry = 0;
    for i in 0..4 {
        (digits[i], carry) = adc(k[i], 0x8888_8888_8888_8888, carry);
    }
    digits[4] = 8 + carry;

    // p, 2 p, ..., 8 p
    let p = load(layout, p);
    let first = p.cached(d2(layout));
    let mut multiples = [first; 8];
    let mut multiple = p;
    for entry in &mut multiples[1..] {
        multiple = multiple.add(&first).extended();
        *entry = multiple.cached(d2(layout));
    }
    let zero = load(layout, &Point::IDENTITY);
    let look_up = |i: usize| {
        let digit = bits(&digits, WINDOW as usize * i, WINDOW);
        let negative = ct::mask(1 ^ (digit >> 3));
        let size = ct::select(digit & 7, 8u64.wrapping_sub(digit), negative);
        let mut entry = zero.cached(d2(layout));
        for (j, multiple) in (1..).zip(&multiples) {
            entry = Cached::select(entry, multiple, ct::equal(size, j));
        }
        entry.negate_if(negative)
    };
    let mut sum = zero.add(&look_up(WINDOWS - 1));
    for i in (0..WINDOWS - 1).rev() {
        sum = double_window(sum.projective()).add(&look_up(i));
    }
    store(layout, sum.extended())
}

/// Of a scalar `c` for the base, the bits from here on have their own multiples in the table: `c = c[0] + 2^SPLIT c[1]`.
const SPLIT: u32 = SPLIT_WINDOW as u32 * BASE_WINDOW;
const SPLIT_WINDOW: usize = BASE_WINDOWS / 2;
/// Width of the non-adjacent form that the odd multiples of one window serve: `|digit| < 2^BASE_WINDOW`.
const SPLIT_NAF: u32 = BASE_WINDOW + 1;

/// A scalar with a sign, and what it multiplies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term<'a> {
    pub(crate) k: &'a [u64; 4],
    pub(crate) negative: bool,
    pub(crate) point: &'a Point,
}

/// The digits of all scalars for one power of two.
#[derive(Clone, Copy)]
struct Digits<const N: usize> {
    base: i64,
    split: i64,
    of: [i64; N],
}

/// `c B` and all terms, in variable time: by non-adjacent forms. So many doublings as the longest scalar of the terms has bits, and not less than half
/// of those of `c`.
pub(crate) fn sum_vartime<L: Layout<P25519>, const N: usize>(
    layout: L,
    c: &[u64; 4],
    table: &BaseTable,
    terms: [Term<'_>; N],
) -> Projective<L::Element> {
    let mut digits = [Digits {
        base: 0,
        split: 0,
        of: [0; N],
    }; 257];
    let mut length = 0;
    let mut reach = |i: usize| length = length.max(i + 1);
    let [low, high] = split(c);
    naf_vartime(&low, BASE_NAF, |i, digit| {
        digits[i].base = digit;
        reach(i);
    });
    naf_vartime(&high, SPLIT_NAF, |i, digit| {
        digits[i].split = digit;
        reach(i);
    });
    for (j, term) in terms.iter().enumerate() {
        naf_vartime(term.k, NAF, |i, digit| {
            digits[i].of[j] = if term.negative { -digit } else { digit };
            reach(i);
        });
    }

    let odd = terms.map(|term| odd_multiples(layout, term.point));
    let split = &table.windows[SPLIT_WINDOW];
    let mut sum = load(layout, &Point::IDENTITY).projective();
    for digits in digits[..length].iter().rev() {
        let mut completed = sum.double();
        for (digit, odd) in digits.of.iter().zip(&odd) {
            if *digit != 0 {
                let entry = &odd[digit.unsigned_abs() as usize / 2];
                let sum = completed.extended();
                completed = if *digit > 0 {
                    sum.add(entry)
                } else {
                    sum.sub(entry)
                };
            }
        }
        for (digit, odd) in [(digits.base, &table.odd[..]), (digits.split, split)] {
            if digit != 0 {
                let entry = load_entry(layout, &odd[digit.unsigned_abs() as usize / 2]);
                let sum = completed.extended();
                completed = if digit > 0 {
                    sum.add_niels(&entry)
                } else {
                    sum.sub_niels(&entry)
                };
            }
        }
        sum = completed.projective();
    }
    sum
}

/// `c[0]` and `c[1]`.
fn split(c: &[u64; 4]) -> [[u64; 3]; 2] {
    let piece = |i: u32, n| bits(c, (SPLIT + i) as usize, n);
    [
        [c[0], bits(c, 64, SPLIT - 64), 0],
        [
            piece(0, 32) | piece(32, 32) << 32,
            piece(64, 32) | piece(96, 32) << 32,
            piece(128, 32),
        ],
    ]
}

/// `p, 3 p, …, 15 p`
fn odd_multiples<L: Layout<P25519>>(layout: L, p: &Point) -> [Cached<L::Element>; 1 << (NAF - 2)] {
    let p = load(layout, p);
    let twice = p.double().extended().cached(d2(layout));
    let mut odd = [p.cached(d2(layout)); 1 << (NAF - 2)];
    let mut multiple = p;
    for entry in &mut odd[1..] {
        multiple = multiple.add(&twice).extended();
        *entry = multiple.cached(d2(layout));
    }
    odd
}
