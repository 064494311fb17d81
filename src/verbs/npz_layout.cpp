// SPDX-License-Identifier: MIT
// npz_layout: the records of an archive_writer's stored members, computed before their data is there.
#include <nopy/npz_layout.hpp>

#include "array/rearrange.hpp"
#include "array/view_blocks.hpp"
#include "bytes/checked.hpp"
#include "deflate/crc32.hpp"
#include "verbs/archive_names.hpp"
#include "zip/record_writer.hpp"

namespace nopy::inline v1 {
namespace {

constexpr auto style = zip::record_style::plain;

struct planned_member {
  header of;                    // data_offset counts from the archive's first byte
  core::encoded_header text{};  // the array's header as bytes
  bytes::growing<char> name{};
  std::uint64_t header_offset = 0;  // of the local header
  std::size_t extra_bytes = 0;

  [[nodiscard]] zip::member_record record(std::uint32_t crc32) const noexcept {
    const std::uint64_t whole_bytes = text.bytes().size() + of.data_bytes;
    return {.name = verbs::view_of(name),
            .crc32 = crc32,
            .compressed_bytes = whole_bytes,
            .uncompressed_bytes = whole_bytes,
            .header_offset = header_offset};
  }
};

error beyond_any_file() noexcept {
  return error({.code = errc::too_large, .summary = "no file can be that long"});
}

/// Plans the member that begins where `end` is, and moves `end` behind it. Errors, without subject: those of `plan`.
result<planned_member> plan_member(const planned_array& array, std::uint32_t alignment,
                                   std::uint64_t& end) noexcept {
  const auto data_bytes = core::data_bytes_of(array.dtype, array.shape);
  if (!data_bytes) return data_bytes.error();
  planned_member made;
  made.of.dtype = array.dtype;
  made.of.shape = array.shape;
  // Fortran only where that differs from C, as NumPy does.
  made.of.order = core::orders_agree(array.shape) ? order::c : array.order;
  made.of.data_bytes = *data_bytes;
  auto text = core::encode_header(array.dtype, array.shape, made.of.order);
  if (!text) return text.error();
  made.text = *std::move(text);
  auto name = verbs::joined(array.key, ".npy");
  if (!name) return name.error();
  made.name = *std::move(name);
  if (auto usable = verbs::check_name(verbs::view_of(made.name)); !usable) return usable.error();
  made.header_offset = end;
  const std::size_t head_bytes = made.text.bytes().size();
  made.extra_bytes = zip::local_extra_bytes(made.record(0), style, alignment, head_bytes, false);
  made.of.data_offset = end + zip::local_bytes + made.name.size() + made.extra_bytes + head_bytes;
  const auto behind = checked::add(made.of.data_offset, *data_bytes);
  if (!behind || *behind > static_cast<std::uint64_t>(INT64_MAX)) return beyond_any_file();
  end = *behind;
  return made;
}

}  // namespace

void scattered_crc32::add(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  // Without the ones that a CRC begins and ends with it is linear: zeros before a part change nothing, zeros behind it
  // multiply, and parts add up.
  const std::uint32_t linear = ~deflate::crc32(~std::uint32_t{0}, bytes);
  sum_ ^= deflate::crc32_join(linear, 0, total_bytes_ - offset - bytes.size());
}

std::uint32_t scattered_crc32::value() const noexcept {
  return ~(sum_ ^ deflate::crc32_join(~std::uint32_t{0}, 0, total_bytes_));
}

struct npz_layout::planned {
  bytes::growing<planned_member> members{};
  std::uint32_t alignment = 0;
  std::uint64_t directory_offset = 0;
  std::uint64_t total_bytes = 0;

  /// The directory with its end. Errors: zip_duplicate, out_of_memory.
  [[nodiscard]] result<zip::directory_writer> directory(
      std::span<const std::uint32_t> crc32) const noexcept {
    zip::directory_writer made(style);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto record = members[i].record(crc32.empty() ? 0 : crc32[i]);
      if (made.contains(record.name))
        return error({.code = errc::zip_duplicate,
                      .subject = record.name,
                      .summary = "the archive has a member of that name"});
      if (!made.reserve(record.name)) return error(errc::out_of_memory);
      made.add(record);
    }
    if (!made.finish(directory_offset)) return error(errc::out_of_memory);
    return made;
  }
};

result<npz_layout> npz_layout::plan(std::span<const planned_array> arrays,
                                    std::uint32_t alignment) noexcept {
  if (auto usable = verbs::check_alignment(alignment); !usable) return usable.error();
  auto* made = new (std::nothrow) planned;
  if (made == nullptr) return error(errc::out_of_memory);
  npz_layout owner(made);
  made->alignment = alignment;
  for (const planned_array& array : arrays) {
    auto one = plan_member(array, alignment, made->directory_offset);
    if (!one) return one.error().about(array.key);
    if (!made->members.push_back(*std::move(one))) return error(errc::out_of_memory);
  }
  const auto directory = made->directory({});
  if (!directory) return directory.error();
  const auto total = checked::add(made->directory_offset, directory->bytes().size());
  if (!total || *total > static_cast<std::uint64_t>(INT64_MAX)) return beyond_any_file();
  made->total_bytes = *total;
  return owner;
}

npz_layout::~npz_layout() { delete planned_; }

std::size_t npz_layout::size() const noexcept { return planned_->members.size(); }

const header& npz_layout::header(std::size_t index) const noexcept {
  return planned_->members[index].of;
}

std::uint64_t npz_layout::total_bytes() const noexcept { return planned_->total_bytes; }

result<void> npz_layout::try_write_records(
    std::span<const std::uint32_t> data_crc32,
    function_ref<result<void>(std::uint64_t offset, std::span<const std::byte> bytes)> put)
    const noexcept {
  if (data_crc32.size() != size())
    return error({.code = errc::usage, .summary = "every array needs its checksum"});
  bytes::growing<std::uint32_t> whole_crc32;
  zip::record_bytes head;
  for (std::size_t i = 0; i < size(); ++i) {
    const planned_member& one = planned_->members[i];
    const auto text = one.text.bytes();
    const std::uint32_t crc32 =
        deflate::crc32_join(deflate::crc32(0, text), data_crc32[i], one.of.data_bytes);
    head.clear();
    if (!whole_crc32.push_back(crc32) ||
        !zip::put_local_header(head, one.record(crc32), style, one.extra_bytes,
                               planned_->alignment) ||
        !head.append(text))
      return error(errc::out_of_memory);
    if (auto done = put(one.header_offset, head.span()); !done) return done;
  }
  const auto directory = planned_->directory(whole_crc32.span());
  if (!directory) return directory.error();
  return put(planned_->directory_offset, directory->bytes());
}

}  // namespace nopy::inline v1
