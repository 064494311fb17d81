// SPDX-License-Identifier: MIT
// `nopy version`: what this binary is and can do.
#include "command/command_table.hpp"
#include "input/remote_input.hpp"
#include "output/output.hpp"
#include "pictures/png_file.hpp"
#include "printing/json_writer.hpp"
#include "view/view_server.hpp"

#include <nopy/compression.hpp>
#include <nopy/version.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

struct feature_row {
  std::string_view name;
  bool built_in;
};

const feature_row features[] = {
    {"npy", true},
    {"npz", true},
    {"deflate", can_write(compression::deflated)},
    {"libdeflate", NOPY_HAS_LIBDEFLATE != 0},
    {"isal", NOPY_HAS_ISAL != 0},
    {"zstd", can_read(compression::zstd)},
    {"bzip2", can_read(compression::bzip2)},
    {"lzma", can_read(compression::lzma)},
    {"png", has_png()},
    {"http", reads_urls()},
    {"view", view_lacks().what.empty()},
};

int run(const request& asked) {
  if (asked.has("--json")) {
    std::string line;
    json_writer out(line);
    out.begin_object().key("version").text(NOPY_VERSION_STRING).key("features").begin_object();
    for (const feature_row& row : features) out.key(row.name).boolean(row.built_in);
    out.end_object().end_object();
    print(line + "\n");
    return exit_fine;
  }
  print("nopy " NOPY_VERSION_STRING "\n");
  for (const feature_row& row : features)
    print(fmt::format("  {}{}\n", row.built_in ? '+' : '-', row.name));
  return exit_fine;
}

constexpr option_row options[] = {{"--json", "", "as one JSON object"}};

}  // namespace

const command version_command{"version",
                              "Print the version and what is built in",
                              {},
                              options,
                              "A feature with - in front is not part of this build: its library "
                              "was not found, or it was left\n"
                              "out. `nopy --version` prints the same.",
                              "nopy --version\n"
                              "nopy version --json",
                              run};

}  // namespace nopy::cli
