// SPDX-License-Identifier: MIT
// CSV and raw bytes on their way to .npy, in bounded memory.
#pragma once

#include "csv/csv_schema.hpp"
#include "input/input.hpp"
#include "output/output.hpp"

namespace nopy::cli {

struct csv_options {
  char separator = ',';
  csv_header header = csv_header::guess;
  std::optional<dtype> type{};  ///< nothing: told from the cells
};

/// Reads the CSV twice: once to know its shape and dtype, once to write. Throws usage,
/// out_of_range, io.
void convert_csv(const input& from, output& to, const csv_options& options);

struct raw_options {
  dtype type;
  nopy::shape shape;
  nopy::order order = order::c;
  std::uint64_t offset = 0;  ///< bytes before the data
};

/// Puts a header in front of raw bytes. Throws data_truncated, io.
void convert_raw(const input& from, output& to, const raw_options& options);

}  // namespace nopy::cli
