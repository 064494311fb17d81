// SPDX-License-Identifier: MIT
// save: header and data into a file that gets its name when it is whole.
#include <nopy/header.hpp>
#include <nopy/save.hpp>

#include "array/view_blocks.hpp"
#include "os/atomic_file.hpp"
#include "os/writing.hpp"

#include <algorithm>

namespace nopy {
namespace {

constexpr std::uint64_t gathered_bytes = std::uint64_t{4} << 20;
// What lies in place goes out in one call, unless someone wants to know how far it is.
constexpr std::size_t reported_bytes = std::size_t{16} << 20;

/// Writes blocks behind a header and tells how far it is.
class array_writer {
 public:
  array_writer(int fd, std::uint64_t total_bytes, const progress_callback& tell) noexcept
      : fd_(fd), total_bytes_(total_bytes), tell_(tell) {}

  [[nodiscard]] result<void> write(std::span<const std::byte> header,
                                   std::span<const std::byte> block) noexcept {
    do {
      const auto now = block.first(tell_ ? std::min(block.size(), reported_bytes) : block.size());
      os::write_part parts[] = {header, now};
      if (auto written = os::write_all(fd_, parts); !written) return written;
      header = {};
      block = block.subspan(now.size());
      done_bytes_ += now.size();
      if (tell_ && !tell_({done_bytes_, total_bytes_})) return error(errc::cancelled);
    } while (!block.empty());
    return {};
  }

 private:
  int fd_;
  std::uint64_t total_bytes_;
  std::uint64_t done_bytes_ = 0;
  const progress_callback& tell_;
};

result<void> save_to(path_ref path, const any_view& what, const save_options& options) noexcept {
  auto blocks = core::view_blocks::of(what, options.order, gathered_bytes);
  if (!blocks) return blocks.error();
  const auto header = core::encode_header(what.dtype(), what.shape(), blocks->order());
  if (!header) return header.error();
  auto file = os::atomic_file::create(path, options.existing, options.durability);
  if (!file) return file.error();
  array_writer out(file->descriptor(), blocks->total_bytes(), options.progress);
  auto written = out.write(header->bytes(), blocks->next());
  for (auto block = blocks->next(); written && !block.empty(); block = blocks->next())
    written = out.write({}, block);
  if (!written) return written;
  return file->commit();
}

}  // namespace

inline namespace v1 {

result<void> try_save(path_ref path, const any_view& what, const save_options& options) noexcept {
  auto saved = save_to(path, what, options);
  if (!saved) return saved.error().about(path.view());
  return saved;
}

}  // namespace v1
}  // namespace nopy
