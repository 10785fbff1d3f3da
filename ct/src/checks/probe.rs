//! What a case sees: it draws secrets, runs an operation on them, and says which results become public.

use super::{
    curve::{
        self, AffinePoint, BITS, FieldBytes, FieldElement, Integer, NonZeroScalar, ProjectivePoint,
        SIZE, Scalar, SecretKey, Wide,
        elliptic_curve::{
            Group, PrimeField,
            array::{Array, ArraySize},
            bigint::Uint,
            ops::Reduce,
            point::AffineCoordinates,
            subtle::{Choice, ConditionallySelectable, CtOption},
        },
    },
    planted, trace, valgrind,
};
use field_fast::{Fe, Prime};
use std::hint::black_box;

/// A leak added to every case, at the end of its operation, on the bytes of the result: what must be caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    None,
    /// A jump on each bit.
    Branch,
    /// A table's entry for each byte.
    Index,
}

/// One run of one case.
pub(crate) struct Probe {
    /// Which secrets: 0 is random, the next ones are extreme, then random again.
    pub(crate) run: usize,
    plant: Plant,
    draws: u64,
    pub(crate) secrets: usize,
    /// Why results became public, in order.
    pub(crate) declassified: Vec<&'static str>,
}

impl Probe {
    pub(crate) fn new(run: usize, plant: Plant) -> Self {
        Self {
            run,
            plant,
            draws: 0,
            secrets: 0,
            declassified: Vec::new(),
        }
    }

    /// Runs what is to be watched.
    #[inline(never)]
    pub(crate) fn run<T: Bytes>(&mut self, operation: impl FnOnce() -> T) -> T {
        trace::begin();
        // Opaque on both sides: nothing of it moves before or behind the trace.
        let result = black_box(black_box(operation)());
        match black_box(self.plant) {
            Plant::None => {}
            Plant::Branch => planted::branch(&result.bytes()),
            Plant::Index => planted::index(&result.bytes()),
        }
        trace::end();
        result
    }

    /// Makes `x` secret.
    pub(crate) fn secret<T: Copy>(&mut self, x: T) -> T {
        let mut x = black_box(x);
        valgrind::secret(&mut x);
        self.secrets += 1;
        x
    }

    /// Makes `x` public, because of `reason`.
    pub(crate) fn public<T>(&mut self, x: &mut T, reason: &'static str) {
        valgrind::public(x);
        self.declassified.push(reason);
    }

    /// Bytes that depend on the run and on how many were drawn before; in run 1 and 2 all zero and all ones.
    fn draw<const N: usize>(&mut self) -> [u8; N] {
        self.draws += 1;
        // SplitMix64 (Steele, Lea, Flood 2014).
        let mut state = (self.run as u64) << 32 | self.draws;
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
        }
        match self.run {
            1 => [0; N],
            2 => [0xff; N],
            _ => bytes,
        }
    }

    /// Secret bytes.
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self.draw();
        self.secret(bytes)
    }

    /// A secret integer of as many bits as the order.
    pub(crate) fn integer(&mut self) -> Integer {
        let mut bytes = [0; size_of::<Integer>()];
        let (_, low) = bytes.split_at_mut(size_of::<Integer>() - SIZE);
        low.copy_from_slice(&self.draw::<SIZE>());
        low[0] &= u8::MAX >> (8 * SIZE as u32 - BITS);
        Integer::from_be_slice(&self.secret(bytes))
    }

    /// A secret bit.
    pub(crate) fn choice(&mut self) -> Choice {
        let [byte] = self.draw::<1>();
        let bit = self.secret(byte) & 1;
        Choice::from(bit)
    }

    /// A scalar that is not secret yet: 0, n - 1, or random.
    pub(crate) fn clear_scalar(&mut self) -> Scalar {
        match self.run {
            2 => -Scalar::ONE,
            _ => Reduce::<Array<u8, Wide>>::reduce(&self.draw().into()),
        }
    }

    /// A secret scalar: 0, n - 1, or random.
    pub(crate) fn scalar(&mut self) -> Scalar {
        let k = self.clear_scalar();
        self.secret(k)
    }

    /// A scalar other than zero that is not secret yet: 1, n - 1, or random.
    pub(crate) fn clear_nonzero(&mut self) -> Scalar {
        let k = self.clear_scalar();
        if bool::from(k.is_zero()) {
            Scalar::ONE
        } else {
            k
        }
    }

    /// A secret scalar other than zero.
    pub(crate) fn nonzero(&mut self) -> NonZeroScalar {
        let k = self.clear_nonzero();
        let k = NonZeroScalar::new(k).unwrap();
        self.secret(k)
    }

    /// The bytes of a secret scalar other than zero.
    pub(crate) fn key_bytes(&mut self) -> FieldBytes {
        let k = self.clear_nonzero().to_repr();
        self.secret(k)
    }

    /// A secret key.
    pub(crate) fn key(&mut self) -> SecretKey {
        SecretKey::from(self.nonzero())
    }

    /// A secret element of the base field.
    pub(crate) fn element(&mut self) -> FieldElement {
        let x = match self.run {
            2 => -FieldElement::ONE,
            _ => Reduce::<Array<u8, Wide>>::reduce(&self.draw().into()),
        };
        self.secret(x)
    }

    /// A secret point, `Z` too; the identity, `-G` among them.
    pub(crate) fn point(&mut self) -> ProjectivePoint {
        let k = self.scalar();
        ProjectivePoint::mul_by_generator(&k)
    }

    /// A secret affine point.
    pub(crate) fn affine(&mut self) -> AffinePoint {
        let k = self.clear_scalar();
        let p = ProjectivePoint::mul_by_generator(&k).to_affine();
        self.secret(p)
    }
}

/// A result, seen by a planted leak.
pub(crate) trait Bytes {
    fn bytes(&self) -> [u8; 32];
}

impl<const N: usize> Bytes for [u8; N] {
    fn bytes(&self) -> [u8; 32] {
        self.as_slice().bytes()
    }
}
impl Bytes for [u8] {
    fn bytes(&self) -> [u8; 32] {
        core::array::from_fn(|i| self.get(i).copied().unwrap_or(0))
    }
}
impl<N: ArraySize> Bytes for Array<u8, N> {
    fn bytes(&self) -> [u8; 32] {
        self.as_slice().bytes()
    }
}
impl<P: Prime> Bytes for Fe<P> {
    fn bytes(&self) -> [u8; 32] {
        self.to_bytes().bytes()
    }
}
impl Bytes for NonZeroScalar {
    fn bytes(&self) -> [u8; 32] {
        self.to_repr().bytes()
    }
}
impl<const L: usize> Bytes for Uint<L> {
    fn bytes(&self) -> [u8; 32] {
        core::array::from_fn(|i| (self.as_words()[i / 8] >> (8 * (i % 8))) as u8)
    }
}
impl Bytes for AffinePoint {
    fn bytes(&self) -> [u8; 32] {
        self.x().bytes()
    }
}
impl Bytes for ProjectivePoint {
    fn bytes(&self) -> [u8; 32] {
        self.to_affine().bytes()
    }
}
impl Bytes for Choice {
    fn bytes(&self) -> [u8; 32] {
        [self.unwrap_u8()].bytes()
    }
}
impl<T: Bytes + Default + ConditionallySelectable> Bytes for CtOption<T> {
    fn bytes(&self) -> [u8; 32] {
        let mut bytes = self.unwrap_or(T::default()).bytes();
        bytes[0] ^= self.is_some().unwrap_u8();
        bytes
    }
}
impl Bytes for SecretKey {
    fn bytes(&self) -> [u8; 32] {
        self.to_bytes().bytes()
    }
}
impl Bytes for curve::PublicKey {
    fn bytes(&self) -> [u8; 32] {
        self.as_affine().bytes()
    }
}
impl Bytes for curve::ecdsa::SigningKey {
    fn bytes(&self) -> [u8; 32] {
        self.to_bytes().bytes()
    }
}
impl Bytes for curve::ecdsa::Signature {
    fn bytes(&self) -> [u8; 32] {
        self.split_bytes().1.bytes()
    }
}
impl Bytes for curve::ecdh::SharedSecret {
    fn bytes(&self) -> [u8; 32] {
        self.raw_secret_bytes().bytes()
    }
}
