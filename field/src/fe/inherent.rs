//! The inherent `const fn`s of the peers' element types, one copy per prime because a `const fn` cannot call a trait.
//! They are the plain portable arithmetic of [`crate::constant`]; the operators take the fast path.

use crate::{Fe, N256, N384, N521, P256, P384, P521, Prime, arch::portable, constant};
use elliptic_curve::{array::typenum::Unsigned, bigint::Uint};

macro_rules! const_arithmetic {
    ($($prime:ident;)*) => {$(
        impl Fe<$prime> {
            /// Returns `self + rhs`.
            #[must_use]
            pub const fn add(&self, rhs: &Self) -> Self {
                Self::new(constant::add(&self.words, &rhs.words, &$prime::M))
            }
            /// Returns `2 self`.
            #[must_use]
            pub const fn double(&self) -> Self {
                Self::add(self, self)
            }
            /// Returns `self - rhs`.
            #[must_use]
            pub const fn sub(&self, rhs: &Self) -> Self {
                Self::new(constant::sub(&self.words, &rhs.words, &$prime::M))
            }
            /// Returns `-self`.
            #[must_use]
            pub const fn neg(&self) -> Self {
                Self::sub(&Self::ZERO, self)
            }
            /// Returns `self rhs`.
            #[must_use]
            pub const fn multiply(&self, rhs: &Self) -> Self {
                Self::new(constant::mul(&self.words, &rhs.words, &$prime::M, $prime::K0))
            }
            /// Returns `self^2`.
            #[must_use]
            pub const fn square(&self) -> Self {
                Self::multiply(self, self)
            }
            /// Returns `self^exp`, for a little-endian exponent, in time that depends on `exp`.
            #[must_use]
            pub const fn pow_vartime<const L: usize>(&self, exp: &Uint<L>) -> Self {
                let mut r = Self::ONE;
                let mut i = Uint::<L>::BITS;
                while i > 0 {
                    i -= 1;
                    r = Self::square(&r);
                    if exp.bit_vartime(i) {
                        r = Self::multiply(&r, self);
                    }
                }
                r
            }
            /// Returns `self^(2^n)`, in time that depends on `n`.
            #[must_use]
            pub const fn sqn_vartime(&self, n: usize) -> Self {
                let (mut r, mut i) = (*self, 0);
                while i < n {
                    r = Self::square(&r);
                    i += 1;
                }
                r
            }
            /// The element of a small integer.
            #[must_use]
            pub const fn from_u64(w: u64) -> Self {
                Self::new($prime::small(w))
            }
            /// The element of all hexadecimal digits of an encoded one, big-endian. For constants.
            ///
            /// # Panics
            /// If a digit is not hexadecimal, if there are too many or too few, or if the integer is not below the modulus.
            #[must_use]
            pub const fn from_hex_vartime(hex: &str) -> Self {
                assert!(hex.len() == 2 * <<$prime as Prime>::Size as Unsigned>::USIZE, "hex is the wrong length");
                let words = constant::hex(hex);
                assert!(constant::less_vartime(&words, &$prime::M), "hex encoded field element overflows modulus");
                Self::new($prime::element(&words))
            }
        }
    )*};
}

const_arithmetic! { P256; N256; P384; N384; P521; N521; }

macro_rules! const_inversion {
    ($($prime:ident;)*) => {$(
        impl Fe<$prime> {
            /// The integer below the modulus.
            #[must_use]
            pub const fn to_canonical(self) -> <$prime as Prime>::Uint {
                <$prime as Prime>::Uint::from_words(portable::to_words(&$prime::integer(&self.words)))
            }
            /// Returns `1/self`. For constants.
            ///
            /// # Panics
            /// If `self` is zero.
            #[must_use]
            pub const fn const_invert(&self) -> Self {
                let inverse = Self::new($prime::pow(&self.words, &constant::minus(&$prime::M, 2)));
                assert!(!constant::equal_vartime(&inverse.words, &Self::ZERO.words), "input to invert should be non-zero");
                inverse
            }
        }
    )*};
}

// Of the fields that the peers make by one macro.
const_inversion! { P384; N384; N521; }

/// `from_slice`, as the peers have it.
macro_rules! from_slice {
    ($($prime:ident: $output:ty, |$element:ident| $e:expr;)*) => {$(
        impl Fe<$prime> {
            /// Decodes a slice of as many bytes as an element has, like [`Self::from_bytes`].
            #[allow(clippy::missing_errors_doc, reason = "the first sentence says it")]
            pub fn from_slice(bytes: &[u8]) -> $output {
                let $element = Self::decode(bytes);
                $e
            }
        }
    )*};
}

from_slice! {
    P256: Option<Self>, |x| x;
    N256: Option<Self>, |x| x;
    P384: Option<Self>, |x| x;
    N384: Option<Self>, |x| x;
    P521: elliptic_curve::Result<Self>, |x| x.ok_or(elliptic_curve::Error);
    N521: Option<Self>, |x| x;
}

impl Fe<N256> {
    /// The integer shifted right, in time that depends on `shift`; zero if it is 256 or more.
    #[must_use]
    pub const fn shr_vartime(&self, shift: u32) -> Self {
        let integer = N256::integer(&self.words);
        Self::new(N256::element(&constant::shr(&integer, shift as usize)))
    }
}
