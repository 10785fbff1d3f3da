//! What `ff`, `subtle`, `elliptic-curve` and their kin ask of an element.

use crate::{
    Element, Fe, N256, N384, N521, N25519, Order, P256, P384, P521, Prime, arch::ct, constant,
    prime::Words,
};
use core::{
    cmp::Ordering,
    fmt,
    iter::{Product, Sum},
    ops::{Add, Mul, Shr, ShrAssign},
};
use elliptic_curve::{
    Generate,
    array::{Array, typenum::Unsigned},
    bigint::{self, Uint, modular::Retrieve},
    ctutils,
    ff::{self, Field, FromUniformBytes, PrimeField},
    ops::{BatchInvert, Invert, Reduce, ReduceNonZero},
    rand_core::{TryCryptoRng, TryRng},
    scalar::{FromUintUnchecked, IsHigh},
    subtle::{
        Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater, ConstantTimeLess,
        CtOption,
    },
    zeroize::DefaultIsZeroes,
};

impl<P: Prime> fmt::Debug for Fe<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(0x", P::NAME)?;
        // As the peers print: a scalar by whole limbs, which only P-521's order does not fill; a coordinate by its bytes.
        let size = P::Size::USIZE;
        if P::NAME == "Scalar" {
            for _ in size..size.next_multiple_of(bigint::Limb::BYTES) {
                f.write_str("00")?;
            }
        }
        for byte in self.to_be_bytes() {
            write!(f, "{byte:02X}")?;
        }
        f.write_str(")")
    }
}

impl<P: Prime> Default for Fe<P> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<P: Prime> DefaultIsZeroes for Fe<P> {}

impl<P: Prime> AsRef<Fe<P>> for Fe<P> {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<P: Prime> PartialEq for Fe<P> {
    fn eq(&self, other: &Self) -> bool {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<P: Prime> Eq for Fe<P> {}

/// Orders the integers, in variable time.
impl<P: Prime> Ord for Fe<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.to_integer(), other.to_integer());
        a.as_ref().iter().rev().cmp(b.as_ref().iter().rev())
    }
}

impl<P: Prime> PartialOrd for Fe<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Prime> ConditionallySelectable for Fe<P> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(*a, *b, ct::mask_of(choice))
    }
}

impl<P: Prime> ConstantTimeEq for Fe<P> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let mut difference = self.words;
        for (a, b) in difference.as_mut().iter_mut().zip(other.words.as_ref()) {
            *a ^= b;
        }
        ct::all_zero(difference.as_ref())
    }
}

impl<P: Prime> ConstantTimeGreater for Fe<P> {
    fn ct_gt(&self, other: &Self) -> Choice {
        other.ct_lt(self)
    }
}

impl<P: Prime> ConstantTimeLess for Fe<P> {
    fn ct_lt(&self, other: &Self) -> Choice {
        let (a, b) = (self.to_integer(), other.to_integer());
        ct::less(a.as_ref(), b.as_ref())
    }
}

impl<P: Prime> ctutils::CtEq for Fe<P> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<P: Prime> ctutils::CtGt for Fe<P> {
    fn ct_gt(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeGreater::ct_gt(self, other).into()
    }
}

impl<P: Prime> ctutils::CtLt for Fe<P> {
    fn ct_lt(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeLess::ct_lt(self, other).into()
    }
}

impl<P: Prime> ctutils::CtSelect for Fe<P> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

macro_rules! from_integer {
    ($($int:ty),*) => {$(
        impl<P: Prime> From<$int> for Fe<P> {
            fn from(x: $int) -> Self {
                let x = u128::from(x);
                let mut words = P::Words::ZERO;
                for (i, word) in words.as_mut().iter_mut().enumerate().take(2) {
                    *word = (x >> (64 * i)) as u64;
                }
                Self::from_integer(&words)
            }
        }
    )*};
}
from_integer!(u32, u64, u128);

impl<P: Prime> Sum for Fe<P> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}
impl<'a, P: Prime> Sum<&'a Fe<P>> for Fe<P> {
    fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
        iter.copied().sum()
    }
}
impl<P: Prime> Product for Fe<P> {
    fn product<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ONE, Mul::mul)
    }
}
impl<'a, P: Prime> Product<&'a Fe<P>> for Fe<P> {
    fn product<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
        iter.copied().product()
    }
}

impl<P: Prime> Field for Fe<P> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    /// Uniform, by rejection: draws `Size` bytes until they encode an element.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut bytes = Array::default();
        loop {
            rng.try_fill_bytes(&mut bytes)?;
            // Bits that no element has are cut off, or P-521 would reject 127 of 128 draws.
            let top = if P::LITTLE_ENDIAN {
                P::Size::USIZE - 1
            } else {
                0
            };
            bytes[top] &= 0xff >> (8 * P::Size::U32 - P::BITS);
            if let Some(x) = Self::from_bytes(&bytes).into_option() {
                return Ok(x);
            }
        }
    }
    fn is_zero(&self) -> Choice {
        self.is_zero()
    }
    fn square(&self) -> Self {
        Element::square(*self)
    }
    fn double(&self) -> Self {
        *self + *self
    }
    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }
    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        ff::helpers::sqrt_ratio_generic(num, div)
    }
    fn sqrt(&self) -> CtOption<Self> {
        self.sqrt()
    }
}

impl<P: Prime> PrimeField for Fe<P> {
    type Repr = Array<u8, P::Size>;
    const MODULUS: &'static str = P::MODULUS_HEX;
    const NUM_BITS: u32 = P::BITS;
    const CAPACITY: u32 = P::BITS - 1;
    const TWO_INV: Self = Self::new(P::TWO_INV);
    const MULTIPLICATIVE_GENERATOR: Self = Self::new(P::GENERATOR);
    const S: u32 = P::S;
    const ROOT_OF_UNITY: Self = Self::new(P::ROOT_OF_UNITY);
    const ROOT_OF_UNITY_INV: Self = Self::new(P::ROOT_OF_UNITY_INV);
    const DELTA: Self = Self::new(P::DELTA);

    fn from_repr(bytes: Self::Repr) -> CtOption<Self> {
        Self::from_bytes(&bytes)
    }
    fn to_repr(&self) -> Self::Repr {
        self.to_bytes()
    }
    fn is_odd(&self) -> Choice {
        self.is_odd()
    }
}

impl<P: Prime> primefield::FieldExt for Fe<P> {}
impl<P: Prime> primefield::PrimeFieldExt for Fe<P> {
    const REPR_ENDIANNESS: primefield::ByteOrder = if P::LITTLE_ENDIAN {
        primefield::ByteOrder::LittleEndian
    } else {
        primefield::ByteOrder::BigEndian
    };
}

impl<P: Prime> Generate for Fe<P> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::try_random(rng)
    }
}

impl<P: Prime> Invert for Fe<P> {
    type Output = CtOption<Self>;
    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }
    fn invert_vartime(&self) -> CtOption<Self> {
        self.invert_vartime()
    }
}

impl<P: Prime> BatchInvert for Fe<P> {}

impl<P: Order> IsHigh for Fe<P> {
    fn is_high(&self) -> Choice {
        ct::less(P::HALF.as_ref(), self.to_integer().as_ref())
    }
}

impl<P: Prime> Retrieve for Fe<P> {
    type Output = P::Uint;
    fn retrieve(&self) -> P::Uint {
        self.to_uint()
    }
}

impl<P: Order<Uint: bigint::Integer>> FromUintUnchecked for Fe<P> {
    type Uint = P::Uint;
    /// "Unchecked" is harmless here: an integer that is not below the modulus is reduced.
    fn from_uint_unchecked(uint: P::Uint) -> Self {
        Self::from_integer(&P::from_uint(&uint))
    }
}

impl<P: Prime> From<Fe<P>> for Array<u8, P::Size> {
    fn from(x: Fe<P>) -> Self {
        x.to_bytes()
    }
}
impl<P: Prime> From<&Fe<P>> for Array<u8, P::Size> {
    fn from(x: &Fe<P>) -> Self {
        x.to_bytes()
    }
}
impl<P: Prime<Uint = Uint<L>>, const L: usize> From<Fe<P>> for Uint<L> {
    fn from(x: Fe<P>) -> Self {
        x.to_uint()
    }
}
impl<P: Prime<Uint = Uint<L>>, const L: usize> From<&Fe<P>> for Uint<L> {
    fn from(x: &Fe<P>) -> Self {
        x.to_uint()
    }
}
impl<P: Prime<Uint = Uint<L>>, const L: usize> TryFrom<Uint<L>> for Fe<P> {
    type Error = primefield::Error;
    fn try_from(uint: Uint<L>) -> primefield::Result<Self> {
        Self::try_from(&uint)
    }
}
impl<P: Prime<Uint = Uint<L>>, const L: usize> TryFrom<&Uint<L>> for Fe<P> {
    type Error = primefield::Error;
    fn try_from(uint: &Uint<L>) -> primefield::Result<Self> {
        Self::from_uint(uint).into_option().ok_or(primefield::Error)
    }
}

impl<P: Order<Uint = Uint<L>>, const L: usize> Reduce<Uint<L>> for Fe<P> {
    fn reduce(uint: &Uint<L>) -> Self {
        Self::from_integer(&P::from_uint(uint))
    }
}
impl<P: Order> Reduce<Array<u8, P::Size>> for Fe<P> {
    fn reduce(bytes: &Array<u8, P::Size>) -> Self {
        Self::from_integer(&super::words_of_bytes::<P>(bytes))
    }
}

/// `1 + (x mod (m - 1))`, for an integer `x < 2 (m - 1)`.
fn reduce_nonzero<P: Order>(mut x: P::Words) -> Fe<P> {
    // Subtract m - 1 unless that borrows, then the element plus one.
    let mut difference = x;
    let mut borrow = 0;
    let one = core::iter::once(1).chain(core::iter::repeat(0));
    for ((d, m), one) in difference
        .as_mut()
        .iter_mut()
        .zip(P::MODULUS.as_ref())
        .zip(one)
    {
        // The modulus is odd: taking one off its lowest word does not borrow.
        (*d, borrow) = constant::sbb(*d, *m - one, borrow);
    }
    ct::assign(x.as_mut(), difference.as_ref(), !ct::mask(borrow));
    Fe::from_integer(&x) + Fe::ONE
}

macro_rules! reduction_to_nonzero {
    ($($prime:ident)*) => {$(
        impl ReduceNonZero<<$prime as Prime>::Uint> for Fe<$prime> {
            fn reduce_nonzero(uint: &<$prime as Prime>::Uint) -> Self {
                reduce_nonzero($prime::from_uint(uint))
            }
        }
        impl ReduceNonZero<Array<u8, <$prime as Prime>::Size>> for Fe<$prime> {
            fn reduce_nonzero(bytes: &Array<u8, <$prime as Prime>::Size>) -> Self {
                reduce_nonzero(super::words_of_bytes::<$prime>(bytes))
            }
        }
    )*};
}
// Not of P-521: its integers are not below twice its order; nor has the peer it.
reduction_to_nonzero! { N256 N384 }

/// A big-endian integer of any length, reduced, by Horner's rule on halves of an element's size.
pub(crate) fn reduce_wide<P: Prime>(bytes: &[u8]) -> Fe<P> {
    let half = P::Words::ZERO.as_ref().len() * 4;
    // 2^(8 half), as an element.
    let mut shift = P::Words::ZERO;
    shift.as_mut()[half / 8] = 1 << (8 * (half % 8));
    let shift = Fe::<P>::from_integer(&shift);
    bytes.rchunks(half).rev().fold(Fe::ZERO, |acc, chunk| {
        let mut words = P::Words::ZERO;
        for (k, byte) in chunk.iter().rev().enumerate() {
            words.as_mut()[k / 8] |= u64::from(*byte) << (8 * (k % 8));
        }
        acc * shift + Fe::from_integer(&words)
    })
}

macro_rules! wide_reduction {
    ($($prime:ident $size:ident;)*) => {$(
        /// The integer of the bytes, big-endian, reduced: as RFC 9380's hash_to_field does.
        impl Reduce<Array<u8, elliptic_curve::consts::$size>> for Fe<$prime> {
            fn reduce(bytes: &Array<u8, elliptic_curve::consts::$size>) -> Self {
                reduce_wide(bytes)
            }
        }
    )*};
}
wide_reduction! { P256 U48; N256 U48; P384 U72; N384 U72; P521 U98; N521 U98; }

impl FromUniformBytes<64> for Fe<N256> {
    fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        reduce_wide(bytes)
    }
}

wnaf::impl_wnaf_size_for_scalar!(Fe<N256>);
wnaf::impl_wnaf_size_for_scalar!(Fe<N384>);
wnaf::impl_wnaf_size_for_scalar!(Fe<N521>);
wnaf::impl_wnaf_size_for_scalar!(Fe<N25519>);

/// See [`Fe::shr_vartime`].
impl Shr<usize> for Fe<N256> {
    type Output = Self;
    fn shr(self, shift: usize) -> Self {
        self.shr_vartime(u32::try_from(shift).unwrap_or(u32::MAX))
    }
}
impl Shr<usize> for &Fe<N256> {
    type Output = Fe<N256>;
    fn shr(self, shift: usize) -> Fe<N256> {
        *self >> shift
    }
}
impl ShrAssign<usize> for Fe<N256> {
    fn shr_assign(&mut self, shift: usize) {
        *self = *self >> shift;
    }
}
