// The names of a record's fields, for files that AutoLink writes: AL_Field of autolink/al_type.h. Unlike node_tables.h,
// records inside the record, and arrays of these, stay fields of their own.
#pragma once

#include "node_tables.h"

namespace automap {

struct NamedField {
  std::string name;
  std::string kind; // "AL_FIELD_POINTER"; empty: `basic`
  layout::BasicTypeId basic = layout::BasicTypeId::BYTE;
  Repeated place;                 // in the record that has the field
  const Record *record = nullptr; // what a field of kind AL_FIELD_RECORD is
};
using NamedFields = std::vector<NamedField>;

/// Returns the fields of a record, with those of its bases and anonymous members, and without those that are left out.
NamedFields named_fields(const Survey &survey, const Record &record);

} // namespace automap
