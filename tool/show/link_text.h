// Links in words, for layouts that people read and for the logbook.
#pragma once

#include "model/record.h"

#include <string>

namespace automap {

/// Where a pointer leads: "one struct node", "an array of 'n * m' double",
/// "depends on 'kind': 1 = one struct leaf, 2 = a string".
std::string describe(const Survey &survey, const Link &link);

} // namespace automap
