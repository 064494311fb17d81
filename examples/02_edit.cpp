// SPDX-License-Identifier: MIT
// An archive changes without being written anew by hand: members come, go and get other names, and
// whoever reads the old one meanwhile keeps it.
#include <nopy/nopy.hpp>
#include <nopy/npz_edit.hpp>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<float> loss{0.5f, 0.25f}, draft{1, 2, 3};
  nopy::save_npz("run.npz", {{"loss", loss}, {"draft", draft}, {"scratch", draft}});

  nopy::edit_npz("run.npz", [&](nopy::npz_editor& run) {
    run.put("loss", std::vector<float>{0.5f, 0.25f, 0.125f})
        .rename("draft", "weights")
        .remove("scratch");
  });

  for (const nopy::member member : nopy::npz_reader("run.npz"))
    std::printf("%.*s: %s\n", static_cast<int>(member.name().size()), member.name().data(),
                nopy::print(member.load()).c_str());
}
