//! Bytes hash to the points and scalars of RustCrypto's `p256`.
#![no_main]

use libfuzzer_sys::fuzz_target;

macro_rules! hashed {
    ($p256:ident, $data:expr, $tag:expr) => {{
        use $p256::NistP256;
        use $p256::elliptic_curve::sec1::ToSec1Point;
        use $p256::hash2curve::GroupDigest;
        let encode =
            |p: $p256::ProjectivePoint| p.to_affine().to_sec1_point(true).as_bytes().to_vec();
        (
            NistP256::hash_from_bytes(&[$data], &[$tag])
                .ok()
                .map(encode),
            NistP256::encode_from_bytes(&[$data], &[$tag])
                .ok()
                .map(encode),
        )
    }};
}

fuzz_target!(|data: &[u8]| {
    let (tag, data) = data.split_at(data.len().min(16));
    assert_eq!(hashed!(p256_fast, data, tag), hashed!(p256, data, tag));
});
