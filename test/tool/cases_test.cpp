// One construct per file: cases/c/*.h and cases/cxx/*.hpp. The comments at the top of a case give the arguments of
// automap and the records that it must print. Signatures and type trees are omitted, because they are checked against
// the type maps.
//   /* arguments: --type x -- -std=c2x */   for automap; those after -- also for the compilers
//   /* compilers: clang */                  gcc cannot compile it
//   /* bit-fields: s.a s.in.b */            their bytes are found by setting their bits
//   /* unnameable: s.x */                   paths that no C++ expression can name
//   /* tags: foo bar */                     C records whose tags come from macros
//   /* layout: struct s (AutoMap_s): 24/8 | a MPI_INT@0, d..e MPI_DOUBLE@8*2+8 | 4:4 | 0 */
//                                           a record, in the form of layout_texts()
//   /* remark: 3: text */                   on the record before it, about line 3
// For a few cases, a JSON file of the same name has the whole output instead, to check its form.
//
// A compiler checks the layout twice: with the assertions of the generated code, and with a program that is made here
// from the records only. It is gcc if gcc can compile the case. If AUTOMAP_TEST_ALL is set, clang checks as well.
#include "hints.h"
#include "tree_json.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <vector>

namespace automap::test {
namespace {

namespace fs = std::filesystem;
using llvm::json::Object;

std::vector<std::string> words(const std::string &text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

bool has_word(const std::vector<std::string> &list, const std::string &word) {
  return std::ranges::find(list, word) != list.end();
}

struct Case {
  fs::path header;
  bool cxx = false;
  std::string text;
  std::map<std::string, std::string> settings;
  std::vector<std::string> records; // "layout: ..." and "remark: ..."

  explicit Case(const fs::path &path) : header(path), cxx(path.extension() == ".hpp"), text(read_file(path)) {
    for (std::size_t begin = 0; text.compare(begin, 3, "/* ") == 0;) {
      const auto end = text.find(" */", begin);
      std::string comment;
      for (const std::string &word : words(text.substr(begin + 3, end - begin - 3)))
        comment += (comment.empty() ? "" : " ") + word;
      const std::string key = comment.substr(0, comment.find(": "));
      if (key == "layout" || key == "remark")
        records.push_back(comment);
      else
        settings[key] = comment.substr(key.size() + 2);
      begin = text.find('\n', end) + 1;
    }
  }

  std::string setting(const std::string &key) const {
    const auto at = settings.find(key);
    return at == settings.end() ? "" : at->second;
  }

  /// Returns the arguments after "--", without standards that are too old for generated code.
  std::string compiler_arguments() const {
    const std::string arguments = setting("arguments");
    const auto dashes = arguments.find("-- -");
    if (dashes == std::string::npos)
      return "";
    return std::regex_replace(arguments.substr(dashes + 3), std::regex("-std=(c89|c\\+\\+98)"), "");
  }

  std::vector<std::string> compilers() const {
    std::vector<std::string> commands;
    if (!asks_compilers())
      return commands;
    const bool gcc = setting("compilers").empty();
    if (gcc)
      commands.emplace_back(cxx ? "g++" : "gcc");
    if (!gcc || test_all())
      commands.emplace_back(cxx ? "clang++-19" : "clang-19");
    for (std::string &command : commands)
      command += " " + compiler_arguments() + " ";
    return commands;
  }
};

void PrintTo(const Case &value, std::ostream *out) { *out << value.header.filename().string(); }

std::vector<Case> cases(const std::string &folder, const std::string &extension) {
  std::vector<fs::path> headers;
  for (const fs::directory_entry &entry : fs::directory_iterator(fs::path(AUTOMAP_CASES) / folder))
    if (entry.path().extension() == extension)
      headers.push_back(entry.path());
  std::ranges::sort(headers);
  return {headers.begin(), headers.end()};
}

std::string str(const Object &object, llvm::StringRef key) { return object.getString(key).value_or("").str(); }

std::string number(const Object &object, llvm::StringRef key) {
  return std::to_string(object.getInteger(key).value_or(-1));
}

/// Returns the records of the case's own files, because those of the standard library differ between versions. Leaves
/// out fields that are checked against other parts of the same record.
std::vector<Object> own_records(const llvm::json::Array &records) {
  static const std::set<llvm::StringRef> left_out = {"signature", "tree",        "cost", "naive_cost", "dag_cost",
                                                     "proved",    "lower_bound", "lb",   "extent",     "fields"};
  std::vector<Object> own;
  for (const llvm::json::Value &value : records)
    if (const Object &record = *value.getAsObject(); !str(record, "file").starts_with('/')) {
      own.emplace_back();
      for (const auto &[key, part] : record)
        if (!left_out.contains(key))
          own.back()[key] = part;
    }
  return own;
}

/// Prints a list of records in a form that is easily compared.
std::string print(const std::vector<Object> &records) {
  std::string text;
  for (const Object &record : records)
    for (const auto &[key, value] : std::map<llvm::StringRef, llvm::json::Value>(record.begin(), record.end()))
      text += llvm::formatv("{0}: {1:2}\n", key, value).str();
  return text;
}

/// Returns the records as the comments of a case show them. A line has the record's kind, name, view, file if it is not
/// the case itself, and datatypes. Then follow size/alignment; the runs of its type map, each as "first..last
/// TYPE@offset*count+stride"; "offset:size" of each hole; and the size of the padding at the end.
std::vector<std::string> layout_texts(const std::vector<Object> &records, const std::string &header) {
  std::vector<std::string> lines;
  for (const Object &record : records) {
    std::string line = "layout: " + str(record, "kind");
    const auto add = [&](const std::string &before, const std::string &text) {
      if (!text.empty())
        line += before + text;
    };
    add(" ", str(record, "qualified"));
    add(" view ", str(record, "view"));
    add(" in ", str(record, "file") == header ? "" : str(record, "file"));
    std::string separator = " (";
    if (const llvm::json::Array *datatypes = record.getArray("datatypes")) {
      for (const llvm::json::Value &datatype : *datatypes)
        line += std::exchange(separator, ", ") + datatype.getAsString()->str();
      line += ")";
    }
    if (str(record, "status") == "refused") {
      lines.push_back(line + " refused: " + str(record, "reason"));
      continue;
    }
    line += ": " + number(record, "size") + "/" + number(record, "align") + " |";
    separator = " ";
    for (const llvm::json::Value &value : *record.getArray("typemap")) {
      const Object &run = *value.getAsObject();
      line += std::exchange(separator, ", ");
      add("", str(run, "field"));
      add("..", str(run, "last_field"));
      line += (str(run, "field").empty() ? "" : " ") + str(run, "type") + "@" + number(run, "offset");
      if (run.getInteger("count") != 1)
        line += "*" + number(run, "count") + "+" + number(run, "stride");
    }
    line += " |";
    for (const llvm::json::Value &hole : *record.getArray("holes"))
      line += " " + number(*hole.getAsObject(), "offset") + ":" + number(*hole.getAsObject(), "size");
    lines.push_back(line + " | " + number(record, "tail_padding"));
    if (const llvm::json::Array *remarks = record.getArray("remarks"))
      for (const llvm::json::Value &remark : *remarks)
        lines.push_back("remark: " + number(*remark.getAsObject(), "line") + ": " + str(*remark.getAsObject(), "text"));
  }
  return lines;
}

/// A C or C++ program that reports if a compiler's layout differs from the expected one.
class CheckingProgram {
public:
  CheckingProgram(const Case &of, const std::vector<Object> &records) : case_(of) {
    body_ += "#include <stddef.h>\n#include <stdio.h>\n#include <string.h>\n";
    body_ += of.cxx ? "#include <type_traits>\n" : "#define static_assert _Static_assert\n";
    body_ += "#include \"" + of.header.filename().string() + "\"\n" + helpers;
    for (const Object &record : records)
      if (str(record, "status") == "mapped" && can_name(record))
        add(record);
    body_ += "int main(void) {\n" + main_ + "  return failures != 0;\n}\n";
  }

  const std::string &text() const { return body_; }
  bool must_run() const { return must_run_; }

private:
  static constexpr char helpers[] = R"(
static int failures = 0;
static __attribute__((aligned(256))) unsigned char bytes[65536];
static unsigned char seen[65536];
static inline void fail(const char *what, size_t actual) {
  printf("%s, but it is %d\n", what, (int)actual);
  ++failures;
}
/* bytes: where a bit-field's bits are; allowed: '1' for each MPI_BYTE. */
static inline void check_bits(const char *what, const char *allowed) {
  for (size_t i = 0; allowed[i]; ++i) {
    if (bytes[i] && allowed[i] != '1')
      fail(what, i);
    seen[i] |= bytes[i];
  }
}
)";

  static bool can_name(const Object &record) {
    return !str(record, "name").empty() && str(record, "qualified").find('(') == std::string::npos;
  }

  /// Returns the type in C or C++. __typeof__ accepts typedefs and variables alike.
  std::string type_of(const Object &record) const {
    const std::string name = str(record, "qualified"), kind = str(record, "kind");
    const auto is_defined_as_tag = [&] {
      return std::regex_search(case_.text, std::regex("\\b" + kind + "\\b[^;{}]*\\b" + name + "\\b[^;{}()]*\\{"));
    };
    if (!case_.cxx && (has_word(words(case_.setting("tags")), name) || is_defined_as_tag()))
      return kind + " " + name;
    return "__typeof__(" + name + ")";
  }

  void add(const Object &record) {
    std::string type = type_of(record), prefix = str(record, "qualified") + ".";
    std::erase(prefix, ' ');
    const auto expect = [&](const std::string &expression, std::int64_t value) {
      const std::string condition = expression + " == " + std::to_string(value);
      body_ += "static_assert(" + condition + ", \"" + condition + "\");\n";
    };
    expect("sizeof(" + type + ")", *record.getInteger("size"));
    // Not _Alignof, for which gcc gives less if a vector is wider than its widest registers.
    expect("__alignof__(" + type + ")", *record.getInteger("align"));

    const bool is_array = str(record, "kind") == "array";
    if (is_array) { // offsetof can name elements of a member
      const std::string owner = "struct owner_of_" + str(record, "qualified") + str(record, "view");
      body_ += owner + " { " + type + " whole; };\n";
      type = owner;
    }
    const auto path_of = [&](const Object &run, const char *key) {
      return run.get(key) && is_array ? "whole" + str(run, key) : str(run, key);
    };

    std::vector<std::string> bit_fields;
    for (const std::string &path : words(case_.setting("bit-fields")))
      if (path.starts_with(prefix))
        bit_fields.push_back(path.substr(prefix.size()));

    std::string allowed(static_cast<std::size_t>(*record.getInteger("size")), '0'), wanted = allowed;
    main_ += "  {\n    typedef " + type + " T;\n    T *o = (T *)(void *)bytes;\n    (void)o;\n";
    for (const llvm::json::Value &value : *record.getArray("typemap")) {
      const Object &run = *value.getAsObject();
      const std::int64_t offset = *run.getInteger("offset"), count = *run.getInteger("count"),
                         stride = *run.getInteger("stride");
      const std::string field = path_of(run, "field"), last = path_of(run, "last_field");
      if (str(run, "type") == "MPI_BYTE")
        for (std::int64_t i = 0; i < count; ++i) {
          allowed[static_cast<std::size_t>(offset + i * stride)] = '1';
          if (has_word(bit_fields, field))
            wanted[static_cast<std::size_t>(offset + i * stride)] = '1';
        }
      check_offset(type, prefix, field, offset, bit_fields);
      // A run of bytes may end anywhere inside its last field.
      if (str(run, "type") != "MPI_BYTE")
        check_offset(type, prefix, last, offset + (count - 1) * stride, bit_fields);
    }
    if (!record.get("view"))
      check_bit_fields(prefix, bit_fields, allowed, wanted);
    main_ += "  }\n";
  }

  void check_offset(const std::string &type, const std::string &prefix, const std::string &path, std::int64_t offset,
                    const std::vector<std::string> &bit_fields) {
    if (path.empty() || has_word(bit_fields, path) || has_word(words(case_.setting("unnameable")), prefix + path))
      return;
    const std::string what = prefix + path + " is at " + std::to_string(offset);
    if (case_.cxx && path.find('[') != std::string::npos) { // std::array's subscripts are not constant expressions
      must_run_ = true;
      main_ += "    if ((size_t)((char *)&o->" + path + " - (char *)o) != " + std::to_string(offset) + ") fail(\"" +
               what + "\", (size_t)((char *)&o->" + path + " - (char *)o));\n";
    } else {
      body_ +=
          "static_assert(offsetof(" + type + ", " + path + ") == " + std::to_string(offset) + ", \"" + what + "\");\n";
    }
  }

  void check_bit_fields(const std::string &prefix, const std::vector<std::string> &bit_fields,
                        const std::string &allowed, const std::string &wanted) {
    if (bit_fields.empty())
      return;
    must_run_ = true;
    main_ += "    memset(seen, 0, sizeof seen);\n";
    for (const std::string &field : bit_fields) {
      const std::string ones =
          case_.cxx ? "static_cast<std::remove_cv<std::remove_reference<decltype(o->" + field + ")>::type>::type>(-1)"
                    : "-1";
      main_ += "    memset(bytes, 0, sizeof bytes);\n    o->" + field + " = " + ones + ";\n    check_bits(\"" + prefix +
               field + " has no bits outside of MPI_BYTE\", \"" + allowed + "\");\n";
    }
    main_ += "    memset(bytes, 0, sizeof bytes);\n    for (size_t i = 0; i < sizeof(T); ++i)\n"
             "      if (\"" +
             wanted + "\"[i] == '1' && !seen[i]) fail(\"" + prefix + " has a bit in each MPI_BYTE\", i);\n";
  }

  const Case &case_;
  std::string body_, main_;
  bool must_run_ = false;
};

class Cases : public ::testing::TestWithParam<Case> {};

TEST_P(Cases, AreAsExpected) {
  const Case &tested = GetParam();
  const std::string header = tested.header.filename().string();
  const Scratch scratch;
  scratch.write(header, tested.text);
  if (fs::exists(tested.header.parent_path() / "include"))
    fs::copy(tested.header.parent_path() / "include", scratch / "include", fs::copy_options::recursive);
  const std::string arguments = header + " " + tested.setting("arguments");

  const Finished listed = run_automap(scratch, "--format=json " + arguments);
  const llvm::json::Array all = records_of(listed.out);
  const std::vector<Object> records = own_records(all);
  for (const llvm::json::Value &value : all)
    if (const Object &record = *value.getAsObject(); str(record, "status") == "mapped") {
      EXPECT_EQ(wrong_with_tree(record), "") << print(records);
      EXPECT_EQ(record.getInteger("lb"), 0) << "the bounds of a record are those of its bytes";
      EXPECT_EQ(record.getInteger("extent"), record.getInteger("size"));
    }
  if (const fs::path json = fs::path(tested.header).replace_extension(".json"); fs::exists(json)) {
    EXPECT_EQ(print(records), print(own_records(records_of(read_file(json))))) << listed.err;
  } else {
    EXPECT_EQ(layout_texts(records, header), tested.records) << listed.err;
  }
  const bool refused =
      std::ranges::any_of(records, [](const Object &record) { return str(record, "status") == "refused"; });
  EXPECT_EQ(listed.exit_code, refused ? 1 : 0) << listed.err;

  const std::string extension = tested.cxx ? ".cpp" : ".c";
  const CheckingProgram program(tested, records);
  scratch.write("check" + extension, program.text());
  for (const std::string &compiler : tested.compilers()) {
    const Finished run =
        scratch.run(compiler + (tested.cxx ? "-fno-access-control " : "") + MPI_INCLUDE_FLAGS " -w check" + extension +
                    (program.must_run() ? " -o check && ./check" : " -fsyntax-only"));
    EXPECT_EQ(run.exit_code, 0) << "the layout is not that of " << compiler << '\n'
                                << run.out << run.err.substr(0, 4000);
  }

  const Finished made = run_automap(scratch, "-o m" + extension + " " + arguments);
  EXPECT_EQ(made.exit_code, refused ? 1 : 0) << made.err;
  EXPECT_NE(scratch.has("m" + extension), refused);
  expect_hints_help(scratch, "-o m" + extension + " " + arguments, made.err);
  if (made.exit_code != 0)
    return;
  for (const std::string &compiler : tested.compilers()) {
    // Clang reads all headers without precompilation, so that a missing include is noticed.
    const std::string precompiled =
        compiler.front() == 'g' ? std::string("-include " AUTOMAP_PRECOMPILED) + extension + ".h " : "";
    const Finished run =
        scratch.run(compiler + precompiled + MPI_INCLUDE_FLAGS " -Wall -Wextra -fsyntax-only m" + extension);
    // Warnings about the case's own header do not matter.
    EXPECT_TRUE(run.exit_code == 0 && !std::regex_search("\n" + run.err, std::regex("\n(\\./)?m\\.")))
        << "the generated code does not suit " << compiler << '\n'
        << run.err.substr(0, 4000);
  }
}

std::string name_of(const ::testing::TestParamInfo<Case> &info) { return info.param.header.stem().string(); }

INSTANTIATE_TEST_SUITE_P(C, Cases, ::testing::ValuesIn(cases("c", ".h")), name_of);
INSTANTIATE_TEST_SUITE_P(Cxx, Cases, ::testing::ValuesIn(cases("cxx", ".hpp")), name_of);

} // namespace
} // namespace automap::test
