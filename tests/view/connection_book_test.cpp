// SPDX-License-Identifier: MIT
// When connections end, by a clock that the test holds.
#include "connection_book.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace nopy::view;
using namespace std::chrono_literals;

constexpr steady::time_point start{};

TEST(ConnectionBook, TakesSixtyFourAndNoMore) {
  connection_book book;
  std::vector<open_connection*> rows;
  for (int socket = 0; socket < 64; ++socket) rows.push_back(book.enter(socket, start));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), nullptr), 0);
  EXPECT_EQ(book.enter(64, start), nullptr);
  book.leave(*rows[7]);
  EXPECT_EQ(book.enter(65, start), rows[7]);
}

TEST(ConnectionBook, EndsWhatIsLateAndTellsWhenToLookAgain) {
  connection_book book;
  std::vector<int> ended;
  const auto end = [&](int socket) { ended.push_back(socket); };
  EXPECT_EQ(book.end_late_ones(start, end), steady::time_point::max());
  (void)book.enter(3, start);
  (void)book.enter(4, start + 2s);
  EXPECT_EQ(book.end_late_ones(start + 9s, end), start + 10s);
  EXPECT_TRUE(ended.empty());
  EXPECT_EQ(book.end_late_ones(start + 10s, end), start + 12s);
  EXPECT_EQ(ended, std::vector{3});
  book.end_late_ones(start + 11s, end);
  EXPECT_EQ(ended, std::vector{3});  // it has time to go away
}

TEST(ConnectionBook, GivesAnswersTimeByTheirSize) {
  EXPECT_EQ(time_to_read(0), 10s);
  EXPECT_EQ(time_to_read(1 << 20), 10s + 64s);
  EXPECT_EQ(time_to_read(UINT64_MAX), 10s + 24h * 365);  // a sum that a clock can hold
}

}  // namespace
