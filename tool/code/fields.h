// Tables of fields in generated code, for AM_Type_set_fields of automap/automap.h (--fields).
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace automap {

/// Prints the tables of all records that are in a datatype, contained ones first.
void emit_field_tables(const Survey &survey, const std::string &suffix, llvm::raw_ostream &out);

/// Returns the name of a record's AM_Record in these tables; empty if nothing of the record is sent.
std::string field_table(const Survey &survey, const Record &record, const std::string &suffix);

} // namespace automap
