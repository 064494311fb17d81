// SPDX-License-Identifier: MIT
// `nopy ls`: the arrays of files and archives, one line each. Of an archive its directory is read,
// and of each member the first bytes; nothing is inflated beyond a header.
#include "command/command_table.hpp"
#include "input/folder_walk.hpp"
#include "input/member_options.hpp"
#include "input/operands.hpp"
#include "items/header_json.hpp"
#include "items/header_text.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/report.hpp"
#include "printing/table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

// So many unreadable members are told of one by one.
constexpr std::size_t failures_told = 10;

/// A line of the listing: a cell per column.
struct listed_row {
  std::string name, dtype{}, shape{}, order{}, bytes{}, method{}, offset{}, align{}, map{};
};

class lister {
 public:
  explicit lister(const request& asked)
      : names_only_(asked.has("--names")),
        json_(asked.has("--json")),
        exact_(asked.has("--bytes")),
        below_(asked.has("--recursive")),
        several_(asked.operands().size() > 1) {}

  /// Lists one operand. Throws what reading gives; false where something of it could not be read.
  bool add(const input& from);
  /// Lists the arrays and archives of a folder. Like the other.
  bool add_folder(const std::string& folder);
  [[nodiscard]] std::string text() const;

 private:
  bool add_archive(const input& from);
  void add_array(std::string name, const listed_array& of);
  void add_member(const input& from, const listed_member& of);
  [[nodiscard]] std::string size_text(std::uint64_t bytes) const {
    return exact_ ? fmt::format("{}", bytes) : human_bytes(bytes);
  }
  /// The name by which the user can ask for a member: with the file's where there are several.
  [[nodiscard]] std::string shown_name(const input& from, const npz_reader& in,
                                       const nopy::member& of) const {
    const std::string name = escaped(spelling_of(in, of));
    return several_ ? fmt::format("{}:{}", escaped(from.name()), name) : name;
  }

  bool names_only_, json_, exact_, below_, several_;
  bool archives_ = false;
  std::vector<listed_row> rows_{};
};

std::string method_text(const nopy::member& of) {
  if (of.compression() == compression::stored) return "stored";
  const double part = of.uncompressed_bytes() == 0
                          ? 1
                          : static_cast<double>(of.compressed_bytes()) /
                                static_cast<double>(of.uncompressed_bytes());
  return fmt::format("{} {:.{}f}%", method_name(of.compression()), part * 100,
                     part < 0.0995 ? 1 : 0);
}

void lister::add_array(std::string name, const listed_array& of) {
  const header& head = of.head;
  listed_row row{.name = std::move(name)};
  row.dtype = brief_words(head.dtype);
  row.shape = shape_text(head.shape);
  row.order = head.order == order::c ? std::string("C") : std::string("F");
  row.bytes = head.dtype.has_objects() ? "pickle" : size_text(head.data_bytes);
  if (of.of) row.method = method_text(*of.of);
  if (const auto at = of.data_offset()) {
    row.offset = fmt::format("{}", *at);
    row.align = fmt::format("{}", *of.alignment());
  }
  row.map = std::string(of.mappable() ? "yes" : of.cut() ? "no, cut" : "no");
  rows_.push_back(std::move(row));
}

void lister::add_member(const input& from, const listed_member& of) {
  std::string name = shown_name(from, from.archive(), of.of);
  if (of.shadowed) name += " (shadowed)";
  if (of.array) return add_array(std::move(name), *of.array);
  listed_row row{.name = std::move(name)};
  row.dtype = of.failed ? fmt::format("unreadable: {}", of.failed->id()) : std::string("no array");
  row.bytes = size_text(of.of.uncompressed_bytes());
  row.method = method_text(of.of);
  rows_.push_back(std::move(row));
}

bool lister::add_archive(const input& from) {
  const npz_reader& all = from.archive();
  archives_ = true;
  if (names_only_) {
    for (const nopy::member& one : all) print(shown_name(from, all, one) + "\n");
    return true;
  }
  if (all.empty() && !json_) remark(fmt::format("{}: an archive without members", from.name()));
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(from.name()).key("kind").text("npz").key("members");
  out.begin_list();
  std::size_t failures = 0;
  all.expect_headers();
  for (const nopy::member& one : all) {
    const listed_member looked = look_at(all, one);
    if (looked.failed && ++failures <= failures_told) report(from.about(*looked.failed));
    if (!json_) {
      add_member(from, looked);
      continue;
    }
    out.begin_object();
    write_json_member(out, looked);
    out.end_object();
  }
  if (failures > failures_told)
    remark(fmt::format("{}: {} more members can not be read; `nopy check` tells of each",
                       from.name(), failures - failures_told));
  if (!json_) return failures == 0;
  out.end_list().key("findings");
  write_json_findings(out, {all.findings().begin(), all.findings().end()});
  out.end_object();
  print(line + "\n");
  return failures == 0;
}

void print_json(const input& from, const listing& arrays) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(from.name()).key("kind");
  out.text(from.member() ? "npz" : "npy").key("members").begin_list();
  for (const listed_array& one : arrays.arrays) {
    out.begin_object();
    write_json_array(out, one);
    out.end_object();
  }
  out.end_list().key("findings");
  std::vector<finding> all;
  if (arrays.stopped) all.push_back({severity::error, *arrays.stopped});
  write_json_findings(out, all);
  out.end_object();
  print(line + "\n");
}

bool lister::add(const input& from) {
  if (from.is_archive()) return add_archive(from);
  if (names_only_) {
    print(escaped(from.title()) + "\n");
    return true;
  }
  if (from.member()) {
    archives_ = true;
    const listed_member looked = look_at(from.archive(), *from.member());
    if (!looked.failed && !looked.array && !json_) {
      add_member(from, looked);
      return true;
    }
  }
  const listing arrays = list_arrays(from);
  if (arrays.arrays.empty() && arrays.stopped) throw exception(*arrays.stopped);
  if (json_) print_json(from, arrays);
  for (std::size_t i = 0; i < arrays.arrays.size() && !json_; ++i) {
    std::string name = escaped(from.title());
    if (i != 0) name += fmt::format(" @{}", *arrays.arrays[i].offset);
    add_array(name, arrays.arrays[i]);
  }
  if (arrays.stopped) report(*arrays.stopped);
  return !arrays.stopped;
}

bool lister::add_folder(const std::string& folder) {
  bool all_read = true, any = false;
  several_ = true;
  walk_folder(
      folder, {.below = below_},
      [&](const input& from) {
        any = true;
        all_read &= add(from);
      },
      [&](const error& what) {
        report(what);
        all_read = false;
      });
  if (!any && all_read)
    remark(
        fmt::format("{}: no arrays{}", folder, below_ ? "" : "; -r looks into the folders in it"));
  return all_read;
}

std::string lister::text() const {
  if (rows_.empty()) return {};
  table made;
  for (const char* head : {"name", "dtype", "shape", "order"}) made.column(head);
  made.column("bytes", align::right);
  if (archives_) made.column("method");
  made.column("offset", align::right);
  made.column("align", align::right);
  made.column("map");
  for (const listed_row& row : rows_) {
    std::vector<std::string> cells{row.name, row.dtype, row.shape, row.order, row.bytes};
    if (archives_) cells.push_back(row.method);
    cells.insert(cells.end(), {row.offset, row.align, row.map});
    made.row(std::move(cells));
  }
  return made.text();
}

int run(const request& asked) {
  if (asked.has("--names") && asked.has("--json"))
    refuse("--names prints lines of text, --json objects with the names: one of the two");
  lister list(asked);
  bool all_read = true;
  const int code = for_each_operand(asked, [&](const std::string& operand) {
    if (is_folder(operand) && !asked.has("--member") && !asked.has("--index")) {
      all_read &= list.add_folder(operand);
      return;
    }
    const input from = input::open(operand, asked);
    from.require_no_slice();
    all_read &= list.add(from);
  });
  print(list.text());
  return all_read ? code : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-r,--recursive", "", "of a folder, the folders in it, too"},
    {"-b,--bytes", "", "sizes as exact numbers of bytes"},
    {"--names", "", "print the names only; of an archive nothing but its directory is read"},
    {"--member", "KEY", "only this member of an archive"},
    index_option,
    {"--json", "", "one JSON object per file"},
};

}  // namespace

const command ls_command{
    "ls",
    "List arrays: name, dtype, shape, order, bytes, where the data lies",
    operands,
    options,
    "Of an archive each member is a line, with how it is stored and to what part of its size it "
    "was\n"
    "compressed; nothing is unpacked for it. A .npy file may hold several arrays one after "
    "another;\n"
    "those behind the first are named FILE @OFFSET, and are taken by their bytes, which for FILE "
    "@152\n"
    "are `tail -c +153 FILE | nopy show -`. `align` is the largest power of two, up to "
    "4096,\n"
    "that divides the offset of the data. `map` says whether a program can use the elements where\n"
    "they lie, without a copy: not of compressed members, of Python objects, or at an offset that\n"
    "does not suit the type; `nopy info` says why, `nopy repack --store` makes members mappable.\n"
    "A record too long for the table is counted; `nopy info` lists its fields.\n"
    "Of a folder, its arrays and archives (.npz) are listed by name; other files in it are left\n"
    "out, and links are not followed.",
    "nopy ls run.npz\n"
    "nopy ls *.npy *.npz\n"
    "nopy ls -r data   every array below a folder\n"
    "nopy ls --json *.npz   one line of JSON per file",
    run};

}  // namespace nopy::cli
