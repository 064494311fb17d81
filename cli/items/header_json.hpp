// SPDX-License-Identifier: MIT
// One array as JSON: what `nopy info --json` prints and `nopy ls --json` lists.
#pragma once

#include "input/listing.hpp"
#include "printing/json_writer.hpp"

namespace nopy::cli {

/// The keys and values of one array, without the braces.
void write_json_array(json_writer& out, const listed_array& of);

/// Like `write_json_array`, for any member: what its header would say is null where it has none.
void write_json_member(json_writer& out, const listed_member& of);

}  // namespace nopy::cli
