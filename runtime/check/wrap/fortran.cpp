// Open MPI's functions for Fortran do not call those for C, and neither do some of MPICH's module mpi_f08. So the
// wrappers here start the checker, note that handles have been freed which C may have created, and note that messages
// bypass the checker. Open MPI's functions have two names: one for Fortran programs, and one by which the module
// mpi_f08 calls them. Fortran programs use each library's own interface, and not the standard ABI, which has no handles
// of Fortran.
#include "mpi/open_mpi.h"

#if !AUTOMAP_STANDARD_MPI_ABI
#include "check/compare/pairing.h"
#include "check/ends/early_end.h"
#include "check/ends/session.h"
#include "wrap.h"

#include <algorithm>
#include <dlfcn.h>
#include <vector>

using namespace automap::check;

namespace {

/// Calls MPI's own function of this name.
template <typename... Arguments> void forward(const char *name, Arguments... arguments) {
  using Function = void (*)(Arguments...);
  const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  real(arguments...);
}

void start_if_initialized() {
  int initialized = 0;
  PMPI_Initialized(&initialized);
  if (initialized)
    start_checker();
}

/// Sets the last argument of a function for Fortran, which is optional in mpi_f08.
void set(MPI_Fint *code, int value) {
  if (code)
    *code = value;
}

} // namespace

// FOR_NAMES(FUNCTION, name, ...) expands FUNCTION(symbol, ...) for each name of mpi_<name>.
#ifdef OPEN_MPI
#define FOR_NAMES(FUNCTION, name, ...)                                                                                 \
  FUNCTION(mpi_##name##_ __VA_OPT__(, ) __VA_ARGS__)                                                                   \
  FUNCTION(ompi_##name##_f __VA_OPT__(, ) __VA_ARGS__)
#else
#define FOR_NAMES(FUNCTION, name, ...) FUNCTION(mpi_##name##_f08_ __VA_OPT__(, ) __VA_ARGS__)
#endif

#define FORTRAN_INIT(symbol)                                                                                           \
  AUTOMAP_WRAPPER void symbol(MPI_Fint *code) {                                                                        \
    note_program_signals();                                                                                            \
    forward(#symbol, code);                                                                                            \
    start_if_initialized();                                                                                            \
  }
FOR_NAMES(FORTRAN_INIT, init)

#define FORTRAN_INIT_THREAD(symbol)                                                                                    \
  AUTOMAP_WRAPPER void symbol(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *code) {                                \
    note_program_signals();                                                                                            \
    forward(#symbol, required, provided, code);                                                                        \
    start_if_initialized();                                                                                            \
  }
FOR_NAMES(FORTRAN_INIT_THREAD, init_thread)

// These call the functions for C, which the checker sees.
#define FORTRAN_ABORT(symbol)                                                                                          \
  AUTOMAP_WRAPPER void symbol(const MPI_Fint *communicator, const MPI_Fint *value, MPI_Fint *code) {                   \
    set(code, MPI_Abort(PMPI_Comm_f2c(*communicator), *value));                                                        \
  }
FOR_NAMES(FORTRAN_ABORT, abort)

#define FORTRAN_HANDLE(symbol, function, Handle, kind)                                                                 \
  AUTOMAP_WRAPPER void symbol(MPI_Fint *handle, MPI_Fint *code) {                                                      \
    Handle of_c = PMPI_##kind##_f2c(*handle);                                                                          \
    const int value = function(&of_c);                                                                                 \
    set(code, value);                                                                                                  \
    if (value == MPI_SUCCESS)                                                                                          \
      *handle = PMPI_##kind##_c2f(of_c);                                                                               \
  }
#define FORTRAN_COMM_FREE(symbol) FORTRAN_HANDLE(symbol, MPI_Comm_free, MPI_Comm, Comm)
#define FORTRAN_COMM_DISCONNECT(symbol) FORTRAN_HANDLE(symbol, MPI_Comm_disconnect, MPI_Comm, Comm)
#define FORTRAN_TYPE_COMMIT(symbol) FORTRAN_HANDLE(symbol, MPI_Type_commit, MPI_Datatype, Type)
#define FORTRAN_TYPE_FREE(symbol) FORTRAN_HANDLE(symbol, MPI_Type_free, MPI_Datatype, Type)
FOR_NAMES(FORTRAN_COMM_FREE, comm_free)
FOR_NAMES(FORTRAN_COMM_DISCONNECT, comm_disconnect)
FOR_NAMES(FORTRAN_TYPE_COMMIT, type_commit)
FOR_NAMES(FORTRAN_TYPE_FREE, type_free)

namespace automap::check {
namespace {

/// Notes that a message on this communicator bypasses the checker. From now on, it is not known which record belongs to
/// which message.
void note_bypassed(const MPI_Fint *communicator) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  ++checker->counters.skipped;
  if (Communicator *const known = checker->communicators.find(PMPI_Comm_f2c(*communicator))) {
    known->is_bypassed = true;
    checker->distrust_me();
    poll(*checker, *known);
  }
}

} // namespace
} // namespace automap::check

// All arguments of Fortran are addresses.
#define FORTRAN_MESSAGE_AS(symbol, parameters, arguments)                                                              \
  AUTOMAP_WRAPPER void symbol parameters {                                                                             \
    note_bypassed(comm);                                                                                               \
    forward(#symbol, LIST arguments);                                                                                  \
  }
#define LIST(...) __VA_ARGS__
#define FORTRAN_MESSAGE(name, parameters, arguments) FOR_NAMES(FORTRAN_MESSAGE_AS, name, parameters, arguments)

#ifdef OPEN_MPI
#include "fortran_messages.inc"
#else
#include "fortran_matched.inc"

// These, too, call the functions for C.
FORTRAN_HANDLE(mpi_start_f08_, MPI_Start, MPI_Request, Request)

AUTOMAP_WRAPPER void mpi_startall_f08_(const MPI_Fint *count, MPI_Fint *requests, MPI_Fint *code) {
  std::vector<MPI_Request> of_c(static_cast<std::size_t>(std::max(*count, 0)));
  std::transform(requests, requests + of_c.size(), of_c.begin(),
                 [](MPI_Fint request) { return PMPI_Request_f2c(request); });
  set(code, MPI_Startall(*count, of_c.data()));
  std::transform(of_c.begin(), of_c.end(), requests, [](MPI_Request request) { return PMPI_Request_c2f(request); });
}

AUTOMAP_WRAPPER void mpi_cancel_f08_(const MPI_Fint *request, MPI_Fint *code) {
  MPI_Request of_c = PMPI_Request_f2c(*request);
  set(code, MPI_Cancel(&of_c));
}

#endif

#endif
