// SPDX-License-Identifier: MIT
// `nopy pack`: files become an archive.
#include "archives/packed_files.hpp"
#include "command/command_table.hpp"
#include "command/signals.hpp"
#include "input/jobs.hpp"
#include "input/packing_options.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"

namespace nopy::cli {
namespace {

int run(const request& asked) {
  const std::string& target = asked.operand(0);
  require_no_stdout(target);
  if (target.ends_with(".npy"))
    refuse("the first operand is the archive to write", target, "nopy pack OUT.npz FILE...");
  require_file(target);
  packed_files files(asked);
  for (std::size_t i = 1; i < asked.operands().size(); ++i) files.take(asked.operand(i));
  const interrupts_held held;
  progress_bar bar(target, files.total_bytes());
  const auto done =
      try_pack_npz(target, files.members(),
                   {.compression = packing_of(asked),
                    .profile = profile_of(asked),
                    .alignment = alignment_of(asked),
                    .existing = asked.has("--force") ? existing::replace : existing::refuse,
                    .progress = report_to(bar),
                    .parallel = jobs_of(asked)});
  if (!done) throw exception(with_colon(target, done.error()));
  return exit_fine;
}

constexpr operand_row operands[] = {{"OUT.npz"}, {"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-f,--force", "", "replace an existing archive"},
    {"--store", "", "store members, so that they can be mapped (default)"},
    {"--deflate", "[LEVEL]", "compress: 1 is fast, 6 NumPy's and the default, 12 the smallest"},
    {"--zstd", "[LEVEL]",
     "compress: 1 is fast, 3 the default, 19 small; NumPy reads it from Python 3.14 on"},
    {"--align", "BYTES",
     "data of stored members begins at a multiple of it: a power of two (default 64)"},
    {"--profile", "NAME",
     "aligned (default); numpy: np.savez's bytes; numpy_classic: until Python 3.10",
     "aligned numpy numpy_classic"},
    {"--bytes", "", "take files that are no arrays, too, as they are"},
    jobs_option,
};

}  // namespace

const command pack_command{
    "pack",
    "Make an archive (.npz) of files",
    operands,
    options,
    "Each file becomes the member of its name without .npy; NAME=FILE gives it another, and FILE\n"
    "may be a member of an archive, FILE.npz:MEMBER. Arrays are stored as they are, aligned, so\n"
    "that they can be mapped in place. Memory is bounded, whatever their size.",
    "nopy pack run.npz x.npy y.npy\n"
    "nopy pack --deflate 9 small.npz train=x.npy test=other.npz:x\n"
    "nopy convert table.csv - | nopy pack run.npz table=-",
    run};

}  // namespace nopy::cli
