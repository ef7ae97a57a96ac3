// Random nested MPI datatypes, built with all constructors. The caller passes the seed, and prints it if a test fails.
#pragma once

#include "runtime_support.h"

#include <algorithm>
#include <random>

namespace automap::test {

class RandomDatatype {
public:
  explicit RandomDatatype(unsigned seed, bool with_pairs = true) : with_pairs_(with_pairs), random_(seed) {}

  /// Returns a datatype of at most `depth` constructors on each path, which stays within `reach` and has at most
  /// several thousand elements.
  Type operator()(int depth) {
    whole_ = std::max(whole_, depth);
    if (depth == 0 || below(6) == 0)
      return basic();
    Type inner = (*this)(depth - 1);
    Type made = combine(inner, depth);
    if (made == MPI_DATATYPE_NULL) // Open MPI creates no array of which a process owns nothing
      return inner;
    const Sizes sizes = sizes_of(made);
    const auto within = [](MPI_Count at) { return -reach / 8 < at && at < reach / 8; };
    const bool small = sizes.size < 20'000 && within(sizes.lower_bound) && within(sizes.extent) &&
                       within(sizes.lower_bound + sizes.extent) && within(sizes.true_lower_bound) &&
                       within(sizes.true_lower_bound + sizes.true_extent);
    if (!mpi::is_open_mpi() && sizes.size == 0 && depth < whole_) // MPICH may divide by zero where it packs such parts
      return inner;
    return small ? std::move(made) : std::move(inner);
  }

  int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(random_); }

private:
  Type basic() {
    const MPI_Datatype types[] = {MPI_CHAR, MPI_SHORT,     MPI_INT,        MPI_DOUBLE,
                                  MPI_BYTE, MPI_SHORT_INT, MPI_DOUBLE_INT, MPI_2INT};
    return types[below(with_pairs_ ? 8 : 5)];
  }

  /// Copies are adjacent if the stride, in multiples of the extent, is 1.
  MPI_Aint bytes() { return 4 * below(25) - 16; }

  std::vector<int> ints(int n, int from, int to) {
    std::vector<int> out;
    for (int i = 0; i < n; ++i)
      out.push_back(from + below(to - from + 1));
    return out;
  }

  /// Mostly ascending, so that few elements overlap.
  std::vector<int> places(int n) {
    std::vector<int> out;
    int at = below(4);
    for (int i = 0; i < n; ++i) {
      out.push_back(at);
      at += below(12) == 0 ? -3 : 1 + below(3);
    }
    return out;
  }

  std::vector<MPI_Aint> byte_places(int n, MPI_Aint extent) {
    std::vector<MPI_Aint> out;
    const MPI_Aint unit = below(3) == 0 ? 4 : extent;
    for (const int place : places(n))
      out.push_back(place * unit + (below(10) == 0 ? 4 : 0));
    return out;
  }

  Type combine(const Type &inner, int depth) {
    Type out;
    const int n = below(5);
    MPI_Aint lower_bound, extent;
    MPI_Type_get_extent(inner, &lower_bound, &extent);
    switch (below(13)) {
    case 0:
      MPI_Type_dup(inner, out.out());
      break;
    case 1:
      MPI_Type_contiguous(n, inner, out.out());
      break;
    case 2:
      if (mpi::is_open_mpi()) // packs bytes with a stride of -1 as if it were 1
        MPI_Type_vector(n, below(4), below(5), inner, out.out());
      else
        MPI_Type_vector(n, below(4), below(6) - 1, inner, out.out());
      break;
    case 3:
      MPI_Type_create_hvector(n, below(4), bytes(), inner, out.out());
      break;
    case 4:
      MPI_Type_indexed(n, ints(n, 0, 3).data(), places(n).data(), inner, out.out());
      break;
    case 5:
      MPI_Type_create_hindexed(n, ints(n, 0, 3).data(), byte_places(n, extent).data(), inner, out.out());
      break;
    case 6:
      MPI_Type_create_indexed_block(n, below(4), places(n).data(), inner, out.out());
      break;
    case 7:
      MPI_Type_create_hindexed_block(n, below(4), byte_places(n, extent).data(), inner, out.out());
      break;
    case 8:
    case 9:
      return structure(inner, depth);
    case 10:
      return subarray(inner);
    case 11:
      return distributed(inner);
    case 12:
      MPI_Type_create_resized(inner, 4 * below(5) - 8, 4 + 4 * below(20), out.out());
      break;
    }
    return out;
  }

  Type structure(const Type &inner, int depth) {
    const int n = below(5);
    std::vector<Type> others;
    std::vector<MPI_Datatype> types;
    std::vector<MPI_Aint> displacements;
    MPI_Aint at = 0;
    for (int i = 0; i < n; ++i) {
      if (below(2) == 0)
        types.push_back(others.emplace_back((*this)(below(depth))));
      else
        types.push_back(inner);
      displacements.push_back(at);
      MPI_Aint lower_bound, extent;
      MPI_Type_get_extent(types.back(), &lower_bound, &extent);
      at += below(8) == 0 ? bytes() : 2 * extent + 4 * below(3);
    }
    Type out;
    MPI_Type_create_struct(n, ints(n, 0, 2).data(), displacements.data(), types.data(), out.out());
    return out;
  }

  Type subarray(const Type &inner) {
    const int dimensions = 1 + below(3);
    const std::vector<int> subsizes = ints(dimensions, 1, 3), starts = ints(dimensions, 0, 2);
    std::vector<int> sizes;
    for (int d = 0; d < dimensions; ++d)
      sizes.push_back(subsizes[d] + starts[d] + below(2));
    Type out;
    MPI_Type_create_subarray(dimensions, sizes.data(), subsizes.data(), starts.data(), order(), inner, out.out());
    return out;
  }

  Type distributed(const Type &inner) {
    const int dimensions = 1 + below(2);
    const std::vector<int> sizes = ints(dimensions, 4, 9), processes = ints(dimensions, 1, 3);
    std::vector<int> distributions, arguments;
    int size = 1;
    for (const int count : processes) {
      distributions.push_back(below(2) == 0 ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC);
      arguments.push_back(distributions.back() == MPI_DISTRIBUTE_BLOCK ? MPI_DISTRIBUTE_DFLT_DARG : 1 + below(3));
      size *= count;
    }
    Type out;
    MPI_Type_create_darray(size, below(size), dimensions, sizes.data(), distributions.data(), arguments.data(),
                           processes.data(), order(), inner, out.out());
    return out;
  }

  int order() { return below(2) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN; }

  bool with_pairs_; // whether to use MPI_SHORT_INT and similar types
  int whole_ = 0;   // the depth that was requested
  std::mt19937 random_;
};

} // namespace automap::test
