// SPDX-License-Identifier: MIT
// A string is always a path: bytes, descriptors and nothing must be said.
#include <nopy/nopy.hpp>

#if NOPY_CASE == 0  // control: what is a source
void f(const std::string& path, std::span<const std::byte> bytes) {
  (void)nopy::load<float, 2>("a.npy");
  (void)nopy::load<float, 2>(path);
  (void)nopy::load<float, 2>(path.c_str());
  (void)nopy::load<float, 2>(nopy::source::memory(bytes));
  (void)nopy::load<float, 2>(nopy::source::descriptor(0));
  (void)nopy::map<float, 2>(nopy::source::descriptor(0));
  (void)nopy::map<float, 2>(nopy::npz_reader(path)["x"]);
}
#elif NOPY_CASE == 1  // no match: are these the bytes, or their path?
void f(std::span<const std::byte> bytes) { (void)nopy::load<float, 2>(bytes); }
#elif NOPY_CASE == 2  // no match: the same of a vector
void f(const std::vector<std::byte>& bytes) { (void)nopy::try_load<float, 2>(bytes); }
#elif NOPY_CASE == 3  // no match: the same of characters
void f(const std::vector<char>& bytes) { (void)nopy::try_load(bytes); }
#elif NOPY_CASE == 4  // no match: a descriptor is said
void f(int fd) { (void)nopy::load<float, 2>(fd); }
#elif NOPY_CASE == 5  // no match: 0 is no path
void f() { (void)nopy::load<float, 2>(0); }
#elif NOPY_CASE == 6  // no match: a null pointer is no path
void f() { (void)nopy::load<float, 2>(nullptr); }
#elif NOPY_CASE == 7  // no match: a view of characters has no NUL at its end
void f(std::string_view path) { (void)nopy::load<float, 2>(path); }
#elif NOPY_CASE == 8  // no match: the verbs that map take what is said, too
void f(std::span<const std::byte> bytes) { (void)nopy::map<float, 2>(bytes); }
#endif
