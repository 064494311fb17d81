# SPDX-License-Identifier: MIT
# Sourced by ./dev: what `./dev bench` runs.

# What docs/viewer.md promises of the page, measured in chromium.
figures() {
  do_setup web
  need python3-numpy
  do_web
  mkdir -p build/figures
  step "make the files" /usr/bin/python3 viewer/app/tests/browser/make_files.py build/figures
  step "make the archives" /usr/bin/python3 viewer/app/tests/browser/make_archives.py build/figures --figures
  NOPY_PAGE_FILES=$PWD/build/figures node viewer/app/tests/browser/figures.mjs
}

# Collective writing by four ranks, beside MPI's own.
bench_mpi() {
  need "${build_packages[@]}" "${mpi_packages[@]}"
  [ -f build/build.ninja ] || step "configure" configure build -DCMAKE_BUILD_TYPE=Release -DNOPY_TESTS=OFF -DNOPY_BENCH=ON
  step "build" cmake --build build -j "$jobs" --target mpi_bench
  local folder
  folder=$(mktemp -d -p "${NOPY_BENCH_DIR:-/var/tmp}")
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -np 4 build/bench/mpi_bench "$folder"
  rm -rf "$folder"
}

# Instructions of the pure loops, counted by callgrind.
instructions() {
  need "${bench_packages[@]}" valgrind
  configure build-bench -DCMAKE_BUILD_TYPE=Release -DNOPY_TESTS=OFF -DNOPY_EXAMPLES=OFF -DNOPY_PYTHON_MODULE=OFF -DNOPY_COMPLETE=OFF
  step "build" cmake --build build-bench -j "$jobs" --target nopy_instructions
  /usr/bin/python3 bench/instructions.py build-bench/bench/nopy_instructions "$@"
}

bench() {
  case ${1:-} in
    viewer) figures; return ;;
    mpi) bench_mpi; return ;;
    --instructions)
      [[ ${*:2} =~ ^(--record)?$ ]] || fail "bench --instructions [--record]"
      instructions "${@:2}"
      return
      ;;
    -h | --help) do_help; return ;;
  esac
  need_command /usr/bin/python3 python3
  /usr/bin/python3 bench/table.py --understood "$@"  # before minutes of building
  do_setup bench
  local complete=ON
  [ ${#skipped[@]} = 0 ] || complete=OFF
  local log
  log=$(mktemp)
  configure build-bench -DCMAKE_BUILD_TYPE=Release -DNOPY_TESTS=OFF -DNOPY_EXAMPLES=OFF -DNOPY_PYTHON_MODULE=OFF -DNOPY_COMPLETE=$complete >"$log" 2>&1 ||
    { cat "$log" >&2; fail "configure failed"; }
  cmake --build build-bench -j "$jobs" >"$log" 2>&1 || { tail -40 "$log" >&2; fail "build failed"; }
  rm -f "$log"
  /usr/bin/python3 bench/table.py --programs build-bench/bench "$@"
}
