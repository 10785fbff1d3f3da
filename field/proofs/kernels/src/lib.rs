//! The kernels as functions with names, for `prove.py` to read their machine code.

#[allow(dead_code)]
#[path = "../../../src/arch/x86_64/adx.rs"]
mod adx;

use adx::{n256, p256};

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
}
