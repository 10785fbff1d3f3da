//! The `u` coordinates of Curve25519, `v^2 = u^3 + 486662 u^2 + u`, and its ladder: X25519, RFC 7748 § 5.

use crate::{
    Element, Fe, Kernel, Layout, Lazy, P25519, Prime,
    arch::ct,
    edwards::{
        curve25519::{bytes_of, decode, encode, words_of},
        dispatch::dispatch,
    },
};

/// What the ladder asks for beside an [`Element`]'s operations.
pub(crate) trait Ladder: Element {
    /// `k self`, for `k < 2^17`.
    fn times(self, k: u32) -> Self;
    /// `P, Q = 2 P, P + Q`, or `2 Q, P + Q` if `swap` is 1.
    #[inline(always)]
    fn step(rungs: &mut Rungs<Self>, swap: u64) {
        let pair = swap_if([rungs.P, rungs.Q], ct::mask(swap));
        [rungs.P, rungs.Q] = step(pair, rungs.u);
    }
}

impl Ladder for Lazy<P25519> {
    #[inline(always)]
    fn times(self, k: u32) -> Self {
        self.times(k)
    }
}

impl<P: Prime, B: Kernel<P>> Ladder for Fe<P, B> {
    #[inline(always)]
    fn times(self, k: u32) -> Self {
        self * Fe::from(k).on(self.backend)
    }
}

/// `(486662 - 2) / 4`.
pub(crate) const A24: u32 = 121_665;

/// `k` with the bits that X25519 gives it: a multiple of 8 in `[2^254, 2^255)`.
#[must_use]
pub fn clamp(mut k: [u8; 32]) -> [u8; 32] {
    k[0] &= 248;
    k[31] = k[31] & 127 | 64;
    k
}

/// X25519: the `u` coordinate of the multiple by the clamped `k` of a point with this `u`, on the curve or its twist, whose highest
/// bit is ignored and which may be `p` or more. Zero for the points of small order. Constant time.
#[must_use]
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    multiply(&clamp(*k), u)
}

/// The same for the lower 255 bits of `k` as they are.
#[must_use]
pub fn multiply(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let (k, u) = (&words_of(k), &decode(u));
    encode(&dispatch!(mul(k, u), vector::ladder(k, u)))
}

/// The clamped `k` times the base point, by the comb of the Edwards form. Constant time.
#[must_use]
pub fn x25519_base(k: &[u8; 32], table: &crate::edwards::curve25519::BaseTable) -> [u8; 32] {
    let k = words_of(&clamp(*k));
    encode(&crate::edwards::curve25519::Point::mul_base(&k, table).to_montgomery())
}

/// Is the `u` coordinate zero modulo `p`, as of the points of small order after X25519? Constant time.
#[must_use]
pub fn is_zero(u: &[u8; 32]) -> elliptic_curve::subtle::Choice {
    decode(u).is_zero()
}

/// The least encoding of the element that `u` encodes.
#[must_use]
pub fn canonical(u: &[u8; 32]) -> [u8; 32] {
    bytes_of(&decode(u).to_integer())
}

/// `u = X/Z` of a point.
#[derive(Clone, Copy)]
#[repr(C)] // kernels take all five elements as words
pub(crate) struct Coordinate<E> {
    pub(crate) X: E,
    pub(crate) Z: E,
}

/// Two points and the `u` of their difference.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Rungs<E> {
    P: Coordinate<E>,
    Q: Coordinate<E>,
    u: E,
}

/// The ladder: after the bits from `i` on, of value `m`, the two are `m P` and `(m + 1) P`, in the other order if bit `i` is set.
pub(crate) fn mul<L: Layout<P25519, Element: Ladder>>(
    layout: L,
    k: &[u64; 4],
    u: &Fe<P25519>,
) -> Fe<P25519> {
    let u = layout.load(u);
    let (zero, one) = (layout.load(&Fe::ZERO), layout.load(&Fe::ONE));
    let mut rungs = Rungs {
        P: Coordinate { X: one, Z: zero },
        Q: Coordinate { X: u, Z: one },
        u,
    };
    let mut swapped = 0;
    for i in (0..255).rev() {
        let bit = k[i / 64] >> (i % 64) & 1;
        L::Element::step(&mut rungs, swapped ^ bit);
        swapped = bit;
    }
    let [Coordinate { X, Z }, _] = swap_if([rungs.P, rungs.Q], ct::mask(swapped));
    layout.store(X) * Fe::new(P25519::invert(&layout.store(Z).words))
}

#[inline(always)]
fn swap_if<E: Element>([a, b]: [Coordinate<E>; 2], mask: u64) -> [Coordinate<E>; 2] {
    let select = |a: Coordinate<E>, b: Coordinate<E>| Coordinate {
        X: E::select(a.X, b.X, mask),
        Z: E::select(a.Z, b.Z, mask),
    };
    [select(a, b), select(b, a)]
}

/// `(P, Q) -> (2 P, P + Q)`, where `u` is that of `P - Q`: 5M + 4S and a small multiple.
#[inline(always)]
pub(crate) fn step<E: Ladder>([P, Q]: [Coordinate<E>; 2], u: E) -> [Coordinate<E>; 2] {
    let (Coordinate { X: X2, Z: Z2 }, Coordinate { X: X3, Z: Z3 }) = (P, Q);
    // The names of RFC 7748 § 5.
    let (A, B) = (X2 + Z2, X2 - Z2);
    let (AA, BB) = (A.square(), B.square());
    let E = AA - BB;
    let (C, D) = (X3 + Z3, X3 - Z3);
    let (DA, CB) = (D * A, C * B);
    let double = Coordinate {
        X: AA * BB,
        Z: E * (AA + E.times(A24)),
    };
    let sum = Coordinate {
        X: (DA + CB).square(),
        Z: u * (DA - CB).square(),
    };
    [double, sum]
}

#[cfg(test)]
mod tests;
