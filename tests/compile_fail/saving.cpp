// SPDX-License-Identifier: MIT
// What is written must have elements in memory, and a meaning.
#include <nopy/nopy.hpp>

#if NOPY_CASE == 0  // control: what can be saved
void f(const std::vector<float>& list, const nopy::array<float, 2>& a) {
  nopy::save("a.npy", list);
  nopy::save("a.npy", a);
  nopy::save("a.npy", a, {.order = nopy::order::fortran});
  nopy::save("a.npy", std::vector<nopy::boolean>(3));
  nopy::npy_appender<float, 2> log("log.npy", {3});
}
#elif NOPY_CASE == 1   // deleted: text of which encoding and length? say fixed_bytes or a span
void f(const std::string& text) { nopy::save("a.npy", text); }
#elif NOPY_CASE == 2   // deleted: has no elements in memory, use std::vector<nopy::boolean>
void f(const std::vector<bool>& bits) { nopy::save("a.npy", bits); }
#elif NOPY_CASE == 3   // deleted: the same for a view
nopy::any_view f(const std::string& text) { return nopy::any_view(text); }
#elif NOPY_CASE == 4   // deleted: the same for a view
nopy::any_view f(const std::vector<bool>& bits) { return nopy::any_view(bits); }
#elif NOPY_CASE == 5   // no match: strings have no common length
void f(const std::vector<std::string>& list) { nopy::save("a.npy", list); }
#elif NOPY_CASE == 6   // no match: pointers mean nothing in a file
void f(const std::vector<int*>& list) { nopy::save("a.npy", list); }
#elif NOPY_CASE == 7   // says "rank 0 has no axis to grow along"
void f() { nopy::npy_appender<float, 0> log("log.npy"); }
#elif NOPY_CASE == 8   // says "rank 0 has no rows"
void f() { nopy::npy_writer<float, 0> log("log.npy", {}); }
#elif NOPY_CASE == 9   // ignored: an unheard failure is a lost file
void f(const nopy::array<float, 2>& a) { nopy::try_save("a.npy", a); }
#elif NOPY_CASE == 10  // no match: as a list it would have lost its shape, as Kokkos::View
struct shaped {
  using value_type = float;
  const float* data() const;
  std::size_t size() const;
  std::size_t extent(int axis) const;
};
void f(const shaped& foreign) { nopy::save("a.npy", foreign); }
#endif
