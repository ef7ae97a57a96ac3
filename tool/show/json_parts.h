// Parts of JSON that records and type maps share; schema in json-format.md.
#pragma once

#include "model/optimal_tree.h"

#include "layout/type_map.h"

#include "llvm/Support/JSON.h"

namespace automap {

/// Prints the key "automap": the versions of the schema and of the tool.
void emit_json_head(llvm::json::OStream &json);

/// Prints the keys of a run.
void emit_json_run(llvm::json::OStream &json, const layout::Run &run);

/// Prints the key "signature".
void emit_json_signature(llvm::json::OStream &json, const layout::TypeTree &tree);

/// Prints the key "tree" and the keys of its cost.
void emit_json_tree(llvm::json::OStream &json, const OptimalTree &optimal);

} // namespace automap
