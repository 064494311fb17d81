// SPDX-License-Identifier: MIT
// What npz_writer and save_npz refuse, that a refusal writes nothing, and that the writer goes on
// after it.
#include <nopy/npz_write.hpp>

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::byte some[64]{};
const std::vector<int> values{1, 2, 3};

struct refusal_row {
  const char* why;
  std::function<result<void>(npz_writer&)> request;
  errc code;
  std::uint64_t offset = no_offset;
};

std::vector<refusal_row> refusals() {
  const std::span<const std::byte> bytes(some);
  const auto add = [](std::string key, const any_view& view = values, member_options options = {}) {
    return [=](npz_writer& out) { return out.try_add(key, view, options); };
  };
  const auto begin = [](const dtype& type, const shape& row, member_options options = {}) {
    return [=](npz_writer& out) { return out.try_begin("b", type, row, options); };
  };
  return {
      {"objects", add("o", any_view(dtype::object(), {8}, bytes)), errc::object_dtype},
      {"bytes that do not fit", add("o", any_view(dtype_of<int>(), {7}, bytes)), errc::usage},
      {"a size beyond 63 bits",
       add("o", any_view(dtype_of<int>(), {std::uint64_t{1} << 62, 2}, {})), errc::too_large},
      {"a key that is there", add("here"), errc::zip_duplicate},
      {"a name that is there", [](npz_writer& out) { return out.try_add_bytes("here.npy", {}); },
       errc::zip_duplicate},
      {"a NUL", add(std::string("ab\0c", 4)), errc::zip_name, 2},
      {"no UTF-8", add("abc\xFF"), errc::zip_name, 3},
      {"a surrogate", add("\xED\xA0\x80"), errc::zip_name, 0},
      {"a key that is too long", add(std::string(65532, 'k')), errc::zip_name},
      {"a level that is none", add("l", values, {.compression = deflated{13}}), errc::usage},
      {"a negative level", add("l", values, {.compression = deflated{-1}}), errc::usage},
      {"a zstd level that is none", add("l", values, {.compression = zstd{20}}), errc::usage},
      {"rows of objects", begin(dtype::object(), {}), errc::object_dtype},
      {"rows of no bytes", begin(dtype_of<int>(), {0}), errc::usage},
      {"rows of zstd", begin(dtype_of<int>(), {2}, {.compression = zstd{}}), errc::usage},
      {"rows of no array", [=](npz_writer& out) { return out.try_rows(bytes); }, errc::usage},
  };
}

TEST(npz_writer_refusal, leaves_the_writer_as_it_was) {
  const temporary_folder folder;
  write_npz(folder.file("expected.npz"),
            [](npz_writer& out) { out.add("here", values).add("more", values); });
  const std::string expected = temporary_folder::read_text(folder.file("expected.npz"));
  for (refusal_row row : refusals()) {
    if (std::string_view(row.why).find("zstd") != std::string_view::npos &&
        !can_write(compression::zstd))
      row.code = errc::zip_method;
    const std::string path = folder.file("a.npz");
    npz_writer out(path);
    out.add("here", values);
    const auto refused = row.request(out);
    ASSERT_FALSE(refused.has_value()) << row.why;
    EXPECT_EQ(refused.error().code(), row.code) << row.why;
    EXPECT_EQ(refused.error().offset(), row.offset) << row.why;
    EXPECT_TRUE(refused.error().parts().subject.starts_with(path)) << row.why;
    out.add("more", values);
    out.close();
    EXPECT_EQ(temporary_folder::read_text(path), expected) << row.why;
  }
}

TEST(npz_writer_refusal, names_the_member) {
  const temporary_folder folder;
  npz_writer out(folder.file("a.npz"));
  const auto refused = out.try_add("train", any_view(dtype::object(), {8}, some));
  EXPECT_EQ(refused.error().parts().subject, folder.file("a.npz") + "!train.npy");
}

TEST(npz_writer_refusal, of_half_rows_leaves_the_rows_before) {
  const temporary_folder folder;
  const std::span<const std::byte> bytes(some);
  npz_writer out(folder.file("a.npz"));
  out.begin("r", dtype_of<int>(), {2}).rows(bytes.first(16));
  EXPECT_EQ(out.try_rows(bytes.first(7)).error().code(), errc::usage);
  out.rows(bytes.first(8));
  out.close();
  npz_writer whole(folder.file("b.npz"));
  whole.begin("r", dtype_of<int>(), {2}).rows(bytes.first(24));
  whole.close();
  EXPECT_EQ(temporary_folder::read_text(folder.file("a.npz")),
            temporary_folder::read_text(folder.file("b.npz")));
}

TEST(npz_writer_refusal, of_a_writer_that_is_closed) {
  const temporary_folder folder;
  npz_writer out(folder.file("a.npz"));
  out.close();
  EXPECT_EQ(out.try_add("a", values).error().code(), errc::usage);
  EXPECT_EQ(out.try_rows({}).error().code(), errc::usage);
  EXPECT_EQ(out.try_close().error().code(), errc::usage);
}

TEST(npz_writer_refusal, of_an_alignment_that_is_none) {
  const temporary_folder folder;
  for (const std::uint32_t alignment : {0u, 3u, 65u, 65536u}) {
    const auto refused = npz_writer::open(folder.file("a.npz"), {.alignment = alignment});
    EXPECT_EQ(refused.error().code(), errc::usage) << alignment;
  }
  EXPECT_EQ(folder.entry_count(), 0u);
}

TEST(npz_writer_refusal, of_a_name_that_is_taken_leaves_it_as_it_was) {
  const temporary_folder folder;
  const auto path = folder.write("a.npz", "precious");
  const auto refused = try_save_npz(path, {}, {.existing = existing::refuse});
  EXPECT_EQ(refused.error().code(), errc::exists);
  EXPECT_EQ(temporary_folder::read_text(path), "precious");
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(npz_writer, that_is_not_closed_leaves_nothing) {
  const temporary_folder folder;
  const auto path = folder.write("a.npz", "precious");
  {
    npz_writer out(path);
    out.add("a", values);
  }
  EXPECT_THROW(write_npz(path,
                         [](npz_writer& out) {
                           out.add("a", values);
                           throw std::runtime_error("no");
                         }),
               std::runtime_error);
  EXPECT_EQ(temporary_folder::read_text(path), "precious");
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(save_npz, refuses_every_member_before_it_makes_a_file) {
  const temporary_folder folder;
  const named_view members[] = {{"a", values}, {"o", any_view(dtype::object(), {8}, some)}};
  const auto refused = try_save_npz(folder.file("none/a.npz"), members);
  EXPECT_EQ(refused.error().code(), errc::object_dtype);  // not io: the folder was never looked for
  EXPECT_EQ(refused.error().parts().subject, folder.file("none/a.npz") + "!o");
}

TEST(save_npz, stops_when_it_is_told_to) {
  const temporary_folder folder;
  const auto path = folder.write("a.npz", "precious");
  const std::vector<double> large(5'000'000);
  std::size_t calls = 0;
  for (std::size_t most = 0;; ++most) {
    calls = 0;
    std::uint64_t last = 0;
    const named_view members[] = {{"a", large}, {"b", values}};
    const auto saved = try_save_npz(path, members, {.progress = [&](const progress& now) {
                                      EXPECT_EQ(now.total_bytes, 40'000'012u);
                                      EXPECT_GE(now.done_bytes, last);
                                      last = now.done_bytes;
                                      return calls++ < most;
                                    }});
    if (saved) {
      EXPECT_EQ(last, 40'000'012u);
      break;
    }
    EXPECT_EQ(saved.error().code(), errc::cancelled);
    EXPECT_EQ(temporary_folder::read_text(path), "precious");
    EXPECT_EQ(folder.entry_count(), 1u);
  }
  EXPECT_GE(calls, 4u);
}

TEST(npz_writer, that_was_stopped_says_so_again) {
  const temporary_folder folder;
  npz_writer out(folder.file("a.npz"), {.progress = [](const progress&) { return false; }});
  EXPECT_EQ(out.try_add("a", values).error().code(), errc::cancelled);
  EXPECT_EQ(folder.entry_count(), 0u);
  EXPECT_EQ(out.try_add("b", values).error().code(), errc::cancelled);
  EXPECT_EQ(out.try_close().error().code(), errc::cancelled);
}

}  // namespace
}  // namespace nopy::test
