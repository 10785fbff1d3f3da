//! Which kernels this machine may run.
//!
//! A *token* is the proof that the CPU has what a kernel needs. Everybody may name [`Portable`]; the others come only from
//! [`Cpu`], which asks the CPU once. `--cfg field_backend="portable"` (or another name) in `RUSTFLAGS` grants exactly that
//! backend without asking: for SGX, UEFI, audits, and tools that hide CPU features. Granting what the CPU has not is then the
//! caller's fault, and ends in an illegal instruction.

/// The kernels in plain Rust, for every target; the reference that all others are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The best kernels of this target that need no detection. The public element types carry it, so a single field operation
/// never dispatches.
pub use Portable as Native;

/// A token of a target: with a private field there, without any value elsewhere, so that the code that asks for one compiles
/// on every target.
macro_rules! token {
    ($(#[$doc:meta])* $name:ident, $arch:literal) => {
        $(#[$doc])*
        #[cfg(target_arch = $arch)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());
        $(#[$doc])*
        #[cfg(not(target_arch = $arch))]
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}
    };
}

token! {
    /// x86-64 with BMI2 and ADX.
    Adx, "x86_64"
}
token! {
    /// x86-64 with AVX-512 F, DQ, BW, VL and IFMA.
    Ifma, "x86_64"
}

/// A token without values has every kernel.
#[cfg(not(target_arch = "x86_64"))]
impl<P: crate::Prime> crate::Kernel<P> for Adx {
    fn mul(self, _: &P::Words, _: &P::Words) -> P::Words {
        match self {}
    }
    fn square(self, _: &P::Words) -> P::Words {
        match self {}
    }
}

/// The tokens that this machine grants.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Cpu {
    /// BMI2 and ADX.
    pub adx: Option<Adx>,
    /// AVX-512 IFMA.
    pub ifma: Option<Ifma>,
}

impl Cpu {
    /// No token at all: what every machine has.
    pub const PORTABLE: Self = Self {
        adx: None,
        ifma: None,
    };

    /// Detects once, then answers from memory.
    #[inline]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        return x86_64::detect();
        #[cfg(not(target_arch = "x86_64"))]
        Self::PORTABLE
    }

    /// This machine's tokens one backend at a time, each with its name: for tests and benches.
    pub fn backends() -> impl Iterator<Item = (&'static str, Self)> {
        let cpu = Self::detect();
        [
            Some(("portable", Self::PORTABLE)),
            cpu.adx.map(|adx| {
                (
                    "adx",
                    Self {
                        adx: Some(adx),
                        ..Self::PORTABLE
                    },
                )
            }),
            cpu.ifma.map(|ifma| {
                (
                    "ifma",
                    Self {
                        ifma: Some(ifma),
                        ..cpu
                    },
                )
            }),
        ]
        .into_iter()
        .flatten()
    }

    /// The name of the best backend granted.
    pub fn best(self) -> &'static str {
        match self {
            Self { ifma: Some(_), .. } => "ifma",
            Self { adx: Some(_), .. } => "adx",
            _ => "portable",
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Adx, Cpu, Ifma};

    cpufeatures::new!(cpuid_adx, "bmi2", "adx");
    cpufeatures::new!(
        cpuid_ifma,
        "avx512f",
        "avx512dq",
        "avx512bw",
        "avx512vl",
        "avx512ifma"
    );

    /// A backend's token: granted by force if it is the forced one, refused if another is, else if the CPU has it.
    /// A machine with IFMA that was forced to it keeps ADX, which all such machines have.
    #[inline]
    pub(super) fn detect() -> Cpu {
        let forced = cfg!(any(
            field_backend = "portable",
            field_backend = "adx",
            field_backend = "avx2",
            field_backend = "ifma",
            field_backend = "neon",
        ));
        let adx = if forced {
            cfg!(any(field_backend = "adx", field_backend = "ifma"))
        } else {
            cpuid_adx::get()
        };
        let ifma = if forced {
            cfg!(field_backend = "ifma")
        } else {
            cpuid_ifma::get()
        };
        Cpu {
            adx: adx.then_some(Adx(())),
            ifma: ifma.then_some(Ifma(())),
        }
    }
}
