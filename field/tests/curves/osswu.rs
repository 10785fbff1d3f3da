//! The traits of the field element that hash to curve uses in `primeorder`
//! against the crate that this one replaces.

#![forbid(unsafe_code)]

use crate::curve::{Curve, TheirCurve};
use elliptic_curve::{
    CurveArithmetic, Field, FieldBytes, PrimeField, hazmat::FieldArithmetic,
    point::AffineCoordinates,
};
use primeorder::osswu::{OsswuMap, Sgn0};

type Ours = <Curve as FieldArithmetic>::FieldElement;
type Peers = <TheirCurve as FieldArithmetic>::FieldElement;

fn inputs<F: PrimeField>() -> Vec<F> {
    let mut all = vec![F::ZERO, F::ONE, -F::ONE, F::from(10), -F::from(10)];
    let mut x = F::from(1234567);
    for _ in 0..50 {
        x = x.square() + F::ONE;
        all.push(x);
    }
    all
}

fn octets<F: PrimeField<Repr = crate::curve::theirs::FieldBytes>>(x: F) -> String {
    hex::encode(x.to_repr())
}

#[test]
fn parameters_are_those_of_the_peer() {
    let (ours, peers) = (<Ours as OsswuMap>::PARAMS, <Peers as OsswuMap>::PARAMS);
    assert_eq!(ours.c1, peers.c1);
    for (a, b) in [
        (ours.c2, peers.c2),
        (ours.map_a, peers.map_a),
        (ours.map_b, peers.map_b),
        (ours.z, peers.z),
    ] {
        assert_eq!(octets(a), octets(b));
    }
}

#[test]
fn signs_roots_and_maps_are_those_of_the_peer() {
    let (ours, peers) = (inputs::<Ours>(), inputs::<Peers>());
    for (a, b) in ours.iter().zip(&peers) {
        assert_eq!(bool::from(a.sgn0()), bool::from(b.sgn0()));
        let ((x, y), (peer_x, peer_y)) = (a.osswu(), b.osswu());
        assert_eq!([x, y].map(octets), [peer_x, peer_y].map(octets));
        for (c, d) in ours
            .iter()
            .zip(&peers)
            .filter(|(c, _)| !bool::from(c.is_zero()))
        {
            let (ours, peers) = (
                Ours::sqrt_ratio_3mod4(*a, *c),
                Peers::sqrt_ratio_3mod4(*b, *d),
            );
            assert_eq!(bool::from(ours.0), bool::from(peers.0));
            assert_eq!(octets(ours.1), octets(peers.1));
        }
    }
}

/// The exceptional and the ordinary case of the simplified SWU map land on the isogenous curve, here the curve itself.
fn sswu_lands_on_the_curve<C>()
where
    C: FieldArithmetic,
    C::FieldElement: OsswuMap,
    <C as CurveArithmetic>::AffinePoint: AffineCoordinates<FieldRepr = FieldBytes<C>>,
{
    for u in inputs::<C::FieldElement>() {
        let (x, y) = u.osswu();
        let on_curve = C::AffinePoint::from_coordinates(&x.to_repr(), &y.to_repr());
        assert!(bool::from(on_curve.is_some()));
        let params = C::FieldElement::PARAMS;
        assert_eq!(y.square(), x.cube() + params.map_a * x + params.map_b);
        assert_eq!(bool::from(u.sgn0()), bool::from(PrimeField::is_odd(&u)));
    }
}

#[test]
fn sswu_lands_on_this_curve() {
    sswu_lands_on_the_curve::<Curve>();
}
