//! In which elements a whole operation computes.

use crate::{Element, Fe, Kernel, Lazy, Prime, Unsaturated, prime::look_up};

/// A layout of the field's elements, entered and left once per public operation.
pub trait Layout<P: Prime>: Copy {
    /// The element that formulas compute with.
    type Element: Element;
    /// The element of a public one.
    fn load(self, x: &Fe<P>) -> Self::Element;
    /// [`Self::load`], where the result is only multiplied by products: cheaper in some layouts.
    fn load_factor(self, x: &Fe<P>) -> Self::Element;
    /// The public element.
    fn store(self, x: Self::Element) -> Fe<P>;
    /// All ones if the element is zero, else zero.
    fn is_zero(self, x: Self::Element) -> u64;
    /// The table's entry of a secret index below its length: every entry is read.
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[P::Words; N]], index: u64) -> [Fe<P>; N] {
        look_up::<P, N>(table, index).map(Fe::new)
    }
}

/// The words of [`Fe`], multiplied by the kernels of a token.
#[derive(Clone, Copy, Debug)]
pub struct Saturated<B>(pub B);

impl<P: Prime, B: Kernel<P>> Layout<P> for Saturated<B> {
    type Element = Fe<P, B>;
    #[inline(always)]
    fn load(self, x: &Fe<P>) -> Fe<P, B> {
        x.on(self.0)
    }
    #[inline(always)]
    fn load_factor(self, x: &Fe<P>) -> Fe<P, B> {
        x.on(self.0)
    }
    #[inline(always)]
    fn store(self, x: Fe<P, B>) -> Fe<P> {
        x.native()
    }
    #[inline(always)]
    fn is_zero(self, x: Fe<P, B>) -> u64 {
        crate::arch::ct::mask_of(x.native().is_zero())
    }
    #[inline(always)]
    fn look_up<const N: usize>(self, table: &[[P::Words; N]], index: u64) -> [Fe<P>; N] {
        self.0.look_up(table, index).map(Fe::new)
    }
}

/// The layout of primes whose lazy limbs beat words where these have 64 bits.
#[cfg(target_pointer_width = "64")]
pub(crate) use LazyLayout as Portably;
/// Its value.
#[cfg(target_pointer_width = "64")]
pub(crate) const PORTABLY: Portably = LazyLayout;
/// Words, on 32-bit targets.
#[cfg(not(target_pointer_width = "64"))]
pub(crate) type Portably = Saturated<crate::Portable>;
/// Its value.
#[cfg(not(target_pointer_width = "64"))]
pub(crate) const PORTABLY: Portably = Saturated(crate::Portable);

/// [`Lazy`] limbs.
#[derive(Clone, Copy, Debug)]
pub struct LazyLayout;

impl<P: Prime + Unsaturated<Packed = <P as Prime>::Words>> Layout<P> for LazyLayout {
    type Element = Lazy<P>;
    #[inline(always)]
    fn load(self, x: &Fe<P>) -> Lazy<P> {
        Lazy::load(&x.words)
    }
    #[inline(always)]
    fn load_factor(self, x: &Fe<P>) -> Lazy<P> {
        Lazy::load_factor(&x.words)
    }
    #[inline(always)]
    fn store(self, x: Lazy<P>) -> Fe<P> {
        Fe::new(x.store())
    }
    #[inline(always)]
    fn is_zero(self, x: Lazy<P>) -> u64 {
        x.is_zero()
    }
}
