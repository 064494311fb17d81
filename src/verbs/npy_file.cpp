// SPDX-License-Identifier: MIT
// One open array, read in windows.
#include <nopy/file.hpp>

#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"
#include "verbs/member_stream.hpp"
#include "verbs/npy_file_opened.hpp"

#include <algorithm>

namespace nopy::inline v1 {
namespace {

/// Windows of a member are read by its table of chunks where that may be believed: a window is too
/// little to tell a forged one.
result<void> make_ready_for_windows(const verbs::opened_source& from,
                                    const load_options& options) noexcept {
  verbs::member_stream& member = *from.member();
  member.read_windows();
  if (options.policy == policy::strict || member.of().policy == policy::strict) return {};
  const auto chunked = member.read_chunks(verbs::member_stream::on_stale::go_on_without);
  if (!chunked) return from.named(chunked.error());
  if (const auto stale = member.stale_table(); stale && options.on_finding)
    options.on_finding(*stale);
  return {};
}

}  // namespace

npy_file::npy_file(const npy_file& other) noexcept : open_(other.open_) {
  if (open_ != nullptr) open_->owners.fetch_add(1, std::memory_order_relaxed);
}

npy_file::~npy_file() {
  if (open_ != nullptr && open_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete open_;
}

result<npy_file> npy_file::open(const source& from, const load_options& options) noexcept {
  auto opened = verbs::opened_source::open(from);
  if (!opened) return opened.error();
  if (const auto kept = opened->keep_path(); !kept) return opened->named(kept.error());
  auto found = verbs::read_value_header(*opened, verbs::stream_options_of(options));
  if (!found) return found.error();
  if (opened->member() != nullptr)
    if (auto ready = make_ready_for_windows(*opened, options); !ready) return ready.error();
  auto* made = new (std::nothrow) npy_file::opened(*std::move(opened), *std::move(found), options);
  if (made == nullptr) return error(errc::out_of_memory);
  return npy_file(made);
}

const header& npy_file::header() const noexcept { return open_->found; }

void npy_file::advise(access how) const noexcept {
  open_->drop_behind.store(how == access::drop_behind, std::memory_order_relaxed);
  const os::file* file = open_->from.file();
  if (file == nullptr) return;
  switch (how) {
    case access::normal:
      return file->advise(os::read_ahead::normal);
    case access::sequential:
    case access::drop_behind:
      return file->advise(os::read_ahead::sequential);
    case access::random:
      return file->advise(os::read_ahead::random);
  }
}

result<void> npy_file::opened::read(const nopy::region& part, const nopy::shape& memory_extents,
                                    order memory_order, const verbs::item_transform& items,
                                    std::byte* into) const noexcept {
  const auto loops = verbs::region_window(found, part, memory_extents, memory_order);
  if (!loops) return from.named(loops.error());
  const verbs::window_request request{.from = from,
                                      .of = found,
                                      .data_offset = options.offset + found.data_offset,
                                      .items = items,
                                      .drop_behind = drop_behind.load(std::memory_order_relaxed)};
  auto read = verbs::read_window(request, *loops, into, options.progress, options.parallel);
  if (!read) return from.named(read.error());
  verbs::report_values(from, found, items, options);
  return {};
}

result<void> npy_file::try_read_as(const nopy::region& window, const load_request& request,
                                   std::span<std::byte> into) const noexcept {
  const verbs::opened_source& from = open_->from;
  if (const auto fits = verbs::check_rank(header().shape, request.rank); !fits)
    return from.named(fits.error());
  const auto items = verbs::make_transform(from, header(), request, open_->options);
  if (!items) return items.error();
  const auto bytes = checked::mul(window.extents.count(), items->to_bytes());
  if (!bytes || *bytes != into.size())
    return from.named(error({.code = errc::shape_mismatch,
                             .summary = "the destination does not hold exactly the window"}));
  return open_->read(window, window.extents, request.order, *items, into.data());
}

result<any_array> npy_file::try_region(const nopy::region& window) const noexcept {
  const verbs::opened_source& from = open_->from;
  // The window is held against the array before memory for it is.
  if (const auto fits = verbs::region_window(header(), window, window.extents, order::c); !fits)
    return from.named(fits.error());
  const verbs::item_transform items(header().dtype);
  const auto bytes =
      verbs::bytes_in_memory(from, window.extents.count(), items.to_bytes(), open_->options.limits);
  if (!bytes) return bytes.error();
  auto block = verbs::allocate_values(from, *bytes);
  if (!block) return block.error();
  const auto read = open_->read(window, window.extents, order::c, items, block->data());
  if (!read) return read.error();
  nopy::header of_window = header();
  of_window.shape = window.extents;
  of_window.order = order::c;
  of_window.data_bytes = block->size_bytes();
  return any_array(std::move(of_window), *std::move(block));
}

namespace {

/// Blocks that stand side by side in the file: some indices of one axis, all of those inside it,
/// one of those outside.
struct block_plan {
  std::size_t axis = 0;      ///< counted in file order, the slowest first
  std::uint64_t extent = 1;  ///< indices along it
};

std::size_t axis_in_file_order(const header& of, std::size_t place) noexcept {
  return of.order == order::c ? place : of.shape.rank() - 1 - place;
}

block_plan plan_blocks(const header& of, std::uint64_t block_bytes) noexcept {
  block_plan plan;
  std::uint64_t row = of.dtype.item_bytes();  // of one index along the axis at hand
  for (std::size_t place = of.shape.rank(); place-- > 0;) {
    const std::uint64_t extent = of.shape[axis_in_file_order(of, place)];
    const std::uint64_t fitting = row == 0 ? extent : block_bytes / row;
    plan = {place, std::clamp<std::uint64_t>(fitting, 1, extent)};
    if (fitting < extent) break;
    row *= extent;
  }
  return plan;
}

}  // namespace

result<void> npy_file::for_each_chunk(
    std::uint64_t block_bytes,
    function_ref<result<void>(const nopy::region& where, const any_view& block)> body)
    const noexcept {
  const nopy::header& of = header();
  if (of.shape.count() == 0) return {};
  const block_plan plan = plan_blocks(of, block_bytes);
  const std::size_t rank = of.shape.rank();
  nopy::region where{.start = of.shape, .extents = of.shape};
  for (std::size_t place = 0; place < rank; ++place) {
    const std::size_t axis = axis_in_file_order(of, place);
    where.start[axis] = 0;
    if (place < plan.axis) where.extents[axis] = 1;
  }
  const std::size_t block_axis = rank == 0 ? 0 : axis_in_file_order(of, plan.axis);
  const verbs::item_transform items(of.dtype);
  memory block;
  for (;;) {
    if (rank != 0)
      where.extents[block_axis] =
          std::min(plan.extent, of.shape[block_axis] - where.start[block_axis]);
    const std::uint64_t bytes = where.extents.count() * of.dtype.item_bytes();
    if (block.data() == nullptr) {
      auto made = verbs::allocate_values(open_->from, bytes);
      if (!made) return made.error();
      block = *std::move(made);
    }
    const auto here = block.bytes().first(static_cast<std::size_t>(bytes));
    if (auto read = open_->read(where, where.extents, of.order, items, here.data()); !read)
      return read;
    if (auto done = body(where, any_view(of.dtype, where.extents, here, of.order)); !done)
      return done;
    // The next block in file order.
    std::size_t place = rank == 0 ? 0 : plan.axis + 1;
    for (; place-- > 0;) {
      const std::size_t axis = axis_in_file_order(of, place);
      where.start[axis] += where.extents[axis];
      if (where.start[axis] < of.shape[axis]) break;
      where.start[axis] = 0;
    }
    if (place == static_cast<std::size_t>(-1)) return {};
  }
}

}  // namespace nopy::inline v1
