//! RFC 9497 over the curve, with the protocol's own steps written on top of the public types.

use super::{Record, compressed, decoded, hex, scalar};
use crate::curve::ours::{
    ProjectivePoint, Scalar,
    elliptic_curve::{Group, ops::MulByGeneratorVartime},
    hash2curve::{self, GroupDigest, OprfParameters},
};
use crate::curve::{Curve, Hash, Wide};
use sha2::Digest;

/// A server's key in one of the three modes.
pub struct Oprf {
    pub mode: u8,
    sk: Scalar,
}

const OPRF: u8 = 0;
const POPRF: u8 = 2;

/// `I2OSP(len(x), 2) || x`
fn prefixed(x: &[u8]) -> Vec<u8> {
    [&u16::try_from(x.len()).unwrap().to_be_bytes(), x].concat()
}

type Points = [ProjectivePoint];

fn prefixed_points(points: &Points) -> Vec<u8> {
    points
        .iter()
        .flat_map(|p| prefixed(&compressed(p)))
        .collect()
}

impl Oprf {
    /// The key derived from `seed` and `keyInfo` in this `mode`, which must be `skSm` and `pkSm`.
    pub fn with_derived_key(case: &Record) -> Self {
        let mode = case.get("mode").parse().unwrap();
        let mut oprf = Self {
            mode,
            sk: Scalar::ZERO,
        };
        oprf.sk = oprf.derive_key(&case.bytes("seed"), &case.bytes("keyInfo"));
        assert_eq!(oprf.sk, scalar(case.int("skSm")));
        let pk = ProjectivePoint::mul_by_generator(&oprf.sk);
        if let Some(expected) = case.find("pkSm") {
            assert_eq!(compressed(&pk), hex(expected));
        }
        oprf
    }

    /// Runs the protocol as both sides and compares everything that they send and compute.
    pub fn check(&self, case: &Record) {
        let info = case.find("Info").map(hex).unwrap_or_default();
        let k = self.tweaked(&info);
        let all = |key| case.list(key).into_iter().map(hex);
        let (mut blinded, mut evaluated) = (vec![], vec![]);
        for ((input, blind), output) in all("Input").zip(all("Blind")).zip(all("Output")) {
            let blind = scalar(blind.try_into().unwrap());
            let sent = self.hash_to_group(&input) * blind;
            let answer = self.evaluate(k, sent);
            let result = self.finalize(&input, blind, answer, &info);
            assert_eq!(result, output);
            blinded.push(sent);
            evaluated.push(answer);
        }
        let published = |key| all(key).map(|bytes| decoded(&bytes)).collect::<Vec<_>>();
        assert_eq!(blinded, published("BlindedElement"));
        assert_eq!(evaluated, published("EvaluationElement"));
        if self.mode == OPRF {
            return;
        }
        let (c, d) = if self.mode == POPRF {
            (&evaluated, &blinded)
        } else {
            (&blinded, &evaluated)
        };
        let proof = self.prove(k, c, d, scalar(case.int("Proof.r")));
        let encoded = proof.map(|s| s.to_bytes().to_vec()).concat();
        assert_eq!(encoded, case.bytes("Proof.proof"));
        let b = ProjectivePoint::mul_by_generator(&k);
        assert!(self.verify(b, c, d, proof));
        assert!(!self.verify(-b, c, d, proof));
        let [e, s] = proof;
        assert!(!self.verify(b, c, d, [e, s + Scalar::ONE]));
    }

    fn context(&self) -> Vec<u8> {
        [&b"OPRFV1-"[..], &[self.mode], b"-", Curve::ID].concat()
    }

    fn hash_to_group(&self, input: &[u8]) -> ProjectivePoint {
        Curve::hash_from_bytes(&[input], &[b"HashToGroup-", &self.context()]).unwrap()
    }

    fn hash_to_scalar(&self, input: &[&[u8]], dst: &[u8]) -> Scalar {
        type Xmd = <Curve as GroupDigest>::ExpandMsg;
        let dst = &[dst, &self.context()];
        hash2curve::hash_to_scalar::<Curve, Xmd, Wide>(input, dst).unwrap()
    }

    /// 3.2.1
    fn derive_key(&self, seed: &[u8], info: &[u8]) -> Scalar {
        let info = prefixed(info);
        let key = |counter| self.hash_to_scalar(&[seed, &info, &[counter]], b"DeriveKeyPair");
        (0..=255).map(key).find(|k| *k != Scalar::ZERO).unwrap()
    }

    /// The secret of one evaluation: the key, tweaked by the public info in mode POPRF (3.3.3).
    fn tweaked(&self, info: &[u8]) -> Scalar {
        match self.mode {
            POPRF => self.sk + self.hash_to_scalar(&[b"Info", &prefixed(info)], b"HashToScalar-"),
            _ => self.sk,
        }
    }

    fn evaluate(&self, k: Scalar, blinded: ProjectivePoint) -> ProjectivePoint {
        match self.mode {
            POPRF => blinded * k.invert().unwrap(),
            _ => blinded * k,
        }
    }

    fn finalize(
        &self,
        x: &[u8],
        blind: Scalar,
        evaluated: ProjectivePoint,
        info: &[u8],
    ) -> Vec<u8> {
        let n = evaluated * blind.invert().unwrap();
        let mut hash = Hash::new_with_prefix(prefixed(x));
        if self.mode == POPRF {
            hash.update(prefixed(info));
        }
        hash.update(prefixed(&compressed(&n)));
        hash.chain_update(b"Finalize").finalize().to_vec()
    }

    /// 2.2.1, ComputeComposites: the linear combinations M of C and Z of D.
    fn composites(&self, b: &ProjectivePoint, c: &Points, d: &Points) -> [ProjectivePoint; 2] {
        let dst = [b"Seed-", &self.context()[..]].concat();
        let seed = Hash::digest([prefixed(&compressed(b)), prefixed(&dst)].concat());
        let weight = |i: usize| {
            let points = prefixed_points(&[c[i], d[i]]);
            let i = u16::try_from(i).unwrap().to_be_bytes();
            let input: [&[u8]; 4] = [&prefixed(&seed), &i, &points, b"Composite"];
            self.hash_to_scalar(&input, b"HashToScalar-")
        };
        [c, d].map(|points| (0..points.len()).map(|i| points[i] * weight(i)).sum())
    }

    fn challenge(&self, points: &[ProjectivePoint; 5]) -> Scalar {
        self.hash_to_scalar(&[&prefixed_points(points), b"Challenge"], b"HashToScalar-")
    }

    /// 2.2.1, GenerateProof for b = k G and d = k c.
    fn prove(&self, k: Scalar, c: &Points, d: &Points, r: Scalar) -> [Scalar; 2] {
        let b = ProjectivePoint::mul_by_generator(&k);
        let [m, z] = self.composites(&b, c, d);
        assert_eq!(m * k, z);
        let challenge = self.challenge(&[b, m, z, ProjectivePoint::mul_by_generator(&r), m * r]);
        [challenge, r - challenge * k]
    }

    /// 2.2.2
    fn verify(&self, b: ProjectivePoint, c: &Points, d: &Points, [e, s]: [Scalar; 2]) -> bool {
        let [m, z] = self.composites(&b, c, d);
        let t2 = ProjectivePoint::mul_by_generator_and_mul_add_vartime(&s, &e, &b);
        self.challenge(&[b, m, z, t2, m * s + z * e]) == e
    }
}
