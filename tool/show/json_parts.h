// Parts of JSON that records and type maps share; schema in json-format.md.
#pragma once

#include "model/optimal_tree.h"

#include "layout/type_map.h"

#include "llvm/Support/JSON.h"

namespace automap {

/// "automap": the schema and the version.
void emit_json_head(llvm::json::OStream &json);

/// The keys of a run.
void emit_json_run(llvm::json::OStream &json, const layout::Run &run);

/// "signature".
void emit_json_signature(llvm::json::OStream &json, const layout::TypeTree &tree);

/// "tree", and what is known of its cost.
void emit_json_tree(llvm::json::OStream &json, const OptimalTree &optimal);

} // namespace automap
