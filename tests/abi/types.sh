#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds the types of what libnopy exports against those of the release, by libabigail: types.sh COMPILER PYTHON INCLUDE_FOLDER; with --write behind them
# those of today are written down. A list of symbols does not see that a struct got a member, or that a function of C takes another type.
set -eu
compiler=$1 python=$2 include=$(realpath "$3")
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" "$here/type_variables.py" "$here/exported.txt" "$include" >"$folder/types.cpp"
(cd "$folder" && "$compiler" -std=c++20 -g -O0 -femit-class-debug-always -fPIC -shared -I"$include" types.cpp -o types.so)
if [ "${4:-}" = --write ]; then
  abidw --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed --no-parameter-names "$folder/types.so" | gzip -9n >"$here/types.abi.gz"
  exit
fi
gzip -dc "$here/types.abi.gz" >"$folder/types.abi"
abidiff --no-show-locs --suppressions "$here/types.suppressions" --no-added-syms "$folder/types.abi" "$folder/types.so" >"$folder/said" && exit
head -60 "$folder/said"
echo "Programs that are linked with libnopy.so take these types for what they were. A change needs a new minor version (CONTRIBUTING, \"A release, and what stays\");"
echo "then: tests/abi/types.sh $compiler $python $include --write"
exit 1
