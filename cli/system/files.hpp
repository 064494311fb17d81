// SPDX-License-Identifier: MIT
// What the tool asks of files, alike on every system: paths are UTF-8, an open file is an int, and what
// fails says why by errno. The calls behind it stand in posix/ and windows/.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nopy::cli::system {

inline constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

enum class file_type : unsigned char { none, regular, folder, link, pipe, socket, device };

/// Which file of this machine it is, whatever its names.
struct file_id {
  std::uint64_t device = 0, number = 0;
  friend auto operator<=>(const file_id&, const file_id&) = default;
};

struct file_state {
  file_type type = file_type::none;
  std::uint64_t bytes = 0;
  file_id id{};
};

/// What `path` leads to, through links; `none` where nothing is found.
[[nodiscard]] file_state look(const std::string& path) noexcept;
/// What is open. Nothing, with errno, where the system does not say.
[[nodiscard]] std::optional<file_state> look(int fd) noexcept;
/// Whether an open file stands at its beginning.
[[nodiscard]] bool at_start(int fd) noexcept;
/// The path from the root on, through links, with '/' between folders; as it is where nothing is there.
[[nodiscard]] std::string real_path(const std::string& path);

// These return a descriptor, or -1 and errno.
/// Never waits for the writer of a pipe. A folder is opened, too, for `look`.
[[nodiscard]] int open_to_read(const std::string& path) noexcept;
/// What exists and is no regular file: a device or a pipe.
[[nodiscard]] int open_to_write(const std::string& path) noexcept;
/// A new file, to be written and read; EEXIST where the name is taken.
[[nodiscard]] int create_new(const std::string& path) noexcept;
/// A new file that has no name, or loses it when it is closed.
[[nodiscard]] int create_unnamed(const std::string& folder) noexcept;

/// False, with errno, where bytes that were written may be lost.
bool close(int fd) noexcept;
/// At most so many bytes, fewer at the end; -1 and errno.
[[nodiscard]] std::ptrdiff_t read(int fd, std::span<char> into) noexcept;
[[nodiscard]] std::ptrdiff_t read_at(int fd, std::span<char> into, std::uint64_t offset) noexcept;
/// All of it, or false and errno. To a console of Windows it goes as text.
[[nodiscard]] bool write_all(int fd, std::string_view bytes) noexcept;

/// Removes the name of a file, which may be open.
void remove(const char* path) noexcept;
/// Replaces what has the name. False, with errno.
[[nodiscard]] bool rename(const char* from, const char* to) noexcept;
/// False, with EEXIST, where the name is taken. On a file system that can not hold to that, what took it
/// meanwhile is replaced.
[[nodiscard]] bool rename_new(const char* from, const char* to) noexcept;
/// Gives an open file the permissions of another one. A refusal is no reason to lose data.
void hand_on_permissions(const std::string& of, int fd) noexcept;

/// Where files are kept for a while: TMPDIR, else the system's.
[[nodiscard]] std::string scratch_folder();
/// The system's.
[[nodiscard]] std::string usual_scratch_folder();

/// "No such file or directory (errno 2)".
[[nodiscard]] std::string words_of(int number);
/// Whether it says that the disk, or somebody's share of it, is full.
[[nodiscard]] bool is_full_disk(int number) noexcept;
/// What helps where the system said `number`; empty where nothing is known.
[[nodiscard]] std::string_view hint_for(int number) noexcept;

}  // namespace nopy::cli::system
