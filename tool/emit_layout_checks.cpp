// Layout checks in generated code. See emit_layout_checks.h.
#include "emit_layout_checks.h"

#include "layout_rows.h"
#include "names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace automap {
namespace {

void emit_check_macros(const CodeOptions &options, llvm::raw_ostream &out) {
  out << "/*\n * The layout that automap saw. Where the compiler sees another one - a field was changed, "
         "added\n"
         " * or moved, or other flags pack or align differently - it stops here: run automap again.\n */\n";
  const std::string type = names::helper("type", options.suffix);
  if (options.cxx)
    out << "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wignored-attributes\"\n"
           "namespace {\ntemplate <typename T> using "
        << type
        << " = T;\n}\n"
           "#define AUTOMAP_CHECK static_assert\n"
           "#define AUTOMAP_SAME_TYPE(T, field, ...) \\\n"
           "    std::is_same<decltype("
        << type << "<T>::field), __VA_ARGS__>::value\n";
  else
    out << "#ifdef __cplusplus /* compares sizes and offsets, not types */\n"
           "#define AUTOMAP_CHECK static_assert\n"
           "#define AUTOMAP_SAME_TYPE(T, field, ...) true\n"
           "#else\n"
           "#pragma push_macro(\"_Static_assert\") /* glibc's for C99 would drop the message */\n"
           "#undef _Static_assert\n"
           "#define AUTOMAP_CHECK __extension__ _Static_assert\n"
           "#define AUTOMAP_SAME_TYPE(T, field, ...) \\\n"
           "    __builtin_types_compatible_p(__typeof__(((T *)0)->field), __VA_ARGS__)\n"
           "#endif\n";
  out << "#define AUTOMAP_RECORD(T, size, align)                                                   \\\n"
         "    AUTOMAP_CHECK(sizeof(T) == (size) && __alignof__(T) == (align),                      \\\n"
         "                  \"the size or alignment of \" #T \" has changed: run automap again\")\n"
         "#define AUTOMAP_OFFSET(T, field, offset)                                                 \\\n"
         "    AUTOMAP_CHECK(offsetof(T, field) == (offset),                                        \\\n"
         "                  \"field \" #field \" of \" #T \" has moved: run automap again\")\n"
         "#define AUTOMAP_FIELD(T, field, offset, ...)                                             \\\n"
         "    AUTOMAP_CHECK(offsetof(T, field) == (offset) &&                                      \\\n"
         "                      AUTOMAP_SAME_TYPE(T, field, __VA_ARGS__),                          \\\n"
         "                  \"field \" #field \" of \" #T \" has changed: run automap again\")\n";
}

/// Checks of the fields of `record` at `base` inside the type `spelling`. Unnamed records are reached
/// through the field that is of them.
void emit_field_checks(const Survey &survey, const Record &record, const std::string &spelling,
                       std::uint64_t base, llvm::raw_ostream &out) {
  for (const Field &field : record.fields) {
    const Record *inner = field.content == Field::Content::record ? &survey.records[field.record] : nullptr;
    if (field.name.empty()) {
      if (inner)
        emit_field_checks(survey, *inner, spelling, base + field.offset_bytes, out);
      continue;
    }
    if (!field.nameable)
      continue;
    const std::uint64_t offset = base + field.offset_bytes;
    if (field.checked_type.empty())
      out << llvm::formatv("AUTOMAP_OFFSET({0}, {1}, {2});\n", spelling, field.name, offset);
    else
      out << llvm::formatv("AUTOMAP_FIELD({0}, {1}, {2}, {3});\n", spelling, field.name, offset,
                           field.checked_type);
    if (inner && inner->spelling.empty()) {
      std::string element = "__typeof__(((" + spelling + " *)0)->" + field.name;
      for (std::size_t i = 0; i < field.extents.size(); ++i)
        element += "[0]";
      element += ")";
      out << llvm::formatv("AUTOMAP_RECORD({0}, {1}, {2});\n", element, inner->size_bytes,
                           inner->align_bytes);
      emit_field_checks(survey, *inner, element, 0, out);
    }
  }
}

/// How code names the record: by itself, or as a datatype of it was asked for; empty: through its owner.
const std::string &spelling_of(const Record &record) {
  return record.spelling.empty() && !record.datatypes.empty() ? record.datatypes.front().spelling
                                                              : record.spelling;
}

/// A comment that shows the record, then its checks.
void emit_record(const Survey &survey, const Record &record, llvm::raw_ostream &out) {
  const std::string &spelling = spelling_of(record);
  using Kind = LayoutRow::Kind;
  const std::vector<LayoutRow> rows = layout_rows(survey, record);
  std::size_t width = 5;
  for (const LayoutRow &row : rows)
    width = std::max(width, row.declaration.size() + 2 * row.depth + 2);
  out << "\n/*\n * " << describe(record) << ": " << record.size_bytes << " bytes, aligned to "
      << record.align_bytes << "\n *\n * " << llvm::formatv("{0,8} {1,8}  ", "offset", "bytes")
      << llvm::left_justify("field", static_cast<unsigned>(width)) << "  type map\n";
  for (const LayoutRow &row : rows) {
    const std::string text = row.kind == Kind::padding ? "(padding)"
                             : row.kind == Kind::open  ? row.declaration + " {"
                             : row.kind == Kind::close ? "} " + row.declaration
                                                       : row.declaration;
    std::string line = llvm::formatv(" * {0,8} {1,8}  {2}{3}", row.offset_bytes, row.size_bytes,
                                     std::string(2 * row.depth, ' '), text);
    if (!row.datatype.empty()) {
      line.resize(std::max(line.size(), width + 24), ' ');
      line += row.datatype;
    }
    out << llvm::StringRef(line).rtrim() << '\n';
  }
  out << " */\n";
  out << llvm::formatv("AUTOMAP_RECORD({0}, {1}, {2});\n", spelling, record.size_bytes, record.align_bytes);
  emit_field_checks(survey, record, spelling, 0, out);
}

} // namespace

void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  emit_check_macros(options, out);
  for (const Record &record : survey.records)
    if (record.listed && record.mapped && !spelling_of(record).empty())
      emit_record(survey, record, out);
  out << "\n#undef AUTOMAP_CHECK\n#undef AUTOMAP_SAME_TYPE\n#undef AUTOMAP_RECORD\n#undef AUTOMAP_OFFSET\n"
         "#undef AUTOMAP_FIELD\n"
      << (options.cxx ? "#pragma GCC diagnostic pop\n\n"
                      : "#ifndef __cplusplus\n#pragma pop_macro(\"_Static_assert\")\n#endif\n\n");
}

} // namespace automap
