// SPDX-License-Identifier: MIT
// `nopy convert`: between .npy, raw bytes and CSV, and to JSON.
#include "command/command_table.hpp"
#include "commands/array_target.hpp"
#include "commands/convert_formats.hpp"
#include "commands/objects.hpp"
#include "csv/convert_csv.hpp"
#include "input/dtype_argument.hpp"
#include "input/jobs.hpp"
#include "input/listing.hpp"
#include "input/member_options.hpp"
#include "items/item_json.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

char separator_of(const request& asked, file_format of) {
  const auto text = asked.value("--separator");
  if (!text) return of == file_format::tsv ? '\t' : ',';
  if (*text == "\\t" || *text == "tab") return '\t';
  if (text->size() != 1 || *text == "\"" || *text == "\n" || *text == "\r")
    refuse("--separator is one character", *text);
  return text->front();
}

/// The type that --dtype names; --endian says its order where the name does not.
dtype named_type(const std::string& name, const request& asked) {
  dtype type = parse_dtype(name);
  const auto endian = asked.value("--endian");
  if (!endian) return type;
  auto ordered = type.with_endian(parse_endian(*endian));
  if (!ordered) throw exception(ordered.error());
  if (name.find_first_of("<>=") != std::string::npos && *ordered != type)
    refuse("--dtype and --endian name different byte orders", name);
  return *std::move(ordered);
}

array_request array_request_of(const npy_file& file, const selection& chosen, file_format to,
                               const request& asked) {
  array_request made{file.header().dtype, file.header().order, {}};
  // A long double's text depends on its kind; its bytes do not.
  if (!is_binary(to)) made.type = told_type(file);
  if (const auto type = asked.value("--dtype")) {
    made.type = named_type(*type, asked);
  } else if (const auto endian = asked.value("--endian")) {
    made.swap_to = parse_endian(*endian);
    auto ordered = made.type.with_endian(*made.swap_to);
    if (!ordered) throw exception(ordered.error());
    made.type = *std::move(ordered);
  }
  if (chosen.result_shape().rank() < 2 && !chosen.whole(file.shape())) made.order = order::c;
  if (const auto order = asked.value("--order")) made.order = parse_order(*order);
  return made;
}

void convert_objects(const input& from, const header& head, const request& asked, output& to) {
  std::string text;
  json_writer out(text);
  write_json_object(out, read_objects(from, head, asked));
  to.write(text);
}

load_options load_options_of(const request& asked) {
  load_options options{.parallel = jobs_of(asked)};
  if (const auto casting = asked.value("--casting")) options.casting = parse_casting(*casting);
  return options;
}

void convert_array(const input& from, const request& asked, file_format to_format, output& to) {
  const load_options options = load_options_of(asked);
  if (to_format == file_format::json)
    if (const header head = from.read_header(options); head.dtype.has_objects())
      return convert_objects(from, head, asked, to);
  const npy_file file = from.open_array(options);
  const selection chosen = from.selected(file.shape());
  from.verify_for(chosen.whole(file.shape()), options.parallel);
  const array_target target(file, chosen, array_request_of(file, chosen, to_format, asked));
  switch (to_format) {
    case file_format::npy:
      return target.write_npy(to);
    case file_format::raw:
      return target.write_raw(to);
    case file_format::csv:
    case file_format::tsv:
      return target.write_csv(to, separator_of(asked, to_format), asked.has("--header"));
    default:
      return target.write_json(to);
  }
}

/// An object with the arrays of an archive by their names.
void convert_archive(input& from, const request& asked, output& to) {
  const npz_reader all = from.archive();
  std::string_view before = "{";
  for (const member& one : all) {
    const listed_member looked = look_at(all, one);
    const std::string name(spelling_of(all, one));
    from.choose(one, name);
    if (looked.failed) throw exception(from.about(*looked.failed));
    if (looked.shadowed && looked.array) continue;
    if (!looked.array) {
      from.verify();  // a damaged beginning makes no array something else
      remark(fmt::format("{}:{} is no array and left out", from.name(), name));
      continue;
    }
    std::string key(before);
    json_writer(key).text(name);
    to.write(key + ": ");
    before = ", ";
    convert_array(from, asked, file_format::json, to);
  }
  to.write(before == "{" ? "{}" : "}");
}

void convert_text(const input& from, const request& asked, file_format of, output& to) {
  csv_options options;
  options.separator = separator_of(asked, of);
  if (asked.has("--header")) options.header = csv_header::present;
  if (asked.has("--no-header")) options.header = csv_header::absent;
  if (const auto type = asked.value("--dtype")) options.type = parse_dtype(*type);
  convert_csv(from, to, options);
}

void convert_bytes(const input& from, const request& asked, output& to) {
  const auto type = asked.value("--dtype");
  const auto extents = asked.value("--shape");
  if (!type || !extents)
    refuse("raw bytes need --dtype and --shape", from.name(),
           "nopy convert a.raw a.npy --dtype float32 --shape 100,3");
  raw_options options{named_type(*type, asked), parse_shape(*extents).value(), order::c, 0};
  if (const auto order = asked.value("--order")) options.order = parse_order(*order);
  if (const auto offset = asked.value("--offset"))
    options.offset = parse_count("--offset", *offset);
  convert_raw(from, to, options);
}

/// Text or raw bytes; where they are rearranged, as the array that `plain` holds first.
void convert_foreign(const input& from, const request& asked, file_format source, output* plain,
                     output& to) {
  output& first = plain != nullptr ? *plain : to;
  if (source == file_format::raw)
    convert_bytes(from, asked, first);
  else
    convert_text(from, asked, source, first);
  if (plain == nullptr) return;
  const npy_file file(plain->written(), load_options_of(asked));
  const selection chosen = from.selected(file.shape());
  const array_request as = array_request_of(file, chosen, file_format::npy, asked);
  array_target(file, chosen, as).write_npy(to);
}

output open_target(const std::string& target, const std::optional<member_target>& member,
                   const request& asked) {
  auto opened =
      member ? output::open_unnamed(member->archive())
             : output::open(target, asked.has("--force") ? overwrite::allow : overwrite::refuse);
  if (!opened) throw exception(opened.error());
  return *std::move(opened);
}

int run(const request& asked) {
  const std::string& target = asked.operand(1);
  require_local(target);
  input from = input::open(asked.operand(0), asked);
  const auto member = member_target::named_by(target, asked);
  const auto [source, to_format] = formats_of(from, target, member, asked);
  if (to_format != file_format::json) from.choose_only_array();
  std::optional<output> plain;  // before the target, which a signal must find
  if (rearranges(from, source, asked))
    plain.emplace(output::open_unnamed(member ? member->archive() : target).value());
  output to = open_target(target, member, asked);
  try {
    if (from.is_archive())
      convert_archive(from, asked, to);
    else if (source == file_format::npy)
      convert_array(from, asked, to_format, to);
    else
      convert_foreign(from, asked, source, plain ? &*plain : nullptr, to);
  } catch (const exception& failed) {
    // The library names a descriptor where it was given one; people know the file.
    if (failed.error().parts().subject.starts_with("descriptor "))
      throw exception(from.about(failed.error()));
    throw;
  }
  if (to_format == file_format::json) to.write("\n");
  if (member)
    member->put(to.written(), to.written_bytes(), asked);
  else
    to.close();
  return exit_fine;
}

constexpr operand_row operands[] = {{"SRC"}, {"DST"}};
constexpr option_row options[] = {
    {"-f,--force", "", "replace an existing DST, or the member it names"},
    {"--from", "FORMAT", "what SRC is: npy, raw, csv, tsv (default: told from it)",
     "npy raw csv tsv"},
    {"--to", "FORMAT", "what DST is: npy, raw, csv, tsv, json (default: its suffix)",
     "npy raw csv tsv json"},
    {"-d,--dtype", "DTYPE",
     "type of the elements written: float32, '>i2', U10, M8[ns], \"[('x', '<f4')]\""},
    {"--order", "C|F", "memory order of DST (default: as in SRC)", "C F"},
    {"--endian", "ENDIAN",
     "byte order of DST, or of raw SRC: little, big, native (default: as in SRC)",
     "little big native"},
    {"--casting", "RULE", "none, safe, same_kind (default), checked, saturate, truncate",
     "none safe same_kind checked saturate truncate"},
    {"-s,--shape", "SHAPE", "of raw bytes: 100,3"},
    {"--offset", "BYTES", "of raw bytes: skip so many first"},
    {"--slice", "SLICE", "the part to convert, as in NumPy: 0:5,...,-1"},
    {"--member", "KEY", "the member of an archive"},
    index_option,
    {"--store", "", "a member of DST is stored, so that it can be mapped (default)"},
    {"--deflate", "[LEVEL]", "a member of DST is compressed: 1 to 12 (default 6)"},
    {"--zstd", "[LEVEL]", "a member of DST is compressed: 1 to 19 (default 3); for few readers"},
    {"--align", "BYTES",
     "data of a member begins at a multiple of it: a power of two (default 64)"},
    jobs_option,
    {"--separator", "CHAR", "of CSV (default: a comma; a tab for tsv)"},
    {"--header", "", "CSV with a header: write one; or the first record read is one"},
    {"--no-header", "", "the first record of the CSV is data"},
};

}  // namespace

const command convert_command{
    "convert",
    "Convert between .npy, raw bytes and CSV, and to JSON, in bounded memory",
    operands,
    options,
    "Without options the array stays as it is: type, byte order, memory order, padding.\n"
    "Suffixes: .npy; .csv; .tsv, .tab; .json; raw bytes are .raw, .bin and .dat.\n"
    "DST may be a member, FILE.npz:NAME: it is added as by `nopy add`, or begins a new archive.\n"
    "CSV: records have a header with the fields' names; timedeltas are numbers, their unit stands\n"
    "in the header; bytes are written as b'...'. Read back, columns become int64, uint64, "
    "float64,\n"
    "bool or text; with a header, or where columns differ, the array is one of records.\n"
    "Of records, --dtype \"[('x', '<f8')]\" takes the fields it names.\n"
    "--casting: none keeps SRC's type; safe takes what keeps every value; same_kind narrower "
    "floats\n"
    "and integers, too, rounded and checked; checked any type, every value checked; saturate the\n"
    "nearest value that fits, for NaN 0; truncate the low bits, as a cast in C.\n"
    "JSON: nested lists; records are objects, complex numbers [re, im]; NaN and infinities, which\n"
    "JSON lacks, are the strings \"NaN\", \"Infinity\" and \"-Infinity\".",
    "nopy convert a.npy b.npy --dtype float32\n"
    "nopy convert 'a.npy[:100]' head.csv\n"
    "nopy convert table.csv table.npy\n"
    "nopy convert table.csv run.npz:table --deflate\n"
    "nopy convert a.npy - --to raw --order C --endian little | sha256sum\n"
    "nopy convert pixels.raw pixels.npy --dtype uint8 --shape 480,640",
    run};

}  // namespace nopy::cli
