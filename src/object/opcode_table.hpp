// SPDX-License-Identifier: MIT
// The opcodes of pickle protocols 0 to 5: code, name, argument, and what they do here. Source:
// Python's pickletools, which documents the format.
#pragma once

#include <cstdint>
#include <string_view>

namespace nopy::object {

/// How an opcode's argument lies in the stream.
enum class argument_form : std::uint8_t {
  nothing,
  fixed1,  ///< a number of 1, 2, 4 or 8 bytes, little-endian
  fixed2,
  fixed4,
  fixed8,
  counted1,  ///< a count of 1, 4 or 8 bytes, then as many bytes
  counted4,
  counted8,
  line,       ///< text up to a newline
  two_lines,  ///< module and name
};

enum class action : std::uint8_t {
  skip,
  stop,
  none,
  boolean,
  small_integer,
  signed_integer,
  long_integer,
  text_integer,
  text_long,
  binary_float,
  text_float,
  text,
  raw_unicode,
  python2_string,
  quoted_string,
  bytes,
  bytearray,
  mark,
  pop,
  pop_mark,
  duplicate,
  empty_list,
  empty_tuple,
  empty_dict,
  empty_set,
  list,
  tuple,
  small_tuple,
  dict,
  frozenset,
  append,
  appends,
  set_item,
  set_items,
  add_items,
  put,
  put_text,
  memoize,
  get,
  get_text,
  global,
  stack_global,
  reduce,
  new_object,
  new_object_keywords,
  instance,
  object,
  build,
  outside,  ///< refers to something outside of the pickle: refused
};

struct opcode_row {
  std::uint8_t code;
  std::string_view name;
  argument_form argument;
  action does;
};

inline constexpr opcode_row opcode_table[] = {
    {'(', "MARK", argument_form::nothing, action::mark},
    {')', "EMPTY_TUPLE", argument_form::nothing, action::empty_tuple},
    {'.', "STOP", argument_form::nothing, action::stop},
    {'0', "POP", argument_form::nothing, action::pop},
    {'1', "POP_MARK", argument_form::nothing, action::pop_mark},
    {'2', "DUP", argument_form::nothing, action::duplicate},
    {'B', "BINBYTES", argument_form::counted4, action::bytes},
    {'C', "SHORT_BINBYTES", argument_form::counted1, action::bytes},
    {'F', "FLOAT", argument_form::line, action::text_float},
    {'G', "BINFLOAT", argument_form::fixed8, action::binary_float},
    {'I', "INT", argument_form::line, action::text_integer},
    {'J', "BININT", argument_form::fixed4, action::signed_integer},
    {'K', "BININT1", argument_form::fixed1, action::small_integer},
    {'L', "LONG", argument_form::line, action::text_long},
    {'M', "BININT2", argument_form::fixed2, action::small_integer},
    {'N', "NONE", argument_form::nothing, action::none},
    {'P', "PERSID", argument_form::line, action::outside},
    {'Q', "BINPERSID", argument_form::nothing, action::outside},
    {'R', "REDUCE", argument_form::nothing, action::reduce},
    {'S', "STRING", argument_form::line, action::quoted_string},
    {'T', "BINSTRING", argument_form::counted4, action::python2_string},
    {'U', "SHORT_BINSTRING", argument_form::counted1, action::python2_string},
    {'V', "UNICODE", argument_form::line, action::raw_unicode},
    {'X', "BINUNICODE", argument_form::counted4, action::text},
    {']', "EMPTY_LIST", argument_form::nothing, action::empty_list},
    {'a', "APPEND", argument_form::nothing, action::append},
    {'b', "BUILD", argument_form::nothing, action::build},
    {'c', "GLOBAL", argument_form::two_lines, action::global},
    {'d', "DICT", argument_form::nothing, action::dict},
    {'e', "APPENDS", argument_form::nothing, action::appends},
    {'g', "GET", argument_form::line, action::get_text},
    {'h', "BINGET", argument_form::fixed1, action::get},
    {'i', "INST", argument_form::two_lines, action::instance},
    {'j', "LONG_BINGET", argument_form::fixed4, action::get},
    {'l', "LIST", argument_form::nothing, action::list},
    {'o', "OBJ", argument_form::nothing, action::object},
    {'p', "PUT", argument_form::line, action::put_text},
    {'q', "BINPUT", argument_form::fixed1, action::put},
    {'r', "LONG_BINPUT", argument_form::fixed4, action::put},
    {'s', "SETITEM", argument_form::nothing, action::set_item},
    {'t', "TUPLE", argument_form::nothing, action::tuple},
    {'u', "SETITEMS", argument_form::nothing, action::set_items},
    {'}', "EMPTY_DICT", argument_form::nothing, action::empty_dict},
    {0x80, "PROTO", argument_form::fixed1, action::skip},
    {0x81, "NEWOBJ", argument_form::nothing, action::new_object},
    {0x82, "EXT1", argument_form::fixed1, action::outside},
    {0x83, "EXT2", argument_form::fixed2, action::outside},
    {0x84, "EXT4", argument_form::fixed4, action::outside},
    {0x85, "TUPLE1", argument_form::nothing, action::small_tuple},
    {0x86, "TUPLE2", argument_form::nothing, action::small_tuple},
    {0x87, "TUPLE3", argument_form::nothing, action::small_tuple},
    {0x88, "NEWTRUE", argument_form::nothing, action::boolean},
    {0x89, "NEWFALSE", argument_form::nothing, action::boolean},
    {0x8A, "LONG1", argument_form::counted1, action::long_integer},
    {0x8B, "LONG4", argument_form::counted4, action::long_integer},
    {0x8C, "SHORT_BINUNICODE", argument_form::counted1, action::text},
    {0x8D, "BINUNICODE8", argument_form::counted8, action::text},
    {0x8E, "BINBYTES8", argument_form::counted8, action::bytes},
    {0x8F, "EMPTY_SET", argument_form::nothing, action::empty_set},
    {0x90, "ADDITEMS", argument_form::nothing, action::add_items},
    {0x91, "FROZENSET", argument_form::nothing, action::frozenset},
    {0x92, "NEWOBJ_EX", argument_form::nothing, action::new_object_keywords},
    {0x93, "STACK_GLOBAL", argument_form::nothing, action::stack_global},
    {0x94, "MEMOIZE", argument_form::nothing, action::memoize},
    {0x95, "FRAME", argument_form::fixed8, action::skip},
    {0x96, "BYTEARRAY8", argument_form::counted8, action::bytearray},
    {0x97, "NEXT_BUFFER", argument_form::nothing, action::outside},
    {0x98, "READONLY_BUFFER", argument_form::nothing, action::outside},
};

/// The row of each code, 0xFF where there is none.
struct opcode_index {
  std::uint8_t row[256];
  constexpr opcode_index() noexcept : row() {
    for (std::uint8_t& r : row) r = 0xFF;
    for (std::uint8_t i = 0; i < sizeof opcode_table / sizeof opcode_table[0]; ++i)
      row[opcode_table[i].code] = i;
  }
};
inline constexpr opcode_index opcode_rows;

}  // namespace nopy::object
