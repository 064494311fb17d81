// SPDX-License-Identifier: MIT
// Several files as one array, joined along the first axis.
#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"
#include "verbs/npy_file_opened.hpp"

#include <algorithm>

namespace nopy::inline v1 {

struct npy_files::joined {
  struct part {
    npy_file file;
    std::uint64_t first_row;
  };
  bytes::growing<part> parts;
  nopy::header whole;
  load_options options;
  std::atomic<std::size_t> owners{1};
};

namespace {

/// Whether a part continues the array that the first one began.
result<void> check_part(const header& whole, const header& part) noexcept {
  const auto differs = [](errc code, std::string_view summary, std::string_view hint = {}) {
    return error({.code = code, .summary = summary, .hint = hint});
  };
  if (part.shape.rank() == 0)
    return differs(errc::rank_mismatch, "an array of rank 0 has no first axis to join along");
  if (part.order != order::c && part.shape.rank() > 1)
    return differs(errc::order_mismatch, "only files in C order are joined along the first axis",
                   "save it again in C order");
  if (!(part.dtype == whole.dtype))
    return differs(errc::type_mismatch, "the element type differs from the first file's");
  if (part.shape.rank() != whole.shape.rank())
    return differs(errc::shape_mismatch, "the rank differs from the first file's");
  for (std::size_t axis = 1; axis < whole.shape.rank(); ++axis)
    if (part.shape[axis] != whole.shape[axis])
      return differs(errc::shape_mismatch,
                     "the extents behind the first axis differ from the first file's");
  return {};
}

error named(const source& from, const error& what) noexcept {
  return from.kind() == source::kind::path ? what.about(from.path().view()) : what;
}

}  // namespace

npy_files::npy_files(const npy_files& other) noexcept : joined_(other.joined_) {
  if (joined_ != nullptr) joined_->owners.fetch_add(1, std::memory_order_relaxed);
}

npy_files::~npy_files() {
  if (joined_ != nullptr && joined_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete joined_;
}

result<npy_files> npy_files::open(std::span<const source> parts,
                                  const load_options& options) noexcept {
  if (parts.empty()) return error(errc::usage, "no file was given to join");
  npy_files made(new (std::nothrow) joined);
  if (made.joined_ == nullptr) return error(errc::out_of_memory);
  joined& all = *made.joined_;
  all.options = options;
  for (const source& from : parts) {
    auto opened = npy_file::open(from, options);
    if (!opened) return opened.error();
    const nopy::header& found = opened->header();
    const bool first = all.parts.empty();
    if (first) {
      all.whole = found;
      all.whole.order = order::c;
    }
    if (const auto fits = check_part(all.whole, found); !fits) return named(from, fits.error());
    const std::uint64_t rows = found.shape[0];
    const std::uint64_t before = first ? 0 : all.whole.shape[0];
    if (!first) {
      const auto sum = checked::add(before, rows);
      const auto bytes = checked::add(all.whole.data_bytes, found.data_bytes);
      if (!sum || !bytes || *bytes > checked::most_bytes)
        return error(errc::too_large, "the joined array does not fit");
      all.whole.shape[0] = *sum;
      all.whole.data_bytes = *bytes;
    }
    if (!all.parts.push_back({*std::move(opened), before})) return error(errc::out_of_memory);
  }
  return made;
}

const header& npy_files::header() const noexcept { return joined_->whole; }

result<void> npy_files::try_read_as(const nopy::region& window, const load_request& request,
                                    std::span<std::byte> into) const noexcept {
  if (const auto fits = verbs::check_rank(header().shape, request.rank); !fits) return fits;
  // Checks the region; whoever reads a part of it then stays inside that part.
  const auto loops = verbs::region_window(header(), window, window.extents, request.order);
  if (!loops) return loops.error();
  const std::uint64_t items = window.extents.count();
  const std::uint64_t step = window.steps.rank() == 0 ? 1 : window.steps[0];
  const std::uint64_t row_items =
      request.order == order::fortran ? 1 : items / std::max<std::uint64_t>(window.extents[0], 1);
  for (const joined::part& one : joined_->parts) {
    const std::uint64_t rows = one.file.shape()[0];
    // Window rows [first, last) fall into this part.
    const auto window_row = [&](std::uint64_t row) {
      return row <= window.start[0] ? 0 : (row - window.start[0] - 1) / step + 1;
    };
    const std::uint64_t first = std::min(window_row(one.first_row), window.extents[0]);
    const std::uint64_t last = std::min(window_row(one.first_row + rows), window.extents[0]);
    const auto& opened = *one.file.open_;
    const auto transform =
        verbs::make_transform(opened.from, opened.found, request, joined_->options);
    if (!transform) return transform.error();
    const auto bytes = checked::mul(items, transform->to_bytes());
    if (!bytes || *bytes != into.size())
      return error(errc::shape_mismatch, "the destination does not hold exactly the window");
    if (first == last) continue;
    nopy::region part = window;
    part.start[0] = window.start[0] + first * step - one.first_row;
    part.extents[0] = last - first;
    // No place lies behind the start of nothing.
    const std::uint64_t before = items == 0 ? 0 : first * row_items * transform->to_bytes();
    const auto read =
        opened.read(part, window.extents, request.order, *transform, into.data() + before);
    if (!read) return read;
  }
  return {};
}

}  // namespace nopy::inline v1
