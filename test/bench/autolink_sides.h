// The workloads of the AutoLink benchmark, and definitions that all sides share.
#pragma once

#include "autolink_structs.h"

#include <autolink/autolink.h>

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace bench {

using ::Branch;
using ::Circle;
using ::Graph;
using ::Large;
using ::Row;
using ::Slim;
using ::Small;
using ::Square;
using ::Tree;
using ::Triangle;

/// A way to send a structure from rank 0 to rank 1.
struct Side {
  std::string name;
  void (*send)(const void *root);
  void *(*receive)();
  void (*release)(void *root);          // null if it is kept
  double (*checksum)(const void *root); // null for the workload's
};

/// A workload: functions that make its structure on rank 0 and free it, a sum over it that must arrive, and its sides.
struct Workload {
  std::string name;
  int repetitions; // the number of small structures in one measurement
  std::uint64_t payload_bytes, nodes;
  std::function<void *()> make;
  double (*checksum)(const void *root);
  std::vector<Side> sides;
};

/// Returns all workloads, with the hand-written sides and AutoLink's. AutoLink receives in arenas on `arena`.
std::vector<Workload> all_workloads(MPI_Comm arena);

template <typename T> T *node() { return static_cast<T *>(std::malloc(sizeof(T))); }

template <const AL_TypeInfo *Type> void al_release(void *root) { AL_Free(root, Type); }

/// The values of a Branch, if it has an array of its own and if all have one.
inline constexpr std::int64_t own_values = 4, shared_values = 256;

// Sides of libraries that may be unavailable.
std::vector<Side> boost_sides(const std::string &workload);
std::vector<Side> cereal_sides(const std::string &workload);

} // namespace bench
