// SPDX-License-Identifier: MIT
// The one table of kinds: id, and the summary of an error that was given none. Each id has a page
// docs/errors/<id>.md.
#pragma once

#include <nopy/error.hpp>

namespace nopy {

struct kind_row {
  errc code;
  std::string_view id;
  std::string_view summary;
};

inline constexpr kind_row kind_table[] = {
    {errc::io, "io", "the operating system refused"},
    {errc::not_regular, "not_regular", "this is no regular file"},
    {errc::bad_magic, "bad_magic", "this is neither a .npy nor a .npz file"},
    {errc::bad_version, "bad_version", "the .npy format version is unknown"},
    {errc::header_truncated, "header_truncated", "the file ends inside the header"},
    {errc::header_too_large, "header_too_large", "the header is longer than the limit"},
    {errc::header_encoding, "header_encoding", "the header text is not in its version's encoding"},
    {errc::header_syntax, "header_syntax", "the header is not the dictionary literal expected"},
    {errc::header_keys, "header_keys", "the header's keys are not the three expected"},
    {errc::header_value, "header_value", "a header value has the wrong type or range"},
    {errc::bad_dtype, "bad_dtype", "the descr is no dtype that .npy can hold"},
    {errc::object_dtype, "object_dtype", "the elements are Python objects"},
    {errc::too_large, "too_large", "the array is too large"},
    {errc::data_truncated, "data_truncated", "the data ends early"},
    {errc::zip_no_directory, "zip_no_directory", "the archive has no directory"},
    {errc::zip_ambiguous, "zip_ambiguous", "the archive can be read in two ways"},
    {errc::zip_corrupt, "zip_corrupt", "the archive's directory can not be"},
    {errc::zip_mismatch, "zip_mismatch", "directory and local header disagree"},
    {errc::zip_overlap, "zip_overlap", "members of the archive overlap"},
    {errc::zip_multidisk, "zip_multidisk", "the archive is split over several files"},
    {errc::zip_encrypted, "zip_encrypted", "the member is encrypted"},
    {errc::zip_method, "zip_method", "the compression method is not supported"},
    {errc::zip_size, "zip_size", "the member's sizes contradict its data"},
    {errc::zip_crc, "zip_crc", "the member's checksum does not match"},
    {errc::zip_inflate, "zip_inflate", "the compressed stream is invalid"},
    {errc::zip_duplicate, "zip_duplicate", "two members can be meant by one key"},
    {errc::zip_name, "zip_name", "the member's name is not usable"},
    {errc::unsafe_name, "unsafe_name", "the name would leave the folder or is not portable"},
    {errc::limit, "limit", "a limit of the caller was reached"},
    {errc::http_network, "http_network", "the server could not be reached"},
    {errc::http_status, "http_status", "the server refused"},
    {errc::http_no_ranges, "http_no_ranges", "the server does not give parts of files"},
    {errc::http_answer, "http_answer", "the server's answer is not what was asked for"},
    {errc::type_mismatch, "type_mismatch", "element type differs"},
    {errc::rank_mismatch, "rank_mismatch", "number of dimensions differs"},
    {errc::shape_mismatch, "shape_mismatch", "shape differs"},
    {errc::order_mismatch, "order_mismatch", "memory order differs"},
    {errc::out_of_range, "out_of_range", "out of range"},
    {errc::unaligned, "unaligned", "the data is not aligned for its type"},
    {errc::compressed, "compressed", "a compressed member can not be mapped"},
    {errc::not_found, "not_found", "no member of that name"},
    {errc::changed, "changed", "the file changed since it was opened"},
    {errc::exists, "exists", "the file exists already"},
    {errc::cancelled, "cancelled", "stopped by the progress callback"},
    {errc::out_of_memory, "out_of_memory", "memory ran out"},
    {errc::usage, "usage", "the request makes no sense"},
    {errc::no_room, "no_room", "the header has no room to grow"},
    {errc::trailing_bytes, "trailing_bytes", "bytes follow the array"},
    {errc::odd_spelling, "odd_spelling", "a spelling that NumPy reads but never writes"},
    {errc::extension_dtype, "extension_dtype", "a dtype of ml_dtypes"},
    {errc::python2_long, "python2_long", "an integer with the suffix L of Python 2"},
    {errc::not_npy, "not_npy", "a member named .npy that is none"},
    {errc::bool_value, "bool_value", "bool bytes other than 0 and 1"},
    {errc::metadata, "metadata", "dtype metadata, ignored"},
    {errc::long_double_guess, "long_double_guess",
     "the kind of long double was told from the values"},
    {errc::zip_index_stale, "zip_index_stale",
     "a chunk table that does not fit its member, not used"},
};
inline constexpr std::size_t kind_count = sizeof kind_table / sizeof kind_table[0];

}  // namespace nopy
