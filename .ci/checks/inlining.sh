#!/usr/bin/env bash
# Intrinsics are instructions only where they are inlined: elsewhere each is a call through memory, a hundred times slower.
# And what is inlined too often makes the code grow: the size of the crates' code in a program that uses all of it has a limit.
set -euo pipefail
cd "$(dirname "$0")/../.."

limit=600000
program=${CARGO_TARGET_DIR:-target}/release/examples/compare
cargo build --quiet --release -p p256-fast --example compare

code=$(objdump -d --no-show-raw-insn "$program")
# Callers of functions that are single intrinsics: CPUID and XGETBV are asked once, out of line.
calls=$(awk '/^[0-9a-f]+ <.*>:$/ { caller = $2 } /call.*core_arch/ && !/xgetbv|cpuid/ { print caller, $NF }' <<<"$code")
[ -z "$calls" ] || {
    printf 'calls of intrinsics:\n%s\n' "$calls"
    exit 1
}
[ "$(uname -m)" != x86_64 ] || grep -q vpmadd52luq <<<"$code" || {
    echo "no vector products in the program"
    exit 1
}

size=0
for bytes in $(nm --print-size "$program" | awk '$3 ~ /[tT]/ && /field_fast|p256_fast/ { print $2 }'); do
    size=$((size + 16#$bytes))
done
echo "code of the crates: $size bytes"
[ "$size" -gt 0 ] && [ "$size" -le $limit ]
