// SPDX-License-Identifier: MIT
// `nopy refs`: arrays as references that zarr reads through fsspec, in kerchunk's JSON, version 1.
// From headers alone: which bytes of which file are which chunk.
#include "command/command_table.hpp"
#include "commands/chunk_grid.hpp"
#include "input/dtype_argument.hpp"
#include "input/listing.hpp"
#include "items/item_json.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <map>
#include <set>

namespace nopy::cli {
namespace {

// More chunks than this make a JSON that nobody reads.
constexpr std::uint64_t most_chunks = 1'000'000;

/// One array in one file.
struct part {
  std::string url;
  listed_array array;
};
/// The parts of each array, by its name; the only array of a file has none.
using arrays_by_name = std::map<std::string, std::vector<part>>;

std::string absolute(const std::string& path) {
  char* found = ::realpath(path.c_str(), nullptr);
  const std::string out = found == nullptr ? path : found;
  std::free(found);
  return out;
}

/// Where readers find the file: as the user says, else as he wrote it.
std::string url_of(const std::string& path, const request& asked) {
  if (const auto base = asked.value("--url")) {
    if (!base->ends_with('/') && asked.operands().size() == 1) return *base;
    const std::string_view file = std::string_view(path).substr(0, path.find('?'));
    return *base + (base->ends_with('/') ? "" : "/") +
           std::string(file.substr(file.rfind('/') + 1));
  }
  if (is_url(path)) return path;
  if (path == "-") refuse("stdin has no address", {}, "--url says where readers find the bytes");
  return "file://" + absolute(path);
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
  if (one.cut()) throw exception(from.about(error(errc::data_truncated)));
  require_plain(from, one.head.dtype);
}

void add_member(const input& from, const nopy::member& of, const std::string& url,
                arrays_by_name& to) {
  const listed_member looked = look_at(from.archive(), of);
  if (looked.failed) throw exception(from.about(*looked.failed));
  if (!looked.array)
    return remark(
        fmt::format("{}:{} is no array and left out", escaped(from.name()), escaped(of.name())));
  require_referable(from, *looked.array);
  to[std::string(spelling_of(from.archive(), of))].push_back({url, *looked.array});
}

void add_source(const std::string& operand, const request& asked, arrays_by_name& to) {
  const std::string url = url_of(parse_source(operand).path, asked);
  const input from = input::open(operand);
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
    remark(
        fmt::format("{}: only the first of its arrays, as np.load takes it", escaped(from.name())));
  require_referable(from, all.arrays.front());
  to[""].push_back({url, all.arrays.front()});
}

/// Throws where parts can not be one array.
void require_alike(const std::string& name, const std::vector<part>& parts, std::size_t axis) {
  const header& first = parts.front().array.head;
  const auto differs = [&](const part& one, errc code, std::string_view found) {
    const std::string subject = name.empty() ? one.url : one.url + ":" + name;
    return exception(error(
        {.code = code,
         .subject = subject,
         .summary = "it can not be joined to the first one",
         .found = found,
         .expected = fmt::format("{} {}, {} order", first.dtype.descr(), shape_text(first.shape),
                                 first.order == order::c ? "C" : "Fortran"),
         .hint = "joined arrays differ along the axis of --concat only"}));
  };
  for (const part& one : parts) {
    const header& head = one.array.head;
    if (!(head.dtype == first.dtype)) throw differs(one, errc::type_mismatch, head.dtype.descr());
    bool alike = head.shape.rank() == first.shape.rank() && axis < head.shape.rank();
    for (std::size_t i = 0; alike && i < head.shape.rank(); ++i)
      alike = i == axis || head.shape[i] == first.shape[i];
    if (!alike) throw differs(one, errc::shape_mismatch, shape_text(head.shape));
    if (head.order != first.order && head.shape.rank() > 1)
      throw differs(one, errc::order_mismatch, head.order == order::c ? "C" : "Fortran");
  }
}

/// Writes references, one entry after another.
class reference_writer {
 public:
  reference_writer() : out_(text_) {
    out_.begin_object().key("version").number(1).key("refs").begin_object();
  }
  void add_groups(const std::string& name);
  void add_array(const std::string& name, const std::vector<part>& parts,
                 std::optional<std::size_t> axis);
  [[nodiscard]] std::string finish() {
    out_.end_object().end_object();
    return text_ + "\n";
  }

 private:
  void add_chunks(const std::string& prefix, const part& one, const chunk_grid& grid,
                  std::size_t axis, std::uint64_t before);
  void add_text(const std::string& key, const std::string& json) { out_.key(key).text(json); }

  std::string text_{};
  json_writer out_;
  std::set<std::string> groups_{};
};

/// The groups on the way to an array; throws where a name is none of zarr's.
void reference_writer::add_groups(const std::string& name) {
  if (name.empty()) return;
  for (std::size_t begin = 0, slash = 0; slash != std::string::npos; begin = slash + 1) {
    slash = name.find('/', begin);
    const std::string_view word = std::string_view(name).substr(begin, slash - begin);
    if (word.empty() || word.starts_with('.'))
      throw exception(error({.code = errc::zip_name,
                             .subject = name,
                             .summary = "zarr takes no such name",
                             .hint = "`nopy mv` renames the member"}));
    const std::string group = begin == 0 ? ".zgroup" : name.substr(0, begin) + ".zgroup";
    if (groups_.insert(group).second) add_text(group, "{\"zarr_format\": 2}");
  }
}

void reference_writer::add_chunks(const std::string& prefix, const part& one,
                                  const chunk_grid& grid, std::size_t axis, std::uint64_t before) {
  const shape& of = one.array.head.shape;
  const auto axes = slowest_first(of.rank(), one.array.head.order);
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < of.rank(); ++i) count *= of[i] / grid.extents[i];
  std::vector<std::uint64_t> at(of.rank(), 0);
  for (std::uint64_t chunk = 0; chunk < count; ++chunk) {
    std::string key;
    for (std::size_t i = 0; i < of.rank(); ++i)
      key += fmt::format("{}{}", i == 0 ? "" : ".", at[i] + (i == axis ? before : 0));
    out_.key(prefix + (of.rank() == 0 ? "0" : key)).begin_list().text(one.url);
    out_.number(*one.array.data_offset() + chunk * grid.bytes).number(grid.bytes).end_list();
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (++at[axes[i]] < of[axes[i]] / grid.extents[axes[i]]) break;
      at[axes[i]] = 0;
    }
  }
}

void reference_writer::add_array(const std::string& name, const std::vector<part>& parts,
                                 std::optional<std::size_t> axis) {
  const header& first = parts.front().array.head;
  std::vector<shape> shapes;
  std::uint64_t joined = 0, data_bytes = 0;
  for (const part& one : parts) {
    shapes.push_back(one.array.head.shape);
    data_bytes += one.array.head.data_bytes;
    if (axis) joined += one.array.head.shape[*axis];
  }
  const auto grid = plan_chunks(shapes, first.order, first.dtype.item_bytes(), axis);
  const std::string shown = name.empty() ? parts.front().url : name;
  if (!grid || (grid->bytes != 0 && data_bytes / grid->bytes > most_chunks))
    throw exception(
        error({.code = errc::shape_mismatch,
               .subject = shown,
               .summary = "no even chunks cut all of these files",
               .hint = "lengths along the axis of --concat need a large common divisor, "
                       "and it has to be the slowest axis where they differ"}));
  if (grid->uneven)
    remark(fmt::format("{}: no even cut; chunks of {} bytes", escaped(shown), grid->bytes));
  std::string meta;
  json_writer out(meta);
  out.begin_object().key("zarr_format").number(2).key("shape").begin_list();
  for (std::size_t i = 0; i < first.shape.rank(); ++i)
    out.number(axis == i ? joined : first.shape[i]);
  out.end_list().key("chunks").begin_list();
  for (const std::uint64_t extent : grid->extents) out.number(extent);
  out.end_list().key("dtype");
  write_json_descr(out, first.dtype);
  out.key("order").text(first.order == order::c ? "C" : "F").key("fill_value").null();
  out.key("compressor").null().key("filters").null().end_object();
  const std::string prefix = name.empty() ? "" : name + "/";
  if (groups_.contains(prefix + ".zgroup"))
    throw exception(error({.code = errc::zip_name,
                           .subject = name,
                           .summary = "zarr takes no array that has the name of a group",
                           .hint = "`nopy mv` renames the member"}));
  groups_.insert(prefix + ".zgroup");
  add_text(prefix + ".zarray", meta);
  std::uint64_t before = 0;
  for (const part& one : parts) {
    if (grid->bytes != 0 && one.array.head.data_bytes != 0)
      add_chunks(prefix, one, *grid, axis.value_or(SIZE_MAX), before);
    if (axis) before += one.array.head.shape[*axis] / grid->extents[*axis];
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
  for (const std::string& operand : asked.operands()) add_source(operand, asked, all);
  reference_writer out;
  for (const auto& [name, parts] : all) out.add_groups(name);
  for (const auto& [name, parts] : all) {
    if (parts.size() != asked.operands().size())
      throw exception(
          error({.code = errc::not_found,
                 .subject = name,
                 .summary = "not every source has this array",
                 .found = fmt::format("{} of {}", parts.size(), asked.operands().size())}));
    if (axis) require_alike(name, parts, *axis);
    out.add_array(name, parts, axis);
  }
  print(out.finish());
  return exit_fine;
}

constexpr operand_row operands[] = {{"SOURCE...", 1, any_number}};
constexpr option_row options[] = {
    {"--url", "URL", "where readers find the file; of several sources the folder"},
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
