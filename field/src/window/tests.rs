use super::*;
use crate::{
    N256,
    testing::{Rng, big, cases, edges},
};
use num_bigint::BigInt;
use std::vec::Vec;

fn integers(rng: &mut Rng) -> Vec<[u64; 4]> {
    let random: Vec<_> = (0..cases()).map(|_| rng.words::<N256>()).collect();
    edges::<N256>().into_iter().chain(random).collect()
}

#[test]
fn odd_digits_are_odd_and_small_and_add_up() {
    let mut rng = Rng::new();
    for mut k in integers(&mut rng) {
        k[0] |= 1;
        for w in [4, 5, 6, 7] {
            let n = count(256, w);
            let mut sum = BigInt::ZERO;
            for i in (0..n).rev() {
                let digit = odd_digit(&k, w, n, i);
                assert!(digit.index < 1 << (w - 1) && [0, u64::MAX].contains(&digit.negative));
                let size = BigInt::from(2 * digit.index + 1);
                sum = (sum << w) + if digit.negative == 0 { size } else { -size };
                assert!(
                    i + 1 < n || digit.negative == 0,
                    "the top digit is positive"
                );
            }
            assert_eq!(sum, big(&k).into(), "{k:x?}, w = {w}");
        }
    }
}

#[test]
fn non_adjacent_digits_are_odd_and_small_and_far_apart_and_add_up() {
    let mut rng = Rng::new();
    for k in integers(&mut rng) {
        for w in [2, 5, 9] {
            let (mut sum, mut next) = (BigInt::ZERO, 0);
            naf_vartime(&k, w, |i, digit| {
                assert!(digit % 2 != 0 && digit.abs() < 1 << (w - 1));
                assert!(next <= i && i <= 256, "position {i}");
                next = i + w as usize;
                sum += BigInt::from(digit) << i;
            });
            assert_eq!(sum, big(&k).into(), "{k:x?}, w = {w}");
        }
    }
}

#[test]
fn bits_are_those_of_the_integer_and_zero_beyond_it() {
    let mut rng = Rng::new();
    let k = rng.words::<N256>();
    for (i, n) in (0..300).flat_map(|i| (1..64).map(move |n| (i, n))) {
        let expected = (big(&k) >> i) % (1u64 << n);
        assert_eq!(
            expected,
            bits(&k, i, n).into(),
            "{n} bits from {i} of {k:x?}"
        );
    }
}
