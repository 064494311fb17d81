// SPDX-License-Identifier: MIT
#include "printing/report.hpp"

#include "printing/address.hpp"
#include "printing/escape.hpp"
#include "printing/tool_words.hpp"

#include <fmt/core.h>

#include <cstdio>

namespace nopy::cli {

void report(const error& what) {
  fmt::print(stderr, "nopy: {}\n", escaped(in_tool_words(what)).message());
}

void remark(std::string_view line) {
  fmt::print(stderr, "nopy: {}\n", escaped(without_secrets(line)));
}

void refuse(std::string_view summary, std::string_view found, std::string_view hint) {
  throw exception(error({.code = errc::usage, .summary = summary, .found = found, .hint = hint}));
}

}  // namespace nopy::cli
