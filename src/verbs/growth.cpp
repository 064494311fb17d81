// SPDX-License-Identifier: MIT
#include "verbs/growth.hpp"

#include "array/in_place.hpp"
#include "array/type_text.hpp"
#include "array/view_blocks.hpp"
#include "bytes/tuple_text.hpp"
#include "npy/magic.hpp"
#include "os/atomic_file.hpp"
#include "os/writing.hpp"

#include <algorithm>
#include <cstring>

namespace nopy {
namespace {

constexpr std::uint64_t most_file_bytes = INT64_MAX;

/// Descriptors that a file can hold: what ml_dtypes and long doubles leave unsaid is no difference.
[[nodiscard]] bool same_in_file(const dtype& found, const dtype& given) noexcept {
  if (found == given) return true;
  if (found.item_bytes() != given.item_bytes()) return false;
  if (found.kind() == kind::opaque) return core::written_as_opaque(given);
  const std::size_t count = found.write_descr(nullptr);
  bytes::growing<char> both;
  if (given.write_descr(nullptr) != count || !both.reserve(2 * count)) return false;
  found.write_descr(both.data());
  given.write_descr(both.data() + count);
  return std::memcmp(both.data(), both.data() + count, count) == 0;
}

[[nodiscard]] error mismatch(errc code, std::string_view summary, std::string_view found,
                             std::string_view expected, std::string_view hint) noexcept {
  return error(
      {.code = code, .summary = summary, .found = found, .expected = expected, .hint = hint});
}

[[nodiscard]] result<void> check_type(const dtype& found, const dtype& given) noexcept {
  if (same_in_file(found, given)) return {};
  const core::message_text has([&](bytes::text_sink& to) { core::put_type(to, found); });
  const core::message_text wants([&](bytes::text_sink& to) { core::put_type(to, given); });
  return mismatch(errc::type_mismatch, "the file's element type is not that of the rows", has,
                  wants, "an append never converts; save a new file of the other type");
}

[[nodiscard]] result<void> check_shape(const header& found, const shape& row,
                                       order wanted) noexcept {
  if (found.shape.rank() == 0)
    return error({.code = errc::usage,
                  .summary = "an array of rank 0 has no axis to grow along",
                  .hint = "save it again with shape (1,)"});
  const core::message_text has([&](bytes::text_sink& to) { bytes::put_tuple(to, found.shape); });
  if (found.shape.rank() == row.rank() + 1 && row.rank() > 0 && found.order != wanted)
    return mismatch(errc::order_mismatch, "the file's memory order is not that of the rows",
                    found.order == order::c ? "C order: the first axis grows"
                                            : "Fortran order: the last axis grows",
                    wanted == order::c ? "C order" : "Fortran order",
                    "say the file's order in append_options");
  const bool fits =
      found.shape.rank() == row.rank() + 1 &&
      found.shape ==
          shape_of_rows(row, found.shape[found.order == order::c ? 0 : row.rank()], found.order);
  if (fits) return {};
  const core::message_text wants([&](bytes::text_sink& to) {
    to.put("rows of shape ");
    bytes::put_tuple(to, row);
  });
  return mismatch(errc::shape_mismatch, "the file's shape is not one of such rows", has, wants,
                  "every extent but the growing one must be the same");
}

[[nodiscard]] result<header> read_header_of(const os::file& file,
                                            bytes::growing<std::byte>& bytes) noexcept {
  core::header_decoder decoder(file.size_bytes());
  while (const auto wanted = decoder.wants()) {
    const auto count = static_cast<std::size_t>(wanted->count);
    if (!bytes.reserve(count)) return error(errc::out_of_memory);
    if (auto read = file.read_at(wanted->offset, {bytes.data(), count}); !read) return read.error();
    if (auto fed = decoder.feed({bytes.data(), count}); !fed) return fed.error();
  }
  return decoder.header();
}

/// Fills `into` with the first `count` bytes of the file.
[[nodiscard]] result<void> read_front(const os::file& file, std::uint64_t count,
                                      bytes::growing<std::byte>& into) noexcept {
  const auto bytes = static_cast<std::size_t>(count);
  if (!into.reserve(bytes)) return error(errc::out_of_memory);
  into.clear();
  while (into.size() < bytes) (void)into.push_back(std::byte{0});
  return file.read_at(0, {into.data(), bytes});
}

/// What stands behind the array may be cut off, unless it begins as another array.
[[nodiscard]] result<void> check_tail(const os::file& file, std::uint64_t end) noexcept {
  if (file.size_bytes() - end < npy::magic_bytes) return {};
  char start[npy::magic_bytes];
  const std::span<char> into(start);
  if (auto read = file.read_at(end, std::as_writable_bytes(into)); !read) return read;
  if (std::string_view(start, sizeof start) != npy::magic) return {};
  return error({.code = errc::usage,
                .offset = end,
                .summary = "another array follows this one in the file",
                .found = "the magic of .npy behind the data",
                .hint = "only the last array of a file can grow; save this one to a file of its "
                        "own"});
}

/// The most rows that can be counted in a header of this length. Errors: out_of_memory.
[[nodiscard]] result<void> find_room(growing_array& array) noexcept {
  const std::uint64_t by_size = (most_file_bytes - array.header.size()) / array.row_bytes;
  bytes::growing<std::byte> trial;
  if (!trial.reserve(array.header.size())) return error(errc::out_of_memory);
  std::uint64_t digits_hold = most_file_bytes;  // 19 digits
  for (std::uint64_t power = 1'000'000'000'000'000'000; power > 0; power /= 10) {
    const std::uint64_t most = std::min(digits_hold, by_size);
    trial.clear();
    (void)trial.append(array.header.span());
    const auto grown = core::grow_header({trial.data(), trial.size()}, most);
    if (grown) {
      array.most_rows = most;
      array.room_is_in_header = digits_hold < by_size;
      return {};
    }
    if (grown.error().code() == errc::out_of_memory) return grown;
    digits_hold = power - 1;
  }
  return {};
}

}  // namespace

shape shape_of_rows(const shape& row, std::uint64_t count, order order) noexcept {
  shape whole;
  if (order == order::c) whole.push_back(count);
  for (const std::uint64_t extent : row) whole.push_back(extent);
  if (order == order::fortran) whole.push_back(count);
  return whole;
}

result<std::uint64_t> bytes_of_row(const dtype& type, const shape& row) noexcept {
  if (row.rank() == max_rank)
    return error({.code = errc::usage, .summary = "an array has at most 64 axes"});
  const auto bytes = core::data_bytes_of(type, row);
  if (!bytes || *bytes != 0) return bytes;
  return error({.code = errc::usage, .summary = "rows of no bytes can not be counted"});
}

result<growing_array> read_growing(const os::file& file, const dtype& type, const shape& row,
                                   order order) noexcept {
  growing_array made;
  const auto row_bytes = bytes_of_row(type, row);
  if (!row_bytes) return row_bytes.error();
  const auto found = read_header_of(file, made.header);
  if (!found) return found.error();
  if (auto fits = check_type(found->dtype, type); !fits) return fits.error();
  if (auto fits = check_shape(*found, row, order); !fits) return fits.error();
  if (auto read = read_front(file, found->data_offset, made.header); !read) return read.error();
  made.row_bytes = *row_bytes;
  made.row_count = found->shape[found->order == order::c ? 0 : row.rank()];
  if (auto clear = check_tail(file, made.end_of(made.row_count)); !clear) return clear.error();
  if (auto room = find_room(made); !room) return room.error();
  if (made.most_rows <= made.row_count) return no_room_for(made.row_count + 1, made.most_rows);
  return made;
}

result<void> make_growing(path_ref path, const dtype& type, const shape& row,
                          const append_options& options) noexcept {
  const auto header = core::encode_header(type, shape_of_rows(row, 0, options.order),
                                          row.rank() == 0 ? order::c : options.order);
  if (!header) return header.error();
  auto file = os::atomic_file::create(path, existing::refuse, options.durability);
  if (!file) return file.error();
  if (auto written = os::write_all_at(file->descriptor(), header->bytes(), 0); !written)
    return written;
  return file->commit();
}

error no_room_for(std::uint64_t rows, std::uint64_t most_rows) noexcept {
  const bytes::short_text<64> found(
      [&](bytes::text_sink& to) { to.put("room to count to ").decimal(most_rows); });
  const bytes::short_text<64> expected(
      [&](bytes::text_sink& to) { to.put("room for ").decimal(rows).put(" rows"); });
  return error({.code = errc::no_room,
                .summary = "the header has no room for more digits",
                .found = found,
                .expected = expected,
                .hint = "`nopy append --rewrite` makes room, as does saving it as a new file"});
}

}  // namespace nopy
