// Error codes as AutoMap's and AutoLink's libraries return them. The libraries are installed apart, so this is a header
// alone.
#pragma once

#include "mpi/open_mpi.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

namespace automap::mpi {

/// Returns MPI_SUCCESS after MPI_Init and before MPI_Finalize, else MPI_ERR_OTHER or the code of a failed MPI call.
inline int running_status() noexcept {
  static std::atomic<bool> was_initialized = false; // never becomes false again
  int initialized = 1, finalized = 0, code = MPI_SUCCESS;
  if (!was_initialized.load(std::memory_order_relaxed)) {
    code = MPI_Initialized(&initialized);
    was_initialized.store(code == MPI_SUCCESS && initialized, std::memory_order_relaxed);
  }
  if (code == MPI_SUCCESS)
    code = MPI_Finalized(&finalized);
  return code == MPI_SUCCESS && (!initialized || finalized) ? MPI_ERR_OTHER : code;
}

/// Says on stderr that `call` was made while MPI is not running and has no error handler, and returns `code`.
inline int report_not_running(int code, const char *call) noexcept {
  std::fprintf(stderr, "%s: MPI is not initialized, or is finalized already\n", call);
  return code;
}

/// The most characters of an error code's text. Open MPI 6.0rc2 copies up to 511 from a program for the standard ABI, and
/// has memory for 255.
inline std::size_t longest_error_text() { return (is_open_mpi() ? 256 : MPI_MAX_ERROR_STRING) - 1; }

/// Returns the code of `error_class` with this text from `codes`, where it is added at its first use. Returns
/// `otherwise` if MPI makes none, or if there are `most`: MPI libraries have few codes and never free them. No code
/// gets another text, because MPI_Error_string may be reading the one it has.
inline int code_with_text(std::map<std::string, int> &codes, std::size_t most, std::string text, int error_class,
                          int otherwise) {
  text.resize(std::min(text.size(), longest_error_text()));
  if (const auto found = codes.find(text); found != codes.end())
    return found->second;
  if (codes.size() == most)
    return otherwise;
  int code = 0;
  if (MPI_Add_error_code(error_class, &code) != MPI_SUCCESS || MPI_Add_error_string(code, text.c_str()) != MPI_SUCCESS)
    code = otherwise;
  return codes.emplace(std::move(text), code).first->second;
}

} // namespace automap::mpi
