// SPDX-License-Identifier: MIT
// print: the text of an array as a string.
#include <nopy/print.hpp>

#include "text/array_text.hpp"

namespace nopy {
inline namespace v1 {

std::string print(const any_view& what, const print_options& options) {
  std::string text;
  const texts::text_output output{&text, [](void* owner, std::string_view piece) {
                                    static_cast<std::string*>(owner)->append(piece);
                                  }};
  texts::put_array(output, what, options).value();
  return text;
}

}  // namespace v1
}  // namespace nopy
