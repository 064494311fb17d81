// SPDX-License-Identifier: MIT
// How NumPy's print shows each leaf of a dtype: one column for a plain array, one for each field of
// a record, all measured over the visible items before the first is written.
#pragma once

#include "bytes/growing.hpp"
#include "bytes/text_sink.hpp"
#include "text/numpy_float.hpp"

#include <nopy/dtype.hpp>

namespace nopy::texts {

class numpy_columns {
 public:
  /// `alone`: the array has no axes. Errors: out_of_memory.
  [[nodiscard]] static result<numpy_columns> of(const dtype& type, bool alone) noexcept;

  // First every visible item to `observe`, then every one to `measure`.
  void observe(const std::byte* item) noexcept;
  void measure(const std::byte* item) noexcept;
  void put(bytes::text_sink& sink, const std::byte* item) const noexcept;

 private:
  struct column {
    numpy_float real{false};
    numpy_float imaginary{true};
    std::size_t width = 0;  ///< of integers and times
    bool padded = true;     ///< "True" has the width of "False"
  };

  explicit numpy_columns(const dtype& type) noexcept : type_(type) {}
  [[nodiscard]] bool add_columns(const dtype& type, bool alone) noexcept;
  template <class Visit>
  std::size_t walk(const dtype& type, const std::byte* item, std::size_t at,
                   Visit&& visit) noexcept;
  std::size_t put_part(bytes::text_sink& sink, const dtype& type, const std::byte* item,
                       std::size_t at) const noexcept;
  void put_leaf(bytes::text_sink& sink, const dtype& type, const std::byte* item,
                const column& how) const noexcept;

  dtype type_;
  bytes::growing<column> columns_;  // leaves of the dtype, depth first
};

}  // namespace nopy::texts
