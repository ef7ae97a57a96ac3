// What was packed where: for each call of the program and each datatype, the messages, the bytes, and the time.
#pragma once

#include "settings.h"
#include "types.h"

#include "source/call.h"

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace automap::run {

using Call = source::Call;

/// What is counted for one call of the program with one datatype.
struct Row {
  std::atomic<std::int64_t> messages{0}, bytes{0};
  std::atomic<std::int64_t> packing_ns{0}; // measured; in a dry run, estimated
  std::atomic<std::int64_t> mpi_ns{0};     // estimated: what MPI takes for the same
};

/// How the data of a call are packed.
enum class Packing { by_automap, by_mpi };

inline bool has_report() {
  static const bool out = settings().reports;
  return out;
}

/// Returns the row of a call's data, or null if there is no report.
Row *find_row(const Call &call, MPI_Datatype type, Packing packing);
inline Row *row_of(const Call &call, MPI_Datatype type, Packing packing) {
  return has_report() ? find_row(call, type, packing) : nullptr;
}

/// Counts one message of these data, if there is a row.
void add(Row &row, const Gapped &data, Packing packing);
inline void count(Row *row, const Gapped &data, Packing packing) {
  if (row)
    add(*row, data, packing);
}

/// Counts data that are left to MPI.
inline void count_left(const Call &call, MPI_Datatype type, const Gapped &data) {
  count(row_of(call, type, Packing::by_mpi), data, Packing::by_mpi);
}

/// Adds the time for which this object lives to a row, if there is one.
class Timing {
public:
  explicit Timing(Row *row) : row_(row) {
    if (row_)
      begin_ = std::chrono::steady_clock::now();
  }

  /// Also counts one message of these data, which is packed or unpacked meanwhile.
  Timing(Row *row, const Gapped &data) : Timing(row) { count(row, data, Packing::by_automap); }
  ~Timing() {
    if (row_)
      row_->packing_ns += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin_).count();
  }
  Timing(const Timing &) = delete;
  Timing &operator=(const Timing &) = delete;

private:
  Row *row_;
  std::chrono::steady_clock::time_point begin_;
};

/// Begins to note how the program came to its calls, if there is a report.
void begin_report();

/// Writes the report of all ranks. Collective, before MPI_Finalize.
void write_report();

} // namespace automap::run
