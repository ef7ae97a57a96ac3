// The kernels that call other kernels without a walk: those of each part of a struct, and that of equal blocks for each
// block.
#include "copies.h"
#include "kernel.h"

#include <cstring>
#include <utility>

namespace automap::layout {
namespace {

/// Copies the parts of structs. Its functions are not inlined: compilers guess that parts are sequences, too, and would
/// inline each function into itself a few times.
class Sequence : public Kernel {
public:
  struct Part {
    const Kernel *kernel; // null for one block of bytes
    std::int64_t offset, blocks, size;
  };
  explicit Sequence(std::vector<Part> parts) : parts_(std::move(parts)) {}

  [[gnu::noinline]] void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for (const Part *part = parts_.data() + first, *const end = part + count; part != end; ++part) {
      const char *const from = moved(base, part->offset);
      if (part->kernel)
        part->kernel->pack(from, 0, part->blocks, out);
      else
        std::memcpy(out, from, static_cast<std::size_t>(part->size));
      out += part->size;
    }
  }
  [[gnu::noinline]] void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for (const Part *part = parts_.data() + first, *const end = part + count; part != end; ++part) {
      char *const to = moved(base, part->offset);
      if (part->kernel)
        part->kernel->unpack(in, 0, part->blocks, to);
      else
        std::memcpy(to, in, static_cast<std::size_t>(part->size));
      in += part->size;
    }
  }

private:
  std::vector<Part> parts_;
};

/// Copies blocks that are one loop each by the kernel of that loop.
class Each : public Kernel {
public:
  Each(const Dataloop &loop, const Dataloop &block, const Kernel &kernel)
      : loop_(loop), kernel_(kernel), blocks_(block.count) {}

  [[gnu::noinline]] void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for (std::int64_t i = first; i < first + count; ++i, out += loop_.block_bytes)
      kernel_.pack(moved(base, loop_.offset(i)), 0, blocks_, out);
  }
  [[gnu::noinline]] void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for (std::int64_t i = first; i < first + count; ++i, in += loop_.block_bytes)
      kernel_.unpack(in, 0, blocks_, moved(base, loop_.offset(i)));
  }

private:
  const Dataloop &loop_;
  const Kernel &kernel_;
  std::int64_t blocks_; // the number of blocks of the inner loop
};

/// Copies rows of equally spaced long blocks. A call for each row would be slow compared with the copy of such a block.
class LongRows : public Kernel {
public:
  LongRows(const Dataloop &loop, const Dataloop &row)
      : loop_(loop), blocks_(row.count), stride_(row.stride), length_(row.block_bytes) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for_blocks(first, count, [=](std::int64_t offset, std::int64_t packed, std::int64_t length) {
      CopyLong{length}(out + packed, moved(base, offset));
    });
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for_blocks(first, count, [=](std::int64_t offset, std::int64_t packed, std::int64_t length) {
      CopyLong{length}(moved(base, offset), in + packed);
    });
  }

private:
  /// Calls visit(offset, bytes before, length).
  template <typename Visit> void for_blocks(std::int64_t first, std::int64_t count, Visit visit) const {
    const std::int64_t blocks = blocks_, stride = stride_, length = length_; // no store can change them
    for (std::int64_t i = first, packed = 0; i < first + count; ++i) {
      std::int64_t offset = loop_.offset(i);
      for (std::int64_t j = 0; j < blocks; ++j, offset += stride, packed += length)
        visit(offset, packed, length);
    }
  }

  const Dataloop &loop_;
  std::int64_t blocks_, stride_, length_;
};

} // namespace

std::unique_ptr<Kernel> each_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known) {
  const Dataloop::Id id = loop.children.front();
  const Kernel *kernel = known[id].get();
  if (!kernel || loops[id].count < kernel->least_count())
    return nullptr;
  return std::make_unique<Each>(loop, loops[id], *kernel);
}

std::unique_ptr<Kernel> long_rows_kernel(const Dataloop &loop, const Dataloop &row) {
  if (!row.leaf || row.kind != Dataloop::Kind::vector || row.block_bytes < least_long)
    return nullptr;
  return std::make_unique<LongRows>(loop, row);
}

std::unique_ptr<Kernel> struct_kernel(const Dataloops &loops, const Dataloop &loop, const Kernels &known) {
  std::vector<Sequence::Part> parts;
  for (std::int64_t i = 0; i < loop.count; ++i) {
    const Dataloop::Id id = loop.child(i);
    const Kernel *kernel = known[id].get();
    if (!kernel || loops[id].count < kernel->least_count())
      return nullptr;
    const bool one_block = loops[id].leaf && loops[id].kind == Dataloop::Kind::contig;
    parts.push_back({one_block ? nullptr : kernel, loop.offset(i), loops[id].count, loops[id].size});
  }
  return std::make_unique<Sequence>(std::move(parts));
}

} // namespace automap::layout
