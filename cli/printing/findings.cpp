// SPDX-License-Identifier: MIT
#include "printing/findings.hpp"

#include "bytes/error_table.hpp"
#include "printing/tool_words.hpp"

namespace nopy::cli {

std::string one_line(const error& what) {
  const error_parts& parts = what.parts();
  std::string out(parts.summary.empty() ? kind_table[static_cast<std::size_t>(parts.code)].summary
                                        : parts.summary);
  if (!parts.found.empty()) out.append(": found ").append(parts.found);
  if (!parts.expected.empty())
    out.append(parts.found.empty() ? ": expected " : ", expected ").append(parts.expected);
  return out;
}

std::string_view severity_word(severity of) noexcept {
  switch (of) {
    case severity::error:
      return "error";
    case severity::warning:
      return "warning";
    default:
      return "note";
  }
}

void write_json_finding(json_writer& out, const finding& one, std::string_view member) {
  out.begin_object().key("severity").text(severity_word(one.severity));
  out.key("kind").text(one.what.id()).key("member");
  if (member.data() == nullptr)
    out.null();
  else
    out.text(member);
  out.key("offset");
  if (one.offset() == no_offset)
    out.null();
  else
    out.number(one.offset());
  out.key("message").text(one_line(one.what)).key("hint");
  const std::string hint = tool_hint(one.what.hint());
  if (hint.empty())
    out.null();
  else
    out.text(hint);
  out.end_object();
}

void write_json_findings(json_writer& out, const std::vector<finding>& all,
                         std::string_view member) {
  out.begin_list();
  for (const finding& one : all) write_json_finding(out, one, member);
  out.end_list();
}

}  // namespace nopy::cli
