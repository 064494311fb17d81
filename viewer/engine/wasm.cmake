# How engine.wasm is made. Where a part of the toolchain is missing the target engine_wasm says which, and fails.
find_program(NOPY_WASM_CXX clang++-19)
find_program(NOPY_WASM_LD wasm-ld-19)
find_program(NOPY_WASM_OPT wasm-opt)
find_path(NOPY_WASM_LIBC stdio.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)
find_path(NOPY_WASM_LIBCXX c++/v1/version PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)
find_file(NOPY_WASM_RT libclang_rt.builtins-wasm32.a PATHS /usr/lib/llvm-19/lib/clang/19/lib/wasi NO_DEFAULT_PATH)
set(lacking "")
foreach(part CXX:clang-19 LD:lld-19 OPT:binaryen LIBC:wasi-libc LIBCXX:libc++-19-dev-wasm32 RT:libclang-rt-19-dev-wasm32)
  string(REGEX MATCH "^([A-Z]+):(.+)$" _ ${part})
  if(NOT NOPY_WASM_${CMAKE_MATCH_1})
    string(APPEND lacking " ${CMAKE_MATCH_2}")
  endif()
endforeach()
if(lacking)
  set_property(GLOBAL PROPERTY nopy_wasm_lacking "${lacking}")
  add_custom_target(engine_wasm COMMAND ${CMAKE_COMMAND} -E echo "engine.wasm needs these packages: ${lacking}"
                                COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
  return()
endif()

# Why each of the unusual ones: docs/design/0024-the-engine-of-the-viewer.md.
set(wasm_flags --target=wasm32-wasi -std=c++20 -stdlib=libc++ -fno-exceptions -fno-rtti -Oz -flto -DNDEBUG -DNOPY_SMALL_BUILD=1 -mbulk-memory -mnontrapping-fptoint -fvisibility=hidden
               -Xclang -target-abi -Xclang experimental-mv
               -Wall -Wextra -Wconversion -Wshadow -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
               -I${PROJECT_SOURCE_DIR}/viewer)
if(NOPY_WERROR)
  list(APPEND wasm_flags -Werror)
endif()
get_target_property(core_sources nopy_core SOURCES)
# The loops that inflate and sum up are what a user waits for: for speed, the rest for size.
set(fast_sources inflate_fast.cpp crc32.cpp)
set(objects "")
list(FILTER core_sources EXCLUDE REGEX "/x86_")  # instruction sets of another machine
# The inflate alone, for the benchmarks' row 24.
set(inflate_sources inflate.cpp inflate_fast.cpp huffman_table.cpp wasm_inflate_module.cpp)
set(inflate_objects "")
foreach(source IN LISTS core_sources engine_sources ITEMS ${PROJECT_SOURCE_DIR}/bench/wasm_inflate_module.cpp)
  get_filename_component(path ${source} ABSOLUTE)
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${path})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/wasm/${name}.o)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  get_filename_component(file ${path} NAME)
  set(how ${wasm_flags})
  if(file IN_LIST fast_sources)
    list(TRANSFORM how REPLACE "^-Oz$" "-O3")
  endif()
  add_custom_command(OUTPUT ${object} DEPENDS ${path} DEPFILE ${object}.d
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${NOPY_WASM_CXX} ${how} -MD -MF ${object}.d -c ${path} -o ${object}
    COMMENT "Building ${name} for wasm" VERBATIM)
  if(NOT file STREQUAL wasm_inflate_module.cpp)
    list(APPEND objects ${object})
  endif()
  if(file IN_LIST inflate_sources)
    list(APPEND inflate_objects ${object})
  endif()
endforeach()

# nopy_wasm_module NAME OBJECT...: the target NAME_wasm makes viewer/NAME.wasm.
function(nopy_wasm_module name)
  set(wasm ${PROJECT_BINARY_DIR}/viewer/${name}.wasm)
  # Nothing lies below --global-base, which --low-memory-unused relies on. Without -O here: with it the compiler would run wasm-opt where it happens to be installed.
  add_custom_command(OUTPUT ${wasm} DEPENDS ${ARGN}
    COMMAND ${NOPY_WASM_CXX} --target=wasm32-wasi -stdlib=libc++ -mexec-model=reactor -flto -Wl,--lto-O2 -Wl,-mllvm,-inline-threshold=-100
            -Wl,--strip-all -Wl,--gc-sections -Wl,--fatal-warnings -Wl,--global-base=1024 ${ARGN} -o ${wasm}.linked
    COMMAND ${NOPY_WASM_OPT} --low-memory-unused -Oz --converge --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals
            ${wasm}.linked -o ${wasm}
    COMMENT "Linking ${name}.wasm" VERBATIM)
  add_custom_target(${name}_wasm DEPENDS ${wasm})
endfunction()
nopy_wasm_module(engine ${objects})
nopy_wasm_module(inflate ${inflate_objects})
