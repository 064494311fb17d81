// SPDX-License-Identifier: MIT
// From a parsed descr to its dtype: type strings, lists of fields, subarrays. Source:
// docs/format.md, "dtypes".
#pragma once

#include "dtype/python_literal.hpp"

#include <nopy/bytes.hpp>
#include <nopy/dtype.hpp>
#include <nopy/limits.hpp>

namespace nopy {

/// A deviation seen in a descr: becomes a finding.
struct remark {
  errc code;
  severity weight;
  std::uint64_t offset;  ///< from the start of the stream
  std::string_view summary;
  std::string_view found{};
  std::string_view hint{};
};

struct descr_context {
  policy how = policy::tolerant;
  std::uint64_t first_offset = 0;          ///< of the literal's text in the stream
  function_ref<bool(const remark&)> note;  ///< false: memory ran out
};

/// The dtype that the value at `index` describes. Errors: bad_dtype, too_large, out_of_memory.
[[nodiscard]] result<dtype> read_descr(const python::literal& text, std::uint32_t index,
                                       const descr_context& context) noexcept;

/// The same error at an offset, unless it has one.
[[nodiscard]] error located(const error& one, std::uint64_t offset) noexcept;

}  // namespace nopy
