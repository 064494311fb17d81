// SPDX-License-Identifier: MIT
// The public face: nothing throws here, and every error says which URL.
#include "http/remote_file.hpp"

namespace nopy::inline v1::http {

result<object> object::open(std::string_view text, const options& how) noexcept {
  try {
    auto where = parse_url(text);
    if (!where) return where.error();
    const std::string shown = where->shown;
    auto file = std::make_unique<remote_file>(*std::move(where), how);
    if (const auto opened = file->open(); !opened) return opened.error().about(shown);
    return object(file.release());
  } catch (...) {
    return error(errc::out_of_memory);
  }
}

object::~object() { delete file_; }

std::uint64_t object::total_bytes() const noexcept { return file_->total_bytes(); }
std::string_view object::name() const noexcept { return file_->name(); }
traffic object::traffic() const noexcept { return file_->traffic(); }
const far_reader& object::reader() const noexcept { return *file_; }

}  // namespace nopy::inline v1::http
