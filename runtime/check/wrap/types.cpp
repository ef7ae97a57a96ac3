// Calls that create, commit and free datatypes, and those that return handles of existing ones.
#include "wrap.h"

#include <cstdint>

namespace automap::check {
namespace {

/// Notes that a call has created `*new_type`. Returns `code`.
int note_created(Call call, int code, const MPI_Datatype *new_type, bool committed = false) {
  if (Checker *const checker = check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->types.note_created(*new_type, call, committed);
  }
  return code;
}

/// Notes that a call has returned `n` handles. The program has to free those of derived datatypes. Returns `code`.
int note_handles(Call call, int code, long long n, const MPI_Datatype types[]) {
  if (Checker *const checker = check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    for (long long i = 0; i < n; ++i)
      checker->types.note_handle(types[i], call);
  }
  return code;
}

bool is_committed(MPI_Datatype type) {
  Checker *const checker = check::checker();
  if (!checker)
    return false;
  const Lock lock(*checker);
  const TypeState state = checker->types.find(type).state;
  return state != TypeState::uncommitted && state != TypeState::freed;
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_CONSTRUCTOR(name, parameters, arguments)                                                                  \
  AUTOMAP_WRAPPER int MPI_##name parameters {                                                                          \
    return note_created(AUTOMAP_THIS_CALL(name), PMPI_##name arguments, new_type);                                     \
  }

#define WRAP_CONSTRUCTORS(suffix, Count, Displacement)                                                                 \
  WRAP_CONSTRUCTOR(Type_contiguous##suffix, (Count n, MPI_Datatype part, MPI_Datatype * new_type),                     \
                   (n, part, new_type))                                                                                \
  WRAP_CONSTRUCTOR(Type_vector##suffix,                                                                                \
                   (Count n, Count length, Count stride, MPI_Datatype part, MPI_Datatype * new_type),                  \
                   (n, length, stride, part, new_type))                                                                \
  WRAP_CONSTRUCTOR(Type_indexed##suffix,                                                                               \
                   (Count n, const Count lengths[], const Count places[], MPI_Datatype part, MPI_Datatype *new_type),  \
                   (n, lengths, places, part, new_type))                                                               \
  WRAP_CONSTRUCTOR(Type_create_indexed_block##suffix,                                                                  \
                   (Count n, Count length, const Count places[], MPI_Datatype part, MPI_Datatype *new_type),           \
                   (n, length, places, part, new_type))                                                                \
  AUTOMAP_WRAPPER int MPI_Type_create_subarray##suffix(int n, const Count sizes[], const Count subsizes[],             \
                                                       const Count starts[], int order, MPI_Datatype part,             \
                                                       MPI_Datatype *new_type) {                                       \
    return note_created(AUTOMAP_THIS_CALL(Type_create_subarray##suffix),                                               \
                        PMPI_Type_create_subarray##suffix(n, sizes, subsizes, starts, order, part, new_type),          \
                        new_type);                                                                                     \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Type_create_darray##suffix(                                                                  \
      int size, int rank, int n, const Count sizes[], const int distributions[], const int arguments[],                \
      const int processes[], int order, MPI_Datatype part, MPI_Datatype *new_type) {                                   \
    return note_created(AUTOMAP_THIS_CALL(Type_create_darray##suffix),                                                 \
                        PMPI_Type_create_darray##suffix(size, rank, n, sizes, distributions, arguments, processes,     \
                                                        order, part, new_type),                                        \
                        new_type);                                                                                     \
  }
AUTOMAP_FOR_COUNTS(WRAP_CONSTRUCTORS)

// Displacements in bytes are MPI_Aint, or MPI_Count in the forms with large counts.
#define WRAP_CONSTRUCTORS_IN_BYTES(suffix, Count, Bytes)                                                               \
  WRAP_CONSTRUCTOR(Type_create_hvector##suffix,                                                                        \
                   (Count n, Count length, Bytes stride, MPI_Datatype part, MPI_Datatype * new_type),                  \
                   (n, length, stride, part, new_type))                                                                \
  WRAP_CONSTRUCTOR(Type_create_hindexed##suffix,                                                                       \
                   (Count n, const Count lengths[], const Bytes places[], MPI_Datatype part, MPI_Datatype *new_type),  \
                   (n, lengths, places, part, new_type))                                                               \
  WRAP_CONSTRUCTOR(Type_create_hindexed_block##suffix,                                                                 \
                   (Count n, Count length, const Bytes places[], MPI_Datatype part, MPI_Datatype *new_type),           \
                   (n, length, places, part, new_type))                                                                \
  WRAP_CONSTRUCTOR(                                                                                                    \
      Type_create_struct##suffix,                                                                                      \
      (Count n, const Count lengths[], const Bytes places[], const MPI_Datatype parts[], MPI_Datatype *new_type),      \
      (n, lengths, places, parts, new_type))                                                                           \
  WRAP_CONSTRUCTOR(Type_create_resized##suffix,                                                                        \
                   (MPI_Datatype part, Bytes lower_bound, Bytes extent, MPI_Datatype * new_type),                      \
                   (part, lower_bound, extent, new_type))
WRAP_CONSTRUCTORS_IN_BYTES(, int, MPI_Aint)
#if MPI_VERSION >= 4
WRAP_CONSTRUCTORS_IN_BYTES(_c, MPI_Count, MPI_Count)
#endif

#ifdef MPICH // functions of MPI-1, which Open MPI 4 does not have
WRAP_CONSTRUCTOR(Type_hvector, (int n, int length, MPI_Aint stride, MPI_Datatype part, MPI_Datatype *new_type),
                 (n, length, stride, part, new_type))
WRAP_CONSTRUCTOR(Type_hindexed, (int n, int lengths[], MPI_Aint places[], MPI_Datatype part, MPI_Datatype *new_type),
                 (n, lengths, places, part, new_type))
WRAP_CONSTRUCTOR(Type_struct, (int n, int lengths[], MPI_Aint places[], MPI_Datatype parts[], MPI_Datatype *new_type),
                 (n, lengths, places, parts, new_type))
#endif

AUTOMAP_WRAPPER int MPI_Type_dup(MPI_Datatype part, MPI_Datatype *new_type) {
  const bool committed = is_committed(part);
  return note_created(AUTOMAP_THIS_CALL(Type_dup), PMPI_Type_dup(part, new_type), new_type, committed);
}

AUTOMAP_WRAPPER int MPI_Type_commit(MPI_Datatype *type) {
  const int code = PMPI_Type_commit(type);
  if (Checker *const checker = automap::check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->types.note_committed(*type);
  }
  return code;
}

AUTOMAP_WRAPPER int MPI_Type_set_name(MPI_Datatype type, const char *name) {
  const int code = PMPI_Type_set_name(type, name);
  if (Checker *const checker = automap::check::checker(); checker && code == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->types.note_named(type, name);
  }
  return code;
}

AUTOMAP_WRAPPER int MPI_Type_free(MPI_Datatype *type) {
  Checker *const checker = automap::check::checker();
  if (!checker || !type)
    return PMPI_Type_free(type);
  const MPI_Datatype freed = *type;
  std::uint64_t creation = 0;
  {
    const Lock lock(*checker);
    creation = checker->types.creation(freed);
  }
  const int code = PMPI_Type_free(type); // calls the program's callbacks
  if (code == MPI_SUCCESS) {
    const Lock lock(*checker); // another thread may have been given the same handle
    checker->types.note_freed(freed, creation);
  }
  return code;
}

AUTOMAP_WRAPPER int MPI_Type_get_contents(MPI_Datatype type, int n_integers, int n_addresses, int n_types,
                                          int integers[], MPI_Aint addresses[], MPI_Datatype types[]) {
  int n = 0, combiner = 0, unused = 0;
  if (checker())
    PMPI_Type_get_envelope(type, &unused, &unused, &n, &combiner);
  return note_handles(AUTOMAP_THIS_CALL(Type_get_contents),
                      PMPI_Type_get_contents(type, n_integers, n_addresses, n_types, integers, addresses, types), n,
                      types);
}

#if MPI_VERSION >= 4
AUTOMAP_WRAPPER int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count n_integers, MPI_Count n_addresses,
                                            MPI_Count n_counts, MPI_Count n_types, int integers[], MPI_Aint addresses[],
                                            MPI_Count counts[], MPI_Datatype types[]) {
  MPI_Count n = 0, unused = 0;
  int combiner = 0;
  if (checker())
    PMPI_Type_get_envelope_c(type, &unused, &unused, &unused, &n, &combiner);
  return note_handles(
      AUTOMAP_THIS_CALL(Type_get_contents_c),
      PMPI_Type_get_contents_c(type, n_integers, n_addresses, n_counts, n_types, integers, addresses, counts, types), n,
      types);
}
#endif

// Datatypes for a precision are permanent, like predefined ones. Other datatypes may have had their handles before.
#define WRAP_PRECISION(name, parameters, arguments)                                                                    \
  AUTOMAP_WRAPPER int MPI_##name parameters {                                                                          \
    const int code = PMPI_##name arguments;                                                                            \
    if (Checker *const checker = automap::check::checker(); checker && code == MPI_SUCCESS) {                          \
      const Lock lock(*checker);                                                                                       \
      checker->types.forget(*new_type);                                                                                \
    }                                                                                                                  \
    return code;                                                                                                       \
  }
WRAP_PRECISION(Type_create_f90_real, (int precision, int range, MPI_Datatype *new_type), (precision, range, new_type))
WRAP_PRECISION(Type_create_f90_complex, (int precision, int range, MPI_Datatype *new_type),
               (precision, range, new_type))
WRAP_PRECISION(Type_create_f90_integer, (int range, MPI_Datatype *new_type), (range, new_type))

#ifdef OPEN_MPI
// A handle that comes from Fortran may have been created there, unnoticed.
AUTOMAP_WRAPPER MPI_Datatype MPI_Type_f2c(MPI_Fint fortran) {
  const MPI_Datatype out = PMPI_Type_f2c(fortran);
  if (Checker *const checker = automap::check::checker()) {
    const Lock lock(*checker);
    if (checker->types.find(out).state == TypeState::freed)
      checker->types.forget(out);
  }
  return out;
}
#endif
