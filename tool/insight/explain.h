// `automap explain`: why a datatype is as it is, and what would make it cheaper, in plain sentences.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

namespace automap {

/// Prints a dozen sentences about each of the records, which are mapped or refused.
void explain(const Survey &survey, const std::vector<const Record *> &records, const layout::CostModel &model,
             llvm::raw_ostream &out);

} // namespace automap
