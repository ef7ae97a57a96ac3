// Bit-fields have no addresses: the bytes that hold them are sent. (field_content.cpp decides that a field is one.)
#pragma once

#include "annotations/annotations.h"
#include "findings.h"
#include "model/record.h"

#include <vector>

namespace clang {
class FieldDecl;
}

namespace automap {

/// Refuses a record in which a bit-field that is left out shares a byte with one that is sent. Adds remarks about the
/// bytes of the others, unless AutoMap_Bytes says that they are known. `declarations` has one entry for each of the record's fields, null for those without a
/// declaration.
void check_bit_fields(const Record &record, const std::vector<const clang::FieldDecl *> &declarations,
                      const Annotations &annotations, Findings &findings);

} // namespace automap
