// SPDX-License-Identifier: MIT
// The version of nopy, and the two switches every public header needs: symbol visibility, and
// whether the throwing half of the API is declared.
#pragma once

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error "nopy is a C++20 library: compile with -std=c++20 or newer (g++ 12 and clang 14 have it)"
#endif

#define NOPY_VERSION_MAJOR 0
#define NOPY_VERSION_MINOR 1
#define NOPY_VERSION_PATCH 0
#define NOPY_VERSION_STRING "0.1.0"

#if defined(_WIN32)
#define NOPY_API
#else
#define NOPY_API __attribute__((visibility("default")))
#endif

// An owner of one pointer travels in a register where the whole program is compiled at once, as for
// wasm; elsewhere the calling convention is the one every compiler shares. Never by value into a
// coroutine: clang 19 destroys it twice there.
#if defined(__wasm__) && defined(__clang__)
#define NOPY_ONE_WORD [[clang::trivial_abi]]
#else
#define NOPY_ONE_WORD
#endif

// With -fno-exceptions the verbs that throw are not declared; their `try_` twins stay.
#if defined(__cpp_exceptions)
#define NOPY_EXCEPTIONS 1
#else
#define NOPY_EXCEPTIONS 0
#endif
