//! The kernels as functions with names, for `prove.py` to read their machine code.

#[allow(dead_code)]
#[path = "../../../src/arch/x86_64/adx.rs"]
mod adx;

use adx::{n256, p256, p384, p521, p25519};

type Words = [u64; 4];

macro_rules! export {
    ($($name:ident($($arg:ident: $type:ty),*) $body:expr;)*) => {$(
        // SAFETY: no other function of this library has the name.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($arg: $type),*) {
            $body
        }
    )*};
}

export! {
    p256_mul(r: &mut Words, a: &Words, b: &Words) *r = p256::mul(a, b);
    p256_square(r: &mut Words, a: &Words) *r = p256::square(a);
    n256_mul(r: &mut Words, a: &Words, b: &Words) *r = n256::mul(a, b);
    n256_square(r: &mut Words, a: &Words) *r = n256::square(a);
    p256_double(p: &mut [Words; 3]) p256::double(p);
    p256_add_mixed(p: &mut [Words; 3], q: &[Words; 2]) p256::add_mixed(p, q);
    p256_xyzz_add_mixed(p: &mut [Words; 4], q: &[Words; 2]) p256::xyzz_add_mixed(p, q);
    p25519_mul(r: &mut Words, a: &Words, b: &Words) *r = p25519::mul(a, b);
    p25519_square(r: &mut Words, a: &Words) *r = p25519::square(a);
    p25519_ladder_step(p: &mut [Words; 5], swap: u64) p25519::ladder_step(p, swap);
    p25519_double(p: &mut [Words; 4]) p25519::double::<false>(p);
    p25519_double_with_t(p: &mut [Words; 4]) p25519::double::<true>(p);
    p25519_add_niels(p: &mut [Words; 4], q: &[Words; 3]) p25519::add_niels::<false>(p, q);
    p25519_add_niels_with_t(p: &mut [Words; 4], q: &[Words; 3]) p25519::add_niels::<true>(p, q);
    p25519_add_cached(p: &mut [Words; 4], q: &[Words; 4]) p25519::add_cached::<false>(p, q);
    p25519_add_cached_with_t(p: &mut [Words; 4], q: &[Words; 4]) p25519::add_cached::<true>(p, q);
    p384_mul(r: &mut [u64; 6], a: &[u64; 6], b: &[u64; 6]) *r = p384::mul(a, b);
    p384_square(r: &mut [u64; 6], a: &[u64; 6]) *r = p384::square(a);
    p384_double(p: &mut [[u64; 6]; 3]) p384::double(p);
    p384_add_mixed(p: &mut [[u64; 6]; 3], q: &[[u64; 6]; 2]) p384::add_mixed(p, q);
    p384_xyzz_add_mixed(p: &mut [[u64; 6]; 4], q: &[[u64; 6]; 2]) p384::xyzz_add_mixed(p, q);
    p521_mul(r: &mut [u64; 9], a: &[u64; 9], b: &[u64; 9]) *r = p521::mul(a, b);
    p521_square(r: &mut [u64; 9], a: &[u64; 9]) *r = p521::square(a);
    p521_double(p: &mut [[u64; 9]; 3]) p521::double(p);
    p521_add_mixed(p: &mut [[u64; 9]; 3], q: &[[u64; 9]; 2]) p521::add_mixed(p, q);
    p521_xyzz_add_mixed(p: &mut [[u64; 9]; 4], q: &[[u64; 9]; 2]) p521::xyzz_add_mixed(p, q);
}
