// SPDX-License-Identifier: MIT
// Every allocation of the parsers fails, once and from then on, for every input that fuzzing
// gathered: the result is the same, or out_of_memory; nothing leaks, and who asks again when there
// is memory gets the result.
#include "dtype/python_literal.hpp"
#include "support/counted.hpp"
#include "support/failing_allocations.hpp"
#include "support/pickle_bytes.hpp"
#include "support/read_directory.hpp"
#include "support/sample_archives.hpp"
#include "zip/chunk_table.hpp"
#include "zip/record_copy.hpp"

#include <nopy/npz.hpp>
#include <nopy/object.hpp>

#include <gtest/gtest.h>

#include <set>

namespace nopy::test {
namespace {

using input = std::span<const std::byte>;

/// Calls `visit` with each input that fuzzing gathered for a target.
template <class Visit>
void each_input(const std::string& target, Visit visit) {
  const npz_reader gathered(NOPY_TESTS_DIR "/../fuzz/corpus/" + target + ".zip");
  ASSERT_FALSE(gathered.empty());
  for (const member& one : gathered) {
    SCOPED_TRACE(target + ", " + std::string(one.stored_name()));
    const memory bytes = one.bytes();
    visit(input(bytes.bytes()));
    if (testing::Test::HasFailure()) return;
  }
}

std::string_view text_of(input bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What `run()` gives where allocation `n` fails, and whether it did. `run` throws nothing.
template <class Run>
auto failing(std::size_t n, bool persistent, bool& fired, Run& run) {
  const failing_allocations faults(n, persistent);
  auto made = run();
  fired = faults.fired();
  return made;
}

/// Calls `parse()`, which gives a result, with every allocation failing in turn; returns how many
/// did. `told` is the text of a value.
template <class Parse, class Told>
std::size_t fail_each(Parse parse, Told told) {
  const auto expected = parse();
  const std::string text = expected ? told(*expected) : std::string(expected.error().id());
  std::size_t count = 0;
  for (const bool persistent : {false, true})
    for (std::size_t n = 0;; ++n, ++count) {
      const long blocks = live_blocks();
      bool fired = false;
      {
        const auto got = failing(n, persistent, fired, parse);
        const bool memory_ran_out = !got && got.error().code() == errc::out_of_memory;
        if (!memory_ran_out) {
          EXPECT_EQ(got ? told(*got) : std::string(got.error().id()), text) << "allocation " << n;
        }
      }
      EXPECT_EQ(live_blocks(), blocks) << "allocation " << n;
      if (!fired || testing::Test::HasFailure()) break;
    }
  return count;
}

/// The kinds alone: words and offset of a finding need memory.
std::string told_findings(const finding_list& all) {
  std::set<std::string> ids;
  for (const finding& one : all) ids.emplace(one.what.id());
  std::string text;
  for (const std::string& id : ids) text.append(" ").append(id);
  return text;
}

std::string told_header(const header& one) {
  return one.dtype.descr() + " " + std::to_string(one.shape.rank()) + " " +
         std::to_string(one.shape.count()) + (one.order == order::c ? " C " : " F ") +
         std::to_string(one.data_offset) + told_findings(one.findings);
}

TEST(allocation_faults, of_a_header_give_it_or_an_error) {
  std::size_t count = 0;
  each_input("header", [&](input bytes) {
    for (const policy how : {policy::strict, policy::tolerant})
      count += fail_each([&] { return core::decode_header(bytes, bytes.size(), {.policy = how}); },
                         told_header);
    const auto read = core::decode_header(bytes, bytes.size());
    if (!read || read->dtype.has_objects()) return;
    for (const std::uint32_t alignment : {64u, 4096u})
      count += fail_each(
          [&] {
            return core::encode_header(read->dtype, read->shape, read->order,
                                       {.alignment = alignment});
          },
          [](const core::encoded_header& made) { return std::string(text_of(made.bytes())); });
  });
  say_count(count, "allocations failed");
  EXPECT_GT(count, 500u);
}

TEST(allocation_faults, of_an_explained_header_leave_no_gap) {
  std::size_t count = 0;
  each_input("header", [&](input bytes) {
    std::uint64_t next = 0;
    bool gap = false;
    auto explain = [&] {
      next = 0;
      core::explain_header(bytes, [&](const header_span& part) {
        gap = gap || part.range.offset != next;
        next += part.range.count;
      });
      return next;
    };
    const std::uint64_t whole = explain();
    bool fired = true;
    for (std::size_t n = 0; fired; ++n, ++count)
      EXPECT_EQ(failing(n, n % 2 == 1, fired, explain), whole);
    EXPECT_FALSE(gap);
  });
  say_count(count, "allocations failed");
}

TEST(allocation_faults, of_a_dtype_give_it_or_an_error) {
  std::size_t count = 0;
  each_input("dtype", [&](input bytes) {
    count += fail_each([&] { return dtype::parse(text_of(bytes)); },
                       [](const dtype& made) { return made.descr() + made.words(); });
  });
  say_count(count, "allocations failed");
  EXPECT_GT(count, 500u);
}

TEST(allocation_faults, of_a_literal_give_it_or_an_error) {
  std::size_t count = 0;
  each_input("literal", [&](input bytes) {
    const auto parse = [&]() -> result<std::uint32_t> {
      python::literal made;
      const auto done = python::parse_literal(made, text_of(bytes), {.python2 = true});
      return done ? result<std::uint32_t>(made[0].next) : result<std::uint32_t>(done.error());
    };
    count += fail_each(parse, [](std::uint32_t nodes) { return std::to_string(nodes); });
  });
  say_count(count, "allocations failed");
}

std::string told_directory(const zip::directory& all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto one = all.checked(i);
    const auto found = all.find(all.at(i).name);
    text += one ? one->name : one.error().id();
    text += found ? " " + std::to_string(*found) + "\n" : " -\n";
  }
  return text + told_findings(all.findings());
}

/// Archives whose names need memory, or share what they are looked up by.
std::vector<std::string> archives_of_names() {
  zip_bytes many;
  for (int i = 0; i < 5; ++i) many.stored("\xE9" + std::to_string(i % 4) + ".npy", "x");
  const zip_bytes keys =
      zip_bytes().stored("a.npy", "1").stored("a", "2").stored("b.npy.npy", "3").stored("b", "4");
  return {many, zip_bytes(many).order({3, 1, 2, 0, 4}), keys,
          zip_bytes(keys).stored("caf\xC3\xA9", "5"),
          zip_bytes().stored("a.npy.npy", "1").stored("a.npy", "2").stored("a.npy", "3")};
}

/// The index is built on the first look-up: one that failed is no half of it.
std::size_t visit_index(const std::string& archive, policy how) {
  auto whole = read_directory(archive, how);
  if (!whole) return 0;
  EXPECT_TRUE(whole->build_index());
  const std::string expected = told_directory(*whole);
  for (std::size_t n = 0;; ++n) {
    auto tried = read_directory(archive, how);
    auto build = [&] { return tried->build_index(); };
    bool fired = false;
    const auto built = failing(n, n % 2 == 1, fired, build);
    if (!built) {
      EXPECT_EQ(built.error().code(), errc::out_of_memory);
      EXPECT_TRUE(tried->build_index());
    }
    EXPECT_EQ(told_directory(*tried), expected) << "allocation " << n;
    if (!fired || testing::Test::HasFailure()) return n;
  }
}

TEST(allocation_faults, of_a_directory_give_it_or_an_error) {
  std::size_t count = 0;
  const auto try_archive = [&](const std::string& archive) {
    for (const policy how : {policy::strict, policy::tolerant}) {
      count += fail_each([&] { return read_directory(archive, how, {.members = 1000}); },
                         told_directory);
      count += visit_index(archive, how);
    }
  };
  for (const char* target : {"directory", "npz"})
    each_input(target, [&](input bytes) { try_archive(std::string(text_of(bytes))); });
  for (const std::string& archive : archives_of_names()) try_archive(archive);
  say_count(count, "allocations failed");
  EXPECT_GT(count, 500u);
}

result<object_value> decoded(input pickle) {
  header of;
  of.dtype = dtype::object();
  return decode_objects(of, pickle, {.array_bytes = 1 << 18});
}

TEST(allocation_faults, of_a_pickle_give_its_values_or_an_error) {
  std::size_t count = 0;
  each_input("object", [&](input bytes) {
    count += fail_each([&] { return decoded(bytes); },
                       [](const object_value& made) { return made.repr(); });
  });
  say_count(count, "allocations failed");
  EXPECT_GT(count, 1000u);
}

TEST(allocation_faults, of_a_repr_never_write_more_than_was_counted) {
  const auto pickle = pickle_bytes().repeat("]", 100).repeat("a", 99).op('.');
  for (std::size_t n = 0;; ++n) {
    const auto value = decoded(pickle.span());
    ASSERT_TRUE(value);
    auto measure = [&] { return value->write_repr(nullptr, 1 << 20); };
    bool fired = false;
    const std::size_t counted = failing(n, false, fired, measure);
    std::string text(counted, '\0');
    ASSERT_EQ(value->write_repr(text.data(), 1 << 20), counted) << "allocation " << n;
    EXPECT_EQ(text.ends_with("[..."), fired);
    if (!fired) {
      EXPECT_EQ(text, std::string(100, '[') + std::string(100, ']'));
      EXPECT_GT(n, 0u);
      return;
    }
  }
}

using zip::record_bytes;

/// Everything a writer of archives puts together, for one member.
result<record_bytes> written(input local, input central, const zip::copied_member& how) {
  record_bytes made;
  const zip::member_record record{.name = "größe.npy", .header_offset = 7};
  zip::directory_writer all(zip::record_style::plain);
  const std::size_t extra_bytes = local_extra_bytes(record, zip::record_style::plain, 64, 0, false);
  const zip::chunk_note chunks[3] = {};
  const zip::chunked_member chunked{1 << 18, 0, 1 << 19, 3 << 18};
  bool whole = put_copied_header(made, local, how) && put_copied_record(made, central, how) &&
               put_local_header(made, record, zip::record_style::plain, extra_bytes, 64) &&
               put_chunk_table(made, chunked, chunks);
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
    whole = whole && all.reserve(name);
    if (whole) all.add({.name = name});
  }
  whole = whole && all.finish(1 << 20) && made.append(all.bytes());
  return whole ? result<record_bytes>(std::move(made)) : error(errc::out_of_memory);
}

TEST(allocation_faults, of_records_give_them_whole_or_not) {
  const std::string old = zip_bytes()
                              .stored("a.npy", "data")
                              .zip64()
                              .both([](auto& r) { r.extra = zip_bytes::extra(0x5455, "time"); })
                              .str();
  const auto end = zip::read_end_record(std::as_bytes(std::span(old)).last(zip::end_bytes));
  const input bytes = std::as_bytes(std::span(old));
  const input local =
      bytes.first(zip::local_bytes + 5 + zip::read_local_header(bytes)->extra_bytes);
  const input central = bytes.subspan(end->directory_offset, end->directory_bytes);
  std::size_t count = 0;
  for (const zip::copied_member& how : {zip::copied_member{.new_offset = 1},
                                        zip::copied_member{.new_offset = std::uint64_t{1} << 33},
                                        zip::copied_member{.new_offset = 64, .new_name = "other"}})
    count += fail_each([&] { return written(local, central, how); },
                       [](const record_bytes& made) { return std::string(text_of(made.span())); });
  say_count(count, "allocations failed");
  EXPECT_GT(count, 30u);
}

}  // namespace
}  // namespace nopy::test
