#!/bin/bash
# SPDX-License-Identifier: MIT
# Each file of a release is started once: release.sh FOLDER SOURCE_FOLDER. The static tool runs in a folder with nothing else in it. What can not be
# started here is named.
set -eu
release=$(realpath "$1") source=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "release: $*"; exit 1; }
cd "$release"
sha256sum --quiet --check SHA256SUMS
[ "$(find . -type f | wc -l)" = $(($(wc -l <SHA256SUMS) + 1)) ] || fail "SHA256SUMS is not the list of the files"
grep -q '^## ' CHANGES.md || fail "CHANGES.md has no section"
tar -tzf nopy-*.tar.gz | grep -q '/CMakeLists.txt$' || fail "the archive has no sources"

# The static tool: no interpreter, no library, in an empty root.
tool=$(ls nopy-linux-*)
readelf -lW "$tool" | grep -q INTERP && fail "$tool asks for an interpreter"
readelf -dW "$tool" | grep -q NEEDED && fail "$tool asks for libraries"
mkdir "$folder/empty"
cp "$tool" "$folder/empty/nopy"
printf '1,2,3\n4,5,6\n' | "./$tool" convert --from csv --dtype int64 - "$folder/empty/grid.npy"
"./$tool" pack --deflate "$folder/empty/run.npz" "$folder/empty/grid.npy"
in_empty() { if [ "$(id -u)" = 0 ]; then chroot "$folder/empty" "$@"; else unshare --map-root-user --root="$folder/empty" "$@"; fi; }
if in_empty /nopy --version >"$folder/said" 2>&1; then
  in_empty /nopy ls grid.npy run.npz >"$folder/said"
  [ "$(grep -c 'int64' "$folder/said")" -ge 2 ] || fail "in an empty root: $(cat "$folder/said")"
  in_empty /nopy check --strict run.npz >/dev/null
  in_empty /nopy stats run.npz >/dev/null
else
  echo "not started in an empty root, which this user may not make: $tool"
fi

# The tool for Windows: of other files it asks for Windows' own alone, and reads what the static tool wrote.
if [ -f nopy.exe ]; then
  asked=$(x86_64-w64-mingw32-objdump -p nopy.exe | sed -n 's/.*DLL Name: //p' | grep -vixE '(kernel32|msvcrt|advapi32|user32|shell32)\.dll') &&
    fail "nopy.exe asks for $asked"
  "$source/cmake/toolchains/wine.sh" "$folder/wine" wineboot --init >"$folder/said" 2>&1
  "$source/cmake/toolchains/wine.sh" "$folder/wine" nopy.exe ls "$folder/empty/run.npz" >"$folder/said" 2>&1 || true
  grep -q 'int64' "$folder/said" || fail "nopy.exe: $(cat "$folder/said")"
fi

"$source/tests/install/packages.sh" "$release" "$source" g++ /usr/bin/python3

# Example 01 on the two files.
sed 's|<nopy/nopy.hpp>|"nopy.hpp"|' "$source/examples/01_load.cpp" >"$folder/main.cpp"
cp nopy.hpp nopy.cpp "$folder"
(cd "$folder" && g++ -std=c++20 main.cpp nopy.cpp -o main && printf '1,2,3\n4,5,6\n' | "$release/$tool" convert --from csv --dtype float64 --order F - grid.npy &&
  ./main | diff "$source/examples/01_load.expected" -) || fail "the two-file bundle"

if [ -f nopy-view.html ]; then
  if command -v chromium >/dev/null; then
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/browser" --virtual-time-budget=5000 --dump-dom "file://$release/nopy-view.html" \
      >"$folder/page" 2>/dev/null
    grep -qi 'drop\|open' "$folder/page" || fail "nopy-view.html shows: $(head -c 300 "$folder/page")"
  else
    echo "not opened, chromium is not installed: nopy-view.html"
  fi
fi
