//! Leaks, to show that the checks see them.

use super::{
    cases::Case,
    curve::{
        ProjectivePoint, SIZE, Scalar,
        elliptic_curve::{
            Field, Group, PrimeField,
            ops::{Invert, MulByGeneratorVartime, MulVartime},
        },
    },
    probe::Probe,
};
use std::hint::black_box;

/// A jump on each bit of the secret.
#[inline(never)]
pub(crate) fn branch(secret: &[u8]) {
    for byte in secret {
        for bit in 0..8 {
            if byte >> bit & 1 == 1 {
                taken();
            }
        }
    }
}

#[inline(never)]
fn taken() {
    black_box(());
}

static TABLE: [u8; 256] = [1; 256];

/// A load from a table at each byte of the secret.
#[inline(never)]
pub(crate) fn index(secret: &[u8]) {
    let table = black_box(&TABLE);
    for byte in secret {
        black_box(table[usize::from(*byte)]);
    }
}

const fn light(name: &'static str, run: fn(&mut Probe)) -> Case {
    Case {
        name,
        run,
        heavy: false,
    }
}

const fn heavy(name: &'static str, run: fn(&mut Probe)) -> Case {
    Case {
        name,
        run,
        heavy: true,
    }
}

/// Leaky functions; both methods see them.
pub(crate) const LEAKY: &[Case] = &[
    light("double-and-add", |p| {
        let k = p.scalar();
        p.run(|| {
            let mut sum = ProjectivePoint::IDENTITY;
            for bit in top_byte(&k) {
                sum = sum.double();
                if bit {
                    sum += ProjectivePoint::GENERATOR;
                }
            }
            sum
        });
    }),
    light("window-look-up", |p| {
        let k = p.scalar();
        let mut table = [ProjectivePoint::IDENTITY; 16];
        for i in 1..16 {
            table[i] = table[i - 1] + ProjectivePoint::GENERATOR;
        }
        let table = black_box(table);
        p.run(|| table[usize::from(k.to_repr()[SIZE - 1] & 15)]);
    }),
    light("early-exit-comparison", |p| {
        let k = p.scalar().to_repr();
        p.run(|| {
            let zeros = k.iter().take_while(|byte| **byte == 0).count();
            [zeros as u8]
        });
    }),
    light("scalar-invert-vartime", |p| {
        let k = p.scalar();
        p.run(|| k.invert_vartime());
    }),
    light("field-invert-vartime", |p| {
        let x = p.element();
        p.run(|| Invert::invert_vartime(&x));
    }),
    heavy("mul-vartime", |p| {
        let k = p.scalar();
        p.run(|| ProjectivePoint::GENERATOR.mul_vartime(&k));
    }),
    heavy("mul-by-generator-vartime", |p| {
        let k = p.scalar();
        p.run(|| ProjectivePoint::mul_by_generator_vartime(&k));
    }),
    heavy("mul-by-generator-and-mul-add-vartime", |p| {
        let (a, b) = (p.scalar(), p.scalar());
        p.run(|| {
            ProjectivePoint::mul_by_generator_and_mul_add_vartime(
                &a,
                &b,
                &ProjectivePoint::GENERATOR,
            )
        });
    }),
    light("scalar-order", |p| {
        let (a, b) = (p.scalar(), p.scalar());
        p.run(|| [u8::from(a < b)]);
    }),
    light("secret-exponent", |p| {
        let k = p.scalar();
        p.run(|| Field::pow_vartime(&Scalar::MULTIPLICATIVE_GENERATOR, words(&k)));
    }),
];

/// The time of a division depends on its operands. Memcheck knows only jumps and addresses.
pub(crate) const DIVISION: Case = light("division", |p| {
    let k = p.scalar();
    p.run(|| {
        let [a, b, ..] = words(&k).map(|word| word as u32);
        (a / (b | 1)).to_le_bytes()
    });
});

/// Gathers, whose addresses come from a vector; the first one's are public. No vectors before AVX-512.
pub(crate) const GATHERS: [Case; 3] = [
    light("gather", |p| gather(p, |_| [0xff, 5])),
    light("gather-at-secret-address", |p| {
        gather(p, |k| [0xff, words(k)[1] & 31]);
    }),
    light("gather-of-secret-lanes", |p| {
        gather(p, |k| [words(k)[1] & 0xff, 5]);
    }),
];

/// Gathers words with this mask, in lane `i` from this index and `i`.
fn gather(p: &mut Probe, mask_and_index: fn(&Scalar) -> [u64; 2]) {
    let k = p.scalar();
    let table = black_box([7u64; 40]);
    p.run(|| {
        let [mask, index] = mask_and_index(&k);
        let indices: [u64; 8] = core::array::from_fn(|i| index + i as u64);
        let mut words = [0u64; 8];
        // SAFETY: `index + i < 40`; only where the CPU has AVX-512 F.
        #[allow(unsafe_code)]
        unsafe {
            core::arch::asm!(
                "vmovdqu64 zmm17, [{indices}]",
                "vpxorq zmm18, zmm18, zmm18",
                "kmovw k1, {mask:e}",
                "vpgatherqq zmm18{{k1}}, [{table} + 8*zmm17]",
                "vmovdqu64 [{words}], zmm18",
                indices = in(reg) &indices,
                table = in(reg) &table,
                words = in(reg) &mut words,
                mask = in(reg) mask,
                out("k1") _, out("zmm17") _, out("zmm18") _,
                options(nostack),
            );
        }
        [words
            .iter()
            .fold(0, |sum: u8, word| sum.wrapping_add(*word as u8))]
    });
}

/// The lowest words.
fn words(k: &Scalar) -> [u64; 4] {
    let bytes = k.to_repr();
    core::array::from_fn(|i| {
        let end = SIZE - 8 * i;
        u64::from_be_bytes(core::array::from_fn(|j| bytes[end - 8 + j]))
    })
}

/// The bits of the top one of these bytes, from the top.
fn top_byte(k: &Scalar) -> impl Iterator<Item = bool> {
    let [.., top] = words(k);
    (56..64).rev().map(move |i| top >> i & 1 == 1)
}
