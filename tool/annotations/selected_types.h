// Makes annotations from what --type and --select say about the declarations of a translation unit.
#pragma once

#include "annotations.h"
#include "ast/complete_type.h"
#include "ast/type_names.h"
#include "type_selection.h"

namespace automap {

/// Adds to `annotations` what the selection says of the declarations, and notes in the selection what it
/// matched.
void add_selected_types(TypeSelection &selection, const TypeNames &names, const Declarations &declarations,
                        const CompleteType &complete, clang::ASTContext &context, Annotations &annotations);

} // namespace automap
