// SPDX-License-Identifier: MIT
// Whether a file may be mapped for writing where it lies. The public question where it lies is answered beside it.
#pragma once

#include <nopy/error.hpp>
#include <nopy/options.hpp>

namespace nopy::inline v1::verbs {

/// Asked of an open file before it is mapped shared and writable. Errors, without subject: usage.
[[nodiscard]] result<void> check_network(int fd, network_map wanted) noexcept;

}  // namespace nopy::inline v1::verbs
