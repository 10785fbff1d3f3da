//! Every element of small fields; random ones are in `fe/tests.rs`.

use crate::{
    Fe, Prime,
    testing::{Base13, Base16, Order13, Order16, TwoAdic},
};

fn every_inverse<P: Prime<Words = [u64; 1]>>() {
    assert_eq!(P::invert(&[0]), [0]);
    assert_eq!(P::invert_vartime(&[0]), [0]);
    for a in 1..P::MODULUS[0] {
        let inverse = P::invert(&[a]);
        assert_eq!(P::mul(&inverse, &[a]), P::ONE, "1/{a} in {}", P::NAME);
        assert_eq!(P::invert_vartime(&[a]), inverse, "1/{a} in {}", P::NAME);
        assert!(bool::from(Fe::<P>::new([a]).invert().is_some()));
    }
    assert!(bool::from(Fe::<P>::ZERO.invert().is_none()));
    assert!(bool::from(Fe::<P>::ZERO.invert_vartime().is_none()));
}

#[test]
fn every_element_of_a_small_field_has_its_inverse() {
    every_inverse::<Base13>();
    every_inverse::<Order13>();
    every_inverse::<TwoAdic>();
    every_inverse::<Base16>();
    every_inverse::<Order16>();
}
