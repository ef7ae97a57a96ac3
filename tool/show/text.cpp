// Prints a survey as text for people, with structs as pahole draws them.
#include "emit.h"
#include "layout_rows.h"
#include "model/hint.h"
#include "tree_text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace automap {
namespace {

void print_record(const Survey &survey, const Record &record, bool indented_tree, llvm::raw_ostream &out) {
  using Kind = LayoutRow::Kind;
  const std::vector<LayoutRow> rows = layout_rows(survey, record);
  std::size_t width = 0;
  for (const LayoutRow &row : rows)
    width = std::max(width, row.declaration.size() + 4 * (row.depth + 1) + 1);

  out << describe(record) << " { /* " << record.location.file << ':' << record.location.line << " */\n";
  std::uint64_t padding_bytes = 0;
  std::size_t fields = 0;
  const auto indent = [](const LayoutRow &row) { return std::string(4 * (row.depth + 1), ' '); };
  const auto column = [&](const LayoutRow &row, const std::string &text) {
    std::string padded = indent(row) + text;
    padded.resize(std::max(padded.size(), width), ' ');
    return padded;
  };
  for (const LayoutRow &row : rows) {
    switch (row.kind) {
    case Kind::field:
      ++fields;
      out << column(row, row.declaration + ";")
          << llvm::formatv(" /* {0,6} {1,6}  {2} */\n", row.offset_bytes, row.size_bytes, row.datatype);
      break;
    case Kind::padding:
      padding_bytes += row.count * row.size_bytes;
      out << indent(row)
          << llvm::formatv("/* {0} byte{1} of padding */\n", row.size_bytes, row.size_bytes == 1 ? "" : "s");
      break;
    case Kind::open:
      out << indent(row) << row.declaration << " {\n";
      break;
    case Kind::close:
      out << column(row, row.declaration.empty() ? "};" : "} " + row.declaration + ";")
          << llvm::formatv(" /* {0,6} {1,6} */\n", row.offset_bytes, row.size_bytes);
      break;
    }
  }
  out << llvm::formatv("    /* size: {0}, align: {1}, fields: {2}, padding: {3} */\n", record.size_bytes,
                       record.align_bytes, fields, padding_bytes);
  const std::string cost = cost_line(record.optimal, naive_call);
  if (indented_tree)
    out << "    /* tree, " << cost << ":\n" << indented(record.optimal.tree, "         ") << "     */\n";
  else
    out << wrapped("tree: " + brief(record.optimal.tree), "    /* ", "", line_width, " */")
        << wrapped(cost, "    /* ", "", line_width, " */");
  for (const Remark &remark : record.remarks)
    out << "    /* line " << remark.line << ": " << text_in_comment(remark.text) << " */\n";
  out << "};\n";
}

} // namespace

void emit_trees(const Survey &survey, llvm::raw_ostream &out) {
  for (const Record &record : survey.records)
    if (record.mapped && !record.spelling.empty() && (record.listed || !record.datatypes.empty()))
      out << describe(record) << ", " << record.location.file << ':' << record.location.line << ": "
          << cost_line(record.optimal, naive_call) << '\n'
          << indented(record.optimal.tree, "  ");
}

void emit_text(const Survey &survey, bool indented_trees, llvm::raw_ostream &out) {
  const char *separator = "";
  for (const Record &record : survey.records) {
    if (!record.listed || (record.mapped && record.spelling.empty()))
      continue; // unnamed records are shown inside their owners
    out << std::exchange(separator, "\n");
    if (record.mapped)
      print_record(survey, record, indented_trees, out);
    else
      out << describe(record) << "; /* " << record.location.file << ':' << record.location.line
          << " */\n    /* refused: " << record.reason << " */\n";
  }
}

} // namespace automap
