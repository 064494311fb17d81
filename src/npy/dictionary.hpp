// SPDX-License-Identifier: MIT
// The dictionary of a header: its three keys, and what their values say.
#pragma once

#include "bytes/growing.hpp"
#include "dtype/descr_reader.hpp"
#include "npy/preamble.hpp"

namespace nopy::npy {

/// The three values, as nodes of the literal.
struct dictionary {
  std::uint32_t descr = 0;
  std::uint32_t fortran_order = 0;
  std::uint32_t shape = 0;
};

/// Reads one header; what it notices goes to `findings`.
class dictionary_reader {
 public:
  dictionary_reader(const preamble& before, policy how, bytes::growing<finding>& findings) noexcept
      : before_(before), how_(how), findings_(findings) {}

  /// Parses the text and finds the keys. Errors: header_encoding, header_syntax, header_keys,
  /// out_of_memory.
  [[nodiscard]] result<void> open(std::string_view text) noexcept;
  /// Fills dtype, shape and order. Errors: header_value, bad_dtype, too_large, out_of_memory.
  [[nodiscard]] result<void> read(header& into) noexcept;

  [[nodiscard]] const python::literal& text() const noexcept { return text_; }
  [[nodiscard]] const dictionary& keys() const noexcept { return keys_; }

 private:
  [[nodiscard]] result<void> check_oddities() noexcept;
  [[nodiscard]] result<void> find_keys() noexcept;
  [[nodiscard]] result<void> take_key(std::uint32_t key, std::uint32_t value) noexcept;
  [[nodiscard]] bool take_remark(const remark& one) noexcept;
  [[nodiscard]] result<void> read_shape(shape& into) noexcept;
  [[nodiscard]] result<void> read_extent(shape& into, const python::node& one) noexcept;
  [[nodiscard]] result<void> read_order(order& into) noexcept;
  [[nodiscard]] result<void> unfold_subarray(header& into) noexcept;

  [[nodiscard]] std::uint64_t offset(const python::node& one) const noexcept {
    return before_.bytes + one.begin;
  }
  [[nodiscard]] error wrong(errc code, const python::node& one, std::string_view summary,
                            std::string_view expected, std::string_view hint = {}) const noexcept;
  [[nodiscard]] result<void> note(severity weight, const error_parts& parts) noexcept;

  preamble before_;
  policy how_;
  bytes::growing<finding>& findings_;
  python::literal text_;
  dictionary keys_;
};

}  // namespace nopy::npy
