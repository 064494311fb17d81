// SPDX-License-Identifier: MIT
#include "os/windows/path.hpp"

#include "os/windows/api.hpp"
#include "os/windows/windows_error.hpp"

#include <cwchar>

namespace nopy::os {
namespace {

// MAX_PATH is 260 with the NUL; a folder must leave room for a name of 8.3.
constexpr std::size_t longest_plain = 247;

bool separates(wchar_t c) noexcept { return c == L'/' || c == L'\\'; }

/// Grows by `count` characters whose values are to be written.
wchar_t* room_for(bytes::growing<wchar_t>& text, std::size_t count) noexcept {
  const std::size_t before = text.size();
  if (!text.reserve(before + count)) return nullptr;
  while (text.size() < before + count) (void)text.push_back(L'\0');
  return text.data() + before;
}

}  // namespace

std::string_view folder_of(std::string_view path) noexcept {
  return path.substr(0, path.find_last_of("/\\:") + 1);
}

std::uint64_t process_number() noexcept { return ::GetCurrentProcessId(); }

result<wide_path> wide_path::of(const char* path) noexcept {
  wide_path made;
  const int count = ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, nullptr, 0);
  if (count <= 0) return windows_error(::GetLastError(), "this path is not UTF-8");
  wchar_t* into = room_for(made.text_, static_cast<std::size_t>(count));
  if (into == nullptr) return error(errc::out_of_memory);
  (void)::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, into, count);
  if (auto lifted = made.lift_limit(); !lifted) return lifted.error();
  return made;
}

result<void> wide_path::lift_limit() noexcept {
  if (text_.size() <= longest_plain) return {};
  const wchar_t* plain = text_.data();
  if (separates(plain[0]) && separates(plain[1]) && (plain[2] == L'?' || plain[2] == L'.'))
    return {};
  const DWORD count = ::GetFullPathNameW(plain, 0, nullptr, nullptr);
  bytes::growing<wchar_t> full;
  wchar_t* into = room_for(full, count);
  if (into == nullptr) return error(errc::out_of_memory);
  const DWORD written = ::GetFullPathNameW(plain, count, into, nullptr);
  if (written == 0 || written >= count)
    return windows_error(::GetLastError(), "this path can not be made absolute");
  // Of \\server\share, one backslash goes: \\?\UNC\server\share.
  const bool network = separates(into[0]) && separates(into[1]);
  const std::wstring_view prefix = network ? L"\\\\?\\UNC" : L"\\\\?\\";
  const wchar_t* from = into + (network ? 1 : 0);
  text_.clear();
  if (!text_.append({prefix.data(), prefix.size()}) || !text_.append({from, std::wcslen(from) + 1}))
    return error(errc::out_of_memory);
  return {};
}

path_text narrowed(const wchar_t* text) noexcept {
  path_text made;
  const int count = ::WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (count <= 0 || !made.reserve(static_cast<std::size_t>(count))) return made;
  for (int i = 0; i < count; ++i) (void)made.push_back('\0');
  (void)::WideCharToMultiByte(CP_UTF8, 0, text, -1, made.data(), count, nullptr, nullptr);
  return made;
}

}  // namespace nopy::os
