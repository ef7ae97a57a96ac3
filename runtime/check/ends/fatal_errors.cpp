// Fatal errors. See fatal_errors.h.
#include "fatal_errors.h"

#include "check/state/checker.h"
#include "check/state/source.h"
#include "early_end.h"
#include "mpi/open_mpi.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

namespace automap::check {
namespace {

/// The errors that this thread holds back.
struct Held {
  int depth = 0;
  bool fatal = false;
  MPI_Comm communicator = MPI_COMM_NULL;
  int code = MPI_SUCCESS;
};
thread_local Held held __attribute__((tls_model("initial-exec")));

MPI_Errhandler replacement = MPI_ERRHANDLER_NULL, window_replacement = MPI_ERRHANDLER_NULL;

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  PMPI_Error_string(code, text, &length);
  return text;
}

/// MPICH calls handlers with its lock held, and fails an assertion if they call it.
bool handler_may_call_mpi() { return mpi::is_open_mpi() || !running || !running->threaded; }

/// Reports an error, without the stack that MPICH appends to the text. MPI itself will name PMPI_Comm_call_errhandler.
void report_error(const std::string &text) {
  if (!running)
    return;
  const Call call = call_of_program(call_in_progress());
  const bool is_of_mpi = std::string_view(call.name).starts_with("MPI_");
  report_before_end(*running,
                    std::string("an error ") + (is_of_mpi ? "of MPI " : "") + "in " + to_text(call) +
                        " ends the program: " + text.substr(0, text.find(", error stack:")),
                    true, handler_may_call_mpi());
}

/// Reports an error, and ends the program if its handler must not call MPI.
void report_fatal(int code) {
  const std::string text = text_of(code);
  report_error(text);
  if (handler_may_call_mpi())
    return;
  std::fprintf(stderr, "%s\n", text.c_str());
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE); // the launcher ends the other ranks
}

void end_program(MPI_Comm communicator, int code) {
  report_fatal(code);
  PMPI_Comm_set_errhandler(communicator, MPI_ERRORS_ARE_FATAL);
  PMPI_Comm_call_errhandler(communicator, code);
  PMPI_Abort(communicator, code);
}

extern "C" void on_error(MPI_Comm *communicator, int *code, ...) {
  if (IgnoreErrors::active()) {
    IgnoreErrors::note(*code);
    return;
  }
  if (held.depth == 0)
    end_program(*communicator, *code);
  held.fatal = true;
  held.communicator = *communicator;
  held.code = *code;
}

extern "C" void on_window_error(MPI_Win *window, int *code, ...) {
  report_fatal(*code);
  PMPI_Win_set_errhandler(*window, MPI_ERRORS_ARE_FATAL);
  PMPI_Win_call_errhandler(*window, *code);
  PMPI_Abort(MPI_COMM_WORLD, *code);
}

/// Sets the handler `to` on those communicators of MPI_Init that have the handler `from`.
void replace_handler(MPI_Errhandler from, MPI_Errhandler to) {
  for (const MPI_Comm communicator : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Errhandler current = MPI_ERRHANDLER_NULL;
    PMPI_Comm_get_errhandler(communicator, &current);
    if (current == from)
      PMPI_Comm_set_errhandler(communicator, to);
    PMPI_Errhandler_free(&current);
  }
}

} // namespace

HoldErrors::HoldErrors() { held.depth += holds_; }

HoldErrors::~HoldErrors() {
  held.depth -= holds_;
  if (held.depth == 0 && held.fatal)
    end_program(held.communicator, held.code);
}

bool HoldErrors::is_fatal() const { return held.fatal; }

int HoldErrors::code_of(int code) const { return code == MPI_SUCCESS && held.fatal ? held.code : code; }

MPI_Errhandler fatal_replacement() { return replacement; }
MPI_Errhandler fatal_window_replacement() { return window_replacement; }

void replace_window_handler(MPI_Win window) {
  MPI_Errhandler current = MPI_ERRHANDLER_NULL;
  PMPI_Win_get_errhandler(window, &current);
  if (current == MPI_ERRORS_ARE_FATAL)
    PMPI_Win_set_errhandler(window, window_replacement);
  PMPI_Errhandler_free(&current);
}

void replace_error_handlers() {
  PMPI_Comm_create_errhandler(on_error, &replacement);
  PMPI_Win_create_errhandler(on_window_error, &window_replacement);
  replace_handler(MPI_ERRORS_ARE_FATAL, replacement);
}

void restore_error_handlers() {
  replace_handler(replacement, MPI_ERRORS_ARE_FATAL);
  PMPI_Errhandler_free(&replacement);
  PMPI_Errhandler_free(&window_replacement);
}

} // namespace automap::check
