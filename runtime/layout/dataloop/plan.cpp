// Pack plans. See plan.h.
#include "plan.h"

#include "kernel.h"
#include "walk.h"

#include <cstring>

namespace automap::layout {
namespace {

using Kernels = std::vector<std::unique_ptr<Kernel>>;

/// What packing and unpacking differ in.
struct Packing {
  using Buffer = const char *;
  using Stream = char *;
  static void run(const Kernel &kernel, Buffer base, std::int64_t first, std::int64_t count, Stream stream) {
    kernel.pack(base, first, count, stream);
  }
  static void copy(Buffer buffer, Stream stream, std::int64_t length) {
    std::memcpy(stream, buffer, static_cast<std::size_t>(length));
  }
};

struct Unpacking {
  using Buffer = char *;
  using Stream = const char *;
  static void run(const Kernel &kernel, Buffer base, std::int64_t first, std::int64_t count, Stream stream) {
    kernel.unpack(stream, first, count, base);
  }
  static void copy(Buffer buffer, Stream stream, std::int64_t length) {
    std::memcpy(buffer, stream, static_cast<std::size_t>(length));
  }
};

/// The action: copies what the walk shows.
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

} // namespace

Plan::Plan(const TypeTree &tree, Bounds bounds, CpuFeatures features, PackFunctions functions)
    : features_(features), loops_(tree, bounds, Dataloops::Types::erased), functions_(functions) {
  for (Dataloop::Id id = 0; id < loops_.count(); ++id)
    kernels_.push_back(kernel_for(loops_, id, features));
}

Plan::~Plan() = default;

bool Plan::is_contiguous(std::int64_t count) const {
  if (size() == 0 || count == 0)
    return true;
  const Dataloop &loop = loops_[loops_.one().loop];
  return loop.leaf && loop.kind == Dataloop::Kind::contig &&
         (count == 1 || loops_.bounds().extent == loop.size);
}

bool Plan::is_for_functions(std::int64_t count, std::int64_t begin, std::int64_t end) const {
  constexpr std::int64_t most_with_avx512 = 8; // its kernels are faster for more
  const bool is_faster = features_ != CpuFeatures::avx512 || count <= most_with_avx512;
  return functions_.pack && is_faster && begin == 0 && end == count * size();
}

const Kernel *Plan::kernel_for_all(std::int64_t count, std::int64_t begin, std::int64_t end, PlacedLoop &root,
                                   std::int64_t &blocks) const {
  if (begin != 0 || count == 0 || end != count * size() || end == 0)
    return nullptr;
  root = count == 1 ? loops_.one() : loops_.array();
  blocks = count == 1 ? loops_[root.loop].count : count * loops_.array_blocks();
  const Kernel *kernel = kernels_[root.loop].get();
  return kernel && blocks >= kernel->least_count() ? kernel : nullptr;
}

template <typename Direction>
void Plan::copy(typename Direction::Buffer buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
                typename Direction::Stream stream) const {
  PlacedLoop root;
  std::int64_t blocks = 0;
  if (const Kernel *kernel = kernel_for_all(count, begin, end, root, blocks))
    return Direction::run(*kernel, moved(buffer, root.offset), 0, blocks, stream);
  Copying<Direction> action(kernels_, buffer, stream);
  walk(loops_, count, 0, begin, end, action);
}

void Plan::pack(const void *buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
                void *out) const {
  if (is_for_functions(count, begin, end))
    return functions_.pack(buffer, static_cast<std::size_t>(count), out);
  copy<Packing>(static_cast<const char *>(buffer), count, begin, end, static_cast<char *>(out));
}

void Plan::unpack(const void *in, std::int64_t begin, std::int64_t end, void *buffer,
                  std::int64_t count) const {
  if (is_for_functions(count, begin, end))
    return functions_.unpack(in, static_cast<std::size_t>(count), buffer);
  copy<Unpacking>(static_cast<char *>(buffer), count, begin, end, static_cast<const char *>(in));
}

} // namespace automap::layout
