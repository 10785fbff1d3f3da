# Sourced by run and full: the frame around the stages, and what both run in it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never DEBIAN_FRONTEND=noninteractive
# One folder for each compiler, or each would build all dependencies again.
ci_target=${CARGO_TARGET_DIR:-$PWD/target}/ci
mkdir -p "$ci_target"
export CARGO_TARGET_DIR=$ci_target/native

report=() passed=0 failed=0

# Processor seconds of all commands so far: unlike the clock's they do not depend on what else the machine does.
processor() {
    times >"$ci_target/times"
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%d", s }' "$ci_target/times"
}

# stage TITLE COMMAND: runs the command in a subshell that ends at its first error; later stages run in any case.
# CI_ONLY: a pattern of the titles to run.
stage() {
    [[ $1 =~ ${CI_ONLY:-.} ]] || return 0
    local title=$1 start=$SECONDS status=0 result=ok cpu
    shift
    processor >"$ci_target/before"
    printf '\n=== %s\n' "$title"
    set +e
    (
        set -e
        "$@"
    )
    status=$?
    set -e
    if [ $status = 0 ]; then
        passed=$((passed + 1))
    else
        result="FAILED ($status)"
        failed=$((failed + 1))
    fi
    processor >"$ci_target/after"
    cpu=$(($(cat "$ci_target/after") - $(cat "$ci_target/before")))
    report+=("$(printf '%5d s %5d s cpu  %-10s  %s' $((SECONDS - start)) $cpu "$result" "$title")")
    echo "--- $title: $result, $((SECONDS - start)) s ($cpu s of processor time)"
}

summary() {
    printf '\n=== summary, %d s in all\n' "$SECONDS"
    printf '%s\n' "${report[@]}"
    echo "stages: $passed passed, $failed failed"
    [ $failed = 0 ]
}

# Debian packages, if any is missing.
install() {
    local architecture
    for architecture in $(printf '%s\n' "$@" | sed -n 's/.*://p' | sort -u); do
        dpkg --print-foreign-architectures | grep -qx "$architecture" || dpkg --add-architecture "$architecture"
    done
    dpkg-query --show "$@" >/dev/null 2>&1 || {
        apt-get -qq update
        apt-get -qq install -y --no-install-recommends "$@" >/dev/null
    }
    dpkg-query --show "$@"
}

# The backends that exist and that this CPU can run.
backends() {
    local backend
    echo portable
    for backend in adx ifma; do
        [ -n "$(find field/src/arch -name "$backend*")" ] || continue
        case $backend in
            adx) grep -qw bmi2 /proc/cpuinfo && grep -qw adx /proc/cpuinfo || continue ;;
            ifma) grep -qw avx512vl /proc/cpuinfo && grep -qw avx512ifma /proc/cpuinfo || continue ;;
        esac
        echo "$backend"
    done
}

# with_backend BACKEND COMMAND: as with RUSTFLAGS='--cfg field_backend="BACKEND"', but only for the workspace's own crates,
# so that the dependencies are built once for all backends.
with_backend() {
    local wrapper=$ci_target/rustc-$1
    printf '#!/bin/sh\nexec "$@" --cfg %s\n' "'field_backend=\"$1\"'" >"$wrapper"
    chmod +x "$wrapper"
    RUSTC_WORKSPACE_WRAPPER=$wrapper "${@:2}"
}

# The vectors that do not belong to the project, where they are.
if [ -d ../shared/vectors ]; then
    CURVE_VECTORS=$(cd ../shared/vectors && pwd)
    export CURVE_VECTORS
fi
export REQUIRE_OPENSSL=1

# Tests of the libraries on this machine.
tests() {
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --all-features --no-fail-fast --status-level slow --final-status-level fail "$@"
    else
        cargo test --all-features --lib --bins --tests --no-fail-fast "$@"
    fi
    # Without `legacy_compatibility`, which takes signatures that are refused otherwise.
    cargo test -p ed-fast --features alloc,batch,digest,fast,hazmat,pem,pkcs8,rand_core,serde,zeroize --tests "$@"
}

# on_target TARGET cargo SUBCOMMAND OPTIONS: with Debian's compiler, since a standard library for TARGET comes with it, or
# its sources do.
on_target() {
    local target=$1
    shift
    export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$ci_target/debian
    # Static: i686 runs on the x86-64 kernel itself and would find no libraries; under qemu the packaged C library for aarch64
    # loops for ever in pthread_create when it is loaded dynamically.
    local triple=${target//-/_} linker runner
    case $target in
        aarch64-*) linker=aarch64-linux-gnu-gcc runner=qemu-aarch64 ;;
        armv7-*) linker=arm-linux-gnueabihf-gcc runner=qemu-arm ;;
        s390x-*) linker=s390x-linux-gnu-gcc runner=qemu-s390x ;;
        i686-*) linker=i686-linux-gnu-gcc runner= ;;
        *) linker= runner= ;;
    esac
    triple=CARGO_TARGET_${triple^^}
    if [ -n "$linker" ]; then
        export "${triple}_LINKER=$linker" "${triple}_RUSTFLAGS=-Ctarget-feature=+crt-static" \
            "${triple}_RUSTDOCFLAGS=-Ctarget-feature=+crt-static"
        [ -z "$runner" ] || export "${triple}_RUNNER=$runner"
    fi
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(env -u RUSTC rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
    "$1" "$2" --target "$target" "${@:3}"
}

# tests_on TARGET [OPTIONS]: tests of the library crates; with a standard library from its sources unless TARGET has one.
tests_on() {
    local build_std=-Zbuild-std
    [ "$1" != aarch64-unknown-linux-gnu ] || build_std=
    on_target "$1" cargo test -p p256-fast -p p384-fast -p p521-fast -p x25519-fast -p ed-fast -p hybrid-kem --all-features --no-fail-fast $build_std "${@:2}"
    # Not the proofs, which say the same on every machine and would take minutes here.
    on_target "$1" cargo test -p field-fast --all-features --lib --no-fail-fast $build_std "${@:2}" -- \
        --skip arch::portable::tests --skip arch::radix51::tests --skip arch::radix56::tests --skip arch::radix58::tests
}

# All that needs no operating system, on a machine that has none: without and with an allocator.
no_std() {
    local features=arithmetic,ecdh,ecdsa,group-digest,hash2curve,oprf,pkcs8,precomputed-tables
    on_target thumbv7em-none-eabi cargo build --release -p p256-fast -p p384-fast -p p521-fast --no-default-features --features "$features" -Zbuild-std=core
    on_target thumbv7em-none-eabi cargo build --release -p x25519-fast -p ed-fast --no-default-features \
        --features ed-fast/digest,ed-fast/fast,ed-fast/hazmat,ed-fast/pkcs8,ed-fast/rand_core,ed-fast/serde,ed-fast/zeroize,x25519-fast/precomputed-tables,x25519-fast/serde,x25519-fast/static_secrets,x25519-fast/zeroize \
        -Zbuild-std=core
    on_target thumbv7em-none-eabi cargo build --release -p hybrid-kem --no-default-features --features hazmat,p256,p384,zeroize -Zbuild-std=core
    # serdect asks for an allocator.
    features+=,alloc,pem,serde
    on_target thumbv7em-none-eabi cargo build --release -p p256-fast -p p384-fast -p p521-fast --no-default-features --features "$features" -Zbuild-std=core,alloc
}
