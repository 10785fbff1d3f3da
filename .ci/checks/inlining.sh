#!/usr/bin/env bash
# Intrinsics are instructions only where they are inlined: elsewhere each is a call through memory, a hundred times slower.
# And what is inlined too often makes the code grow: the size of a crate's code in a program that uses all of it has a limit.
set -euo pipefail
cd "$(dirname "$0")/../.."

# check CRATE BENCH LIMIT: the benchmark of that crate, which uses everything.
check() {
    local program code calls bytes size=0
    program=$(cargo bench --quiet -p "$1-fast" --bench "$2" --no-run --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
    code=$(objdump -d --no-show-raw-insn "$program")
    # Callers of functions that are single intrinsics: CPUID and XGETBV are asked once, out of line.
    calls=$(awk '/^[0-9a-f]+ <.*>:$/ { caller = $2 } /call.*core_arch/ && !/xgetbv|cpuid/ { print caller, $NF }' <<<"$code")
    [ -z "$calls" ] || {
        printf '%s: calls of intrinsics:\n%s\n' "$1" "$calls"
        return 1
    }
    [ "$(uname -m)" != x86_64 ] || grep -q vpmadd52luq <<<"$code" || {
        echo "$1: no vector products in the program"
        return 1
    }
    for bytes in $(nm --print-size "$program" | awk -v crate="$1_fast" '$3 ~ /[tT]/ && ($4 ~ /field_fast/ || $4 ~ crate) { print $2 }'); do
        size=$((size + 16#$bytes))
    done
    echo "$1: $size bytes of the crates' code"
    [ "$size" -gt 0 ] && [ "$size" -le "$3" ]
}
check p256 p256 720000
check p384 p384 800000
check p521 p521 860000
check x25519 x25519 90000
check ed ed25519 220000

# The VEX form of the 52-bit products, which is behind `field_backend="avxifma"`, and is run nowhere yet: its products are inlined and have
# that encoding, as has all else.
check_vex() {
    [ "$(uname -m)" = x86_64 ] || return 0
    local wrapper program code
    wrapper=$(mktemp)
    printf '#!/bin/sh\nexec "$@" --cfg %s\n' "'field_backend=\"avxifma\"'" >"$wrapper"
    chmod +x "$wrapper"
    program=$(RUSTC_WORKSPACE_WRAPPER=$wrapper cargo bench --quiet -p x25519-fast --bench x25519 --no-run --message-format json |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
    rm "$wrapper"
    code=$(objdump -d --no-show-raw-insn "$program" | awk '/^[0-9a-f]+ <.*>:$/ { ours = /field_fast/ } ours')
    grep -q '{vex} vpmadd52luq' <<<"$code" || { echo "no VEX products"; return 1; }
    ! grep -E 'zmm|%k[0-7]|[xy]mm(1[6-9]|2[0-9]|3[01])|^[^{]*vpmadd52|call.*core_arch' <<<"$code" | grep -v 'xgetbv\|cpuid' || {
        echo "these are not for a CPU without AVX-512, or are calls"
        return 1
    }
    echo "VEX: $(grep -c '{vex} vpmadd52' <<<"$code") products"
}
check_vex
