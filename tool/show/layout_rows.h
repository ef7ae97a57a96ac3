// A record as rows of a table: each field and each gap, in order. The text format and the comments of generated code
// print these rows, each in its own way.
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
    open,  // the brace before an unnamed record's own fields
    close, // the brace after them; `declaration` is what follows it
  };
  Kind kind = Kind::field;
  unsigned depth = 0;      // nesting of unnamed records
  std::string declaration; // "double pos[3]"
  std::string datatype;    // "3 MPI_DOUBLE", "struct vec3", "(left out)"
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t count = 1; // elements that have the row, in an array of unnamed records
  unsigned line = 0;       // of the field, as in Field
};

/// Returns what a field is sent as: "3 MPI_DOUBLE", "2 struct vec3", "(left out)"; with AutoLink, where it leads:
/// "-> one struct node".
std::string datatype_text(const Survey &survey, const Field &field);

/// Returns the field as C declares it: "double pos[3]"; bases are called "point (base)".
std::string declaration_of(const Field &field);

/// Returns the rows of a mapped record. A named record inside it is one row; an unnamed one shows its own fields.
std::vector<LayoutRow> layout_rows(const Survey &survey, const Record &record);

} // namespace automap
