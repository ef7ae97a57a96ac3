// The rows of the benchmark of packing: a datatype, and the loops that a good programmer would write for it.
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
  std::size_t memory = 0; // bytes from the buffer's address on
  std::function<void(const char *memory, char *packed)> pack;
  std::function<void(const char *packed, char *memory)> unpack;

  // The code that automap generates for the datatype; empty if it is not a struct's.
  std::function<void(const char *memory, char *packed)> generated_pack;
  std::function<void(const char *packed, char *memory)> generated_unpack;
};

/// Returns functions that make the rows: the 15 of Table 1 of "Implementing Fast and Reusable Datatype Processing",
/// where "Manual" is such a loop, and others that matter to users. Build_MPI_Types() must be called first.
std::vector<std::function<Row()>> make_rows();

/// Returns the same rows with loops compiled for any processor, as one would ship them.
std::vector<std::function<Row()>> make_plain_rows();

} // namespace automap::bench
