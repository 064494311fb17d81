# shellcheck shell=bash disable=SC2154
# Sourced by ./dev: what a release is made of, in build/release/nopy-VERSION. Everything is built from the source archive, unpacked in a folder
# of another name each time, and every time in it is the commit's: equal commits, compilers and libraries give equal bytes.

release_options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DNOPY_WERROR=ON -DNOPY_TESTS=OFF -DNOPY_BENCH=OFF -DNOPY_EXAMPLES=OFF)

# release_sources FOLDER OUT VERSION: the commit as an archive, and unpacked.
release_sources() {
  local archive=$2/nopy-$3.tar
  git archive --format=tar --prefix="nopy-$3/" -o "$archive" "$commit"
  tar -xf "$archive" -C "$1"
  gzip -9n "$archive"
}

# release_page TREE OUT: the viewer's page in one file, and in the tree, where the tool of the packages takes it from.
release_page() {
  cp -a viewer/app/node_modules "$1/viewer/app/"
  (
    cd "$1" || exit
    cmake -S . -B build-page "${release_options[@]}" -DNOPY_TOOL=OFF -DNOPY_PYTHON_MODULE=OFF
    cmake --build build-page -j "$jobs" --target engine_wasm
    node viewer/app/build.mjs build-page/viewer/engine.wasm
  )
  cp "$1/viewer/app/dist/nopy-view.html" "$2/"
}

release_packages() {
  cmake -S "$1" -B "$1/build-deb" "${release_options[@]}" -DNOPY_PACKAGES=ON -DNOPY_PYTHON_MODULE=ON -DNOPY_COMPLETE=ON
  cmake --build "$1/build-deb" -j "$jobs"
  cpack --config "$1/build-deb/CPackConfig.cmake" -B "$1/packages"
  cp "$1"/packages/*.deb "$2/"
}

release_static() {
  cmake -S "$1" -B "$1/build-static" "${release_options[@]}" -DNOPY_STATIC=ON -DNOPY_INSTALL=OFF -DNOPY_PYTHON_MODULE=OFF
  cmake --build "$1/build-static" -j "$jobs" --target nopy_tool
  strip "$1/build-static/bin/nopy" -o "$2/nopy-linux-$(uname -m)"
}

release_windows() {
  cmake -S "$1" -B "$1/build-windows" "${release_options[@]}" -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/windows.cmake -DCMAKE_EXE_LINKER_FLAGS_RELEASE=-s \
    -DNOPY_HEADERS_FROM=/usr/include -DNOPY_INSTALL=OFF -DNOPY_PYTHON_MODULE=OFF
  cmake --build "$1/build-windows" -j "$jobs" --target nopy_tool
  cp "$1/build-windows/bin/nopy.exe" "$2/"
}

# A path of the folder it was built in would make every release another one.
release_says_no_path() {
  local named
  named=$(find "$1" "$2" -path '*/CMakeFiles' -prune -o '(' -name 'libnopy*.so.*' -o -name 'libnopy*.a' -o -path '*/bin/nopy*' -o -name '_native*' -o -name nopy.cpp ')' \
    -type f -print0 | xargs -0 grep -lF "$1") || return 0
  echo "these name the folder they were built in: $named"
  return 1
}

# release_changes TREE VERSION: the part of the changelog about a version; before it has one, what stands under Unreleased.
release_changes() {
  local section
  section=$(awk -v wanted="[$2]" '/^## / { shown = $2 == wanted } shown' "$1/CHANGELOG.md")
  [ -n "$section" ] || section=$(awk '/^## / { shown = $2 == "[Unreleased]" } shown' "$1/CHANGELOG.md")
  printf '%s\n' "$section"
}

# release_once VERSION OUT: everything, in OUT.
release_once() {
  local version=$1 out=$2 work tree
  rm -rf "$out"
  mkdir -p "$out"
  work=$(mktemp -d -p "${NOPY_RELEASE_DIR:-/var/tmp}")
  tree=$work/nopy-$version
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  step "the source archive" release_sources "$work" "$out" "$version"
  if [ -n "$page_possible" ]; then step "the page" release_page "$tree" "$out"; fi
  step "the Debian packages" release_packages "$tree" "$out"
  step "the static tool" release_static "$tree" "$out"
  if [ -n "$windows_possible" ]; then step "the tool for Windows" release_windows "$tree" "$out"; fi
  step "the two-file bundle" /usr/bin/python3 "$tree/cmake/bundle.py" "$tree" "$out"
  step "no path of the build" release_says_no_path "$work" "$out"
  release_changes "$tree" "$version" >"$out/CHANGES.md"
  (cd "$out" && LC_ALL=C sha256sum -- *) >"$work/sums"
  mv "$work/sums" "$out/SHA256SUMS"
  rm -rf "$work"
}

# release VERSION [--check]: --check makes it a second time, elsewhere and with an empty ccache, compares the sums, and starts each file.
release() {
  local version=${1:-} out commit
  out=build/release/nopy-$version
  [ "$version" = "$(sed -n 's/^project(nopy VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)" ] ||
    fail "release: CMakeLists.txt says another version than '$version'"
  commit=$(git rev-parse -q --verify HEAD) || fail "release: this is no clone with a commit"
  [ -z "$(git status --porcelain)" ] || say "  what is not committed is not part of it"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
  export SOURCE_DATE_EPOCH
  umask 022
  command -v ccache >/dev/null && release_options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  do_setup release
  say "nopy $version of $(git log -1 --format='%h, %cd' --date=short "$commit"), in $out:"
  release_once "$version" "$out"
  if [ "${2:-}" = --check ]; then
    # Compiled anew, but each object once: the static tool's are those of the packages.
    CCACHE_DIR=$(mktemp -d -p "${NOPY_RELEASE_DIR:-/var/tmp}")
    export CCACHE_DIR
    release_once "$version" "$out.again"
    rm -rf "$CCACHE_DIR"
    diff "$out/SHA256SUMS" "$out.again/SHA256SUMS" || fail "release: two runs give different bytes"
    rm -rf "$out.again"
    step "two runs gave the same bytes; each file is started" tests/install/release.sh "$out" "$PWD"
    if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then
      step "the packages in a bare Debian" tests/install/packages_in_chroot.sh "$out"
    else
      skipped+=("the packages in a bare Debian: that takes root and debootstrap")
    fi
  fi
  cat "$out/SHA256SUMS"
  for name in "${skipped[@]}"; do say "  left out: $name"; done
}
