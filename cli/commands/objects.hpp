// SPDX-License-Identifier: MIT
// Arrays of Python objects, decoded as data; nothing of their pickle is executed.
#pragma once

#include "input/input.hpp"

#include <nopy/object.hpp>

namespace nopy::cli {

/// The objects of an array whose header is `head`. Refuses what is asked of numbers; throws what reading and decoding
/// give.
[[nodiscard]] object_value read_objects(const input& from, const header& head,
                                        const request& asked);

}  // namespace nopy::cli
