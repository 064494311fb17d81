// SPDX-License-Identifier: MIT
// What may be called back: lambdas, functions, and what returns more than is wanted.
#include <nopy/bytes.hpp>

#include <gtest/gtest.h>

namespace {

int calls = 0;
int counted(int by) { return calls += by; }

int call_twice(nopy::function_ref<int(int)> f) { return f(1) + f(2); }
void call_for_nothing(nopy::function_ref<void(int)> f) { f(3); }

TEST(FunctionRef, TakesAFunctionByItsName) {
  calls = 0;
  EXPECT_EQ(call_twice(counted), 1 + 3);
  EXPECT_EQ(call_twice(&counted), 4 + 6);
}

TEST(FunctionRef, OfNoResultTakesWhatReturnsOne) {
  calls = 0;
  call_for_nothing(counted);
  call_for_nothing([](int by) { return calls += by; });
  EXPECT_EQ(calls, 6);
}

TEST(FunctionRef, TakesWhatCanOnlyBeCalledAsConst) {
  const auto doubled = [](int by) { return 2 * by; };
  EXPECT_EQ(call_twice(doubled), 6);
}

TEST(Callback, TakesAFunctionByItsName) {
  calls = 0;
  const nopy::callback<int(int)> kept = counted;
  EXPECT_EQ(kept(4), 4);
}

TEST(Callback, OfNoResultTakesWhatReturnsOne) {
  calls = 0;
  const nopy::callback<void(int)> by_name = counted;
  const nopy::callback<void(int)> by_lambda = [](int by) { return calls += by; };
  by_name(1);
  by_lambda(2);
  EXPECT_EQ(calls, 3);
}

}  // namespace
