// --from-typemap FILE: a type map that is no struct. Text, a basic type and its displacement in bytes on each
// line:
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
// where the runs are those that automap --format=json prints, and keys that are not known are passed over; or
// all that it prints of one record.
#pragma once

#include "layout/type_map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace automap {

struct TypeMapFile {
  std::vector<layout::Run> runs;                   // in type-map order, at least one; no count is 0
  std::optional<std::int64_t> lower_bound, extent; // bytes, if the file says them
};

} // namespace automap
