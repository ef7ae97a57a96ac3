// The kernel for structs: that of each part, one after the other, without a walk.
#include "kernel.h"

#include <utility>

namespace automap::layout {
namespace {

class Sequence : public Kernel {
public:
  struct Part {
    const Kernel *kernel;
    std::int64_t offset, blocks, size;
  };
  explicit Sequence(std::vector<Part> parts) : parts_(std::move(parts)) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for (const Part *part = parts_.data() + first, *const end = part + count; part != end; ++part) {
      part->kernel->pack(moved(base, part->offset), 0, part->blocks, out);
      out += part->size;
    }
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for (const Part *part = parts_.data() + first, *const end = part + count; part != end; ++part) {
      part->kernel->unpack(in, 0, part->blocks, moved(base, part->offset));
      in += part->size;
    }
  }

private:
  std::vector<Part> parts_;
};

} // namespace

std::unique_ptr<Kernel> struct_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known) {
  std::vector<Sequence::Part> parts;
  for (std::int64_t i = 0; i < loop.count; ++i) {
    const Dataloop::Id id = loop.child(i);
    const Kernel *kernel = known[id].get();
    if (!kernel || loops[id].count < kernel->least_count())
      return nullptr;
    parts.push_back({kernel, loop.offset(i), loops[id].count, loops[id].size});
  }
  return std::make_unique<Sequence>(std::move(parts));
}

} // namespace automap::layout
