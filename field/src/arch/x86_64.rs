//! x86-64.

mod adx;

use crate::{
    Adx, Fe, Kernel, N256, P256,
    weierstrass::{Affine, Jacobian},
};

impl Kernel<P256> for Adx {
    #[inline(always)]
    fn mul(self, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        adx::p256::mul(a, b)
    }
    #[inline(always)]
    fn square(self, a: &[u64; 4]) -> [u64; 4] {
        adx::p256::square(a)
    }
    #[inline(always)]
    fn jacobian_double(self, p: Jacobian<Fe<P256, Self>>) -> Jacobian<Fe<P256, Self>> {
        let mut p = p.words();
        adx::p256::double(&mut p);
        Jacobian::from_words(p, self)
    }
    #[inline(always)]
    fn jacobian_add(
        self,
        p: Jacobian<Fe<P256, Self>>,
        q: Jacobian<Fe<P256, Self>>,
    ) -> Jacobian<Fe<P256, Self>> {
        let mut p = p.words();
        adx::p256::add(&mut p, &q.words());
        Jacobian::from_words(p, self)
    }
    #[inline(always)]
    fn jacobian_add_mixed(
        self,
        p: Jacobian<Fe<P256, Self>>,
        q: Affine<Fe<P256, Self>>,
    ) -> Jacobian<Fe<P256, Self>> {
        let mut p = p.words();
        adx::p256::add_mixed(&mut p, &[q.x.words, q.y.words]);
        Jacobian::from_words(p, self)
    }
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
