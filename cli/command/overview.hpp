// SPDX-License-Identifier: MIT
// What holds for every command, as `nopy help` and the manual's first page say it.
#pragma once

#include <string_view>

namespace nopy::cli {

struct explained {
  std::string_view what, meaning;
};

inline constexpr std::string_view tool_in_words = "NumPy's .npy and .npz files without Python";

inline constexpr explained operand_forms[] = {
    {"FILE", "a .npy file or a .npz archive; - is stdin or stdout"},
    {"FILE.npz:NAME", "an array of an archive, by the name that `nopy ls` shows"},
    {"'FILE[0:5, ..., -1]'", "a part of either: integers, START:STOP:STEP and ..., as in NumPy"},
    {"-:NAME, '-[0]'", "the same of stdin"},
    {"https://HOST/FILE.npz:NAME", "the same behind a URL, to be read; http:// as well"},
    {"--member, --index, --slice", "say it where a name or a URL's query has : or [ in the way"},
};

inline constexpr explained exit_codes[] = {
    {"0", "fine"},
    {"1", "the answer is no: the arrays differ, the check found errors"},
    {"2", "usage, input or output failed"},
};

inline constexpr explained environment_variables[] = {
    {"NO_COLOR", "where it is set, or TERM is dumb, nothing is coloured"},
    {"COLORTERM", "truecolor or 24bit: --plot uses all colours of the terminal"},
    {"COLUMNS, LINES", "the size of what --plot draws, in place of the terminal's"},
    {"https_proxy, no_proxy", "the way to servers, and those that are reached without it"},
    {"CURL_CA_BUNDLE", "certificates to trust in place of the system's"},
    {"TMPDIR", "where stdin is kept while what can not be read twice is needed twice"},
};

}  // namespace nopy::cli
