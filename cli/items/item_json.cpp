// SPDX-License-Identifier: MIT
#include "items/item_json.hpp"

#include "bytes/utf8.hpp"
#include "items/item_text.hpp"

#include <nopy/print.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

void write_number(json_writer& out, const std::string& text) {
  if (text == "nan" || text == "-nan") {
    out.text("NaN");
  } else if (text == "inf" || text == "-inf") {
    out.text(text[0] == '-' ? "-Infinity" : "Infinity");
  } else {
    out.token(text);
  }
}

void write_subarray(json_writer& out, const dtype& type, const std::byte*& item, std::size_t axis) {
  if (axis == type.extents().size()) {
    write_json_item(out, type.base(), item);
    item += type.base().item_bytes();
    return;
  }
  out.begin_list();
  for (std::uint64_t i = 0; i < type.extents()[axis]; ++i)
    write_subarray(out, type, item, axis + 1);
  out.end_list();
}

void write_record(json_writer& out, const dtype& type, const std::byte* item) {
  out.begin_object();
  for (const dtype_field& field : type.fields()) {
    out.key(field.name);
    write_json_item(out, field.type, item + field.offset);
  }
  out.end_object();
}

void write_padding(json_writer& out, std::uint64_t bytes) {
  if (bytes == 0) return;
  out.begin_list().text("").text(fmt::format("|V{}", bytes)).end_list();
}

void write_field_descr(json_writer& out, const dtype_field& field) {
  out.begin_list();
  if (field.title.data() != nullptr)
    out.begin_list().text(field.title).text(field.name).end_list();
  else
    out.text(field.name);
  if (field.type.kind() == kind::subarray) {
    write_json_descr(out, field.type.base());
    write_json_shape(out, shape(field.type.extents()));
  } else {
    write_json_descr(out, field.type);
  }
  out.end_list();
}

/// Writes decoded Python values. A pickle shares its parts, so that a short one can stand for a long
/// text: both depth and number are bounded.
class object_walk {
 public:
  explicit object_walk(json_writer& out) noexcept : out_(out) {}

  void write(const object_value& value, int depth = 0) {
    using kind = enum object_value::kind;
    if (left_-- == 0)
      throw exception(error({.code = errc::limit,
                             .summary = "the objects unfold into too many values for JSON",
                             .hint = "`nopy show` without --json"}));
    switch (value.kind()) {
      case kind::none:
        out_.null();
        return;
      case kind::boolean:
        out_.boolean(value.repr() == "True");
        return;
      case kind::integer:
        out_.token(value.text());
        return;
      case kind::floating:
        write_number(out_, value.repr());
        return;
      case kind::text:
        out_.text(value.text());
        return;
      case kind::list:
      case kind::tuple:
      case kind::set:
      case kind::dict:
      case kind::array:
        if (depth == most_nested || (value.kind() == kind::array && value.items().empty())) break;
        write_items(value, depth + 1);
        return;
      default:
        break;
    }
    out_.text(value.repr());
  }

 private:
  static constexpr int most_nested = 64;  // what other JSON readers take

  void write_items(const object_value& value, int depth) {
    const auto items = value.items();
    bool text_keys = value.kind() == object_value::kind::dict;
    for (std::size_t i = 0; text_keys && i < items.size(); i += 2)
      text_keys = items[i].kind() == object_value::kind::text;
    if (!text_keys) {
      out_.begin_list();
      for (const object_value& item : items) write(item, depth);
      out_.end_list();
      return;
    }
    out_.begin_object();
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      out_.key(items[i].text());
      write(items[i + 1], depth);
    }
    out_.end_object();
  }

  json_writer& out_;
  std::uint64_t left_ = 10'000'000;
};

}  // namespace

void write_json_shape(json_writer& out, const shape& of) {
  out.begin_list();
  for (const std::uint64_t extent : of) out.number(extent);
  out.end_list();
}

void write_json_item(json_writer& out, const dtype& type, const std::byte* item) {
  switch (type.kind()) {
    case kind::boolean:
      out.boolean(*item != std::byte{0});
      return;
    case kind::signed_int:
    case kind::unsigned_int:
      out.token(value_text(type, item));
      return;
    case kind::floating:
      write_number(out, value_text(type, item));
      return;
    case kind::complex: {
      const dtype part = part_of_complex(type);
      out.begin_list();
      write_number(out, value_text(part, item));
      write_number(out, value_text(part, item + part.item_bytes()));
      out.end_list();
      return;
    }
    case kind::text:
      out.text(holds_code_points(type, item) ? utf8_of_item(type, item) : value_text(type, item));
      return;
    case kind::bytes: {
      const std::string_view text = bytes_of_item(type, item);
      if (bytes::find_invalid_utf8(text) == std::string_view::npos)
        out.text(text);
      else
        out.text(value_text(type, item));
      return;
    }
    case kind::record:
      write_record(out, type, item);
      return;
    case kind::subarray:
      write_subarray(out, type, item, 0);
      return;
    default:
      out.text(value_text(type, item));
      return;
  }
}

void write_json_descr(json_writer& out, const dtype& type) {
  if (type.kind() == kind::subarray) {
    out.begin_list();
    write_json_descr(out, type.base());
    write_json_shape(out, shape(type.extents()));
    out.end_list();
    return;
  }
  if (type.kind() != kind::record) {
    out.text(type.descr());
    return;
  }
  out.begin_list();
  std::uint64_t offset = 0;
  for (const dtype_field& field : type.fields()) {
    write_padding(out, field.offset - offset);
    write_field_descr(out, field);
    offset = field.offset + field.type.item_bytes();
  }
  write_padding(out, type.item_bytes() - offset);
  out.end_list();
}

void write_json_object(json_writer& out, const object_value& value) {
  object_walk(out).write(value);
}

}  // namespace nopy::cli
