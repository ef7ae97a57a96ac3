// Prints a type map from a file as C or C++, JSON or text.
#pragma once

#include "model/map_type.h"
#include "show/emit.h"

namespace automap {

/// Prints the generated header, or the source. A source without a header_name stands alone. Its comment shows the tree
/// in the papers' notation or, with `indented_tree`, a line for each node.
void emit_map_header(const MapType &map, const CodeOptions &options, llvm::raw_ostream &out);
void emit_map_source(const MapType &map, const CodeOptions &options, bool indented_tree, llvm::raw_ostream &out);

/// Prints one JSON object; json-format.md has the schema.
void emit_map_json(const MapType &map, llvm::raw_ostream &out);

/// Prints the cost and the indented tree.
void emit_map_text(const MapType &map, llvm::raw_ostream &out);

} // namespace automap
