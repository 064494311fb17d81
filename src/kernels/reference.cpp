// SPDX-License-Identifier: MIT
// The reference kernels that move items. Plain loops over fixed widths, which compilers turn into
// vector code; transposes go tile by tile, a tile being one cache line wide both ways.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 2
#error "arithmetic with excess precision rounds twice: 32-bit x86 needs -msse2 -mfpmath=sse"
#endif

#include "kernels/reference.hpp"

#include <bit>
#include <cstring>

#include "kernels/direct.hpp"
#include "kernels/table.hpp"

namespace nopy::kernels {
namespace {

std::uint16_t reversed(std::uint16_t bits) noexcept { return __builtin_bswap16(bits); }
std::uint32_t reversed(std::uint32_t bits) noexcept { return __builtin_bswap32(bits); }
std::uint64_t reversed(std::uint64_t bits) noexcept { return __builtin_bswap64(bits); }

template <class Bits>
void swap_apart(std::byte* __restrict dst, const std::byte* __restrict src,
                std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, src + i * sizeof bits, sizeof bits);
    bits = reversed(bits);
    std::memcpy(dst + i * sizeof bits, &bits, sizeof bits);
  }
}

template <class Bits>
void swap_in_place(std::byte* data, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    Bits bits;
    std::memcpy(&bits, data + i * sizeof bits, sizeof bits);
    bits = reversed(bits);
    std::memcpy(data + i * sizeof bits, &bits, sizeof bits);
  }
}

template <class Bits>
void swap_units(std::byte* dst, const std::byte* src, std::size_t count) noexcept {
  if (dst == src) return swap_in_place<Bits>(dst, count);
  swap_apart<Bits>(dst, src, count);
}

void swap_any(std::byte* dst, const std::byte* src, std::size_t unit_bytes,
              std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i, dst += unit_bytes, src += unit_bytes) {
    for (std::size_t low = 0, high = unit_bytes - 1; low <= high && high < unit_bytes;
         ++low, --high) {
      const std::byte first = src[low];
      dst[low] = src[high];
      dst[high] = first;
    }
  }
}

void swap(std::byte* dst, const std::byte* src, std::size_t unit_bytes, std::size_t count) {
  switch (unit_bytes) {
    case 2:
      return swap_units<std::uint16_t>(dst, src, count);
    case 4:
      return swap_units<std::uint32_t>(dst, src, count);
    case 8:
      return swap_units<std::uint64_t>(dst, src, count);
    default:
      return swap_any(dst, src, unit_bytes, count);
  }
}

template <std::size_t Bytes>
void copy_fixed(std::byte* dst, std::ptrdiff_t dst_stride, const std::byte* src,
                std::ptrdiff_t src_stride, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i, dst += dst_stride, src += src_stride)
    std::memcpy(dst, src, Bytes);
}

}  // namespace

void copy_items_reference(std::byte* dst, std::ptrdiff_t dst_stride, const std::byte* src,
                          std::ptrdiff_t src_stride, std::size_t item_bytes, std::size_t count) {
  const auto side_by_side = static_cast<std::ptrdiff_t>(item_bytes);
  if (count == 0 || item_bytes == 0) return;
  if (dst_stride == side_by_side && src_stride == side_by_side) {
    std::memcpy(dst, src, item_bytes * count);
    return;
  }
  switch (item_bytes) {
    case 1:
      return copy_fixed<1>(dst, dst_stride, src, src_stride, count);
    case 2:
      return copy_fixed<2>(dst, dst_stride, src, src_stride, count);
    case 4:
      return copy_fixed<4>(dst, dst_stride, src, src_stride, count);
    case 8:
      return copy_fixed<8>(dst, dst_stride, src, src_stride, count);
    case 16:
      return copy_fixed<16>(dst, dst_stride, src, src_stride, count);
    default:
      break;
  }
  for (std::size_t i = 0; i < count; ++i, dst += dst_stride, src += src_stride)
    std::memcpy(dst, src, item_bytes);
}

namespace {

constexpr std::size_t line_bytes = 64;
// Columns of the source that are walked together: their pages stay in the TLB.
constexpr std::size_t columns_together = 256;

/// One line both ways of items of 1 or 2 bytes: blocks as wide as a 64-bit word are transposed
/// in registers, by exchanging ever smaller halves. Source: Warren, Hacker's Delight, 7-3.
template <std::size_t Bytes>
void transpose_words(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                     std::ptrdiff_t src_column_stride) noexcept {
  constexpr std::size_t side = line_bytes / Bytes;
  constexpr std::size_t lanes = 8 / Bytes;
  for (std::size_t row = 0; row < side; row += lanes)
    for (std::size_t column = 0; column < side; column += lanes) {
      std::uint64_t words[lanes];
      for (std::size_t i = 0; i < lanes; ++i)
        std::memcpy(&words[i],
                    src + static_cast<std::ptrdiff_t>(column + i) * src_column_stride + row * Bytes,
                    8);
      for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        const std::size_t shift = half * Bytes * 8;
        const std::uint64_t mask = ~std::uint64_t{0} / ((std::uint64_t{1} << shift) + 1);
        for (std::size_t i = 0; i < lanes; ++i) {
          if ((i & half) != 0) continue;
          const std::uint64_t crossed = (words[i] >> shift ^ words[i + half]) & mask;
          words[i + half] ^= crossed;
          words[i] ^= crossed << shift;
        }
      }
      for (std::size_t i = 0; i < lanes; ++i)
        std::memcpy(dst + static_cast<std::ptrdiff_t>(row + i) * dst_row_stride + column * Bytes,
                    &words[i], 8);
    }
}

/// One line both ways: written line by line, straight from the source's lines, which stay in the
/// cache. (By way of a tile in memory this was 2.3 times slower: wide loads of narrow stores stall.)
template <std::size_t Bytes>
void transpose_tile(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                    std::ptrdiff_t src_column_stride, std::size_t rows,
                    std::size_t columns) noexcept {
  constexpr std::size_t side = line_bytes / Bytes;
  if (rows == side && columns == side && Bytes < 4 && std::endian::native == std::endian::little) {
    if constexpr (Bytes < 4) transpose_words<Bytes>(dst, dst_row_stride, src, src_column_stride);
    return;
  }
  if (columns == side) {
    for (std::size_t row = 0; row < rows; ++row, dst += dst_row_stride, src += Bytes)
      for (std::size_t column = 0; column < side; ++column)
        std::memcpy(dst + column * Bytes,
                    src + static_cast<std::ptrdiff_t>(column) * src_column_stride, Bytes);
    return;
  }
  for (std::size_t row = 0; row < rows; ++row, dst += dst_row_stride, src += Bytes)
    for (std::size_t column = 0; column < columns; ++column)
      std::memcpy(dst + column * Bytes,
                  src + static_cast<std::ptrdiff_t>(column) * src_column_stride, Bytes);
}

template <std::size_t Bytes>
void transpose_fixed(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                     std::ptrdiff_t src_column_stride, std::size_t rows,
                     std::size_t columns) noexcept {
  constexpr std::size_t side = line_bytes / Bytes;
  for (std::size_t first = 0; first < columns; first += columns_together) {
    const std::size_t last =
        columns - first < columns_together ? columns : first + columns_together;
    for (std::size_t row = 0; row < rows; row += side) {
      std::byte* to = dst + static_cast<std::ptrdiff_t>(row) * dst_row_stride;
      const std::byte* from = src + row * Bytes;
      const std::size_t high = rows - row < side ? rows - row : side;
      for (std::size_t column = first; column < last; column += side)
        transpose_tile<Bytes>(to + column * Bytes, dst_row_stride,
                              from + static_cast<std::ptrdiff_t>(column) * src_column_stride,
                              src_column_stride, high, last - column < side ? last - column : side);
    }
  }
}

/// Items of any size: in blocks of 32 x 32, so that the lines touched stay in the cache.
void transpose_any(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                   std::ptrdiff_t src_column_stride, std::size_t item_bytes, std::size_t rows,
                   std::size_t columns) noexcept {
  constexpr std::size_t side = 32;
  for (std::size_t row = 0; row < rows; row += side)
    for (std::size_t column = 0; column < columns; column += side) {
      const std::size_t last_row = rows - row < side ? rows : row + side;
      const std::size_t width = columns - column < side ? columns - column : side;
      for (std::size_t at = row; at < last_row; ++at)
        copy_items_reference(
            dst + static_cast<std::ptrdiff_t>(at) * dst_row_stride + column * item_bytes,
            static_cast<std::ptrdiff_t>(item_bytes),
            src + static_cast<std::ptrdiff_t>(column) * src_column_stride + at * item_bytes,
            src_column_stride, item_bytes, width);
    }
}

void transpose(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
               std::ptrdiff_t src_column_stride, std::size_t item_bytes, std::size_t rows,
               std::size_t columns) {
  switch (item_bytes) {
    case 1:
      return transpose_fixed<1>(dst, dst_row_stride, src, src_column_stride, rows, columns);
    case 2:
      return transpose_fixed<2>(dst, dst_row_stride, src, src_column_stride, rows, columns);
    case 4:
      return transpose_fixed<4>(dst, dst_row_stride, src, src_column_stride, rows, columns);
    case 8:
      return transpose_fixed<8>(dst, dst_row_stride, src, src_column_stride, rows, columns);
    case 16:
      return transpose_fixed<16>(dst, dst_row_stride, src, src_column_stride, rows, columns);
    default:
      return transpose_any(dst, dst_row_stride, src, src_column_stride, item_bytes, rows, columns);
  }
}

}  // namespace

void normalise_bool_reference(std::byte* data, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    data[i] = data[i] != std::byte{0} ? std::byte{1} : std::byte{0};
}

namespace {

constexpr table reference_table{
    .name = "reference",
    .swap = swap,
    .copy_items = copy_items_reference,
    .transpose = transpose,
    .normalise_bool = normalise_bool_reference,
    .direct = direct_conversion,
    .statistics = statistics_reference,
};

}  // namespace

const table& reference() noexcept { return reference_table; }

}  // namespace nopy::kernels
