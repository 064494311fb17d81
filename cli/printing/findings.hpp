// SPDX-License-Identifier: MIT
// Findings and errors in one line, and as JSON.
#pragma once

#include "printing/json_writer.hpp"

#include <nopy/header.hpp>

#include <vector>

namespace nopy::cli {

/// Summary, found and expected of an error in one line, without subject and hint.
[[nodiscard]] std::string one_line(const error& what);

/// {"severity", "kind", "member", "offset", "message", "hint"}; `member` is the stored name of the
/// member they are about, none where its data is null.
void write_json_finding(json_writer& out, const finding& one, std::string_view member = {});
void write_json_findings(json_writer& out, const std::vector<finding>& all,
                         std::string_view member = {});

[[nodiscard]] std::string_view severity_word(severity of) noexcept;

}  // namespace nopy::cli
