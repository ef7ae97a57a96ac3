// What would make a struct smaller, its datatype cheaper, or its messages faster.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

struct Advice {
  enum class Kind : std::uint8_t {
    good,   // nothing is to be done
    better, // something can be gained
  };
  Kind kind = Kind::better;
  std::string text; // a sentence or two; names of fields are in quotes
};

/// An order of a record's fields in which it takes less memory.
struct BetterOrder {
  std::vector<std::string> fields;
  std::uint64_t size_bytes = 0;
  bool has_padding = true;
  layout::Cost cost = 0; // of the datatype; 0 if that is not computed, because there are very many fields
};

/// Returns an order that saves memory, or an empty one if none is found or the fields must stay as they are: in views,
/// packed records, those with bit-fields, bases or virtual functions, and in those of the standard library.
BetterOrder better_order(const Survey &survey, const Record &record, const layout::CostModel &model);

/// Returns advice about a mapped record.
std::vector<Advice> advice_for(const Survey &survey, const Record &record, const layout::CostModel &model);

} // namespace automap
