#!/usr/bin/env bash
# The library builds where there is no C compiler, assembler, cmake or perl: no build script compiles anything. Rust itself
# links through `cc`, so this one links, and refuses everything else.
#
# Works in $CARGO_TARGET_DIR/no-c (target/no-c without that variable), which may be deleted at any time.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/no-c"
work=$(cd "$target/no-c" && pwd)
rm -rf "${work:?}/bin" "$work/target" "$work/asked"
mkdir -p "$work/bin"
for tool in cargo rustc; do
    ln -s "$(rustup which $tool 2>/dev/null || command -v $tool)" "$work/bin/$tool"
done
cat >"$work/bin/cc" <<END
#!/bin/bash
for argument; do
    case \$argument in
        -c | -S | -E | *.c | *.cc | *.cpp | *.s | *.S | *.asm)
            echo "asked to compile: \$*" >>"$work/asked"
            exit 1 ;;
    esac
done
exec $(command -v cc) "\$@"
END
chmod +x "$work/bin/cc"
for tool in c++ gcc clang as nasm yasm cmake make perl bindgen; do
    printf '#!/bin/bash\necho "asked for %s" >>"%s"\nexit 1\n' $tool "$work/asked" >"$work/bin/$tool"
    chmod +x "$work/bin/$tool"
done

# The control: a build script that compiles would be noticed.
! PATH=$work/bin cc -c nothing.c || { echo "the control compiled"; exit 1; }
[ -s "$work/asked" ]
rm "$work/asked"

env -i HOME="$HOME" PATH="$work/bin" ${CARGO_HOME:+CARGO_HOME="$CARGO_HOME"} CARGO_TARGET_DIR="$work/target" \
    CARGO_INCREMENTAL=0 cargo build --quiet -p p256-fast -p p384-fast -p p521-fast -p x25519-fast -p ed-fast -p hybrid-kem --all-features
[ ! -e "$work/asked" ] || { cat "$work/asked"; exit 1; }

scripts=$(git ls-files '*build.rs' 'field/**/*.[csS]' '*-fast/**/*.[csS]' 'hybrid-kem/**/*.[csS]')
[ -z "$scripts" ] || { echo "build scripts or foreign sources: $scripts"; exit 1; }
echo "no compiler but Rust's"
