// SPDX-License-Identifier: MIT
// A mapped array as a DLPack tensor, and a tensor as a view; without a copy, and read-only stays so.
#include <nopy/dlpack.hpp>
#include <nopy/nopy.hpp>

#include <cstdio>

int main() {
  auto mapped = nopy::map<float, 2>("matrix.npy");
  const float* first = mapped.data();
  auto* tensor = nopy::try_to_dlpack(std::move(mapped)).value();  // owns a share of the mapping
  const auto& t = tensor->tensor;
  std::printf("rank %d, shape %d x %d, strides %d %d, float%d\n", t.rank, int(t.shape[0]),
              int(t.shape[1]), int(t.strides[0]), int(t.strides[1]), t.type.bits);
  std::printf("same memory %d, read-only %d\n", t.data == first,
              int(tensor->flags & nopy::dlpack::read_only));
  nopy::save("tensor.npy", nopy::try_view_of(t).value());
  tensor->deleter(tensor);
  std::printf("%s\n", nopy::print(nopy::load("tensor.npy")).c_str());

  auto* owned = nopy::try_to_dlpack(nopy::load<double, 2>("grid.npy")).value();
  std::printf("read-only %d\n", int(owned->flags & nopy::dlpack::read_only));
  std::int64_t strides[] = {4, 1};  // a part of rows of four
  auto part = owned->tensor;
  part.strides = strides;
  std::printf("%s\n", std::string(nopy::try_view_of(part).error().id()).c_str());
  auto on_gpu = owned->tensor;
  on_gpu.device.type = 2;
  std::printf("%s\n", std::string(nopy::try_view_of(on_gpu).error().id()).c_str());
  owned->deleter(owned);
  std::printf("%s\n",
              std::string(nopy::try_to_dlpack(nopy::load("cloud.npy")).error().id()).c_str());
}
