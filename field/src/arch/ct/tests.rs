//! What selections compute, and the machine code that they become.

use super::*;

#[test]
fn masks_and_selections_do_what_they_say() {
    let words = [
        0,
        1,
        2,
        u64::MAX,
        1 << 63,
        (1 << 63) - 1,
        0x0123_4567_89ab_cdef,
    ];
    assert_eq!([mask(0), mask(1)], [0, u64::MAX]);
    assert_eq!([mask_of(0.into()), mask_of(1.into())], [0, u64::MAX]);
    for a in words {
        assert_eq!(barrier(a), a);
        assert_eq!(is_zero(a), u64::from(a == 0));
        assert_eq!(all_zero(&[0, a, 0]).unwrap_u8(), u8::from(a == 0));
        for b in words {
            assert_eq!(equal(a, b), if a == b { u64::MAX } else { 0 });
            assert_eq!([select(a, b, 0), select(a, b, u64::MAX)], [a, b]);
            assert_eq!(less(&[a, b], &[b, a]).unwrap_u8(), u8::from(b < a));
            assert_eq!(less(&[a, 7], &[b, 7]).unwrap_u8(), u8::from(a < b));
            for (mask, expected) in [(0, [a, b]), (u64::MAX, [b, a])] {
                let mut r = [a, b];
                assign(&mut r, &[b, a], mask);
                assert_eq!(r, expected);
            }
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod machine_code {
    use super::super::{assign, equal, mask};
    use crate::{Fe, P256, arch::portable};
    use core::hint::black_box;
    use std::{
        collections::BTreeSet, env, eprintln, format, process::Command, string::String, vec::Vec,
    };

    /// A function that is called by name and never inlined, so that its code can be found.
    macro_rules! compiled {
        ($($name:ident($($arg:ident: $type:ty),*) $body:block)*) => {$(
            // No other function of the test program has the name.
            #[unsafe(no_mangle)]
            #[inline(never)]
            extern "C" fn $name($($arg: $type),*) $body
        )*};
    }

    type Table = [[u64; 4]; 16];

    compiled! {
        ct_test_select(r: &mut [u64; 4], b: &[u64; 4], secret: u64) {
            assign(r, b, mask(secret));
        }
        ct_test_scan(r: &mut [u64; 4], table: &Table, secret: u64) {
            for (j, entry) in (0..).zip(table) {
                let mask = equal(secret, j);
                for (r, e) in r.iter_mut().zip(entry) {
                    *r |= e & mask;
                }
            }
        }
        // The same with a plain mask, of which rustc makes a jump.
        ct_test_plain_scan(r: &mut [u64; 4], table: &Table, secret: u64) {
            for (j, entry) in (0..).zip(table) {
                let mask = 0u64.wrapping_sub(u64::from(secret == j));
                for (r, e) in r.iter_mut().zip(entry) {
                    *r |= e & mask;
                }
            }
        }
        ct_test_look_up(r: &mut [u64; 4], table: &Table, secret: u64) {
            *r = table[secret as usize & 15];
        }
        ct_test_mul(r: &mut [u64; 4], a: &[u64; 4], b: &[u64; 4]) {
            *r = portable::p256::mul(a, b, &P256::M);
        }
        ct_test_sub(r: &mut [u64; 4], a: &[u64; 4], b: &[u64; 4]) {
            *r = portable::sub(a, b, &P256::M);
        }
        ct_test_halve(r: &mut [u64; 4], a: &[u64; 4]) {
            *r = portable::halve(a, &P256::M);
        }
        ct_test_count_bits(r: &mut u64, a: &u64) {
            let mut a = *a;
            while a != 0 {
                a &= a - 1;
                *r += 1;
            }
        }
    }

    /// What of a function is secret: its third argument, or all that it loads through pointers.
    #[derive(Clone, Copy, PartialEq)]
    enum Secret {
        Argument,
        Memory,
    }

    /// One instruction, in AT&T syntax: the last operand is the one that is written.
    struct Instruction {
        address: u64,
        name: String,
        operands: Vec<String>,
    }

    /// The code of a function of this very program.
    fn disassemble(function: &str) -> Vec<Instruction> {
        let output = Command::new("objdump")
            .args(["-d", "--no-show-raw-insn"])
            .arg(format!("--disassemble={function}"))
            .arg(env::current_exe().expect("a test knows where it is"))
            .output()
            .expect("objdump, of binutils, is needed");
        let text = String::from_utf8(output.stdout).expect("objdump prints text");
        let code: Vec<Instruction> = text.lines().filter_map(parse).collect();
        assert!(!code.is_empty(), "no code of {function}");
        code
    }

    fn parse(line: &str) -> Option<Instruction> {
        let (address, text) = line.split_once(":\t")?;
        let text = text.split(['#', '<']).next()?;
        let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
        // Commas between operands, not those in an address.
        let mut depth = 0;
        let operands = operands.split(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        });
        Some(Instruction {
            address: u64::from_str_radix(address.trim(), 16).ok()?,
            name: name.trim().into(),
            operands: operands
                .map(|o| o.trim().into())
                .filter(|o: &String| !o.is_empty())
                .collect(),
        })
    }

    /// The registers in an operand, by a name that all their parts share.
    fn registers(operand: &str) -> Vec<String> {
        operand
            .split('%')
            .skip(1)
            .filter_map(|s| s.split(|c: char| !c.is_alphanumeric()).next())
            .map(|name| match name {
                "al" | "ah" | "ax" | "eax" => "rax".into(),
                "bl" | "bh" | "bx" | "ebx" => "rbx".into(),
                "cl" | "ch" | "cx" | "ecx" => "rcx".into(),
                "dl" | "dh" | "dx" | "edx" => "rdx".into(),
                "sil" | "si" | "esi" => "rsi".into(),
                "dil" | "di" | "edi" => "rdi".into(),
                "bpl" | "bp" | "ebp" => "rbp".into(),
                _ if name[1..].starts_with("mm") => format!("vector {}", &name[3..]),
                _ => name.trim_end_matches(['b', 'w', 'd']).into(),
            })
            .collect()
    }

    /// What depends on the secret: registers, stack slots, and "flags".
    type Tainted = BTreeSet<String>;

    impl Instruction {
        fn is(&self, prefixes: &[&str]) -> bool {
            prefixes.iter().any(|p| self.name.starts_with(p))
        }
        fn is_jump(&self) -> bool {
            self.name.starts_with('j')
        }
        /// Where a jump goes, if it names an address.
        fn target(&self) -> Option<u64> {
            u64::from_str_radix(self.operands.first()?, 16).ok()
        }
        /// Does it branch, or address memory, by something secret, or perhaps?
        fn leaks(&self, before: &Tainted) -> bool {
            let addresses = |o: &&String| o.contains('(') && !self.is(&["lea", "nop", "cs"]);
            let by_address = self.operands.iter().filter(addresses);
            let mut address_registers = by_address.flat_map(|o| registers(o));
            let by_jump = self.is_jump() && self.name != "jmp" && before.contains("flags");
            // No jump but to a fixed address: it would be a table of targets. No calls: what they do is not seen.
            let unseen = self.name == "jmp" && self.target().is_none() || self.is(&["call"]);
            by_jump || unseen || address_registers.any(|r| before.contains(&r))
        }
        /// What is tainted after it.
        fn after(&self, before: &Tainted, secret: Secret) -> Tainted {
            let mut after = before.clone();
            let Some(last) = self.operands.last().filter(|_| !self.is_jump()) else {
                return after;
            };
            if self.is(&["nop", "data16", "cs"]) {
                return after;
            }
            let writes_only = self.is(&["mov", "lea", "pop", "vmov", "rorx"]);
            let clears = self.is(&["xor", "sub", "pxor", "vpxor", "vxor"])
                && self.operands.iter().all(|o| o == last);
            let is_tainted = |o: &String| {
                let in_memory = o.contains('(') && !self.is(&["lea"]);
                before.contains(o)
                    || registers(o).iter().any(|r| before.contains(r))
                    || in_memory && !o.contains("%rsp") && secret == Secret::Memory
            };
            let inputs = if writes_only && self.operands.len() > 1 {
                &self.operands[..self.operands.len() - 1]
            } else {
                &self.operands[..]
            };
            let reads_flags = self.is(&["cmov", "set", "sbb", "adc", "adox"]);
            // Products and quotients read and write rax, rdx without naming them.
            let wide = self.is(&["mul", "div"]) || self.is(&["imul", "idiv"]) && inputs.len() == 1;
            let implicit = |r: &str| before.contains(r);
            let tainted = !clears
                && (inputs.iter().any(is_tainted)
                    || reads_flags && implicit("flags")
                    || wide && (implicit("rax") || implicit("rdx")));
            let mut outputs: Vec<String> = if last.contains("%rsp") {
                [last.clone()].into()
            } else if last.contains('(') || self.is(&["cmp", "test", "push"]) {
                Vec::new()
            } else {
                registers(last)
            };
            if wide {
                outputs.extend(["rax".into(), "rdx".into()]);
            }
            if self.is(&["mulx"]) {
                outputs.extend(registers(&self.operands[1]));
            }
            let keeps_flags =
                self.is(&["mov", "lea", "not", "set", "push", "pop", "cmov", "v", "p"]);
            if !keeps_flags && !self.is(&["mulx", "rorx"]) || self.is(&["ptest", "vptest"]) {
                outputs.push("flags".into());
            }
            for output in outputs {
                if tainted {
                    after.insert(output);
                } else {
                    after.remove(&output);
                }
            }
            after
        }
    }

    /// The instructions of a function that branch, or address memory, by its secret.
    fn leaks(function: &str, secret: Secret) -> Vec<String> {
        let code = disassemble(function);
        let mut before = Vec::from_iter(code.iter().map(|_| None::<Tainted>));
        let mut start = Tainted::new();
        if secret == Secret::Argument {
            start.insert("rdx".into());
        }
        before[0] = Some(start);
        // What is tainted flows on, and along jumps, until nothing new does.
        let mut work: Vec<usize> = [0].into();
        while let Some(i) = work.pop() {
            let tainted = before[i].as_ref().expect("reached");
            let after = code[i].after(tainted, secret);
            let target = code[i].target().filter(|_| code[i].is_jump());
            let target = target.and_then(|t| code.iter().position(|c| c.address == t));
            let ends = code[i].is(&["jmp", "ret"]);
            let next = Some(i + 1).filter(|n| !ends && *n < code.len());
            for k in target.into_iter().chain(next) {
                let known = before[k].as_ref();
                if known.is_none_or(|known| !after.is_subset(known)) {
                    before[k]
                        .get_or_insert_default()
                        .extend(after.iter().cloned());
                    work.push(k);
                }
            }
        }
        let leaking = code.iter().zip(&before).filter(|(c, b)| match b {
            Some(before) => c.leaks(before),
            None => false,
        });
        leaking
            .map(|(c, _)| format!("{} {}", c.name, c.operands.join(",")))
            .collect()
    }

    /// Without optimisation nobody makes jumps of masks, and loops are calls: there is nothing to see.
    fn is_optimised() -> bool {
        let code = disassemble("ct_test_plain_scan");
        let optimised = !code.iter().any(|i| i.name.starts_with("call"));
        if !optimised {
            eprintln!("skipped: this program is not optimised, or instrumented");
        }
        optimised
    }

    /// Calls all, or the linker would drop them; and they are right.
    fn run_all() {
        let table: Table = core::array::from_fn(|j| [j as u64, 1, 2, 3]);
        let (a, b) = (table[5], table[6]);
        let mut r = [0; 4];
        ct_test_select(&mut r, black_box(&a), black_box(1));
        assert_eq!(r, a);
        for scan in [ct_test_scan, ct_test_plain_scan, ct_test_look_up] {
            let mut r = [0; 4];
            scan(&mut r, black_box(&table), black_box(6));
            assert_eq!(r, b);
        }
        let element = |words| Fe::<P256>::new(words);
        ct_test_mul(&mut r, &a, &b);
        assert_eq!(element(r), element(a) * element(b));
        ct_test_sub(&mut r, &a, &b);
        assert_eq!(element(r), element(a) - element(b));
        ct_test_halve(&mut r, &a);
        assert_eq!(element(r) + element(r), element(a));
        let mut count = 0;
        ct_test_count_bits(&mut count, black_box(&7));
        assert_eq!(count, 3);
    }

    #[test]
    fn no_jump_and_no_address_depends_on_a_secret_mask() {
        run_all();
        if !is_optimised() {
            return;
        }
        for function in ["ct_test_select", "ct_test_scan"] {
            assert_eq!(leaks(function, Secret::Argument), [""; 0], "{function}");
        }
        for function in ["ct_test_mul", "ct_test_sub", "ct_test_halve"] {
            assert_eq!(leaks(function, Secret::Memory), [""; 0], "{function}");
        }
    }

    #[test]
    fn jumps_and_addresses_that_depend_on_a_secret_are_found() {
        run_all();
        if !is_optimised() {
            return;
        }
        let found = |function, secret, what: &str| {
            let leaks = leaks(function, secret);
            assert!(
                leaks.iter().any(|l| l.contains(what)),
                "{function}: {leaks:?}"
            );
        };
        found("ct_test_plain_scan", Secret::Argument, "j");
        found("ct_test_look_up", Secret::Argument, "(");
        found("ct_test_count_bits", Secret::Memory, "j");
    }
}
