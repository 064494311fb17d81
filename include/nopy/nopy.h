// SPDX-License-Identifier: MIT
// nopy for C11, and for everything that calls C: opaque handles, no exceptions, nothing global.
//
//   nopy_file *run = NULL;
//   nopy_array *train = NULL;
//   nopy_error *error = NULL;
//   size_t at;
//   if (nopy_open("run.npz", NULL, &run, &error) != 0 || nopy_find(run, "train", &at, &error) != 0 ||
//       nopy_map(run, at, NOPY_MAP_READ, &train, &error) != 0)
//     fprintf(stderr, "%s\n", error->message);
//   else
//     use(nopy_array_data(train), nopy_array_header(train)->shape);
//   nopy_array_free(&train), nopy_close(&run), nopy_error_free(&error);
//
// Calls.    What can fail returns 0, or -1 with `*error` set; `error` may be NULL. A result (`*out`) is
//           set on success only. NULL where something is needed, and a handle of another kind, are
//           errors with the id "usage", never a crash.
// Handles.  Each is given back by its own function, which takes the handle's address and leaves NULL
//           there, so doing it twice, or with NULL, does nothing. An array keeps alive what it needs:
//           it may outlive the file that it came from.
// Threads.  One open file may be used by any number of threads at once; arrays, headers and errors never
//           change and may be read by any. A writer is used by one thread at a time. Giving a handle
//           back is the last use of it. There is no state beside the handles.
// Growth.   Headers and errors are made by the library and may get new members at their end. What the
//           caller makes and may grow (nopy_options, nopy_request) says its size first: begin with
//           NOPY_OPTIONS_INIT and NOPY_REQUEST_INIT. Functions and error ids are added, never changed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define NOPY_C_API
#else
#define NOPY_C_API __attribute__((visibility("default")))
#endif
#if defined(__cplusplus)
#define NOPY_C_NOEXCEPT noexcept
#define NOPY_C_INT : int
extern "C" {
#else
#define NOPY_C_NOEXCEPT
#define NOPY_C_INT
#endif

typedef struct nopy_file nopy_file;      // an open .npy or .npz: a list of arrays
typedef struct nopy_array nopy_array;    // an array, in memory of its own or mapped
typedef struct nopy_writer nopy_writer;  // a new .npz

// "There is no byte to point at."
#define NOPY_NO_OFFSET UINT64_MAX

// The version of the library, as in "0.1.0".
NOPY_C_API const char* nopy_version(void) NOPY_C_NOEXCEPT;

// ---------------------------------------------------------------------------------------- errors

// What went wrong. Every text is UTF-8 and never NULL: "" where there is nothing to say.
typedef struct nopy_error {
  const char* id;        // "type_mismatch": never changes; docs/errors has a page for each
  const char* message;   // all of it, several lines
  const char* subject;   // the file, or "archive!member"
  const char* summary;   // what happened
  const char* found;     // what is there
  const char* expected;  // what should be there
  const char* hint;      // what to do about it
  uint64_t offset;       // bytes from the start of the subject, or NOPY_NO_OFFSET
  int system_code;       // errno, of "io"
} nopy_error;

// Gives an error back; the handle is NULL then.
NOPY_C_API void nopy_error_free(nopy_error** error) NOPY_C_NOEXCEPT;

// --------------------------------------------------------------------------------------- headers

// As read: the last index moves fastest, or the first. As asked for, 0 is "as it is there".
typedef enum nopy_order NOPY_C_INT { NOPY_ORDER_ANY, NOPY_ORDER_C, NOPY_ORDER_FORTRAN } nopy_order;

// How much a finding weighs.
typedef enum nopy_severity NOPY_C_INT { NOPY_NOTE, NOPY_WARNING, NOPY_ERROR } nopy_severity;

// One deviation from the format that reading went on behind.
typedef struct nopy_finding {
  const nopy_error* what;
  nopy_severity severity;
} nopy_finding;

// What a file says of one array; of an array in memory, what it is.
typedef struct nopy_header {
  const char* descr;      // NumPy's: "<f4" (without quotes), or the list of a record's fields
  const char* words;      // the same for people: "float32"
  char kind;              // NumPy's letter: b i u f c S U M m V O; V for records and subarrays, too
  int swapped;            // whether the byte order is not this machine's
  uint64_t item_bytes;    // of one element
  size_t rank;            // 0 to 64
  const uint64_t* shape;  // `rank` extents
  nopy_order order;
  uint64_t data_bytes;
  uint64_t data_offset;  // of the first data byte in the array's stream
  int mappable;          // whether nopy_map can give it in place
  size_t finding_count;
  const nopy_finding* findings;  // in file order
} nopy_header;

// Gives a header of nopy_read_header back; the handle is NULL then. That of an array is left alone.
NOPY_C_API void nopy_header_free(const nopy_header** header) NOPY_C_NOEXCEPT;

// ----------------------------------------------------------------------------------------- files

// How files are opened; zeroed members are the defaults.
typedef struct nopy_options {
  size_t struct_bytes;  // sizeof(nopy_options)
  int strict;        // 1: for untrusted files; what two readers could read differently is an error
  unsigned threads;  // for large arrays; 0 and 1: the caller's alone
  uint64_t max_array_bytes;   // of the data of one array; 0: no limit
  uint64_t max_header_bytes;  // of one header; 0: 1 MiB
  uint64_t max_members;       // of an archive; 0: no limit
} nopy_options;
// The defaults: nopy_options o = NOPY_OPTIONS_INIT;
#define NOPY_OPTIONS_INIT \
  { sizeof(nopy_options), 0, 0, 0, 0, 0 }

// Opens a .npy or .npz: reads its header, or its directory. `options` may be NULL.
NOPY_C_API int nopy_open(const char* path, const nopy_options* options, nopy_file** out,
                         nopy_error** error) NOPY_C_NOEXCEPT;
// Like nopy_open, but of bytes in memory, which must outlive the file. Such arrays are read, not mapped.
NOPY_C_API int nopy_open_memory(const void* bytes, size_t count, const nopy_options* options,
                                nopy_file** out, nopy_error** error) NOPY_C_NOEXCEPT;
// Closes a file; the handle is NULL then. Arrays of it live on.
NOPY_C_API void nopy_close(nopy_file** file) NOPY_C_NOEXCEPT;
// 1 for a .npz, 0 for a .npy.
NOPY_C_API int nopy_is_archive(const nopy_file* file) NOPY_C_NOEXCEPT;
// How many members an archive has; 1 for a .npy.
NOPY_C_API size_t nopy_count(const nopy_file* file) NOPY_C_NOEXCEPT;
// The key of a member, without ".npy", as UTF-8; "" for a .npy. NULL where there is no such member.
// It lives as long as the file.
NOPY_C_API const char* nopy_name(const nopy_file* file, size_t index) NOPY_C_NOEXCEPT;
// The member that NumPy finds under `key`. Errors: not_found.
NOPY_C_API int nopy_find(const nopy_file* file, const char* key, size_t* index,
                         nopy_error** error) NOPY_C_NOEXCEPT;
// Reads the whole member and holds it against its checksum; for a .npy, that its data is all there.
NOPY_C_API int nopy_verify(const nopy_file* file, size_t index, nopy_error** error) NOPY_C_NOEXCEPT;
// The header of a member (index 0 of a .npy): one small read, whatever the array's size.
NOPY_C_API int nopy_read_header(const nopy_file* file, size_t index, const nopy_header** out,
                                nopy_error** error) NOPY_C_NOEXCEPT;

// ---------------------------------------------------------------------------------------- arrays

// Where writes to a mapped array go: nowhere, to private pages, to the file.
typedef enum nopy_map_mode NOPY_C_INT {
  NOPY_MAP_READ,           // writing to it ends the program
  NOPY_MAP_PRIVATE,        // what is written stays in this process
  NOPY_MAP_WRITABLE,       // what is written reaches the file; of a .npy only
  NOPY_MAP_UNALIGNED = 16,  // beside one of the others: take data at any address, too
  NOPY_MAP_ON_NETWORK = 32  // beside NOPY_MAP_WRITABLE: also on a network file system (see nopy::network_map)
} nopy_map_mode;

// Which conversions a read may do; NumPy's words (see nopy::casting).
typedef enum nopy_casting NOPY_C_INT {
  NOPY_CAST_NONE,
  NOPY_CAST_SAFE,
  NOPY_CAST_SAME_KIND,
  NOPY_CAST_CHECKED,
  NOPY_CAST_SATURATE,
  NOPY_CAST_TRUNCATE
} nopy_casting;

// What an array shall be in memory.
typedef struct nopy_request {
  size_t struct_bytes;  // sizeof(nopy_request)
  const char* descr;    // as in "<f4" or "float32"; NULL: the file's
  nopy_order order;     // NOPY_ORDER_ANY: the file's; of a region, C
  nopy_casting casting;
} nopy_request;
// As the file is: nopy_request r = NOPY_REQUEST_INIT;
#define NOPY_REQUEST_INIT \
  { sizeof(nopy_request), NULL, NOPY_ORDER_ANY, NOPY_CAST_SAME_KIND }

// Every `steps[i]`-th of the elements from `start[i]` on, `extents[i]` of them.
typedef struct nopy_region {
  size_t rank;
  const uint64_t* start;
  const uint64_t* extents;
  const uint64_t* steps;  // NULL: each
} nopy_region;

// The array where it lies in the file: no copy, no read until it is touched, nothing converted. For a
// .npy, and for stored members of an archive. `mode` is a nopy_map_mode. Errors: compressed,
// object_dtype, unaligned (for the element's type; np.savez writes such members).
NOPY_C_API int nopy_map(const nopy_file* file, size_t index, int mode, nopy_array** out,
                        nopy_error** error) NOPY_C_NOEXCEPT;
// The array in memory of its own. `request` may be NULL: as it is in the file.
NOPY_C_API int nopy_read(const nopy_file* file, size_t index, const nopy_request* request,
                         nopy_array** out, nopy_error** error) NOPY_C_NOEXCEPT;
// Like nopy_read, but a part of the array. What is learned of a member stays with the file, so that
// parts of a compressed one are cheap from the second on.
NOPY_C_API int nopy_read_region(const nopy_file* file, size_t index, const nopy_region* region,
                                const nopy_request* request, nopy_array** out,
                                nopy_error** error) NOPY_C_NOEXCEPT;
// Like nopy_read_region, but into the caller's memory of exactly `count` bytes. `region` may be NULL:
// the whole array.
NOPY_C_API int nopy_read_into(const nopy_file* file, size_t index, const nopy_region* region,
                              const nopy_request* request, void* into, size_t count,
                              nopy_error** error) NOPY_C_NOEXCEPT;
// Lives as long as the array. NULL for no array.
NOPY_C_API const nopy_header* nopy_array_header(const nopy_array* array) NOPY_C_NOEXCEPT;
// The elements, `data_bytes` of its header.
NOPY_C_API const void* nopy_array_data(const nopy_array* array) NOPY_C_NOEXCEPT;
// The same to write to; NULL for what was mapped with NOPY_MAP_READ.
NOPY_C_API void* nopy_array_writable_data(nopy_array* array) NOPY_C_NOEXCEPT;
// Gives an array back; the handle is NULL then.
NOPY_C_API void nopy_array_free(nopy_array** array) NOPY_C_NOEXCEPT;

// --------------------------------------------------------------------------------------- writing

// Elements of the caller's, one behind the other.
typedef struct nopy_view {
  const char* descr;  // as in "<f4", "float32" or "[('x', '<f4'), ('y', '<f4')]"
  size_t rank;
  const uint64_t* shape;  // `rank` extents
  nopy_order order;       // of the elements in memory; NOPY_ORDER_ANY: C. The file gets the same.
  const void* data;
  uint64_t data_bytes;  // exactly those of the shape
} nopy_view;

// How a member of an archive is stored.
typedef enum nopy_compression NOPY_C_INT {
  NOPY_STORED = 0,  // can be mapped: the data is aligned to 64 bytes
  NOPY_DEFLATED = 8,
  NOPY_ZSTD = 93
} nopy_compression;

// Writes a .npy. Like every write here it is a temporary file first, which gets the name when it is
// whole: who has the old one mapped keeps it, and after an error the old one is there.
NOPY_C_API int nopy_write(const char* path, const nopy_view* view,
                          nopy_error** error) NOPY_C_NOEXCEPT;
// Begins a .npz. `threads` as in nopy_options, for deflating.
NOPY_C_API int nopy_writer_open(const char* path, unsigned threads, nopy_writer** out,
                                nopy_error** error) NOPY_C_NOEXCEPT;
// Adds a member. `level` 0 is the method's own. What is refused (zip_duplicate, zip_name, usage, ...)
// leaves the writer as it was.
NOPY_C_API int nopy_writer_add(nopy_writer* writer, const char* key, const nopy_view* view,
                               nopy_compression method, int level,
                               nopy_error** error) NOPY_C_NOEXCEPT;
// Writes the directory and gives the file its name. The writer is given back, whatever comes.
NOPY_C_API int nopy_writer_close(nopy_writer** writer, nopy_error** error) NOPY_C_NOEXCEPT;
// Gives a writer back and leaves no file.
NOPY_C_API void nopy_writer_discard(nopy_writer** writer) NOPY_C_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
