// SPDX-License-Identifier: MIT
// A checkpoint: tensors whose types are known at run time only, one archive, progress on the way.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
struct tensor {
  std::string name, dtype;
  nopy::shape dims;
  std::vector<std::byte> raw;
};
void checkpoint(const std::vector<tensor>& all, bool (*keep_going)(const nopy::progress&)) {
  std::vector<nopy::named_view> members;
  for (const auto& t : all)
    members.emplace_back(t.name,
                         nopy::any_view(nopy::dtype::parse(t.dtype).value(), t.dims, t.raw));
  nopy::save_npz("step.npz", members, {.compression = nopy::deflated{1}, .progress = keep_going});
}
// [end]

namespace {

double reached = 0;
bool keep_going(const nopy::progress& p) {
  reached = double(p.done_bytes) / double(p.total_bytes);
  return true;
}

}  // namespace

int main() {
  const std::vector<tensor> all{
      {"layer.0.weight", "<f4", {256, 512}, std::vector<std::byte>(524288)},
      {"layer.0.bias", "<f2", {512}, std::vector<std::byte>(1024)},
      {"step", "<i8", {}, std::vector<std::byte>(8)}};
  checkpoint(all, keep_going);
  const nopy::npz_reader saved("step.npz");
  for (const auto& member : saved) {
    const auto h = member.header();
    std::printf("%s %s %zu\n", std::string(member.name()).c_str(), h.dtype.descr().c_str(),
                std::size_t(h.shape.count()));
  }
  std::printf("%g\n", reached);
}
