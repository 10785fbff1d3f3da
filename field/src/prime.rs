//! Which numbers: one zero-sized type per prime field.

use crate::{
    Fe,
    arch::ct,
    cpu::Portable,
    weierstrass::{Affine, Jacobian, Xyzz, jacobian},
};
use core::fmt::Debug;
use elliptic_curve::array::ArraySize;

/// The words of an element: an array of `u64`, little-endian.
pub trait Words:
    'static + Copy + Debug + PartialEq + Send + Sync + AsRef<[u64]> + AsMut<[u64]>
{
    /// All words zero.
    const ZERO: Self;
}

impl<const N: usize> Words for [u64; N] {
    const ZERO: Self = [0; N];
}

/// A prime field: modulus, sizes, constants, and its portable arithmetic.
///
/// # Value invariant
///
/// An element is held as `N` words in Montgomery form, `x R mod m` with `R = 2^(64 N)`, *reduced*: below the modulus `m`. (Of a
/// modulus just below a power of two the words are the integer itself, `R = 1`.) Subtraction asks for it: the difference with a number of `m` or more can stay negative after `m` was added once, and all moduli but
/// P-521's fill their words. Where arithmetic can be lazier it changes to another layout for a whole operation ([`crate::Lazy`]).
///
/// All `Words` arguments and results of the functions below are such residues, unless said otherwise.
pub trait Prime:
    'static + Copy + Debug + Default + Eq + Ord + Send + Sync + crate::sealed::Sealed
{
    /// `[u64; N]`.
    type Words: Words;
    /// Bytes of an encoded element.
    type Size: ArraySize<ArrayType<u8>: Copy>;
    /// Does an encoded element begin with its lowest byte?
    const LITTLE_ENDIAN: bool = false;
    /// The layout in which whole operations run on the portable kernels.
    type Layout: crate::Layout<Self>;
    /// Its value.
    const LAYOUT: Self::Layout;
    /// The `crypto-bigint` integer of the same size.
    type Uint: 'static + Copy;

    /// What `Debug` calls an element.
    const NAME: &'static str;
    /// The modulus in hexadecimal, big-endian, all digits of a [`Self::Uint`].
    const MODULUS_HEX: &'static str;
    /// The modulus `m`, an integer.
    const MODULUS: Self::Words;
    /// `floor(m / 2)`, an integer.
    const HALF: Self::Words;
    /// Bits of `m`.
    const BITS: u32;
    /// 1.
    const ONE: Self::Words;
    /// `R`, as an element: multiplying an integer by it enters the Montgomery form.
    const R2: Self::Words;
    /// 1/2.
    const TWO_INV: Self::Words;
    /// A generator of the multiplicative group.
    const GENERATOR: Self::Words;
    /// `m - 1 = 2^S t` with `t` odd.
    const S: u32;
    /// `(t - 1) / 2`, an integer.
    const T_MINUS_ONE_OVER_TWO: Self::Words;
    /// `GENERATOR^t`: a primitive `2^S`-th root of unity.
    const ROOT_OF_UNITY: Self::Words;
    /// Its inverse.
    const ROOT_OF_UNITY_INV: Self::Words;
    /// `GENERATOR^(2^S)`.
    const DELTA: Self::Words;

    /// `a b`.
    fn mul(a: &Self::Words, b: &Self::Words) -> Self::Words;
    /// `a^2`.
    fn square(a: &Self::Words) -> Self::Words;
    /// `a + b`.
    fn add(a: &Self::Words, b: &Self::Words) -> Self::Words;
    /// `a - b`.
    fn sub(a: &Self::Words, b: &Self::Words) -> Self::Words;
    /// `a / 2`.
    fn halve(a: &Self::Words) -> Self::Words;
    /// The integer below `m` that the element stands for.
    fn to_integer(a: &Self::Words) -> Self::Words;
    /// The element of *any* integer of `N` words, reduced.
    fn from_integer(a: &Self::Words) -> Self::Words;
    /// `1/a`, and 0 for 0.
    fn invert(a: &Self::Words) -> Self::Words;
    /// [`Self::invert`], faster, in time that depends on `a`.
    fn invert_vartime(a: &Self::Words) -> Self::Words;
    /// `a^((t - 1) / 2)`, the power from which square roots are made.
    fn root_power<B: Kernel<Self>>(a: Fe<Self, B>) -> Fe<Self, B>;
    /// An integer's words, from `crypto-bigint`.
    fn from_uint(a: &Self::Uint) -> Self::Words;
    /// An integer's words, to `crypto-bigint`.
    fn to_uint(a: &Self::Words) -> Self::Uint;
}

/// The order of a group: its elements are scalars, and have the traits that only scalars have.
pub trait Order: Prime {}

/// How one machine multiplies elements of `P`: one zero-sized token per backend.
pub trait Kernel<P: Prime>: Copy + Debug + Send + Sync + 'static {
    /// `a b`.
    fn mul(self, a: &P::Words, b: &P::Words) -> P::Words;
    /// `a^2`.
    fn square(self, a: &P::Words) -> P::Words;
    /// `p = 2 p`, for every point.
    #[inline(always)]
    fn jacobian_double(self, p: &mut Jacobian<Fe<P, Self>>) {
        *p = jacobian::double(*p);
    }
    /// `p = p + q`, for an affine `q`, different points other than the identity; `Z = 0` if they are not that.
    #[inline(always)]
    fn jacobian_add_mixed(self, p: &mut Jacobian<Fe<P, Self>>, q: &Affine<Fe<P, Self>>) {
        *p = p.add_mixed_checked(*q).0;
    }
    /// The same for a `p` in the coordinates of [`Xyzz`].
    #[inline(always)]
    fn xyzz_add_mixed(self, p: &mut Xyzz<Fe<P, Self>>, q: &Affine<Fe<P, Self>>) {
        jacobian::xyzz_add_mixed(p, q);
    }
    /// The table's entry of a secret index below its length: every entry is read.
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[P::Words; N]], index: u64) -> [P::Words; N] {
        look_up::<P, N>(table, index)
    }
    /// The same among points.
    #[inline(always)]
    fn affine_look_up(self, table: &[Affine<Fe<P, Self>>], index: u64) -> Affine<Fe<P, Self>> {
        jacobian::look_up(table, index)
    }
}

/// [`Kernel::look_up`], portable.
#[inline(always)]
pub(crate) fn look_up<P: Prime, const N: usize>(
    table: &[[P::Words; N]],
    index: u64,
) -> [P::Words; N] {
    let mut r = [P::Words::ZERO; N];
    for (j, entry) in table.iter().enumerate() {
        let mask = ct::equal(index, j as u64);
        for (r, e) in r.iter_mut().zip(entry) {
            for (r, e) in r.as_mut().iter_mut().zip(e.as_ref()) {
                *r |= e & mask;
            }
        }
    }
    r
}

impl<P: Prime> Kernel<P> for Portable {
    #[inline(always)]
    fn mul(self, a: &P::Words, b: &P::Words) -> P::Words {
        P::mul(a, b)
    }
    #[inline(always)]
    fn square(self, a: &P::Words) -> P::Words {
        P::square(a)
    }
}

/// Defines a prime: `$name` with `$words` words, `$bytes` encoded bytes, its integer type, name, modulus, generator;
/// the kernels `$mul`, `$square` at a [`crate::arch::portable::Word`]; the addition chain `$chain` of `root_power`. With `plain`,
/// `R = 1`, and there are kernels for 32-bit targets and one that reduces any words.
macro_rules! prime {
    (@first $first:expr $(, $second:expr)?) => { $first };
    (
        $(#[$doc:meta])*
        $name:ident, words: $n:literal, size: $size:ty, uint: $uint:ty, debug: $debug:literal,
        modulus: $hex:literal, generator: $generator:literal, signed62: $limbs:literal,
        $(little_endian: $little_endian:literal,)?
        mul: $mul:expr, square: $square:expr, root_power: $chain:expr, layout: $layout:ty = $layout_value:expr,
        $(plain: $reduce:expr, mul_u32: $mul_u32:expr, square_u32: $square_u32:expr,)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(unreachable_pub, reason = "the toy primes of the tests")]
        pub struct $name;

        impl $crate::sealed::Sealed for $name {}

        /// The parameters as `crypto-bigint` has them.
        impl elliptic_curve::bigint::modular::ConstMontyParams<{ <$uint>::LIMBS }> for $crate::Fe<$name> {
            const LIMBS: usize = <$uint>::LIMBS;
            const PARAMS: elliptic_curve::bigint::modular::FixedMontyParams<{ <$uint>::LIMBS }> =
                elliptic_curve::bigint::modular::FixedMontyParams::new_vartime(
                    elliptic_curve::bigint::Odd::<$uint>::from_be_hex(<$name as $crate::Prime>::MODULUS_HEX),
                );
        }

        impl $name {
            pub(crate) const M: [u64; $n] = $crate::constant::hex($hex);
            pub(crate) const K0: u64 = $crate::constant::k0(Self::M[0]);
            const INVERTER: $crate::inversion::Inverter<$n, $limbs> =
                $crate::inversion::Inverter::new(&Self::M, <Self as $crate::Prime>::BITS);
            /// `R = 2^FORM`.
            const FORM: usize = $crate::prime::prime!(@first $({ let _: fn(&[u64; $n]) -> [u64; $n] = $reduce; 0 },)? 64 * $n);
            /// What the product for any Montgomery form, which divides by `2^(64 N)`, needs to multiply by `R`, to divide by it, and
            /// to take elements and give them.
            const ENTER: [u64; $n] = $crate::constant::power_of_two(64 * $n + Self::FORM, &Self::M);
            const LEAVE: [u64; $n] = $crate::constant::power_of_two(64 * $n - Self::FORM, &Self::M);
            const TAKE: [u64; $n] = $crate::constant::power_of_two(128 * $n - Self::FORM, &Self::M);
            const GIVE: [u64; $n] = $crate::constant::power_of_two(Self::FORM, &Self::M);
            /// `R^3`, less what the inverter has added: the inverse of `x R` times it, in Montgomery form, is `1/x`.
            const R3: [u64; $n] = $crate::constant::shifted(
                3 * Self::FORM,
                $crate::inversion::Inverter::<$n, $limbs>::GROWTH,
                &Self::M,
            );
            /// The element of a small integer.
            pub(crate) const fn small(x: u64) -> [u64; $n] {
                let mut w = [0; $n];
                w[0] = x;
                Self::element(&w)
            }
            /// The element of an integer below `2^(64 N)`.
            pub(crate) const fn element(x: &[u64; $n]) -> [u64; $n] {
                $crate::constant::mul(x, &Self::ENTER, &Self::M, Self::K0)
            }
            /// The integer of an element.
            #[allow(dead_code, reason = "only scalars shift")]
            pub(crate) const fn integer(x: &[u64; $n]) -> [u64; $n] {
                $crate::constant::mul(x, &Self::LEAVE, &Self::M, Self::K0)
            }
            /// `a^e`, at compile time.
            pub(crate) const fn pow(a: &[u64; $n], e: &[u64]) -> [u64; $n] {
                let a = $crate::constant::mul(a, &Self::TAKE, &Self::M, Self::K0);
                let r = $crate::constant::pow(&a, e, &Self::M, Self::K0);
                $crate::constant::mul(&r, &Self::GIVE, &Self::M, Self::K0)
            }
        }

        impl $crate::Prime for $name {
            type Words = [u64; $n];
            type Size = $size;
            $(const LITTLE_ENDIAN: bool = $little_endian;)?
            type Uint = $uint;
            type Layout = $layout;
            const LAYOUT: $layout = $layout_value;
            const NAME: &'static str = $debug;
            const MODULUS_HEX: &'static str =
                $crate::constant::last_digits($hex, <$uint>::BITS as usize / 4);
            const MODULUS: [u64; $n] = Self::M;
            const HALF: [u64; $n] = $crate::constant::shr(&Self::M, 1);
            const BITS: u32 = {
                let mut bits = 64 * $n;
                while Self::M[(bits - 1) / 64] >> ((bits - 1) % 64) == 0 {
                    bits -= 1;
                }
                bits as u32
            };
            const ONE: [u64; $n] = Self::GIVE;
            const R2: [u64; $n] = $crate::constant::power_of_two(2 * Self::FORM, &Self::M);
            const TWO_INV: [u64; $n] = Self::pow(&Self::small(2), &$crate::constant::minus(&Self::M, 2));
            const GENERATOR: [u64; $n] = Self::small($generator);
            const S: u32 = $crate::constant::minus(&Self::M, 1)[0].trailing_zeros();
            const T_MINUS_ONE_OVER_TWO: [u64; $n] = $crate::constant::shr(&Self::M, Self::S as usize + 1);
            const ROOT_OF_UNITY: [u64; $n] =
                Self::pow(&Self::GENERATOR, &$crate::constant::shr(&Self::M, Self::S as usize));
            const ROOT_OF_UNITY_INV: [u64; $n] =
                Self::pow(&Self::ROOT_OF_UNITY, &$crate::constant::minus(&Self::M, 2));
            const DELTA: [u64; $n] = Self::pow(&Self::GENERATOR, &[1 << Self::S]);

            #[inline(always)]
            fn mul(a: &[u64; $n], b: &[u64; $n]) -> [u64; $n] {
                #[cfg(target_pointer_width = "64")]
                return $mul(a, b);
                #[cfg(not(target_pointer_width = "64"))]
                ($crate::prime::prime!(@first $($mul_u32,)? |a, b| {
                    $crate::arch::portable::at_u32::mul::<$n, { 2 * $n }>(a, b, &Self::M, Self::K0)
                }))(a, b)
            }
            #[inline(always)]
            fn square(a: &[u64; $n]) -> [u64; $n] {
                #[cfg(target_pointer_width = "64")]
                return $square(a);
                #[cfg(not(target_pointer_width = "64"))]
                ($crate::prime::prime!(@first $($square_u32,)? |a| {
                    $crate::arch::portable::at_u32::square::<$n, { 2 * $n }>(a, &Self::M, Self::K0)
                }))(a)
            }
            #[inline(always)]
            fn add(a: &[u64; $n], b: &[u64; $n]) -> [u64; $n] {
                $crate::arch::portable::add(a, b, &Self::M)
            }
            #[inline(always)]
            fn sub(a: &[u64; $n], b: &[u64; $n]) -> [u64; $n] {
                $crate::arch::portable::sub(a, b, &Self::M)
            }
            #[inline(always)]
            fn halve(a: &[u64; $n]) -> [u64; $n] {
                $crate::arch::portable::halve(a, &Self::M)
            }
            #[inline]
            fn to_integer(a: &[u64; $n]) -> [u64; $n] {
                ($crate::prime::prime!(@first $($reduce,)? |a| {
                    let mut one = [0; $n];
                    one[0] = 1;
                    <Self as $crate::Prime>::mul(a, &one)
                }))(a)
            }
            #[inline]
            fn from_integer(a: &[u64; $n]) -> [u64; $n] {
                ($crate::prime::prime!(@first $($reduce,)? |a| <Self as $crate::Prime>::mul(a, &Self::R2)))(a)
            }
            #[inline]
            fn invert(a: &[u64; $n]) -> [u64; $n] {
                <Self as $crate::Prime>::mul(&Self::INVERTER.invert(a), &Self::R3)
            }
            #[inline]
            fn invert_vartime(a: &[u64; $n]) -> [u64; $n] {
                <Self as $crate::Prime>::mul(&Self::INVERTER.invert_vartime(a), &Self::R3)
            }
            #[inline]
            fn root_power<B: $crate::Kernel<Self>>(a: $crate::Fe<Self, B>) -> $crate::Fe<Self, B> {
                $chain(a)
            }
            #[inline]
            fn from_uint(a: &$uint) -> [u64; $n] {
                $crate::arch::portable::from_words(a.as_words())
            }
            #[inline]
            fn to_uint(a: &[u64; $n]) -> $uint {
                <$uint>::from_words($crate::arch::portable::to_words(a))
            }
        }
    };
}
pub(crate) use prime;
