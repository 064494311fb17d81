// SPDX-License-Identifier: MIT
// `nopy.exe`: its words in UTF-8, its streams in bytes.
#include "command/command.hpp"
#include "command/signals.hpp"

#include "os/windows/path.hpp"

#include <fcntl.h>
#include <io.h>

#include <cstdlib>
#include <string>
#include <vector>

// Windows' shells leave *.npy to the program: mingw-w64 reads this, and makes the files of it before wmain.
extern "C" int _dowildcard;
int _dowildcard = -1;

extern "C" int wmain(int argc, wchar_t** argv);

int wmain(int argc, wchar_t** argv) {
  for (const int fd : {0, 1, 2}) (void)::_setmode(fd, _O_BINARY);
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) {
    const nopy::os::path_text word = nopy::os::narrowed(argv[i]);
    words.emplace_back(word.empty() ? std::string_view() : nopy::os::view_of(word));
  }
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  nopy::cli::install_signal_handlers();
  return nopy::cli::run_command_line(argc, pointers.data());
}
