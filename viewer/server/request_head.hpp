// SPDX-License-Identifier: MIT
// A request of HTTP, as far as `nopy view` looks at one: its line and its headers, as they came.
#pragma once

#include <span>
#include <string_view>

namespace nopy::view {

struct header_field {
  std::string_view name;
  std::string_view value;  ///< without the blanks around it
};

struct request_head {
  std::string_view method;
  std::string_view target;  ///< as in the request line: no escape is decoded
  std::span<const header_field> fields;
};

}  // namespace nopy::view
