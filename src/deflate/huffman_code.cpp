// SPDX-License-Identifier: MIT
#include "deflate/huffman_code.hpp"

#include "deflate/huffman_table.hpp"

#include <algorithm>
#include <array>

namespace nopy::deflate {
namespace {

constexpr std::size_t most_symbols = literal_symbols;

struct leaf {
  std::uint32_t count;
  std::uint16_t symbol;
};

/// How many codewords of each length an optimal code without a limit has. `leaves` ascend by count, two at least.
/// Two queues: leaves, and the inner nodes, which are made in ascending order.
void count_depths(std::span<const leaf> leaves, std::span<std::uint32_t> depths) noexcept {
  std::array<std::uint32_t, most_symbols> weight;
  std::array<std::uint16_t, 2 * most_symbols> parent;  // of leaves, then of inner nodes
  const std::size_t n = leaves.size();
  std::size_t next_leaf = 0, next_inner = 0;
  for (std::size_t made = 0; made + 1 < n; ++made) {
    std::uint32_t sum = 0;
    for (int child = 0; child < 2; ++child) {
      const bool take_leaf =
          next_leaf < n && (next_inner == made || leaves[next_leaf].count <= weight[next_inner]);
      sum += take_leaf ? leaves[next_leaf].count : weight[next_inner];
      parent[take_leaf ? next_leaf++ : n + next_inner++] = static_cast<std::uint16_t>(made);
    }
    weight[made] = sum;
  }
  std::array<std::uint16_t, most_symbols> depth;  // of inner nodes; the last one made is the root
  depth[n - 2] = 0;
  for (std::size_t inner = n - 2; inner-- > 0;)
    depth[inner] = static_cast<std::uint16_t>(depth[parent[n + inner]] + 1);
  for (std::size_t i = 0; i < n; ++i)
    ++depths[std::min<std::size_t>(depth[parent[i]] + 1u, depths.size() - 1)];
}

/// Makes the code complete again after codewords beyond the limit were counted as of the limit's
/// length. Each step takes one codeword of the limit and hangs it beside a shorter one, which
/// becomes longer by a bit.
void make_complete(std::span<std::uint32_t> depths) noexcept {
  const std::size_t longest = depths.size() - 1;
  std::uint64_t used = 0;  // of 2^longest
  for (std::size_t bits = 1; bits <= longest; ++bits)
    used += std::uint64_t{depths[bits]} << (longest - bits);
  for (; used > std::uint64_t{1} << longest; --used) {
    std::size_t shorter = longest - 1;
    while (depths[shorter] == 0) --shorter;
    --depths[longest];
    --depths[shorter];
    depths[shorter + 1] += 2;
  }
}

}  // namespace

void choose_lengths(std::span<const std::uint32_t> counts, unsigned longest,
                    std::span<std::uint8_t> lengths) noexcept {
  std::array<leaf, most_symbols> leaves;
  std::size_t n = 0;
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
    if (counts[symbol] > 0) leaves[n++] = {counts[symbol], static_cast<std::uint16_t>(symbol)};
  for (std::size_t symbol = 0; n < 2; ++symbol)
    if (counts[symbol] == 0) leaves[n++] = {1, static_cast<std::uint16_t>(symbol)};
  const auto used = std::span(leaves).first(n);
  std::sort(used.begin(), used.end(), [](const leaf& a, const leaf& b) {
    return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
  });
  std::array<std::uint32_t, longest_code + 1> depths{};
  const auto limited = std::span(depths).first(longest + 1);
  count_depths(used, limited);
  make_complete(limited);
  std::fill(lengths.begin(), lengths.end(), std::uint8_t{0});
  std::size_t next = 0;  // the rarest get the longest
  for (unsigned bits = longest; bits > 0; --bits)
    for (std::uint32_t i = 0; i < depths[bits]; ++i)
      lengths[leaves[next++].symbol] = static_cast<std::uint8_t>(bits);
}

void choose_codewords(std::span<const std::uint8_t> lengths,
                      std::span<std::uint16_t> words) noexcept {
  std::array<std::uint16_t, longest_code + 2> next{};
  for (const std::uint8_t bits : lengths)
    if (bits != 0) ++next[bits + 1u];
  for (unsigned bits = 2; bits <= longest_code; ++bits)
    next[bits] = static_cast<std::uint16_t>((next[bits - 1] + next[bits]) << 1);
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    const unsigned bits = lengths[symbol];
    unsigned word = bits == 0 ? 0u : next[bits]++;
    unsigned reversed = 0;
    for (unsigned i = 0; i < bits; ++i, word >>= 1) reversed = reversed << 1 | (word & 1);
    words[symbol] = static_cast<std::uint16_t>(reversed);
  }
}

}  // namespace nopy::deflate
