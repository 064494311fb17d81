// SPDX-License-Identifier: MIT
// `nopy repair`: a header that does not fit its data, or that a writer spelled wrongly, made right in
// a new file. Says what it did and what was lost; guesses nothing silently.
#include "command/command_table.hpp"
#include "commands/salvage.hpp"
#include "input/input.hpp"
#include "input/member_options.hpp"
#include "items/header_mend.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/json_writer.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"

#include "npy/magic.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

constexpr std::uint64_t most_header_bytes = std::uint64_t{1} << 26;

struct repaired {
  header head;
  std::uint64_t data_bytes = 0;  // of the new file
  std::vector<std::string> done{};
  std::vector<std::string> lost{};
};

/// Magic, version, length and text of the header.
std::string preamble_and_header(const input& from) {
  const std::string first = from.read(0, 12);
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(first[i]));
  };
  // What is too short, or no .npy at all, the reader refuses better than this room could.
  if (first.size() < 12 || (from.kind() != file_kind::npy && !from.member()) || byte(6) < 1 ||
      byte(6) > 3)
    return first;
  const std::uint64_t wide = byte(6) == 1 ? 0 : byte(10) << 16 | byte(11) << 24;
  const std::uint64_t count = (byte(6) == 1 ? 10 : 12) + (byte(8) | byte(9) << 8 | wide);
  return from.read(0, std::min(count, most_header_bytes));
}

result<header> decode(std::string_view bytes) {
  return core::decode_header(std::as_bytes(std::span(bytes)), core::header_decoder::unknown_bytes);
}

/// The same preamble in front of another text.
std::string with_text(const std::string& bytes, std::size_t preamble, const std::string& text) {
  std::string made = bytes.substr(0, preamble) + text;
  for (std::size_t i = 8; i < preamble; ++i)
    made[i] = static_cast<char>(text.size() >> (8 * (i - 8)) & 0xFF);
  return made;
}

header decode_or_mend(const input& from, const std::string& bytes, std::vector<std::string>& done) {
  auto as_is = decode(bytes);
  if (as_is) return *std::move(as_is);
  // A header that is not whole is refused as reading refuses it.
  if (as_is.error().code() == errc::usage)
    if (auto read = try_read_header(from.source()); !read) throw exception(read.error());
  const std::size_t preamble = bytes.size() > 6 && bytes[6] == 1 ? 10 : 12;
  if (bytes.size() > preamble) {
    const auto text = mend_header(std::string_view(bytes).substr(preamble), done);
    if (text) {
      auto mended = decode(with_text(bytes, preamble, *text));
      if (mended) return *std::move(mended);
    }
  }
  throw exception(from.about(as_is.error()));
}

/// Makes the growth axis fit the bytes that are there.
void fit_shape(const input& from, std::uint64_t data_offset, bool keep_shape, repaired& made) {
  header& head = made.head;
  const std::uint64_t there = from.size_bytes() - std::min(data_offset, from.size_bytes());
  made.data_bytes = head.data_bytes;
  if (there == head.data_bytes) return;
  const std::size_t axis = head.order == order::c ? 0 : head.shape.rank() - 1;
  const std::uint64_t rows = head.shape.rank() == 0 ? 0 : head.shape[axis];
  std::uint64_t row_bytes = head.dtype.item_bytes();
  for (std::size_t i = 0; i < head.shape.rank(); ++i)
    if (i != axis) row_bytes = head.shape[i] == 0 ? 0 : row_bytes * head.shape[i];
  const bool growable = head.shape.rank() != 0 && row_bytes != 0;
  if (there < head.data_bytes && !growable)
    throw exception(from.about(
        error({.code = errc::data_truncated, .summary = "there is nothing whole to rescue"})));
  const std::uint64_t behind = there > head.data_bytes ? there - head.data_bytes : 0;
  const bool another =
      behind != 0 && from.read(data_offset + head.data_bytes, npy::magic_bytes) == npy::magic;
  if (behind != 0 && (another || !growable || keep_shape || behind % row_bytes != 0)) {
    made.lost.push_back(fmt::format("{} bytes behind the array{}", behind,
                                    another ? ", where another array begins" : ""));
    return;
  }
  const std::string before = shape_text(head.shape);
  head.shape[axis] = there / row_bytes;
  made.data_bytes = head.shape[axis] * row_bytes;
  made.done.push_back(fmt::format("shape {} became {}: the file holds {} data bytes, {} a row",
                                  before, shape_text(head.shape), there, row_bytes));
  if (head.shape[axis] < rows)
    made.lost.push_back(
        fmt::format("{} of {} rows that the header promised", rows - head.shape[axis], rows));
  if (made.data_bytes < there)
    made.lost.push_back(fmt::format("{} bytes of a row that was cut", there - made.data_bytes));
}

repaired examine(const input& from, std::uint64_t& data_offset, bool keep_shape) {
  from.require_array_file();
  const std::string bytes = preamble_and_header(from);
  data_offset = bytes.size();
  repaired made{};
  made.head = decode_or_mend(from, bytes, made.done);
  if (made.head.dtype.has_objects())
    throw exception(
        from.about(error({.code = errc::object_dtype, .summary = "a pickle can not be repaired"})));
  for (const finding& one : made.head.findings)
    if (one.code() == errc::python2_long || one.code() == errc::odd_spelling ||
        one.code() == errc::metadata)
      made.done.push_back(fmt::format("header respelled: {}", one_line(one.what)));
  fit_shape(from, data_offset, keep_shape, made);
  return made;
}

void write(const input& from, std::uint64_t data_offset, const repaired& made, output& to) {
  const auto head = core::encode_header(made.head.dtype, made.head.shape, made.head.order);
  if (!head) throw exception(head.error());
  to.write(head->bytes());
  progress_bar bar(to.path(), made.data_bytes);
  for (std::uint64_t at = 0; at < made.data_bytes;) {
    const std::string block = from.read(
        data_offset + at, std::min<std::uint64_t>(made.data_bytes - at, std::uint64_t{1} << 20));
    if (block.empty()) throw exception(from.about(error(errc::changed)));
    to.write(block);
    at += block.size();
    bar.advance(block.size());
  }
}

std::string account(const input& from, const repaired& made, const std::string& target,
                    bool as_json) {
  std::string text;
  if (as_json) {
    json_writer out(text);
    out.begin_object().key("file").path(from.title()).key("output");
    target.empty() ? out.null() : out.path(target);
    out.key("done").begin_list();
    for (const std::string& one : made.done) out.text(one);
    out.end_list().key("lost").begin_list();
    for (const std::string& one : made.lost) out.text(one);
    out.end_list().end_object();
    return text + "\n";
  }
  if (made.done.empty() && made.lost.empty())
    return fmt::format("{}: nothing to repair\n", escaped(from.title()));
  text = escaped(from.title()) + "\n";
  for (const std::string& one : made.done) text += "  done: " + escaped(one) + "\n";
  for (const std::string& one : made.lost) text += "  lost: " + escaped(one) + "\n";
  if (!target.empty()) text += "  written: " + escaped(target) + "\n";
  return text;
}

/// An archive is salvaged, never in its own place: what is lost would be lost for good.
int repair_archive(const input& from, const std::string& target, const request& asked) {
  if (asked.has("--dry-run"))
    refuse("an archive is repaired into a new file", from.name(),
           "`nopy check` says what is wrong");
  if (target.empty() || target == from.name())
    refuse("a salvage writes a new archive", from.name(), "nopy repair FILE.npz OUT.npz");
  if (asked.has("--keep-shape"))
    refuse("--keep-shape is of one array, not of an archive", from.name(), "FILE.npz:NAME");
  return salvage_archive(from, target, asked);
}

int run(const request& asked) {
  const std::string& path = asked.operand(0);
  const bool force = asked.has("--force"), dry = asked.has("--dry-run");
  std::string target = asked.operands().size() > 1 ? asked.operand(1) : "";
  if (const auto named = asked.value("--output")) {
    if (!target.empty()) refuse("two files to write are named", target, "--output or OUT");
    target = *named;
  }
  if (target.empty() && force && path != "-") target = path;
  if (target.empty() && !dry)
    refuse("`nopy repair` writes a new file: name it", "",
           "nopy repair FILE OUT; -f without OUT replaces FILE; --dry-run only says what is wrong");
  std::uint64_t data_offset = 0;
  const input from = input::open(path, asked);
  from.require_no_slice();
  if (from.is_archive()) return repair_archive(from, target, asked);
  if (from.member() && target == path)
    refuse("a member is not repaired in place: name the file to write", path,
           "nopy repair FILE.npz:NAME OUT.npy");
  const repaired made = examine(from, data_offset, asked.has("--keep-shape"));
  const bool nothing = made.done.empty() && made.lost.empty();
  if (dry || nothing) target.clear();
  if (!target.empty()) {
    auto opened = output::open(target, force ? overwrite::allow : overwrite::refuse);
    if (!opened) throw exception(opened.error());
    output to = *std::move(opened);
    write(from, data_offset, made, to);
    to.close();
  }
  const std::string text = account(from, made, target, asked.has("--json"));
  if (target == "-")
    remark(text);
  else
    print(text);
  return exit_fine;
}

constexpr operand_row operands[] = {{"FILE"}, {"OUT", 0, 1}};
constexpr option_row options[] = {
    {"-o,--output", "OUT", "the file to write"},
    {"-f,--force", "", "replace OUT; without OUT, replace FILE"},
    {"-n,--dry-run", "", "say what would be done, write nothing"},
    {"--member", "KEY", "the member of an archive"},
    index_option,
    {"--keep-shape", "", "drop bytes behind the array instead of making rows of them"},
    {"--json", "", "one JSON object"},
};

}  // namespace

const command repair_command{
    "repair",
    "Rescue a file whose header does not fit its data, or an archive",
    operands,
    options,
    "Mends shapes such as (np.int64(2),), [2, 3] or 5, the L of Python 2, odd spellings, and "
    "makes\n"
    "the growth axis fit the bytes that are there: rows behind the promised ones are taken in, a\n"
    "cut tail is left out. What was done and what was lost is printed. An archive (.npz) is "
    "repaired\n"
    "as `nopy salvage` does.",
    "nopy repair broken.npy mended.npy\n"
    "nopy repair --dry-run broken.npy\n"
    "nopy repair run.npz:cut mended.npy   a member of an archive\n"
    "nopy repair -f broken.npy   in place, atomically",
    run};

}  // namespace nopy::cli
