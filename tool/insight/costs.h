// What a record's layout would cost if it were built in other ways than automap does.
#pragma once

#include "model/record.h"

#include <cstddef>
#include <map>

namespace automap {

/// The trees that follow the fields one by one: an MPI_Type_create_struct with a block for each field, in which each
/// nested struct is a datatype of its own. Nothing is merged.
class FieldByField {
public:
  explicit FieldByField(const Survey &survey) : survey_(survey) {}

  /// Returns the tree of a record, which must be mapped.
  layout::TypeTree tree(const Record &record);

private:
  const Survey &survey_;
  std::map<const Record *, layout::TypeTree> known_;
};

/// The costs of one layout, built in three ways.
struct Costs {
  layout::Cost least = 0;          // what automap builds
  layout::Cost by_hand = 0;        // adjacent fields of one type merged, nested structs taken apart: Record::tree
  layout::Cost field_by_field = 0; // a block for each field
};

Costs costs_of(const Record &record, FieldByField &trees, const layout::CostModel &model);

} // namespace automap
