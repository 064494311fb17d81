// SPDX-License-Identifier: MIT
#include "pictures/show_picture.hpp"

#include "input/dtype_argument.hpp"
#include "pictures/picture.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// Writes the picture; an error is about the file it is of: the array's or the picture's.
void write_file(const input& from, const plot_source& drawn, const plot_options& how) {
  auto opened = output::open(*how.png, how.replace ? overwrite::allow : overwrite::refuse);
  if (!opened) throw exception(opened.error());
  output to = *std::move(opened);
  std::string account;
  try {
    account = write_picture(drawn, how, to);
  } catch (const exception& failed) {
    if (failed.error().parts().subject == to.path()) throw;
    throw exception(from.about(failed.error()));
  }
  to.close();
  remark(fmt::format("{}: {}", *how.png == "-" ? "stdout" : *how.png, account));
}

}  // namespace

void show_picture(const input& from, const npy_file& file, const selection& chosen,
                  const request& asked) {
  const plot_options how = plot_options_of(asked);
  const auto as = asked.value("--as");
  const plot_source drawn{file, as ? reinterpreted(file.header().dtype, *as) : told_type(file),
                          chosen, from.title()};
  if (how.png) return write_file(from, drawn, how);
  std::string text;
  try {
    text = plot_text(drawn, how);
  } catch (const exception& failed) {
    throw exception(from.about(failed.error()));
  }
  print(text);
}

}  // namespace nopy::cli
