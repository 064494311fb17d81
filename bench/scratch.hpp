// SPDX-License-Identifier: MIT
// Where the benchmarks keep their files, and the raw system calls they are held against.
#pragma once

#include <nopy/nopy.hpp>
#include <nopy/npz_write.hpp>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace nopy::bench {

using namespace nopy::literals;

/// A file of the run's folder, which is removed at the end (main.cpp).
[[nodiscard]] const std::string& folder();
[[nodiscard]] inline std::string scratch(const std::string& name) { return folder() + "/" + name; }

/// A file of `count` numbers of T, made once; returns its path.
template <class T>
[[nodiscard]] std::string file_of(const std::string& name, std::uint64_t count) {
  const std::string path = scratch(name);
  if (::access(path.c_str(), R_OK) != 0) {
    std::vector<T> values(count);
    for (std::uint64_t i = 0; i < count; ++i) values[i] = static_cast<T>(i % 251);
    save(path, values);
  }
  return path;
}

/// An archive of one stored member "a", 64 KiB of floats; made once.
[[nodiscard]] inline std::string small_archive() {
  const std::string path = scratch("64k.npz");
  if (::access(path.c_str(), R_OK) != 0) save_npz(path, {{"a", std::vector<float>(16_KiB, 1.0F)}});
  return path;
}

/// Bytes as an array of them.
[[nodiscard]] inline any_view view_of(const std::vector<std::byte>& bytes) {
  return any_view(dtype_of<std::uint8_t>(), {bytes.size()}, bytes);
}

/// Reads exactly, or ends the run: a benchmark of a failing call means nothing.
inline void read_exactly(int fd, void* into, std::size_t bytes, std::uint64_t offset) {
  auto* to = static_cast<char*>(into);
  while (bytes > 0) {
    const ssize_t n = ::pread(fd, to, bytes, static_cast<off_t>(offset));
    if (n <= 0) std::abort();
    to += n;
    offset += static_cast<std::uint64_t>(n);
    bytes -= static_cast<std::size_t>(n);
  }
}

/// Memory on a 2 MiB boundary that was touched before.
class warm_memory {
 public:
  explicit warm_memory(std::size_t bytes) : data_(std::aligned_alloc(2_MiB, round_up(bytes))) {
    if (data_ == nullptr) std::abort();
    (void)::madvise(data_, round_up(bytes), MADV_HUGEPAGE);
    std::memset(data_, 1, bytes);
  }
  warm_memory(const warm_memory&) = delete;
  warm_memory& operator=(const warm_memory&) = delete;
  ~warm_memory() { std::free(data_); }
  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  static std::size_t round_up(std::size_t bytes) { return (bytes + 2_MiB - 1) / 2_MiB * 2_MiB; }
  void* data_;
};

/// The bytes of a .npy file in memory: a header, then `count` items whose bytes are 1, 2, 3, ...
[[nodiscard]] inline std::vector<std::byte> npy_in_memory(const dtype& type, const shape& extents,
                                                          order order) {
  const auto encoded = core::encode_header(type, extents, order, {}).value();
  const std::span<const std::byte> head = encoded.bytes();
  std::vector<std::byte> bytes(head.size() +
                               static_cast<std::size_t>(extents.count() * type.item_bytes()));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = i < head.size() ? head[i] : static_cast<std::byte>(i % 59);
  return bytes;
}

}  // namespace nopy::bench
