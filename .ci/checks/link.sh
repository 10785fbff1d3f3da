#!/usr/bin/env bash
# Two versions of the library in one program and in one shared object, beside ring, whose symbols are C's: all of it links
# and works, without link-time optimisation, with thin and with fat. The shared object exports nothing of ours.
#
#   .ci/checks/link.sh [all]       all: beside aws-lc-rs too, which takes minutes to build
#
# Builds in $CARGO_TARGET_DIR/link (target/link without that variable), which may be deleted at any time.
set -euo pipefail

checks=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$checks/../.." && pwd)
target=${CARGO_TARGET_DIR:-$top/target}
mkdir -p "$target/link"
export CARGO_TARGET_DIR=$(cd "$target/link" && pwd)/target CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never
others='ring = "0.17"' uses='use ring as _;'
if [ "${1-}" = all ]; then
    others+=$'\naws-lc-rs = "1"' uses+=' use aws_lc_rs as _;'
fi

# The same source under another version, as two dependents of different age would bring it. Outside of this workspace: in a
# folder below, Cargo takes this one's version for both.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/old" "$work/program/src"
cp -r "$top/Cargo.toml" "$top/field" "$top/p256-fast" "$top/ed-fast" "$top/x25519-fast" "$work/old/"
sed -i 's/^version = ".*"/version = "0.0.1"/; s/^members = .*/members = ["field", "p256-fast", "ed-fast", "x25519-fast"]/; /^default-members/,/^]/d' "$work/old/Cargo.toml"
sed -i 's/version = "[^"]*", path = "\.\.\/field"/version = "=0.0.1", path = "..\/field"/' "$work"/old/{p256,ed,x25519}-fast/Cargo.toml

cat >"$work/program/Cargo.toml" <<END
[package]
name = "program"
edition = "2024"
[workspace]
[lib]
crate-type = ["cdylib", "rlib"]
[dependencies]
new = { package = "p256-fast", path = "$top/p256-fast", features = ["ecdh"] }
new_ed = { package = "ed-fast", path = "$top/ed-fast" }
new_x = { package = "x25519-fast", path = "$top/x25519-fast", features = ["static_secrets"] }
old = { package = "p256-fast", path = "$work/old/p256-fast", features = ["ecdh"] }
old_ed = { package = "ed-fast", path = "$work/old/ed-fast" }
old_x = { package = "x25519-fast", path = "$work/old/x25519-fast", features = ["static_secrets"] }
$others
END
cat >"$work/program/src/lib.rs" <<END
include!("$checks/known_answers.rs");
known_answers!(check_new, new);
known_answers!(check_old, old);
known_answers_25519!(check_new_25519, new_ed, new_x);
known_answers_25519!(check_old_25519, old_ed, old_x);
$uses

#[unsafe(no_mangle)]
pub extern "C" fn check() -> i32 {
    check_new();
    check_old();
    check_new_25519();
    check_old_25519();
    let random = ring::rand::SystemRandom::new();
    let p256 = &ring::signature::ECDSA_P256_SHA256_FIXED_SIGNING;
    ring::signature::EcdsaKeyPair::generate_pkcs8(p256, &random).unwrap();
    42
}
END
cat >"$work/program/src/main.rs" <<'END'
fn main() {
    assert_eq!(program::check(), 42);
}
END

cd "$work/program"
cargo tree --quiet --depth 1 --prefix none | grep -c '^p256-fast v' | grep -qx 2 || { echo "not two versions"; exit 1; }
for lto in off thin fat; do
    echo "--- lto = $lto"
    CARGO_PROFILE_RELEASE_LTO=$lto cargo run --quiet --release
    object=$CARGO_TARGET_DIR/release/libprogram.so
    python3 -c "import ctypes, sys; sys.exit(ctypes.CDLL('$object').check() != 42)"
    exported=$(nm --dynamic --defined-only --format=just-symbols "$object" | grep -vE '^(ring_core_|aws_lc_)' | sort)
    [ "$exported" = check ] || { echo "exported: $exported"; exit 1; }
done
echo "--- static"
RUSTFLAGS=-Ctarget-feature=+crt-static cargo run --quiet --release --bin program
echo "links and works in every case"
