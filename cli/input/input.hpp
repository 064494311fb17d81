// SPDX-License-Identifier: MIT
// A source of the command line, opened: a file, a member of an archive, stdin, or a URL. Everything is read
// by position from a descriptor, never mapped: a file that shrinks under the tool is an error and no
// signal. Owns what an operand means (docs/tool.md, "Which array").
#pragma once

#include "command/command.hpp"
#include "input/arguments.hpp"
#include "input/remote_input.hpp"
#include "input/slice.hpp"

#include <nopy/file.hpp>
#include <nopy/npz.hpp>

#include <memory>

namespace nopy::verbs {
class opened_source;
}

namespace nopy::cli {

/// What the first bytes of a file say it is.
enum class file_kind : unsigned char { npy, npz, other };

class input {
 public:
  /// Opens an argument: the file, and the member it names. The archive is opened with `options`.
  /// Throws nopy::exception: io, not_regular, the zip kinds, not_found; usage, where what is no
  /// archive was asked for a member.
  [[nodiscard]] static input open(std::string_view argument, const load_options& options = {});
  /// Opens an argument of a request, whose --slice, --member and --index stand for what its name can
  /// not say.
  [[nodiscard]] static input open(std::string_view argument, const request& asked,
                                  const load_options& options = {});
  /// Takes over an open file whose name is `path`, whatever characters it holds. Throws io, not_regular.
  [[nodiscard]] static input of_descriptor(std::string path, int fd);
  input(input&& other) noexcept;
  input& operator=(input&&) = delete;
  ~input();

  /// The name of the file for messages and JSON, as the user wrote it; of a URL without credentials
  /// and query.
  [[nodiscard]] const std::string& name() const noexcept { return argument_.path; }
  /// How the user would name this array: "run.npz:train", "a.npy".
  [[nodiscard]] std::string title() const;
  /// The same with its slice: "a.npy[::-1]".
  [[nodiscard]] std::string spelled() const;
  [[nodiscard]] const source_argument& argument() const noexcept { return argument_; }
  [[nodiscard]] file_kind kind() const noexcept { return kind_; }

  /// Whether this is a whole archive: no member of it was named.
  [[nodiscard]] bool is_archive() const noexcept { return kind_ == file_kind::npz && !member_; }
  /// The archive, opened at the first call. Throws the zip kinds.
  [[nodiscard]] const npz_reader& archive(const load_options& options = {}) const;
  /// The member that was named or chosen, or nothing for a file.
  [[nodiscard]] const std::optional<nopy::member>& member() const noexcept { return member_; }
  /// From now on this is that member of the archive, which `key` names.
  void choose(nopy::member one, std::string_view key);
  /// Chooses the only array of an archive; nothing is done where this is an array already. Throws
  /// usage where there are several, naming them.
  void choose_only_array();
  /// Throws usage where this is an archive.
  void require_array_file() const;
  /// Throws usage where a slice was given, for commands that read headers or whole files.
  void require_no_slice() const;
  /// Throws usage where a member or a slice was given, for commands that take whole archives.
  void require_whole() const;

  /// Of the file, or of the member's own stream.
  [[nodiscard]] std::uint64_t size_bytes() const noexcept;
  /// Holds a member against its sizes and its checksum, all of it, with progress; nothing for a file.
  /// Throws the zip kinds.
  void verify(const parallel_callback& jobs = {}) const;
  /// Verifies where all of a member is about to be read, or where that costs little.
  void verify_for(bool everything, const parallel_callback& jobs = {}) const;
  /// The file or the member, for the library. Borrows this input.
  [[nodiscard]] nopy::source source() const;
  /// The file, whatever member was named.
  [[nodiscard]] nopy::source file() const noexcept {
    return remote_ ? nopy::source::remote(remote_->reader()) : nopy::source::descriptor(fd_);
  }
  /// Whether it lies behind a URL.
  [[nodiscard]] bool is_remote() const noexcept { return remote_ != nullptr; }
  /// At most `count` bytes from `offset` of the file or the member on, fewer at the end; those of a
  /// member are not verified. Throws io.
  [[nodiscard]] std::string read(std::uint64_t offset, std::uint64_t count) const;
  /// Reads exactly `into` of the file. Errors: io, data_truncated.
  [[nodiscard]] result<void> read_exactly(std::uint64_t offset, std::span<std::byte> into) const;

  /// The header of the first array. Throws what reading gives.
  [[nodiscard]] header read_header(const load_options& options = {}) const;
  /// The first array, opened. Throws what reading gives.
  [[nodiscard]] npy_file open_array(const load_options& options = {}) const;
  /// The slice of the argument applied to `of`, everything where there is none. Throws.
  [[nodiscard]] selection selected(const shape& of) const;
  /// The error, about this file or member as the user named it.
  [[nodiscard]] error about(const error& what, std::uint64_t base_offset = 0) const;

 private:
  explicit input(source_argument argument) noexcept;
  static input open_file(source_argument argument);
  void open_path();
  void open_remote();
  void look_at_descriptor();
  [[nodiscard]] bool ends_like_archive() const;
  void sniff();
  void require_members() const;
  void require_said_once(const request& asked) const;
  void open_at(std::uint64_t index, const load_options& options);
  void open_member(const load_options& options, bool told_apart);

  source_argument argument_;
  std::uint64_t bytes_ = 0;
  int fd_ = -1;
  std::unique_ptr<remote_input> remote_{};  // then there is no descriptor
  file_kind kind_ = file_kind::other;
  mutable std::optional<npz_reader> archive_{};
  std::optional<nopy::member> member_{};
  mutable std::unique_ptr<verbs::opened_source> stream_;  // of the member, once it was read from
};

}  // namespace nopy::cli
