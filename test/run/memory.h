// Buffers whose bytes are filled and hashed, and what ranks print, for programs that run with and without automap-run.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

namespace automap::test {

/// A buffer for so many items of a datatype, with a margin.
class Memory {
public:
  Memory(MPI_Datatype type, int count, unsigned seed) : type(type), count(count) {
    MPI_Count lower_bound, extent, true_lower_bound, true_extent;
    MPI_Type_get_extent_x(type, &lower_bound, &extent);
    MPI_Type_get_true_extent_x(type, &true_lower_bound, &true_extent);
    const MPI_Count last = count > 0 ? (count - 1) * extent : 0;
    const MPI_Count low = std::min<MPI_Count>(true_lower_bound + std::min<MPI_Count>(last, 0), 0) - margin;
    const MPI_Count high = true_lower_bound + true_extent + std::max<MPI_Count>(last, 0) + margin;
    bytes_.resize(static_cast<std::size_t>(std::max<MPI_Count>(high, margin) - low));
    origin_ = static_cast<std::size_t>(-low);
    fill(seed);
  }

  void fill(unsigned seed) {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      bytes_[i] = static_cast<char>((i + seed) * 2654435761u >> 11);
  }
  char *data() { return bytes_.data() + origin_; }

  unsigned long hash() const {
    unsigned long out = 14695981039346656037u;
    for (const char each : bytes_)
      out = (out ^ static_cast<unsigned char>(each)) * 1099511628211u;
    return out;
  }

  MPI_Datatype type;
  int count;

private:
  static constexpr MPI_Count margin = 64;
  std::vector<char> bytes_;
  std::size_t origin_;
};

/// What a rank prints at the end.
class Log {
public:
  [[gnu::format(printf, 2, 3)]] void print(const char *format, ...) {
    std::array<char, 200> text;
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    text_ += text.data();
  }
  void print(const Memory &memory) { print(" %016lx", memory.hash()); }

  /// Prints what all ranks have logged.
  void print_all() {
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int mine = static_cast<int>(text_.size());
    std::vector<int> sizes(static_cast<std::size_t>(size)), places(sizes.size());
    MPI_Gather(&mine, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::exclusive_scan(sizes.begin(), sizes.end(), places.begin(), 0);
    std::string all(static_cast<std::size_t>(places.back() + sizes.back()), ' ');
    MPI_Gatherv(text_.data(), mine, MPI_CHAR, all.data(), sizes.data(), places.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
      std::fputs(all.c_str(), stdout);
    text_.clear();
  }

private:
  std::string text_;
};

} // namespace automap::test
