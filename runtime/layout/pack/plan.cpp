// Pack plans. See plan.h.
#include "layout/dataloop/plan.h"

#include "kernel.h"
#include "layout/dataloop/walk.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <unordered_set>

namespace automap::layout {
namespace {

/// The bytes whose copies by portable kernels take about as long as making the best ones.
constexpr std::int64_t many_bytes = 65536;

/// The differences between packing and unpacking.
struct Packing {
  static constexpr bool packs = true;
  using Buffer = const char *;
  using Stream = char *;
  static void run(const Kernel &kernel, Buffer base, std::int64_t first, std::int64_t count, Stream stream) {
    kernel.pack(base, first, count, stream);
  }
  static void run(const PackFunctions &functions, Buffer buffer, std::int64_t count, Stream stream) {
    functions.pack(buffer, static_cast<std::size_t>(count), stream);
  }
  static void copy(Buffer buffer, Stream stream, std::int64_t length) {
    std::memcpy(stream, buffer, static_cast<std::size_t>(length));
  }
};

struct Unpacking {
  static constexpr bool packs = false;
  using Buffer = char *;
  using Stream = const char *;
  static void run(const Kernel &kernel, Buffer base, std::int64_t first, std::int64_t count, Stream stream) {
    kernel.unpack(stream, first, count, base);
  }
  static void run(const PackFunctions &functions, Buffer buffer, std::int64_t count, Stream stream) {
    functions.unpack(stream, static_cast<std::size_t>(count), buffer);
  }
  static void copy(Buffer buffer, Stream stream, std::int64_t length) {
    std::memcpy(buffer, stream, static_cast<std::size_t>(length));
  }
};

/// The action, which copies what the walk shows.
template <typename Direction> class Copying {
public:
  Copying(const Kernels &kernels, typename Direction::Buffer buffer, typename Direction::Stream stream)
      : kernels_(kernels), buffer_(buffer), stream_(stream) {}

  std::int64_t blocks(const Dataloop &loop, Dataloop::Id id, std::int64_t base, std::int64_t first,
                      std::int64_t count) {
    const Kernel *kernel = kernels_[id].get();
    if (!kernel || count < kernel->least_count())
      return declined;
    const std::int64_t bytes = loop.bytes_before(first + count) - loop.bytes_before(first);
    Direction::run(*kernel, moved(buffer_, base), first, count, stream_);
    stream_ += bytes;
    return bytes;
  }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType) {
    Direction::copy(moved(buffer_, offset), stream_, length);
    stream_ += length;
    return length;
  }

private:
  const Kernels &kernels_;
  typename Direction::Buffer buffer_;
  typename Direction::Stream stream_;
};

/// Returns the largest number of layouts that generated functions process as fast as kernels. Each layout has `bytes`
/// bytes in `parts` contiguous parts; `array` is the kernel for many layouts, if there is one. The functions that
/// automap generates are straight lines for few parts. These are as fast as kernels or faster, except that shuffles
/// pack more at once. For more parts the functions are loops, which are slower. They copy parts of 256 bytes and more
/// by calls, as fast as any other code. They copy parts from 48 bytes on in smaller moves than kernels, in up to twice
/// the time, except for a few layouts, for which the call of a kernel takes most of the time.
std::int64_t most_for_functions(CpuFeatures features, std::int64_t bytes, std::int64_t parts, bool packs,
                                const Kernel *array) {
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max(), few_bytes = 2048;
  if (parts > 64)
    return 0;
  if (bytes >= 256 * parts)
    return any;
  std::int64_t most = any;
  if (features == CpuFeatures::avx512)
    most = packs ? 24 : 16;
  else if (packs && array && array->packs_by_shuffles())
    most = 256 / parts;
  return bytes < 32 * parts ? most : std::min(most, few_bytes / bytes);
}

/// Returns the size of the elements if all are of one type, else 0. Visits a subtree that is used twice once.
std::int64_t bytes_of_each_element(const TypeTree &tree) {
  std::optional<BasicType> type;
  std::unordered_set<const void *> seen;
  std::vector<const TypeTree *> next = {&tree};
  while (!next.empty()) {
    const TypeTree &one = *next.back();
    next.pop_back();
    if (!seen.insert(one.node_address()).second)
      continue;
    if (one.kind() == TypeTree::Kind::leaf) {
      if (type && *type != one.basic_type())
        return 0;
      type = one.basic_type();
    }
    for (const TypeTree &child : one.children())
      next.push_back(&child);
  }
  return type ? type->size_bytes : 0;
}

/// Returns how many layouts of an array are adjacent bytes.
std::int64_t most_contiguous(const Dataloops &loops) {
  constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();
  if (loops.size() == 0)
    return any;
  const Dataloop &loop = loops[loops.one().loop];
  if (!loop.leaf || loop.kind != Dataloop::Kind::contig)
    return 0;
  return loops.bounds().extent == loop.size ? any : 1;
}

/// Returns the number of layouts up to which no product or sum of sizes and displacements exceeds half of the 64-bit
/// range.
std::int64_t longest_within_64_bits(const Dataloops &loops) {
  std::uint64_t largest = 1;
  for (const std::int64_t each :
       {loops.size(), loops.bounds().extent, loops.true_lower_bound(), loops.true_upper_bound()}) {
    const auto bits = static_cast<std::uint64_t>(each);
    largest = std::max(largest, each < 0 ? -bits : bits);
  }
  return static_cast<std::int64_t>((std::uint64_t{1} << 62) / largest);
}

} // namespace

Plan::Plan(const TypeTree &tree, Bounds bounds, CpuFeatures features, PackFunctions functions, Preparation preparation)
    : features_(features), element_bytes_(bytes_of_each_element(tree)), loops_(tree, bounds, Dataloops::Types::erased),
      functions_(functions), most_contiguous_(most_contiguous(loops_)),
      most_within_64_bits_(longest_within_64_bits(loops_)) {
  const bool is_best = preparation == Preparation::at_once || features == CpuFeatures::portable || size() >= many_bytes;
  Choice &choice = is_best ? best_ : first_;
  choice = choose(is_best ? features : CpuFeatures::portable);
  choice_.store(&choice, std::memory_order_relaxed);
}

Plan::~Plan() = default;

Plan::Choice Plan::choose(CpuFeatures features) const {
  Choice choice;
  for (Dataloop::Id id = 0; id < loops_.count(); ++id)
    choice.kernels.push_back(kernel_for(loops_, id, choice.kernels, features));
  if (size() == 0)
    return choice;
  const auto whole = [&](PlacedLoop root, std::int64_t blocks) -> WholeKernel {
    const Kernel *kernel = choice.kernels[root.loop].get();
    return {kernel, kernel ? kernel->least_count() : 0, blocks, root.offset};
  };
  choice.one = whole(loops_.one(), loops_[loops_.one().loop].count);
  choice.array = whole(loops_.array(), loops_.array_blocks());
  if (functions_.pack) {
    const std::int64_t parts = loops_[loops_.one().loop].pieces;
    choice.most_packed_by_functions = most_for_functions(features, size(), parts, true, choice.array.kernel);
    choice.most_unpacked_by_functions = most_for_functions(features, size(), parts, false, choice.array.kernel);
  }
  return choice;
}

[[gnu::noinline]] const Plan::Choice &Plan::prepare(std::int64_t count) const {
  const std::int64_t bytes = count * size();
  if (bytes < many_bytes && copied_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes < many_bytes)
    return first_;
  try {
    std::call_once(best_is_made_, [this] {
      best_ = choose(features_);
      choice_.store(&best_, std::memory_order_release);
    });
  } catch (const std::bad_alloc &) {
    return first_;
  }
  return best_;
}

template <typename Direction>
void Plan::copy(typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
                typename Direction::Stream stream) const {
  const Choice &choice = choice_for(count);
  if (begin == 0 && end == count * size() && end > 0) {
    if (count <= (Direction::packs ? choice.most_packed_by_functions : choice.most_unpacked_by_functions))
      return Direction::run(functions_, buffer, count, stream);
    return copy_by_kernels<Direction>(choice, buffer, count, stream);
  }
  copy_by_walk<Direction>(choice, buffer, count, begin, end, stream);
}

template <typename Direction>
void Plan::copy_by_kernels(const Choice &choice, typename Direction::Buffer buffer, std::int64_t count,
                           typename Direction::Stream stream) const {
  const WholeKernel &whole = count == 1 ? choice.one : choice.array;
  const std::int64_t blocks = count * whole.blocks;
  if (whole.kernel && blocks >= whole.least_count)
    return Direction::run(*whole.kernel, moved(buffer, whole.offset), 0, blocks, stream);
  copy_by_walk<Direction>(choice, buffer, count, 0, count * size(), stream);
}

template <typename Direction>
[[gnu::noinline]] void Plan::copy_by_walk(const Choice &choice, typename Direction::Buffer buffer, std::int64_t count,
                                          std::int64_t begin, std::int64_t end,
                                          typename Direction::Stream stream) const {
  Copying<Direction> action(choice.kernels, buffer, stream);
  walk(loops_, count, 0, begin, end, action);
}

void Plan::pack(const void *buffer, std::int64_t count, std::int64_t begin, std::int64_t end, void *out) const {
  copy<Packing>(static_cast<const char *>(buffer), count, begin, end, static_cast<char *>(out));
}

void Plan::unpack(const void *in, std::int64_t begin, std::int64_t end, void *buffer, std::int64_t count) const {
  copy<Unpacking>(static_cast<char *>(buffer), count, begin, end, static_cast<const char *>(in));
}

void Plan::pack_by_kernels(const Choice &choice, const void *buffer, std::int64_t count, void *out) const {
  copy_by_kernels<Packing>(choice, static_cast<const char *>(buffer), count, static_cast<char *>(out));
}

void Plan::unpack_by_kernels(const Choice &choice, const void *in, void *buffer, std::int64_t count) const {
  copy_by_kernels<Unpacking>(choice, static_cast<char *>(buffer), count, static_cast<const char *>(in));
}

} // namespace automap::layout
