#!/usr/bin/env bash
# The committed tables are what their generators write, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
for generator in *-fast/src/tables/generate.py; do
    cp "$generator" "$scratch"
    python3 "$scratch/generate.py"
    for table in "$(dirname "$generator")"/*.bin; do
        cmp "$table" "$scratch/$(basename "$table")"
        echo "$table: reproduced"
    done
done
