// SPDX-License-Identifier: MIT
#include "engine/open_file.hpp"

#include "engine/array_json.hpp"
#include "engine/read_header.hpp"
#include "npy/magic.hpp"
#include "zip/end_search.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

// Every header that NumPy writes for plain numbers, and what damaged files are told by.
constexpr std::uint64_t first_bytes = 4096;

task<void> open_array(job& of, opened_file& file, std::span<const std::byte> first) noexcept {
  std::unique_ptr<array_state> made(new (std::nothrow) array_state);
  if (made == nullptr) co_return error(errc::out_of_memory);
  made->bytes = array_bytes(file.id, 0, file.total_bytes, file.total_bytes, false);
  if (const auto read = co_await read_header(of, *made, file.policy, first); !read)
    co_return read.error();
  file.kind = made->wrong ? file_kind::damaged_npy : file_kind::npy;
  file.wrong = made->wrong;
  if (!file.arrays.push_back(std::move(made))) co_return error(errc::out_of_memory);
  co_return {};
}

task<void> read_directory(job& of, opened_file& file) noexcept {
  zip::directory_decoder decoder(file.total_bytes, file.begins_with_member, file.policy, {});
  while (const auto wanted = decoder.wants()) {
    auto block = memory::allocate(wanted->count);
    if (!block) co_return block.error();
    file_piece piece{file.id, wanted->offset, block->bytes()};
    if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
    if (piece.present < wanted->count)
      co_return error({.code = errc::changed,
                       .offset = wanted->offset + piece.present,
                       .summary = "the file became shorter while it was read"});
    if (const auto fed = decoder.feed(*std::move(block)); !fed) co_return fed.error();
  }
  file.members = decoder.take();
  co_return file.members.build_index();
}

/// Which members share their name: told once, for the list.
result<void> mark_shared(opened_file& file) noexcept {
  const std::size_t count = file.members.size();
  if (!file.shared.reserve(count) || !file.arrays.reserve(count)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i) {
    (void)file.shared.push_back(file.members.is_shared(i));
    (void)file.arrays.push_back(nullptr);
  }
  return {};
}

task<void> open_archive(job& of, opened_file& file) noexcept {
  const auto read = co_await read_directory(of, file);
  if (!read && read.error().code() == errc::out_of_memory) co_return read.error();
  file.kind = read ? file_kind::npz : file_kind::damaged_npz;
  if (!read) file.wrong = read.error();
  co_return read ? mark_shared(file) : result<void>();
}

/// Whether an end record without comment stands where it has to.
task<bool> ends_like_archive(job& of, const opened_file& file) noexcept {
  std::byte end[zip::end_bytes];
  if (file.total_bytes < sizeof end) co_return false;
  file_piece piece{file.id, file.total_bytes - sizeof end, end};
  if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
  co_return zip::read_end_record(end).has_value();
}

task<void> judge(job& of, opened_file& file, std::span<const std::byte> first) noexcept {
  if (file.total_bytes == 0) file.kind = file_kind::empty;
  if (npy::matching_magic(first) == npy::magic_bytes || file.total_bytes == 0) {
    const auto opened = co_await open_array(of, file, first);
    if (file.total_bytes == 0) file.kind = file_kind::empty;
    co_return opened;
  }
  if (const auto start = zip::archive_start_of(first); start != zip::archive_start::none) {
    file.begins_with_member = start == zip::archive_start::member;
    co_return co_await open_archive(of, file);
  }
  const auto ends = co_await ends_like_archive(of, file);
  if (!ends) co_return ends.error();
  if (*ends) {
    file.kind = file_kind::damaged_npz;
    file.wrong = zip::damaged_start();
    co_return {};
  }
  file.wrong = npy::describe_impostor(first, first.size() == file.total_bytes);
  co_return {};
}

void answer_with(json_writer& to, opened_file& file) noexcept {
  constexpr std::string_view names[] = {"empty",       "npy",         "npz",
                                        "damaged npy", "damaged npz", "unknown"};
  to.open('{').key("file").number(file.id);
  to.key("kind").text(names[static_cast<std::size_t>(file.kind)]);
  if (file.kind == file_kind::npy) {
    put_array(to.key("array"), *file.arrays[0]);
  } else if (file.kind == file_kind::npz) {
    const zip::archive_end& end = file.members.end();
    to.key("archive").open('{');
    to.key("members").number(file.members.size());
    to.key("directoryOffset").number(end.directory_offset);
    to.key("directoryBytes").number(end.directory_bytes);
    put_findings(to.key("findings"), file.members.findings());
    to.close('}');
  } else {
    to.key("error").put_error(file.wrong ? *file.wrong : error(errc::bad_magic));
  }
  to.close('}');
}

}  // namespace

task<void> open_file(job& of, file_share file) noexcept {
  std::byte room[first_bytes];
  const auto count = static_cast<std::size_t>(std::min(first_bytes, file->total_bytes));
  file_piece piece{file->id, 0, std::span(room).first(count)};
  if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
  const std::span<const std::byte> first = std::span<const std::byte>(room).first(piece.present);
  if (const auto judged = co_await judge(of, *file, first); !judged) co_return judged.error();
  answer_with(of.answer, *file);
  co_return {};
}

}  // namespace nopy::engine
