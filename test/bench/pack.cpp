// Compares ways to pack and unpack: a manual loop compiled for this processor, the same loop compiled for any
// processor, the MPI library, AM_Pack, generated code, and memcpy of as many bytes. AUTOMAP_KERNELS chooses the kernels
// of AM_Pack. All run in turn in each round. Prints the bandwidth of the first, and the median ratios of the others to
// it in the same round (above 1: faster than the loop). Before that, compares the bytes that each writes with the
// loop's, including guards and gaps.
//
// pack [ROUNDS [TEXT [OFFSET]]]   default: 15 rounds, all rows, 0
//
// TEXT: measures only rows whose names contain it. OFFSET: packed data begins this number of bytes after the beginning
// of a page, where memory begins.
#include "pack_rows.h"

#include "pack_types.h"

#include "automap/automap.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace automap::bench {
namespace {

using Work = std::function<void()>;

int measurements = 0, shared = 0; // those on a shared core

/// Returns the time of one call. The first call is not measured, so that each side finds the memory as it leaves it
/// itself.
double seconds(int repetitions, const Work &work) {
  work();
  const double start = MPI_Wtime();
  for (int i = 0; i < repetitions; ++i)
    work();
  return (MPI_Wtime() - start) / repetitions;
}

/// Returns the additions per nanosecond, with several at once. There are fewer if another virtual machine uses the
/// other thread of this core, which the clock does not show.
double additions() {
  constexpr int n = 4000;
  std::size_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
  const double start = MPI_Wtime();
  for (int i = 0; i < n; ++i) {
    ++a, ++b, ++c, ++d, ++e, ++f;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
  }
  return 6 * n / (MPI_Wtime() - start) * 1e-9;
}

/// Returns seconds() while the core is not shared, if that is soon the case. A shared core has only half of the store
/// buffers, which affects sides with more stores more.
double seconds_alone(int repetitions, const Work &work) {
  constexpr double soon = 0.05;
  static double most = 0;
  double out = 0, least = 0;
  const double start = MPI_Wtime();
  do {
    least = additions();
    out = seconds(repetitions, work);
    least = std::min(least, additions());
    most = std::max(most, least);
  } while (least < 0.95 * most && MPI_Wtime() < start + soon);
  if (least < 0.95 * most)
    ++shared;
  ++measurements;
  return out;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

/// Prints a ratio with 5 characters.
void print_ratio(double ratio) { std::printf(" %5.*f", ratio < 0.1 ? 3 : ratio < 100 ? 2 : 1, ratio); }

/// Runs all sides, in another order in each round. Prints the first one's bandwidth and the others' ratios to it. Empty
/// ones are left out.
void compare(const std::vector<Work> &works, double bytes, int rounds) {
  constexpr double shortest = 2e-4; // seconds of a measurement
  std::vector<int> repetitions;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < works.size(); ++i) {
    repetitions.push_back(works[i] ? std::max(1, static_cast<int>(shortest / std::max(1e-9, seconds(1, works[i]))))
                                   : 0);
    if (works[i])
      order.push_back(i);
  }
  std::mt19937 random(1);
  std::vector<std::vector<double>> times(works.size());
  for (int round = 0; round < rounds; ++round) {
    std::ranges::shuffle(order, random);
    for (const std::size_t i : order)
      times[i].push_back(seconds_alone(repetitions[i], works[i]));
  }
  std::printf(" %6.1f", bytes / median(times[0]) * 1e-9);
  for (std::size_t i = 1; i < works.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times[i].size(); ++round)
      ratios.push_back(times[0][round] / times[i][round]);
    if (ratios.empty())
      std::printf("     -");
    else
      print_ratio(median(std::move(ratios)));
  }
}

void require(bool condition, const std::string &what) {
  if (!condition) {
    std::fprintf(stderr, "FAILED: %s\n", what.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/// Memory between guards that begins `offset` bytes after the beginning of a page.
class Guarded {
public:
  Guarded(std::size_t size, std::size_t offset)
      : begin_(sizeof(Page) + offset), size_(size), pages_((begin_ + size) / sizeof(Page) + 2) {
    std::memset(pages_.data(), '#', pages_.size() * sizeof(Page));
  }
  char *data() { return pages_.data()->bytes.data() + begin_; }
  std::size_t size() const { return size_; }
  bool operator==(const Guarded &) const = default;

private:
  struct alignas(4096) Page {
    std::array<char, 4096> bytes;
    bool operator==(const Page &) const = default;
  };
  std::size_t begin_, size_;
  std::vector<Page> pages_;
};

void run(const Row &row, const Row &plain, int rounds, std::size_t offset) {
  MPI_Count size = 0;
  AM_Pack_size(row.count, row.type, &size);
  Guarded memory(row.memory, 0), packed(static_cast<std::size_t>(size), offset),
      other(static_cast<std::size_t>(size), offset);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory.data()[i] = static_cast<char>(i * 2654435761u >> 13);
  const auto mpi_pack = [&] {
    int position = 0;
    MPI_Pack(memory.data(), row.count, row.type, other.data(), static_cast<int>(size), &position, MPI_COMM_SELF);
  };
  const auto engine_pack = [&] {
    MPI_Count position = 0;
    AM_Pack(memory.data(), row.count, row.type, other.data(), size, &position);
  };
  const auto mpi_unpack = [&] {
    int position = 0;
    MPI_Unpack(packed.data(), static_cast<int>(size), &position, memory.data(), row.count, row.type, MPI_COMM_SELF);
  };
  const auto engine_unpack = [&] {
    MPI_Count position = 0;
    AM_Unpack(packed.data(), size, &position, memory.data(), row.count, row.type);
  };
  const Work copy = [&] { std::memcpy(other.data(), packed.data(), static_cast<std::size_t>(size)); };
  Work generated_pack, generated_unpack;
  if (row.generated_pack) {
    generated_pack = [&] { row.generated_pack(memory.data(), other.data()); };
    generated_unpack = [&] { row.generated_unpack(packed.data(), memory.data()); };
  }
  const std::vector<Work> packs = {[&] { row.pack(memory.data(), other.data()); },
                                   [&] { plain.pack(memory.data(), other.data()); },
                                   mpi_pack,
                                   engine_pack,
                                   generated_pack,
                                   copy};
  const std::vector<Work> unpacks = {[&] { row.unpack(packed.data(), memory.data()); },
                                     [&] { plain.unpack(packed.data(), memory.data()); },
                                     mpi_unpack,
                                     engine_unpack,
                                     generated_unpack,
                                     copy};

  row.pack(memory.data(), packed.data());
  for (std::size_t i = 1; i < packs.size(); ++i)
    if (packs[i]) {
      std::fill_n(other.data(), other.size(), '?');
      packs[i]();
      require(other == packed, row.name + ": packed bytes");
    }
  const Guarded before = memory;
  std::fill_n(memory.data(), memory.size(), '?');
  unpacks[0]();
  const Guarded expected = memory;
  for (std::size_t i = 1; i + 1 < unpacks.size(); ++i)
    if (unpacks[i]) {
      std::fill_n(memory.data(), memory.size(), '?');
      unpacks[i]();
      require(memory == expected, row.name + ": unpacked bytes");
    }
  memory = before;

  std::printf("%-34s %6.1f", row.name.c_str(), static_cast<double>(size) / 1024);
  compare(packs, static_cast<double>(size), rounds);
  std::printf("  ");
  compare(unpacks, static_cast<double>(size), rounds);
  std::printf("\n");
  std::fflush(stdout);
}

std::string mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(text, &length);
  return std::string(text).starts_with("Open MPI") ? "OpenMPI" : "MPICH";
}

} // namespace
} // namespace automap::bench

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Build_MPI_Types();
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  const std::string wanted = argc > 2 ? argv[2] : "";
  const int offset = argc > 3 ? std::atoi(argv[3]) : 0;
  if (rounds < 1 || offset < 0) {
    std::fprintf(stderr, "usage: %s [ROUNDS [TEXT [OFFSET]]]\n", argv[0]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const std::string library = automap::bench::mpi_library();
  std::printf("medians of %d rounds; loop: GB/s of a manual loop; others: their bandwidth as a multiple of that\n"
              "%-34s %6s   %-36s   unpack\n%-34s %6s",
              rounds, "", "", "pack", "row", "KiB");
  for (int i = 0; i < 2; ++i)
    std::printf(" %6s %5s %5.5s %5s %5s %5s%s", "loop", "plain", library.c_str(), "AM", "gen.", "copy",
                i == 0 ? "  " : "\n");
  const auto rows = automap::bench::make_rows(), plain_rows = automap::bench::make_plain_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    automap::bench::Row row = rows[i](), plain = plain_rows[i]();
    if (row.name.find(wanted) != std::string::npos)
      automap::bench::run(row, plain, rounds, static_cast<std::size_t>(offset));
    MPI_Type_free(&row.type);
    MPI_Type_free(&plain.type);
  }
  std::printf("%d of %d measurements on a core that others shared\n", automap::bench::shared,
              automap::bench::measurements);
  Free_MPI_Types();
  MPI_Finalize();
}
