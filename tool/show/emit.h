// The printers at the end of the pipeline: Survey → text.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// What each generated file says of itself in its first lines.
inline constexpr std::string_view generated_mark = "Made by automap ";

/// What stands behind the targets of each rule that emit_depfile prints.
inline constexpr std::string_view depfile_mark = " \\\n";

/// What the C emitter needs to know beside the records.
struct CodeOptions {
  bool cxx = false;        // C++17 instead of C99
  std::string header_name; // as the source includes it: "mpitypes.h"
  std::string source_name; // "mpitypes.c"
  std::string suffix;      // of Build_MPI_Types and Free_MPI_Types; empty: none
  bool fields = false;     // tables of fields for the runtime
  bool packing = false;    // the runtime is linked, whatever the compiler is told
  bool comments = true;    // above the checks of each record, that show its layout and tree
};

/// The generated header and source for all records that have datatypes.
void emit_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
void emit_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// The listed records as one JSON object; schema in tool/json-format.md.
void emit_json(const Survey &survey, llvm::raw_ostream &out);

/// The listed records as pahole would draw them, with the MPI datatype beside each field, and the type tree:
/// in a line or two, or indented, a line for each node.
void emit_text(const Survey &survey, bool indented_trees, llvm::raw_ostream &out);

/// The type trees of the listed records, indented, with their costs.
void emit_trees(const Survey &survey, llvm::raw_ostream &out);

/// A rule in Make syntax: `targets` depend on all files that were read.
void emit_depfile(const Survey &survey, const std::vector<std::string> &targets, llvm::raw_ostream &out);

} // namespace automap
