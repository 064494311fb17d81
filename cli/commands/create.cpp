// SPDX-License-Identifier: MIT
// `nopy create`: a file of zeros, sparse, to be written in place.
#include "command/command_table.hpp"
#include "input/arguments.hpp"
#include "input/dtype_argument.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"

#include <nopy/save.hpp>

namespace nopy::cli {
namespace {

int run(const request& asked) {
  const std::string& path = asked.operand(0);
  const auto type = asked.value("--dtype");
  const auto extents = asked.value("--shape");
  if (!type || !extents)
    refuse("`nopy create` needs --dtype and --shape", "",
           "nopy create a.npy --dtype float32 --shape 1000,3");
  if (path == "-") refuse("a sparse file can not be written to stdout", "", "name a file");
  require_file(path);
  if (path.ends_with(".npz"))
    refuse("an array alone is a .npy file", path, "`nopy pack` makes archives of files");
  const shape of = parse_shape(*extents).value();
  create_options options;
  if (const auto order = asked.value("--order")) options.order = parse_order(*order);
  if (asked.has("--force")) options.existing = existing::replace;
  try_create(path, parse_dtype(*type), of, options).value();
  return exit_fine;
}

constexpr operand_row operands[] = {{"FILE"}};
constexpr option_row options[] = {
    {"-d,--dtype", "DTYPE", "type of the elements, as in NumPy: float32, <i2, \"[('x', '<f4')]\""},
    {"-s,--shape", "SHAPE", "extents: 1000,3"},
    {"--order", "C|F", "memory order (default C)", "C F"},
    {"-f,--force", "", "replace an existing file"},
};

}  // namespace

const command create_command{
    "create",
    "Make an array of zeros, sparse on disk, ready for many writers",
    operands,
    options,
    "The file takes no disk space until it is written: map it writable from any program.",
    "nopy create big.npy --dtype float32 --shape 1000000,1000\n"
    "nopy create f.npy --dtype '<f8' --shape 10,20 --order F",
    run};

}  // namespace nopy::cli
