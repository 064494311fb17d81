// SPDX-License-Identifier: MIT
// Misuse of the C API that can be seen is an error, never a crash; under ASan this test proves that
// nothing else is touched.
#include <nopy/nopy.h>
#include <nopy/nopy.hpp>

#include "support/npy_bytes.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace {

struct CMisuse : testing::Test {
  CMisuse() {
    nopy::save(path, std::vector<double>{1, 2, 3});
    EXPECT_EQ(nopy_open(path.c_str(), nullptr, &file, nullptr), 0);
    EXPECT_EQ(nopy_read(file, 0, nullptr, &array, nullptr), 0);
    EXPECT_EQ(nopy_writer_open(folder.file("w.npz").c_str(), 0, &writer, nullptr), 0);
  }
  ~CMisuse() override {
    nopy_array_free(&array);
    nopy_close(&file);
    nopy_writer_discard(&writer);
  }
  /// The id of the error that a call gives, or "" for none.
  static std::string id_of(const std::function<int(nopy_error**)>& call) {
    nopy_error* error = nullptr;
    const int status = call(&error);
    const std::string id = error == nullptr ? "" : error->id;
    EXPECT_EQ(status, id.empty() ? 0 : -1);
    nopy_error_free(&error);
    return id;
  }

  nopy::test::temporary_folder folder;
  std::string path = folder.file("a.npy");
  nopy_file* file = nullptr;
  nopy_array* array = nullptr;
  nopy_writer* writer = nullptr;
  nopy_array* out = nullptr;
  double room[3]{};
  const std::uint64_t three[1] = {3};
  nopy_view view{"<f8", 1, three, NOPY_ORDER_C, room, sizeof room};
};

TEST_F(CMisuse, NullWhereSomethingIsNeededIsUsage) {
  const std::vector<std::function<int(nopy_error**)>> calls{
      [&](nopy_error** e) { return nopy_open(nullptr, nullptr, &file, e); },
      [&](nopy_error** e) { return nopy_open(path.c_str(), nullptr, nullptr, e); },
      [&](nopy_error** e) { return nopy_open_memory(nullptr, 3, nullptr, &file, e); },
      [&](nopy_error** e) { return nopy_find(nullptr, "a", nullptr, e); },
      [&](nopy_error** e) { return nopy_verify(nullptr, 0, e); },
      [&](nopy_error** e) { return nopy_read_header(file, 0, nullptr, e); },
      [&](nopy_error** e) { return nopy_map(nullptr, 0, NOPY_MAP_READ, &out, e); },
      [&](nopy_error** e) { return nopy_map(file, 0, NOPY_MAP_READ, nullptr, e); },
      [&](nopy_error** e) { return nopy_read(file, 0, nullptr, nullptr, e); },
      [&](nopy_error** e) { return nopy_read_region(file, 0, nullptr, nullptr, &out, e); },
      [&](nopy_error** e) { return nopy_read_into(file, 0, nullptr, nullptr, nullptr, 24, e); },
      [&](nopy_error** e) { return nopy_write(nullptr, &view, e); },
      [&](nopy_error** e) { return nopy_write(path.c_str(), nullptr, e); },
      [&](nopy_error** e) { return nopy_writer_open(nullptr, 0, &writer, e); },
      [&](nopy_error** e) { return nopy_writer_add(nullptr, "a", &view, NOPY_STORED, 0, e); },
      [&](nopy_error** e) { return nopy_writer_add(writer, nullptr, &view, NOPY_STORED, 0, e); },
      [&](nopy_error** e) { return nopy_writer_close(nullptr, e); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(id_of(calls[i]), "usage") << "row " << i;
}

TEST_F(CMisuse, AHandleOfAnotherKindIsUsage) {
  auto* array_as_file = reinterpret_cast<nopy_file*>(array);
  auto* file_as_writer = reinterpret_cast<nopy_writer*>(file);
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_map(array_as_file, 0, 0, &out, e); }), "usage");
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_writer_close(&file_as_writer, e); }), "usage");
  EXPECT_EQ(nopy_count(array_as_file), 0u);
  EXPECT_EQ(nopy_name(array_as_file, 0), nullptr);
  EXPECT_EQ(nopy_array_data(reinterpret_cast<nopy_array*>(file)), nullptr);
  EXPECT_EQ(nopy_array_header(reinterpret_cast<nopy_array*>(file)), nullptr);
  nopy_close(&array_as_file);  // leaves it alone
  EXPECT_NE(array_as_file, nullptr);
  EXPECT_EQ(nopy_array_header(array)->rank, 1u);
}

TEST_F(CMisuse, GivingBackTwiceOrNothingDoesNothing) {
  nopy_close(&file);
  nopy_close(&file);
  nopy_close(nullptr);
  nopy_array_free(&array);
  nopy_array_free(&array);
  nopy_array_free(nullptr);
  nopy_writer_discard(&writer);
  nopy_writer_discard(&writer);
  nopy_writer_discard(nullptr);
  nopy_error_free(nullptr);
  nopy_header_free(nullptr);
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_writer_close(&writer, e); }), "usage");
}

TEST_F(CMisuse, TheHeaderOfAnArrayIsGivenBackWithTheArrayOnly) {
  const nopy_header* const header = nopy_array_header(array);
  const nopy_header* handle = header;
  nopy_header_free(&handle);
  EXPECT_EQ(handle, header);
  EXPECT_EQ(header->shape[0], 3u);
}

TEST_F(CMisuse, TheHintOfACompressionNamesLevelsThatThereAre) {
  nopy_error* error = nullptr;
  EXPECT_EQ(nopy_writer_add(writer, "x", &view, NOPY_STORED, 1, &error), -1);
  EXPECT_NE(std::string(error->hint).find("NOPY_ZSTD with 1 to 19"), std::string::npos);
  nopy_error_free(&error);
  const std::string beyond =
      id_of([&](nopy_error** e) { return nopy_writer_add(writer, "x", &view, NOPY_ZSTD, 20, e); });
  EXPECT_TRUE(beyond == "usage" || beyond == "zip_method") << beyond;  // as libzstd is there or not
}

TEST_F(CMisuse, NumbersThatMeanNothingAreUsage) {
  nopy_options options{};  // says no size
  nopy_request request{};
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_open(path.c_str(), &options, &file, e); }),
            "usage");
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_read(file, 0, &request, &out, e); }), "usage");
  request = NOPY_REQUEST_INIT;
  request.casting = static_cast<nopy_casting>(77);
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_read(file, 0, &request, &out, e); }), "usage");
  request = NOPY_REQUEST_INIT;
  request.order = static_cast<nopy_order>(-1);
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_read(file, 0, &request, &out, e); }), "usage");
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_map(file, 0, 9, &out, e); }), "usage");
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_map(file, 0, -1, &out, e); }), "usage");
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_map(file, 1, 0, &out, e); }), "usage");
  const auto add = [&](nopy_compression how, int level) {
    return id_of(
        [&](nopy_error** e) { return nopy_writer_add(writer, "k", &view, how, level, e); });
  };
  EXPECT_EQ(add(static_cast<nopy_compression>(5), 0), "usage");
  EXPECT_EQ(add(NOPY_STORED, 6), "usage");
  EXPECT_EQ(add(NOPY_DEFLATED, 13), "usage");
}

TEST_F(CMisuse, AViewThatDoesNotFitItsShapeIsUsage) {
  view.data_bytes = 23;
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_write(path.c_str(), &view, e); }), "usage");
  view.rank = 65;
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_write(path.c_str(), &view, e); }), "usage");
  view.rank = 1;
  view.descr = "float33";
  EXPECT_EQ(id_of([&](nopy_error** e) { return nopy_write(path.c_str(), &view, e); }), "bad_dtype");
}

TEST_F(CMisuse, ARegionOutsideIsRefusedBeforeItsMemoryIs) {
  const std::uint64_t start[] = {1}, extents[] = {std::uint64_t{1} << 60};
  const nopy_region beyond{1, start, extents, nullptr};
  const nopy_region rankless{0, nullptr, nullptr, nullptr};
  const nopy_region too_many{65, start, extents, nullptr};
  const auto read = [&](const nopy_region& part) {
    return id_of(
        [&](nopy_error** e) { return nopy_read_region(file, 0, &part, nullptr, &out, e); });
  };
  EXPECT_EQ(read(beyond), "out_of_range");
  EXPECT_EQ(read(rankless), "rank_mismatch");
  EXPECT_EQ(read(too_many), "usage");
  EXPECT_EQ(
      id_of([&](nopy_error** e) { return nopy_read_into(file, 0, nullptr, nullptr, room, 23, e); }),
      "usage");
}

TEST_F(CMisuse, ErrorsOfFilesNameThePathAndTheOffset) {
  nopy_error* error = nullptr;
  nopy_file* none = nullptr;
  EXPECT_EQ(nopy_open(folder.file("none.npy").c_str(), nullptr, &none, &error), -1);
  EXPECT_STREQ(error->id, "io");
  EXPECT_EQ(error->system_code, ENOENT);
  EXPECT_EQ(error->subject, folder.file("none.npy"));
  nopy_error_free(&error);
  folder.write("cut.npy", std::string_view("\x93NUMPY\x01"));
  EXPECT_EQ(nopy_open(folder.file("cut.npy").c_str(), nullptr, &none, &error), -1);
  EXPECT_STREQ(error->id, "header_truncated");
  EXPECT_EQ(error->subject, folder.file("cut.npy"));
  EXPECT_EQ(error->offset, 7u);
  EXPECT_EQ(none, nullptr);
  nopy_error_free(&error);
  nopy_options limited = NOPY_OPTIONS_INIT;
  limited.max_array_bytes = 23;
  ASSERT_EQ(nopy_open(path.c_str(), &limited, &none, &error), -1);
  EXPECT_STREQ(error->id, "too_large");
  nopy_error_free(&error);
}

}  // namespace
