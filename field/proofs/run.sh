#!/usr/bin/env bash
# Builds the kernels as a library, reads its machine code, proves each kernel for all inputs and refuses planted bugs.
# usage: run.sh [--all-mutants]     (see README.md)
set -euo pipefail
cd "$(dirname "$0")"

if [ "$(uname -m)" != x86_64 ]; then
    echo "skipped: the kernels are for x86-64"
    exit 0
fi

target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")/proofs
python=python3
if ! $python -c 'import capstone, z3' 2>/dev/null; then
    python=$target/python/bin/python
    [ -x "$python" ] || python3 -m venv "$target/python"
    "$python" -c 'import capstone, z3' 2>/dev/null || "$python" -m pip install --quiet -r requirements.txt
fi

# The wrappers around the kernels must be plain moves.
RUSTFLAGS="-C no-vectorize-slp" cargo build --release --quiet --manifest-path kernels/Cargo.toml --target-dir "$target"
export PYTHONDONTWRITEBYTECODE=1
exec "$python" prove.py "$target/release/libproved_kernels.so" "$@"
