// SPDX-License-Identifier: MIT
// Any bytes as an archive: no crash, no more memory than the limits; what strict opens, tolerant
// opens alike; a member gives the same bytes whole, by windows and by its name, or an error.
#include <nopy/npz.hpp>

#include "target.hpp"

#include <algorithm>
#include <cstring>

namespace {

using nopy::fuzz::check;

constexpr nopy::limits small{.array_bytes = 1 << 16, .members = 50};
// So many members are read; the others are looked up only.
constexpr std::size_t most_read = 8;

/// The first row by a window is the beginning of the array.
void read_window(const nopy::npy_file& file, const nopy::any_array& loaded) {
  const nopy::header& of = loaded.header();
  nopy::shape extents = of.shape;
  if (of.order != nopy::order::c || of.shape.rank() == 0) return;
  extents[0] = 1;
  nopy::shape start;
  for (std::size_t i = 0; i < of.shape.rank(); ++i) start.push_back(0);
  const auto row = file.try_region({start, extents});
  check(row.has_value() && row->memory().size_bytes() <= of.data_bytes);
  check(std::equal(row->memory().bytes().begin(), row->memory().bytes().end(),
                   loaded.memory().data()));
}

void read(const nopy::member& one, nopy::policy how) {
  const nopy::load_options options{.policy = how, .limits = small};
  (void)one.try_header(options);
  const auto bytes = one.try_bytes(options);
  const auto verified = one.try_verify();
  check(!bytes || verified.has_value());
  const auto loaded = one.try_load(options);
  if (!bytes) return;
  check(bytes->size_bytes() == one.uncompressed_bytes());
  if (!loaded || loaded->header().data_bytes == 0) return;
  const auto file = nopy::npy_file::open(one, options);
  check(file.has_value());
  read_window(*file, *loaded);
}

void run(nopy::fuzz::input bytes) {
  std::size_t strict_count = 0;
  for (const auto how : {nopy::policy::strict, nopy::policy::tolerant}) {
    const auto reader =
        nopy::npz_reader::open(nopy::source::memory(bytes), {.policy = how, .limits = small});
    if (!reader) {
      check(strict_count == 0);
      continue;
    }
    if (how == nopy::policy::strict) strict_count = reader->size();
    for (const nopy::member& one : *reader) {
      if (one.index() < most_read) read(one, how);
      (void)one.alias();
      const std::string_view name = one.stored_name();
      check(reader->find(name.substr(0, name.find('\0'))).has_value());  // where CPython ends it
    }
  }
}

const nopy::fuzz::target self("npz", run);

}  // namespace
