// SPDX-License-Identifier: MIT
// libpng reports errors by longjmp and is C: nothing here throws while it is on the stack, and no
// function that calls it holds an object with a destructor. What it writes goes to a buffer first.
#include "pictures/png_file.hpp"

#include <nopy/error.hpp>

#include <png.h>

#include <csetjmp>
#include <new>

namespace nopy::cli {

struct png_file::writer {
  output& to;
  png_size size;
  png_structp file = nullptr;
  png_infop info = nullptr;
  std::string made{};  // bytes on their way to the output
};

namespace {

extern "C" void take_bytes(png_structp file, png_bytep bytes, std::size_t count) {
  auto& into = *static_cast<std::string*>(png_get_io_ptr(file));
  bool taken = true;
  try {
    into.append(reinterpret_cast<const char*>(bytes), count);
  } catch (const std::bad_alloc&) {
    taken = false;
  }
  if (!taken) png_error(file, "out of memory");
}
extern "C" void flush_nothing(png_structp) {}
extern "C" void fail_quietly(png_structp file, png_const_charp) { png_longjmp(file, 1); }
extern "C" void warn_quietly(png_structp, png_const_charp) {}

int color_type(png_color color) {
  switch (color) {
    case png_color::gray:
      return PNG_COLOR_TYPE_GRAY;
    case png_color::rgba:
      return PNG_COLOR_TYPE_RGB_ALPHA;
    default:
      return PNG_COLOR_TYPE_RGB;
  }
}

bool write_head(png_structp file, png_infop info, const png_size& size) {
  if (setjmp(png_jmpbuf(file)) != 0) return false;
  png_set_user_limits(file, 0x7FFFFFFF, 0x7FFFFFFF);
  png_set_IHDR(file, info, size.width, size.height, 8, color_type(size.color), PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(file, info);
  return true;
}

bool write_row(png_structp file, const std::uint8_t* pixels) {
  if (setjmp(png_jmpbuf(file)) != 0) return false;
  png_write_row(file, pixels);
  return true;
}

bool write_end(png_structp file) {
  if (setjmp(png_jmpbuf(file)) != 0) return false;
  png_write_end(file, nullptr);
  return true;
}

/// Hands on what libpng wrote; the only failure it has left is a lack of memory.
void pass_on(bool written, std::string& made, output& to) {
  if (!written) throw exception(error(errc::out_of_memory));
  to.write(made);
  made.clear();
}

}  // namespace

png_file::png_file(output& to, const png_size& size)
    : writer_(std::make_unique<writer>(writer{to, size})) {
  writer& of = *writer_;
  of.file = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail_quietly, warn_quietly);
  if (of.file != nullptr) of.info = png_create_info_struct(of.file);
  if (of.info == nullptr) throw exception(error(errc::out_of_memory));
  png_set_write_fn(of.file, &of.made, take_bytes, flush_nothing);
  pass_on(write_head(of.file, of.info, size), of.made, to);
}

png_file::~png_file() { png_destroy_write_struct(&writer_->file, &writer_->info); }

void png_file::row(std::span<const std::uint8_t> pixels) {
  pass_on(write_row(writer_->file, pixels.data()), writer_->made, writer_->to);
}

void png_file::finish() { pass_on(write_end(writer_->file), writer_->made, writer_->to); }

bool has_png() noexcept { return true; }

}  // namespace nopy::cli
