// SPDX-License-Identifier: MIT
// The archive as a range of members.
#include <nopy/npz.hpp>

#include "bytes/text_sink.hpp"
#include "verbs/member_stream.hpp"

#include <algorithm>

namespace nopy::inline v1 {
namespace {

// How many names an error lists.
constexpr std::size_t names_told = 8;

}  // namespace

result<npz_reader> npz_reader::open(const source& from, const load_options& options) noexcept {
  auto opened = verbs::archive::open(from, options);
  if (!opened) return opened.error();
  return npz_reader(*std::move(opened));
}

std::size_t npz_reader::size() const noexcept { return archive_.get()->members.size(); }

std::optional<member> npz_reader::find(std::string_view name) const noexcept {
  verbs::archive& all = *archive_.get();
  if (!all.index_names()) return std::nullopt;
  const auto index = all.members.find(name);
  if (!index) return std::nullopt;
  return at(*index);
}

result<member> npz_reader::try_get(std::string_view name) const noexcept {
  verbs::archive& all = *archive_.get();
  if (const auto indexed = all.index_names(); !indexed) return indexed.error();
  if (const auto index = all.members.find(name)) return at(*index);
  const bytes::short_text<120> asked([&](bytes::text_sink& out) {
    out.put("a member '").put(bytes::clipped(name, 100)).put('\'');
  });
  const bytes::short_text<800> there([&](bytes::text_sink& out) {
    const std::size_t told = std::min(size(), names_told);
    if (size() == 0) out.put("the archive is empty");
    for (std::size_t i = 0; i < told; ++i)
      out.put(i == 0 ? "" : ", ").put(bytes::clipped(at(i).name(), 80));
    if (told < size()) out.put(" and ").decimal(size() - told).put(" more");
  });
  return all.named(error({.code = errc::not_found, .found = there, .expected = asked}));
}

void npz_reader::expect_headers() const noexcept {
  const verbs::archive& all = *archive_.get();
  if (all.from.tail_at_hand() == 0) return;
  bytes::growing<byte_range> ranges;
  for (std::size_t i = 0; i < size(); ++i)
    if (const auto one = all.members.checked(i))
      if (!ranges.push_back(verbs::member_stream::first_look(all, *one))) return;
  all.from.expect({ranges.data(), ranges.size()});
}

const finding_list& npz_reader::findings() const noexcept {
  verbs::archive& all = *archive_.get();
  (void)all.index_names();  // where memory runs out, those about names are missing
  return all.members.findings();
}

}  // namespace nopy::inline v1
