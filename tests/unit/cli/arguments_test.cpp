// SPDX-License-Identifier: MIT
// An argument that names an existing file is that file; the rest of the spelling comes after.
#include "input/arguments.hpp"

#include <gtest/gtest.h>

#include <set>

namespace nopy::cli {
namespace {

struct source_row {
  const char* text;
  source_argument expected;
};

TEST(Arguments, AreSplitBehindAnExistingFile) {
  const std::set<std::string> files{"a.npy",          "b.npz", "odd[0].npy",
                                    "with:colon.npy", "x[1]",  "c:d.npz"};
  const auto exists = [&](const std::string& path) { return files.contains(path); };
  const source_row rows[] = {
      {"a.npy", {"a.npy", {}, {}}},
      {"a.npy[0:5,:,-1]", {"a.npy", {}, "0:5,:,-1"}},
      {"a.npy[...]", {"a.npy", {}, "..."}},
      {"a.npy[None]", {"a.npy", {}, "None"}},
      {"odd[0].npy", {"odd[0].npy", {}, {}}},
      {"odd[0].npy[1]", {"odd[0].npy", {}, "1"}},
      {"x[1]", {"x[1]", {}, {}}},
      {"x[1][0]", {"x[1]", {}, "0"}},
      {"with:colon.npy", {"with:colon.npy", {}, {}}},
      {"b.npz:train", {"b.npz", "train", {}}},
      {"b.npz:train[0]", {"b.npz", "train", "0"}},
      {"b.npz:layer:0", {"b.npz", "layer:0", {}}},
      {"b.npz:w[a]", {"b.npz", "w[a]", {}}},
      {"c:d.npz:k", {"c:d.npz", "k", {}}},
      {"missing.npy", {"missing.npy", {}, {}}},
      {"missing.npy[0]", {"missing.npy", {}, "0"}},
      {"missing.npz:k", {"missing.npz", "k", {}}},
      {"-", {"-", {}, {}}},
      {"-:train", {"-", "train", {}}},
      {"-:train[0:2]", {"-", "train", "0:2"}},
      {"-[-1]", {"-", {}, "-1"}},
      {"-x", {"-x", {}, {}}},
  };
  for (const auto& row : rows) EXPECT_EQ(parse_source(row.text, exists), row.expected) << row.text;
}

TEST(Arguments, ShapesAreReadAsPythonAndAsPlainNumbers) {
  struct {
    const char* text;
    shape expected;
  } const rows[] = {{"3,4", {3, 4}}, {"(3, 4)", {3, 4}}, {"3x4", {3, 4}},
                    {"()", {}},      {"[7]", {7}},       {"7", {7}},
                    {"(7,)", {7}},   {"0, 3", {0, 3}},   {"9223372036854775807", {INT64_MAX}}};
  for (const auto& row : rows) {
    const auto made = parse_shape(row.text);
    ASSERT_TRUE(made) << row.text;
    EXPECT_TRUE(*made == row.expected) << row.text;
  }
  for (const char* text : {"", "-1", "a", "3,,4", "(3", "3)", "9223372036854775808", "1.5"}) {
    const auto made = parse_shape(text);
    ASSERT_FALSE(made) << text;
    EXPECT_EQ(made.error().code(), errc::usage) << text;
  }
}

TEST(Arguments, ShapesAreWrittenAsPythonDoes) {
  EXPECT_EQ(shape_text({}), "()");
  EXPECT_EQ(shape_text({3}), "(3,)");
  EXPECT_EQ(shape_text({3, 4}), "(3, 4)");
}

}  // namespace
}  // namespace nopy::cli
