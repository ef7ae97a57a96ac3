// Reads Clang's field declarations as Fields: where a field lies, and how it is sent.
#pragma once

#include "findings.h"
#include "reading_context.h"

#include <variant>

namespace automap {

/// Reads `field` of the part `owner` of its record. `selected` says whether the field is wanted at all;
/// `selection` which parts of it a view wants, if one names it.
std::variant<Field, Refusal> read_field(ReadingContext &context, const clang::FieldDecl &field, bool selected,
                                        const FieldSelection *selection, const Part &owner,
                                        const ReadRecord &read_record, Findings &findings);

} // namespace automap
