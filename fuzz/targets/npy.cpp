// SPDX-License-Identifier: MIT
// Any bytes as a .npy file: loaded, mapped, opened for windows and walked in chunks, it is
// one array or refused by all; a window holds the items that the array has there;
// conversions end; it can be printed, and is equal to itself reloaded in the other order.
// The first bytes choose the window.
#include <nopy/nopy.hpp>

#include "scratch_file.hpp"

#include <algorithm>
#include <cstring>

namespace {

using nopy::fuzz::check;
using nopy::fuzz::choices;
using nopy::fuzz::input;

constexpr nopy::limits small{.array_bytes = 1 << 16};

bool same_bytes(const nopy::any_array& a, const nopy::any_array& b) {
  const auto x = a.memory().bytes(), y = b.memory().bytes();
  return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin());
}

bool same_header(const nopy::header& a, const nopy::header& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.order == b.order &&
         a.data_offset == b.data_offset && a.data_bytes == b.data_bytes;
}

/// The verdict of a map is that of a load, but for data that a file can not be mapped for.
void map(input bytes, const nopy::result<nopy::any_array>& loaded, nopy::policy how) {
  static const nopy::fuzz::scratch_file file("a.npy");
  file.put(bytes);
  const auto mapped = nopy::try_map(file.path(), {.policy = how, .limits = small});
  check(mapped.has_value() == loaded.has_value());
  if (!loaded) {
    check(mapped.error().code() == loaded.error().code());
    return;
  }
  check(same_bytes(*mapped, *loaded) && same_header(mapped->header(), loaded->header()));
}

/// Some elements of each axis, by the input's choice.
nopy::region choose_window(choices& from, const nopy::shape& of) {
  nopy::region window;
  for (const std::uint64_t extent : of) {
    const std::uint64_t start = extent == 0 ? 0 : from.byte() % extent;
    const std::uint64_t step = 1 + from.below(3);
    const std::uint64_t most = (extent - start + step - 1) / step;
    window.start.push_back(start);
    window.extents.push_back(std::min<std::uint64_t>(most, from.byte()));
    window.steps.push_back(step);
  }
  return window;
}

/// The position, in C order, in the array, of an item of the window.
std::uint64_t position_of(const nopy::region& window, const nopy::shape& of, std::uint64_t item) {
  std::uint64_t position = 0, place = 1;
  for (std::size_t axis = of.rank(); axis-- > 0;) {
    const std::uint64_t index = item % window.extents[axis];
    item /= window.extents[axis];
    position += place * (window.start[axis] + index * window.steps[axis]);
    place *= of[axis];
  }
  return position;
}

void read_window(choices& from, const nopy::npy_file& file, const nopy::any_array& loaded) {
  const nopy::region window = choose_window(from, loaded.shape());
  const auto part = file.try_region(window);
  check(part.has_value() && part->shape() == window.extents);
  const nopy::any_view whole = loaded.view(), found = part->view();
  const auto item_bytes = static_cast<std::size_t>(loaded.dtype().item_bytes());
  const std::uint64_t count = std::min<std::uint64_t>(part->shape().count(), 200);
  for (std::uint64_t i = 0; i < count && item_bytes != 0; ++i)
    check(std::memcmp(found.item(i), whole.item(position_of(window, loaded.shape(), i)),
                      item_bytes) == 0);
}

void walk_chunks(choices& from, const nopy::npy_file& file, const nopy::any_array& loaded) {
  const std::uint64_t block_bytes =
      std::max<std::uint64_t>(1 + from.byte(), file.header().data_bytes / 16);
  std::uint64_t at = 0;
  const auto walked = file.for_each_chunk(
      block_bytes, [&](const nopy::region&, const nopy::any_view& block) -> nopy::result<void> {
        const auto part = block.bytes();
        check(part.size() <= loaded.memory().size_bytes() - at);
        check(std::equal(part.begin(), part.end(), loaded.memory().data() + at));
        at += part.size();
        return {};
      });
  check(walked.has_value() && at == loaded.memory().size_bytes());
}

void convert(choices& from, const nopy::source& source, const nopy::any_array& loaded,
             const nopy::load_options& options) {
  static const nopy::dtype types[] = {nopy::dtype_of<double>(), nopy::dtype_of<float>(),
                                      nopy::dtype_of<std::int8_t>(), nopy::dtype_of<bool>(),
                                      nopy::dtype_of<std::uint64_t>()};
  const nopy::casting casts[] = {nopy::casting::checked, nopy::casting::saturate,
                                 nopy::casting::truncate, nopy::casting::same_kind};
  nopy::load_options how = options;
  how.casting = casts[from.below(std::size(casts))];
  const nopy::load_request request{.type = types[from.below(std::size(types))]};
  if (const auto converted = nopy::try_load_as(source, request, how))
    check(converted->shape() == loaded.shape() && converted->dtype() == request.type);

  const auto other_order =
      nopy::try_load_as(source, {.type = loaded.dtype(), .order = nopy::order::fortran}, options);
  if (!other_order) return;
  const auto compared = nopy::compare(loaded.view(), other_order->view());
  check(compared.same || compared.reason.has_value());
}

void print(const nopy::any_array& loaded) {
  (void)nopy::print(loaded.view(), {.threshold = 20});
  (void)nopy::print(loaded.view(), {.numpy = true, .threshold = 20});
}

void run(input bytes) {
  choices from(bytes.first(std::min<std::size_t>(bytes.size(), 8)));
  const input file_bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), 8));
  const auto source = nopy::source::memory(file_bytes);
  bool strict_loads = false;
  for (const auto how : {nopy::policy::strict, nopy::policy::tolerant}) {
    const nopy::load_options options{.policy = how, .limits = small};
    const auto header = nopy::try_read_header(source, options);
    const auto loaded = nopy::try_load(source, options);
    map(file_bytes, loaded, how);
    const auto file = nopy::npy_file::open(source, options);
    check(file.has_value() == loaded.has_value());
    check(loaded.has_value() || !strict_loads);
    if (!loaded) continue;
    strict_loads = true;
    check(header.has_value() && same_header(*header, loaded->header()));
    check(loaded->memory().size_bytes() == header->data_bytes);
    read_window(from, *file, *loaded);
    walk_chunks(from, *file, *loaded);
    convert(from, source, *loaded, options);
    print(*loaded);
  }
}

const nopy::fuzz::target self("npy", run);

}  // namespace
