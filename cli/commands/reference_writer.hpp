// SPDX-License-Identifier: MIT
// Arrays as references that zarr reads through fsspec, in kerchunk's JSON, version 1: which bytes of
// which file are which chunk. Source: https://fsspec.github.io/kerchunk/spec.html; zarr's format 2.
#pragma once

#include "input/listing.hpp"
#include "printing/json_writer.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nopy::cli {

struct chunk_grid;

/// An array, or a part of one, in one file: stored bytes from its `data_offset()` on.
struct referred_part {
  std::string url;
  std::string source;  ///< as messages name it: of a URL without credentials and query
  listed_array array;
};

/// Writes references, one entry after another.
class reference_writer {
 public:
  reference_writer() : out_(text_) {
    out_.begin_object().key("version").number(1).key("refs").begin_object();
  }
  reference_writer(const reference_writer&) = delete;
  reference_writer& operator=(const reference_writer&) = delete;

  /// The groups on the way to an array: those of all arrays come first. Throws zip_name where a name
  /// is none of zarr's.
  void add_groups(const std::string& name);
  /// An array of parts that are joined along `axis`; of one part where there is none. An array
  /// without name is the root. Throws shape_mismatch where no grid of chunks cuts all parts, zip_name
  /// where a group has its name.
  void add_array(const std::string& name, const std::vector<referred_part>& parts,
                 std::optional<std::size_t> axis);
  /// All of it, as one line.
  [[nodiscard]] std::string finish() {
    out_.end_object().end_object();
    return text_ + "\n";
  }

 private:
  void add_chunks(const std::string& prefix, const referred_part& one, const chunk_grid& grid,
                  std::size_t axis, std::uint64_t before);
  void add_text(const std::string& key, const std::string& json) { out_.key(key).text(json); }

  std::string text_{};
  json_writer out_;
  std::set<std::string> groups_{};
};

}  // namespace nopy::cli
