// SPDX-License-Identifier: MIT
// Every system call of an edit fails, falls short, or is the last one of the process; the power goes
// at any moment. The archive is the old one or the new one, a success is the new one, and after an
// error nothing else stays behind.
#include <nopy/npz_edit.hpp>

#include "support/crash_states.hpp"
#include "support/replacement_faults.hpp"
#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

namespace nopy::test {
namespace {

const std::string& old_archive() {
  static const std::string text = zip_bytes()
                                      .stored("kept.npy", array_of(patterned(40'000)))
                                      .stored("old.npy", small_array())
                                      .deflated("small.npy", small_array())
                                      .stored("moved.npy", array_of(patterned(50'000)))
                                      .comment("a comment")
                                      .str();
  return text;
}

enum class edit_kind { at_once, written_again };

/// Members that stay, move up, are replaced, renamed, removed and new; and what makes the editor write
/// everything a second time.
result<void> edit_archive(const std::string& path, edit_kind kind, durability until) {
  static const std::vector<double> large(30'000, 4.5);
  auto edit = npz_editor::open(path, {.durability = until});
  if (!edit) return edit.error();
  if (auto done = edit->try_rename("small", "tiny"); !done) return done;
  if (auto done = edit->try_put("old", large); !done) return done;
  if (auto done = edit->try_put_bytes("new.txt", std::as_bytes(std::span("text"))); !done)
    return done;
  if (kind == edit_kind::written_again)
    if (auto done = edit->try_remove("kept"); !done) return done;
  return edit->try_commit();
}

std::string new_archive(edit_kind kind) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", old_archive());
  EXPECT_TRUE(edit_archive(path, kind, durability::none).has_value());
  return temporary_folder::read_text(path);
}

TEST(npz_editor_faults, leave_the_old_archive_or_the_new_one_and_nothing_else) {
  std::size_t count = 0;
  for (const edit_kind kind : {edit_kind::at_once, edit_kind::written_again})
    for (const durability until : {durability::none, durability::full})
      count += try_every_fault(
          {.what = kind == edit_kind::at_once ? "an edit" : "an edit written again",
           .before = old_archive(),
           .after = new_archive(kind),
           .write = [&](const std::string& path) { return edit_archive(path, kind, until); }});
  RecordProperty("faults", static_cast<int>(count));
  EXPECT_GT(count, 1000u);
}

TEST(npz_editor_faults, of_a_repack_and_a_salvage_leave_nothing_or_the_whole) {
  using way = result<void> (*)(const std::string& from, const std::string& to);
  const way ways[] = {
      [](const std::string& from, const std::string& to) {
        return try_repack_npz(from, to, {.durability = durability::full});
      },
      [](const std::string& from, const std::string& to) {
        return try_repack_npz(from, to, {.compression = stored});
      },
      [](const std::string& from, const std::string& to) -> result<void> {
        const auto done = try_salvage_npz(from, to, {.durability = durability::full});
        // What could not be read for a moment is no damage.
        if (done && !done->lost.empty()) return done->lost.begin()->what;
        return done ? result<void>() : result<void>(done.error());
      },
  };
  const std::string cut = old_archive().substr(0, old_archive().size() - 40);
  std::size_t count = 0;
  for (const way run : ways) {
    const std::string& text = run == ways[2] ? cut : old_archive();
    const temporary_folder whole;
    ASSERT_TRUE(run(whole.write("from", text), whole.file("to")).has_value());
    const std::string expected = temporary_folder::read_text(whole.file("to"));
    for (const fault_action action : {fault_action::fail, fault_action::shorten})
      for (std::size_t n = 0;; ++n, ++count) {
        const temporary_folder folder;
        const std::string from = folder.write("from", text);
        bool fired = false, done = false;
        std::string hit;
        {
          faulty_syscalls faults({.at = n, .code = EIO, .action = action});
          done = run(from, folder.file("to")).has_value();
          fired = faults.fired();
          hit = faults.hit();
          EXPECT_EQ(faults.open_descriptors(), 0u) << hit;
        }
        const std::string now = temporary_folder::read_text(folder.file("to"));
        EXPECT_TRUE(done ? now == expected : now.empty() || hit == "fsync") << hit;
        EXPECT_EQ(folder.entry_count(), now.empty() ? 1u : 2u) << hit;
        if (!fired) break;
      }
  }
  EXPECT_GT(count, 100u);
}

TEST(npz_editor_faults, of_a_system_without_copies_in_the_kernel_change_nothing) {
  for (const int code : {ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM}) {
    const temporary_folder folder;
    const std::string path = folder.write("a.npz", old_archive());
    static int given;
    given = code;
    const auto real = os::syscalls();
    os::syscalls().copy_range = [](int, off_t, int, std::size_t) -> ssize_t {
      errno = given;
      return -1;
    };
    EXPECT_TRUE(edit_archive(path, edit_kind::at_once, durability::none).has_value()) << code;
    os::syscalls() = real;
    EXPECT_EQ(temporary_folder::read_text(path), new_archive(edit_kind::at_once)) << code;
  }
}

TEST(npz_editor_faults, of_the_process_leave_the_old_archive_or_the_new_one) {
  std::size_t kills = 0;
  for (const edit_kind kind : {edit_kind::at_once, edit_kind::written_again}) {
    const std::string &old_text = old_archive(), new_text = new_archive(kind);
    for (std::size_t n = 0;; ++n) {
      const temporary_folder folder;
      const std::string path = folder.write("a.npz", old_text);
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        faulty_syscalls faults({.at = n, .action = fault_action::die});
        ::_exit(edit_archive(path, kind, durability::full).has_value() ? 0 : 1);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      const std::string now = temporary_folder::read_text(path);
      ASSERT_TRUE(now == old_text || now == new_text) << "killed at call " << n;
      if (WEXITSTATUS(status) != died_status) {
        EXPECT_EQ(WEXITSTATUS(status), 0);
        EXPECT_EQ(now, new_text);
        break;
      }
      ++kills;
    }
  }
  RecordProperty("kills", static_cast<int>(kills));
  EXPECT_GT(kills, 60u);
}

TEST(npz_editor_faults, of_the_power_leave_the_old_archive_or_the_new_one) {
  std::size_t states = 0;
  for (const edit_kind kind : {edit_kind::at_once, edit_kind::written_again}) {
    const std::string &old_text = old_archive(), new_text = new_archive(kind);
    for (const durability until : {durability::none, durability::data, durability::full}) {
      const temporary_folder folder;
      const std::string path = folder.write("a.npz", old_text);
      const recorded_syscalls record({path});
      ASSERT_TRUE(edit_archive(path, kind, until).has_value());
      const crash_states after({path}, {old_text}, record.events());
      const auto old_or_new = [&](const std::optional<std::string>& now) {
        ASSERT_TRUE(now.has_value());
        ASSERT_TRUE(*now == old_text || *now == new_text);
      };
      states += after.each_kill(path, old_or_new);
      if (until != durability::none) states += after.each_power_cut(path, 100, old_or_new);
      if (until == durability::full)
        after.each_end(
            path, 40, [&](const std::optional<std::string>& now) { ASSERT_TRUE(now == new_text); });
    }
  }
  RecordProperty("states", static_cast<int>(states));
  EXPECT_GT(states, 1000u);
}

}  // namespace
}  // namespace nopy::test
