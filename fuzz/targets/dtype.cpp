// SPDX-License-Identifier: MIT
// Any text as a descr: no crash; the descr that nopy writes for a dtype means that dtype.
#include <nopy/nopy.hpp>

#include "target.hpp"

namespace {

using nopy::fuzz::check;

void run(nopy::fuzz::input bytes) {
  const auto parsed =
      nopy::dtype::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (!parsed) return;
  (void)parsed->words();
  const auto again = nopy::dtype::parse(parsed->descr());
  check(again.has_value() && again->item_bytes() == parsed->item_bytes());
  check(again->descr() == parsed->descr());
}

const nopy::fuzz::target self("dtype", run);

}  // namespace
