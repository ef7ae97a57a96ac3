// Calls that work on the data of one rank alone. Their buffers are those of messages: what may be sent can be packed,
// what may be received into, unpacked (MPI 4.0, section 5.2).
#include "wrap.h"

namespace automap::check {
namespace {

enum class Way { reads, writes };

void use(Call call, Way way, std::int64_t count, MPI_Datatype type) {
  Checker *const checker = check::checker();
  if (!checker)
    return;
  const Lock lock(*checker);
  if (way == Way::reads)
    checker->sent_part(call, type, count);
  else
    checker->received_part(call, type, count);
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_PACKING(suffix, Count, Bytes)                                                                   \
  AUTOMAP_WRAPPER int MPI_Pack##suffix(const void *from, Count count, MPI_Datatype type, void *to,           \
                                       Count size, Count *place, MPI_Comm communicator) {                    \
    use(AUTOMAP_THIS_CALL(Pack##suffix), Way::reads, count, type);                                           \
    return PMPI_Pack##suffix(from, count, type, to, size, place, communicator);                              \
  }                                                                                                          \
  AUTOMAP_WRAPPER int MPI_Unpack##suffix(const void *from, Count size, Count *place, void *to, Count count,  \
                                         MPI_Datatype type, MPI_Comm communicator) {                         \
    use(AUTOMAP_THIS_CALL(Unpack##suffix), Way::writes, count, type);                                        \
    return PMPI_Unpack##suffix(from, size, place, to, count, type, communicator);                            \
  }                                                                                                          \
  AUTOMAP_WRAPPER int MPI_Pack_external##suffix(const char *representation, const void *from, Count count,   \
                                                MPI_Datatype type, void *to, Bytes size, Bytes *place) {     \
    use(AUTOMAP_THIS_CALL(Pack_external##suffix), Way::reads, count, type);                                  \
    return PMPI_Pack_external##suffix(representation, from, count, type, to, size, place);                   \
  }                                                                                                          \
  AUTOMAP_WRAPPER int MPI_Unpack_external##suffix(const char *representation, const void *from, Bytes size,  \
                                                  Bytes *place, void *to, Count count, MPI_Datatype type) {  \
    use(AUTOMAP_THIS_CALL(Unpack_external##suffix), Way::writes, count, type);                               \
    return PMPI_Unpack_external##suffix(representation, from, size, place, to, count, type);                 \
  }                                                                                                          \
  AUTOMAP_WRAPPER int MPI_Reduce_local##suffix(const void *from, void *to, Count count, MPI_Datatype type,   \
                                               MPI_Op op) {                                                  \
    use(AUTOMAP_THIS_CALL(Reduce_local##suffix), Way::reads, count, type);                                   \
    return PMPI_Reduce_local##suffix(from, to, count, type, op);                                             \
  }
WRAP_PACKING(, int, MPI_Aint)
#if MPI_VERSION >= 4
WRAP_PACKING(_c, MPI_Count, MPI_Count)
#endif
