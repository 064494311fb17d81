// SPDX-License-Identifier: MIT
#include "listing.hpp"

#include "npy/magic.hpp"

#include <algorithm>

namespace nopy::cli {

std::uint64_t listed_array::alignment() const noexcept {
  constexpr std::uint64_t page = 4096;
  const std::uint64_t at = data_offset();
  return at == 0 ? page : std::min(at & (0 - at), page);
}

bool listed_array::cut() const noexcept {
  return std::any_of(head.findings.begin(), head.findings.end(),
                     [](const finding& one) { return one.code() == errc::data_truncated; });
}

bool listed_array::mappable() const noexcept {
  return !cut() && !head.dtype.has_objects() && data_offset() % head.dtype.alignment() == 0;
}

listing list_arrays(const input& from, const load_options& options) {
  listing made;
  load_options here = options;
  do {
    auto read = try_read_header(from.source(), here);
    if (!read) {
      made.stopped = from.about(read.error());
      return made;
    }
    made.arrays.push_back({*std::move(read), here.offset});
    header& head = made.arrays.back().head;
    if (head.dtype.has_objects()) return made;  // a pickle says nowhere how long it is
    here.offset += head.data_offset + head.data_bytes;
    if (from.read(here.offset, npy::magic_bytes) != npy::magic) return made;
    finding_list kept;
    for (const finding& one : head.findings)
      if (one.code() != errc::trailing_bytes) (void)kept.push_back(one);
    head.findings = kept;
  } while (here.offset < from.size_bytes());
  return made;
}

}  // namespace nopy::cli
