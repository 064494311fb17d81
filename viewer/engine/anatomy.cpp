// SPDX-License-Identifier: MIT
#include "engine/anatomy.hpp"

#include "bytes/tuple_text.hpp"
#include "npy/magic.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::engine {
namespace {

// Of a header that can not be understood, so much is shown.
constexpr std::uint64_t damaged_bytes = 512;
constexpr std::uint64_t most_header_bytes = 1 << 20;

using nopy::bytes::text_sink;

/// What the numbers of the preamble say.
struct preamble_numbers {
  std::uint32_t major = 0;
  std::uint64_t bytes = 10;
  std::uint64_t header_bytes = 0;
};

preamble_numbers read_numbers(std::span<const std::byte> bytes) noexcept {
  preamble_numbers made;
  if (bytes.size() < npy::least_preamble_bytes) return made;
  made.major = std::to_integer<std::uint32_t>(bytes[6]);
  const std::size_t digits = made.major >= 2 ? 4 : 2;
  made.bytes = 8 + digits;
  for (std::size_t i = digits; i-- > 0 && 8 + i < bytes.size();)
    made.header_bytes = made.header_bytes << 8 | std::to_integer<std::uint64_t>(bytes[8 + i]);
  return made;
}

void put_length(text_sink& to, const preamble_numbers& is) noexcept {
  const std::uint64_t data = is.bytes + is.header_bytes;
  to.decimal(is.header_bytes).put(" = 0x").hex(is.header_bytes, is.header_bytes > 0xFFFF ? 8 : 4);
  to.put(" little-endian: the header is ").decimal(is.header_bytes).put(" bytes; ");
  to.decimal(is.bytes).put(" + ").decimal(is.header_bytes).put(" = ").decimal(data);
  if (data % 64 == 0)
    to.put(" = ").decimal(data / 64).put(" \xC3\x97 64, where the data starts");
  else if (data % 16 == 0)
    to.put(" = ").decimal(data / 16).put(" \xC3\x97 16, where the data starts (NumPy before 1.14)");
  else
    to.put(", where the data starts: no multiple of 16");
}

void put_shape(text_sink& to, const header& head) noexcept {
  const std::size_t rank = head.shape.rank();
  if (rank == 0) return (void)to.put("no axes: a single value");
  to.decimal(rank).put(rank == 1 ? " axis, " : " axes, ").decimal(head.shape.count());
  to.put(head.shape.count() == 1 ? " element" : " elements");
}

/// What one span says, for people.
void put_meaning(text_sink& to, const header_span& span, const preamble_numbers& is,
                 const array_state& of) noexcept {
  const std::string_view kind = span.meaning;
  const bool read = !of.wrong;
  if (kind == "magic")
    to.put("93 then NUMPY: every .npy file begins so");
  else if (kind == "version")
    to.put("format version ")
        .decimal(is.major)
        .put(".0: ")
        .put(is.major == 1   ? "Latin-1 header of at most 65535 bytes"
             : is.major == 2 ? "Latin-1 header, longer lengths"
                             : "UTF-8 header");
  else if (kind == "header length")
    put_length(to, is);
  else if (kind == "syntax")
    to.put("a Python dictionary literal");
  else if (kind == "key")
    to.put("a key of the dictionary");
  else if (kind == "descr" && read)
    to.put("the element type: ").put_from([&](char* out) { return of.type().write_words(out); });
  else if (kind == "fortran_order" && read)
    to.put(of.head.order == order::c ? "C order: the last index runs fastest"
                                     : "Fortran order: the first index runs fastest");
  else if (kind == "shape" && read)
    put_shape(to, of.head);
  else if (kind == "padding")
    to.decimal(span.range.count).put(" spaces, so that the data is aligned and the shape can grow");
  else if (kind == "newline")
    to.put("the header ends with a newline");
  else if (kind == "no magic")
    to.put("these bytes do not begin like a .npy file");
  else if (kind == "header text")
    to.put("not understood");
  else
    to.put(kind);
}

task<memory> header_bytes(job& of, array_state& state) noexcept {
  const std::uint64_t there = state.bytes.stream_bytes();
  std::uint64_t wanted = std::min(there, state.wrong ? damaged_bytes : state.head.data_offset);
  for (;;) {
    auto block = memory::allocate(std::max<std::uint64_t>(wanted, 1));
    if (!block) co_return block.error();
    stream_piece piece{0, block->bytes().first(static_cast<std::size_t>(wanted))};
    if (const auto read = co_await state.bytes.read(of, {&piece, 1}); !read) co_return read.error();
    const std::span<const std::byte> bytes = piece.into.first(piece.present);
    const bool begins = npy::matching_magic(bytes) == npy::magic_bytes;
    const preamble_numbers is = read_numbers(bytes);
    const std::uint64_t whole =
        std::min(there, std::min(is.bytes + is.header_bytes, most_header_bytes));
    if (!state.wrong || !begins || whole <= wanted) {
      const std::uint64_t shown =
          state.wrong && begins ? std::min<std::uint64_t>(whole, bytes.size()) : bytes.size();
      co_return block->part(0, shown);
    }
    wanted = whole;
  }
}

}  // namespace

task<void> show_anatomy(job& of, file_share file, std::uint32_t member) noexcept {
  const auto* place = file->slot(member);
  if (place == nullptr || *place == nullptr)
    co_return file->wrong ? *file->wrong
                          : error(errc::usage, "the member's header was not read yet");
  array_state& state = **place;
  if (state.bytes.file() == 0) co_return *state.wrong;
  const auto block = co_await header_bytes(of, state);
  if (!block) co_return block.error();
  const preamble_numbers is = read_numbers(block->bytes());
  json_writer& to = of.answer;
  to.open('{').key("spans").open('[');
  core::explain_header(block->bytes(), [&](const header_span& span) {
    to.open('{').key("offset").number(span.range.offset);
    to.key("bytes").number(span.range.count);
    to.key("kind").text(span.meaning);
    to.key("meaning").text_from([&](text_sink& sink) { put_meaning(sink, span, is, state); });
    to.close('}');
  });
  to.close(']').key("error");
  state.wrong ? (void)to.put_error(*state.wrong) : (void)to.null();
  to.close('}');
  co_return {};
}

}  // namespace nopy::engine
