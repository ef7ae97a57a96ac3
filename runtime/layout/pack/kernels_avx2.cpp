// Kernels for AVX2. See kernels_avx2.h. Only functions marked AUTOMAP_AVX2 use it, so that no function that the linker
// may share with other files does.
#include "kernels_avx2.h"

#if defined(__x86_64__)

#include "every_nth.h"
#include "lane_program.h"
#include "layout/dataloop/equal_parts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <immintrin.h>
#include <utility>
#include <vector>

#define AUTOMAP_AVX2 __attribute__((target("avx2,popcnt")))

namespace automap::layout::avx2 {
namespace {

using Parts = LaneProgram::Parts;

AUTOMAP_AVX2 inline __m256i load(const void *from) { return _mm256_loadu_si256(static_cast<const __m256i *>(from)); }

AUTOMAP_AVX2 inline void store(void *to, __m256i data) { _mm256_storeu_si256(static_cast<__m256i *>(to), data); }

AUTOMAP_AVX2 inline __m256i load_lanes(const char *low, const char *high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i *>(low))),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i *>(high)), 1);
}

/// Returns the output of one step.
template <bool words, Parts parts>
AUTOMAP_AVX2 inline __m256i shuffled(const std::int64_t (&window)[2][2], __m256i index0, __m256i index1,
                                     const char *in) {
  if constexpr (words) {
    __m256i data = load(in + window[0][0]);
    if constexpr (parts != Parts::one)
      data = _mm256_blendv_epi8(data, load(in + window[1][0]), index1);
    return _mm256_permutevar8x32_epi32(data, index0);
  }
  const __m256i data = _mm256_shuffle_epi8(load_lanes(in + window[0][0], in + window[0][1]), index0);
  if constexpr (parts == Parts::one)
    return data;
  const __m256i second =
      parts == Parts::two_in_low_lanes
          ? _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i *>(in + window[1][0])))
          : load_lanes(in + window[1][0], in + window[1][1]);
  return _mm256_or_si256(data, _mm256_shuffle_epi8(second, index1));
}

/// Runs all steps for each of `groups` groups. `n` is the number of steps, or 0 if it is not fixed; if it is, tables
/// stay in registers.
template <bool words, Parts parts, int n>
AUTOMAP_AVX2 void run(const LaneProgram &program, const char *in, std::int64_t in_stride, char *out,
                      std::int64_t out_stride, std::int64_t groups) {
  struct Step {
    std::int64_t window[2][2], out;
  };
  Step local[n > 0 ? n : 1];
  __m256i index[n > 0 ? n : 1][2];
  for (int s = 0; s < n; ++s) {
    const LaneStep &step = program.steps[static_cast<std::size_t>(s)];
    std::memcpy(local[s].window, step.window, sizeof step.window);
    local[s].out = step.out;
    for (int part = 0; part < 2; ++part)
      index[s][part] = load(step.index[part].data());
  }
  for (std::int64_t g = 0; g < groups; ++g, in += in_stride, out += out_stride)
    if constexpr (n > 0) {
#pragma GCC unroll 4
      for (int s = 0; s < n; ++s)
        store(out + local[s].out, shuffled<words, parts>(local[s].window, index[s][0], index[s][1], in));
    } else {
      for (const LaneStep &step : program.steps)
        store(out + step.out,
              shuffled<words, parts>(step.window, load(step.index[0].data()), load(step.index[1].data()), in));
    }
}

using Run = void (*)(const LaneProgram &, const char *, std::int64_t, char *, std::int64_t, std::int64_t);

template <bool words, Parts parts, int... n> Run choose_by_steps(std::size_t steps, std::integer_sequence<int, n...>) {
  constexpr Run by_steps[] = {run<words, parts, n>...};
  return by_steps[steps < sizeof...(n) ? steps : 0];
}

Run choose(const LaneProgram &program) {
  const std::size_t steps = program.steps.size();
  constexpr std::make_integer_sequence<int, LaneProgram::most_steps_in_registers + 1> up_to_most;
  if (program.words)
    return program.parts == Parts::one ? choose_by_steps<true, Parts::one>(steps, up_to_most)
                                       : choose_by_steps<true, Parts::two>(steps, up_to_most);
  switch (program.parts) {
  case Parts::one:
    return choose_by_steps<false, Parts::one>(steps, up_to_most);
  case Parts::two_in_low_lanes:
    return choose_by_steps<false, Parts::two_in_low_lanes>(steps, up_to_most);
  default:
    return choose_by_steps<false, Parts::two>(steps, up_to_most);
  }
}

/// Returns a / b for b > 0, rounded up; 0 for a < 0.
std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return a <= 0 ? 0 : (a - 1) / b + 1; }

class ShuffledRecords : public Kernel {
public:
  ShuffledRecords(const Records &records, LaneProgram program, std::unique_ptr<Kernel> others)
      : program_(std::move(program)), run_(choose(program_)), others_(std::move(others)), stride_(records.stride) {
    std::int64_t lower_bound = records.pieces.front().offset, upper_bound = lower_bound;
    for (const ByteRange &piece : records.pieces) {
      size_ += piece.length;
      lower_bound = std::min(lower_bound, piece.offset);
      upper_bound = std::max(upper_bound, piece.offset + piece.length);
    }
    const std::int64_t group = program_.records;
    before_ = group * quotient_up(lower_bound - program_.read_begin, group * stride_);
    from_here_ = std::max(
        {group, quotient_up(program_.read_end - upper_bound, stride_) + 1, quotient_up(program_.write_end, size_)});
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    base = moved(base, first * stride_);
    if (count < before_ + from_here_ + few)
      return others_->pack(base, 0, count, out);
    if (before_ > 0)
      others_->pack(base, 0, before_, out);
    const std::int64_t group = program_.records, groups = (count - before_ - from_here_) / group + 1;
    run_(program_, moved(base, before_ * stride_), group * stride_, out + before_ * size_, group * size_, groups);
    if (const std::int64_t done = before_ + groups * group; done < count)
      others_->pack(base, done, count - done, out + done * size_);
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    others_->unpack(in, first, count, base);
  }

  bool packs_by_shuffles() const override { return true; }

private:
  static constexpr std::int64_t few = 12; // up to so many are moved one by one as fast

  LaneProgram program_;
  Run run_;
  std::unique_ptr<Kernel> others_;
  // The numbers of records, before a group and from its first one on, with which its steps neither read below the
  // lowest byte, nor read or write beyond the last one.
  std::int64_t before_, from_here_;
  std::int64_t stride_, size_ = 0;
};

/// Returns the cost of packing a record by moves of up to 16 bytes, in the units of LaneProgram::cost.
double cost_of_moves(const Records &records) {
  if (records.pieces.size() == 1 && records.pieces.front().length <= 8)
    return 1.1; // four at a time
  std::int64_t moves = 0;
  for (const ByteRange &piece : records.pieces)
    moves += (piece.length + 15) / 16;
  return LaneProgram::loop_cost + 1.5 * static_cast<double>(moves);
}

/// 8 words of memory, of which the words of the mask belong to the blocks.
struct Window {
  std::int32_t offset;
  std::uint32_t mask;
};

/// The words of each mask of words.
constexpr auto words_of_masks = [] {
  std::array<std::array<std::uint8_t, 8>, 256> out = {};
  for (std::size_t mask = 0; mask < 256; ++mask)
    for (std::size_t word = 0, n = 0; word < 8; ++word)
      if (mask >> word & 1)
        out[mask][n++] = static_cast<std::uint8_t>(word);
  return out;
}();

class Windows : public Kernel {
public:
  Windows(const Dataloop &loop, std::vector<Window> windows, std::unique_ptr<Kernel> others)
      : loop_(loop), windows_(std::move(windows)), others_(std::move(others)) {}

  AUTOMAP_AVX2 void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const std::int64_t last = first + count - 1, begin = loop_.offset(first),
                       end = loop_.offset(last) + loop_.bytes_of(last);
    const char *const out_end = out + loop_.bytes_before(first + count) - loop_.bytes_before(first);
    const auto by_offset = std::ranges::lower_bound(windows_, begin + 1, {}, &Window::offset) - 1;
    const Window *window = windows_.data() + (by_offset - windows_.begin());
    if (window->offset < begin) { // it may contain other blocks
      const auto others = static_cast<std::uint32_t>((begin - window->offset) / 4);
      out = pack_words(base, window->offset, window->mask >> others << others, end, out);
      ++window;
    }
    // If 8 words are left, the last of them is in this window or after it.
    for (; out_end - out >= 32; ++window) {
      std::uint64_t words;
      std::memcpy(&words, words_of_masks[window->mask].data(), 8);
      const __m256i index = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(words)));
      store(out, _mm256_permutevar8x32_epi32(load(moved(base, window->offset)), index));
      out += 4 * std::popcount(window->mask);
    }
    for (; out < out_end; ++window)
      out = pack_words(base, window->offset, window->mask, end, out);
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    others_->unpack(in, first, count, base);
  }

private:
  /// Packs the words of a window that come before `end`. Returns the end of the output.
  static char *pack_words(const char *base, std::int64_t offset, std::uint32_t mask, std::int64_t end, char *out) {
    for (; mask != 0 && offset < end; mask >>= 1, offset += 4)
      if (mask & 1) {
        std::memcpy(out, moved(base, offset), 4);
        out += 4;
      }
    return out;
  }

  const Dataloop &loop_;
  std::vector<Window> windows_;
  std::unique_ptr<Kernel> others_;
};

/// Copies by moves of 16 bytes. Shuffles across them take so long that wider moves gain nothing.
template <std::size_t N, std::size_t S>
__attribute__((target("sse4.1"))) void copy_nth(char *to, const char *from, std::int64_t count) {
  copy_every<N, S>(to, from, count);
}

template <std::size_t N> CopyNth copy_nth_of(std::int64_t stride) {
  return nth_at_stride(stride, N, {copy_nth<N, 2>, copy_nth<N, 3>, copy_nth<N, 4>});
}

CopyNth copy_nth_of(std::int64_t length, std::int64_t stride) {
  switch (length) {
  case 1:
    return copy_nth_of<1>(stride);
  case 2:
    return copy_nth_of<2>(stride);
  case 4:
    return copy_nth_of<4>(stride);
  case 8:
    return copy_nth_of<8>(stride);
  default:
    return nullptr;
  }
}

class EveryNth : public Kernel {
public:
  EveryNth(const Dataloop &loop, CopyNth copy, std::unique_ptr<Kernel> others)
      : stride_(loop.stride), copy_(copy), others_(std::move(others)) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    copy_(out, moved(base, first * stride_), count);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    others_->unpack(in, first, count, base);
  }

  bool packs_by_shuffles() const override { return true; }

private:
  std::int64_t stride_;
  CopyNth copy_;
  std::unique_ptr<Kernel> others_;
};

/// Copies `length` bytes, 32 <= length <= 48.
struct CopyNarrow {
  AUTOMAP_AVX2 void operator()(char *to, const char *from, std::int64_t length) const {
    const __m256i head = load(from);
    const __m128i tail = _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + length - 16));
    store(to, head);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to + length - 16), tail);
  }
};

/// Copies `length` > 32 bytes.
struct CopyWide {
  AUTOMAP_AVX2 void operator()(char *to, const char *from, std::int64_t length) const {
    for (std::int64_t i = 0; i < length - 32; i += 32)
      store(to + i, load(from + i));
    store(to + length - 32, load(from + length - 32));
  }
};

template <typename Copy> class WideSpaced : public Kernel {
public:
  explicit WideSpaced(const Dataloop &loop) : length_(loop.block_bytes), stride_(loop.stride) {}

  AUTOMAP_AVX2 void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const std::int64_t length = length_, stride = stride_;
    base = moved(base, first * stride);
    for (; count > 0; --count, out += length, base = moved(base, stride))
      Copy{}(out, base, length);
  }
  AUTOMAP_AVX2 void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const std::int64_t length = length_, stride = stride_;
    base = moved(base, first * stride);
    for (; count > 0; --count, in += length, base = moved(base, stride))
      Copy{}(base, in, length);
  }

private:
  std::int64_t length_, stride_;
};

template <typename Copy> class WideAtOffsets : public Kernel {
public:
  WideAtOffsets(const Dataloop &loop, std::int64_t length) : parts_(loop, length) {}

  AUTOMAP_AVX2 void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const std::int64_t length = parts_.length();
    for (const std::int32_t offset : parts_.of_blocks(first, count)) {
      Copy{}(out, moved(base, offset), length);
      out += length;
    }
  }
  AUTOMAP_AVX2 void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const std::int64_t length = parts_.length();
    for (const std::int32_t offset : parts_.of_blocks(first, count)) {
      Copy{}(moved(base, offset), in, length);
      in += length;
    }
  }

private:
  EqualParts parts_;
};

template <typename Copy> std::unique_ptr<Kernel> wide_kernel_with(const Dataloop &loop, std::int64_t length) {
  if (loop.kind == Dataloop::Kind::vector)
    return std::make_unique<WideSpaced<Copy>>(loop);
  return std::make_unique<WideAtOffsets<Copy>>(loop, length);
}

AUTOMAP_AVX2 inline void store_past_caches(void *to, __m256i data) {
  _mm256_stream_si256(static_cast<__m256i *>(to), data);
}

/// Transposes a tile. It writes each row of 8 elements of 8 bytes as a whole, because rows that lie multiples of 4096
/// bytes apart evict each other from the first cache.
template <void store(void *, __m256i)> struct Transpose8x8 {
  AUTOMAP_AVX2 void operator()(const char *in, std::int64_t in_row, char *out, std::int64_t out_row) const {
    for (std::int64_t column = 0; column < 8; column += 2) {
      const auto row = [&](std::int64_t i) { return moved(in, i * in_row + 8 * column); };
      const __m256i a = load_lanes(row(0), row(2)), b = load_lanes(row(1), row(3));
      const __m256i c = load_lanes(row(4), row(6)), d = load_lanes(row(5), row(7));
      char *const first = moved(out, column * out_row), *const second = moved(first, out_row);
      store(first, _mm256_unpacklo_epi64(a, b));
      store(first + 32, _mm256_unpacklo_epi64(c, d));
      store(second, _mm256_unpackhi_epi64(a, b));
      store(second + 32, _mm256_unpackhi_epi64(c, d));
    }
  }
};

template <Fetched fetched, void store(void *, __m256i) = store>
[[gnu::flatten]] AUTOMAP_AVX2 void transpose(const Tiles &tiles, const char *in, char *out) {
  transpose_tiles<fetched>(tiles, in, out, Transpose8x8<store>{});
}

void fence() { _mm_sfence(); }

} // namespace

std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others) {
  constexpr std::int64_t far = 4096, longest = 64;
  if (records.stride <= 0 || records.stride > far)
    return others;
  for (const ByteRange &piece : records.pieces)
    if (piece.length > longest || piece.offset < -far || piece.offset > far)
      return others;
  if (may_hold_pages_in_gaps(records))
    return others;
  LaneProgram program = lane_program(records, 0.95 * cost_of_moves(records));
  if (program.steps.empty())
    return others;
  return std::make_unique<ShuffledRecords>(records, std::move(program), std::move(others));
}

std::unique_ptr<Kernel> spaced_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others) {
  if (const CopyNth copy = copy_nth_of(loop.block_bytes, loop.stride))
    return std::make_unique<EveryNth>(loop, copy, std::move(others));
  const ByteRange piece = {0, loop.block_bytes};
  return shuffle_kernel({{&piece, 1}, loop.stride, {}}, std::move(others));
}

std::unique_ptr<Kernel> window_kernel(const Dataloop &loop, std::unique_ptr<Kernel> others) {
  const std::int64_t length = EqualParts::length_in(loop);
  if (length == 0 || length % 4 != 0)
    return others;
  std::vector<Window> windows;
  std::int64_t end = loop.offset(0); // the end of the previous blocks
  for (std::int64_t i = 0; i < loop.count; ++i) {
    std::int64_t offset = loop.offset(i);
    if (offset < end || (offset - end) % 4 != 0 || offset - end >= least_page)
      return others;
    end = offset + loop.bytes_of(i);
    for (; offset < end; offset += 4) {
      if (windows.empty() || offset >= windows.back().offset + 32)
        windows.push_back({static_cast<std::int32_t>(offset), 0});
      windows.back().mask |= std::uint32_t{1} << (offset - windows.back().offset) / 4;
    }
  }
  const double worth = has_avx2_in_halves() ? 5 : 2.5; // parts in a window
  if (static_cast<double>(loop.size / length) < worth * static_cast<double>(windows.size()))
    return others;
  return std::make_unique<Windows>(loop, std::move(windows), std::move(others));
}

std::unique_ptr<Kernel> wide_kernel(const Dataloop &loop) {
  const std::int64_t length = loop.kind == Dataloop::Kind::vector ? loop.block_bytes : EqualParts::length_in(loop);
  if (loop.kind == Dataloop::Kind::contig || length < 32 || length > 512)
    return nullptr;
  return length <= 48 ? wide_kernel_with<CopyNarrow>(loop, length) : wide_kernel_with<CopyWide>(loop, length);
}

const Transposes transposes = {transpose<Fetched::in>, transpose<Fetched::out>,
                               transpose<Fetched::in, store_past_caches>,
                               transpose<Fetched::nowhere, store_past_caches>, fence};

} // namespace automap::layout::avx2

#else // another processor

namespace automap::layout::avx2 {
std::unique_ptr<Kernel> shuffle_kernel(const Records &, std::unique_ptr<Kernel> others) { return others; }
std::unique_ptr<Kernel> spaced_kernel(const Dataloop &, std::unique_ptr<Kernel> others) { return others; }
std::unique_ptr<Kernel> window_kernel(const Dataloop &, std::unique_ptr<Kernel> others) { return others; }
std::unique_ptr<Kernel> wide_kernel(const Dataloop &) { return nullptr; }
const Transposes transposes;
} // namespace automap::layout::avx2

#endif
