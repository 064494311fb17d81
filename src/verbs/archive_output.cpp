// SPDX-License-Identifier: MIT
#include "verbs/archive_output.hpp"

#include "os/writing.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

// Copying costs less than a call up to about this many bytes.
constexpr std::size_t small_bytes = std::size_t{32} << 10;
constexpr std::size_t gathered_bytes = std::size_t{256} << 10;

}  // namespace

result<archive_output> archive_output::create(path_ref path, existing existing,
                                              durability durability) noexcept {
  auto file = os::atomic_file::create(path, existing, durability);
  if (!file) return file.error();
  archive_output made(*std::move(file));
  if (!made.gathered_.reserve(gathered_bytes)) return error(errc::out_of_memory);
  return made;
}

result<void> archive_output::put(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() <= small_bytes && gathered_.size() + bytes.size() <= gathered_bytes) {
    (void)gathered_.append(bytes);
    return {};
  }
  os::write_part parts[] = {gathered_.span(), bytes};
  if (auto written = os::write_all(file_.descriptor(), parts); !written) return written;
  written_ += gathered_.size() + bytes.size();
  gathered_.clear();
  return {};
}

result<void> archive_output::patch(std::uint64_t offset,
                                   std::span<const std::byte> bytes) noexcept {
  const std::uint64_t on_disk = offset < written_ ? written_ - offset : 0;
  const auto first =
      bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(on_disk, bytes.size())));
  const auto rest = bytes.subspan(first.size());
  if (!rest.empty())
    std::memcpy(gathered_.data() + (offset + first.size() - written_), rest.data(), rest.size());
  return first.empty() ? result<void>() : os::write_all_at(file_.descriptor(), first, offset);
}

result<void> archive_output::flush() noexcept {
  os::write_part parts[] = {gathered_.span()};
  if (auto written = os::write_all(file_.descriptor(), parts); !written) return written;
  written_ += gathered_.size();
  gathered_.clear();
  return {};
}

result<void> archive_output::copy(const opened_source& from, std::uint64_t offset,
                                  std::uint64_t count) noexcept {
  const os::file* file = from.file();
  if (file != nullptr && count > small_bytes) {
    if (auto flushed = flush(); !flushed) return flushed;
    while (count > 0) {
      const auto copied = os::copy_some(file->descriptor(), offset, file_.descriptor(), count);
      if (!copied) return copied.error();
      if (*copied == 0) break;
      written_ += *copied, offset += *copied, count -= *copied;
    }
  }
  while (count > 0) {
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(count, gathered_bytes));
    std::span<const std::byte> bytes;
    if (const std::byte* there = from.in_place(offset); there != nullptr) {
      bytes = {there, piece};
    } else {
      if (block_.size_bytes() == 0) {
        auto block = memory::allocate(gathered_bytes);
        if (!block) return block.error();
        block_ = *std::move(block);
      }
      if (auto read = from.read_at(offset, block_.bytes().first(piece)); !read) return read;
      bytes = block_.bytes().first(piece);
    }
    if (auto written = put(bytes); !written) return written;
    offset += piece, count -= piece;
  }
  return {};
}

result<opened_source> archive_output::give_up_for_reading() noexcept {
  if (auto flushed = flush(); !flushed) return flushed.error();
  if (auto dropped = file_.drop_name(); !dropped) return dropped.error();
  return opened_source::open(source::descriptor(file_.descriptor()));
}

result<void> archive_output::commit() noexcept {
  if (auto flushed = flush(); !flushed) return flushed;
  return file_.commit();
}

}  // namespace nopy::inline v1::verbs
