// SPDX-License-Identifier: MIT
// Reads descr from its literal. Recursion follows records and subarrays only, of which the parser
// lets 66 brackets through. Source: docs/format.md, "dtypes".
#include "dtype/descr_reader.hpp"

#include "bytes/utf8.hpp"
#include "dtype/shown_text.hpp"
#include "dtype/tree.hpp"
#include "dtype/typestr.hpp"

#include <algorithm>

namespace nopy {
namespace {

using python::node;
using python::node_kind;
using python::shown;

class descr_reader {
 public:
  descr_reader(const python::literal& text, const descr_context& context) noexcept
      : text_(text), context_(context) {}

  [[nodiscard]] result<dtype> read(std::uint32_t index, std::uint8_t records) noexcept {
    index = text_.strip(index);
    const node& one = text_[index];
    switch (one.what) {
      case node_kind::string:
        return read_string(one);
      case node_kind::list:
        return read_list(index, records);
      case node_kind::tuple:
        return read_tuple(index, records);
      case node_kind::dict:
        return read_dict(index);
      default:
        return bad(one, "descr is neither a type string nor a list of fields");
    }
  }

 private:
  [[nodiscard]] std::uint64_t offset(const node& one) const noexcept {
    return context_.first_offset + one.begin;
  }
  [[nodiscard]] error bad(const node& one, std::string_view summary,
                          std::string_view expected = {}) const noexcept {
    return error({.code = errc::bad_dtype,
                  .offset = offset(one),
                  .summary = summary,
                  .found = shown(text_.text_of(one)),
                  .expected = expected});
  }
  /// Reports a spelling only NumPy's reader knows; `policy::strict` refuses it.
  [[nodiscard]] result<void> odd(const node& one, std::string_view summary) const noexcept {
    if (context_.how == policy::strict) return bad(one, summary, "the spelling that NumPy writes");
    return note(
        {errc::odd_spelling, severity::note, offset(one), summary, shown(text_.text_of(one))});
  }
  [[nodiscard]] result<void> note(const remark& one) const noexcept {
    if (!context_.note(one)) return error(errc::out_of_memory);
    return {};
  }

  [[nodiscard]] result<dtype> read_string(const node& one) noexcept {
    constexpr std::size_t longest = 128;
    char decoded[2 * longest];
    std::string_view value;
    if (one.plain) {
      value = text_.plain_string(one);
    } else {
      if (one.end - one.begin > longest) return bad(one, "descr names no dtype");
      value = {decoded, text_.decode_string(one, decoded)};
    }
    auto read = read_typestr(value);
    if (!read) return located(read.error(), offset(one));
    if (!one.plain && read->how == spelling::canonical) read->how = spelling::odd;
    if (read->how != spelling::canonical) {
      if (auto said = say(one, *read); !said) return said.error();
    }
    return std::move(read->type);
  }

  [[nodiscard]] result<void> say(const node& one, const typestr_reading& read) const noexcept {
    const shown found(text_.text_of(one));
    const std::uint64_t at = offset(one);
    switch (read.how) {
      case spelling::known:
        return note({errc::odd_spelling, severity::note, at,
                     "descr is spelled as NumPy does not write it", found});
      case spelling::odd:
        return odd(one, "descr is spelled as NumPy never writes it");
      case spelling::named:
        if (context_.how == policy::strict)
          return bad(one, "descr names a type of ml_dtypes, which NumPy refuses");
        return note({errc::extension_dtype, severity::warning, at,
                     "descr names a type of ml_dtypes, which NumPy refuses", found});
      default:
        break;
    }
    if (read.type.kind() != kind::opaque)
      return note({errc::extension_dtype, severity::note, at,
                   "a type of ml_dtypes, which NumPy refuses", found});
    if (read.type.item_bytes() == 2)
      return note({errc::extension_dtype, severity::note, at, "probably bfloat16", found,
                   "ask for bfloat16 to read it as numbers"});
    return note({errc::extension_dtype, severity::note, at,
                 read.type.item_bytes() == 1 ? "probably a one-byte type of ml_dtypes"
                                             : "possibly bcomplex32 of ml_dtypes",
                 found, "the file does not say which; name the type to read it as numbers"});
  }

  [[nodiscard]] result<dtype> read_dict(std::uint32_t index) noexcept {
    const node& one = text_[index];
    if (one.next != index + 1)
      return bad(one, "descr is a dict, which no .npy file can hold", "a type string or a list");
    if (auto said = odd(one, "descr is {} instead of []"); !said) return said.error();
    return dtype::record({}, 0);
  }

  /// (base, shape) or (base, {metadata}).
  [[nodiscard]] result<dtype> read_tuple(std::uint32_t index, std::uint8_t records) noexcept {
    const node& one = text_[index];
    if (text_.count(index) != 2)
      return bad(one, "descr is a tuple of another length than 2", "(base, shape)");
    const std::uint32_t second = text_.strip(text_[index + 1].next);
    if (text_[second].what == node_kind::dict) {
      auto base = read(index + 1, records);
      if (!base) return base;
      if (auto said = note({errc::metadata, severity::note, offset(text_[second]),
                            "dtype metadata, which is ignored", shown(text_.text_of(text_[second])),
                            "NumPy 1.18 to 1.24 wrote it and reads it not"});
          !said)
        return said.error();
      return base;
    }
    auto base = read(index + 1, records);
    if (!base) return base;
    return with_extents(*base, second);
  }

  [[nodiscard]] result<dtype> with_extents(const dtype& base, std::uint32_t index) noexcept {
    const node& one = text_[index];
    shape extents;
    if (one.what == node_kind::integer) {
      if (auto said = odd(one, "the shape of a subarray is an int"); !said) return said.error();
      if (auto added = add_extent(extents, one); !added) return added.error();
    } else if (one.what == node_kind::tuple || one.what == node_kind::list) {
      if (one.what == node_kind::list)
        if (auto said = odd(one, "the shape of a subarray is a list"); !said) return said.error();
      for (std::uint32_t i = index + 1; i < one.next; i = text_[i].next)
        if (auto added = add_extent(extents, text_[text_.strip(i)]); !added) return added.error();
    } else {
      return bad(one, "the shape of a subarray is no tuple of integers", "a tuple such as (2, 3)");
    }
    auto made = dtype::subarray(base, extents);
    if (!made) return located(made.error(), offset(one));
    return made;
  }

  [[nodiscard]] result<void> add_extent(shape& extents, const node& one) const noexcept {
    if (one.what != node_kind::integer)
      return bad(one, "an extent of a subarray is no integer", "an integer of 0 or more");
    const auto extent = text_.magnitude(one);
    if (one.negative && extent != 0)
      return bad(one, "an extent of a subarray is negative", "an integer of 0 or more");
    if (!extent || *extent > most_item_bytes)
      return error({.code = errc::too_large,
                    .offset = offset(one),
                    .summary = "an extent of a subarray is too large",
                    .found = shown(text_.text_of(one)),
                    .expected = "at most 2147483647"});
    if (!extents.push_back(*extent)) return bad(one, "a subarray has more than 64 extents");
    return {};
  }

  struct field_list {
    bytes::growing<dtype_field> fields;
    bytes::growing<char> names;  // decoded; reserved at once, so that none moves
    std::uint64_t offset = 0;
  };

  [[nodiscard]] result<dtype> read_list(std::uint32_t index, std::uint8_t records) noexcept {
    const node& one = text_[index];
    if (records == most_nested_records)
      return bad(one, "records are nested too deep", "at most 32 levels");
    field_list list;
    constexpr std::size_t at_first = 128;  // a long list must prove itself before it gets memory
    if (!list.fields.reserve(std::min(text_.count(index), at_first)))
      return error(errc::out_of_memory);
    for (std::uint32_t i = index + 1; i < one.next; i = text_[i].next)
      if (auto added = add_field(list, index, text_.strip(i), records); !added)
        return added.error();
    auto made = dtype::record(list.fields.span(), list.offset);
    if (!made) return located(made.error(), offset(one));
    return made;
  }

  [[nodiscard]] result<void> add_field(field_list& list, std::uint32_t list_index,
                                       std::uint32_t index, std::uint8_t records) noexcept {
    const node& one = text_[index];
    if (one.what != node_kind::tuple && one.what != node_kind::list)
      return bad(one, "a field is no tuple", "(name, descr) or (name, descr, shape)");
    if (one.what == node_kind::list)
      if (auto said = odd(one, "a field is a list"); !said) return said.error();
    const std::size_t parts = text_.count(index);
    if (parts != 2 && parts != 3)
      return bad(one, "a field has neither 2 nor 3 parts", "(name, descr) or (name, descr, shape)");
    dtype_field field;
    const std::uint32_t second = text_[index + 1].next;
    if (auto named = read_name(list, list_index, text_.strip(index + 1), field); !named)
      return named.error();
    auto type = read(second, static_cast<std::uint8_t>(records + 1));
    if (type && parts == 3) type = with_extents(*type, text_.strip(text_[second].next));
    if (!type) return type.error();
    field.type = *std::move(type);
    field.offset = list.offset;
    list.offset += field.type.item_bytes();
    if (list.offset > most_item_bytes)
      return error({.code = errc::too_large,
                    .offset = offset(one),
                    .summary = "an item of a record is too large",
                    .expected = "at most 2147483647 bytes"});
    const bool padding = field.name.empty() && field.title.data() == nullptr &&
                         (field.type.kind() == kind::opaque || field.type.kind() == kind::subarray);
    if (!padding && !list.fields.push_back(std::move(field))) return error(errc::out_of_memory);
    return {};
  }

  /// name or (title, name).
  [[nodiscard]] result<void> read_name(field_list& list, std::uint32_t list_index,
                                       std::uint32_t index, dtype_field& field) noexcept {
    const node& one = text_[index];
    if (one.what != node_kind::tuple && one.what != node_kind::list)
      return read_text(list, list_index, one, field.name);
    if (one.what == node_kind::list)
      if (auto said = odd(one, "title and name are a list"); !said) return said.error();
    if (text_.count(index) != 2) return bad(one, "a field's name has not 2 parts", "(title, name)");
    const node& title = text_[text_.strip(index + 1)];
    if (title.what != node_kind::none)
      if (auto read = read_text(list, list_index, title, field.title); !read) return read;
    return read_text(list, list_index, text_[text_.strip(text_[index + 1].next)], field.name);
  }

  [[nodiscard]] result<void> read_text(field_list& list, std::uint32_t list_index, const node& one,
                                       std::string_view& into) noexcept {
    if (one.what != node_kind::string) return bad(one, "a field's name is no string");
    if (one.plain) {
      into = text_.plain_string(one);
      return {};
    }
    if (list.names.empty() && !list.names.reserve(most_name_bytes(list_index)))
      return error(errc::out_of_memory);
    if (list.names.empty()) list.names.push_reserved('\0');  // "reserved" from here on
    char* to = list.names.data() + list.names.size();
    const std::size_t count = text_.decode_string(one, to);
    for (std::size_t i = 0; i < count; ++i) list.names.push_reserved(to[i]);
    into = {to, count};
    return {};
  }

  /// The bytes that all names and titles of a list can take.
  [[nodiscard]] std::size_t most_name_bytes(std::uint32_t list_index) const noexcept {
    std::size_t most = 1;
    for (std::uint32_t i = list_index + 1; i < text_[list_index].next; i = text_[i].next) {
      const std::uint32_t field = text_.strip(i);
      if (text_[field].next != field + 1) most += text_.most_string_bytes(text_[field + 1]);
    }
    return most;
  }

  const python::literal& text_;
  const descr_context& context_;
};

}  // namespace

error located(const error& one, std::uint64_t offset) noexcept {
  error_parts parts = one.parts();
  if (parts.offset != no_offset || parts.code == errc::out_of_memory) return one;
  parts.offset = offset;
  return error(parts);
}

result<dtype> read_descr(const python::literal& text, std::uint32_t index,
                         const descr_context& context) noexcept {
  return descr_reader(text, context).read(index, 0);
}

inline namespace v1 {

result<dtype> dtype::parse(std::string_view descr) noexcept {
  const std::size_t first = descr.find_first_not_of(" \t\r\n");
  const char c = first == std::string_view::npos ? '\0' : descr[first];
  const char after = first + 1 < descr.size() ? descr[first + 1] : '\0';
  const bool repeat = c == '(' && ((after >= '0' && after <= '9') || after == ' ');  // "(2,)i1"
  if (c != '[' && c != '{' && c != '\'' && c != '"' && (c != '(' || repeat)) {
    auto read = read_typestr(descr);
    if (!read) return read.error();
    return std::move(read->type);
  }
  if (descr.size() > UINT32_MAX)
    return error({.code = errc::too_large, .summary = "descr is longer than 4 GiB"});
  if (const std::size_t wrong = bytes::find_invalid_utf8(descr); wrong != std::string_view::npos)
    return error({.code = errc::header_syntax, .offset = wrong, .summary = "descr is not UTF-8"});
  python::literal text;
  if (auto parsed = python::parse_literal(
          text, descr, {.encoding = python::encoding::utf8, .python2 = true, .first_offset = 0});
      !parsed)
    return parsed.error();
  const auto ignore = [](const remark&) { return true; };
  return read_descr(text, 0, {.how = policy::tolerant, .first_offset = 0, .note = ignore});
}

}  // namespace v1
}  // namespace nopy
