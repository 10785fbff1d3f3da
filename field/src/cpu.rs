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
    /// x86-64 with BMI2, ADX and AVX2.
    Adx, "x86_64"
}

token! {
    /// x86-64 with the 52-bit products of AVX-512 IFMA, in vectors of four and eight lanes.
    Ifma, "x86_64"
}

token! {
    /// x86-64 with the 52-bit products of AVX-IFMA, in vectors of four lanes, without AVX-512. Only by
    /// `--cfg field_backend="avxifma"`, since no machine that ran the tests has it.
    AvxIfma, "x86_64"
}

impl AvxIfma {
    /// For tests that compute the products lane by lane: where there is AVX2.
    #[cfg(all(test, target_arch = "x86_64"))]
    pub(crate) fn in_tests() -> Option<Self> {
        Cpu::detect().adx.map(|_| Self(()))
    }
}

macro_rules! has_adx {
    ($($token:ident),*) => {$(
        impl $token {
            /// BMI2, ADX and AVX2, which such a CPU has too.
            #[inline(always)]
            pub fn adx(self) -> Adx {
                #[cfg(target_arch = "x86_64")]
                return Adx(());
                #[cfg(not(target_arch = "x86_64"))]
                match self {}
            }
        }
    )*};
}
has_adx!(Ifma, AvxIfma);

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
    /// BMI2, ADX, AVX2.
    pub adx: Option<Adx>,
    /// AVX-512 F, DQ, BW, VL, IFMA. Who has it has [`Cpu::adx`] too. Not granted in debug builds.
    pub ifma: Option<Ifma>,
    /// AVX-IFMA. Only if named.
    pub avx_ifma: Option<AvxIfma>,
}

impl Cpu {
    /// No token at all: what every machine has.
    pub const PORTABLE: Self = Self {
        adx: None,
        ifma: None,
        avx_ifma: None,
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
        let adx = cpu.adx;
        [
            Some(("portable", Self::PORTABLE)),
            adx.map(|_| {
                (
                    "adx",
                    Self {
                        adx,
                        ..Self::PORTABLE
                    },
                )
            }),
            cpu.ifma.map(|_| ("ifma", cpu)),
            cpu.avx_ifma.map(|_| ("avxifma", cpu)),
        ]
        .into_iter()
        .flatten()
    }

    /// The name of the best backend granted.
    pub fn best(self) -> &'static str {
        if self.ifma.is_some() {
            "ifma"
        } else if self.avx_ifma.is_some() {
            "avxifma"
        } else if self.adx.is_some() {
            "adx"
        } else {
            "portable"
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Adx, AvxIfma, Cpu, Ifma};

    cpufeatures::new!(cpuid_adx, "bmi2", "adx", "avx2");
    cpufeatures::new!(
        cpuid_ifma,
        "bmi2",
        "adx",
        "avx2",
        "avx512f",
        "avx512dq",
        "avx512bw",
        "avx512vl",
        "avx512ifma"
    );

    /// Is a backend forced? Then no other is asked for.
    const FORCED: bool = cfg!(any(
        field_backend = "portable",
        field_backend = "adx",
        field_backend = "avx2",
        field_backend = "avxifma",
        field_backend = "ifma",
        field_backend = "neon",
    ));

    /// Is this a debug build? Without optimization each vector of an inlined operation has a place of its own on the stack, megabytes
    /// in all, more than a thread has. (Debug assertions are how a crate can tell.)
    const DEBUG: bool = cfg!(all(debug_assertions, not(test)));

    /// A backend's token: granted by force if it is the forced one, refused if another is, else if the CPU has it.
    #[inline]
    pub(super) fn detect() -> Cpu {
        let ifma = cfg!(field_backend = "ifma") || (!FORCED && !DEBUG && cpuid_ifma::get());
        let avx_ifma = cfg!(field_backend = "avxifma");
        let adx = ifma || avx_ifma || cfg!(field_backend = "adx") || (!FORCED && cpuid_adx::get());
        Cpu {
            adx: adx.then_some(Adx(())),
            ifma: ifma.then_some(Ifma(())),
            avx_ifma: avx_ifma.then_some(AvxIfma(())),
        }
    }
}

/// What runs where there is such a CPU; a token of another target has no value.
macro_rules! on_vectors {
    ($cpu:ident, $($arg:ident),*: $result:expr) => {{
        #[cfg(target_arch = "x86_64")]
        return $result;
        #[cfg(not(target_arch = "x86_64"))]
        match ($cpu, $($arg),*).0 {}
    }};
}
pub(crate) use on_vectors;
