// SPDX-License-Identifier: MIT
// Any item of any dtype as text: it has the bytes that were counted, and read back it is the item again; any text as an
// item is read or refused. The first line is the descr, what follows the item, and then a text.
#include <nopy/print.hpp>

#include "items/item_parse.hpp"
#include "target.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace {

using nopy::fuzz::check;
using nopy::fuzz::input;
using bytes = std::vector<std::byte>;

constexpr std::uint64_t most_item_bytes = 1 << 12;

std::string written(const nopy::dtype& type, const bytes& item) {
  std::string text(nopy::write_value(type, item.data(), nullptr), '\0');
  check(nopy::write_value(type, item.data(), text.data()) == text.size());
  return text;
}

void run(input from) {
  const std::string_view all(reinterpret_cast<const char*>(from.data()), from.size());
  const std::string_view descr = all.substr(0, all.find('\n'));
  const auto type = nopy::dtype::parse(descr);
  if (!type || type->item_bytes() == 0 || type->item_bytes() > most_item_bytes) return;
  const input rest = from.subspan(std::min(descr.size() + 1, from.size()));
  bytes item(static_cast<std::size_t>(type->item_bytes()));
  std::copy_n(rest.begin(), std::min(rest.size(), item.size()), item.begin());
  const std::string text = written(*type, item);

  bytes again(item.size());
  const bool read = nopy::cli::parse_item(*type, text, again.data()).has_value();
  // Which long double a lone item is, is a guess from its bits; the item that is read may be another one.
  if (read && type->coding() != nopy::coding::extended) check(written(*type, again) == text);
  const std::string_view other = all.substr(std::min(all.size(), descr.size() + 1 + item.size()));
  if (nopy::cli::parse_item(*type, other, again.data())) (void)written(*type, again);
}

const nopy::fuzz::target self("text", run);

}  // namespace
