// SPDX-License-Identifier: MIT
// Every allocation of every verb fails, once and from then on: the value is right or the error is
// out_of_memory, files are as they were or as they are to be, and nothing leaks.
#include <nopy/append.hpp>
#include <nopy/compare.hpp>
#include <nopy/file.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_edit.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/object.hpp>
#include <nopy/print.hpp>
#include <nopy/save.hpp>

#include "support/counted.hpp"
#include "support/failing_allocations.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace nopy::test {
namespace {

const error wrong_value(errc::usage, "a wrong value");

const std::vector<std::uint32_t>& values() {
  static const std::vector<std::uint32_t> made = patterned(6'000);
  return made;
}

/// What every row finds in its folder.
void write_inputs(const temporary_folder& folder) {
  folder.write("a.npy", array_of(values(), "(20, 300)"));
  folder.write("rows.npy", array_of(values(), "(6000,)"));
  folder.write("bad.npy", npy_bytes().dict("'<u4'", "(60000, 60000)").pad(64).str());
  folder.write("record.npy", npy_bytes()
                                 .dict("[('x', '<f4'), ('y', '<i2', (2,))]", "(3,)")
                                 .pad(64)
                                 .raw(std::string(24, '\1'))
                                 .str());
  const std::string archive = zip_bytes()
                                  .stored("s.npy", array_of(values(), "(20, 300)"))
                                  .deflated("d.npy", array_of(values(), "(20, 300)"))
                                  .stored("\xE9.npy", small_array())
                                  .str();
  folder.write("a.npz", archive);
  folder.write("cut.npz", archive.substr(0, archive.size() - 30));
}

result<void> held(const result<array<std::uint32_t, 2>>& got) {
  if (!got) return got.error();
  return std::equal(values().begin(), values().end(), got->begin()) ? result<void>() : wrong_value;
}

result<void> window(const source& from) {
  const auto opened = npy_file::open(from);
  if (!opened) return opened.error();
  const auto got = opened->try_region<std::uint32_t, 2>({15, 20}, {4, 5});
  if (!got) return got.error();
  for (std::size_t i = 0; i < 20; ++i)
    if ((*got)(i / 5, i % 5) != values()[(15 + i / 5) * 300 + 20 + i % 5]) return wrong_value;
  return {};
}

result<void> of_member(const std::string& path, const char* key,
                       const std::function<result<void>(const member&)>& then) {
  const auto opened = npz_reader::open(source(path));
  if (!opened) return opened.error();
  const auto one = opened->try_get(key);
  return one ? then(*one) : result<void>(one.error());
}

struct memory_row {
  const char* what;
  std::function<result<void>(const temporary_folder&)> run;
};

std::vector<memory_row> reading() {
  const auto load = [](const member& one) { return held(one.try_load<std::uint32_t, 2>()); };
  return {
      {"load", [](auto& in) { return held(try_load<std::uint32_t, 2>(in.file("a.npy"))); }},
      {"load and convert",
       [](auto& in) -> result<void> {
         const auto got = try_load<double, 2>(in.file("a.npy"));
         if (!got) return got.error();
         return std::equal(values().begin(), values().end(), got->begin()) ? result<void>()
                                                                           : wrong_value;
       }},
      {"load what is cut",
       [](auto& in) -> result<void> {
         const auto got = try_load(in.file("bad.npy"));
         if (got || got.error().code() == errc::data_truncated) return {};
         return got.error();
       }},
      {"load records, print and compare them",
       [](auto& in) -> result<void> {
         const auto got = try_load(in.file("record.npy"));
         if (!got) return got.error();
         const std::string text = print(*got);
         const comparison same = compare(*got, *got);
         return same && text.size() > 20 ? result<void>() : wrong_value;
       }},
      {"map",
       [](auto& in) -> result<void> {
         const auto got = try_map<std::uint32_t, 2>(in.file("a.npy"));
         if (!got) return got.error();
         return (*got)(19, 299) == values().back() ? result<void>() : wrong_value;
       }},
      {"a window", [](auto& in) { return window(in.file("a.npy")); }},
      {"a stored member", [=](auto& in) { return of_member(in.file("a.npz"), "s", load); }},
      {"a deflated member", [=](auto& in) { return of_member(in.file("a.npz"), "d", load); }},
      {"verify a member",
       [](auto& in) {
         return of_member(in.file("a.npz"), "d",
                          [](const member& one) { return one.try_verify(); });
       }},
      {"windows of a deflated member",
       [](auto& in) {
         return of_member(in.file("a.npz"), "d", [](const member& one) { return window(one); });
       }},
      {"map a member",
       [](auto& in) {
         return of_member(in.file("a.npz"), "s", [](const member& one) -> result<void> {
           const auto got = one.try_map<packed<std::uint32_t>, 2>();
           if (!got) return got.error();
           return (*got)(19, 299) == values().back() ? result<void>() : wrong_value;
         });
       }},
  };
}

std::vector<memory_row> writing() {
  return {
      {"save", [](auto& in) { return try_save(in.file("to"), values()); }},
      {"save rearranged",
       [](auto& in) {
         const array_view<const std::uint32_t, 2, layout_left> view(
             values().data(), std::array<std::size_t, 2>{20, 300});
         return try_save(in.file("to"), view, {.order = order::c});
       }},
      {"create",
       [](auto& in) {
         return try_create(in.file("to"), dtype_of<float>(), {3, 4});
       }},
      {"append",
       [](auto& in) -> result<void> {
         auto log = any_appender::open(in.file("rows.npy"), dtype_of<std::uint32_t>(), {});
         if (!log) return log.error();
         if (auto put = log->try_append(std::as_bytes(std::span(values()))); !put) return put;
         return log->try_commit();
       }},
      {"write an archive",
       [](auto& in) -> result<void> {
         auto out = npz_writer::open(in.file("to"));
         if (!out) return out.error();
         if (auto done = out->try_add("a", values()); !done) return done;
         if (can_write(compression::deflated))
           if (auto done = out->try_add("b", values(), {.compression = deflated{1}}); !done)
             return done;
         return out->try_close();
       }},
      {"edit an archive",
       [](auto& in) -> result<void> {
         auto edit = npz_editor::open(in.file("a.npz"));
         if (!edit) return edit.error();
         if (auto done = edit->try_rename("s", "t"); !done) return done;
         if (auto done = edit->try_put("d", values()); !done) return done;
         return edit->try_commit();
       }},
      {"repack", [](auto& in) { return try_repack_npz(in.file("a.npz"), in.file("to")); }},
      {"salvage",
       [](auto& in) -> result<void> {
         const auto done = try_salvage_npz(in.file("cut.npz"), in.file("to"));
         // A member that could not be read for lack of memory is no damage.
         if (done && !done->lost.empty()) return done->lost.begin()->what;
         return done ? result<void>() : result<void>(done.error());
       }},
  };
}

using folder_bytes = std::vector<std::pair<std::string, std::string>>;

folder_bytes contents(const temporary_folder& folder) {
  folder_bytes out;
  for (const std::string& name : folder.names())
    out.emplace_back(name, temporary_folder::read_text(folder.file(name)));
  return out;
}

/// Runs a row with every allocation failing in turn; returns how many did.
std::size_t visit(const memory_row& row, bool persistent) {
  temporary_folder before_folder, after_folder;
  write_inputs(before_folder), write_inputs(after_folder);
  EXPECT_TRUE(row.run(after_folder).has_value()) << row.what;
  const folder_bytes before = contents(before_folder), after = contents(after_folder);
  for (std::size_t n = 0;; ++n) {
    SCOPED_TRACE(std::string(row.what) + ", allocation " + std::to_string(n));
    const temporary_folder folder;
    write_inputs(folder);
    const long blocks = live_blocks();
    bool fired = false, done = false, memory_ran_out = false;
    std::optional<error> other;
    {
      const failing_allocations failing(n, persistent);
      try {
        const result<void> ended = row.run(folder);
        done = ended.has_value();
        memory_ran_out = !done && ended.error().code() == errc::out_of_memory;
        if (!done && !memory_ran_out) other = ended.error();
      } catch (const std::bad_alloc&) {  // of the test's own strings, and of what returns one
        memory_ran_out = true;
      } catch (const exception& thrown) {
        memory_ran_out = thrown.error().code() == errc::out_of_memory;
      }
      fired = failing.fired();
    }
    EXPECT_EQ(live_blocks(), blocks);
    EXPECT_TRUE(done || memory_ran_out) << (other ? other->message() : "");
    EXPECT_TRUE(contents(folder) == (done ? after : before));
    if (!fired || testing::Test::HasFailure()) return n;
  }
}

std::size_t visit_all(const std::vector<memory_row>& rows) {
  std::size_t count = 0;
  for (const memory_row& row : rows)
    for (const bool persistent : {false, true}) count += visit(row, persistent);
  return count;
}

TEST(allocation_faults, of_reading_give_the_value_or_an_error) {
  const std::size_t count = visit_all(reading());
  say_count(count, "allocations failed");
  EXPECT_GT(count, 200u);
}

TEST(allocation_faults, of_writing_leave_the_old_file_or_the_new_one) {
  const std::size_t count = visit_all(writing());
  say_count(count, "allocations failed");
  EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace nopy::test
