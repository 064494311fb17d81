// SPDX-License-Identifier: MIT
// Any bytes as an archive: no crash, no more memory than the limits; what strict opens, tolerant opens alike; a member gives
// the same bytes whole, by windows and by its name, or an error.
#include <nopy/npz.hpp>

#include <cstdlib>
#include <cstring>

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

constexpr nopy::limits small{.array_bytes = 1 << 20, .members = 200};

void read(const nopy::member& one, nopy::policy how) {
  const nopy::load_options options{.policy = how, .limits = small};
  (void)one.try_header(options);
  const auto bytes = one.try_bytes(options);
  const auto verified = one.try_verify();
  check(!bytes || verified.has_value());
  const auto loaded = one.try_load(options);
  if (!bytes) return;
  check(bytes->size_bytes() == one.uncompressed_bytes());
  if (!loaded || loaded->header().data_bytes == 0) return;
  const auto file = nopy::npy_file::open(one, options);
  check(file.has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  std::size_t strict_count = 0;
  for (const auto how : {nopy::policy::strict, nopy::policy::tolerant}) {
    const auto reader =
        nopy::npz_reader::open(nopy::source::memory(bytes), {.policy = how, .limits = small});
    if (!reader) {
      check(strict_count == 0);
      continue;
    }
    if (how == nopy::policy::strict) strict_count = reader->size();
    for (const nopy::member& one : *reader) {
      read(one, how);
      (void)one.alias();
      const std::string_view name = one.stored_name();
      check(reader->find(name.substr(0, name.find('\0'))).has_value());  // where CPython ends it
    }
  }
  return 0;
}
