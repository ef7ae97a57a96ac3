// Descriptions of links for people: in drawn layouts and in the logbook.
#pragma once

#include "model/record.h"

#include <string>

namespace automap {

/// Returns what a pointer leads to: "one struct node", "an array of 'n * m' double",
/// "depends on 'kind': 1 = one struct leaf, 2 = a string".
std::string describe(const Survey &survey, const Link &link);

} // namespace automap
