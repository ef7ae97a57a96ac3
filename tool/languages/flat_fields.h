// The fields of a record as one list, in which fields of bases and of unnamed members are the record's own.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

struct FlatField {
  std::string name; // unique in the list
  std::uint64_t offset_bytes = 0;
  const Record *owner = nullptr; // which has the field
  const Field *field = nullptr;
  std::uint64_t bit_bytes = 0; // of bit-fields: the bytes that hold this one, and those after it that share them
  std::string comment;         // the declaration in C, or which bit-fields
  std::string base;            // "point.", for a field of this base
};

/// Returns the fields that a datatype has, without those that are left out or have no bytes.
std::vector<FlatField> flat_fields(const Survey &survey, const Record &record);

} // namespace automap
