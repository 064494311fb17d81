// SPDX-License-Identifier: MIT
// The straight scan of NumPy's own spelling gives what the whole grammar gives, on good headers and
// on damaged ones. A blank in front of the dictionary, which NumPy reads and never writes, keeps a
// header off the scan.
#include "npy/canonical.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace {

std::string file_of(const std::string& text) {
  std::string file("\x93NUMPY\x01\0", 8);
  file += static_cast<char>(text.size() & 0xFF);
  file += static_cast<char>(text.size() >> 8);
  return file + text;
}

nopy::result<nopy::header> decode(const std::string& text) {
  const std::string file = file_of(text);
  return nopy::core::decode_header(std::as_bytes(std::span(file)),
                                   nopy::core::header_decoder::unknown_bytes);
}

void expect_the_grammar(const std::string& text) {
  const auto scanned = decode(text);
  const auto parsed = decode(" " + text);
  ASSERT_EQ(scanned.has_value(), parsed.has_value()) << text;
  if (!scanned) {
    EXPECT_EQ(scanned.error().code(), parsed.error().code()) << text;
    return;
  }
  EXPECT_TRUE(scanned->dtype == parsed->dtype) << text;
  EXPECT_TRUE(scanned->shape == parsed->shape) << text;
  EXPECT_EQ(scanned->order, parsed->order) << text;
  EXPECT_EQ(scanned->data_bytes, parsed->data_bytes) << text;
  EXPECT_EQ(scanned->findings.size(), parsed->findings.size()) << text;
}

std::string text_of(const char* descr, const char* order, const char* shape) {
  return std::string("{'descr': '") + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }      \n";
}

constexpr const char* descrs[] = {"|b1", "|i1", "|u1", "<i2",  ">u2", "<i4",
                                  ">f4", "<f8", "<c8", ">c16", "<i8", "<f2"};
constexpr const char* shapes[] = {
    "()", "(3,)", "(0,)", "(3, 4)", "(2, 0, 5)", "(999999999999999999,)", "(1, 1, 1, 1, 1)"};

TEST(Canonical, ReadsWhatNumpyWritesForNumbers) {
  for (const char* descr : descrs)
    for (const char* shape : shapes)
      for (const char* order : {"False", "True"}) {
        const std::string text = text_of(descr, order, shape);
        nopy::header found;
        EXPECT_EQ(nopy::npy::read_canonical(text, found), text.find('(')) << text;
        expect_the_grammar(text);
      }
}

TEST(Canonical, LeavesEverythingElseToTheGrammar) {
  std::string ones_65 = "(1";
  for (int i = 1; i < 65; ++i) ones_65 += ", 1";
  ones_65 += ")";
  const std::string rest[] = {text_of("<f16", "False", "(3,)"),
                              text_of("<V2", "False", "(3,)"),
                              text_of("|S5", "False", "(3,)"),
                              text_of("<i1", "False", "(3,)"),
                              text_of("|i4", "False", "(3,)"),
                              text_of("<f1", "False", "(3,)"),
                              text_of("<b1", "False", "(3,)"),
                              text_of("=f4", "False", "(3,)"),
                              text_of("<c4", "False", "(3,)"),
                              text_of("<f4", "0", "(3,)"),
                              text_of("<f4", "False", "(03,)"),
                              text_of("<f4", "False", "(3)"),
                              text_of("<f4", "False", "(3, )"),
                              text_of("<f4", "False", "(3L,)"),
                              text_of("<f4", "False", "(-3,)"),
                              text_of("<f4", "False", "[3]"),
                              text_of("<i3", "False", "(3,)"),
                              text_of("<M8", "False", "(3,)"),
                              text_of("<f4", "False", "(9223372036854775807,)"),
                              "{'descr': '",
                              "{'descr': '<f",
                              text_of("<f4", "False", ones_65.c_str()),
                              "",
                              "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"};
  for (const std::string& text : rest) {
    nopy::header found;
    EXPECT_EQ(nopy::npy::read_canonical(text, found), 0u) << text;
    if (!text.empty()) expect_the_grammar(text);
  }
}

TEST(Canonical, AgreesWithTheGrammarOnDamagedHeaders) {
  std::mt19937 random(7);
  constexpr std::string_view letters = "<>|=iufcbUVMOL0123456789(),'\" {}:\n\\xTrueFals\xE9";
  for (int round = 0; round < 20000; ++round) {
    std::string text =
        text_of(descrs[random() % std::size(descrs)], random() % 2 == 0 ? "False" : "True",
                shapes[random() % std::size(shapes)]);
    for (auto n = 1 + random() % 2; n > 0; --n)
      text[random() % text.size()] = letters[random() % letters.size()];
    expect_the_grammar(text);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
