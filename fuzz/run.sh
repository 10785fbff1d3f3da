#!/usr/bin/env bash
# Fuzzes each target, with the ordinary toolchain: the coverage that libFuzzer asks for is a flag of LLVM's.
#   fuzz/run.sh [SECONDS] [TARGETS]      30 seconds each, all of them
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-30}
[ $# -gt 1 ] && targets=("${@:2}") || targets=(decode verify arithmetic hash_to_curve curve25519 hybrid)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../target}/fuzz
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# The target is named so that build scripts and macros are built without these flags.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo build --quiet --release --target "$host"
for target in "${targets[@]}"; do
    echo "--- $target"
    corpus=$CARGO_TARGET_DIR/corpus/$target
    mkdir -p "$corpus"
    log=$CARGO_TARGET_DIR/$target.log
    "$CARGO_TARGET_DIR/$host/release/$target" -max_total_time="$seconds" -max_len=512 -print_final_stats=1 \
        -artifact_prefix="$CARGO_TARGET_DIR/" "$corpus" >"$log" 2>&1 || {
        tail -40 "$log"
        exit 1
    }
    grep number_of_executed "$log"
done
