// Calls that work on the data of one rank alone. The rules are those of messages: what may be sent may be packed, and
// what may be received into may be unpacked into (MPI 4.0, section 5.2).
#include "wrap.h"

#include "check/compare/local_parts.h"

using namespace automap::check;

#define WRAP_PACKING(suffix, Count, Bytes)                                                                             \
  AUTOMAP_WRAPPER int MPI_Pack##suffix(const void *from, Count count, MPI_Datatype type, void *to, Count size,         \
                                       Count *place, MPI_Comm communicator) {                                          \
    check_part(AUTOMAP_THIS_CALL(Pack##suffix), Access::reads, type, count);                                           \
    return PMPI_Pack##suffix(from, count, type, to, size, place, communicator);                                        \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Unpack##suffix(const void *from, Count size, Count *place, void *to, Count count,            \
                                         MPI_Datatype type, MPI_Comm communicator) {                                   \
    check_part(AUTOMAP_THIS_CALL(Unpack##suffix), Access::writes, type, count);                                        \
    return PMPI_Unpack##suffix(from, size, place, to, count, type, communicator);                                      \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Pack_external##suffix(const char *representation, const void *from, Count count,             \
                                                MPI_Datatype type, void *to, Bytes size, Bytes *place) {               \
    check_part(AUTOMAP_THIS_CALL(Pack_external##suffix), Access::reads, type, count);                                  \
    return PMPI_Pack_external##suffix(representation, from, count, type, to, size, place);                             \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Unpack_external##suffix(const char *representation, const void *from, Bytes size,            \
                                                  Bytes *place, void *to, Count count, MPI_Datatype type) {            \
    check_part(AUTOMAP_THIS_CALL(Unpack_external##suffix), Access::writes, type, count);                               \
    return PMPI_Unpack_external##suffix(representation, from, size, place, to, count, type);                           \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Reduce_local##suffix(const void *from, void *to, Count count, MPI_Datatype type,             \
                                               MPI_Op op) {                                                            \
    check_part(AUTOMAP_THIS_CALL(Reduce_local##suffix), Access::reads, type, count);                                   \
    return PMPI_Reduce_local##suffix(from, to, count, type, op);                                                       \
  }
WRAP_PACKING(, int, MPI_Aint)
#if MPI_VERSION >= 4
WRAP_PACKING(_c, MPI_Count, MPI_Count)
#endif
