//! Elements that reduce only when they must: the portable layout of P-256 for a whole scalar multiplication.

use crate::{
    Element, P256, Prime,
    arch::radix56,
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
    /// From words: by position alone, and so with a large value, good as a factor of a tight element.
    fn load(a: &Self::Packed) -> Self::Limbs;
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
        radix56::add(a, b)
    }
    #[inline(always)]
    fn sub(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        radix56::sub(a, b)
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
        radix56::load_wide(a)
    }
    fn store(a: &[u64; 5]) -> [u64; 4] {
        // x 2^280 times 2^256, over 2^280: x 2^256, below 2 p < 2^257. Its 257th bit counts as 2^256 mod p.
        const TWO_256: [u64; 5] = radix56::limbs(&P256::ONE);
        let t = radix56::mul(a, &TWO_256);
        let high = [t[4] >> 32, 0, 0, 0];
        let low = radix56::words(&[t[0], t[1], t[2], t[3], t[4] & 0xffff_ffff]);
        // from_integer(y) = y 2^256: so the words times 1, by one more Montgomery step each way.
        let low = P256::to_integer(&P256::from_integer(&low));
        <P256 as Prime>::add(&low, &P256::from_integer(&high))
    }
    const ONE_LIMBS: [u64; 5] = {
        // 2^280 mod p: the word-wise Montgomery form of 2^24.
        radix56::limbs(&P256::small(1 << 24))
    };
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
    /// The element of the words, with a large value: only to be multiplied by a tight element.
    #[inline(always)]
    pub fn load_factor(words: &P::Packed) -> Self {
        Self::new(P::load(words))
    }
    /// The element, tight.
    #[inline(always)]
    pub fn load(words: &P::Packed) -> Self {
        Self::load_factor(words) * Self::ONE
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
    fn jacobian_add(p: &mut Jacobian<Self>, q: &Jacobian<Self>) {
        *p = p.add_checked(*q).0;
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
