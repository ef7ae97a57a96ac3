// The rows of the benchmark of packing: a datatype, and the loops that a good engineer would write for it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace automap::bench {

struct Row {
  std::string name;
  MPI_Datatype type = MPI_DATATYPE_NULL; // committed
  int count = 1;
  std::size_t memory = 0; // bytes, from the buffer's address on
  std::function<void(const char *memory, char *packed)> pack;
  std::function<void(const char *packed, char *memory)> unpack;

  // What automap generates for the datatype; empty where it is for no struct.
  std::function<void(const char *memory, char *packed)> generated_pack;
  std::function<void(const char *packed, char *memory)> generated_unpack;
};

/// The 15 rows of Table 1 of "Implementing Fast and Reusable Datatype Processing", where "Manual" is such a
/// loop, then others that hurt users. make_rows()[i]() makes row i; Build_MPI_Types() must have been called.
std::vector<std::function<Row()>> make_rows();

/// The same rows with loops that are not compiled for the processor at hand, as one would ship them.
std::vector<std::function<Row()>> make_plain_rows();

} // namespace automap::bench
