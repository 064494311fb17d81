// SPDX-License-Identifier: MIT
// Items and types as JSON. Numbers are exact: integers with all their digits, floats with the
// fewest that read back. What JSON lacks is text: "NaN", "Infinity", "-Infinity", "NaT".
#pragma once

#include "printing/json_writer.hpp"

#include <nopy/dtype.hpp>
#include <nopy/object.hpp>

namespace nopy::cli {

/// One item. Complex numbers are [real, imaginary], records objects, subarrays nested lists, bytes
/// and text strings, times ISO 8601 strings, opaque items hexadecimal strings.
void write_json_item(json_writer& out, const dtype& type, const std::byte* item);

/// A descr: a string, or the nested lists of a record.
void write_json_descr(json_writer& out, const dtype& type);

/// A decoded Python value; items of an array in C order. What JSON has no word for, or is nested more
/// than 64 deep, is its repr. Throws limit where shared parts would unfold into too many values.
void write_json_object(json_writer& out, const object_value& value);

/// A shape as a list.
void write_json_shape(json_writer& out, const shape& of);

}  // namespace nopy::cli
