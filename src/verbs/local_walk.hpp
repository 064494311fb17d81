// SPDX-License-Identifier: MIT
// An archive without a directory, walked by its local headers. A member is found where its bytes agree
// with its CRC; where it ends is said by its header, else by the end of its DEFLATE stream, else (stored
// by a writer that could not go back) by a data descriptor that fits. Source: APPNOTE 4.3.7, 4.3.9.
#pragma once

#include <nopy/memory.hpp>

#include "verbs/opened_source.hpp"
#include "zip/record_writer.hpp"

namespace nopy::inline v1::verbs {

/// A whole member. Its name lives as long as the walk stays where it is.
struct found_member {
  zip::member_record record{};
  std::uint64_t data_offset = 0;
  std::uint64_t end = 0;  ///< behind its data and its descriptor
};

class local_walk {
 public:
  /// Errors: out_of_memory.
  [[nodiscard]] static result<local_walk> begin(const opened_source& from) noexcept;

  /// The next local header at or behind `offset`; `total_bytes` where there is none. Errors: io,
  /// changed.
  [[nodiscard]] result<std::uint64_t> find_header(std::uint64_t offset) noexcept;
  /// The member whose local header stands at `offset`. Errors, of the member: zip_corrupt, zip_crc,
  /// zip_size, zip_inflate, zip_mismatch, zip_encrypted, zip_method, zip_name, data_truncated (it was
  /// cut), limit (so much was walked in vain before that a whole archive would have been read many
  /// times); io, changed.
  [[nodiscard]] result<found_member> examine(std::uint64_t offset) noexcept;
  /// The name of the header looked at last, as UTF-8; empty where it was cut.
  [[nodiscard]] std::string_view name() const noexcept { return {name_.data(), name_.size()}; }

 private:
  explicit local_walk(const opened_source& from) noexcept
      : from_(&from), budget_(16 * from.total_bytes() + (std::uint64_t{1} << 20)) {}
  [[nodiscard]] result<void> take_name(std::uint64_t offset, std::size_t count,
                                       std::uint16_t flags) noexcept;
  [[nodiscard]] result<std::span<const std::byte>> bytes_at(std::uint64_t offset,
                                                            std::uint64_t most) noexcept;
  [[nodiscard]] result<void> inflate(found_member& to) noexcept;
  [[nodiscard]] result<void> sum_stored(found_member& to) noexcept;
  [[nodiscard]] result<void> find_descriptor(found_member& to) noexcept;
  [[nodiscard]] result<void> take_sizes(const zip::local_header& header, std::uint64_t extra_offset,
                                        found_member& to) noexcept;
  [[nodiscard]] result<void> inflate_as_said(found_member& to) noexcept;
  [[nodiscard]] result<void> inflate_to_descriptor(found_member& to) noexcept;

  const opened_source* from_;
  std::uint64_t budget_;  // bytes that may still be read: damage must not cost the square of them
  bytes::growing<char> name_{};
  memory input_{};
  memory room_{};  // of the window of a deflated member
};

}  // namespace nopy::inline v1::verbs
