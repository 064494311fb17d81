// SPDX-License-Identifier: MIT
// The functions the page calls, declared for the tests that call them on this machine. protocol.md
// describes each; the C API has the prefix nopy_.
#pragma once

#include "engine/job.hpp"
#include "engine/window.hpp"

#if defined(__wasm__)
#define NOPY_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define NOPY_EXPORT(name) extern "C" __attribute__((visibility("default")))
#endif

NOPY_EXPORT(protocol) std::uint32_t page_protocol();
NOPY_EXPORT(room) std::byte* page_room(std::uint32_t bytes);
NOPY_EXPORT(answer) const char* page_answer();
NOPY_EXPORT(answer_bytes) std::uint32_t page_answer_bytes();

NOPY_EXPORT(close) void page_close(std::uint32_t file);
NOPY_EXPORT(members)
std::uint32_t page_members(std::uint32_t file, std::uint32_t from, std::uint32_t count);
NOPY_EXPORT(slice)
std::uint32_t page_slice(std::uint32_t file, std::uint32_t member, const char* text,
                         std::uint32_t bytes);
NOPY_EXPORT(cost)
std::uint32_t page_cost(std::uint32_t file, std::uint32_t member,
                        const nopy::engine::axis_take* axes);

NOPY_EXPORT(open)
nopy::engine::job* page_open(std::uint64_t total_bytes, std::uint32_t strict);
NOPY_EXPORT(peek)
nopy::engine::job* page_peek(std::uint32_t file, const std::uint32_t* members, std::uint32_t count);
NOPY_EXPORT(anatomy)
nopy::engine::job* page_anatomy(std::uint32_t file, std::uint32_t member);
NOPY_EXPORT(map)
nopy::engine::job* page_map(std::uint32_t file, std::uint32_t from, std::uint32_t count);
NOPY_EXPORT(window)
nopy::engine::job* page_window(std::uint32_t file, std::uint32_t member,
                               const nopy::engine::axis_take* axes, std::uint32_t form,
                               std::int32_t column, std::uint32_t part);
NOPY_EXPORT(statistics)
nopy::engine::job* page_statistics(std::uint32_t file, std::uint32_t member,
                                   const nopy::engine::axis_take* axes, std::int32_t column,
                                   std::uint32_t part);
NOPY_EXPORT(histogram)
nopy::engine::job* page_histogram(std::uint32_t file, std::uint32_t member,
                                  const nopy::engine::axis_take* axes, std::int32_t column,
                                  std::uint32_t part, double low, double high, std::uint32_t bins);
NOPY_EXPORT(stream)
nopy::engine::job* page_stream(std::uint32_t file, std::uint32_t member, std::uint64_t offset,
                               std::uint64_t count);
NOPY_EXPORT(verify)
nopy::engine::job* page_verify(std::uint32_t file, std::uint32_t member);
NOPY_EXPORT(export_npy)
nopy::engine::job* page_export_npy(std::uint32_t file, std::uint32_t member,
                                   const nopy::engine::axis_take* axes);
NOPY_EXPORT(objects)
nopy::engine::job* page_objects(std::uint32_t file, std::uint32_t member);
NOPY_EXPORT(difference)
nopy::engine::job* page_difference(std::uint32_t file_a, std::uint32_t member_a,
                                   std::uint32_t file_b, std::uint32_t member_b, double rtol,
                                   double atol, std::uint32_t flags);
NOPY_EXPORT(salvage) nopy::engine::job* page_salvage(std::uint32_t file);

NOPY_EXPORT(job_step) std::uint32_t page_job_step(nopy::engine::job* of);
NOPY_EXPORT(job_ranges)
const nopy::engine::wanted_range* page_job_ranges(nopy::engine::job* of);
NOPY_EXPORT(job_range_count) std::uint32_t page_job_range_count(nopy::engine::job* of);
NOPY_EXPORT(job_brought)
void page_job_brought(nopy::engine::job* of, std::uint32_t range, std::uint32_t count);
NOPY_EXPORT(job_done) std::uint64_t page_job_done(nopy::engine::job* of);
NOPY_EXPORT(job_total) std::uint64_t page_job_total(nopy::engine::job* of);
NOPY_EXPORT(job_answer) const char* page_job_answer(nopy::engine::job* of);
NOPY_EXPORT(job_answer_bytes) std::uint32_t page_job_answer_bytes(nopy::engine::job* of);
NOPY_EXPORT(job_end) void page_job_end(nopy::engine::job* of);
