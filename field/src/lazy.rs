//! Elements that reduce only when they must: the portable layout of P-256, P-521 and Curve25519 for a whole scalar multiplication.

use crate::{
    Element, P256, P521, P25519, Prime,
    arch::{radix51, radix56, radix58, unsaturated},
    weierstrass::{Affine, Jacobian, Xyzz, jacobian},
};
use core::{
    marker::PhantomData,
    ops::{Add, Mul, Neg, Sub},
};

/// A prime with an unsaturated layout: limbs with room for sums of several elements.
pub trait Unsaturated: 'static + Copy + core::fmt::Debug {
    /// The words of [`crate::Prime`].
    type Packed;
    /// The limbs, any of the many that stand for one element; see the bounds of each operation.
    type Limbs: Copy + core::fmt::Debug + AsRef<[u64]> + AsMut<[u64]>;
    /// `a b`, tight.
    fn mul(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// `a^2`, tight.
    fn square(a: &Self::Limbs) -> Self::Limbs;
    /// `a + b`, without a carry.
    fn add(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// `a - b`, without a carry, for a small `b`.
    fn sub(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// `a`, tight.
    fn reduce(a: &Self::Limbs) -> Self::Limbs;
    /// All ones if `a` is zero, else zero.
    fn is_zero(a: &Self::Limbs) -> u64;
    /// `a / 2`, for a tight `a`.
    fn halve(a: &Self::Limbs) -> Self::Limbs;
    /// From words, tight.
    fn load(a: &Self::Packed) -> Self::Limbs;
    /// From words, good as a factor of a tight element.
    fn load_factor(a: &Self::Packed) -> Self::Limbs {
        Self::load(a)
    }
    /// To words.
    fn store(a: &Self::Limbs) -> Self::Packed;
    /// 1, tight.
    const ONE_LIMBS: Self::Limbs;
    /// 0.
    const ZERO_LIMBS: Self::Limbs;
}

impl Unsaturated for P256 {
    type Packed = [u64; 4];
    type Limbs = [u64; 5];
    #[inline(always)]
    fn mul(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        radix56::mul(a, b)
    }
    #[inline(always)]
    fn square(a: &[u64; 5]) -> [u64; 5] {
        radix56::square(a)
    }
    #[inline(always)]
    fn add(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        unsaturated::add(a, b)
    }
    #[inline(always)]
    fn sub(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        unsaturated::sub(a, b, &radix56::MULTIPLE_OF_P)
    }
    #[inline(always)]
    fn reduce(a: &[u64; 5]) -> [u64; 5] {
        radix56::reduce(a)
    }
    #[inline(always)]
    fn is_zero(a: &[u64; 5]) -> u64 {
        radix56::is_zero(a)
    }
    #[inline(always)]
    fn halve(a: &[u64; 5]) -> [u64; 5] {
        radix56::halve(a)
    }
    #[inline(always)]
    fn load(a: &[u64; 4]) -> [u64; 5] {
        radix56::mul(&radix56::load_wide(a), &Self::ONE_LIMBS)
    }
    /// By position alone, and so with a large value.
    #[inline(always)]
    fn load_factor(a: &[u64; 4]) -> [u64; 5] {
        radix56::load_wide(a)
    }
    fn store(a: &[u64; 5]) -> [u64; 4] {
        // x 2^280 times 2^256, over 2^280: x 2^256, below 2 p < 2^257. Its 257th bit counts as 2^256 mod p.
        const TWO_256: [u64; 5] = unsaturated::limbs(&P256::ONE, 56);
        let t = radix56::mul(a, &TWO_256);
        let high = [t[4] >> 32, 0, 0, 0];
        let low = unsaturated::words(&[t[0], t[1], t[2], t[3], t[4] & 0xffff_ffff], 56);
        // from_integer(y) = y 2^256: so the words times 1, by one more Montgomery step each way.
        let low = P256::to_integer(&P256::from_integer(&low));
        <P256 as Prime>::add(&low, &P256::from_integer(&high))
    }
    const ONE_LIMBS: [u64; 5] = {
        // 2^280 mod p: the word-wise Montgomery form of 2^24.
        unsaturated::limbs(&P256::small(1 << 24), 56)
    };
    const ZERO_LIMBS: [u64; 5] = [0; 5];
}

impl Unsaturated for P521 {
    type Packed = [u64; 9];
    type Limbs = [u64; 9];
    #[inline(never)] // 81 products: inlined, the formulas leave the instruction cache, -10 %.
    fn mul(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        radix58::mul(a, b)
    }
    #[inline(never)]
    fn square(a: &[u64; 9]) -> [u64; 9] {
        radix58::square(a)
    }
    #[inline(always)]
    fn add(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        unsaturated::add(a, b)
    }
    #[inline(always)]
    fn sub(a: &[u64; 9], b: &[u64; 9]) -> [u64; 9] {
        unsaturated::sub(a, b, &radix58::MULTIPLE_OF_P)
    }
    #[inline(always)]
    fn reduce(a: &[u64; 9]) -> [u64; 9] {
        radix58::reduce(a)
    }
    #[inline(always)]
    fn is_zero(a: &[u64; 9]) -> u64 {
        radix58::is_zero(a)
    }
    #[inline(always)]
    fn halve(a: &[u64; 9]) -> [u64; 9] {
        radix58::halve(a)
    }
    #[inline(always)]
    fn load(a: &[u64; 9]) -> [u64; 9] {
        radix58::load(a)
    }
    fn store(a: &[u64; 9]) -> [u64; 9] {
        // Of a value below 2^522, which from_integer reduces.
        P521::from_integer(&unsaturated::words(&radix58::reduce(a), 58))
    }
    const ONE_LIMBS: [u64; 9] = [1, 0, 0, 0, 0, 0, 0, 0, 0];
    const ZERO_LIMBS: [u64; 9] = [0; 9];
}

impl Unsaturated for P25519 {
    type Packed = [u64; 4];
    type Limbs = [u64; 5];
    #[inline(always)]
    fn mul(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        radix51::mul(a, b)
    }
    #[inline(always)]
    fn square(a: &[u64; 5]) -> [u64; 5] {
        radix51::square(a)
    }
    #[inline(always)]
    fn add(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        unsaturated::add(a, b)
    }
    #[inline(always)]
    fn sub(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        unsaturated::sub(a, b, &radix51::MULTIPLE_OF_P)
    }
    #[inline(always)]
    fn reduce(a: &[u64; 5]) -> [u64; 5] {
        radix51::reduce(a)
    }
    #[inline(always)]
    fn is_zero(a: &[u64; 5]) -> u64 {
        radix51::is_zero(a)
    }
    #[inline(always)]
    fn halve(a: &[u64; 5]) -> [u64; 5] {
        radix51::halve(a)
    }
    #[inline(always)]
    fn load(a: &[u64; 4]) -> [u64; 5] {
        unsaturated::limbs(a, 51)
    }
    #[inline(always)]
    fn store(a: &[u64; 5]) -> [u64; 4] {
        // Of a value below 2^256, which from_integer reduces.
        P25519::from_integer(&unsaturated::words(&radix51::reduce(a), 51))
    }
    const ONE_LIMBS: [u64; 5] = [1, 0, 0, 0, 0];
    const ZERO_LIMBS: [u64; 5] = [0; 5];
}

/// An element in unsaturated limbs. `+` and `-` do not carry: the right operand of `-` must be a small multiple of tight
/// elements (products, `reduce`d values), which the test `every_formula_keeps_the_bounds` checks for each formula.
#[derive(Clone, Copy, Debug)]
pub struct Lazy<P: Unsaturated> {
    limbs: P::Limbs,
    prime: PhantomData<P>,
}

impl<P: Unsaturated> Lazy<P> {
    /// 0.
    pub const ZERO: Self = Self::new(P::ZERO_LIMBS);
    /// 1.
    pub const ONE: Self = Self::new(P::ONE_LIMBS);

    #[inline(always)]
    const fn new(limbs: P::Limbs) -> Self {
        Self {
            limbs,
            prime: PhantomData,
        }
    }
    /// The element of the words, maybe with a large value: only to be multiplied by a tight element.
    #[inline(always)]
    pub fn load_factor(words: &P::Packed) -> Self {
        Self::new(P::load_factor(words))
    }
    /// The element, tight.
    #[inline(always)]
    pub fn load(words: &P::Packed) -> Self {
        Self::new(P::load(words))
    }
    /// All ones if this is zero, else zero.
    #[inline(always)]
    pub(crate) fn is_zero(self) -> u64 {
        P::is_zero(&self.limbs)
    }
    /// Back to words.
    pub fn store(self) -> P::Packed {
        P::store(&self.limbs)
    }
}

impl Lazy<P25519> {
    /// `k self`, for `k < 2^17`.
    #[inline(always)]
    pub fn times(self, k: u32) -> Self {
        Self::new(radix51::times(&self.limbs, k))
    }
}

impl<P: Unsaturated> Add for Lazy<P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self::new(P::add(&self.limbs, &b.limbs))
    }
}
impl<P: Unsaturated> Sub for Lazy<P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self::new(P::sub(&self.limbs, &b.limbs))
    }
}
impl<P: Unsaturated> Mul for Lazy<P> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self::new(P::mul(&self.limbs, &b.limbs))
    }
}
impl<P: Unsaturated> Neg for Lazy<P> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
impl<P: Unsaturated> Element for Lazy<P> {
    #[inline(always)]
    fn square(self) -> Self {
        Self::new(P::square(&self.limbs))
    }
    #[inline(always)]
    fn reduce(self) -> Self {
        Self::new(P::reduce(&self.limbs))
    }
    #[inline(always)]
    fn halve(self) -> Self {
        Self::new(P::halve(&self.limbs))
    }
    // Out of line: each is some KB of code, and there are many places.
    #[inline(never)]
    fn jacobian_double(p: &mut Jacobian<Self>) {
        *p = jacobian::double(*p);
    }
    #[inline(never)]
    fn jacobian_add_mixed(p: &mut Jacobian<Self>, q: &Affine<Self>) {
        *p = p.add_mixed_checked(*q).0;
    }
    #[inline(never)]
    fn xyzz_add_mixed(p: &mut Xyzz<Self>, q: &Affine<Self>) {
        jacobian::xyzz_add_mixed(p, q);
    }
    #[inline(always)]
    fn select(a: Self, b: Self, mask: u64) -> Self {
        let mut r = a;
        crate::arch::ct::assign(r.limbs.as_mut(), b.limbs.as_ref(), mask);
        r
    }
}

#[cfg(test)]
mod tests;
