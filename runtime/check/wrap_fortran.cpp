// Open MPI's functions for Fortran do not call those for C but go past them. Here they start and end the checker,
// end the lives of handles that C may have made, and say which messages are not seen. (MPICH's call C's.)
// Each has two names: that of Fortran programs, and the one by which the module mpi_f08 calls it.
#include "wrap.h"

#ifdef OPEN_MPI

#include <dlfcn.h>

namespace automap::check {
namespace {

/// A message on this communicator is sent or received out of sight: what the records of its messages are is not
/// known from now on.
void goes_past(const MPI_Fint *communicator) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  if (Communicator *const known = checker->communicators.find(PMPI_Comm_f2c(*communicator))) {
    known->is_bypassed = true;
    ++checker->counters.skipped;
    checker->distrust_me();
  }
}

/// MPI's own function of this name.
template <typename... Arguments> void forward(const char *name, Arguments... arguments) {
  using Function = void (*)(Arguments...);
  const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  real(arguments...);
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define FORTRAN(name, parameters, ...)                                                                       \
  AUTOMAP_WRAPPER void mpi_##name##_ parameters __VA_ARGS__ AUTOMAP_WRAPPER void ompi_##name##_f parameters  \
      __VA_ARGS__

FORTRAN(init, (MPI_Fint * code), { *code = MPI_Init(nullptr, nullptr); })
FORTRAN(init_thread, (const MPI_Fint *required, MPI_Fint *provided, MPI_Fint *code),
        { *code = MPI_Init_thread(nullptr, nullptr, *required, provided); })
FORTRAN(finalize, (MPI_Fint * code), { *code = MPI_Finalize(); })
FORTRAN(abort, (const MPI_Fint *communicator, const MPI_Fint *value, MPI_Fint *code),
        { *code = MPI_Abort(PMPI_Comm_f2c(*communicator), *value); })

#define FORTRAN_HANDLE(name, function, Handle, kind)                                                         \
  FORTRAN(name, (MPI_Fint * handle, MPI_Fint * code), {                                                      \
    Handle of_c = PMPI_##kind##_f2c(*handle);                                                                \
    *code = function(&of_c);                                                                                 \
    if (*code == MPI_SUCCESS)                                                                                \
      *handle = PMPI_##kind##_c2f(of_c);                                                                     \
  })
FORTRAN_HANDLE(comm_free, MPI_Comm_free, MPI_Comm, Comm)
FORTRAN_HANDLE(comm_disconnect, MPI_Comm_disconnect, MPI_Comm, Comm)
FORTRAN_HANDLE(type_commit, MPI_Type_commit, MPI_Datatype, Type)
FORTRAN_HANDLE(type_free, MPI_Type_free, MPI_Datatype, Type)

// All arguments of Fortran are addresses.
#define FORTRAN_MESSAGE_AS(symbol, parameters, arguments)                                                    \
  AUTOMAP_WRAPPER void symbol parameters {                                                                   \
    goes_past(comm);                                                                                         \
    forward(#symbol, LIST arguments);                                                                        \
  }
#define LIST(...) __VA_ARGS__
#define FORTRAN_MESSAGE(name, parameters, arguments)                                                         \
  FORTRAN_MESSAGE_AS(mpi_##name##_, parameters, arguments)                                                   \
  FORTRAN_MESSAGE_AS(ompi_##name##_f, parameters, arguments)

// Buffer, count, datatype, rank, tag; and what follows the communicator.
#define FORTRAN_WITH_ONE(name)                                                                               \
  FORTRAN_MESSAGE(                                                                                           \
      name, (void *buffer, void *count, void *type, void *peer, void *tag, MPI_Fint *comm, void *code),      \
      (buffer, count, type, peer, tag, comm, code))
#define FORTRAN_WITH_TWO(name)                                                                               \
  FORTRAN_MESSAGE(                                                                                           \
      name,                                                                                                  \
      (void *buffer, void *count, void *type, void *peer, void *tag, MPI_Fint *comm, void *out, void *code), \
      (buffer, count, type, peer, tag, comm, out, code))
FORTRAN_WITH_ONE(send)
FORTRAN_WITH_ONE(bsend)
FORTRAN_WITH_ONE(ssend)
FORTRAN_WITH_ONE(rsend)
FORTRAN_WITH_TWO(isend)
FORTRAN_WITH_TWO(ibsend)
FORTRAN_WITH_TWO(issend)
FORTRAN_WITH_TWO(irsend)
FORTRAN_WITH_TWO(send_init)
FORTRAN_WITH_TWO(bsend_init)
FORTRAN_WITH_TWO(ssend_init)
FORTRAN_WITH_TWO(rsend_init)
FORTRAN_WITH_TWO(recv)
FORTRAN_WITH_TWO(irecv)
FORTRAN_WITH_TWO(recv_init)

FORTRAN_MESSAGE(sendrecv,
                (void *sent, void *sent_count, void *sent_type, void *destination, void *send_tag,
                 void *received, void *count, void *type, void *source, void *tag, MPI_Fint *comm,
                 void *status, void *code),
                (sent, sent_count, sent_type, destination, send_tag, received, count, type, source, tag, comm,
                 status, code))
FORTRAN_MESSAGE(sendrecv_replace,
                (void *buffer, void *count, void *type, void *destination, void *send_tag, void *source,
                 void *tag, MPI_Fint *comm, void *status, void *code),
                (buffer, count, type, destination, send_tag, source, tag, comm, status, code))
FORTRAN_MESSAGE(mprobe, (void *source, void *tag, MPI_Fint *comm, void *message, void *status, void *code),
                (source, tag, comm, message, status, code))
FORTRAN_MESSAGE(improbe,
                (void *source, void *tag, MPI_Fint *comm, void *found, void *message, void *status,
                 void *code),
                (source, tag, comm, found, message, status, code))

#endif
