#!/bin/bash
# SPDX-License-Identifier: MIT
# The Debian packages, unpacked and used: packages.sh FOLDER_OF_PACKAGES SOURCE_FOLDER COMPILER PYTHON. Nothing is installed on this machine: all four
# are unpacked below one folder, strangers' programs are built against it in each way, the tool and the module run from it.
set -eu
packages=$(realpath "$1") source=$2 compiler=$3 python=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root
fail() { echo "packages: $*"; exit 1; }

shopt -s nullglob
for name in 'libnopy[0-9]*' libnopy-dev nopy python3-nopy; do
  # shellcheck disable=SC2206
  found=("$packages"/$name'_'*.deb)
  [ ${#found[@]} = 1 ] || fail "${#found[@]} files are $name, not 1"
  dpkg-deb -x "${found[0]}" "$root"
  dpkg-deb -f "${found[0]}" Depends >"$folder/depends"
  case $name in
    libnopy-dev) wanted="libnopy[0-9.]* (= .*libdeflate-dev" ;;
    python3-nopy) wanted="python3-numpy.*libc6" ;;
    *) wanted="libc6.*libdeflate0.*libstdc++6" ;;
  esac
  grep -q "$wanted" "$folder/depends" || fail "$name depends on: $(cat "$folder/depends")"
  owner=$(dpkg-deb -c "${found[0]}" | awk '{print $2}' | sort -u)
  [ "$owner" = root/root ] || fail "$name: files of $owner"
  for file in copyright changelog.Debian.gz; do
    [ -s "$root/usr/share/doc/$(dpkg-deb -f "${found[0]}" Package)/$file" ] || fail "$name has no $file"
  done
done
libraries=$(dirname "$(find "$root/usr/lib" -name libnopy.so)")
export LD_LIBRARY_PATH=$libraries

run_consumer() {
  local said
  said=$(cd "$1" && ./consumer)
  [ "$said" = "0 1 2 3 4 5 " ] || fail "$2 printed: $said"
  if ldd "$1/consumer" | grep -q "$libraries/libnopy.so"; then said=shared; else said=static; fi
  [ "$said" = "$3" ] || fail "$2 is linked $said, not $3"
}
cp -r "$source"/tests/install/packages/* "$source/tests/install/find_package/main.cpp" "$folder"
cmake -S "$folder" -B "$folder/build" -DCMAKE_PREFIX_PATH="$root/usr" -DCMAKE_CXX_COMPILER="$compiler" >"$folder/log" 2>&1 &&
  cmake --build "$folder/build" >"$folder/log" 2>&1 || { tail -20 "$folder/log"; fail "find_package"; }
for kind in static shared unsaid; do
  run_consumer "$folder/build/$kind" "find_package $kind" "${kind/unsaid/shared}"
done
mkdir "$folder/pc"
flags=$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --define-variable=prefix="$root/usr" --cflags --libs nopy)
# shellcheck disable=SC2086
"$compiler" -std=c++20 "$folder/main.cpp" $flags -o "$folder/pc/consumer"
run_consumer "$folder/pc" pkg-config shared

cd "$folder"
"$root/usr/bin/nopy" --version | grep -q '+libdeflate' || fail "the tool lacks what it was built with"
printf '1,2,3\n4,5,6\n' | "$root/usr/bin/nopy" convert --from csv --dtype int64 - grid.npy
"$root/usr/bin/nopy" pack run.npz grid.npy
"$root/usr/bin/nopy" ls run.npz | grep -q 'int64' || fail "ls of an archive"
gzip -dc "$root/usr/share/man/man1/nopy-show.1.gz" | grep -q '^\.TH' || fail "no manual"
for file in bash-completion/completions/nopy zsh/site-functions/_nopy fish/vendor_completions.d/nopy.fish; do
  [ -s "$root/usr/share/$file" ] || fail "no $file"
done
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/usr/lib/python3/dist-packages "$python" - "$root" <<'PROGRAM' || fail "the module"
import sys
import nopy
assert nopy.__file__.startswith(sys.argv[1]), nopy.__file__
array = nopy.load("run.npz", mmap_mode="r")["grid"]
assert array.tolist() == [[1, 2, 3], [4, 5, 6]], array
PROGRAM

if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error,warning "$packages"/*.deb || fail "lintian"
else
  echo "lintian is not installed and was not asked"
fi
