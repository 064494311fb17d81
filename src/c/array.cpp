// SPDX-License-Identifier: MIT
// Mapping and reading arrays, of the C API.
#include "c/handles.hpp"

#include "bytes/checked.hpp"
#include "verbs/window_reader.hpp"

#include <memory>

namespace nopy::inline v1::c {
namespace {

/// What a request says of an array that is there.
struct wanted {
  load_request request;
  load_options options;
};

result<wanted> want(const nopy_file& file, const nopy_request* asked, const header& found,
                    order otherwise) noexcept {
  wanted made{{.type = found.dtype, .order = otherwise, .rank = found.shape.rank()}, file.options};
  if (asked == nullptr) return made;
  const auto casting = casting_of(asked);
  if (!casting) return casting.error();
  made.options.casting = *casting;
  const auto order = order_of(asked->order, otherwise);
  if (!order) return order.error();
  made.request.order = *order;
  if (asked->descr == nullptr) return made;
  auto type = dtype::parse(asked->descr);
  if (!type) return type.error();
  made.request.type = *std::move(type);
  return made;
}

/// The whole array where no region is said. Errors: usage.
result<region> region_of(const nopy_region* asked, const header& found) noexcept {
  if (asked == nullptr) {
    region whole{.start = found.shape, .extents = found.shape};
    for (std::size_t axis = 0; axis < found.shape.rank(); ++axis) whole.start[axis] = 0;
    return whole;
  }
  if (asked->rank > max_rank) return error(errc::usage, "an array has at most 64 dimensions");
  if (asked->rank > 0 && (asked->start == nullptr || asked->extents == nullptr))
    return null_argument("nopy_region.start and .extents");
  region made{.start = shape(std::span(asked->start, asked->rank)),
              .extents = shape(std::span(asked->extents, asked->rank))};
  if (asked->steps != nullptr) made.steps = shape(std::span(asked->steps, asked->rank));
  return made;
}

/// Hands out an array. Throws std::bad_alloc.
void give(header what, memory data, bool writable, nopy_array** out) {
  auto made = std::make_unique<nopy_array>();
  what.data_bytes = data.size_bytes();
  describe(what, false, made->text);
  made->memory = std::move(data);
  made->writable = writable;
  *out = made.release();
}

/// A part of the array in memory of its own.
result<void> read_part(const nopy_file& file, std::size_t index, const nopy_region* part,
                       const nopy_request* asked, nopy_array** out) {
  const auto casting = casting_of(asked);
  if (!casting) return casting.error();
  const auto opened = file.windows_of(index, *casting);
  if (!opened) return opened.error();
  const auto where = region_of(part, opened->header());
  if (!where) return where.error();
  auto how = want(file, asked, opened->header(), order::c);
  if (!how) return how.error();
  const auto bytes = checked::mul(where->extents.count(), how->request.type.item_bytes());
  if (!bytes || *bytes > file.options.limits.array_bytes)
    return file.named(error(errc::too_large, "the region is larger than the limit"));
  // The region is held against the array before anything is allocated for it.
  if (const auto fits =
          verbs::region_window(opened->header(), *where, where->extents, how->request.order);
      !fits)
    return file.named(fits.error());
  auto block = memory::allocate(*bytes);
  if (!block) return file.named(block.error());
  if (const auto read = opened->try_read_as(*where, how->request, block->bytes()); !read)
    return file.named(read.error());
  header what = opened->header();
  what.dtype = how->request.type;
  what.order = how->request.order;
  what.shape = where->extents;
  give(std::move(what), *std::move(block), true, out);
  return {};
}

}  // namespace

result<casting> casting_of(const nopy_request* asked) noexcept {
  if (asked == nullptr) return casting::same_kind;
  if (asked->struct_bytes < sizeof(nopy_request))
    return error({.code = errc::usage,
                  .summary = "the request does not say its size",
                  .hint = "begin with nopy_request request = NOPY_REQUEST_INIT;"});
  static_assert(static_cast<int>(casting::truncate) == NOPY_CAST_TRUNCATE);
  if (asked->casting < NOPY_CAST_NONE || asked->casting > NOPY_CAST_TRUNCATE)
    return error(errc::usage, "there is no such nopy_casting");
  return static_cast<casting>(asked->casting);
}

}  // namespace nopy::inline v1::c

int nopy_map(const nopy_file* file, std::size_t index, int mode, nopy_array** out,
             nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (out == nullptr) return c::null_argument("out");
    const int way = mode & ~static_cast<int>(NOPY_MAP_UNALIGNED | NOPY_MAP_ON_NETWORK);
    if (way < NOPY_MAP_READ || way > NOPY_MAP_WRITABLE)
      return nopy::error(errc::usage, "there is no such nopy_map_mode");
    // A descriptor that reads can not be mapped for writing.
    const auto found =
        file->find(index, way == NOPY_MAP_WRITABLE ? c::reach::by_name : c::reach::opened);
    if (!found) return found.error();
    const map_options options{
        .policy = file->options.policy,
        .limits = file->options.limits,
        .on_network = (mode & NOPY_MAP_ON_NETWORK) != 0 ? network_map::allow : network_map::refuse};
    constexpr map_mode modes[] = {map_mode::read, map_mode::private_copy, map_mode::writable};
    const in_place_request request{
        .type = found->head.dtype,
        .rank = found->head.shape.rank(),
        .order = found->head.order,
        .any_order = true,
        .alignment = (mode & NOPY_MAP_UNALIGNED) != 0 ? 1 : found->head.dtype.alignment()};
    const auto mapped = try_map_as(found->from, modes[way], request, options);
    if (!mapped) return file->named(mapped.error());
    c::give(mapped->header(), mapped->memory(), way != NOPY_MAP_READ, out);
    return {};
  });
}

int nopy_read(const nopy_file* file, std::size_t index, const nopy_request* request,
              nopy_array** out, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (out == nullptr) return c::null_argument("out");
    const auto found = file->find(index);
    if (!found) return found.error();
    const auto how = c::want(*file, request, found->head, found->head.order);
    if (!how) return how.error();
    const auto loaded = request == nullptr ? try_load(found->from, how->options)
                                           : try_load_as(found->from, how->request, how->options);
    if (!loaded) return file->named(loaded.error());
    c::give(loaded->header(), loaded->memory(), true, out);
    return {};
  });
}

int nopy_read_region(const nopy_file* file, std::size_t index, const nopy_region* region,
                     const nopy_request* request, nopy_array** out, nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (region == nullptr) return c::null_argument("region");
    if (out == nullptr) return c::null_argument("out");
    return c::read_part(*file, index, region, request, out);
  });
}

int nopy_read_into(const nopy_file* file, std::size_t index, const nopy_region* region,
                   const nopy_request* request, void* into, std::size_t count,
                   nopy_error** error) noexcept {
  return nopy::c::guarded(error, [&]() -> nopy::result<void> {
    using namespace nopy;
    if (const auto good = c::check_handle(file); !good) return good;
    if (into == nullptr && count > 0) return c::null_argument("into");
    const std::span<std::byte> memory(static_cast<std::byte*>(into), count);
    if (region != nullptr) {
      const auto casting = c::casting_of(request);
      if (!casting) return casting.error();
      const auto opened = file->windows_of(index, *casting);
      if (!opened) return opened.error();
      const auto where = c::region_of(region, opened->header());
      if (!where) return where.error();
      const auto how = c::want(*file, request, opened->header(), order::c);
      if (!how) return how.error();
      const auto read = opened->try_read_as(*where, how->request, memory);
      return read ? read : result<void>(file->named(read.error()));
    }
    const auto found = file->find(index);
    if (!found) return found.error();
    const auto how = c::want(*file, request, found->head, found->head.order);
    if (!how) return how.error();
    const auto read =
        try_load_into(found->from, how->request, found->head.shape, memory, how->options);
    return read ? read : result<void>(file->named(read.error()));
  });
}

const nopy_header* nopy_array_header(const nopy_array* array) noexcept {
  return nopy::c::usable(array) ? &array->text.shown : nullptr;
}

const void* nopy_array_data(const nopy_array* array) noexcept {
  return nopy::c::usable(array) ? array->memory.data() : nullptr;
}

void* nopy_array_writable_data(nopy_array* array) noexcept {
  return nopy::c::usable(array) && array->writable ? array->memory.data() : nullptr;
}

void nopy_array_free(nopy_array** array) noexcept { nopy::c::give_back(array); }
