// SPDX-License-Identifier: MIT
// A source of the command line, opened: a descriptor of a regular file. stdin is spooled to an
// unlinked temporary file unless it is a regular file itself. Everything is read by position, never
// mapped: a file that shrinks under the tool is an error and no signal.
#pragma once

#include "arguments.hpp"
#include "command.hpp"
#include "slice.hpp"

#include <nopy/file.hpp>

namespace nopy::cli {

/// What the first bytes of a file say it is.
enum class file_kind : unsigned char { npy, npz, other };

class input {
 public:
  /// Opens an argument. Throws nopy::exception: io, not_regular, and usage for an archive.
  [[nodiscard]] static input open(std::string_view argument);
  /// Opens an argument of a request, whose --slice and --member stand for what its name can not say.
  [[nodiscard]] static input open(std::string_view argument, const request& asked);
  input(input&& other) noexcept;
  input& operator=(input&&) = delete;
  ~input();

  /// The name for messages and JSON, as the user wrote it.
  [[nodiscard]] const std::string& name() const noexcept { return argument_.path; }
  [[nodiscard]] const source_argument& argument() const noexcept { return argument_; }
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_; }
  [[nodiscard]] file_kind kind() const noexcept { return kind_; }
  /// Throws usage where this is an archive.
  void require_array_file() const;

  /// The file, for the library. Borrows this input.
  [[nodiscard]] nopy::source source() const;
  /// At most `count` bytes from `offset` on, fewer at the end. Throws io.
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const;
  /// Reads exactly `into`. Errors: io, data_truncated.
  [[nodiscard]] result<void> read_exactly(std::uint64_t offset, std::span<std::byte> into) const;

  /// The header of the first array. Throws what reading gives.
  [[nodiscard]] header read_header(const load_options& options = {}) const;
  /// The first array, opened. Throws what reading gives.
  [[nodiscard]] npy_file open_array(const load_options& options = {}) const;
  /// The slice of the argument applied to `of`, everything where there is none. Throws.
  [[nodiscard]] selection selected(const shape& of) const;
  /// The error, about this file.
  [[nodiscard]] error about(const error& what, std::uint64_t base_offset = 0) const;

 private:
  explicit input(source_argument argument) : argument_(std::move(argument)) {}
  void open_path();
  void open_stdin();
  void sniff();

  source_argument argument_;
  std::uint64_t bytes_ = 0;
  int fd_ = -1;
  file_kind kind_ = file_kind::other;
};

}  // namespace nopy::cli
