// SPDX-License-Identifier: MIT
// `nopy refs`: arrays as references that zarr reads through fsspec, from headers alone: which arrays
// can be referred to, where readers find them, and which are joined.
#include "command/command_table.hpp"
#include "commands/reference_writer.hpp"
#include "input/dtype_argument.hpp"
#include "output/output.hpp"
#include "printing/percent_encoding.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"

#include <fmt/core.h>

#include <map>

namespace nopy::cli {
namespace {

/// The parts of each array, by its name; the only array of a file has none.
using arrays_by_name = std::map<std::string, std::vector<referred_part>>;

/// On Windows the path begins with a drive: file:///C:/run.npz.
std::string file_url(const std::string& path) {
  const std::string real = system::real_path(path);
  return (real.starts_with('/') ? "file://" : "file:///") + real;
}

/// Where readers find the file: as the user says, else as he wrote it.
std::string url_of(const std::string& path, const request& asked) {
  if (const auto base = asked.value("--url")) {
    if (base->empty()) refuse("--url is empty", {}, "leave it out to refer to the files here");
    if (!base->ends_with('/') && asked.operands().size() == 1) return *base;
    const std::size_t end = is_url(path) ? path.find('?') : std::string::npos;
    std::string file = path.substr(0, end).substr(path.rfind('/', end) + 1);
    // Only what is asked of a web server is decoded by it.
    if (is_url(*base) && !is_url(path)) file = percent_encoded(file, "-_.~");
    return *base + (base->ends_with('/') ? "" : "/") + file;
  }
  if (is_url(path)) return path;
  if (path == "-") refuse("stdin has no address", {}, "--url says where readers find the bytes");
  return file_url(path);
}

void require_plain(const input& from, const dtype& type) {
  const auto unknown = [&](std::string_view what) {
    return exception(
        from.about(error({.code = errc::bad_dtype,
                          .summary = "zarr has no name for this type",
                          .found = what,
                          .hint = "`nopy convert --dtype` takes the fields that are wanted"})));
  };
  if (type.kind() == kind::subarray) return require_plain(from, type.base());
  std::uint64_t end = 0;
  for (const dtype_field& field : type.fields()) {
    if (field.title.data() != nullptr) throw unknown("a record with titles");
    if (field.offset != end) throw unknown("a record with gaps");
    end = field.offset + field.type.item_bytes();
    require_plain(from, field.type);
  }
  if (type.kind() == kind::record && end != type.item_bytes()) throw unknown("a record with gaps");
}

/// Throws what keeps an array from being a reference.
void require_referable(const input& from, const listed_array& one) {
  if (one.of && one.of->compression() != compression::stored)
    throw exception(from.about(error(
        {.code = errc::compressed,
         .summary = "a compressed member has no bytes that could be referred to",
         .found =
             fmt::format("member '{}', {}", one.of->name(), method_name(one.of->compression())),
         .hint = "`nopy repack --store` stores all of them; or name those that are stored"})));
  if (one.head.dtype.has_objects())
    throw exception(from.about(
        error({.code = errc::object_dtype, .hint = "`nopy convert` writes them to .json"})));
  if (one.cut())
    throw exception(from.about(error(
        {.code = errc::data_truncated, .hint = "`nopy repair` keeps the items that are whole"})));
  require_plain(from, one.head.dtype);
}

void add_member(const input& from, const nopy::member& of, const std::string& url,
                arrays_by_name& to) {
  const listed_member looked = look_at(from.archive(), of);
  if (looked.shadowed)
    return remark(fmt::format("{}:{} is left out: readers find another member by this name",
                              from.name(), of.name()));
  if (looked.failed) throw exception(from.about(*looked.failed));
  if (!looked.array)
    return remark(fmt::format("{}:{} is no array and left out", from.name(), of.name()));
  require_referable(from, *looked.array);
  to[std::string(spelling_of(from.archive(), of))].push_back({url, from.name(), *looked.array});
}

/// Adds the arrays of a source; `urls` are those of the sources before it.
void add_source(const std::string& operand, const request& asked, std::set<std::string>& urls,
                arrays_by_name& to) {
  const std::string url = url_of(parse_source(operand).path, asked);
  const input from = input::open(operand, asked);
  if (!urls.insert(url).second)
    refuse("two sources would have one address", from.name(),
           "--url is a folder to several sources: their names have to differ");
  from.require_no_slice();
  if (from.kind() == file_kind::npz) {
    if (from.member()) return add_member(from, *from.member(), url, to);
    from.archive().expect_headers();
    for (const nopy::member& one : from.archive()) add_member(from, one, url, to);
    return;
  }
  const listing all = list_arrays(from);
  if (all.arrays.empty()) throw exception(*all.stopped);
  if (all.arrays.size() > 1)
    remark(fmt::format("{}: only the first of its arrays, as np.load takes it", from.name()));
  require_referable(from, all.arrays.front());
  to[""].push_back({url, from.name(), all.arrays.front()});
}

/// Throws where parts can not be one array.
void require_alike(const std::string& name, const std::vector<referred_part>& parts,
                   std::size_t axis) {
  const header& first = parts.front().array.head;
  const auto differs = [&](const referred_part& one, errc code, std::string_view found) {
    const std::string subject = name.empty() ? one.source : one.source + ":" + name;
    return exception(error(
        {.code = code,
         .subject = subject,
         .summary = "it can not be joined to the first one",
         .found = found,
         .expected = fmt::format("{} {}, {} order", first.dtype.descr(), shape_text(first.shape),
                                 first.order == order::c ? "C" : "Fortran"),
         .hint = "joined arrays differ along the axis of --concat only"}));
  };
  if (axis >= first.shape.rank())
    throw exception(error({.code = errc::shape_mismatch,
                           .subject = parts.front().source,
                           .summary = "there is no such axis",
                           .found = shape_text(first.shape),
                           .expected = fmt::format("an axis {}", axis),
                           .hint = "--concat counts axes from 0"}));
  for (const referred_part& one : parts) {
    const header& head = one.array.head;
    if (!(head.dtype == first.dtype)) throw differs(one, errc::type_mismatch, head.dtype.descr());
    bool alike = head.shape.rank() == first.shape.rank();
    for (std::size_t i = 0; alike && i < head.shape.rank(); ++i)
      alike = i == axis || head.shape[i] == first.shape[i];
    if (!alike) throw differs(one, errc::shape_mismatch, shape_text(head.shape));
    if (head.order != first.order && head.shape.rank() > 1)
      throw differs(one, errc::order_mismatch, head.order == order::c ? "C" : "Fortran");
  }
}

int run(const request& asked) {
  std::optional<std::size_t> axis;
  if (const auto given = asked.value("--concat"))
    axis = static_cast<std::size_t>(parse_count("--concat", *given));
  if (asked.operands().size() > 1 && !axis)
    refuse("several sources become one array only along an axis", {},
           "--concat 0 joins their rows");
  arrays_by_name all;
  std::set<std::string> urls;
  for (const std::string& operand : asked.operands()) add_source(operand, asked, urls, all);
  reference_writer out;
  for (const auto& [name, parts] : all) out.add_groups(name);
  for (const auto& [name, parts] : all) {
    if (parts.size() != asked.operands().size())
      throw exception(
          error({.code = errc::not_found,
                 .subject = name.empty() ? parts.front().source : name,
                 .summary = "not every source has this array",
                 .found = fmt::format("{} of {}", parts.size(), asked.operands().size()),
                 .hint = "name a member that all have: FILE.npz:NAME"}));
    if (axis) require_alike(name, parts, *axis);
    out.add_array(name, parts, axis);
  }
  print(out.finish());
  return exit_fine;
}

constexpr operand_row operands[] = {{"SOURCE...", 1, any_number}};
constexpr option_row options[] = {
    {"--url", "URL", "where readers find the file; of several sources the folder"},
    {"--member", "KEY", "only this member of each archive"},
    {"--concat", "AXIS", "join the sources along an axis, counted from 0"},
};

}  // namespace

const command refs_command{"refs",
                           "Write references by which zarr and dask read arrays where they lie",
                           operands,
                           options,
                           "Prints kerchunk's JSON (version 1): which bytes of which file are "
                           "which chunk of a zarr array.\n"
                           "Read are headers only, nothing is converted or copied. Chunks are cut "
                           "along the slowest axis,\n"
                           "8 MiB at the most where that comes out even. Members have to be "
                           "stored: `nopy repack --store`.\n"
                           "Of an archive each array becomes one of its name; of a .npy file the "
                           "references are the array.\n"
                           "Without --url a local file is referred to by its absolute path, a URL "
                           "as it was written, with\n"
                           "the query that may sign it.",
                           "nopy refs https://data.example.org/run.npz > run.json\n"
                           "nopy refs run.npz --url s3://bucket/run.npz > run.json\n"
                           "nopy refs day-*.npy --concat 0 > year.json",
                           run};

}  // namespace nopy::cli
