// SPDX-License-Identifier: MIT
// Reads the dictionary of a header in the order NumPy checks it: syntax, keys, shape,
// fortran_order, descr. Source: docs/format.md, "Reading".
#include "npy/dictionary.hpp"

#include "bytes/slice.hpp"
#include "bytes/utf8.hpp"
#include "dtype/descr_reader.hpp"
#include "dtype/shown_text.hpp"

namespace nopy::npy {
namespace {

using python::node;
using python::node_kind;
using python::oddity;
using python::shown;

constexpr std::string_view repair_hint =
    "numpy.lib.format.open_memmap writes the shape as it was given; `nopy repair` rewrites the "
    "header, the data is good";

struct oddity_row {
  oddity what;
  errc code;
  severity weight;
  bool known_writer;  // policy::strict takes it
  std::string_view summary;
};
constexpr oddity_row oddity_table[] = {
    {oddity::comment, errc::odd_spelling, severity::note, false, "a comment in the header"},
    {oddity::line_joining, errc::odd_spelling, severity::note, false,
     "lines of the header are joined by a backslash"},
    {oddity::concatenation, errc::odd_spelling, severity::note, false,
     "strings of the header stand side by side"},
    {oddity::string_prefix, errc::odd_spelling, severity::note, false,
     "a string of the header has a prefix"},
    {oddity::triple_quotes, errc::odd_spelling, severity::note, false,
     "a string of the header has triple quotes"},
    {oddity::parentheses, errc::odd_spelling, severity::note, false,
     "a value of the header stands in parentheses"},
    {oddity::number_base, errc::odd_spelling, severity::note, false,
     "a number of the header is not decimal"},
    {oddity::underscore, errc::odd_spelling, severity::note, false,
     "a number of the header holds underscores"},
    {oddity::plus_sign, errc::odd_spelling, severity::note, false,
     "a number of the header has a plus sign"},
    {oddity::long_suffix, errc::python2_long, severity::note, true,
     "an integer with the suffix L of Python 2"},
    {oddity::late_long_suffix, errc::python2_long, severity::warning, false,
     "an integer with the suffix of Python 2, spelled as NumPy does not read it"},
    {oddity::nul_padding, errc::odd_spelling, severity::warning, false,
     "the header is padded with NUL bytes, which NumPy refuses"},
};

constexpr std::string_view key_names[] = {"descr", "fortran_order", "shape"};
constexpr std::string_view all_keys = "'descr', 'fortran_order' and 'shape'";

bool same_but_for_case(std::string_view one, std::string_view two) noexcept {
  if (one.size() != two.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i)
    if ((one[i] | 0x20) != (two[i] | 0x20)) return false;
  return true;
}

/// The key whose value the byte at `at` stands in, as far as text that is no literal tells.
std::string_view key_before(std::string_view text, std::size_t at) noexcept {
  std::string_view nearest;
  std::size_t nearest_at = 0;
  for (const std::string_view name : key_names) {
    const std::size_t found = text.substr(0, at).rfind(name);
    if (found == std::string_view::npos || found < nearest_at) continue;
    nearest = name;
    nearest_at = found;
  }
  return nearest;
}

/// What is no literal, with the key it stands behind. A number that is no integer is a literal to Python, so in the
/// shape it is a value of the wrong type.
error in_value_of(std::string_view key, const error& what) noexcept {
  if (what.offset() == no_offset) return error(errc::out_of_memory);  // it could not be told where
  if (key.empty()) return what;
  error_parts parts = what.parts();
  if (key == "shape" && parts.summary == python::no_integer) parts.code = errc::header_value;
  const bytes::short_text<160> summary([&](bytes::text_sink& sink) {
    sink.put(bytes::clipped(parts.summary, 100)).put(", in the value of '").put(key).put('\'');
  });
  parts.summary = summary;
  return error(parts);
}

}  // namespace

error dictionary_reader::wrong(errc code, const node& one, std::string_view summary,
                               std::string_view expected, std::string_view hint) const noexcept {
  return error({.code = code,
                .offset = offset(one),
                .summary = summary,
                .found = shown(text_.text_of(one)),
                .expected = expected,
                .hint = hint});
}

result<void> dictionary_reader::note(severity weight, const error_parts& parts) noexcept {
  if (!findings_.push_back({weight, error(parts)})) return error(errc::out_of_memory);
  return {};
}

result<void> dictionary_reader::open(std::string_view text) noexcept {
  const bool utf8 = before_.major == 3;
  if (const std::size_t wrong_at = utf8 ? bytes::find_invalid_utf8(text) : std::string_view::npos;
      wrong_at != std::string_view::npos)
    return error({.code = errc::header_encoding,
                  .offset = before_.bytes + wrong_at,
                  .found = shown(bytes::slice(text, wrong_at, 4)),
                  .expected = "UTF-8, which version 3.0 is written in"});
  const python::literal_options options{utf8 ? python::encoding::utf8 : python::encoding::latin1,
                                        !utf8, before_.bytes};
  if (auto parsed = python::parse_literal(text_, text, options); !parsed)
    return in_value_of(
        key_before(text, static_cast<std::size_t>(parsed.error().offset() - before_.bytes)),
        parsed.error());
  if (auto checked = check_oddities(); !checked) return checked;
  return find_keys();
}

result<void> dictionary_reader::check_oddities() noexcept {
  if (!text_.any_seen()) return {};
  const oddity_row* first = nullptr;
  for (const oddity_row& row : oddity_table) {
    const auto at = text_.seen(row.what);
    if (!at) continue;
    if (how_ == policy::strict && !row.known_writer) {
      if (first == nullptr || *at < *text_.seen(first->what)) first = &row;
      continue;
    }
    if (auto said = note(row.weight, {.code = row.code,
                                      .offset = before_.bytes + std::uint64_t{*at},
                                      .summary = row.summary,
                                      .found = shown(bytes::slice(text_.text(), *at, 16))});
        !said)
      return said;
  }
  if (first == nullptr) return {};
  const std::uint32_t at = *text_.seen(first->what);
  return error({.code = errc::header_syntax,
                .offset = before_.bytes + std::uint64_t{at},
                .summary = first->summary,
                .found = shown(bytes::slice(text_.text(), at, 16)),
                .expected = "the spelling that known writers use",
                .hint = "policy::tolerant reads it"});
}

result<void> dictionary_reader::find_keys() noexcept {
  const std::uint32_t root = text_.strip(0);
  const node& whole = text_[root];
  if (whole.what != node_kind::dict)
    return wrong(errc::header_syntax, whole, "the header is no dictionary",
                 "a dictionary with the keys 'descr', 'fortran_order' and 'shape'");
  for (std::uint32_t key = root + 1; key < whole.next;) {
    const std::uint32_t value = text_[key].next;
    if (auto taken = take_key(text_.strip(key), value); !taken) return taken;
    key = text_[value].next;
  }
  const std::uint32_t found[] = {keys_.descr, keys_.fortran_order, keys_.shape};
  for (std::size_t i = 0; i < 3; ++i) {
    if (found[i] != 0) continue;
    const bytes::short_text<60> summary([&](bytes::text_sink& sink) {
      sink.put("the header has no key '").put(key_names[i]).put('\'');
    });
    return error({.code = errc::header_keys,
                  .offset = offset(whole),
                  .summary = summary,
                  .expected = all_keys});
  }
  return {};
}

result<void> dictionary_reader::take_key(std::uint32_t key, std::uint32_t value) noexcept {
  const node& one = text_[key];
  std::uint32_t* const slots[] = {&keys_.descr, &keys_.fortran_order, &keys_.shape};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!text_.equals(one, key_names[i])) continue;
    const bool twice = *slots[i] != 0;
    *slots[i] = text_.strip(value);
    if (!twice) return {};
    if (how_ == policy::strict)
      return wrong(errc::header_keys, one, "a key is given twice", "each key once",
                   "NumPy takes the last, other readers the first");
    return note(severity::warning, {.code = errc::header_keys,
                                    .offset = offset(one),
                                    .summary = "a key is given twice; the last one counts",
                                    .found = shown(text_.text_of(one))});
  }
  const std::string_view plain = one.plain ? text_.plain_string(one) : std::string_view{};
  for (const std::string_view name : key_names)
    if (same_but_for_case(plain, name))
      return wrong(errc::header_keys, one, "a key is spelled in another case", all_keys,
                   "keys are written in lower case");
  return wrong(errc::header_keys, one, "the header has a key it should not have", all_keys);
}

result<void> dictionary_reader::read(header& into) noexcept {
  if (auto done = read_shape(into.shape); !done) return done;
  if (auto done = read_order(into.order); !done) return done;
  const auto take = [this](const remark& one) { return take_remark(one); };
  auto type =
      read_descr(text_, keys_.descr, {.how = how_, .first_offset = before_.bytes, .note = take});
  if (!type) return type.error();
  into.dtype = *std::move(type);
  return into.dtype.kind() == kind::subarray ? unfold_subarray(into) : result<void>{};
}

/// One finding for each thing to say: a thousand fields spelled alike make one.
bool dictionary_reader::take_remark(const remark& one) noexcept {
  for (const finding& known : findings_)
    if (known.code() == one.code && known.what.parts().summary == one.summary) return true;
  return findings_.push_back({one.weight, error({.code = one.code,
                                                 .offset = one.offset,
                                                 .summary = one.summary,
                                                 .found = one.found,
                                                 .hint = one.hint})});
}

result<void> dictionary_reader::read_shape(shape& into) noexcept {
  const node& one = text_[keys_.shape];
  if (one.what == node_kind::list || one.what == node_kind::integer)
    return wrong(errc::header_value, one,
                 one.what == node_kind::list ? "the shape is a list" : "the shape is an int",
                 "a tuple such as (3,) or (2, 3)", repair_hint);
  if (one.what != node_kind::tuple)
    return wrong(errc::header_value, one, "the shape is no tuple",
                 "a tuple such as (3,) or (2, 3)");
  for (std::uint32_t i = keys_.shape + 1; i < one.next; i = text_[i].next)
    if (auto done = read_extent(into, text_[text_.strip(i)]); !done) return done;
  return {};
}

result<void> dictionary_reader::read_extent(shape& into, const node& one) noexcept {
  constexpr std::uint64_t most_extent = 0x7FFFFFFFFFFFFFFF;
  if (one.what != node_kind::integer)
    return wrong(errc::header_value, one, "an extent is no integer", "an integer of 0 or more");
  const auto extent = text_.magnitude(one);
  if (one.negative && (extent != 0 || how_ == policy::strict))
    return wrong(errc::header_value, one, "an extent is negative", "an integer of 0 or more",
                 "some NumPy versions take it for \"to the end of the file\"; write the count");
  if (!extent || *extent > most_extent)
    return wrong(errc::too_large, one, "an extent is too large", "at most 9223372036854775807");
  if (!into.push_back(*extent))
    return wrong(errc::too_large, one, "the shape has more than 64 dimensions", "at most 64");
  return {};
}

result<void> dictionary_reader::read_order(order& into) noexcept {
  const node& one = text_[keys_.fortran_order];
  if (one.what != node_kind::truth)
    return wrong(errc::header_value, one, "fortran_order is no bool", "True or False");
  into = one.negative ? order::c : order::fortran;
  return {};
}

/// A descr that is a subarray adds its extents to the shape, as NumPy's memmap does.
result<void> dictionary_reader::unfold_subarray(header& into) noexcept {
  const node& one = text_[keys_.descr];
  if (how_ == policy::strict || into.order == order::fortran)
    return wrong(errc::bad_dtype, one, "descr is a subarray outside a record",
                 "a type string or a list of fields",
                 "NumPy fails to load such a file; put the extents into the shape");
  while (into.dtype.kind() == kind::subarray) {
    const dtype whole = into.dtype;
    for (const std::uint64_t extent : whole.extents())
      if (!into.shape.push_back(extent))
        return wrong(errc::too_large, one, "the shape has more than 64 dimensions", "at most 64");
    into.dtype = whole.base();
  }
  return note(severity::warning,
              {.code = errc::odd_spelling,
               .offset = offset(one),
               .summary = "descr is a subarray; its extents were added to the shape",
               .found = shown(text_.text_of(one)),
               .hint = "numpy.load fails on this file, its memmap reads it so"});
}

}  // namespace nopy::npy
