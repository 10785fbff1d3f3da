//! edwards25519: the curve `-x^2 + y^2 = 1 - 121665/121666 x^2 y^2` over the field of `2^255 - 19` elements, RFC 7748 § 4.1.
//!
//! It has eight times as many points as the prime `l`, the order of its base point.

pub use super::schedule::{BaseTable, LaneTable, TableEntry};
use super::{
    Extended, Projective,
    dispatch::dispatch,
    half::{self, Halves},
    schedule::{self, Term},
    vector,
};
use crate::{Element, Fe, Layout, N25519, P25519, Prime, constant, fe::ones};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

mod table;
pub use table::BASE;

pub(super) const fn element(hex: &str) -> Fe<P25519> {
    Fe::new(P25519::element(&constant::hex(hex)))
}

/// `d = -121665/121666`.
pub const D: Fe<P25519> =
    element("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3");
/// `2 d`.
pub const D2: Fe<P25519> =
    element("2406d9dc56dffce7198e80f2eef3d13000e0149a8283b156ebd69b9426b2f159");
/// `2^((p - 1) / 4)`, a square root of -1.
pub const SQRT_M1: Fe<P25519> =
    element("2b8324804fc1df0b2b4d00993dfbd7a72f431806ad2fe478c4ee1b274a0ea0b0");

/// A point of the curve, in extended coordinates.
pub type Point = Extended<Fe<P25519>>;

/// The least residue below the modulus in 32 bytes, little-endian.
#[must_use]
pub fn encode(x: &Fe<P25519>) -> [u8; 32] {
    bytes_of(&x.to_integer())
}

/// The element of 32 bytes, little-endian, without their highest bit; of any value.
#[must_use]
pub fn decode(bytes: &[u8; 32]) -> Fe<P25519> {
    let mut words = words_of(bytes);
    words[3] &= u64::MAX >> 1;
    Fe::from_integer(&words)
}

/// Bytes, little-endian, to words.
#[must_use]
pub fn words_of(bytes: &[u8; 32]) -> [u64; 4] {
    let (chunks, _) = bytes.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}

/// The inverse of [`words_of`].
#[must_use]
pub fn bytes_of(words: &[u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The integer of 64 bytes, little-endian, modulo the order `l`. Constant time.
#[must_use]
pub fn scalar_of_wide(bytes: &[u8; 64]) -> Fe<N25519> {
    let (halves, _) = bytes.as_chunks();
    let [low, high] = [0, 1].map(|i| Fe::from_integer(&words_of(&halves[i])));
    // low + 2^256 high, and 2^256 is the R of the Montgomery form.
    low + high * Fe::new(N25519::R2)
}

impl Point {
    /// The neutral element, `(0, 1)`.
    pub const IDENTITY: Self = Self {
        X: Fe::ZERO,
        Y: Fe::ONE,
        Z: Fe::ONE,
        T: Fe::ZERO,
    };

    /// The base point `B`, `y = 4/5`.
    pub const BASE: Self = Self {
        X: element("216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a"),
        Y: element("6666666666666666666666666666666666666666666666666666666666666658"),
        Z: Fe::ONE,
        T: element("67875f0fd78b766566ea4e8e64abe37d20f09f80775152f56dde8ab3a5b7dda3"),
    };

    /// The point with this encoding, if it is its only one, as RFC 8032 § 5.1.3 demands: `y < p`, and the sign of `x = 0` is not set. In variable time.
    #[must_use]
    pub fn decompress_canonical_vartime(bytes: &[u8; 32]) -> Option<Self> {
        let point = Self::decompress(bytes).into_option()?;
        let is_canonical = compress(&point.X, &point.Y, Fe::<P25519>::ONE.words) == *bytes;
        is_canonical.then_some(point)
    }

    /// The point with this `y` and this sign of `x`, RFC 8032 § 5.1.3, but for what that refuses and others do not: a `y` of `p` or more
    /// is reduced, and of `x = 0` the sign is ignored. None if no point has this `y`. Constant time.
    #[must_use]
    pub fn decompress(bytes: &[u8; 32]) -> CtOption<Self> {
        let y = decode(bytes);
        let root = dispatch!(recover_x(&y), vector::recover_x(&y));
        Self::with_sign(y, root, bytes)
    }

    /// [`Self::decompress`] of two points, in vectors as fast as of one.
    #[must_use]
    pub fn decompress_two(bytes: [&[u8; 32]; 2]) -> [CtOption<Self>; 2] {
        let ys = bytes.map(decode);
        let ratios = ys.each_ref().map(ratio);
        let candidates = candidates_of(&ratios);
        core::array::from_fn(|i| {
            let [r, check] = candidates[i];
            Self::with_sign(ys[i], root(&ratios[i][0], r, check), bytes[i])
        })
    }

    /// The point of this `y` and of one of its two `x`, with the encoded sign.
    fn with_sign(
        y: Fe<P25519>,
        (mut x, is_some): (Fe<P25519>, Choice),
        bytes: &[u8; 32],
    ) -> CtOption<Self> {
        let sign = Choice::from(bytes[31] >> 7);
        x.conditional_assign(&-x, sign ^ x.is_odd());
        let point = Self {
            X: x,
            Y: y,
            Z: Fe::ONE,
            T: x * y,
        };
        CtOption::new(point, is_some)
    }

    /// `y` and the lowest bit of `x`, RFC 8032 § 5.1.2. Constant time.
    #[must_use]
    pub fn compress(&self) -> [u8; 32] {
        compress(&self.X, &self.Y, P25519::invert(&self.Z.words))
    }

    /// The coordinate of the point on Curve25519: `u = (Z + Y) / (Z - Y)`, and 0 for the identity. Constant time.
    #[must_use]
    pub fn to_montgomery(&self) -> Fe<P25519> {
        let difference = self.Z - self.Y;
        (self.Z + self.Y) * Fe::new(P25519::invert(&difference.words))
    }

    /// Do these coordinates fulfil the curve's equation?
    #[must_use]
    pub fn is_on_curve(&self) -> Choice {
        let [xx, yy, zz, tt] = [self.X, self.Y, self.Z, self.T].map(Element::square);
        (yy - xx).ct_eq(&(zz + D * tt)) & (self.X * self.Y).ct_eq(&(self.Z * self.T))
    }

    /// `k B`. Constant time.
    #[must_use]
    pub fn mul_base(k: &[u64; 4], table: &BaseTable) -> Self {
        dispatch!(schedule::mul_base(k, table), vector::mul_base(k, table))
    }

    /// `k self`. Constant time.
    #[must_use]
    pub fn times(&self, k: &[u64; 4]) -> Self {
        dispatch!(schedule::mul(self, k), vector::mul(self, k))
    }

    /// `a B + b self`, in variable time.
    #[must_use]
    pub fn mul_base_add_vartime(&self, a: &[u64; 4], b: &[u64; 4], table: &BaseTable) -> Self {
        let term = Term {
            k: b,
            negative: false,
            point: self,
        };
        sum_vartime(a, table, [term])
    }

    /// `v (s B + k self - R)`, for some odd `v` that is prime to `l`: the identity, or of small order, exactly if `s B + k self - R` is.
    /// In variable time, with half of the doublings of that itself (module `half`).
    #[must_use]
    pub fn multiple_of_difference_vartime(
        &self,
        s: &[u64; 4],
        k: &Fe<N25519>,
        R: &Self,
        table: &BaseTable,
    ) -> Self {
        let Halves { u, u_negative, v } = half::short_vartime(k);
        let c = Fe::from_integer(&v) * Fe::<N25519>::from_integer(s);
        let terms = [(&u, u_negative, self), (&v, true, R)];
        let terms = terms.map(|(k, negative, point)| Term { k, negative, point });
        sum_vartime(&c.to_integer(), table, terms)
    }

    /// `self + q`.
    #[must_use]
    pub fn plus(&self, q: &Self) -> Self {
        dispatch!(schedule::add(self, q))
    }

    /// `2^n self`, for `n > 0`.
    #[must_use]
    pub fn double_n(&self, n: usize) -> Self {
        dispatch!(schedule::double_n(self, n))
    }

    /// Is this a multiple of the base point? Constant time.
    #[must_use]
    pub fn is_torsion_free(&self) -> Choice {
        self.times(&N25519::M).is_identity()
    }

    /// `-self`.
    #[must_use]
    pub fn negate(&self) -> Self {
        Self {
            X: -self.X,
            T: -self.T,
            ..*self
        }
    }

    /// Is this the neutral element?
    #[must_use]
    pub fn is_identity(&self) -> Choice {
        self.X.is_zero() & self.Y.ct_eq(&self.Z)
    }
}

fn sum_vartime<const N: usize>(c: &[u64; 4], table: &BaseTable, terms: [Term<'_>; N]) -> Point {
    let Projective { X, Y, Z } = dispatch!(
        schedule::sum_vartime(c, table, terms),
        vector::sum_vartime(c, table, terms)
    );
    // (X Z : Y Z : Z^2 : X Y)
    Extended {
        X: X * Z,
        Y: Y * Z,
        Z: Element::square(Z),
        T: X * Y,
    }
}

/// The encoding of `(X/Z, Y/Z)`, by `1/Z`.
fn compress(X: &Fe<P25519>, Y: &Fe<P25519>, z_inverse: [u64; 4]) -> [u8; 32] {
    let z_inverse = Fe::new(z_inverse);
    let (x, y) = (*X * z_inverse, *Y * z_inverse);
    let mut bytes = encode(&y);
    bytes[31] |= x.is_odd().unwrap_u8() << 7;
    bytes
}

/// `x` of the point with this `y`, one of two, and whether there is one:
///
/// ```text
///   x^2 = (y^2 - 1) / (d y^2 + 1) = u/v,   r = u v^3 (u v^7)^((p - 5) / 8),   v r^2 = u, -u or u times other roots of unity
/// ```
pub(crate) fn recover_x<L: Layout<P25519>>(layout: L, y: &Fe<P25519>) -> (Fe<P25519>, Choice) {
    let ratio = ratio(y);
    let [r, check] = candidate_of(layout, &ratio);
    root(&ratio[0], r, check)
}

/// [`candidate`] of `u, v`.
pub(crate) fn candidate_of<L: Layout<P25519>>(
    layout: L,
    [u, v]: &[Fe<P25519>; 2],
) -> [Fe<P25519>; 2] {
    candidate(layout.load(u), layout.load(v)).map(|x| layout.store(x))
}

/// [`candidate`] of two `u, v`, in vectors as fast as of one.
pub(crate) fn candidates_of(ratios: &[[Fe<P25519>; 2]; 2]) -> [[Fe<P25519>; 2]; 2] {
    match crate::Cpu::detect().ifma {
        Some(cpu) => vector::candidates(cpu, ratios),
        None => ratios
            .each_ref()
            .map(|ratio| dispatch!(candidate_of(ratio))),
    }
}

/// `u, v`.
pub(crate) fn ratio(y: &Fe<P25519>) -> [Fe<P25519>; 2] {
    let yy = Element::square(*y);
    [yy - Fe::ONE, D * yy + Fe::ONE]
}

/// `r, v r^2`.
#[inline(always)]
pub(crate) fn candidate<E: Element>(u: E, v: E) -> [E; 2] {
    let v3 = v.square() * v;
    let uv7 = v3.square() * v * u;
    // (p - 5) / 8 = 4 (2^250 - 1) + 1
    let power = ones(uv7, 250).square_n(2) * uv7;
    let r = u * v3 * power;
    [r, v * r.square()]
}

/// A square root of `u/v` and whether there is one, from [`candidate`]; 0 for `u = 0`, and none for `v = 0` otherwise.
pub(crate) fn root(u: &Fe<P25519>, r: Fe<P25519>, check: Fe<P25519>) -> (Fe<P25519>, Choice) {
    let (is_root, is_root_of_minus) = (check.ct_eq(u), check.ct_eq(&-*u));
    let root = Fe::conditional_select(&r, &(r * SQRT_M1), is_root_of_minus);
    (root, is_root | is_root_of_minus)
}

impl Default for Point {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl ConditionallySelectable for Point {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let select = |a, b| Fe::conditional_select(a, b, choice);
        Self {
            X: select(&a.X, &b.X),
            Y: select(&a.Y, &b.Y),
            Z: select(&a.Z, &b.Z),
            T: select(&a.T, &b.T),
        }
    }
}

/// Equal as points: `X/Z` and `Y/Z`.
impl ConstantTimeEq for Point {
    fn ct_eq(&self, other: &Self) -> Choice {
        (self.X * other.Z).ct_eq(&(other.X * self.Z))
            & (self.Y * other.Z).ct_eq(&(other.Y * self.Z))
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for Point {}
