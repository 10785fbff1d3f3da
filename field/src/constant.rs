//! Montgomery arithmetic in `const fn`, for any odd modulus and any number of words.
//!
//! This is the plain text-book version. It makes every constant at compile time, it is what the inherent `const fn`s
//! of the peers' element types need, and it is the reference that the fast kernels are compared with. Its masks pass
//! through [`core::hint::black_box`], so it runs in constant time too, only slower.
//!
//! Values are `N` little-endian 64-bit words below the modulus `m`, in Montgomery form `x * 2^(64 N) mod m`.

use core::hint::black_box;

/// `a + b * c + d` as (low word, high word). `2 (2^64 - 1) + (2^64 - 1)^2 = 2^128 - 1`: never overflows.
pub(crate) const fn mac(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let t = a as u128 + b as u128 * c as u128 + d as u128;
    (t as u64, (t >> 64) as u64)
}

/// `a + b + carry` as (word, carry), for `carry <= 1`.
pub(crate) const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let t = a as u128 + b as u128 + carry as u128;
    (t as u64, (t >> 64) as u64)
}

/// `a - b - borrow` as (word, borrow), for `borrow <= 1`.
pub(crate) const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let t = (a as u128).wrapping_sub(b as u128 + borrow as u128);
    (t as u64, (t >> 127) as u64)
}

/// `(top, t) - m` if that is not negative, else `t`, for `(top, t) < 2 m`: the result is below `m`.
const fn subtract_once<const N: usize>(top: u64, t: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let mut r = [0; N];
    let mut borrow = 0;
    let mut i = 0;
    while i < N {
        (r[i], borrow) = sbb(t[i], m[i], borrow);
        i += 1;
    }
    let keep = black_box(0u64.wrapping_sub(sbb(top, 0, borrow).1));
    i = 0;
    while i < N {
        r[i] ^= (r[i] ^ t[i]) & keep;
        i += 1;
    }
    r
}

/// `a + b mod m`.
pub(crate) const fn add<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let mut t = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        (t[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    subtract_once(carry, &t, m)
}

/// `a - b mod m`.
pub(crate) const fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], m: &[u64; N]) -> [u64; N] {
    let mut t = [0; N];
    let mut borrow = 0;
    let mut i = 0;
    while i < N {
        (t[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    let mask = black_box(0u64.wrapping_sub(borrow));
    let mut carry = 0;
    i = 0;
    while i < N {
        (t[i], carry) = adc(t[i], m[i] & mask, carry);
        i += 1;
    }
    t
}

/// `a b / 2^(64 N) mod m`, right whenever `a b < 2^(64 N) m`; `k0 = -1/m mod 2^64`.
///
/// Coarsely integrated operand scanning (Koç, Acar, Kaliski 1996): after each row `t < 2 m`.
pub(crate) const fn mul<const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
    m: &[u64; N],
    k0: u64,
) -> [u64; N] {
    let mut t = [0; N];
    let mut top = 0;
    let mut i = 0;
    while i < N {
        let mut carry = 0;
        let mut j = 0;
        while j < N {
            (t[j], carry) = mac(t[j], a[j], b[i], carry);
            j += 1;
        }
        let (t_n, t_n1) = adc(top, carry, 0);
        let q = t[0].wrapping_mul(k0);
        (_, carry) = mac(t[0], q, m[0], 0);
        j = 1;
        while j < N {
            (t[j - 1], carry) = mac(t[j], q, m[j], carry);
            j += 1;
        }
        (t[N - 1], carry) = adc(t_n, carry, 0);
        top = t_n1 + carry;
        i += 1;
    }
    subtract_once(top, &t, m)
}

/// `a^e`, for a public exponent of little-endian words.
pub(crate) const fn pow<const N: usize>(
    a: &[u64; N],
    e: &[u64],
    m: &[u64; N],
    k0: u64,
) -> [u64; N] {
    let mut r = one(m);
    let mut i = 64 * e.len();
    while i > 0 {
        i -= 1;
        r = mul(&r, &r, m, k0);
        if e[i / 64] >> (i % 64) & 1 == 1 {
            r = mul(&r, a, m, k0);
        }
    }
    r
}

/// `-1/m mod 2^64`: each step of Newton's iteration doubles the number of right bits, and `m` itself has three.
pub(crate) const fn k0(m0: u64) -> u64 {
    let mut x = m0;
    let mut i = 0;
    while i < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(m0.wrapping_mul(x)));
        i += 1;
    }
    x.wrapping_neg()
}

/// `2^e mod m`, by doublings of 1.
pub(crate) const fn power_of_two<const N: usize>(e: usize, m: &[u64; N]) -> [u64; N] {
    let mut r = [0; N];
    r[0] = 1;
    let mut i = 0;
    while i < e {
        r = add(&r, &r, m);
        i += 1;
    }
    r
}

/// `2^(e - g) mod m`: doublings of 1, then halvings.
pub(crate) const fn shifted<const N: usize>(e: usize, g: usize, m: &[u64; N]) -> [u64; N] {
    if g <= e {
        return power_of_two(e - g, m);
    }
    let mut r = power_of_two(0, m);
    let mut i = e;
    while i < g {
        let (mut carry, mut j) = (0, 0);
        if r[0] & 1 == 1 {
            while j < N {
                (r[j], carry) = adc(r[j], m[j], carry);
                j += 1;
            }
        }
        r = shr(&r, 1);
        r[N - 1] |= carry << 63;
        i += 1;
    }
    r
}

/// `R = 2^(64 N) mod m`: the Montgomery form of 1.
pub(crate) const fn one<const N: usize>(m: &[u64; N]) -> [u64; N] {
    power_of_two(64 * N, m)
}

/// Big-endian hexadecimal to words. Panics (at compile time, where it is used) unless all digits fit.
pub(crate) const fn hex<const N: usize>(s: &str) -> [u64; N] {
    let s = s.as_bytes();
    let mut r = [0; N];
    let mut i = 0;
    while i < s.len() {
        let digit = match s[s.len() - 1 - i] {
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            c @ b'A'..=b'F' => c - b'A' + 10,
            _ => panic!("not a hexadecimal digit"),
        };
        if i / 16 < N {
            r[i / 16] |= (digit as u64) << (4 * (i % 16));
        } else {
            assert!(digit == 0, "too many digits");
        }
        i += 1;
    }
    r
}

/// The last `n` digits; the others must be zeros.
pub(crate) const fn last_digits(s: &str, n: usize) -> &str {
    let (zeros, digits) = s.split_at(s.len() - n);
    let mut i = 0;
    while i < zeros.len() {
        assert!(zeros.as_bytes()[i] == b'0', "too many digits");
        i += 1;
    }
    digits
}

/// Is `a < b`? For public values.
pub(crate) const fn less_vartime<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// Is `a = b`? For public values.
pub(crate) const fn equal_vartime<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    !less_vartime(a, b) && !less_vartime(b, a)
}

/// `floor(m / 2^n)`.
pub(crate) const fn shr<const N: usize>(m: &[u64; N], n: usize) -> [u64; N] {
    let mut r = [0; N];
    let mut i = 0;
    while i + n / 64 < N {
        r[i] = m[i + n / 64] >> (n % 64);
        if !n.is_multiple_of(64) && i + n / 64 + 1 < N {
            r[i] |= m[i + n / 64 + 1] << (64 - n % 64);
        }
        i += 1;
    }
    r
}

/// `m - k`, for `k` not above the lowest word.
pub(crate) const fn minus<const N: usize>(m: &[u64; N], k: u64) -> [u64; N] {
    assert!(m[0] >= k);
    let mut r = *m;
    r[0] -= k;
    r
}
