// The part of the generated source that compares the compiler's layout with the one that automap saw.
#pragma once

#include "emit.h"

namespace automap {

/// A comment and static assertions for each listed record: its size and alignment, and the offset and type of
/// each field.
void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

} // namespace automap
