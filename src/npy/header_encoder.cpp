// SPDX-License-Identifier: MIT
// Encodes a header byte for byte as NumPy >= 1.24: the dictionary, room to grow, padding, the
// lowest version that can hold it. Source: docs/format.md, "Writing".
#include <nopy/header.hpp>

#include "bytes/endian.hpp"
#include "bytes/text_sink.hpp"
#include "bytes/tuple_text.hpp"
#include "dtype/descr_writer.hpp"
#include "npy/growth.hpp"
#include "npy/magic.hpp"

#include <algorithm>
#include <cstring>

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

constexpr std::uint64_t most_v1_bytes = 0xFFFF;
constexpr std::uint64_t most_v2_bytes = 0xFFFFFFFF;
constexpr std::uint32_t most_alignment = 1 << 20;
constexpr std::size_t v1_preamble_bytes = 10;
constexpr std::size_t v2_preamble_bytes = 12;

void write_body(bytes::text_sink& sink, const dtype& type, const shape& shape, order order,
                bool growth_room) noexcept {
  sink.put("{'descr': ");
  write_descr_literal(sink, type);
  sink.put(order == order::fortran ? ", 'fortran_order': True" : ", 'fortran_order': False");
  sink.put(", 'shape': ");
  bytes::put_tuple(sink, shape);
  sink.put(", }");
  if (growth_room) sink.repeat(' ', npy::growth_room(shape, order));
}

/// Whether the UTF-8 text holds nothing above U+00FF: its lead bytes are C2 and C3 then.
bool is_latin1(std::string_view utf8) noexcept {
  for (const char c : utf8)
    if (static_cast<unsigned char>(c) >= 0xC4) return false;
  return true;
}

/// Turns UTF-8 into Latin-1 in place; returns the bytes left.
std::size_t to_latin1(char* text, std::size_t count) noexcept {
  std::size_t to = 0;
  for (std::size_t from = 0; from < count; ++from) {
    const auto lead = static_cast<unsigned char>(text[from]);
    if (lead >= 0x80)
      text[to++] = static_cast<char>((lead & 3) << 6 | (text[++from] & 0x3F));
    else
      text[to++] = text[from];
  }
  return to;
}

/// Bytes of header text: the body, its newline, and padding up to the alignment; never none.
std::uint64_t padded(std::size_t preamble, std::uint64_t body, std::uint32_t alignment) noexcept {
  const std::uint64_t bare = body + 1;
  return bare + alignment - (preamble + bare) % alignment;
}

error unencodable(std::uint8_t major) noexcept {
  return error({.code = errc::header_encoding,
                .summary = "a name holds characters that this version can not spell",
                .found = major == 1 ? "version 1.0 asked for" : "version 2.0 asked for",
                .expected = "version 3.0, which is UTF-8"});
}

result<std::uint8_t> choose_version(std::uint8_t asked, bool latin1,
                                    std::uint64_t v1_bytes) noexcept {
  if (asked == 0) return std::uint8_t(!latin1 ? 3 : v1_bytes <= most_v1_bytes ? 1 : 2);
  if (asked > 3) return error({.code = errc::bad_version, .expected = "version 1.0, 2.0 or 3.0"});
  if (asked < 3 && !latin1) return unencodable(asked);
  if (asked == 1 && v1_bytes > most_v1_bytes)
    return error({.code = errc::too_large,
                  .summary = "the header is too long for version 1.0",
                  .expected = "at most 65535 bytes",
                  .hint = "version 2.0 holds it"});
  return asked;
}

}  // namespace

encoded_header::encoded_header(encoded_header&& other) noexcept { *this = std::move(other); }

encoded_header& encoded_header::operator=(encoded_header&& other) noexcept {
  if (this == &other) return *this;
  if (data_ != inline_) ::operator delete(data_);
  count_ = std::exchange(other.count_, 0);
  if (other.data_ == other.inline_) {
    std::memcpy(inline_, other.inline_, count_);
    data_ = inline_;
  } else {
    data_ = std::exchange(other.data_, other.inline_);
  }
  return *this;
}

encoded_header::~encoded_header() {
  if (data_ != inline_) ::operator delete(data_);
}

result<encoded_header> encode_header(const dtype& type, const shape& shape, order order,
                                     const encode_options& options) noexcept {
  if (options.alignment == 0 || options.alignment > most_alignment)
    return error({.code = errc::usage,
                  .summary = "the alignment of the data is out of range",
                  .expected = "1 to 1048576"});
  if (type.kind() == kind::subarray)
    return error({.code = errc::bad_dtype,
                  .summary = "an array's elements can not be subarrays",
                  .expected = "the subarray's element type, and its extents in the shape"});
  bytes::text_sink measure(nullptr);
  write_body(measure, type, shape, order, options.growth_room);
  const std::size_t most = v2_preamble_bytes + measure.count() + 1 + std::size_t{options.alignment};
  encoded_header made;
  if (most > encoded_header::inline_bytes) {
    made.data_ = static_cast<std::byte*>(::operator new(most, std::nothrow));
    if (made.data_ == nullptr) {
      made.data_ = made.inline_;
      return error(errc::out_of_memory);
    }
  }
  auto* body = reinterpret_cast<char*>(made.data_) + v1_preamble_bytes;
  bytes::text_sink sink(body);
  write_body(sink, type, shape, order, options.growth_room);
  std::size_t count = sink.count();
  const bool latin1 = is_latin1({body, count});
  if (latin1 && options.major != 3) count = to_latin1(body, count);
  const auto version =
      choose_version(options.major, latin1, padded(v1_preamble_bytes, count, options.alignment));
  if (!version) return version.error();
  const std::size_t preamble = *version == 1 ? v1_preamble_bytes : v2_preamble_bytes;
  const std::uint64_t header_bytes = padded(preamble, count, options.alignment);
  if (header_bytes > most_v2_bytes) return error({.code = errc::too_large});
  if (preamble == v2_preamble_bytes) body = static_cast<char*>(std::memmove(body + 2, body, count));
  std::memcpy(made.data_, npy::magic.data(), npy::magic_bytes);
  made.data_[6] = std::byte{*version};
  made.data_[7] = std::byte{0};
  if (*version == 1)
    bytes::store(made.data_ + 8, static_cast<std::uint16_t>(header_bytes), endian::little);
  else
    bytes::store(made.data_ + 8, static_cast<std::uint32_t>(header_bytes), endian::little);
  std::memset(body + count, ' ', static_cast<std::size_t>(header_bytes) - count - 1);
  body[header_bytes - 1] = '\n';
  made.count_ = preamble + static_cast<std::size_t>(header_bytes);
  return made;
}

}  // namespace core
}  // namespace v1
}  // namespace nopy
