// The files of --from-typemap: type maps that are no structs. Either text, with a basic type and its displacement in
// bytes on each line:
//
//   # the third column of a 4 x 4 matrix
//   MPI_DOUBLE 16
//   MPI_DOUBLE 48
//   lb 0                  # optional: the lower bound
//   extent 128            # optional: the extent
//
// or JSON, which begins with '[' or '{':
//
//   [["MPI_DOUBLE", 16], {"type": "MPI_DOUBLE", "displacement": 48}]
//   {"typemap": [{"type": "MPI_DOUBLE", "offset": 16, "count": 4, "stride": 32}], "lb": 0, "extent": 128}
//
// The runs are those that automap --format=json prints, and a file may hold all that it prints of one record. Unknown
// keys are ignored.
#pragma once

#include "layout/type_map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace automap {

/// A type map as a file has it.
struct TypeMapFile {
  std::vector<layout::Run> runs;                   // the runs in type-map order, at least one; no count is 0
  std::optional<std::int64_t> lower_bound, extent; // bytes, if the file has them
};

} // namespace automap
