// Reads what AutoMap_Reduce says of a record: how each of its fields is combined with that of another one.
#pragma once

#include "reading_context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// Sets the reductions of `record`, a mapped part of the definition, if that has an AutoMap_Reduce. Reports what is
/// wrong with it, once for all parts, and leaves the record without any.
void read_reductions(ReadingContext &context, Record &record, const clang::RecordDecl &definition, const Part &part);

/// Adds the reductions of a record that lies in another one: in the field `path`, at this offset, in these arrays.
void lift_reductions(const Record &inner, const std::string &path, std::uint64_t offset_bytes,
                     const std::vector<Repetition> &arrays, std::vector<Reduction> &out);

} // namespace automap
