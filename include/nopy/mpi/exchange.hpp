// SPDX-License-Identifier: MIT
// Short runs become long ones: the file is cut into contiguous pieces, one per rank, and in rounds
// of bounded memory every rank sends each piece's holder what it has of it. Writing then is one
// large write a round, reading one large read.
#pragma once

#include <nopy/file.hpp>

#include <nopy/mpi/options.hpp>
#include <nopy/mpi/planes.hpp>

#include <cstring>
#include <memory>

namespace nopy::mpi {

/// Copies a box of items between two layouts; strides are bytes from one index to the next.
inline void copy_box(std::byte* dst, const std::ptrdiff_t* dst_strides, const std::byte* src,
                     const std::ptrdiff_t* src_strides, const std::uint64_t* extents,
                     std::size_t rank, std::size_t item_bytes) {
  while (rank != 0 && dst_strides[rank - 1] == static_cast<std::ptrdiff_t>(item_bytes) &&
         src_strides[rank - 1] == dst_strides[rank - 1])
    item_bytes *= static_cast<std::size_t>(extents[--rank]);
  if (rank == 0) {
    std::memcpy(dst, src, item_bytes);
    return;
  }
  for (std::uint64_t i = 0; i < extents[0]; ++i) {
    if (rank == 1 && item_bytes == 8)  // a constant size is one move
      std::memcpy(dst, src, 8);
    else if (rank == 1)
      std::memcpy(dst, src, item_bytes);
    else
      copy_box(dst, dst_strides + 1, src, src_strides + 1, extents + 1, rank - 1, item_bytes);
    dst += dst_strides[0];
    src += src_strides[0];
  }
}

/// The rounds of one array between its blocks and its file.
class exchange {
 public:
  exchange(MPI_Comm comm, const block_list& blocks, const header& of, const options& how)
      : comm_(comm),
        blocks_(blocks),
        cut_(of, ranks(), how.stripe_bytes, how.round_bytes, how.most_a_call()),
        pair_bytes_(std::max<std::uint64_t>(1, how.most_a_call() / ranks())) {}

  /// Collective. Hands `put(offset in the file, bytes)` this rank's piece of the file, in order. Errors:
  /// the first of `put`; the others' rounds go on.
  template <class Put>
  [[nodiscard]] result<void> gather(const any_view& values, Put&& put) const {
    const memory_layout memory = layout_of(values);
    result<void> outcome;
    for (std::uint64_t round = 0; round < cut_.rounds(); ++round) {
      const auto counts = counts_of(round);
      const auto sent = room(counts.by_piece.total);
      for (std::size_t piece = 0; piece < cut_.pieces(); ++piece)
        pack(own(), cut_.planes_of(piece, round), memory,
             sent.get() + counts.by_piece.starts[piece]);
      const auto received = swap(sent.get(), counts.by_piece, counts.by_block);
      const range planes = cut_.planes_of(own_rank(), round);
      if (planes.empty() || !outcome) continue;
      const std::size_t bytes = static_cast<std::size_t>(planes.count() * cut_.plane_bytes());
      const auto piece = room(bytes);
      if (static_cast<std::size_t>(counts.by_block.total) < bytes)
        std::memset(piece.get(), 0, bytes);
      for (std::size_t i = 0; i < blocks_.all().size(); ++i)
        place(blocks_.all()[i], planes, received.get() + counts.by_block.starts[i], piece.get());
      outcome = put(cut_.of().data_offset + planes.begin * cut_.plane_bytes(),
                    std::span<const std::byte>(piece.get(), bytes));
    }
    return outcome;
  }

  /// Collective. Reads this rank's piece of the file and fills every rank's block, C order and
  /// contiguous at `into`. Errors: the first of reading; the others' rounds go on.
  [[nodiscard]] result<void> scatter(const npy_file& file, void* into) const {
    const memory_layout memory = dense_layout(static_cast<std::byte*>(into));
    result<void> outcome;
    for (std::uint64_t round = 0; round < cut_.rounds(); ++round) {
      const auto counts = counts_of(round);
      const range planes = cut_.planes_of(own_rank(), round);
      const auto sent = room(counts.by_block.total);
      if (counts.by_block.total != 0) {
        const auto piece = room(static_cast<std::uint64_t>(planes.count() * cut_.plane_bytes()));
        if (outcome) outcome = read_planes(file, planes, piece.get());
        if (outcome)
          for (std::size_t i = 0; i < blocks_.all().size(); ++i)
            take(blocks_.all()[i], planes, piece.get(), sent.get() + counts.by_block.starts[i]);
      }
      const auto received = swap(sent.get(), counts.by_block, counts.by_piece);
      for (std::size_t piece = 0; piece < cut_.pieces(); ++piece)
        unpack(own(), cut_.planes_of(piece, round), received.get() + counts.by_piece.starts[piece],
               memory);
    }
    return outcome;
  }

 private:
  using range = plane_cut::range;
  using box = plane_cut::box;
  /// Where a block's first item lies in memory, and the strides of its axes in the file's order.
  struct memory_layout {
    std::byte* first;
    std::ptrdiff_t strides[max_rank];
  };
  /// Bytes to or from every rank.
  struct shares {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> starts;
    std::uint64_t total = 0;
    void add(std::uint64_t bytes) {
      counts.push_back(bytes);
      starts.push_back(total);
      total += bytes;
    }
    /// What follows `done` bytes of each, at most `most` of it.
    [[nodiscard]] shares part(std::uint64_t done, std::uint64_t most) const {
      shares made;
      for (const std::uint64_t count : counts)
        made.add(std::min(count - std::min(count, done), most));
      return made;
    }
    /// As MPI_Alltoallv wants them; below 2^31, which `swap` sees to.
    [[nodiscard]] static std::vector<int> as_int(const std::vector<std::uint64_t>& from) {
      return {from.begin(), from.end()};
    }
  };
  struct round_counts {
    shares by_piece;  ///< of this rank's block, in every rank's piece
    shares by_block;  ///< of this rank's piece, in every rank's block
  };
  [[nodiscard]] std::uint64_t ranks() const { return static_cast<std::uint64_t>(size_of(comm_)); }
  [[nodiscard]] std::size_t own_rank() const { return static_cast<std::size_t>(rank_of(comm_)); }
  [[nodiscard]] const block& own() const { return blocks_.own(); }
  [[nodiscard]] static std::unique_ptr<std::byte[]> room(std::uint64_t bytes) {
    return std::unique_ptr<std::byte[]>(new std::byte[static_cast<std::size_t>(bytes)]);
  }

  [[nodiscard]] round_counts counts_of(std::uint64_t round) const {
    round_counts made;
    for (std::size_t i = 0; i < blocks_.all().size(); ++i) {
      made.by_piece.add(cut_.bytes_in(own(), cut_.planes_of(i, round)));
      made.by_block.add(cut_.bytes_in(blocks_.all()[i], cut_.planes_of(own_rank(), round)));
    }
    return made;
  }

  [[nodiscard]] memory_layout layout_of(const any_view& values) const {
    memory_layout made{const_cast<std::byte*>(values.bytes().data()), {}};
    for (std::size_t place = 0; place < cut_.rank(); ++place)
      made.strides[place] = values.stride_bytes(cut_.axis(place));
    return made;
  }
  [[nodiscard]] memory_layout dense_layout(std::byte* first) const {
    memory_layout made{first, {}};
    std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(cut_.item_bytes());
    for (std::size_t i = cut_.rank(); i-- > 0;) {
      made.strides[cut_.of().order == order::c ? i : cut_.rank() - 1 - i] = bytes;
      bytes *= static_cast<std::ptrdiff_t>(own().extents[i]);
    }
    return made;
  }
  [[nodiscard]] std::byte* item(const memory_layout& memory, const box& one) const {
    std::byte* first = memory.first;
    for (std::size_t place = 0; place < cut_.outer(); ++place)
      first += static_cast<std::ptrdiff_t>(one.index[place]) * memory.strides[place];
    return first;
  }
  /// Between memory and a message.
  template <bool To_message>
  void move_memory(const block& of, const range& planes, const memory_layout& memory,
                   std::byte* message) const {
    std::ptrdiff_t dense[max_rank];
    cut_.for_each_box(of, planes, [&](const box& one) {
      cut_.dense_strides(dense, one);
      std::byte* const at = item(memory, one);
      const std::ptrdiff_t* const strides = memory.strides + cut_.outer() - 1;
      if constexpr (To_message)
        copy_box(message, dense, at, strides, one.extents, cut_.box_rank(), cut_.item_bytes());
      else
        copy_box(at, strides, message, dense, one.extents, cut_.box_rank(), cut_.item_bytes());
      message += static_cast<std::ptrdiff_t>(one.extents[0]) * dense[0];
    });
  }
  /// Between a piece of the file and a message.
  template <bool To_message>
  void move_piece(const block& of, const range& planes, std::byte* piece,
                  std::byte* message) const {
    std::ptrdiff_t dense[max_rank];
    std::ptrdiff_t strides[max_rank];
    const std::ptrdiff_t first = cut_.file_strides(strides, of);
    cut_.for_each_box(of, planes, [&](const box& one) {
      cut_.dense_strides(dense, one);
      std::byte* const at =
          piece + first + static_cast<std::ptrdiff_t>(one.plane - planes.begin) * strides[0];
      if constexpr (To_message)
        copy_box(message, dense, at, strides, one.extents, cut_.box_rank(), cut_.item_bytes());
      else
        copy_box(at, strides, message, dense, one.extents, cut_.box_rank(), cut_.item_bytes());
      message += static_cast<std::ptrdiff_t>(one.extents[0]) * dense[0];
    });
  }
  void pack(const block& of, const range& planes, const memory_layout& from, std::byte* to) const {
    move_memory<true>(of, planes, from, to);
  }
  void unpack(const block& of, const range& planes, std::byte* from,
              const memory_layout& to) const {
    move_memory<false>(of, planes, to, from);
  }
  void place(const block& of, const range& planes, std::byte* from, std::byte* piece) const {
    move_piece<false>(of, planes, piece, from);
  }
  void take(const block& of, const range& planes, std::byte* piece, std::byte* to) const {
    move_piece<true>(of, planes, piece, to);
  }
  [[nodiscard]] std::unique_ptr<std::byte[]> swap(const std::byte* sent, const shares& to,
                                                  const shares& from) const {
    auto received = room(from.total);
    if (cut_.most_a_pair() <= pair_bytes_) {
      swap_once(sent, to, received.get(), from);
      return received;
    }
    // Items so large that a round of them is more than MPI's int counts.
    for (std::uint64_t done = 0; done < cut_.most_a_pair(); done += pair_bytes_) {
      const shares to_now = to.part(done, pair_bytes_);
      const shares from_now = from.part(done, pair_bytes_);
      const auto sent_now = room(to_now.total);
      const auto received_now = room(from_now.total);
      for (std::size_t i = 0; i < to.counts.size(); ++i)
        std::copy_n(sent + to.starts[i] + std::min(done, to.counts[i]), to_now.counts[i],
                    sent_now.get() + to_now.starts[i]);
      swap_once(sent_now.get(), to_now, received_now.get(), from_now);
      for (std::size_t i = 0; i < from.counts.size(); ++i)
        std::copy_n(received_now.get() + from_now.starts[i], from_now.counts[i],
                    received.get() + from.starts[i] + std::min(done, from.counts[i]));
    }
    return received;
  }
  void swap_once(const std::byte* sent, const shares& to, std::byte* received,
                 const shares& from) const {
    const auto to_counts = shares::as_int(to.counts), to_starts = shares::as_int(to.starts);
    const auto from_counts = shares::as_int(from.counts), from_starts = shares::as_int(from.starts);
    MPI_Alltoallv(sent, to_counts.data(), to_starts.data(), MPI_BYTE, received, from_counts.data(),
                  from_starts.data(), MPI_BYTE, comm_);
  }

  /// Reads whole planes, as they lie in the file.
  [[nodiscard]] result<void> read_planes(const npy_file& file, range planes,
                                         std::byte* into) const {
    while (!planes.empty()) {
      region part{cut_.of().shape, cut_.of().shape, {}};
      std::uint64_t plane = planes.begin;
      for (std::size_t place = cut_.rank(); place-- > 0;) part.start[cut_.axis(place)] = 0;
      for (std::size_t place = cut_.outer(); place-- > 0;) {
        part.start[cut_.axis(place)] = plane % cut_.extent(place);
        part.extents[cut_.axis(place)] = 1;
        plane /= cut_.extent(place);
      }
      const std::size_t last = cut_.axis(cut_.outer() - 1);
      part.extents[last] = std::min(cut_.of().shape[last] - part.start[last], planes.count());
      const std::size_t bytes = static_cast<std::size_t>(part.extents[last] * cut_.plane_bytes());
      const auto read = file.try_read_as(part, {.type = cut_.of().dtype, .order = cut_.of().order},
                                         {into, bytes});
      if (!read) return read;
      into += bytes;
      planes.begin += part.extents[last];
    }
    return {};
  }

  MPI_Comm comm_;
  const block_list& blocks_;
  plane_cut cut_;
  std::uint64_t pair_bytes_;  // of a call of MPI, from one rank to another
};

}  // namespace nopy::mpi
