// Layout checks in generated code. See layout_checks.h.
#include "layout_checks.h"

#include "datatypes.h"
#include "model/hint.h"
#include "model/names.h"
#include "model/quoted.h"
#include "show/layout_rows.h"
#include "show/tree_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

namespace automap {
namespace {

/// The macro that checks consist of. This text and the following ones are formats: {0} to {4} stand for the names of
/// helpers, {5} for the advice of a failed check, {6} for an assertion, "{{" for a brace.
struct Macro {
  llvm::StringLiteral name, definition;
};

constexpr llvm::StringLiteral c_static_assert =
    R"(#pragma push_macro("_Static_assert") /* glibc's for C99 would drop the message */
#undef _Static_assert
#ifdef __cplusplus
#define _Static_assert static_assert
#endif
)";

/// Each check is silent if one before it has failed, since an added field moves all fields after it.
constexpr llvm::StringLiteral check = R"(enum {{ {4}_0 = 1 };
#define AUTOMAP_CHECK(number, before, condition, failure) \
    enum {{ {4}_##number = {4}_##before && (condition) }; \
    {6}({4}_##number || !{4}_##before, \
        failure ": {5}")
)";

constexpr llvm::StringLiteral c_same_type =
    R"(#ifdef __cplusplus /* compares sizes and offsets, not types */
#define AUTOMAP_SAME_TYPE(T, field, ...) true
#else
#define AUTOMAP_SAME_TYPE(T, field, ...) \
    __builtin_types_compatible_p(__typeof__(((T *)0)->field), __VA_ARGS__)
#endif
)";

constexpr llvm::StringLiteral cxx_same_type = R"(template <typename AutomapT> using {0} = AutomapT;
#define AUTOMAP_SAME_TYPE(T, field, ...) std::is_same<decltype({0}<T>::field), __VA_ARGS__>::value
)";

/// The form for C, in which an enum is compatible with its integer type.
constexpr llvm::StringLiteral c_same_integer = R"(#define AUTOMAP_ENUM AUTOMAP_SAME_TYPE
)";

constexpr llvm::StringLiteral cxx_same_integer =
    R"(template <typename AutomapT, bool automap_is_enum = std::is_enum<AutomapT>::value> struct {1} {{
    using type = AutomapT;
};
template <typename AutomapT> struct {1}<AutomapT, true> : std::underlying_type<AutomapT> {{};
#define AUTOMAP_ENUM(T, element, ...) \
    std::is_same<typename {1}<typename std::decay<decltype(((T *)0)->element)>::type>::type, \
                 __VA_ARGS__>::value
)";

constexpr llvm::StringLiteral cxx_private =
    R"(/* An explicit instantiation may name what is not public; a friend tells what it has seen. */
template <int automap_number> struct {2} {{};
template <int automap_number, bool automap_saw_it> struct {3} {{
    friend constexpr bool automap_is_right({2}<automap_number>) {{ return automap_saw_it; }
};
#define AUTOMAP_CHECK_PRIVATE(number, before, condition, failure) \
    constexpr bool automap_is_right({2}<number>); \
    template struct {3}<number, condition>; \
    AUTOMAP_CHECK(number, before, automap_is_right({2}<number>()), failure)
)";

constexpr Macro macros[] = {
    {"AUTOMAP_RECORD",
     R"(#define AUTOMAP_RECORD(T, size, align) (sizeof(T) == (size) && __alignof__(T) == (align))
)"},
    {"AUTOMAP_OFFSET", R"(#define AUTOMAP_OFFSET(T, field, offset) (offsetof(T, field) == (offset))
)"},
    {"AUTOMAP_PLACE",
     R"(#define AUTOMAP_PLACE(T, field, offset, size) \
    (offsetof(T, field) == (offset) && sizeof(((T *)0)->field) == (size))
)"},
    {"AUTOMAP_FIELD",
     R"(#define AUTOMAP_FIELD(T, field, offset, ...) \
    (offsetof(T, field) == (offset) && AUTOMAP_SAME_TYPE(T, field, __VA_ARGS__))
)"},
};

bool uses(llvm::StringRef checks, llvm::StringRef macro) { return checks.contains((macro + "(").str()); }

void emit_introduction(const CodeOptions &options, llvm::raw_ostream &out) {
  out << "/*\n"
         " * The layout that automap saw. Where the compiler sees another one - a field was changed or moved, or\n"
         " * other flags, another compiler or another mpi.h lay it out differently - it stops here: run automap\n"
         " * again. The first check that fails tells what it found; those behind it are silent. They do not see the\n"
         " * widths of bit-fields, nor a field that was added where padding was in a "
      << (options.cxx ? "class with bases,\n * private or unnamed fields.\n"
                      : "union or an unnamed\n * struct, or behind the one field of a struct where that is a "
                        "union,\n * a vector, sent as bytes or left out.\n");
  if (options.comments)
    out << " *\n"
           " * Each tree is what a datatype is built from, its cost the words that it stores; see TYPE TREES in\n"
           " * automap(1).\n";
  out << " */\n";
}

/// Returns the advice of a failed check. The sizes of MPI's own types are those of the mpi.h that automap has read.
std::string what_to_do(const Survey &survey) {
  const bool has_mpi = std::ranges::any_of(
      survey.dependencies, [](llvm::StringRef file) { return llvm::sys::path::filename(file) == "mpi.h"; });
  return std::string("run automap again; if this error stays, tell automap your compiler by --compiler=<this compiler> "
                     "-- <its flags>") +
         (has_mpi ? ", and your mpi.h by MPICC=<its mpicc> in the environment" : "");
}

/// Prints `checks` with the macros that they use around them.
void emit_with_macros(llvm::StringRef checks, const Survey &survey, const CodeOptions &options,
                      llvm::raw_ostream &out) {
  const bool enums = uses(checks, "AUTOMAP_ENUM"), types = uses(checks, "AUTOMAP_FIELD") || enums;
  const auto emit = [&](llvm::StringLiteral format) {
    out << llvm::formatv(format.data(), names::helper("type", options.suffix), names::helper("integer", options.suffix),
                         names::helper("private", options.suffix), names::helper("saw", options.suffix),
                         names::helper("check", options.suffix), what_to_do(survey),
                         options.cxx ? "static_assert" : "__extension__ _Static_assert");
  };
  if (!options.cxx)
    emit(c_static_assert);
  emit(check);
  if (types)
    emit(options.cxx ? cxx_same_type : c_same_type);
  if (enums)
    emit(options.cxx ? cxx_same_integer : c_same_integer);
  if (uses(checks, "AUTOMAP_CHECK_PRIVATE"))
    emit(cxx_private);
  for (const Macro &macro : macros)
    if (uses(checks, macro.name))
      emit(macro.definition);
  out << checks << "\n#undef AUTOMAP_CHECK\n";
  if (types)
    out << "#undef AUTOMAP_SAME_TYPE\n";
  if (enums)
    out << "#undef AUTOMAP_ENUM\n";
  if (uses(checks, "AUTOMAP_CHECK_PRIVATE"))
    out << "#undef AUTOMAP_CHECK_PRIVATE\n";
  for (const Macro &macro : macros)
    if (uses(checks, macro.name))
      out << "#undef " << macro.name << '\n';
  out << (options.cxx ? "\n" : "#pragma pop_macro(\"_Static_assert\")\n");
}

/// Prints checks, one after another.
class Checks {
public:
  Checks(const CodeOptions &options, llvm::raw_ostream &out) : options_(options), out_(out) {}

  /// Prints one check. `condition` holds if all is as automap saw it, `failure` is the message if not, and `is_public`
  /// says whether code outside of classes may evaluate it.
  void print(const std::string &condition, const std::string &failure, bool is_public) {
    out_ << (is_public ? "AUTOMAP_CHECK(" : "AUTOMAP_CHECK_PRIVATE(") << number_ + 1 << ", " << number_ << ", "
         << condition << ",\n    " << c_string(failure) << ");\n";
    ++number_;
  }

  /// Returns the name of the constant that is 1 if all printed checks hold.
  std::string all_right() const { return names::helper("check", options_.suffix) + "_" + std::to_string(number_); }

private:
  const CodeOptions &options_;
  llvm::raw_ostream &out_;
  int number_ = 0;
};

/// Counts, by name, the members that can be reached without naming another field.
void count_names(const Survey &survey, const Record &record, std::map<std::string, int> &out) {
  for (const std::string &name : record.other_members)
    ++out[name];
  for (const Field &field : record.fields)
    if (!field.name.empty())
      ++out[field.name];
    else if (field.content == Field::Content::record)
      count_names(survey, survey.records[field.record], out);
}

/// Returns code for the element type of a field of `spelling`.
std::string element_of(const std::string &spelling, const Field &field) {
  std::string out = "__typeof__(((" + spelling + " *)0)->" + field.name;
  for (std::size_t i = 0; i < field.extents.size(); ++i)
    out += "[0]";
  return out + ")";
}

/// Prints the checks of one record.
class RecordChecks {
public:
  RecordChecks(const Survey &survey, const Record &record, Checks &checks)
      : survey_(survey), checks_(checks), record_(describe(record)),
        file_(llvm::sys::path::filename(record.location.file)) {}

  /// Prints the checks of `record`, which is the type `spelling` in code. Fields come first, so that the first failing
  /// check names the field after an added one.
  void print(const Record &record, const std::string &spelling) {
    if (!is_array(record)) // its elements are checked as a record of their own
      print_fields(record, spelling, "", true);
    print_size(record, spelling, record_, true);
  }

private:
  /// Prints the checks of fields. Those of unnamed records are reached through their owner's field, at `path`;
  /// `is_public` says whether code outside of classes may do that.
  void print_fields(const Record &record, const std::string &spelling, const std::string &path, bool is_public) {
    std::map<std::string, int> names;
    count_names(survey_, record, names);
    print_fields(record, spelling, path, 0, is_public, false, names);
  }

  void print_fields(const Record &record, const std::string &spelling, const std::string &path, std::uint64_t base,
                    bool is_public, bool inherited, const std::map<std::string, int> &names) {
    for (const Field &field : record.fields) {
      const Record *inner = field.content == Field::Content::record ? &survey_.records[field.record] : nullptr;
      const bool reachable = is_public && field.is_public;
      if (field.name.empty()) {
        if (inner)
          print_fields(*inner, spelling, path, base + field.offset_bytes, reachable, inherited || field.is_base, names);
        continue;
      }
      if (!field.nameable || (inherited && names.at(field.name) > 1)) // the name may mean another member
        continue;
      if (!record.view.empty() && field.content == Field::Content::ignored)
        continue; // the view leaves it out
      print_field(field, spelling, path, base, reachable);
      if (inner && inner->spelling.empty()) {
        const std::string element = element_of(spelling, field);
        print_fields(*inner, element, path + field.name + ".", reachable);
        print_size(*inner, element, "field " + path + field.name + " of " + record_, reachable);
      }
    }
  }

  void print_size(const Record &record, const std::string &spelling, const std::string &subject, bool is_public) {
    print_check(llvm::formatv("AUTOMAP_RECORD({0}, {1}, {2})", spelling, record.size_bytes, record.align_bytes),
                "the size or alignment of " + subject + " has changed", is_public);
  }

  void print_field(const Field &field, const std::string &spelling, const std::string &path, std::uint64_t base,
                   bool is_public) {
    const std::string place = llvm::formatv("({0}, {1}, {2}", spelling, field.name, base + field.offset_bytes),
                      subject = "field " + path + field.name + " of " + record_;
    if (field.size_bytes == 0 && field.checked_type.empty())
      print_check("AUTOMAP_OFFSET" + place + ")", subject + " has moved", is_public);
    else if (field.checked_type.empty())
      print_check("AUTOMAP_PLACE" + place + ", " + std::to_string(field.element_count() * field.stride_bytes) + ")",
                  subject + " has moved or is of another size", is_public);
    else
      print_check("AUTOMAP_FIELD" + place + ", " + field.checked_type + ")",
                  subject + " has moved or is of another type", is_public);
    if (field.enum_integer.empty())
      return;
    std::string element = field.name;
    for (std::size_t i = 0; i < field.extents.size(); ++i)
      element += "[0]";
    print_check("AUTOMAP_ENUM(" + spelling + ", " + element + ", " + field.enum_integer + ")",
                "the integer type of enum " + path + field.name + " of " + record_ + " has changed", is_public);
  }

  void print_check(const std::string &condition, const std::string &what, bool is_public) {
    checks_.print(condition, file_ + ": " + what, is_public);
  }

  const Survey &survey_;
  Checks &checks_;
  std::string record_; // the record's name for people
  std::string file_;   // the file that defines it
};

/// Whether there may be room for a field that moves no other. If not, the other checks notice every added field.
bool may_hide_field(const Survey &survey, const Record &record) {
  return std::ranges::any_of(record.fields, [](const Field &field) { return field.bit_width != 0; }) ||
         std::ranges::any_of(layout_rows(survey, record), [](const LayoutRow &row) {
           return row.kind == LayoutRow::Kind::padding && row.depth == 0;
         });
}

/// Whether a structured binding can take the record apart.
bool has_countable_fields(const Record &record) {
  if (record.kind == "union" || record.tuple_like || !record.view.empty() || record.fields.empty() ||
      llvm::StringRef(record.qualified).starts_with("std::"))
    return false;
  return std::ranges::all_of(record.fields, [](const Field &field) {
    return !field.name.empty() && field.is_public && field.size_bytes != 0;
  });
}

/// Prints a structured binding that needs as many names as the record has fields: the only check that notices a field
/// added in place of padding. If another check has failed it binds an array instead, so that it stays silent.
void emit_field_count(const Record &record, const std::string &spelling, const std::string &all_right,
                      const std::string &suffix, llvm::raw_ostream &out) {
  out << "/* As many names as fields. */\n[[maybe_unused]] inline void " << names::field_count(record.qualified, suffix)
      << "(const std::conditional<" << all_right << " != 0, " << spelling << ", int[" << record.fields.size()
      << "]>::type &automap_record)\n{\n    " << binding_of(record.fields.size(), "automap_record")
      << " /* if a field was added: run automap again */\n}\n";
}

std::vector<std::string> initializer(const Survey &survey, const Record &record);

/// Returns a value for the only field of a record: 1 for a number, the values of its own fields for a struct, and an
/// empty text for anything else. "{0}" would also initialise any added field.
std::string only_value(const Survey &survey, const Field &field) {
  if (field.content == Field::Content::record) {
    const std::string own = llvm::join(initializer(survey, survey.records[field.record]), ", ");
    const std::size_t braces = own.empty() ? 0 : 1 + field.extents.size();
    return std::string(braces, '{') + own + std::string(braces, '}');
  }
  if (field.content != Field::Content::basic || field.basic.id == layout::BasicTypeId::BYTE || field.zero == "{}")
    return "";
  return field.zero == "0" ? "1" : "{1}";
}

/// Returns an initializer with a value for each field, which C counts; a flexible array needs none.
std::vector<std::string> initializer(const Survey &survey, const Record &record) {
  std::vector<std::string> values;
  if (record.kind == "union" || !record.view.empty())
    return {};
  for (const Field &field : record.fields)
    if (!field.zero.empty())
      values.push_back(field.zero);
    else if (field.size_bytes != 0 || &field != &record.fields.back())
      return {};
  if (values.size() == 1)
    values.front() = only_value(survey, record.fields.front());
  return values.size() == 1 && values.front().empty() ? std::vector<std::string>() : values;
}

/// Prints the checks that count fields by initializers, for records and the spelling of their types.
void emit_initializers(const Survey &survey, const std::vector<std::pair<const Record *, std::string>> &records,
                       const std::string &all_right, llvm::raw_ostream &out) {
  std::string lines;
  llvm::raw_string_ostream stream(lines);
  for (const auto &[record, spelling] : records)
    if (const std::vector<std::string> values = initializer(survey, *record); !values.empty())
      stream << "AUTOMAP_COUNT(" << spelling << ", " << values.size() << ", {" << llvm::join(values, ", ")
             << "}); /* if a field was added to " << describe(*record) << " in "
             << llvm::sys::path::filename(record->location.file) << ": run automap again */\n";
  if (lines.empty())
    return;
  out << "\n/* As many values as fields: finds one that was added where padding was, if the checks found nothing. */\n"
         "#ifndef __cplusplus\n#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic error \"-Wmissing-field-initializers\"\n"
         "#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n"
         "#define AUTOMAP_COUNT(T, fields, ...) \\\n"
         "    __extension__ _Static_assert(sizeof((__typeof__(*__builtin_choose_expr( \\\n"
         "        "
      << all_right
      << ", (T *)0, (int(*)[fields][1])0)))__VA_ARGS__), \\\n"
         "        \"\")\n"
      << stream.str() << "#undef AUTOMAP_COUNT\n#pragma GCC diagnostic pop\n#endif\n";
}

/// Returns the lines that show the tree of the record's type map and its cost.
std::string tree_lines(const Record &record) {
  return wrapped("tree: " + brief(record.optimal.tree), " * ", " * ", line_width) +
         wrapped(cost_line(record.optimal, naive_call), " * ", " * ", line_width) +
         (record.reductions.empty() ? "" : wrapped("reduce: " + describe(record.reductions), " * ", " * ", line_width));
}

/// Prints the record's comment, then its checks.
void emit_record(const Survey &survey, const Record &record, const std::string &spelling, const CodeOptions &options,
                 Checks &checks, llvm::raw_ostream &out) {
  if (options.comments)
    emit_layout_comment(survey, record, tree_lines(record), out);
  if (spelling != spelling_of(record))
    out << "typedef " << spelling_of(record) << ' ' << spelling << ";\n";
  RecordChecks(survey, record, checks).print(record, spelling);
  if (options.cxx && has_countable_fields(record) && may_hide_field(survey, record))
    emit_field_count(record, spelling, checks.all_right(), options.suffix, out);
}

} // namespace

std::string binding_of(std::size_t n_fields, const std::string &object) {
  std::string names;
  for (std::size_t i = 0; i < n_fields; ++i)
    names += (i == 0 ? "automap_" : ", automap_") + std::to_string(i);
  return "[[maybe_unused]] auto &[" + names + "] = " + object + ";";
}

void emit_layout_comment(const Survey &survey, const Record &record, const std::string &below, llvm::raw_ostream &out) {
  using Kind = LayoutRow::Kind;
  const std::vector<LayoutRow> rows = layout_rows(survey, record);
  std::size_t width = 5;
  for (const LayoutRow &row : rows)
    width = std::max(width, row.declaration.size() + 2 * row.depth + 2);
  out << "\n/*\n * " << describe(record) << ": " << record.size_bytes << " bytes, aligned to " << record.align_bytes
      << "\n *\n * " << llvm::formatv("{0,8} {1,8}  ", "offset", "bytes")
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
    out << " *\n * line " << remark.line << ": " << text_in_comment(remark.text) << '\n';
  out << " */\n";
}

void emit_layout_checks(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  std::string checks;
  llvm::raw_string_ostream stream(checks);
  Checks printer(options, stream);
  std::vector<std::pair<const Record *, std::string>> hiding;
  for (const Record &record : survey.records)
    if (record.listed && record.mapped && !spelling_of(record).empty()) {
      const std::string spelling = macro_safe(record, spelling_of(record));
      emit_record(survey, record, spelling, options, printer, stream);
      if (!options.cxx && may_hide_field(survey, record))
        hiding.emplace_back(&record, spelling);
    }
  if (checks.empty())
    return;
  emit_initializers(survey, hiding, printer.all_right(), stream);
  emit_introduction(options, out);
  emit_with_macros(stream.str(), survey, options, out);
}

const std::string &spelling_of(const Record &record) {
  return record.spelling.empty() && !record.datatypes.empty() ? record.datatypes.front().spelling : record.spelling;
}

std::string macro_safe(const Record &record, const std::string &spelling) {
  return spelling.find(',') == std::string::npos ? spelling : names::macro_safe_type(record.qualified);
}

} // namespace automap
