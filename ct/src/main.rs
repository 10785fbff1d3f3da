//! Constant-time checks of the curve crates on the compiled binary: see `checks.rs`. x86-64 Linux only; elsewhere it says so.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod checks;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    checks::run()
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() -> std::process::ExitCode {
    eprintln!("The checks are for x86-64 Linux.");
    std::process::ExitCode::FAILURE
}
