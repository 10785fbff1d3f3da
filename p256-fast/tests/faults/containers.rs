//! Keys and signatures in JWK and serde formats.

use super::*;

/// The members of an EC key of RFC 7517; the crate has no JWK of its own, only the numbers pass through it.
#[derive(serde::Deserialize)]
struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
}

/// base64url without padding, RFC 4648 § 5.
fn base64url(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut bits, mut count, mut out) = (0u32, 0, Vec::new());
    for c in text.bytes() {
        let digit = alphabet
            .iter()
            .position(|&a| a == c)
            .expect("base64url digit");
        bits = bits << 6 | u32::try_from(digit).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}

impl Jwk {
    fn public_key(&self) -> Option<PublicKey> {
        assert_eq!((self.kty.as_str(), self.crv.as_str()), ("EC", "P-256"));
        let x = FieldBytes::try_from(base64url(&self.x).as_slice()).ok()?;
        let y = FieldBytes::try_from(base64url(&self.y).as_slice()).ok()?;
        let point = AffinePoint::from_coordinates(&x, &y).into_option()?;
        PublicKey::from_affine(point).ok()
    }
}

/// RustCrypto/traits #1016: RFC 7517 says that unknown members are ignored. The crate sees only x and y.
#[test]
fn i132_jwk_with_unknown_members_loads() {
    let jwk: Jwk = serde_json::from_str(
        r#"{"kty":"EC","crv":"P-256","x":"hFc6OfbgRsYFOWyhGbWH0sS5DZBjJLGABJvPttVZfA4",
            "y":"tnXB8ks0-AZJKOgbMWJrE5Jm3nTFy0UiqQugmx9jku4","use":"sig","kid":"1","alg":"ES256"}"#,
    )
    .unwrap();
    let key = jwk.public_key().unwrap();
    assert_eq!(key.as_affine().x().as_slice(), base64url(&jwk.x));
    assert_eq!(key.as_affine().y().as_slice(), base64url(&jwk.y));
}

/// jwt/ruby-jwt PR 585: one key in 128 has a coordinate with a leading zero octet, which RFC 7518 keeps.
#[test]
fn i134_jwk_coordinates_have_full_width() {
    let mut jwk = Jwk {
        kty: "EC".into(),
        crv: "P-256".into(),
        x: "AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo".into(),
        y: "u0yFo9jqKe-q-iRAaRLdhNWxTcMr9lbvbGvVil2UP5I".into(),
    };
    let key = SecretKey::from_scalar(Scalar::from(379u64))
        .unwrap()
        .public_key();
    assert_eq!(key.as_affine().x()[0], 0);
    assert_eq!(key.as_affine().x().as_slice(), base64url(&jwk.x));
    assert_eq!(key.as_affine().y().as_slice(), base64url(&jwk.y));
    assert_eq!(jwk.public_key(), Some(key));

    jwk.x = "VUOJSvPQDtfXQKvb11yWsGh3t4fbX3Dup4uQqNfACg".into();
    assert_eq!(jwk.public_key(), None, "31 octets are refused");
    assert!(PublicKey::from_sec1_bytes(&[&[2][..], &base64url(&jwk.x)].concat()).is_err());
}

/// Whether a type serialises, asked at compile time: the inherent constant exists only where it does.
struct Asks<T>(std::marker::PhantomData<T>);
trait SerialisesNot {
    const SERIALISES: bool = false;
}
impl<T> SerialisesNot for Asks<T> {}
impl<T: serde::Serialize> Asks<T> {
    const SERIALISES: bool = true;
}

/// RustCrypto/elliptic-curves #536: keys written by one release could not be read by the next.
/// The stored octets are those of p256 0.14.0: each value is one octet string, in upper-case hexadecimal where the format
/// is for people.
#[test]
fn i135_serde_octets_are_stable() {
    fn check<T>(value: &T, octets: &[u8])
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let len = u8::try_from(octets.len()).unwrap();
        assert!(
            (24..128).contains(&len) || len == 1,
            "the frames below are those of such lengths"
        );

        let json = format!("\"{}\"", hex::encode_upper(octets));
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
        assert_eq!(
            serde_json::from_str::<T>(&json.to_lowercase()).unwrap(),
            *value
        );

        let framed = |frame: &[u8]| [frame, octets].concat();
        let wire = framed(&u64::from(len).to_le_bytes());
        assert_eq!(bincode::serialize(value).unwrap(), wire);
        assert_eq!(bincode::deserialize::<T>(&wire).unwrap(), *value);

        let wire = framed(&[len]);
        assert_eq!(postcard::to_allocvec(value).unwrap(), wire);
        assert_eq!(postcard::from_bytes::<T>(&wire).unwrap(), *value);

        let wire = if len == 1 {
            framed(&[0x41])
        } else {
            framed(&[0x58, len])
        };
        let mut written = Vec::new();
        ciborium::into_writer(value, &mut written).unwrap();
        assert_eq!(written, wire);
        assert_eq!(ciborium::from_reader::<T, _>(&wire[..]).unwrap(), *value);

        let wire = framed(&[0xc4, len]);
        assert_eq!(rmp_serde::to_vec(value).unwrap(), wire);
        assert_eq!(rmp_serde::from_slice::<T>(&wire).unwrap(), *value);
    }

    check(&Scalar::ONE, &Scalar::ONE.to_bytes());
    check(&Scalar::ZERO, &[0; 32]);
    check(&scalar(RFC6979_X), &RFC6979_X);
    check(
        &NonZeroScalar::from_repr(RFC6979_X.into()).unwrap(),
        &RFC6979_X,
    );

    let compressed_g = [&[3], &GX[..]].concat();
    check(&AffinePoint::GENERATOR, &compressed_g);
    check(&ProjectivePoint::GENERATOR, &compressed_g);
    check(&AffinePoint::IDENTITY, &[0]);
    check(&ProjectivePoint::IDENTITY, &[0]);

    let spki = hex!(
        "3059301306072a8648ce3d020106082a8648ce3d030107034200
         0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6
           7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    );
    let key = rfc6979_key();
    check(&PublicKey::from(key.verifying_key()), &spki);
    check(key.verifying_key(), &spki);

    let sig: Signature = key.sign(b"sample");
    check(&sig, &[SAMPLE_R, SAMPLE_S].concat());
    check(
        &Signature::from_scalars(
            hex!("0000000000000000000000000000000000000000000000000000000000000001"),
            SAMPLE_S,
        )
        .unwrap(),
        &[&[0; 31][..], &[1], &SAMPLE_S].concat(),
    );
    // `DerSignature` has no `PartialEq`: compared by its octets.
    let der = sig.to_der();
    let json = format!("\"{}\"", hex::encode_upper(der.as_bytes()));
    assert_eq!(serde_json::to_string(&der).unwrap(), json);
    assert_eq!(
        serde_json::from_str::<DerSignature>(&json)
            .unwrap()
            .as_bytes(),
        der.as_bytes()
    );
    let wire = postcard::to_allocvec(&der).unwrap();
    assert_eq!(wire[1..], *der.as_bytes());
    assert_eq!(
        postcard::from_bytes::<DerSignature>(&wire)
            .unwrap()
            .as_bytes(),
        der.as_bytes()
    );

    // Secrets serialise only where the caller asks for the scalar itself.
    const {
        assert!(Asks::<NonZeroScalar>::SERIALISES && Asks::<PublicKey>::SERIALISES);
        assert!(!Asks::<SecretKey>::SERIALISES);
        assert!(!Asks::<SigningKey>::SERIALISES);
        assert!(!Asks::<EphemeralSecret>::SERIALISES);
        assert!(!Asks::<SharedSecret>::SERIALISES);
        assert!(!Asks::<BlindedScalar>::SERIALISES);
    }
}
