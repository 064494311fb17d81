// SPDX-License-Identifier: MIT
// Arrays whose items are their positions, of random types, shapes and orders, with random windows of them: the
// model that reading and writing of windows are held against.
#pragma once

#include <nopy/file.hpp>

#include "support/npy_stream.hpp"

#include <bit>
#include <random>
#include <string>
#include <vector>

namespace nopy::test {

inline std::string text_of(const shape& extents) {
  std::string text = "(";
  for (const std::uint64_t extent : extents) text += std::to_string(extent) + ", ";
  return text + ")";
}

/// An array whose item at C position p holds the number p, in one of several types.
struct numbered_array {
  std::string descr;
  std::size_t item_bytes;
  bool big;
  shape extents;
  bool fortran;

  [[nodiscard]] std::uint64_t position(const std::vector<std::uint64_t>& index) const {
    std::uint64_t at = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) at = at * extents[axis] + index[axis];
    return at;
  }
  /// Appends the items of these numbers.
  void append(std::vector<std::byte>& to, std::uint64_t number) const {
    if (descr == "'<f8'") number = std::bit_cast<std::uint64_t>(static_cast<double>(number));
    const std::size_t at = to.size();
    to.resize(at + item_bytes);
    for (std::size_t i = 0; i < item_bytes; ++i)
      to[at + (big ? item_bytes - 1 - i : i)] =
          static_cast<std::byte>(i < 8 ? number >> (8 * i) : number + i);
  }
  [[nodiscard]] std::vector<std::byte> items(const std::vector<std::uint64_t>& numbers) const {
    std::vector<std::byte> bytes;
    bytes.reserve(numbers.size() * item_bytes);
    for (const std::uint64_t number : numbers) append(bytes, number);
    return bytes;
  }
  /// Calls `each(index)` for every index of a box, in the order of memory.
  template <class Each>
  static void walk(const shape& box, bool fortran_order, Each&& each) {
    if (box.count() == 0) return;
    std::vector<std::uint64_t> index(box.rank(), 0);
    for (;;) {
      each(index);
      std::size_t i = 0;
      for (; i < box.rank(); ++i) {
        const std::size_t axis = fortran_order ? i : box.rank() - 1 - i;
        if (++index[axis] < box[axis]) break;
        index[axis] = 0;
      }
      if (i == box.rank()) return;
    }
  }
  [[nodiscard]] std::vector<std::byte> file() const {
    shape start;
    for (std::size_t axis = 0; axis < extents.rank(); ++axis) start.push_back(0);
    return npy_stream(descr, text_of(extents), fortran)
        .data(items(window({start, extents}, fortran)))
        .bytes();
  }
  /// The numbers a window holds, in the order of memory.
  [[nodiscard]] std::vector<std::uint64_t> window(const region& part, bool fortran_order) const {
    std::vector<std::uint64_t> numbers;
    walk(part.extents, fortran_order, [&](const std::vector<std::uint64_t>& index) {
      std::uint64_t at = 0;
      for (std::size_t axis = 0; axis < index.size(); ++axis)
        at = at * extents[axis] + part.start[axis] +
             index[axis] * (part.steps.rank() == 0 ? 1 : part.steps[axis]);
      numbers.push_back(at);
    });
    return numbers;
  }
};

using generator = std::mt19937_64;

inline std::uint64_t below(generator& random, std::uint64_t end) { return random() % end; }

inline numbered_array random_array(generator& random) {
  static const struct {
    const char* descr;
    std::size_t bytes;
    bool big;
  } types[] = {{"'|u1'", 1, false}, {"'<i2'", 2, false}, {"'>i4'", 4, true},   {"'<f8'", 8, false},
               {"'<u8'", 8, false}, {"'|S3'", 3, false}, {"'|V40'", 40, false}};
  const auto& type = types[below(random, std::size(types))];
  numbered_array made{type.descr, type.bytes, type.big, {}, below(random, 2) == 1};
  const std::size_t rank = below(random, 6);
  const std::uint64_t most = rank <= 2 ? 60 : rank == 3 ? 18 : 8;
  for (std::size_t axis = 0; axis < rank; ++axis)
    made.extents.push_back(below(random, 20) == 0 ? 0 : 1 + below(random, most));
  return made;
}

inline region random_region(generator& random, const shape& array) {
  region part;
  const bool stepped = below(random, 2) == 1;
  for (const std::uint64_t extent : array) {
    const bool whole = below(random, 3) == 0;
    const std::uint64_t start = whole ? 0 : below(random, extent + 1);
    const std::uint64_t step = stepped ? 1 + below(random, 4) : 1;
    const std::uint64_t most = start == extent ? 0 : (extent - start - 1) / step + 1;
    part.start.push_back(start);
    part.extents.push_back(whole ? most : below(random, most + 1));
    if (stepped) part.steps.push_back(step);
  }
  return part;
}

inline std::string text_of(const numbered_array& array, const region& part) {
  return array.descr + " " + text_of(array.extents) + (array.fortran ? " F" : " C") + " start " +
         text_of(part.start) + " extents " + text_of(part.extents) + " steps " +
         text_of(part.steps);
}

}  // namespace nopy::test
