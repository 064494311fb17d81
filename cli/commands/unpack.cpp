// SPDX-License-Identifier: MIT
// `nopy unpack`: members of an archive become files, below one folder and nowhere else.
#include "archives/member_path.hpp"
#include "command/command_table.hpp"
#include "command/signals.hpp"
#include "input/input.hpp"
#include "input/jobs.hpp"
#include "input/listing.hpp"
#include "input/member_bytes.hpp"
#include "output/folder_output.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"
#include "verbs/archive.hpp"

#include <fmt/core.h>

#include <atomic>
#include <set>

namespace nopy::cli {
namespace {

constexpr std::uint32_t file_type_bits = 0170000, link_type = 0120000;

/// A name in UTF-8 whose writer forgot to say so is meant in UTF-8.
std::string_view meant_name(const member& one) {
  return one.alias().empty() ? one.stored_name() : one.alias();
}

error unsafe(const input& from, const member& one, std::string_view why) {
  return error({.code = errc::unsafe_name,
                .subject = fmt::format("{}:{}", from.name(), meant_name(one)),
                .summary = "a member of this name becomes no file",
                .found = why,
                .hint = "`nopy convert FILE.npz:NAME OUT.npy` gives it another name"});
}

class unpacker {
 public:
  unpacker(const input& from, folder_output& to, overwrite existing, progress_bar& bar)
      : from_(from), to_(to), existing_(existing), bar_(bar) {}

  /// Where a member goes: the parts of its path; none for a folder, which is made as needed. Throws
  /// unsafe_name.
  [[nodiscard]] std::vector<std::string> checked_parts(const member& one);
  /// Writes one member, from any thread. Throws exists, io, the zip kinds.
  void unpack(const member& one, const std::vector<std::string>& parts) const;

 private:
  const input& from_;
  folder_output& to_;
  overwrite existing_;
  progress_bar& bar_;
  std::set<std::string> taken_{};  // names, folded
};

std::vector<std::string> unpacker::checked_parts(const member& one) {
  if (one.stored_name().ends_with('/') && one.uncompressed_bytes() == 0) return {};
  const std::string_view name = meant_name(one);
  const source of = one;
  const zip::entry entry = of.archive().get()->members.at(one.index());
  const std::uint32_t type =
      entry.made_by >> 8 == 3 ? entry.external_attributes >> 16 & file_type_bits : std::uint32_t{0};
  if (type == link_type) throw exception(unsafe(from_, one, "a symbolic link"));
  member_path path = path_of_member(name);
  if (path.unsafe) throw exception(unsafe(from_, one, *path.unsafe));
  if (!taken_.insert(folded(name)).second)
    throw exception(unsafe(from_, one, "another member has this name, in the same or other case"));
  return std::move(path.parts);
}

void unpacker::unpack(const member& one, const std::vector<std::string>& parts) const {
  to_.write(parts, existing_, [&](const folder_output::sink& sink) {
    const auto streamed = stream_member(one, [&](std::span<const std::byte> bytes) {
      if (interrupts_held::interrupted()) throw exception(error(errc::cancelled));
      sink(bytes);
      bar_.advance(bytes.size());
    });
    if (!streamed) throw exception(from_.about(streamed.error()));
  });
}

/// Other tools take the folder as an operand.
error no_member(const input& from, std::string_view name) {
  const std::string expected = fmt::format("a member '{}'", name);
  const std::string hint = fmt::format(
      "`nopy ls --names` lists all of them; a folder to write to is named by -d {}", name);
  return error(
      {.code = errc::not_found, .subject = from.name(), .expected = expected, .hint = hint});
}

/// The members that were asked for, else all but those whose name finds another; one whose name finds nothing says why.
std::vector<member> chosen_members(const input& from, const request& asked) {
  const npz_reader& all = from.archive();
  std::vector<member> out;
  for (std::size_t i = 1; i < asked.operands().size(); ++i) {
    auto found = all.try_get(asked.operand(i));
    if (!found && found.error().code() == errc::not_found)
      throw exception(no_member(from, asked.operand(i)));
    if (!found) throw exception(from.about(found.error()));
    out.push_back(*std::move(found));
  }
  if (asked.operands().size() > 1) return out;
  for (const member& one : all) {
    const auto named = all.find(one.stored_name());
    if (!named || named->index() == one.index())
      out.push_back(one);
    else
      remark(fmt::format("{}:{} is left out: a later member has its name", from.name(),
                         one.stored_name()));
  }
  return out;
}

/// Whether the disk took no more.
bool is_full(const error& what) noexcept { return system::is_full_disk(what.system_code()); }

/// Reports what failed, of a full disk the first and how many members are missing; the exit code.
int report_failures(const input& from, const std::vector<std::optional<error>>& failed,
                    const std::vector<unsigned char>& left) {
  int code = exit_fine;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < failed.size(); ++i) {
    const bool by_disk = left[i] != 0 || (failed[i] && is_full(*failed[i]));
    if (failed[i] && (!by_disk || missing == 0)) report(*failed[i]);
    if (failed[i] || by_disk) code = exit_failed;
    missing += by_disk;
  }
  if (missing != 0)
    remark(fmt::format("{}: the disk is full: {} of {} members are missing", from.name(), missing,
                       failed.size()));
  return code;
}

int run(const request& asked) {
  const input from = input::open(asked.operand(0));
  from.require_whole();
  if (!from.is_archive())
    refuse("only an archive can be unpacked", from.name(),
           "`nopy convert` writes an array as another file");
  const std::vector<member> members = chosen_members(from, asked);
  std::uint64_t total_bytes = 0;
  for (const member& one : members) total_bytes += one.uncompressed_bytes();
  const interrupts_held held;
  folder_output to(asked.value("--directory").value_or("."));
  progress_bar bar(from.name(), total_bytes);
  unpacker work(from, to, asked.has("--force") ? overwrite::allow : overwrite::refuse, bar);
  // One member that can not be written hides no other.
  std::vector<std::optional<error>> failed(members.size());
  std::vector<std::vector<std::string>> paths(members.size());
  std::vector<unsigned char> left(members.size());
  std::atomic<bool> full{false};  // the disk, for all that come
  const auto watched = [&](std::size_t i, const auto& body) {
    try {
      body();
    } catch (const exception& thrown) {
      if (thrown.error().code() == errc::cancelled) throw;
      failed[i] = thrown.error();
      if (is_full(thrown.error())) full = true;
    }
  };
  for (std::size_t i = 0; i < members.size(); ++i)
    watched(i, [&] { paths[i] = work.checked_parts(members[i]); });
  run_jobs(jobs_of(asked), members.size(), [&](std::size_t i) {
    if (paths[i].empty()) return;
    if (full)
      left[i] = 1;
    else
      watched(i, [&] { work.unpack(members[i], paths[i]); });
  });
  return report_failures(from, failed, left);
}

constexpr operand_row operands[] = {{"FILE.npz"}, {"NAME...", 0, any_number}};
constexpr option_row options[] = {
    {"-d,--directory", "DIR",
     "the folder to write to, made where it is missing (default: the current one)"},
    {"-f,--force", "", "replace existing files"},
    jobs_option,
};

}  // namespace

const command unpack_command{
    "unpack",
    "Write the members of an archive as files",
    operands,
    options,
    "Files have the names of the members, .npy and all. They are written below the folder and\n"
    "nowhere else: names with .., absolute ones, links, devices and what can not be seen are "
    "refused,\n"
    "links in the folder are not followed. A file exists when its member was read to the end and "
    "its\n"
    "checksum agreed.",
    "nopy unpack run.npz\n"
    "nopy unpack -d arrays run.npz x y",
    run};

}  // namespace nopy::cli
