// SPDX-License-Identifier: MIT
// A source that is far away: asking costs more than what is brought. What reads over a network
// derives from this, as nopy::http::object does; opt-in, not in the umbrella.
#pragma once

#include <nopy/source.hpp>

namespace nopy::inline v1 {

/// A positional reader that wants to know what comes next. Every call may come from several threads
/// at once. `source::remote(reader)` is a source; the reader outlives what is opened on it.
class NOPY_API far_reader {
 public:
  far_reader() noexcept = default;
  far_reader(const far_reader&) = delete;
  far_reader& operator=(const far_reader&) = delete;
  virtual ~far_reader();

  /// Of the whole file; never another number.
  [[nodiscard]] virtual std::uint64_t total_bytes() const noexcept = 0;
  /// Reads exactly `into.size()` bytes at `offset`, or says why not; an error without subject is
  /// about `name()`.
  [[nodiscard]] virtual result<void> read_at(std::uint64_t offset,
                                             std::span<std::byte> into) const noexcept = 0;
  /// Advice: these ranges are read next, so they may be brought together. What goes wrong is told by
  /// the reads.
  virtual void expect(std::span<const byte_range> ranges) const noexcept = 0;
  /// How many of its last bytes are at hand, for no further request. An archive that is opened tolerantly without
  /// `on_finding` looks for its directory in them first, and not for a second one in front of them.
  [[nodiscard]] virtual std::uint64_t tail_bytes() const noexcept = 0;
  /// What messages call it.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
};

}  // namespace nopy::inline v1
