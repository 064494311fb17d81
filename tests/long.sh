# Sourced by ./dev: the stages of `./dev test --long`. What only they run is listed in CONTRIBUTING.

# part_of_tests DIRECTORY TITLE TARGETS REGEX OPTION...: builds some test programs of another kind of build, and runs them.
part_of_tests() {
  local directory=$1 title=$2 targets=$3 only=$4
  shift 4
  step "$title: configure" configure "$directory" -DNOPY_WERROR=ON -DNOPY_BENCH=OFF -DNOPY_EXAMPLES=OFF -DNOPY_TOOL=OFF -DNOPY_VIEW=OFF -DNOPY_PYTHON_MODULE=OFF \
    -DNOPY_TEST_ONCE=OFF -DNOPY_TESTS_JOINED=ON -DNOPY_TEST_OPTIONS=-O1 "$@"
  # shellcheck disable=SC2086
  step "$title: build" cmake --build "$directory" -j "$jobs" --target $targets
  run_tests "$directory" "$title" -R "$only" --timeout 3600
}

# Every file of the tests compiled alone, so that it includes what it uses, by the other compiler, optimised; and the other sanitizers.
whole_builds() {
  build_stage build-clang "clang 14" "${again[@]}" -DNOPY_TEST_OPTIONS=-O1 -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_BUILD_TYPE=Release
  run_tests build-clang "clang 14"
  # GCC's warnings of an instrumented build are false alarms; it compiled the same files above.
  build_stage build-asan-gcc "g++ 12, ASan + UBSan" "${again[@]}" "${sanitized[@]}" -DNOPY_TEST_OPTIONS=-O1 -DCMAKE_CXX_COMPILER=g++
  run_tests build-asan-gcc "g++ 12, ASan + UBSan"
}

# All that starts threads or forks, with what archives are read by; and the corpus, whose files must not make threads meet either.
threads() {
  part_of_tests build-tsan TSan "npz_reading_test verbs_reading_test npz_parallel_test hostile_test hostile_npz_test" \
    '^(npz_reading|verbs_reading|npz_parallel)_test\.|^cases\.(make_hostile|hostile_test|hostile_npz_test)$' -DCMAKE_CXX_COMPILER=g++ \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" -DNOPY_SANITIZE=thread
}

# Without libraries of those machines: their own inflate, no other codec.
foreign=(-DCMAKE_BUILD_TYPE=Release -DNOPY_GOOGLETEST=/usr/src/googletest -DNOPY_LIBDEFLATE=OFF -DNOPY_ISAL=OFF -DNOPY_ZSTD=OFF
         -DNOPY_BZIP2=OFF -DNOPY_LZMA=OFF)

# The corpus and the tests of what narrows sizes.
machine_of_32_bits() {
  need_or_skip "32-bit x86" g++-12-multilib googletest || return 0
  part_of_tests build-m32 "32-bit x86" \
    "hostile_test hostile_npz_test kernels_test array_test text_test npz_reading_test verbs_reading_test zip_test bytes_test dtype_test deflate_test" \
    '^(kernels|array|text|npz_reading|verbs_reading|zip|bytes|dtype|deflate)_test\.|^cases\.(make_hostile|hostile_test|hostile_npz_test)$' \
    -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/m32.cmake "${foreign[@]}"
}

# The floors that read and write numbers, and what reads files with them, emulated; little optimised, for the order of bytes is not the compiler's.
big_endian_machine() {
  need_or_skip "big-endian s390x" g++-12-s390x-linux-gnu qemu-user googletest || return 0
  part_of_tests build-s390x "big-endian s390x" \
    "bytes_test dtype_test npy_test kernels_test array_test text_test zip_test deflate_test object_test hostile_test hostile_npz_test" \
    '^(bytes|dtype|npy|kernels|array|text|zip|deflate|object)_test\.|^cases\.(make_hostile|hostile_test|hostile_npz_test)$' \
    -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/s390x.cmake "${foreign[@]}" -DCMAKE_CXX_FLAGS_RELEASE=-O1
}

# Library and tool for Windows under wine: the test programs of which every test passed there (CONTRIBUTING tells of the others).
windows() {
  need_or_skip "Windows" "${windows_packages[@]}" || return 0
  part_of_tests build-windows Windows \
    "array_test bytes_test c_api_test deflate_test dtype_test kernels_test npy_test object_test os_test record_test without_codecs_test zip_test nopy_tool" \
    '^(wine|(array|bytes|c_api|deflate|dtype|kernels|npy|object|os|record|without_codecs|zip)_test|cli\..*)$' \
    -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/windows.cmake -DNOPY_TOOL=ON -DNOPY_HEADERS_FROM=/usr/include "${foreign[@]}"
}

# What every machine can build, whole: no codec but nopy's own. Joined as in build-gcc, whose objects ccache has: no floor but codec knows of libraries.
no_library() {
  part_of_tests build-bare "no library but C++'s" all '.' -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Release \
    -DNOPY_TEST_OPTIONS=-O0 -DNOPY_TOOL=ON "-DNOPY_TEST_ROOMS=unit/.*;cases;cli;format;fuzz;messages" \
    -DNOPY_LIBDEFLATE=OFF -DNOPY_ISAL=OFF -DNOPY_ZSTD=OFF -DNOPY_BZIP2=OFF -DNOPY_LZMA=OFF
}

# The packages as their users install them.
packages_installed() {
  need_or_skip "the packages in a bare Debian" debootstrap || return 0
  [ "$(id -u)" = 0 ] || { skipped+=("the packages in a bare Debian: only root can make one"); return 0; }
  do_deb
  step "the packages in a bare Debian" tests/install/packages_in_chroot.sh build/packages
}

stages=(whole_builds no_library threads machine_of_32_bits big_endian_machine packages_installed windows)

# one_stage NAME: that part alone, in builds of its own.
one_stage() {
  local name
  [[ " ${stages[*]} " = *" $1 "* ]] || fail "the stages of --long are: ${stages[*]}"
  "$1"
  for name in "${skipped[@]}"; do say "  skipped: $name"; done
}
