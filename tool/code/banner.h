// What generated files begin with.
#pragma once

#include "model/record.h"
#include "show/emit.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// What stands before the names of the inputs in the first lines of a C or C++ file.
inline constexpr std::string_view made_of_mark = "the structs of ";

/// The inputs by name alone: where they lie is nobody's business but the compiler's.
std::vector<std::string> names_of(const std::vector<Input> &inputs);
std::string input_names(const std::vector<Input> &inputs);

/// The comment that a C or C++ file begins with; `what`: "MPI datatypes for".
void emit_banner(const Survey &survey, std::string_view file, std::string_view what, llvm::raw_ostream &out);

/// The inclusion of the inputs.
void emit_input_includes(const Survey &survey, llvm::raw_ostream &out);

/// In a header: the inputs' macros are put aside, from here to the end of this object. Those are words that MPI's headers
/// and generated code may use as names.
class MacrosAside {
public:
  MacrosAside(const Survey &survey, llvm::raw_ostream &out);
  ~MacrosAside();
  MacrosAside(const MacrosAside &) = delete;
  MacrosAside &operator=(const MacrosAside &) = delete;

private:
  const Survey &survey_;
  llvm::raw_ostream &out_;
};

/// In a source, whose end is theirs.
void emit_end_of_macros(const Survey &survey, llvm::raw_ostream &out);

/// What compilers are not to warn of in a source, from the inclusion of its header on to the end of this object.
class WarningsOff {
public:
  WarningsOff(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
  ~WarningsOff();
  WarningsOff(const WarningsOff &) = delete;
  WarningsOff &operator=(const WarningsOff &) = delete;

  /// Behind the user's headers: nor of casts in generated code, as of mpi.h's macros.
  void of_casts();

private:
  bool cxx_, deprecated_;
  llvm::raw_ostream &out_;
};

} // namespace automap
