//! x86-64.

mod adx;
mod avx2;
#[cfg(any(test, field_backend = "avxifma"))]
pub(crate) mod avx_ifma;
pub(crate) mod ifma;
pub(crate) mod keccak;
pub(crate) mod tight;
pub(crate) mod vectorized;

use crate::{
    Adx, Fe, Kernel, N256, P256, P384, P521, Prime,
    weierstrass::{Affine, Jacobian, Xyzz},
};

/// The look-ups of a [`Kernel`], by vectors.
macro_rules! look_ups {
    ($p:ty, $n:literal) => {
        #[inline(always)]
        fn look_up<const N: usize>(self, table: &[[[u64; $n]; N]], index: u64) -> [[u64; $n]; N] {
            avx2::look_up(self, table, index)
        }
        #[inline(always)]
        fn affine_look_up(
            self,
            table: &[Affine<Fe<$p, Self>>],
            index: u64,
        ) -> Affine<Fe<$p, Self>> {
            let [x, y] = avx2::look_up(self, all_words(table), index)
                .map(|words| Fe::<$p>::new(words).on(self));
            Affine { x, y }
        }
    };
}

impl Kernel<P256> for Adx {
    #[inline(always)]
    fn mul(self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        adx::p256::mul(a, b)
    }
    #[inline(always)]
    fn square(self, a: &[u64; 4]) -> [u64; 4] {
        adx::p256::square(a)
    }
    // In place: a copy in and out costs 30 cycles, since wide moves wait for the words just stored. Out of line: each is 5 to 10 KB
    // of code, and a call costs 1 %.
    #[inline(never)]
    fn jacobian_double(self, p: &mut Jacobian<Fe<P256, Self>>) {
        adx::p256::double(words_mut(p));
    }
    #[inline(never)]
    fn jacobian_add_mixed(self, p: &mut Jacobian<Fe<P256, Self>>, q: &Affine<Fe<P256, Self>>) {
        adx::p256::add_mixed(words_mut(p), affine_words(q));
    }
    #[inline(never)]
    fn xyzz_add_mixed(self, p: &mut Xyzz<Fe<P256, Self>>, q: &Affine<Fe<P256, Self>>) {
        adx::p256::xyzz_add_mixed(xyzz_words_mut(p), affine_words(q));
    }
    look_ups!(P256, 4);
}

impl Kernel<N256> for Adx {
    #[inline(always)]
    fn mul(self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        adx::n256::mul(a, b)
    }
    #[inline(always)]
    fn square(self, a: &[u64; 4]) -> [u64; 4] {
        adx::n256::square(a)
    }
}

/// A [`Kernel`] of a prime of more than four words. Out of line, as each call of a product saves registers.
macro_rules! wide {
    ($p:ty, $n:literal, $module:ident) => {
        impl Kernel<$p> for Adx {
            #[inline(never)]
            fn mul(self, a: &[u64; $n], b: &[u64; $n]) -> [u64; $n] {
                adx::$module::mul(a, b)
            }
            #[inline(never)]
            fn square(self, a: &[u64; $n]) -> [u64; $n] {
                adx::$module::square(a)
            }
            #[inline(never)]
            fn jacobian_double(self, p: &mut Jacobian<Fe<$p, Self>>) {
                adx::$module::double(words_mut(p));
            }
            #[inline(never)]
            fn jacobian_add_mixed(self, p: &mut Jacobian<Fe<$p, Self>>, q: &Affine<Fe<$p, Self>>) {
                adx::$module::add_mixed(words_mut(p), affine_words(q));
            }
            #[inline(never)]
            fn xyzz_add_mixed(self, p: &mut Xyzz<Fe<$p, Self>>, q: &Affine<Fe<$p, Self>>) {
                adx::$module::xyzz_add_mixed(xyzz_words_mut(p), affine_words(q));
            }
            look_ups!($p, $n);
        }
    };
}

wide!(P384, 6, p384);
wide!(P521, 9, p521);

// `Fe`, `Jacobian`, `Xyzz` and `Affine` are `repr(C)`, and a token has no size: a point is its coordinates' words in order.

#[inline(always)]
fn words_mut<P: Prime<Words = [u64; N]>, const N: usize>(
    p: &mut Jacobian<Fe<P, Adx>>,
) -> &mut [[u64; N]; 3] {
    const { assert!(size_of::<Jacobian<Fe<P, Adx>>>() == size_of::<[[u64; N]; 3]>()) };
    // SAFETY: same size (above) and layout, alignment of `u64`; any words are valid for both.
    unsafe { &mut *core::ptr::from_mut(p).cast() }
}

#[inline(always)]
fn xyzz_words_mut<P: Prime<Words = [u64; N]>, const N: usize>(
    p: &mut Xyzz<Fe<P, Adx>>,
) -> &mut [[u64; N]; 4] {
    const { assert!(size_of::<Xyzz<Fe<P, Adx>>>() == size_of::<[[u64; N]; 4]>()) };
    // SAFETY: as `words_mut`.
    unsafe { &mut *core::ptr::from_mut(p).cast() }
}

#[inline(always)]
fn all_words<P: Prime<Words = [u64; N]>, const N: usize>(
    p: &[Affine<Fe<P, Adx>>],
) -> &[[[u64; N]; 2]] {
    const { assert!(size_of::<Affine<Fe<P, Adx>>>() == size_of::<[[u64; N]; 2]>()) };
    // SAFETY: as `words_mut`.
    unsafe { core::slice::from_raw_parts(p.as_ptr().cast(), p.len()) }
}

#[inline(always)]
fn affine_words<P: Prime<Words = [u64; N]>, const N: usize>(
    p: &Affine<Fe<P, Adx>>,
) -> &[[u64; N]; 2] {
    const { assert!(size_of::<Affine<Fe<P, Adx>>>() == size_of::<[[u64; N]; 2]>()) };
    // SAFETY: as `words_mut`.
    unsafe { &*core::ptr::from_ref(p).cast() }
}
