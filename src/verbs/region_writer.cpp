// SPDX-License-Identifier: MIT
// Windows written into an array that is there: the values stream in the file's order, and are cut where the window's
// elements stop following one another in the file.
#include <nopy/region.hpp>

#include "array/view_blocks.hpp"
#include "os/writing.hpp"
#include "verbs/item_transform.hpp"
#include "verbs/read_stream.hpp"
#include "verbs/window.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace nopy::inline v1 {
namespace {

constexpr std::uint64_t gathered_bytes = std::uint64_t{1} << 20;

/// Takes a window's items in the file's order and puts each run of them where it belongs.
class run_writer {
 public:
  run_writer(const verbs::window& loops, std::uint64_t item_bytes, std::uint64_t data_offset,
             function_ref<result<void>(std::uint64_t, std::span<const std::byte>)> put) noexcept
      : loops_(loops), item_bytes_(item_bytes), data_offset_(data_offset), put_(put) {
    outer_ = loops.rank;
    if (outer_ != 0 && loops.axes[outer_ - 1].file_stride == 1)
      run_items_ = loops.axes[--outer_].count;
    item_ = loops.first_item;
  }

  /// `items` are whole, and follow what was taken before.
  [[nodiscard]] result<void> take(std::span<const std::byte> items) noexcept {
    while (!items.empty()) {
      const std::uint64_t now = std::min(run_items_ - taken_, items.size() / item_bytes_);
      const auto part = items.first(static_cast<std::size_t>(now * item_bytes_));
      const std::uint64_t at = data_offset_ + (item_ + taken_) * item_bytes_;
      if (auto written = put_(at, part); !written) return written;
      items = items.subspan(part.size());
      taken_ += now;
      if (taken_ == run_items_) go_on();
    }
    return {};
  }

 private:
  void go_on() noexcept {
    taken_ = 0;
    for (std::size_t axis = outer_; axis-- > 0;) {
      const verbs::window_axis& loop = loops_.axes[axis];
      item_ += loop.file_stride;
      if (++index_[axis] < loop.count) return;
      item_ -= loop.count * loop.file_stride;
      index_[axis] = 0;
    }
  }

  const verbs::window& loops_;
  std::uint64_t item_bytes_;
  std::uint64_t data_offset_;
  function_ref<result<void>(std::uint64_t, std::span<const std::byte>)> put_;
  std::size_t outer_ = 0;  // loops around the runs
  std::uint64_t run_items_ = 1;
  std::uint64_t item_ = 0;   // where the run at hand begins, in the file's order
  std::uint64_t taken_ = 0;  // items of it that were written
  std::uint64_t index_[max_rank]{};
};

}  // namespace

struct npy_region_writer::opened {
  opened(nopy::header header, nopy::casting how) noexcept
      : found(std::move(header)), casting(how) {}

  [[nodiscard]] result<void> put(std::uint64_t offset,
                                 std::span<const std::byte> bytes) const noexcept {
    return file ? os::write_all_at(file->file()->descriptor(), bytes, offset)
                : write_at(offset, bytes);
  }
  [[nodiscard]] error named(const error& what) const noexcept {
    return file ? file->named(what) : what;
  }
  [[nodiscard]] result<void> write(const nopy::shape& start, const any_view& values,
                                   const nopy::shape& steps) const noexcept;

  nopy::header found;
  nopy::casting casting;
  std::optional<verbs::opened_source> file{};  // or
  write_at_callback write_at{};
  std::atomic<std::size_t> owners{1};
};

result<void> npy_region_writer::opened::write(const nopy::shape& start, const any_view& values,
                                              const nopy::shape& steps) const noexcept {
  const auto loops =
      verbs::region_window(found, {start, values.shape(), steps}, values.shape(), found.order);
  if (!loops) return loops.error();
  const auto items = verbs::item_transform::make(values.dtype(), {.type = found.dtype}, casting);
  if (!items) return items.error();
  auto blocks = core::view_blocks::of(values, found.order, gathered_bytes);
  if (!blocks) return blocks.error();
  if (items->to_bytes() == 0) return {};

  const auto at = [this](std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
    return put(offset, bytes);
  };
  run_writer out(*loops, items->to_bytes(), found.data_offset, at);
  bytes::growing<std::byte> transformed;
  const std::uint64_t at_once =
      std::max<std::uint64_t>(1, gathered_bytes / std::max(items->from_bytes(), items->to_bytes()));
  if (!items->is_copy() && !transformed.reserve(static_cast<std::size_t>(
                               std::min(at_once, loops->items) * items->to_bytes())))
    return error(errc::out_of_memory);

  std::uint64_t done = 0;
  for (auto block = blocks->next(); !block.empty(); block = blocks->next()) {
    if (items->is_copy()) {
      if (auto written = out.take(block); !written) return written;
      continue;
    }
    while (!block.empty()) {
      const std::uint64_t count = std::min(at_once, block.size() / items->from_bytes());
      const auto ready = items->run(transformed.data(), block.data(), count, done);
      if (!ready) return ready;
      if (auto written =
              out.take({transformed.data(), static_cast<std::size_t>(count * items->to_bytes())});
          !written)
        return written;
      block = block.subspan(static_cast<std::size_t>(count * items->from_bytes()));
      done += count;
    }
  }
  return {};
}

npy_region_writer::npy_region_writer(const npy_region_writer& other) noexcept : open_(other.open_) {
  if (open_ != nullptr) open_->owners.fetch_add(1, std::memory_order_relaxed);
}

npy_region_writer::~npy_region_writer() {
  if (open_ != nullptr && open_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete open_;
}

result<npy_region_writer> npy_region_writer::open(path_ref path,
                                                  const region_write_options& options) noexcept {
  auto file = verbs::opened_source::open(path, os::file_access::read_write);
  if (!file) return file.error();
  if (const auto kept = file->keep_path(); !kept) return file->named(kept.error());
  auto found = verbs::read_value_header(
      *file,
      {.policy = options.policy, .limits = options.limits, .on_finding = &options.on_finding});
  if (!found) return found.error();
  auto* made = new (std::nothrow) opened(*std::move(found), options.casting);
  if (made == nullptr) return error(errc::out_of_memory);
  made->file.emplace(*std::move(file));
  return npy_region_writer(made);
}

result<npy_region_writer> npy_region_writer::over(const nopy::header& of,
                                                  write_at_callback write_at,
                                                  const region_write_options& options) noexcept {
  if (!write_at) return error({.code = errc::usage, .summary = "there is nothing to write to"});
  if (const auto bytes = core::data_bytes_of(of.dtype, of.shape); !bytes) return bytes.error();
  auto* made = new (std::nothrow) opened(of, options.casting);
  if (made == nullptr) return error(errc::out_of_memory);
  made->write_at = std::move(write_at);
  return npy_region_writer(made);
}

const header& npy_region_writer::header() const noexcept { return open_->found; }

result<void> npy_region_writer::try_write(const nopy::shape& start, const any_view& values,
                                          const nopy::shape& steps) const noexcept {
  auto written = open_->write(start, values, steps);
  if (!written) return open_->named(written.error());
  return written;
}

result<void> npy_region_writer::try_flush() const noexcept {
  if (!open_->file) return {};
  const int fd = open_->file->file()->descriptor();
  auto there = os::check_has_name(fd);
  if (there) there = os::synchronise(fd, os::synchronised::bytes);
  if (!there) return open_->named(there.error());
  return there;
}

}  // namespace nopy::inline v1
