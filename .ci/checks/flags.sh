#!/usr/bin/env bash
# Builds the library with the compiler flags that users pass, and runs known answers where this CPU can.
#
# Works in $CARGO_TARGET_DIR/flags (target/flags without that variable), which may be deleted at any time.
set -euo pipefail

checks=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$checks/../../target}
mkdir -p "$target/flags/program/src"
work=$(cd "$target/flags" && pwd)
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never

cat >"$work/program/Cargo.toml" <<END
[package]
name = "program"
edition = "2024"
[workspace]
[dependencies]
ed-fast = { path = "$checks/../../ed-fast" }
p256-fast = { path = "$checks/../../p256-fast", features = ["ecdh"] }
x25519-fast = { path = "$checks/../../x25519-fast", features = ["static_secrets"] }
END
cat >"$work/program/src/main.rs" <<END
include!("$checks/known_answers.rs");
known_answers!(check, p256_fast);
known_answers_25519!(check_25519, ed_fast, x25519_fast);
fn main() {
    check();
    check_25519();
}
END

# All the CPU features of the list $1 are there.
runs() {
    local feature
    for feature in $1; do
        grep -qw "$feature" /proc/cpuinfo || return 1
    done
}

# flags NEEDED-CPU-FEATURES RUSTFLAGS OPT-LEVEL
flags() {
    local command=run
    runs "$1" || command=build
    echo "--- $command with RUSTFLAGS=$2, opt-level $3"
    (
        cd "$work/program"
        RUSTFLAGS=$2 CARGO_PROFILE_RELEASE_OPT_LEVEL=$3 cargo "$command" --quiet --release
    )
}

v3="avx2 bmi1 bmi2 fma movbe"
v4="$v3 avx512f avx512bw avx512cd avx512dq avx512vl"
for level in 0 1 2 3 s z; do
    flags "" "" $level
done
if [ "$(uname -m)" = x86_64 ]; then
    flags "sse4_2 popcnt" "-Ctarget-cpu=x86-64-v2" 3
    flags "$v3" "-Ctarget-cpu=x86-64-v3" 3
    flags "$v4" "-Ctarget-cpu=x86-64-v4" 3
    flags "$v4 avx512ifma vaes gfni" "-Ctarget-cpu=znver4" 3
    flags "avx512f" "-Ctarget-feature=+avx512f" 3
    flags "avx512ifma" "-Ctarget-feature=+avx512ifma" 3
fi
flags "" "-Ctarget-cpu=native" 3
echo "every set of flags builds; known answers hold where they ran"
