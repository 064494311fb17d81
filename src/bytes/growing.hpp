// SPDX-License-Identifier: MIT
// The core's growing list: a vector that answers false where memory ran out instead of throwing.
// Elements are moved, never copied; T must be nothrow movable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace nopy::bytes {

/// A larger block with the `used` bytes of `old`, which is given back; null where memory ran out
/// (`old` stays). One for all types.
[[nodiscard, gnu::noinline]] inline void* move_block(void* old, std::size_t used,
                                                     std::size_t room) noexcept {
  void* moved = ::operator new(room, std::nothrow);
  if (moved == nullptr) return nullptr;
  if (used != 0) std::memcpy(moved, old, used);
  ::operator delete(old);
  return moved;
}

template <class T>
class growing {
 public:
  static_assert(std::is_nothrow_move_constructible_v<T> && alignof(T) <= alignof(std::max_align_t));

  growing() noexcept = default;
  growing(const growing&) = delete;
  growing& operator=(const growing&) = delete;
  growing(growing&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  growing& operator=(growing&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~growing() {
    clear();
    ::operator delete(data_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  [[nodiscard]] T& back() noexcept { return data_[size_ - 1]; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {data_, size_}; }

  /// Room for `capacity` elements in all; false where memory ran out (nothing changed).
  [[nodiscard]] bool reserve(std::size_t capacity) noexcept {
    if (capacity <= capacity_) return true;
    if (capacity > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) return false;
    if constexpr (std::is_trivially_copyable_v<T>) {
      void* moved = move_block(data_, size_ * sizeof(T), capacity * sizeof(T));
      if (moved == nullptr) return false;
      data_ = static_cast<T*>(moved);
    } else {
      auto* moved = static_cast<T*>(::operator new(capacity * sizeof(T), std::nothrow));
      if (moved == nullptr) return false;
      for (std::size_t i = 0; i < size_; ++i) {
        ::new (static_cast<void*>(moved + i)) T(std::move(data_[i]));
        data_[i].~T();
      }
      ::operator delete(data_);
      data_ = moved;
    }
    capacity_ = capacity;
    return true;
  }
  /// Adds one; false where memory ran out.
  [[nodiscard]] bool push_back(T value) noexcept {
    if (size_ == capacity_ && !grow()) return false;
    push_reserved(std::move(value));
    return true;
  }
  /// Adds one where `reserve` made room for it, which the caller has counted: it can not fail.
  void push_reserved(T value) noexcept {
    ::new (static_cast<void*>(data_ + size_)) T(std::move(value));
    ++size_;
  }
  /// Adds all of `values`; false where memory ran out (nothing added).
  [[nodiscard]] bool append(
      std::span<const T> values) noexcept requires std::is_trivially_copyable_v<T> {
    if (values.size() > capacity_ - size_) {
      const std::size_t grown = capacity_ + capacity_ / 2;
      const std::size_t needed = size_ + values.size();
      if (!reserve(grown > needed ? grown : needed)) return false;
    }
    if (!values.empty()) std::memcpy(data_ + size_, values.data(), values.size_bytes());
    size_ += values.size();
    return true;
  }
  void pop_back() noexcept { data_[--size_].~T(); }
  void shrink(std::size_t size) noexcept {
    while (size_ > size) pop_back();
  }
  void clear() noexcept { shrink(0); }

 private:
  /// Apart, so that callers keep the short way in registers.
  [[gnu::noinline]] bool grow() noexcept {
    return reserve(capacity_ < 8 ? 8 : capacity_ + capacity_ / 2);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace nopy::bytes
