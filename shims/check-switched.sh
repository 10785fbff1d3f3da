#!/usr/bin/env bash
# Fails unless the cargo workspace in the current folder really builds with our crates. A patch that cargo does not use
# is only a warning to cargo, and the tree quietly keeps the original.
#
#   check-switched.sh [NAME@LINE ...] [-- CARGO OPTIONS]
#
# NAME@LINE is a replaced crate and the line of versions that we stand in for; without one: p256@0.14. Versions of other
# lines may be in the same tree: they are reported and left alone. The options are those that the tree is built with,
# for example --config 'patch.crates-io.p256.path="…/shims/p256"'.
set -euo pipefail

crates=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    crates+=("$1")
    shift
done
[ $# -eq 0 ] || shift
[ ${#crates[@]} -gt 0 ] || crates=(p256@0.14)

# Resolves as a build would, so that the lock file says what a build will take.
cargo metadata --format-version 1 "$@" >/dev/null
lock=$(dirname "$(cargo locate-project --workspace --message-format plain)")/Cargo.lock

# Our crate that stands in for crate $1.
ours() {
    case $1 in
        ed25519-dalek) echo ed-fast ;;
        x-wing) echo hybrid-kem ;;
        *) echo "${1%-dalek}-fast" ;;
    esac
}

# One line per lock entry of crate $1: kind, version, source or "local", whether it depends on our crate $2.
entries() {
    awk -v name="$1" -v ours="$2" '
        function flush() {
            if (found) print kind, version, source, fast
            found = 0; source = "local"; fast = "no"
        }
        /^\[\[/                           { flush(); kind = ($0 == "[[patch.unused]]") ? "unused" : "used" }
        $1 == "name" && $3 == "\"" name "\"" { found = 1 }
        $1 == "version" && found          { gsub(/"/, "", $3); version = $3 }
        $1 == "source"                    { gsub(/"/, "", $3); source = $3 }
        $1 ~ "^\"" ours "\"?,?$"          { fast = "yes" }
        END                               { flush() }
    ' "$lock"
}

status=0
for crate in "${crates[@]}"; do
    name=${crate%@*} line=${crate#*@} fast_name=$(ours "${crate%@*}") switched=0 wrong=0
    while read -r kind version source fast; do
        case $kind:$source:$version in
            unused:*)
                echo "NOT SWITCHED: the patch of $name by $version is unused; 'cargo update -p $name' may help"
                wrong=1 ;;
            used:registry*:"$line" | used:registry*:"$line".*)
                echo "NOT SWITCHED: $name $version comes from the registry"
                wrong=1 ;;
            used:*:"$line" | used:*:"$line".*)
                if [ "$fast" = yes ]; then
                    echo "switched: $name $version is $fast_name ($source)"
                    switched=1
                else
                    echo "NOT SWITCHED: $name $version ($source) does not depend on $fast_name"
                    wrong=1
                fi ;;
            *)
                echo "left alone: $name $version is not of the line $line" ;;
        esac
    done < <(entries "$name" "$fast_name")
    [ $((switched + wrong)) -gt 0 ] || echo "NOT SWITCHED: no $name of the line $line in $lock"
    [ "$switched$wrong" = 10 ] || status=1
done
exit $status
