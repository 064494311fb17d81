// SPDX-License-Identifier: MIT
// Which names of members become files, and which two are one on a file system that ignores case.
#include "archives/member_path.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

TEST(MemberPath, NamesAreFoldedAsUnicodeSays) {
  struct {
    std::string_view name, expected, what;
  } const rows[] = {
      {"aZ09_.npy", "az09_.npy", "ASCII"},
      {"\u00C9t\u00E9", "\u00E9t\u00E9", "Latin-1"},
      {"\u0100\u0101\u0102", "\u0101\u0101\u0103", "pairs of letters"},
      {"\u03A9 \u2126", "\u03C9 \u03C9", "omega, and the sign of ohm"},
      {"\u03C2\u03A3", "\u03C3\u03C3", "a final sigma"},
      {"\u212A\u017F", "ks", "the sign of kelvin and the long s"},
      {"\u01C4\u01C5\u01C6", "\u01C6\u01C6\u01C6", "three cases"},
      {"\u0416", "\u0436", "Cyrillic"},
      {"\u13A0\uAB70", "\u13A0\u13A0", "Cherokee, whose capitals stand for both"},
      {"\U00010400\U0001E900", "\U00010428\U0001E922", "beyond 16 bits"},
      {"\u023A", "\u2C65", "a letter that grows"},
      {"\u1E9E \u00DF ss", "\u00DF \u00DF ss", "one letter never becomes two"},
      {"\u0130\u0131", "\u0130\u0131", "letters of Turkish stay"},
      {"\u4E2D\u0301 1", "\u4E2D\u0301 1", "what has no case"},
      {"A\xFF\xC3", "a\xFF\xC3", "what is no UTF-8"},
  };
  for (const auto& row : rows) EXPECT_EQ(folded(row.name), row.expected) << row.what;
}

TEST(MemberPath, DevicesOfWindowsAreNoFiles) {
  for (const std::string_view name : {"con", "NUL.npy", "a/Com1.tar.npy", "lpt9 .npy", "CONIN$",
                                      "conout$.npy", "COM\u00B9.npy", "lpt\u00B3"})
    EXPECT_EQ(path_of_member(name).unsafe, "a device of Windows") << name;
  for (const std::string_view name : {"cone.npy", "com.npy", "com10.npy", "xcon", "a.con"})
    EXPECT_EQ(path_of_member(name).unsafe, std::nullopt) << name;
}

}  // namespace
}  // namespace nopy::cli
