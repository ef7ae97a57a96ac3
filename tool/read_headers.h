// The headers of a run, as its options describe them.
#pragma once

#include "frontend/survey_request.h"
#include "options.h"

#include <optional>
#include <string>
#include <vector>

namespace automap {

/// Reads `inputs`. Reports errors, and returns nothing if there is nothing to show.
std::optional<SurveyResult> read_headers(const Options &options, const std::vector<std::string> &inputs);

} // namespace automap
