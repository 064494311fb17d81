// SPDX-License-Identifier: MIT
#include "contenders.hpp"

#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

namespace nopy::bench {
namespace {

struct closes_file {
  void operator()(std::FILE* file) const noexcept { (void)std::fclose(file); }
};
using owned_file = std::unique_ptr<std::FILE, closes_file>;

owned_file open(const std::string& path) {
  owned_file file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) std::abort();
  return file;
}

template <class T>
T number_at(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Bytes of the values, by looking for the words of the header.
std::size_t value_bytes(const std::string& header) {
  const std::size_t descr = header.find("descr") + 9;
  const std::string type = header.substr(descr, header.find('\'', descr + 1) - descr);
  std::size_t count = std::strtoul(type.c_str() + 2, nullptr, 10);
  const std::size_t open = header.find('('), close = header.find(')');
  const std::string shape = header.substr(open + 1, close - open - 1);
  for (std::size_t at = shape.find_first_of("0123456789"); at != std::string::npos;) {
    std::size_t digits = 0;
    count *= std::stoul(shape.substr(at), &digits);
    at = shape.find_first_of("0123456789", at + digits);
  }
  return count;
}

void read(std::FILE* from, void* into, std::size_t bytes) {
  if (std::fread(into, 1, bytes, from) != bytes) std::abort();
}

std::vector<char> read_array(std::FILE* from) {
  char preamble[10];
  read(from, preamble, sizeof preamble);
  std::string header(number_at<std::uint16_t>(preamble + 8), '\0');
  read(from, header.data(), header.size());
  std::vector<char> values(value_bytes(header));
  read(from, values.data(), values.size());
  return values;
}

}  // namespace

std::vector<char> load_like_cnpy(const std::string& path) { return read_array(open(path).get()); }

std::vector<char> load_member_like_cnpy(const std::string& path) {
  const owned_file file = open(path);
  std::vector<char> local(30);
  read(file.get(), local.data(), local.size());
  const auto compressed = number_at<std::uint32_t>(local.data() + 18);
  const auto uncompressed = number_at<std::uint32_t>(local.data() + 22);
  std::vector<char> skipped(number_at<std::uint16_t>(local.data() + 26) +
                            std::size_t{number_at<std::uint16_t>(local.data() + 28)});
  read(file.get(), skipped.data(), skipped.size());
  if (number_at<std::uint16_t>(local.data() + 8) == 0) return read_array(file.get());
  std::vector<unsigned char> stream(compressed), inflated(uncompressed);
  read(file.get(), stream.data(), stream.size());
  z_stream state{};
  if (inflateInit2(&state, -MAX_WBITS) != Z_OK) std::abort();
  state.next_in = stream.data();
  state.avail_in = compressed;
  state.next_out = inflated.data();
  state.avail_out = uncompressed;
  if (::inflate(&state, Z_FINISH) != Z_STREAM_END) std::abort();
  (void)inflateEnd(&state);
  const auto* begin = reinterpret_cast<const char*>(inflated.data());
  const std::string header(begin + 10, number_at<std::uint16_t>(begin + 8));
  const char* values = begin + 10 + header.size();
  return {values, values + value_bytes(header)};
}

std::vector<float> load_by_ifstream(const std::string& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  char preamble[10];
  file.read(preamble, sizeof preamble);
  file.ignore(number_at<std::uint16_t>(preamble + 8));
  std::vector<float> values(count);
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(count * sizeof(float)));
  if (!file) std::abort();
  return values;
}

}  // namespace nopy::bench
