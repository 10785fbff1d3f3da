//! The checks, by two methods over the same cases. `docs/constant-time.md` says what they show; `.ci/constant-time` runs them
//! for every backend and opt-level.
//!
//! ```text
//! ct list                      the cases, and what each makes public
//! ct valgrind [NAME…]          under valgrind: the cases must be clean
//! ct valgrind-planted          under valgrind: a leak planted at the end of every case must be reported
//! ct valgrind-leaky            under valgrind, without suppressions: leaky functions must be reported
//! ct trace N [NAME…]           step by step, with N secrets: the cases must not diverge
//! ct trace-planted [NAME…]     the planted leaks and the leaky functions must diverge
//! ct backend                   the backend in force is the one whose instructions run
//! ct select                    disassembles selections (at opt-levels 2 and 3, where they are not loops)
//! ```
//!
//! Without a name all cases are meant; the name `light` means all but the long ones. `CT_BACKEND` names the backend that must
//! be in force.

mod cases;
mod curve;
mod planted;
mod probe;
mod select;
mod trace;
mod valgrind;

use cases::{CASES, Case};
use planted::{DIVISION, GATHERS, LEAKY};
use probe::{Plant, Probe};
use std::{
    env,
    process::{Command, ExitCode},
};
use trace::Divergence;

const LEAKS: [Plant; 2] = [Plant::Branch, Plant::Index];

/// Enough that every one-bit result takes both values; a comparison stops at the first difference.
const PLANTED_SECRETS: usize = 8;

pub(crate) fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let backend = curve::backend();
    if let Ok(wanted) = env::var("CT_BACKEND")
        && wanted != backend
    {
        eprintln!("backend {wanted} was asked for, {backend} is in force");
        return ExitCode::FAILURE;
    }
    let failures = match arguments[..] {
        ["list"] => list(),
        ["valgrind", ref names @ ..] => under_valgrind(names),
        ["valgrind-planted"] => planted_under_valgrind(),
        ["valgrind-leaky"] => leaky_under_valgrind(),
        ["trace", n, ref names @ ..] => match n.parse() {
            Ok(n) if n >= 2 => trace_cases(n, names),
            _ => vec!["trace: at least two secrets".into()],
        },
        ["trace-planted", ref names @ ..] => trace_planted(names),
        ["backend"] => check_backend(backend),
        ["select"] => select::check().err().into_iter().collect(),
        _ => vec!["usage: see the first lines of checks.rs".into()],
    };
    for failure in &failures {
        println!("FAILED {failure}");
    }
    if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The named ones of these. A name that none of all has is a mistake of the caller.
fn chosen<'a>(cases: &'a [Case], names: &[&str]) -> Vec<&'a Case> {
    for name in names {
        let mut all = CASES.iter().chain(LEAKY);
        assert!(
            *name == "light" || all.any(|case| case.name == *name),
            "no case {name}"
        );
    }
    let is_chosen = |case: &Case| {
        names.is_empty() || names.contains(&case.name) || names.contains(&"light") && !case.heavy
    };
    cases.iter().filter(|case| is_chosen(case)).collect()
}

/// One row of the table in `docs/constant-time.md` each.
fn list() -> Vec<String> {
    for case in CASES {
        let mut probe = Probe::new(0, Plant::None);
        (case.run)(&mut probe);
        println!(
            "| `{}` | {} | {} |",
            case.name,
            probe.secrets,
            if probe.declassified.is_empty() {
                "nothing".into()
            } else {
                probe.declassified.join("; ")
            }
        );
    }
    Vec::new()
}

fn under_valgrind(names: &[&str]) -> Vec<String> {
    assert!(valgrind::is_running(), "not under valgrind");
    let (mut failures, mut declassified, cases) = (Vec::new(), 0, chosen(CASES, names));
    for case in &cases {
        let mut probe = Probe::new(0, Plant::None);
        let reports = reports(|| (case.run)(&mut probe));
        declassified += probe.declassified.len();
        if reports > 0 {
            failures.push(format!("{}: {reports} reports", case.name));
        }
        if probe.secrets == 0 {
            failures.push(format!("{}: no secret", case.name));
        }
    }
    println!(
        "  valgrind: {} of {} cases clean, {declassified} declassifications",
        cases.len() - failures.len(),
        cases.len()
    );
    failures
}

fn planted_under_valgrind() -> Vec<String> {
    assert!(valgrind::is_running(), "not under valgrind");
    let mut failures = Vec::new();
    for case in CASES {
        for leak in LEAKS {
            if reports(|| (case.run)(&mut Probe::new(0, leak))) == 0 {
                failures.push(format!("{} with {leak:?}: not reported", case.name));
            }
        }
    }
    let caught = CASES.len() * LEAKS.len() - failures.len();
    println!("  valgrind: {caught} planted leaks reported");
    failures
}

fn leaky_under_valgrind() -> Vec<String> {
    assert!(valgrind::is_running(), "not under valgrind");
    let mut failures = Vec::new();
    for leaky in LEAKY {
        if reports(|| (leaky.run)(&mut Probe::new(0, Plant::None))) == 0 {
            failures.push(format!("{}: not reported", leaky.name));
        }
    }
    let caught = LEAKY.len() - failures.len();
    println!("  valgrind: {caught} leaky functions reported");
    failures
}

fn reports(run: impl FnOnce()) -> usize {
    let before = valgrind::errors();
    run();
    valgrind::errors() - before
}

fn trace_cases(secrets: usize, names: &[&str]) -> Vec<String> {
    trace::install();
    let (mut failures, mut steps, mut divisions, cases) = (Vec::new(), 0, 0, chosen(CASES, names));
    for case in &cases {
        let verdict = compare(case.run, Plant::None, secrets);
        steps += verdict.steps;
        if let Some(divergence) = verdict.divergence {
            failures.push(format!("{}: {}", case.name, describe(divergence)));
        }
        divisions += verdict.divisions;
        if env::var_os("CT_VERBOSE").is_some() {
            println!("  {}: {} instructions", case.name, verdict.steps);
        }
    }
    println!(
        "  trace: {} of {} cases the same for {secrets} secrets, {steps} instructions each, {divisions} divisions among them",
        cases.len() - failures.len(),
        cases.len()
    );
    failures
}

fn trace_planted(names: &[&str]) -> Vec<String> {
    trace::install();
    let mut failures = Vec::new();
    let (cases, leaky) = (chosen(CASES, names), chosen(LEAKY, names));
    for case in &cases {
        for leak in LEAKS {
            if compare(case.run, leak, PLANTED_SECRETS)
                .divergence
                .is_none()
            {
                failures.push(format!("{} with {leak:?}: not seen", case.name));
            }
        }
    }
    for leaky in &leaky {
        if compare(leaky.run, Plant::None, PLANTED_SECRETS)
            .divergence
            .is_none()
        {
            failures.push(format!("{}: not seen", leaky.name));
        }
    }
    let caught = cases.len() * LEAKS.len() + leaky.len() - failures.len();
    let division = compare(DIVISION.run, Plant::None, PLANTED_SECRETS).divergence;
    if division.is_none_or(|divergence| divergence.kind != trace::Kind::Division) {
        failures.push("a division: not seen".into());
    }
    if std::is_x86_feature_detected!("avx512f") {
        let kinds = GATHERS.map(|gather| {
            compare(gather.run, Plant::None, PLANTED_SECRETS)
                .divergence
                .map(|divergence| divergence.kind)
        });
        if kinds != [None, Some(trace::Kind::Address), Some(trace::Kind::Address)] {
            failures.push(format!("gathers: {kinds:?}"));
        }
    }
    println!("  trace: {caught} planted leaks and a division seen");
    failures
}

/// That a backend was granted does not mean that anything runs on it.
fn check_backend(granted: &str) -> Vec<String> {
    trace::install();
    let [case] = chosen(CASES, &["mul-by-generator"])[..] else {
        return vec!["two cases of one name".into()];
    };
    let seen = compare(case.run, Plant::None, 1).backend;
    let seen = format!("{seen:?}").to_lowercase();
    println!("  mul-by-generator runs on {seen}");
    if seen == granted {
        Vec::new()
    } else {
        vec![format!("{granted} was granted, {seen} runs")]
    }
}

fn compare(run: fn(&mut Probe), plant: Plant, secrets: usize) -> trace::Verdict {
    trace::compare(secrets, |i| run(&mut Probe::new(i, plant)))
}

/// With function, file and line, if binutils are here.
fn describe(divergence: Divergence) -> String {
    let line = |ip: u64| {
        let base = base();
        let offset = format!("{:#x}", ip.wrapping_sub(base));
        let symbol = Command::new("addr2line")
            .arg("-Cfpe")
            .arg(env::current_exe().unwrap_or_default())
            .arg(&offset)
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
            .unwrap_or_default();
        format!("{offset} {symbol}")
    };
    format!(
        "{:?} at {}, after {}",
        divergence.kind,
        line(divergence.ip),
        line(divergence.previous)
    )
}

/// Where this program is loaded.
fn base() -> u64 {
    let exe = env::current_exe().unwrap_or_default();
    std::fs::read_to_string("/proc/self/maps")
        .unwrap_or_default()
        .lines()
        .find(|line| line.ends_with(&*exe.to_string_lossy()))
        .and_then(|line| u64::from_str_radix(line.split('-').next()?, 16).ok())
        .unwrap_or(0)
}
