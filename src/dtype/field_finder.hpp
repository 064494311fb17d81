// SPDX-License-Identifier: MIT
// Finds the fields of one record in the order of another, in one pass where both have one order.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy::inline v1::core {

/// Like `dtype::find` of `in`, but begins behind the field found last: a record of many fields is not walked anew for
/// each. No two fields share a name or title, so that the answer is the same. `in` must outlive it.
class field_finder {
 public:
  explicit field_finder(const dtype& in) noexcept : fields_(in.fields()) {}

  [[nodiscard]] const dtype_field* find(std::string_view name) noexcept {
    for (std::size_t seen = 0; seen < fields_.size(); ++seen) {
      if (next_ == fields_.size()) next_ = 0;
      const dtype_field& field = fields_[next_++];
      if (field.name == name || (field.title.data() != nullptr && field.title == name))
        return &field;
    }
    return nullptr;
  }

 private:
  std::span<const dtype_field> fields_;
  std::size_t next_ = 0;
};

}  // namespace nopy::inline v1::core
