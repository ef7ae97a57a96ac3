// Bit-fields have no addresses: what is sent is the bytes that hold them.
#pragma once

#include "findings.h"
#include "model/record.h"

#include <vector>

namespace clang {
class FieldDecl;
}

namespace automap {

/// Refuses a record in which a bit-field that is left out shares a byte with one that is sent; remarks on
/// what is sent of the others. `declarations`: one for each of the record's fields; null: it has none.
void check_bit_fields(const Record &record, const std::vector<const clang::FieldDecl *> &declarations,
                      Findings &findings);

} // namespace automap
