// SPDX-License-Identifier: MIT
// Any bytes as an archive, of which only the directory and the local headers are decoded: ranges
// lie inside; what strict takes, tolerant takes alike; a record that passes its check lies before
// the directory, a member whose local header passes ends before what follows.
#include "zip/directory.hpp"
#include "target.hpp"
#include "zip/local_check.hpp"

#include <cstring>

namespace {

using nopy::policy;
using nopy::fuzz::check;
using nopy::fuzz::input;
using nopy::zip::directory;
using nopy::zip::entry;

nopy::result<directory> decode(input archive, policy how) {
  static constexpr std::byte magic[] = {std::byte{'P'}, std::byte{'K'}, std::byte{3}, std::byte{4}};
  const bool begins = archive.size() >= 4 && std::memcmp(archive.data(), magic, 4) == 0;
  nopy::zip::directory_decoder decoder(archive.size(), begins, how, {.members = 1000});
  while (const auto wanted = decoder.wants()) {
    check(wanted->offset <= archive.size() && wanted->count <= archive.size() - wanted->offset);
    auto block = nopy::memory::allocate(wanted->count);
    check(block.has_value());
    if (wanted->count != 0)
      std::memcpy(block->data(), archive.data() + wanted->offset,
                  static_cast<std::size_t>(wanted->count));
    if (const auto fed = decoder.feed(*std::move(block)); !fed) return fed.error();
  }
  return decoder.take();
}

/// In two reads where the first does not hold the header, as a reader does.
void read_local(input archive, const directory& all, const entry& one, policy how) {
  nopy::finding_list findings;
  std::size_t count = 64;
  for (int turn = 0;; ++turn) {
    const auto there = archive.subspan(static_cast<std::size_t>(one.header_offset));
    const auto start =
        check_local(all, one, there.first(std::min(count, there.size())), how, findings);
    if (!start) return;
    if (start->wanted == 0) {
      check(start->offset >= one.header_offset + 30);
      check(one.compressed_bytes <= all.boundary_behind(one) - start->offset);
      const std::uint64_t end = start->offset + one.compressed_bytes;
      (void)check_descriptor(one, end, archive.subspan(static_cast<std::size_t>(end)));
      (void)descriptor_bytes(one, archive.subspan(static_cast<std::size_t>(end)));
      return;
    }
    check(turn == 0 && start->wanted > count && start->wanted <= there.size());
    count = static_cast<std::size_t>(start->wanted);
  }
}

void read_all(input archive, directory& all, policy how) {
  check(all.build_index().has_value());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const entry listed = all.at(i);
    check(all.record_bytes(i).size() >= listed.name.size());
    if (const auto found = all.find(listed.name)) check(*found < all.size());
    const auto one = all.checked(i);
    if (!one) continue;
    check(one->header_offset < all.end().directory_offset);
    check(all.boundary_behind(*one) > one->header_offset);
    check(all.boundary_behind(*one) <= archive.size());
    read_local(archive, all, *one, how);
  }
}

void run(input archive) {
  std::size_t strict_count = 0;
  for (const policy how : {policy::strict, policy::tolerant}) {
    auto all = decode(archive, how);
    check(all.has_value() || strict_count == 0);
    if (!all) continue;
    if (how == policy::strict) strict_count = all->size();
    check(how == policy::strict || strict_count == 0 || strict_count == all->size());
    read_all(archive, *all, how);
  }
}

const nopy::fuzz::target self("directory", run);

}  // namespace
