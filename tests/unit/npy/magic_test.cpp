// SPDX-License-Identifier: MIT
// Files that are no arrays are named, and none is said to be worth unpickling.
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::string_literals;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;

nopy::error verdict(const std::string& file) {
  return nopy::core::decode_header(bytes_of(file), file.size()).error();
}

struct row {
  std::string file;
  const char* name;
  const char* hint;
};

TEST(Impostors, AreNamedWithWhatToDo) {
  const std::string array = npy_bytes().dict("'<f8'").pad(64).zeros(24);
  const row rows[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS pointer",
       "git lfs pull"},
      {"\n<!DOCTYPE HTML>\n<title>404</title>", "HTML", "error or login page"},
      {"<html><body>", "HTML", "error or login page"},
      {"\x1F\x8B\x08\0"s, "gzip", "decompress"},
      {"\x28\xB5\x2F\xFDzzz", "zstd", "decompress"},
      {"PK\x03\x04zip", "ZIP archive", ".npz"},
      {"PK\x05\x06"s + std::string(18, '\0'), "empty ZIP archive", ".npz"},
      {"\x89HDF\r\n\x1A\n", "HDF5", "h5py"},
      {"\x80\x04K\x01.", "pickle", "never runs pickles"},
      {"cnumpy.core.multiarray\n_reconstruct\n", "pickle", "never runs pickles"},
      {"PAR1....", "Parquet", "pyarrow"},
      {"\x89PNG\r\n\x1A\n", "PNG", ""},
      {"{\"a\": [1, 2]}", "JSON", "numpy.save"},
      {"a,b,c\n1,2,3\n", "CSV", "loadtxt"},
      {"just words", "plain text", "numpy.save"},
      {" \t\r\n", "only blanks", ""},
      {" [1, 2]", "JSON", "numpy.save"},
      {"caf\xC3\xA9 and \xC3", "plain text", "numpy.save"},
      {"a page\f and a bell \a", "no format known", "raw data"},
      {"wrong \xFF in the middle", "no format known", "raw data"},
      {std::string(257, 'a') + "ustar", "tar archive", ""},
      {std::string(256, 'a') + "ustar", "plain text", "numpy.save"},
      {"\x10\0\0\0\0\0\0\1{\"__metadata__\""s, "no format known", "raw data"},
      {"\x10\0\0\0\0\0\0\0{}__metadata__\""s, "no format known", "raw data"},
      {"\xEF\xBF\xBD" + array.substr(1), "UTF-8", "binary"},
      {"\xC2" + array, "Latin-1", "iconv"},
      {"\xEF\xBB\xBF" + array, "byte order mark", "first three bytes"},
      {"HTTP/1.1 200 OK\r\n\r\n\x01" + array, "before the magic", "cut it off"},
      {std::string(4096, '\0'), "NUL", "copy it again"},
      {"\x10\0\0\0\0\0\0\0{\"__metadata__\""s, "safetensors", "safetensors"},
      {"", "empty file", "did not"},
      {"\x93NUM", "beginning of the magic", "cut"},
      {"\x01\x02\x03\x04\x05\x06\x07", "no format known", "raw data"},
  };
  for (const row& one : rows) {
    const nopy::error e = verdict(one.file);
    EXPECT_EQ(e.id(), "bad_magic") << one.name;
    EXPECT_NE(std::string(e.parts().found).find(one.name), std::string::npos)
        << one.name << ": " << e.message();
    EXPECT_NE(std::string(e.hint()).find(one.hint), std::string::npos)
        << one.name << ": " << e.message();
    EXPECT_EQ(e.message().find("allow_pickle"), std::string::npos);
  }
}

}  // namespace
