// SPDX-License-Identifier: MIT
// Where an array comes from. Owns the rule that a string is always a path: bytes must be said.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>

#include <concepts>
#include <span>

namespace nopy {
inline namespace v1 {

/// A borrowed path: a string literal, or anything with `c_str()`, so std::string and
/// std::filesystem::path need no bridge. Valid while the call it is passed to runs. An embedded NUL
/// is the error `usage`.
class path_ref {
 public:
  path_ref(const char* path) noexcept : data_(path), count_(std::char_traits<char>::length(path)) {}
  path_ref(std::nullptr_t) = delete;
  template <class Path>
  requires requires(const Path& path) {
    { path.c_str() } -> std::convertible_to<const char*>;
  }
  path_ref(const Path& path) noexcept : data_(path.c_str()), count_(length(path)) {}

  [[nodiscard]] const char* c_str() const noexcept { return data_; }
  [[nodiscard]] std::string_view view() const noexcept { return {data_, count_}; }
  /// Whether the path ends where its C string does.
  [[nodiscard]] bool usable() const noexcept {
    return count_ == std::char_traits<char>::length(data_);
  }

 private:
  template <class Path>
  static std::size_t length(const Path& path) noexcept {
    if constexpr (requires { path.native().size(); })
      return path.native().size();
    else
      return path.size();
  }
  const char* data_;
  std::size_t count_;
};

/// Reads exactly `into.size()` bytes at `offset`, or says why not; called from several threads at
/// once.
using read_at_callback = callback<result<void>(std::uint64_t offset, std::span<std::byte> into)>;

namespace verbs {
struct archive;
}
class far_reader;  // <nopy/far.hpp>

/// A share of an open archive; what readers and members have in common. The last one closes it.
class NOPY_API archive_share {
 public:
  archive_share(const archive_share& other) noexcept;
  archive_share(archive_share&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}
  archive_share& operator=(archive_share other) noexcept {
    std::swap(open_, other.open_);
    return *this;
  }
  ~archive_share();

  // For the rooms that read it.
  archive_share() noexcept = default;
  explicit archive_share(verbs::archive* open) noexcept : open_(open) {}  // takes over one share
  [[nodiscard]] verbs::archive* get() const noexcept { return open_; }

 private:
  verbs::archive* open_ = nullptr;
};

/// Where to read from: a path, bytes in memory, an open descriptor, any positional reader, or a
/// member of an open archive (see npz.hpp).
class source {
 public:
  template <class Path>
  requires(std::constructible_from<path_ref, const Path&> && !std::same_as<Path, source>)
      source(const Path& path)
  noexcept : kind_(kind::path), path_(path) {}

  /// Bytes in memory; they are borrowed and must outlive what is opened on them.
  [[nodiscard]] static source memory(std::span<const std::byte> bytes) noexcept {
    source made(kind::memory);
    made.memory_ = bytes;
    return made;
  }
  /// An open descriptor of a regular file; it is duplicated, its position is neither used nor
  /// moved.
  [[nodiscard]] static source descriptor(int fd) noexcept {
    source made(kind::descriptor);
    made.descriptor_ = fd;
    return made;
  }
  /// `bytes` in all behind a positional reader.
  [[nodiscard]] static source custom(std::uint64_t bytes, read_at_callback read_at) noexcept {
    source made(kind::custom);
    made.bytes_ = bytes;
    made.read_at_ = std::move(read_at);
    return made;
  }

  /// What is read over a network; it is borrowed like bytes in memory.
  [[nodiscard]] static source remote(const far_reader& from) noexcept {
    source made(kind::remote);
    made.far_ = &from;
    return made;
  }
  /// The member at a position of an archive's directory; a `nopy::member` converts to this.
  [[nodiscard]] static source member(archive_share archive, std::size_t index) noexcept {
    source made(kind::member);
    made.archive_ = std::move(archive);
    made.bytes_ = index;
    return made;
  }

  enum class kind : std::uint8_t { path, memory, descriptor, custom, remote, member };
  // What was said, for the room that opens it.
  [[nodiscard]] enum kind kind() const noexcept { return kind_; }
  [[nodiscard]] path_ref path() const noexcept { return path_; }
  [[nodiscard]] std::span<const std::byte> memory() const noexcept { return memory_; }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] const read_at_callback& read_at() const noexcept { return read_at_; }
  [[nodiscard]] const far_reader* remote() const noexcept { return far_; }
  [[nodiscard]] const archive_share& archive() const noexcept { return archive_; }
  [[nodiscard]] std::size_t index() const noexcept { return static_cast<std::size_t>(bytes_); }

 private:
  explicit source(enum kind kind) noexcept : kind_(kind), path_("") {}

  enum kind kind_;
  path_ref path_;
  std::span<const std::byte> memory_{};
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
  read_at_callback read_at_{};
  const far_reader* far_ = nullptr;
  archive_share archive_{};
};

}  // namespace v1
}  // namespace nopy
