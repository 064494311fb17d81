#!/bin/bash
# SPDX-License-Identifier: MIT
# The two-file bundle as a stranger uses it: bundle.sh PYTHON COMPILER SOURCE_FOLDER FOLDER_WITH_THE_EXAMPLES_FILES.
# It is written twice with the same bytes, compiled without a warning and with no option but the language's, and runs
# example 01, whose only change is the include.
set -eu
python=$1 compiler=$2 source=$3 files=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" "$source/cmake/bundle.py" "$source" "$folder/one"
"$python" "$source/cmake/bundle.py" "$source" "$folder/two"
diff -r "$folder/one" "$folder/two" >/dev/null || { echo "two runs give different bytes"; exit 1; }
sed 's|<nopy/nopy.hpp>|"nopy.hpp"|' "$source/examples/01_load.cpp" >"$folder/one/main.cpp"
cd "$folder/one"
"$compiler" -std=c++20 -Wall -Wextra -Werror main.cpp nopy.cpp -o main
cp "$files/grid.npy" .
./main | diff "$source/examples/01_load.expected" -
