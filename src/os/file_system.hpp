// SPDX-License-Identifier: MIT
// On which file system a file lies. Owns the judgement which of them are shared with
// other machines: what one machine keeps of a file in its memory, the others do not
// see there, or only late.
#pragma once

#include <nopy/file_system.hpp>

#include <cstdint>

namespace nopy::os {

/// Of an open file. Never fails: what the system does not tell is unknown. Cost: one system call, of some two.
[[nodiscard]] file_system file_system_of(int fd) noexcept;

#if defined(__linux__)
/// What a number of `struct statfs` means. `has_device`: whether a device of this machine is below it.
[[nodiscard]] file_system named_by(std::uint32_t type, bool has_device) noexcept;
#endif

}  // namespace nopy::os
