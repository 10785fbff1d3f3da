//! Known answers for a host that can only call a function: it traps if one is wrong.

include!("../../checks/known_answers.rs");
known_answers!(run, p256_fast);
known_answers_25519!(run_25519, ed_fast, x25519_fast);

/// Returns only if all is well.
#[unsafe(no_mangle)]
pub extern "C" fn check() {
    run();
    run_25519();
}
