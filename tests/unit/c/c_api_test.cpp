// SPDX-License-Identifier: MIT
// The C API gives what the C++ API gives.
#include <nopy/nopy.h>
#include <nopy/nopy.hpp>

#include "support/npy_bytes.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <numeric>
#include <thread>

namespace {

using nopy::test::npy_bytes;
using nopy::test::temporary_folder;

/// A folder with an archive of three members, and what was opened in it.
struct CApi : testing::Test {
  CApi() {
    std::iota(numbers.begin(), numbers.end(), 0.5);
    nopy::save_npz(archive,
                   {{"stored", numbers},
                    {"deflated", numbers, {.compression = nopy::deflated{}}},
                    {"grid", nopy::array_view<const double, 2>(numbers.data(), {20, 50})}});
    nopy::save(single, nopy::array_view<const double, 2>(numbers.data(), {20, 50}),
               {.order = nopy::order::fortran});
  }
  ~CApi() override {
    nopy_array_free(&array);
    nopy_header_free(&header);
    nopy_close(&file);
    nopy_error_free(&error);
  }
  std::string message() const { return error == nullptr ? "" : error->message; }
  std::size_t at(const char* key) {
    std::size_t index = 99;
    EXPECT_EQ(nopy_find(file, key, &index, &error), 0) << message();
    return index;
  }
  const double* values() const { return static_cast<const double*>(nopy_array_data(array)); }

  temporary_folder folder;
  std::string archive = folder.file("run.npz"), single = folder.file("one.npy");
  std::vector<double> numbers = std::vector<double>(1000);
  nopy_file* file = nullptr;
  nopy_array* array = nullptr;
  const nopy_header* header = nullptr;
  nopy_error* error = nullptr;
};

TEST_F(CApi, ListsAnArchiveAndASingleArray) {
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  EXPECT_EQ(nopy_is_archive(file), 1);
  ASSERT_EQ(nopy_count(file), 3u);
  EXPECT_STREQ(nopy_name(file, 0), "stored");
  EXPECT_STREQ(nopy_name(file, 2), "grid");
  EXPECT_EQ(nopy_name(file, 3), nullptr);
  EXPECT_EQ(at("grid.npy"), 2u);
  nopy_close(&file);
  ASSERT_EQ(nopy_open(single.c_str(), nullptr, &file, &error), 0) << message();
  EXPECT_EQ(nopy_is_archive(file), 0);
  EXPECT_EQ(nopy_count(file), 1u);
  EXPECT_STREQ(nopy_name(file, 0), "");
}

TEST_F(CApi, HeadersSayWhatTheFileSays) {
  ASSERT_EQ(nopy_open(single.c_str(), nullptr, &file, &error), 0) << message();
  ASSERT_EQ(nopy_read_header(file, 0, &header, &error), 0) << message();
  EXPECT_STREQ(header->descr, "<f8");
  EXPECT_STREQ(header->words, "float64");
  EXPECT_EQ(header->kind, 'f');
  EXPECT_EQ(header->swapped, 0);
  EXPECT_EQ(header->item_bytes, 8u);
  ASSERT_EQ(header->rank, 2u);
  EXPECT_EQ(header->shape[0], 20u);
  EXPECT_EQ(header->shape[1], 50u);
  EXPECT_EQ(header->order, NOPY_ORDER_FORTRAN);
  EXPECT_EQ(header->data_bytes, 8000u);
  EXPECT_EQ(header->data_offset, 128u);
  EXPECT_EQ(header->mappable, 1);
  EXPECT_EQ(header->finding_count, 0u);
}

TEST_F(CApi, FindingsOfAHeaderComeWithTheirWeight) {
  const std::string text = npy_bytes().dict("'>i2'", "(3L,)").pad(64).zeros(8);
  ASSERT_EQ(nopy_open_memory(text.data(), text.size(), nullptr, &file, &error), 0) << message();
  ASSERT_EQ(nopy_read_header(file, 0, &header, &error), 0) << message();
  EXPECT_EQ(header->swapped, 1);
  EXPECT_EQ(header->mappable, 0);
  ASSERT_EQ(header->finding_count, 2u);
  EXPECT_STREQ(header->findings[0].what->id, "python2_long");
  EXPECT_EQ(header->findings[0].severity, NOPY_NOTE);
  EXPECT_STREQ(header->findings[1].what->id, "trailing_bytes");
}

TEST_F(CApi, AMappedMemberOutlivesItsFile) {
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  ASSERT_EQ(nopy_map(file, at("stored"), NOPY_MAP_READ, &array, &error), 0) << message();
  nopy_close(&file);
  EXPECT_EQ(file, nullptr);
  EXPECT_EQ(std::vector<double>(values(), values() + 1000), numbers);
  EXPECT_EQ(nopy_array_writable_data(array), nullptr);
  EXPECT_EQ(nopy_array_header(array)->data_bytes, 8000u);
}

TEST_F(CApi, WhatIsWrittenToAWritableMapReachesTheFileAndToAPrivateOneNot) {
  for (const auto& [mode, wanted] : {std::pair{NOPY_MAP_PRIVATE, 0.5}, {NOPY_MAP_WRITABLE, 7.0}}) {
    ASSERT_EQ(nopy_open(single.c_str(), nullptr, &file, &error), 0) << message();
    ASSERT_EQ(nopy_map(file, 0, mode, &array, &error), 0) << message();
    auto* data = static_cast<double*>(nopy_array_writable_data(array));
    ASSERT_NE(data, nullptr);
    data[0] = 7;
    nopy_array_free(&array);
    nopy_close(&file);
    EXPECT_EQ((nopy::load<double, 2>(single)(0, 0)), wanted);
  }
}

TEST_F(CApi, MembersThatCanNotBeMappedAreErrors) {
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  EXPECT_EQ(nopy_map(file, at("deflated"), NOPY_MAP_READ, &array, &error), -1);
  EXPECT_STREQ(error->id, "compressed");
  EXPECT_STREQ(error->subject, (archive + "!deflated.npy").c_str());
  nopy_error_free(&error);
  EXPECT_EQ(nopy_map(file, at("stored"), NOPY_MAP_WRITABLE, &array, &error), -1);
  EXPECT_STREQ(error->id, "usage");
}

TEST_F(CApi, DataAtAnOddAddressIsMappedWhenSaidOnly) {
  nopy::save_npz(archive, {{"odd", numbers}}, {.profile = nopy::profile::numpy});
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  EXPECT_EQ(nopy_map(file, 0, NOPY_MAP_READ, &array, &error), -1);
  EXPECT_STREQ(error->id, "unaligned");
  nopy_error_free(&error);
  ASSERT_EQ(nopy_map(file, 0, NOPY_MAP_READ | NOPY_MAP_UNALIGNED, &array, &error), 0) << message();
  EXPECT_EQ(std::memcmp(nopy_array_data(array), numbers.data(), 8000), 0);
}

TEST_F(CApi, ReadsAsItIsOrAsAsked) {
  ASSERT_EQ(nopy_open(single.c_str(), nullptr, &file, &error), 0) << message();
  ASSERT_EQ(nopy_read(file, 0, nullptr, &array, &error), 0) << message();
  EXPECT_EQ(nopy_array_header(array)->order, NOPY_ORDER_FORTRAN);
  EXPECT_EQ(values()[1], 50.5);
  nopy_array_free(&array);
  nopy_request request = NOPY_REQUEST_INIT;
  request.descr = ">f4";
  request.order = NOPY_ORDER_C;
  ASSERT_EQ(nopy_read(file, 0, &request, &array, &error), 0) << message();
  EXPECT_STREQ(nopy_array_header(array)->descr, ">f4");
  EXPECT_EQ(nopy_array_header(array)->order, NOPY_ORDER_C);
  EXPECT_EQ(static_cast<float>(static_cast<const nopy::big<float>*>(nopy_array_data(array))[1]),
            1.5F);
  request.descr = "<i4";
  nopy_array_free(&array);
  EXPECT_EQ(nopy_read(file, 0, &request, &array, &error), -1);
  EXPECT_STREQ(error->id, "type_mismatch");
  EXPECT_STREQ(error->subject, single.c_str());
}

TEST_F(CApi, ReadsRegionsOfDeflatedMembersWithStepsAndConversion) {
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  const std::uint64_t start[] = {10}, extents[] = {3}, steps[] = {100};
  const nopy_region region{1, start, extents, steps};
  nopy_request request = NOPY_REQUEST_INIT;
  request.descr = "int32";
  request.casting = NOPY_CAST_TRUNCATE;
  ASSERT_EQ(nopy_read_region(file, at("deflated"), &region, &request, &array, &error), 0)
      << message();
  const auto* data = static_cast<const std::int32_t*>(nopy_array_data(array));
  EXPECT_EQ(data[0], 10);
  EXPECT_EQ(data[2], 210);
  std::int32_t into[3]{};
  ASSERT_EQ(nopy_read_into(file, at("deflated"), &region, &request, into, sizeof into, &error), 0)
      << message();
  EXPECT_EQ(into[1], 110);
  std::vector<double> whole(1000);
  ASSERT_EQ(nopy_read_into(file, at("grid"), nullptr, nullptr, whole.data(), 8000, &error), 0)
      << message();
  EXPECT_EQ(whole, numbers);
}

TEST_F(CApi, OneFileServesManyThreads) {
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  std::vector<int> good(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < good.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 50; ++i) {
        const std::uint64_t start[] = {i * 20}, extents[] = {20};
        const nopy_region region{1, start, extents, nullptr};
        double part[20]{};
        good[t] += nopy_read_into(file, i % 2, &region, nullptr, part, sizeof part, nullptr) == 0 &&
                   part[19] == numbers[i * 20 + 19];
      }
    });
  for (auto& each : threads) each.join();
  EXPECT_EQ(good, std::vector<int>(4, 50));
}

TEST_F(CApi, WritesWhatCppWrites) {
  const std::uint64_t shape[] = {20, 50};
  const nopy_view view{"<f8", 2, shape, NOPY_ORDER_FORTRAN, numbers.data(), 8000};
  const std::string other = folder.file("c.npy");
  ASSERT_EQ(nopy_write(other.c_str(), &view, &error), 0) << message();
  const auto read = nopy::load(other);
  EXPECT_EQ(read.header().order, nopy::order::fortran);
  EXPECT_EQ(std::memcmp(read.memory().data(), numbers.data(), 8000), 0);

  nopy_writer* writer = nullptr;
  const std::string packed = folder.file("c.npz");
  ASSERT_EQ(nopy_writer_open(packed.c_str(), 1, &writer, &error), 0) << message();
  ASSERT_EQ(nopy_writer_add(writer, "a", &view, NOPY_STORED, 0, &error), 0) << message();
  EXPECT_EQ(nopy_writer_add(writer, "a", &view, NOPY_STORED, 0, &error), -1);
  EXPECT_STREQ(error->id, "zip_duplicate");
  nopy_error_free(&error);
  ASSERT_EQ(nopy_writer_close(&writer, &error), 0) << message();
  EXPECT_EQ(writer, nullptr);
  EXPECT_EQ(nopy::npz_reader(packed).size(), 1u);
}

TEST_F(CApi, ADiscardedWriterLeavesNoFile) {
  nopy_writer* writer = nullptr;
  const std::string packed = folder.file("c.npz");
  ASSERT_EQ(nopy_writer_open(packed.c_str(), 1, &writer, &error), 0) << message();
  nopy_writer_discard(&writer);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"one.npy", "run.npz"}));
}

TEST_F(CApi, VerifyTellsADamagedMember) {
  auto bytes = temporary_folder::read(archive);
  bytes[200] ^= std::byte{1};
  folder.write("run.npz", bytes);
  ASSERT_EQ(nopy_open(archive.c_str(), nullptr, &file, &error), 0) << message();
  EXPECT_EQ(nopy_verify(file, at("stored"), &error), -1);
  EXPECT_STREQ(error->id, "zip_crc");
  nopy_error_free(&error);
  EXPECT_EQ(nopy_verify(file, at("grid"), &error), 0) << message();
}

}  // namespace
