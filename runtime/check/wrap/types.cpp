// Calls that create, commit and free datatypes, and those that return handles of existing ones.
#include "wrap.h"

#include <cstdint>

namespace automap::check {
namespace {

/// Notes that a call has created `*new_type`. Returns `code`.
int note_created(Call call, int code, const MPI_Datatype *new_type, bool committed = false) {
  return after(code, [&](Checker &known) { known.types.note_created(*new_type, call, committed); });
}

int note_committed(int code, const MPI_Datatype *type) {
  return after(code, [&](Checker &known) { known.types.note_committed(*type); });
}

int note_named(int code, MPI_Datatype type, const char *name) {
  return after(code, [&](Checker &known) { known.types.note_named(type, name); });
}

/// Notes a datatype for a precision. It is permanent, like predefined ones, but another may have had its handle before.
int note_permanent(int code, const MPI_Datatype *type) {
  return after(code, [&](Checker &known) { known.types.forget(*type); });
}

bool is_committed(MPI_Datatype type) {
  Checker *const checker = check::checker();
  if (!checker)
    return false;
  const Lock lock(*checker);
  const TypeState state = checker->types.find(type).state;
  return state != TypeState::uncommitted && state != TypeState::freed;
}

template <typename Mpi> int free_type(Mpi mpi, const MPI_Datatype *type) {
  Checker *const checker = check::checker();
  if (!checker || !type)
    return mpi();
  const MPI_Datatype freed = *type;
  std::uint64_t creation = 0;
  {
    const Lock lock(*checker);
    creation = checker->types.creation(freed);
  }
  const int code = mpi();                                                               // calls the program's callbacks
  return after(code, [&](Checker &known) { known.types.note_freed(freed, creation); }); // the handle may be another's
}

/// Notes the datatypes that MPI_Type_get_contents has returned of `type`. The program has to free those that are derived.
int note_contents(Call call, int code, MPI_Datatype type, const MPI_Datatype contents[]) {
  return after(code, [&](Checker &known) {
    int combiner = 0;
#if MPI_VERSION >= 4
    MPI_Count n = 0, unused = 0;
    PMPI_Type_get_envelope_c(type, &unused, &unused, &unused, &n, &combiner);
#else
    int n = 0, unused = 0;
    PMPI_Type_get_envelope(type, &unused, &unused, &n, &combiner);
#endif
    for (MPI_Count i = 0; i < n; ++i)
      known.types.note_handle(contents[i], call);
  });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "types.inc"

#ifdef OPEN_MPI
// A handle that comes from Fortran may have been created there, unnoticed.
AUTOMAP_WRAPPER MPI_Datatype MPI_Type_f2c(MPI_Fint fortran) {
  const MPI_Datatype out = PMPI_Type_f2c(fortran);
  with_checker([&](Checker &known) {
    if (known.types.find(out).state == TypeState::freed)
      known.types.forget(out);
  });
  return out;
}
#endif
