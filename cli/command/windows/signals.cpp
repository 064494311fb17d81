// SPDX-License-Identifier: MIT
// Windows tells of Ctrl-C, of a closed window and of the end of a session in a thread of its own, which
// ends the program unless it is told not to.
#include "command/signals.hpp"

#include "command/command.hpp"
#include "system/files.hpp"

#include "os/windows/api.hpp"

#include <atomic>
#include <string_view>

namespace nopy::cli {
namespace {

static_assert(std::atomic<const char*>::is_always_lock_free);
std::atomic<const char*> half_written{nullptr};
std::atomic<bool> held{false};
std::atomic<bool> pending{false};

constexpr UINT ended_by_control = 0xC000013A;  // STATUS_CONTROL_C_EXIT

void remove_half_written() noexcept {
  if (const char* path = half_written.exchange(nullptr)) system::remove(path);
}

BOOL WINAPI on_control(DWORD what) noexcept {
  const bool by_hand = what == CTRL_C_EVENT || what == CTRL_BREAK_EVENT;
  if (by_hand && held && !pending.exchange(true)) return TRUE;
  remove_half_written();
  return FALSE;  // and the program ends
}

// Reading a mapped page that the file no longer has, or the disk does not give.
LONG WINAPI on_lost_page(EXCEPTION_POINTERS* what) noexcept {
  constexpr DWORD in_page_error = 0xC0000006;
  if (what->ExceptionRecord->ExceptionCode != in_page_error) return EXCEPTION_CONTINUE_SEARCH;
  remove_half_written();
  constexpr std::string_view told =
      "nopy: a file was cut while it was read, or its disk failed\n  [io]\n";
  (void)system::write_all(system::standard_error, told);
  ::ExitProcess(exit_failed);
}

}  // namespace

void install_signal_handlers() noexcept {
  ::SetConsoleCtrlHandler(on_control, TRUE);
  ::SetUnhandledExceptionFilter(on_lost_page);
}

removed_on_signal::removed_on_signal(const char* path) noexcept { half_written = path; }
removed_on_signal::~removed_on_signal() { half_written = nullptr; }

interrupts_held::interrupts_held() noexcept { held = true; }
interrupts_held::~interrupts_held() {
  held = false;
  if (pending.exchange(false)) ::ExitProcess(ended_by_control);
}
bool interrupts_held::interrupted() noexcept { return pending; }

}  // namespace nopy::cli
