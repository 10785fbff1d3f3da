#!/usr/bin/env bash
# Takes published crates that depend on p256 as they are, replaces p256 by shims/p256, checks that each tree really
# switched, and runs the crates' own tests. The tests of p256 itself run on the shim as well, unchanged.
#
#   shims/prove.sh [all]       all: five more crates
#
# Works in $CARGO_TARGET_DIR/prove (target/prove without that variable), which may be deleted at any time.
set -euo pipefail

shims=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$shims/../target}
mkdir -p "$target/prove"
work=$(cd "$target/prove" && pwd)
patch="patch.crates-io.p256.path='$shims/p256'"
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

# run_tests FOLDER PATTERN [CARGO TEST OPTIONS]: tests must pass, one named like PATTERN among them.
run_tests() {
    local folder=$1 pattern=$2 log=$work/$1.log status=0 passed
    shift 2
    cd "$work/$folder"
    {
        "$shims/check-switched.sh" p256@0.14 -- --config "$patch" &&
            cargo test --no-fail-fast --config "$patch" "$@"
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

# prove NAME VERSION PATTERN [CARGO TEST OPTIONS]
prove() {
    printf '\n== %s %s\n' "$1" "$2"
    fetch "$1" "$2"
    run_tests "$1" "${@:3}"
}

# p256's own tests/*.rs look at p256's features, so the crate that runs them forwards every one, and cargo refuses
# what the shim lacks.
prove_p256() {
    local version=$1 feature
    printf '\n== p256 %s, its tests/*.rs\n' "$version"
    fetch p256 "$version"
    rm -rf "$work/p256-tests"
    mkdir -p "$work/p256-tests/src"
    : >"$work/p256-tests/src/lib.rs"
    cp -r "$work/p256/tests" "$work/p256-tests/"
    cat >"$work/p256-tests/Cargo.toml" <<-END
	[package]
	name = "p256-tests"
	edition = "2024"
	[workspace]
	[dependencies]
	p256 = { version = "=$version", default-features = false }
	elliptic-curve = "0.14"
	[dev-dependencies]
	hex-literal = "1"
	primeorder = { version = "0.14", features = ["dev"] }
	proptest = "1"
	[features]
	default = []
	END
    for feature in $(features_of p256); do
        echo "$feature = [\"p256/$feature\"]" >>"$work/p256-tests/Cargo.toml"
    done
    run_tests p256-tests '' --all-features
}

# The features of $work/$1 but "default", with the implicit ones.
features_of() {
    (cd "$work/$1" && cargo metadata --quiet --no-deps --format-version 1) | grep -o '"features":{[^}]*}' |
        grep -oE '"[a-z0-9_-]+":\[' | tr -d '":[' | grep -vx default
}

prove_p256 0.14.0
prove jsonwebtoken 12.0.0 'ecdsa::' --no-default-features --features rust_crypto,use_pem
prove hpke 0.15.1 'p256' --features nistp,aes
if [ "${1-}" = all ]; then
    prove ssh-key 0.7.0-rc.12 'p256' --all-features
    prove pakery-crypto 0.6.2 'p256' --all-features
    prove vsss-rs 6.0.1 'p256'
    # What these two publish of their tests and does not need a crate that they do not publish.
    prove x509-cert 0.3.0 'builder' --features builder,hazmat --doc
    prove libp2p-identity 0.3.1 'ecdsa' --features ecdsa,rand,peerid --lib -- --skip keypair_from_protobuf_encoding
fi

printf '\n== shims/prove.sh\n'
printf '%s\n' "${summary[@]}"
exit $failed
