// SPDX-License-Identifier: MIT
#include "engine/peek.hpp"

#include "engine/array_json.hpp"
#include "engine/member_scan.hpp"
#include "engine/read_header.hpp"
#include "zip/local_check.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

// Local header, name, and the header of an ordinary array.
constexpr std::uint64_t near_bytes = 1024;
constexpr std::size_t most_at_once = 256;

error unknown_method(const zip::entry& of) noexcept {
  const nopy::bytes::short_text<32> found(
      [&](nopy::bytes::text_sink& out) { out.put("method ").decimal(of.method); });
  return error({.code = errc::zip_method,
                .offset = of.record_offset,
                .summary = "this build can not read the member's compression method",
                .found = found,
                .expected = "stored (0) or deflated (8)",
                .hint = "repack it with method 8 (deflate)"});
}

/// One member on its way: its bytes from the local header on.
struct peeked {
  std::unique_ptr<array_state> state{};
  zip::entry entry{};
  std::span<std::byte> local{};
  memory longer{};
};

/// Where the data begins, by the local header, which may be longer than what was read at first.
task<std::uint64_t> find_data(job& of, opened_file& file, peeked& one) noexcept {
  for (;;) {
    const auto start =
        zip::check_local(file.members, one.entry, one.local, file.policy, one.state->findings);
    if (!start) co_return start.error();
    if (start->wanted == 0) co_return start->offset;
    if (start->wanted <= one.local.size())
      co_return error({.code = errc::zip_corrupt,
                       .offset = one.entry.header_offset,
                       .summary = "the member's local header is cut"});
    auto made = memory::allocate(start->wanted);
    if (!made) co_return made.error();
    one.longer = *std::move(made);
    file_piece piece{file.id, one.entry.header_offset, one.longer.bytes()};
    if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
    if (piece.present <= one.local.size())
      co_return error({.code = errc::zip_corrupt,
                       .offset = one.entry.header_offset,
                       .summary = "the member's local header is cut"});
    one.local = one.longer.bytes().first(piece.present);
  }
}

task<void> look_into(job& of, opened_file& file, peeked& one) noexcept {
  array_state& state = *one.state;
  const auto data = co_await find_data(of, file, one);
  if (!data) {
    state.wrong = data.error();
    co_return {};
  }
  const zip::entry& entry = one.entry;
  state.local_bytes = *data - entry.header_offset;
  const bool deflated = entry.method == zip::method_deflated;
  if (!deflated && entry.method != zip::method_stored) {
    state.wrong = unknown_method(entry);
    co_return {};
  }
  state.bytes =
      array_bytes(file.id, *data, entry.compressed_bytes, entry.uncompressed_bytes, deflated);
  if (file.policy == policy::strict)
    if (const auto fits = co_await check_behind(of, file, entry, *data + entry.compressed_bytes);
        !fits) {
      state.wrong = fits.error();
      co_return {};
    }
  const auto before =
      static_cast<std::size_t>(std::min<std::uint64_t>(state.local_bytes, one.local.size()));
  auto first = one.local.subspan(before);
  if (first.size() > entry.compressed_bytes)
    first = first.first(static_cast<std::size_t>(entry.compressed_bytes));
  if (deflated) {
    if (const auto begun = state.bytes.begin_with(first); !begun) co_return begun;
    first = {};
  }
  co_return co_await read_header(of, state, file.policy, first);
}

/// Makes the slots' new states; those whose record can not be used are finished at once.
result<void> prepare(opened_file& file, std::span<const std::uint32_t> members,
                     bytes::growing<peeked>& to) noexcept {
  for (const std::uint32_t member : members) {
    const auto* place = file.slot(member);
    if (place == nullptr || *place != nullptr) continue;
    if (std::any_of(to.begin(), to.end(),
                    [&](const peeked& other) { return other.state->member == member; }))
      continue;
    peeked one;
    one.state.reset(new (std::nothrow) array_state);
    if (one.state == nullptr) return error(errc::out_of_memory);
    one.state->member = member;
    if (const auto entry = file.members.checked(member))
      one.entry = *entry;
    else
      one.state->wrong = entry.error();
    if (!to.push_back(std::move(one))) return error(errc::out_of_memory);
  }
  return {};
}

task<void> peek_some(job& of, opened_file& file, std::span<const std::uint32_t> members) noexcept {
  bytes::growing<peeked> all;
  if (const auto prepared = prepare(file, members, all); !prepared) co_return prepared;
  auto room = memory::allocate(near_bytes * all.size());
  bytes::growing<file_piece> pieces;
  if (!room || !pieces.reserve(all.size())) co_return error(errc::out_of_memory);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].state->wrong) continue;
    const std::uint64_t start = all[i].entry.header_offset;
    const std::uint64_t count = std::min(near_bytes, file.members.end().directory_offset - start);
    (void)pieces.push_back(
        {file.id, start, room->bytes().subspan(near_bytes * i, static_cast<std::size_t>(count))});
  }
  if (const auto read = co_await of.read({pieces.data(), pieces.size()}); !read)
    co_return read.error();
  std::size_t next = 0;
  for (peeked& one : all) {
    if (!one.state->wrong) {
      const file_piece& piece = pieces[next++];
      one.local = piece.into.first(piece.present);
      if (const auto looked = co_await look_into(of, file, one); !looked) co_return looked.error();
    }
    auto* place = file.slot(one.state->member);
    if (*place == nullptr) *place = std::move(one.state);  // another job may have been faster
  }
  co_return {};
}

}  // namespace

task<void> peek_members(job& of, file_share file, std::span<const std::uint32_t> members) noexcept {
  while (!members.empty()) {
    const auto some = members.first(std::min(members.size(), most_at_once));
    if (const auto peeked = co_await peek_some(of, *file, some); !peeked) co_return peeked.error();
    members = members.subspan(some.size());
  }
  co_return {};
}

task<void> answer_peek(job& of, file_share file, bytes::growing<std::uint32_t> members) noexcept {
  if (const auto peeked = co_await peek_members(of, file, members.span()); !peeked)
    co_return peeked.error();
  of.answer.open('[');
  for (const std::uint32_t member : members) put_peeked(of.answer, *file, member);
  of.answer.close(']');
  co_return {};
}

}  // namespace nopy::engine
