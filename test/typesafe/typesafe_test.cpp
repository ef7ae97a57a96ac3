// Tests automap/typesafe_mpi.h with the compilers: the calls for which clang's -Wtype-safety warns, and that nothing
// else changes. Calls in buffers.c and similar files are marked. Calls of all MPI functions are generated from mpi.h
// itself.
#include "process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace automap::test {
namespace {

using Lines = std::set<int>;

const std::string sources = TYPESAFE_SOURCES;
const std::string flags = " " MPI_INCLUDE_FLAGS " -I" AUTOMAP_INCLUDE " -I" TYPESAFE_GENERATED
                          " -Wall -Wextra -Wpedantic -Wcast-qual -Wconversion ";
const std::string quiet_cxx_bindings = " -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX ";

struct Case {
  std::string compiler; // including the option for the language standard
  bool cxx;
};

std::ostream &operator<<(std::ostream &out, const Case &test) { return out << test.compiler; }

std::vector<Case> clang_cases() {
  std::vector<Case> out;
  std::istringstream compilers(CLANGS);
  for (std::string clang; std::getline(compilers, clang, ':');) {
    for (const char *standard : {"c99", "c11", "gnu17", "c2x"})
      out.push_back({clang + " -std=" + standard, false});
    for (const char *standard : {"c++11", "c++17", "c++20"})
      out.push_back({clang + " -x c++ -std=" + standard + quiet_cxx_bindings, true});
  }
  return out;
}

/// Returns one case for C and one for C++ with each clang.
std::vector<Case> one_standard_each() {
  std::vector<Case> out = clang_cases();
  std::erase_if(out, [](const Case &test) {
    return test.compiler.find("=c11") == std::string::npos && test.compiler.find("=c++17") == std::string::npos;
  });
  return out;
}

/// Returns an option that defines INCLUDES as a header with #includes of `headers`.
std::string includes(const Scratch &scratch, const std::vector<std::string> &headers) {
  std::string text = "#pragma once\n";
  for (const std::string &header : headers)
    text += "#include " + header + "\n";
  scratch.write("includes.h", text);
  return " '-DINCLUDES=\"" + (scratch / "includes.h").string() + "\"' ";
}

/// Returns the file of calls for one language only.
std::string own_file(bool cxx) { return cxx ? "cxx_only.cpp" : "c_only.c"; }

/// Returns the generated header that a file of calls needs.
std::string types_of(const std::string &file, bool cxx) {
  return file == "cxx_only.cpp" ? "\"classes/mpitypes.h\"" : cxx ? "\"cxx/mpitypes.h\"" : "\"c/mpitypes.h\"";
}

/// Returns the numbers of the lines that end with the mark.
Lines marked_lines(const std::string &file) {
  Lines out;
  std::istringstream text(read_file(file));
  int number = 0;
  for (std::string line; std::getline(text, line);)
    if (++number; line.ends_with("/* wrong */"))
      out.insert(number);
  return out;
}

struct Warned {
  Lines lines;       // lines of the file that -Wtype-safety reports
  std::string other; // all other warnings and errors
};

Warned compile(const Scratch &scratch, const std::string &command, const std::string &file) {
  Warned out;
  std::istringstream text(scratch.run("LC_ALL=C " + command + " -fsyntax-only " + file).err);
  for (std::string line; std::getline(text, line);) {
    if (line.find(" warning: ") == std::string::npos && line.find(" error: ") == std::string::npos)
      continue;
    if (line.starts_with(file + ":") && line.ends_with("[-Wtype-safety]"))
      out.lines.insert(std::stoi(line.substr(file.size() + 1)));
    else
      out.other += line + '\n';
  }
  return out;
}

void expect_marked_lines(const Scratch &scratch, const Case &test, const std::string &name,
                         const std::vector<std::string> &headers, const std::string &more = "") {
  const std::string file = sources + "/" + name;
  const Lines marked = marked_lines(file);
  ASSERT_FALSE(marked.empty());
  const Warned warned = compile(scratch, test.compiler + flags + more + includes(scratch, headers), file);
  EXPECT_EQ(warned.lines, marked) << name << more;
  EXPECT_EQ(warned.other, "") << name << more;
}

class Clang : public testing::TestWithParam<Case> {
protected:
  const Scratch scratch_;
};

TEST_P(Clang, WarnsOfWrongBuffersAlone) {
  const std::string types = types_of("buffers.c", GetParam().cxx);
  ASSERT_GE(marked_lines(sources + "/buffers.c").size(), 40U);
  expect_marked_lines(scratch_, GetParam(), "buffers.c", {"<automap/typesafe_mpi.h>", types});
  const std::string own = own_file(GetParam().cxx);
  expect_marked_lines(scratch_, GetParam(), own, {"<automap/typesafe_mpi.h>", types_of(own, GetParam().cxx)});
}

TEST_P(Clang, AnyOrderOfHeaders) {
  const std::string types = types_of("buffers.c", GetParam().cxx);
  expect_marked_lines(scratch_, GetParam(), "buffers.c", {types, "<automap/typesafe_mpi.h>"});
  expect_marked_lines(scratch_, GetParam(), "buffers.c",
                      {"<mpi.h>", "<automap/typesafe_mpi.h>", "<mpi.h>", types, "<automap/typesafe_mpi.h>"},
                      " -DMPI -DMPI_H=1 ");
}

TEST_P(Clang, WarnsInCallsOfAutoMap) {
  const std::string ours = "<automap/automap.h>", checks = "<automap/typesafe_mpi.h>";
  expect_marked_lines(scratch_, GetParam(), "automap_calls.c", {ours, checks, ours});
  expect_marked_lines(scratch_, GetParam(), "automap_calls.c", {checks, ours, checks});
}

TEST_P(Clang, WarnsOfWrongRootsInCallsOfAutoLink) {
  const std::string types = GetParam().cxx ? "\"linked_cxx/al_routines.h\"" : "\"linked/al_routines.h\"";
  const std::string calls = "<autolink/autolink.h>", more = " -I" AUTOLINK_INCLUDE " ";
  ASSERT_GE(marked_lines(sources + "/autolink_calls.c").size(), 11U);
  if (!GetParam().cxx) {
    expect_marked_lines(scratch_, GetParam(), "autolink_calls.c", {calls, types}, more);
    expect_marked_lines(scratch_, GetParam(), "autolink_calls.c", {"<automap/typesafe_mpi.h>", types, calls}, more);
    return;
  }
  Lines marked = marked_lines(sources + "/autolink_calls.c");
  marked.erase(std::prev(marked.end(), 2), marked.end()); // those that are no C++
  const Warned warned = compile(scratch_, GetParam().compiler + flags + more + includes(scratch_, {calls, types}),
                                sources + "/autolink_calls.c");
  EXPECT_EQ(warned.lines, marked);
  EXPECT_EQ(warned.other, "");
}

TEST_P(Clang, GeneratedHeaderAlone) {
  const std::string types = types_of("buffers.c", GetParam().cxx);
  const Warned warned = compile(scratch_, GetParam().compiler + flags + " -DMPI=1 " + includes(scratch_, {types}),
                                sources + "/buffers.c");
  EXPECT_EQ(warned.lines, Lines());
  EXPECT_EQ(warned.other, "");
}

INSTANTIATE_TEST_SUITE_P(TypeSafe, Clang, testing::ValuesIn(clang_cases()));

// C headers without an extern "C" of their own are included like this.
TEST(TypeSafe, WithinExternC) {
  const Scratch scratch;
  scratch.write("calls.cpp", R"(extern "C" {
#include <automap/typesafe_mpi.h>
}
int call(const double (*x)[3]);
int call(const double (*x)[3]) {
  return MPI_Send(x, 3, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD) +
         MPI_Send(x, 3, MPI_INT, 0, 0, MPI_COMM_WORLD);
}
)");
  for (const Case &test : clang_cases())
    if (test.cxx) {
      const Warned warned = compile(scratch, test.compiler + flags, scratch / "calls.cpp");
      EXPECT_EQ(warned.lines, Lines{7}) << test.compiler;
      EXPECT_EQ(warned.other, "") << test.compiler;
    }
}

// In C++, the address of a root in place of the root is an error, and the other way round, with all compilers.
TEST(TypeSafe, AddressesOfRootsAreErrors) {
  const Scratch scratch;
  const std::pair<const char *, bool> calls[] = {
      {"AL_Send(root, AutoLink_node, 0, 0, comm)", true},
      {"AL_Send(&root, AutoLink_node, 0, 0, comm)", false},
      {"AL_Send(&constant, AutoLink_node, 0, 0, comm)", false},
      {"AL_Send(nullptr, AutoLink_node, 0, 0, comm)", true},
      {"AL_Send_flags(&root, AutoLink_node, 0, 0, comm, 0)", false},
      {"AL_Isend(&root, AutoLink_node, 0, 0, comm, nullptr)", false},
      {"AL_Isend_flags(&root, AutoLink_node, 0, 0, comm, 0, nullptr)", false},
      {"AL_Pack(&root, AutoLink_node, nullptr, nullptr)", false},
      {"AL_Count(&root, AutoLink_node, nullptr)", false},
      {"AL_Trace(&root, AutoLink_node, nullptr)", false},
      {"AL_Free(&root, AutoLink_node)", false},
      {"AL_Free_with(&root, AutoLink_node, nullptr)", false},
      {"AL_Recv(&root, AutoLink_node, 0, 0, comm, nullptr)", true},
      {"AL_Recv(&any, AutoLink_node, 0, 0, comm, nullptr)", true},
      {"AL_Recv(any, AutoLink_node, 0, 0, comm, nullptr)", true},
      {"AL_Recv(root, AutoLink_node, 0, 0, comm, nullptr)", false},
      {"AL_Irecv(root, AutoLink_node, 0, 0, comm, nullptr)", false},
      {"AL_Unpack(any, 0, root, AutoLink_node)", false},
      {"AL_Unpack(any, 0, &root, AutoLink_node)", true},
  };
  for (const std::string compiler : {"g++ -std=c++17", "g++ -std=c++20", "clang++-19 -std=c++17"})
    for (const auto &[call, is_right] : calls) {
      scratch.write("call.cpp", std::string("#include <autolink/autolink.h>\n#include \"linked_cxx/al_routines.h\"\n"
                                            "int use(node *root, const node *constant, void *any, MPI_Comm comm) {\n"
                                            "  (void)root, (void)constant, (void)any, (void)comm;\n  return ") +
                                    call + ";\n}\n");
      const Finished run = scratch.run(compiler + quiet_cxx_bindings + flags +
                                       " -I" AUTOLINK_INCLUDE " -fsyntax-only -Wno-missing-declarations call.cpp");
      EXPECT_EQ(run.exit_code == 0, is_right) << compiler << ": " << call << '\n' << run.err;
      EXPECT_EQ(run.err.find("deleted") == std::string::npos, is_right) << compiler << ": " << call << '\n' << run.err;
    }
}

// gcc does not know such tags, and must compile the same code.
TEST(TypeSafe, OtherCompilersAreSilent) {
  const Scratch scratch;
  for (const char *command : {"gcc -std=c99", "gcc -std=gnu17", "g++ -x c++ -std=c++11", "g++ -x c++ -std=c++20"}) {
    const bool cxx = std::string(command).starts_with("g++");
    for (const std::string &name : {std::string("buffers.c"), own_file(cxx)}) {
      const Warned warned = compile(scratch,
                                    command + quiet_cxx_bindings + flags +
                                        includes(scratch, {"<automap/typesafe_mpi.h>", types_of(name, cxx)}),
                                    sources + "/" + name);
      EXPECT_EQ(warned.other, "") << command << ' ' << name;
    }
  }
}

// The tags, casts and macros must not change the generated code.
TEST(TypeSafe, CodeIsTheSame) {
  const Scratch scratch;
  for (const Case &test : one_standard_each())
    for (const std::string &name : {std::string("buffers.c"), own_file(test.cxx)}) {
      std::vector<std::string> code;
      for (const char *header : {"<mpi.h>", "<automap/typesafe_mpi.h>"})
        code.push_back(scratch
                           .run(test.compiler + flags + "-w -O1 -S -o - " +
                                includes(scratch, {header, types_of(name, test.cxx)}) + sources + "/" + name)
                           .out);
      EXPECT_NE(code[0].find("MPI_Send"), std::string::npos);
      EXPECT_EQ(code[0], code[1]) << test.compiler << ' ' << name;
    }
}

// clang interprets an initializer at a tag as the name of the datatype; initializers in generated code must not be
// interpreted so.
TEST(TypeSafe, DefinitionsUnderClang) {
  const std::string program = R"(#include "FIRST"
#include <automap/typesafe_mpi.h>
#include "SECOND"

int main(int argc, char **argv) {
  particle sent = {'H', {1, 2, 3}, 42}, got = {'?', {0, 0, 0}, 0};
  double x = 0, y = 1;
  int wrong;
  MPI_Init(&argc, &argv);
  wrong = AutoMap_particle != MPI_DATATYPE_NULL || Build_MPI_Types() != MPI_SUCCESS;
  wrong |= AutoMap_particle == MPI_DATATYPE_NULL;
  MPI_Sendrecv(&sent, 1, AutoMap_particle, 0, 0, &got, 1, AutoMap_particle, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  wrong |= got.species != 'H' || got.position[2] != 3 || got.id != 42;
  MPI_Gather(&x, 1, MPI_DOUBLE, &y, 1, MPI_DOUBLE, 0, MPI_COMM_SELF);
  MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, &y, 1, MPI_DOUBLE, 0, MPI_COMM_SELF);
  if (argc > 9)
    MPI_Gather(&x, 0, MPI_DATATYPE_NULL, &y, 1, MPI_DOUBLE, 0, MPI_COMM_SELF);
  wrong |= y != 0 || Free_MPI_Types() != MPI_SUCCESS || AutoMap_particle != MPI_DATATYPE_NULL;
  MPI_Finalize();
  return wrong;
}
)";
  const auto write = [&](const Scratch &scratch, const std::string &name, const std::string &first,
                         const std::string &second) {
    std::string text = program;
    text.replace(text.find("FIRST"), 5, first);
    text.replace(text.find("SECOND"), 6, second);
    scratch.write(name, text);
  };
  const Scratch scratch;
  write(scratch, "apart.c", "c/mpitypes.h", "c/mpitypes.h");
  write(scratch, "included.c", "c/mpitypes.h", "c/mpitypes.c");
  write(scratch, "apart.cpp", "cxx/mpitypes.h", "cxx/mpitypes.h");
  write(scratch, "included.cpp", "cxx/mpitypes.h", "cxx/mpitypes.cpp");
  const std::string options = quiet_cxx_bindings + " -I" AUTOMAP_INCLUDE " -I" TYPESAFE_GENERATED
                                                   " -Wall -Wextra -Wpedantic -Werror -O2 -o program ";
  std::istringstream clangs(CLANGS);
  for (std::string clang; std::getline(clangs, clang, ':');) {
    const std::string as_c = "MPICH_CC=" + clang + " OMPI_CC=" + clang + " " MPICC + options + "-std=c99 ";
    const std::string cxx = clang + " --driver-mode=g++";
    const std::string as_cxx = "MPICH_CXX=\"" + cxx + "\" OMPI_CXX=\"" + cxx + "\" " MPICXX + options + "-std=c++17 ";
    for (const std::string &command :
         {as_c + "apart.c " TYPESAFE_GENERATED "/c/mpitypes.c", as_c + "included.c",
          as_cxx + "apart.cpp " TYPESAFE_GENERATED "/cxx/mpitypes.cpp", as_cxx + "included.cpp"}) {
      const Finished run = scratch.run(command + " && " MPIEXEC " ./program");
      EXPECT_EQ(run.exit_code, 0) << command << '\n' << run.out << run.err;
    }
  }
}

/// A function of MPI's C interface that has buffers and their datatypes.
struct Function {
  struct Parameter {
    std::string name;
    std::string type;
  };
  std::string name;
  std::vector<Parameter> parameters;

  bool is_buffer(std::size_t i) const { return parameters[i].type == "void *" || parameters[i].type == "const void *"; }

  /// Returns the name of the datatype parameter of a buffer, or "" if the buffer consists of bytes.
  std::string datatype_of(std::size_t i) const {
    const std::string buffer = parameters[i].name;
    if ((name.starts_with("MPI_Pack") && buffer == "outbuf") || (name.starts_with("MPI_Unpack") && buffer == "inbuf"))
      return "";
    for (const char *side : {"send", "recv", "origin", "result"})
      for (const Parameter &parameter : parameters)
        if (buffer.starts_with(side) && parameter.name.starts_with(side) && parameter.type == "MPI_Datatype")
          return parameter.name;
    return "datatype";
  }
};

/// Returns the functions that mpi.h declares.
std::vector<Function> functions_with_buffers(bool with_arrays_of_types) {
  const Scratch scratch;
  scratch.write("mpi.c", "#include <mpi.h>\n");
  const Finished run = scratch.run("clang-19 " MPI_INCLUDE_FLAGS " -fsyntax-only -Xclang -ast-dump=json mpi.c");
  std::vector<Function> out;
  const nlohmann::json unit = nlohmann::json::parse(run.out);
  for (const nlohmann::json &node : unit["inner"]) {
    if (node["kind"] != "FunctionDecl" || !std::string(node["name"]).starts_with("MPI_") || !node.contains("inner"))
      continue;
    Function function{node["name"], {}};
    bool buffers = false, types = false;
    for (const nlohmann::json &inner : node["inner"]) {
      if (inner["kind"] != "ParmVarDecl")
        continue;
      function.parameters.push_back({inner.value("name", ""), inner["type"]["qualType"]});
      buffers |= function.is_buffer(function.parameters.size() - 1);
      const std::string &type = function.parameters.back().type;
      types |= type == (with_arrays_of_types ? "const MPI_Datatype *" : "MPI_Datatype");
    }
    if (buffers && types && function.name.find("_attr") == std::string::npos)
      out.push_back(function);
  }
  return out;
}

/// A program with calls of each function, one per line. The first call is right, and uses a different datatype for each
/// buffer. Further calls are wrong in one buffer each.
struct Program {
  std::string text;
  Lines wrong;
  int right = 0;
};

Program program_of(const std::vector<Function> &functions) {
  Program out;
  std::map<std::string, std::string> variables; // the variable of each type
  std::string calls;
  std::vector<bool> wrong;
  for (const Function &function : functions) {
    // -1 means that none is wrong.
    for (int at = -1; at < static_cast<int>(function.parameters.size()); ++at) {
      if (at >= 0 && !function.is_buffer(at))
        continue;
      calls += "  " + function.name + "(";
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Function::Parameter &parameter = function.parameters[i];
        std::string argument;
        if (function.is_buffer(i)) {
          const std::string datatype = function.datatype_of(i);
          const bool second = datatype.starts_with("recv") || datatype.starts_with("result");
          argument = static_cast<int>(i) == at ? "shorts" : second ? "floats" : "doubles";
        } else if (parameter.type == "MPI_Datatype") {
          argument = parameter.name.starts_with("recv") || parameter.name.starts_with("result") ? "MPI_FLOAT"
                     : parameter.name.starts_with("target")                                     ? "MPI_CHAR"
                                                                                                : "MPI_DOUBLE";
        } else {
          argument = variables.try_emplace(parameter.type, "v" + std::to_string(variables.size())).first->second;
        }
        calls += (i == 0 ? "" : ", ") + argument;
      }
      calls += ");\n";
      wrong.push_back(at >= 0 && !function.datatype_of(at).empty());
      out.right += !wrong.back();
    }
  }
  out.text = "#include INCLUDES\nextern double doubles[9];\nextern float floats[9];\nextern short shorts[9];\n";
  for (const auto &[type, variable] : variables)
    out.text += "extern " + type + ' ' + variable + ";\n";
  out.text += "void call_all(void);\nvoid call_all(void) {\n";
  int line = static_cast<int>(std::count(out.text.begin(), out.text.end(), '\n'));
  for (const bool is_wrong : wrong) {
    ++line;
    if (is_wrong)
      out.wrong.insert(line);
  }
  out.text += calls + "}\n";
  return out;
}

// Every function with a buffer and its datatype is checked, against the right one of its datatypes, with and without
// macros.
TEST(TypeSafe, AllFunctions) {
  const std::vector<Function> functions = functions_with_buffers(false);
  ASSERT_GE(functions.size(), 100U);
  const Program program = program_of(functions);
  const Scratch scratch;
  const std::string file = scratch / "calls.c";
  scratch.write("calls.c", program.text);
  for (const Case &test : one_standard_each())
    for (const char *macros : {"", " -DAUTOMAP_TYPESAFE_WITHOUT_MACROS "}) {
      const Warned warned =
          compile(scratch, test.compiler + flags + macros + includes(scratch, {"<automap/typesafe_mpi.h>"}), file);
      EXPECT_EQ(warned.lines, program.wrong) << test.compiler << macros << program.text;
      EXPECT_EQ(warned.other, "") << test.compiler << macros;
    }
  RecordProperty("functions", static_cast<int>(functions.size()));
  std::cout << functions.size() << " functions, " << program.right << " right and " << program.wrong.size()
            << " wrong calls\n";
}

// A program may replace a function by its own macro, as tests with mocks do. Without the header's macros, the call is
// checked; with them, there is an error that says so.
TEST(TypeSafe, MacrosOfTheProgram) {
  const Scratch scratch;
  scratch.write("mock.c",
                "#include INCLUDES\nint f(float *x)\n{ return MPI_Send(x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);\n}\n");
  const std::string file = scratch / "mock.c";
  for (const Case &test : one_standard_each()) {
    const std::string command = test.compiler + flags + " -DMPI_Send=fake_send ";
    const std::string header = includes(scratch, {"<automap/typesafe_mpi.h>"});
    const Warned left_out = compile(scratch, command + "-DAUTOMAP_TYPESAFE_WITHOUT_MACROS " + header, file);
    EXPECT_EQ(left_out.lines, std::set<int>{3}) << test.compiler;
    EXPECT_EQ(left_out.other, "") << test.compiler;
    const Warned refused = compile(scratch, command + header, file);
    EXPECT_NE(refused.other.find("MPI_Send is a macro: <automap/typesafe_mpi.h> needs "
                                 "AUTOMAP_TYPESAFE_WITHOUT_MACROS here"),
              std::string::npos)
        << test.compiler << refused.other;
  }
}

// Macros split arguments with bare commas: the calls must compile, without warnings.
TEST(TypeSafe, BareCommas) {
  const std::vector<Function> functions = functions_with_buffers(false);
  const Scratch scratch;
  std::string calls;
  std::map<std::string, std::string> variables; // the variable of each type
  int made = 0;
  for (const Function &function : functions)
    for (std::size_t at = 0; at < function.parameters.size(); ++at) {
      if (!function.is_buffer(at))
        continue;
      calls += "  " + function.name + "(";
      for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const std::string &type = function.parameters[i].type;
        calls += (i == 0 ? "" : ", ") +
                 (i == at ? "(short[]){1, 2, 3}"
                  : type == "MPI_Datatype"
                      ? "MPI_DOUBLE"
                      : variables.try_emplace(type, "v" + std::to_string(variables.size())).first->second);
      }
      calls += ");\n";
      ++made;
    }
  ASSERT_GE(made, 100);
  std::string text = "#include <automap/typesafe_mpi.h>\n";
  for (const auto &[type, variable] : variables)
    text += "extern " + type + ' ' + variable + ";\n";
  scratch.write("calls.c", text + "void call_all(void);\nvoid call_all(void) {\n" + calls + "}\n");
  for (const Case &test : clang_cases()) {
    if (test.cxx)
      continue;
    const Warned warned = compile(scratch, test.compiler + flags, scratch / "calls.c");
    EXPECT_EQ(warned.lines, Lines()) << test.compiler;
    EXPECT_EQ(warned.other, "") << test.compiler;
  }
}

// Tags cannot name arrays of datatypes.
TEST(TypeSafe, ArraysOfDatatypesAreLeftAlone) {
  const std::vector<Function> functions = functions_with_buffers(true);
  ASSERT_GE(functions.size(), 4U);
  const Program program = program_of(functions);
  const Scratch scratch;
  scratch.write("calls.c", program.text);
  for (const Case &test : clang_cases()) {
    const Warned warned =
        compile(scratch, test.compiler + flags + includes(scratch, {"<automap/typesafe_mpi.h>"}), scratch / "calls.c");
    EXPECT_EQ(warned.lines, Lines()) << test.compiler;
    EXPECT_EQ(warned.other, "") << test.compiler;
  }
}

} // namespace
} // namespace automap::test
