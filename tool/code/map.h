// A type map that is no struct → C or C++, JSON, text.
#pragma once

#include "model/map_type.h"
#include "show/emit.h"

namespace automap {

/// The generated header and source. Without a header_name the source stands alone; its comment shows the tree
/// in the papers' notation or, `indented_tree`, with a line for each node.
void emit_map_header(const MapType &map, const CodeOptions &options, llvm::raw_ostream &out);
void emit_map_source(const MapType &map, const CodeOptions &options, bool indented_tree,
                     llvm::raw_ostream &out);

/// One JSON object; schema in tool/json-format.md.
void emit_map_json(const MapType &map, llvm::raw_ostream &out);

/// Its cost and its tree, indented.
void emit_map_text(const MapType &map, llvm::raw_ostream &out);

} // namespace automap
