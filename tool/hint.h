// Hints name comments, '/*~ AutoMap_Ignore */'. Where the user says such things in a --select file, its keys stand in
// their place.
#pragma once

#include <string>

namespace automap {

/// The hint as it is without a --select file, whose path is empty then; `field`: what the hint is about, empty: a
/// record.
///
/// Example: "leave it out with '/*~ AutoMap_Ignore */'" → "leave it out with 'ignore: [next]' in 'types.yaml'"
std::string hint_for(const std::string &selection_file, const std::string &hint, const std::string &field);

} // namespace automap
