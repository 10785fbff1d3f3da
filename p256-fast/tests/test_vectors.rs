//! The feature `test-vectors` exposes the same tables as p256.

use p256::test_vectors as peer;
use p256_fast::test_vectors as own;

#[test]
fn the_exposed_test_vectors_are_those_of_p256() {
    assert_eq!(own::field::DBL_TEST_VECTORS, peer::field::DBL_TEST_VECTORS);
    assert_eq!(own::group::ADD_TEST_VECTORS, peer::group::ADD_TEST_VECTORS);
    assert_eq!(own::group::MUL_TEST_VECTORS, peer::group::MUL_TEST_VECTORS);
}
