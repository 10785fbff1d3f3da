//! Polynomials as bytes, and what is rounded on the way (FIPS 203 § 4.2.1).

use super::ring::{Poly, Q, canonical, transposed};
use core::hint::black_box;

/// ByteEncode_12 of values that lie transposed, of any size: 384 bytes.
#[inline(always)]
pub(super) fn encode(values: &Poly, bytes: &mut [u8]) {
    for (i, bytes) in bytes.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let at = |n| canonical(values.0[transposed(n)]).cast_unsigned();
        let (a, b) = (at(2 * i), at(2 * i + 1));
        *bytes = [a as u8, (a >> 8) as u8 | (b << 4) as u8, (b >> 4) as u8];
    }
}

/// ByteDecode_12 of 384 bytes, transposed, if all values are below q.
#[inline(always)]
pub(super) fn decode(bytes: &[u8]) -> Option<Poly> {
    let mut values = Poly::ZERO;
    let mut largest = 0;
    for (i, [x, y, z]) in bytes.as_chunks::<3>().0.iter().enumerate() {
        let [x, y, z] = [x, y, z].map(|&byte| i16::from(byte));
        let (a, b) = (x | (y & 15) << 8, y >> 4 | z << 4);
        values.0[transposed(2 * i)] = a;
        values.0[transposed(2 * i + 1)] = b;
        largest = largest.max(a).max(b);
    }
    (largest < Q).then_some(values)
}

/// Compress_D of a value in `[0, q)`: `round(2^D x / q) mod 2^D`, without a division.
///
/// `floor(t / q) = floor(10_321_340 t / 2^35)` for the `t = 2^D x + (q - 1) / 2` of all `x`, which a test shows.
#[inline(always)]
const fn compressed<const D: usize>(x: i16) -> u64 {
    let t = ((x as u64) << D) + 1664;
    ((10_321_340 * t) >> 35) & ((1 << D) - 1)
}

/// ByteEncode_D of Compress_D of coefficients of any size: 32 D bytes.
#[inline(always)]
pub(super) fn compress<const D: usize>(coefficients: &Poly, bytes: &mut [u8]) {
    for (eight, bytes) in coefficients
        .0
        .as_chunks::<8>()
        .0
        .iter()
        .zip(bytes.chunks_exact_mut(D))
    {
        let mut bits = 0;
        for (k, x) in eight.iter().enumerate() {
            bits |= u128::from(compressed::<D>(canonical(*x))) << (D * k);
        }
        bytes.copy_from_slice(&bits.to_le_bytes()[..D]);
    }
}

/// Decompress_D of ByteDecode_D of 32 D bytes: coefficients in `[0, q)`.
#[inline(always)]
pub(super) fn decompress<const D: usize>(bytes: &[u8]) -> Poly {
    let mut coefficients = Poly::ZERO;
    for (eight, bytes) in coefficients
        .0
        .as_chunks_mut::<8>()
        .0
        .iter_mut()
        .zip(bytes.chunks_exact(D))
    {
        let mut bits = [0; 16];
        bits[..D].copy_from_slice(bytes);
        let bits = u128::from_le_bytes(bits);
        for (k, x) in eight.iter_mut().enumerate() {
            let y = (bits >> (D * k)) as u32 & ((1 << D) - 1);
            *x = ((3329 * y + (1 << (D - 1))) >> D) as i16;
        }
    }
    coefficients
}

/// Decompress_1 of ByteDecode_1: 0 or `(q + 1) / 2`.
#[inline(always)]
pub(super) fn from_message(message: &[u8; 32]) -> Poly {
    let mut coefficients = Poly::ZERO;
    for (eight, byte) in coefficients
        .0
        .as_chunks_mut::<8>()
        .0
        .iter_mut()
        .zip(message)
    {
        // Or the compiler might ask for each bit.
        let byte = black_box(*byte);
        for (k, x) in eight.iter_mut().enumerate() {
            *x = i16::from(byte >> k & 1) * ((Q + 1) / 2);
        }
    }
    coefficients
}

/// ByteEncode_1 of Compress_1 of coefficients of any size.
#[inline(always)]
pub(super) fn to_message(coefficients: &Poly) -> [u8; 32] {
    let mut message = [0; 32];
    compress::<1>(coefficients, &mut message);
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compression<const D: usize>() {
        for x in 0..3329u64 {
            let expected = ((x << D) * 2 + 3329) / (2 * 3329) % (1 << D);
            assert_eq!(compressed::<D>(x as i16), expected, "{D} {x}");
        }
        for y in 0..1u64 << D {
            let mut bytes = vec![0; 32 * D];
            bytes[..D].copy_from_slice(&u128::from(y).to_le_bytes()[..D]);
            let expected = (2 * 3329 * y + (1 << D)) >> (D + 1);
            assert_eq!(decompress::<D>(&bytes).0[0] as u64, expected, "{D} {y}");
        }
    }

    #[test]
    fn roundings_are_right_for_all_values() {
        compression::<1>();
        compression::<4>();
        compression::<5>();
        compression::<10>();
        compression::<11>();
    }

    #[test]
    fn encodings_come_back_and_say_what_is_too_large() {
        let values = Poly(core::array::from_fn(|i| (i * 13) as i16 % Q));
        let mut bytes = [0; 384];
        encode(&values, &mut bytes);
        assert_eq!(decode(&bytes), Some(values));
        bytes[..2].copy_from_slice(&[0x01, 0x0d]);
        assert_eq!(decode(&bytes), None);
        let message = core::array::from_fn(|i| (i * 77) as u8);
        assert_eq!(to_message(&from_message(&message)), message);
    }
}
