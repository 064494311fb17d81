// SPDX-License-Identifier: MIT
#include "items/item_scan.hpp"

#include "bytes/endian.hpp"
#include "input/dtype_argument.hpp"
#include "input/window.hpp"
#include "printing/progress.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// A part of an item whose bytes may be wrong.
struct scanned_part {
  kind what;
  endian byte_order;
  std::uint64_t offset;  // in the item
  std::uint64_t bytes;
};

constexpr std::size_t most_parts = 4096;  // of one item; beyond, subarrays are taken as one

void add_parts(std::vector<scanned_part>& to, const dtype& type, std::uint64_t offset) {
  if (type.kind() == kind::boolean || type.kind() == kind::text)
    to.push_back({type.kind(), type.endian(), offset, type.item_bytes()});
  for (const dtype_field& field : type.fields()) add_parts(to, field.type, offset + field.offset);
  if (type.kind() != kind::subarray) return;
  const dtype& base = type.base();
  if (base.kind() == kind::boolean || base.kind() == kind::text) {
    to.push_back({base.kind(), base.endian(), offset, type.item_bytes()});
    return;
  }
  if (base.item_bytes() == 0) return;
  for (std::uint64_t at = 0; at < type.item_bytes() && to.size() < most_parts;
       at += base.item_bytes())
    add_parts(to, base, offset + at);
}

struct tally {
  std::uint64_t count = 0;
  std::uint64_t first = no_offset;
  void add(std::uint64_t offset) {
    first = std::min(first, offset);
    ++count;
  }
};

class scan {
 public:
  explicit scan(std::vector<scanned_part> parts) : parts_(std::move(parts)) {}

  void item(const std::byte* bytes, std::uint64_t offset) {
    for (const scanned_part& part : parts_) {
      const std::byte* from = bytes + part.offset;
      if (part.what == kind::boolean) {
        for (std::uint64_t i = 0; i < part.bytes; ++i)
          if (from[i] > std::byte{1}) booleans.add(offset + part.offset + i);
      } else {
        for (std::uint64_t i = 0; i < part.bytes; i += 4)
          if (bytes::load<std::uint32_t>(from + i, part.byte_order) > 0x10FFFF)
            characters.add(offset + part.offset + i);
      }
    }
  }

  tally booleans{}, characters{};

 private:
  std::vector<scanned_part> parts_;
};

finding counted(errc code, const tally& of, std::string_view summary, std::string_view hint) {
  const std::string found = fmt::format("{} of them", of.count);
  return {
      severity::note,
      error({.code = code, .offset = of.first, .summary = summary, .found = found, .hint = hint})};
}

}  // namespace

std::vector<finding> scan_items(const npy_file& file, std::uint64_t data_offset) {
  std::vector<finding> found;
  const dtype& type = file.header().dtype;
  const dtype told = told_type(file);
  if (!(told == type)) {
    const std::string words = told.words();
    found.push_back({severity::note, error({.code = errc::long_double_guess,
                                            .offset = data_offset,
                                            .found = words,
                                            .hint = "`nopy show --as x87`, `quad` or "
                                                    "`double-double` reads it as another"})});
  }
  std::vector<scanned_part> parts;
  add_parts(parts, type, 0);
  if (parts.empty()) return found;
  scan scanned(std::move(parts));
  progress_bar bar("checking", file.header().data_bytes);
  std::uint64_t at = data_offset;
  const std::uint64_t item_bytes = type.item_bytes();
  constexpr std::uint64_t block_bytes = 1 << 20;
  if (item_bytes == 0) return found;
  const auto walk = [&](const region&, const any_view& block) -> result<void> {
    for (std::uint64_t i = 0; i < block.bytes().size(); i += item_bytes, at += item_bytes)
      scanned.item(block.bytes().data() + i, at);
    bar.advance(block.bytes().size());
    return {};
  };
  const auto walked = file.for_each_chunk(block_bytes, walk);
  if (!walked) throw exception(walked.error());
  if (scanned.booleans.count != 0)
    found.push_back(counted(errc::bool_value, scanned.booleans, "bool bytes other than 0 and 1",
                            "they are true in NumPy; a C++ bool must not hold them"));
  if (scanned.characters.count != 0)
    found.push_back(counted(errc::out_of_range, scanned.characters,
                            "code units beyond U+10FFFF are no characters",
                            "NumPy fails where it turns them into text"));
  return found;
}

}  // namespace nopy::cli
