#!/usr/bin/env bash
# check-switched.sh tells a switched tree from one that only looks so.
set -euo pipefail

shims=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TERM_QUIET=true
passed=0 failed=0

# expect OUTCOME TREE PATCH WORDS: OUTCOME is "switched" or "refused", TREE a list of dependencies, PATCH the folder that
# p256 is patched with or "none", and WORDS what the script must say.
expect() {
    local outcome=$1 tree=$2 patch=$3 words=$4 said found=switched
    mkdir -p "$work/tree/src"
    : >"$work/tree/src/lib.rs"
    printf '[package]\nname = "tree"\nedition = "2024"\n[workspace]\n[dependencies]\n%s\n' "$tree" >"$work/tree/Cargo.toml"
    [ "$patch" = none ] || printf '[patch.crates-io]\np256 = { path = "%s" }\n' "$patch" >>"$work/tree/Cargo.toml"
    said=$(cd "$work/tree" && "$shims/check-switched.sh" 2>&1) || found=refused
    if [ "$found" = "$outcome" ] && grep -qF "$words" <<<"$said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'expected "%s" and "%s", was "%s":\n%s\n' "$outcome" "$words" "$found" "$said"
    fi
}

new='p256 = "0.14"' old='old = { package = "p256", version = "0.13" }'
both=$new$'\n'$old
# A shim with a number that cargo will not take for 0.14, and a p256 by path that is not ours.
mkdir -p "$work/late/src" "$work/foreign/src"
: >"$work/foreign/src/lib.rs"
printf '[package]\nname = "p256"\nversion = "0.14.0"\nedition = "2024"\n' >"$work/foreign/Cargo.toml"
cp "$work/foreign/src/lib.rs" "$work/late/src/"
sed 's/0\.14\.0/0.13.9/' "$work/foreign/Cargo.toml" >"$work/late/Cargo.toml"

expect refused "$new" none "comes from the registry"
# The lock file of the line above stays, as in a tree that is patched after its first build.
expect switched "$new" "$shims/p256" "p256 0.14.0 is p256-fast (local)"
expect switched "$both" "$shims/p256" "left alone: p256 0.13"
expect refused "$both" none "comes from the registry"
expect refused "$old" "$shims/p256" "the patch of p256 by 0.14.0 is unused"
expect refused "$new" "$work/late" "the patch of p256 by 0.13.9 is unused"
expect refused "$new" "$work/foreign" "does not depend on p256-fast"
expect refused 'cfg-if = "1"' none "no p256 of the line 0.14"

echo "check-switched: $passed passed, $failed failed"
[ "$failed" = 0 ]
