//! The curve gives the values of RFC 6979, RFC 9380 and RFC 9497, and the multiples of its base point. The data is in
//! `tests/data`, and in the crate's feature `test-vectors`.

use crate::common::{
    FieldElement, Record, assert_same, digest, field, hex, nonzero, oprf::Oprf, own, point,
    public_key, run, scalar, signature, with_digest,
};
use crate::curve::ours::{
    ProjectivePoint, Scalar,
    ecdsa::{
        Signature, SigningKey, VerifyingKey,
        signature::{DigestSigner, Signer, Verifier, hazmat::PrehashVerifier},
    },
    elliptic_curve::{
        array::{Array, typenum::Unsigned},
        ff::PrimeField,
        group::Group,
        ops::{MulByGeneratorVartime, Reduce},
    },
    hash2curve::{self, ExpandMsg, Expander, GroupDigest, MapToCurve},
    test_vectors,
};
use crate::curve::{Curve, DOUBLINGS, HASH, Hash, Wide, Z, of};
use ecdsa_core::hazmat::{sign_prehashed, sign_prehashed_rfc6979, verify_prehashed};
use sha2::Digest;
use skewed::Skewed;

#[test]
fn multiples_of_the_base_point_are_those_of_plain_integers() {
    run(&own("multiples.txt"), of([75, 94, 116]), |c| {
        let (k, g) = (scalar(c.int("k")), ProjectivePoint::GENERATOR);
        let expected = point(&c.bytes("x"), &c.bytes("y"));
        assert_same(&ProjectivePoint::mul_by_generator(&k), &expected);
        assert_same(&ProjectivePoint::mul_by_generator_vartime(&k), &expected);
        assert_same(&(g * k), &expected);
        assert_same(&-(g * -k), &expected);
        assert_same(&(g.double() * (k * Scalar::TWO_INV)), &expected);
    });
}

#[test]
fn the_exposed_test_vectors_hold() {
    let mut power = FieldElement::ONE;
    for expected in DOUBLINGS {
        assert_eq!(power, field(*expected));
        power = power.double();
    }
    let mut sum = ProjectivePoint::GENERATOR;
    for (x, y) in test_vectors::group::ADD_TEST_VECTORS {
        assert_same(&sum, &point(x, y));
        sum += ProjectivePoint::GENERATOR;
    }
    for (k, x, y) in test_vectors::group::MUL_TEST_VECTORS {
        assert_same(&(ProjectivePoint::GENERATOR * scalar(*k)), &point(x, y));
    }
}

fn rfc6979(skewed: bool) -> Vec<Record> {
    let mut cases = own("rfc6979.txt");
    cases.retain(|c| (c.get("hash") == "skewed") == skewed);
    cases
}

#[test]
fn ecdsa_nonces_and_signatures_are_those_of_rfc_6979() {
    run(&rfc6979(false), 26, |c| {
        let (d, k) = (nonzero(c.int("d")), nonzero(c.int("k")));
        let (hash, message) = (c.get("hash"), c.get("message").as_bytes());
        let z = digest(hash, message);
        let expected = signature(&c.bytes("r"), &c.bytes("s")).unwrap();

        let (signed, id) = with_digest!(hash, D => sign_prehashed_rfc6979::<Curve, D>(&d, &z, &[]));
        assert_eq!(signed, expected);
        assert_eq!(sign_prehashed::<Curve>(&d, &k, &z).unwrap(), (signed, id));

        let key = VerifyingKey::from(public_key(&c.bytes("x"), &c.bytes("y")).unwrap());
        let signer = SigningKey::from(d);
        assert_eq!(*signer.verifying_key(), key);
        assert!(key.verify_prehash(&z, &expected).is_ok());
        let recovered = VerifyingKey::recover_from_prehash(&z, &expected, id);
        assert_eq!(recovered.unwrap(), key);
        if hash == HASH {
            let signed: Signature = signer.sign(message);
            assert_eq!(signed, expected);
            let signed: Signature = signer.sign_digest(|d: &mut Hash| d.update(message));
            assert_eq!(signed, expected);
            assert!(key.verify(message, &expected).is_ok());
        }
    });
}

/// A first candidate for k that is not below n is seen once in 2^32 signatures on P-256, and never on the others.
mod skewed {
    use crate::curve::{Hash, SKEW};
    use sha2::digest::{
        FixedOutput, HashMarker, Output, OutputSizeUser, Update, block_api::BlockSizeUser,
    };

    /// The curve's hash, where an odd digest starts with so many ones that a candidate from it is not below n.
    #[derive(Clone, Default)]
    pub(super) struct Skewed(Hash);

    impl HashMarker for Skewed {}

    impl OutputSizeUser for Skewed {
        type OutputSize = <Hash as OutputSizeUser>::OutputSize;
    }

    impl BlockSizeUser for Skewed {
        type BlockSize = <Hash as BlockSizeUser>::BlockSize;
    }

    impl Update for Skewed {
        fn update(&mut self, data: &[u8]) {
            self.0.update(data);
        }
    }

    impl FixedOutput for Skewed {
        fn finalize_into(self, out: &mut Output<Self>) {
            self.0.finalize_into(out);
            if out.last().unwrap() % 2 == 1 {
                out[..SKEW].fill(0xff);
            }
        }
    }
}

#[test]
fn candidates_for_the_nonce_that_are_out_of_range_are_skipped() {
    let mut rejected = 0;
    run(&rfc6979(true), 20, |c| {
        let (d, k) = (nonzero(c.int("d")), nonzero(c.int("k")));
        let z = Skewed::digest(c.get("message").as_bytes());
        let signed = sign_prehashed_rfc6979::<Curve, Skewed>(&d, &z, &[]);
        assert_eq!(Some(signed.0), signature(&c.bytes("r"), &c.bytes("s")));
        assert_eq!(sign_prehashed::<Curve>(&d, &k, &z).unwrap(), signed);
        rejected = rejected.max(c.get("rejected").parse().unwrap());
    });
    assert!(rejected > 1, "no case needs a third candidate");
}

#[test]
fn a_signature_verifies_for_its_message_and_key_only() {
    let mut cases = rfc6979(false);
    cases.retain(|c| c.get("hash") == HASH);
    run(&cases, 8, |signed| {
        let signature = signature(&signed.bytes("r"), &signed.bytes("s")).unwrap();
        for other in &cases {
            let q = point(&other.bytes("x"), &other.bytes("y"));
            let z = digest(HASH, other.get("message").as_bytes());
            let valid = verify_prehashed::<Curve>(&q, &z, &signature).is_ok();
            assert_eq!(valid, signed.at == other.at, "{}", other.at);
        }
    });
}

type SecurityLevel = <Curve as MapToCurve>::SecurityLevel;
type Xmd = <Curve as GroupDigest>::ExpandMsg;
type HashError = <Xmd as ExpandMsg<SecurityLevel>>::Error;
type HashToCurve = fn(&[&[u8]], &[&[u8]]) -> Result<ProjectivePoint, HashError>;

/// RFC 9380, 5.2.
fn hash_to_field<const N: usize>(message: &[u8], dst: &[u8]) -> Vec<FieldElement> {
    let u = hash2curve::hash_to_field::<N, Xmd, SecurityLevel, _, Wide>(&[message], &[dst]);
    u.unwrap().to_vec()
}

fn rfc9380(section: &str) -> Vec<Record> {
    let mut cases = own("rfc9380.txt");
    cases.retain(|c| c.section == section);
    cases
}

#[test]
fn hashing_to_the_curve_gives_the_points_of_rfc_9380() {
    for random_oracle in [true, false] {
        let (id, hash) = if random_oracle {
            let id = Curve::HASH_TO_CURVE_ID;
            (id, Curve::hash_from_bytes as HashToCurve)
        } else {
            let id = Curve::ENCODE_TO_CURVE_ID;
            (id, Curve::encode_from_bytes as HashToCurve)
        };
        run(&rfc9380(str::from_utf8(id).unwrap()), 15, |c| {
            let (message, dst) = (c.get("message").as_bytes(), c.get("dst").as_bytes());
            let expected = point(&c.bytes("x"), &c.bytes("y"));
            assert_same(&hash(&[message], &[dst]).unwrap(), &expected);
            let (head, tail) = message.split_at(message.len() / 2);
            let parts = hash(&[head, b"", tail], &[&dst[..3], &dst[3..]]);
            assert_same(&parts.unwrap(), &expected);

            let u = if random_oracle {
                hash_to_field::<2>(message, dst)
            } else {
                hash_to_field::<1>(message, dst)
            };
            let all = |key| c.list(key).into_iter().map(hex);
            assert!(u.iter().map(|u| u.to_repr().to_vec()).eq(all("u")));
            for ((u, x), y) in u.iter().zip(all("Qx")).zip(all("Qy")) {
                assert_same(&Curve::map_to_curve(*u), &point(&x, &y));
            }
        });
    }
}

#[test]
fn the_map_to_the_curve_is_right_on_its_exceptional_inputs() {
    let mut exceptional = 0;
    run(&rfc9380("map_to_curve"), 8, |c| {
        let u = field(c.int("u"));
        assert_same(
            &Curve::map_to_curve(u),
            &point(&c.bytes("x"), &c.bytes("y")),
        );
        // Z^2 u^4 + Z u^2 = 0.
        let zu2 = -FieldElement::from(Z) * u.square();
        exceptional += usize::from(zu2.square() + zu2 == FieldElement::ZERO);
    });
    // -1/Z = 1/4 on P-521, whose roots are there twice.
    assert_eq!(exceptional, of([3, 3, 5]));
}

#[test]
fn messages_expand_as_in_rfc_9380() {
    run(&rfc9380("expand_message_xmd"), 29, |c| {
        let (message, dst) = (
            &[c.get("message").as_bytes()][..],
            &[c.get("dst").as_bytes()][..],
        );
        let length: u16 = c.get("length").parse().unwrap();
        let mut okm = vec![0; length.into()];
        let length = length.try_into().unwrap();
        let expander = <Xmd as ExpandMsg<SecurityLevel>>::expand_message(message, dst, length);
        assert_eq!(expander.unwrap().fill_bytes(&mut okm).unwrap(), okm.len());
        assert_eq!(okm, c.bytes("okm"));
    });
}

#[test]
fn wide_integers_reduce_as_hash_to_field_wants() {
    // 2^(8 L) - 1.
    fn expected<F: PrimeField>() -> F {
        F::from(2).pow_vartime([8 * <Wide as Unsigned>::U64]) - F::ONE
    }
    let all = Array::<u8, Wide>::from_fn(|_| 0xff);
    assert_eq!(FieldElement::reduce(&all), expected());
    assert_eq!(Scalar::reduce(&all), expected());
}

#[test]
fn oblivious_evaluation_gives_the_values_of_rfc_9497() {
    let mut oprf = None;
    let mut runs = [0; 3];
    run(&own("rfc9497.txt"), 26, |c| {
        if c.find("seed").is_some() {
            oprf = Some(Oprf::with_derived_key(c));
        } else {
            let oprf = oprf.as_ref().expect("a key above the runs");
            oprf.check(c);
            runs[usize::from(oprf.mode)] += 1;
        }
    });
    assert_eq!(runs, [7, 8, 8]);
}
