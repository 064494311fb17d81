// SPDX-License-Identifier: MIT
// Runs a conversion plan over a few items, for the tests of casting.
#pragma once

#include <nopy/record.hpp>

#include "array/conversion_plan.hpp"
#include "support/native_order.hpp"

#include <initializer_list>
#include <optional>
#include <vector>

namespace nopy::test {

/// What came of a conversion: bytes, or an error.
struct converted_bytes {
  std::vector<std::byte> bytes;
  std::optional<nopy::error> error;

  template <class To>
  std::vector<To> as() const {
    std::vector<To> items(bytes.size() / sizeof(To));
    if (!items.empty()) std::memcpy(items.data(), bytes.data(), items.size() * sizeof(To));
    return items;
  }
  std::optional<errc> code() const { return error ? std::optional(error->code()) : std::nullopt; }
};

inline converted_bytes convert(const dtype& from, std::span<const std::byte> items, const dtype& to,
                               casting casting) {
  const auto plan = core::conversion_plan::make(from, to, casting);
  if (!plan) return {{}, plan.error()};
  const std::size_t count = from.item_bytes() == 0 ? 0 : items.size() / from.item_bytes();
  std::vector<std::byte> made(count * to.item_bytes(), std::byte{0xEE});
  if (auto done = plan->run(made.data(), items.data(), count); !done) return {made, done.error()};
  return {made, std::nullopt};
}

template <class From>
converted_bytes convert(std::initializer_list<From> items, const dtype& to, casting casting) {
  return convert(dtype_of<From>(), std::as_bytes(std::span(items.begin(), items.size())), to,
                 casting);
}

/// A descr, where = stands for the native order.
inline dtype parsed(std::string_view descr) {
  return dtype::parse(in_native_order(std::string(descr))).value();
}

}  // namespace nopy::test
