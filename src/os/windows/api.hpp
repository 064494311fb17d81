// SPDX-License-Identifier: MIT
// <windows.h> without what it brings along unasked, and its handles as owners.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00  // Windows 10
#endif
#include <windows.h>
// Keywords of 16-bit compilers, still words that it takes from everyone.
#undef far
#undef near
#undef interface
#undef small

#include <cstdint>
#include <utility>

namespace nopy::os {

/// An open handle, closed by its owner; INVALID_HANDLE_VALUE where there is none.
class unique_handle {
 public:
  explicit unique_handle(HANDLE handle) noexcept : handle_(handle) {}
  unique_handle(unique_handle&& other) noexcept
      : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  unique_handle& operator=(unique_handle&&) = delete;
  ~unique_handle() {
    if (open()) ::CloseHandle(handle_);
  }
  [[nodiscard]] bool open() const noexcept {
    return handle_ != INVALID_HANDLE_VALUE && handle_ != nullptr;
  }
  [[nodiscard]] HANDLE get() const noexcept { return handle_; }

  /// A descriptor of the C library that owns the handle; -1 where there are too many.
  [[nodiscard]] int into_descriptor(int flags) && noexcept;

 private:
  HANDLE handle_;
};

/// The handle behind a descriptor of the C library, or INVALID_HANDLE_VALUE.
[[nodiscard]] HANDLE handle_of(int fd) noexcept;
/// Closes a descriptor; false where the system says that bytes may be lost.
bool close_descriptor(int fd) noexcept;

/// What others may do to a file that is open here: everything, as on other systems.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// The two halves of a number, as many calls want it.
struct halves {
  DWORD low, high;
  explicit halves(std::uint64_t number) noexcept
      : low(static_cast<DWORD>(number)), high(static_cast<DWORD>(number >> 32)) {}
};
[[nodiscard]] inline std::uint64_t joined(DWORD high, DWORD low) noexcept {
  return std::uint64_t{high} << 32 | low;
}

/// A position for a read or a write that does not ask where the handle stands.
[[nodiscard]] inline OVERLAPPED at_offset(std::uint64_t offset) noexcept {
  OVERLAPPED at{};
  at.Offset = halves(offset).low;
  at.OffsetHigh = halves(offset).high;
  return at;
}

}  // namespace nopy::os
