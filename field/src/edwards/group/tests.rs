use super::{Scalar, SubgroupPoint};
use crate::{
    Fe, N25519, Order,
    edwards::{curve25519::Point, tests::small_order},
    testing::{Rng, edges},
};
use core::convert::Infallible;
use elliptic_curve::{
    consts::U5,
    ff::{Field, PrimeField},
    group::{Group, GroupEncoding, cofactor::CofactorGroup, prime::PrimeGroup},
    rand_core::TryRng,
};
use primefield::PrimeFieldExt;
use std::vec::Vec;
use wnaf::{WnafBase, WnafGroup, WnafScalar, WnafSize};

impl TryRng for Rng {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next() as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.next() as u8);
        Ok(())
    }
}

fn scalars() -> Vec<Scalar> {
    let mut rng = Rng::new();
    let random = (0..8).map(|_| rng.element());
    let edges = edges::<N25519>().into_iter().take(24);
    let edges = edges.map(|k| Fe::from_integer(&k));
    edges.chain(random).collect()
}

/// What every group fulfils.
fn laws<G: Group<Scalar = Fe<P>> + GroupEncoding, P: Order>(points: &[G], scalars: &[G::Scalar]) {
    let zero = G::identity();
    assert!(bool::from(zero.is_identity()));
    assert!(!bool::from(G::generator().is_identity()));
    for p in points {
        assert_eq!(*p + zero, *p);
        assert_eq!(*p - p, zero);
        assert_eq!(-*p + p, zero);
        assert_eq!(p.double(), *p + p);
        assert_eq!(G::from_bytes(&p.to_bytes()).unwrap(), *p);
        assert_eq!(G::from_bytes_unchecked(&p.to_bytes()).unwrap(), *p);
        for q in points {
            assert_eq!(*p + q, *q + p);
            let (mut sum, mut difference) = (*p, *p);
            sum += q;
            difference -= q;
            assert_eq!(sum - q, difference + q);
        }
    }
    assert_eq!(points.iter().sum::<G>(), points.iter().copied().sum());
    for (k, l) in scalars.iter().zip(scalars.iter().rev()) {
        assert_eq!(G::mul_by_generator(k), G::generator() * k);
        let p = G::generator() * l;
        assert_eq!(p * k + p * l, p * (*k + l));
        assert_eq!(p * k, G::mul_by_generator(&(*k * l)));
        let mut product = p;
        product *= k;
        assert_eq!(product, p * k);
    }
}

fn prime_order<G: PrimeGroup<Scalar = Fe<P>>, P: Order>(points: &[G], scalars: &[G::Scalar]) {
    for (p, k) in points.iter().zip(scalars) {
        assert_eq!(*p * -G::Scalar::ONE, -*p);
        assert_eq!(*p * k + *p * (G::Scalar::ONE - k), *p);
        if let Some(inverse) = Option::<Fe<P>>::from(Field::invert(k)) {
            assert_eq!(*p * k * inverse, *p);
        }
    }
}

fn non_adjacent_forms<G: WnafGroup<Scalar = Scalar>>(points: &[G], scalars: &[Scalar])
where
    Scalar: WnafSize,
{
    for (p, k) in points.iter().zip(scalars) {
        assert_eq!(WnafBase::<_, U5>::new(p) * &WnafScalar::new(k), *p * k);
    }
}

#[test]
fn the_whole_group_and_the_subgroup_are_groups() {
    let mut rng = Rng::new();
    let small = small_order();
    let subgroup: Vec<_> = (0..8)
        .map(|_| SubgroupPoint::try_random(&mut rng).unwrap())
        .collect();
    let whole: Vec<_> = (subgroup.iter().map(|p| small[3] + p))
        .chain(small.iter().copied())
        .collect();
    laws(&whole, &scalars());
    laws(&subgroup, &scalars());
    prime_order(&subgroup, &scalars());
    non_adjacent_forms(&subgroup, &scalars());
    non_adjacent_forms(&whole, &scalars());
}

#[test]
fn only_multiples_of_the_base_point_are_in_the_subgroup() {
    let mut rng = Rng::new();
    for (i, torsion) in small_order().into_iter().enumerate() {
        assert!(bool::from(torsion.is_small_order()));
        let q = SubgroupPoint::try_random(&mut rng).unwrap();
        for p in [q.to_point() + torsion, torsion] {
            let is_inside = i == 0;
            assert_eq!(bool::from(CofactorGroup::is_torsion_free(&p)), is_inside);
            assert_eq!(bool::from(p.into_subgroup().is_some()), is_inside);
            assert_eq!(
                bool::from(SubgroupPoint::from_bytes(&p.to_bytes()).is_some()),
                is_inside
            );
            assert_eq!(Point::from(p.clear_cofactor()), p.double_n(3));
        }
        assert_eq!(Point::from(q) + torsion - q, torsion);
    }
    let none = [2; 32];
    assert!(bool::from(
        Point::from_bytes(&none).is_none() & SubgroupPoint::from_bytes(&none).is_none()
    ));
}

/// RFC 8032 has scalars little-endian too.
#[test]
fn a_scalar_begins_with_its_lowest_byte() {
    let k = Scalar::from(0x0102u64);
    assert_eq!(k.to_repr()[..3], [2, 1, 0]);
    assert_eq!(k.to_le_repr(), k.to_repr());
    assert_eq!(k.to_be_repr()[30..], [1, 2]);
    assert_eq!(
        std::format!("{k:?}"),
        std::format!("Scalar(0x{:064X})", 0x0102)
    );
}

#[test]
fn random_points_lie_in_all_classes() {
    let mut rng = Rng::new();
    let small = small_order();
    let mut classes = [0; 8];
    for _ in 0..400 {
        let p = Point::try_random(&mut rng).unwrap();
        assert!(bool::from(p.is_on_curve()) && !bool::from(p.is_identity()));
        // l p is a point of small order, each as often.
        let class = p.times(&N25519::M);
        classes[small.iter().position(|q| *q == class).expect("small order")] += 1;
    }
    assert!(classes.iter().all(|&n| n > 20), "{classes:?}");
}
