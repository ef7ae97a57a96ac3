// The printers at the end of the pipeline, which write a Survey as text.
#pragma once

#include "model/record.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// The words that each generated file begins with.
inline constexpr std::string_view generated_mark = "Made by automap ";

/// The end of the line of targets in each rule that emit_depfile() prints.
inline constexpr std::string_view depfile_mark = " \\\n";

/// Options of the generated code, beside the records.
struct CodeOptions {
  bool cxx = false;        // C++17 instead of C99
  std::string header_name; // the header as the source includes it: "mpitypes.h"
  std::string source_name; // "mpitypes.c"
  std::string suffix;      // appended to Build_MPI_Types and Free_MPI_Types; may be empty
  bool fields = false;     // generate the tables of fields that the runtime can be given
  bool packing = false;    // assume that the runtime is linked, without asking for its macro
  bool comments = true;    // show each record's layout and tree above its checks
};

/// Prints the generated header, or the source, for all records that have datatypes.
void emit_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);
void emit_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out);

/// Prints the listed records as one JSON object; json-format.md has the schema.
void emit_json(const Survey &survey, llvm::raw_ostream &out);

/// Prints the listed records as pahole draws structs, with the MPI datatype beside each field, and the type tree: in a
/// line or two, or indented with a line for each node.
void emit_text(const Survey &survey, bool indented_trees, llvm::raw_ostream &out);

/// Prints the type trees of the listed records, indented, with their costs.
void emit_trees(const Survey &survey, llvm::raw_ostream &out);

/// Prints a rule in Make's syntax: `targets` depend on all files that were read.
void emit_depfile(const Survey &survey, const std::vector<std::string> &targets, llvm::raw_ostream &out);

} // namespace automap
