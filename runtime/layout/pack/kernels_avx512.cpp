// Kernels for AVX-512. See kernels_avx512.h. Only functions marked AUTOMAP_AVX512 use it, so that no function that the
// linker may share with other files does.
#include "kernels_avx512.h"

#if defined(__x86_64__)

#include "layout/dataloop/equal_parts.h"
#include "shuffle_program.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <immintrin.h>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#ifndef AUTOMAP_AVX512 // tests emulate it
#define AUTOMAP_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi2")))
#endif

namespace automap::layout::avx512 {
namespace {

/// Returns the output of one step.
template <bool two_windows, bool words, typename Step>
AUTOMAP_AVX512 inline __m512i shuffled(const Step &step, __m512i index, const char *in) {
  const __m512i first = _mm512_loadu_si512(in + step.window[0]);
  if constexpr (two_windows) {
    const __m512i second = _mm512_loadu_si512(in + step.window[1]);
    return words ? _mm512_permutex2var_epi32(first, index, second) : _mm512_permutex2var_epi8(first, index, second);
  }
  return words ? _mm512_permutexvar_epi32(index, first) : _mm512_permutexvar_epi8(index, first);
}

AUTOMAP_AVX512 inline __mmask16 words_of(std::uint64_t mask) {
  return static_cast<__mmask16>(_pext_u64(mask, 0x1111111111111111));
}

/// Runs all steps for each of `groups` groups, storing whole or `masked`. `n` is the number of steps, or 0 if it is not
/// fixed; if it is, tables stay in registers.
template <bool two_windows, bool words, bool masked, int n>
AUTOMAP_AVX512 void run(const ShuffleProgram &program, const char *in, std::int64_t in_stride, char *out,
                        std::int64_t out_stride, std::int64_t groups) {
  struct Step {
    std::int64_t window[2], out;
    std::uint64_t mask;
  };
  const auto as_local = [](const ShuffleStep &step) AUTOMAP_AVX512 {
    return Step{{step.window[0], step.window[1]}, step.out, words ? words_of(step.mask) : step.mask};
  };
  Step local[n > 0 ? n : 1];
  __m512i index[n > 0 ? n : 1];
  for (int s = 0; s < n; ++s) {
    const ShuffleStep &step = program.steps[static_cast<std::size_t>(s)];
    local[s] = as_local(step);
    index[s] = _mm512_loadu_si512(step.index.data());
  }
  const auto run_step = [&](const auto &step, __m512i indices) AUTOMAP_AVX512 {
    const __m512i result = shuffled<two_windows, words>(step, indices, in);
    if constexpr (!masked)
      _mm512_storeu_si512(out + step.out, result);
    else if constexpr (words)
      _mm512_mask_storeu_epi32(out + step.out, static_cast<__mmask16>(step.mask), result);
    else
      _mm512_mask_storeu_epi8(out + step.out, step.mask, result);
  };
  for (std::int64_t g = 0; g < groups; ++g, in += in_stride, out += out_stride)
    if constexpr (n > 0) {
#pragma GCC unroll 8
      for (int s = 0; s < n; ++s)
        run_step(local[s], index[s]);
    } else {
      for (const ShuffleStep &step : program.steps)
        run_step(as_local(step), _mm512_loadu_si512(step.index.data()));
    }
}

using Run = void (*)(const ShuffleProgram &, const char *, std::int64_t, char *, std::int64_t, std::int64_t);

template <bool two_windows, bool words, bool masked, int... n>
Run choose_by_steps(std::size_t steps, std::integer_sequence<int, n...>) {
  constexpr Run by_steps[] = {run<two_windows, words, masked, n>...};
  return by_steps[steps < sizeof...(n) ? steps : 0];
}

template <bool masked> Run choose(const ShuffleProgram &program) {
  const std::size_t steps = program.steps.size();
  constexpr std::make_integer_sequence<int, ShuffleProgram::most_steps_in_registers + 1> up_to_most;
  if (steps == 0)
    return nullptr;
  if (program.two_windows)
    return program.words ? choose_by_steps<true, true, masked>(steps, up_to_most)
                         : choose_by_steps<true, false, masked>(steps, up_to_most);
  return program.words ? choose_by_steps<false, true, masked>(steps, up_to_most)
                       : choose_by_steps<false, false, masked>(steps, up_to_most);
}

AUTOMAP_AVX512 std::uint64_t low_bits(std::int64_t n) {
  return n <= 0 ? 0 : _bzhi_u64(~std::uint64_t{0}, static_cast<unsigned>(std::min<std::int64_t>(n, 64)));
}

/// A half-open range of offsets.
struct Range {
  std::int64_t begin, end;

  /// Returns which of the 64 bytes at `offset` are in the range.
  AUTOMAP_AVX512 std::uint64_t mask(std::int64_t offset) const {
    return low_bits(end - offset) & ~low_bits(begin - offset);
  }
};

/// Runs all steps for one incomplete group; reads and writes nothing outside the ranges.
AUTOMAP_AVX512 void run_careful(const ShuffleProgram &program, const char *in, Range readable, char *out,
                                Range writable) {
  for (const ShuffleStep &step : program.steps) {
    const std::uint64_t mask = step.mask & writable.mask(step.out);
    if (mask == 0)
      continue;
    const __m512i first = _mm512_maskz_loadu_epi8(readable.mask(step.window[0]), moved(in, step.window[0]));
    const __m512i second = _mm512_maskz_loadu_epi8(readable.mask(step.window[1]), moved(in, step.window[1]));
    const __m512i index = _mm512_loadu_si512(step.index.data());
    const __m512i result = program.words ? _mm512_permutex2var_epi32(first, index, second)
                                         : _mm512_permutex2var_epi8(first, index, second);
    _mm512_mask_storeu_epi8(moved(out, step.out), mask, result);
  }
}

/// Turns indices of bytes into indices of words.
void turn_into_words(ShuffleProgram &program) {
  for (ShuffleStep &step : program.steps) {
    std::array<std::uint32_t, 16> words = {};
    for (std::size_t i = 0; i < 16; ++i)
      words[i] = step.index[4 * i] / 4;
    std::memcpy(step.index.data(), words.data(), 64);
  }
}

/// Whether all windows are cache lines if the first one is.
bool reads_lines(const ShuffleProgram &program, std::int64_t stride) {
  return program.records * stride % 64 == 0 && std::ranges::all_of(program.steps, [&](const ShuffleStep &step) {
           const std::int64_t first = program.steps.front().window[0];
           return (step.window[0] - first) % 64 == 0 && (step.window[1] - first) % 64 == 0;
         });
}

/// A step for one record, which reads and writes only the bytes that it moves.
struct ExactStep {
  std::int64_t window[2], out;
  std::uint64_t read[2], mask;
  std::array<std::uint8_t, 64> index;
};

/// The side, if any, on which records are at offsets instead of equally spaced.
enum class AtOffsets : std::uint8_t { none, in, out };

/// Runs all steps for each of `count` records. `n` is as for run().
template <bool two_windows, AtOffsets at_offsets, int n>
AUTOMAP_AVX512 void run_exact(const std::vector<ExactStep> &steps, const char *in, std::int64_t in_step, char *out,
                              std::int64_t out_step, const std::int64_t *offsets, std::int64_t count) {
  ExactStep local[n > 0 ? n : 1];
  __m512i index[n > 0 ? n : 1];
  for (std::size_t s = 0; s < n; ++s) {
    local[s] = steps[s];
    index[s] = _mm512_loadu_si512(steps[s].index.data());
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const char *const from = at_offsets == AtOffsets::in ? moved(in, offsets[i]) : in;
    char *const to = at_offsets == AtOffsets::out ? moved(out, offsets[i]) : out;
    const auto run_step = [&](const ExactStep &step, __m512i indices) AUTOMAP_AVX512 {
      const __m512i first = _mm512_maskz_loadu_epi8(step.read[0], moved(from, step.window[0]));
      __m512i result;
      if constexpr (two_windows)
        result = _mm512_permutex2var_epi8(first, indices,
                                          _mm512_maskz_loadu_epi8(step.read[1], moved(from, step.window[1])));
      else
        result = _mm512_permutexvar_epi8(indices, first);
      _mm512_mask_storeu_epi8(moved(to, step.out), step.mask, result);
    };
    if constexpr (n > 0) {
#pragma GCC unroll 4
      for (int s = 0; s < n; ++s)
        run_step(local[s], index[s]);
    } else {
      for (const ExactStep &step : steps)
        run_step(step, _mm512_loadu_si512(step.index.data()));
    }
    if constexpr (at_offsets != AtOffsets::in)
      in = moved(in, in_step);
    if constexpr (at_offsets != AtOffsets::out)
      out = moved(out, out_step);
  }
}

/// Moves records one by one if they are at offsets or few, from memory to packed data and back.
class SingleRecords {
public:
  explicit SingleRecords(const Records &records, ShuffleProgram pack, ShuffleProgram unpack)
      : pack_(steps_of(pack)), unpack_(steps_of(unpack)), size_(size_of(records)) {
    run_pack_[0] = choose<AtOffsets::none>(pack_);
    run_pack_[1] = choose<AtOffsets::in>(pack_);
    run_unpack_[0] = choose<AtOffsets::none>(unpack_);
    run_unpack_[1] = choose<AtOffsets::out>(unpack_);
  }

  /// Packs `count` records: at `offsets` in memory, or `stride` bytes apart if `offsets` is null.
  void pack(const char *base, const std::int64_t *offsets, std::int64_t stride, std::int64_t count, char *out) const {
    run_pack_[offsets != nullptr](pack_, base, stride, out, size_, offsets, count);
  }

  void unpack(const char *in, const std::int64_t *offsets, std::int64_t stride, std::int64_t count, char *base) const {
    run_unpack_[offsets != nullptr](unpack_, in, size_, base, stride, offsets, count);
  }

private:
  using Steps = std::vector<ExactStep>;
  using Run = void (*)(const Steps &, const char *, std::int64_t, char *, std::int64_t, const std::int64_t *,
                       std::int64_t);

  static Steps steps_of(const ShuffleProgram &program) {
    Steps out;
    for (const ShuffleStep &step : program.steps) {
      ExactStep exact = {{step.window[0], step.window[1]}, step.out, {0, 0}, step.mask, step.index};
      for (std::size_t i = 0; i < 64; ++i)
        if (step.mask >> i & 1)
          exact.read[step.index[i] / 64] |= std::uint64_t{1} << step.index[i] % 64;
      out.push_back(exact);
    }
    return out;
  }

  template <AtOffsets at_offsets> static Run choose(const Steps &steps) {
    if (std::ranges::any_of(steps, [](const ExactStep &step) { return step.read[1] != 0; }))
      return choose_by_steps<true, at_offsets>(steps.size());
    return choose_by_steps<false, at_offsets>(steps.size());
  }
  template <bool two_windows, AtOffsets at_offsets> static Run choose_by_steps(std::size_t n) {
    return n == 1   ? run_exact<two_windows, at_offsets, 1>
           : n == 2 ? run_exact<two_windows, at_offsets, 2>
                    : run_exact<two_windows, at_offsets, 0>;
  }

  Steps pack_, unpack_;
  Run run_pack_[2], run_unpack_[2]; // the functions for equally spaced records and for records at offsets
  std::int64_t size_;
};

/// Returns null if moves of one piece after the other are as good.
std::unique_ptr<SingleRecords> single_records(const Records &records) {
  constexpr std::int64_t longest = 256;
  std::int64_t size = 0, moves = 0;
  for (const ByteRange &piece : records.pieces) {
    const auto length = static_cast<std::uint64_t>(piece.length);
    size += piece.length;
    moves += length < 16 ? (std::has_single_bit(length) ? 1 : 2) : (piece.length + 15) / 16;
  }
  if (size > longest)
    return nullptr;
  ShuffleProgram pack = pack_program(records, 1), unpack = unpack_program(records, 1);
  const std::ptrdiff_t steps = std::max(std::ssize(pack.steps), std::ssize(unpack.steps));
  const std::int64_t worth = steps <= 2 ? 3 : 5; // moves for each step; the tables of one or two stay in registers
  if (moves < worth * steps)
    return nullptr;
  return std::make_unique<SingleRecords>(records, std::move(pack), std::move(unpack));
}

class OneByOne : public Kernel {
public:
  OneByOne(const Records &records, std::unique_ptr<SingleRecords> single)
      : stride_(records.stride), offsets_(records.offsets), single_(std::move(single)) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    single_->pack(moved(base, first * stride_), offsets_from(first), stride_, count, out);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    single_->unpack(in, offsets_from(first), stride_, count, moved(base, first * stride_));
  }

private:
  const std::int64_t *offsets_from(std::int64_t first) const {
    return offsets_.empty() ? nullptr : offsets_.data() + first;
  }

  std::int64_t stride_;                   // 0 if records are at offsets
  std::span<const std::int64_t> offsets_; // those of the loop
  std::unique_ptr<SingleRecords> single_;
};

/// A leaf that is one record if it is packed as a whole.
class OneRecord : public Kernel {
public:
  OneRecord(const Dataloop &loop, std::unique_ptr<SingleRecords> single, std::unique_ptr<Kernel> parts)
      : blocks_(loop.count), single_(std::move(single)), parts_(std::move(parts)) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    if (first == 0 && count == blocks_)
      single_->pack(base, nullptr, 0, 1, out);
    else
      parts_->pack(base, first, count, out);
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    if (first == 0 && count == blocks_)
      single_->unpack(in, nullptr, 0, 1, base);
    else
      parts_->unpack(in, first, count, base);
  }

private:
  std::int64_t blocks_;
  std::unique_ptr<SingleRecords> single_;
  std::unique_ptr<Kernel> parts_;
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) { // b > 0
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

class ShuffledRecords : public Kernel {
public:
  ShuffledRecords(const Records &records, ShuffleProgram pack, ShuffleProgram unpack,
                  std::unique_ptr<SingleRecords> few, std::unique_ptr<Kernel> others)
      : pack_(std::move(pack)), unpack_(std::move(unpack)), others_(std::move(others)), few_(std::move(few)),
        stride_(records.stride) {
    for (const ByteRange &piece : records.pieces) {
      size_ += piece.length;
      lower_bound_ = std::min(lower_bound_, piece.offset);
      upper_bound_ = std::max(upper_bound_, piece.offset + piece.length);
    }
    for (ShuffleProgram *program : {&pack_, &unpack_})
      if (program->words)
        turn_into_words(*program);
    pack_in_lines_ = reads_lines(pack_, stride_);
    run_pack_ = choose<false>(pack_);
    run_unpack_ = choose<true>(unpack_);
    if (records.pieces.size() == 1)
      most_packed_ = far / std::abs(stride_);
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    base = moved(base, first * stride_);
    if (few_ && count <= most_few)
      few_->pack(base, nullptr, stride_, count, out);
    else
      pack_groups(base, count, out);
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    base = moved(base, first * stride_);
    if (few_ && count <= most_few)
      few_->unpack(in, nullptr, stride_, count, base);
    else
      unpack_groups(in, count, base);
  }

private:
  [[gnu::noinline]] AUTOMAP_AVX512 void pack_groups(const char *base, std::int64_t count, char *out) const {
    if (!run_pack_ || count > most_packed_)
      return others_->pack(base, 0, count, out);
    if (const std::int64_t head = first_in_lines(base, count); head > 0) {
      others_->pack(base, 0, head, out);
      base = moved(base, head * stride_);
      out += head * size_;
      count -= head;
    }
    const std::int64_t group = pack_.records, in_step = group * stride_, out_step = group * size_;
    const std::int64_t groups = (count + group - 1) / group, last = (count - 1) * stride_;
    const Range readable = {lower_bound_ + std::min<std::int64_t>(last, 0),
                            upper_bound_ + std::max<std::int64_t>(last, 0)};
    const Range writable = {0, count * size_};
    // The groups [begin, end), in which no step reads beyond the highest byte or writes beyond the last one.
    std::int64_t begin = 0;
    std::int64_t end = std::min(count / group, floor_div(writable.end - pack_.write_end, out_step) + 1);
    if (in_step > 0)
      end = std::min(end, floor_div(readable.end - pack_.read_end, in_step) + 1);
    else
      begin = std::max<std::int64_t>(0, -floor_div(readable.end - pack_.read_end, -in_step));
    end = std::max(begin, end);
    const auto careful = [&](std::int64_t g) AUTOMAP_AVX512 {
      run_careful(pack_, moved(base, g * in_step), {readable.begin - g * in_step, readable.end - g * in_step},
                  out + g * out_step, {0, writable.end - g * out_step});
    };
    for (std::int64_t g = 0; g < std::min(begin, groups); ++g)
      careful(g);
    if (begin < end)
      run_pack_(pack_, moved(base, begin * in_step), in_step, out + begin * out_step, out_step, end - begin);
    for (std::int64_t g = end; g < groups; ++g)
      careful(g);
  }

  [[gnu::noinline]] AUTOMAP_AVX512 void unpack_groups(const char *in, std::int64_t count, char *base) const {
    if (!run_unpack_)
      return others_->unpack(in, 0, count, base);
    const std::int64_t group = unpack_.records, in_step = group * size_, out_step = group * stride_;
    const std::int64_t packed = count * size_;
    const std::int64_t end =
        std::max<std::int64_t>(0, std::min(count / group, floor_div(packed - unpack_.read_end, in_step) + 1));
    run_unpack_(unpack_, in, in_step, base, out_step, end);
    const std::int64_t done = end * group;
    if (std::abs(stride_) < upper_bound_ - lower_bound_) // the next records would lie among these
      return others_->unpack(in + done * size_, 0, count - done, moved(base, done * stride_));
    const std::int64_t last = (count - 1) * stride_;
    const Range writable = {lower_bound_ + std::min<std::int64_t>(last, 0),
                            upper_bound_ + std::max<std::int64_t>(last, 0)};
    for (std::int64_t g = end; g * group < count; ++g)
      run_careful(unpack_, in + g * in_step, {0, packed - g * in_step}, moved(base, g * out_step),
                  {writable.begin - g * out_step, writable.end - g * out_step});
  }

  /// Returns the first of `count` records from which on packing reads whole cache lines, or 0.
  std::int64_t first_in_lines(const char *base, std::int64_t count) const {
    if (!pack_in_lines_ || count < 8 * pack_.records)
      return 0;
    const char *window = moved(base, pack_.steps.front().window[0]);
    for (std::int64_t i = 0; i < pack_.records; ++i, window = moved(window, stride_))
      if (reinterpret_cast<std::uintptr_t>(window) % 64 == 0)
        return i;
    return 0;
  }

  /// The bytes of memory above which the caches hold a part only. Then narrower moves pack single pieces faster.
  static constexpr std::int64_t far = std::int64_t{8} << 20;

  /// The number of records above which it is faster to form groups.
  static constexpr std::int64_t most_few = 48;

  ShuffleProgram pack_, unpack_;
  bool pack_in_lines_;
  Run run_pack_, run_unpack_; // null if there is no program
  /// The most bytes that the program packs.
  std::int64_t most_packed_ = std::numeric_limits<std::int64_t>::max();
  std::unique_ptr<Kernel> others_;     // used if there is no program
  std::unique_ptr<SingleRecords> few_; // may be null
  std::int64_t stride_, size_ = 0, lower_bound_ = 0, upper_bound_ = 0;
};

/// 64 bytes of memory, of which the bytes of the mask belong to the blocks.
struct Window {
  std::int64_t offset;
  std::uint64_t mask;
};

class Windows : public Kernel {
public:
  Windows(const Dataloop &loop, std::vector<Window> windows, bool has_far_gaps)
      : loop_(loop), windows_(std::move(windows)), has_far_gaps_(has_far_gaps) {}

  AUTOMAP_AVX512 void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    const Part part(*this, first, count);
    const char *const out_end = out + loop_.bytes_before(first + count) - loop_.bytes_before(first);
    for (const Window *window = part.begin; window != part.end; ++window) {
      const std::uint64_t mask = part.mask(window);
      const int bytes = std::popcount(mask);
      const char *from = moved(base, window->offset);
      if (!has_far_gaps_ && window->offset + 64 <= part.upper_bound && out_end - out >= 64) {
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(mask, _mm512_loadu_si512(from)));
      } else {
        const __m512i data = _mm512_maskz_compress_epi8(mask, _mm512_maskz_loadu_epi8(mask, from));
        _mm512_mask_storeu_epi8(out, low_bits(bytes), data);
      }
      out += bytes;
    }
  }

  AUTOMAP_AVX512 void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    const Part part(*this, first, count);
    const char *const in_end = in + loop_.bytes_before(first + count) - loop_.bytes_before(first);
    for (const Window *window = part.begin; window != part.end; ++window) {
      const std::uint64_t mask = part.mask(window);
      const int bytes = std::popcount(mask);
      const __m512i data = in_end - in >= 64 ? _mm512_loadu_si512(in) : _mm512_maskz_loadu_epi8(low_bits(bytes), in);
      _mm512_mask_storeu_epi8(moved(base, window->offset), mask, _mm512_maskz_expand_epi8(mask, data));
      in += bytes;
    }
  }

private:
  /// The windows of some of the blocks; the first and the last may contain other blocks, too.
  struct Part {
    AUTOMAP_AVX512 Part(const Windows &kernel, std::int64_t first, std::int64_t count) {
      const Dataloop &loop = kernel.loop_;
      const std::int64_t last = first + count - 1, lower_bound = loop.offset(first);
      upper_bound = loop.offset(last) + loop.bytes_of(last);
      const auto windows_to = [&](std::int64_t offset) { // the end of the windows that begin below `offset`
        return kernel.windows_.data() +
               (std::ranges::lower_bound(kernel.windows_, offset, {}, &Window::offset) - kernel.windows_.begin());
      };
      begin = windows_to(lower_bound + 1) - 1;
      end = windows_to(upper_bound);
      first_mask = ~low_bits(lower_bound - begin->offset);
      last_mask = low_bits(std::min<std::int64_t>(64, upper_bound - (end - 1)->offset));
    }
    std::uint64_t mask(const Window *window) const {
      std::uint64_t out = window->mask;
      if (window == begin)
        out &= first_mask;
      if (window + 1 == end)
        out &= last_mask;
      return out;
    }
    const Window *begin, *end;
    std::uint64_t first_mask, last_mask;
    std::int64_t upper_bound;
  };

  const Dataloop &loop_;
  std::vector<Window> windows_;
  bool has_far_gaps_; // whether gaps may contain pages: then no byte after a block may be read
};

AUTOMAP_AVX512 inline void masked_copy(char *to, const char *from, std::int64_t length) {
  if (length < 64) {
    const std::uint64_t mask = low_bits(length);
    _mm512_mask_storeu_epi8(to, mask, _mm512_maskz_loadu_epi8(mask, from));
    return;
  }
  const __m512i last = _mm512_loadu_si512(from + length - 64);
  for (std::int64_t i = 0; i < length - 64; i += 64)
    _mm512_storeu_si512(to + i, _mm512_loadu_si512(from + i));
  _mm512_storeu_si512(to + length - 64, last);
}

class MaskedBlocks : public Kernel {
public:
  explicit MaskedBlocks(const Dataloop &loop) : loop_(loop) {}

  AUTOMAP_AVX512 void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for (std::int64_t i = first; i < first + count; ++i) {
      const std::int64_t length = loop_.bytes_of(i);
      masked_copy(out, moved(base, loop_.offset(i)), length);
      out += length;
    }
  }
  AUTOMAP_AVX512 void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for (std::int64_t i = first; i < first + count; ++i) {
      const std::int64_t length = loop_.bytes_of(i);
      masked_copy(moved(base, loop_.offset(i)), in, length);
      in += length;
    }
  }

private:
  const Dataloop &loop_;
};

AUTOMAP_AVX512 inline void store(void *to, __m512i data) { _mm512_storeu_si512(to, data); }

/// Stores to a cache line.
AUTOMAP_AVX512 inline void store_past_caches(void *to, __m512i data) {
  _mm512_stream_si512(static_cast<__m512i *>(to), data);
}

/// Transposes a tile: 8 rows of 8 elements of 8 bytes, `in_row` bytes apart, become columns, that is 8 rows `out_row`
/// bytes apart.
template <void store(void *, __m512i)> struct Transpose8x8 {
  AUTOMAP_AVX512 void operator()(const char *in, std::int64_t in_row, char *out, std::int64_t out_row) const {
    __m512i r[8], s[8];
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i)
      r[i] = _mm512_loadu_si512(in + i * in_row);
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 2) {
      s[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
      s[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
    }
    // s[0], s[2], s[4], s[6] are even columns of rows 0 1, 2 3, 4 5, 6 7; the others are odd ones. Columns 2k lie in
    // lane k.
#pragma GCC unroll 2
    for (int odd = 0; odd < 2; ++odd) {
      const __m512i a = _mm512_shuffle_i64x2(s[odd], s[2 + odd], 0x44); // rows 01 lanes 0 1, rows 23 lanes 0 1
      const __m512i b = _mm512_shuffle_i64x2(s[odd], s[2 + odd], 0xee); // lanes 2 3
      const __m512i c = _mm512_shuffle_i64x2(s[4 + odd], s[6 + odd], 0x44);
      const __m512i d = _mm512_shuffle_i64x2(s[4 + odd], s[6 + odd], 0xee);
      store(out + (0 + odd) * out_row, _mm512_shuffle_i64x2(a, c, 0x88));
      store(out + (2 + odd) * out_row, _mm512_shuffle_i64x2(a, c, 0xdd));
      store(out + (4 + odd) * out_row, _mm512_shuffle_i64x2(b, d, 0x88));
      store(out + (6 + odd) * out_row, _mm512_shuffle_i64x2(b, d, 0xdd));
    }
  }
};

template <Fetched fetched, void store(void *, __m512i) = store>
[[gnu::flatten]] AUTOMAP_AVX512 void transpose(const Tiles &tiles, const char *in, char *out) {
  transpose_tiles<fetched>(tiles, in, out, Transpose8x8<store>{});
}

void fence() { _mm_sfence(); }

/// Whether several records may share a window, and all bytes between them may be read.
bool may_be_grouped(const Records &records) {
  constexpr std::int64_t far = 4096, longest = 256;
  if (!records.offsets.empty() || records.stride == 0 || records.stride < -far || records.stride > far)
    return false;
  for (const ByteRange &piece : records.pieces)
    if (piece.length > longest || piece.offset < -far || piece.offset > far)
      return false;
  return !may_hold_pages_in_gaps(records);
}

} // namespace

std::unique_ptr<Kernel> masked_kernel(const Dataloop &loop) {
  constexpr std::int64_t shortest = 17, longest = 256; // average lengths
  const std::int64_t length = loop.size / loop.count;
  if (loop.kind != Dataloop::Kind::indexed || length < shortest || length > longest)
    return nullptr;
  return std::make_unique<MaskedBlocks>(loop);
}

std::unique_ptr<Kernel> shuffle_kernel(const Records &records, std::unique_ptr<Kernel> others) {
  constexpr double worth = 24; // bytes in a step
  const std::int64_t size = size_of(records);
  auto single = single_records(records);
  if (may_be_grouped(records)) {
    ShuffleProgram pack = pack_program(records), unpack = unpack_program(records);
    if (!pack.steps.empty() && pack.bytes_per_step(size) < worth)
      pack = {};
    if (!unpack.steps.empty() && unpack.bytes_per_step(size) < worth)
      unpack = {};
    if (!pack.steps.empty() || !unpack.steps.empty())
      return std::make_unique<ShuffledRecords>(records, std::move(pack), std::move(unpack), std::move(single),
                                               std::move(others));
  }
  if (single)
    return std::make_unique<OneByOne>(records, std::move(single));
  return others;
}

std::unique_ptr<Kernel> whole_kernel(const Dataloop &loop, std::unique_ptr<Kernel> parts) {
  constexpr std::int64_t most = 64;
  if (loop.kind == Dataloop::Kind::contig || loop.count > most)
    return parts;
  std::vector<ByteRange> pieces;
  for (std::int64_t i = 0; i < loop.count; ++i)
    pieces.push_back({loop.offset(i), loop.bytes_of(i)});
  auto single = single_records({pieces, 0, {}});
  if (!single)
    return parts;
  return std::make_unique<OneRecord>(loop, std::move(single), std::move(parts));
}

std::unique_ptr<Kernel> window_kernel(const Dataloop &loop) {
  // Copying parts of one length one by one takes less than a quarter of the time of a window, copying others half of
  // it.
  const double worth = EqualParts::length_in(loop) > 0 ? 4.5 : 2;
  const double most = static_cast<double>(loop.count) / worth; // long blocks would have any number
  std::vector<Window> windows;
  bool has_far_gaps = false;
  std::int64_t end = 0; // the end of the previous blocks
  for (std::int64_t i = 0; i < loop.count; ++i) {
    std::int64_t offset = loop.offset(i), length = loop.bytes_of(i);
    if (i > 0 && offset < end)
      return nullptr;
    has_far_gaps |= i > 0 && offset - end >= least_page;
    end = offset + length;
    while (length > 0) {
      if (windows.empty() || offset >= windows.back().offset + 64) {
        if (static_cast<double>(windows.size() + 1) > most)
          return nullptr;
        windows.push_back({offset, 0});
      }
      const std::int64_t at = offset - windows.back().offset, bytes = std::min(length, 64 - at);
      windows.back().mask |= (~std::uint64_t{0} >> (64 - bytes)) << at;
      offset += bytes, length -= bytes;
    }
  }
  return std::make_unique<Windows>(loop, std::move(windows), has_far_gaps);
}

const Transposes transposes = {transpose<Fetched::in>, transpose<Fetched::out>,
                               transpose<Fetched::in, store_past_caches>,
                               transpose<Fetched::nowhere, store_past_caches>, fence};

} // namespace automap::layout::avx512

#else // another processor

namespace automap::layout::avx512 {
std::unique_ptr<Kernel> shuffle_kernel(const Records &, std::unique_ptr<Kernel> others) { return others; }
std::unique_ptr<Kernel> window_kernel(const Dataloop &) { return nullptr; }
std::unique_ptr<Kernel> masked_kernel(const Dataloop &) { return nullptr; }
std::unique_ptr<Kernel> whole_kernel(const Dataloop &, std::unique_ptr<Kernel> parts) { return parts; }
const Transposes transposes;
} // namespace automap::layout::avx512

#endif
