//! Hashing to points and to scalars.

use super::curve::{
    NistP256, ProjectivePoint,
    elliptic_curve::{consts::U48, group::GroupEncoding, hazmat::FieldArithmetic},
};
use crate::rows::{Rows, element, octets, result, rows};
use hash2curve::{GroupDigest, MapToCurve, OprfParameters, hash_to_scalar};

type Expand = <NistP256 as GroupDigest>::ExpandMsg;

fn show(p: ProjectivePoint) -> String {
    octets(p.to_bytes())
}

pub(crate) fn constants() -> Rows {
    rows!(octets; NistP256::ID, NistP256::HASH_TO_CURVE_ID, NistP256::ENCODE_TO_CURVE_ID)
}

pub(crate) fn map(u: &[u8; 32]) -> Rows {
    let u: <NistP256 as FieldArithmetic>::FieldElement = super::field::reduced(u);
    rows!(show; NistP256::map_to_curve(u), NistP256::map_to_curve(-u))
}

pub(crate) fn hash(msg: &[u8], dst: &[u8]) -> Rows {
    let (halves, tags) = (msg.split_at(msg.len() / 2), dst.split_at(dst.len() / 3));
    let (parts, tag_parts) = ([halves.0, halves.1], [tags.0, tags.1]);
    let mut all = rows!(|r| result(r, show);
        NistP256::hash_from_bytes(&[msg], &[dst]), NistP256::encode_from_bytes(&[msg], &[dst]),
        NistP256::hash_from_bytes(&parts, &tag_parts), NistP256::encode_from_bytes(&[], &[dst]),
        hash2curve::hash_from_bytes::<NistP256, Expand>(&[msg], &[dst]),
        hash2curve::encode_from_bytes::<NistP256, Expand>(&parts, &[dst]),
    );
    all.extend(rows!(|r| result(r, element);
        hash_to_scalar::<NistP256, Expand, U48>(&[msg], &[dst]),
        hash_to_scalar::<NistP256, Expand, U48>(&parts, &tag_parts),
    ));
    all
}
