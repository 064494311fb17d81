// SPDX-License-Identifier: MIT
// How a dtype is spelled in messages: as the file writes it, in words, and as the C++ type that
// reads it. Owns the hints of type_mismatch, so that they read alike from every path.
#pragma once

#include <nopy/dtype.hpp>
#include <nopy/view.hpp>

#include "bytes/text_sink.hpp"

#include <new>

namespace nopy::inline v1::core {

/// A text as long as it must be, for the parts of an error; empty where memory ran out.
class message_text {
 public:
  template <class Write>
  explicit message_text(Write&& write) noexcept {
    bytes::text_sink measure(nullptr);
    write(measure);
    chars_ = static_cast<char*>(::operator new(measure.count() + 1, std::nothrow));
    if (chars_ == nullptr) return;
    bytes::text_sink sink(chars_);
    write(sink);
    count_ = sink.count();
  }
  message_text(const message_text&) = delete;
  message_text& operator=(const message_text&) = delete;
  ~message_text() { ::operator delete(chars_); }
  operator std::string_view() const noexcept { return {chars_, count_}; }

 private:
  char* chars_ = nullptr;
  std::size_t count_ = 0;
};

/// "'>f4' (big-endian float32)"; a long record is "a record of 48 bytes with 7 fields".
void put_type(bytes::text_sink& sink, const dtype& type) noexcept;

/// Which verb the C++ type is for: `load` takes bool, `map` nopy::boolean.
enum class spelled_for : std::uint8_t { load, map };
/// "float", "std::int32_t", "nopy::datetime64<nopy::time_unit::days>"; for records the words.
void put_cpp_type(bytes::text_sink& sink, const dtype& type, spelled_for verb) noexcept;

/// "load<float, 2>", "map<float>": the call that asks for this type and rank.
void put_call(bytes::text_sink& sink, spelled_for verb, const dtype& type,
              std::size_t rank) noexcept;

}  // namespace nopy::inline v1::core
