// Reads type maps in JSON.
#pragma once

namespace automap {

class TypeMapBuilder;

/// Reads the builder's text as JSON. Reports an error, and returns false.
bool read_json_type_map(TypeMapBuilder &builder);

} // namespace automap
