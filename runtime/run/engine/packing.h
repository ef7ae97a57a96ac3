// MPI_Pack and MPI_Unpack, and the calls that commit datatypes.
#pragma once

#include "point_to_point.h"
#include "types.h"

#include <mpi.h>

namespace automap::run {

/// Returns the data if they fit into `size` bytes from `*position` on; nothing if MPI is to do it, or to report an error.
template <typename Position>
Gapped gapped_within(const Call &call, const void *buffer, MPI_Count count, MPI_Datatype type, const void *packed,
                     MPI_Count size, const Position *position, MPI_Comm comm) {
  if (!packed || !position || *position < 0 || comm == MPI_COMM_NULL)
    return {};
  const Gapped data = gapped(buffer, count, type);
  if (!data || data.size > size - *position)
    return {};
  if (!packs_nothing())
    return data;
  count_left(call, type, data);
  return {};
}

template <typename Real, typename Count>
int pack(const Call &call, Real real, const void *inbuf, Count incount, MPI_Datatype type, void *outbuf, Count outsize,
         Count *position, MPI_Comm comm) {
  const Gapped data = gapped_within(call, inbuf, incount, type, outbuf, outsize, position, comm);
  if (!data)
    return real(inbuf, incount, type, outbuf, outsize, position, comm);
  const Timing timing(row_of(call, type, Packing::by_automap), data);
  data.plan->pack_all(inbuf, data.count, static_cast<char *>(outbuf) + *position);
  *position += static_cast<Count>(data.size);
  return MPI_SUCCESS;
}

template <typename Real, typename Count>
int unpack(const Call &call, Real real, const void *inbuf, Count insize, Count *position, void *outbuf, Count outcount,
           MPI_Datatype type, MPI_Comm comm) {
  const Gapped data = gapped_within(call, outbuf, outcount, type, inbuf, insize, position, comm);
  if (!data)
    return real(inbuf, insize, position, outbuf, outcount, type, comm);
  const Timing timing(row_of(call, type, Packing::by_automap), data);
  data.plan->unpack_all(static_cast<const char *>(inbuf) + *position, outbuf, data.count);
  *position += static_cast<Count>(data.size);
  return MPI_SUCCESS;
}

template <typename Real> int commit(const Call &, Real real, MPI_Datatype *type) {
  const int code = real(type);
  if (code == MPI_SUCCESS)
    note_committed(*type);
  return code;
}

/// Another thread may get the handle for a new datatype as soon as this one is freed. So it is forgotten before.
template <typename Real> int free_type(const Call &, Real real, MPI_Datatype *type) {
  const MPI_Datatype before = type ? *type : MPI_DATATYPE_NULL;
  const bool was_known = forget(before);
  const int code = real(type);
  if (code != MPI_SUCCESS && was_known)
    note_committed(before);
  return code;
}

template <typename Real> int duplicate(const Call &, Real real, MPI_Datatype type, MPI_Datatype *copy) {
  const int code = real(type, copy);
  if (code == MPI_SUCCESS && find_type(type))
    note_committed(*copy);
  return code;
}

} // namespace automap::run
