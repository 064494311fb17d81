// SPDX-License-Identifier: MIT
// Whole writes: short and interrupted calls are carried on, and what can not be written is an
// error.
#include "os/writing.hpp"

#include "support/faulty_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nopy::test {
namespace {

struct open_file {
  temporary_folder folder;
  std::string path = folder.file("f");
  int fd = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  ~open_file() { ::close(fd); }
};

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(writing, puts_all_parts_in_order_whatever_one_call_takes) {
  const std::string a = "header", b, c = "data of some length";
  for (std::size_t n = 0; n < 4; ++n) {
    open_file f;
    faulty_syscalls faults({.at = n, .action = fault_action::shorten, .persistent = true});
    os::write_part parts[] = {bytes_of(a), bytes_of(b), bytes_of(c)};
    ASSERT_TRUE(os::write_all(f.fd, parts).has_value());
    EXPECT_EQ(temporary_folder::read_text(f.path), a + c);
  }
}

TEST(writing, puts_bytes_at_an_offset_whatever_one_call_takes) {
  open_file f;
  faulty_syscalls faults({.at = 0, .action = fault_action::shorten, .persistent = true});
  ASSERT_TRUE(os::write_all_at(f.fd, bytes_of("0123456789"), 3).has_value());
  EXPECT_EQ(temporary_folder::read_text(f.path), std::string(3, '\0') + "0123456789");
  EXPECT_GT(faults.calls(), 2u);
}

TEST(writing, makes_an_interrupted_call_again_but_not_for_ever) {
  open_file f;
  {
    faulty_syscalls once({.at = 0, .code = EINTR});
    EXPECT_TRUE(os::write_all_at(f.fd, bytes_of("ab"), 0).has_value());
    EXPECT_EQ(once.calls(), 2u);
  }
  faulty_syscalls storm({.at = 0, .code = EINTR, .persistent = true});
  const auto written = os::write_all_at(f.fd, bytes_of("cd"), 0);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code(), errc::io);
  EXPECT_EQ(written.error().system_code(), EINTR);
  EXPECT_EQ(temporary_folder::read_text(f.path), "ab");
}

TEST(writing, a_call_that_takes_no_bytes_is_an_error_not_a_loop) {
  open_file f;
  const auto real = os::syscalls();
  os::syscalls().pwrite = [](int, const void*, std::size_t, off_t) { return ssize_t{0}; };
  os::syscalls().writev = [](int, const iovec*, int) { return ssize_t{0}; };
  const std::string text = "x";
  os::write_part parts[] = {bytes_of(text)};
  EXPECT_EQ(os::write_all(f.fd, parts).error().code(), errc::io);
  EXPECT_EQ(os::write_all_at(f.fd, bytes_of(text), 0).error().code(), errc::io);
  os::syscalls() = real;
}

std::vector<std::size_t> asked;  // what each call was asked to write

TEST(writing, asks_for_at_most_one_gibibyte_a_call) {
  const auto real = os::syscalls();
  asked.clear();
  os::syscalls().writev = [](int, const iovec* parts, int count) {
    std::size_t total = 0;
    for (int i = 0; i < count; ++i) total += parts[i].iov_len;
    asked.push_back(total);
    return static_cast<ssize_t>(total);
  };
  // Never read: the call above is not the system's.
  std::byte place{};  // never touched
  os::write_part parts[] = {{&place, 100}, {&place, std::size_t{5} << 29}};
  EXPECT_TRUE(os::write_all(-1, parts).has_value());
  os::syscalls() = real;
  const std::size_t most = std::size_t{1} << 30;
  EXPECT_EQ(asked, (std::vector<std::size_t>{most, most, (most >> 1) + 100}));
}

TEST(writing, a_size_beyond_what_a_file_can_have_is_an_error) {
  open_file f;
  const auto sized = os::set_size(f.fd, UINT64_MAX);
  ASSERT_FALSE(sized.has_value());
  EXPECT_EQ(sized.error().system_code(), EFBIG);
}

}  // namespace
}  // namespace nopy::test
