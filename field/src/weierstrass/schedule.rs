//! Scalar multiplications: which points are added when, for any curve, in any [`Layout`].
//!
//! # Why the incomplete additions are right
//!
//! Let `n` be the order, `w` the window, `D` the number of windows, `2^(w (D-1)) < n`. A secret scalar `k < n` becomes the odd
//! `k' = k`, or `n - k` if `k` is even (then the result is negated); `0 < k' <= n`. Its digits `d[i]` are odd and
//! `|d[i]| < 2^w`, so no digit is zero.
//!
//! **Fixed base** ([`mul_base`]): after the windows below `i` the sum is `s G` with `s = sum_{j<i} d[j] 2^(w j)`: odd, so not
//! zero, and `|s| < 2^(w i) <= |d[i]| 2^(w i)`. So `s` and `d[i] 2^(w i)` differ, and so do their opposites, as integers. For
//! `i < D - 1` both are below `n / 2` together with their sum below `2^(w (i+1)) <= 2^(w (D-1)) < n` in absolute value: they differ
//! modulo `n` too, and `s` is not 0 modulo `n`. For the top window they may agree (P-256: `d = 15`,
//! `s = 15 2^252 - n`), so that addition is the complete one; if they cancel (`k' = n`) the formula gives `Z = 0`, the identity.
//!
//! **Variable base** ([`mul`]): before the addition of window `i` the sum is `2^w r P`, `r = sum_{j>i} d[j] 2^(w (j-i-1))`: odd, and
//! `2^w r` is a multiple of `2^w`, so not `±d[i]` as an integer. For `i > 0`, `|2^w r| + |d[i]| < 2^(w+1) + n / 2^w < n`: not modulo `n`
//! either (this asks for `n > 2^(w+2)`). For `i = 0` they may agree modulo `n`: that addition is the complete one. If `P` is the
//! identity the table is of zeros, and the result is replaced.
//!
//! The tests run all schedules exhaustively on a curve of small order.

use super::{Affine, AffinePoint, Jacobian, ProjectivePoint, Weierstrass, Xyzz, complete};
use crate::{
    Element, Fe, Kernel, Layout, Prime,
    arch::ct,
    prime::Words,
    window::{self, OddDigit},
};
use elliptic_curve::{
    group::Group,
    subtle::{Choice, ConditionallySelectable},
};

/// Windows of the fixed base: 43 tables of 32 points for 256 bits.
pub const BASE_WINDOW: u32 = 6;
/// Windows of a variable base: 16 points.
const POINT_WINDOW: u32 = 5;
/// Width of the non-adjacent form of a variable base: 8 points.
const POINT_NAF: u32 = 5;
/// Width of the non-adjacent form of the generator: 128 points.
pub const BASE_NAF: u32 = 9;

/// The words of an element, as tables hold them.
type W<C> = <<C as Weierstrass>::Base as Prime>::Words;
/// The element of a layout.
type El<C, L> = <L as Layout<<C as Weierstrass>::Base>>::Element;
pub(super) type Scalar<C> = Fe<<C as Weierstrass>::Order>;

/// Multiples of the generator: `windows[i][j] = (2 j + 1) 2^(6 i) G`, `odd[j] = (2 j + 1) G`; x and y as Montgomery words.
#[derive(Debug)]
pub struct BaseTable<C: Weierstrass> {
    /// For [`mul_base`].
    pub windows: &'static [[[W<C>; 2]; 1 << (BASE_WINDOW - 1)]],
    /// For [`mul_base_add_vartime`].
    pub odd: &'static [[W<C>; 2]; 1 << (BASE_NAF - 2)],
}

/// `k'` and the mask of "negate the result": `k` itself if odd, else `n - k`.
#[inline(always)]
pub(super) fn make_odd<P: Prime>(k: &Fe<P>) -> (P::Words, u64) {
    let mut k = k.to_integer();
    let even = ct::mask(1 ^ (k.as_ref()[0] & 1));
    let mut opposite = P::Words::ZERO;
    let mut borrow = 0;
    for ((o, m), k) in opposite
        .as_mut()
        .iter_mut()
        .zip(P::MODULUS.as_ref())
        .zip(k.as_ref())
    {
        (*o, borrow) = crate::constant::sbb(*m, *k, borrow);
    }
    ct::assign(k.as_mut(), opposite.as_ref(), even);
    (k, even)
}

/// `p + q`, for any two of them but one identity alone.
#[inline(always)]
fn add_any<P: Prime, L: Layout<P>>(
    layout: L,
    p: Jacobian<L::Element>,
    (sum, H, R): (Jacobian<L::Element>, L::Element, L::Element),
) -> Jacobian<L::Element> {
    let same = layout.is_zero(H) & layout.is_zero(R);
    Jacobian::select(sum, p.double(), same)
}

/// `p + q`, for any points.
pub fn add<C: Weierstrass, B: Kernel<C::Base>>(
    backend: B,
    p: &ProjectivePoint<C>,
    q: &ProjectivePoint<C>,
) -> ProjectivePoint<C> {
    let sum = complete::add(p.on(backend), q.on(backend), C::B.on(backend));
    ProjectivePoint::new(sum.map(Fe::native))
}

/// `p + q`, for any points.
pub fn add_mixed<C: Weierstrass, B: Kernel<C::Base>>(
    backend: B,
    p: &ProjectivePoint<C>,
    q: &AffinePoint<C>,
) -> ProjectivePoint<C> {
    let xy = [q.x, q.y].map(|x| x.on(backend));
    let sum = complete::add_mixed(p.on(backend), xy, C::B.on(backend));
    let sum = ProjectivePoint::new(sum.map(Fe::native));
    ProjectivePoint::conditional_select(&sum, p, q.is_identity())
}

/// `2 p`.
pub fn double<C: Weierstrass, B: Kernel<C::Base>>(
    backend: B,
    p: &ProjectivePoint<C>,
) -> ProjectivePoint<C> {
    let double = complete::double(p.on(backend), C::B.on(backend));
    ProjectivePoint::new(double.map(Fe::native))
}

/// All affine points with one inversion and no memory but the output's (Montgomery's trick; identities count as `Z = 1`).
pub fn batch_normalize<C: Weierstrass, B: Kernel<C::Base>>(
    backend: B,
    points: &[ProjectivePoint<C>],
    affine: &mut [AffinePoint<C>],
    invert: fn(&W<C>) -> W<C>,
) {
    let z = |p: &ProjectivePoint<C>| p.nonzero_z().on(backend);
    // affine[i].x = z[0] ... z[i-1]
    let mut product = Fe::ONE.on(backend);
    for (p, a) in points.iter().zip(affine.iter_mut()) {
        a.x = product.native();
        product *= z(p);
    }
    let mut inverse = Fe::new(invert(&product.words)).on(backend);
    for (p, a) in points.iter().zip(affine.iter_mut()).rev() {
        let z_inverse = inverse * a.x.on(backend);
        let times_inverse = |x: Fe<C::Base>| (x.on(backend) * z_inverse).native();
        *a = p.affine(times_inverse(p.x), times_inverse(p.y));
        inverse *= z(p);
    }
}

/// `k G`, in constant time: one mixed addition a window, no doublings.
#[inline(always)]
pub fn mul_base<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    k: &Scalar<C>,
    table: &BaseTable<C>,
) -> ProjectivePoint<C> {
    comb(layout, k, |i, index| {
        layout.look_up(&table.windows[i], index)
    })
}

/// [`mul_base`] without the scans: in time that depends on `k`.
#[inline(always)]
pub fn mul_base_vartime<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    k: &Scalar<C>,
    table: &BaseTable<C>,
) -> ProjectivePoint<C> {
    comb(layout, k, |i, index| {
        table.windows[i][index as usize].map(Fe::new)
    })
}

/// `sum d[i] 2^(w i) G` from `look_up(i, j) = (2 j + 1) 2^(w i) G`.
#[inline(always)]
fn comb<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    k: &Scalar<C>,
    look_up: impl Fn(usize, u64) -> [Fe<C::Base>; 2],
) -> ProjectivePoint<C> {
    let (k, negate) = make_odd(k);
    let n = window::count(C::Order::BITS, BASE_WINDOW);
    let one = layout.load(&Fe::ONE);
    let mut sum = Xyzz {
        X: one,
        Y: one,
        ZZ: one,
        ZZZ: one,
    };
    let mut result = None;
    // One place for the look-up, so that it is inlined.
    for i in 0..n {
        let OddDigit { index, negative } = window::odd_digit(k.as_ref(), BASE_WINDOW, n, i);
        let [x, y] = look_up(i, index);
        let entry = [x, Fe::select(y, -y, negative)];
        if i == 0 {
            let Jacobian { X, Y, .. } = load_affine(layout, entry);
            sum = Xyzz { X, Y, ..sum };
        } else if i < n - 1 {
            sum.add_mixed_distinct_in_place(&load_factors(layout, entry));
        } else {
            let (sum, last) = (sum.to_jacobian(), load_factors(layout, entry));
            result = Some(add_any(layout, sum, sum.add_mixed_checked(last)));
        }
    }
    let sum = result.unwrap_or_else(|| sum.to_jacobian());
    to_projective(layout, sum.reduce().negate_if(negate))
}

/// A table's point as the operand of a mixed addition.
#[inline(always)]
fn load_factors<P: Prime, L: Layout<P>>(layout: L, [x, y]: [Fe<P>; 2]) -> Affine<L::Element> {
    Affine {
        x: layout.load_factor(&x),
        y: layout.load_factor(&y),
    }
}

/// A table's point as a first summand.
#[inline(always)]
fn load_affine<P: Prime, L: Layout<P>>(layout: L, [x, y]: [Fe<P>; 2]) -> Jacobian<L::Element> {
    Jacobian {
        X: layout.load(&x),
        Y: layout.load(&y),
        Z: layout.load(&Fe::ONE),
    }
}

/// `k P`, in constant time: regular odd digits of five bits.
#[inline(always)]
pub fn mul<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: &ProjectivePoint<C>,
    k: &Scalar<C>,
) -> ProjectivePoint<C> {
    let (k, negate) = make_odd(k);
    let n = window::count(C::Order::BITS, POINT_WINDOW);
    let table = odd_multiples::<C, L, { 1 << (POINT_WINDOW - 1) }>(layout, p, C::Base::invert);
    let one = layout.load(&Fe::ONE);
    let mut sum = Jacobian {
        X: one,
        Y: one,
        Z: one,
    };
    // One place for the look-up, so that it is inlined.
    for i in (0..n).rev() {
        let OddDigit { index, negative } = window::odd_digit(k.as_ref(), POINT_WINDOW, n, i);
        let Affine { x, y } = El::<C, L>::affine_look_up(&table, index);
        let y = El::<C, L>::select(y, -y, negative);
        if i == n - 1 {
            sum = Jacobian { X: x, Y: y, ..sum };
            continue;
        }
        for _ in 0..POINT_WINDOW {
            sum.double_in_place();
        }
        let q = Affine { x, y };
        if i > 0 {
            sum.add_mixed_distinct_in_place(&q);
        } else {
            sum = add_any(layout, sum, sum.add_mixed_checked(q));
        }
    }
    let product = to_projective(layout, sum.reduce().negate_if(negate));
    ProjectivePoint::conditional_select(&product, &ProjectivePoint::IDENTITY, p.is_identity())
}

/// `P, 3 P, 5 P, ...`, affine, with one inversion; all coordinates are products. Zeros if `P` is the identity.
///
/// Additions of `2 P`, which all multiples have in common, to the multiple before, for points with the same `Z`: 5M + 2S each.
/// Meloni, "New point addition formulae for ECC applications" (2007): from `(X1, Y1)`, `(X2, Y2)` come the sum, and the first
/// point again, with another `Z` in common:
///
/// ```text
///   A = D²,  D = X2 - X1,  B = X1 A,  C = X2 A,  R = Y2 - Y1,  Z3 = D Z
///   X3 = R² - B - C,  Y3 = R (B - X3) - Y1',  X1' = B,  Y1' = Y1 (C - B)
/// ```
///
/// As the ratios `D` of the `Z`s are known, the inverse of the last one gives all others.
#[inline(always)]
fn odd_multiples<C: Weierstrass, L: Layout<C::Base>, const N: usize>(
    layout: L,
    p: &ProjectivePoint<C>,
    invert: fn(&W<C>) -> W<C>,
) -> [Affine<El<C, L>>; N] {
    let p = to_jacobian::<C, L>(layout, p);
    // The formula for 2 P multiplies Z by Y.
    let square = p.Y.square();
    let single = Affine {
        x: p.X * square,
        y: square.square(),
    };
    let Jacobian { X, Y, mut Z } = p.double().reduce();
    let mut twice = Affine { x: X, y: Y };
    let mut multiples = [single; N];
    let mut ratios = [Z; N];
    for i in 1..N {
        let q = multiples[i - 1];
        let D = q.x - twice.x;
        let A = D.square();
        let (B, C) = (twice.x * A, q.x * A);
        let R = q.y - twice.y;
        let x = (R.square() - (B + C)).reduce();
        twice = Affine {
            x: B,
            y: twice.y * (C - B),
        };
        let y = R * (B - x) - twice.y;
        multiples[i] = Affine { x, y };
        ratios[i] = D;
        Z = Z * D;
    }
    let mut inverse = layout.load(&Fe::new(invert(&layout.store(Z).words)));
    for i in (0..N).rev() {
        multiples[i] = scaled(multiples[i], inverse);
        inverse = inverse * ratios[i];
    }
    multiples
}

/// `sum = sum + q` with every case, in variable time; none is the identity.
#[inline(always)]
fn add_vartime<P: Prime, L: Layout<P>>(
    layout: L,
    sum: &mut Option<Jacobian<L::Element>>,
    q: &Affine<L::Element>,
    one: L::Element,
) {
    let Some(p) = sum else {
        // Products with 1: a table's coordinates may be no more than factors.
        *sum = Some(Jacobian {
            X: q.x * one,
            Y: q.y * one,
            Z: one,
        });
        return;
    };
    let before = *p;
    p.add_mixed_distinct_in_place(q);
    if layout.is_zero(p.Z) != 0 {
        // They were the same point, or opposite ones.
        let (_, _, R) = before.add_mixed_checked(*q);
        *sum = (layout.is_zero(R) != 0).then(|| before.double());
    }
}

/// `1/x`, in variable time.
#[inline(always)]
fn invert_vartime<P: Prime, L: Layout<P>>(layout: L, x: L::Element) -> L::Element {
    layout.load(&Fe::new(P::invert_vartime(&layout.store(x).words)))
}

/// `(x z², y z³)`: affine coordinates from Jacobian ones and `z = 1/Z`.
#[inline(always)]
fn scaled<E: Element>(p: Affine<E>, z: E) -> Affine<E> {
    let zz = z.square();
    Affine {
        x: p.x * zz,
        y: p.y * (zz * z),
    }
}

/// `a G + sum k P` in variable time for up to `N` terms, with one chain of doublings: non-adjacent forms, interleaved (Straus;
/// Möller, "Algorithms for multi-exponentiation", 2001).
#[inline(always)]
fn straus_vartime<C: Weierstrass, L: Layout<C::Base>, const N: usize>(
    layout: L,
    base: Option<(&Scalar<C>, &BaseTable<C>)>,
    terms: &[(ProjectivePoint<C>, Scalar<C>)],
) -> Option<Jacobian<El<C, L>>> {
    /// One more than the bits of the words of the largest order.
    const POSITIONS: usize = 577;
    let one = layout.load(&Fe::ONE);
    let mut tables = [[Affine { x: one, y: one }; 1 << (POINT_NAF - 2)]; N];
    let mut digits = [[0i8; POSITIONS]; N];
    let mut base_digits = [0i16; POSITIONS];
    let mut top = 0;
    for (i, (p, k)) in terms.iter().enumerate() {
        if bool::from(p.is_identity()) {
            continue;
        }
        tables[i] = odd_multiples(layout, p, C::Base::invert_vartime);
        window::naf_vartime(k.to_integer().as_ref(), POINT_NAF, |position, digit| {
            digits[i][position] = digit as i8;
            top = top.max(position + 1);
        });
    }
    if let Some((a, _)) = base {
        window::naf_vartime(a.to_integer().as_ref(), BASE_NAF, |position, digit| {
            base_digits[position] = digit as i16;
            top = top.max(position + 1);
        });
    }
    let mut sum: Option<Jacobian<_>> = None;
    for position in (0..top).rev() {
        if let Some(sum) = &mut sum {
            sum.double_in_place();
        }
        for (table, digits) in tables.iter().zip(&digits) {
            let digit = digits[position];
            if digit != 0 {
                let Affine { x, y } = table[usize::from(digit.unsigned_abs()) / 2];
                let y = if digit < 0 { -y } else { y };
                add_vartime(layout, &mut sum, &Affine { x, y }, one);
            }
        }
        let digit = base_digits[position];
        if let (Some((_, table)), true) = (base, digit != 0) {
            let [x, y] = table.odd[usize::from(digit.unsigned_abs()) / 2].map(Fe::new);
            let y = if digit < 0 { -y } else { y };
            add_vartime(layout, &mut sum, &load_factors(layout, [x, y]), one);
        }
    }
    sum
}

/// `k P`, in variable time.
#[inline(always)]
pub fn mul_vartime<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: &ProjectivePoint<C>,
    k: &Scalar<C>,
) -> ProjectivePoint<C> {
    from_option(layout, straus_vartime::<_, _, 1>(layout, None, &[(*p, *k)]))
}

/// `a G + b P`, in variable time, normalized with a variable-time inversion.
#[inline(always)]
pub fn mul_base_add_vartime<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    a: &Scalar<C>,
    b: &Scalar<C>,
    p: &ProjectivePoint<C>,
    table: &BaseTable<C>,
) -> ProjectivePoint<C> {
    let Some(sum) = straus_vartime::<_, _, 1>(layout, Some((a, table)), &[(*p, *b)]) else {
        return ProjectivePoint::IDENTITY;
    };
    let Jacobian { X: x, Y: y, Z } = sum;
    let Affine { x, y } = scaled(Affine { x, y }, invert_vartime(layout, Z));
    ProjectivePoint::from_public_affine(layout.store(x), layout.store(y))
}

/// Terms of a linear combination that share one chain of doublings.
const TERMS: usize = 8;

/// `sum k P`, in variable time.
#[inline(always)]
pub fn lincomb_vartime<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    terms: &[(ProjectivePoint<C>, Scalar<C>)],
) -> ProjectivePoint<C> {
    terms
        .chunks(TERMS)
        .map(|chunk| from_option(layout, straus_vartime::<_, _, TERMS>(layout, None, chunk)))
        .sum()
}

/// `2^n P` in Jacobian coordinates, for an affine `P`: the chain of doublings alone, for measurements.
#[doc(hidden)]
#[inline(never)]
pub fn double_n<P: Prime, L: Layout<P>>(layout: L, p: [Fe<P>; 2], n: usize) -> [Fe<P>; 3] {
    let mut p = load_affine(layout, p);
    for _ in 0..n {
        p.double_in_place();
    }
    [p.X, p.Y, p.Z].map(|x| layout.store(x))
}

/// A public point to Jacobian coordinates: `(X : Y : Z)` is `(X Z, Y Z^2, Z)`.
#[inline(always)]
fn to_jacobian<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: &ProjectivePoint<C>,
) -> Jacobian<El<C, L>> {
    let (X, Y, Z) = (layout.load(&p.x), layout.load(&p.y), layout.load(&p.z));
    Jacobian {
        X: X * Z,
        Y: Y * Z.square(),
        Z,
    }
}

/// Jacobian coordinates to a public point: `(X, Y, Z)` is `(X Z : Y : Z^3)`, and `(0 : 1 : 0)` for the identity.
#[inline(always)]
fn to_projective<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: Jacobian<El<C, L>>,
) -> ProjectivePoint<C> {
    let identity = Choice::from((layout.is_zero(p.Z) & 1) as u8);
    ProjectivePoint::from_coordinates(
        layout.store(p.X * p.Z),
        layout.store(p.Y),
        layout.store(p.Z.square() * p.Z),
        identity,
    )
}

/// [`to_projective`], the identity for none.
#[inline(always)]
fn from_option<C: Weierstrass, L: Layout<C::Base>>(
    layout: L,
    p: Option<Jacobian<El<C, L>>>,
) -> ProjectivePoint<C> {
    p.map_or(ProjectivePoint::IDENTITY, |p| to_projective(layout, p))
}

#[cfg(test)]
mod tests;
