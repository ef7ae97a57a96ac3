// A record as rows of a table: each field, each gap, in order. The text format and the comments of
// generated code print these rows, each in its own way.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

struct LayoutRow {
  enum class Kind : std::uint8_t {
    field,
    padding,
    open,  // the start of an unnamed record's own fields
    close, // their end; `declaration` is what follows the brace
  };
  Kind kind = Kind::field;
  unsigned depth = 0;      // nesting of unnamed records
  std::string declaration; // "double pos[3]"
  std::string datatype;    // "3 MPI_DOUBLE", "struct vec3", "(left out)"
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t count = 1; // in an array of unnamed records: of the elements that have it
};

/// The rows of a mapped record. Named records inside it are one row each, unnamed ones are opened up.
std::vector<LayoutRow> layout_rows(const Survey &survey, const Record &record);

} // namespace automap
