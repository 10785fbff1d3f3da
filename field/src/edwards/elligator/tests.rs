use super::Point;
use crate::{
    Fe, P25519,
    edwards::tests::affine,
    testing::{Rng, big, cases, edges, from_big, modulus},
};
use num_bigint::BigUint;
use std::vec::Vec;

/// § 6.7.1 and 6.8.2 in big integers: `(x, y)` on edwards25519.
fn reference(u: &BigUint) -> [BigUint; 2] {
    let p = modulus::<P25519>();
    let one = BigUint::from(1u8);
    let (j, two) = (BigUint::from(486_662u32), BigUint::from(2u8));
    let minus = |x: &BigUint| (&p - x % &p) % &p;
    let inverse = |x: &BigUint| x.modpow(&(&p - &two), &p);
    let sqrt = |x: &BigUint| {
        let root = x.modpow(&((&p + 3u8) >> 3), &p);
        let i = two.modpow(&((&p - &one) >> 2), &p);
        [&root * &i % &p, root]
            .into_iter()
            .find(|y| y * y % &p == x % &p)
    };
    let curve = |x: &BigUint| (x * x * x + &j * x * x + x) % &p;
    let x1 = minus(&(&j * inverse(&(&one + &two * u * u))));
    let x2 = minus(&(&x1 + &j));
    let (x, y, is_odd) = match sqrt(&curve(&x1)) {
        Some(y) => (x1, y, true),
        None => (x2.clone(), sqrt(&curve(&x2)).expect("one of them"), false),
    };
    let y = if y.bit(0) == is_odd { y } else { minus(&y) };
    let scale = sqrt(&minus(&(&j + &two))).expect("a square");
    let scale = if scale.bit(0) { minus(&scale) } else { scale };
    if y == BigUint::ZERO || (&x + &one) % &p == BigUint::ZERO {
        return [BigUint::ZERO, one];
    }
    let y_edwards = (&x + minus(&one)) * inverse(&(&x + &one)) % &p;
    [scale * x * inverse(&y) % &p, y_edwards]
}

fn elements() -> Vec<Fe<P25519>> {
    let mut rng = Rng::new();
    let random = (0..cases() / 100).map(|_| rng.element());
    let edges = edges::<P25519>();
    let edges = edges.iter().map(Fe::from_integer);
    edges.chain(random).collect()
}

#[test]
fn the_map_is_that_of_the_definition() {
    for u in elements() {
        let point = Point::map_to_curve(&u);
        assert_eq!(affine(&point), reference(&big(&u.to_integer())), "{u:?}");
        // The map does not know the sign.
        assert_eq!(point, Point::map_to_curve(&-u), "{u:?}");
    }
}

#[test]
fn zero_gives_the_identity() {
    assert_eq!(Point::map_to_curve(&Fe::ZERO), Point::IDENTITY);
}

#[test]
fn two_are_mapped_as_one_by_one() {
    for pair in elements().windows(2) {
        let [p, q] = Point::map_two_to_curve([&pair[0], &pair[1]]);
        assert_eq!(p, Point::map_to_curve(&pair[0]));
        assert_eq!(q, Point::map_to_curve(&pair[1]));
    }
}

#[test]
fn uniform_bytes_are_reduced_as_a_big_integer_is() {
    let mut rng = Rng::new();
    for i in 0..64 {
        let mut bytes = [[0, 0xff][i % 2]; 48];
        bytes[i % 48..].fill_with(|| rng.next() as u8);
        let expected = BigUint::from_bytes_be(&bytes) % modulus::<P25519>();
        let element = Point::element_of_uniform(&bytes);
        assert_eq!(element, Fe::from_integer(&from_big::<P25519>(&expected)));
    }
}
