// Type maps in JSON.
#pragma once

namespace automap {

class TypeMapBuilder;

/// Reads text() as JSON; false after a report.
bool read_json_type_map(TypeMapBuilder &builder);

} // namespace automap
