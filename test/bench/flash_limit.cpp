// Measures the limit that memory imposes on the row "Flash I/O" of `pack`. Compares its loop with reading all packed
// data, with writing as much, and with copying the rows of variables in their order. All of them run in turn; prints
// medians.
//
// flash_limit [ROUNDS]        default: 21
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace {

// The same numbers as in pack_rows.cpp.
constexpr std::size_t variables = 24, blocks = 80, side = 16, inner = 8, guard = 4;
constexpr std::size_t y_step = side * variables, z_step = side * y_step, block_step = side * z_step;
constexpr std::size_t row_size = inner * variables, n_values = blocks * inner * inner * row_size;

/// Calls visit(index of the first value of a row of all variables, without guard cells).
template <typename Visit> void each_row(Visit visit) {
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t z = guard; z < guard + inner; ++z)
      for (std::size_t y = guard; y < guard + inner; ++y)
        visit(b * block_step + z * z_step + y * y_step + guard * variables);
}

void loop(const double *memory, double *__restrict packed) {
  for (std::size_t v = 0; v < variables; ++v)
    each_row([&](std::size_t at) {
      for (std::size_t x = 0; x < inner; ++x)
        *packed++ = memory[at + x * variables + v];
    });
}

void copy(const double *memory, double *packed) { std::memcpy(packed, memory, n_values * sizeof(double)); }

volatile std::uint64_t sink;

/// Prefetches the next row.
void read(const double *memory, double *) {
  std::uint64_t sums[8] = {};
  each_row([&](std::size_t at) {
    for (std::size_t i = 0; i < row_size; i += 8) {
      __builtin_prefetch(memory + at + y_step + i);
      std::uint64_t words[8];
      std::memcpy(words, memory + at + i, sizeof words);
      for (std::size_t k = 0; k < 8; ++k)
        sums[k] ^= words[k];
    }
  });
  for (const std::uint64_t sum : sums)
    sink = sum;
}

/// Writes past the caches if the processor supports it.
void store(double *to, const double *from) {
#ifdef __SSE2__
  _mm_stream_pd(to, _mm_loadu_pd(from));
#else
  std::memcpy(to, from, 2 * sizeof(double));
#endif
}

void write(const double *, double *packed) {
  const double values[2] = {1, 2};
  for (std::size_t i = 0; i < n_values; i += 2)
    store(packed + i, values);
}

void copy_rows(const double *memory, double *packed) {
  each_row([&](std::size_t at) {
    for (std::size_t i = 0; i < row_size; i += 8) {
      __builtin_prefetch(memory + at + y_step + i);
      for (std::size_t k = 0; k < 8; k += 2)
        store(packed + i + k, memory + at + i + k);
    }
    packed += row_size;
  });
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: flash_limit [ROUNDS]\n");
    return 2;
  }
  std::vector<double> memory(blocks * block_step, 1);
  auto *packed = static_cast<double *>(std::aligned_alloc(4096, n_values * sizeof(double)));
  if (!packed)
    return 1;
  std::fill(packed, packed + n_values, 0);
  struct Side {
    const char *name;
    void (*run)(const double *memory, double *packed);
    std::vector<double> seconds;
  } sides[] = {{"loop", loop, {}},
               {"memcpy of as many bytes", copy, {}},
               {"read the rows", read, {}},
               {"write past the caches", write, {}},
               {"copy the rows past the caches", copy_rows, {}}};
  for (int round = 0; round < rounds; ++round)
    for (Side &one : sides) {
      const auto begin = std::chrono::steady_clock::now();
      one.run(memory.data(), packed);
      one.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
  std::printf("medians of %d rounds, %.1f MiB of %.1f MiB\n%-30s  GB/s  times the loop\n", rounds,
              n_values * 8 / 1048576.0, static_cast<double>(memory.size()) * 8 / 1048576.0, "");
  for (const Side &one : sides)
    std::printf("%-30s %5.1f  %5.2f\n", one.name, n_values * 8 / median(one.seconds) / 1e9,
                median(sides[0].seconds) / median(one.seconds));
  std::free(packed);
  return 0;
}
