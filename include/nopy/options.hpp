// SPDX-License-Identifier: MIT
// The knobs of the verbs: aggregates for designated initialisers, every member with a default, the
// most used first.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>
#include <nopy/limits.hpp>
#include <nopy/shape.hpp>

namespace nopy::inline v1 {

/// Which conversions `load` may do; NumPy's word and default, sharpened.
enum class casting : std::uint8_t {
  none,       ///< the element type must be the file's; byte order may differ
  safe,       ///< only what keeps every value
  same_kind,  ///< also narrower floats (rounded; finite -> infinite is out_of_range) and narrower
              ///< integers (checked)
  checked,    ///< across kinds, every value checked: out_of_range with the index
  saturate,   ///< across kinds, the nearest value that fits; NaN becomes 0 in an integer
  truncate,   ///< across kinds, as a C cast of the low bits; NaN and what no int64 holds become 0
};

/// How far a long call is.
struct progress {
  std::uint64_t done_bytes = 0;
  std::uint64_t total_bytes = 0;
};
/// Called now and then; false stops the call with `cancelled`. No callback may throw: the verbs are
/// noexcept, so an exception that leaves one ends the program.
using progress_callback = callback<bool(const progress&)>;
/// The whole contract of a thread pool: run `run(i)` for every i below `tasks`, return when all are
/// done.
using parallel_callback = callback<void(std::size_t tasks, function_ref<void(std::size_t)> run)>;

/// Options of the reading verbs.
struct load_options {
  nopy::policy policy = policy::tolerant;
  nopy::casting casting = casting::same_kind;
  nopy::limits limits{};
  callback<void(const finding&)> on_finding{};  ///< every deviation, as it is found
  progress_callback progress{};
  /// For large arrays in files, in stored members, and in deflated ones that have a table of chunks;
  /// <nopy/threads.hpp> has one. Changes no value.
  parallel_callback parallel{};
  std::uint64_t offset = 0;  ///< first byte of the array's stream in the source
};

/// What a save does before it returns. `none`: after a power cut the old file, the new one, or (on
/// some file systems) an empty one may be there; `data`: the new file's bytes are on disk before it
/// gets its name; `full`: its name too.
enum class durability : std::uint8_t { none, data, full };
/// What happens to a file of that name. Replacing is atomic: a temporary sibling, then a rename.
enum class existing : std::uint8_t { replace, refuse };

/// Options of `save`.
struct save_options {
  nopy::order order = order::c;  ///< of the bytes in the file
  nopy::durability durability = durability::none;
  nopy::existing existing = existing::replace;
  progress_callback progress{};
};

/// Whether a file on a network file system (<nopy/file_system.hpp>) is mapped for writing: machines that map it
/// at once lose what the other wrote.
enum class network_map : std::uint8_t { refuse, allow };

/// Options of `map`, `map_private` and `map_writable`.
struct map_options {
  nopy::policy policy = policy::tolerant;
  nopy::limits limits{};
  callback<void(const finding&)> on_finding{};
  network_map on_network = network_map::refuse;  ///< of `map_writable`
};

/// Options of `create`.
struct create_options {
  nopy::order order = order::c;
  nopy::existing existing = existing::refuse;
  network_map on_network = network_map::refuse;  ///< of the mapping
};

}  // namespace nopy::inline v1
