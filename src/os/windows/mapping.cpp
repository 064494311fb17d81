// SPDX-License-Identifier: MIT
// A view of a file begins on a boundary of 64 KiB. While it is there, Windows lets nobody shorten the
// file. What a disk fails to read is an exception of the system here, which ends the program.
#include "os/mapping.hpp"

#include "os/system_error.hpp"
#include "os/windows/windows_error.hpp"

namespace nopy::os {
namespace {

std::uint64_t granularity() noexcept {
  SYSTEM_INFO system;
  ::GetSystemInfo(&system);
  return system.dwAllocationGranularity;
}

void unmap(void* data, std::size_t, void*) { ::UnmapViewOfFile(data); }

struct access_row {
  DWORD section, view;
};

access_row rights_for(mapping_access access) noexcept {
  switch (access) {
    case mapping_access::read:
      return {PAGE_READONLY, FILE_MAP_READ};
    case mapping_access::private_copy:
      return {PAGE_WRITECOPY, FILE_MAP_COPY};
    case mapping_access::shared:
      break;
  }
  return {PAGE_READWRITE, FILE_MAP_READ | FILE_MAP_WRITE};
}

}  // namespace

result<memory> map_range(const file& from, std::uint64_t offset, std::uint64_t count,
                         mapping_access access) noexcept {
  if (count == 0) return memory();
  const std::uint64_t before = offset % granularity();
  if (offset > static_cast<std::uint64_t>(INT64_MAX) || count > PTRDIFF_MAX - before)
    return error({.code = errc::too_large,
                  .summary = "the array does not fit into this machine's address space",
                  .hint = "read it in windows (npy_file)"});
  const access_row rights = rights_for(access);
  const unique_handle section(
      ::CreateFileMappingW(handle_of(from.descriptor()), nullptr, rights.section, 0, 0, nullptr));
  if (!section.open()) return windows_error(::GetLastError(), "the file can not be mapped");
  const auto whole = static_cast<std::size_t>(before + count);
  const halves start(offset - before);
  void* mapped = ::MapViewOfFile(section.get(), rights.view, start.high, start.low, whole);
  if (mapped == nullptr) return windows_error(::GetLastError(), "the file can not be mapped");
  auto made = memory::adopt({static_cast<std::byte*>(mapped), whole}, unmap, nullptr);
  if (!made) return made;
  return made->part(before, count);
}

result<void> synchronise(std::span<std::byte> range) noexcept {
  if (range.empty() || ::FlushViewOfFile(range.data(), range.size()) != 0) return {};
  return windows_error(::GetLastError(), "the mapped pages can not be written to the file");
}

}  // namespace nopy::os
