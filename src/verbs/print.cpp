// SPDX-License-Identifier: MIT
// print: the text of an array as a string.
#include <nopy/print.hpp>

#include "text/array_text.hpp"

#include <new>

namespace nopy {
inline namespace v1 {

namespace {

struct growing_text {
  std::string text{};
  bool memory_ran_out = false;
};

// The core, which calls this, lets no exception pass.
void put(void* owner, std::string_view piece) noexcept {
  auto& to = *static_cast<growing_text*>(owner);
  if (to.memory_ran_out) return;
  try {
    to.text.append(piece);
  } catch (const std::bad_alloc&) {
    to.memory_ran_out = true;
  }
}

}  // namespace

std::string print(const any_view& what, const print_options& options) {
  growing_text made;
  texts::put_array({&made, put}, what, options).value();
  if (made.memory_ran_out) throw exception(error(errc::out_of_memory));
  return std::move(made.text);
}

}  // namespace v1
}  // namespace nopy
