// SPDX-License-Identifier: MIT
// `nopy repack`: an archive written anew, aligned, stored or compressed.
#include "archives/packed_files.hpp"
#include "command/command_table.hpp"
#include "command/signals.hpp"
#include "input/jobs.hpp"
#include "input/packing_options.hpp"
#include "output/output.hpp"
#include "printing/findings.hpp"
#include "printing/report.hpp"

namespace nopy::cli {
namespace {

int run(const request& asked) {
  const std::string& path = asked.operand(0);
  std::string target = asked.operands().size() > 1 ? asked.operand(1) : "";
  if (target.empty() && !asked.has("--force"))
    refuse("`nopy repack` writes a new archive: name it", "",
           "nopy repack FILE.npz OUT.npz; -f without OUT replaces FILE");
  if (target.empty()) target = path;
  require_no_stdout(target);
  require_local(target);
  input from = input::open(path);
  from.require_whole();
  require_file(target);
  repack_options options{
      .compression = told_packing(asked),
      .profile = profile_of(asked),
      .alignment = alignment_of(asked),
      .existing = asked.has("--force") ? existing::replace : existing::refuse,
      .on_finding = [&](const finding& one) { remark(one_line(from.about(one.what))); }};
  const interrupts_held held;
  progress_bar bar(target, from.size_bytes());
  options.progress = report_to(bar);
  options.parallel = jobs_of(asked);
  const auto done = try_repack_npz(from.file(), target, options);
  if (!done) throw exception(named_by(from, done.error()));
  return exit_fine;
}

constexpr operand_row operands[] = {{"FILE.npz"}, {"OUT.npz", 0, 1}};
constexpr option_row options[] = {
    {"-f,--force", "", "replace an existing OUT.npz, or FILE.npz where no OUT is named"},
    {"--store", "", "store every member, so that it can be mapped"},
    {"--deflate", "[LEVEL]", "compress every member: 1 is fast, 6 the default, 12 the smallest"},
    {"--zstd", "[LEVEL]",
     "compress every member: 1 is fast, 3 the default, 19 small; for few readers"},
    {"--align", "BYTES",
     "data of stored members begins at a multiple of it: a power of two (default 64)"},
    {"--profile", "NAME",
     "aligned (default); numpy: np.savez's bytes; numpy_classic: until Python 3.10",
     "aligned numpy numpy_classic"},
    jobs_option,
};

}  // namespace

const command repack_command{
    "repack",
    "Write an archive anew: aligned, stored or compressed",
    operands,
    options,
    "Without --store, --deflate and --zstd members stay stored or compressed as they are. Every "
    "member is\n"
    "held against its checksum; the first bad one ends it, and nothing is written (`nopy salvage`\n"
    "goes on without it). Of several members of one name the one that NumPy reads is taken.",
    "nopy repack run.npz aligned.npz\n"
    "nopy repack -f --store run.npz   in place, to be mapped\n"
    "nopy repack --deflate 12 run.npz small.npz",
    run};

}  // namespace nopy::cli
