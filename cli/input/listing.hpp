// SPDX-License-Identifier: MIT
// The arrays of a source: a .npy file may hold several, one after another, as repeated np.save calls
// to one open file leave them; an archive holds members, most of them arrays.
#pragma once

#include "input/input.hpp"

#include <optional>
#include <vector>

namespace nopy::cli {

struct listed_array {
  header head;
  /// Where its stream begins in the file; nothing for a deflated member, which has no place.
  std::optional<std::uint64_t> offset = 0;
  std::optional<nopy::member> of{};  ///< the member it is

  /// Of the elements, in the file.
  [[nodiscard]] std::optional<std::uint64_t> data_offset() const noexcept;
  /// The largest power of two, at most 4096, that divides the data's offset.
  [[nodiscard]] std::optional<std::uint64_t> alignment() const noexcept;
  /// Whether the source ends before the data does.
  [[nodiscard]] bool cut() const noexcept;
  /// Whether its elements can be used where they lie.
  [[nodiscard]] bool mappable() const noexcept;
  /// "yes", or why not.
  [[nodiscard]] std::string_view mappable_words() const noexcept;
};

struct listing {
  std::vector<listed_array> arrays{};
  std::optional<error> stopped{};  ///< what ended the list before the end of the file
};

/// Reads every header of a .npy file, or the header of a member. Bytes behind an array that begin no
/// other one are a finding of its header; of an array that another one follows, they are none.
[[nodiscard]] listing list_arrays(const input& from, const load_options& options = {});

/// What one small read tells of a member.
struct listed_member {
  nopy::member of;
  std::optional<listed_array> array{};  ///< nothing where it is none, or can not be read
  std::optional<error> failed{};        ///< why it can not be read
  std::vector<finding> findings{};      ///< of a member that is no array
  bool shadowed = false;                ///< another member is found by its name
};

/// Looks at a member: local header and the first bytes of its data, one read of the archive for
/// ordinary headers, never more of it inflated than the header takes.
[[nodiscard]] listed_member look_at(const npz_reader& in, nopy::member one,
                                    const load_options& options = {});

/// The name for people, which finds this member: its spelling in UTF-8 where the archive forgot to
/// say so, else NumPy's key, or where that means another one, the stored name.
[[nodiscard]] std::string_view spelling_of(const npz_reader& in, const nopy::member& one);

/// "stored", "deflated", "zstd", "method 77".
[[nodiscard]] std::string method_name(compression of);

}  // namespace nopy::cli
