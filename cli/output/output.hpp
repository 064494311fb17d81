// SPDX-License-Identifier: MIT
// Where a command writes: a new file that gets its name when it is whole, or stdout for "-". Owns the
// rule that an existing file is replaced only when told to, and never by half a file.
#pragma once

#include <nopy/source.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace nopy::cli {

class removed_on_signal;

/// What happens to a file of that name.
enum class overwrite : unsigned char { refuse, allow };

class output {
 public:
  /// Errors: exists, io.
  [[nodiscard]] static result<output> open(const std::string& path, overwrite existing);
  /// A file without a name in the folder of `path`, to be read back from `written`. Errors: io.
  [[nodiscard]] static result<output> open_unnamed(const std::string& path);
  output(output&& other) noexcept;
  output& operator=(output&&) = delete;
  /// Without `close`, nothing of the file stays.
  ~output();

  /// Throws nopy::exception with `io`.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Gives the file its name. Throws nopy::exception with `io` or `exists`.
  void close();
  /// Bytes written so far.
  [[nodiscard]] std::uint64_t written_bytes() const noexcept { return written_bytes_; }
  /// What was written to an unnamed file; borrows this. Throws nopy::exception with `io`.
  [[nodiscard]] source written();
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  output() noexcept;
  [[nodiscard]] static result<output> open_temporary(const std::string& path, overwrite existing);
  void flush();
  void take_name();
  [[noreturn]] void fail(std::string_view what) const;

  std::string path_{};
  std::unique_ptr<std::string> temporary_{};  // its address is known to the signal handler
  std::unique_ptr<removed_on_signal> guard_{};
  std::string buffer_{};
  std::uint64_t written_bytes_ = 0;
  int fd_ = -1;
  bool owned_ = false;
  overwrite existing_ = overwrite::refuse;
};

/// Throws usage where `path`, which is to be written, is an address.
void require_local(const std::string& path);
/// Like `require_local`, but also where `path` names a member or a part of an array that is there.
void require_file(const std::string& path);
/// Throws usage where an archive is to be written to stdout, whose headers can not be patched.
void require_no_stdout(const std::string& archive);

/// Text for stdout, buffered; throws nopy::exception where stdout does not take it.
void print(std::string_view text);
/// Hands everything that was printed on. Throws like `print`.
void flush_stdout();

}  // namespace nopy::cli
