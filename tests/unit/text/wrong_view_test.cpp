// SPDX-License-Identifier: MIT
// Views whose bytes are not those of their shape are refused before a byte is read.
#include <nopy/load.hpp>
#include <nopy/print.hpp>

#include <gtest/gtest.h>

#include <array>

namespace {

using nopy::any_view;
using nopy::dtype_of;
using nopy::errc;

errc refusal_of(const auto& call) {
  try {
    (void)call();
  } catch (const nopy::exception& refused) {
    return refused.error().code();
  }
  ADD_FAILURE() << "not refused";
  return errc::io;
}

TEST(WrongView, IsNotPrinted) {
  const std::array<std::byte, 100> bytes{};
  const any_view views[] = {
      {dtype_of<double>(), {3, 4}, std::span(bytes).first(95)},
      {dtype_of<double>(), {3, 4}, bytes},
      {dtype_of<double>(), {}, {}},
      {dtype_of<double>(), {UINT64_MAX, UINT64_MAX}, bytes},
      {nopy::dtype::opaque(1), {UINT64_MAX}, bytes},
  };
  for (const any_view& view : views) {
    EXPECT_EQ(refusal_of([&] { return nopy::print(view); }), errc::usage);
    EXPECT_EQ(refusal_of([&] { return nopy::print(view, {.numpy = true}); }), errc::usage);
  }
}

TEST(WrongView, GivesNoStrings) {
  nopy::header header;
  header.dtype = nopy::dtype::bytes(4);
  header.shape = {3};
  const nopy::any_array broken(header, nopy::memory());
  EXPECT_EQ(refusal_of([&] { return broken.strings(); }), errc::usage);
}

}  // namespace
