//! Field elements.

mod inherent;
mod ops;
mod traits;

pub(crate) use traits::reduce_wide;

use crate::{
    Element, Kernel, Prime,
    arch::ct,
    cpu::Native,
    prime::Words,
    weierstrass::{Affine, Jacobian, Xyzz},
};
use elliptic_curve::{
    array::Array,
    ff,
    subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption},
};

/// An element of the field `P`, computed with the kernels of the token `B`.
///
/// Holds the words that [`Prime`] describes: a Montgomery residue below the modulus. So two elements are equal exactly when
/// their words are, the zero words are zero, and encoding is one reduction. It carries its token: a value of `Fe<P, Adx>` is
/// the proof that the CPU may run its kernels. `Fe<P>`, the public type, carries [`Native`] and never dispatches.
///
/// All operations are constant time but for those with `_vartime` in the name.
#[derive(Clone, Copy)]
#[repr(C)] // kernels take whole points as words
pub struct Fe<P: Prime, B = Native> {
    pub(crate) words: P::Words,
    pub(crate) backend: B,
}

impl<P: Prime> Fe<P> {
    /// 0.
    pub const ZERO: Self = Self::new(P::Words::ZERO);
    /// 1.
    pub const ONE: Self = Self::new(P::ONE);

    /// The element of a Montgomery residue below the modulus.
    pub(crate) const fn new(words: P::Words) -> Self {
        Self {
            words,
            backend: Native,
        }
    }

    /// The element of the integer `words`, reduced.
    pub fn from_integer(words: &P::Words) -> Self {
        Self::new(P::from_integer(words))
    }

    /// The integer below the modulus.
    #[must_use]
    pub fn to_integer(self) -> P::Words {
        P::to_integer(&self.words)
    }

    /// The element of an integer below the modulus; none otherwise.
    fn from_integer_checked(integer: &P::Words) -> CtOption<Self> {
        let is_some = ct::less(integer.as_ref(), P::MODULUS.as_ref());
        CtOption::new(Self::from_integer(integer), is_some)
    }

    /// Decodes `Size` bytes, big-endian unless `P` says otherwise; none if the integer is not below the modulus.
    pub fn from_bytes(bytes: &Array<u8, P::Size>) -> CtOption<Self> {
        Self::from_integer_checked(&words_of_bytes::<P>(bytes))
    }

    /// Decodes a slice of `Size` bytes like [`Self::from_bytes`].
    fn decode(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(&Array::try_from(bytes).ok()?).into()
    }

    /// Encodes the integer below the modulus as `Size` bytes, big-endian unless `P` says otherwise.
    pub fn to_bytes(&self) -> Array<u8, P::Size> {
        let mut bytes = self.to_be_bytes();
        if P::LITTLE_ENDIAN {
            bytes.reverse();
        }
        bytes
    }

    fn to_be_bytes(self) -> Array<u8, P::Size> {
        let mut bytes = Array::<u8, P::Size>::default();
        let integer = self.to_integer();
        for (chunk, word) in bytes.rchunks_mut(8).zip(integer.as_ref()) {
            chunk.copy_from_slice(&word.to_be_bytes()[8 - chunk.len()..]);
        }
        bytes
    }

    /// The element of an integer below the modulus; none otherwise.
    pub fn from_uint(uint: &P::Uint) -> CtOption<Self> {
        Self::from_integer_checked(&P::from_uint(uint))
    }

    /// The integer below the modulus.
    pub fn to_uint(&self) -> P::Uint {
        P::to_uint(&self.to_integer())
    }

    /// Is the integer odd?
    pub fn is_odd(&self) -> Choice {
        Choice::from(ct::barrier(self.to_integer().as_ref()[0] & 1) as u8)
    }

    /// Is the integer even?
    pub fn is_even(&self) -> Choice {
        !self.is_odd()
    }

    /// Is this zero?
    pub fn is_zero(&self) -> Choice {
        ct::all_zero(self.words.as_ref())
    }

    /// The inverse; none for zero.
    pub fn invert(&self) -> CtOption<Self> {
        CtOption::new(Self::new(P::invert(&self.words)), !self.is_zero())
    }

    /// [`Self::invert`], faster, in time that depends on the value.
    pub fn invert_vartime(&self) -> CtOption<Self> {
        CtOption::new(Self::new(P::invert_vartime(&self.words)), !self.is_zero())
    }

    /// A square root; none for a non-residue. Which of the two is determined by the algorithm, and equals the peers'.
    pub fn sqrt(&self) -> CtOption<Self> {
        // a^((t - 1) / 2) for m - 1 = 2^S t, and a times it: its square is a zeta, where zeta = a^t.
        if P::S == 3 {
            // Of a square, zeta is a power of u^2, and the factor a power of u whose square is 1 / zeta. Which of the two roots
            // comes out is the peers' choice too (Koo, Cho and Kwon, 2013).
            let power = P::root_power(*self);
            let root = *self * power;
            let zeta = root * power;
            let u = <Self as ff::PrimeField>::ROOT_OF_UNITY;
            let squared = Element::square(u);
            let mut factor = u;
            factor.conditional_assign(&squared, zeta.ct_eq(&-Self::ONE));
            factor.conditional_assign(&(squared * u), zeta.ct_eq(&squared));
            factor.conditional_assign(&Self::ONE, zeta.ct_eq(&Self::ONE));
            let root = root * factor;
            return CtOption::new(root, (Element::square(root) - *self).is_zero());
        }
        if P::S > 1 {
            // Not of our own making, because its choice of the root is the peers'.
            return ff::helpers::sqrt_tonelli_shanks(self, P::T_MINUS_ONE_OVER_TWO);
        }
        // m = 3 mod 4: a^((m + 1) / 4).
        let root = *self * P::root_power(*self);
        CtOption::new(root, (Element::square(root) - *self).is_zero())
    }

    /// The same element on another backend.
    #[inline(always)]
    pub fn on<B: Kernel<P>>(self, backend: B) -> Fe<P, B> {
        Fe {
            words: self.words,
            backend,
        }
    }
}

impl<P: Prime, B: Kernel<P>> Fe<P, B> {
    /// The same element, on the public type's backend.
    #[inline(always)]
    pub fn native(self) -> Fe<P> {
        Fe::new(self.words)
    }
}

/// The integer of an element's bytes, of any value.
fn words_of_bytes<P: Prime>(bytes: &Array<u8, P::Size>) -> P::Words {
    let (mut words, mut bytes) = (P::Words::ZERO, *bytes);
    if P::LITTLE_ENDIAN {
        bytes.reverse();
    }
    for (word, chunk) in words.as_mut().iter_mut().zip(bytes.rchunks(8)) {
        let mut padded = [0; 8];
        padded[8 - chunk.len()..].copy_from_slice(chunk);
        *word = u64::from_be_bytes(padded);
    }
    words
}

/// `a^e` for a public exponent, little-endian words: fixed windows of four bits, the table index public.
pub(crate) fn pow_public<P: Prime, B: Kernel<P>, E: AsRef<[u64]>>(a: Fe<P, B>, e: &E) -> Fe<P, B> {
    let one = Fe {
        words: P::ONE,
        backend: a.backend,
    };
    let e = e.as_ref();
    pow_on(one, a, e, 16 * e.len())
}

/// `start^(2^(4 n)) a^e` for the lowest `n` windows `e` of a public exponent.
fn pow_on<P: Prime, B: Kernel<P>>(start: Fe<P, B>, a: Fe<P, B>, e: &[u64], n: usize) -> Fe<P, B> {
    let mut powers = [Fe {
        words: P::ONE,
        backend: a.backend,
    }; 16];
    for i in 1..16 {
        powers[i] = powers[i - 1] * a;
    }
    (0..n).rev().fold(start, |acc, i| {
        acc.square_n(4) * powers[(e[i / 16] >> (4 * (i % 16))) as usize & 15]
    })
}

/// `a^(2^k - 1)`, by `k - 1` squarings: the exponent's ones are doubled, and one is appended where `k` has a bit.
#[inline(always)]
pub(crate) fn ones<E: Element>(a: E, k: usize) -> E {
    let mut x = a;
    for i in (0..k.ilog2()).rev() {
        x = x.square_n(k >> (i + 1)) * x;
        if k >> i & 1 == 1 {
            x = Element::square(x) * a;
        }
    }
    x
}

/// Inversion by Fermat's theorem, the alternative to [`Prime::invert`]: slower, kept as its check and in the benches.
#[doc(hidden)]
pub trait FermatInverse: Prime {
    /// `a^(m - 2)`: `1/a`, and 0 for 0.
    fn invert_by_chain<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B>;
}

/// `a^(m - 2)`, for a modulus that begins with ones: those, then the lowest `4 n` bits by windows.
pub(crate) fn invert_by_ones<P: Prime, B: Kernel<P>>(a: Fe<P, B>, n: usize) -> Fe<P, B> {
    let mut e = P::MODULUS;
    // The moduli are odd, and none ends in 1 alone.
    e.as_mut()[0] -= 2;
    pow_on(ones(a, P::BITS as usize - 4 * n), a, e.as_ref(), n)
}

impl<P: Prime, B: Kernel<P>> Element for Fe<P, B> {
    #[inline(always)]
    fn square(self) -> Self {
        Self {
            words: self.backend.square(&self.words),
            ..self
        }
    }
    #[inline(always)]
    fn halve(self) -> Self {
        Self {
            words: P::halve(&self.words),
            ..self
        }
    }
    #[inline(always)]
    fn jacobian_double(p: &mut Jacobian<Self>) {
        p.Z.backend.jacobian_double(p);
    }
    #[inline(always)]
    fn jacobian_add_mixed(p: &mut Jacobian<Self>, q: &Affine<Self>) {
        p.Z.backend.jacobian_add_mixed(p, q);
    }
    #[inline(always)]
    fn xyzz_add_mixed(p: &mut Xyzz<Self>, q: &Affine<Self>) {
        p.ZZ.backend.xyzz_add_mixed(p, q);
    }
    #[inline(always)]
    fn affine_look_up(table: &[Affine<Self>], index: u64) -> Affine<Self> {
        table[0].x.backend.affine_look_up(table, index)
    }
    #[inline(always)]
    fn select(a: Self, b: Self, mask: u64) -> Self {
        let mut r = a;
        ct::assign(r.words.as_mut(), b.words.as_ref(), mask);
        r
    }
}

#[cfg(test)]
mod tests;
