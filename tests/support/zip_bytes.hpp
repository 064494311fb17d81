// SPDX-License-Identifier: MIT
// Builds ZIP archives for tests, right or wrong in every part:
//
//   zip_bytes().stored("a.npy", array).deflated("b.npy", other)
//   zip_bytes().stored("a.npy", array).break_crc()          both headers lie
//   zip_bytes().stored("a.npy", array).local([](auto& h) { h.method = 8; })
//
// Written by the numbers of APPNOTE 4.3, without the library's own writer and readers.
#pragma once

#include "support/small_deflate.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::test {

/// CRC-32 a bit at a time.
[[nodiscard]] inline std::uint32_t slow_crc32(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

class zip_bytes {
 public:
  /// What a local header or a central record says.
  struct record {
    std::uint32_t signature = 0;
    std::uint16_t made_by = 0x0314;
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc32 = 0;
    std::uint32_t compressed_bytes = 0;
    std::uint32_t uncompressed_bytes = 0;
    std::uint16_t disk = 0;
    std::uint32_t attributes = 0;
    std::uint32_t offset = 0;
    std::string name{};
    std::string extra{};
  };
  using change = std::function<void(record&)>;

  zip_bytes& stored(std::string_view name, std::string_view data) {
    return add(name, 0, std::string(data), data);
  }
  zip_bytes& deflated(std::string_view name, std::string_view data) {
    return add(name, 8, small_deflate::of(data), data);
  }
  /// Any bytes under any method, as the data of `uncompressed`.
  zip_bytes& add(std::string_view name, std::uint16_t method, std::string compressed,
                 std::string_view uncompressed) {
    member made;
    made.both = {.method = method,
                 .crc32 = slow_crc32(uncompressed),
                 .compressed_bytes = static_cast<std::uint32_t>(compressed.size()),
                 .uncompressed_bytes = static_cast<std::uint32_t>(uncompressed.size()),
                 .name = std::string(name)};
    made.data = std::move(compressed);
    members_.push_back(std::move(made));
    return *this;
  }

  // Changes to the member added last.
  zip_bytes& both(const change& how) {
    how(last().both);
    return *this;
  }
  zip_bytes& local(change how) {
    last().local = std::move(how);
    return *this;
  }
  zip_bytes& central(change how) {
    last().central = std::move(how);
    return *this;
  }
  zip_bytes& break_crc() {
    return both([](record& r) { r.crc32 ^= 1; });
  }
  /// Bytes in front of its local header.
  zip_bytes& gap(std::string_view bytes) {
    last().gap = bytes;
    return *this;
  }
  /// Bytes right behind its data.
  zip_bytes& behind(std::string_view bytes) {
    last().behind = bytes;
    return *this;
  }
  /// CRC and sizes behind the data instead of in front of it.
  zip_bytes& descriptor(bool signature = true, bool wide = false) {
    record& r = last().both;
    r.flags |= 8;
    std::string made = signature ? number(0x08074B50, 4) : "";
    made += number(r.crc32, 4) + number(r.compressed_bytes, wide ? 8 : 4) +
            number(r.uncompressed_bytes, wide ? 8 : 4);
    last().local = [](record& l) { l.crc32 = l.compressed_bytes = l.uncompressed_bytes = 0; };
    return behind(made);
  }
  /// Sizes, and the offset too, in ZIP64 fields.
  zip_bytes& zip64() {
    const record sizes = last().both;
    const std::string both_sizes =
        number(sizes.uncompressed_bytes, 8) + number(sizes.compressed_bytes, 8);
    const auto saturate = [](record& r) { r.compressed_bytes = r.uncompressed_bytes = 0xFFFFFFFF; };
    last().local = [=](record& r) {
      saturate(r);
      r.extra += extra(1, both_sizes);
    };
    last().central = [=](record& r) {
      saturate(r);
      r.extra += extra(1, both_sizes + number(r.offset, 8));
      r.offset = 0xFFFFFFFF;
    };
    return *this;
  }

  // Changes to the archive.
  zip_bytes& prefix(std::string_view bytes) {
    prefix_ = bytes;
    return *this;
  }
  zip_bytes& comment(std::string_view text) {
    comment_ = text;
    return *this;
  }
  zip_bytes& tail(std::string_view bytes) {
    tail_ = bytes;
    return *this;
  }
  zip_bytes& end_64() {
    end_64_ = true;
    return *this;
  }
  /// The directory's records in another order.
  zip_bytes& order(std::vector<std::size_t> positions) {
    order_ = std::move(positions);
    return *this;
  }

  /// Where the data of a member begins, in `str()`.
  [[nodiscard]] std::size_t data_offset(std::size_t index) const {
    std::vector<std::size_t> at;
    (void)write(&at);
    return at[index];
  }
  [[nodiscard]] std::string str() const { return write(nullptr); }
  operator std::string() const { return str(); }

  [[nodiscard]] static std::string number(std::uint64_t value, unsigned bytes) {
    std::string made;
    for (unsigned i = 0; i < bytes; ++i) made += static_cast<char>(value >> (8 * i) & 0xFF);
    return made;
  }
  [[nodiscard]] static std::string extra(unsigned id, const std::string& body) {
    return number(id, 2) + number(body.size(), 2) + body;
  }

 private:
  struct member {
    record both{};
    change local{};
    change central{};
    std::string data{};
    std::string gap{};
    std::string behind{};
  };

  [[nodiscard]] member& last() { return members_.back(); }

  static std::string shared_fields(const record& r) {
    return number(20, 2) + number(r.flags, 2) + number(r.method, 2) + number(0, 2) +
           number(0x21, 2) + number(r.crc32, 4) + number(r.compressed_bytes, 4) +
           number(r.uncompressed_bytes, 4) + number(r.name.size(), 2) + number(r.extra.size(), 2);
  }

  std::string write(std::vector<std::size_t>* data_at) const {
    std::string all = prefix_;
    std::vector<std::string> records;
    for (const member& one : members_) {
      all += one.gap;
      record local = one.both, central = one.both;
      central.offset = static_cast<std::uint32_t>(all.size());
      if (one.local) one.local(local);
      if (one.central) one.central(central);
      all += number(local.signature != 0 ? local.signature : 0x04034B50, 4) + shared_fields(local) +
             local.name + local.extra;
      if (data_at != nullptr) data_at->push_back(all.size());
      all += one.data + one.behind;
      records.push_back(number(central.signature != 0 ? central.signature : 0x02014B50, 4) +
                        number(central.made_by, 2) + shared_fields(central) + number(0, 2) +
                        number(central.disk, 2) + number(0, 2) + number(central.attributes, 4) +
                        number(central.offset, 4) + central.name + central.extra);
    }
    const std::size_t directory = all.size();
    for (std::size_t i = 0; i < records.size(); ++i) all += records[order_.empty() ? i : order_[i]];
    const std::size_t bytes = all.size() - directory;
    if (end_64_) {
      const std::size_t at = all.size();
      all += number(0x06064B50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 4) +
             number(0, 4) + number(records.size(), 8) + number(records.size(), 8) +
             number(bytes, 8) + number(directory, 8);
      all += number(0x07064B50, 4) + number(0, 4) + number(at, 8) + number(1, 4);
    }
    all += number(0x06054B50, 4) + number(0, 2) + number(0, 2);
    all +=
        number(end_64_ ? 0xFFFF : records.size(), 2) + number(end_64_ ? 0xFFFF : records.size(), 2);
    all += number(end_64_ ? 0xFFFFFFFF : bytes, 4) + number(end_64_ ? 0xFFFFFFFF : directory, 4);
    return all + number(comment_.size(), 2) + comment_ + tail_;
  }

  std::vector<member> members_;
  std::vector<std::size_t> order_;
  std::string prefix_;
  std::string comment_;
  std::string tail_;
  bool end_64_ = false;
};

}  // namespace nopy::test
