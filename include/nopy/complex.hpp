// SPDX-License-Identifier: MIT
// Opt-in: std::complex as an element. Its layout is that of nopy::complex (real part first, by
// [complex.numbers]), so arrays of it are read and written in place.
#pragma once

#include <nopy/element.hpp>

#include <complex>

namespace nopy {
inline namespace v1 {

template <class T>
requires element<complex<T>>
struct element_traits<std::complex<T>> : element_traits<complex<T>> {
};

}  // namespace v1
}  // namespace nopy
