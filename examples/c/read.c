// SPDX-License-Identifier: MIT
// The C API: writes an archive, lists it, maps one member, reads a part of another as floats.
#include <inttypes.h>
#include <nopy/nopy.h>
#include <stdio.h>

static int write_archive(const char* path, nopy_error** error) {
  const double weights[] = {0.5, 0.25, 0.125};
  const int32_t grid[] = {1, 2, 3, 4, 5, 6};
  const uint64_t three[] = {3}, two_by_three[] = {2, 3};
  const nopy_view w = {"<f8", 1, three, NOPY_ORDER_C, weights, sizeof weights};
  const nopy_view g = {"<i4", 2, two_by_three, NOPY_ORDER_C, grid, sizeof grid};
  nopy_writer* out = NULL;
  if (nopy_writer_open(path, 1, &out, error) != 0) return -1;
  if (nopy_writer_add(out, "weights", &w, NOPY_STORED, 0, error) != 0 ||
      nopy_writer_add(out, "grid", &g, NOPY_DEFLATED, 0, error) != 0) {
    nopy_writer_discard(&out);
    return -1;
  }
  return nopy_writer_close(&out, error);
}

static int list(const nopy_file* run, nopy_error** error) {
  for (size_t i = 0; i < nopy_count(run); ++i) {
    const nopy_header* header = NULL;
    if (nopy_read_header(run, i, &header, error) != 0) return -1;
    printf("%s: %s, %zu axes, %" PRIu64 " bytes%s\n", nopy_name(run, i), header->words,
           header->rank, header->data_bytes, header->mappable ? ", can be mapped" : "");
    nopy_header_free(&header);
  }
  return 0;
}

static int use(const nopy_file* run, nopy_error** error) {
  nopy_array *weights = NULL, *column = NULL;
  const uint64_t start[] = {0, 1}, extents[] = {2, 1};
  const nopy_region middle = {2, start, extents, NULL};
  nopy_request as_float = NOPY_REQUEST_INIT;
  as_float.descr = "<f4";
  as_float.casting = NOPY_CAST_CHECKED;
  size_t at = 0;
  int status = -1;
  if (nopy_find(run, "weights", &at, error) == 0 &&
      nopy_map(run, at, NOPY_MAP_READ, &weights, error) == 0 &&
      nopy_find(run, "grid", &at, error) == 0 &&
      nopy_read_region(run, at, &middle, &as_float, &column, error) == 0) {
    const double* w = nopy_array_data(weights);
    const float* c = nopy_array_data(column);
    printf("weights %g %g %g, middle column %g %g\n", w[0], w[1], w[2], (double)c[0], (double)c[1]);
    status = 0;
  }
  nopy_array_free(&weights);
  nopy_array_free(&column);
  return status;
}

int main(void) {
  nopy_file* run = NULL;
  nopy_error* error = NULL;
  if (write_archive("c_run.npz", &error) != 0 || nopy_open("c_run.npz", NULL, &run, &error) != 0 ||
      list(run, &error) != 0 || use(run, &error) != 0) {
    fprintf(stderr, "%s\n", error->message);
    nopy_error_free(&error);
    nopy_close(&run);
    return 1;
  }
  size_t at = 0;
  if (nopy_find(run, "wieghts", &at, &error) != 0) printf("%s\n", error->message);
  nopy_error_free(&error);
  nopy_close(&run);
  return 0;
}
