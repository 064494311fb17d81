// SPDX-License-Identifier: MIT
// NumPy's calls and states: arguments that do not fit leave the call standing as foreign; a state
// that does not fit is an error at its BUILD, because nothing of the value is known then.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace nopy::test {
namespace {

using namespace std::literals;
using fill = std::function<void(pickle_bytes&)>;

struct text_row {
  fill value;
  std::string_view text;
};

void expect_texts(const std::vector<text_row>& rows) {
  for (const text_row& row : rows) {
    pickle_bytes pickle;
    row.value(pickle);
    EXPECT_EQ(decoded_text(pickle.op('.')), row.text);
  }
}

/// numpy.dtype(text, False, True), without a state.
pickle_bytes& bare_dtype(pickle_bytes& to, std::string_view text) {
  return to.global("numpy", "dtype").text(text).raw("\x89\x88\x87R");
}

/// (3, '|', None, names, fields, size, 1, 0): the state of a record.
pickle_bytes& record_state(
    pickle_bytes& to, const fill& names_and_fields,
    const fill& size = [](auto& p) { p.integer(8); }) {
  to.op('(').integer(3).text("|").op('N');
  names_and_fields(to);
  size(to);
  return to.integer(1).integer(0).op('t');
}

/// (4, '<', None, None, None, -1, -1, 0, metadata): the state of a date or duration.
pickle_bytes& time_state(pickle_bytes& to, const fill& metadata) {
  to.op('(').integer(4).text("<").raw("NNN").integer(-1).integer(-1).integer(0);
  metadata(to);
  return to.op('t');
}

/// ({}, (unit, count, 1, 1)).
fill unit(std::string_view name, int count) {
  return [=](auto& p) { p.op('}').op('(').bytes(name).integer(count).raw("K\1K\1t\x86"sv); };
}

TEST(numpy_dtypes, take_their_fields_units_and_byte_orders_from_the_state) {
  const auto f4_i4 = [](auto& p) {
    p.text("a").text("b").op(0x86).op('}');
    p.text("a").dtype("f4").integer(0).raw("\x86s");
    p.text("b").dtype("i4").integer(4).raw("\x86s");
  };
  expect_texts({
      {[&](auto& p) { record_state(bare_dtype(p, "V8"), f4_i4).op('b'); },
       "dtype([('a', '<f4'), ('b', '<i4')])"},
      {[&](auto& p) {
         record_state(
             bare_dtype(p, "V4"),
             [](auto& f) {
               f.text("a").op(0x85).raw("}X\1\0\0\0a"sv).dtype("f4").integer(0).text("the title");
               f.raw("\x87s");
             },
             [](auto& size) { size.integer(4); })
             .op('b');
       },
       "dtype([(('the title', 'a'), '<f4')])"},
      {[&](auto& p) {  // fields that overlap have no place in a .npy header
         record_state(bare_dtype(p, "V8"), [](auto& f) {
           f.text("a").text("b").op(0x86).op('}').text("a").dtype("f8").integer(0).raw("\x86s");
           f.text("b").dtype("f4").integer(4).raw("\x86s");
         }).op('b');
       },
       "dtype('|V8')"},
      {[](auto& p) { time_state(bare_dtype(p, "M8"), unit("ns", 25)).op('b'); },
       "dtype('<M8[25ns]')"},
      {[](auto& p) { time_state(bare_dtype(p, "m8"), unit("generic", 1)).op('b'); },
       "dtype('<m8')"},
      {[](auto& p) {  // before version 2: (order, subarray, fields, size, alignment)
         bare_dtype(p, "i4").op('(').text(">").raw("NN").integer(4).integer(4).raw("tb");
       },
       "dtype('>i4')"},
      {[](auto& p) {  // a subarray whose shape is one number
         bare_dtype(p, "V6").op('(').integer(3).text("|").dtype("i2").integer(3).op(0x86);
         p.raw("NN").integer(6).integer(1).integer(0).raw("tb");
       },
       "dtype('('<i2', (3,))')"},
      {[](auto& p) { bare_dtype(p, "V"); }, "dtype('|V0')"},
      {[](auto& p) { p.global("numpy", "dtype").global("ml_dtypes", "bfloat16").raw("\x85R"); },
       "dtype('<V2')"},
  });
}

TEST(numpy_dtypes, with_a_state_that_does_not_fit_are_refused_at_their_build) {
  const auto fields = [](const fill& names_and_fields) {
    return [=](auto& p) { record_state(bare_dtype(p, "V8"), names_and_fields); };
  };
  const auto one_field = [&](const fill& field) {
    return fields([=](auto& p) {
      p.text("a").op(0x85).raw("}X\1\0\0\0a"sv);
      field(p);
      p.op('s');
    });
  };
  const auto subarray = [](const fill& made) {
    return [=](auto& p) {
      bare_dtype(p, "V4").op('(').integer(3).text("|");
      made(p);
      p.raw("NN").integer(4).integer(1).integer(0).op('t');
    };
  };
  const auto time = [](const fill& metadata) {
    return [=](auto& p) { time_state(bare_dtype(p, "M8"), metadata); };
  };
  const fill rows[] = {
      [](auto& p) { bare_dtype(p, "i4").op('N'); },
      [](auto& p) { bare_dtype(p, "i4").op('(').text("<").raw("NNNt"); },
      [](auto& p) { bare_dtype(p, "i4").op('(').integer(3).raw("NNNNNNNNNt"); },
      [](auto& p) { bare_dtype(p, "i4").op('(').raw("NNNNNt"); },
      [](auto& p) { bare_dtype(p, "i4").op('(').text("<>").raw("NNNNt"); },
      fields([](auto& p) { p.raw("K\1\x85}"sv); }),              // a name that is a number
      fields([](auto& p) { p.text("a").op(0x85).op('}'); }),     // a name without a field
      fields([](auto& p) { p.text("a").raw("\x85}K\1Ns"sv); }),  // a key that is a number
      one_field([](auto& p) { p.op('N'); }),                     // no tuple
      one_field([](auto& p) { p.dtype("f4").op(0x85); }),        // no offset
      one_field([](auto& p) { p.integer(0).integer(0).op(0x86); }),
      one_field([](auto& p) { p.dtype("f4").op('N').op(0x86); }),
      one_field([](auto& p) { p.dtype("f4").integer(-1).op(0x86); }),
      [](auto& p) {
        record_state(
            bare_dtype(p, "V8"), [](auto& f) { f.raw(")}"); }, [](auto& size) { size.op('N'); });
      },
      [](auto& p) {
        record_state(
            bare_dtype(p, "V8"), [](auto& f) { f.raw(")}"); },
            [](auto& size) { size.integer(-8); });
      },
      subarray([](auto& p) { p.dtype("i4").op(0x85); }),
      subarray([](auto& p) { p.integer(4).integer(1).op(0x86); }),
      subarray([](auto& p) { p.dtype("i4").integer(-1).op(0x86); }),
      subarray([](auto& p) { p.dtype("i4").integer(INT32_MAX).op(0x86); }),
      time([](auto& p) { p.op('N'); }),
      time([](auto& p) { p.op('}').op(0x85); }),
      time([](auto& p) { p.op('}').op('N').op(0x86); }),
      time([](auto& p) { p.op('}').bytes("s").raw("\x85\x86"); }),
      time([](auto& p) { p.op('}').integer(1).integer(1).raw("\x86\x86"); }),
      time([](auto& p) { p.op('}').bytes("s").op('N').raw("\x86\x86"); }),
      time(unit("s", 0)),
      time(unit("fortnight", 1)),
      time(unit("q", 1)),
      [](auto& p) {
        p.global("numpy._core._internal", "_convert_to_stringdtype_kwargs").raw("\x88\x85R");
        record_state(p, [](auto& f) { f.raw("NN"); });
      },
  };
  for (const fill& row : rows) {
    pickle_bytes pickle;
    row(pickle);
    const auto value = decode(pickle.raw("b."));
    const auto number = testing::Message() << "row " << &row - rows;
    ASSERT_FALSE(value) << number << ": " << value->repr();
    EXPECT_EQ(value.error().code(), errc::object_dtype) << number;
    EXPECT_EQ(value.error().offset(), data_offset + pickle.size() - 2) << number;
    EXPECT_EQ(value.error().parts().found, "opcode BUILD on numpy.dtype") << number;
  }
}

TEST(numpy_arrays, over_a_buffer_take_a_shape_in_every_spelling_and_both_orders) {
  const auto over = [](const fill& shape, std::string_view order) {
    return [=](auto& p) {
      p.global("numpy._core.numeric", "_frombuffer").op('(').bytes("abcd").dtype("S1", "|");
      shape(p);
      p.text(order).raw("tR");
    };
  };
  expect_texts({
      {over([](auto& p) { p.integer(4); }, "C"), "array([b'a', b'b', b'c', b'd'], dtype='|S1')"},
      {over([](auto& p) { p.raw("](K\2K\2e"sv); }, "C"),
       "array([[b'a', b'b'], [b'c', b'd']], dtype='|S1')"},
      {over([](auto& p) { p.raw("K\2K\2\x86"sv); }, "F"),
       "array([[b'a', b'c'], [b'b', b'd']], dtype='|S1')"},
      {over([](auto& p) { p.integer(5); }, "C"),
       "<numpy._core.numeric._frombuffer(b'abcd', dtype('|S1'), 5, 'C')>"},
      {[](auto& p) { p.global("numpy.core.numeric", "_frombuffer").raw(")R"); },
       "<numpy.core.numeric._frombuffer()>"},
      {[](auto& p) { p.global("numpy.core.numeric", "_frombuffer").raw("(NNNNtR"); },
       "<numpy.core.numeric._frombuffer(None, None, None, None)>"},
  });
}

TEST(numpy_arrays, without_a_state_are_empty_and_without_arguments_nothing) {
  expect_texts({
      {[](auto& p) { p.empty_array(); }, "array([], dtype='|V0')"},
      {[](auto& p) { p.global("numpy.core.multiarray", "_reconstruct").raw(")R"); },
       "<numpy.core.multiarray._reconstruct()>"},
  });
}

TEST(numpy_arrays, whose_shape_has_no_size_are_refused_at_their_build) {
  const fill shapes[] = {
      [](auto& p) { p.op('(').repeat("K\1", 65).op('t'); },          // more than 64 extents
      [](auto& p) { p.raw("\x8a\x08\0\0\0\0\0\0\0\x40\x85"sv); },    // 2^62 items of 8 bytes
      [](auto& p) { p.raw("\x8a\x09\0\0\0\0\0\0\0\x80\0\x85"sv); },  // 2^63 of them
      [](auto& p) { p.raw("N\x85"); },
  };
  for (const fill& shape : shapes) {
    pickle_bytes pickle;
    pickle.empty_array().op('(').integer(1);
    shape(pickle);
    const auto value = decode(pickle.dtype("i8").op(0x89).bytes("12345678").raw("tb."));
    ASSERT_FALSE(value) << value->repr();
    EXPECT_EQ(value.error().code(), errc::object_dtype);
    EXPECT_EQ(value.error().offset(), data_offset + pickle.size() - 2);
  }
}

TEST(numpy_scalars, have_the_bytes_of_their_type_or_mean_nothing) {
  const auto scalar = [](const fill& arguments) {
    return [=](auto& p) {
      p.global("numpy._core.multiarray", "scalar").op('(');
      arguments(p);
      p.raw("tR");
    };
  };
  expect_texts({
      {scalar([](auto& p) { p.dtype("i2").bytes("\1\2"); }), "513"},
      {scalar([](auto& p) { p.dtype("S0", "|"); }), "b''"},
      {scalar([](auto& p) { p.dtype("O8", "|").text("itself"); }), "'itself'"},
      {scalar([](auto& p) { p.dtype("O8", "|"); }), "<numpy._core.multiarray.scalar(dtype('|O'))>"},
      {scalar([](auto&) {}), "<numpy._core.multiarray.scalar()>"},
      {scalar([](auto& p) { p.integer(1); }), "<numpy._core.multiarray.scalar(1)>"},
      {scalar([](auto& p) { p.raw("NNN"); }), "<numpy._core.multiarray.scalar(None, None, None)>"},
      {scalar([](auto& p) { p.dtype("i2").bytes("\1"); }),
       "<numpy._core.multiarray.scalar(dtype('<i2'), b'\\x01')>"},
      {scalar([](auto& p) { p.dtype("i2").integer(1); }),
       "<numpy._core.multiarray.scalar(dtype('<i2'), 1)>"},
      {scalar([](auto& p) {  // a pointer from a file
         record_state(
             bare_dtype(p, "V8"),
             [](auto& f) {
               f.text("a").op(0x85).raw("}X\1\0\0\0a"sv).dtype("O8", "|").integer(0).raw("\x86s");
             })
             .op('b')
             .bytes("12345678");
       }),
       "<numpy._core.multiarray.scalar(dtype([('a', '|O')]), b'12345678')>"},
  });
}

TEST(numpy_string_dtypes, show_what_stands_for_missing_or_mean_nothing) {
  const auto made = [](std::string_view arguments) {
    return [=](auto& p) {
      p.global("numpy._core._internal", "_convert_to_stringdtype_kwargs").op('(');
      p.raw(arguments).raw("tR");
    };
  };
  expect_texts({
      {made("\x88"), "StringDType()"},
      {made("\x88N"), "StringDType(na_object=None)"},
      {made(""), "<numpy._core._internal._convert_to_stringdtype_kwargs()>"},
      {made("NNN"), "<numpy._core._internal._convert_to_stringdtype_kwargs(None, None, None)>"},
  });
}

TEST(numpy_arrays, show_the_type_that_a_literal_would_not_have) {
  const auto array = [](std::string_view type, std::string_view order, std::string_view data) {
    return [=](auto& p) {
      p.empty_array().op('(').integer(1).raw("K\1\x85"sv).dtype(type, order).op(0x89);
      p.bytes(data).raw("tb");
    };
  };
  expect_texts({
      {array("i4", "<", "\1\0\0\0"sv), "array([1], dtype=int32)"},
      {array("i4", ">", "\0\0\0\1"sv), "array([1], dtype='>i4')"},
      {array("u1", "|", "\1"sv), "array([1], dtype=uint8)"},
      {array("f8", "<", "\0\0\0\0\0\0\xf0\x3f"sv), "array([1.0])"},
      {array("f8", ">", "\x3f\xf0\0\0\0\0\0\0"sv), "array([1.0], dtype='>f8')"},
      {array("c8", "<", "\0\0\x80\x3f\0\0\0\0"sv), "array([(1+0j)], dtype=complex64)"},
      {array("c16", "<", "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\0"sv), "array([(1+0j)])"},
      {array("b1", "|", "\1"sv), "array([True])"},
  });
}

}  // namespace
}  // namespace nopy::test
