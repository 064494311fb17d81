// SPDX-License-Identifier: MIT
// Archives of arrays: .npz, the reading half. Reading is lazy: opening reads the directory, a member
// is touched when it is asked for. A member is a source: every verb that reads or maps takes it. A
// stored one is mapped where it lies.
//
//   const nopy::npz_reader run("run.npz");                   lists the members; reads no array
//   const auto train = nopy::load<float, 2>(run["train"]);   stored or deflated, checked by its CRC
//   const auto test = nopy::map<float, 2>(run["test"]);      stored members, in place
//   const nopy::npy_file big(run["big"]);                    windows, also of deflated members
#pragma once

#include <nopy/compression.hpp>
#include <nopy/file.hpp>
#include <nopy/load.hpp>

namespace nopy::inline v1 {

/// A member of an open archive: light, and shares the archive, so it may outlive the reader.
class NOPY_API member {
 public:
  /// NumPy's key: the stored name without one ".npy" at its end. Lives as long as the archive.
  [[nodiscard]] std::string_view name() const noexcept;
  /// The name in the archive as UTF-8: what the record says, code page 437 converted.
  [[nodiscard]] std::string_view stored_name() const noexcept;
  /// Another spelling it can be looked up by, or nothing: several writers forget to say that a name
  /// is UTF-8, or say the name in a Unicode Path field.
  [[nodiscard]] std::string_view alias() const noexcept;
  /// Its position in the directory.
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  // What the directory says; a number that can not be is told when the member is read.
  [[nodiscard]] nopy::compression compression() const noexcept;
  [[nodiscard]] std::uint64_t compressed_bytes() const noexcept;
  [[nodiscard]] std::uint64_t uncompressed_bytes() const noexcept;
  [[nodiscard]] std::uint32_t crc32() const noexcept;

  /// Reads the header: one small read, also of a deflated member. Errors: the zip kinds, and those
  /// of `read_header`; bad_magic, where the member is no array.
  [[nodiscard]] result<nopy::header> try_header(const load_options& options = {}) const noexcept {
    return nopy::try_read_header(*this, options);
  }
  /// Where the array's first data byte lies in the archive. Errors: compressed, and those of
  /// `try_header`.
  [[nodiscard]] result<std::uint64_t> try_data_offset() const noexcept;
  /// Whether `map` can give it in place: stored, a path or descriptor behind it, no objects, no
  /// error in its header.
  [[nodiscard]] bool mappable() const noexcept;
  /// Reads the whole member and holds it against its sizes and its CRC; the answer is remembered.
  /// Errors: zip_crc, zip_size, zip_inflate, changed, io.
  [[nodiscard]] result<void> try_verify() const noexcept;
  /// The member's bytes, whatever they are, checked. Errors: the zip kinds, limit, out_of_memory.
  [[nodiscard]] result<memory> try_bytes(const load_options& options = {}) const noexcept;

  /// Loads it; nothing is handed out unless sizes and CRC of the whole member agree, behind the
  /// array too. Errors: those of `nopy::try_load` and the zip kinds.
  [[nodiscard]] result<any_array> try_load(const load_options& options = {}) const noexcept {
    return nopy::try_load(*this, options);
  }
  template <element T, std::size_t Rank = any_rank>
  [[nodiscard]] result<array<T, Rank>> try_load(const load_options& options = {}) const noexcept {
    return nopy::try_load<T, Rank>(*this, options);
  }
  /// Maps a stored member in place; nothing is verified. Errors: those of `nopy::try_map`.
  [[nodiscard]] result<any_array> try_map_as(map_mode mode, const in_place_request& request,
                                             const map_options& options = {}) const noexcept {
    return nopy::try_map_as(*this, mode, request, options);
  }
  [[nodiscard]] result<any_array> try_map(const map_options& options = {}) const noexcept {
    return nopy::try_map(*this, options);
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] result<mapped_array<const T, Rank, Layout>> try_map(
      const map_options& options = {}) const noexcept {
    return nopy::try_map<T, Rank, Layout>(*this, options);
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] result<mapped_array<T, Rank, Layout>> try_map_private(
      const map_options& options = {}) const noexcept {
    return nopy::try_map_private<T, Rank, Layout>(*this, options);
  }
#if NOPY_EXCEPTIONS
  [[nodiscard]] nopy::header header(const load_options& options = {}) const {
    return try_header(options).value();
  }
  [[nodiscard]] any_array load(const load_options& options = {}) const {
    return try_load(options).value();
  }
  template <element T, std::size_t Rank = any_rank>
  [[nodiscard]] array<T, Rank> load(const load_options& options = {}) const {
    return try_load<T, Rank>(options).value();
  }
  template <element T, std::size_t Rank, class Layout>
  void load_into(const array_view<T, Rank, Layout>& into, const load_options& options = {}) const {
    nopy::try_load_into(*this, into, options).value();
  }
  [[nodiscard]] any_array map(const map_options& options = {}) const {
    return try_map(options).value();
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] mapped_array<const T, Rank, Layout> map(const map_options& options = {}) const {
    return try_map<T, Rank, Layout>(options).value();
  }
  template <element T, std::size_t Rank, class Layout = layout_right>
  [[nodiscard]] mapped_array<T, Rank, Layout> map_private(const map_options& options = {}) const {
    return try_map_private<T, Rank, Layout>(options).value();
  }
  void verify() const { try_verify().value(); }
  [[nodiscard]] memory bytes(const load_options& options = {}) const {
    return try_bytes(options).value();
  }
#endif

  operator source() const noexcept { return source::member(archive_, index_); }

 private:
  friend class npz_reader;
  member(archive_share archive, std::size_t index) noexcept
      : archive_(std::move(archive)), index_(index) {}
  archive_share archive_;
  std::size_t index_;
};

/// An open archive: a range of members. Const and safe for many threads, also after fork. What was
/// moved from, as with members, may only be assigned to or destroyed.
class NOPY_API npz_reader {
 public:
  /// Reads the directory; its policy holds for the members too. `limits.members` bounds it. Bytes in
  /// memory and the callback of a custom source must outlive the archive. Errors: io, not_regular,
  /// bad_magic, the zip kinds, limit, out_of_memory.
  [[nodiscard]] static result<npz_reader> open(const source& from,
                                               const load_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
  explicit npz_reader(const source& from, const load_options& options = {})
      : npz_reader(open(from, options).value()) {}
#endif

  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  /// By position in the directory, below `size()`; reaches every one of several members of one name.
  [[nodiscard]] member at(std::size_t index) const noexcept { return {archive_, index}; }
  /// By name, as NumPy looks it up: the exact stored name, else the name + ".npy", the last one of
  /// several; else by an alias. Cost: the first look-up builds an index, later ones are O(1).
  [[nodiscard]] std::optional<member> find(std::string_view name) const noexcept;
  [[nodiscard]] bool contains(std::string_view name) const noexcept {
    return find(name).has_value();
  }
  /// Like `find`. Errors: not_found, naming what is there; out_of_memory.
  [[nodiscard]] result<member> try_get(std::string_view name) const noexcept;
#if NOPY_EXCEPTIONS
  [[nodiscard]] member operator[](std::string_view name) const { return try_get(name).value(); }
#endif
  /// Says to a source that is far away that the header of every member is read next, so that it
  /// brings them together (a far_reader's `expect`); nothing for other sources.
  void expect_headers() const noexcept;
  /// Deviations of the directory, names that two members share among them; those of a member come
  /// with its header.
  [[nodiscard]] const finding_list& findings() const noexcept;

  /// Goes through the members in the order of the directory.
  class iterator {
   public:
    using value_type = member;
    using difference_type = std::ptrdiff_t;
    iterator() noexcept = default;
    iterator(const npz_reader* reader, std::size_t index) noexcept
        : reader_(reader), index_(index) {}
    [[nodiscard]] member operator*() const noexcept { return reader_->at(index_); }
    iterator& operator++() noexcept {
      ++index_;
      return *this;
    }
    iterator operator++(int) noexcept { return {reader_, index_++}; }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const npz_reader* reader_ = nullptr;
    std::size_t index_ = 0;
  };
  [[nodiscard]] iterator begin() const& noexcept { return {this, 0}; }
  [[nodiscard]] iterator end() const& noexcept { return {this, size()}; }
  void begin() && = delete;
  void end() && = delete;

 private:
  explicit npz_reader(archive_share archive) noexcept : archive_(std::move(archive)) {}
  archive_share archive_;
};

}  // namespace nopy::inline v1
