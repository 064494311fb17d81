// SPDX-License-Identifier: MIT
// Explains a preamble and header byte by byte, also where they can not be decoded.
#include <nopy/header.hpp>

#include "bytes/growing.hpp"
#include "bytes/slice.hpp"
#include "npy/dictionary.hpp"
#include "npy/magic.hpp"

#include <algorithm>

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

/// Emits spans one behind the other, so that none leaves a gap.
class span_writer {
 public:
  span_writer(std::uint64_t total, function_ref<void(const header_span&)> emit) noexcept
      : total_(total), emit_(emit) {}

  void until(std::uint64_t end, std::string_view meaning) noexcept {
    end = std::min(end, total_);
    if (end <= at_) return;
    emit_({{at_, end - at_}, meaning});
    at_ = end;
  }

 private:
  std::uint64_t total_;
  std::uint64_t at_ = 0;
  function_ref<void(const header_span&)> emit_;
};

void explain_text(span_writer& spans, const npy::preamble& before, std::string_view text) noexcept {
  bytes::growing<finding> findings;
  npy::dictionary_reader reader(before, policy::tolerant, findings);
  if (!reader.open(text)) {
    spans.until(before.data_offset(), "header text");
    return;
  }
  const python::literal& literal = reader.text();
  const npy::dictionary& keys = reader.keys();
  const std::uint32_t root = literal.strip(0);
  const auto place = [&](std::uint32_t at) { return std::uint64_t{before.bytes} + at; };
  for (std::uint32_t key = root + 1; key < literal[root].next;) {
    const std::uint32_t value = literal[key].next;
    const std::uint32_t bare = literal.strip(value);
    spans.until(place(literal[key].begin), "syntax");
    spans.until(place(literal[key].end), "key");
    spans.until(place(literal[value].begin), "syntax");
    spans.until(place(literal[value].end), bare == keys.descr           ? "descr"
                                           : bare == keys.fortran_order ? "fortran_order"
                                           : bare == keys.shape         ? "shape"
                                                                : "value that does not count");
    key = literal[value].next;
  }
  spans.until(place(literal[0].end), "syntax");
  const bool newline = !text.empty() && text.back() == '\n';
  spans.until(before.data_offset() - (newline ? 1 : 0), "padding");
  spans.until(before.data_offset(), "newline");
}

}  // namespace

void explain_header(std::span<const std::byte> bytes,
                    function_ref<void(const header_span&)> emit) noexcept {
  span_writer spans(bytes.size(), emit);
  if (npy::matching_magic(bytes) < npy::magic_bytes) {
    spans.until(bytes.size(), "no magic");
    return;
  }
  spans.until(npy::magic_bytes, "magic");
  spans.until(npy::magic_bytes + 2, "version");
  const auto before = npy::read_preamble(bytes, UINT64_MAX, UINT64_MAX);
  if (!before || !*before) {
    spans.until(bytes.size(), "header text");
    return;
  }
  const npy::preamble& found = **before;
  spans.until(found.bytes, "header length");
  if (bytes.size() < found.data_offset()) {
    spans.until(bytes.size(), "header text");
    return;
  }
  const std::span<const std::byte> text = bytes.subspan(found.bytes, found.header_bytes);
  explain_text(spans, found, bytes::text_of(text));
  spans.until(bytes.size(), "data");
}

}  // namespace core
}  // namespace v1
}  // namespace nopy
