// SPDX-License-Identifier: MIT
#include "input/packing_options.hpp"

#include "input/dtype_argument.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// The level behind an option, where one stands there.
std::optional<int> level_of(std::string_view option, const std::string& text, std::uint64_t most) {
  if (text.empty()) return std::nullopt;
  return static_cast<int>(parse_within(option, text, "a level", most));
}

}  // namespace

std::optional<packing> told_packing(const request& asked) {
  if (asked.has("--store") + asked.has("--deflate") + asked.has("--zstd") > 1)
    refuse("members are stored, deflated or packed by zstd: one of the three");
  if (asked.has("--store")) return stored;
  if (const auto level = asked.value("--deflate"))
    return deflated{level_of("--deflate", *level, 12).value_or(deflated{}.level)};
  if (const auto level = asked.value("--zstd"))
    return zstd{level_of("--zstd", *level, 19).value_or(zstd{}.level)};
  return std::nullopt;
}

packing packing_of(const request& asked) { return told_packing(asked).value_or(stored); }

std::uint32_t alignment_of(const request& asked) {
  const auto text = asked.value("--align");
  if (!text) return 64;
  if (profile_of(asked) != profile::aligned) refuse("--align is of the profile aligned");
  for (const std::string_view option : {"--deflate", "--zstd"})
    if (asked.has(option)) refuse(fmt::format("--align is of stored members, not of {}", option));
  const std::uint64_t told = parse_count("--align", *text);
  if (told == 0 || told > 32768 || (told & (told - 1)) != 0)
    refuse("--align takes a power of two up to 32768", *text, "64 for typed maps, 4096 for pages");
  return static_cast<std::uint32_t>(told);
}

profile profile_of(const request& asked) {
  const auto text = asked.value("--profile");
  if (!text || *text == "aligned") return profile::aligned;
  if (*text == "numpy") return profile::numpy;
  if (*text == "numpy_classic") return profile::numpy_classic;
  refuse("--profile is aligned, numpy or numpy_classic", *text);
}

}  // namespace nopy::cli
