// Layout checks in generated code. See emit_layout_checks.h.
#include "emit_layout_checks.h"

#include "emit_datatypes.h"
#include "layout_rows.h"
#include "names.h"
#include "tree_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

namespace automap {
namespace {

/// A macro that checks consist of. This and what follows are formats: {0}, {1} and {3} stand for the names of helpers in
/// C++ code, {2} for what to do where a check fails, "{{" for a brace.
struct Macro {
  llvm::StringLiteral name, definition;
};

constexpr llvm::StringLiteral c_check =
    R"(#ifdef __cplusplus /* compares sizes and offsets, not types */
#define AUTOMAP_CHECK static_assert
#else
#pragma push_macro("_Static_assert") /* glibc's for C99 would drop the message */
#undef _Static_assert
#define AUTOMAP_CHECK __extension__ _Static_assert
#endif
)";

constexpr llvm::StringLiteral c_same_type =
    R"(#ifdef __cplusplus
#define AUTOMAP_SAME_TYPE(T, field, ...) true
#else
#define AUTOMAP_SAME_TYPE(T, field, ...) \
    __builtin_types_compatible_p(__typeof__(((T *)0)->field), __VA_ARGS__)
#endif
)";

constexpr llvm::StringLiteral cxx_check = "#define AUTOMAP_CHECK static_assert\n";

constexpr llvm::StringLiteral cxx_same_type = R"(template <typename AutomapT> using {0} = AutomapT;
#define AUTOMAP_SAME_TYPE(T, field, ...) std::is_same<decltype({0}<T>::field), __VA_ARGS__>::value
)";

/// In C, an enum is compatible with the integer type that it is.
constexpr llvm::StringLiteral c_same_integer = R"(#define AUTOMAP_SAME_INTEGER AUTOMAP_SAME_TYPE
)";

constexpr llvm::StringLiteral cxx_same_integer =
    R"(template <typename AutomapT, bool automap_is_enum = std::is_enum<AutomapT>::value> struct {3} {{
    using type = AutomapT;
};
template <typename AutomapT> struct {3}<AutomapT, true> : std::underlying_type<AutomapT> {{};
#define AUTOMAP_SAME_INTEGER(T, element, ...)                                             \
    std::is_same<typename {3}<typename std::decay<decltype(((T *)0)->element)>::type>::type,  \
                 __VA_ARGS__>::value
)";

constexpr llvm::StringLiteral cxx_private = R"(/* An explicit instantiation may name what is not public. */
template <int automap_line, bool automap_saw_it> struct {1} {{
    static_assert(automap_saw_it, "a field that is not public has changed: {2}");
};
)";

constexpr Macro macros[] = {
    {"AUTOMAP_PRIVATE_FIELD",
     R"(#define AUTOMAP_PRIVATE_FIELD(T, field, offset, ...)                                      \
    template struct {1}<__LINE__, offsetof(T, field) == (offset) &&                       \
                                      AUTOMAP_SAME_TYPE(T, field, __VA_ARGS__)>
)"},
    {"AUTOMAP_PRIVATE_ENUM",
     R"(#define AUTOMAP_PRIVATE_ENUM(T, element, ...)                                             \
    template struct {1}<__LINE__, AUTOMAP_SAME_INTEGER(T, element, __VA_ARGS__)>
)"},
    {"AUTOMAP_PRIVATE_PLACE",
     R"(#define AUTOMAP_PRIVATE_PLACE(T, field, offset, size)                                     \
    template struct {1}<__LINE__, offsetof(T, field) == (offset) &&                       \
                                      sizeof(((T *)0)->field) == (size)>
)"},
    {"AUTOMAP_PRIVATE_OFFSET",
     R"(#define AUTOMAP_PRIVATE_OFFSET(T, field, offset)                                          \
    template struct {1}<__LINE__, offsetof(T, field) == (offset)>
)"},
    {"AUTOMAP_PRIVATE_RECORD",
     R"(#define AUTOMAP_PRIVATE_RECORD(T, size, align)                                            \
    template struct {1}<__LINE__, sizeof(T) == (size) && __alignof__(T) == (align)>
)"},
    {"AUTOMAP_RECORD",
     R"(#define AUTOMAP_RECORD(T, size, align)                                                   \
    AUTOMAP_CHECK(sizeof(T) == (size) && __alignof__(T) == (align),                      \
                  "the size or alignment of " #T " has changed: {2}")
)"},
    {"AUTOMAP_OFFSET",
     R"(#define AUTOMAP_OFFSET(T, field, offset)                                                 \
    AUTOMAP_CHECK(offsetof(T, field) == (offset),                                        \
                  "field " #field " of " #T " has moved: {2}")
)"},
    {"AUTOMAP_PLACE",
     R"(#define AUTOMAP_PLACE(T, field, offset, size)                                            \
    AUTOMAP_CHECK(offsetof(T, field) == (offset) && sizeof(((T *)0)->field) == (size),   \
                  "field " #field " of " #T " has moved or is of another size: {2}")
)"},
    {"AUTOMAP_FIELD",
     R"(#define AUTOMAP_FIELD(T, field, offset, ...)                                             \
    AUTOMAP_CHECK(offsetof(T, field) == (offset) &&                                      \
                      AUTOMAP_SAME_TYPE(T, field, __VA_ARGS__),                          \
                  "field " #field " of " #T " has moved or is of another type: {2}")
)"},
    {"AUTOMAP_ENUM",
     R"(#define AUTOMAP_ENUM(T, element, ...)                                                     \
    AUTOMAP_CHECK(AUTOMAP_SAME_INTEGER(T, element, __VA_ARGS__),                         \
                  "the integer type of enum " #element " of " #T " has changed: {2}")
)"},
};

bool uses(llvm::StringRef checks, llvm::StringRef macro) { return checks.contains((macro + "(").str()); }

void emit_introduction(const CodeOptions &options, llvm::raw_ostream &out) {
  out << "/*\n"
         " * The layout that automap saw. Where the compiler sees another one - a field was changed or "
         "moved, or\n"
         " * other flags, another compiler or another mpi.h lay it out differently - it stops here: run "
         "automap\n"
         " * again. It does not see the widths of bit-fields, nor a field that was added where padding was"
      << (options.cxx ? "\n * in a class with bases, private or unnamed fields.\n" : ".\n");
  if (options.comments)
    out << " *\n"
           " * Each tree is what a datatype is built from, its cost the words that it stores; see TYPE TREES "
           "in\n"
           " * automap(1).\n";
  out << " */\n";
}

/// What a failed check tells the user to do. MPI's own types are as large as the mpi.h says that automap has read.
std::string what_to_do(const Survey &survey) {
  const bool has_mpi = std::ranges::any_of(
      survey.dependencies, [](llvm::StringRef file) { return llvm::sys::path::filename(file) == "mpi.h"; });
  return std::string("run automap again, for this compiler and its flags") +
         (has_mpi ? ", with MPICC=<its mpicc> in the environment for its mpi.h" : "");
}

/// Those macros that `checks` use, around it.
void emit_with_macros(llvm::StringRef checks, const Survey &survey, const CodeOptions &options,
                      llvm::raw_ostream &out) {
  const bool enums = uses(checks, "AUTOMAP_ENUM") || uses(checks, "AUTOMAP_PRIVATE_ENUM");
  const bool types = uses(checks, "AUTOMAP_FIELD") || uses(checks, "AUTOMAP_PRIVATE_FIELD") || enums;
  const std::string type = names::helper("type", options.suffix),
                    hidden = names::helper("private", options.suffix),
                    integer = names::helper("integer", options.suffix), again = what_to_do(survey);
  const auto emit = [&](llvm::StringLiteral format) {
    out << llvm::formatv(format.data(), type, hidden, again, integer);
  };
  emit(options.cxx ? cxx_check : c_check);
  if (types)
    emit(options.cxx ? cxx_same_type : c_same_type);
  if (enums)
    emit(options.cxx ? cxx_same_integer : c_same_integer);
  if (checks.contains("AUTOMAP_PRIVATE_"))
    emit(cxx_private);
  for (const Macro &macro : macros)
    if (uses(checks, macro.name))
      emit(macro.definition);
  out << checks << "\n#undef AUTOMAP_CHECK\n";
  if (types)
    out << "#undef AUTOMAP_SAME_TYPE\n";
  if (enums)
    out << "#undef AUTOMAP_SAME_INTEGER\n";
  for (const Macro &macro : macros)
    if (uses(checks, macro.name))
      out << "#undef " << macro.name << '\n';
  out << (options.cxx ? "\n" : "#ifndef __cplusplus\n#pragma pop_macro(\"_Static_assert\")\n#endif\n");
}

/// The names of all members that can be reached without naming another field, with how many have it.
void count_names(const Survey &survey, const Record &record, std::map<std::string, int> &out) {
  for (const std::string &name : record.other_members)
    ++out[name];
  for (const Field &field : record.fields)
    if (!field.name.empty())
      ++out[field.name];
    else if (field.content == Field::Content::record)
      count_names(survey, survey.records[field.record], out);
}

/// Prints the checks of one record's fields.
class FieldChecks {
public:
  FieldChecks(const Survey &survey, llvm::raw_ostream &out) : survey_(survey), out_(out) {}

  /// Those of the fields of `record` at `base` inside the type `spelling`. Unnamed records are reached
  /// through the field that is of them; `is_public`: code outside of classes may do that.
  void print(const Record &record, const std::string &spelling, std::uint64_t base, bool is_public) {
    std::map<std::string, int> names;
    count_names(survey_, record, names);
    print_fields(record, spelling, base, is_public, false, names);
  }

private:
  void print_fields(const Record &record, const std::string &spelling, std::uint64_t base, bool is_public,
                    bool inherited, const std::map<std::string, int> &names) {
    for (const Field &field : record.fields) {
      const Record *inner =
          field.content == Field::Content::record ? &survey_.records[field.record] : nullptr;
      const bool reachable = is_public && field.is_public;
      if (field.name.empty()) {
        if (inner)
          print_fields(*inner, spelling, base + field.offset_bytes, reachable, inherited || field.is_base,
                       names);
        continue;
      }
      if (!field.nameable || (inherited && names.at(field.name) > 1)) // the name may mean another member
        continue;
      if (!record.view.empty() && field.content == Field::Content::ignored)
        continue; // none of the view's business
      print_field(field, spelling, base, reachable);
      if (inner && inner->spelling.empty()) {
        std::string element = "__typeof__(((" + spelling + " *)0)->" + field.name;
        for (std::size_t i = 0; i < field.extents.size(); ++i)
          element += "[0]";
        element += ")";
        print(*inner, element, 0, reachable);
        out_ << llvm::formatv("AUTOMAP_{0}RECORD({1}, {2}, {3});\n", reachable ? "" : "PRIVATE_", element,
                              inner->size_bytes, inner->align_bytes);
      }
    }
  }

  void print_field(const Field &field, const std::string &spelling, std::uint64_t base, bool is_public) {
    const std::string place =
        llvm::formatv("({0}, {1}, {2}", spelling, field.name, base + field.offset_bytes);
    out_ << (is_public ? "AUTOMAP_" : "AUTOMAP_PRIVATE_");
    if (field.size_bytes == 0 && field.checked_type.empty())
      out_ << "OFFSET" << place << ");\n";
    else if (field.checked_type.empty())
      out_ << "PLACE" << place << ", " << field.element_count() * field.stride_bytes << ");\n";
    else
      out_ << "FIELD" << place << ", " << field.checked_type << ");\n";
    if (field.enum_integer.empty())
      return;
    out_ << (is_public ? "AUTOMAP_" : "AUTOMAP_PRIVATE_") << "ENUM(" << spelling << ", " << field.name;
    for (std::size_t i = 0; i < field.extents.size(); ++i)
      out_ << "[0]";
    out_ << ", " << field.enum_integer << ");\n";
  }

  const Survey &survey_;
  llvm::raw_ostream &out_;
};

/// How code names the record: by itself, or as a datatype of it was asked for; empty: through its owner.
const std::string &spelling_of(const Record &record) {
  return record.spelling.empty() && !record.datatypes.empty() ? record.datatypes.front().spelling
                                                              : record.spelling;
}

/// Can a structured binding take the record apart?
bool has_countable_fields(const Record &record) {
  if (record.kind == "union" || record.tuple_like || !record.view.empty() || record.fields.empty() ||
      llvm::StringRef(record.qualified).starts_with("std::"))
    return false;
  return std::ranges::all_of(record.fields, [](const Field &field) {
    return !field.name.empty() && field.is_public && field.size_bytes != 0;
  });
}

/// A structured binding that needs as many names as the record has fields: the one way to see a field that
/// was added where padding was.
void emit_field_count(const Record &record, const std::string &spelling, const std::string &suffix,
                      llvm::raw_ostream &out) {
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    fields.push_back("automap_" + std::to_string(i));
  out << "/* As many names as fields. */\n[[maybe_unused]] inline void "
      << names::field_count(record.qualified, suffix) << "(const " << spelling
      << " &automap_record)\n{\n    [[maybe_unused]] auto &[" << llvm::join(fields, ", ")
      << "] = automap_record; /* or run automap again */\n}\n";
}

/// The tree that was found for the record's type map, and what it costs.
std::string tree_lines(const Record &record) {
  return wrapped("tree: " + brief(record.optimal.tree), " * ", " * ", line_width) +
         wrapped(cost_line(record.optimal, naive_call), " * ", " * ", line_width);
}

/// The record in a comment, then its checks.
void emit_record(const Survey &survey, const Record &record, const CodeOptions &options,
                 llvm::raw_ostream &out) {
  if (options.comments)
    emit_layout_comment(survey, record, tree_lines(record), out);
  const std::string spelling = macro_safe(record, spelling_of(record));
  if (spelling != spelling_of(record))
    out << "typedef " << spelling_of(record) << ' ' << spelling << ";\n";
  // Fields first: the compiler's first message then names the one behind what was added.
  FieldChecks(survey, out).print(record, spelling, 0, true);
  out << llvm::formatv("AUTOMAP_RECORD({0}, {1}, {2});\n", spelling, record.size_bytes, record.align_bytes);
  if (options.cxx && has_countable_fields(record))
    emit_field_count(record, spelling, options.suffix, out);
}

} // namespace

void emit_layout_comment(const Survey &survey, const Record &record, const std::string &below,
                         llvm::raw_ostream &out) {
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
  out << " *\n" << below;
  for (const Remark &remark : record.remarks)
    out << " *\n * line " << remark.line << ": " << remark.text << '\n';
  out << " */\n";
}

void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  std::string checks;
  llvm::raw_string_ostream stream(checks);
  for (const Record &record : survey.records)
    if (record.listed && record.mapped && !spelling_of(record).empty())
      emit_record(survey, record, options, stream);
  if (checks.empty())
    return;
  emit_introduction(options, out);
  emit_with_macros(stream.str(), survey, options, out);
}

std::string macro_safe(const Record &record, const std::string &spelling) {
  return spelling.find(',') == std::string::npos ? spelling : names::macro_safe_type(record.qualified);
}

} // namespace automap
