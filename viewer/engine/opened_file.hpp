// SPDX-License-Identifier: MIT
// What is known of an open file: what it is, the members of an archive, and the arrays whose
// headers were read. Shared by the table of files and the jobs that run on it.
#pragma once

#include <nopy/object.hpp>

#include "engine/array_bytes.hpp"
#include "zip/directory.hpp"

namespace nopy::engine {

/// The member of a file that is one array itself.
inline constexpr std::uint32_t no_member = UINT32_MAX;

enum class file_kind : std::uint8_t { empty, npy, npz, damaged_npy, damaged_npz, unknown };

/// An array whose header was read, or why it was not.
struct array_state {
  std::uint32_t member = no_member;
  array_bytes bytes{};
  nopy::header head{};
  finding_list findings{};
  std::optional<error> wrong{};
  std::uint64_t local_bytes = 0;    ///< of the member's local header; 0: not understood
  std::uint64_t present_bytes = 0;  ///< data bytes that are there
  std::optional<object_value> objects{};

  [[nodiscard]] const dtype& type() const noexcept { return head.dtype; }
  [[nodiscard]] bool is_cut() const noexcept { return present_bytes < head.data_bytes; }
};

struct opened_file {
  std::size_t owners = 1;
  std::uint32_t id = 0;
  std::uint64_t total_bytes = 0;
  nopy::policy policy = policy::tolerant;
  file_kind kind = file_kind::unknown;
  std::optional<error> wrong{};
  bool begins_with_member = true;
  zip::directory members{};
  bytes::growing<bool> shared{};                          // by member: another one has its name
  bytes::growing<std::unique_ptr<array_state>> arrays{};  // by member; one in a .npy file

  [[nodiscard]] bool is_archive() const noexcept { return kind == file_kind::npz; }
  /// The array of a member whose header was read. Errors: usage (no such member, or not peeked
  /// yet), and why it can not be read.
  [[nodiscard]] result<array_state*> array(std::uint32_t member) noexcept;
  [[nodiscard]] std::unique_ptr<array_state>* slot(std::uint32_t member) noexcept;
};

/// One owner of a file.
class file_share {
 public:
  file_share() noexcept = default;
  /// Takes over the owner that a new file has.
  explicit file_share(opened_file* file) noexcept : file_(file) {}
  file_share(const file_share& other) noexcept : file_(other.file_) {
    if (file_ != nullptr) ++file_->owners;
  }
  file_share(file_share&& other) noexcept : file_(std::exchange(other.file_, nullptr)) {}
  file_share& operator=(file_share other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~file_share() {
    if (file_ != nullptr && --file_->owners == 0) delete file_;
  }

  explicit operator bool() const noexcept { return file_ != nullptr; }
  opened_file* operator->() const noexcept { return file_; }
  opened_file& operator*() const noexcept { return *file_; }

 private:
  opened_file* file_ = nullptr;
};

/// The open files, by number from 1 on.
class file_table {
 public:
  [[nodiscard]] file_share find(std::uint32_t id) noexcept;
  /// Gives the file its number. Errors: out_of_memory.
  [[nodiscard]] result<void> add(const file_share& file) noexcept;
  void remove(std::uint32_t id) noexcept;

 private:
  bytes::growing<file_share> files_{};
};

}  // namespace nopy::engine
