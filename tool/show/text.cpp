// Prints a survey as text for people, with structs as pahole draws them.
#include "emit.h"
#include "layout_rows.h"
#include "model/hint.h"
#include "object_text.h"
#include "tree_text.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace automap {
namespace {

using Colour = llvm::raw_ostream::Colors;

/// Prints a text in colour, if the stream has colours.
void print_in(Colour colour, const llvm::Twine &text, llvm::raw_ostream &out, bool bold = false) {
  out.changeColor(colour, bold) << text;
  out.resetColor();
}

constexpr Colour dim = Colour::BRIGHT_BLACK, of_padding = Colour::YELLOW;

/// Returns the colour of what a field is sent as: "(left out)", "-> one struct node", "3 MPI_DOUBLE".
Colour colour_of(llvm::StringRef datatype) {
  return datatype.starts_with("(") ? dim : datatype.starts_with("->") ? Colour::MAGENTA : Colour::CYAN;
}

void print_record(const Survey &survey, const Record &record, bool indented_tree, llvm::raw_ostream &out) {
  using Kind = LayoutRow::Kind;
  const std::vector<LayoutRow> rows = layout_rows(survey, record);
  std::size_t width = 0;
  for (const LayoutRow &row : rows)
    width = std::max(width, row.declaration.size() + 4 * (row.depth + 1) + 1);

  const auto comment = [&](const llvm::Twine &text) { print_in(dim, text, out); };
  print_in(Colour::SAVEDCOLOR, describe(record), out, true);
  out << " { ";
  comment("/* " + record.location.file + ":" + llvm::Twine(record.location.line) + " */\n");
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
      out << column(row, row.declaration + ";");
      comment(llvm::formatv(" /* {0,6} {1,6}  ", row.offset_bytes, row.size_bytes).str());
      print_in(colour_of(row.datatype), row.datatype, out);
      comment(" */\n");
      break;
    case Kind::padding:
      padding_bytes += row.count * row.size_bytes;
      print_in(
          of_padding,
          indent(row) +
              llvm::formatv("/* {0} byte{1} of padding */\n", row.size_bytes, row.size_bytes == 1 ? "" : "s").str(),
          out);
      break;
    case Kind::open:
      out << indent(row) << row.declaration << " {\n";
      break;
    case Kind::close:
      out << column(row, row.declaration.empty() ? "};" : "} " + row.declaration + ";");
      comment(llvm::formatv(" /* {0,6} {1,6} */\n", row.offset_bytes, row.size_bytes).str());
      break;
    }
  }
  out.changeColor(dim);
  out << llvm::formatv("    /* size: {0}, align: {1}, fields: {2}, padding: {3} */\n", record.size_bytes,
                       record.align_bytes, fields, padding_bytes);
  const std::string cost = cost_line(record.optimal, naive_call);
  if (indented_tree)
    out << "    /* tree, " << cost << ":\n" << indented(record.optimal.tree, "         ") << "     */\n";
  else
    out << wrapped("tree: " + brief(record.optimal.tree), "    /* ", "", line_width, " */")
        << wrapped(cost, "    /* ", "", line_width, " */");
  if (!record.reductions.empty())
    out << wrapped("reduce: " + describe(record.reductions), "    /* ", "", line_width, " */");
  for (const Remark &remark : record.remarks)
    out << "    /* line " << remark.line << ": " << text_in_comment(remark.text) << " */\n";
  out.resetColor();
  out << "};\n";
}

void print_object(const ObjectClass &of, llvm::raw_ostream &out) {
  const auto comment = [&](const llvm::Twine &text) { print_in(dim, text, out); };
  print_in(Colour::SAVEDCOLOR, describe(of), out, true);
  out << " { ";
  comment("/* " + of.location.file + ":" + llvm::Twine(of.location.line) + " */\n");
  std::size_t width = 0;
  for (const ObjectMember &part : of.parts)
    width = std::max(width, declaration_of(part.field).size() + 1);
  for (const ObjectMember &part : of.parts) {
    std::string text = declaration_of(part.field) + ";";
    text.resize(width, ' ');
    out << "    " << text;
    comment(llvm::formatv(" /* {0,6} {1,6} ", part.field.offset_bytes, part.field.size_bytes).str());
    const std::string how = how_text(part);
    print_in(colour_of(how), how.empty() ? "" : " " + how, out);
    comment(" */\n");
  }
  out.changeColor(dim);
  out << "    /* size: " << of.size_bytes << " */\n";
  for (const std::string &sentence : sentences_about(of))
    out << wrapped(sentence, "    /* ", "", line_width, " */");
  out.resetColor();
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
  for (const ObjectClass &of : survey.objects) {
    out << std::exchange(separator, "\n");
    print_object(of, out);
  }
}

} // namespace automap
