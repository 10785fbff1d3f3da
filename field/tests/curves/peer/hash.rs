//! Hashing to points and to scalars.

use super::curve::{
    Curve, ProjectivePoint,
    elliptic_curve::{group::GroupEncoding, hazmat::FieldArithmetic},
};
use crate::curve::{SIZE, Wide};
use crate::peer::rows::{Rows, element, octets, result, rows};
use hash2curve::{GroupDigest, MapToCurve, OprfParameters, hash_to_scalar};

type Expand = <Curve as GroupDigest>::ExpandMsg;

fn show(p: ProjectivePoint) -> String {
    octets(p.to_bytes())
}

pub(crate) fn constants() -> Rows {
    rows!(octets; Curve::ID, Curve::HASH_TO_CURVE_ID, Curve::ENCODE_TO_CURVE_ID)
}

pub(crate) fn map(u: &[u8; SIZE]) -> Rows {
    type FieldElement = <Curve as FieldArithmetic>::FieldElement;
    let u: FieldElement = super::field::reduced(u);
    // p521 0.14.0 takes the parity of limbs, which may be those of 2 p or p for zero: see `field`.
    let least = |u: FieldElement| FieldElement::from_bytes(&u.to_bytes()).unwrap();
    rows!(show; Curve::map_to_curve(least(u)), Curve::map_to_curve(least(-u)))
}

pub(crate) fn hash(msg: &[u8], dst: &[u8]) -> Rows {
    let (halves, tags) = (msg.split_at(msg.len() / 2), dst.split_at(dst.len() / 3));
    let (parts, tag_parts) = ([halves.0, halves.1], [tags.0, tags.1]);
    let mut all = rows!(|r| result(r, show);
        Curve::hash_from_bytes(&[msg], &[dst]), Curve::encode_from_bytes(&[msg], &[dst]),
        Curve::hash_from_bytes(&parts, &tag_parts), Curve::encode_from_bytes(&[], &[dst]),
        hash2curve::hash_from_bytes::<Curve, Expand>(&[msg], &[dst]),
        hash2curve::encode_from_bytes::<Curve, Expand>(&parts, &[dst]),
    );
    all.extend(rows!(|r| result(r, element);
        hash_to_scalar::<Curve, Expand, Wide>(&[msg], &[dst]),
        hash_to_scalar::<Curve, Expand, Wide>(&parts, &tag_parts),
    ));
    all
}
