//! Which backend runs an operation: one list, best first.

/// The operations of an `impl Weierstrass`, each on the best backend of the machine.
///
/// `$tables` is the module with the curve's tables, `BASE` and `LANES`. Without the crate's feature `precomputed-tables` there is none, and
/// the generator is a point like any other.
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch {
    ($tables:ident) => {
        $crate::dispatch! {
            on words:
            fn add(p: &$crate::weierstrass::ProjectivePoint<Self>, q: &$crate::weierstrass::ProjectivePoint<Self>);
            fn add_mixed(p: &$crate::weierstrass::ProjectivePoint<Self>, q: &$crate::weierstrass::AffinePoint<Self>);
            fn double(p: &$crate::weierstrass::ProjectivePoint<Self>);
        }

        fn batch_normalize(
            points: &[$crate::weierstrass::ProjectivePoint<Self>],
            affine: &mut [$crate::weierstrass::AffinePoint<Self>],
        ) {
            let invert = <Self::Base as $crate::Prime>::invert;
            $crate::dispatch!(points: batch_normalize(points, affine, invert))
        }
        fn batch_normalize_vartime(
            points: &[$crate::weierstrass::ProjectivePoint<Self>],
            affine: &mut [$crate::weierstrass::AffinePoint<Self>],
        ) {
            let invert = <Self::Base as $crate::Prime>::invert_vartime;
            $crate::dispatch!(points: batch_normalize(points, affine, invert))
        }
        fn mul_base(k: &$crate::Fe<Self::Order>) -> $crate::weierstrass::ProjectivePoint<Self> {
            #[cfg(feature = "precomputed-tables")]
            return $crate::dispatch!(
                mul_base(k, &$tables::BASE),
                mul_base(k, &$tables::LANES)
            );
            #[cfg(not(feature = "precomputed-tables"))]
            Self::mul(&$crate::weierstrass::ProjectivePoint::GENERATOR, k)
        }
        fn mul_base_vartime(
            k: &$crate::Fe<Self::Order>,
        ) -> $crate::weierstrass::ProjectivePoint<Self> {
            #[cfg(feature = "precomputed-tables")]
            return $crate::dispatch!(
                mul_base_vartime(k, &$tables::BASE),
                mul_base(k, &$tables::LANES)
            );
            #[cfg(not(feature = "precomputed-tables"))]
            Self::mul_vartime(&$crate::weierstrass::ProjectivePoint::GENERATOR, k)
        }
        fn mul(
            p: &$crate::weierstrass::ProjectivePoint<Self>,
            k: &$crate::Fe<Self::Order>,
        ) -> $crate::weierstrass::ProjectivePoint<Self> {
            $crate::dispatch!(mul(p, k), mul(p, k))
        }
        fn mul_vartime(
            p: &$crate::weierstrass::ProjectivePoint<Self>,
            k: &$crate::Fe<Self::Order>,
        ) -> $crate::weierstrass::ProjectivePoint<Self> {
            $crate::dispatch!(mul_vartime(p, k), mul(p, k))
        }
        fn mul_base_add_vartime(
            a: &$crate::Fe<Self::Order>,
            b: &$crate::Fe<Self::Order>,
            p: &$crate::weierstrass::ProjectivePoint<Self>,
        ) -> $crate::weierstrass::ProjectivePoint<Self> {
            #[cfg(feature = "precomputed-tables")]
            return $crate::dispatch!(
                mul_base_add_vartime(a, b, p, &$tables::BASE),
                mul_base_add_vartime(a, b, p, &$tables::LANES)
            );
            #[cfg(not(feature = "precomputed-tables"))]
            Self::lincomb_vartime(&[
                ($crate::weierstrass::ProjectivePoint::GENERATOR, *a),
                (*p, *b),
            ])
        }
        fn lincomb_vartime(
            terms: &[($crate::weierstrass::ProjectivePoint<Self>, $crate::Fe<Self::Order>)],
        ) -> $crate::weierstrass::ProjectivePoint<Self> {
            $crate::dispatch!(lincomb_vartime(terms), lincomb_vartime(terms))
        }
    };

    // `vector::g` where there are vectors, else `schedule::f` in the best layout.
    ($f:ident($($argument:expr),*), $g:ident($($vector_argument:expr),*)) => {{
        let cpu = $crate::Cpu::detect();
        if let Some(ifma) = cpu.ifma {
            return $crate::weierstrass::vector::$g(ifma, $($vector_argument),*);
        }
        if let Some(adx) = cpu.adx {
            return $crate::weierstrass::schedule::$f::<Self, _>($crate::Saturated(adx), $($argument),*);
        }
        $crate::weierstrass::schedule::$f::<Self, _>(<Self::Base as $crate::Prime>::LAYOUT, $($argument),*)
    }};

    // The same with the best kernels of words.
    (points: $f:ident($($argument:expr),*)) => {{
        let cpu = $crate::Cpu::detect();
        if let Some(ifma) = cpu.ifma {
            return $crate::weierstrass::vector::$f(ifma, $($argument),*);
        }
        match cpu.adx {
            Some(adx) => $crate::weierstrass::schedule::$f::<Self, _>(adx, $($argument),*),
            None => $crate::weierstrass::schedule::$f::<Self, _>($crate::Native, $($argument),*),
        }
    }};

    (on words: $(fn $f:ident($($argument:ident: $type:ty),*);)*) => {$(
        fn $f($($argument: $type),*) -> $crate::weierstrass::ProjectivePoint<Self> {
            match $crate::Cpu::detect().adx {
                Some(adx) => $crate::weierstrass::schedule::$f::<Self, _>(adx, $($argument),*),
                None => $crate::weierstrass::schedule::$f::<Self, _>($crate::Native, $($argument),*),
            }
        }
    )*};
}
