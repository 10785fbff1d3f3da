//! secp521r1 test vectors, written by `field/tests/curves/generate.py`.

#[rustfmt::skip]
pub mod group;

/// Octets from hexadecimal digits, checked at compile time.
const fn hex<const N: usize>(text: &str) -> [u8; N] {
    const fn digit(c: u8) -> u8 {
        match c {
            b'0'..=b'9' => c - b'0',
            b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not a lower-case hexadecimal digit"),
        }
    }
    let text = text.as_bytes();
    assert!(text.len() == 2 * N);
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = 16 * digit(text[2 * i]) + digit(text[2 * i + 1]);
        i += 1;
    }
    out
}
