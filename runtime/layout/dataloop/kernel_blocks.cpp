// Kernels for leaves: blocks of bytes, on any processor.
#include "copies.h"
#include "kernel.h"

#include <limits>
#include <numeric>
#include <vector>

namespace automap::layout {
namespace {

/// One block, or blocks without holes between them.
class Adjacent : public Kernel {
public:
  explicit Adjacent(std::int64_t length) : length_(length) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    std::memcpy(out, moved(base, first * length_), static_cast<std::size_t>(count * length_));
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    std::memcpy(moved(base, first * length_), in, static_cast<std::size_t>(count * length_));
  }

private:
  std::int64_t length_;
};

template <typename Copy> class EquallySpaced : public Kernel {
public:
  EquallySpaced(std::int64_t length, std::int64_t stride, Copy copy)
      : length_(length), stride_(stride), copy_(copy) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const Copy copy = copy_;
    const std::int64_t length = length_, stride = stride_;
    const char *from = moved(base, first * stride);
    for (std::int64_t i = 0; i < count; ++i, from = moved(from, stride))
      copy(out + i * length, from);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const Copy copy = copy_;
    const std::int64_t length = length_, stride = stride_;
    char *to = moved(base, first * stride);
    for (std::int64_t i = 0; i < count; ++i, to = moved(to, stride))
      copy(to, in + i * length);
  }

private:
  std::int64_t length_, stride_;
  Copy copy_;
};

/// Equal blocks at offsets, which are 32-bit numbers: half of what is read beside the data. A block of the
/// loop may be several of them.
template <typename Copy> class AtOffsets : public Kernel {
public:
  AtOffsets(const Dataloop &loop, std::int64_t length, Copy copy)
      : loop_(loop), length_(length), copy_(copy) {
    for (std::int64_t i = 0; i < loop.count; ++i)
      for (std::int64_t done = 0; done < loop.bytes_of(i); done += length)
        offsets_.push_back(static_cast<std::int32_t>(loop.offset(i) + done));
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const Copy copy = copy_;
    const std::int64_t length = length_;
    const std::int32_t *offsets = begin_and_count(first, count);
    for (std::int64_t i = 0; i < count; ++i)
      copy(out + i * length, moved(base, offsets[i]));
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const Copy copy = copy_;
    const std::int64_t length = length_;
    const std::int32_t *offsets = begin_and_count(first, count);
    for (std::int64_t i = 0; i < count; ++i)
      copy(moved(base, offsets[i]), in + i * length);
  }

private:
  /// The offset of block `first`; makes `count` that of equal blocks.
  const std::int32_t *begin_and_count(std::int64_t first, std::int64_t &count) const {
    if (loop_.uniform())
      return offsets_.data() + first;
    const std::int64_t begin = loop_.bytes_before(first) / length_;
    count = loop_.bytes_before(first + count) / length_ - begin;
    return offsets_.data() + begin;
  }

  const Dataloop &loop_;
  std::vector<std::int32_t> offsets_;
  std::int64_t length_;
  Copy copy_;
};

/// Blocks of different lengths, or far from each other.
class OfLengths : public Kernel {
public:
  explicit OfLengths(const Dataloop &loop) : loop_(loop) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for (std::int64_t i = first; i < first + count; ++i) {
      const std::int64_t length = loop_.bytes_of(i);
      copy_any(out, moved(base, loop_.offset(i)), length);
      out += length;
    }
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for (std::int64_t i = first; i < first + count; ++i) {
      const std::int64_t length = loop_.bytes_of(i);
      copy_any(moved(base, loop_.offset(i)), in, length);
      in += length;
    }
  }

private:
  const Dataloop &loop_;
};

/// The length of equal blocks that those of a loop consist of, if they are not many more, and are near enough
/// for AtOffsets; else 0.
std::int64_t equal_length(const Dataloop &loop) {
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max(), shortest_part = 16;
  if (loop.true_lower_bound < -limit || loop.true_upper_bound > limit)
    return 0;
  std::int64_t length = loop.block_bytes;
  for (std::int64_t i = 0; !loop.uniform() && i < loop.count; ++i)
    length = std::gcd(length, loop.bytes_of(i));
  const bool few = loop.uniform() || (length >= shortest_part && loop.size / length <= 2 * loop.count);
  return few ? length : 0;
}

} // namespace

bool has_equal_blocks(const Dataloop &loop) { return equal_length(loop) > 0; }

std::unique_ptr<Kernel> block_kernel(const Dataloop &loop) {
  const std::int64_t length = loop.block_bytes;
  if (loop.kind == Dataloop::Kind::contig)
    return std::make_unique<Adjacent>(length);
  if (loop.kind == Dataloop::Kind::vector)
    return with_copy(length, [&](auto copy) -> std::unique_ptr<Kernel> {
      return std::make_unique<EquallySpaced<decltype(copy)>>(length, loop.stride, copy);
    });
  if (const std::int64_t equal = equal_length(loop); equal > 0)
    return with_copy(equal, [&](auto copy) -> std::unique_ptr<Kernel> {
      return std::make_unique<AtOffsets<decltype(copy)>>(loop, equal, copy);
    });
  return std::make_unique<OfLengths>(loop);
}

} // namespace automap::layout
