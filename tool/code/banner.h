// The beginning of generated files: banner, includes, macros, warnings.
#pragma once

#include "model/record.h"
#include "show/emit.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// The words before the names of the inputs in the first lines of a C or C++ file.
inline constexpr std::string_view inputs_mark = "the structs of ";

/// Returns the names of the inputs without their folders, as a list or as text.
std::vector<std::string> names_of(const std::vector<Input> &inputs);
std::string input_names(const std::vector<Input> &inputs);

/// Prints the comment that a C or C++ file begins with; `what` is its subject: "MPI datatypes for".
void emit_banner(const Survey &survey, std::string_view file, std::string_view what, llvm::raw_ostream &out);

/// Prints the beginning of a header: the banner, the include guard, and the lines that include the inputs.
void begin_header(const Survey &survey, const CodeOptions &options, std::string_view what, llvm::raw_ostream &out);

/// Prints, in a header, the lines that hide the inputs' macros, and at the end of this object those that restore them.
/// MPI's headers and generated code may use their words as names.
class HiddenMacros {
public:
  HiddenMacros(const Survey &survey, llvm::raw_ostream &out);
  ~HiddenMacros();
  HiddenMacros(const HiddenMacros &) = delete;
  HiddenMacros &operator=(const HiddenMacros &) = delete;

private:
  const Survey &survey_;
  llvm::raw_ostream &out_;
};

/// Prints, in a source, the lines that hide the inputs' macros up to its end.
void emit_end_of_macros(const Survey &survey, llvm::raw_ostream &out);

/// Prints pragmas that silence warnings in a source, from the inclusion of its header to the end of this object.
class SilencedWarnings {
public:
  SilencedWarnings(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
  ~SilencedWarnings();
  SilencedWarnings(const SilencedWarnings &) = delete;
  SilencedWarnings &operator=(const SilencedWarnings &) = delete;

  /// Silences also the warnings about casts that mpi.h's macros cause. Call it after the user's headers.
  void silence_casts();

private:
  bool cxx_, deprecated_;
  llvm::raw_ostream &out_;
};

} // namespace automap
