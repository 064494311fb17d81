// SPDX-License-Identifier: MIT
#include "os/windows/rename.hpp"

#include <cstddef>
#include <cstring>
#include <cwchar>
#include <new>

namespace nopy::os {
namespace {

/// Takes the name even where others have the old file open, who keep it; Windows 10 and newer.
bool rename_under_readers(const wide_path& from, const wide_path& to) noexcept {
  // The names of these are younger than the headers of some compilers.
  constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
  constexpr DWORD replace_if_exists = 1, posix_semantics = 2;
  const std::size_t name_bytes = std::wcslen(to.c_str()) * sizeof(wchar_t);
  bytes::growing<char> block;
  if (!block.reserve(sizeof(FILE_RENAME_INFO) + name_bytes)) return false;
  const unique_handle opened(::CreateFileW(from.c_str(), DELETE | SYNCHRONIZE, share_all, nullptr,
                                           OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!opened.open()) return false;
  auto* asked = ::new (static_cast<void*>(block.data())) FILE_RENAME_INFO{};
  // A union of the flags and the older ReplaceIfExists.
  static_assert(offsetof(FILE_RENAME_INFO, ReplaceIfExists) == 0);
  const DWORD flags = replace_if_exists | posix_semantics;
  std::memcpy(static_cast<void*>(block.data()), &flags, sizeof flags);
  asked->FileNameLength = static_cast<DWORD>(name_bytes);
  std::memcpy(block.data() + offsetof(FILE_RENAME_INFO, FileName), to.c_str(), name_bytes);
  return ::SetFileInformationByHandle(opened.get(), rename_info_ex, asked,
                                      static_cast<DWORD>(sizeof(FILE_RENAME_INFO) + name_bytes)) !=
         0;
}

/// The way of file systems that know no such rename. Between its two steps the old file has another name.
bool replace_in_two_steps(const wide_path& from, const wide_path& to,
                          std::string_view target) noexcept {
  path_text aside;
  if (!name_sibling(aside, target, 0)) return false;
  const auto old = wide_path::of(aside.data());
  if (!old) return false;
  constexpr DWORD whatever_it_loses =
      REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  if (::ReplaceFileW(to.c_str(), from.c_str(), old->c_str(), whatever_it_loses, nullptr, nullptr) ==
      0)
    return false;
  (void)::DeleteFileW(old->c_str());  // it goes with its last reader
  return true;
}

}  // namespace

DWORD rename_file(const wide_path& from, const wide_path& to, std::string_view target,
                  DWORD flags) noexcept {
  if (::MoveFileExW(from.c_str(), to.c_str(), flags) != 0) return 0;
  const DWORD code = ::GetLastError();
  const bool taken = (flags & MOVEFILE_REPLACE_EXISTING) != 0 &&
                     (rename_under_readers(from, to) || replace_in_two_steps(from, to, target));
  return taken ? 0 : code;
}

}  // namespace nopy::os
