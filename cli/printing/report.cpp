// SPDX-License-Identifier: MIT
#include "printing/report.hpp"

#include "printing/address.hpp"
#include "printing/escape.hpp"
#include "printing/tool_words.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <string>

namespace nopy::cli {

namespace {

/// Where stderr is closed or full, the exit code says it alone: fmt::print would throw.
void say(const std::string& line) {
  if (std::fwrite(line.data(), 1, line.size(), stderr) != line.size()) std::clearerr(stderr);
}

}  // namespace

void report(const error& what) {
  say(fmt::format("nopy: {}\n", escaped(in_tool_words(what)).message()));
}

void remark(std::string_view line) {
  say(fmt::format("nopy: {}\n", escaped(without_secrets(line))));
}

void refuse(std::string_view summary, std::string_view found, std::string_view hint) {
  throw exception(error({.code = errc::usage, .summary = summary, .found = found, .hint = hint}));
}

}  // namespace nopy::cli
