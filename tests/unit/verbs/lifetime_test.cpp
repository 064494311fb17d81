// SPDX-License-Identifier: MIT
// What compiles is safe: temporaries give elements by value, a loop keeps its array, memory lives
// as long as its last owner. (What may not compile stands in tests/compile_fail.)
#include <nopy/load.hpp>
#include <nopy/nopy.hpp>

#include "support/npy_stream.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

using nopy::test::npy_stream;
using nopy::test::temporary_folder;

std::string write_numbers(const temporary_folder& folder) {
  return folder.write("a.npy",
                      npy_stream("'<i4'", "(4,)").values<std::int32_t>({1, 2, 3, 4}).bytes());
}

template <class Array>
using element_of_temporary = decltype(std::declval<Array>()(0));
static_assert(std::same_as<element_of_temporary<nopy::array<int, 1>>, int>);
static_assert(std::same_as<element_of_temporary<nopy::mapped_array<const int, 1>>, int>);
static_assert(std::same_as<element_of_temporary<nopy::mapped_array<nopy::big<float>, 1>>, float>);
static_assert(std::is_trivially_copyable_v<nopy::array_view<const float, 3>>);
static_assert(!std::is_copy_constructible_v<nopy::array<float, 1>>);
static_assert(!std::is_assignable_v<decltype(std::declval<nopy::array<int, 1>>()(0)), int>,
              "an assignment to an element of a temporary would be lost");

TEST(Lifetime, AnElementOfATemporaryIsAValue) {
  const temporary_folder folder;
  const std::string path = write_numbers(folder);
  const auto& third = nopy::load<std::int32_t, 1>(path)(2);
  const auto& fourth = nopy::map<std::int32_t, 1>(path)(3);
  EXPECT_EQ(third + fourth, 7);
}

TEST(Lifetime, ALoopKeepsTheArrayItRunsOver) {
  const temporary_folder folder;
  const std::string path = write_numbers(folder);
  int sum = 0;
  for (const std::int32_t value : nopy::load<std::int32_t, 1>(path)) sum += value;
  for (const std::int32_t value : nopy::map<std::int32_t, 1>(path)) sum += value;
  EXPECT_EQ(sum, 20);
}

TEST(Lifetime, AMovedArrayKeepsItsElementsWhereTheyWere) {
  const temporary_folder folder;
  auto first = nopy::load<std::int32_t, 1>(write_numbers(folder));
  const auto view = first.view();
  const auto second = std::move(first);
  EXPECT_EQ(view.data(), second.data());
  EXPECT_EQ(view(3), 4);
}

TEST(Lifetime, SharedElementsOutliveTheArray) {
  const temporary_folder folder;
  const std::string path = write_numbers(folder);
  std::shared_ptr<std::int32_t> loaded;
  std::shared_ptr<const std::int32_t> mapped;
  {
    loaded = nopy::load<std::int32_t, 1>(path).share();
    mapped = nopy::map<std::int32_t, 1>(path).share();
  }
  EXPECT_EQ(loaded.get()[3], 4);
  EXPECT_EQ(mapped.get()[3], 4);
}

TEST(Lifetime, AnArrayTakenOverFromARunTimeTypeIsTheSameMemory) {
  const temporary_folder folder;
  auto any = nopy::load(write_numbers(folder));
  const std::byte* where = any.memory().data();
  const auto typed = std::move(any).into<std::int32_t, 1>();
  EXPECT_EQ(reinterpret_cast<const std::byte*>(typed.data()), where);
}

}  // namespace
