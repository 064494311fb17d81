#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds README's first program to what it says: run_readme.sh NOPY LIBRARY_FOLDER SOURCE_FOLDER. The lines of the first
# block behind the program are run as they stand, with this build as ./build; the next block is what they print.
set -eu
tool=$(realpath "$1") library=$(realpath "$2") source=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/here/build"
ln -s "$tool" "$folder/bin/nopy"
ln -s "$library" "$folder/here/build/lib"
ln -s "$source/include" "$source/examples" "$folder/here"
# Blocks are runs of lines that are indented by four; the program itself stands between fences.
block() {
  awk -v wanted="$1" '
    /^```/ { fenced = !fenced; next }
    fenced { next }
    /^    / { if (!inside) { ++count; inside = 1 } if (count == wanted) print substr($0, 5); next }
    { inside = 0 }' "$source/README.md"
}
cd "$folder/here"
export LC_ALL=C.UTF-8 PATH="$folder/bin:$PATH"
printed=$(bash -e -c "$(block 1)" 2>&1) || { echo "README's lines fail:"; echo "$printed"; exit 1; }
diff <(block 2) <(echo "$printed")
# The first program only reads: a linker that finds libraries in an archive asks for the rest where one writes.
links=$(block 1 | sed -n 's|examples/01_load.cpp|examples/02_edit.cpp|; s| && \./a\.out$||p')
[ -n "$links" ] || { echo "README has no compile line for examples/01_load.cpp"; exit 1; }
bash -e -c "$links" || { echo "README's compile line does not link a program that writes an archive"; exit 1; }
