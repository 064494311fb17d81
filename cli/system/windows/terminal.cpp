// SPDX-License-Identifier: MIT
#include "system/terminal.hpp"

#include "system/windows/console.hpp"
#include "system/windows/last_error.hpp"

#include <algorithm>

namespace nopy::cli::system {
namespace {

/// As much of `text` as is at most `most` bytes and ends between code points.
std::string_view some_of(std::string_view text, std::size_t most) noexcept {
  std::size_t count = std::min(text.size(), most);
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  for (int back = 0; back < 3 && count < text.size() && continues(count); ++back) --count;
  return text.substr(0, count);
}

}  // namespace

bool is_console(HANDLE handle) noexcept {
  DWORD mode = 0;
  return ::GetConsoleMode(handle, &mode) != 0;
}

bool write_to_console(HANDLE handle, std::string_view text) noexcept {
  constexpr std::size_t most = 8192;
  wchar_t wide[most];  // no text has more units of UTF-16 than bytes of UTF-8
  while (!text.empty()) {
    const std::string_view part = some_of(text, most);
    const int count = ::MultiByteToWideChar(CP_UTF8, 0, part.data(), static_cast<int>(part.size()),
                                            wide, static_cast<int>(most));
    if (count <= 0) return refused(::GetLastError());
    for (DWORD done = 0, written = 0; done < static_cast<DWORD>(count); done += written)
      if (::WriteConsoleW(handle, wide + done, static_cast<DWORD>(count) - done, &written,
                          nullptr) == 0)
        return refused(::GetLastError());
    text.remove_prefix(part.size());
  }
  return true;
}

void hold_closed_streams() noexcept {}  // handles of files are never those of the streams

bool is_terminal(int fd) noexcept { return is_console(os::handle_of(fd)); }

text_area area_of(int fd) noexcept {
  CONSOLE_SCREEN_BUFFER_INFO found{};
  if (::GetConsoleScreenBufferInfo(os::handle_of(fd), &found) == 0) return {};
  const SMALL_RECT seen = found.srWindow;  // the buffer behind the window may be thousands of lines
  return {static_cast<std::size_t>(seen.Right - seen.Left + 1),
          static_cast<std::size_t>(seen.Bottom - seen.Top + 1)};
}

bool takes_escapes(int fd) noexcept {
  constexpr DWORD escapes = 0x0004;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING, since Windows 10
  const HANDLE handle = os::handle_of(fd);
  DWORD mode = 0;
  if (::GetConsoleMode(handle, &mode) == 0) return false;
  return (mode & escapes) != 0 || ::SetConsoleMode(handle, mode | escapes) != 0;
}

bool shows_all_colors(int fd) noexcept { return takes_escapes(fd); }

}  // namespace nopy::cli::system
