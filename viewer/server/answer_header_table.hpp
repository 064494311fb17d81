// SPDX-License-Identifier: MIT
// What stands in the head of every answer, refusals included. Owns the promise that the page can
// load nothing but itself, send nothing anywhere, and leave no copy of the data behind.
#pragma once

namespace nopy::view {

struct answer_header {
  const char* name;
  const char* value;
};

inline constexpr answer_header answer_headers[] = {
    // 'wasm-unsafe-eval' is the engine, blob: and data: are pictures that the page draws.
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},  // the address holds the token
    {"Cache-Control", "no-store"},
};

}  // namespace nopy::view
