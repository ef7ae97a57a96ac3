// Kernels for leaves: blocks of bytes, on any processor.
#include "copies.h"
#include "every_nth.h"
#include "kernel.h"
#include "layout/dataloop/equal_parts.h"

#include <bit>
#include <cstdlib>
#include <type_traits>

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

/// Copies equally spaced blocks, one after the other.
template <typename Copy>
void copy_blocks(Copy copy, char *to, std::int64_t to_step, const char *from, std::int64_t from_step,
                 std::int64_t count) {
  for (; count > 0; --count, to = moved(to, to_step), from = moved(from, from_step))
    copy(to, from);
}

/// Copies blocks of N bytes, four at a time: the fewer instructions each block takes, the more cache misses are in
/// flight at once. Two blocks are read before they are written, which is faster if both come from distant memory.
template <std::size_t N>
void copy_by_fours(char *to, std::int64_t to_step, const char *from, std::int64_t from_step, std::int64_t count) {
  for (; count >= 4; count -= 4)
    for (int half = 0; half < 2; ++half, to = moved(to, 2 * to_step), from = moved(from, 2 * from_step)) {
      char first[N], second[N];
      std::memcpy(first, from, N);
      std::memcpy(second, moved(from, from_step), N);
      std::memcpy(to, first, N);
      std::memcpy(moved(to, to_step), second, N);
    }
  copy_blocks(CopyExactly<N>{}, to, to_step, from, from_step, count);
}

/// Copies four blocks of N bytes, at from_block(0) to from_block(3), to adjacent places; writes 16 bytes at once.
template <std::size_t N, typename FromBlock> void gather_four(char *to, FromBlock from_block) {
  using Element = std::conditional_t<N == 4, std::uint32_t, std::uint64_t>;
  using Elements [[gnu::vector_size(16)]] = Element;
  Element block[4];
  for (std::int64_t i = 0; i < 4; ++i)
    std::memcpy(&block[i], from_block(i), N);
  Elements adjacent[N / 4];
  if constexpr (N == 4)
    adjacent[0] = Elements{block[0], block[1], block[2], block[3]};
  else
    adjacent[0] = Elements{block[0], block[1]}, adjacent[1] = Elements{block[2], block[3]};
  std::memcpy(to, adjacent, sizeof adjacent);
}

/// Copies blocks of N bytes to adjacent places.
template <std::size_t N> void gather_blocks(char *to, const char *from, std::int64_t from_step, std::int64_t count) {
  for (; count >= 4; count -= 4, to += 4 * N, from = moved(from, 4 * from_step))
    gather_four<N>(to, [=](std::int64_t i) { return moved(from, i * from_step); });
  copy_blocks(CopyExactly<N>{}, to, N, from, from_step, count);
}

/// Copies adjacent elements of N < 8 bytes to spaced blocks. Whole words are read and divided in registers, because a
/// processor reads and writes only a few times in a cycle, however little.
template <std::size_t N> void spread_blocks(char *to, std::int64_t to_step, const char *from, std::int64_t count) {
  constexpr std::size_t in_word = 8 / N, words = 2;
  constexpr auto at_once = static_cast<std::int64_t>(words * in_word);
  for (; count >= at_once; count -= at_once)
    for (std::size_t i = 0; i < words; ++i, from += 8) {
      std::uint64_t word;
      std::memcpy(&word, from, 8);
      for (std::size_t j = 0; j < in_word; ++j, word >>= 8 * N, to = moved(to, to_step))
        std::memcpy(to, &word, N);
    }
  for (; count > 0; --count, from += N, to = moved(to, to_step))
    std::memcpy(to, from, N);
}

/// Returns the function that packs blocks of N bytes at this stride by copy_every; null for other strides. Every third
/// short block needs shuffles of bytes: without them, the compiler's code is slower than moves one by one.
template <std::size_t N> CopyNth copy_nth(std::int64_t stride) {
  return nth_at_stride(stride, N, {copy_every<N, 2>, N == 2 || N == 8 ? copy_every<N, 3> : nullptr, copy_every<N, 4>});
}

template <typename Copy> class EquallySpaced : public Kernel {
public:
  EquallySpaced(std::int64_t length, std::int64_t stride, Copy copy) : length_(length), stride_(stride), copy_(copy) {
    constexpr std::int64_t n = move_size<Copy>;
    if constexpr (n > 0 && n < 16)
      copy_nth_ = copy_nth<n>(stride);
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    constexpr std::int64_t n = move_size<Copy>;
    const char *from = moved(base, first * stride_);
    if (copy_nth_)
      return copy_nth_(out, from, count);
    if constexpr (n == 4 || n == 8)
      gather_blocks<n>(out, from, stride_, count);
    else if constexpr (n > 0)
      copy_by_fours<n>(out, n, from, stride_, count);
    else
      copy_blocks(copy_, out, length_, from, stride_, count);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    constexpr std::int64_t n = move_size<Copy>;
    // Outside the caches, writing blocks one after the other is fastest.
    constexpr std::int64_t far = 4 << 20;
    char *to = moved(base, first * stride_);
    if constexpr (n > 0 && n < 8 && std::endian::native == std::endian::little)
      spread_blocks<n>(to, stride_, in, count);
    else if (n == 0 || count * std::abs(stride_) > far)
      copy_blocks(copy_, to, stride_, in, n > 0 ? n : length_, count);
    else if constexpr (n > 0)
      copy_by_fours<n>(to, stride_, in, n, count);
  }

private:
  std::int64_t length_, stride_;
  Copy copy_;
  CopyNth copy_nth_ = nullptr;
};

template <typename Copy> class AtOffsets : public Kernel {
public:
  AtOffsets(const Dataloop &loop, std::int64_t length, Copy copy) : parts_(loop, length), copy_(copy) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const Copy copy = copy_;
    constexpr std::int64_t n = move_size<Copy>;
    if constexpr (n == 4 || n == 8) {
      std::span<const std::int32_t> offsets = parts_.of_blocks(first, count);
      for (; offsets.size() >= 4; offsets = offsets.subspan(4), out += 4 * n)
        gather_four<n>(out, [&](std::int64_t i) { return moved(base, offsets[static_cast<std::size_t>(i)]); });
      for (const std::int32_t offset : offsets) {
        copy(out, moved(base, offset));
        out += n;
      }
      return;
    }
    for_parts(first, count, [=](std::int64_t offset, std::int64_t packed) { copy(out + packed, moved(base, offset)); });
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const Copy copy = copy_;
    for_parts(first, count, [=](std::int64_t offset, std::int64_t packed) { copy(moved(base, offset), in + packed); });
  }

private:
  /// Calls visit(offset, bytes before) for each part; single moves are done four at a time.
  template <typename Visit> void for_parts(std::int64_t first, std::int64_t count, Visit visit) const {
    const std::span<const std::int32_t> offsets = parts_.of_blocks(first, count);
    const std::int64_t length = move_size<Copy> > 0 ? move_size<Copy> : parts_.length();
    const std::int32_t *offset = offsets.data(), *const end = offset + offsets.size();
    std::int64_t packed = 0;
    for (; move_size<Copy> > 0 && end - offset >= 4; offset += 4, packed += 4 * length) {
      visit(offset[0], packed);
      visit(offset[1], packed + length);
      visit(offset[2], packed + 2 * length);
      visit(offset[3], packed + 3 * length);
    }
    for (; offset != end; ++offset, packed += length)
      visit(*offset, packed);
  }

  EqualParts parts_;
  Copy copy_;
};

/// Blocks of different lengths, or at a great distance from each other.
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

} // namespace

std::unique_ptr<Kernel> block_kernel(const Dataloop &loop) {
  const std::int64_t length = loop.block_bytes;
  if (loop.kind == Dataloop::Kind::contig)
    return std::make_unique<Adjacent>(length);
  if (loop.kind == Dataloop::Kind::vector)
    return with_copy(length, [&](auto copy) -> std::unique_ptr<Kernel> {
      return std::make_unique<EquallySpaced<decltype(copy)>>(length, loop.stride, copy);
    });
  if (const std::int64_t equal = EqualParts::length_in(loop); equal > 0)
    return with_copy(equal, [&](auto copy) -> std::unique_ptr<Kernel> {
      return std::make_unique<AtOffsets<decltype(copy)>>(loop, equal, copy);
    });
  return std::make_unique<OfLengths>(loop);
}

} // namespace automap::layout
