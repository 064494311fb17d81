// SPDX-License-Identifier: MIT
// Shared ownership of a block of bytes: heap, huge pages, or a mapped file. Reference counts are
// written by hand so that no public header needs <memory>.
#pragma once

#include <nopy/error.hpp>

#include <span>

namespace nopy {
inline namespace v1 {

/// A block of bytes with shared ownership. Copies share; the last one gives it back.
class NOPY_API memory {
 public:
  memory() noexcept = default;
  memory(const memory& other) noexcept;
  memory(memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        owner_(std::exchange(other.owner_, nullptr)) {}
  memory& operator=(memory other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~memory();

  /// Uninitialised, on a 64-byte boundary; huge pages where that pays (2 MiB and more). Errors:
  /// out_of_memory.
  [[nodiscard]] static result<memory> allocate(std::uint64_t bytes) noexcept;
  /// Takes over a block; `give_back(data, bytes, context)` is called once, from the last owner.
  /// Errors: out_of_memory; then the block was given back.
  [[nodiscard]] static result<memory> adopt(std::span<std::byte> block,
                                            void (*give_back)(void* data, std::size_t bytes,
                                                              void* context),
                                            void* context) noexcept;
  /// A part of this block that keeps the whole alive; it must lie inside.
  [[nodiscard]] memory part(std::uint64_t offset, std::uint64_t bytes) const noexcept;

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::span<std::byte> bytes() const noexcept {
    return {data_, static_cast<std::size_t>(bytes_)};
  }

 private:
  struct owner;
  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  owner* owner_ = nullptr;
};

/// Elements whose memory another owner may take over: converts to std::shared_ptr<T> and its like.
template <class T>
class shared_elements {
 public:
  shared_elements(T* data, memory keep) noexcept : data_(data), keep_(std::move(keep)) {}
  [[nodiscard]] T* get() const noexcept { return data_; }
  [[nodiscard]] const memory& owner() const noexcept { return keep_; }
  template <class Pointer>
  requires std::is_constructible_v<Pointer, T*, void (*)(T*)>
  operator Pointer() && {
    return Pointer(data_, [keep = std::move(keep_)](T*) noexcept { (void)keep; });
  }

 private:
  T* data_;
  memory keep_;
};

}  // namespace v1
}  // namespace nopy
