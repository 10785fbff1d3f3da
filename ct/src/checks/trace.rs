//! The second method, for instructions that valgrind does not know: run the same operation with several secrets, one
//! instruction at a time, and compare where it went.
//!
//! The trap flag makes the CPU raise `SIGTRAP` after each instruction. The handler notes the address of the next one, the
//! stack pointer, the address of every memory operand, computed from the registers, which lanes a gather takes, and the operands of a division, whose time
//! depends on them. The first secret records; each other must follow it step by step.

// The handler reads registers and code, and the trap flag is set by instructions.
#![allow(unsafe_code)]

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};
use std::{
    arch::x86_64::__cpuid_count,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

/// Instructions of the longest case, with room: the handler must not allocate.
const MAX_STEPS: usize = 1 << 23;
/// Decoded instructions that are kept; a power of two, more than the code has bytes that matter.
const CACHE: usize = 1 << 16;
const TRAP_FLAG: i64 = 1 << 8;

/// Where the next instruction is and what it touches.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    ip: u64,
    /// The stack pointer, the addresses of the memory operands and the operands of a division, mixed.
    data: u64,
}

/// The first step at which a run left the recorded one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divergence {
    /// The instruction before it.
    pub(crate) previous: u64,
    /// The instruction.
    pub(crate) ip: u64,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Another instruction came next.
    Jump,
    /// The same instruction touched another address.
    Address,
    /// The same division had other operands.
    Division,
    /// An instruction whose addresses cannot be computed here.
    Unknown,
    /// The case is longer than the record.
    TooLong,
}

/// Told by instructions that no other backend has, the later ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Backend {
    #[default]
    Portable,
    Adx,
    Ifma,
}

/// What a case did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    /// Instructions of one run.
    pub(crate) steps: usize,
    /// Divisions of one run.
    pub(crate) divisions: usize,
    /// The backend whose instructions it ran.
    pub(crate) backend: Backend,
    /// The first of any run.
    pub(crate) divergence: Option<Divergence>,
}

struct State {
    recording: bool,
    record: Vec<Step>,
    position: usize,
    previous: u64,
    divisions: usize,
    backend: Backend,
    divergence: Option<Divergence>,
    cache: Vec<Instruction>,
    layout: Layout,
}

/// Where the kernel saves the parts of vector registers beyond SSE, and the mask registers, from the start of the state on.
#[derive(Clone, Copy)]
struct Layout {
    /// Bits 128 to 255 of the first 16.
    upper_ymm: usize,
    masks: usize,
    /// Bits 256 to 511 of the first 16.
    upper_zmm: usize,
    /// The last 16.
    high_zmm: usize,
}

impl Layout {
    /// Intel SDM 1, 13.4: a part that the CPU has not lies at 0.
    fn detect() -> Self {
        // SAFETY: every x86-64 CPU has `cpuid`; a leaf that it does not know is zero or another leaf's, and nothing then has the
        // registers.
        #[allow(unused_unsafe)]
        let offset = |part| unsafe { __cpuid_count(0xd, part) }.ebx as usize;
        Self {
            upper_ymm: offset(2),
            masks: offset(5),
            upper_zmm: offset(6),
            high_zmm: offset(7),
        }
    }
}

/// The tracer of this process; null until [`install`].
static STATE: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());

/// Installs the handler, once.
pub(crate) fn install() {
    let state = Box::new(State {
        recording: true,
        record: Vec::with_capacity(MAX_STEPS),
        position: 0,
        previous: 0,
        divisions: 0,
        backend: Backend::Portable,
        divergence: None,
        cache: vec![Instruction::default(); CACHE],
        layout: Layout::detect(),
    });
    STATE.store(Box::into_raw(state), Ordering::Relaxed);
    // The decoder's tables are made at its first use, which must not be in the handler.
    decode(install as *const () as u64);
    // SAFETY: a zeroed `sigaction` is a valid one; the handler has the signature that SA_SIGINFO asks for.
    let failed = unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = on_trap as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        libc::sigaction(libc::SIGTRAP, &action, ptr::null_mut())
    };
    assert!(failed == 0, "no handler for SIGTRAP");
}

/// Compares the traced parts of `run(i)` for `i < secrets`. `run(0)` goes first untraced, so that whatever is detected, bound
/// or allocated once is done.
pub(crate) fn compare(secrets: usize, mut run: impl FnMut(usize)) -> Verdict {
    run(0);
    let mut verdict = Verdict::default();
    for i in 0..secrets {
        with_state(|state| {
            state.recording = i == 0;
            if state.recording {
                state.record.clear();
            }
            state.position = 0;
            state.previous = 0;
            state.divisions = 0;
            state.backend = Backend::Portable;
            state.divergence = None;
        });
        ON.store(1, Ordering::Relaxed);
        run(i);
        ON.store(0, Ordering::Relaxed);
        with_state(|state| {
            if i == 0 {
                verdict.steps = state.record.len();
                verdict.divisions = state.divisions;
                verdict.backend = state.backend;
            }
            // A run that stops early leaves the record too.
            if state.divergence.is_none() && !state.recording && state.position < verdict.steps {
                state.diverge(state.record[state.position].ip, Kind::Jump);
            }
            verdict.divergence = verdict.divergence.or(state.divergence);
        });
        if verdict.divergence.is_some() {
            break;
        }
    }
    verdict
}

/// 1 while [`begin`] shall trace.
static ON: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

/// Traces from here, if a comparison runs.
#[inline(never)]
pub(crate) fn begin() {
    if ON.load(Ordering::Relaxed) == 1 {
        // SAFETY: sets the trap flag on the stack and loads it; the handler is installed, and changes nothing but that flag.
        unsafe {
            core::arch::asm!("pushfq", "or qword ptr [rsp], 0x100", "popfq");
        }
    }
}

/// Traces up to here.
#[inline(never)]
pub(crate) fn end() {
    if ON.load(Ordering::Relaxed) == 1 {
        // SAFETY: clears the trap flag.
        unsafe {
            core::arch::asm!("pushfq", "and qword ptr [rsp], -0x101", "popfq");
        }
    }
}

/// Access outside traced code.
fn with_state<T>(f: impl FnOnce(&mut State) -> T) -> T {
    // SAFETY: made by `install` and never freed. This thread alone uses it, and the handler runs only between `begin` and
    // `end`, where no such borrow lives.
    f(unsafe {
        STATE
            .load(Ordering::Relaxed)
            .as_mut()
            .expect("install comes first")
    })
}

extern "C" fn on_trap(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes a `ucontext_t`, ours until we return. The interrupted code is traced code.
    let machine = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext };
    if !with_state(|state| {
        state.step(&Registers {
            general: &machine.gregs,
            vectors: machine.fpregs.cast(),
            layout: state.layout,
        })
    }) {
        machine.gregs[libc::REG_EFL as usize] &= !TRAP_FLAG;
    }
}

/// What the interrupted code had in its registers.
struct Registers<'a> {
    general: &'a [i64; 23],
    /// The state of an `xsave`.
    vectors: *const u8,
    layout: Layout,
}

impl Registers<'_> {
    /// A general register's value; segments count as zero, which is constant too. None for vectors.
    fn general(&self, r: Register) -> Option<u64> {
        let index = match r.full_register() {
            Register::RAX => libc::REG_RAX,
            Register::RBX => libc::REG_RBX,
            Register::RCX => libc::REG_RCX,
            Register::RDX => libc::REG_RDX,
            Register::RSI => libc::REG_RSI,
            Register::RDI => libc::REG_RDI,
            Register::RBP => libc::REG_RBP,
            Register::RSP => libc::REG_RSP,
            Register::R8 => libc::REG_R8,
            Register::R9 => libc::REG_R9,
            Register::R10 => libc::REG_R10,
            Register::R11 => libc::REG_R11,
            Register::R12 => libc::REG_R12,
            Register::R13 => libc::REG_R13,
            Register::R14 => libc::REG_R14,
            Register::R15 => libc::REG_R15,
            r if r.is_segment_register() => return Some(0),
            _ => return None,
        };
        Some(self.general[index as usize] as u64)
    }

    /// `size <= 8` bytes of a vector register: those of lane `lane`, if all before it have that size too.
    fn lane(&self, r: Register, lane: usize, size: usize) -> u64 {
        let (n, byte) = (r.number(), lane * size);
        let (part, offset) = match (n, byte) {
            (..16, ..16) => (1, 160 + 16 * n + byte),
            (..16, ..32) => (2, self.layout.upper_ymm + 16 * n + byte - 16),
            (..16, _) => (6, self.layout.upper_zmm + 32 * n + byte - 32),
            _ => (7, self.layout.high_zmm + 64 * (n - 16) + byte),
        };
        self.saved(part, offset, size)
    }

    fn mask(&self, r: Register) -> u64 {
        self.saved(5, self.layout.masks + 8 * r.number(), 8)
    }

    /// `size` bytes at `offset`; a part that the header does not list is zero.
    fn saved(&self, part: u32, offset: usize, size: usize) -> u64 {
        let read = |offset, size| {
            let mut bytes = [0; 8];
            // SAFETY: the kernel saved the registers of the instruction that it interrupted, which lie within the state.
            unsafe { ptr::copy_nonoverlapping(self.vectors.add(offset), bytes.as_mut_ptr(), size) };
            u64::from_le_bytes(bytes)
        };
        const HEADER: usize = 512;
        if read(HEADER, 8) >> part & 1 == 0 {
            return 0;
        }
        read(offset, size)
    }
}

impl State {
    /// Notes one step; false to stop.
    fn step(&mut self, registers: &Registers<'_>) -> bool {
        let ip = registers.general[libc::REG_RIP as usize] as u64;
        let slot = (ip ^ (ip >> 16)) as usize % CACHE;
        if self.cache[slot].ip() != ip {
            self.cache[slot] = decode(ip);
        }
        let instruction = &self.cache[slot];
        match instruction.mnemonic() {
            Mnemonic::Adcx | Mnemonic::Adox => self.backend = self.backend.max(Backend::Adx),
            Mnemonic::Vpmadd52luq | Mnemonic::Vpmadd52huq => self.backend = Backend::Ifma,
            _ => {}
        }
        let is_division = matches!(instruction.mnemonic(), Mnemonic::Div | Mnemonic::Idiv);
        let Some(mut data) = addresses(instruction, registers) else {
            return self.diverge(ip, Kind::Unknown);
        };
        if is_division {
            self.divisions += 1;
            for operand in division(instruction, registers) {
                data = mix(data, operand);
            }
        }
        let step = Step { ip, data };
        if self.recording {
            if self.record.len() == MAX_STEPS {
                return self.diverge(ip, Kind::TooLong);
            }
            self.record.push(step);
        } else {
            match self.record.get(self.position) {
                Some(&expected) if expected == step => {}
                Some(expected) if expected.ip == ip => {
                    let kind = if is_division {
                        Kind::Division
                    } else {
                        Kind::Address
                    };
                    return self.diverge(ip, kind);
                }
                _ => return self.diverge(ip, Kind::Jump),
            }
        }
        self.position += 1;
        self.previous = ip;
        true
    }

    fn diverge(&mut self, ip: u64, kind: Kind) -> bool {
        self.divergence = Some(Divergence {
            previous: self.previous,
            ip,
            kind,
        });
        false
    }
}

fn decode(ip: u64) -> Instruction {
    // SAFETY: the CPU is about to run the instruction, so its bytes are readable; the rest of the 15 are in the same
    // segment, whose last function is never traced.
    let code = unsafe { core::slice::from_raw_parts(ip as *const u8, 15) };
    Decoder::with_ip(64, code, ip, DecoderOptions::NONE).decode()
}

/// The stack pointer, for pushes and calls, and the memory operands' addresses; none if there is one that is not known.
fn addresses(instruction: &Instruction, registers: &Registers<'_>) -> Option<u64> {
    let mut mixed = registers.general[libc::REG_RSP as usize] as u64;
    if matches!(instruction.mnemonic(), Mnemonic::Lea | Mnemonic::Nop) {
        return Some(mixed); // No access.
    }
    for operand in 0..instruction.op_count() {
        if !matches!(
            instruction.op_kind(operand),
            OpKind::Register
                | OpKind::NearBranch64
                | OpKind::Immediate8
                | OpKind::Immediate8_2nd
                | OpKind::Immediate16
                | OpKind::Immediate32
                | OpKind::Immediate64
                | OpKind::Immediate8to16
                | OpKind::Immediate8to32
                | OpKind::Immediate8to64
                | OpKind::Immediate32to64
        ) {
            if instruction.is_vsib() {
                mixed = gathered(instruction, registers, operand, mixed)?;
                continue;
            }
            let address =
                instruction.virtual_address(operand, 0, |r, _, _| registers.general(r))?;
            mixed = mix(mixed, address);
        }
    }
    Some(mixed)
}

/// The addresses of a gather or scatter: of the lanes that its mask takes, and which those are.
fn gathered(
    instruction: &Instruction,
    registers: &Registers<'_>,
    operand: u32,
    mut mixed: u64,
) -> Option<u64> {
    // A gather is (data, memory, mask) or (data, memory) with a mask register, a scatter (memory, data) with one.
    let data = instruction.op_register(1 - operand);
    let (index_size, size) = (
        if instruction.is_vsib64() { 8 } else { 4 },
        instruction.memory_size().element_size(),
    );
    let lanes = (instruction.memory_index().size() / index_size).min(data.size() / size);
    let mask = match instruction.op_mask() {
        Register::None => (0..lanes).fold(0, |mask, lane| {
            let sign = registers.lane(instruction.op2_register(), lane, size) >> (8 * size - 1);
            mask | sign << lane
        }),
        r => registers.mask(r) & ((1 << lanes) - 1),
    };
    mixed = mix(mixed, mask);
    for lane in (0..lanes).filter(|lane| mask >> lane & 1 == 1) {
        let address = instruction.virtual_address(operand, lane, |r, lane, size| {
            if r.is_vector_register() {
                Some(registers.lane(r, lane, size))
            } else {
                registers.general(r)
            }
        })?;
        mixed = mix(mixed, address);
    }
    Some(mixed)
}

/// A bijection of either argument for each value of the other, so that one changed address changes the result.
fn mix(mixed: u64, x: u64) -> u64 {
    (mixed.rotate_left(23) ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Both halves of the dividend, and the divisor.
fn division(instruction: &Instruction, registers: &Registers<'_>) -> [u64; 3] {
    let (divisor, size) = if instruction.op0_kind() == OpKind::Register {
        let r = instruction.op0_register();
        (registers.general(r).unwrap_or(0), r.size())
    } else {
        let address = instruction.virtual_address(0, 0, |r, _, _| registers.general(r));
        let (mut bytes, size) = ([0; 8], instruction.memory_size().size());
        for (i, byte) in bytes.iter_mut().enumerate().take(size) {
            // SAFETY: the CPU is about to read these bytes itself.
            *byte = unsafe { *(address.unwrap_or(0) as *const u8).add(i) };
        }
        (u64::from_le_bytes(bytes), size)
    };
    let low = u64::MAX >> (64 - 8 * size as u32);
    let [high_half, low_half] =
        [libc::REG_RDX, libc::REG_RAX].map(|r| registers.general[r as usize] as u64);
    // A division of bytes takes `ax`, and that is all of it.
    let low_half = if size == 1 {
        low_half & 0xffff
    } else {
        low_half & low
    };
    [
        high_half & if size == 1 { 0 } else { low },
        low_half,
        divisor & low,
    ]
}
