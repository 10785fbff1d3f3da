//! The second method, for instructions that valgrind does not know: run the same operation with several secrets, one
//! instruction at a time, and compare where it went.
//!
//! The trap flag makes the CPU raise `SIGTRAP` after each instruction. The handler notes the address of the next one, the
//! stack pointer, the address of every memory operand, computed from the registers, and the operands of a division, whose time
//! depends on them. The first secret records; each other must follow it step by step.

// The handler reads registers and code, and the trap flag is set by instructions.
#![allow(unsafe_code)]

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind, Register};
use std::{
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
    /// An instruction whose addresses cannot be computed here: a gather, a scatter.
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
    let registers = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    if !with_state(|state| state.step(registers)) {
        registers[libc::REG_EFL as usize] &= !TRAP_FLAG;
    }
}

impl State {
    /// Notes one step; false to stop.
    fn step(&mut self, registers: &[i64; 23]) -> bool {
        let ip = registers[libc::REG_RIP as usize] as u64;
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
fn addresses(instruction: &Instruction, registers: &[i64; 23]) -> Option<u64> {
    let mut mixed = registers[libc::REG_RSP as usize] as u64;
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
            let address =
                instruction.virtual_address(operand, 0, |r, _, _| register(r, registers))?;
            mixed = mix(mixed, address);
        }
    }
    Some(mixed)
}

/// A bijection of either argument for each value of the other, so that one changed address changes the result.
fn mix(mixed: u64, x: u64) -> u64 {
    (mixed.rotate_left(23) ^ x).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Both halves of the dividend, and the divisor.
fn division(instruction: &Instruction, registers: &[i64; 23]) -> [u64; 3] {
    let (divisor, size) = if instruction.op0_kind() == OpKind::Register {
        let r = instruction.op0_register();
        (register(r, registers).unwrap_or(0), r.size())
    } else {
        let address = instruction.virtual_address(0, 0, |r, _, _| register(r, registers));
        let (mut bytes, size) = ([0; 8], instruction.memory_size().size());
        for (i, byte) in bytes.iter_mut().enumerate().take(size) {
            // SAFETY: the CPU is about to read these bytes itself.
            *byte = unsafe { *(address.unwrap_or(0) as *const u8).add(i) };
        }
        (u64::from_le_bytes(bytes), size)
    };
    let low = u64::MAX >> (64 - 8 * size as u32);
    let [high_half, low_half] =
        [libc::REG_RDX, libc::REG_RAX].map(|r| registers[r as usize] as u64);
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

/// A general register's value; segments count as zero, which is constant too. None for vectors.
fn register(r: Register, registers: &[i64; 23]) -> Option<u64> {
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
    Some(registers[index as usize] as u64)
}
