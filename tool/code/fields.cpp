// Tables of fields. See fields.h.
#include "fields.h"

#include "model/names.h"

#include <algorithm>
#include <vector>

namespace automap {
namespace {

bool is_sent(const Field &field) { return field.content != Field::Content::ignored && field.size_bytes > 0; }

/// Returns, by index into survey.records, whether the record is in a datatype.
std::vector<bool> records_in_datatypes(const Survey &survey) {
  std::vector<bool> out(survey.records.size());
  for (std::size_t i = survey.records.size(); i-- > 0;) { // a record's owners come after it
    const Record &record = survey.records[i];
    if (!record.datatypes.empty())
      out[i] = true;
    if (!out[i])
      continue;
    for (const Field &field : record.fields)
      if (is_sent(field) && field.content == Field::Content::record)
        out[field.record] = true;
  }
  return out;
}

std::string table(const char *what, std::size_t record, const std::string &suffix) {
  return names::helper(what + ("_" + std::to_string(record)), suffix);
}

void emit_table(const Survey &survey, std::size_t index, const std::string &suffix, llvm::raw_ostream &out) {
  const Record &record = survey.records[index];
  std::vector<std::string> rows;
  for (const Field &field : record.fields) {
    if (!is_sent(field))
      continue;
    std::string extents = "NULL", inner;
    if (!field.extents.empty()) {
      extents = table("extents", index, suffix) + "_" + std::to_string(rows.size());
      out << "static const MPI_Aint " << extents << "[] = {";
      for (const std::uint64_t extent : field.extents)
        out << extent << ", ";
      out << "0};\n";
    }
    if (field.content == Field::Content::record)
      inner = field_table(survey, survey.records[field.record], suffix);
    rows.push_back("{\"" + field.name + "\", " + std::to_string(field.offset_bytes) + ", " +
                   std::to_string(field.size_bytes) + ", " + std::to_string(field.stride_bytes) + ", " + extents +
                   ", " + (inner.empty() ? "NULL" : "&" + inner) + "}");
  }
  if (rows.empty())
    return;
  const std::string fields = table("fields", index, suffix);
  out << "static const AM_Field " << fields << "[] = { /* " << describe(record) << " */\n";
  for (const std::string &row : rows)
    out << "    " << row << ",\n";
  out << "};\nstatic const AM_Record " << table("record", index, suffix) << " = {" << rows.size() << ", " << fields
      << "};\n";
}

} // namespace

std::string field_table(const Survey &survey, const Record &record, const std::string &suffix) {
  const bool any = std::ranges::any_of(record.fields, is_sent);
  return any ? table("record", static_cast<std::size_t>(&record - survey.records.data()), suffix) : "";
}

void emit_field_tables(const Survey &survey, const std::string &suffix, llvm::raw_ostream &out) {
  out << "/* Name, offset, size, stride, extents and record of each field. */\n";
  const std::vector<bool> wanted = records_in_datatypes(survey);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i])
      emit_table(survey, i, suffix, out);
  out << '\n';
}

} // namespace automap
