// Pack plans. See plan.h.
#include "plan.h"

#include "walk.h"

#include <cstring>
#include <limits>

namespace automap::layout {
namespace {

using Kernels = std::vector<std::unique_ptr<Kernel>>;

class Pack {
public:
  Pack(const Kernels &kernels, const char *buffer, char *out)
      : kernels_(kernels), buffer_(buffer), out_(out) {}

  std::int64_t blocks(const Dataloop &loop, Dataloop::Id id, std::int64_t base, std::int64_t first,
                      std::int64_t count) {
    const Kernel *kernel = kernels_[id].get();
    if (!kernel || count < kernel->least_count())
      return declined;
    const std::int64_t bytes = loop.bytes_before(first + count) - loop.bytes_before(first);
    kernel->pack(moved(buffer_, base), first, count, out_);
    out_ += bytes;
    return bytes;
  }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType) {
    std::memcpy(out_, moved(buffer_, offset), static_cast<std::size_t>(length));
    out_ += length;
    return length;
  }

private:
  const Kernels &kernels_;
  const char *buffer_;
  char *out_;
};

class Unpack {
public:
  Unpack(const Kernels &kernels, const char *in, char *buffer)
      : kernels_(kernels), in_(in), buffer_(buffer) {}

  std::int64_t blocks(const Dataloop &loop, Dataloop::Id id, std::int64_t base, std::int64_t first,
                      std::int64_t count) {
    const Kernel *kernel = kernels_[id].get();
    if (!kernel || count < kernel->least_count())
      return declined;
    const std::int64_t bytes = loop.bytes_before(first + count) - loop.bytes_before(first);
    kernel->unpack(in_, first, count, moved(buffer_, base));
    in_ += bytes;
    return bytes;
  }

  std::int64_t bytes(std::int64_t offset, std::int64_t length, BasicType) {
    std::memcpy(moved(buffer_, offset), in_, static_cast<std::size_t>(length));
    in_ += length;
    return length;
  }

private:
  const Kernels &kernels_;
  const char *in_;
  char *buffer_;
};

} // namespace

Plan::Plan(const TypeTree &tree, Bounds bounds, CpuFeatures features, PackFunctions functions)
    : loops_(tree, bounds, Dataloops::Types::erased), functions_(functions),
      most_for_functions_(features == CpuFeatures::portable ? std::numeric_limits<std::int64_t>::max() : 8) {
  for (Dataloop::Id id = 0; id < loops_.count(); ++id)
    kernels_.push_back(kernel_for(loops_, id, features));
}

bool Plan::is_contiguous(std::int64_t count) const {
  if (size() == 0 || count == 0)
    return true;
  const Dataloop &loop = loops_[loops_.one().loop];
  return loop.leaf && loop.kind == Dataloop::Kind::contig &&
         (count == 1 || loops_.bounds().extent == loop.size);
}

bool Plan::is_for_functions(std::int64_t count, std::int64_t begin, std::int64_t end) const {
  return functions_.pack && count <= most_for_functions_ && begin == 0 && end == count * size();
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

void Plan::pack(const void *buffer, std::int64_t count, std::int64_t begin, std::int64_t end,
                void *out) const {
  if (is_for_functions(count, begin, end))
    return functions_.pack(buffer, static_cast<std::size_t>(count), out);
  PlacedLoop root;
  std::int64_t blocks = 0;
  if (const Kernel *kernel = kernel_for_all(count, begin, end, root, blocks))
    return kernel->pack(moved(static_cast<const char *>(buffer), root.offset), 0, blocks,
                        static_cast<char *>(out));
  Pack action(kernels_, static_cast<const char *>(buffer), static_cast<char *>(out));
  walk(loops_, count, 0, begin, end, action);
}

void Plan::unpack(const void *in, std::int64_t begin, std::int64_t end, void *buffer,
                  std::int64_t count) const {
  if (is_for_functions(count, begin, end))
    return functions_.unpack(in, static_cast<std::size_t>(count), buffer);
  PlacedLoop root;
  std::int64_t blocks = 0;
  if (const Kernel *kernel = kernel_for_all(count, begin, end, root, blocks))
    return kernel->unpack(static_cast<const char *>(in), 0, blocks,
                          moved(static_cast<char *>(buffer), root.offset));
  Unpack action(kernels_, static_cast<const char *>(in), static_cast<char *>(buffer));
  walk(loops_, count, 0, begin, end, action);
}

} // namespace automap::layout
