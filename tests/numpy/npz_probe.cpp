// SPDX-License-Identifier: MIT
// npz_probe ARCHIVE POLICY: what each member of an archive holds, one line a member, for npz_test.py:
//   NAME <tab> ok <tab> DESCR <tab> SHAPE <tab> ORDER <tab> CRC-32 of the data
//   NAME <tab> bytes <tab> CRC-32      no array
//   NAME <tab> ERROR
#include <nopy/npz.hpp>

#include "deflate/crc32.hpp"

#include <cstdio>

namespace {

unsigned long sum(const nopy::memory& block) { return nopy::deflate::crc32(0, block.bytes()); }

void show(const nopy::member& one) {
  std::printf("%.*s\t", static_cast<int>(one.name().size()), one.name().data());
  const auto loaded = one.try_load();
  if (loaded) {
    std::printf("ok\t%s\t(", loaded->dtype().descr().c_str());
    for (std::size_t axis = 0; axis < loaded->shape().rank(); ++axis)
      std::printf("%llu,", static_cast<unsigned long long>(loaded->shape()[axis]));
    std::printf(")\t%s\t%08lx\n", loaded->header().order == nopy::order::c ? "C" : "F",
                sum(loaded->memory()));
    return;
  }
  const auto bytes = one.try_bytes();
  if (loaded.error().code() == nopy::errc::bad_magic && bytes)
    std::printf("bytes\t%08lx\n", sum(*bytes));
  else
    std::printf("%s\n", std::string(loaded.error().id()).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto policy =
      std::string_view(argv[2]) == "strict" ? nopy::policy::strict : nopy::policy::tolerant;
  const auto archive = nopy::npz_reader::open(argv[1], {.policy = policy});
  if (!archive) {
    std::fprintf(stderr, "%s\n", archive.error().message().c_str());
    return 1;
  }
  for (const nopy::member& one : *archive) show(one);
}
