// Type maps as records, for drawings and explanations.
#pragma once

#include "model/map_type.h"
#include "model/record.h"

#include <optional>
#include <string>

namespace automap {

/// Returns a type map as a record whose fields are its blocks of adjacent elements of one type, called by the number of
/// their first element: e0, e4. Returns nothing if that does not lie in its extent from byte 0 on, or has very many
/// blocks, and says `why`.
std::optional<Record> record_of(const MapType &map, std::string &why);

} // namespace automap
