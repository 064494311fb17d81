// SPDX-License-Identifier: MIT
// Hints of the library in the words of the tool.
#include "printing/tool_words.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

TEST(ToolWords, NameOptionsOfTheToolAndLeaveOutWhatOnlyAProgramCanDo) {
  struct {
    std::string_view hint, expected;
  } const rows[] = {
      {"", ""},
      {"copy the file again", "copy the file again"},
      {".casting = nopy::casting::checked converts, every value checked; load<double>() takes the "
       "type of the file",
       "--casting checked converts, every value checked"},
      {"compare values (.equality = nopy::equality::values) to hold different types against each "
       "other",
       "compare values (--values) to hold different types against each other"},
      {"the elements are Python objects: nopy::decode_objects reads them as data",
       "the elements are Python objects: `nopy show` decodes them as data"},
      {"load a wider type; or .casting = nopy::casting::saturate takes the nearest value that fits",
       "--dtype names a wider type; or --casting saturate takes the nearest value that fits"},
      {"raise limits.header_bytes if the file is trusted", ""},
      {"choose another name, or say existing::replace (--force)", "-f replaces it"},
      {"npz_reader opens an .npz", "FILE.npz:NAME names a member of an archive"},
      {"policy::tolerant reads it", "without --strict it is read"},
      {"add it at once, or say nopy::deflated{} or nopy::stored", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(tool_hint(row.hint), row.expected) << row.hint;
}

TEST(ToolWords, NameTypesAsDtypes) {
  const error told({.code = errc::type_mismatch,
                    .found = "'<i8' (int64)",
                    .expected = "double, '<f8' (float64)"});
  EXPECT_EQ(in_tool_words(told).parts().expected, "'<f8' (float64)");
  const error other({.code = errc::not_found, .expected = "a member 'a', 'b'"});
  EXPECT_EQ(in_tool_words(other).parts().expected, "a member 'a', 'b'");
}

}  // namespace
}  // namespace nopy::cli
