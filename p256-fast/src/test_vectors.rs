//! secp256r1 test vectors.

pub mod field;
pub mod group;

/// 32 bytes from 64 hexadecimal digits, checked at compile time.
const fn hex32(text: &str) -> [u8; 32] {
    const fn digit(c: u8) -> u8 {
        match c {
            b'0'..=b'9' => c - b'0',
            b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not a lower-case hexadecimal digit"),
        }
    }
    let text = text.as_bytes();
    assert!(text.len() == 64);
    let mut out = [0; 32];
    let mut i = 0;
    while i < 32 {
        out[i] = 16 * digit(text[2 * i]) + digit(text[2 * i + 1]);
        i += 1;
    }
    out
}
