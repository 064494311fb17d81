// SPDX-License-Identifier: MIT
// Any text as a Python literal, in both encodings: nodes lie inside the text and inside what holds them, strings decode
// within their bound, an error stands inside the text. The repr of a string that was read reads as that string.
#include "bytes/text_sink.hpp"
#include "bytes/utf8.hpp"
#include "dtype/python_literal.hpp"
#include "dtype/python_repr.hpp"
#include "target.hpp"

#include <string>

namespace {

using namespace nopy::python;
using nopy::fuzz::check;

std::string value_of(const literal& all, const node& one) {
  std::string value(all.most_string_bytes(one), '\0');
  const std::size_t count = all.decode_string(one, value.data());
  check(count <= value.size());
  value.resize(count);
  return value;
}

void check_repr(const std::string& utf8) {
  const auto write = [&](char* out) {
    nopy::bytes::text_sink sink(out);
    write_str_repr(sink, utf8);
    return sink.count();
  };
  std::string text(write(nullptr), '\0');
  check(write(text.data()) == text.size());
  literal again;
  check(parse_literal(again, text, {.encoding = encoding::utf8}).has_value());
  check(again[0].what == node_kind::string && value_of(again, again[0]) == utf8);
}

void check_string(const literal& all, const node& one, encoding how) {
  const std::string value = value_of(all, one);
  if (one.plain) check(value == all.plain_string(one));
  if (one.what != node_kind::string) return;
  if (value.find('\0') == std::string::npos && one.plain) check(all.equals(one, value));
  if (how == encoding::utf8) check_repr(value);
}

void walk(const literal& all, encoding how) {
  const std::uint32_t count = all[0].next;
  for (std::uint32_t i = 0; i < count; ++i) {
    const node& one = all[i];
    check(one.begin < one.end && one.end <= all.text().size());
    check(one.next > i && one.next <= count);
    for (std::uint32_t inner = i + 1; inner < one.next; inner = all[inner].next)
      check(all[inner].begin >= one.begin && all[inner].end <= one.end);
    if (one.what == node_kind::string || one.what == node_kind::bytes) check_string(all, one, how);
    if (one.what == node_kind::integer) (void)all.magnitude(one);
    check(all.strip(i) < one.next);
  }
}

void run(nopy::fuzz::input bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const encoding how : {encoding::latin1, encoding::utf8}) {
    // Who parses a version 3.0 header looks at its encoding first.
    if (how == encoding::utf8 && nopy::bytes::find_invalid_utf8(text) != text.npos) continue;
    literal all;
    const auto parsed = parse_literal(all, text, {.encoding = how, .python2 = true});
    if (!parsed) {
      const std::uint64_t at = parsed.error().offset();
      check(at <= text.size() || at == nopy::no_offset);
      continue;
    }
    walk(all, how);
  }
}

const nopy::fuzz::target self("literal", run);

}  // namespace
