// The command line, as a value.
#pragma once

#include "layout/cost_model.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

enum class Format : std::uint8_t { c, json, text };

struct Options {
  std::vector<std::string> inputs;
  std::string output; // "-": standard output
  std::optional<std::string> build_dir;
  std::vector<std::string> compiler_args; // --extra-arg and what follows "--"
  std::vector<std::string> types;
  std::string selection; // --select; empty: none
  std::string depfile;
  std::string suffix;
  std::string type_map;  // --from-typemap; empty: headers are read
  std::string type_name; // of the datatype of the type map
  Format format = Format::c;
  layout::CostModel cost_model; // --cost-model and --cost
  bool show_tree = false;
  bool all = false;
  bool skip_included = false;
  bool ignore_pointers = false;
  bool fields = false;
  bool packing = false;
  bool autolink = false;

  bool cxx_output() const; // by the extension of `output`
};

/// Reads the command line. Prints and exits for --help, --version and options that do not exist; nothing
/// if what is asked for makes no sense, which has been reported.
std::optional<Options> parse_options(int argc, const char **argv);

} // namespace automap
