// How a field is sent: nine rules, of which the first that applies decides.
#pragma once

#include "findings.h"
#include "reading_context.h"

#include <optional>
#include <string>

namespace automap {

/// Fills in the content of `read`, a field that is wanted and whose place and size are known. `part` is the wanted part
/// of the field's own record type, `view` the view that asks for the field. A refusal without a place means the field.
std::optional<Refusal> read_content(ReadingContext &context, Field &read, const clang::FieldDecl &field,
                                    const Part &part, const std::string &view, const ReadRecord &read_record,
                                    Findings &findings);

} // namespace automap
