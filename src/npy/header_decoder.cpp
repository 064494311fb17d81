// SPDX-License-Identifier: MIT
// Decodes a header from bytes that the caller brings: first a piece that holds most headers whole,
// then, where it must be, the exact rest. Source: docs/format.md, "Reading".
#include <nopy/header.hpp>

#include "bytes/checked.hpp"
#include "bytes/slice.hpp"
#include "bytes/small_build.hpp"
#include "bytes/tuple_text.hpp"
#include "npy/canonical.hpp"
#include "npy/dictionary.hpp"

#include <algorithm>

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

using npy::preamble;

/// Every preamble is in the first range wanted.
constexpr std::uint32_t least_first_bytes = 64;
constexpr std::uint64_t most_array_bytes = 0x7FFFFFFFFFFFFFFF;

error too_large(const header& of, std::string_view summary, std::string_view expected,
                std::uint64_t offset, std::string_view hint = {}) noexcept {
  const bytes::short_text<160> found([&](bytes::text_sink& sink) {
    bytes::put_tuple(sink, of.shape, 4)
        .put(" of items of ")
        .decimal(of.dtype.item_bytes())
        .put(" bytes");
  });
  return error({.code = errc::too_large,
                .offset = offset,
                .summary = summary,
                .found = found,
                .expected = expected,
                .hint = hint});
}

/// shape x item size. A shape whose extents other than 0 multiply to more than any array can have
/// is refused even where a 0 makes it empty: NumPy refuses it too.
result<std::uint64_t> count_bytes(const header& of, std::uint64_t shape_offset) noexcept {
  std::uint64_t count = 1;
  bool empty = of.dtype.item_bytes() == 0;
  for (const std::uint64_t extent : of.shape) {
    empty = empty || extent == 0;
    const auto product = checked::mul(count, std::max<std::uint64_t>(extent, 1));
    if (!product || *product > most_array_bytes)
      return too_large(of, "the extents multiply to more than an array can have",
                       "at most 9223372036854775807 elements", shape_offset);
    count = *product;
  }
  const auto bytes = checked::mul(count, std::max<std::uint64_t>(of.dtype.item_bytes(), 1));
  if (!bytes || *bytes > most_array_bytes)
    return too_large(of, "shape x item size is more than an array can have",
                     "at most 9223372036854775807 bytes", shape_offset);
  return empty || of.dtype.has_objects() ? 0 : *bytes;
}

error cut_data(const header& of, std::uint64_t total_bytes) noexcept {
  const bytes::short_text<100> found([&](bytes::text_sink& sink) {
    sink.decimal(total_bytes - of.data_offset).put(" data bytes, to byte ").decimal(total_bytes);
  });
  const bytes::short_text<100> expected([&](bytes::text_sink& sink) {
    sink.decimal(of.data_bytes)
        .put(" data bytes, to byte ")
        .decimal(of.data_offset + of.data_bytes);
  });
  return error({.code = errc::data_truncated,
                .offset = total_bytes,
                .found = found,
                .expected = expected,
                .hint = "the file was cut in copying, or is still being written; `nopy repair` "
                        "rescues the rows that are whole"});
}

error text_mode_copy(std::uint64_t offset) noexcept {
  return error({.code = errc::header_syntax,
                .offset = offset,
                .summary = "the file was copied in text mode, which put a CR before every LF",
                .found = "0D at the end of the header, 0A where the data should begin",
                .expected = "0A at the end of the header",
                .hint = "the data is damaged too; copy the original again, as binary"});
}

/// Puts the findings in file order; those without an offset stand last.
result<void> take_findings(finding_list& into, bytes::growing<finding>& from) noexcept {
  if (from.empty()) return {};
  bytes::sort(from.begin(), from.end(),
              [](const finding& a, const finding& b) { return a.offset() < b.offset(); });
  for (finding& one : from)
    if (!into.push_back(std::move(one))) return error(errc::out_of_memory);
  return {};
}

/// Checks the sizes a header promises against the limits and the source.
result<void> check_sizes(header& of, std::uint64_t total_bytes, const header_options& options,
                         std::uint64_t shape_offset, bytes::growing<finding>& findings) noexcept {
  const auto bytes = count_bytes(of, shape_offset);
  if (!bytes) return bytes.error();
  of.data_bytes = *bytes;
  if (of.data_bytes > options.limits.array_bytes) {
    const bytes::short_text<60> expected([&](bytes::text_sink& sink) {
      sink.put("at most ").decimal(options.limits.array_bytes).put(" bytes");
    });
    return too_large(of, "the array is larger than the limit in force", expected, shape_offset,
                     "raise limits.array_bytes if the file is trusted");
  }
  if (total_bytes == header_decoder::unknown_bytes || of.dtype.has_objects()) return {};
  const auto end = checked::add(of.data_offset, of.data_bytes);
  if (!end || *end > total_bytes) {
    error cut = cut_data(of, total_bytes);
    if (options.short_data == short_data::error) return cut;
    if (!findings.push_back({severity::error, std::move(cut)})) return error(errc::out_of_memory);
    return {};
  }
  if (*end == total_bytes) return {};
  const bytes::short_text<60> found(
      [&](bytes::text_sink& sink) { sink.decimal(total_bytes - *end).put(" bytes"); });
  const error trailing({.code = errc::trailing_bytes, .offset = *end, .found = found});
  if (!findings.push_back({severity::warning, trailing})) return error(errc::out_of_memory);
  return {};
}

/// Decodes the text behind a preamble; `bytes` hold all of it.
result<void> decode_text(header& into, const preamble& before, std::span<const std::byte> bytes,
                         std::uint64_t total_bytes, const header_options& options) noexcept {
  const auto data_offset = static_cast<std::size_t>(before.data_offset());
  const std::span<const std::byte> text = bytes.subspan(before.bytes, before.header_bytes);
  if (!text.empty() && text.back() == std::byte{'\r'} && bytes.size() > data_offset &&
      bytes[data_offset] == std::byte{'\n'})
    return text_mode_copy(before.data_offset() - 1);
  into.major = before.major;
  into.header_bytes = before.header_bytes;
  into.data_offset = before.data_offset();
  bytes::growing<finding> findings;
  const std::string_view chars = bytes::text_of(text);
  std::uint64_t shape_begin = npy::read_canonical(chars, into);
  if (shape_begin == 0) {
    npy::dictionary_reader reader(before, options.policy, findings);
    if (auto done = reader.open(chars); !done) return done;
    if (auto done = reader.read(into); !done) return done;
    shape_begin = reader.text()[reader.keys().shape].begin;
  }
  const std::uint64_t shape_offset = before.bytes + shape_begin;
  if (auto done = check_sizes(into, total_bytes, options, shape_offset, findings); !done)
    return done;
  return take_findings(into.findings, findings);
}

}  // namespace

header_decoder::header_decoder(std::uint64_t total_bytes, header_options options,
                               std::uint32_t first_bytes) noexcept
    : options_(options),
      total_bytes_(total_bytes),
      wanted_{0, std::min<std::uint64_t>(total_bytes, std::max(first_bytes, least_first_bytes))} {}

header_decoder::~header_decoder() = default;

std::optional<byte_range> header_decoder::wants() const noexcept {
  if (whole_) return std::nullopt;
  return wanted_;
}

result<void> header_decoder::feed(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < wanted_.count) total_bytes_ = bytes.size();
  const auto before = npy::read_preamble(bytes, total_bytes_, options_.limits.header_bytes);
  if (!before) return before.error();
  // The first range covers every preamble, so it is there now.
  const preamble& read = **before;
  if (bytes.size() < read.data_offset()) {
    // One byte of the data too: it tells a text-mode copy.
    wanted_ = {0, std::min(total_bytes_, read.data_offset() + 1)};
    return {};
  }
  if (auto done = decode_text(header_, read, bytes, total_bytes_, options_); !done) return done;
  whole_ = true;
  return {};
}

result<header> decode_header(std::span<const std::byte> bytes, std::uint64_t total_bytes,
                             const header_options& options) noexcept {
  const auto before = npy::read_preamble(bytes, total_bytes, options.limits.header_bytes);
  if (!before) return before.error();
  if (!*before || bytes.size() < (*before)->data_offset())
    return error({.code = errc::usage,
                  .summary = "the bytes given do not hold the whole header",
                  .hint = "header_decoder says which bytes it wants"});
  header decoded;
  if (auto done = decode_text(decoded, **before, bytes, total_bytes, options); !done)
    return done.error();
  return decoded;
}

}  // namespace core
}  // namespace v1
}  // namespace nopy
