//! Hash to curve.

use super::*;

/// RustCrypto/traits PR 1813: a domain tag of more than 255 octets is hashed to a whole digest.
#[test]
fn i076_over_long_domain_tag_is_hashed() {
    fn expand(tag: &[u8]) -> [u8; 32] {
        type Expand = <NistP256 as GroupDigest>::ExpandMsg;
        type Level = <NistP256 as MapToCurve>::SecurityLevel;
        let mut out = [0; 32];
        <Expand as ExpandMsg<Level>>::expand_message(&[b"abc"], &[tag], 32.try_into().unwrap())
            .unwrap()
            .fill_bytes(&mut out)
            .unwrap();
        out
    }
    assert_eq!(
        expand(&[b'a'; 256]),
        hex!("7fc85cbf6f01dd8401378afb32117b942d074fbd10ca74dfdd522cdd185e75aa")
    );
    assert_eq!(
        expand(&[b'a'; 255]),
        hex!("5a4d375a75256652fa644098ddbb6aea2a62e2bd3dffb849aaebefac76783636")
    );
}

#[test]
fn i077_hash_to_curve_with_over_long_domain_tags() {
    let hash = |tag: &[u8]| {
        NistP256::hash_from_bytes(&[b"abc"], &[tag])
            .unwrap()
            .to_bytes()
    };
    assert_eq!(
        hash(&[b'a'; 300]),
        hex!("03f9d8acb5e1a6211cd8aaf55c11bff758bf84338f65d1ef40f1ac5a7ac88942e8")
    );
    assert_eq!(
        hash(&[b'a'; 256]),
        hex!("0243751b1fa8d77bd4236525f7c8ce4cb540881388e66b5a97520a2c45e957daab")
    );
    // A tag in parts is one tag.
    let parts = NistP256::hash_from_bytes(&[b"a", b"bc"], &[&[b'a'; 200], &[b'a'; 100]]);
    assert_eq!(parts.unwrap().to_bytes(), hash(&[b'a'; 300]));
}

/// arkworks-rs/algebra #849: the map divides by zero at u = 0 and takes its special branch.
#[test]
fn i082_map_to_curve_at_zero() {
    assert_eq!(
        NistP256::map_to_curve(FieldElement::ZERO).to_bytes(),
        hex!("02a528bd8696bdaf996c65b982d94959d3146fe6a020693090bdba13132375f224")
    );
}
