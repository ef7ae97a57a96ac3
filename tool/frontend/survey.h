// Makes the Survey of the inputs: runs Clang over each of them.
#pragma once

#include "survey_request.h"

namespace automap {

/// Reads the inputs. Reports everything that is wrong on stderr before it returns.
SurveyResult run_survey(const SurveyRequest &request);

} // namespace automap
