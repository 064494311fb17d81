// SPDX-License-Identifier: MIT
// Rows appended to any file: an appender that opens a file keeps what was loaded from it, and the
// rows that were committed come behind it, no others; one that refuses a file leaves its bytes. The
// first bytes choose how many rows and commits.
#include <nopy/append.hpp>
#include <nopy/load.hpp>

#include "scratch_file.hpp"

#include <algorithm>
#include <optional>

namespace {

using nopy::fuzz::check;
using nopy::fuzz::choices;
using nopy::fuzz::input;
using bytes = std::vector<std::byte>;

constexpr std::size_t most_row_bytes = 4096;

/// What an appender is told of an array, and what it may expect there.
struct growing {
  nopy::dtype type = nopy::dtype_of<float>();
  nopy::shape row{};
  nopy::order order = nopy::order::c;
  std::uint64_t rows = 0;
  bytes data{};
};

std::optional<growing> read_rows(const nopy::source& from) {
  const auto loaded = nopy::try_load(from);
  if (!loaded) return std::nullopt;
  const auto all = loaded->memory().bytes();
  growing found{loaded->dtype(), {}, loaded->header().order, 0, {all.begin(), all.end()}};
  const nopy::shape& of = loaded->shape();
  if (of.rank() == 0) return found;
  const std::size_t axis = found.order == nopy::order::c ? 0 : of.rank() - 1;
  found.rows = of[axis];
  for (std::size_t i = 0; i < of.rank(); ++i)
    if (i != axis) found.row.push_back(of[i]);
  return found;
}

bytes some_rows(choices& from, std::uint64_t row_bytes) {
  bytes rows(static_cast<std::size_t>(row_bytes) * from.below(5));
  const std::uint8_t seed = from.byte();
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::byte>(seed + 7 * i);
  return rows;
}

/// Appends as the choices say; `known` grows with every commit. False where a call was refused.
bool append(choices& from, nopy::any_appender& to, std::uint64_t row_bytes, growing& known) {
  bytes waiting;
  for (std::size_t turns = from.below(5); turns > 0; --turns) {
    const bytes rows = some_rows(from, row_bytes);
    if (!to.try_append(rows)) return false;
    waiting.insert(waiting.end(), rows.begin(), rows.end());
    if (from.below(3) == 0) continue;
    if (!to.try_commit()) return false;
    known.data.insert(known.data.end(), waiting.begin(), waiting.end());
    known.rows += waiting.size() / row_bytes;
    waiting.clear();
  }
  check(to.rows() == known.rows + waiting.size() / row_bytes);
  return true;
}

void run(input from_bytes) {
  static const nopy::fuzz::scratch_file file("a.npy");
  choices from(from_bytes.first(std::min<std::size_t>(from_bytes.size(), 16)));
  const input content = from_bytes.subspan(std::min<std::size_t>(from_bytes.size(), 16));
  file.put(content);
  auto known = read_rows(nopy::source::memory(content));
  const growing told = known.value_or(growing{});
  {
    auto opened =
        nopy::any_appender::open(file.path(), told.type, told.row,
                                 {.order = told.order, .durability = nopy::durability::none});
    check(known.has_value() || !opened);
    if (opened) {
      nopy::shape row = told.row;
      const std::uint64_t row_bytes = row.count() * told.type.item_bytes();
      check(row_bytes != 0 && opened->rows() == told.rows);
      if (row_bytes <= most_row_bytes) (void)append(from, *opened, row_bytes, *known);
    } else {
      check(std::ranges::equal(file.bytes(), content));
    }
  }
  check(file.alone());
  if (!known) return;
  const auto after = read_rows(file.path());
  check(after.has_value() && after->type == known->type && after->row == known->row);
  check(after->rows == known->rows && after->data == known->data);
}

const nopy::fuzz::target self("append", run);

}  // namespace
