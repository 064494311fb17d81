// SPDX-License-Identifier: MIT
#include "verbs/expand_run.hpp"

#include "bytes/text_sink.hpp"
#include "zip/stream_errors.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t input_block = 64 << 10;
constexpr std::size_t passed_block = 64 << 10;

error window_too_large() noexcept {
  return error({.code = errc::limit,
                .summary = "the compressed stream needs a larger window than is given",
                .expected = "128 MiB for zstd, 1 GiB for LZMA",
                .hint = "compress the member again without a long-distance window"});
}

}  // namespace

result<std::unique_ptr<expand_run>> expand_run::begin(const codec::expander& how,
                                                      std::uint64_t output_bytes,
                                                      std::span<const std::byte> first) noexcept {
  std::unique_ptr<expand_run> made(new (std::nothrow) expand_run(how));
  if (made == nullptr) return error(errc::out_of_memory);
  auto room = memory::allocate(input_block + passed_block);
  if (!room) return room.error();
  made->room_ = *std::move(room);
  made->decoder_ = how.open(output_bytes);
  if (made->decoder_ == nullptr) return error(errc::out_of_memory);
  if (!first.empty()) std::memcpy(made->room_.data(), first.data(), first.size());
  made->input_ = {made->room_.data(), first.size()};
  made->input_offset_ = first.size();
  return made;
}

expand_run::~expand_run() {
  if (decoder_ != nullptr) codec_->close(decoder_);
}

/// Brings the next block of compressed bytes.
result<void> expand_run::fetch(const compressed_input& input) noexcept {
  const std::uint64_t left = input.bytes - input_offset_;
  if (input.in_place != nullptr) {
    input_ = {input.in_place + input_offset_,
              static_cast<std::size_t>(std::min<std::uint64_t>(left, 1 << 30))};
  } else {
    const auto block =
        room_.bytes().first(static_cast<std::size_t>(std::min<std::uint64_t>(left, input_block)));
    if (auto read = input.read(input_offset_, block); !read) return read;
    input_ = block;
  }
  input_offset_ += input_.size();
  return {};
}

/// One call of the decoder, which has room; the bytes it wrote.
result<std::size_t> expand_run::step(const compressed_input& input,
                                     std::span<std::byte> into) noexcept {
  if (input_.empty() && input_offset_ < input.bytes)
    if (auto fetched = fetch(input); !fetched) return fetched.error();
  const bool no_more = input_.empty();
  const codec::progress made = codec_->run(decoder_, input_, into);
  input_ = input_.subspan(made.consumed);
  switch (made.outcome) {
    case codec::outcome::goes_on:
      if (made.consumed == 0 && made.produced == 0)
        return no_more ? zip::stream_ends_early() : zip::invalid_stream();
      between_streams_ = false;
      break;
    case codec::outcome::ended:
      between_streams_ = true;
      break;
    case codec::outcome::invalid:
      return between_streams_ ? zip::bytes_behind_stream() : zip::invalid_stream();
    case codec::outcome::too_large:
      return window_too_large();
    case codec::outcome::out_of_memory:
      return error(errc::out_of_memory);
  }
  return made.produced;
}

result<void> expand_run::produce(const compressed_input& input,
                                 std::span<std::byte> into) noexcept {
  while (!into.empty()) {
    if (between_streams_ && input_is_taken(input)) return zip::member_too_short();
    const auto count = step(input, into);
    if (!count) return count.error();
    produced_ += *count;
    into = into.subspan(*count);
  }
  return {};
}

result<void> expand_run::read(const compressed_input& input, std::uint64_t offset,
                              std::span<std::byte> into) noexcept {
  const auto passed = room_.bytes().last(passed_block);
  while (produced_ < offset) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(offset - produced_, passed.size()));
    if (auto made = produce(input, passed.first(count)); !made) return made;
  }
  return produce(input, into);
}

result<void> expand_run::check_end(const compressed_input& input) noexcept {
  while (!between_streams_ || !input_is_taken(input)) {
    // One byte of room: what fills it is one too many.
    const auto count = step(input, room_.bytes().last(1));
    if (!count) return count.error();
    if (*count != 0) return zip::member_too_long();
  }
  return {};
}

}  // namespace nopy::inline v1::verbs
