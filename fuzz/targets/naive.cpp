// SPDX-License-Identifier: MIT
// Any bytes as a small DEFLATE stream: the own inflate gives what the naive reference gives, or
// nothing where that gives nothing. Unlike zlib, the reference shares no idea with it.
#include "deflate/inflate.hpp"
#include "reference/naive_inflate.hpp"
#include "target.hpp"

#include <algorithm>

namespace {

using nopy::fuzz::check;

constexpr std::size_t most_bytes = 2048;

void run(nopy::fuzz::input stream) {
  const auto expected = nopy::reference::naive_inflater(stream, most_bytes).run();
  std::byte room[most_bytes];
  nopy::deflate::inflater state;
  const auto step = state.run(stream, room, 0);
  const bool whole = step.status == nopy::deflate::status::done;
  check(whole == expected.has_value());
  if (!expected) return;
  check(step.produced == expected->bytes.size() && step.consumed == expected->consumed);
  check(std::equal(expected->bytes.begin(), expected->bytes.end(), room));
}

const nopy::fuzz::target self("naive", run);

}  // namespace
