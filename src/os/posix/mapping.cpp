// SPDX-License-Identifier: MIT
#include "os/mapping.hpp"

#include "os/syscalls.hpp"
#include "os/system_error.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace nopy::os {
namespace {

std::uint64_t page_bytes() noexcept { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

void unmap(void* data, std::size_t count, void*) { (void)syscalls().munmap(data, count); }

}  // namespace

result<memory> map_range(const file& from, std::uint64_t offset, std::uint64_t count,
                         mapping_access access) noexcept {
  if (count == 0) return memory();
  const std::uint64_t before = offset % page_bytes();
  if (offset > static_cast<std::uint64_t>(INT64_MAX) || count > PTRDIFF_MAX - before)
    return error({.code = errc::too_large,
                  .summary = "the array does not fit into this machine's address space",
                  .hint = "read it in windows (npy_file)"});
  const int protection = access == mapping_access::read ? PROT_READ : PROT_READ | PROT_WRITE;
  const int flags = access == mapping_access::shared ? MAP_SHARED : MAP_PRIVATE;
  // A private copy reserves no swap: only pages that are written to need any.
  const int reserve = access == mapping_access::private_copy ? MAP_NORESERVE : 0;
  const auto whole = static_cast<std::size_t>(before + count);
  void* mapped = syscalls().mmap(nullptr, whole, protection, flags | reserve, from.descriptor(),
                                 static_cast<off_t>(offset - before));
  if (mapped == MAP_FAILED) return system_error(errno, "the file can not be mapped");
  auto made = memory::adopt({static_cast<std::byte*>(mapped), whole}, unmap, nullptr);
  if (!made) return made;
  return made->part(before, count);
}

result<void> synchronise(std::span<std::byte> range) noexcept {
  if (range.empty()) return {};
  const auto before =
      static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(range.data()) % page_bytes());
  const auto written = uninterrupted(
      [&] { return syscalls().msync(range.data() - before, range.size() + before, MS_SYNC); });
  if (written != 0) return system_error(errno, "the mapped pages can not be written to the file");
  return {};
}

}  // namespace nopy::os
