// Makes annotations from the requests of --type and --select.
#pragma once

#include "annotations.h"
#include "ast/complete_type.h"
#include "ast/type_names.h"
#include "type_selection.h"

namespace automap {

/// Adds the directives of the selection to `annotations`, and notes in the selection which of its patterns matched a
/// declaration.
void add_selected_types(TypeSelection &selection, const TypeNames &names, const Declarations &declarations,
                        const CompleteType &complete, clang::ASTContext &context, Annotations &annotations);

} // namespace automap
