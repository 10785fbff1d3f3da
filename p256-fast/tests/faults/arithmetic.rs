//! Scalars, field elements and multiples of points.

use super::*;

/// The coordinates of a point, from decimal digits.
fn point(x: &str, y: &str) -> AffinePoint {
    let [x, y] = [x, y].map(|s| FieldElement::from_str_vartime(s).unwrap().to_repr());
    AffinePoint::from_coordinates(&x, &y).unwrap()
}

/// k G by every multiplication that the crate has.
fn every_multiple_of_g(k: Scalar) -> Vec<(&'static str, AffinePoint)> {
    let g = ProjectivePoint::GENERATOR;
    let zero = Scalar::ZERO;
    let half = k * Scalar::TWO_INV;
    let wnaf = wnaf::WnafBase::<ProjectivePoint, wnaf::array::sizes::U5>::new(&g)
        * wnaf::WnafScalar::new(&k);
    let key = SecretKey::from_scalar(k).unwrap();
    [
        ("mul_by_generator", ProjectivePoint::mul_by_generator(&k)),
        (
            "mul_by_generator_vartime",
            ProjectivePoint::mul_by_generator_vartime(&k),
        ),
        ("G * k", g * k),
        ("k * G", k * g),
        ("G.mul_vartime(k)", g.mul_vartime(&k)),
        ("affine * k", AffinePoint::GENERATOR * k),
        (
            "affine.mul_vartime(k)",
            MulVartime::mul_vartime(AffinePoint::GENERATOR, k),
        ),
        (
            "k G + 0 G",
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(&k, &zero, &g),
        ),
        (
            "0 G + k G",
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(&zero, &k, &g),
        ),
        (
            "k/2 G + k/2 G",
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(&half, &half, &g),
        ),
        ("lincomb", ProjectivePoint::lincomb(&[(g, half), (g, half)])),
        (
            "lincomb_vartime",
            ProjectivePoint::lincomb_vartime(&[(g, half), (g, half)]),
        ),
        ("wNAF", wnaf),
        ("public key", key.public_key().into()),
    ]
    .map(|(how, p)| (how, p.to_affine()))
    .to_vec()
}

/// golang/go #60717: a windowed base multiplication ended in the exceptional case.
#[test]
fn i049_base_multiplication_by_n_minus_34() {
    let k = Scalar::from_str_vartime(
        "115792089210356248762697446949407573529996955224135760342422259061068512044335",
    )
    .unwrap();
    assert_eq!(k, -Scalar::from(34u64));
    let expected = point(
        "21538630073048560509735576007149539115526969787353231629118474871518563178910",
        "60188232952792585766986390787318113745120282298037326219660563054891997721808",
    );
    for (how, p) in every_multiple_of_g(k) {
        assert_eq!(p, expected, "{how}");
    }
}

/// RustCrypto/elliptic-curves PR 1345: a wide value is many times n, one subtraction leaves it unreduced.
#[test]
fn i054_wide_reduction_reduces_fully() {
    let wide = Scalar::from_uniform_bytes(&[0xff; 64]);
    assert_eq!(
        wide.to_bytes(),
        FieldBytes::from(hex!(
            "66e12d94f3d956202845b2392b6bec594699799c49bd6fa683244c95be79eea1"
        ))
    );
    // 2^512 - 1, 2^384 - 1 and 2^256 - 1 by other ways.
    let power = |bits| pow(Scalar::from(2u64), bits) - Scalar::ONE;
    assert_eq!(wide, power(512));
    assert_eq!(
        <Scalar as Reduce<Array<u8, U48>>>::reduce(&Array([0xff; 48])),
        power(384)
    );
    assert_eq!(
        <Scalar as Reduce<FieldBytes>>::reduce(&[0xff; 32].into()),
        power(256)
    );
    let power = |bits| pow(FieldElement::from(2u64), bits) - FieldElement::ONE;
    assert_eq!(
        <FieldElement as Reduce<Array<u8, U48>>>::reduce(&Array([0xff; 48])),
        power(384)
    );
}

/// RustCrypto/elliptic-curves #789: n - 1 is divisible by 16, so the p = 3 mod 4 shortcut is wrong for scalars.
#[test]
fn i055_square_roots_of_scalars() {
    let four = Scalar::from(4u64);
    let root = four.sqrt().unwrap();
    let minus_two = scalar(hex!(
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f"
    ));
    assert!(root == Scalar::from(2u64) || root == minus_two, "{root:?}");

    assert_eq!(Scalar::ZERO.sqrt().unwrap(), Scalar::ZERO);
    assert!(
        bool::from(Scalar::from(7u64).sqrt().is_none()),
        "7 is no square modulo n"
    );
    assert_eq!((-Scalar::ONE).sqrt().unwrap().square(), -Scalar::ONE);

    // Euler: x ≠ 0 is a square iff x^((n-1)/2) = 1. The words of (n-1)/2, least significant first:
    let half = [
        0x79dc_e561_7e31_92a8,
        0xde73_7d56_d38b_cf42,
        0x7fff_ffff_ffff_ffff,
        0x7fff_ffff_8000_0000,
    ];
    for k in 0..cases(200) as u64 {
        let x = pow(Scalar::from(k), 3) + Scalar::from(k);
        let euler = Field::pow_vartime(&x, half);
        match x.sqrt().into_option() {
            Some(root) => assert_eq!(root.square(), x),
            None => assert_eq!(euler, -Scalar::ONE, "x={x:?} has a root"),
        }
        assert_eq!(bool::from(x.sqrt().is_some()), euler != -Scalar::ONE);
    }
}

/// RustCrypto/elliptic-curves PR 1538 and PR 802: squaring zero times squared once, the empty product was zero.
#[test]
fn i058_empty_products_sums_and_combinations() {
    let x = scalar(RFC6979_X);
    let y = element(GX);
    assert_eq!((x.sqn_vartime(0), x.sqn_vartime(1)), (x, x.square()));
    assert_eq!((y.sqn_vartime(0), y.sqn_vartime(1)), (y, y.square()));
    assert_eq!(x.pow_vartime(&p256_fast::U256::ZERO), Scalar::ONE);

    assert_eq!(
        std::iter::empty::<Scalar>().product::<Scalar>(),
        Scalar::ONE
    );
    assert_eq!(
        std::iter::empty::<&Scalar>().product::<Scalar>(),
        Scalar::ONE
    );
    assert_eq!(std::iter::empty::<Scalar>().sum::<Scalar>(), Scalar::ZERO);
    assert_eq!(std::iter::empty::<&Scalar>().sum::<Scalar>(), Scalar::ZERO);
    assert_eq!(
        std::iter::empty::<FieldElement>().product::<FieldElement>(),
        FieldElement::ONE
    );
    assert_eq!(
        std::iter::empty::<FieldElement>().sum::<FieldElement>(),
        FieldElement::ZERO
    );
    let identity = ProjectivePoint::IDENTITY;
    assert_eq!(
        std::iter::empty::<ProjectivePoint>().sum::<ProjectivePoint>(),
        identity
    );
    assert_eq!(
        std::iter::empty::<&ProjectivePoint>().sum::<ProjectivePoint>(),
        identity
    );

    let none: [(ProjectivePoint, Scalar); 0] = [];
    assert_eq!(ProjectivePoint::lincomb_vartime(&none), identity);
    assert_eq!(ProjectivePoint::lincomb_vartime(&none[..]), identity);
    assert_eq!(ProjectivePoint::lincomb(&none), identity);
    assert_eq!(ProjectivePoint::lincomb(&none[..]), identity);

    let no_points: [ProjectivePoint; 0] = [];
    assert!(<ProjectivePoint as BatchNormalize<[_]>>::batch_normalize(&no_points[..]).is_empty());
    assert!(<ProjectivePoint as BatchNormalize<[_; 0]>>::batch_normalize(&no_points).is_empty());
    <ProjectivePoint as CurveGroup>::batch_normalize(&no_points, &mut []);
    FieldElement::batch_invert_in_place(&mut [], &mut []);
}

/// RustCrypto/elliptic-curves #1319: bit operations acted on the internal representation.
#[test]
fn i059_shifts_act_on_the_canonical_value() {
    let half = scalar(hex!(
        "7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8"
    ));
    for (x, shifted) in [
        (Scalar::from(8u64), Scalar::from(4u64)),
        (Scalar::ONE, Scalar::ZERO),
        (-Scalar::ONE, half),
    ] {
        let mut assigned = x;
        assigned >>= 1;
        for got in [x >> 1, &x >> 1, assigned, x.shr_vartime(1)] {
            assert_eq!(got, shifted);
        }
    }
    for (x, odd) in [
        (Scalar::ZERO, false),
        (Scalar::ONE, true),
        (Scalar::from(8u64), false),
        (-Scalar::ONE, false),
        (-Scalar::from(2u64), true),
    ] {
        assert_eq!(bool::from(x.is_odd()), odd, "{x:?}");
        assert_eq!(bool::from(x.is_even()), !odd, "{x:?}");
        assert_eq!(bool::from(PrimeField::is_odd(&x)), odd, "{x:?}");
        assert_eq!(x.to_bytes()[31] & 1 == 1, odd, "{x:?}");
    }
    for (x, odd) in [
        (FieldElement::ZERO, false),
        (FieldElement::ONE, true),
        (-FieldElement::ONE, false),
    ] {
        assert_eq!(
            (bool::from(x.is_odd()), bool::from(x.is_even())),
            (odd, !odd)
        );
    }
    let x = scalar(RFC6979_X);
    for bit in 0..256 {
        let expected = RFC6979_X[31 - bit / 8] >> (bit % 8) & 1;
        assert_eq!(
            u8::from(bool::from((x >> bit).is_odd())),
            expected,
            "bit {bit}"
        );
    }
}

/// RustCrypto/elliptic-curves #92: additions without a carry overflowed before a multiplication.
#[test]
fn i062_long_chains_of_additions_stay_correct() {
    let tops: [[u8; 32]; 5] = [
        hex!("ffffffff00000001000000000000000000000000fffffffffffffffffffffffe"), // p - 1
        hex!("ffffffff000000000000000000000000ffffffffffffffffffffffffffffffff"),
        hex!("ffffffff00000000ffffffffffffffffffffffffffffffffffffffffffffffff"),
        hex!("fffffffeffffffffffffffffffffffffffffffffffffffffffffffffffffffff"),
        hex!("00000000ffffffffffffffffffffffffffffffffffffffffffffffffffffffff"),
    ];
    for top in tops {
        let x = element(top);
        let (mut sum, mut difference) = (x, x);
        for i in 1..=1000u64 {
            sum += x;
            difference -= x;
            assert_eq!(
                sum * sum,
                x.square() * FieldElement::from((i + 1) * (i + 1)),
                "{x:?} i={i}"
            );
            assert_eq!(
                difference * x,
                -(x.square() * FieldElement::from(i - 1)),
                "{x:?} i={i}"
            );
        }
        let mut doubled = x;
        for i in 1..=300u64 {
            doubled = doubled + doubled;
            let power = pow(FieldElement::from(2u64), i);
            assert_eq!(doubled, x * power, "{x:?} i={i}");
            assert_eq!(doubled.square(), x.square() * power.square(), "{x:?} i={i}");
        }
    }
    for top in [[0xff; 32], P, N] {
        let x = <Scalar as Reduce<FieldBytes>>::reduce(&top.into());
        let mut sum = x;
        for i in 1..=1000u64 {
            sum += x;
            assert_eq!(
                sum * sum,
                x.square() * Scalar::from((i + 1) * (i + 1)),
                "{x:?} i={i}"
            );
        }
    }
}

/// indutny/elliptic #239: 12345 G differed from another toolkit's.
#[test]
fn i063_12345_g() {
    let expected = point(
        "17611591551394103526348166819472991346437344487394483771310531299395461896210",
        "65195855187618849542991473502236155813942564250927181129449382163772576288998",
    );
    for (how, p) in every_multiple_of_g(Scalar::from(12345u64)) {
        assert_eq!(p, expected, "{how}");
    }
}

/// RustCrypto/elliptic-curves #1151: the sampler took random octets without a range test.
#[test]
fn i064_random_elements_are_below_the_modulus() {
    let ones = FieldBytes::from([1; 32]);
    let rng = || Octets::new(&[[0xff; 32], [1; 32]]);
    assert_eq!(Scalar::random(&mut rng()).to_bytes(), ones);
    assert_eq!(Scalar::generate_from_rng(&mut rng()).to_bytes(), ones);
    assert_eq!(
        NonZeroScalar::generate_from_rng(&mut rng()).to_bytes(),
        ones
    );
    assert_eq!(SecretKey::generate_from_rng(&mut rng()).to_bytes(), ones);
    assert_eq!(SigningKey::generate_from_rng(&mut rng()).to_bytes(), ones);
    assert_eq!(FieldElement::random(&mut rng()).to_repr(), ones);
    assert_eq!(FieldElement::generate_from_rng(&mut rng()).to_repr(), ones);

    // The moduli themselves: n is a field element, but no scalar; p is neither.
    let rng = |first| Octets::new(&[first, [1; 32]]);
    assert_eq!(Scalar::random(&mut rng(N)).to_bytes(), ones);
    assert_eq!(Scalar::random(&mut rng(P)).to_bytes(), ones);
    assert_eq!(FieldElement::random(&mut rng(P)).to_repr(), ones);
    assert_eq!(
        FieldElement::random(&mut rng(N)).to_repr(),
        FieldBytes::from(N)
    );
}

/// awslabs/s2n-bignum 79605ab5: an inverse had drifted from the verified source. `P256_CASES` raises the count.
#[test]
fn i065_inverses_agree_with_exponentiation() {
    fn check<F>(x: F, minus_two: &[u64; 4])
    where
        F: PrimeField + Invert<Output = subtle::CtOption<F>>,
    {
        let power = x.pow_vartime(minus_two);
        for inverse in [
            Field::invert(&x),
            Invert::invert(&x),
            Invert::invert_vartime(&x),
        ] {
            assert_eq!(inverse.unwrap(), power, "{x:?}");
        }
        assert_eq!(x * power, F::ONE, "{x:?}");
    }
    fn edges<F: PrimeField>() -> Vec<F> {
        let two_128 = pow(F::from(2), 128);
        vec![
            F::ONE,
            F::from(2),
            -F::ONE,
            -F::from(2),
            pow(F::from(2), 255),
            two_128 + F::ONE,
            two_128 - F::ONE,
        ]
    }
    // p - 2 and n - 2 in words, least significant first.
    let p_2 = [
        0xffff_ffff_ffff_fffd,
        0x0000_0000_ffff_ffff,
        0,
        0xffff_ffff_0000_0001,
    ];
    let n_2 = [
        0xf3b9_cac2_fc63_254f,
        0xbce6_faad_a717_9e84,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_0000_0000,
    ];
    edges()
        .into_iter()
        .for_each(|x: FieldElement| check(x, &p_2));
    edges().into_iter().for_each(|x: Scalar| check(x, &n_2));

    // A walk from a fixed seed: x -> x² + i reaches new values for ever.
    let (mut f, mut s) = (element(GX), scalar(RFC6979_X));
    for i in 0..cases(300) as u64 {
        f = f.square() + FieldElement::from(i);
        s = s.square() + Scalar::from(i);
        check(f, &p_2);
        check(s, &n_2);
    }
    assert!(bool::from(FieldElement::ZERO.invert().is_none()));
    assert!(bool::from(FieldElement::ZERO.invert_vartime().is_none()));
    assert!(bool::from(Scalar::ZERO.invert().is_none()));
    assert!(bool::from(Scalar::ZERO.invert_vartime().is_none()));
}
