// SPDX-License-Identifier: MIT
// The header of an array: decoded by pulling bytes, encoded byte for byte as NumPy does. Nothing
// here does I/O. Format: docs/format.md.
//
//   93 4E 55 4D 50 59   magic "\x93NUMPY"
//   01 00               version: 1.0, 2.0 or 3.0
//   76 00               header length: 2 bytes, little-endian (4 bytes from version 2.0 on)
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   ...spaces... \n
//   data                at a multiple of 64
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/dtype.hpp>
#include <nopy/limits.hpp>
#include <nopy/shape.hpp>

#include <optional>
#include <span>

namespace nopy {
inline namespace v1 {

/// Findings in file order; copies share them. Iterates as `const finding`.
class NOPY_API finding_list {
 public:
  finding_list() noexcept = default;
  finding_list(const finding_list& other) noexcept;
  finding_list(finding_list&& other) noexcept : items_(std::exchange(other.items_, nullptr)) {}
  finding_list& operator=(finding_list other) noexcept {
    std::swap(items_, other.items_);
    return *this;
  }
  ~finding_list();

  [[nodiscard]] const finding* begin() const noexcept;
  [[nodiscard]] const finding* end() const noexcept { return begin() + size(); }
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  /// Adds one; false where memory ran out.
  bool push_back(finding one) noexcept;

 private:
  struct block;
  block* items_ = nullptr;
};

/// What a file says of one array.
struct header {
  nopy::dtype dtype;
  nopy::shape shape;
  nopy::order order = order::c;
  std::uint8_t major = 1;          ///< format version: 1.0, 2.0 or 3.0
  std::uint32_t header_bytes = 0;  ///< the length the preamble gives
  std::uint64_t data_offset = 0;   ///< from the start of the array's stream to its first data byte
  std::uint64_t data_bytes = 0;    ///< shape x item size; 0 for objects, whose pickle has no length
  finding_list findings;
};

/// What data that ends early is to a reader of the header: the end, or worth telling.
enum class short_data : std::uint8_t { error, finding };

/// How a header is decoded.
struct header_options {
  nopy::policy policy = policy::tolerant;
  nopy::limits limits{};
  nopy::short_data short_data = short_data::error;
};

/// One byte span of a preamble or header, with its meaning; for `nopy info --bytes` and the viewer.
struct header_span {
  byte_range range;
  std::string_view meaning;  ///< "magic", "version", "header length", "descr", ..., a static text
};

namespace core {

/// Decodes a header from bytes that the caller brings. A driver is a loop:
///
///     core::header_decoder decoder(total_bytes);
///     while (auto wanted = decoder.wants()) feed it the bytes of that range
///     decoder.header()
///
/// Cost: one pass, no allocation for a simple header; at most two ranges. Errors of `feed`:
/// bad_magic, bad_version, header_*, bad_dtype, too_large, data_truncated, out_of_memory: the first
/// violated rule in file order.
class NOPY_API header_decoder {
 public:
  /// `total_bytes` of the source, or `unknown_bytes` for a stream: then nothing is checked against
  /// it. `first_bytes`: as many are wanted first; fewer where every byte is dear.
  static constexpr std::uint64_t unknown_bytes = UINT64_MAX;
  explicit header_decoder(std::uint64_t total_bytes = unknown_bytes, header_options options = {},
                          std::uint32_t first_bytes = 4096) noexcept;
  header_decoder(const header_decoder&) = delete;
  header_decoder& operator=(const header_decoder&) = delete;
  ~header_decoder();

  /// The range wanted next, or nothing when the header is whole. Never beyond `total_bytes`.
  [[nodiscard]] std::optional<byte_range> wants() const noexcept;
  /// Takes bytes from the start of the range wanted; fewer than wanted mean that the source ends
  /// there.
  [[nodiscard]] result<void> feed(std::span<const std::byte> bytes) noexcept;
  /// The header, once `wants()` is empty after a `feed` without error.
  [[nodiscard]] const nopy::header& header() const noexcept { return header_; }

 private:
  nopy::header header_;
  header_options options_;
  std::uint64_t total_bytes_;
  byte_range wanted_;
  bool whole_ = false;
};

/// Decodes the header at the start of `bytes`, of which there are `total_bytes` in all. Like
/// `header_decoder`.
[[nodiscard]] NOPY_API result<header> decode_header(std::span<const std::byte> bytes,
                                                    std::uint64_t total_bytes,
                                                    const header_options& options = {}) noexcept;

/// Explains the bytes of a preamble and header, in order, without gaps; calls `emit` for each span.
/// Also for headers that can not be decoded: what could not be told apart is one span "header
/// text".
NOPY_API void explain_header(std::span<const std::byte> bytes,
                             function_ref<void(const header_span&)> emit) noexcept;

/// How a header is encoded.
struct encode_options {
  std::uint8_t major = 0;        ///< 0 chooses the lowest version that can hold it, as NumPy does
  std::uint32_t alignment = 64;  ///< of the data, counted from the start of the stream
  bool growth_room = true;       ///< room for 21 digits in the growth axis, as NumPy >= 1.24
};

/// Magic, version, length, dictionary and padding: everything before the data.
class NOPY_API encoded_header {
 public:
  encoded_header() noexcept = default;
  encoded_header(const encoded_header&) = delete;
  encoded_header& operator=(const encoded_header&) = delete;
  encoded_header(encoded_header&& other) noexcept;
  encoded_header& operator=(encoded_header&& other) noexcept;
  ~encoded_header();

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, count_}; }

 private:
  friend NOPY_API result<encoded_header> encode_header(const dtype&, const nopy::shape&,
                                                       nopy::order, const encode_options&) noexcept;
  static constexpr std::size_t inline_bytes =
      256;  // an ordinary header, 128 bytes, needs no allocation
  std::byte inline_[inline_bytes];
  std::byte* data_ = inline_;
  std::size_t count_ = 0;
};

/// Encodes a header byte for byte as NumPy >= 1.24 does. Errors: too_large, where the version asked
/// for can not hold it; header_encoding, where it can not spell a name; bad_dtype; out_of_memory.
/// Source: docs/format.md, "Writing".
[[nodiscard]] NOPY_API result<encoded_header> encode_header(
    const dtype& type, const nopy::shape& shape, nopy::order order,
    const encode_options& options = {}) noexcept;

/// Rewrites `preamble_and_header` in place with another extent of the growth axis (the first in C
/// order, the last in Fortran order), keeping its length. Errors: no_room, where the digits do not
/// fit; usage for rank 0; and what decoding gives. Cost: one pass over the header.
[[nodiscard]] NOPY_API result<void> grow_header(std::span<std::byte> preamble_and_header,
                                                std::uint64_t extent) noexcept;

}  // namespace core
}  // namespace v1
}  // namespace nopy
