// SPDX-License-Identifier: MIT
// Where the members of nopy.h's structs lie: programs that are compiled already count on it. Rows are
// added at the end of a struct, none changes.
#include <nopy/nopy.h>

#define NOPY_AT(type, member, offset) static_assert(offsetof(type, member) == offset)

NOPY_AT(nopy_error, id, 0);
NOPY_AT(nopy_error, message, 8);
NOPY_AT(nopy_error, subject, 16);
NOPY_AT(nopy_error, summary, 24);
NOPY_AT(nopy_error, found, 32);
NOPY_AT(nopy_error, expected, 40);
NOPY_AT(nopy_error, hint, 48);
NOPY_AT(nopy_error, offset, 56);
NOPY_AT(nopy_error, system_code, 64);

NOPY_AT(nopy_finding, what, 0);
NOPY_AT(nopy_finding, severity, 8);
static_assert(sizeof(nopy_finding) == 16);  // an array of it is handed out: it can not grow

NOPY_AT(nopy_header, descr, 0);
NOPY_AT(nopy_header, words, 8);
NOPY_AT(nopy_header, kind, 16);
NOPY_AT(nopy_header, swapped, 20);
NOPY_AT(nopy_header, item_bytes, 24);
NOPY_AT(nopy_header, rank, 32);
NOPY_AT(nopy_header, shape, 40);
NOPY_AT(nopy_header, order, 48);
NOPY_AT(nopy_header, data_bytes, 56);
NOPY_AT(nopy_header, data_offset, 64);
NOPY_AT(nopy_header, mappable, 72);
NOPY_AT(nopy_header, finding_count, 80);
NOPY_AT(nopy_header, findings, 88);

NOPY_AT(nopy_options, struct_bytes, 0);
NOPY_AT(nopy_options, strict, 8);
NOPY_AT(nopy_options, threads, 12);
NOPY_AT(nopy_options, max_array_bytes, 16);
NOPY_AT(nopy_options, max_header_bytes, 24);
NOPY_AT(nopy_options, max_members, 32);

NOPY_AT(nopy_request, struct_bytes, 0);
NOPY_AT(nopy_request, descr, 8);
NOPY_AT(nopy_request, order, 16);
NOPY_AT(nopy_request, casting, 20);

// Made by the caller without a size: these stay as they are.
static_assert(sizeof(nopy_region) == 32);
NOPY_AT(nopy_region, rank, 0);
NOPY_AT(nopy_region, start, 8);
NOPY_AT(nopy_region, extents, 16);
NOPY_AT(nopy_region, steps, 24);
static_assert(sizeof(nopy_view) == 48);
NOPY_AT(nopy_view, descr, 0);
NOPY_AT(nopy_view, rank, 8);
NOPY_AT(nopy_view, shape, 16);
NOPY_AT(nopy_view, order, 24);
NOPY_AT(nopy_view, data, 32);
NOPY_AT(nopy_view, data_bytes, 40);

static_assert(NOPY_ORDER_ANY == 0 && NOPY_ORDER_C == 1 && NOPY_ORDER_FORTRAN == 2);
static_assert(NOPY_NOTE == 0 && NOPY_WARNING == 1 && NOPY_ERROR == 2);
static_assert(NOPY_MAP_READ == 0 && NOPY_MAP_PRIVATE == 1 && NOPY_MAP_WRITABLE == 2);
static_assert(NOPY_MAP_UNALIGNED == 16 && NOPY_MAP_ON_NETWORK == 32);
static_assert(NOPY_CAST_NONE == 0 && NOPY_CAST_SAME_KIND == 2 && NOPY_CAST_TRUNCATE == 5);
static_assert(NOPY_STORED == 0 && NOPY_DEFLATED == 8 && NOPY_ZSTD == 93);
static_assert(sizeof(nopy_order) == 4 && sizeof(nopy_compression) == 4);
