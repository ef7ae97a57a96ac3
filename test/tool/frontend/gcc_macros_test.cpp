// What the preprocessor tells headers about the compiler: with the view of gcc, what that gcc says.
#include "automap_run.h"

#include <regex>
#include <set>

namespace automap::test {
namespace {

using GccMacros = AskingCompilers<>;

/// A struct whose layout depends on what the preprocessor says.
class AskingStruct {
public:
  AskingStruct() { text_ << "struct s {\n"; }

  void ask_whether_defined(const std::string &name) {
    text_ << "#ifdef " << name << "\n  char has" << name << ";\n#else\n  char no" << name << ";\n#endif\n";
  }

  /// Asks for the value in #if, where `operation` is called through `macro`.
  void ask_for_value(const std::string &operation, const std::string &macro, const std::string &arguments) {
    const std::string call = macro + "(" + arguments + ")",
                      field = "  char of_" + std::regex_replace(call, std::regex("[^A-Za-z0-9_]+"), "_") + "is_";
    text_ << "#ifdef " << operation;
    const char *word = "#if ";
    for (const char *value :
         {"202311", "202207", "202003", "201907", "201904", "201803", "201603", "201309", "200809", "1", "0"}) {
      text_ << '\n' << word << call << " == " << value << '\n' << field << value << ';';
      word = "#elif ";
    }
    text_ << "\n#else\n#error another value of " << call << "\n#endif\n#endif\n";
  }

  std::string text() const { return "\n" BEGIN + text_.str() + "  int last;\n}" USED; }

private:
  std::ostringstream text_;
};

/// The macros that Clang defines by itself for a language, and the names that it knows without.
std::set<std::string> names_of_clang(const std::string &language) {
  std::set<std::string> out = {"__has_feature",           "__has_extension",     "__has_builtin",
                               "__has_attribute",         "__has_cpp_attribute", "__has_c_attribute",
                               "__has_include",           "__has_include_next",  "__has_embed",
                               "__has_warning",           "__is_identifier",     "__has_declspec_attribute",
                               "__has_constexpr_builtin", "__building_module",   "__is_target_arch",
                               "__is_target_os",          "__is_target_vendor",  "__is_target_environment",
                               "__FILE_NAME__",           "__TIMESTAMP__",       "__COUNTER__",
                               "__BASE_FILE__",           "__INCLUDE_LEVEL__",   "__FLT_EVAL_METHOD__"};
  const Scratch scratch;
  std::istringstream in(scratch.run("clang-19 -dM -E -x " + language + " /dev/null").out);
  std::string define, name, rest;
  while (in >> define >> name && std::getline(in, rest))
    out.insert(name.substr(0, name.find('(')));
  return out;
}

const std::pair<const char *, std::vector<const char *>> questions[] = {
    {"__has_attribute",
     {"packed", "__packed__", "aligned", "vector_size", "ext_vector_type", "matrix_type", "counted_by", "access",
      "scalar_storage_order", "ms_struct", "trivial_abi", "type_tag_for_datatype", "enum_extensibility", "overloadable",
      "no_such_attribute", "MACRO"}},
    {"__has_cpp_attribute",
     {"nodiscard", "deprecated", "no_unique_address", "likely", "assume", "gnu::packed", "gnu :: aligned",
      "clang::trivial_abi", "msvc::no_unique_address", "no_such_attribute"}},
    {"__has_c_attribute", {"nodiscard", "deprecated", "unsequenced", "gnu::packed", "clang::overloadable"}},
    {"__has_builtin",
     {"__builtin_expect", "__builtin_bit_cast", "__builtin_bitreverse32", "__builtin_elementwise_max", "__is_same",
      "__type_pack_element", "__make_integer_seq", "__builtin_addressof", "__builtin_nontemporal_load",
      "__builtin_no_such"}},
    {"__has_feature", {"c_alignof", "cxx_rvalue_references", "address_sanitizer", "modules", "blocks"}},
    {"__has_extension", {"c_alignof", "cxx_rvalue_references", "attribute_ext_vector_type", "matrix_types"}},
};

/// Headers of Clang, which use its own macros, and of gcc's C++ library.
std::string includes(bool is_cxx) {
  std::string out = "#include <float.h>\n#include <limits.h>\n#include <stdalign.h>\n#include <stdarg.h>\n"
                    "#include <stddef.h>\n#include <stdint.h>\n#include <stdbool.h>\n"
                    "#ifdef __x86_64__\n#include <immintrin.h>\n#endif\n";
  if (is_cxx)
    out += "#include <atomic>\n#include <bit>\n#include <string>\n#include <type_traits>\n#include <vector>\n";
  return out;
}

/// The oracle is gcc, for which the generated code compiles only if its layout is the same.
TEST_F(GccMacros, AreThoseOfTheCompiler) {
  std::set<std::string> tried;
  for (const std::string suffix : {"", "-5", "-7", "-9", "-10", "-11", "-12", "-13", "-14", "-15"})
    for (const bool is_cxx : {false, true}) {
      const std::string output = is_cxx ? "m.cpp" : "m.c";
      const std::string compiler = (is_cxx ? "g++" : "gcc") + suffix;
      const Scratch scratch;
      const Finished version = scratch.run(compiler + " -dumpfullversion");
      EXPECT_TRUE(version.exit_code == 0 || !suffix.empty());
      if (is_cxx && std::atoi(version.out.c_str()) > 12) // Clang presents itself as gcc 12
        continue;
      if (version.exit_code != 0 || !tried.insert(version.out + output).second)
        continue;
      AskingStruct asking;
      for (const std::string &name : names_of_clang(is_cxx ? "c++" : "c"))
        if (!name.starts_with("__seg_") && !name.starts_with("__cpp_")) // gcc's keywords; what Clang can read
          asking.ask_whether_defined(name);
      std::string wrappers = "#define MACRO aligned\n/* (linux) is no name, but the number 1 */\n";
      for (const auto &[operation, arguments] : questions) {
        const std::string name = operation, inner = "INNER" + name, outer = "OUTER" + name, split = "SPLIT" + name;
        wrappers += "#define " + inner + "(x) " + name + "(x)\n#define " + outer + "(x) " + inner + "(x)\n" +
                    "#define " + split + "(x, y) " + name + "(x::y)\n";
        for (const std::string argument : arguments) {
          asking.ask_for_value(name, name, argument);
          asking.ask_for_value(name, outer, argument);
        }
        if (name.ends_with("pp_attribute"))
          asking.ask_for_value(name, split, "gnu, noreturn");
      }
      scratch.write("h.h", "#pragma once\n" + includes(is_cxx) + wrappers + asking.text() +
                               "#undef __has_feature\n#define __has_feature(x) 0\n" + includes(is_cxx) +
                               "#if __has_feature(modules)\n#error not the one of this header\n#endif\n");
      const Finished run = run_automap(scratch, "h.h -o " + output + " --compiler=" + compiler);
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const std::string flags = " " MPI_INCLUDE_FLAGS " -fsyntax-only " + output;
      const Finished compiled = scratch.run(compiler + flags);
      EXPECT_EQ(compiled.exit_code, 0) << compiler << '\n' << compiled.err.substr(0, 1000);
      EXPECT_NE(scratch.run((is_cxx ? "clang++-19" : "clang-19") + flags).exit_code, 0) << compiler;
    }
}

/// Headers of the system have to be read by Clang, and get Clang's values.
TEST_F(GccMacros, OfTheSystemsHeadersAreClangs) {
  const Scratch scratch;
  scratch.write("system/library.h", "#if __has_builtin(__builtin_bitreverse32)\n#define WORKS 1\n#endif\n"
                                    "#ifdef __has_feature\n#error gcc before 14 has none\n#endif\n");
  scratch.write("h.h", "#pragma once\n#include <library.h>\n" + region("struct s {\n#ifdef WORKS\n  int of_clang;\n"
                                                                       "#endif\n#if __has_builtin("
                                                                       "__builtin_bitreverse32)\n  int wrong;\n#endif\n"
                                                                       "} /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "h.h --format=text --compiler=gcc -- -isystem system");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "of_clang")) << run.out;
  EXPECT_FALSE(contains(run.out, "wrong")) << run.out;
}

TEST_F(GccMacros, OfTheUsersCommandLineWin) {
  const Scratch scratch;
  scratch.write("before.h", "#include <stddef.h>\n#ifdef __has_feature\n#error\n#endif\n"
                            "#define __has_extension(x) 1\n");
  scratch.write("h.h", "#pragma once\n#include <stddef.h>\n" +
                           region("struct s {\n#if __has_attribute(packed) || __has_builtin(__builtin_bitreverse32)\n"
                                  "  int wrong;\n#endif\n#if __has_extension(x) && __LITTLE_ENDIAN__ == 7\n"
                                  "  int right;\n#endif\n} /*~ AutoMap_TpUsed */;"));
  const Finished run = run_automap(scratch, "h.h --format=text --compiler=gcc -- '-D__has_attribute(x)=0' "
                                            "'-D__has_builtin(x)=0' -D__LITTLE_ENDIAN__=7 -Wno-builtin-macro-redefined "
                                            "-include before.h");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, "right")) << run.out;
  EXPECT_FALSE(contains(run.out, "wrong")) << run.out;
}

} // namespace
} // namespace automap::test
