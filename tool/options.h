// The command line, as a value.
#pragma once

#include "layout/cost_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

enum class Format : std::uint8_t { c, json, text, html, svg, sarif, numpy, fortran, hdf5 };

/// Whether the format is code for another language than C and C++, or for another library than MPI.
bool is_language(Format format);

/// The first argument, if it is the name of a command.
enum class Command : std::uint8_t { none, explain, diff };

/// What a run is asked to do.
struct Options {
  Command command = Command::none;
  std::vector<std::string> inputs; // of diff: first the old layouts, then the new ones
  std::string output;              // "-": standard output
  std::optional<std::string> build_dir;
  std::vector<std::string> compiler_args; // the arguments of -I, -D and --extra-arg, and what follows "--"
  std::string compiler;                   // --compiler; empty: not given
  std::vector<std::string> types;
  std::string selection; // --select; empty: none
  std::string depfile;
  std::string suffix;
  std::string type_map;  // --from-typemap; empty: headers are read
  std::string type_name; // the name of its datatype
  Format format = Format::c;
  layout::CostModel cost_model; // --cost-model and --cost
  bool show_tree = false;
  bool all = false;
  bool system_headers = false; // with `all`
  bool skip_included = false;
  bool ignore_pointers = false;
  bool fields = false;
  bool packing = false;
  bool autolink = false;

  /// Whether the extension of `output` stands for C++.
  bool cxx_output() const;
};

/// Reads the command line. Prints and exits for --help and --version. Reports unknown options and options that do not
/// go together, and returns nothing.
std::optional<Options> parse_options(int argc, const char **argv);

} // namespace automap
