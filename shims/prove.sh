#!/usr/bin/env bash
# Takes published crates that depend on p256, p384, p521, x25519-dalek, ed25519-dalek or x-wing as they are, replaces these by shims/p256 and
# so on, checks that each tree really switched, and runs the crates' own tests. The tests of the replaced crates themselves run on the
# shims as well, unchanged.
#
#   shims/prove.sh [all]       all: five more crates
#
# Works in $CARGO_TARGET_DIR/prove (target/prove without that variable), which may be deleted at any time.
set -euo pipefail

shims=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$shims/../target}
mkdir -p "$target/prove"
work=$(cd "$target/prove" && pwd)
patches=()
for curve in p256 p384 p521 x25519-dalek ed25519-dalek x-wing; do
    patches+=(--config "patch.crates-io.$curve.path='$shims/$curve'")
done
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never CARGO_PROFILE_DEV_DEBUG=0
summary=() failed=0

# Copies the published package $1 of version $2 to $work/$1, by way of a crate that depends on it.
fetch() {
    local name=$1 version=$2 manifest
    mkdir -p "$work/fetch-$name/src"
    : >"$work/fetch-$name/src/lib.rs"
    cat >"$work/fetch-$name/Cargo.toml" <<-END
	[package]
	name = "fetch"
	edition = "2024"
	[workspace]
	[dependencies]
	$name = { version = "=$version", default-features = false }
	END
    manifest=$(cd "$work/fetch-$name" && cargo metadata --quiet --format-version 1 |
        grep -o "\"manifest_path\":\"[^\"]*/$name-$version/Cargo.toml\"")
    manifest=${manifest#*:\"}
    rm -rf "${work:?}/$name"
    cp -r "${manifest%/Cargo.toml\"}" "$work/$name"
    chmod -R u+w "$work/$name"
    # The copy may lie inside our workspace, but is not of it.
    printf '\n[workspace]\n' >>"$work/$name/Cargo.toml"
}

# run_tests FOLDER CURVES PATTERN [CARGO TEST OPTIONS]: the tree has switched to our CURVES, tests must pass, one named like
# PATTERN among them.
run_tests() {
    local folder=$1 pattern=$3 log=$work/$1.log status=0 passed curves
    read -ra curves <<<"$2"
    curves=("${curves[@]/%/@0.14}")
    curves=("${curves[@]/dalek@0.14/dalek@3}")
    curves=("${curves[@]/x-wing@0.14/x-wing@0.1}")
    shift 3
    cd "$work/$folder"
    {
        "$shims/check-switched.sh" "${curves[@]}" -- "${patches[@]}" &&
            cargo test --no-fail-fast "${patches[@]}" "$@"
    } >"$log" 2>&1 || status=$?
    grep -vE '^ +(Compiling|Downloaded|Downloading|Adding|Locking|Updating) |^test .* ok$|^$|^running ' "$log" || true
    passed=$(awk '/^test result: / { for (i = 3; i <= NF; i++) if ($i ~ /^passed/) n += $(i - 1) } END { print n + 0 }' "$log")
    if [ "$status" = 0 ] && grep -qE "^test .*($pattern).* \.\.\. ok" "$log"; then
        summary+=("ok      $folder: $passed passed")
    else
        [ "$status" != 0 ] || echo "No test that passed is named like '$pattern'."
        summary+=("FAILED  $folder: $passed passed, then see above")
        failed=1
    fi
}

# prove NAME VERSION CURVES PATTERN [CARGO TEST OPTIONS]
prove() {
    printf '\n== %s %s\n' "$1" "$2"
    fetch "$1" "$2"
    run_tests "$1" "${@:3}"
}

# prove_own CURVE VERSION DEPENDENCIES: the tests/*.rs of p256 and so on look at its features, so the crate that runs them forwards
# every one, and cargo refuses what the shim lacks.
prove_own() {
    local curve=$1 version=$2 feature
    printf '\n== %s %s, its tests/*.rs\n' "$curve" "$version"
    fetch "$curve" "$version"
    rm -rf "${work:?}/$curve-tests"
    mkdir -p "$work/$curve-tests/src"
    : >"$work/$curve-tests/src/lib.rs"
    cp -r "$work/$curve/tests" "$work/$curve-tests/"
    cat >"$work/$curve-tests/Cargo.toml" <<-END
	[package]
	name = "$curve-tests"
	edition = "2024"
	[workspace]
	[dependencies]
	$curve = { version = "=$version", default-features = false }
	$3
	[features]
	default = []
	END
    for feature in $(features_of "$curve"); do
        echo "$feature = [\"$curve/$feature\"]" >>"$work/$curve-tests/Cargo.toml"
    done
    # The vectors that the packages leave out, and without them not the tests that read them.
    if [ -n "${CURVE_VECTORS-}" ]; then
        cp "$CURVE_VECTORS/eddsa/ed25519-sign.input" "$work/$curve-tests/TESTVECTORS"
        cp "$CURVE_VECTORS/cctv/ed25519vectors.json" "$work/$curve-tests/VALIDATIONVECTORS"
        run_tests "$curve-tests" "$curve" '' --all-features
    else
        run_tests "$curve-tests" "$curve" '' --all-features -- --skip against_reference_implementation --skip validation_criteria
    fi
}

# The features of $work/$1 but "default", with the implicit ones.
features_of() {
    (cd "$work/$1" && cargo metadata --quiet --no-deps --format-version 1) | grep -o '"features":{[^}]*}' |
        grep -oE '"[a-z0-9_-]+":\[' | tr -d '":[' | grep -vx default
}

nist='elliptic-curve = "0.14"
[dev-dependencies]
hex-literal = "1"
primeorder = { version = "0.14", features = ["dev"] }
proptest = "1"'
for curve in p256 p384 p521; do
    prove_own $curve 0.14.0 "$nist"
done

# What these tests take from curve25519-dalek, of our types.
mkdir -p "$work/group/src"
cat >"$work/group/Cargo.toml" <<END
[package]
name = "curve25519-dalek"
version = "5.0.0"
edition = "2024"
[workspace]
[dependencies]
digest = "0.11"
ed-fast = { path = "$shims/../ed-fast", features = ["digest", "rand_core"] }
END
cat >"$work/group/src/lib.rs" <<END
pub use digest;
pub use ed_fast::{constants, edwards, edwards::EdwardsPoint, montgomery, montgomery::MontgomeryPoint, scalar, scalar::Scalar, traits};
END
dalek='[dev-dependencies]
curve25519-dalek = { path = "../group" }
ed25519 = "3"
getrandom = { version = "0.4", features = ["sys_rng"] }
hex = "0.4"
hex-literal = "1"
postcard = { version = "1", features = ["alloc"] }
rand_core = "0.10"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
sha2 = "0.11"
toml = "0.9"'
prove_own x25519-dalek 3.0.0 "$dalek"
prove_own ed25519-dalek 3.0.0 "$dalek
x25519-dalek = { version = \"3\", features = [\"static_secrets\"] }"
prove_own x-wing 0.1.1 '[dev-dependencies]
getrandom = { version = "0.4", features = ["sys_rng"] }
hex = { version = "0.4", features = ["serde"] }
rand_core = "0.10"
serde = { version = "1", features = ["derive"] }
serde_json = "1"'
prove jsonwebtoken 12.0.0 'p256 p384' 'ecdsa::' --no-default-features --features rust_crypto,use_pem
# Among its defaults are X25519 and the post-quantum ones.
prove hpke 0.15.1 'p256 p384 p521 x25519-dalek x-wing' 'p521' --features nistp,aes
prove ssh-key 0.7.0-rc.12 'p256 p384 p521' 'p521' --all-features
if [ "${1-}" = all ]; then
    prove pakery-crypto 0.6.2 p256 'p256' --all-features
    prove vsss-rs 6.0.1 p256 'p256'
    prove dhkem 0.1.1 'p256 p384 p521 x25519-dalek' 'p256' --all-features
    # What these two publish of their tests and does not need a crate that they do not publish.
    prove x509-cert 0.3.0 p256 'builder' --features builder,hazmat --doc
    prove libp2p-identity 0.3.1 p256 'ecdsa' --features ecdsa,rand,peerid --lib -- --skip keypair_from_protobuf_encoding
fi

printf '\n== shims/prove.sh\n'
printf '%s\n' "${summary[@]}"
exit $failed
