//! Encodings of signatures.

use super::*;

fn der_is_rejected(der: &[u8]) {
    assert!(Signature::from_der(der).is_err(), "{}", hex::encode(der));
    assert!(
        DerSignature::from_bytes(der).is_err(),
        "{}",
        hex::encode(der)
    );
    assert!(DerSignature::try_from(der).is_err(), "{}", hex::encode(der));
}

/// RustCrypto/signatures PR 309: extra octets after or inside the sequence passed the parser.
#[test]
fn i027_overlong_or_trailing_der_is_rejected() {
    let sig = Signature::from_der(&hex!("3006020101020101")).unwrap();
    assert_eq!((*sig.r(), *sig.s()), (Scalar::ONE, Scalar::ONE));
    assert_eq!(sig.to_der().as_bytes(), hex!("3006020101020101"));

    der_is_rejected(&hex!("300602010102010100"));
    der_is_rejected(&hex!("300702010102010100"));

    // 73 octets: one more than the longest signature.
    let long = integer(&[&[0], &SAMPLE_R[..]].concat());
    let longer = integer(&[&[0, 0], &SAMPLE_S[..]].concat());
    let blob = sequence(&[&long, &longer]);
    assert_eq!(blob.len(), 73);
    der_is_rejected(&blob);
    der_is_rejected(&[0; 73]);
    let mut trailing = sequence(&[&long, &integer(&[&[0], &SAMPLE_S[..]].concat())]);
    assert!(Signature::from_der(&trailing).is_ok());
    trailing.push(0);
    assert_eq!(trailing.len(), 73);
    der_is_rejected(&trailing);
}

/// RustCrypto/SSH #290: one signature in 128 has a component with leading zero octets, which SSH and DER leave out.
#[test]
fn i031_short_integers_are_padded_on_the_left() {
    let mpint_r = hex!("0000002056A3EF43B4008E74169481F44C0BAB56EE651EDFDA4847DB37F992517A603544");
    let mpint_s = hex!("0000001F01B02CDFB08568C910D7E7BB8942637D51ED48440E4E1F149CC483027F3D3F");
    let s = hex!("0001B02CDFB08568C910D7E7BB8942637D51ED48440E4E1F149CC483027F3D3F");

    let der = sequence(&[&integer(&mpint_r[4..]), &integer(&mpint_s[4..])]);
    let sig = Signature::from_der(&der).unwrap();
    assert_eq!(sig, signature(mpint_r[4..].try_into().unwrap(), s));
    assert_eq!(sig.split_bytes().1.as_slice(), &s);
    assert_eq!(sig.to_bytes()[32..], s);
    assert_eq!(
        sig.to_der().as_bytes(),
        der,
        "and written without the zeros again"
    );

    // Padded to the left is the only width that the fixed form takes.
    assert!(Signature::from_slice(&[&mpint_r[4..], &mpint_s[4..]].concat()).is_err());
}

/// Wycheproof's modified encodings: parsers that skip tags accept these.
#[test]
fn i033_non_integer_der_content_is_rejected() {
    for der in [
        &hex!("3006010100020100")[..], // BOOLEAN for r
        &hex!("30800201010201010000"), // indefinite length
        &hex!("3006020180020101"),     // negative r
        &hex!("30050201010500"),       // NULL for s
        &hex!("3000"),
        &[],
        &hex!("30"),
    ] {
        der_is_rejected(der);
    }
}
