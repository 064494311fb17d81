// SPDX-License-Identifier: MIT
// What a file that is no .npy file may be: the bytes it begins with, its name, and what to do.
#pragma once

#include <string_view>

namespace nopy::npy {

struct impostor_row {
  std::string_view begins;
  std::string_view name;
  std::string_view hint;
};

inline constexpr std::string_view decompress_hint = "decompress it first; the .npy file is inside";
inline constexpr std::string_view web_page_hint =
    "the download gave an error or login page instead of the file; fetch it again";
inline constexpr std::string_view pickle_hint =
    "nopy never runs pickles, since they can execute any code; write arrays with numpy.save";

using namespace std::string_view_literals;

inline constexpr impostor_row impostor_table[] = {
    {"version https://git-lfs.github.com/spec/", "a Git LFS pointer, not the file itself",
     "run `git lfs pull` where the repository was cloned"},
    {"\xEF\xBF\xBDNUMPY", "a .npy file that was read as UTF-8 text and written back",
     "every byte above 0x7F is lost; copy the original again, as binary"},
    {"\xC2\x93NUMPY", "a .npy file that was converted from Latin-1 to UTF-8 as if it were text",
     "`iconv -f UTF-8 -t LATIN1` undoes it; then copy files as binary"},
    {"\xEF\xBB\xBF\x93NUMPY", "a .npy file with a UTF-8 byte order mark before the magic",
     "remove the first three bytes; an editor or a text conversion put them there"},
    {"\x93numpy", "the magic in lower case", "the first bytes were changed; the rest may be good"},
    {"PK\x03\x04", "a ZIP archive, which an .npz file is", "npz_reader opens an .npz"},
    {"PK\x05\x06", "an empty ZIP archive, which an empty .npz file is", "npz_reader opens an .npz"},
    {"PK\x06\x06", "an empty ZIP64 archive", "npz_reader opens an .npz"},
    {"PK", "the beginning of a ZIP archive, damaged or split", "copy the archive again"},
    {"\x1F\x8B", "gzip data", decompress_hint},
    {"\x28\xB5\x2F\xFD", "zstd data", decompress_hint},
    {"BZh", "bzip2 data", decompress_hint},
    {"\xFD"
     "7zXZ",
     "xz data", decompress_hint},
    {"\x04\x22\x4D\x18", "lz4 data", decompress_hint},
    {"7z\xBC\xAF\x27\x1C", "a 7z archive", decompress_hint},
    {"Rar!", "a RAR archive", decompress_hint},
    {"\x89HDF\r\n\x1A\n", "an HDF5 file", "h5dump or h5py reads it"},
    {"\x80\x02", "a Python pickle", pickle_hint},
    {"\x80\x03", "a Python pickle", pickle_hint},
    {"\x80\x04", "a Python pickle", pickle_hint},
    {"\x80\x05", "a Python pickle", pickle_hint},
    {"cnumpy", "a Python pickle of protocol 0", pickle_hint},
    {"ccopy_reg", "a Python pickle of protocol 0", pickle_hint},
    {"(dp", "a Python pickle of protocol 0", pickle_hint},
    {"(lp", "a Python pickle of protocol 0", pickle_hint},
    {"PAR1", "a Parquet file", "pyarrow reads it"},
    {"ARROW1", "an Arrow file", "pyarrow reads it"},
    {"FEA1", "a Feather file", "pyarrow reads it"},
    {"\x89PNG\r\n\x1A\n", "a PNG image", ""},
    {"\xFF\xD8\xFF", "a JPEG image", ""},
    {"GIF8", "a GIF image", ""},
    {"II*\0"sv, "a TIFF image", ""},
    {"MM\0*"sv, "a TIFF image", ""},
    {"RIFF", "a RIFF file (WAV, AVI, WebP)", ""},
    {"%PDF", "a PDF document", ""},
    {"MATLAB 5.0 MAT-file", "a MATLAB .mat file", "scipy.io.loadmat reads it"},
    {"SIMPLE  =", "a FITS file", "astropy reads it"},
    {"CDF\x01", "a NetCDF file", "netCDF4 or xarray reads it"},
    {"CDF\x02", "a NetCDF file", "netCDF4 or xarray reads it"},
    {"\x7F"
     "ELF",
     "a program or library", ""},
    {"SQLite format 3", "an SQLite database", ""},
    {"# vtk", "a VTK file", ""},
    {"<?xml", "an XML document", web_page_hint},
    {"<!doctype", "an HTML page", web_page_hint},
    {"<html", "an HTML page", web_page_hint},
    {"<head", "an HTML page", web_page_hint},
};

}  // namespace nopy::npy
