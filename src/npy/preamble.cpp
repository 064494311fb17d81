// SPDX-License-Identifier: MIT
// Reads magic, version and length, each checked before the next is looked at.
#include "npy/preamble.hpp"

#include "bytes/endian.hpp"
#include "bytes/text_sink.hpp"
#include "npy/magic.hpp"

namespace nopy::npy {
namespace {

error cut(std::uint64_t total_bytes, std::string_view summary, std::uint64_t needed,
          std::uint64_t header_bytes = 0) noexcept {
  const auto count = [](std::uint64_t bytes) {
    return bytes::short_text<40>(
        [&](bytes::text_sink& sink) { sink.decimal(bytes).put(" bytes"); });
  };
  const bytes::short_text<100> expected([&](bytes::text_sink& sink) {
    sink.put(count(needed));
    if (header_bytes != 0) sink.put(", for a header that says ").put(count(header_bytes));
  });
  return error({.code = errc::header_truncated,
                .offset = total_bytes,
                .summary = summary,
                .found = count(total_bytes),
                .expected = expected,
                .hint = header_bytes == 0
                            ? "the file was cut in copying, or is still being written"
                            : "the file was cut in copying, is still being written, or the length "
                              "at byte 8 is damaged"});
}

error bad_version(unsigned major, unsigned minor) noexcept {
  const bytes::short_text<40> found(
      [&](bytes::text_sink& sink) { sink.decimal(major).put('.').decimal(minor); });
  return error({.code = errc::bad_version,
                .offset = magic_bytes,
                .found = found,
                .expected = "1.0, 2.0 or 3.0",
                .hint = "no writer makes another version; the file is damaged"});
}

error too_long(std::uint64_t length, std::uint64_t most) noexcept {
  const auto count = [](std::uint64_t bytes) {
    return bytes::short_text<40>(
        [&](bytes::text_sink& sink) { sink.decimal(bytes).put(" bytes"); });
  };
  const bytes::short_text<60> expected(
      [&](bytes::text_sink& sink) { sink.put("at most ").put(count(most)); });
  return error({.code = errc::header_too_large,
                .offset = magic_bytes + 2,
                .found = count(length),
                .expected = expected,
                .hint = "raise limits.header_bytes if the file is trusted"});
}

}  // namespace

result<std::optional<preamble>> read_preamble(std::span<const std::byte> bytes,
                                              std::uint64_t total_bytes,
                                              std::uint64_t most_header_bytes) noexcept {
  const bool whole = bytes.size() >= total_bytes;
  const std::size_t matching = matching_magic(bytes);
  if (matching < magic_bytes && (matching < bytes.size() || whole))
    return describe_impostor(bytes, whole);
  constexpr std::size_t version_end = magic_bytes + 2;
  if (bytes.size() < version_end) {
    if (whole) return cut(total_bytes, "the file ends inside the version", version_end);
    return std::optional<preamble>{};
  }
  const auto major = std::to_integer<std::uint8_t>(bytes[magic_bytes]);
  const auto minor = std::to_integer<std::uint8_t>(bytes[magic_bytes + 1]);
  if (major < 1 || major > 3 || minor != 0) return bad_version(major, minor);
  preamble read;
  read.major = major;
  read.bytes = major == 1 ? 10 : 12;
  if (bytes.size() < read.bytes) {
    if (whole) return cut(total_bytes, "the file ends inside the header's length", read.bytes);
    return std::optional<preamble>{};
  }
  const std::byte* length = bytes.data() + version_end;
  read.header_bytes = major == 1 ? bytes::load<std::uint16_t>(length, endian::little)
                                 : bytes::load<std::uint32_t>(length, endian::little);
  if (read.header_bytes > most_header_bytes) return too_long(read.header_bytes, most_header_bytes);
  if (read.data_offset() > total_bytes)
    return cut(total_bytes, "the file ends inside the header", read.data_offset(),
               read.header_bytes);
  return std::optional<preamble>(read);
}

}  // namespace nopy::npy
