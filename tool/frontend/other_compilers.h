// What the compilers of this machine say about themselves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace automap {

/// What an MPI compiler wrapper runs.
struct MpiWrapper {
  std::string compiler; // empty if there is no wrapper
  std::vector<std::string> include_dirs;
};

/// Returns what the wrapper named by MPICC runs, or else the first one in PATH, by its usual name or Debian's names. One
/// that shows where mpi.h is is preferred. Each wrapper is run once.
const MpiWrapper &mpi_wrapper();

/// Returns the wrapper's command line, which it prints with -show: "gcc -I/a -I /b …".
MpiWrapper parse_wrapper_output(std::string_view output);

/// Returns the version of `compiler`, such as "12.2.0", if it is gcc or an MPI wrapper of gcc; otherwise empty. Returns
/// nothing if there is no such program.
std::optional<std::string> gcc_version(const std::string &compiler);

/// Returns the values that this gcc's preprocessor gives to operations such as "__has_attribute(packed)"; 0 where it has
/// none.
std::vector<long> operator_values(const std::string &gcc, bool is_cxx, const std::vector<std::string> &operations);

/// Returns the path of gcc's omp.h; empty if there is no gcc, or gcc has none.
std::string find_omp_header();

} // namespace automap
